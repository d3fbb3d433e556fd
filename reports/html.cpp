// One page that needs no network: the findings as JSON inside it, shown by reports/html/page.js.
#include <ostream>

#include "reports/Format.hpp"
#include "reports/html/page.hpp"

namespace conform {
extern const ReportFormat jsonFormat;  // Writes no "<": it can stand inside <script>.

namespace {

void writeHtml(const Report& report, std::ostream& out) {
  std::string_view page = reportPage();
  const auto upTo = [&](std::string_view place) {
    const std::size_t at = page.find(place);
    out << page.substr(0, at);
    page.remove_prefix(at + place.size());
  };
  upTo("{{style}}");
  out << reportPageStyle();
  upTo("{{report}}");
  jsonFormat.write(report, out);
  upTo("{{script}}");
  out << reportPageScript() << page;
}

}  // namespace

extern const ReportFormat htmlFormat;
const ReportFormat htmlFormat{"html", "One page to look at, with the timelines drawn; needs no network", writeHtml};

}  // namespace conform
