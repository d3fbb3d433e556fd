// One page that needs no network: the findings as JSON inside it, shown by reports/html/page.js.
#include <array>
#include <ostream>
#include <utility>

#include "reports/Format.hpp"
#include "reports/explain.hpp"
#include "reports/findingJson.hpp"
#include "reports/html/page.hpp"

namespace conform {
namespace {

/// JSON that can stand inside <script>: "<" occurs only in strings, where its escape means the same.
void write(const nlohmann::ordered_json& json, std::ostream& out) {
  const std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::size_t begin = 0;
  for (std::size_t at; (at = text.find('<', begin)) != text.npos; begin = at + 1) {
    out.write(text.data() + begin, static_cast<std::streamsize>(at - begin)) << "\\u003c";
  }
  out.write(text.data() + begin, static_cast<std::streamsize>(text.size() - begin));
}

void writeFindings(const Report& report, std::ostream& out) {
  out << "{\"program\":";
  write(report.program, out);
  out << ",\"draft\":";
  write(report.draft, out);
  out << ",\"specification\":";
  write(publishedDraft, out);
  out << ",\"findings\":[";
  const char* separator = "\n";
  for (const Finding& finding : report.findings) {
    out << separator;
    write(toJson(finding), out);
    separator = ",\n";
  }
  out << "\n]}";
}

void writeHtml(const Report& report, std::ostream& out) {
  std::string_view page = pageHtml();
  const auto upTo = [&](std::string_view place) {
    const std::size_t at = page.find(place);
    out << page.substr(0, at);
    page.remove_prefix(at + place.size());
  };
  upTo("{{style}}");
  out << pageStyle();
  upTo("{{report}}");
  writeFindings(report, out);
  upTo("{{script}}");
  out << pageScript() << page;
}

}  // namespace

extern const ReportFormat htmlFormat;
const ReportFormat htmlFormat{"html", "One page to look at, with the timelines drawn; needs no network", writeHtml};

}  // namespace conform
