// One thing that can happen next.
#pragma once

#include <cstdint>

namespace conform {

struct Transition {
  enum class Kind : std::uint8_t { Script, Microtask, MlTask, Task, Turn, Settle, Timeline, MakeContext, Event };
  Kind kind = Kind::Script;
  std::uint8_t index = 0;  ///< Task, context or event.
  std::uint8_t place = 0;  ///< In the timeline.
};

}  // namespace conform
