// Time goes down, each lane is a column, arrows lead from what queued something to what runs.
#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <pugixml.hpp>
#include <sstream>

#include "reports/lanes.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

constexpr int laneWidth = 316, boxWidth = 258, left = 20, top = 78, lineHeight = 16, gap = 18;
constexpr std::size_t columns = 34;

constexpr const char* style = R"(
svg { background: #fff; font: 12px ui-monospace, monospace; }
text { fill: #16191d; } .title { font: 600 15px system-ui, sans-serif; } .lane { font: 600 13px system-ui, sans-serif; }
.line { stroke: #c9ced6; } rect { fill: #f6f7f9; stroke-width: 1.5; }
.script { stroke: #0b57d0; } .context { stroke: #146c2e; } .device { stroke: #9a4a00; }
.step { fill: #555d66; } .seen { font-weight: 700; } .cause { fill: none; stroke: #555d66; } .head { fill: #555d66; }
@media (prefers-color-scheme: dark) {
  svg { background: #14171a; } text { fill: #e8eaed; } .line { stroke: #3b424b; } rect { fill: #1d2126; }
  .script { stroke: #8ab4f8; } .context { stroke: #7fd08f; } .device { stroke: #f5b06b; }
  .step { fill: #a8b0ba; } .cause { stroke: #a8b0ba; } .head { fill: #a8b0ba; }
}
)";

struct Line {
  std::string text;
  const char* kind;  ///< Class of the style above; "" for plain text.
};

std::vector<Line> linesOf(const LaneEvent& event) {
  std::vector<Line> lines;
  const auto add = [&](const std::string& text, const char* kind) {
    std::istringstream in{wrapped(printable(text), columns, 0)};
    for (std::string line; std::getline(in, line);) {
      // What has no spaces to break at is cut.
      for (std::size_t at = 0; at == 0 || at < line.size(); at += columns) {
        while (at > 0 && at < line.size() && (static_cast<unsigned char>(line[at]) & 0xc0) == 0x80) --at;
        std::size_t size = std::min(columns, line.size() - at);
        while (at + size < line.size() && (static_cast<unsigned char>(line[at + size]) & 0xc0) == 0x80) ++size;
        lines.push_back({line.substr(at, size), kind});
        if (size > columns) at += size - columns;
      }
    }
  };
  add(event.text, "");
  for (const std::string& step : event.steps) add(step, "step");
  for (const std::string& seen : event.seen) add("⇒ " + seen, "seen");
  if (event.bytes != 0) add((event.bytes > 0 ? "+" : "") + std::to_string(event.bytes) + " bytes", "step");
  return lines;
}

class Picture {
 public:
  Picture(int width, int height) : svg_(document_.append_child("svg")) {
    set(svg_, {{"xmlns", "http://www.w3.org/2000/svg"}, {"role", "img"}});
    set(svg_, "width", width), set(svg_, "height", height);
    svg_.append_attribute("viewBox") = ("0 0 " + std::to_string(width) + " " + std::to_string(height)).c_str();
    svg_.append_child("style").text() = style;
  }
  void text(int x, int y, const std::string& text, const char* kind) {
    pugi::xml_node node = add("text", kind);
    set(node, "x", x), set(node, "y", y);
    node.append_attribute("xml:space") = "preserve";
    node.text() = printable(text).c_str();
  }
  void line(int x, int y1, int y2) {
    pugi::xml_node node = add("line", "line");
    set(node, "x1", x), set(node, "x2", x), set(node, "y1", y1), set(node, "y2", y2);
  }
  void box(int x, int y, int width, int height, const char* kind) {
    pugi::xml_node node = add("rect", kind);
    set(node, "x", x), set(node, "y", y), set(node, "width", width), set(node, "height", height), set(node, "rx", 5);
  }
  /// From the edge of one box to that of another.
  void arrow(int x1, int y1, int x2, int y2) {
    const int bend = (x1 + x2) / 2;
    std::ostringstream path, head;
    path << "M" << x1 << " " << y1 << " C" << bend << " " << y1 << " " << bend << " " << y2 << " " << x2 << " " << y2;
    add("path", "cause").append_attribute("d") = path.str().c_str();
    const int back = x2 > x1 ? -7 : 7;
    head << "M" << x2 << " " << y2 << " l" << back << " -4 v8 z";
    add("path", "head").append_attribute("d") = head.str().c_str();
  }
  void title(const std::string& title) { svg_.prepend_child("title").text() = printable(title).c_str(); }
  void save(std::ostream& out) {
    document_.save(out, " ", pugi::format_indent | pugi::format_no_declaration, pugi::encoding_utf8);
  }

 private:
  static void set(pugi::xml_node node, const char* name, int value) { node.append_attribute(name) = value; }
  static void set(pugi::xml_node node, std::initializer_list<std::pair<const char*, const char*>> attributes) {
    for (const auto& [name, value] : attributes) node.append_attribute(name) = value;
  }
  pugi::xml_node add(const char* element, const char* kind) {
    pugi::xml_node node = svg_.append_child(element);
    if (*kind != '\0') node.append_attribute("class") = kind;
    return node;
  }

  pugi::xml_document document_;
  pugi::xml_node svg_;
};

}  // namespace

void drawSvg(const std::string& title, const std::vector<TimelineStep>& narration, std::ostream& out) {
  const std::vector<std::string> lanes = laneNames(narration);
  const std::vector<LaneEvent> events = laneEvents(narration);
  std::vector<std::vector<Line>> lines;
  std::vector<int> tops, heights;
  int y = top;
  for (const LaneEvent& event : events) {
    lines.push_back(linesOf(event));
    tops.push_back(y);
    heights.push_back(static_cast<int>(lines.back().size()) * lineHeight + 10);
    y += heights.back() + gap;
  }
  const auto xOf = [](std::size_t lane) { return left + static_cast<int>(lane) * laneWidth; };
  const auto kindOf = [&](std::size_t lane) {
    return lanes[lane].starts_with("script") ? "script" : lanes[lane].starts_with("context") ? "context" : "device";
  };

  Picture picture{std::max(xOf(lanes.size()), 420), y + 6};
  picture.title(title);
  picture.text(left, 26, title, "title");
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    picture.text(xOf(lane), 56, lanes[lane], "lane");
    picture.line(xOf(lane) + boxWidth / 2, 64, y);
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    const int x = xOf(events[i].lane);
    picture.box(x, tops[i], boxWidth, heights[i], kindOf(events[i].lane));
    for (std::size_t line = 0; line < lines[i].size(); ++line)
      picture.text(x + 8, tops[i] + 17 + static_cast<int>(line) * lineHeight, lines[i][line].text, lines[i][line].kind);
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!events[i].causedBy) continue;
    const std::size_t from = *events[i].causedBy, fromLane = events[from].lane, toLane = events[i].lane;
    if (fromLane == toLane) continue;
    const bool goesRight = toLane > fromLane;
    picture.arrow(xOf(fromLane) + (goesRight ? boxWidth : 0), tops[from] + heights[from] / 2,
                  xOf(toLane) + (goesRight ? 0 : boxWidth), tops[i] + heights[i] / 2);
  }
  picture.save(out);
}

}  // namespace conform
