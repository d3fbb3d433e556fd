#include "checker/generate/generateScenario.hpp"

#include <array>
#include <random>
#include <string>
#include <vector>

namespace conform {
namespace {

/// Not std::uniform_int_distribution: what it gives depends on the library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed * 0x9e3779b97f4a7c15 + 1) {}
  unsigned below(std::size_t n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  const T& oneOf(const std::vector<T>& all) {
    return all[below(all.size())];
  }

 private:
  std::mt19937_64 random_;
};

Step step(decltype(Step::what) what) {
  return {std::move(what), {}};
}

Reference named(const Name& name) {
  return {name, false};
}

Descriptor descriptor() {
  Descriptor result;
  result.dataType = "float32";
  result.shape = std::vector<Number>{Number::ofInteger(2)};
  result.readable = result.writable = true;
  return result;
}

Contents contents(std::uint8_t first, std::uint8_t second) {
  const auto bytesOf = [](std::uint8_t value) -> std::array<std::uint8_t, 4> {
    if (value == 0) return {};
    // A small whole number as float32: sign 0, and so exponent and mantissa by hand.
    unsigned exponent = 0;
    while ((value >> (exponent + 1)) != 0) ++exponent;
    const std::uint32_t mantissa = (static_cast<std::uint32_t>(value) << (23 - exponent)) & 0x7fffff;
    const std::uint32_t bits = ((127 + exponent) << 23) | mantissa;
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
            static_cast<std::uint8_t>(bits >> 16), static_cast<std::uint8_t>(bits >> 24)};
  };
  Contents result{DataType::float32, {}};
  for (const std::uint8_t value : {first, second}) {
    for (const std::uint8_t byte : bytesOf(value)) result.bytes.push_back(byte);
  }
  return result;
}

class Generator {
 public:
  Generator(std::uint64_t seed, const GenerateOptions& options) : dice_(seed), allow_(options) {
    scenario_.id = "generated-" + std::to_string(seed);
    scenario_.title = "Generated from seed " + std::to_string(seed);
    // Each scenario has its own taste: some features are left out altogether.
    const auto some = [&](bool& feature, unsigned percent) { feature = feature && dice_.chance(percent); };
    some(allow_.losses, 60);
    some(allow_.failures, 35);
    some(allow_.reactions, 45);
    some(allow_.tasks, 45);
    some(allow_.builds, 50);
    some(allow_.buffers, 35);
    some(allow_.scriptControl, 40);
    some(allow_.timelineControl, 20);
  }

  Scenario run() {
    setUp();
    const unsigned calls = 2 + dice_.below(allow_.calls);
    for (unsigned i = 0; i < calls; ++i) add(scenario_.script, Where::TopLevel);
    if (allow_.tasks) {
      const unsigned tasks = 1 + dice_.below(2);
      for (unsigned i = 0; i < tasks; ++i) {
        std::vector<Step>& steps = scenario_.tasks["timer" + std::to_string(i)];
        const unsigned length = 1 + dice_.below(2);
        for (unsigned j = 0; j < length; ++j) add(steps, Where::Task);
      }
    }
    if (allow_.losses) {
      for (const Name& context : contexts_) {
        if (dice_.chance(60)) scenario_.anytime.push_back(step(ContextLost{named(context)}));
      }
    }
    return std::move(scenario_);
  }

 private:
  enum class Where : std::uint8_t { TopLevel, Task, Nested };

  Name fresh(const char* prefix) { return prefix + std::to_string(names_++); }

  // ---- The set-up: contexts, tensors, a graph z = op(x) for some contexts, builders, buffers ----

  void setUp() {
    const unsigned contexts = 1 + dice_.below(allow_.contexts);
    for (unsigned i = 0; i < contexts; ++i) {
      contexts_.push_back(fresh("c"));
      scenario_.setup.push_back(step(CreateContext{contexts_.back(), {}, false, false}));
    }
    const unsigned tensors = 1 + dice_.below(allow_.tensors);
    for (unsigned i = 0; i < tensors; ++i) {
      const Name context = dice_.oneOf(contexts_), name = fresh("t");
      tensors_.push_back({name, context});
      scenario_.setup.push_back(step(CreateTensor{named(context), descriptor(), name}));
    }
    for (const Name& context : contexts_) {
      if (dice_.chance(60)) addGraph(context);
      if (allow_.builds && dice_.chance(50)) addBuilder(context);
    }
    if (allow_.buffers) {
      const Name buffer = fresh("b");
      MakeBuffer make;
      make.buffer = buffer;
      make.bytes.assign(8, 0);
      scenario_.setup.push_back(step(make));
      buffers_.push_back(buffer);
    }
  }

  /// Steps up to the operand that can be built; gives builder and operand.
  std::pair<Name, Name> addOperand(const Name& context) {
    const Name builder = fresh("builder"), x = fresh("x"), z = fresh("z");
    auto& setup = scenario_.setup;
    setup.push_back(step(NewBuilder{named(context), false, builder}));
    setup.push_back(step(Input{named(builder), "x", descriptor(), x}));
    Op op;
    op.on = named(builder);
    op.op = dice_.chance(50) ? "neg" : "abs";
    op.arguments = {Argument{named(x)}};
    if (dice_.chance(30)) {
      op.op = "add";
      op.arguments.push_back(Argument{named(x)});
    }
    op.as = z;
    setup.push_back(step(op));
    return {builder, z};
  }

  void addGraph(const Name& context) {
    const auto [builder, z] = addOperand(context);
    const Name graph = fresh("g");
    scenario_.setup.push_back(step(Build{named(builder), {{"z", named(z)}}, graph}));
    graphs_.push_back({graph, context});
  }

  void addBuilder(const Name& context) {
    const auto [builder, z] = addOperand(context);
    builders_.push_back({builder, z, context});
  }

  // ---- One step of a script ----

  void add(std::vector<Step>& steps, Where where) {
    while (true) {  // Until something could be drawn that has what it needs.
      const unsigned kind = dice_.below(100);
      if (kind < 22) return read(steps);
      if (kind < 34) return write(steps);
      if (kind < 46) {
        if (dispatch(steps)) return;
      } else if (kind < 54) {
        return destroyTensor(steps);
      } else if (kind < 58) {
        if (allow_.losses) return destroy(steps, dice_.oneOf(contexts_));
      } else if (kind < 61) {
        if (!graphs_.empty()) return destroy(steps, dice_.oneOf(graphs_).name);
      } else if (kind < 66) {
        if (allow_.builds) return createTensor(steps);
      } else if (kind < 71) {
        if (allow_.builds && build(steps)) return;
      } else if (kind < 74) {
        return getLost(steps);
      } else if (kind < 80) {
        if (allow_.reactions && where != Where::Nested) return react(steps);
      } else if (kind < 85) {
        if (allow_.buffers) return touchBuffer(steps);
      } else if (kind < 91) {
        if (allow_.scriptControl && where == Where::TopLevel) return control(steps);
      } else if (kind < 95) {
        if (allow_.failures) return fail(steps);
      } else if (kind < 99) {
        if (allow_.timelineControl) return controlTimeline(steps);
      } else {
        return steps.push_back(step(Mark{fresh("mark")}));
      }
    }
  }

  struct Owned {
    Name name, context;
  };
  struct Builder {
    Name name, operand, context;
  };

  void read(std::vector<Step>& steps) {
    const Owned& tensor = dice_.oneOf(tensors_);
    ReadTensor call{named(tensor.context), named(tensor.name), std::nullopt, fresh("r")};
    if (!buffers_.empty() && dice_.chance(50)) call.into = dice_.oneOf(buffers_);
    promises_.push_back(call.as);
    steps.push_back(step(call));
  }

  void write(std::vector<Step>& steps) {
    const Owned& tensor = dice_.oneOf(tensors_);
    const auto value = static_cast<std::uint8_t>(1 + dice_.below(3));
    steps.push_back(step(WriteTensor{named(tensor.context), named(tensor.name), contents(value, 7), {}}));
  }

  bool dispatch(std::vector<Step>& steps) {
    if (graphs_.empty()) return false;
    const Owned& graph = dice_.oneOf(graphs_);
    std::vector<Name> mine;
    for (const Owned& tensor : tensors_) {
      if (tensor.context == graph.context) mine.push_back(tensor.name);
    }
    if (mine.size() < 2) return false;
    const unsigned in = dice_.below(mine.size());
    const unsigned out = (in + 1 + dice_.below(mine.size() - 1)) % static_cast<unsigned>(mine.size());
    steps.push_back(step(
        Dispatch{named(graph.context), named(graph.name), {{"x", named(mine[in])}}, {{"z", named(mine[out])}}, {}}));
    return true;
  }

  void destroy(std::vector<Step>& steps, const Name& name) { steps.push_back(step(Destroy{named(name), {}})); }
  void destroyTensor(std::vector<Step>& steps) { destroy(steps, dice_.oneOf(tensors_).name); }

  void createTensor(std::vector<Step>& steps) {
    const Name context = dice_.oneOf(contexts_), name = fresh("n");
    steps.push_back(step(CreateTensor{named(context), descriptor(), name}));
    promises_.push_back(name);
    if (dice_.chance(30)) tensors_.push_back({name, context});  // Later steps may use it, bound or not.
  }

  bool build(std::vector<Step>& steps) {
    if (builders_.empty()) return false;
    const Builder builder = dice_.oneOf(builders_);
    const Name graph = fresh("g");
    steps.push_back(step(Build{named(builder.name), {{"z", named(builder.operand)}}, graph}));
    promises_.push_back(graph);
    if (dice_.chance(50)) graphs_.push_back({graph, builder.context});
    return true;
  }

  void getLost(std::vector<Step>& steps) {
    const Name name = fresh("lost");
    // A graph has none, but under graph-lost.
    const bool ofGraph = !graphs_.empty() && allow_.failures && dice_.chance(60);
    steps.push_back(step(Get{named(ofGraph ? dice_.oneOf(graphs_).name : dice_.oneOf(contexts_)), "lost", name}));
    promises_.push_back(name);
  }

  void react(std::vector<Step>& steps) {
    std::vector<Step> body;
    const unsigned length = 1 + dice_.below(2);
    if (promises_.empty() || dice_.chance(25)) {
      for (unsigned i = 0; i < length; ++i) add(body, Where::Nested);
      return steps.push_back(step(Microtask{std::move(body)}));
    }
    const Name promise = dice_.oneOf(promises_);
    for (unsigned i = 0; i < length; ++i) add(body, Where::Nested);
    steps.push_back(step(Then{promise, static_cast<Then::When>(dice_.below(3)), std::move(body)}));
  }

  void touchBuffer(std::vector<Step>& steps) {
    const Name buffer = dice_.oneOf(buffers_);
    switch (dice_.below(8)) {
      case 0:
        return steps.push_back(step(Fill{buffer, Number::ofInteger(9)}));
      case 1:
        return steps.push_back(step(Detach{buffer}));
      default:
        return steps.push_back(step(Peek{buffer, fresh("peek"), DataType::float32}));
    }
  }

  void control(std::vector<Step>& steps) {
    switch (dice_.below(4)) {
      case 0:
        return steps.push_back(step(Turn{}));
      case 1:
        return steps.push_back(step(Settle{}));
      default:
        if (promises_.empty()) return steps.push_back(step(Turn{}));
        return steps.push_back(step(Await{dice_.oneOf(promises_)}));
    }
  }

  void fail(std::vector<Step>& steps) {
    const Reference context = named(dice_.oneOf(contexts_));
    using enum FailNext::Operation;
    switch (dice_.below(8)) {
      case 0:
        return steps.push_back(step(DeviceFail{context}));
      case 1:
        return steps.push_back(step(FailNext{context, createTensor}));
      case 2:
        return steps.push_back(step(FailNext{context, build}));
      case 3:
        return steps.push_back(step(FailNext{context, write}));
      case 4:
        return steps.push_back(step(FailNext{context, read}));
      default:
        return steps.push_back(step(FailNext{context, compute}));
    }
  }

  void controlTimeline(std::vector<Step>& steps) {
    const Reference context = named(dice_.oneOf(contexts_));
    switch (dice_.below(4)) {
      case 0:
        return steps.push_back(step(Resume{context}));
      case 1:
        return steps.push_back(step(Drain{context}));
      case 2:
        return steps.push_back(step(RunTimeline{context, 1 + dice_.below(2)}));
      default:
        return steps.push_back(step(Pause{context}));
    }
  }

  Dice dice_;
  GenerateOptions allow_;
  Scenario scenario_;
  unsigned names_ = 0;
  std::vector<Name> contexts_, buffers_, promises_;
  std::vector<Owned> tensors_, graphs_;
  std::vector<Builder> builders_;
};

}  // namespace

Scenario generateScenario(std::uint64_t seed, const GenerateOptions& options) {
  return Generator{seed, options}.run();
}

}  // namespace conform
