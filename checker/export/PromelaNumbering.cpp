#include "checker/export/PromelaNumbering.hpp"
#include "model/vocabulary/Overload.hpp"

#include <algorithm>
#include <cstring>

namespace conform::promela {
namespace {

class Numberer {
 public:
  explicit Numberer(const Scenario& scenario) : scenario_(scenario) {}

  Numbering run() {
    for (const Step& step : scenario_.setup) setUp(step);
    openPiece("script");
    for (const Step& step : scenario_.script) script(step, true);
    for (const auto& [name, steps] : scenario_.tasks) {
      n_.tasks.push_back(body("task " + name, steps));
    }
    for (const Step& step : scenario_.anytime) {
      if (const auto* loss = std::get_if<ContextLost>(&step.what)) {
        n_.losses.push_back(context(loss->on, step));
      } else {
        problem(step, "an event at any time other than contextLost");
      }
    }
    return std::move(n_);
  }

 private:
  void problem(const Step& step, const std::string& what) {
    n_.problems.push_back((step.place.pointer.empty() ? "" : step.place.pointer + ": ") + what);
  }

  // ---- Look-ups ----

  unsigned lookUp(const std::map<Name, unsigned>& map, const Reference& reference, const Step& step, const char* kind) {
    const auto found = map.find(reference.name);
    if (found != map.end() && !reference.isPromise) return found->second;
    problem(step, "\"" + reference.name + "\" is not known as a " + kind);
    return 0;
  }
  unsigned context(const Reference& on, const Step& step) { return lookUp(n_.contexts, on, step, "context"); }

  std::optional<unsigned> length(const Descriptor& descriptor, const Step& step) {
    if (descriptor.dataType != "float32" || !descriptor.shape) {
      problem(step, "a descriptor that is not float32 with a shape");
      return std::nullopt;
    }
    double product = 1;
    for (const Number& size : *descriptor.shape) {
      if (!size.integer || *size.integer < 1) problem(step, "a dimension that is not positive");
      product *= size.real;
    }
    if (product < 1 || product > 16) {
      problem(step, "a tensor with more than 16 elements");
      return std::nullopt;
    }
    return static_cast<unsigned>(product);
  }

  static std::string shape(const Descriptor& descriptor) {
    std::string text;
    if (!descriptor.shape) return text;
    for (const Number& size : *descriptor.shape) text += std::to_string(static_cast<int>(size.real)) + ",";
    return text;
  }

  unsigned literal(std::vector<float> values) {
    const auto found = std::ranges::find_if(n_.literals, [&](const std::vector<float>& other) {
      return other.size() == values.size() && std::memcmp(other.data(), values.data(), values.size() * 4) == 0;
    });
    if (found != n_.literals.end()) return static_cast<unsigned>(found - n_.literals.begin());
    n_.literals.push_back(std::move(values));
    return static_cast<unsigned>(n_.literals.size() - 1);
  }

  /// Nothing where the data does not fit.
  std::optional<unsigned> literal(const Source& source, unsigned elements, const Step& step) {
    const auto* contents = std::get_if<Contents>(&source);
    if (contents == nullptr || contents->type != DataType::float32) {
      problem(step, "data that is no float32 array");
      return 0;
    }
    if (contents->bytes.size() != elements * 4) return std::nullopt;
    std::vector<float> values(elements);
    std::memcpy(values.data(), contents->bytes.data(), contents->bytes.size());
    return literal(std::move(values));
  }
  unsigned fittingLiteral(const Source& source, unsigned elements, const Step& step) {
    const std::optional<unsigned> made = literal(source, elements, step);
    if (!made) problem(step, "data that is not of the right length");
    return made.value_or(0);
  }

  unsigned name(const Name& name) {
    if (name.empty()) return 0;
    n_.names.push_back(name);
    n_.nameOf[name] = static_cast<unsigned>(n_.names.size() - 1);
    return n_.nameOf[name];
  }

  // ---- The set-up ----

  void setUp(const Step& step) {
    std::visit(Overload{
                   [&](const CreateContext& call) {
                     if (!call.options.empty() || call.fromGPUDevice || call.denied) problem(step, "context options");
                     const unsigned made = static_cast<unsigned>(n_.contexts.size());
                     n_.contexts[call.as] = made;
                     n_.results.push_back("lost");  // Contexts come first: the promise of context c is c + 1.
                     if (n_.results.size() != n_.contexts.size() + 1) problem(step, "a context behind other promises");
                   },
                   [&](const CreateTensor& call) { n_.tensorOf[call.as] = tensor(call, step); },
                   [&](const WriteTensor& call) {
                     const auto* target = std::get_if<Reference>(&call.tensor);
                     if (target == nullptr) return problem(step, "a write to what is no tensor");
                     const unsigned t = lookUp(n_.tensorOf, *target, step, "tensor");
                     if (t < n_.tensors.size())
                       n_.tensors[t].contents = fittingLiteral(call.data, n_.tensors[t].length, step);
                   },
                   [&](const Build& call) { n_.graphOf[call.as] = graph(call, step); },
                   [&](const auto& call) {
                     if (!building(call, step)) problem(step, "this step in a set-up");
                   },
               },
               step.what);
  }

  unsigned tensor(const CreateTensor& call, const Step& step) {
    const unsigned elements = length(call.descriptor, step).value_or(1);
    n_.tensors.push_back({context(call.on, step), elements, shape(call.descriptor), call.descriptor.readable,
                          call.descriptor.writable, literal(std::vector<float>(elements, 0)), std::nullopt});
    return static_cast<unsigned>(n_.tensors.size() - 1);
  }

  template <class Call>
  bool building(const Call&, const Step&) {
    return false;
  }
  bool building(const NewBuilder& call, const Step& step) {
    if (call.denied) problem(step, "a denied builder");
    n_.builderOf[call.as] = static_cast<unsigned>(n_.builders.size());
    n_.builders.push_back(context(call.context, step));
    return true;
  }
  bool building(const Input& call, const Step& step) {
    add(call.as, {"input",
                  length(call.descriptor, step).value_or(1),
                  shape(call.descriptor),
                  0,
                  call.name,
                  {},
                  builder(call.on, step)});
    return true;
  }
  bool building(const Constant& call, const Step& step) {
    const auto* buffer = std::get_if<Constant::FromBuffer>(&call.from);
    if (buffer == nullptr) return problem(step, "a constant that is not made from data"), true;
    const unsigned elements = length(buffer->descriptor, step).value_or(1);
    add(call.as, {"constant",
                  elements,
                  shape(buffer->descriptor),
                  fittingLiteral(buffer->data, elements, step),
                  "",
                  {},
                  builder(call.on, step)});
    return true;
  }
  bool building(const Op& call, const Step& step) {
    static const std::map<std::string, std::size_t> arity{{"neg", 1},      {"abs", 1}, {"relu", 1},
                                                          {"identity", 1}, {"add", 2}, {"sub", 2},
                                                          {"mul", 2},      {"max", 2}, {"min", 2}};
    const auto known = arity.find(call.op);
    if (known == arity.end() || call.arguments.size() != known->second || call.options || !call.asEach.empty()) {
      return problem(step, "the operator " + call.op + " (or its options)"), true;
    }
    Operand operand{call.op, 0, "", 0, "", {}, builder(call.on, step)};
    for (const Argument& argument : call.arguments) {
      const auto* reference = std::get_if<Reference>(&argument.value);
      if (reference == nullptr) return problem(step, "an operand that is none"), true;
      operand.arguments.push_back(lookUp(n_.operandOf, *reference, step, "operand"));
      if (operand.arguments.back() >= n_.operands.size()) return true;
      const Operand& first = n_.operands[operand.arguments.back()];
      if (operand.length != 0 && operand.shape != first.shape) problem(step, "broadcasting");
      operand.length = first.length;
      operand.shape = first.shape;
    }
    add(call.as, std::move(operand));
    return true;
  }
  unsigned builder(const Reference& on, const Step& step) { return lookUp(n_.builderOf, on, step, "builder"); }
  void add(const Name& name, Operand operand) {
    n_.operandOf[name] = static_cast<unsigned>(n_.operands.size());
    n_.operands.push_back(std::move(operand));
  }

  unsigned graph(const Build& call, const Step& step) {
    const unsigned b = builder(call.on, step);
    Graph made{b < n_.builders.size() ? n_.builders[b] : 0, {}, {}, std::nullopt};
    for (const auto& [output, operand] : call.outputs) {
      if (!operand) {
        problem(step, "an output that is undefined");
        continue;
      }
      const unsigned o = lookUp(n_.operandOf, *operand, step, "operand");
      if (o >= n_.operands.size() || n_.operands[o].arguments.empty()) {
        problem(step, "an output that is no operator's");
        continue;
      }
      made.outputs.push_back({output, o});
    }
    if (made.outputs.empty()) problem(step, "a graph without outputs");
    std::vector<bool> reached(n_.operands.size(), false);
    for (const auto& [output, o] : made.outputs) {
      if (o < reached.size()) reached[o] = true;
    }
    for (std::size_t o = reached.size(); o-- > 0;) {
      if (!reached[o]) continue;
      for (const unsigned argument : n_.operands[o].arguments) reached[argument] = true;
    }
    for (unsigned o = 0; o < reached.size(); ++o) {
      if (reached[o] && n_.operands[o].what == "input") made.inputs.push_back({n_.operands[o].input, o});
    }
    n_.graphs.push_back(std::move(made));
    return static_cast<unsigned>(n_.graphs.size() - 1);
  }

  // ---- The script ----

  unsigned openPiece(const std::string& title) {
    n_.pieces.push_back({{}, title});
    piece_ = static_cast<unsigned>(n_.pieces.size() - 1);
    return piece_;
  }

  unsigned body(const std::string& title, const std::vector<Step>& steps) {
    const unsigned outer = piece_, made = openPiece(title);
    for (const Step& step : steps) script(step, false);
    piece_ = outer;
    return made;
  }

  unsigned react(Reaction reaction) {
    n_.reactions.push_back(reaction);
    return static_cast<unsigned>(n_.reactions.size() - 1);
  }

  /// A call that gives a promise of its own, and its observation.
  void promise(Numbered& numbered, const Name& as, const char* result) {
    n_.results.emplace_back(result);
    observe(numbered, as, static_cast<unsigned>(n_.results.size() - 1));
  }
  void observe(Numbered& numbered, const Name& as, unsigned promise) {
    numbered.promise = promise;
    if (as.empty()) return;
    numbered.name = name(as);
    n_.promiseOf[as] = promise;
    n_.pendingOrder.push_back({numbered.name, promise});
    numbered.observe = react({Reaction::Kind::Observe, promise, numbered.name, 0, Then::When::settled});
  }

  void script(const Step& step, bool topLevel) {
    Numbered numbered{&step, 0, 0, 0, 0, 0, std::nullopt, std::nullopt, 0};
    const unsigned into = piece_;
    bool split = false;
    std::visit(
        Overload{
            [&](const ReadTensor& call) {
              if (call.into) problem(step, "a read into a buffer");
              numbered.tensor = tensorOf(call.tensor, step);
              numbered.entry = ++n_.entries;
              numbered.isForeign = context(call.on, step) != contextOfTensor(numbered.tensor);
              promise(numbered, call.as, "");
            },
            [&](const WriteTensor& call) {
              numbered.tensor = tensorOf(call.tensor, step);
              numbered.entry = ++n_.entries;
              numbered.name = name(call.as);
              if (numbered.tensor < n_.tensors.size()) {
                const auto data = literal(call.data, n_.tensors[numbered.tensor].length, step);
                numbered.graph = data.value_or(0);
                numbered.fits = data.has_value();
              }
              numbered.isForeign = context(call.on, step) != contextOfTensor(numbered.tensor);
            },
            [&](const Dispatch& call) { dispatch(call, step, numbered); },
            [&](const Destroy& call) {
              numbered.name = name(call.as);
              if (call.on.isPromise || (!n_.tensorOf.contains(call.on.name) && !n_.graphOf.contains(call.on.name) &&
                                        !n_.contexts.contains(call.on.name)))
                problem(step, "destroy() of \"" + call.on.name + "\"");
            },
            [&](const CreateTensor& call) {
              numbered.tensor = tensor(call, step);
              numbered.entry = ++n_.entries;
              promise(numbered, call.as, "MLTensor");
              if (call.as.empty()) return;
              n_.tensorOf[call.as] = numbered.tensor;
              n_.tensors[numbered.tensor].name = numbered.name;
            },
            [&](const Build& call) {
              numbered.graph = graph(call, step);
              numbered.entry = ++n_.entries;
              promise(numbered, call.as, "MLGraph");
              if (call.as.empty()) return;
              n_.graphOf[call.as] = numbered.graph;
              n_.graphs[numbered.graph].name = numbered.name;
            },
            [&](const Get& call) {
              if (call.attribute != "lost") return problem(step, "the attribute " + call.attribute);
              observe(numbered, call.as, context(call.on, step) + 1);
            },
            [&](const Then& reaction) {
              const unsigned promise = promiseOf(reaction.name);
              const unsigned piece = body("then of " + reaction.name, reaction.steps);
              numbered.reaction = react({Reaction::Kind::Then, promise, 0, piece, reaction.when});
            },
            [&](const Microtask& task) {
              const unsigned piece = body("microtask", task.steps);
              numbered.reaction = react({Reaction::Kind::Microtask, 0, 0, piece, Then::When::settled});
            },
            [&](const Await& await) {
              if (!topLevel) problem(step, "an await that is not at the top level");
              numbered.reaction = react({Reaction::Kind::Await, promiseOf(await.name), 0, 0, Then::When::settled});
              split = true;
            },
            [&](const Turn&) { split = true; },
            [&](const Settle&) { split = true; },
            [&](const Mark& mark) {
              numbered.name = static_cast<unsigned>(n_.names.size());
              n_.names.push_back(mark.mark);
            },
            [&](const FailNext& event) {
              if (!event.on) problem(step, "failNext of createContext");
              if (event.on) context(*event.on, step);
            },
            [&](const Pause& event) { context(event.on, step), n_.usesControl = true; },
            [&](const Resume& event) { context(event.on, step), n_.usesControl = true; },
            [&](const Drain& event) { context(event.on, step), n_.usesControl = true; },
            [&](const RunTimeline& event) { context(event.on, step), n_.usesControl = true; },
            [&](const DeviceFail& event) { context(event.on, step); },
            [&](const DeviceLost& event) { context(event.on, step); },
            [&](const ContextLost& event) { context(event.on, step); },
            [&](const auto&) { problem(step, "this step in a script"); },
        },
        step.what);
    if (split) {
      numbered.next = openPiece("script, going on");
      if (numbered.reaction) n_.reactions[*numbered.reaction].piece = numbered.next;
    }
    n_.pieces[into].steps.push_back(numbered);
  }

  unsigned promiseOf(const Name& name) {
    const auto found = n_.promiseOf.find(name);
    return found == n_.promiseOf.end() ? 0 : found->second;  // 0: no promise; nothing happens.
  }

  unsigned tensorOf(const std::variant<Reference, Argument>& value, const Step& step) {
    const auto* reference = std::get_if<Reference>(&value);
    if (reference == nullptr) return problem(step, "a value that is no tensor"), 0;
    return lookUp(n_.tensorOf, *reference, step, "tensor");
  }
  unsigned contextOfTensor(unsigned tensor) const {
    return tensor < n_.tensors.size() ? n_.tensors[tensor].context : 0;
  }

  void dispatch(const Dispatch& call, const Step& step, Numbered& numbered) {
    numbered.graph = lookUp(n_.graphOf, call.graph, step, "graph");
    numbered.entry = ++n_.entries;
    numbered.name = name(call.as);
    if (numbered.graph >= n_.graphs.size()) return;
    const Graph& graph = n_.graphs[numbered.graph];
    numbered.isForeign = context(call.on, step) != graph.context;
    std::vector<Name> seen;
    const auto check = [&](const auto& given, const auto& declared) {
      numbered.fits = numbered.fits && given.size() == declared.size();
      for (const auto& [key, tensor] : given) {
        if (!tensor) {
          problem(step, "a tensor of a dispatch that is none");
          continue;
        }
        const unsigned t = lookUp(n_.tensorOf, *tensor, step, "tensor");
        if (t >= n_.tensors.size()) continue;
        const auto found = std::ranges::find_if(declared, [&](const auto& entry) { return entry.first == key; });
        numbered.fits = numbered.fits && found != declared.end() && n_.tensors[t].context == graph.context &&
                        n_.tensors[t].shape == n_.operands[found->second].shape &&
                        std::ranges::find(seen, tensor->name) == seen.end();
        seen.push_back(tensor->name);
      }
    };
    check(call.inputs, graph.inputs);
    check(call.outputs, graph.outputs);
  }

  const Scenario& scenario_;
  Numbering n_;
  unsigned piece_ = 0;
};

}  // namespace

Numbering number(const Scenario& scenario) {
  return Numberer{scenario}.run();
}

}  // namespace conform::promela
