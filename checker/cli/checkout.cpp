#include "checker/cli/checkout.hpp"

#include <filesystem>
#include <iostream>

#include "checker/compare/wptCheckout.hpp"
#include "checker/subjects/Subject.hpp"
#include "checker/subjects/chromium/locate.hpp"
#include "reports/explain.hpp"

namespace conform {
namespace {

/// What stands behind "chromium:". Throws UsageError for any other subject: only a browser runs them.
std::string browserOf(const std::string& subject) {
  if (subject == "chromium") return {};
  if (subject.starts_with("chromium:")) return subject.substr(std::string_view("chromium:").size());
  throw UsageError("--wpt needs a browser: --subject chromium");
}

}  // namespace

int runCheckout(const std::string& checkout, const std::string& subject, const ReportArguments& reports) {
  const std::filesystem::path own = std::filesystem::path(checkout) / "resources" / "testharness.js";
  const std::vector<std::string> tests = wptTestsIn(checkout);
  Page page(findBrowser(browserOf(subject)));
  try {
    page.open();
  } catch (const BrowserError& error) {
    throw SubjectError(SubjectError::Why::NotStarted, error.what());
  }
  const WptFiles files{checkout, exists(own) ? own : findTestharness()};

  Report report = emptyReport();
  const Console console = reports.console();
  bool failed = false;
  std::size_t pages = 0;  // A file gives one for each variant and each global.
  for (const std::string& test : tests) {
    for (const WptVariant& variant : wptVariants(files, test)) {
      ++pages;
      const WptResult result = runWpt(page, files, test, variant, std::chrono::seconds(90));
      for (Finding& finding : wptFindings(result, (files.root / test).string(), subject, page.version())) {
        failed = failed || isFailure(finding);
        console.write(finding, std::cout);
        report.findings.push_back(std::move(finding));
      }
    }
  }
  report.sort();
  reports.write(report);
  std::cout << tests.size() << " files, " << pages << " pages: " << report.summary() << std::endl;
  return failed ? 1 : 0;
}

}  // namespace conform
