#include "checker/scenario/graphAlone.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "checker/scenario/load.hpp"
#include "model/kernels/tolerance.hpp"
#include "model/vocabulary/Ensure.hpp"

namespace conform {
namespace {

using Json = nlohmann::ordered_json;

Json dataOf(const Tensor& tensor) {
  Json data = Json::array();
  for (std::size_t i = 0; i < tensor.count(); ++i) {
    // Numbers beyond the exact ones of JSON readers, and those that JSON has not, may be strings: all may.
    if (isFloat(tensor.dataType()) && std::isfinite(tensor.real(i))) {
      data.push_back(tensor.real(i));
    } else {
      data.push_back(elementText(tensor, i));
    }
  }
  return data;
}

Json descriptorOf(const OperandDescriptor& descriptor) {
  return Json{{"dataType", nameOf(descriptor.dataType)}, {"shape", descriptor.shape}};
}

class Writer {
 public:
  Writer(const GraphAlone& graph, const Scenario& origin) : graph_(graph), origin_(Json::parse(origin.json)) {
    std::set<Name> names{graph.results.begin(), graph.results.end()};
    for (const GraphAlone::Given& given : graph.given) names.insert(given.operand);
    const auto isTaken = [&](const Name& name) { return name.starts_with(own_); };
    while (std::ranges::any_of(names, isTaken)) own_ += '_';
  }

  ScenarioOfGraph write(const Scenario& origin) {
    addContext();
    setup_.push_back(Json{{"call", "newBuilder"}, {"context", own_ + "Context"}, {"as", own_ + "Builder"}});
    for (const GraphAlone::Given& given : graph_.given) addGiven(given);
    addOperators();
    script_.push_back(Json{});  // The dispatch, when all tensors are known.
    const std::size_t dispatch = script_.size() - 1;
    for (const GraphAlone::Output& output : graph_.outputs) addOutput(output);
    setup_.push_back(Json{{"call", "build"}, {"on", own_ + "Builder"}, {"outputs", built_}, {"as", own_ + "Graph"}});
    for (Json& tensor : tensors_) setup_.push_back(std::move(tensor));
    script_[dispatch] = Json{{"call", "dispatch"},
                             {"on", own_ + "Context"},
                             {"graph", own_ + "Graph"},
                             {"inputs", inputs_},
                             {"outputs", outputTensors_}};
    Json made{{"version", 1}, {"id", origin.id + ": graph alone"}, {"title", "A graph of " + origin.id + ", alone"}};
    if (origin.extendedTypes) made["extendedTypes"] = true;
    made["setup"] = setup_;
    made["script"] = script_;
    Loaded loaded = loadScenarios(origin.file, made.dump());
    ENSURE(loaded.errors.empty() && loaded.scenarios.size() == 1);
    return {std::move(loaded.scenarios[0]), reads_};
  }

 private:
  void addContext() {
    Json create = stepNamed(origin_, graph_.context);
    create["as"] = own_ + "Context";
    setup_.push_back(std::move(create));
  }

  void addGiven(const GraphAlone::Given& given) {
    const Json descriptor = descriptorOf(given.contents->descriptor());
    if (given.inputName.empty()) {
      setup_.push_back(Json{{"call", "constant"},
                            {"on", own_ + "Builder"},
                            {"descriptor", descriptor},
                            {"data", dataOf(*given.contents)},
                            {"as", given.operand}});
      return;
    }
    setup_.push_back(Json{{"call", "input"},
                          {"on", own_ + "Builder"},
                          {"name", given.inputName},
                          {"descriptor", descriptor},
                          {"as", given.operand}});
    const Name tensor = own_ + "Input" + std::to_string(tensors_.size());
    addTensor(tensor, descriptor, "writable");
    script_.push_back(
        Json{{"call", "writeTensor"}, {"on", own_ + "Context"}, {"tensor", tensor}, {"data", dataOf(*given.contents)}});
    inputs_[given.inputName] = tensor;
  }

  void addOperators() {
    const Json* last = nullptr;  // The results of one operator follow each other.
    for (const Name& result : graph_.results) {
      const Json& step = stepNamed(origin_, result);
      if (&step == last) continue;
      last = &step;
      setup_.push_back(step);
      setup_.back()["on"] = own_ + "Builder";
    }
  }

  void addOutput(const GraphAlone::Output& output) {
    const Name tensor = own_ + "Output" + std::to_string(tensors_.size());
    addTensor(tensor, descriptorOf(output.descriptor), "readable");
    built_[output.result] = output.result;
    outputTensors_[output.result] = tensor;
    reads_.push_back(own_ + "Read" + std::to_string(reads_.size()));
    script_.push_back(
        Json{{"call", "readTensor"}, {"on", own_ + "Context"}, {"tensor", tensor}, {"as", reads_.back()}});
  }

  void addTensor(const Name& name, Json descriptor, const char* usage) {
    descriptor[usage] = true;
    tensors_.push_back(
        Json{{"call", "createTensor"}, {"on", own_ + "Context"}, {"descriptor", descriptor}, {"as", name}});
  }

  /// The step that defines a name: an object with `as`, wherever it stands.
  static const Json& stepNamed(const Json& root, const Name& name) {
    const Json* step = find(root, name);
    ENSURE(step != nullptr);
    return *step;
  }
  static const Json* find(const Json& json, const Name& name) {
    if (json.is_object() && json.contains("as")) {
      const Json& as = json["as"];
      if (as == name || (as.is_array() && std::ranges::find(as, Json(name)) != as.end())) return &json;
    }
    if (!json.is_structured()) return nullptr;
    for (const Json& part : json) {
      if (const Json* found = find(part, name)) return found;
    }
    return nullptr;
  }

  const GraphAlone& graph_;
  const Json origin_;
  std::string own_ = "probe";  // No name of the scenario begins with it.
  Json setup_ = Json::array(), script_ = Json::array();
  Json inputs_ = Json::object(), built_ = Json::object(), outputTensors_ = Json::object();
  std::vector<Json> tensors_;
  std::vector<Name> reads_;
};

}  // namespace

ScenarioOfGraph scenarioOf(const GraphAlone& graph, const Scenario& origin) {
  return Writer{graph, origin}.write(origin);
}

}  // namespace conform
