// The benchmark of the kernels as a program of its own: `bench-kernels [FILE...]`.
#include <fstream>
#include <iostream>
#include <sstream>

#include "checker/bench/kernels.hpp"

int main(int argc, char** argv) {
  if (argc == 1) conform::printKernelTimes(std::cout, conform::timeKernels());
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i]);
    std::stringstream text;
    text << file.rdbuf();
    conform::printKernelTimes(std::cout, conform::timeVectors(text.str()));
  }
}
