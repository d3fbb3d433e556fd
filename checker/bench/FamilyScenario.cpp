#include "checker/bench/FamilyScenario.hpp"

#include <utility>

namespace conform {
namespace {

Step step(decltype(Step::what) what) {
  return {std::move(what), {}};
}
Reference named(const Name& name) {
  return {name, false};
}
std::string numbered(const char* prefix, unsigned a, unsigned b) {
  return prefix + std::to_string(a) + "_" + std::to_string(b);
}

Descriptor oneElement() {
  Descriptor descriptor;
  descriptor.dataType = "float32";
  descriptor.shape = std::vector<Number>{Number::ofInteger(1)};
  descriptor.readable = descriptor.writable = true;
  return descriptor;
}

/// 2^power as one float32, little endian.
Contents powerOfTwo(unsigned power) {
  const std::uint32_t bits = (127 + power) << 23;
  return {DataType::float32, {0, 0, static_cast<std::uint8_t>(bits >> 16), static_cast<std::uint8_t>(bits >> 24)}};
}

void addContext(Scenario& scenario, const Family& family, unsigned k) {
  const Name context = "c" + std::to_string(k), builder = "b" + std::to_string(k), x = "x" + std::to_string(k),
             z = "z" + std::to_string(k), graph = "g" + std::to_string(k);
  std::vector<Step>& setup = scenario.setup;
  for (unsigned t = 0; t < family.tensors; ++t) {
    for (const char* prefix : {"in", "out"})
      setup.push_back(step(CreateTensor{named(context), oneElement(), numbered(prefix, k, t)}));
  }
  setup.push_back(step(NewBuilder{named(context), false, builder}));
  setup.push_back(step(Input{named(builder), "x", oneElement(), x}));
  Op negate;
  negate.on = named(builder);
  negate.op = "neg";
  negate.arguments = {Argument{named(x)}};
  negate.as = z;
  setup.push_back(step(negate));
  setup.push_back(step(Build{named(builder), {{"z", named(z)}}, graph}));
  if (family.losses) scenario.anytime.push_back(step(ContextLost{named(context)}));
}

}  // namespace

std::string Family::name() const {
  const auto number = [](unsigned value) { return std::to_string(value) + " "; };
  return number(contexts) + number(tensors) + number(rounds) + number(dispatches) + (timers ? "1 " : "0 ") +
         (losses ? "1" : "0");
}

std::vector<std::string> Family::definitions() const {
  const auto define = [](const char* name, unsigned value) {
    return std::string{"-D"} + name + "=" + std::to_string(value);
  };
  return {define("K", contexts),    define("T", tensors),         define("R", rounds),
          define("ND", dispatches), define("XM", timers ? 1 : 0), define("LOSS", losses ? 1 : 0)};
}

Scenario familyScenario(const Family& family) {
  Scenario scenario;
  scenario.id = "family " + family.name();
  for (unsigned k = 0; k < family.contexts; ++k)
    scenario.setup.push_back(step(CreateContext{"c" + std::to_string(k), {}, false, false}));
  for (unsigned k = 0; k < family.contexts; ++k) addContext(scenario, family, k);
  if (family.losses) {
    for (unsigned k = 0; k < family.contexts; ++k)
      scenario.script.push_back(step(Get{named("c" + std::to_string(k)), "lost", "lost" + std::to_string(k)}));
  }
  for (unsigned promise = 0; promise < family.promises(); ++promise) {
    const unsigned k = promise % family.contexts, t = promise / family.contexts % family.tensors,
                   round = promise / (family.contexts * family.tensors);
    const Name context = "c" + std::to_string(k), in = numbered("in", k, t), out = numbered("out", k, t);
    scenario.script.push_back(step(WriteTensor{named(context), named(in), powerOfTwo(round), {}}));
    for (unsigned i = 0; i < family.dispatches; ++i) {
      scenario.script.push_back(
          step(Dispatch{named(context), named("g" + std::to_string(k)), {{"x", named(in)}}, {{"z", named(out)}}, {}}));
    }
    scenario.script.push_back(
        step(ReadTensor{named(context), named(out), std::nullopt, "r" + std::to_string(promise)}));
  }
  for (unsigned k = 0; family.timers && k < family.contexts; ++k) {
    std::vector<Step>& timer = scenario.tasks["timer" + std::to_string(k)];
    for (unsigned t = 0; t < family.tensors; ++t) timer.push_back(step(Destroy{named(numbered("out", k, t)), {}}));
  }
  return scenario;
}

}  // namespace conform
