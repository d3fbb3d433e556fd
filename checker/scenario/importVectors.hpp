// Turns operator vectors in the form of the web-platform-tests as data (docs/kernels.md, "Vectors") into scenarios:
// build the graph, write, dispatch, read. What a vector expects is claimed under `wpt-2026-06`.
#pragma once

#include <string>
#include <string_view>

namespace conform {

/// A file's text becomes the text of a scenario file, one scenario for each vector; `name` ("matmul") begins each id.
/// Throws std::runtime_error with what is wrong.
std::string importVectors(const std::string& name, std::string_view text);

}  // namespace conform
