#include "checker/export/wpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "checker/export/JavaScriptWriter.hpp"
#include "checker/subjects/steps.hpp"
#include "model/vocabulary/Overload.hpp"

namespace conform {
namespace {

using namespace javascript;

struct Refused {
  NotExportable why;
};

std::string shown(const Value& value) {
  return std::visit(Overload{
                        [](Undefined) -> std::string { return "undefined"; },
                        [](bool truth) -> std::string { return truth ? "true" : "false"; },
                        [](const std::string& text) { return text; },
                        [](Interface interface) { return std::string(nameOf(interface)); },
                        [](const Contents& contents) { return joined(elementsOf(contents), ","); },
                        [](Detached) -> std::string { return "detached"; },
                        [](const LostInfo&) -> std::string { return "a lost info"; },
                        [](const Numbers& numbers) {
                          std::vector<std::string> texts;
                          for (const Number& one : numbers) texts.push_back(number(one));
                          return joined(texts, ",");
                        },
                    },
                    value);
}

/// "rejected InvalidStateError", "resolved 1,2,3,4": what the helper outcomeOf() says, too.
std::string shown(const Outcome& outcome) {
  const std::string kind(nameOf(outcome.kind));
  switch (outcome.kind) {
    case OutcomeKind::Rejected:
    case OutcomeKind::Throws:
      return kind + " " + std::string(nameOf(outcome.error));
    case OutcomeKind::Resolved:
    case OutcomeKind::Returns:
      return kind + " " + shown(outcome.value);
    default:
      return kind;
  }
}

/// What all allowed runs have of each name, and of the order.
class Expectations {
 public:
  explicit Expectations(const std::vector<Observations>& runs) : runs_(runs.size()) {
    std::optional<std::vector<std::string>> order;
    for (const Observations& run : runs) {
      std::vector<std::string> log;
      for (const Observation& observation : run) {
        if (observation.kind == Observation::Kind::Device) continue;
        if (observation.kind == Observation::Kind::Settled || observation.kind == Observation::Kind::Marked) {
          log.push_back(observation.name);
        }
        if (observation.kind != Observation::Kind::Marked) add(observation);
      }
      orderIsFree_ = orderIsFree_ || (order && *order != log);
      order = std::move(log);
    }
    order_ = order.value_or(std::vector<std::string>{});
  }

  /// The outcomes of the name, `notRun` where some run never reaches it.
  std::vector<Outcome> of(const Name& name) const {
    const auto found = outcomes_.find(name);
    std::vector<Outcome> all = found == outcomes_.end() ? std::vector<Outcome>{} : found->second;
    const auto count = counts_.find(name);
    if (count == counts_.end() || count->second < runs_) all.push_back({});
    return all;
  }
  const std::vector<std::string>& order() const { return order_; }
  bool orderIsFree() const { return orderIsFree_; }

 private:
  void add(const Observation& observation) {
    ++counts_[observation.name];
    std::vector<Outcome>& known = outcomes_[observation.name];
    if (std::find(known.begin(), known.end(), observation.outcome) == known.end()) known.push_back(observation.outcome);
  }

  std::size_t runs_;
  std::map<Name, std::vector<Outcome>> outcomes_;
  std::map<Name, std::size_t> counts_;
  std::vector<std::string> order_;
  bool orderIsFree_ = false;
};

class TestWriter {
 public:
  TestWriter(const Scenario& scenario, const std::vector<Observations>& runs, const WptOptions& options)
      : scenario_(scenario), expected_(runs), options_(options) {}

  std::string write();

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
  void declareNested(const std::vector<Step>& steps, bool nested);
  void expectSettled();
  std::string settledCheck(const std::string& promise, const Outcome& outcome, const Name& name);
  [[noreturn]] void refuse(const std::string& reason, const Place& place) { throw Refused{{reason, place}}; }

  bool tracksOrder() const { return !expected_.orderIsFree() && expected_.order().size() > 1; }

  const Scenario& scenario_;
  const Expectations expected_;
  const WptOptions& options_;
  Lines body_;
  Identifiers names_{
      {"t", "order", "promise_test", "navigator", "MLGraphBuilder", "contextOptions", "outcomeOf", "settled"}};
  std::set<Name> promises_;  ///< Names of calls that give a promise, in the script.
  std::map<Name, std::string> promiseVariable_;
  std::set<Name> needsValue_;  ///< Promises whose value a later step uses.
  std::map<Name, DataType> types_;
  std::vector<Name> contexts_, scriptOrder_;
  std::set<std::string> declared_;
  bool needsOutcomeOf_ = false, needsSettle_ = false;
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
  body_.add("const " + name + " = " + made + ";");
  if (make.over.empty() && std::any_of(make.bytes.begin(), make.bytes.end(), [](auto byte) { return byte != 0; })) {
    const std::string view = make.type == BufferType::ArrayBuffer || make.type == BufferType::SharedArrayBuffer
                                 ? "new Uint8Array(" + name + ")"
                                 : "new Uint8Array(" + name + ".buffer)";
    body_.add(view + ".set([" + joined(elementsOf(Contents{DataType::uint8, make.bytes}), ", ") + "]);");
  }
}

void TestWriter::steps(const std::vector<Step>& list) {
  for (const Step& one : list) step(one);
}

void TestWriter::expectReturned(const Name& as, const std::string& made, const Outcome& outcome) {
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
            const std::string name = names_.of(detach.buffer);
            body_.add(fmt::format("structuredClone({0}.buffer ?? {0}, {{transfer: [{0}.buffer ?? {0}]}});", name));
          },
          [&](const Fill& fill) {
            const std::string name = names_.of(fill.buffer);
            body_.add(fmt::format("({0} instanceof ArrayBuffer ? new Float32Array({0}) : {0}).fill({1});", name,
                                  number(fill.value)));
          },
          [&](const Peek& peek) {
            const std::vector<Outcome> outcomes = expected_.of(peek.as);
            if (outcomes.size() != 1) refuse("what \"" + peek.as + "\" sees is not decided", step.place);
            const std::string name = names_.of(peek.buffer);
            if (std::holds_alternative<Detached>(outcomes[0].value)) {
              return body_.add(fmt::format("assert_equals(({0}.buffer ?? {0}).byteLength, 0, 'detached');", name));
            }
            if (outcomes[0].kind == OutcomeKind::NotRun) return;
            body_.add(fmt::format("assert_array_equals(new {0}({1}.buffer ?? {1}, {1}.byteOffset ?? 0), [{2}]);",
                                  arrayNameOf(peek.dataType), name, shown(outcomes[0].value)));
          },
          [&](const Await& await) {
            const auto promise = promiseVariable_.find(await.name);
            if (promise == promiseVariable_.end()) return;
            const std::vector<Outcome> outcomes = expected_.of(await.name);
            const bool resolves = outcomes.size() == 1 && outcomes[0].kind == OutcomeKind::Resolved;
            body_.add(resolves ? "await " + promise->second + ";"
                               : fmt::format("await {}.then(() => {{}}, () => {{}});", promise->second));
          },
          [&](const Turn&) { body_.add("await new Promise(resolve => t.step_timeout(resolve, 0));"); },
          [&](const Settle&) {
            needsSettle_ = true;
            std::vector<std::string> all;
            for (const Name& context : contexts_) all.push_back(names_.of(context));
            body_.add("await settled([" + joined(all, ", ") + "]);");
          },
          [&](const Microtask& microtask) {
            body_.open("queueMicrotask(t.step_func(() => {");
            steps(microtask.steps);
            body_.close("}));");
          },
          [&](const Then& then) {
            const auto promise = promiseVariable_.find(then.name);
            if (promise == promiseVariable_.end()) return;
            body_.open(then.when == Then::When::rejected ? promise->second + ".then(undefined, t.step_func(() => {"
                                                         : promise->second + ".then(t.step_func(() => {");
            steps(then.steps);
            if (then.when == Then::When::settled) {
              body_.close("}), t.step_func(() => {");
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

std::string TestWriter::settledCheck(const std::string& promise, const Outcome& outcome, const Name& name) {
  if (outcome.kind == OutcomeKind::Rejected) {
    const std::string error(nameOf(outcome.error));
    const bool isNative = outcome.error == Error::TypeError || outcome.error == Error::RangeError;
    return isNative ? fmt::format("await promise_rejects_js(t, {}, {});", error, promise)
                    : fmt::format("await promise_rejects_dom(t, '{}', {});", error, promise);
  }
  return std::visit(
      Overload{
          [&](const Contents& contents) {
            return fmt::format("assert_array_equals(new {}(await {}), [{}]);", arrayNameOf(contents.type), promise,
                               joined(elementsOf(contents), ", "));
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

std::string TestWriter::write() {
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

  body_.open("promise_test(async t => {");
  for (const Step& one : scenario_.setup) setUp(one);
  if (!declared_.empty()) {
    body_.add("let " + joined(std::vector<std::string>(declared_.begin(), declared_.end()), ", ") + ";");
  }
  if (tracksOrder()) body_.add("const order = [];");
  if (!scenario_.setup.empty()) body_.add("");
  steps(scenario_.script);
  body_.add("");
  expectSettled();
  body_.close("}, " + quoted(scenario_.title.empty() ? scenario_.id : scenario_.title) + ");");

  std::string file;
  if (options_.header) {
    file += "// META: title=WebNN timelines: " + scenario_.id + "\n// META: global=window,worker\n";
    file += "// META: variant=?cpu\n// META: variant=?gpu\n// META: variant=?npu\n";
    file += "// META: script=../resources/utils.js\n// META: timeout=long\n\n'use strict';\n\n";
  }
  for (const std::string& anchor : scenario_.spec) file += "// https://www.w3.org/TR/webnn/" + anchor + "\n";
  if (options_.semantics != "draft") file += "// States what the semantics " + options_.semantics + " allows.\n";
  if (needsOutcomeOf_) {
    file += R"(
/** What became of a promise, as text. */
async function outcomeOf(promise, View = Float32Array) {
  try {
    const value = await promise;
    return `resolved ${value instanceof ArrayBuffer ? new View(value).join() : value?.[Symbol.toStringTag] ?? value}`;
  } catch (error) {
    return `rejected ${error.name}`;
  }
}
)";
  }
  if (needsSettle_) {
    file += R"(
/** Resolves when the work that each context has now is done, and what that queued has run. */
async function settled(contexts) {
  for (const context of contexts) {
    try {
      const tensor = await context.createTensor({dataType: 'float32', shape: [1], readable: true});
      await context.readTensor(tensor);
      tensor.destroy();
    } catch {
      // The context is lost.
    }
  }
  await new Promise(resolve => step_timeout(resolve, 100));
}
)";
  }
  if (file.back() != '\n' || needsOutcomeOf_ || needsSettle_) file += "\n";
  return file + body_.text();
}

}  // namespace

std::variant<std::string, NotExportable> wptTest(const Scenario& scenario, const std::vector<Observations>& runs,
                                                 const WptOptions& options) {
  try {
    return TestWriter(scenario, runs, options).write();
  } catch (const Refused& refused) {
    return refused.why;
  }
}

}  // namespace conform
