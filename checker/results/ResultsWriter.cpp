#include "checker/results/ResultsWriter.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "reports/findingJson.hpp"

namespace conform {
namespace {

std::string jsonOf(const ResultsHead& head) {
  std::string text;
  JsonText json{text};
  json.open('{');
  json.member("results", 1);
  json.member("program", head.program);
  json.member("draft", head.draft);
  json.member("subject", head.subject);
  json.member("subjectVersion", head.subjectVersion);
  json.member("semantics", head.semantics);
  json.member("cpu", head.cpu);
  json.key("scenarios");
  json.open('{');
  json.member("count", head.scenarios);
  json.member("fingerprint", head.fingerprint);
  json.close('}');
  json.member("options", head.options);
  json.key("shard");
  json.open('{');
  json.member("index", head.shard.index);
  json.member("of", head.shard.of);
  json.close('}');
  json.close('}');
  return text;
}

[[noreturn]] void fail(const std::string& path) {
  throw ResultsError(path + " cannot be written: " + std::strerror(errno));
}

}  // namespace

ResultsWriter::ResultsWriter(const std::string& path, const ResultsHead& head) : path_(path) {
  // A slip of the pen must not cost anybody's file.
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error) && std::filesystem::file_size(path, error) > 0) {
    try {
      readResults(path);
    } catch (const ResultsError&) {
      throw ResultsError(path + " exists and is no results file; it is left alone");
    }
  }
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0) fail(path_);
  line(jsonOf(head));
}

ResultsWriter::ResultsWriter(const std::string& path, const ResultsHead& head, std::span<const Result> before)
    : path_(path + ".new") {
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0) fail(path_);
  line(jsonOf(head));
  for (const Result& result : before) append(result.finding, result.seconds);
  if (std::rename(path_.c_str(), path.c_str()) != 0) fail(path);
  path_ = path;
}

ResultsWriter::~ResultsWriter() {
  if (file_ >= 0) ::close(file_);
}

void ResultsWriter::append(const Finding& finding, double seconds) {
  std::string text;
  JsonText json{text};
  json.open('{');
  json.key("finding");
  writeJson(json, finding);
  std::array<char, 32> number{};
  const auto [end, error] =
      std::to_chars(number.data(), number.data() + number.size(), seconds, std::chars_format::fixed, 6);
  json.key("seconds");
  json.raw(std::string_view{number.data(), end});
  json.close('}');
  ++findings_;
  line(text);
}

void ResultsWriter::end() {
  line("{\"end\":true,\"findings\":" + std::to_string(findings_) + "}");
}

void ResultsWriter::line(const std::string& json) {
  const std::string text = json + "\n";
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t some = ::write(file_, text.data() + written, text.size() - written);
    if (some < 0 && errno == EINTR) continue;
    if (some < 0) fail(path_);
    written += static_cast<std::size_t>(some);
  }
}

}  // namespace conform
