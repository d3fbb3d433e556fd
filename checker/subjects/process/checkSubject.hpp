// Runs an adapter through the rules of docs/subject-protocol.md.
#pragma once

#include <ostream>
#include <string>

namespace conform {

/// Writes a line for each rule. False: the adapter breaks one.
bool checkSubject(const std::string& command, std::ostream& out);

}  // namespace conform
