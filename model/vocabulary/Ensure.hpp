// ENSURE: a bug of ours ends the program, in release builds too, and says where.
#pragma once

namespace conform {

/// Prints the condition and the place, and aborts.
[[noreturn]] void ensureFailed(const char* condition, const char* file, int line);

}  // namespace conform

#define ENSURE(condition) ((condition) ? static_cast<void>(0) : ::conform::ensureFailed(#condition, __FILE__, __LINE__))
