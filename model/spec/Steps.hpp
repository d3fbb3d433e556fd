// Citing the draft: `step("8.1.2")` at each modelled step. Nothing but a test of one pointer while exploring.
#pragma once

#include <cstdint>
#include <string_view>

namespace conform {

/// Hears of each step that runs: the narrator, the coverage counter.
class StepRecorder {
 public:
  virtual ~StepRecorder() = default;
  virtual void step(std::string_view anchor, std::string_view number) = 0;
  /// The step that was heard last is a check of an operator's method that failed.
  virtual void refuses() {}
  /// The fate of a promise (its number in the program) is decided by the step that was heard last.
  virtual void decides(std::uint8_t /*promise*/) {}
};

/// The steps of one algorithm, named by its anchor ("dom-mltensor-destroy", without the "#").
class Steps {
 public:
  Steps(StepRecorder* recorder, const char* anchor) : recorder_(recorder), anchor_(anchor) {}

  void operator()(const char* number) const {
    if (recorder_) [[unlikely]]
      recorder_->step(anchor_, number);
  }

  /// A step that the model has no use for; the comment beside it says why. Only the citation check looks at it.
  void notModelled(const char*) const {}

 private:
  StepRecorder* recorder_;
  const char* anchor_;
};

}  // namespace conform
