// What commands read and write besides scenarios: input files, notes on standard error, results where an option says.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "checker/expectations/Expectations.hpp"
#include "checker/scenario/load.hpp"
#include "reports/Format.hpp"

namespace conform {

/// "conform: TEXT" on standard error, with nothing in it that could steer a terminal.
void tell(std::string_view text);
/// What is wrong with a file, one line each, that begin with its place.
void tell(std::span<const LoadError> errors);

/// The text of a file, "-" being standard input. Throws UsageError.
std::string inputIn(const std::string& file);
/// Writes to the file that the option names, or to standard output for "-". Throws UsageError.
void writeTo(const std::string& path, std::string_view option, const std::function<void(std::ostream&)>& write);

/// Throws UsageError, after it told all that is wrong with the file that --expectations names.
Expectations expectationsIn(const std::string& file);

/// Throws UsageError where there is no such format.
const ReportFormat& formatNamed(const std::string& name);

}  // namespace conform
