// A told run as lanes: what a drawing of it shows, with the steps of the draft folded into what runs them.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "reports/Report.hpp"

namespace conform {

/// "script", "context ctx", "device ctx".
std::string laneOf(const TimelineStep& step);
/// The lanes of a run: script, then the contexts, then the devices.
std::vector<std::string> laneNames(const std::vector<TimelineStep>& narration);

/// One thing that happens on a lane.
struct LaneEvent {
  std::size_t lane = 0;
  std::string text;
  std::vector<std::string> seen;        ///< What script sees of it.
  std::vector<std::string> steps;       ///< "#dom-mltensor-destroy 1, 2, 2.1": the steps of the draft that it runs.
  std::int64_t bytes = 0;               ///< Device memory allocated or released.
  std::optional<std::size_t> causedBy;  ///< Index of the event that queued it.
};
std::vector<LaneEvent> laneEvents(const std::vector<TimelineStep>& narration);

/// A picture, in light and in dark.
void drawSvg(const std::string& title, const std::vector<TimelineStep>& narration, std::ostream& out);
/// The same as a Mermaid sequence diagram, for Markdown.
void drawMermaid(const std::string& title, const std::vector<TimelineStep>& narration, std::ostream& out);

}  // namespace conform
