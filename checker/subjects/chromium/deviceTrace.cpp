#include "checker/subjects/chromium/deviceTrace.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace conform {
namespace {

using Json = nlohmann::json;

/// An operation of the device as the trace has it: a slice around all of it, and in there one for the act itself. What
/// stands before the name of the slice is the backend's: "TensorImplTflite", "GraphImplLiteRt".
struct Kind {
  std::string_view name, slice, act;
};
constexpr std::array<Kind, 3> kinds{{
    {"read", "::ReadTensorImpl", "End read"},
    {"write", "::WriteTensorImpl", "End write"},
    {"dispatch", "::DispatchImpl", "Run inference"},
}};

/// A call that script made, and that was not refused there and then. Times are microseconds.
struct Call {
  std::int64_t at = 0;
  std::string label;     ///< "read(r)"
  std::int64_t context;  ///< One number for each.
  bool isOwn = false;    ///< The set-up's, or the driver's.
};

struct Operation {
  std::size_t kind = 0;
  std::int64_t begun = 0;
  std::optional<std::int64_t> acted, ended;
};

struct Event {
  std::int64_t at = 0;
  std::string phase, name, track;
};

std::string textOf(const Json& event, const char* key) {
  const auto found = event.find(key);
  return found != event.end() && found->is_string() ? found->get<std::string>() : "";
}

std::vector<Event> inOrder(const Json& events) {
  std::vector<Event> sorted;
  for (const Json& one : events) {
    if (!one.is_object()) continue;
    const auto at = one.find("ts");
    if (at == one.end() || !at->is_number()) continue;
    const auto id = one.contains("id2") ? one.find("id2") : one.find("id");
    const auto process = one.find("pid");
    sorted.push_back({at->get<std::int64_t>(), textOf(one, "ph"), textOf(one, "name"),
                      (process == one.end() ? "" : process->dump()) + " " + (id == one.end() ? "" : id->dump())});
  }
  std::ranges::stable_sort(sorted, {}, &Event::at);
  return sorted;
}

class Reader {
 public:
  explicit Reader(const Json& events) {
    for (const Event& event : inOrder(events)) {
      if (event.name.starts_with(mark)) {
        hearMark(event, event.name.substr(mark.size()));
      } else if (event.name.find("Impl") != std::string::npos) {
        sawDevice_ = true;
        hearSlice(event);
      } else {
        hearDetail(event);
      }
    }
  }

  DeviceTrace read() const {
    DeviceTrace trace;
    trace.told.lacking.clear();
    if (!sawDevice_) {
      trace.told.lacking = "the browser's trace has only what script did, nothing of the device";
      return trace;
    }
    std::vector<std::pair<std::int64_t, std::string>> done;
    for (std::size_t kind = 0; kind < kinds.size() && trace.told.lacking.empty(); ++kind) {
      trace.told.lacking = name(kind, done);
    }
    if (!trace.told.lacking.empty()) return trace;
    std::ranges::stable_sort(done, {}, &std::pair<std::int64_t, std::string>::first);
    for (auto& [at, label] : done) trace.events.push_back({Observation::Kind::Device, "done:" + label, {}});
    for (const Kind& kind : kinds) trace.told.kinds.push_back("done:" + std::string{kind.name});
    return trace;
  }

 private:
  static constexpr std::string_view mark = "webnn-conform ";

  void hearMark(const Event& event, const std::string& text) {
    if (text.starts_with("call ")) {
      const Json said = Json::parse(text.substr(5), nullptr, false);
      if (!said.is_object() || !said.contains("label")) return;
      call_ = Call{event.at, textOf(said, "label"), said.value("context", std::int64_t{0}), said.value("own", false)};
      // A read that WebNN does not even hear of (its arguments are no tensor, say) has no slice of its own.
      refused_ = call_->label.starts_with("read");
    } else if ((text == "back" || text == "threw") && call_) {
      const std::string kind = call_->label.substr(0, call_->label.find('('));
      for (std::size_t k = 0; k < kinds.size(); ++k) {
        if (kinds[k].name == kind && text == "back" && !refused_) calls_[k].push_back(*call_);
      }
      call_.reset();
    }
  }

  void hearSlice(const Event& event) {
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if (!event.name.ends_with(kinds[k].slice)) continue;
      if (event.phase == "b") {
        open_[event.track] = operations_[k].size();
        operations_[k].push_back({k, event.at, {}, {}});
      } else if (event.phase == "e" && open_.contains(event.track)) {
        operations_[k][open_.extract(event.track).mapped()].ended = event.at;
      }
    }
  }

  void hearDetail(const Event& event) {
    // A read that is refused has its end inside of the call: a promise that waits for the device has it later.
    if (event.name.starts_with("MLContext::read")) {
      if (event.phase == "b" && call_) {
        callTrack_ = event.track;
        refused_ = false;
      } else if (event.phase == "e" && call_ && event.track == callTrack_) {
        refused_ = true;
      }
    }
    const auto open = open_.find(event.track);
    if (open == open_.end() || event.phase == "b") return;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if (event.name != kinds[k].act || open->second >= operations_[k].size()) continue;
      Operation& operation = operations_[k][open->second];
      if (!operation.ended) operation.acted = event.at;
    }
  }

  /// Adds what the device did of this kind. Returns why that cannot be told.
  std::string name(std::size_t kind, std::vector<std::pair<std::int64_t, std::string>>& done) const {
    const std::string what{kinds[kind].name};
    const std::vector<Call>& calls = calls_[kind];
    const std::vector<Operation>& operations = operations_[kind];
    for (const Operation& one : operations) {
      if (!one.ended) return "the device had not ended a " + what + " when the trace ended";
    }
    const auto add = [&](std::size_t i, const std::string& label) {
      done.emplace_back(operations[i].acted.value_or(*operations[i].ended), label);
    };
    if (calls.size() != operations.size()) {
      if (std::ranges::any_of(calls, &Call::isOwn)) {
        return "the device did " + std::to_string(operations.size()) + " of " + std::to_string(calls.size()) +
               " operations of the kind " + what + ": which of them, the trace does not tell";
      }
      for (std::size_t i = 0; i < operations.size(); ++i) add(i, what);
      return {};
    }
    for (std::size_t begin = 0, end = 0; begin < calls.size(); begin = end) {
      // Up to where all that was called had also begun before the next call was made.
      for (end = begin + 1; end < calls.size() && operations[end - 1].begun >= calls[end].at;) ++end;
      const auto first = calls.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = calls.begin() + static_cast<std::ptrdiff_t>(end);
      const bool isOneContext =
          std::all_of(first, last, [&](const Call& one) { return one.context == first->context; });
      const auto own = static_cast<std::size_t>(std::count_if(first, last, [](const Call& one) { return one.isOwn; }));
      if (own == end - begin) continue;
      if (!isOneContext && own > 0) return "the trace does not tell which " + what + " is the scenario's";
      for (std::size_t i = begin; i < end; ++i) {
        if (!calls[i].isOwn) add(i, isOneContext ? calls[i].label : what);
      }
    }
    return {};
  }

  std::array<std::vector<Call>, kinds.size()> calls_;
  std::array<std::vector<Operation>, kinds.size()> operations_;
  std::map<std::string, std::size_t> open_;  ///< Track of a slice that is open: its operation.
  std::optional<Call> call_;                 ///< That script is in.
  std::string callTrack_;
  bool refused_ = false, sawDevice_ = false;
};

}  // namespace

Json deviceTraceConfig() {
  const Json config{{"includedCategories", {"webnn", "disabled-by-default-webnn", "blink.user_timing"}},
                    {"excludedCategories", Json::array({"*"})}};
  return Json{{"transferMode", "ReportEvents"}, {"traceConfig", config}};
}

DeviceTrace readDeviceTrace(const Json& events) {
  return Reader{events}.read();
}

}  // namespace conform
