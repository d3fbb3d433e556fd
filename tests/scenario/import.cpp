// Cases of the catalogue become scenario files.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "checker/scenario/importCatalogue.hpp"

using namespace conform;

namespace {

std::string textOf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

const std::string oneCase = R"([{"id": "a", "title": "t", "category": "order", "why": "#dom-mlcontext-destroy: so.",
 "setup": [], "calls": [{"call": "createContext", "as": "c"}], "expect": {"c": {"resolved": "*"}},
 "order": [["c"]], "variants": {"option-1": {"c": {"pending": true}}}, "confidence": "high",
 "nondeterministic": false, "timelineControl": false, "failureInjection": false EXTRA}])";

std::string withExtra(const std::string& extra) {
  std::string text = oneCase;
  return text.replace(text.find("EXTRA"), 5, extra);
}

}  // namespace

TEST_CASE("a case keeps all that it claims") {
  const ImportedCatalogue imported = importCatalogue("c.json", withExtra(""));
  CHECK(imported.errors.empty());
  REQUIRE(imported.files.size() == 1);
  CHECK(imported.files[0].path == "spec/order/a.json");
  const Loaded loaded = loadScenarios("a.json", imported.files[0].text);
  REQUIRE(loaded.scenarios.size() == 1);
  const Scenario& scenario = loaded.scenarios[0];
  CHECK(scenario.spec == std::vector<std::string>{"#dom-mlcontext-destroy"});
  CHECK(scenario.allowed.at("draft").order->size() == 1);
  CHECK(scenario.allowed.at("option-1").names.at("c")[0].kind == OutcomeKind::Pending);
  CHECK(scenario.allowed.at("pre-799").names.at("c")[0].kind == OutcomeKind::Pending);  // Equals option-1 everywhere.
  CHECK(scenario.othersAsDraft);
}

TEST_CASE("a key that the form does not have, and an id that leads out of the folder, are errors") {
  const ImportedCatalogue unknown = importCatalogue("c.json", withExtra(R"(, "notes": "x")"));
  CHECK(unknown.files.empty());
  REQUIRE(unknown.errors.size() == 1);
  CHECK(unknown.errors[0].text() == R"(c.json:4:92: /0/notes: unknown key "notes"; did you mean "note"?)");
  std::string outside = withExtra("");
  outside.replace(outside.find("\"a\""), 3, "\"../a\"");
  CHECK(importCatalogue("c.json", outside).files.empty());
  std::string misspelt = withExtra("");
  misspelt.replace(misspelt.find("createContext"), 13, "createContxt");
  REQUIRE(importCatalogue("c.json", misspelt).errors.size() == 1);
  CHECK(importCatalogue("c.json", misspelt).errors[0].message.find("did you mean \"createContext\"") !=
        std::string::npos);
}

TEST_CASE("the shipped scenarios of the catalogue are what the import writes") {
  const std::string root = WEBNN_CONFORM_SOURCE;
  const char* shared = std::getenv("WEBNN_CONFORM_SHARED");
  const std::string file = (shared ? std::string(shared) : root + "/../shared") + "/timeline/catalogue.json";
  if (!std::filesystem::exists(file)) {
    MESSAGE("skipped: there is no " << file);
    return;
  }
  const ImportedCatalogue imported = importCatalogue(file, textOf(file));
  for (const LoadError& error : imported.errors) CHECK_MESSAGE(false, error.text());
  CHECK(imported.files.size() == 278);
  for (const ImportedFile& one : imported.files)
    CHECK_MESSAGE(one.text == textOf(root + "/scenarios/" + one.path), one.path);
}
