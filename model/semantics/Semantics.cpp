#include "model/semantics/Semantics.hpp"

#include <algorithm>
#include <array>

#include "model/vocabulary/suggest.hpp"

namespace conform {
namespace {

const std::array<PointInfo, pointCount>& points() {
  static const std::array<PointInfo, pointCount> all{{
      {"pendingReadsOnDestroy",
       {"reject", "complete", "noReply"},
       "reads that are pending when their tensor is destroyed"},
      {"destroyError",
       {"InvalidStateError", "AbortError"},
       "the error that rejects a read when its tensor is destroyed"},
      {"notBegunOnDestroy",
       {"nothing", "dispatch", "all"},
       "work that has not begun and is dropped when a tensor of it is destroyed"},
      {"abortReadOnRelease", {"no", "yes"}, "a read aborts when the data was released"},
      {"tensorErrors", {"no", "yes"}, "a failed write or compute marks its tensors; reading them fails"},
      {"graphLost", {"no", "yes"}, "a failed compute destroys the graph and resolves its promise lost"},
      {"builderDestroy", {"no", "yes"}, "MLGraphBuilder has destroy()"},
      {"symbolDispose", {"no", "yes"}, "[Symbol.dispose] is another name of destroy()"},
      {"byobAfterSettled", {"write", "skip"}, "the caller's buffer when the promise of the read is settled already"},
      {"pendingCreationsOnLoss", {"laterTask", "inTheCall"}, "when a loss rejects pending creations and builds"},
      {"buildConstantCheck", {"outputs", "reached"}, "which constant tensors build() finds destroyed"},
      {"useAfterDestroy",
       {"TypeError", "InvalidStateError"},
       "the error of read, write and dispatch with a destroyed tensor"},
      {"constantTensors", {"yes", "no", "notSupported"}, "whether there are constant tensors"},
      {"timelineOrder", {"fifo", "dependency"}, "the order in which a timeline runs its entries"},
      {"queuedStepsAbort", {"no", "yes"}, "whether the steps inside a queued task look for a loss too"},
      {"createTensorDimensions", {"unchecked", "checked"}, "whether createTensor() checks dimensions"},
      {"lossFlag", {"promise", "flag"}, "what *is lost* looks at: the promise, or a flag of its own"},
      {"bufferLength", {"equal", "atLeast"}, "the length of the buffer of a read"},
      {"bufferViewType", {"table", "any"}, "which views may be read into or written from"},
      {"aliasedInputs", {"TypeError", "accepted"}, "one tensor for two inputs of a dispatch"},
      {"lossCheckFirst", {"no", "yes"}, "read, write and dispatch look for a loss first"},
      {"destroyedCheck", {"inPlace", "last"}, "where read, write and dispatch look for a destroyed tensor"},
      {"pendingReadsOrder",
       {"insertion", "any", "plainFirst"},
       "the order in which pending reads of a tensor are rejected"},
      {"loseOrder", {"any", "creation"}, "the order in which a loss destroys graphs, then tensors"},
      {"extendedTypes", {"no", "yes"}, "int4 and uint4 are data types"},
  }};
  return all;
}

std::string listOfNames() {
  std::string list;
  for (const NamedSemantics* one : namedSemantics()) list += (list.empty() ? "" : ", ") + std::string(one->name);
  return list;
}

class Parser {
 public:
  Semantics parse(std::string_view text) {
    semantics_.name = std::string(text);
    std::size_t parts = 0;
    while (true) {
      const std::size_t end = std::min(text.find('+'), text.size());
      part(text.substr(0, end));
      ++parts;
      if (end == text.size()) break;
      text.remove_prefix(end + 1);
    }
    semantics_.isBasic = parts == 1 && isBasic_;
    return semantics_;
  }

 private:
  void part(std::string_view name) {
    if (const std::size_t equals = name.find('='); equals != std::string_view::npos) {
      return assignment(name, name.substr(0, equals), name.substr(equals + 1));
    }
    const NamedSemantics* named = semanticsNamed(name);
    if (named == nullptr) throw SemanticsError(unknownName(name));
    isBasic_ = isBasic_ && !named->isComposed;
    for (const auto& [point, value] : named->settings) set(name, point, value);
  }

  static std::string unknownName(std::string_view name) {
    std::string message = "there is no semantics \"" + std::string(name) + "\"";
    std::vector<std::string> names;
    for (const NamedSemantics* one : namedSemantics()) names.emplace_back(one->name);
    message += didYouMean(name, names);
    return message + " There are: " + listOfNames();
  }

  void assignment(std::string_view whole, std::string_view name, std::string_view value) {
    isBasic_ = false;
    for (std::size_t i = 0; i < pointCount; ++i) {
      const PointInfo& info = points()[i];
      if (info.name != name) continue;
      const auto found = std::find(info.values.begin(), info.values.end(), value);
      if (found == info.values.end()) {
        std::string list;
        for (const std::string_view one : info.values) list += (list.empty() ? "" : ", ") + std::string(one);
        throw SemanticsError("the choice point " + std::string(name) + " has no value \"" + std::string(value) +
                             "\"; it has: " + list);
      }
      return set(whole, static_cast<Point>(i), static_cast<std::uint8_t>(found - info.values.begin()));
    }
    std::string list;
    for (const PointInfo& info : points()) list += (list.empty() ? "" : ", ") + std::string(info.name);
    throw SemanticsError("there is no choice point \"" + std::string(name) + "\"; there are: " + list);
  }

  void set(std::string_view by, Point point, std::uint8_t value) {
    const auto i = static_cast<std::size_t>(point);
    if (!setBy_[i].empty() && semantics_.settings[i] != value) {
      // What is dropped at destroy() is a set: the union is taken.
      if (point == Point::notBegunOnDestroy) {
        semantics_.settings[i] = std::max(semantics_.settings[i], value);
        return;
      }
      const PointInfo& info = points()[i];
      throw SemanticsError("\"" + setBy_[i] + "\" and \"" + std::string(by) + "\" contradict each other: " +
                           std::string(info.name) + " is " + std::string(info.values[semantics_.settings[i]]) +
                           " in one, " + std::string(info.values[value]) + " in the other");
    }
    setBy_[i] = std::string(by);
    semantics_.settings[i] = value;
  }

  Semantics semantics_;
  std::array<std::string, pointCount> setBy_;
  bool isBasic_ = true;
};

}  // namespace

const PointInfo& infoOf(Point point) {
  return points()[static_cast<std::size_t>(point)];
}

const NamedSemantics* semanticsNamed(std::string_view name) {
  for (const NamedSemantics* one : namedSemantics()) {
    if (one->name == name) return one;
  }
  return nullptr;
}

Semantics parseSemantics(std::string_view text) {
  return Parser().parse(text);
}

}  // namespace conform
