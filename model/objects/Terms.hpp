// Contents are symbolic: a tensor holds a term, a number. Equal terms have equal numbers; the arguments of a term have
// smaller numbers than the term itself.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace conform {

using Term = std::uint16_t;

class Terms {
 public:
  enum class Kind : std::uint8_t {
    Zeros,    ///< So many that nobody wants to hold them: a = bytes.
    Literal,  ///< Bytes that the scenario gives: a = number of the bytes.
    Output,   ///< Of a graph: a = graph, b = output, arguments = inputs in the graph's order.
    Overlay,  ///< A buffer, partly overwritten: arguments = old, new; a = offset.
    Slice,    ///< A part of a buffer: argument; a = offset, b = length.
  };
  struct Node {
    Kind kind = Kind::Literal;
    std::uint32_t a = 0, b = 0;
    std::vector<Term> arguments;
    auto operator<=>(const Node&) const = default;
  };

  Term literal(const std::vector<std::uint8_t>& bytes);
  Term zeros(std::size_t count);
  Term intern(Node node);

  const Node& operator[](Term term) const { return nodes_[term]; }
  const std::vector<std::uint8_t>& bytesOf(const Node& literal) const { return literals_[literal.a]; }
  std::size_t size() const { return nodes_.size(); }

 private:
  std::vector<Node> nodes_;
  std::map<Node, Term> numbers_;
  std::vector<std::vector<std::uint8_t>> literals_;
  std::map<std::vector<std::uint8_t>, std::uint32_t> literalNumbers_;
};

}  // namespace conform
