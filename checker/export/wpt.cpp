#include "checker/export/wpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "checker/export/JavaScriptWriter.hpp"
#include "checker/export/WptExpectations.hpp"
#include "checker/subjects/steps.hpp"
#include "model/vocabulary/Overload.hpp"

namespace conform {
namespace {

using namespace javascript;

struct Refused {
  NotExportable why;
};

class TestWriter {
 public:
  TestWriter(const Scenario& scenario, const AllowedRuns& allowed) : scenario_(scenario), expected_(allowed) {}

  WptTest write();

 private:
  // Expressions.
  std::string value(const Reference& reference);
  std::string source(const Source& source);
  std::string argument(const Argument& argument);
  std::string record(const std::vector<std::pair<std::string, std::optional<Reference>>>& entries);
  std::string tensor(const std::variant<Reference, Argument>& tensor);
  std::optional<std::string> expression(const Step& step);

  // Statements.
  void setUp(const Step& step);
  void steps(const std::vector<Step>& steps);
  void step(const Step& step);
  void call(const Name& as, const std::string& expression, bool givesPromise, const Place& place);
  void expectReturned(const Name& as, const std::string& expression, const Outcome& outcome);
  void buffer(const MakeBuffer& make);
  BufferType typeOf(const Name& buffer) const;
  bool isMemory(const Name& buffer) const;
  std::string memoryOf(const Name& buffer);
  std::string viewOf(const Name& buffer, std::string_view type);
  void declareNested(const std::vector<Step>& steps, bool nested);
  void expectSettled();
  std::string contentsCheck(const std::string& view, const Contents& contents) const;
  std::string settledCheck(const std::string& promise, const Outcome& outcome, const Name& name);
  [[noreturn]] void refuse(const std::string& reason, const Place& place) { throw Refused{{reason, place}}; }

  bool tracksOrder() const { return !expected_.orderIsFree() && expected_.order().size() > 1; }

  const Scenario& scenario_;
  const WptExpectations expected_;
  Lines body_;
  Identifiers names_{
      {"test", "order", "promise_test", "navigator", "MLGraphBuilder", "contextOptions", "outcomeOf", "settled"}};
  std::set<Name> promises_;  ///< Names of calls that give a promise, in the script.
  std::map<Name, std::string> promiseVariable_;
  std::set<Name> needsValue_;  ///< Promises whose value a later step uses.
  std::map<Name, BufferType> buffers_;
  std::vector<Name> contexts_, scriptOrder_;
  std::set<std::string> declared_;
  bool needsOutcomeOf_ = false, needsSettle_ = false;
  bool mayWait_ = false;  ///< Other script may run between a call and the check of its promise.
};

bool givesPromise(const Step& step) {
  if (const auto* get = std::get_if<Get>(&step.what)) return get->attribute == "lost";
  return std::holds_alternative<CreateContext>(step.what) || std::holds_alternative<CreateTensor>(step.what) ||
         std::holds_alternative<CreateConstantTensor>(step.what) || std::holds_alternative<ReadTensor>(step.what) ||
         std::holds_alternative<Build>(step.what);
}

Name nameOfResult(const Step& step) {
  return std::visit(
      [](const auto& what) -> Name {
        if constexpr (requires { what.as; }) return what.as;
        return {};
      },
      step.what);
}

std::string TestWriter::value(const Reference& reference) {
  if (reference.isPromise)
    return promiseVariable_.contains(reference.name) ? promiseVariable_[reference.name] : "undefined";
  return names_.of(reference.name);
}

std::string TestWriter::source(const Source& source) {
  if (const auto* contents = std::get_if<Contents>(&source)) return typedArray(*contents);
  return names_.of(std::get<Name>(source));
}

std::string TestWriter::argument(const Argument& given) {
  return javascript::argument(given, [this](const Reference& reference) { return value(reference); });
}

std::string TestWriter::record(const std::vector<std::pair<std::string, std::optional<Reference>>>& entries) {
  std::vector<std::string> members;
  for (const auto& [key, reference] : entries) {
    members.push_back(quoted(key) + ": " + (reference ? value(*reference) : "undefined"));
  }
  return "{" + joined(members, ", ") + "}";
}

std::string TestWriter::tensor(const std::variant<Reference, Argument>& tensor) {
  if (const auto* reference = std::get_if<Reference>(&tensor)) return value(*reference);
  return argument(std::get<Argument>(tensor));
}

/// The call that a step makes; nothing for a step that makes none.
std::optional<std::string> TestWriter::expression(const Step& step) {
  return std::visit(
      Overload{
          [&](const CreateContext& create) -> std::optional<std::string> {
            if (create.denied) refuse("a document without the feature \"webnn\" needs a test of its own", step.place);
            if (create.fromGPUDevice) refuse("a GPUDevice needs a test of its own", step.place);
            if (create.options.empty()) return "navigator.ml.createContext(contextOptions)";
            return "navigator.ml.createContext(" + argument(Argument{create.options}) + ")";
          },
          [&](const CreateTensor& create) -> std::optional<std::string> {
            return value(create.on) + ".createTensor(" + descriptor(create.descriptor) + ")";
          },
          [&](const CreateConstantTensor& create) -> std::optional<std::string> {
            return value(create.on) + ".createConstantTensor(" + descriptor(create.descriptor) + ", " +
                   source(create.data) + ")";
          },
          [&](const ReadTensor& read) -> std::optional<std::string> {
            std::string into;
            if (read.into) {
              const auto* name = std::get_if<Name>(&*read.into);
              into = ", " + (name ? names_.of(*name) : "undefined");
            }
            return value(read.on) + ".readTensor(" + tensor(read.tensor) + into + ")";
          },
          [&](const WriteTensor& write) -> std::optional<std::string> {
            return value(write.on) + ".writeTensor(" + tensor(write.tensor) + ", " + source(write.data) + ")";
          },
          [&](const Dispatch& dispatch) -> std::optional<std::string> {
            return value(dispatch.on) + ".dispatch(" + value(dispatch.graph) + ", " + record(dispatch.inputs) + ", " +
                   record(dispatch.outputs) + ")";
          },
          [&](const Destroy& destroy) -> std::optional<std::string> { return value(destroy.on) + ".destroy()"; },
          [&](const Dispose& dispose) -> std::optional<std::string> {
            return value(dispose.on) + "[Symbol.dispose]()";
          },
          [&](const NewBuilder& builder) -> std::optional<std::string> {
            if (builder.denied) refuse("a document without the feature \"webnn\" needs a test of its own", step.place);
            return "new MLGraphBuilder(" + value(builder.context) + ")";
          },
          [&](const Input& input) -> std::optional<std::string> {
            return value(input.on) + ".input(" + quoted(input.name) + ", " + descriptor(input.descriptor) + ")";
          },
          [&](const Constant& constant) -> std::optional<std::string> {
            const std::string arguments = std::visit(
                Overload{
                    [&](const Constant::FromBuffer& from) {
                      return descriptor(from.descriptor) + ", " + source(from.data);
                    },
                    [&](const Constant::FromTensor& from) { return value(from.tensor); },
                    [&](const Constant::FromValue& from) { return quoted(from.dataType) + ", " + number(from.value); },
                },
                constant.from);
            return value(constant.on) + ".constant(" + arguments + ")";
          },
          [&](const Op& op) -> std::optional<std::string> {
            std::vector<std::string> arguments;
            for (const Argument& given : op.arguments) arguments.push_back(argument(given));
            if (op.options) arguments.push_back(argument(Argument{*op.options}));
            return value(op.on) + "." + op.op + "(" + joined(arguments, ", ") + ")";
          },
          [&](const Build& build) -> std::optional<std::string> {
            return value(build.on) + ".build(" + record(build.outputs) + ")";
          },
          [&](const Get& get) -> std::optional<std::string> { return value(get.on) + "." + get.attribute; },
          [&](const Same& same) -> std::optional<std::string> {
            return names_.of(same.a) + " === " + names_.of(same.b);
          },
          [&](const auto&) -> std::optional<std::string> { return std::nullopt; },
      },
      step.what);
}

void TestWriter::setUp(const Step& step) {
  if (const auto* make = std::get_if<MakeBuffer>(&step.what)) return buffer(*make);
  const auto made = expression(step);
  if (!made) refuse("the set-up has a step that a test cannot express", step.place);
  if (const auto* create = std::get_if<CreateContext>(&step.what)) contexts_.push_back(create->as);
  const Name as = nameOfResult(step);
  const std::string await = givesPromise(step) ? "await " : "";
  if (const auto* op = std::get_if<Op>(&step.what); op && !op->asEach.empty()) {
    std::vector<std::string> each;
    for (const Name& name : op->asEach) each.push_back(names_.of(name));
    body_.add("const [" + joined(each, ", ") + "] = " + *made + ";");
  } else if (as.empty()) {
    body_.add(await + *made + ";");
  } else {
    body_.add("const " + names_.of(as) + " = " + await + *made + ";");
  }
}

void TestWriter::buffer(const MakeBuffer& make) {
  const std::string type(nameOf(make.type)), name = names_.of(make.buffer);
  std::string made;
  if (!make.over.empty()) {
    made = fmt::format("new {}({}, {}{})", type, names_.of(make.over), make.offset,
                       make.length ? ", " + std::to_string(*make.length) : "");
  } else {
    const bool isShared = make.type == BufferType::SharedArrayBuffer;
    const std::string memory =
        fmt::format("new {}({}{})", isShared ? "SharedArrayBuffer" : "ArrayBuffer", make.bytes.size(),
                    make.maxByteLength ? fmt::format(", {{maxByteLength: {}}}", *make.maxByteLength) : "");
    made = isShared || make.type == BufferType::ArrayBuffer ? memory : "new " + type + "(" + memory + ")";
  }
  buffers_[make.buffer] = make.type;
  body_.add("const " + name + " = " + made + ";");
  if (make.over.empty() && std::any_of(make.bytes.begin(), make.bytes.end(), [](auto byte) { return byte != 0; })) {
    const std::string view = make.type == BufferType::ArrayBuffer || make.type == BufferType::SharedArrayBuffer
                                 ? "new Uint8Array(" + name + ")"
                                 : "new Uint8Array(" + name + ".buffer)";
    body_.add(view + ".set([" + joined(elementsOf(Contents{DataType::uint8, make.bytes}), ", ") + "]);");
  }
}

BufferType TestWriter::typeOf(const Name& buffer) const {
  const auto found = buffers_.find(buffer);
  if (found == buffers_.end()) throw Refused{{"a buffer that no step makes: \"" + buffer + "\"", scenario_.place}};
  return found->second;
}

bool TestWriter::isMemory(const Name& buffer) const {
  const BufferType type = typeOf(buffer);
  return type == BufferType::ArrayBuffer || type == BufferType::SharedArrayBuffer;
}

std::string TestWriter::memoryOf(const Name& buffer) {
  return names_.of(buffer) + (isMemory(buffer) ? "" : ".buffer");
}

std::string TestWriter::viewOf(const Name& buffer, std::string_view type) {
  const std::string& name = names_.of(buffer);
  if (nameOf(typeOf(buffer)) == type) return name;
  return isMemory(buffer) ? fmt::format("new {}({})", type, name)
                          : fmt::format("new {0}({1}.buffer, {1}.byteOffset)", type, name);
}

void TestWriter::steps(const std::vector<Step>& list) {
  for (const Step& one : list) step(one);
}

void TestWriter::expectReturned(const Name& as, const std::string& made, const Outcome& outcome) {
  if (expected_.isOpen(as)) return body_.add(made + ";  // Any value.");
  if (outcome.kind == OutcomeKind::Throws) {
    const std::string name(nameOf(outcome.error));
    const bool isNative = outcome.error == Error::TypeError || outcome.error == Error::RangeError;
    body_.add(isNative ? fmt::format("assert_throws_js({}, () => {});", name, made)
                       : fmt::format("assert_throws_dom('{}', () => {});", name, made));
    return;
  }
  std::visit(Overload{
                 [&](Undefined) { body_.add(made + ";"); },
                 [&](bool truth) { body_.add(fmt::format("assert_{}({});", truth ? "true" : "false", made)); },
                 [&](const std::string& text) { body_.add(fmt::format("assert_equals({}, {});", made, quoted(text))); },
                 [&](const Numbers& numbers) {
                   body_.add(fmt::format("assert_array_equals({}, [{}]);", made, shown(Value{numbers})));
                 },
                 [&](const auto&) {
                   const bool isDeclared = declared_.contains(names_.of(as));
                   body_.add((isDeclared ? "" : "const ") + names_.of(as) + " = " + made + ";");
                 },
             },
             outcome.value);
}

void TestWriter::call(const Name& as, const std::string& made, bool isPromise, const Place& place) {
  if (as.empty()) return body_.add(made + ";");
  const std::vector<Outcome> outcomes = expected_.of(as);
  if (outcomes.size() == 1 && outcomes[0].kind == OutcomeKind::NotRun) {
    return body_.add("// Never reached: " + made + ";");
  }
  if (!isPromise || (outcomes.size() == 1 && outcomes[0].kind == OutcomeKind::Throws)) {
    if (outcomes.size() != 1) refuse("whether \"" + as + "\" throws is not decided; a test must know", place);
    return expectReturned(as, made, outcomes[0]);
  }
  const bool usesValue = needsValue_.contains(as);
  const std::string promise = promiseVariable_.at(as);
  body_.add((declared_.contains(promise) ? "" : "const ") + promise + " = " + made + ";");
  if (usesValue) {
    if (!declared_.contains(names_.of(as))) body_.add("let " + names_.of(as) + ";");
    body_.add(fmt::format("{}.then(value => {} = value, () => {{}});", promise, names_.of(as)));
  }
  const bool mayReject = std::any_of(outcomes.begin(), outcomes.end(),
                                     [](const Outcome& outcome) { return outcome.kind == OutcomeKind::Rejected; });
  if (mayReject && mayWait_ && !tracksOrder() && !usesValue)
    body_.add(promise + ".catch(() => {});");  // Checked below.
  if (tracksOrder()) {
    body_.add(fmt::format("{0}.then(() => order.push({1}), () => order.push({1}));", promise, quoted(as)));
  }
}

void TestWriter::step(const Step& step) {
  if (const auto made = expression(step)) {
    if (const auto* op = std::get_if<Op>(&step.what); op && !op->asEach.empty()) {
      refuse("several results of one operator in the script", step.place);
    }
    return call(nameOfResult(step), *made, givesPromise(step), step.place);
  }
  std::visit(
      Overload{
          [&](const MakeBuffer& make) { buffer(make); },
          [&](const Detach& detach) {
            body_.add(fmt::format("structuredClone({0}, {{transfer: [{0}]}});", memoryOf(detach.buffer)));
          },
          [&](const Fill& fill) {
            const BufferType made = typeOf(fill.buffer);
            const std::string_view type = isMemory(fill.buffer)          ? "Float32Array"
                                          : made == BufferType::DataView ? "Uint8Array"
                                                                         : nameOf(made);
            body_.add(viewOf(fill.buffer, type) + ".fill(" + number(fill.value) + ");");
          },
          [&](const Peek& peek) {
            const std::vector<Outcome> outcomes = expected_.of(peek.as);
            if (outcomes.size() != 1) refuse("what \"" + peek.as + "\" sees is not decided", step.place);
            if (expected_.isOpen(peek.as)) return body_.add("// " + peek.as + " may have any value.");
            if (std::holds_alternative<Detached>(outcomes[0].value)) {
              return body_.add("assert_equals(" + memoryOf(peek.buffer) + ".byteLength, 0, 'detached');");
            }
            if (outcomes[0].kind == OutcomeKind::NotRun) return;
            body_.add(
                contentsCheck(viewOf(peek.buffer, arrayNameOf(peek.dataType)), std::get<Contents>(outcomes[0].value)));
          },
          [&](const Await& await) {
            const auto promise = promiseVariable_.find(await.name);
            if (promise == promiseVariable_.end()) return;
            const std::vector<Outcome> outcomes = expected_.of(await.name);
            const bool resolves = outcomes.size() == 1 && outcomes[0].kind == OutcomeKind::Resolved;
            body_.add(resolves ? "await " + promise->second + ";" : "try { await " + promise->second + "; } catch {}");
          },
          [&](const Turn&) { body_.add("await new Promise(resolve => test.step_timeout(resolve, 0));"); },
          [&](const Settle&) {
            needsSettle_ = true;
            std::vector<std::string> all;
            for (const Name& context : contexts_) all.push_back(names_.of(context));
            body_.add("await settled([" + joined(all, ", ") + "]);");
          },
          [&](const Microtask& microtask) {
            body_.open("queueMicrotask(test.step_func(() => {");
            steps(microtask.steps);
            body_.close("}));");
          },
          [&](const Then& then) {
            const auto promise = promiseVariable_.find(then.name);
            if (promise == promiseVariable_.end()) return;
            body_.open(then.when == Then::When::rejected ? promise->second + ".then(undefined, test.step_func(() => {"
                                                         : promise->second + ".then(test.step_func(() => {");
            steps(then.steps);
            if (then.when == Then::When::settled) {
              body_.close("}), test.step_func(() => {");
              body_.open("");
              steps(then.steps);
            }
            body_.close(then.when == Then::When::fulfilled ? "}), () => {});" : "}));");
          },
          [&](const Mark& mark) {
            if (tracksOrder()) body_.add("order.push(" + quoted(mark.mark) + ");");
          },
          [&](const auto&) { refuse("a step that no test in a browser can make happen", step.place); },
      },
      step.what);
}

/// What is made inside a reaction, or used there before it is made, must be known outside.
void TestWriter::declareNested(const std::vector<Step>& list, bool nested) {
  for (const Step& one : list) {
    const Name as = nameOfResult(one);
    if (nested && !as.empty()) {
      const auto promise = promiseVariable_.find(as);
      if (promise != promiseVariable_.end()) declared_.insert(promise->second);
      if (promise == promiseVariable_.end() || needsValue_.contains(as)) declared_.insert(names_.of(as));
    }
    if (const auto* then = std::get_if<Then>(&one.what)) declareNested(then->steps, true);
    if (const auto* microtask = std::get_if<Microtask>(&one.what)) declareNested(microtask->steps, true);
  }
}

/// A zero may have either sign, unless the scenario wants it told apart.
std::string TestWriter::contentsCheck(const std::string& view, const Contents& contents) const {
  std::vector<std::string> elements = elementsOf(contents);
  const bool isSigned = !scenario_.strictZeroSign && std::ranges::find(elements, "-0") != elements.end();
  if (!isSigned) return fmt::format("assert_array_equals({}, [{}]);", view, joined(elements, ", "));
  std::ranges::replace(elements, "-0", "0");
  return fmt::format("assert_array_approx_equals({}, [{}], 0);", view, joined(elements, ", "));
}

std::string TestWriter::settledCheck(const std::string& promise, const Outcome& outcome, const Name& name) {
  if (outcome.kind == OutcomeKind::Rejected) {
    const std::string error(nameOf(outcome.error));
    const bool isNative = outcome.error == Error::TypeError || outcome.error == Error::RangeError;
    return isNative ? fmt::format("await promise_rejects_js(test, {}, {});", error, promise)
                    : fmt::format("await promise_rejects_dom(test, '{}', {});", error, promise);
  }
  if (expected_.isOpen(name)) return fmt::format("await {};  // Any value.", promise);
  return std::visit(
      Overload{
          [&](const Contents& contents) {
            return contentsCheck(fmt::format("new {}(await {})", arrayNameOf(contents.type), promise), contents);
          },
          [&](Undefined) { return fmt::format("assert_equals(await {}, undefined);", promise); },
          [&](Interface interface) {
            return fmt::format("assert_true(await {} instanceof {});", promise, nameOf(interface));
          },
          [&](const std::string& text) { return fmt::format("assert_equals(await {}, {});", promise, quoted(text)); },
          [&](const LostInfo&) { return fmt::format("assert_equals(typeof (await {}).message, 'string');", promise); },
          [&](const auto&) { return fmt::format("await {};  // {}", promise, name); },
      },
      outcome.value);
}

/// The promises, in the order in which they settle where that is decided, else in the order of the script.
void TestWriter::expectSettled() {
  std::vector<Name> order;
  if (!expected_.orderIsFree()) order = expected_.order();
  for (const Name& name : scriptOrder_) {
    if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
  }
  std::vector<std::pair<std::string, Name>> never;
  for (const Name& name : order) {
    const auto promise = promiseVariable_.find(name);
    if (promise == promiseVariable_.end() || !promises_.contains(name)) continue;
    const std::vector<Outcome> outcomes = expected_.of(name);
    const bool isReached = std::none_of(outcomes.begin(), outcomes.end(),
                                        [](const Outcome& outcome) { return outcome.kind == OutcomeKind::NotRun; });
    if (isReached && declared_.contains(promise->second)) {
      body_.add(fmt::format("await test.step_wait(() => {}, {});", promise->second, quoted(name + " is called")));
    }
    if (outcomes.size() == 1) {
      if (outcomes[0].kind == OutcomeKind::Resolved || outcomes[0].kind == OutcomeKind::Rejected) {
        body_.add(settledCheck(promise->second, outcomes[0], name));
      } else if (outcomes[0].kind == OutcomeKind::Pending) {
        never.emplace_back(promise->second, name);
      }
      continue;
    }
    std::vector<std::string> texts, literals;
    bool maySettle = true;
    for (const Outcome& outcome : outcomes) {
      texts.push_back(shown(outcome));
      literals.push_back(quoted(shown(outcome)));
      maySettle = maySettle && outcome.kind != OutcomeKind::Pending && outcome.kind != OutcomeKind::NotRun;
    }
    body_.add("// Not decided: " + joined(texts, ", or ") + ".");
    if (!maySettle) continue;
    needsOutcomeOf_ = true;
    const Outcome& first = outcomes[0];
    const auto* contents = std::get_if<Contents>(&first.value);
    body_.add(fmt::format("assert_in_array(await outcomeOf({}{}), [{}]);", promise->second,
                          contents ? ", " + std::string(arrayNameOf(contents->type)) : "", joined(literals, ", ")));
  }
  if (!never.empty()) {
    needsSettle_ = true;
    std::vector<std::string> all;
    for (const Name& context : contexts_) all.push_back(names_.of(context));
    body_.add("const unexpected = [];");
    for (const auto& [promise, name] : never) {
      body_.add(
          fmt::format("{0}.then(() => unexpected.push({1}), () => unexpected.push({1}));", promise, quoted(name)));
    }
    body_.add("await settled([" + joined(all, ", ") + "]);");
    body_.add("assert_array_equals(unexpected, [], 'promises that must stay pending');");
  }
  if (tracksOrder()) {
    std::vector<std::string> literals;
    for (const std::string& name : expected_.order()) literals.push_back(quoted(name));
    body_.add("assert_array_equals(order, [" + joined(literals, ", ") + "]);");
  } else if (expected_.orderIsFree()) {
    body_.add("// The order in which these settle is not decided.");
  }
}

WptTest TestWriter::write() {
  if (!scenario_.tasks.empty()) refuse("pieces of script that start at any time", scenario_.place);
  if (!scenario_.anytime.empty()) refuse("events that happen at any time", scenario_.place);
  std::set<Name> used;
  const auto use = [&](const Reference& reference) {
    if (!reference.isPromise) used.insert(reference.name);
  };
  forEachStep(scenario_.script, [&](const Step& one) {
    const Name as = nameOfResult(one);
    if (!as.empty()) scriptOrder_.push_back(as);
    if (givesPromise(one) && !as.empty()) promises_.insert(as);
    std::visit(
        [&](const auto& what) {
          if constexpr (requires { what.on.name; }) use(what.on);
          if constexpr (requires { what.graph.name; }) use(what.graph);
          if constexpr (requires { what.context.name; }) use(what.context);
          using What = std::decay_t<decltype(what)>;
          if constexpr (std::is_same_v<What, ReadTensor> || std::is_same_v<What, WriteTensor>) {
            if (const auto* reference = std::get_if<Reference>(&what.tensor)) use(*reference);
          } else if constexpr (std::is_same_v<What, Dispatch>) {
            for (const auto* list : {&what.inputs, &what.outputs}) {
              for (const auto& [key, reference] : *list) {
                if (reference) use(*reference);
              }
            }
          } else if constexpr (std::is_same_v<What, Same>) {
            used.insert(what.a), used.insert(what.b);
          } else if constexpr (std::is_same_v<What, Fill> || std::is_same_v<What, Peek> ||
                               std::is_same_v<What, Detach>) {
            used.insert(what.buffer);
          } else if constexpr (std::is_same_v<What, Constant>) {
            if (const auto* from = std::get_if<Constant::FromTensor>(&what.from)) use(from->tensor);
          }
        },
        one.what);
  });
  for (const Name& name : promises_) {
    if (used.contains(name)) needsValue_.insert(name);
    promiseVariable_[name] = needsValue_.contains(name) ? names_.fresh(names_.of(name) + "Promise") : names_.of(name);
  }
  declareNested(scenario_.script, false);
  mayWait_ = promises_.size() > 1 || std::any_of(scenario_.script.begin(), scenario_.script.end(), [](const Step& one) {
               return std::holds_alternative<Await>(one.what) || std::holds_alternative<Turn>(one.what) ||
                      std::holds_alternative<Settle>(one.what);
             });

  for (const std::string& anchor : scenario_.spec) body_.add("// https://www.w3.org/TR/webnn/" + anchor);
  body_.open("promise_test(async test => {");
  for (const Step& one : scenario_.setup) setUp(one);
  if (!declared_.empty()) {
    body_.add("let " + joined(std::vector<std::string>(declared_.begin(), declared_.end()), ", ") + ";");
  }
  if (tracksOrder()) body_.add("const order = [];");
  if (!scenario_.setup.empty()) body_.add("");
  steps(scenario_.script);
  body_.add("");
  expectSettled();
  body_.close("}, " + quoted(scenario_.id + (scenario_.title.empty() ? "" : ": " + scenario_.title)) + ");");
  return {body_.text(), needsOutcomeOf_, needsSettle_, expected_.isDecided()};
}

}  // namespace

std::variant<WptTest, NotExportable> wptTest(const Scenario& scenario, const AllowedRuns& allowed) {
  try {
    return TestWriter(scenario, allowed).write();
  } catch (const Refused& refused) {
    return refused.why;
  }
}

}  // namespace conform
