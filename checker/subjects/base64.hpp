// Base64 (RFC 4648), with padding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace conform {

std::string encodeBase64(std::span<const std::uint8_t> bytes);
/// Nothing: it is not base64.
std::optional<std::vector<std::uint8_t>> decodeBase64(std::string_view text);

}  // namespace conform
