// The subjects `process:COMMAND` and `recorded:FILE`, with a subject that does what a file tells it.
#include <doctest/doctest.h>

#include <unistd.h>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "checker/subjects/Subject.hpp"
#include "checker/subjects/process/checkSubject.hpp"
#include "checker/subjects/recording.hpp"

using namespace conform;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<Subject> make(std::string_view kind, const std::string& argument) {
  for (const SubjectKind* one : subjectKinds()) {
    if (one->name == kind) return one->make(argument);
  }
  return nullptr;
}

/// A file that is gone when the test is over.
class File {
 public:
  explicit File(const std::string& text) {
    std::string path = (std::filesystem::temp_directory_path() / "webnn-conform-XXXXXX").string();
    close(mkstemp(path.data()));
    path_ = path;
    std::ofstream(path_) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string commandFor(const File& script) {
  return std::string(WEBNN_CONFORM_SOURCE) + "/tests/fakes/scripted-subject " + script.path();
}

Scenario scenario() {
  Scenario scenario;
  scenario.id = "two-marks";
  scenario.json = R"({"id": "two-marks", "script": [{"mark": "a"}, {"call": "createContext", "as": "c"}]})";
  scenario.script = {{Mark{"a"}, {}}, {CreateContext{"c", {}}, {}}};
  return scenario;
}

const char* answers =
    "<\nhello\nloop\n<\n"
    "> {\"message\":\"observation\",\"id\":{id},\"kind\":\"marked\",\"name\":\"a\"}\n"
    "> {\"message\":\"observation\",\"id\":{id},\"kind\":\"settled\",\"name\":\"c\","
    "\"outcome\":{\"resolved\":{\"interface\":\"MLContext\"}}}\n"
    "> {\"message\":\"done\",\"id\":{id}}\nagain\n";

/// What becomes of a run whose subject says hello and then does this.
SubjectRun runWith(const std::string& then, std::chrono::milliseconds deadline = 5s) {
  const File file("<\nhello\n<\n" + then + "\n<\n");
  return make("process", commandFor(file))->run(scenario(), {.seed = 1, .deviceLevel = false, .deadline = deadline});
}

}  // namespace

TEST_CASE("a process answers run after run") {
  const File file(answers);
  const auto subject = make("process", commandFor(file));
  CHECK(subject->version() == "scripted 1");
  for (int i = 0; i < 20; ++i) {
    const SubjectRun run = subject->run(scenario(), {});
    INFO(run.reason);
    REQUIRE(run.status == SubjectRun::Status::Ran);
    REQUIRE(run.observations.size() == 2);
    CHECK(run.observations[1].outcome == Outcome::resolved(Interface::MLContext));
  }
}

TEST_CASE("a process that dies, is silent or talks nonsense is broken, and the reason says how") {
  CHECK(runWith("exit 7").reason == "it exited with status 7");
  CHECK(runWith("> hullo").reason == "line 2 of its output: not a JSON object: \"hullo\"");
  CHECK(runWith("> {\"message\":\"done\",\"id\":77}").reason ==
        "line 2 of its output: a message with an id that is not being run");
  CHECK(runWith("> {\"message\":\"done\"}").reason ==
        "line 2 of its output: a message with an id that is not being run");
  CHECK(runWith("deep 100000").reason == "line 2 of its output: a message is nested deeper than 64 levels");
  CHECK(runWith("> {\"message\":\"failed\",\"id\":{id},\"reason\":\"no luck\"}").reason == "no luck");
  CHECK(runWith("sleep 60", 200ms).reason == "it did not end within 200 ms");
  const SubjectRun late =
      runWith("> {\"message\":\"observation\",\"id\":{id},\"kind\":\"marked\",\"name\":\"a\"}\nsleep 60", 200ms);
  CHECK(late.status == SubjectRun::Status::Broken);
  CHECK(late.observations.size() == 1);  // What came before is kept.
}

TEST_CASE("a line without end is given up at its bound") {
  const SubjectRun run = runWith("big 68000000", 60s);
  CHECK(run.status == SubjectRun::Status::Broken);
  CHECK(run.reason == "line 2 of its output: a line is longer than 64 MiB");
}

TEST_CASE("after a death the next run has a new process") {
  const File file(std::string("<\nhello\n<\n") +
                  "> {\"message\":\"observation\",\"id\":{id},\"kind\":\"marked\",\"name\":\"a\"}\nexit 1\n");
  const auto subject = make("process", commandFor(file));
  for (int i = 0; i < 3; ++i) {
    const SubjectRun run = subject->run(scenario(), {});
    CHECK(run.status == SubjectRun::Status::Broken);
    CHECK(run.observations.size() == 1);
  }
}

TEST_CASE("a process that cannot be started, or says no hello, is an error of the start") {
  const auto why = [](const std::string& command) {
    try {
      make("process", command);
    } catch (const SubjectError& error) {
      CHECK(error.why == SubjectError::Why::NotStarted);
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(why("exit 9") == "exit 9: it exited with status 9");
  CHECK(why("echo hullo") == "echo hullo: its first message is no hello");
  CHECK_THROWS_AS(make("process", ""), SubjectError);
}

TEST_CASE("what was recorded is told again") {
  const File script(answers);
  const auto process = make("process", commandFor(script));
  std::ostringstream out;
  writeRecordingHead(out, *process);
  for (std::uint64_t id = 1; id <= 2; ++id) writeRecordedRun(out, id, scenario(), {}, process->run(scenario(), {}));
  SubjectRun broken;
  broken.status = SubjectRun::Status::Broken;
  broken.reason = "it hung";
  writeRecordedRun(out, 3, scenario(), {}, broken);

  const File recording(out.str());
  const auto recorded = make("recorded", recording.path());
  CHECK(recorded->version() == "process:" + commandFor(script) + " scripted 1");
  CHECK(recorded->run(scenario(), {.seed = 1}).observations == process->run(scenario(), {}).observations);
  CHECK(recorded->run(scenario(), {.seed = 2}).observations.size() == 2);
  CHECK(recorded->run(scenario(), {.seed = 3}).reason == "it hung");
  Scenario other = scenario();
  other.id = "another";
  CHECK(recorded->run(other, {}).status == SubjectRun::Status::Unsupported);
}

TEST_CASE("a recording that is none is refused with the line") {
  const auto why = [](const std::string& text) {
    const File file(text);
    try {
      make("recorded", file.path());
    } catch (const SubjectError& error) {
      return std::string(error.what()).substr(file.path().size());
    }
    return std::string();
  };
  CHECK(why("hullo") == ":1: not a JSON object");
  CHECK(why("{\"message\":\"done\",\"id\":1}\n") == ":1: a message of no run that stands before it");
  CHECK(why("{\"message\":\"hello\"}\n") == ":1: it has no run");
  CHECK_THROWS_AS(make("recorded", "/no/such/file"), SubjectError);
}

TEST_CASE("check-subject passes an adapter that keeps to the protocol, and tells which rule one breaks") {
  const auto message = [](const std::string& fields) {
    return "> {\"message\":\"observation\",\"id\":{id}," + fields + "}\n";
  };
  const std::string done = "> {\"message\":\"done\",\"id\":{id}}\n";
  const std::string marks =
      "<\n" + message(R"("kind":"marked","name":"a")") + message(R"("kind":"marked","name":"b")") + done;
  const std::string read = "<\n" + message(R"("kind":"called","name":"w","outcome":{"returns":{"undefined":true}})") +
                           message(R"("kind":"settled","name":"r","outcome":{"resolved":{"bytes":"AACAPwAAIMA="}})") +
                           done;
  const std::string lost = "<\n" + message(R"("kind":"marked","name":"end")") +
                           message(R"("kind":"pending","name":"lost","outcome":{"pending":true})") + done;
  const std::string cancelled = "<\n<\n" + done;

  std::ostringstream told;
  const File good("<\nhello\n" + marks + read + read + lost + cancelled + read + "<\n");
  CHECK(checkSubject(commandFor(good), told));
  CHECK(told.str().find("FAILED") == std::string::npos);

  told.str("");
  const File bad("<\nhello\n" + marks + read + marks + lost + cancelled + read + "<\n<\n");
  CHECK_FALSE(checkSubject(commandFor(bad), told));
  CHECK(told.str().find("FAILED  it does so again") != std::string::npos);
}
