#include "checker/results/ResultsFile.hpp"

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "reports/findingJson.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

using Json = nlohmann::json;

ResultsHead headFrom(const Json& json) {
  ResultsHead head;
  json.at("program").get_to(head.program);
  json.at("draft").get_to(head.draft);
  json.at("subject").get_to(head.subject);
  json.at("subjectVersion").get_to(head.subjectVersion);
  json.at("semantics").get_to(head.semantics);
  json.at("cpu").get_to(head.cpu);
  json.at("scenarios").at("count").get_to(head.scenarios);
  json.at("scenarios").at("fingerprint").get_to(head.fingerprint);
  json.at("options").get_to(head.options);
  json.at("shard").at("index").get_to(head.shard.index);
  json.at("shard").at("of").get_to(head.shard.of);
  return head;
}

/// Takes the lines one by one, and remembers what is wrong with them.
class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  void take(std::string_view line, bool isWhole) {
    ++number_;
    try {
      ResultLine read = readResultLine(line);
      if (read.isJson) return takeLine(std::move(read), line);
      problem(isWhole ? "no JSON; this line is left out"
                      : "cut off in the middle of a line: the run was killed while it wrote");
    } catch (const std::exception& error) {
      problem(std::string{error.what()} + "; this line is left out");
    }
  }

  Results finish() {
    if (number_ == 0) throw ResultsError(name_ + ": is empty: no run wrote anything to it");
    if (!head_) throw ResultsError(name_ + ":1: " + whyNoHead_);
    results_.head = *head_;
    if (results_.ended && endCount_ != results_.results.size())
      problem("the end line counts " + std::to_string(endCount_) + " findings, " +
              std::to_string(results_.results.size()) + " could be read");
    return std::move(results_);
  }

 private:
  void takeLine(ResultLine line, std::string_view text) {
    if (number_ == 1) return takeHead(Json::parse(text));
    if (results_.ended) throw std::runtime_error("stands behind the end line");
    if (line.hasFinding) {
      Result result{std::move(line.finding), line.seconds};
      if (!keys_.insert(result.finding.key()).second)
        throw std::runtime_error("a second finding for " + printable(result.finding.key()));
      results_.results.push_back(std::move(result));
      return;
    }
    const Json json = Json::parse(text);
    if (!json.contains("end")) throw std::runtime_error("no line of a results file");
    results_.ended = true;
    endCount_ = json.value("findings", std::size_t{0});
  }

  void takeHead(const Json& json) {
    const auto version = json.find("results");
    if (version == json.end() || !version->is_number_integer()) return;
    if (*version != 1) {
      whyNoHead_ = "a results file of version " + version->dump() +
                   "; this program reads version 1: run again, or use the " + "program that wrote it" +
                   (json.contains("program") && json["program"].is_string()
                        ? " (" + printable(json["program"].get<std::string>()) + ")"
                        : "");
      return;
    }
    try {
      head_ = headFrom(json);
    } catch (const std::exception& error) {
      whyNoHead_ = "the head line of a results file, damaged: " + std::string{error.what()};
    }
  }

  void problem(const std::string& what) {
    results_.problems.push_back(name_ + ":" + std::to_string(number_) + ": " + printable(what));
  }

  std::string name_;
  std::size_t number_ = 0, endCount_ = 0;
  std::optional<ResultsHead> head_;
  std::string whyNoHead_ = "no results file: its first line is no head line ({\"results\": 1, ...})";
  std::set<std::string> keys_;
  Results results_;
};

}  // namespace

std::string differenceOf(const ResultsHead& a, const ResultsHead& b) {
  constexpr std::array<std::pair<const char*, std::string ResultsHead::*>, 7> sames = {{
      {"program", &ResultsHead::program},
      {"draft", &ResultsHead::draft},
      {"subject", &ResultsHead::subject},
      {"version of the subject", &ResultsHead::subjectVersion},
      {"semantics", &ResultsHead::semantics},
      {"set of options", &ResultsHead::options},
      {"set of scenarios", &ResultsHead::fingerprint},
  }};
  for (const auto& [what, member] : sames) {
    if (a.*member != b.*member) return std::string{"another "} + what + " (" + b.*member + ", not " + a.*member + ")";
  }
  return {};
}

Results parseResults(const std::string& name, std::string_view text) {
  Reader reader{printable(name)};
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    const bool isWhole = end != text.npos;
    reader.take(text.substr(at, end - at), isWhole);
    at = isWhole ? end + 1 : text.size();
  }
  return reader.finish();
}

Results readResults(const std::string& path) {
  std::ifstream in{path, std::ios::binary};
  std::ostringstream text;
  text << in.rdbuf();
  if (!in.is_open() || in.bad()) throw ResultsError(path + ": cannot be read");
  return parseResults(path, text.view());
}

std::string cpuModel() {
  std::ifstream in{"/proc/cpuinfo"};
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) {
      const std::size_t colon = line.find(':');
      if (colon != std::string::npos && colon + 2 <= line.size()) return line.substr(colon + 2);
    }
  }
  return "unknown";
}

}  // namespace conform
