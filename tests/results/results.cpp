// Results files: what is written comes back, what is damaged is told, and shards fit together or are refused.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>

#include "checker/results/ResultsWriter.hpp"
#include "checker/results/merge.hpp"
#include "tests/reports/sample.hpp"
#include "tests/reports/schemas.hpp"

using namespace conform;

namespace {

/// A path in a folder of its own, which goes with it.
struct Scratch {
  Scratch() : folder(std::filesystem::temp_directory_path() / ("conform-results-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder);
  }
  ~Scratch() { std::filesystem::remove_all(folder); }
  std::string path(const char* name = "results.jsonl") const { return (folder / name).string(); }
  std::filesystem::path folder;
};

std::string textOf(const std::string& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>(in), {}};
}

ResultsHead head(Shard shard = {}) {
  return {"webnn-conform 0.1.0", "c515210", "cpu",       "0.1.0", "draft", "A processor", 8,
          "0123456789abcdef",    shard,     "--repeat 1"};
}

std::string written(const std::string& path, std::size_t findings) {
  ResultsWriter writer{path, head()};
  const Report report = largeReport(findings);
  for (const Finding& finding : report.findings) writer.append(finding, 0.25);
  writer.end();
  return textOf(path);
}

std::string onlyProblem(const Results& results) {
  REQUIRE(results.problems.size() == 1);
  return results.problems.front();
}

std::string whyRefused(const std::string& text) {
  try {
    parseResults("r.jsonl", text);
  } catch (const ResultsError& error) {
    return error.what();
  }
  return "not refused";
}

/// Shards 1 to `of`, each with one finding.
std::vector<NamedResults> shards(std::size_t of) {
  std::vector<NamedResults> all;
  const Report report = largeReport(of);
  for (std::size_t i = 1; i <= of; ++i) {
    Results results;
    results.head = head({i, of});
    results.results = {{report.findings[i - 1], 0.5}};
    results.ended = true;
    all.push_back({"shard-" + std::to_string(i), results});
  }
  return all;
}

std::string all(const std::vector<std::string>& problems) {
  std::string text;
  for (const std::string& problem : problems) text += problem + "\n";
  return text;
}

}  // namespace

TEST_CASE("what is written comes back") {
  const Scratch scratch;
  const Report report = largeReport(3);
  written(scratch.path(), 3);
  const Results results = readResults(scratch.path());
  CHECK(results.head == head());
  CHECK(results.ended);
  CHECK(results.problems.empty());
  REQUIRE(results.results.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(results.results[i].finding == report.findings[i]);
  CHECK(results.results[0].seconds == 0.25);
}

TEST_CASE("each line is as docs/report.schema.json says, hostile strings included") {
  const Scratch scratch;
  {
    ResultsWriter writer{scratch.path(), head()};
    for (const Finding& finding : sampleReport().findings) writer.append(finding, 1e-7);
    writer.end();
  }
  std::istringstream lines{textOf(scratch.path())};
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    CHECK(schemaErrors("report.schema.json", "resultsLine", line) == "");
  CHECK(count == 11);
  CHECK(schemaErrors("report.schema.json", "resultsLine", R"({"ending": true})") != "");
}

TEST_CASE("a file cut off anywhere keeps every finding whose line is whole") {
  const Scratch scratch;
  const std::string text = written(scratch.path(), 3);
  const std::size_t headEnd = text.find('\n');
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; ++at) ends.push_back(at);
  for (std::size_t size = headEnd + 1; size < text.size(); size += 7) {
    const Results results = parseResults("r.jsonl", text.substr(0, size));
    // The line feed itself may be missing.
    const auto whole =
        static_cast<std::size_t>(std::ranges::count_if(ends, [&](std::size_t end) { return end <= size; }));
    CHECK(results.results.size() == std::min<std::size_t>(whole - 1, 3));
  }
}

TEST_CASE("the last line of a killed run is told as cut off, with its number") {
  const Scratch scratch;
  const std::string text = written(scratch.path(), 2);
  const Results results = parseResults("r.jsonl", text.substr(0, text.size() - 100));
  CHECK(onlyProblem(results) == "r.jsonl:3: cut off in the middle of a line: the run was killed while it wrote");
  CHECK(results.results.size() == 1);
  CHECK_FALSE(results.ended);
}

TEST_CASE("a damaged line costs that line alone") {
  const Scratch scratch;
  std::string text = written(scratch.path(), 3);
  text[text.find('\n', text.find('\n') + 1) + 1] = '#';
  const Results results = parseResults("r.jsonl", text);
  CHECK(results.results.size() == 2);
  CHECK(results.problems.size() == 2);
  CHECK(results.problems[0] == "r.jsonl:3: no JSON; this line is left out");
  CHECK(results.problems[1] == "r.jsonl:5: the end line counts 3 findings, 2 could be read");
}

TEST_CASE("what is no results file, an older one or an empty one is refused with the reason") {
  CHECK(whyRefused("") == "r.jsonl: is empty: no run wrote anything to it");
  CHECK(whyRefused("<html>\n") == "r.jsonl:1: no results file: its first line is no head line ({\"results\": 1, ...})");
  CHECK(whyRefused("[1, 2]\n{}\n").starts_with("r.jsonl:1: no results file"));
  CHECK(
      whyRefused("{\"results\": 7, \"program\": \"webnn-conform 9\"}\n") ==
      "r.jsonl:1: a results file of version 7; this program reads version 1: run again, or use the program that wrote "
      "it (webnn-conform 9)");
  CHECK(whyRefused("{\"results\": 1}\n").starts_with("r.jsonl:1: the head line of a results file, damaged"));
  CHECK(whyRefused(std::string(1 << 20, '[')).starts_with("r.jsonl:1: no results file"));
}

TEST_CASE("a line of another kind, a finding of the wrong type and a second finding are told and left out") {
  const Scratch scratch;
  std::string text = written(scratch.path(), 1);
  const std::size_t second = text.find('\n') + 1, third = text.find('\n', second) + 1;
  const std::string finding = text.substr(second, third - second);
  text.insert(third, "{\"finding\": {\"id\": 3}}\n{}\n" + finding);
  const Results results = parseResults("r.jsonl", text);
  CHECK(results.results.size() == 1);
  CHECK(results.problems.size() == 3);
  CHECK(results.problems[1] == "r.jsonl:4: no line of a results file; this line is left out");
}

TEST_CASE("a run that is killed with SIGKILL has lost nothing, and goes on where it was") {
  const Scratch scratch;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ResultsWriter writer{scratch.path(), head()};
    for (const Finding& finding : largeReport(5).findings) writer.append(finding, 1);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  std::ofstream{scratch.path(), std::ios::app} << "{\"finding\": {\"id\": \"half";
  const Results before = readResults(scratch.path());
  CHECK(before.results.size() == 5);
  {
    ResultsWriter writer{scratch.path(), before.head, before.results};
    for (Finding finding : largeReport(2).findings) {
      finding.id += "-later";
      writer.append(finding, 1);
    }
    writer.end();
  }
  const Results after = readResults(scratch.path());
  CHECK(after.results.size() == 7);
  CHECK(after.problems.empty());
  CHECK(after.ended);
}

TEST_CASE("a file that is no results file is not overwritten") {
  const Scratch scratch;
  std::ofstream{scratch.path()} << "my thesis\n";
  CHECK_THROWS_AS((ResultsWriter{scratch.path(), head()}), ResultsError);
  CHECK(textOf(scratch.path()) == "my thesis\n");
}

TEST_CASE("shards of one run merge, in any order, to the same") {
  std::vector<NamedResults> some = shards(3);
  CHECK(all(mergeProblems(some)) == "");
  const Results one = merged(some);
  std::ranges::reverse(some);
  const Results other = merged(some);
  REQUIRE(one.results.size() == 3);
  CHECK(one.head == other.head);
  CHECK(one.head.shard == Shard{1, 1});
  for (std::size_t i = 0; i < 3; ++i) CHECK(one.results[i].finding == other.results[i].finding);
}

TEST_CASE("a shard that is missing, double, unfinished or another run's is refused by name") {
  const auto refused = [](auto change) {
    std::vector<NamedResults> some = shards(3);
    change(some);
    return all(mergeProblems(some));
  };
  CHECK(refused([](auto& some) { some.erase(some.begin() + 1); }) == "shard 2 of 3 is missing\n");
  CHECK(refused([](auto& some) { some[1].results.head.shard.index = 1; }) ==
        "shard-2: shard 1 of 3 again; shard-1 is it already\nshard 2 of 3 is missing\n");
  CHECK(refused([](auto& some) { some[2].results.ended = false; }) ==
        "shard-3: shard 3 of 3 did not come to its end; go on with --resume shard-3\n");
  CHECK(refused([](auto& some) { some[2].results.head.semantics = "option-1"; }) ==
        "shard-3: is of another semantics (option-1, not draft) as shard-1\n");
  CHECK(refused([](auto& some) {
          some[2].results.head.fingerprint = "0";
        }).starts_with("shard-3: is of another set of scenarios"));
  CHECK(refused([](auto& some) {
          some[2].results.head.program = "webnn-conform 0";
        }).starts_with("shard-3: is of another program"));
  CHECK(refused([](auto& some) {
          some[2].results.results = some[0].results.results;
        }).starts_with("shard-3: has a finding for read-then-destroy-0"));
  CHECK(all(mergeProblems({})) == "no results to merge\n");
}

TEST_CASE("the shards of a run are disjoint, complete and balanced by what each scenario took") {
  std::vector<double> weights(100);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = 1.0 / static_cast<double>(i + 1);
  std::vector<std::size_t> seen(weights.size());
  std::vector<double> loads;
  for (std::size_t index = 1; index <= 3; ++index) {
    double load = 0;
    for (const std::size_t i : membersOf({index, 3}, weights)) ++seen[i], load += weights[i];
    loads.push_back(load);
  }
  CHECK(seen == std::vector<std::size_t>(weights.size(), 1));
  CHECK(*std::ranges::max_element(loads) - *std::ranges::min_element(loads) < 0.02);
}

TEST_CASE("a fingerprint tells sets of scenarios apart") {
  const auto of = [](std::vector<std::pair<const char*, const char*>> scenarios) {
    Fingerprint fingerprint;
    for (const auto& [id, text] : scenarios) fingerprint.add(id, text);
    return fingerprint.text();
  };
  CHECK(of({{"a", "1"}, {"b", "2"}}) == of({{"a", "1"}, {"b", "2"}}));
  CHECK(of({{"a", "1"}, {"b", "2"}}) != of({{"a", "1"}, {"b", "3"}}));
  CHECK(of({{"a", "1"}}) != of({{"a1", ""}}));
  CHECK(of({}).size() == 16);
}

TEST_CASE("no byte of a results file can do more than cost findings") {
  const Scratch scratch;
  const std::string text = written(scratch.path(), 2);
  for (std::size_t at = 0; at < text.size(); at += 3) {
    for (const char byte : {'\0', '"', '{', ']', '\n', '9', '\xff'}) {
      std::string damaged = text;
      damaged[at] = byte;
      try {
        const Results results = parseResults("r.jsonl", damaged);
        CHECK(results.results.size() <= 3);
      } catch (const ResultsError& error) {
        CHECK(std::string_view{error.what()}.starts_with("r.jsonl:1: "));
      }
    }
  }
}
