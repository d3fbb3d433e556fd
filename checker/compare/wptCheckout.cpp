#include "checker/compare/wptCheckout.hpp"

#include <algorithm>
#include <stdexcept>

namespace conform {
namespace {

Verdict verdictOf(WptSubtest::Status status) {
  switch (status) {
    case WptSubtest::Status::Pass:
      return Verdict::Conforms;
    case WptSubtest::Status::Fail:
      return Verdict::Diverges;
    case WptSubtest::Status::PreconditionFailed:
      return Verdict::Unsupported;
    case WptSubtest::Status::Timeout:
    case WptSubtest::Status::NotRun:
      break;
  }
  return Verdict::Broken;
}

}  // namespace

std::vector<std::string> wptTestsIn(const std::filesystem::path& checkout) {
  const std::filesystem::path folder = checkout / "webnn";
  if (!std::filesystem::is_directory(folder)) throw std::runtime_error("there is no folder " + folder.string());
  std::vector<std::string> tests;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || !(name.ends_with(".any.js") || name.ends_with(".window.js"))) continue;
    tests.push_back(entry.path().lexically_relative(checkout).generic_string());
  }
  std::ranges::sort(tests);
  return tests;
}

std::vector<Finding> wptFindings(const WptResult& result, const std::string& file, const std::string& subject,
                                 const std::string& version) {
  std::vector<Finding> findings;
  const auto add = [&](const std::string& id, const std::string& title, Verdict verdict, const std::string& reason) {
    Finding finding;
    finding.id = id;
    finding.title = title;
    finding.file = file;
    finding.semantics = "wpt";
    finding.subject = subject;
    finding.subjectVersion = version;
    finding.verdict = verdict;
    finding.reason = reason;
    findings.push_back(std::move(finding));
  };
  for (const WptSubtest& subtest : result.subtests) {
    const std::string status = subtest.status == WptSubtest::Status::Pass ? "" : std::string{nameOf(subtest.status)};
    add(result.test + " " + subtest.name, "", verdictOf(subtest.status),
        status + (subtest.message.empty() ? "" : ": " + subtest.message));
  }
  if (!result.ok) add(result.test, "the file as a whole", Verdict::Broken, result.message);
  return findings;
}

}  // namespace conform
