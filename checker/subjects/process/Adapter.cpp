#include "checker/subjects/process/Adapter.hpp"

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

namespace conform {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr auto timeToStart = 30s;
constexpr auto timeToAnswer = 2s;  ///< A cancellation, the end of its input, a line that it has to take.

LinePipe::Clock::time_point in(std::chrono::milliseconds time) {
  return LinePipe::Clock::now() + time;
}

bool flag(const Json& capabilities, const char* name, bool byDefault) {
  const auto found = capabilities.find(name);
  return found != capabilities.end() && found->is_boolean() ? found->get<bool>() : byDefault;
}

std::string text(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

void Adapter::fail(const std::string& reason) const {
  throw AdapterError(reason);
}

void Adapter::start() {
  if (process_.isRunning()) return;
  lines_ = 0;
  std::vector<ChildProcess::Pipe> pipes{{0, true}, {1, false}};
  try {
    process_.start({"/bin/sh", "-c", command_}, pipes, true);
  } catch (const std::system_error& error) {
    fail(error.what());
  }
  pipe_.open(pipes[0].ours, pipes[1].ours);
  try {
    writeLine(Json{{"message", "hello"}, {"protocol", 1}, {"program", "webnn-conform " WEBNN_CONFORM_VERSION}}.dump());
    const std::optional<std::string> line = readLine(in(timeToStart));
    if (!line) fail("it did not say hello within 30 s");
    readHello(*line);
  } catch (...) {
    kill();
    throw;
  }
}

void Adapter::readHello(const std::string& line) {
  checkMessage(line);
  const Json hello = Json::parse(line, nullptr, false);
  if (!hello.is_object() || text(hello, "message") != "hello") fail("its first message is no hello");
  const auto protocol = hello.find("protocol");
  if (protocol == hello.end() || *protocol != 1) fail("it does not speak version 1 of the protocol");
  subject_ = text(hello, "subject");
  version_ = text(hello, "version");
  if (subject_.empty()) fail("its hello has no \"subject\"");

  const Json can = hello.value("capabilities", Json::object());
  if (!can.is_object()) fail("its \"capabilities\" are no object");
  capabilities_ = {};
  capabilities_.timelineControl = flag(can, "timelineControl", false);
  capabilities_.failureInjection = flag(can, "failureInjection", false);
  capabilities_.deviceEvents = flag(can, "deviceEvents", false);
  capabilities_.contextLoss = flag(can, "contextLoss", false);
  capabilities_.constantTensors = flag(can, "constantTensors", true);
  capabilities_.gpuDevice = flag(can, "gpuDevice", false);
  capabilities_.permissionsPolicy = flag(can, "permissionsPolicy", false);
  capabilities_.documentGone = flag(can, "documentGone", false);
  limits_ = OpSupportLimits(hello.value("opSupportLimits", Json::object()).dump());
}

std::optional<std::string> Adapter::whatIsLacking(const Scenario& scenario) const {
  if (auto lacking = conform::whatIsLacking(scenario, capabilities_)) return lacking;
  return limits_.whatIsLacking(scenario);
}

SubjectRun Adapter::run(const Scenario& scenario, const RunOptions& options) {
  RunReader reader(scenario);
  try {
    start();
    if (const auto lacking = whatIsLacking(scenario)) {
      reader.run().status = SubjectRun::Status::Unsupported;
      reader.run().reason = subject_ + ": " + *lacking;
      return std::move(reader.run());
    }
    const std::uint64_t id = send(scenario, options);
    if (options.deviceLevel && capabilities_.deviceEvents) reader.run().device.lacking.clear();
    if (hear(reader, id, in(options.deadline))) return std::move(reader.run());

    cancel(id);
    RunReader rest(scenario);
    if (!hear(rest, id, in(timeToAnswer))) kill();
    return reader.broken("it did not end within " + std::to_string(options.deadline.count()) + " ms");
  } catch (const std::runtime_error& error) {  // AdapterError, ProtocolError
    const std::string where = lines_ > 0 ? "line " + std::to_string(lines_) + " of its output: " : "";
    kill();
    return reader.broken(where + error.what());
  }
}

std::uint64_t Adapter::send(const Scenario& scenario, const RunOptions& options) {
  const Json fields{{"message", "run"},
                    {"id", ++lastId_},
                    {"seed", options.seed},
                    {"deviceEvents", options.deviceLevel && capabilities_.deviceEvents},
                    {"deadline", options.deadline.count()},
                    {"quiet", options.quiet.count()}};
  std::string text = fields.dump();
  text.pop_back();
  writeLine(text + ",\"scenario\":" + portableJson(scenario.json) + "}");
  return lastId_;
}

void Adapter::cancel(std::uint64_t id) {
  writeLine(Json{{"message", "cancel"}, {"id", id}}.dump());
}

bool Adapter::hear(RunReader& reader, std::uint64_t id, LinePipe::Clock::time_point deadline) {
  while (const std::optional<std::string> line = readLine(deadline)) {
    checkMessage(*line);
    const Json message = Json::parse(*line, nullptr, false);
    const auto ofRun = message.is_object() ? message.find("id") : message.end();
    if (message.is_object() && (ofRun == message.end() || *ofRun != id)) {
      fail("a message with an id that is not being run");
    }
    if (reader.hear(*line)) return true;
  }
  return false;
}

std::optional<std::string> Adapter::readLine(LinePipe::Clock::time_point deadline) {
  std::string line;
  switch (pipe_.read(line, deadline)) {
    case LinePipe::Got::Line:
      ++lines_;
      return line;
    case LinePipe::Got::Nothing:
      return std::nullopt;
    case LinePipe::Got::TooLong:
      ++lines_;
      fail("a line is longer than 64 MiB");
    case LinePipe::Got::Closed:
      break;
  }
  lines_ = 0;
  process_.waitFor(1000);
  if (process_.isRunning()) fail("it closed its output");
  fail("it exited" +
       (process_.exitStatus() < 0 ? " by a signal" : " with status " + std::to_string(process_.exitStatus())));
}

void Adapter::writeLine(std::string text) {
  text += '\n';
  if (pipe_.write(text, in(timeToAnswer))) return;
  lines_ = 0;
  process_.waitFor(100);
  fail(process_.isRunning() ? "it does not read its input" : "it exited");
}

void Adapter::kill() {
  pipe_.close();
  process_.kill();
}

bool Adapter::stop() {
  if (!process_.isRunning()) return true;
  pipe_.closeOutput();
  const bool hasExited = process_.waitFor(2000);
  kill();
  return hasExited;
}

}  // namespace conform
