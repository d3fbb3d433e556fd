// Checks JSON against the schemas in docs/.
#pragma once

#include <string>
#include <string_view>

namespace conform {

/// What the schema `docs/FILE` says against it; empty: nothing. `definition`: a part of the schema, "" for the whole.
std::string schemaErrors(const std::string& file, std::string_view definition, std::string_view json);

}  // namespace conform
