#include "tests/reports/sample.hpp"

namespace conform {
namespace {

constexpr const char* hostile =
    "</script><script>alert(1)</script> <!-- ]]> & \"quoted\" 'single' | `tick` ```fence``` @everyone #1 *bold* "
    "[x](y)\n"
    "::error file=x::injected %0A \x1b[31mred\x1b[0m \x07 \x80\xff end \xe2\x80\xae turned \xe2\x80\xa8 line";

Finding readThenDestroy() {
  Finding finding;
  finding.id = "read-then-destroy";
  finding.title = "A pending read is rejected when its tensor is destroyed";
  finding.file = "scenarios/thread/read-then-destroy.json";
  finding.line = 3;
  finding.semantics = "draft";
  finding.subject = "cpu:never-settles";
  finding.subjectVersion = "0.1.0";
  finding.verdict = Verdict::Diverges;
  finding.spec = {"#dom-mlcontext-readtensor", "#dom-mltensor-destroy"};
  finding.allowedUnder = {"prototype-2024"};
  finding.observed = {"w returns", "d returns", "r pending"};
  finding.nearest = {"w returns", "d returns", "r rejected InvalidStateError"};
  const CitedStep reject{"dom-mltensor-destroy", "2.2", "Reject the read's promise."};
  finding.differences = {{2, "r pending", {{"r rejected InvalidStateError", reject}}, ""}};
  finding.choices = {{2, {"r resolved [1, 2]", "the end of the run"}}};
  finding.narration = {
      {"script",
       "",
       "writeTensor(t)",
       {"dom-mlcontext-writetensor", "8", "Queue the write."},
       {"w returns"},
       "/script/0",
       {},
       0},
      {"script", "", "readTensor(t)", {"dom-mlcontext-readtensor", "8", "Queue the read."}, {}, "/script/1", {}, 0},
      {"script", "", "destroy t", reject, {"d returns", "r rejected InvalidStateError"}, "/script/2", {}, 0},
      {"context", "c", "the write's task", {"dom-mlcontext-writetensor", "8.1", ""}, {}, "", 0, 16},
      {"device", "c", "release t", {}, {}, "", 2, -16},
  };
  finding.javascript = "const w = context.writeTensor(t, [1, 2]);\nconst r = context.readTensor(t);\nt.destroy();\n";
  finding.scenario = "{\"id\": \"read-then-destroy\"}";
  finding.reproduce =
      "conform run scenarios/thread/read-then-destroy.json --subject cpu:never-settles --semantics draft";
  return finding;
}

Finding short_(const char* id, Verdict verdict, const char* reason) {
  Finding finding;
  finding.id = id;
  finding.semantics = "draft";
  finding.subject = "cpu";
  finding.verdict = verdict;
  finding.reason = reason;
  return finding;
}

}  // namespace

Report sampleReport() {
  Report report{"webnn-conform 0.1.0", "c515210", {}, {}};
  report.findings.push_back(readThenDestroy());
  Finding evil = readThenDestroy();
  evil.id = evil.title = evil.file = evil.subject = evil.subjectVersion = evil.semantics = evil.reason = hostile;
  evil.javascript = evil.scenario = evil.reproduce = evil.differences[0].seen = evil.differences[0].detail = hostile;
  evil.differences[0].allowed[0] = {hostile, {hostile, hostile, hostile}};
  evil.probe = {hostile, {{hostile, hostile, hostile, true}, {"s", "sigmoid", "exact", false}}};
  evil.observed = evil.nearest = evil.spec = evil.allowedUnder = {hostile};
  evil.narration[3].context = evil.narration[3].text = evil.narration[3].pointer = hostile;
  evil.histogram = {{2, true, {hostile}}, {1, false, {"r pending", hostile}}, {0, true, {}}};
  report.findings.push_back(evil);
  Finding other = readThenDestroy();
  other.subject = "cpu";
  other.verdict = Verdict::Conforms;
  other.observed = other.nearest;
  other.differences.clear();
  other.allowedUnder.clear();
  report.findings.push_back(other);
  report.findings.push_back(short_("hangs", Verdict::Broken, "no answer within 10 s"));
  report.findings.push_back(short_("large", Verdict::Unknown, "1000000 states explored"));
  report.findings.push_back(short_("open", Verdict::Unspecified, "an index out of range"));
  report.findings.push_back(short_("int4", Verdict::Unsupported, "the subject has no int4"));
  report.findings.push_back(short_("no-graph", Verdict::NotApplicable, "build() throws under this semantics"));
  Finding known = readThenDestroy();
  known.id = "known";
  known.known = std::string{"a bug that is being mended "} + hostile;
  report.findings.push_back(known);
  report.notes = {hostile};
  report.sort();
  return report;
}

Report largeReport(std::size_t count) {
  Report report{"webnn-conform 0.1.0", "c515210", {}, {}};
  for (std::size_t i = 0; i < count; ++i) {
    Finding finding = readThenDestroy();
    finding.id += "-" + std::to_string(i);
    while (finding.narration.size() < 20) finding.narration.push_back(finding.narration[finding.narration.size() % 5]);
    report.findings.push_back(finding);
  }
  report.sort();
  return report;
}

}  // namespace conform
