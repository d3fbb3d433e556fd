// Claims about whole sets of outcomes: too much, too little, the order, the device.
#include "checker/compare/claims.hpp"

#include "tests/compare/given.hpp"

namespace conform::tests {
namespace {

/// What is wrong with the claim under `draft` of a read that a loss of the context may overtake.
std::vector<std::string> wrongIn(const std::string& claim) {
  const Scenario scenario = scenarioWith(R"("script": [
    {"call": "writeTensor", "on": "c", "tensor": "t", "data": [1, 2], "as": "w"},
    {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"},
    {"call": "readTensor", "on": "c", "tensor": "u", "as": "s"}],
    "anytime": [{"event": "contextLost", "on": "c"}], "allowed": {"draft": )" +
                                         claim + "}");
  ExploreOptions device;
  device.deviceLevel = true;
  const AllowedOutcomes withDevice = allowedUnder(scenario, "draft", device);
  return wrongClaims(*scenario.claimFor("draft", true), allowedUnder(scenario, "draft"), &withDevice);
}

TEST_CASE("a claim that lists exactly what may happen to a name holds") {
  CHECK(wrongIn(R"({"r": {"oneOf": [{"resolved": [1, 2]}, {"rejected": "InvalidStateError"}]}})").empty());
}

TEST_CASE("a claim that leaves out what may happen is wrong, and says what") {
  CHECK(wrongIn(R"({"r": {"resolved": [1, 2]}})") ==
        std::vector<std::string>{"allowed, but not claimed: r rejected InvalidStateError"});
}

TEST_CASE("a claim that lists what never happens is wrong, and says what") {
  CHECK(wrongIn(R"({"w": {"oneOf": [{"returns": "undefined"}, {"throws": "TypeError"}]}})") ==
        std::vector<std::string>{"claimed, but never happens: w throws TypeError"});
}

TEST_CASE("joint outcomes are compared as a set: the second read may be lost alone, the first never") {
  const std::string both = R"({"r": {"resolved": [1, 2]}, "s": {"resolved": [0, 0]}})",
                    second = R"({"r": {"resolved": [1, 2]}, "s": {"rejected": "InvalidStateError"}})",
                    none = R"({"r": {"rejected": "InvalidStateError"}, "s": {"rejected": "InvalidStateError"}})";
  CHECK(wrongIn(R"({"outcomes": [)" + both + "," + second + "," + none + "]}").empty());
  CHECK(wrongIn(R"({"outcomes": [)" + both + "," + none + "]}") ==
        std::vector<std::string>{"allowed, but not claimed: r resolved [1, 2], s rejected InvalidStateError"});
}

TEST_CASE("an order must hold in every run: reads of one tensor settle in order, tensors of a lost context in any") {
  const auto ordered = [](const std::string& second, const std::string& order) {
    const Scenario scenario = scenarioWith(R"("script": [
      {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"},
      {"call": "readTensor", "on": "c", "tensor": ")" +
                                           second + R"(", "as": "s"}],
      "anytime": [{"event": "contextLost", "on": "c"}], "allowed": {"draft": {"order": [)" +
                                           order + "]}}");
    return wrongClaims(*scenario.claimFor("draft", true), allowedUnder(scenario, "draft"));
  };
  CHECK(ordered("t", R"(["r", "s"])").empty());
  CHECK(ordered("t", R"(["s", "r"])") == std::vector<std::string>{"the order s, r does not hold in every run"});
  CHECK(ordered("u", R"(["r", "s"])") == std::vector<std::string>{"the order r, s does not hold in every run"});
}

TEST_CASE("a device trace must hold in every run") {
  const auto traced = [](const std::string& trace) {
    const Scenario scenario = scenarioWith(R"("script": [
      {"call": "readTensor", "on": "c", "tensor": "t", "as": "r"}, {"call": "destroy", "on": "t"}],
      "allowed": {"draft": {"trace": [)" + trace +
                                           "]}}");
    ExploreOptions device;
    device.deviceLevel = true;
    const AllowedOutcomes withDevice = allowedUnder(scenario, "draft", device);
    return wrongClaims(*scenario.claimFor("draft", true), allowedUnder(scenario, "draft"), &withDevice);
  };
  CHECK(traced(R"json(["done:read(r)", "released:t"])json").empty());
  CHECK(traced(R"json(["released:t", "done:read(r)"])json") ==
        std::vector<std::string>{"the device trace released:t, done:read(r) does not hold in every run"});
}

}  // namespace
}  // namespace conform::tests
