#include "checker/subjects/chromium/DevTools.hpp"

#include <csignal>
#include <utility>

namespace conform {
namespace {

constexpr std::size_t maxMessage = std::size_t{256} << 20;

}  // namespace

DevTools::DevTools(const std::vector<std::string>& command, EventHandler onEvent) : onEvent_(std::move(onEvent)) {
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<ChildProcess::Pipe> pipes{{3, true}, {4, false}};
  process_.start(command, pipes, false);
  output_.assign(pipes[0].ours);
  input_.assign(pipes[1].ours);
  readMore();
}

DevTools::~DevTools() {
  process_.kill();
}

void DevTools::readMore() {
  input_.async_read_some(boost::asio::buffer(chunk_), [this](const boost::system::error_code& error, std::size_t size) {
    if (error) {
      if (failure_.empty()) failure_ = "the browser has exited";
      return;
    }
    received_.append(chunk_.data(), size);
    std::size_t begin = 0;
    for (std::size_t end; (end = received_.find('\0', std::max(begin, searched_))) != std::string::npos;
         begin = end + 1) {
      handle(std::string_view(received_).substr(begin, end - begin));
    }
    received_.erase(0, begin);
    searched_ = received_.size();
    if (received_.size() > maxMessage) failure_ = "the browser sent a message of more than 256 MiB";
    readMore();
  });
}

void DevTools::handle(std::string_view text) {
  Json message = Json::parse(text, nullptr, false);
  if (!message.is_object()) {
    failure_ = "the browser sent what is no JSON";
    return;
  }
  if (const auto id = message.find("id"); id != message.end()) {
    if (*id == awaited_) answers_[awaited_] = std::move(message);
    return;
  }
  const auto parameters = message.find("params");
  onEvent_(message.value("method", ""), parameters == message.end() ? Json::object() : *parameters,
           message.value("sessionId", ""));
}

void DevTools::send(const std::string& method, const Json& parameters, const std::string& session) {
  Json message{{"id", ++lastId_}, {"method", method}, {"params", parameters}};
  if (!session.empty()) message["sessionId"] = session;
  std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.push_back('\0');
  boost::system::error_code error;
  boost::asio::write(output_, boost::asio::buffer(text), error);
  if (error && failure_.empty()) failure_ = "the browser has exited";
}

DevTools::Json DevTools::call(const std::string& method, const Json& parameters, const std::string& session,
                              Clock::time_point deadline) {
  send(method, parameters, session);
  const std::uint64_t id = awaited_ = lastId_;
  if (!pumpUntil([&] { return answers_.contains(id); }, deadline)) {
    throw BrowserError("the browser did not answer " + method);
  }
  Json answer = std::move(answers_.extract(id).mapped());
  if (const auto error = answer.find("error"); error != answer.end()) {
    throw BrowserError(method + ": " + error->value("message", "failed"));
  }
  return answer.value("result", Json::object());
}

bool DevTools::pumpUntil(const std::function<bool()>& done, Clock::time_point deadline) {
  while (!done()) {
    if (!failure_.empty()) throw BrowserError(failure_);
    if (Clock::now() >= deadline) return false;
    context_.run_one_until(deadline);
  }
  return true;
}

}  // namespace conform
