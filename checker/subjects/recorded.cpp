// The subject `recorded:FILE`: runs that were recorded elsewhere (recording.hpp).
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "checker/subjects/Subject.hpp"
#include "checker/subjects/protocol.hpp"

namespace conform {
namespace {

using Json = nlohmann::json;

std::string textOf(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

/// A run as it stands in the file; it is read when its scenario is known.
struct RecordedRun {
  std::size_t line = 0;  ///< Of the `run` message.
  std::string scenario;  ///< On one line, the keys in order.
  Json id;
  std::vector<std::string> messages;
  DeviceTold device;
};

DeviceTold deviceToldIn(const Json& run) {
  DeviceTold told;
  if (const auto tells = run.find("deviceEvents"); tells == run.end() || *tells != true) return told;
  told.lacking.clear();
  for (const Json& kind : run.value("deviceKinds", Json::array())) {
    if (kind.is_string()) told.kinds.push_back(kind);
  }
  return told;
}

std::string inOrder(const std::string& json) {
  const Json parsed = Json::parse(json, nullptr, false);
  return parsed.is_discarded() ? "" : parsed.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class Recording {
 public:
  explicit Recording(const std::string& file) : file_(file) {
    std::ifstream in(file);
    if (!in) throw SubjectError(SubjectError::Why::NotStarted, file + ": there is no such file");
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
      if (line.find_first_not_of(" \t\r") != std::string::npos) read(line, number);
    }
    if (runs_.empty()) refuse(1, "it has no run");
  }

  const std::string& subject() const { return subject_; }
  const std::vector<RecordedRun>* runsOf(const std::string& id) const {
    const auto found = runs_.find(id);
    return found == runs_.end() ? nullptr : &found->second;
  }

 private:
  [[noreturn]] void refuse(std::size_t line, const std::string& reason) const {
    throw SubjectError(SubjectError::Why::Usage, file_ + ":" + std::to_string(line) + ": " + reason);
  }

  void read(const std::string& line, std::size_t number) {
    try {
      checkMessage(line);
    } catch (const ProtocolError& error) {
      refuse(number, error.what());
    }
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) refuse(number, "not a JSON object");
    const std::string message = textOf(json, "message");
    if (message == "hello") {
      subject_ = textOf(json, "subject");
      if (const std::string version = textOf(json, "version"); !version.empty()) subject_ += " " + version;
    } else if (message == "run") {
      const auto scenario = json.find("scenario");
      if (scenario == json.end() || textOf(*scenario, "id").empty()) refuse(number, "a run without a scenario's id");
      current_ = &runs_[textOf(*scenario, "id")].emplace_back(
          RecordedRun{number, scenario->dump(), json.value("id", Json()), {}, deviceToldIn(json)});
    } else if (current_ == nullptr || json.value("id", Json()) != current_->id) {
      refuse(number, "a message of no run that stands before it");
    } else {
      current_->messages.push_back(line);
    }
  }

  const std::string file_;
  std::string subject_ = "a recording";
  std::map<std::string, std::vector<RecordedRun>> runs_;
  RecordedRun* current_ = nullptr;
};

class Recorded : public Subject {
 public:
  explicit Recorded(std::string_view file) : file_(file), recording_(file_) {}

  std::string name() const override { return "recorded:" + file_; }
  std::string version() const override { return recording_.subject(); }
  bool isParallel() const override { return true; }

  /// The runs of the scenario one after the other: the seed counts from 1.
  SubjectRun run(const Scenario& scenario, const RunOptions& options) override {
    RunReader reader(scenario);
    const std::vector<RecordedRun>* runs = recording_.runsOf(scenario.id);
    if (runs == nullptr) {
      reader.run().status = SubjectRun::Status::Unsupported;
      reader.run().reason = file_ + " has no run of this scenario";
      return std::move(reader.run());
    }
    const RecordedRun& recorded = (*runs)[(options.seed == 0 ? 0 : options.seed - 1) % runs->size()];
    reader.run().device = recorded.device;
    std::size_t line = recorded.line;
    try {
      bool ended = false;
      for (const std::string& message : recorded.messages) {
        ++line;
        if (ended) throw ProtocolError("a message behind the last one of its run");
        ended = reader.hear(message);
      }
      if (!ended) return reader.broken(file_ + ":" + std::to_string(recorded.line) + ": the run has no end");
    } catch (const ProtocolError& error) {
      return reader.broken(file_ + ":" + std::to_string(line) + ": " + error.what());
    }
    const std::string now = inOrder(portableJson(scenario.json));
    if (reader.run().note.empty() && !now.empty() && recorded.scenario != now) {
      reader.run().note = "the scenario was another one when it was recorded";
    }
    return std::move(reader.run());
  }

 private:
  const std::string file_;
  const Recording recording_;
};

}  // namespace

extern const SubjectKind recordedSubject;
const SubjectKind recordedSubject{
    "recorded",
    "runs that were recorded elsewhere (conform run --record, or a page's recorder)",
    "FILE",
    [](std::string_view argument) -> std::unique_ptr<Subject> { return std::make_unique<Recorded>(argument); },
};

}  // namespace conform
