// What a run found, as plain data. Writers see nothing else, and the same report gives the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace conform {

/// The most important first: the order of every report.
enum class Verdict : std::uint8_t {
  Diverges,       ///< What was observed is not allowed; or the scenario claims what the model contradicts.
  Broken,         ///< The subject hung, died or talked nonsense.
  Unknown,        ///< A bound was reached before the answer was found.
  Unspecified,    ///< The draft leaves open what was observed; it is recorded.
  Unsupported,    ///< The subject lacks what the scenario needs.
  NotApplicable,  ///< The set-up is not possible under this semantics.
  Conforms,
};
constexpr std::size_t verdictCount = 7;
/// "diverges", "broken", ..., "not applicable", "conforms".
std::string_view nameOf(Verdict verdict);
std::optional<Verdict> verdictNamed(std::string_view name);

/// A step of the draft; no anchor: none.
struct CitedStep {
  std::string anchor;  ///< Without the "#".
  std::string number;  ///< "8.1.2"
  std::string text;    ///< Our wording of it.
  bool operator==(const CitedStep&) const = default;
};
/// "#dom-mltensor-destroy step 2.2"; empty where there is no step.
std::string textOf(const CitedStep& step);

/// One thing that was allowed at a point, and the step that would have led to it.
struct Alternative {
  std::string text;  ///< "r rejected InvalidStateError"; "the end of the run".
  CitedStep step;
  bool operator==(const Alternative&) const = default;
};

/// One place where the observed run leaves what is allowed.
struct Difference {
  std::size_t at = 0;  ///< Index in `observed`; its size for the end of the run.
  std::string seen;
  std::vector<Alternative> allowed;
  std::string detail;  ///< "element 3 is off by 12 ULP, allowed 8"; may be empty.
  bool operator==(const Difference&) const = default;
};

/// A point of the nearest allowed run at which something else was allowed too.
struct Choice {
  std::size_t at = 0;               ///< Index in `nearest`; its size for the end of the run.
  std::vector<std::string> others;  ///< "r resolved [1, 2]"; "the end of the run".
  bool operator==(const Choice&) const = default;
};

/// One line of a told run.
struct TimelineStep {
  std::string lane;     ///< "script", "context", "device".
  std::string context;  ///< Its name, on the two latter lanes.
  std::string text;
  CitedStep step;
  std::vector<std::string> observations;  ///< What script sees here.
  std::string pointer;                    ///< JSON pointer of the scenario's step that runs.
  std::optional<std::size_t> causedBy;    ///< Index of the line that queued what runs here.
  std::int64_t bytes = 0;                 ///< Device memory allocated (positive) or released (negative).
  bool operator==(const TimelineStep&) const = default;
};

/// One outcome of repeated runs. An allowed outcome that was never seen has the count 0.
struct HistogramRow {
  std::uint64_t count = 0;
  bool allowed = true;
  std::vector<std::string> outcome;
  bool operator==(const HistogramRow&) const = default;
};

/// What one operator of a graph gave when a wrong value was followed to its origin.
struct ProbedResult {
  std::string name, op;  ///< "s", "sigmoid"
  std::string text;      ///< "exact"; "off by 812 ULP, allowed 34: element 1 is 0.73, exact 0.7310586"
  bool isOff = false;
  bool operator==(const ProbedResult&) const = default;
};
/// Of the first graph that is wrong: its results in their order, and who it is.
struct Probe {
  std::string conclusion;  ///< Empty: nothing was followed.
  std::vector<ProbedResult> results;
  bool operator==(const Probe&) const = default;
};

/// The verdict on one scenario under one semantics for one subject.
struct Finding {
  std::string id, title, file;
  std::uint32_t line = 0;  ///< Of the scenario in its file.
  std::string semantics, subject, subjectVersion;
  Verdict verdict = Verdict::Conforms;
  std::string reason;                     ///< For a reader; empty where the verdict says all.
  std::string known;                      ///< Why it is expected to fail, from the expectations file; empty: it is not.
  std::vector<std::string> spec;          ///< Anchors that the scenario names, with "#".
  std::vector<std::string> allowedUnder;  ///< Named semantics that allow what was observed.
  std::vector<std::string> observed, nearest;
  std::vector<Difference> differences;  ///< In order; the first decides.
  Probe probe;                          ///< Of the first wrong value, where that was asked for.
  std::vector<Choice> choices;          ///< Of the nearest allowed run; with its narration.
  std::vector<HistogramRow> histogram;  ///< Only of repeated runs.
  std::vector<TimelineStep> narration;  ///< Of the nearest allowed run.
  std::string javascript, scenario;     ///< The scenario in both languages.
  std::string reproduce;                ///< The command.

  /// Names the finding among all: scenario, semantics, subject.
  std::string key() const { return id + " / " + semantics + " / " + subject; }
  /// The step that decides; none where nothing differs.
  CitedStep decidedBy() const;
  bool operator==(const Finding&) const = default;
};

/// The name under which a finding on the subject's device goes: "chromium (device)".
std::string deviceOf(std::string_view subject);
bool isOfDevice(const Finding& finding);

struct Report {
  std::string program;  ///< "webnn-conform 0.1.0"
  std::string draft;    ///< The commit.
  std::vector<Finding> findings;
  std::vector<std::string> notes;  ///< What has to be told besides: expectations that no longer hold.

  std::size_t count(Verdict verdict) const;
  /// "29 conforms, 2 diverges (1 known)": verdicts that occur, the most important first; "nothing was run".
  std::string summary() const;
  /// By verdict, then by scenario, semantics and subject.
  void sort();
};

}  // namespace conform
