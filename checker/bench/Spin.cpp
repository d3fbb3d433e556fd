#include "checker/bench/Spin.hpp"

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace conform {
namespace {

/// The number in front of `unit` in what the verifier prints: "  8437154 states, stored".
double numberBefore(const std::string& report, const std::string& unit) {
  const std::size_t end = report.find(unit);
  if (end == std::string::npos) return 0;
  const std::size_t begin = report.rfind('\n', end);
  return std::strtod(report.c_str() + (begin == std::string::npos ? 0 : begin + 1), nullptr);
}

std::string lastLines(const std::string& text) {
  return text.size() <= 600 ? text : "..." + text.substr(text.size() - 600);
}

}  // namespace

SpinVerifier::SpinVerifier(const std::string& model, SpinOptions options) : options_(std::move(options)) {
  writeTextFile(directory_.path() + "/model.pml", model);
  std::vector<std::string> generate{"spin", "-a"}, compile{"gcc", "-w", "-DSAFETY", "-DNOFAIR", "-DVECTORSZ=4096"};
  generate.insert(generate.end(), options_.definitions.begin(), options_.definitions.end());
  generate.emplace_back("model.pml");
  compile.insert(compile.end(), options_.compiler.begin(), options_.compiler.end());
  compile.insert(compile.end(), {"-o", "pan", "pan.c"});
  for (const auto& command : {generate, compile}) {
    const ProcessResult made = runProcess(command, directory_.path());
    buildSeconds_ += made.cpuSeconds;
    if (made.exitStatus == 0) continue;
    problem_ = command.front() + " failed: " + lastLines(made.output);
    return;
  }
}

SpinResult SpinVerifier::run(const std::string& outcomes) const {
  SpinResult result;
  result.problem = problem_;
  if (!problem_.empty()) return result;
  writeTextFile(outcomes, "");
  std::vector<std::string> command{"./pan", "-E"};
  command.insert(command.end(), options_.verifier.begin(), options_.verifier.end());
  const ProcessResult ran = runProcess(command, directory_.path(), {"OUTCOMES=" + outcomes}, options_.limits);
  result.cpuSeconds = ran.cpuSeconds;
  result.peakKiB = ran.peakKiB;
  result.states = numberBefore(ran.output, " states, stored");
  result.transitions = numberBefore(ran.output, " transitions");
  // A search that is cut short says so, and goes on.
  const bool complete = ran.exitStatus == 0 && ran.output.find("errors: 0") != std::string::npos &&
                        ran.output.find("not completed") == std::string::npos &&
                        ran.output.find("search depth too small") == std::string::npos;
  result.wasCut = !complete && (ran.exitStatus == 128 + SIGXCPU || ran.exitStatus == 128 + SIGKILL ||
                                ran.output.find("MEMLIM") != std::string::npos ||
                                ran.output.find("out of memory") != std::string::npos);
  if (result.wasCut) {
    result.problem = std::string{"did not end: its bound on "} + (ran.exitStatus == 128 + SIGXCPU ? "time" : "memory") +
                     " was reached after " + std::to_string(static_cast<std::uint64_t>(result.states)) + " states";
  } else if (!complete) {
    result.problem = "did not end (status " + std::to_string(ran.exitStatus) + "): " + lastLines(ran.output);
  }
  const ProcessResult sorted = runProcess({"sort", "-u", "-o", outcomes, outcomes}, directory_.path(), {"LC_ALL=C"});
  if (sorted.exitStatus != 0) result.problem = "sort failed: " + sorted.output;
  return result;
}

std::string spinIsMissing() {
  for (const char* program : {"spin", "gcc"}) {
    if (!isInstalled(program)) return program;
  }
  return "";
}

}  // namespace conform
