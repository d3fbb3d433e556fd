#include "model/vocabulary/Ensure.hpp"

#include <cstdio>
#include <cstdlib>

namespace conform {

void ensureFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "webnn-conform: %s:%d: a bug of this program: %s does not hold\n", file, line, condition);
  std::abort();
}

}  // namespace conform
