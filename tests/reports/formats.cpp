// Every format, byte for byte, and what no string may do to it. CONFORM_RECORD=1 writes the golden files anew.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>

#include "reports/Format.hpp"
#include "reports/findingJson.hpp"
#include "reports/html/page.hpp"
#include "reports/lanes.hpp"
#include "tests/reports/sample.hpp"
#include "tests/reports/schemas.hpp"

using namespace conform;

namespace {

std::string written(std::string_view format, const Report& report) {
  std::ostringstream out;
  reportFormatNamed(format)->write(report, out);
  return out.str();
}

/// The page's own style and script stay out of its golden file.
std::string withoutOwnFiles(std::string text) {
  for (const std::string_view own : {reportPageStyle(), reportPageScript()}) {
    if (const std::size_t at = text.find(own); at != text.npos) text.replace(at, own.size(), "...");
  }
  return text;
}

std::size_t occurrences(std::string_view text, std::string_view of) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(of, at)) != text.npos; at += of.size()) ++count;
  return count;
}

std::string linesThatBegin(const std::string& text, std::string_view with) {
  std::istringstream in{text};
  std::string all;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(with)) all += line + "\n";
  }
  return all;
}

/// Compares with a golden file.
void checkGolden(const std::string& name, const std::string& text) {
  const std::string path = WEBNN_CONFORM_SOURCE "/tests/reports/golden/" + name;
  if (std::getenv("CONFORM_RECORD") != nullptr) std::ofstream{path} << text;
  std::ostringstream golden;
  golden << std::ifstream{path}.rdbuf();
  CHECK(text == golden.str());
}

}  // namespace

TEST_CASE("every format writes the golden file, byte for byte") {
  for (const ReportFormat* format : reportFormats()) {
    CAPTURE(format->name);
    checkGolden("report." + std::string{format->name}, withoutOwnFiles(written(format->name, sampleReport())));
  }
}

TEST_CASE("a drawn run is the golden file, byte for byte, and no string of it is taken for markup") {
  for (const Finding& finding : sampleReport().findings) {
    if (finding.subject != "cpu:never-settles" && finding.histogram.empty()) continue;
    const bool isHostile = !finding.histogram.empty();
    const std::string name = isHostile ? "hostile" : "run";
    std::ostringstream svg, mermaid;
    drawSvg(finding.title, finding.narration, svg);
    drawMermaid(finding.title, finding.narration, mermaid);
    checkGolden(name + ".svg", svg.str());
    checkGolden(name + ".mermaid", mermaid.str());
    pugi::xml_document document;
    CHECK(document.load_string(svg.str().c_str()));
    CHECK(occurrences(svg.str(), "<script") == 0);
    for (const char* own : {"<", "@everyone\n", "\x1b"}) CHECK(mermaid.str().find(own) == std::string::npos);
    CHECK(occurrences(mermaid.str(), "-)") == 2);
  }
}

TEST_CASE("a drawing folds the draft's steps into what runs them, and knows what queued what") {
  const std::vector<LaneEvent> events = laneEvents(largeReport(1).findings[0].narration);
  REQUIRE(events.size() >= 3);
  CHECK(events[0].steps.size() == 3);
  CHECK(events[0].seen == std::vector<std::string>{"w returns", "d returns", "r rejected InvalidStateError"});
  CHECK(events[1].causedBy == 0);
  CHECK(events[1].bytes == 16);
}

TEST_CASE("no format lets a control character or a broken byte through") {
  for (const ReportFormat* format : reportFormats()) {
    CAPTURE(format->name);
    const std::string text = written(format->name, sampleReport());
    CHECK(text.find_first_of("\x1b\x07") == text.npos);
    const std::string_view replaced = "\xef\xbf\xbd";
    CHECK(text.find("\xff") == text.npos);
    CHECK(text.find(replaced) != text.npos);
  }
}

TEST_CASE("no string of a finding can end the page's script") {
  const std::string page = written("html", sampleReport());
  CHECK(occurrences(page, "</script") == 3);
  CHECK(occurrences(page, "<script") == 3);
  CHECK(page.find("{{") == page.npos);
}

TEST_CASE("the page asks no network for anything") {
  const std::string page = written("html", Report{"webnn-conform", "c515210", {}, {}});
  for (const char* asks : {" src=", "@import", "fetch(", "XMLHttpRequest", "WebSocket", "import("}) {
    CAPTURE(std::string{asks});
    CHECK(page.find(asks) == page.npos);
  }
  CHECK(occurrences(page, "url(") == occurrences(page, "url(#"));  // A marker of the drawing itself.
}

TEST_CASE("JUnit is well-formed XML and counts as the report does") {
  pugi::xml_document document;
  REQUIRE(document.load_string(written("junit", sampleReport()).c_str()));
  const pugi::xml_node root = document.child("testsuites");
  CHECK(root.attribute("tests").as_int() == 9);
  CHECK(root.attribute("failures").as_int() == 2);
  CHECK(root.attribute("errors").as_int() == 2);
  CHECK(root.attribute("skipped").as_int() == 3);
}

TEST_CASE("no string of a finding begins an annotation of its own") {
  const std::string text = written("github", sampleReport());
  CHECK(occurrences(linesThatBegin(text, "::error "), "\n") == 3);
  CHECK(occurrences(linesThatBegin(text, "::warning "), "\n") == 2);
  CHECK(occurrences(linesThatBegin(text, "::notice "), "\n") == 2);
  CHECK(occurrences(text, "\n") == 8);  // And the summary.
}

TEST_CASE("Markdown stays under 65,000 characters and says how many findings were left out") {
  const std::string text = written("markdown", largeReport(2000));
  CHECK(text.size() < 65'000);
  CHECK(text.size() > 55'000);
  CHECK(text.find(" of 2000 findings were left out") != text.npos);
}

TEST_CASE("Markdown tells what diverges before what is unsupported") {
  Report report = sampleReport();
  std::ranges::reverse(report.findings);
  const std::string text = written("markdown", report);
  CHECK(text.find("**diverges**") < text.find("**broken**"));
  CHECK(text.find("**broken**") < text.find("**unsupported**"));
}

TEST_CASE("Markdown mentions nobody and ends no block early") {
  for (const char* format : {"markdown", "issue"}) {
    const std::string text = written(format, sampleReport());
    CHECK(text.find("\n</script>") == text.find("\n````js\n</script>") + 7);
    CHECK(linesThatBegin(text, "#1").empty());
  }
}

TEST_CASE("an issue tells what each subject did") {
  const std::string text = written("issue", sampleReport());
  CHECK(text.find("cpu:never-settles") != text.npos);
  CHECK(text.find("as expected") != text.npos);
  CHECK(occurrences(text, "**Expected**") == 4);
}

TEST_CASE("a wptreport has one test for each scenario, with a path that is safe as a file name") {
  const auto report = nlohmann::json::parse(written("wptreport", sampleReport()));
  CHECK(report["results"].size() == 8);
  for (const auto& result : report["results"]) {
    const std::string path = result["test"];
    CHECK(path.find_first_of("<>\"'\\ .\n", 1) == path.npos);
  }
}

TEST_CASE("the JSON report is as docs/report.schema.json says, and the schema can say no") {
  const std::string text = written("json", sampleReport());
  CHECK(schemaErrors("report.schema.json", "", text) == "");
  std::string wrong = text;
  wrong.replace(wrong.find("\"seen\""), 6, "\"sene\"");
  CHECK(schemaErrors("report.schema.json", "", wrong) != "");
}

TEST_CASE("a wptreport is as docs/wptreport.schema.json says, and the schema can say no") {
  const std::string text = written("wptreport", sampleReport());
  CHECK(schemaErrors("wptreport.schema.json", "", text) == "");
  std::string wrong = text;
  wrong.replace(wrong.find("\"FAIL\""), 6, "\"FALL\"");
  CHECK(schemaErrors("wptreport.schema.json", "", wrong) != "");
}

TEST_CASE("a finding read back from its JSON is the same, but for bytes that were no text") {
  for (const Finding& finding : sampleReport().findings) {
    std::string text;
    JsonText json{text};
    writeJson(json, finding);
    const Finding back = readResultLine("{\"finding\":" + text + "}").finding;
    if ((finding.id + finding.known).find('\xff') == std::string::npos) CHECK(back == finding);
    std::string again;
    JsonText jsonAgain{again};
    writeJson(jsonAgain, back);
    CHECK(again == text);
  }
}

TEST_CASE("no two subtests of a wptreport have one name, with several versions of one subject too") {
  Report report = largeReport(1);
  report.findings.push_back(report.findings[0]);
  CHECK(written("wptreport", Report{"", "", {report.findings[0]}, {}}).find("\"name\":\"draft\"") != std::string::npos);
  report.findings[1].subjectVersion = "0.2.0";
  const auto json = nlohmann::json::parse(written("wptreport", report));
  CHECK(json["results"][0]["subtests"][0]["name"] != json["results"][0]["subtests"][1]["name"]);
}

TEST_CASE("10,000 findings: how long each format takes" * doctest::skip()) {
  const Report report = largeReport(10'000);
  for (const ReportFormat* format : reportFormats()) {
    const auto begin = std::chrono::steady_clock::now();
    const std::string text = written(format->name, report);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    std::cout << format->name << ": " << time.count() << " s, " << text.size() / 1'000'000 << " MB\n";
  }
}
