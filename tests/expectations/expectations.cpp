// Known divergences: what the file may say, what it makes of findings, and how it is brought up to date.
#include <doctest/doctest.h>

#include "checker/expectations/Judge.hpp"

using namespace conform;

namespace {

constexpr const char* today = "2026-12-01";

Finding finding(const char* id, Verdict verdict, const char* subject = "cpu") {
  Finding finding;
  finding.id = id;
  finding.semantics = "draft";
  finding.subject = subject;
  finding.verdict = verdict;
  return finding;
}

Expectation expectation(const char* scenario) {
  Expectation entry;
  entry.scenario = scenario;
  entry.reason = "known";
  entry.expires = "2027-01-01";
  entry.line = 4;
  return entry;
}

Judge judging(std::vector<Expectation> entries) {
  return {{"e.json", std::move(entries)}, today};
}

std::string known(Judge& judge, Finding finding) {
  judge.take(finding);
  return finding.known;
}

std::string errorsOf(const char* text) {
  std::string all;
  for (const LoadError& error : parseExpectations("e.json", text).errors) all += error.text() + "\n";
  return all;
}

}  // namespace

TEST_CASE("a divergence that the file names is known, with reason and link") {
  Expectation entry = expectation("a");
  entry.link = "https://example.org/1";
  Judge judge = judging({entry});
  CHECK(known(judge, finding("a", Verdict::Diverges)) == "known (https://example.org/1)");
  CHECK(known(judge, finding("b", Verdict::Diverges)) == "");
  CHECK(judge.unexpectedPasses().empty());
}

TEST_CASE("another verdict than the expected one is not known") {
  Judge judge = judging({expectation("a")});
  CHECK(known(judge, finding("a", Verdict::Broken)) == "");
  CHECK(known(judge, finding("a", Verdict::Unknown)) == "");
}

TEST_CASE("what is expected to diverge and conforms is told as an unexpected pass") {
  Judge judge = judging({expectation("a")});
  CHECK(known(judge, finding("a", Verdict::Conforms)) == "");
  REQUIRE(judge.unexpectedPasses().size() == 1);
  CHECK(judge.unexpectedPasses()[0] == "e.json:4: a / * / * conforms, and not \"diverges\" as expected: known");
}

TEST_CASE("what fails sometimes may pass") {
  Expectation entry = expectation("a");
  entry.sometimes = true;
  Judge judge = judging({entry});
  CHECK(known(judge, finding("a", Verdict::Conforms)) == "");
  CHECK(judge.unexpectedPasses().empty());
}

TEST_CASE("a pattern passes unexpectedly only if all that it matches passes") {
  Judge judge = judging({expectation("read-*")});
  known(judge, finding("read-1", Verdict::Conforms));
  CHECK(judge.unexpectedPasses().size() == 1);
  CHECK(known(judge, finding("read-2", Verdict::Diverges)) == "known");
  CHECK(judge.unexpectedPasses().empty());
}

TEST_CASE("an entry holds on its last day, and from then on no more") {
  Expectation entry = expectation("a");
  entry.expires = today;
  Judge onLastDay = judging({entry});
  CHECK(known(onLastDay, finding("a", Verdict::Diverges)) == "known");
  CHECK(onLastDay.expired().empty());
  entry.expires = "2026-11-30";
  Judge later = judging({entry});
  CHECK(known(later, finding("a", Verdict::Diverges)) == "");
  REQUIRE(later.expired().size() == 1);
  CHECK(later.expired()[0] == "e.json:4: a / * / * counts no more since 2026-11-30: known");
}

TEST_CASE("a skipped scenario is no unexpected pass") {
  Judge judge = judging({expectation("a")});
  known(judge, finding("a", Verdict::Unsupported));
  CHECK(judge.unexpectedPasses().empty());
}

TEST_CASE("updating drops what passes, adds what is new, keeps what was not run, and renews nothing") {
  Expectation old = expectation("expired");
  old.expires = "2020-01-01";
  Judge judge = judging({expectation("passes"), expectation("fails"), expectation("not-run"), old});
  known(judge, finding("passes", Verdict::Conforms));
  known(judge, finding("fails", Verdict::Diverges));
  known(judge, finding("expired", Verdict::Diverges));
  known(judge, finding("new", Verdict::Broken, "chromium:153"));
  const Expectations updated = judge.updated("2027-03-01");
  std::string names;
  for (const Expectation& entry : updated.entries) names += entry.scenario + " " + entry.expires + "; ";
  CHECK(names == "fails 2027-01-01; not-run 2027-01-01; expired 2020-01-01; new 2027-03-01; ");
  CHECK(updated.entries.back().verdict == Verdict::Broken);
  CHECK(updated.entries.back().subject == "chromium:153");
}

TEST_CASE("a run after an update has nothing unexpected") {
  const auto findings = [] {
    return std::vector{finding("a", Verdict::Diverges), finding("b", Verdict::Conforms),
                       finding("c", Verdict::Unknown)};
  };
  Judge first = judging({expectation("b")});
  for (Finding& one : findings()) first.take(one);
  Judge second{first.updated("2027-03-01"), today};
  for (Finding& one : findings()) {
    second.take(one);
    CHECK(one.known.empty() == (one.verdict == Verdict::Conforms));
  }
  CHECK(second.unexpectedPasses().empty());
}

TEST_CASE("what is written is read back the same") {
  Expectation entry = expectation("a \"b\" <c>");
  entry.subject = "chromium:*";
  entry.verdict = Verdict::Broken;
  entry.link = "https://example.org/";
  entry.sometimes = true;
  const std::string text = textOf(Expectations{"e.json", {entry, expectation("d")}});
  const LoadedExpectations loaded = parseExpectations("e.json", text);
  CHECK(loaded.errors.empty());
  REQUIRE(loaded.expectations.entries.size() == 2);
  CHECK(loaded.expectations.entries[0].line == 4);
  CHECK(textOf(loaded.expectations) == text);
  CHECK(textOf(Expectations{}) == "{\n  \"version\": 1,\n  \"expectations\": [\n  ]\n}\n");
}

TEST_CASE("all that is wrong with a file is told at once, with its place") {
  CHECK(errorsOf(R"({"version": 1, "expectations": [{"scenario": "a", "reason": "r", "expires": "2027-02-30"}]})") ==
        "e.json:1:77: /expectations/0/expires: expected a day as YYYY-MM-DD, found \"2027-02-30\"\n");
  const std::string several = errorsOf(R"({"version": 2, "expectations": [{"scenari": "a", "verdict": "conforms"}]})");
  for (const char* part : {"expected version 1", "scenari", "\"broken\"", "reason", "expires"}) {
    CAPTURE(std::string{part});
    CHECK(several.find(part) != several.npos);
  }
  CHECK(errorsOf("[") != "");
  CHECK(errorsOf("[]") != "");
  CHECK(!loadExpectations("/nowhere/e.json").errors.empty());
}

TEST_CASE("a star stands for any text") {
  CHECK(matchesPattern("*", ""));
  CHECK(matchesPattern("a*b*c", "a-b-b-c"));
  CHECK(matchesPattern("chromium:*", "chromium:153"));
  CHECK_FALSE(matchesPattern("chromium:*", "chromium"));
  CHECK_FALSE(matchesPattern("a", "ab"));
  CHECK_FALSE(matchesPattern("a*b", "a*bc"));
  CHECK_FALSE(matchesPattern("", "a"));
}

TEST_CASE("no byte of an expectations file can do more than make errors") {
  Expectation entry = expectation("a");
  entry.sometimes = true;
  const std::string text = textOf(Expectations{"e.json", {entry, expectation("b")}});
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const char byte : {'\0', '"', '{', ']', '\n', '9', '\xff'}) {
      std::string damaged = text;
      damaged[at] = byte;
      const LoadedExpectations loaded = parseExpectations("e.json", damaged);
      CHECK(loaded.expectations.entries.size() <= 2);
    }
  }
}
