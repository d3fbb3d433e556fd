// Reads a line of results straight into a Finding, as the parser goes along it: no tree is built in between.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reports/findingJson.hpp"

namespace conform {
namespace {

/// What the value that is being read belongs to.
enum class Where : std::uint8_t {
  Line,
  Finding,
  Differences,
  Difference,
  Allowed,
  Alternative,
  Probe,
  ProbedResults,
  ProbedResult,
  Choices,
  Choice,
  Histogram,
  Row,
  Narration,
  TimelineStep,
  Step,
  Strings,
  Ignored,
};

template <class Record>
struct Text {
  std::string_view key;
  std::string Record::*member;
};
constexpr std::array findingTexts = {
    Text<Finding>{"id", &Finding::id},
    Text<Finding>{"title", &Finding::title},
    Text<Finding>{"file", &Finding::file},
    Text<Finding>{"semantics", &Finding::semantics},
    Text<Finding>{"subject", &Finding::subject},
    Text<Finding>{"subjectVersion", &Finding::subjectVersion},
    Text<Finding>{"reason", &Finding::reason},
    Text<Finding>{"known", &Finding::known},
    Text<Finding>{"javascript", &Finding::javascript},
    Text<Finding>{"scenario", &Finding::scenario},
    Text<Finding>{"reproduce", &Finding::reproduce},
};
constexpr std::array stepTexts = {
    Text<CitedStep>{"anchor", &CitedStep::anchor},
    Text<CitedStep>{"number", &CitedStep::number},
    Text<CitedStep>{"text", &CitedStep::text},
};
constexpr std::array differenceTexts = {
    Text<Difference>{"seen", &Difference::seen},
    Text<Difference>{"detail", &Difference::detail},
};
constexpr std::array alternativeTexts = {Text<Alternative>{"text", &Alternative::text}};
constexpr std::array probeTexts = {Text<Probe>{"conclusion", &Probe::conclusion}};
constexpr std::array probedTexts = {
    Text<ProbedResult>{"name", &ProbedResult::name},
    Text<ProbedResult>{"op", &ProbedResult::op},
    Text<ProbedResult>{"text", &ProbedResult::text},
};
constexpr std::array timelineTexts = {
    Text<TimelineStep>{"lane", &TimelineStep::lane},
    Text<TimelineStep>{"context", &TimelineStep::context},
    Text<TimelineStep>{"text", &TimelineStep::text},
    Text<TimelineStep>{"pointer", &TimelineStep::pointer},
};

/// A member that is not known is passed over; one that is known and of another type is an error.
class LineReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  ResultLine line;
  std::string error;

  bool null() override { return value("null"); }
  bool boolean(bool is) override {
    if (where() == Where::Row && key_ == "allowed") return row().allowed = is, true;
    if (where() == Where::ProbedResult && key_ == "isOff") return probed().isOff = is, true;
    return value("a boolean");
  }
  bool number_unsigned(std::uint64_t number) override {
    if (where() == Where::Finding && key_ == "line") return finding().line = static_cast<std::uint32_t>(number), true;
    if (where() == Where::Difference && key_ == "at") return difference().at = number, true;
    if (where() == Where::Choice && key_ == "at") return finding().choices.back().at = number, true;
    if (where() == Where::Row && key_ == "count") return row().count = number, true;
    if (where() == Where::TimelineStep && key_ == "causedBy") return told().causedBy = number, true;
    return number_integer(static_cast<std::int64_t>(number));
  }
  bool number_integer(std::int64_t number) override {
    if (where() == Where::TimelineStep && key_ == "bytes") return told().bytes = number, true;
    return number_float(static_cast<double>(number), {});
  }
  bool number_float(double number, const std::string& /*text*/) override {
    if (where() == Where::Line && key_ == "seconds") return line.seconds = number, true;
    return value("a number");
  }
  bool string(std::string& text) override {
    switch (where()) {
      case Where::Strings:
        return strings_->push_back(std::move(text)), true;
      case Where::Finding:
        if (key_ == "verdict") return verdict(text);
        return put(finding(), findingTexts, text);
      case Where::Step:
        return put(*step_, stepTexts, text);
      case Where::Difference:
        return put(difference(), differenceTexts, text);
      case Where::Alternative:
        return put(difference().allowed.back(), alternativeTexts, text);
      case Where::Probe:
        return put(finding().probe, probeTexts, text);
      case Where::ProbedResult:
        return put(probed(), probedTexts, text);
      case Where::TimelineStep:
        return put(told(), timelineTexts, text);
      default:
        return value("a string");
    }
  }
  bool binary(binary_t& /*bytes*/) override { return false; }

  bool start_object(std::size_t /*size*/) override {
    if (stack_.empty()) return enter(Where::Line);
    switch (where()) {
      case Where::Line:
        if (key_ == "finding") return line.hasFinding = true, enter(Where::Finding);
        break;
      case Where::Differences:
        return finding().differences.emplace_back(), enter(Where::Difference);
      case Where::Allowed:
        return difference().allowed.emplace_back(), enter(Where::Alternative);
      case Where::ProbedResults:
        return finding().probe.results.emplace_back(), enter(Where::ProbedResult);
      case Where::Choices:
        return finding().choices.emplace_back(), enter(Where::Choice);
      case Where::Histogram:
        return finding().histogram.emplace_back(), enter(Where::Row);
      case Where::Narration:
        return finding().narration.emplace_back(), enter(Where::TimelineStep);
      case Where::Alternative:
        if (key_ == "step") return step_ = &difference().allowed.back().step, enter(Where::Step);
        break;
      case Where::TimelineStep:
        if (key_ == "step") return step_ = &told().step, enter(Where::Step);
        break;
      case Where::Finding:
        if (key_ == "probe") return enter(Where::Probe);
        if (key_ == "decidedBy") return enter(Where::Ignored);  // It follows from the differences.
        break;
      default:
        break;
    }
    return value("an object") && enter(Where::Ignored);
  }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t /*size*/) override {
    if (stack_.empty()) return fail("no object");
    switch (where()) {
      case Where::Finding:
        if (key_ == "differences") return enter(Where::Differences);
        if (key_ == "choices") return enter(Where::Choices);
        if (key_ == "histogram") return enter(Where::Histogram);
        if (key_ == "narration") return enter(Where::Narration);
        if (key_ == "spec") return enter(finding().spec);
        if (key_ == "allowedUnder") return enter(finding().allowedUnder);
        if (key_ == "observed") return enter(finding().observed);
        if (key_ == "nearest") return enter(finding().nearest);
        break;
      case Where::Difference:
        if (key_ == "allowed") return enter(Where::Allowed);
        break;
      case Where::Probe:
        if (key_ == "results") return enter(Where::ProbedResults);
        break;
      case Where::Choice:
        if (key_ == "others") return enter(finding().choices.back().others);
        break;
      case Where::Row:
        if (key_ == "outcome") return enter(row().outcome);
        break;
      case Where::TimelineStep:
        if (key_ == "observations") return enter(told().observations);
        break;
      default:
        break;
    }
    return value("an array") && enter(Where::Ignored);
  }
  bool end_array() override { return leave(); }
  bool key(std::string& name) override { return key_.swap(name), true; }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*why*/) override {
    line.isJson = false;
    return false;
  }

 private:
  /// Outside of everything, a line is a value that is no object.
  Where where() const { return stack_.empty() ? Where::Ignored : stack_.back(); }
  Finding& finding() { return line.finding; }
  Difference& difference() { return finding().differences.back(); }
  HistogramRow& row() { return finding().histogram.back(); }
  ProbedResult& probed() { return finding().probe.results.back(); }
  TimelineStep& told() { return finding().narration.back(); }

  bool enter(Where place) { return stack_.push_back(place), true; }
  bool enter(std::vector<std::string>& strings) { return strings_ = &strings, enter(Where::Strings); }
  bool leave() { return stack_.pop_back(), true; }
  bool fail(std::string what) { return error = std::move(what), false; }

  bool verdict(const std::string& name) {
    const auto verdict = verdictNamed(name);
    if (!verdict) return fail("no finding: \"" + name + "\" is no verdict");
    hasVerdict_ = true;
    finding().verdict = *verdict;
    return true;
  }

  template <class Record, std::size_t Size>
  bool put(Record& record, const std::array<Text<Record>, Size>& texts, std::string& text) {
    for (const auto& [key, member] : texts) {
      if (key == key_) return record.*member = std::move(text), true;
    }
    return value("a string");
  }

  /// A value that nothing above took.
  bool value(const char* kind) {
    static constexpr std::array known = {
        "finding",  "seconds",        "id",          "title",   "file",      "line",      "semantics",
        "subject",  "subjectVersion", "verdict",     "reason",  "known",     "spec",      "allowedUnder",
        "observed", "nearest",        "differences", "choices", "histogram", "narration", "javascript",
        "scenario", "reproduce",      "anchor",      "number",  "text",      "step",      "at",
        "seen",     "allowed",        "detail",      "count",   "outcome",   "probe",     "conclusion",
        "results",  "name",           "op",          "isOff",   "lane",      "context",   "observations",
        "pointer",  "causedBy",       "bytes"};
    if (stack_.empty()) return fail("no object");
    if (where() == Where::Ignored) return true;
    const bool isElement = where() == Where::Strings || where() == Where::Differences || where() == Where::Allowed ||
                           where() == Where::Choices || where() == Where::ProbedResults ||
                           where() == Where::Histogram || where() == Where::Narration;
    if (isElement) return fail(std::string{"no finding: "} + kind + " in a list of something else");
    // On the line itself, "subject" and others are members of the head.
    const bool isKnown =
        where() == Where::Line ? key_ == "finding" || key_ == "seconds" : std::ranges::find(known, key_) != known.end();
    return !isKnown || fail("no finding: \"" + key_ + "\" is " + kind);
  }

  std::vector<Where> stack_;
  std::string key_;
  std::vector<std::string>* strings_ = nullptr;
  CitedStep* step_ = nullptr;
  bool hasVerdict_ = false;

  friend ResultLine conform::readResultLine(std::string_view text);
};

}  // namespace

ResultLine readResultLine(std::string_view text) {
  LineReader reader;
  nlohmann::json::sax_parse(text, &reader);
  if (!reader.error.empty()) throw std::runtime_error(reader.error);
  const Finding& finding = reader.line.finding;
  const bool isNamed = !finding.id.empty() && !finding.semantics.empty() && !finding.subject.empty();
  if (reader.line.isJson && reader.line.hasFinding && !(isNamed && reader.hasVerdict_))
    throw std::runtime_error("no finding: it needs id, semantics, subject and verdict");
  return std::move(reader.line);
}

}  // namespace conform
