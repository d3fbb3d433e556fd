#include "reports/lanes.hpp"

#include <algorithm>
#include <ostream>

#include "reports/text.hpp"

namespace conform {
namespace {

/// Mermaid reads "#", ";" and "<" as its own, and a line ends a message.
std::string mermaidText(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (std::string_view{"#;<>&\"`%{}"}.find(c) != std::string_view::npos) {
      out += "#" + std::to_string(static_cast<int>(c)) + ";";
    } else {
      out += c == '\n' || c == '\t' ? ' ' : c;
    }
  }
  return out;
}

}  // namespace

std::string laneOf(const TimelineStep& step) {
  return step.context.empty() ? step.lane : step.lane + " " + step.context;
}

std::vector<std::string> laneNames(const std::vector<TimelineStep>& narration) {
  std::vector<std::string> lanes;
  for (const char* kind : {"script", "context", "device"}) {
    for (const TimelineStep& step : narration) {
      if (step.lane == kind && std::ranges::find(lanes, laneOf(step)) == lanes.end()) lanes.push_back(laneOf(step));
    }
  }
  return lanes;
}

std::vector<LaneEvent> laneEvents(const std::vector<TimelineStep>& narration) {
  const std::vector<std::string> lanes = laneNames(narration);
  std::vector<LaneEvent> events;
  std::vector<std::size_t> eventOf(narration.size());
  std::string lastAnchor;
  for (std::size_t i = 0; i < narration.size(); ++i) {
    const TimelineStep& step = narration[i];
    const auto lane = static_cast<std::size_t>(std::ranges::find(lanes, laneOf(step)) - lanes.begin());
    const bool isStep = !step.step.anchor.empty();
    std::optional<std::size_t> cause;
    if (step.causedBy && *step.causedBy < i) cause = eventOf[*step.causedBy];
    // A task of several parts is told part by part; it is one thing.
    const bool goesOn = !events.empty() && events.back().lane == lane &&
                        (isStep || (cause && events.back().causedBy == cause && events.back().text == step.text));
    if (!goesOn) {
      LaneEvent event;
      event.lane = lane;
      event.text = isStep ? textOf(step.step) : step.text;
      event.causedBy = cause;
      events.push_back(std::move(event));
      lastAnchor.clear();
    }
    LaneEvent& event = events.back();
    eventOf[i] = events.size() - 1;
    event.seen.insert(event.seen.end(), step.observations.begin(), step.observations.end());
    event.bytes += step.bytes;
    if (!isStep) continue;
    if (step.step.anchor == lastAnchor) {
      event.steps.back() += ", " + step.step.number;
    } else {
      event.steps.push_back("#" + step.step.anchor + " " + step.step.number);
      lastAnchor = step.step.anchor;
    }
  }
  return events;
}

void drawMermaid(const std::string& title, const std::vector<TimelineStep>& narration, std::ostream& out) {
  const std::vector<std::string> lanes = laneNames(narration);
  const std::vector<LaneEvent> events = laneEvents(narration);
  out << "sequenceDiagram\n  title " << mermaidText(title) << "\n";
  for (std::size_t i = 0; i < lanes.size(); ++i)
    out << "  participant L" << i << " as " << mermaidText(lanes[i]) << "\n";
  for (const LaneEvent& event : events) {
    if (event.causedBy && events[*event.causedBy].lane != event.lane) {
      out << "  L" << events[*event.causedBy].lane << "-)L" << event.lane << ": " << mermaidText(event.text) << "\n";
    } else {
      out << "  Note over L" << event.lane << ": " << mermaidText(event.text) << "\n";
    }
    for (const std::string& seen : event.seen) out << "  Note right of L0: " << mermaidText(seen) << "\n";
  }
}

}  // namespace conform
