#include "checker/export/javascript.hpp"

#include <algorithm>

#include "checker/export/JavaScriptWriter.hpp"
#include "model/vocabulary/Overload.hpp"

namespace conform {
namespace {

using namespace javascript;

/// A call whose promise fulfils with an object: the promise and the object have a variable each.
bool makesObject(const Step& step) {
  return std::holds_alternative<CreateContext>(step.what) || std::holds_alternative<CreateTensor>(step.what) ||
         std::holds_alternative<CreateConstantTensor>(step.what) || std::holds_alternative<Build>(step.what);
}

class Printer {
 public:
  std::map<std::string, std::string> firstLines;  ///< By the step's pointer.

  std::string print(const Scenario& scenario, std::size_t steps) {
    for (const Step& step : scenario.setup) this->step(step, true);
    if (!scenario.setup.empty()) lines_.add("");
    for (std::size_t i = 0; i < std::min(steps, scenario.script.size()); ++i) step(scenario.script[i], false);
    for (const auto& [name, list] : scenario.tasks) {
      lines_.open("setTimeout(() => {  // task " + quoted(name) + ", at any time");
      for (const Step& one : list) step(one, false);
      lines_.close("});");
    }
    for (const Step& event : scenario.anytime) lines_.add("// at any time, or never: " + this->event(event));
    return lines_.text();
  }

  std::string event(const Step& step) {
    return std::visit(
        Overload{
            [](const Pause& e) { return "the timeline of " + e.on.name + " pauses"; },
            [](const Resume& e) { return "the timeline of " + e.on.name + " goes on"; },
            [](const Drain& e) { return "the timeline of " + e.on.name + " runs until it is empty"; },
            [](const RunTimeline& e) {
              return "the timeline of " + e.on.name + " runs " + std::to_string(e.tasks) + " entries";
            },
            [](const FailNext& e) { return "the next " + std::string(nameOf(e.operation)) + " fails"; },
            [](const DeviceFail& e) { return "everything on the device of " + e.on.name + " fails from now on"; },
            [](const DeviceLost& e) { return "the device of " + e.on.name + " is lost"; },
            [](const ContextLost& e) { return "the user agent loses " + e.on.name; },
            [](const DocumentGone&) -> std::string { return "the document is gone"; },
            [](const auto&) -> std::string { return ""; },
        },
        step.what);
  }

 private:
  std::string name(const Name& name) { return names_.of(name); }
  std::string promise(const Name& name) {
    return promises_.contains(name) ? this->name(name + "Promise") : this->name(name);
  }
  std::string value(const Reference& reference) {
    return reference.isPromise ? promise(reference.name) : name(reference.name);
  }
  std::string source(const Source& source) {
    const auto* contents = std::get_if<Contents>(&source);
    return contents ? typedArray(*contents) : name(std::get<Name>(source));
  }
  std::string tensor(const std::variant<Reference, Argument>& tensor) {
    const auto* reference = std::get_if<Reference>(&tensor);
    return reference ? value(*reference) : argument(std::get<Argument>(tensor));
  }
  std::string record(const std::vector<std::pair<std::string, std::optional<Reference>>>& members) {
    std::vector<std::string> parts;
    for (const auto& [key, reference] : members) {
      const std::string given = reference ? value(*reference) : "undefined";
      parts.push_back(key == given ? key : quoted(key) + ": " + given);
    }
    return "{" + joined(parts, ", ") + "}";
  }
  std::string argument(const Argument& given) {
    return javascript::argument(given, [this](const Reference& reference) { return value(reference); });
  }

  std::string constantFrom(const Constant& constant) {
    return std::visit(
        Overload{
            [&](const Constant::FromBuffer& from) { return descriptor(from.descriptor) + ", " + source(from.data); },
            [&](const Constant::FromTensor& from) { return value(from.tensor); },
            [&](const Constant::FromValue& from) { return quoted(from.dataType) + ", " + number(from.value); },
        },
        constant.from);
  }

  void made(const Step& step, const Name& as, const std::string& call, bool isSetup) {
    if (as.empty()) return lines_.add((isSetup && makesObject(step) ? "await " : "") + call + ";");
    if (!makesObject(step)) return lines_.add("const " + name(as) + " = " + call + ";");
    if (isSetup) return lines_.add("const " + name(as) + " = await " + call + ";");
    promises_.insert(as);
    lines_.add("const " + promise(as) + " = " + call + ";");
  }

  void body(const std::string& head, const std::vector<Step>& steps) {
    lines_.open(head);
    for (const Step& one : steps) step(one, false);
    lines_.close("});");
  }

  void then(const Then& then) {
    const std::string given = promises_.contains(then.name) ? name(then.name) : "";
    switch (then.when) {
      case Then::When::fulfilled:
        return body(promise(then.name) + ".then((" + given + ") => {", then.steps);
      case Then::When::rejected:
        return body(promise(then.name) + ".catch(() => {", then.steps);
      case Then::When::settled:
        return body(promise(then.name) + ".catch(() => {}).then((" + given + ") => {", then.steps);
    }
  }

  void buffer(const MakeBuffer& make) {
    const std::string type(nameOf(make.type));
    std::vector<std::string> arguments;
    if (!make.over.empty()) {
      arguments = {name(make.over), std::to_string(make.offset)};
      if (make.length) arguments.push_back(std::to_string(*make.length));
    } else {
      arguments.push_back(std::to_string(make.bytes.size() / elementSizeOf(make.type)));
      if (make.maxByteLength) arguments.push_back("{maxByteLength: " + std::to_string(*make.maxByteLength) + "}");
    }
    const bool isFilled =
        std::any_of(make.bytes.begin(), make.bytes.end(), [](std::uint8_t byte) { return byte != 0; });
    lines_.add("const " + name(make.buffer) + " = new " + type + "(" + joined(arguments, ", ") + ");" +
               (isFilled ? "  // then filled with its data" : ""));
  }

  void step(const Step& step, bool isSetup) {
    const std::size_t begin = lines_.text().size();
    print(step, isSetup);
    const std::string_view added = std::string_view{lines_.text()}.substr(begin);
    const std::string_view line = added.substr(0, added.find('\n'));
    firstLines[step.place.pointer] = line.substr(std::min(line.find_first_not_of(' '), line.size()));
  }

  void print(const Step& step, bool isSetup) {
    const auto call = [&](const Name& as, const std::string& text) { made(step, as, text, isSetup); };
    std::visit(
        Overload{
            [&](const CreateContext& s) {
              const std::string options = s.options.empty() ? "" : argument(Argument{s.options});
              call(s.as, "navigator.ml.createContext(" + (s.fromGPUDevice ? "gpuDevice" : options) + ")");
            },
            [&](const CreateTensor& s) { call(s.as, value(s.on) + ".createTensor(" + descriptor(s.descriptor) + ")"); },
            [&](const CreateConstantTensor& s) {
              call(s.as,
                   value(s.on) + ".createConstantTensor(" + descriptor(s.descriptor) + ", " + source(s.data) + ")");
            },
            [&](const ReadTensor& s) {
              const auto* into = s.into ? std::get_if<Name>(&*s.into) : nullptr;
              const std::string second = !s.into ? "" : ", " + (into ? name(*into) : "undefined");
              call(s.as, value(s.on) + ".readTensor(" + tensor(s.tensor) + second + ")");
            },
            [&](const WriteTensor& s) {
              call("", value(s.on) + ".writeTensor(" + tensor(s.tensor) + ", " + source(s.data) + ")");
            },
            [&](const Dispatch& s) {
              call("", value(s.on) + ".dispatch(" + value(s.graph) + ", " + record(s.inputs) + ", " +
                           record(s.outputs) + ")");
            },
            [&](const Destroy& s) { call("", value(s.on) + ".destroy()"); },
            [&](const Dispose& s) { call("", value(s.on) + "[Symbol.dispose]()"); },
            [&](const NewBuilder& s) { call(s.as, "new MLGraphBuilder(" + value(s.context) + ")"); },
            [&](const Input& s) {
              call(s.as, value(s.on) + ".input(" + quoted(s.name) + ", " + descriptor(s.descriptor) + ")");
            },
            [&](const Constant& s) { call(s.as, value(s.on) + ".constant(" + constantFrom(s) + ")"); },
            [&](const Op& s) {
              std::vector<std::string> arguments;
              for (const Argument& one : s.arguments) arguments.push_back(argument(one));
              if (s.options) arguments.push_back(argument(Argument{*s.options}));
              const std::string text = value(s.on) + "." + s.op + "(" + joined(arguments, ", ") + ")";
              if (s.asEach.empty()) return call(s.as, text);
              std::vector<std::string> results;
              for (const Name& each : s.asEach) results.push_back(name(each));
              lines_.add("const [" + joined(results, ", ") + "] = " + text + ";");
            },
            [&](const Build& s) { call(s.as, value(s.on) + ".build(" + record(s.outputs) + ")"); },
            [&](const Get& s) { call(s.as, value(s.on) + "." + s.attribute); },
            [&](const Same& s) { call(s.as, name(s.a) + " === " + name(s.b)); },
            [&](const MakeBuffer& s) { buffer(s); },
            [&](const Detach& s) {
              lines_.add("structuredClone(" + name(s.buffer) + ", {transfer: [" + name(s.buffer) + ".buffer]});");
            },
            [&](const Fill& s) { lines_.add(name(s.buffer) + ".fill(" + number(s.value) + ");"); },
            [&](const Peek& s) { lines_.add("const " + name(s.as) + " = " + name(s.buffer) + ".slice();"); },
            [&](const Await& s) {
              const bool binds = promises_.contains(s.name);
              lines_.add((binds ? "const " + name(s.name) + " = await " : "await ") + promise(s.name) + ";");
            },
            [&](const Turn&) { lines_.add("await new Promise((resolve) => setTimeout(resolve));"); },
            [&](const Settle&) { lines_.add("// when nothing is left to run:"); },
            [&](const Microtask& s) { body("queueMicrotask(() => {", s.steps); },
            [&](const Then& s) { then(s); },
            [&](const Mark& s) { lines_.add("console.log(" + quoted(s.mark) + ");"); },
            [&](const Pollute& s) {
              const bool isTensor = s.prototype == Pollute::Prototype::MLTensor;
              lines_.add(isTensor ? "MLTensor.prototype.then = (resolve) => resolve('hijacked');"
                                  : "Object.prototype.then = () => {};");
            },
            [&](const Unpollute&) { lines_.add("// `then` of the prototype is removed"); },
            [&](const auto&) { lines_.add("// " + event(step)); },
        },
        step.what);
  }

  Lines lines_;
  Identifiers names_{{"navigator", "console", "MLGraphBuilder", "MLTensor", "gpuDevice"}};
  std::set<Name> promises_;
};

}  // namespace

std::string javascriptOf(const Scenario& scenario, std::size_t steps) {
  return Printer{}.print(scenario, steps);
}

std::map<std::string, std::string> javascriptOfSteps(const Scenario& scenario) {
  Printer printer;
  printer.print(scenario, scenario.script.size());
  for (const Step& event : scenario.anytime) printer.firstLines[event.place.pointer] = "// " + printer.event(event);
  return std::move(printer.firstLines);
}

}  // namespace conform
