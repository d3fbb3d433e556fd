#include <doctest/doctest.h>

#include <sstream>

#include "checker/bench/Contest.hpp"
#include "checker/bench/FamilyScenario.hpp"
#include "checker/bench/Process.hpp"
#include "checker/bench/contenders.hpp"

namespace conform {
namespace {

Contender fake(const std::string& name, const std::string& outcomes, std::vector<double> times) {
  auto next = std::make_shared<std::size_t>(0);
  return {name, 0, true, [=](const std::string& file) {
            writeTextFile(file, outcomes);
            Measured measured;
            measured.cpuSeconds = times.at((*next)++);
            return measured;
          }};
}

TEST_CASE("least and median are over all rounds, and equal lists of outcomes are no difference") {
  const auto result = runContest({fake("a", "x\ny\n", {3, 1, 2}), fake("b", "x\ny\n", {9, 9, 30})}, 3);
  REQUIRE(result.find("a") != nullptr);
  CHECK(result.find("a")->least == 1);
  CHECK(result.find("a")->median == 2);
  CHECK(result.find("b")->median == 9);
  CHECK(result.differences.empty());
}

TEST_CASE("lists of outcomes that part are told with the line") {
  const auto result = runContest({fake("a", "x\ny\n", {1, 1, 1}), fake("b", "x\n", {1, 1, 1})}, 3);
  REQUIRE(result.differences.size() == 1);
  CHECK(result.differences.front() == "a and b part at \"y\" and \"(the end)\"");
  std::ostringstream out;
  print(result, "a", out);
  CHECK(out.str().find("DIFFERENT SETS") != std::string::npos);
}

TEST_CASE("a contender that does not end is told, and is not asked again") {
  int asked = 0;
  const Contender lame{"lame", 0, true, [&](const std::string&) {
                         ++asked;
                         Measured measured;
                         measured.problem = "did not end";
                         return measured;
                       }};
  const auto result = runContest({lame, fake("b", "x\n", {1, 1, 1})}, 3);
  CHECK(asked == 1);
  CHECK(result.find("lame") == nullptr);
  CHECK(result.differences.empty());
}

TEST_CASE("a process's status, output and peak memory are its own") {
  CHECK(runProcess({"sh", "-c", "echo word; exit 3"}, "/").exitStatus == 3);
  CHECK(runProcess({"sh", "-c", "echo $ONE"}, "/", {"ONE=1"}).output == "1\n");
  CHECK(runProcess({"no-such-program"}, "/").exitStatus == 127);
  const ProcessResult forked = runForked([]() -> std::string { throw std::runtime_error("no"); });
  CHECK(forked.exitStatus == 1);
  CHECK(forked.output == "no");
}

TEST_CASE("the engines agree on the family, at the pinned granularity and at the draft's") {
  const Family family{2, 1, 1, 1, true, true};
  for (const Granularity& granularity : {pinned, Granularity{}}) {
    const Asked asked{familyScenario(family), parseSemantics("draft"), granularity};
    const auto result = runContest({modelContender(asked, Engine::Reduced, {}), modelContender(asked, Engine::Full, {}),
                                    modelContender(asked, Engine::Fingerprints, {}), listingContender(asked, {})},
                                   1);
    CHECK(result.differences.empty());
    REQUIRE(result.find(fullExact) != nullptr);
    REQUIRE(result.find(defaultListing) != nullptr);
    const std::string outcomes = granularity.wholeTasks ? "61" : "78";
    CHECK(result.find(fullExact)->last.outcomes == outcomes);
    CHECK(result.find(defaultListing)->last.outcomes == outcomes);
  }
}

}  // namespace
}  // namespace conform
