#include "model/objects/Terms.hpp"

#include "model/vocabulary/Ensure.hpp"

namespace conform {

Term Terms::literal(const std::vector<std::uint8_t>& bytes) {
  const auto [found, isNew] = literalNumbers_.try_emplace(bytes, static_cast<std::uint32_t>(literals_.size()));
  if (isNew) literals_.push_back(bytes);
  return intern({Kind::Literal, found->second, 0, {}});
}

Term Terms::zeros(std::size_t count) {
  if (count <= 65536) return literal(std::vector<std::uint8_t>(count, 0));
  return intern({Kind::Zeros, static_cast<std::uint32_t>(count), 0, {}});
}

Term Terms::intern(Node node) {
  const auto [found, isNew] = numbers_.try_emplace(node, static_cast<Term>(nodes_.size()));
  if (isNew) {
    ENSURE(nodes_.size() < 65535);
    nodes_.push_back(std::move(node));
  }
  return found->second;
}

}  // namespace conform
