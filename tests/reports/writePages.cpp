// Writes the sample and a report of 2,000 findings as pages, for the test in a browser.
//
// usage: write-pages SAMPLE.html LARGE.html
#include <fstream>

#include "reports/Format.hpp"
#include "tests/reports/sample.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ofstream sample{argv[1], std::ios::binary}, large{argv[2], std::ios::binary};
  conform::reportFormatNamed("html")->write(conform::sampleReport(), sample);
  conform::reportFormatNamed("html")->write(conform::largeReport(2000), large);
  return sample.flush() && large.flush() ? 0 : 1;
}
