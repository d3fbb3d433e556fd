#include "model/objects/Program.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "model/kernels/castNumber.hpp"
#include "model/kernels/convertArguments.hpp"
#include "model/vocabulary/Ensure.hpp"
#include "model/vocabulary/Overload.hpp"

namespace conform {
namespace {

using Kind = Thing::Kind;
using Do = Command::Do;

/// Ends the loading.
struct Problem {
  LayoutProblem problem;
};

class Loader {
 public:
  StepRecorder* recorder = nullptr;  ///< Hears of the operators' checks.
  const Program* known = nullptr;    ///< What an earlier pass found: for names that are used before they are made.
  bool looksAhead = false;           ///< Such a name was met.
  Loader(const Scenario& scenario, const Semantics& semantics) {
    p_.scenario = &scenario;
    p_.semantics = Reading{semantics};
  }

  Program run() {
    const Scenario& scenario = *p_.scenario;
    collectNames(scenario.setup);
    collectNames(scenario.script);
    for (const auto& [name, steps] : scenario.tasks) collectNames(steps);
    inSetup_ = true;
    open("set-up", false);
    for (const Step& step : scenario.setup) add(step, false);
    inSetup_ = false;
    open("script", true);
    for (const Step& step : scenario.script) add(step, true);
    for (const auto& [name, steps] : scenario.tasks) p_.tasks.push_back(body("task " + name, steps));
    for (const Step& step : scenario.anytime) {
      Command command = compile(step);
      if (command.what == Do::DeviceLost || command.what == Do::ContextLost || command.what == Do::FailNext) {
        p_.anytime.push_back(std::move(command));
      }
    }
    joinReactions();
    if (p_.promises.size() > 200 || p_.entries.size() > 200) fail("too many calls for one scenario", nullptr);
    rows();
    layOut();
    return std::move(p_);
  }

 private:
  [[noreturn]] static void fail(const std::string& reason, const Step* step) {
    throw Problem{{reason, step == nullptr ? std::nullopt : std::optional<Place>{step->place}}};
  }
  template <class T>
  static std::uint8_t number(const std::vector<T>& all) {
    if (all.size() > 250) fail("more than 250 objects of one kind", nullptr);
    return static_cast<std::uint8_t>(all.size() - 1);
  }

  // ---- Names ----

  void collectNames(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      std::visit(Overload{[&](const CreateContext& call) { declare(call.as); },
                          [&](const CreateTensor& call) { declare(call.as); },
                          [&](const CreateConstantTensor& call) { declare(call.as); },
                          [&](const ReadTensor& call) { declare(call.as); },
                          [&](const WriteTensor& call) { declare(call.as); },
                          [&](const Dispatch& call) { declare(call.as); },
                          [&](const Destroy& call) { declare(call.as); },
                          [&](const Dispose& call) { declare(call.as); },
                          [&](const NewBuilder& call) { declare(call.as); },
                          [&](const Input& call) { declare(call.as); },
                          [&](const Constant& call) { declare(call.as); },
                          [&](const Op& call) {
                            declare(call.as);
                            for (const Name& name : call.asEach) declare(name);
                          },
                          [&](const Build& call) { declare(call.as); },
                          [&](const Get& call) { declare(call.as); },
                          [&](const Same& call) { declare(call.as); },
                          [&](const Peek& call) { declare(call.as); },
                          [&](const Microtask& call) { collectNames(call.steps); },
                          [&](const Then& call) { collectNames(call.steps); },
                          [&](const Pollute&) { p_.usesPollution = true; },
                          [](const auto&) {}},
                 step.what);
    }
  }
  void declare(const Name& name) {
    if (name.empty()) return;
    p_.names.push_back(name);
    p_.things.push_back({});
    p_.promiseOfName.push_back(0);
    p_.bindsInSetup.push_back(false);
    nameNumbers_[name] = static_cast<std::uint16_t>(p_.names.size() - 1);
    if (p_.names.size() > 250) fail("more than 250 names", nullptr);
  }
  std::uint16_t nameOf(const Name& name) const {
    const auto found = nameNumbers_.find(name);
    return found == nameNumbers_.end() ? std::uint16_t{0} : found->second;
  }
  void bind(const Name& name, Thing thing) {
    const std::uint16_t number = nameOf(name);
    p_.things[number] = thing;
    if (inSetup_) p_.bindsInSetup[number] = true;
  }

  /// What a reference stands for; `command` does nothing where it is bound to nothing.
  Thing resolve(const Reference& reference, Command& command) {
    const std::uint16_t name = nameOf(reference.name);
    if (reference.isPromise) {
      if (name != 0 && !p_.bindsInSetup[name]) command.needsPromises.push_back(name);
      return {Kind::Promise, 0};
    }
    if (name == 0) return {Kind::Other, 0};
    command.needs.push_back(name);
    if (p_.things[name].kind != Kind::None) return p_.things[name];
    // Used before the step that makes it stands in the text: what it will be is known in the next pass.
    looksAhead = true;
    return known == nullptr ? Thing{} : known->things[name];
  }
  const TensorInfo& tensorAt(std::uint8_t i) const { return i < p_.tensors.size() ? p_.tensors[i] : known->tensors[i]; }
  const OperandInfo& operandAt(std::uint8_t i) const {
    return i < p_.operands.size() ? p_.operands[i] : known->operands[i];
  }
  const GraphInfo& graphAt(std::uint8_t i) const { return i < p_.graphs.size() ? p_.graphs[i] : known->graphs[i]; }
  const BuilderInfo& builderAt(std::uint8_t i) const {
    return i < p_.builders.size() ? p_.builders[i] : known->builders[i];
  }
  /// The object whose method is called. What has no such method throws, and gives no promise.
  bool receiver(const Reference& reference, Kind kind, const Name& as, Command& c) {
    const Thing thing = resolve(reference, c);
    c.onName = nameOf(reference.name);
    if (kind == Kind::Context) c.context = thing.index;
    if (kind == Kind::Builder) c.builder = thing.index;
    if (thing.kind == kind) return true;
    c.what = Do::Throw;
    c.name = nameOf(as);
    return false;
  }
  /// A call with the wrong receiver throws; but where one of its arguments is bound to nothing, it is not made at all.
  void refer(const Reference& reference, Command& c) { resolve(reference, c); }
  void refer(const std::optional<Reference>& reference, Command& c) {
    if (reference) resolve(*reference, c);
  }
  void refer(const Argument& argument, Command& c) {
    if (const auto* reference = std::get_if<Reference>(&argument.value)) resolve(*reference, c);
    if (const auto* list = std::get_if<ArgumentList>(&argument.value)) {
      for (const Argument& one : *list) refer(one, c);
    }
  }
  void refer(const std::variant<Reference, Argument>& value, Command& c) {
    std::visit([&](const auto& one) { refer(one, c); }, value);
  }
  std::uint8_t context(const Reference& reference, Command& command) {
    const Thing thing = resolve(reference, command);
    if (thing.kind != Kind::Context) command.badArguments = true;
    return thing.kind == Kind::Context ? thing.index : std::uint8_t{0};
  }
  std::uint8_t tensor(const Reference& reference, Command& command) {
    const Thing thing = resolve(reference, command);
    if (thing.kind != Kind::Tensor) command.badArguments = true;
    return thing.kind == Kind::Tensor ? thing.index : std::uint8_t{0};
  }
  std::uint8_t tensor(const std::variant<Reference, Argument>& value, Command& command) {
    if (const auto* reference = std::get_if<Reference>(&value)) return tensor(*reference, command);
    command.badArguments = true;
    return 0;
  }
  std::uint8_t buffer(const Name& name, Command& c) {
    if (nameOf(name) != 0) c.needs.push_back(nameOf(name));  // What a read resolved with.
    for (std::size_t i = p_.buffers.size(); i-- > 0;) {
      if (p_.buffers[i].name == name) return static_cast<std::uint8_t>(i);
    }
    const std::uint8_t read = p_.promiseOfName[nameOf(name)];
    if (read == 0 || p_.promises[read].kind != PromiseInfo::Kind::Read)
      fail("no buffer named \"" + name + "\"", c.step);
    BufferInfo info{name, BufferType::ArrayBuffer, 0, 0, 0, false, false, 0};
    info.length = byteLengthOf(tensorAt(p_.promises[read].object).descriptor).value_or(0);
    p_.buffers.push_back(info);
    const std::uint8_t made = number(p_.buffers);
    p_.buffers.back().storage = p_.promises[read].buffer = made;
    p_.promises[read].keepsBuffer = true;
    return made;
  }

  // ---- Data ----

  // VARIES extendedTypes
  bool isKnown(DataType type) const { return bitsOf(type) >= 8 || p_.semantics.hasExtendedTypes; }

  /// WebIDL: nothing is a TypeError.
  std::optional<OperandDescriptor> convert(const Descriptor& descriptor) const {
    OperandDescriptor result;
    if (!descriptor.dataType || !descriptor.shape) return std::nullopt;
    const auto type = dataTypeNamed(*descriptor.dataType);
    if (!type || !isKnown(*type)) return std::nullopt;
    result.dataType = *type;
    for (const Number& size : *descriptor.shape) {
      const double whole = size.integer ? size.real : std::trunc(size.real);
      if (!(whole >= 0 && whole <= 4294967295.0)) return std::nullopt;
      result.shape.push_back(static_cast<std::uint32_t>(whole));
    }
    return result;
  }

  /// Where the bytes of a call come from: *validate buffer with descriptor* as far as it does not depend on the run.
  void source(const Source& source, const OperandDescriptor& descriptor, Command& c) {
    if (const auto* contents = std::get_if<Contents>(&source)) {
      c.fits = byteLengthOf(descriptor) == contents->bytes.size() && contents->type == descriptor.dataType;
      if (c.fits) c.term = p_.terms.literal(contents->bytes);
      return;
    }
    givenBuffer(std::get<Name>(source), descriptor, false, c);
    c.dataSlot = promise({PromiseInfo::Kind::Data, 0, 0, 0, 0, false, 0, {}});
  }
  void givenBuffer(const Name& name, const OperandDescriptor& descriptor, bool isReadInto, Command& c) {
    c.buffer = buffer(name, c);
    c.hasBuffer = true;
    const BufferInfo& given = p_.buffers[c.buffer];
    if (given.resizable) c.badArguments = true;
    const std::size_t wanted = byteLengthOf(descriptor).value_or(0);
    const bool typeIsRight = p_.semantics.acceptsAnyView || typeFits(given.type, descriptor.dataType);
    const bool mayBeLonger = isReadInto && p_.semantics.acceptsLongerBuffers;
    c.fits = typeIsRight && (mayBeLonger ? given.length >= wanted : given.length == wanted);
    c.fitsDetached = typeIsRight && wanted == 0;
  }

  // ---- Making objects ----

  std::uint8_t promise(PromiseInfo info) {
    p_.promises.push_back(info);
    return number(p_.promises);
  }
  std::uint8_t entry(Entry entry) {
    p_.entries.push_back(std::move(entry));
    return number(p_.entries);
  }
  std::uint8_t reaction(ReactionInfo info) {
    p_.reactions.push_back(info);
    if (info.promise != 0) ++p_.promises[info.promise].reactions;
    return number(p_.reactions);
  }

  void observe(Command& command, const Name& as) {
    command.givesPromise = true;
    command.name = nameOf(as);
    if (command.name == 0 || inSetup_) return;
    p_.promiseOfName[command.name] = command.promise;
    p_.observed.push_back(command.name);
    command.observation =
        reaction({ReactionInfo::Kind::Observe, command.promise, 0, command.name, Then::When::settled});
  }

  std::uint8_t open(const std::string& title, bool isMain) {
    p_.pieces.push_back({{}, isMain, title});
    piece_ = number(p_.pieces);
    return piece_;
  }
  std::uint8_t body(const std::string& title, const std::vector<Step>& steps) {
    const std::uint8_t outer = piece_, made = open(title, false);
    for (const Step& step : steps) add(step, false);
    piece_ = outer;
    return made;
  }

  void add(const Step& step, bool topLevel) {
    const std::uint8_t into = piece_;
    Command command = compile(step);
    const bool splits = command.what == Do::Await || command.what == Do::Turn || command.what == Do::Settle;
    if (splits) {
      if (!topLevel) return;  // Controls of the top level do nothing elsewhere.
      command.piece = open("script, going on", true);
      if (command.what == Do::Await) p_.reactions[command.reaction].piece = command.piece;
    }
    p_.pieces[into].commands.push_back(std::move(command));
  }

  // ---- Steps ----

  Command compile(const Step& step) {
    Command c;
    c.step = &step;
    std::visit([&](const auto& what) { compile(what, step, c); }, step.what);
    return c;
  }

  /// WebIDL: boolean.
  static bool isTrue(const Argument& argument) {
    if (const auto* flag = std::get_if<bool>(&argument.value)) return *flag;
    if (const auto* number = std::get_if<Number>(&argument.value)) return number->real < 0 || number->real > 0;
    if (const auto* text = std::get_if<std::string>(&argument.value)) return !text->empty();
    return !std::holds_alternative<Null>(argument.value);
  }

  void compile(const CreateContext& call, const Step&, Command& c) {
    c.what = Do::CreateContext;
    ContextInfo info{call.as, 0, call.fromGPUDevice, true};
    for (const auto& [key, argument] : call.options) {
      if (call.fromGPUDevice || std::holds_alternative<Undefined>(argument.value)) continue;
      if (key == "powerPreference") {
        const auto* text = std::get_if<std::string>(&argument.value);
        if (text == nullptr || (*text != "default" && *text != "high-performance" && *text != "low-power"))
          c.badArguments = true;
      }
      if (key == "accelerated") info.accelerated = isTrue(argument);
    }
    p_.contexts.push_back(info);
    c.context = number(p_.contexts);
    // SPEC ISSUE: of a context from a GPUDevice nothing makes this promise. It is taken as made.
    p_.contexts.back().promise = promise({PromiseInfo::Kind::Lost, c.context, 0, 0, 0, false, 0, {}});
    c.promise = promise({PromiseInfo::Kind::CreateContext, c.context, 0, 0, 0, false, 0, {}});
    c.fits = !call.denied;
    c.error = Error::SecurityError;
    observe(c, call.as);
    bind(call.as, {Kind::Context, c.context});
  }

  void compile(const CreateTensor& call, const Step&, Command& c) {
    c.what = Do::CreateTensor;
    if (!receiver(call.on, Kind::Context, call.as, c)) return;
    const auto descriptor = convert(call.descriptor);
    if (!descriptor) c.badArguments = true;
    if (descriptor && p_.semantics.createTensorChecksDimensions) c.fits = checkDimensions(*descriptor);
    makeTensor(call.as, c, descriptor, call.descriptor.readable, call.descriptor.writable, false);
  }

  void compile(const CreateConstantTensor& call, const Step&, Command& c) {
    c.what = Do::CreateConstantTensor;
    if (!receiver(call.on, Kind::Context, call.as, c)) return;
    // VARIES constantTensors
    if (!p_.semantics.hasConstantTensors) {  // There is no such method.
      c.what = Do::Throw;
      c.name = nameOf(call.as);
      return;
    }
    const auto descriptor = convert(call.descriptor);
    if (!descriptor) {
      c.badArguments = true;
    } else {
      source(call.data, *descriptor, c);
      c.fits = c.fits && checkDimensions(*descriptor);
    }
    if (p_.semantics.constantTensorsNotSupported) {
      c.error = Error::NotSupportedError;
      c.badArguments = true;
    }
    makeTensor(call.as, c, descriptor, false, false, true);
  }

  void makeTensor(const Name& as, Command& c, const std::optional<OperandDescriptor>& descriptor, bool readable,
                  bool writable, bool isConstant) {
    TensorInfo info;
    info.name = as;
    info.context = c.context;
    info.descriptor = descriptor.value_or(OperandDescriptor{});
    info.readable = readable;
    info.writable = writable;
    info.isConstant = isConstant;
    // SPEC ISSUE: createTensor() checks no dimensions. What its check would find too large cannot be allocated.
    const std::size_t size = byteLengthOf(info.descriptor).value_or(maxTensorByteLength + 1);
    info.isTooLarge = size > maxTensorByteLength;
    info.initial = p_.terms.zeros(info.isTooLarge ? 0 : size);
    info.data = c.term;
    info.takesBuffer = c.hasBuffer;
    p_.tensors.push_back(std::move(info));
    c.tensor = number(p_.tensors);
    c.promise = promise({PromiseInfo::Kind::CreateTensor, c.tensor, 0, 0, 0, false, 0, {}});
    if (p_.usesPollution)
      p_.promises[c.promise].thenJob = reaction({ReactionInfo::Kind::CallThen, c.promise, 0, 0, Then::When::settled});
    Entry e{isConstant ? Entry::Kind::CreateConstantTensor : Entry::Kind::CreateTensor,
            c.context,
            c.tensor,
            0,
            c.promise,
            false,
            c.term,
            {},
            {},
            nullptr,
            "create(" + as + ")",
            c.dataSlot};
    c.entry = entry(std::move(e));
    observe(c, as);
    bind(as, {Kind::Tensor, c.tensor});
  }

  void compile(const ReadTensor& call, const Step&, Command& c) {
    c.what = Do::ReadTensor;
    if (!receiver(call.on, Kind::Context, call.as, c)) return refer(call.tensor, c);
    c.tensor = tensor(call.tensor, c);
    PromiseInfo info{PromiseInfo::Kind::Read, c.tensor, 0, 0, 0, false, 0, {}};
    const bool hasTensor = !c.badArguments;
    if (call.into) {
      const auto* into = std::get_if<Name>(&*call.into);
      if (into == nullptr) {
        c.badArguments = true;
      } else {
        info.kind = PromiseInfo::Kind::ReadInto;
        if (hasTensor) givenBuffer(*into, tensorAt(c.tensor).descriptor, true, c);
        info.buffer = c.buffer;
      }
    }
    if (hasTensor) info.type = tensorAt(c.tensor).descriptor.dataType;
    c.promise = promise(info);
    Entry e{Entry::Kind::Read,
            c.context,
            c.tensor,
            0,
            c.promise,
            info.kind == PromiseInfo::Kind::ReadInto,
            0,
            {},
            {},
            nullptr,
            "read(" + call.as + ")"};
    c.entry = entry(std::move(e));
    observe(c, call.as);
    // An object of its own for each read. What a read into a buffer resolves with is none.
    if (info.kind == PromiseInfo::Kind::Read) bind(call.as, {Kind::Other, static_cast<std::uint8_t>(nameOf(call.as))});
  }

  static bool typeFits(BufferType view, DataType type) {
    if (view == BufferType::ArrayBuffer || view == BufferType::SharedArrayBuffer || view == BufferType::Uint8Array)
      return true;
    switch (type) {
      case DataType::float32:
        return view == BufferType::Float32Array;
      case DataType::float16:
        return view == BufferType::Float16Array;
      case DataType::int32:
        return view == BufferType::Int32Array;
      case DataType::uint32:
        return view == BufferType::Uint32Array;
      case DataType::int64:
        return view == BufferType::BigInt64Array;
      case DataType::uint64:
        return view == BufferType::BigUint64Array;
      case DataType::int8:
        return view == BufferType::Int8Array;
      default:
        return false;
    }
  }

  void compile(const WriteTensor& call, const Step&, Command& c) {
    c.what = Do::WriteTensor;
    if (!receiver(call.on, Kind::Context, call.as, c)) return refer(call.tensor, c);
    c.tensor = tensor(call.tensor, c);
    c.name = nameOf(call.as);
    if (!c.badArguments) source(call.data, tensorAt(c.tensor).descriptor, c);
    const auto* reference = std::get_if<Reference>(&call.tensor);
    Entry e{Entry::Kind::Write,
            c.context,
            c.tensor,
            0,
            0,
            false,
            c.term,
            {},
            {},
            nullptr,
            "write(" + (reference == nullptr ? std::string{} : reference->name) + ")"};
    e.dataSlot = c.dataSlot;
    c.entry = entry(std::move(e));
  }

  void compile(const Dispatch& call, const Step&, Command& c) {
    c.what = Do::Dispatch;
    if (!receiver(call.on, Kind::Context, call.as, c)) {
      refer(call.graph, c);
      for (const auto& [key, value] : call.inputs) refer(value, c);
      for (const auto& [key, value] : call.outputs) refer(value, c);
      return;
    }
    const Thing graph = resolve(call.graph, c);
    if (graph.kind != Kind::Graph) c.badArguments = true;
    c.graph = graph.kind == Kind::Graph ? graph.index : std::uint8_t{0};
    c.name = nameOf(call.as);
    for (const auto& [key, value] : call.inputs) c.inputs.push_back(value ? tensor(*value, c) : bad(c));
    for (const auto& [key, value] : call.outputs) c.outputs.push_back(value ? tensor(*value, c) : bad(c));
    Entry e{Entry::Kind::Compute, c.context, 0, c.graph, 0, false, 0, {}, {}, nullptr, "dispatch(" + call.as + ")"};
    if (!c.badArguments) {
      const GraphInfo& info = graphAt(c.graph);
      c.fits = matches(call.inputs, c.inputs, info.inputs) && matches(call.outputs, c.outputs, info.outputs);
      if (c.fits) {
        e.inputs = ordered(call.inputs, c.inputs, info.inputs);
        e.outputs = ordered(call.outputs, c.outputs, info.outputs);
      }
    }
    c.entry = entry(std::move(e));
  }
  static std::uint8_t bad(Command& c) {
    c.badArguments = true;
    return 0;
  }
  template <class Record>
  bool matches(const Record& record, const std::vector<std::uint8_t>& tensors,
               const std::vector<std::pair<std::string, std::uint8_t>>& declared) const {
    if (record.size() != declared.size()) return false;
    for (std::size_t i = 0; i < record.size(); ++i) {
      const auto found = std::ranges::find_if(declared, [&](const auto& one) { return one.first == record[i].first; });
      if (found == declared.end() || tensorAt(tensors[i]).isConstant) return false;
      if (!(operandAt(found->second).descriptor == tensorAt(tensors[i]).descriptor)) return false;
    }
    return true;
  }
  template <class Record>
  static std::vector<std::uint8_t> ordered(const Record& record, const std::vector<std::uint8_t>& tensors,
                                           const std::vector<std::pair<std::string, std::uint8_t>>& declared) {
    std::vector<std::uint8_t> result;
    for (const auto& [name, operand] : declared) {
      for (std::size_t i = 0; i < record.size(); ++i) {
        if (record[i].first == name) result.push_back(tensors[i]);
      }
    }
    return result;
  }

  void compile(const Destroy& call, const Step&, Command& c) {
    c.what = Do::Destroy;
    c.on = resolve(call.on, c);
    c.onName = nameOf(call.on.name);
    c.name = nameOf(call.as);
    switch (c.on.kind) {
      case Kind::Context:
        c.context = c.on.index;
        break;
      case Kind::Tensor:
        c.tensor = c.on.index;
        break;
      case Kind::Graph:
        c.graph = c.on.index;
        break;
      case Kind::Builder:
        c.builder = c.on.index;
        if (!p_.semantics.builderDestroy) c.what = Do::Throw;
        break;
      default:
        c.what = Do::Throw;
        break;
    }
  }

  void compile(const Dispose& call, const Step& step, Command& c) {
    compile(Destroy{call.on, call.as}, step, c);
    if (!p_.semantics.symbolDispose) c.what = Do::Throw;
  }

  void compile(const NewBuilder& call, const Step&, Command& c) {
    c.what = Do::NewBuilder;
    c.context = context(call.context, c);
    c.fits = !call.denied;
    c.error = Error::SecurityError;
    c.name = nameOf(call.as);
    p_.builders.push_back({call.as, c.context});
    c.builder = number(p_.builders);
    c.value = Interface::MLGraphBuilder;
    bind(call.as, {Kind::Builder, c.builder});
  }

  void compile(const Input& call, const Step&, Command& c) {
    c.what = Do::Input;
    if (!receiver(call.on, Kind::Builder, call.as, c)) return;
    c.name = nameOf(call.as);
    const auto descriptor = convert(call.descriptor);
    if (!descriptor) c.badArguments = true;
    c.fits = !call.name.empty() && descriptor && checkDimensions(*descriptor);
    OperandInfo info;
    info.builder = c.builder;
    info.descriptor = descriptor.value_or(OperandDescriptor{});
    info.inputName = call.name;
    // A name that the builder has an input of already. Those made before in the text count.
    for (const OperandInfo& other : p_.operands) {
      if (other.builder == c.builder && other.kind == OperandInfo::Kind::Input && other.inputName == call.name)
        c.fits = false;
    }
    if (!c.fits) info.inputName.clear();  // The call throws: the name is not taken.
    operand(call.as, std::move(info), c);
  }
  void operand(const Name& as, OperandInfo info, Command& c) {
    info.name = nameOf(as);
    p_.operands.push_back(std::move(info));
    c.operand = number(p_.operands);
    c.value = Interface::MLOperand;
    bind(as, {Kind::Operand, c.operand});
  }

  void compile(const Constant& call, const Step&, Command& c) {
    c.what = Do::Constant;
    if (!receiver(call.on, Kind::Builder, call.as, c)) {
      if (const auto* from = std::get_if<Constant::FromTensor>(&call.from)) refer(from->tensor, c);
      return;
    }
    c.name = nameOf(call.as);
    OperandInfo info;
    info.builder = c.builder;
    info.kind = OperandInfo::Kind::Constant;
    if (const auto* from = std::get_if<Constant::FromBuffer>(&call.from)) {
      const auto descriptor = convert(from->descriptor);
      if (!descriptor) {
        c.badArguments = true;
      } else {
        info.descriptor = *descriptor;
        source(from->data, *descriptor, c);
        c.fits = c.fits && checkDimensions(*descriptor);
        info.term = c.term;
        info.dataSlot = c.dataSlot;
      }
    } else if (const auto* tensorForm = std::get_if<Constant::FromTensor>(&call.from)) {
      info.kind = OperandInfo::Kind::ConstantTensor;
      info.tensor = c.tensor = tensor(tensorForm->tensor, c);
      if (!p_.semantics.hasConstantTensors) c.badArguments = true;
      if (c.badArguments) info.kind = OperandInfo::Kind::Constant;  // There is no such tensor.
      if (!c.badArguments) info.descriptor = tensorAt(c.tensor).descriptor;
      c.number = 1;  // The reverse order of the checks.
    } else {
      const auto& value = std::get<Constant::FromValue>(call.from);
      const auto type = dataTypeNamed(value.dataType);
      if (!type || !isKnown(*type)) c.badArguments = true;
      info.descriptor.dataType = type.value_or(DataType::float32);
      info.term = p_.terms.literal(castNumber(info.descriptor.dataType, value.value).bytes());
    }
    operand(call.as, std::move(info), c);
  }

  void compile(const Op& call, const Step&, Command& c) {
    c.what = Do::Op;
    for (const Name& name : call.asEach) c.names.push_back(nameOf(name));
    if (!receiver(call.on, Kind::Builder, call.as, c)) {
      for (const Argument& argument : call.arguments) refer(argument, c);
      return;
    }
    c.name = nameOf(call.as);
    c.value = Interface::MLOperand;
    const Operator* op = operatorNamed(call.op);
    if (op == nullptr) {
      c.what = Do::Throw;
      return;
    }
    auto converted = convertArguments(*op, call.arguments, call.options, {p_.semantics.hasExtendedTypes});
    OperationInfo operation;
    operation.op = op;
    if (auto* ok = std::get_if<ConvertedArguments>(&converted)) {
      operation.arguments = std::move(ok->arguments);
      std::vector<Operand> operands;
      for (const Reference& reference : ok->operands) {
        const Thing thing = resolve(reference, c);
        if (thing.kind != Kind::Operand) {
          c.badArguments = true;
          continue;
        }
        operation.operands.push_back(thing.index);
        const OperandInfo& given = operandAt(thing.index);
        operands.push_back({given.descriptor, given.builder == c.builder});
      }
      if (!c.badArguments) {
        const Checked checked = checkOperator({*op, operation.arguments, operands, false, false, recorder});
        if (const auto* outputs = std::get_if<std::vector<OperandDescriptor>>(&checked)) {
          operation.outputs = *outputs;
        } else {
          c.fits = false;
          c.error = std::get<Error>(checked);
        }
      }
    } else {
      c.badArguments = true;
    }
    const std::vector<OperandDescriptor> outputs = operation.outputs;
    p_.operations.push_back(std::move(operation));
    const std::uint8_t made = number(p_.operations);
    const std::vector<Name> names = call.asEach.empty() ? std::vector<Name>{call.as} : call.asEach;
    for (std::size_t i = 0; i < names.size(); ++i) {
      OperandInfo info;
      info.builder = c.builder;
      info.descriptor = i < outputs.size() ? outputs[i] : OperandDescriptor{};
      info.kind = OperandInfo::Kind::Output;
      info.operation = made;
      info.output = static_cast<std::uint8_t>(i);
      operand(names[i], std::move(info), c);
    }
  }

  void compile(const Build& call, const Step&, Command& c) {
    c.what = Do::Build;
    if (!receiver(call.on, Kind::Builder, call.as, c)) {
      for (const auto& [key, reference] : call.outputs) refer(reference, c);
      return;
    }
    c.context = builderAt(c.builder).context;
    GraphInfo info;
    info.name = call.as;
    info.context = c.context;
    c.fits = !call.outputs.empty();
    for (const auto& [key, reference] : call.outputs) {
      if (!reference) {
        c.badArguments = true;
        continue;
      }
      const Thing thing = resolve(*reference, c);
      if (thing.kind != Kind::Operand) {
        c.badArguments = true;
        continue;
      }
      const OperandInfo& operand = operandAt(thing.index);
      if (key.empty() || operand.builder != c.builder || operand.kind != OperandInfo::Kind::Output) c.fits = false;
      info.outputs.push_back({key, thing.index});
    }
    if (!c.badArguments && c.fits) walk(info);
    p_.graphs.push_back(info);
    c.graph = number(p_.graphs);
    c.promise = promise({PromiseInfo::Kind::Build, c.graph, 0, 0, 0, false, 0, {}});
    p_.graphs.back().promise = c.promise;
    if (p_.semantics.graphLost)
      p_.graphs.back().lostPromise = promise({PromiseInfo::Kind::GraphLost, c.graph, 0, 0, 0, false, 0, {}});
    Entry e{Entry::Kind::Build,      c.context, 0, c.graph, c.promise, false, 0, info.constantTensors, {}, nullptr,
            "build(" + call.as + ")"};
    c.entry = entry(std::move(e));
    observe(c, call.as);
    bind(call.as, {Kind::Graph, c.graph});
  }
  /// What the outputs depend on.
  void walk(GraphInfo& info) {
    std::vector<bool> reached(p_.operands.size(), false);
    for (const auto& [key, operand] : info.outputs) {
      if (operand >= reached.size()) return;  // Made later in the text: the next pass knows it.
      reached[operand] = true;
    }
    for (std::size_t i = reached.size(); i-- > 0;) {
      if (!reached[i] || p_.operands[i].kind != OperandInfo::Kind::Output) continue;
      for (const std::uint8_t argument : p_.operations[p_.operands[i].operation].operands) reached[argument] = true;
    }
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (!reached[i]) continue;
      const OperandInfo& operand = p_.operands[i];
      if (operand.kind == OperandInfo::Kind::Input)
        info.inputs.push_back({operand.inputName, static_cast<std::uint8_t>(i)});
      if (operand.kind == OperandInfo::Kind::ConstantTensor &&
          std::ranges::find(info.constantTensors, operand.tensor) == info.constantTensors.end())
        info.constantTensors.push_back(operand.tensor);
      const auto number = static_cast<std::uint8_t>(i);
      if (operand.kind == OperandInfo::Kind::Constant && operand.dataSlot != 0)
        info.captured.push_back({number, operand.dataSlot, false});
      if (operand.kind == OperandInfo::Kind::ConstantTensor && tensorAt(operand.tensor).takesBuffer)
        info.captured.push_back({number, promise({PromiseInfo::Kind::Data, 0, 0, 0, 0, false, 0, {}}), true});
    }
  }

  void compile(const Get& call, const Step&, Command& c) {
    const Thing thing = resolve(call.on, c);
    c.onName = nameOf(call.on.name);
    c.name = nameOf(call.as);
    c.what = Do::Return;
    c.value = Undefined{};  // Of an attribute that does not exist.
    const auto numbers = [](const Shape& shape) {
      Numbers result;
      for (const std::uint32_t size : shape) result.push_back(Number::ofInteger(size));
      return result;
    };
    if (call.attribute == "lost" &&
        (thing.kind == Kind::Context || (thing.kind == Kind::Graph && p_.semantics.graphLost))) {
      c.what = Do::GetLost;
      const bool isContext = thing.kind == Kind::Context;
      const std::vector<ContextInfo>& contexts = thing.index < p_.contexts.size() ? p_.contexts : known->contexts;
      c.promise = isContext ? contexts[thing.index].promise : graphAt(thing.index).lostPromise;
      observe(c, call.as);
      bind(call.as, {Kind::Promise, c.promise});  // The same info each time.
    } else if (thing.kind == Kind::Tensor) {
      const TensorInfo& tensor = tensorAt(thing.index);
      if (call.attribute == "dataType") c.value = std::string{conform::nameOf(tensor.descriptor.dataType)};
      if (call.attribute == "shape") c.value = numbers(tensor.descriptor.shape);
      if (call.attribute == "readable") c.value = tensor.readable;
      if (call.attribute == "writable") c.value = tensor.writable;
      if (call.attribute == "constant" && p_.semantics.hasConstantTensors) c.value = tensor.isConstant;
    } else if (thing.kind == Kind::Operand) {
      const OperandInfo& operand = operandAt(thing.index);
      if (call.attribute == "dataType") c.value = std::string{conform::nameOf(operand.descriptor.dataType)};
      if (call.attribute == "shape") c.value = numbers(operand.descriptor.shape);
    } else if (thing.kind == Kind::Context && call.attribute == "accelerated") {
      c.value = (thing.index < p_.contexts.size() ? p_.contexts : known->contexts)[thing.index].accelerated;
    }
  }

  void compile(const Same& call, const Step&, Command& c) {
    c.what = Do::Return;
    c.name = nameOf(call.as);
    Thing things[2];
    std::size_t i = 0;
    for (const Name& name : {call.a, call.b}) {
      things[i++] = resolve({name, false}, c);
    }
    c.value = things[0] == things[1];
  }

  // ---- Buffers ----

  void compile(const MakeBuffer& make, const Step&, Command& c) {
    c.what = Do::MakeBuffer;
    BufferInfo info{
        make.buffer, make.type, 0, 0, 0, make.maxByteLength.has_value(), make.type == BufferType::SharedArrayBuffer, 0};
    if (make.over.empty()) {
      info.length = make.bytes.size();
      info.initial = p_.terms.literal(make.bytes);
      p_.buffers.push_back(info);
      c.buffer = number(p_.buffers);
      p_.buffers.back().storage = c.buffer;
    } else {
      const BufferInfo& base = p_.buffers[buffer(make.over, c)];
      info.storage = base.storage;
      info.resizable = base.resizable;
      info.shared = base.shared;
      info.offset = base.offset + make.offset;
      info.length = make.length ? *make.length * elementSizeOf(make.type) : base.length - make.offset;
      p_.buffers.push_back(info);
      c.buffer = number(p_.buffers);
    }
  }
  void compile(const Detach& detach, const Step&, Command& c) {
    c.what = Do::Detach;
    c.buffer = buffer(detach.buffer, c);
  }
  void compile(const Fill& fill, const Step&, Command& c) {
    c.what = Do::Fill;
    c.buffer = buffer(fill.buffer, c);
    const BufferInfo& info = p_.buffers[c.buffer];
    const bool isRaw = info.type == BufferType::ArrayBuffer || info.type == BufferType::SharedArrayBuffer;
    const std::vector<std::uint8_t> element = elementOf(isRaw ? BufferType::Float32Array : info.type, fill.value);
    std::vector<std::uint8_t> filled;
    while (filled.size() + element.size() <= info.length) filled.insert(filled.end(), element.begin(), element.end());
    c.term = p_.terms.literal(filled);
    c.number = static_cast<std::uint32_t>(filled.size());
  }
  /// The bytes of one element of a view with this value.
  static std::vector<std::uint8_t> elementOf(BufferType view, const Number& value) {
    const auto bytesOf = [](auto number) {
      std::vector<std::uint8_t> bytes(sizeof number);
      std::memcpy(bytes.data(), &number, sizeof number);
      return bytes;
    };
    if (view == BufferType::Float64Array) return bytesOf(value.real);
    if (view == BufferType::Float32Array) return bytesOf(static_cast<float>(value.real));
    if (view == BufferType::Float16Array) {
      Tensor one{{DataType::float16, {1}}};
      one.store(std::vector<double>{value.real});
      return one.bytes();
    }
    if (view == BufferType::Uint8ClampedArray)
      return bytesOf(static_cast<std::uint8_t>(std::nearbyint(std::clamp(value.real, 0.0, 255.0))));
    // The integers wrap.
    const auto whole = static_cast<std::uint64_t>(
        value.integer.value_or(std::isfinite(value.real) ? static_cast<Int128>(value.real) : Int128{0}));
    std::vector<std::uint8_t> bytes = bytesOf(whole);
    bytes.resize(elementSizeOf(view));
    return bytes;
  }
  void compile(const Peek& peek, const Step&, Command& c) {
    c.what = Do::Peek;
    c.buffer = buffer(peek.buffer, c);
    c.name = nameOf(peek.as);
    c.number = static_cast<std::uint32_t>(peek.dataType);
  }

  // ---- Control ----

  void compile(const Await& await, const Step&, Command& c) {
    c.what = Do::Await;
    c.number = nameOf(await.name);
    c.reaction = reaction({ReactionInfo::Kind::Await, 0, 0, 0, Then::When::settled});
  }
  void compile(const Turn&, const Step&, Command& c) { c.what = Do::Turn; }
  void compile(const Settle&, const Step&, Command& c) { c.what = Do::Settle; }
  void compile(const Microtask& task, const Step&, Command& c) {
    c.what = Do::Microtask;
    c.reaction = reaction({ReactionInfo::Kind::Microtask, 0, body("microtask", task.steps), 0, Then::When::settled});
  }
  void compile(const Then& then, const Step&, Command& c) {
    c.what = Do::Then;
    c.number = nameOf(then.name);
    const std::uint8_t piece = body("then of " + then.name, then.steps);
    c.reaction = reaction({ReactionInfo::Kind::Then, 0, piece, 0, then.when});
  }
  void compile(const Mark& mark, const Step&, Command& c) {
    c.what = Do::Mark;
    p_.names.push_back(mark.mark);
    p_.things.push_back({});
    p_.promiseOfName.push_back(0);
    p_.bindsInSetup.push_back(false);
    c.name = static_cast<std::uint16_t>(p_.names.size() - 1);
  }

  void compile(const Pollute& pollute, const Step&, Command& c) {
    c.what = Do::Pollute;
    c.number = pollute.prototype == Pollute::Prototype::Object ? 4 : 8;  // World::ObjectHasThen, World::TensorHasThen.
  }
  void compile(const Unpollute&, const Step&, Command& c) { c.what = Do::Unpollute; }

  void event(Do what, const Reference& on, Command& c) {
    c.what = what;
    c.context = context(on, c);
    if (c.badArguments) c.what = Do::Nothing;  // Only contexts have a timeline and a device.
  }
  void compile(const Pause& e, const Step&, Command& c) { event(Do::Pause, e.on, c); }
  void compile(const Resume& e, const Step&, Command& c) { event(Do::Resume, e.on, c); }
  void compile(const Drain& e, const Step&, Command& c) { event(Do::Drain, e.on, c); }
  void compile(const RunTimeline& e, const Step&, Command& c) {
    event(Do::RunTimeline, e.on, c);
    c.number = e.tasks;
  }
  void compile(const FailNext& e, const Step&, Command& c) {
    if (e.on) {
      event(Do::FailNext, *e.on, c);
    } else {
      c.what = Do::FailNext;
    }
    c.number = static_cast<std::uint32_t>(e.operation);
    p_.usesFailures = true;
  }
  void compile(const DeviceFail& e, const Step&, Command& c) { event(Do::DeviceFail, e.on, c), p_.usesFailures = true; }
  void compile(const DeviceLost& e, const Step&, Command& c) { event(Do::DeviceLost, e.on, c), p_.usesFailures = true; }
  void compile(const ContextLost& e, const Step&, Command& c) { event(Do::ContextLost, e.on, c); }
  void compile(const DocumentGone&, const Step&, Command& c) { c.what = Do::DocumentGone; }

  // ---- Tables and layout ----

  /// Each `await` and `then` with its promise, which may be made later in the text.
  void joinReactions() {
    for (PieceInfo& piece : p_.pieces) {
      for (Command& c : piece.commands) {
        if (c.what != Do::Await && c.what != Do::Then) continue;
        c.promise = p_.promiseOfName[c.number];
        p_.reactions[c.reaction].promise = c.promise;
        if (c.promise != 0) ++p_.promises[c.promise].reactions;
      }
    }
  }

  void rows() {
    for (std::uint8_t t = 0; t < p_.tensors.size(); ++t) {
      p_.releaseOfTensor.push_back(entry({Entry::Kind::ReleaseTensor,
                                          p_.tensors[t].context,
                                          t,
                                          0,
                                          0,
                                          false,
                                          0,
                                          {},
                                          {},
                                          nullptr,
                                          "released:" + p_.tensors[t].name}));
    }
    for (std::uint8_t g = 0; g < p_.graphs.size(); ++g) {
      p_.releaseOfGraph.push_back(entry({Entry::Kind::ReleaseGraph,
                                         p_.graphs[g].context,
                                         0,
                                         g,
                                         0,
                                         false,
                                         0,
                                         {},
                                         {},
                                         nullptr,
                                         "released:" + p_.graphs[g].name}));
    }
    for (std::uint8_t promise = 1; promise < p_.promises.size(); ++promise) {
      PromiseInfo& info = p_.promises[promise];
      using Settles = PromiseInfo::Kind;
      if (info.kind == Settles::Lost || info.kind == Settles::GraphLost || info.kind == Settles::Data) continue;
      if (p_.mlTasks.size() > 250) fail("too many calls for one scenario", nullptr);
      info.firstTask = static_cast<std::uint8_t>(p_.mlTasks.size());
      for (const auto kind : {MlTask::Kind::Fulfil, MlTask::Kind::Abort, MlTask::Kind::Fail}) {
        p_.mlTasks.push_back({kind, promise, 0, 0});
      }
    }
    for (std::uint8_t c = 0; c < p_.contexts.size(); ++c) {
      p_.mlTasks.push_back({MlTask::Kind::Lose, 0, c, 0});
      p_.loseOf.push_back(number(p_.mlTasks));
    }
    for (std::uint8_t g = 0; g < p_.graphs.size(); ++g) {
      p_.mlTasks.push_back({MlTask::Kind::GraphLost, p_.graphs[g].lostPromise, 0, g});
      p_.graphLostOf.push_back(number(p_.mlTasks));
    }
    if (p_.mlTasks.size() > 250) fail("too many calls for one scenario", nullptr);
  }

  void layOut() {
    Layout& l = p_.layout;
    std::size_t end = 5;
    const auto take = [&](std::size_t size) { return static_cast<std::uint16_t>(std::exchange(end, end + size)); };
    const auto list = [&](std::size_t capacity) {
      if (capacity > 250) fail("too many calls for one scenario", nullptr);
      return ListSlot{take(capacity + 1), static_cast<std::uint8_t>(capacity)};
    };
    // How many releases, losses and calls there can be.
    std::size_t losses = 0, dispatches = 0;
    std::vector<std::size_t> destroys(p_.contexts.size() + 1, 0), calls(p_.contexts.size() + 1, 0),
        reads(p_.tensors.size(), 0), creations(p_.contexts.size(), 0);
    const auto count = [&](const Command& c) {
      if (c.what == Do::ContextLost || c.what == Do::DeviceLost) ++losses;
      if (c.what == Do::Destroy) {
        if (c.on.kind == Kind::Context) ++losses;
        if (c.on.kind == Kind::Tensor) ++destroys[p_.tensors[c.tensor].context];
      }
      if (c.what == Do::ReadTensor && !p_.tensors.empty()) ++reads[c.tensor];
      if (c.what == Do::Dispatch) ++dispatches;
      if (c.entry != 0) ++calls[c.context];
      if ((c.what == Do::CreateTensor || c.what == Do::CreateConstantTensor || c.what == Do::Build) &&
          c.context < creations.size())
        ++creations[c.context];
    };
    for (std::size_t piece = 1; piece < p_.pieces.size(); ++piece) {
      for (const Command& c : p_.pieces[piece].commands) count(c);
    }
    for (const Command& c : p_.anytime) count(c);

    l.taskBits = take((p_.tasks.size() + 7) / 8);
    l.eventBits = take((p_.anytime.size() + 7) / 8);
    l.boundBits = take((p_.names.size() + 7) / 8);
    l.contexts = take(p_.contexts.size());
    l.failures = p_.usesFailures ? take(p_.contexts.size() * 6 + 1) : std::uint16_t{0};
    l.tensors = take(p_.tensors.size());
    l.graphs = take(p_.graphs.size());
    l.builders = take(p_.builders.size());
    l.promises = take(p_.promises.size());
    l.buffers = take(p_.buffers.size());
    if (end % 2 == 1) ++end;
    l.contents = take(p_.tensors.size() * 2);
    l.values = take(p_.promises.size() * 2);
    l.bufferContents = take(p_.buffers.size() * 2);
    l.makingContexts = take((p_.contexts.size() + 7) / 8);
    for (std::size_t t = 0; t < p_.tensors.size(); ++t) l.pendingPromises.push_back(list(reads[t]));
    for (std::size_t c = 0; c < p_.contexts.size(); ++c) {
      l.creations.push_back(p_.semantics.rejectsCreationsOnLoss ? list(creations[c]) : ListSlot{});
      std::size_t tensors = 0, graphs = 0;
      for (const TensorInfo& tensor : p_.tensors) tensors += tensor.context == c ? 1 : 0;
      for (const GraphInfo& graph : p_.graphs) graphs += graph.context == c ? 1 : 0;
      l.timeline.push_back(list(2 * (calls[c] + destroys[c] + losses * tensors + graphs)));
    }
    for (std::size_t promise = 0; promise < p_.promises.size(); ++promise) {
      l.reactions.push_back(p_.promises[promise].reactions > 0 ? list(p_.promises[promise].reactions) : ListSlot{});
    }
    l.microtasks = list(p_.reactions.size());
    if (p_.semantics.losesInCreationOrder) l.created = list(p_.tensors.size());
    std::size_t settling = 0;
    for (const PromiseInfo& info : p_.promises) settling += info.kind != PromiseInfo::Kind::Lost ? 1 : 0;
    l.mlTasks = list(settling + losses + (p_.semantics.graphLost ? dispatches : 0));
    end = (end + 7) / 8 * 8;
    if (end > Layout::MaxSize)
      fail("the scenario's state would need more than " + std::to_string(Layout::MaxSize) + " bytes", nullptr);
    l.size = static_cast<std::uint16_t>(end);
  }

  Program p_;
  std::map<Name, std::uint16_t> nameNumbers_;
  std::uint8_t piece_ = 0;
  bool inSetup_ = false;
};

}  // namespace

std::variant<Program, LayoutProblem> Program::load(const Scenario& scenario, const Semantics& semantics,
                                                   StepRecorder* recorder) {
  try {
    std::optional<Program> known;
    for (int pass = 0;; ++pass) {
      Loader loader{scenario, semantics};
      loader.recorder = recorder;
      loader.known = known ? &*known : nullptr;
      Program program = loader.run();
      // Names that are used before they are made: again, until every name stands for the same as before.
      const bool isSettled = known && known->things == program.things;
      if (!loader.looksAhead || isSettled || pass == 4) return program;
      known = std::move(program);
    }
  } catch (const Problem& problem) {
    return problem.problem;
  }
}

}  // namespace conform
