// A report made by hand: every verdict, every member, and strings that try to break out of each format.
#pragma once

#include "reports/Report.hpp"

namespace conform {

Report sampleReport();
/// `count` findings, each as large as a real divergence.
Report largeReport(std::size_t count);

}  // namespace conform
