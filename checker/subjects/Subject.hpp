// A subject: an implementation under check. It runs a scenario and returns what could be observed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/vocabulary/Observation.hpp"
#include "model/vocabulary/Scenario.hpp"

namespace conform {

/// What a subject tells of its device, where it was asked (`RunOptions::deviceLevel`): observations of kind Device.
struct DeviceTold {
  std::string lacking = "it does not tell what its device does";  ///< Empty: it tells.
  std::vector<std::string> kinds;  ///< Only events that begin so ("done:read") are told; empty: all are.
};

struct SubjectRun {
  enum class Status : std::uint8_t {
    Ran,          ///< To the end.
    Unsupported,  ///< The subject lacks something; `reason` says what.
    Broken,       ///< It hung, died or talked nonsense; `observations` has what came before.
  };
  Status status = Status::Ran;
  Observations observations;
  std::string reason;  ///< Of Unsupported and Broken, for a reader.
  std::string note;    ///< How "pending" was decided, where the subject is a black box.
  DeviceTold device;
};

struct RunOptions {
  std::uint64_t seed = 1;    ///< Varies the schedule; the same seed asks for the same schedule.
  bool deviceLevel = false;  ///< Report device events too, if the subject can tell.
  std::chrono::milliseconds deadline{10'000};
  std::chrono::milliseconds quiet{500};  ///< Of a black box: how long nothing must happen before a promise is pending.
};

class Subject {
 public:
  virtual ~Subject() = default;

  /// As the user named it: "cpu", "cpu:never-settles", "chromium:153".
  virtual std::string name() const = 0;
  /// What was really run: "webnn-conform 0.1.0", "Chromium 153.0.8010.0".
  virtual std::string version() const = 0;
  /// One run. Never throws for what the implementation does. May be called from several threads at once only where
  /// `isParallel()`.
  virtual SubjectRun run(const Scenario& scenario, const RunOptions& options) = 0;
  virtual bool isParallel() const { return false; }
  /// Whether two runs may differ: then repeating makes sense.
  virtual bool isRandom() const { return true; }
};

/// Why a subject cannot be had.
struct SubjectError : std::runtime_error {
  enum class Why : std::uint8_t {
    Usage,       ///< The argument is wrong: exit status 2.
    NotStarted,  ///< It could not be started: exit status 3.
  };
  Why why;
  SubjectError(Why why, const std::string& message) : std::runtime_error(message), why(why) {}
};

/// A kind of subject: what stands before the colon in `--subject KIND:ARGUMENT`.
struct SubjectKind {
  std::string_view name;
  std::string_view description;
  std::string_view argument;  ///< What may follow the colon, for --help: "never-settles|release-early|...".
  /// Makes one. Throws `SubjectError` where it cannot be started or the argument is unknown.
  std::unique_ptr<Subject> (*make)(std::string_view argument);
};

/// All kinds; the table is made from the list in checker/subjects/meson.build.
std::span<const SubjectKind* const> subjectKinds();

/// The subject that the user named: "cpu", "chromium:153". Throws `SubjectError`.
std::unique_ptr<Subject> makeSubject(std::string_view text);

}  // namespace conform
