// A piece of work that is handed over: a function that runs once, and that may own what it works on.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace conform::cpu {

class Job {
 public:
  Job() = default;
  template <class Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, Job>) Job(Function&& function)
      : work_(std::make_unique<Of<std::decay_t<Function>>>(std::forward<Function>(function))) {}

  explicit operator bool() const { return work_ != nullptr; }
  void operator()() { work_->run(); }

 private:
  struct Work {
    virtual ~Work() = default;
    virtual void run() = 0;
  };
  template <class Function>
  struct Of : Work {
    explicit Of(Function function) : function(std::move(function)) {}
    void run() override { function(); }
    Function function;
  };
  std::unique_ptr<Work> work_;
};

}  // namespace conform::cpu
