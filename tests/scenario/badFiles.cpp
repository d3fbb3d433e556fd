// The schema and the loader judge the same files: good ones, ones of bad form, ones of bad meaning.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "checker/scenario/load.hpp"

using namespace conform;

namespace {

const std::string root = WEBNN_CONFORM_SOURCE;

std::string textOf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What the schema says of a file; one that is no JSON it cannot accept.
bool schemaAccepts(const std::string& file) {
  static const auto schema = [] {
    const nlohmann::json text = nlohmann::json::parse(textOf(root + "/scenarios/scenario.schema.json"));
    auto parsed = std::make_unique<valijson::Schema>();
    valijson::adapters::NlohmannJsonAdapter adapter{text};
    valijson::SchemaParser{}.populateSchema(adapter, *parsed);
    return parsed;
  }();
  const nlohmann::json value = nlohmann::json::parse(textOf(file), nullptr, false);
  if (value.is_discarded()) return false;
  valijson::Validator validator;
  return validator.validate(*schema, valijson::adapters::NlohmannJsonAdapter{value}, nullptr);
}

std::string told(const std::string& file) {
  std::string text;
  const std::string name = std::filesystem::path(file).filename().string();
  for (const LoadError& error : loadScenarios(name, textOf(file)).errors) text += error.text() + "\n";
  return text;
}

/// The messages are on record beside the file. CONFORM_RECORD=1 writes them anew, to be read before they are kept.
void checkMessages(const std::string& file) {
  const std::string record = file.substr(0, file.size() - 5) + ".expected";
  if (std::getenv("CONFORM_RECORD")) std::ofstream(record, std::ios::binary) << told(file);
  CHECK_MESSAGE(told(file) == textOf(record), file);
}

}  // namespace

TEST_CASE("a file of bad form is refused by the schema and by the loader, with the messages on record") {
  const auto files = scenarioFilesIn(root + "/tests/bad/form");
  CHECK(files.size() >= 40);
  for (const std::string& file : files) {
    CHECK_MESSAGE(!schemaAccepts(file), file);
    CHECK_MESSAGE(!told(file).empty(), file);
    checkMessages(file);
  }
}

TEST_CASE("a file of bad meaning has good form; the loader refuses it, with the messages on record") {
  const auto files = scenarioFilesIn(root + "/tests/bad/meaning");
  CHECK(files.size() >= 15);
  for (const std::string& file : files) {
    CHECK_MESSAGE(schemaAccepts(file), file);
    CHECK_MESSAGE(!told(file).empty(), file);
    checkMessages(file);
  }
}

TEST_CASE("the schema accepts every scenario of the project that the loader accepts") {
  std::size_t count = 0;
  for (const std::string& file : scenarioFilesIn(root + "/scenarios")) {
    if (std::filesystem::file_size(file) > 200'000) continue;  // Generated tables of values: slow, and all alike.
    CHECK_MESSAGE(schemaAccepts(file), file);
    ++count;
  }
  CHECK(count >= 278);
}

TEST_CASE("the example of the page on the format loads") {
  const std::string page = textOf(root + "/docs/scenario-format.md");
  const std::size_t begin = page.find("```json\n") + 8;
  const std::string example = page.substr(begin, page.find("```", begin) - begin);
  const Loaded loaded = loadScenarios("scenario-format.md", example);
  for (const LoadError& error : loaded.errors) CHECK_MESSAGE(false, error.text());
  REQUIRE(loaded.scenarios.size() == 1);
  CHECK(loaded.scenarios[0].allowed.size() == 3);
}
