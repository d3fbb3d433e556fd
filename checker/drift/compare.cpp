// Steps are matched by their hashes along a longest common subsequence; what is left between two matches is a change
// where the numbers agree, else an addition or a removal. A removed and an added step with one hash have moved.
#include "checker/drift/compare.hpp"

#include <algorithm>

namespace conform {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// For each modelled step the draft's step with the same text, keeping the order.
std::vector<std::size_t> commonSubsequence(std::span<const SpecStep> before, const std::vector<DraftStep>& after) {
  const std::size_t rows = before.size(), columns = after.size();
  std::vector<std::size_t> length((rows + 1) * (columns + 1), 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return length[i * (columns + 1) + j]; };
  // Of several equal matches, one that keeps the number is worth a little more.
  const auto worth = [&](std::size_t i, std::size_t j) -> std::size_t {
    return before[i].hash != after[j].hash ? 0 : before[i].number == after[j].number ? 1001 : 1000;
  };
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;) {
      at(i, j) = std::max(at(i + 1, j), at(i, j + 1));
      if (const std::size_t here = worth(i, j)) at(i, j) = std::max(at(i, j), at(i + 1, j + 1) + here);
    }
  }
  std::vector<std::size_t> match(rows, none);
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    const std::size_t here = worth(i, j);
    if (here != 0 && at(i, j) == at(i + 1, j + 1) + here) {
      match[i++] = j++;
    } else if (at(i, j) == at(i + 1, j)) {
      ++i;
    } else {
      ++j;
    }
  }
  return match;
}

class AlgorithmComparison {
 public:
  AlgorithmComparison(const SpecAlgorithm& before, const DraftAlgorithm& after)
      : before_(before),
        after_(after),
        match_(commonSubsequence(before.steps, after.steps)),
        used_(after.steps.size()) {
    for (const std::size_t j : match_) {
      if (j != none) used_[j] = true;
    }
  }

  void report(std::vector<Drift>& drifts) {
    if (before_.hash != after_.hash) add(drifts, Drift::Kind::HeadingChanged, "", "", after_.heading);
    matchMoved();
    matchChanged();
    for (std::size_t i = 0; i < match_.size(); ++i) reportStep(drifts, i);
    for (std::size_t j = 0; j < used_.size(); ++j) {
      if (!used_[j]) add(drifts, Drift::Kind::Added, "", after_.steps[j].number, after_.steps[j].text);
    }
  }

 private:
  void add(std::vector<Drift>& drifts, Drift::Kind kind, std::string_view before, std::string_view after,
           std::string_view text) const {
    drifts.push_back({kind, std::string(before_.anchor), std::string(before), std::string(after), std::string(text)});
  }

  void take(std::size_t i, std::size_t j) {
    match_[i] = j;
    used_[j] = true;
  }

  void matchMoved() {
    for (std::size_t i = 0; i < match_.size(); ++i) {
      for (std::size_t j = 0; match_[i] == none && j < used_.size(); ++j) {
        if (!used_[j] && before_.steps[i].hash == after_.steps[j].hash) take(i, j);
      }
    }
  }

  /// Between the same neighbours, the n-th that is left here is the n-th that is left there, if they are as many or
  /// have one number.
  void matchChanged() {
    for (std::size_t i = 0; i < match_.size();) {
      if (match_[i] != none) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < match_.size() && match_[end] == none) ++end;
      const std::size_t from = i == 0 ? 0 : match_[i - 1] + 1;
      const std::size_t to = end == match_.size() ? used_.size() : match_[end];
      matchGap(i, end, from, to);
      i = end;
    }
  }

  void matchGap(std::size_t i, std::size_t end, std::size_t from, std::size_t to) {
    std::vector<std::size_t> left;
    for (std::size_t j = from; j < to && j < used_.size(); ++j) {
      if (!used_[j]) left.push_back(j);
    }
    if (left.size() == end - i) {
      for (std::size_t k = 0; k < left.size(); ++k) take(i + k, left[k]);
      return;
    }
    for (; i < end; ++i) {
      for (const std::size_t j : left) {
        if (!used_[j] && before_.steps[i].number == after_.steps[j].number) take(i, j);
      }
    }
  }

  void reportStep(std::vector<Drift>& drifts, std::size_t i) const {
    const SpecStep& before = before_.steps[i];
    if (match_[i] == none) return add(drifts, Drift::Kind::Removed, before.number, "", before.text);
    const DraftStep& after = after_.steps[match_[i]];
    if (before.hash != after.hash) {
      add(drifts, Drift::Kind::Changed, before.number, after.number, after.text);
    } else if (before.number != after.number) {
      add(drifts, Drift::Kind::Renumbered, before.number, after.number, after.text);
    }
  }

  const SpecAlgorithm& before_;
  const DraftAlgorithm& after_;
  std::vector<std::size_t> match_;
  std::vector<bool> used_;
};

}  // namespace

std::string_view nameOf(Drift::Kind kind) {
  switch (kind) {
    case Drift::Kind::AlgorithmRemoved:
      return "algorithm removed";
    case Drift::Kind::HeadingChanged:
      return "heading changed";
    case Drift::Kind::Added:
      return "added";
    case Drift::Kind::Removed:
      return "removed";
    case Drift::Kind::Changed:
      return "changed";
    case Drift::Kind::Renumbered:
      return "renumbered";
  }
  return "";
}

std::vector<Drift> compareDraft(std::span<const SpecAlgorithm> modelled, const std::vector<DraftAlgorithm>& draft) {
  std::vector<Drift> drifts;
  for (const SpecAlgorithm& algorithm : modelled) {
    const auto found = std::ranges::find(draft, algorithm.anchor, &DraftAlgorithm::anchor);
    if (found == draft.end()) {
      drifts.push_back(
          {Drift::Kind::AlgorithmRemoved, std::string(algorithm.anchor), "", "", std::string(algorithm.title)});
    } else {
      AlgorithmComparison(algorithm, *found).report(drifts);
    }
  }
  return drifts;
}

std::vector<const DraftAlgorithm*> notModelled(std::span<const SpecAlgorithm> modelled,
                                               const std::vector<DraftAlgorithm>& draft) {
  std::vector<const DraftAlgorithm*> result;
  for (const DraftAlgorithm& algorithm : draft) {
    if (std::ranges::find(modelled, algorithm.anchor, &SpecAlgorithm::anchor) == modelled.end())
      result.push_back(&algorithm);
  }
  return result;
}

}  // namespace conform
