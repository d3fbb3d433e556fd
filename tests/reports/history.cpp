#include "reports/history.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace conform {
namespace {

using Outcomes = std::vector<std::vector<std::string>>;

Finding finding(const std::string& id, const std::string& subject, Verdict verdict, const Outcomes& outcomes) {
  Finding made;
  made.id = id;
  made.title = "Title of " + id;
  made.subject = subject;
  made.subjectVersion = "version of " + subject;
  made.verdict = verdict;
  if (outcomes.size() == 1) made.observed = outcomes[0];
  for (const std::vector<std::string>& outcome : outcomes) made.histogram.push_back({1, true, outcome});
  made.histogram.push_back({0, true, {"never seen"}});
  return made;
}

const std::vector<std::string> subjects{"b:1", "b:2", "b:3"};

Report sample() {
  Report report;
  const Outcomes rejected{{"r rejected InvalidStateError"}}, read{{"r resolved [1]"}};
  for (const std::string& subject : subjects) {
    report.findings.push_back(finding("same", subject, Verdict::Conforms, rejected));
    report.findings.push_back(finding("fixed|in 3", subject, subject == "b:3" ? Verdict::Conforms : Verdict::Diverges,
                                      subject == "b:3" ? rejected : read));
  }
  report.findings.push_back(finding("by chance", "b:1", Verdict::Conforms, {{"r", "q"}, {"q", "r"}}));
  report.findings.push_back(finding("by chance", "b:2", Verdict::Conforms, {{"q", "r"}}));
  report.findings.push_back(finding("by chance", "b:3", Verdict::Diverges, {{"r", "q"}, {"x"}}));
  for (const std::string& subject : subjects) {
    Finding lacking = finding("later", subject, Verdict::Unsupported, {});
    lacking.reason = "no constant tensors";
    report.findings.push_back(subject == "b:1" ? lacking : finding("later", subject, Verdict::Conforms, read));
  }
  return report;
}

void checkGolden(const std::string& name, const std::string& text) {
  const std::string path = WEBNN_CONFORM_SOURCE "/tests/reports/golden/" + name;
  if (std::getenv("CONFORM_RECORD")) std::ofstream{path} << text;
  std::ifstream file(path);
  std::ostringstream golden;
  golden << file.rdbuf();
  CHECK(text == golden.str());
}

TEST_CASE("the first version that behaves in another way is named, and only that") {
  const History history = historyOf(sample(), subjects);
  REQUIRE(history.rows.size() == 4);
  CHECK(!history.rows[0].firstChange);
  CHECK(history.rows[1].firstChange == 2);
  CHECK(history.rows[3].firstChange == 1);
  CHECK(history.changed() == 2);
}

TEST_CASE("versions that show some of the same outcomes by chance behave alike") {
  const History history = historyOf(sample(), subjects);
  CHECK(history.rows[2].id == "by chance");
  CHECK(!history.rows[2].firstChange);
  CHECK(history.rows[2].behaviours[0].outcomes.size() == 3);
}

TEST_CASE("a history as text and as Markdown") {
  const History history = historyOf(sample(), subjects);
  std::ostringstream text, markdown;
  writeHistoryText(history, text);
  writeHistoryMarkdown(history, markdown);
  checkGolden("history.txt", text.str());
  checkGolden("history.md", markdown.str());
}

}  // namespace
}  // namespace conform
