// The main() of the kernels' tests: prints the worst errors at the end.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "tests/kernels/judge.hpp"

int main(int argc, char** argv) {
  doctest::Context context{argc, argv};
  const int status = context.run();
  if (!context.shouldExit()) conform::printTable();
  return status;
}
