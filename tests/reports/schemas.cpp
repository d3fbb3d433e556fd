#include "tests/reports/schemas.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace conform {

std::string schemaErrors(const std::string& file, std::string_view definition, std::string_view json) {
  nlohmann::json schemaText = nlohmann::json::parse(std::ifstream{WEBNN_CONFORM_SOURCE "/docs/" + file});
  if (!definition.empty()) schemaText["allOf"] = {{{"$ref", "#/definitions/" + std::string{definition}}}};
  valijson::Schema schema;
  valijson::SchemaParser{}.populateSchema(valijson::adapters::NlohmannJsonAdapter{schemaText}, schema);
  const nlohmann::json value = nlohmann::json::parse(json, nullptr, false);
  if (value.is_discarded()) return "no JSON";
  valijson::ValidationResults results;
  if (valijson::Validator{}.validate(schema, valijson::adapters::NlohmannJsonAdapter{value}, &results)) return {};
  std::string text;
  for (valijson::ValidationResults::Error error; results.popError(error);) {
    for (const std::string& part : error.context) text += part;
    text += ": " + error.description + "\n";
  }
  return text;
}

}  // namespace conform
