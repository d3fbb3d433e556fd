#include "checker/export/promela.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "checker/export/PromelaNumbering.hpp"
#include "model/vocabulary/Overload.hpp"

namespace conform {
namespace {

using namespace promela;

std::string str(std::size_t number) {
  return std::to_string(number);
}

constexpr std::array semanticsNames{"draft", "option-1", "option-2", "prototype-2024"};

// What is logged beside a name: one byte. Errors of rejections, errors of throws, contents.
constexpr unsigned codeUndefined = 16, codeObject = 17, codeMark = 18, firstContents = 32, firstThrown = 240;

unsigned codeOf(Error error) {
  return 1 + static_cast<unsigned>(error);
}

std::string text(float value) {
  if (std::isnan(value)) return "nan";  // Whatever its sign.
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.9g", static_cast<double>(value));
  return buffer;
}

/// As an expression of C.
std::string exact(float value) {
  if (std::isnan(value)) return "__builtin_nanf(\"\")";
  if (std::isinf(value)) return value < 0 ? "-__builtin_inff()" : "__builtin_inff()";
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%af", static_cast<double>(value));
  return buffer;
}

/// A C string literal.
std::string quoted(const std::string& name) {
  std::string result = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

class Writer {
 public:
  Writer(const Scenario& scenario, const Numbering& numbering, PromelaSemantics semantics,
         const Granularity& granularity)
      : scenario_(scenario), n_(numbering), semantics_(semantics), granularity_(granularity) {}

  std::string run() {
    head();
    values();
    state();
    helpers();
    timelines();
    if (!n_.losses.empty()) losses();
    eventLoop();
    out_ += "init { atomic {\n";
    for (unsigned t = 0; t < n_.tensors.size(); ++t)
      line(2, "contents[" + str(t) + "] = " + str(n_.tensors[t].contents) + ";");
    for (unsigned c = 0; c < n_.contexts.size(); ++c) {
      line(2, "settled[" + str(c + 1) + "] = PENDING;");
      line(2, "run timeline(" + str(c) + ");");
    }
    for (unsigned g = 0; g < n_.graphs.size(); ++g) {
      if (!n_.graphs[g].name) line(2, "skip;");
    }
    if (!n_.losses.empty()) line(2, "run losses();");
    line(2, n_.pieces[1].steps.empty() ? "END_SCRIPT;" : "piece = 1;");
    line(2, "run script() } }");
    return std::move(out_);
  }

 private:
  void line(std::size_t indent, const std::string& text) { out_ += std::string(indent, ' ') + text + "\n"; }

  void head() {
    line(0, "/* Scenario " + scenario_.id + " under the semantics " +
                semanticsNames[static_cast<std::size_t>(semantics_)] +
                (granularity_.isTheDrafts() ? "." : ", in coarser steps than the draft's."));
    line(0,
         "   Its verifier appends every outcome, one a line, to the file named by the environment variable OUTCOMES:");
    line(0, "     spin -a FILE && gcc -O2 -DSAFETY -DNOFAIR -o pan pan.c && OUTCOMES=outcomes ./pan -E -m1000000");
    line(0,
         "   One process for the event loop, one for each context's timeline; a timeline's entry is one or two atomic");
    line(0, "   actions, each with its check whether the context is lost. */");
  }

  // ---- Contents: numbers of interned float arrays, computed in C ----

  void values() {
    std::size_t longest = 1;
    for (const auto& literal : n_.literals) longest = std::max(longest, literal.size());
    for (const Operand& operand : n_.operands) longest = std::max<std::size_t>(longest, operand.length);
    out_ += "c_code {\n";
    out_ += "typedef struct { int length; float at[" + str(longest) + "]; } Contents;\n";
    out_ += "static Contents known[200] = {\n";
    for (const auto& literal : n_.literals) {
      out_ += "  {" + str(literal.size()) + ", {";
      for (const float value : literal) out_ += exact(value) + ", ";
      out_ += "}},\n";
    }
    out_ += "};\nstatic int knownCount = " + str(n_.literals.size()) + ";\n";
    out_ +=
        "static int intern(const Contents *wanted) {\n"
        "  int i;\n"
        "  for (i = 0; i < knownCount; i++)\n"
        "    if (known[i].length == wanted->length && !memcmp(known[i].at, wanted->at, wanted->length * "
        "sizeof(float)))\n"
        "      return i;\n"
        "  if (knownCount == 200) { fprintf(stderr, \"too many contents\\n\"); exit(9); }\n"
        "  known[knownCount] = *wanted;\n"
        "  return knownCount++;\n"
        "}\n";
    for (unsigned g = 0; g < n_.graphs.size(); ++g) graphFunctions(g);
    names();
    out_ += "}\n";
  }

  void graphFunctions(unsigned g) {
    const Graph& graph = n_.graphs[g];
    for (std::size_t output = 0; output < graph.outputs.size(); ++output) {
      out_ += "static int graph" + str(g) + "_" + str(output) + "(";
      for (std::size_t i = 0; i < graph.inputs.size(); ++i) out_ += (i ? ", int in" : "int in") + str(i);
      if (graph.inputs.empty()) out_ += "void";
      out_ += ") {\n  Contents result;\n  int i;\n  memset(&result, 0, sizeof result);\n";
      out_ += "  result.length = " + str(n_.operands[graph.outputs[output].second].length) + ";\n";
      out_ +=
          "  for (i = 0; i < result.length; i++) result.at[i] = " + expression(graph, graph.outputs[output].second) +
          ";\n";
      out_ += "  return intern(&result);\n}\n";
    }
  }

  std::string expression(const Graph& graph, unsigned operand) {
    const Operand& o = n_.operands[operand];
    if (o.what == "constant") return "known[" + str(o.literal) + "].at[i]";
    if (o.what == "input") {
      const auto found = std::ranges::find_if(graph.inputs, [&](const auto& input) { return input.second == operand; });
      return "known[in" + str(static_cast<std::size_t>(found - graph.inputs.begin())) + "].at[i]";
    }
    const std::string a = expression(graph, o.arguments[0]);
    if (o.what == "identity") return a;
    if (o.what == "neg") return "(-" + a + ")";
    if (o.what == "abs") return "(" + a + " < 0 ? -" + a + " : " + a + " + 0.0f)";
    if (o.what == "relu") return "(" + a + " <= 0 ? 0.0f : " + a + ")";  // NaN stays.
    const std::string b = expression(graph, o.arguments[1]);
    const std::string either = "(" + a + " != " + a + " ? " + a + " : " + b + " != " + b + " ? " + b + " : ";
    if (o.what == "max") return either + a + " < " + b + " ? " + b + " : " + a + ")";
    if (o.what == "min") return either + b + " < " + a + " ? " + b + " : " + a + ")";
    return "(float)(" + a + (o.what == "add" ? " + " : o.what == "sub" ? " - " : " * ") + b + ")";
  }

  /// The tables for printing, and the printing of one outcome.
  void names() {
    out_ += "static const char *const stepNames[] = {";
    for (const std::string& name : n_.names) out_ += quoted(name) + ", ";
    out_ += "};\nstatic const char *const errorNames[] = {\"\", ";
    for (unsigned e = 0; e <= static_cast<unsigned>(Error::QuotaExceededError); ++e) {
      out_ += quoted(std::string{nameOf(static_cast<Error>(e))}) + ", ";
    }
    out_ += "};\nstatic const char *const results[] = {";
    std::vector<std::string> results(n_.names.size());
    for (const auto& [name, promise] : n_.pendingOrder) results[name] = n_.results[promise];
    for (const std::string& result : results) out_ += quoted(result) + ", ";
    out_ +=
        "};\n"
        "static void show(FILE *out, int name, int code) {\n"
        "  int i;\n"
        "  if (code == " +
        str(codeMark) +
        ") fprintf(out, \"mark:%s \", stepNames[name]);\n"
        "  else if (code == " +
        str(codeUndefined) +
        ") fprintf(out, \"%s=returns:undefined \", stepNames[name]);\n"
        "  else if (code == " +
        str(codeObject) +
        ") fprintf(out, \"%s=resolved:%s \", stepNames[name], results[name]);\n"
        "  else if (code >= " +
        str(firstThrown) + ") fprintf(out, \"%s=throws:%s \", stepNames[name], errorNames[code - " + str(firstThrown) +
        "]);\n"
        "  else if (code < " +
        str(codeUndefined) +
        ") fprintf(out, \"%s=rejected:%s \", stepNames[name], errorNames[code]);\n"
        "  else {\n"
        "    const Contents *c = &known[code - " +
        str(firstContents) +
        "];\n"
        "    fprintf(out, \"%s=resolved:[\", stepNames[name]);\n"
        "    for (i = 0; i < c->length; i++) {\n"
        "      if (i) fputc(',', out);\n"
        "      if (c->at[i] != c->at[i]) fputs(\"nan\", out);\n"
        "      else fprintf(out, \"%.9g\", c->at[i] == 0 ? 0.0 : (double) c->at[i]);\n"
        "    }\n"
        "    fprintf(out, \"] \");\n"
        "  }\n"
        "}\n"
        "static FILE *outcomes;\n";
  }

  // ---- The state ----

  void state() {
    const unsigned contexts = static_cast<unsigned>(n_.contexts.size());
    const auto array = [&](const char* type, const char* name, std::size_t size) {
      line(0, std::string(type) + " " + name + "[" + str(std::max<std::size_t>(size, 1)) + "];");
    };
    unsigned logSize = 1;
    std::vector<unsigned> reactionsOf(n_.results.size(), 0);
    for (const Reaction& reaction : n_.reactions) ++reactionsOf[reaction.promise];
    for (const Piece& piece : n_.pieces) {
      for (const Numbered& step : piece.steps) logSize += step.name != 0 ? 1 : 0;
    }
    unsigned mostReactions = 1, reads = 1, promises = static_cast<unsigned>(n_.results.size());
    for (std::size_t p = 1; p < reactionsOf.size(); ++p) mostReactions = std::max(mostReactions, reactionsOf[p]);
    for (const Piece& piece : n_.pieces) {
      for (const Numbered& step : piece.steps) reads += std::holds_alternative<ReadTensor>(step.step->what) ? 1 : 0;
    }
    unsigned releases = 0;  // Every destroy() and every loss releases, and so may enqueue an entry for each tensor.
    for (const Piece& piece : n_.pieces) {
      for (const Numbered& step : piece.steps) {
        if (std::holds_alternative<Destroy>(step.step->what) || std::holds_alternative<ContextLost>(step.step->what) ||
            std::holds_alternative<DeviceLost>(step.step->what))
          releases += 1 + static_cast<unsigned>(n_.tensors.size() + n_.graphs.size());
      }
    }
    releases += static_cast<unsigned>(n_.losses.size() * (n_.tensors.size() + n_.graphs.size()));
    line(0, "#define PENDING 1");
    line(0, "#define FULFILLED 2");
    line(0, "#define REJECTED 3");
    line(0, "#define LOSE 4");
    line(0, "#define RELEASE 255");
    line(0, "byte piece, pc;  /* The piece of script that runs, and its next step. */");
    line(0, "bit finished;");
    line(0, "byte waiting;    /* The piece that goes on at quiescence. */");
    line(0, "byte turn;       /* The piece that goes on in a task of its own. */");
    array("byte", "settled", promises);
    array("byte", "with", promises);
    if (semantics_ == PromelaSemantics::Prototype2024) array("bit", "noReply", promises);
    array("bit", "bound", n_.names.size());
    array("bit", "exists", n_.tensors.size());
    array("bit", "destroyed", n_.tensors.size());
    array("byte", "contents", n_.tensors.size());
    array("bit", "graphDestroyed", n_.graphs.size());
    array("bit", "graphExists", n_.graphs.size());
    array("bit", "hasBuilt", n_.builders.size());
    array("bit", "lost", contexts);
    array("bit", "deviceFailed", contexts);
    array("byte", "failNext", contexts * 7);
    control(contexts);
    array("bit", "lossDone", contexts);
    array("bit", "started", n_.tasks.size());
    array("byte", "stage", contexts);
    array("byte", "running", contexts);
    array("byte", "carried", contexts);
    line(0, "short log[" + str(logSize) + "]; byte logged;");
    line(0,
         "chan entries[" + str(std::max(contexts, 1U)) + "] = [" + str(n_.entries + releases + 1) + "] of { byte };");
    line(0, "chan pendingPromises[" + str(std::max<std::size_t>(n_.tensors.size(), 1)) + "] = [" + str(reads) +
                "] of { byte };");
    line(0, "chan reactions[" + str(promises) + "] = [" + str(mostReactions) + "] of { byte };");
    line(0, "chan microtasks = [" + str(n_.reactions.size() + 1) + "] of { byte };");
    line(0, "chan mlTasks = [" + str(promises + n_.losses.size() + releases + 1) + "] of { byte, byte, byte };");
  }

  /// A timeline that script pauses, and one that script runs by hand: then nothing else happens.
  void control(unsigned contexts) {
    if (!n_.usesControl) {
      line(0, "#define END_SCRIPT skip");
      return;
    }
    line(0, "bit paused[" + str(contexts) + "];");
    line(0, "byte byHand;     /* One more than the context whose timeline script runs. */");
    line(0, "short left;      /* Entries that it still runs. */");
    std::string end = "#define END_SCRIPT paused[0] = 0";  // The end of the main script resumes all.
    for (unsigned c = 1; c < contexts; ++c) end += "; paused[" + str(c) + "] = 0";
    line(0, end);
    line(0, "inline entryIsDone(k) {");
    line(0, "  if");
    line(0, "  :: byHand == k + 1 -> left--;");
    line(0, "     if :: left == 0 || len(entries[k]) == 0 -> byHand = 0; left = 0 :: else -> skip fi");
    line(0, "  :: else -> skip");
    line(0, "  fi");
    line(0, "}");
  }
  /// In front of what anybody but a timeline does.
  std::string unlessByHand() const { return n_.usesControl ? "byHand == 0 && " : ""; }

  // ---- Promises and destroying ----

  void helpers() {
    out_ += "#define LOG(name, code) log[logged] = ((name) << 8) | (code); logged++\n";
    const bool noReply = semantics_ == PromelaSemantics::Prototype2024;
    out_ += "inline settle(promise, how, what) {\n  if\n  :: settled[promise] == PENDING" +
            std::string(noReply ? " && !noReply[promise]" : "") +
            " ->\n"
            "     settled[promise] = how; with[promise] = what;\n"
            "     do :: reactions[promise]?r -> microtasks!r :: empty(reactions[promise]) -> break od; r = 0\n"
            "  :: else -> skip\n  fi\n}\n";
    out_ +=
        "inline register(promise, reaction) {\n"
        "  if\n"
        "  :: settled[promise] == 0 -> skip\n"
        "  :: settled[promise] == PENDING -> reactions[promise]!reaction\n"
        "  :: else -> microtasks!reaction\n"
        "  fi\n}\n";
    destroyTensor("destroyTensor", semantics_);
    destroyTensor("destroyOnLoss", noReply ? PromelaSemantics::Draft : semantics_);
    lose();
  }

  void destroyTensor(const std::string& title, PromelaSemantics semantics) {
    const bool once = granularity_.oneRelease;
    out_ += "inline " + title + "(tensor, context) {\n" +
            (once ? "  if :: destroyed[tensor] -> skip :: else ->\n" : "") + "  destroyed[tensor] = 1;\n";
    const std::string reject = "settle(q, REJECTED, " + str(codeOf(Error::InvalidStateError)) + ")";
    switch (semantics) {
      case PromelaSemantics::Option1:
        break;
      case PromelaSemantics::Prototype2024:
        out_ +=
            "  do :: pendingPromises[tensor]?q -> noReply[q] = 1 :: empty(pendingPromises[tensor]) -> break od; q = "
            "0;\n";
        break;
      case PromelaSemantics::Draft:
      case PromelaSemantics::Option2:
        out_ += "  do :: pendingPromises[tensor]?q -> " + reject +
                " :: empty(pendingPromises[tensor]) -> break od; q = 0;\n";
        break;
    }
    if (semantics == PromelaSemantics::Option2) {
      out_ += "  dropEntries(tensor);\n";
    }
    out_ += std::string{"  entries[context]!RELEASE"} + (once ? " fi\n}\n" : "\n}\n");
  }

  /// option-2: entries that have not begun and use the tensor.
  void dropInline() {
    out_ += "inline dropEntries(tensor) {\n  if\n";
    for (unsigned t = 0; t < n_.tensors.size(); ++t) {
      out_ += "  :: tensor == " + str(t) + " -> skip;\n";
      forEachStep([&](const Numbered& step) {
        if (!uses(step, t)) return;
        const std::string queue = "entries[" + str(n_.tensors[t].context) + "]", entry = str(step.entry);
        out_ += "     if :: " + queue + "??[" + entry + "] -> " + queue + "??" + entry + " :: else -> skip fi;\n";
      });
    }
    out_ += "  :: else -> skip\n  fi\n}\n";
  }

  bool uses(const Numbered& step, unsigned tensor) const {
    return std::visit(Overload{
                          [&](const ReadTensor&) { return step.tensor == tensor; },
                          [&](const WriteTensor&) { return step.tensor == tensor; },
                          [&](const Dispatch& call) {
                            const auto hits = [&](const auto& all) {
                              return std::ranges::any_of(
                                  all, [&](const auto& one) { return n_.tensorOf.at(one.second->name) == tensor; });
                            };
                            return hits(call.inputs) || hits(call.outputs);
                          },
                          [](const auto&) { return false; },
                      },
                      step.step->what);
  }

  template <class F>
  void forEachStep(const F& visit) {
    for (const Piece& piece : n_.pieces) {
      for (const Numbered& step : piece.steps) visit(step);
    }
  }

  /// Every order of the tensors is allowed; only those with pending reads are told apart.
  void lose() {
    if (semantics_ == PromelaSemantics::Option2) {
      std::string so = std::move(out_);
      out_.clear();
      dropInline();
      const std::size_t at = so.find("inline destroyTensor");
      so.insert(at, out_);
      out_ = std::move(so);
    }
    out_ +=
        "inline lose(context) {\n  settle(context + 1, FULFILLED, " + str(codeObject) + "); lost[context] = 1;\n  if\n";
    for (unsigned c = 0; c < n_.contexts.size(); ++c) {
      out_ += "  :: context == " + str(c) + " -> skip;\n";
      for (unsigned g = 0; g < n_.graphs.size(); ++g) {
        if (n_.graphs[g].context != c) continue;
        const std::string exists = n_.graphs[g].name ? "graphExists[" + str(g) + "] && " : "";
        out_ += "     if :: " + exists + "!graphDestroyed[" + str(g) + "] -> graphDestroyed[" + str(g) +
                "] = 1; entries[" + str(c) + "]!RELEASE :: else -> skip fi;\n";
      }
      unsigned mine = 0;
      std::string branches, done;
      for (unsigned t = 0; t < n_.tensors.size(); ++t) {
        if (n_.tensors[t].context != c) continue;
        const std::string bit = "(m & " + str(1U << mine) + ") == 0", set = "m = m | " + str(1U << mine);
        const std::string exists = n_.tensors[t].name ? "exists[" + str(t) + "]" : "true";
        branches += "     :: " + bit + " && len(pendingPromises[" + str(t) + "]) > 0 -> " + set + "; destroyOnLoss(" +
                    str(t) + ", " + str(c) + ")\n";
        done += "     if :: " + bit + " && " + exists + " -> destroyOnLoss(" + str(t) + ", " + str(c) +
                ") :: else -> skip fi;\n";
        ++mine;
      }
      if (mine == 0) continue;
      if (!granularity_.lossInOrder) out_ += "     do\n" + branches + "     :: else -> break\n     od;\n";
      out_ += done + "     m = 0;\n";
    }
    out_ += "  :: else -> skip\n  fi\n}\n";
  }

  // ---- Timelines ----

  static std::string tryTo(FailNext::Operation operation, const std::string& failed, const std::string& done) {
    const std::string at = "failNext[k * 7 + " + str(static_cast<unsigned>(operation)) + "]";
    return "if :: deviceFailed[k] -> " + failed + " :: !deviceFailed[k] && " + at + " > 0 -> " + at + "--; " + failed +
           " :: else -> " + done + " fi";
  }

  void timelines() {
    line(0, "/* stage: 0 idle, 1 the entry has its result, 2 it has failed. */");
    line(0, "proctype timeline(byte k) {");
    line(2, "byte e;");
    line(0, "end: do");
    const std::string mayRun = n_.usesControl ? "((byHand == 0 && !paused[k]) || byHand == k + 1) && " : "";
    line(2, ":: atomic { " + mayRun + "stage[k] == 0 && len(entries[k]) > 0 -> entries[k]?e;");
    line(7, "if");
    line(7, ":: e == RELEASE -> skip");
    forEachStep([&](const Numbered& step) {
      if (step.entry == 0) return;
      const std::string begin = ":: e == " + str(step.entry) + " -> ";
      const std::string reject = "mlTasks!REJECTED," + str(step.promise) + "," + str(codeOf(Error::InvalidStateError));
      const auto twoActions = [&](FailNext::Operation operation, Error error, const std::string& result) {
        const std::string failed =
            "stage[k] = 2; running[k] = " + str(step.promise) + "; carried[k] = " + str(codeOf(error));
        const std::string done = "stage[k] = 1; running[k] = " + str(step.promise) + "; carried[k] = " + result;
        line(7, begin + "if :: lost[k] -> " + reject + " :: else -> " + tryTo(operation, failed, done) + " fi");
      };
      std::visit(
          Overload{
              [&](const ReadTensor&) {
                twoActions(FailNext::Operation::read, Error::UnknownError,
                           str(firstContents) + " + contents[" + str(step.tensor) + "]");
              },
              [&](const CreateTensor&) {
                twoActions(FailNext::Operation::createTensor, Error::UnknownError, str(codeObject));
              },
              [&](const Build&) { twoActions(FailNext::Operation::build, Error::OperationError, str(codeObject)); },
              [&](const WriteTensor&) {
                line(7, begin + "if :: lost[k] -> skip :: else -> " +
                            tryTo(FailNext::Operation::write, "skip",
                                  "contents[" + str(step.tensor) + "] = " + str(step.graph)) +
                            " fi");
              },
              [&](const Dispatch& call) {
                if (step.isForeign || !step.fits) return;  // Never enqueued.
                line(7,
                     begin + "if :: lost[k] -> skip :: else -> " +
                         tryTo(FailNext::Operation::compute, "skip", compute(call, n_.graphs[step.graph], step.graph)) +
                         " fi");
              },
              [](const auto&) {},
          },
          step.step->what);
    });
    line(7, n_.usesControl ? "fi; if :: stage[k] == 0 -> entryIsDone(k) :: else -> skip fi; e = 0 }" : "fi; e = 0 }");
    line(2, ":: atomic { " + mayRun + "stage[k] != 0 ->");
    line(7, "if");
    line(7, ":: lost[k] -> mlTasks!REJECTED,running[k]," + str(codeOf(Error::InvalidStateError)));
    line(7, ":: !lost[k] && stage[k] == 1 -> mlTasks!FULFILLED,running[k],carried[k]");
    line(7, ":: else -> mlTasks!REJECTED,running[k],carried[k]");
    line(7, std::string{"fi; stage[k] = 0; running[k] = 0; carried[k] = 0"} +
                (n_.usesControl ? "; entryIsDone(k) }" : " }"));
    line(2, "od");
    line(0, "}");
  }

  std::string compute(const Dispatch& call, const Graph& graph, unsigned g) {
    std::string code = "c_code {";
    for (std::size_t output = 0; output < graph.outputs.size(); ++output) {
      const auto named = [&](const auto& all, const std::string& key) {
        const auto found = std::ranges::find_if(all, [&](const auto& one) { return one.first == key; });
        return "now.contents[" + str(n_.tensorOf.at(found->second->name)) + "]";
      };
      code += " " + named(call.outputs, graph.outputs[output].first) + " = graph" + str(g) + "_" + str(output) + "(";
      for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        code += (i ? ", " : "") + named(call.inputs, graph.inputs[i].first);
      }
      code += ");";
    }
    return code + " }";
  }

  void losses() {
    line(0, "/* Each of these contexts is lost at any time, or never. */");
    line(0, "proctype losses() {");
    line(0, "end: do");
    for (const unsigned c : n_.losses) {
      line(2, ":: atomic { " + unlessByHand() + "!finished && !lossDone[" + str(c) + "] -> lossDone[" + str(c) +
                  "] = 1; mlTasks!LOSE," + str(c) + ",0 }");
    }
    line(2, "od");
    line(0, "}");
  }

  // ---- The event loop ----

  void eventLoop() {
    line(0, "proctype script() {");
    line(2, "byte kind, id, what, r, q; int m;");
    line(2, "do");
    for (unsigned p = 1; p < n_.pieces.size(); ++p) {
      for (std::size_t i = 0; i < n_.pieces[p].steps.size(); ++i) {
        const Numbered& step = n_.pieces[p].steps[i];
        line(2, ":: atomic { " + unlessByHand() + "piece == " + str(p) + " && pc == " + str(i) + " ->");
        const bool last = i + 1 == n_.pieces[p].steps.size();
        line(7, last ? "piece = 0; pc = 0;" : "pc = " + str(i + 1) + ";");
        line(7, scriptStep(step) + (last && isMain(p) && !goesOn(step) ? "; END_SCRIPT }" : " }"));
      }
    }
    microtasks();
    line(2, ":: atomic { " + unlessByHand() +
                "piece == 0 && len(microtasks) == 0 && len(mlTasks) > 0 -> mlTasks?kind,id,what;");
    line(7, "if");
    line(7, ":: kind == LOSE -> lose(id)");
    line(7, ":: else -> skip;");
    forEachStep([&](const Numbered& step) {
      if (!std::holds_alternative<ReadTensor>(step.step->what)) return;
      const std::string queue = "pendingPromises[" + str(step.tensor) + "]", promise = str(step.promise);
      line(10, "if :: id == " + promise + " && what != " + str(codeOf(Error::InvalidStateError)) + " && " + queue +
                   "??[" + promise + "] -> " + queue + "??" + promise + " :: else -> skip fi;");
    });
    line(10, "settle(id, kind, what)");
    line(7, "fi; kind = 0; id = 0; what = 0 }");
    for (std::size_t t = 0; t < n_.tasks.size(); ++t) {
      const std::string earlier = granularity_.tasksInOrder && t > 0 ? "started[" + str(t - 1) + "] && " : "";
      line(2, ":: atomic { " + unlessByHand() + "piece == 0 && len(microtasks) == 0 && " + earlier + "!started[" +
                  str(t) + "] -> started[" + str(t) + "] = 1; " + task(n_.tasks[t]) + " }");
    }
    line(2, ":: atomic { " + unlessByHand() + "piece == 0 && len(microtasks) == 0 && turn != 0 -> goOn(turn) }");
    std::string quiet = unlessByHand() + "piece == 0 && len(microtasks) == 0 && len(mlTasks) == 0 && turn == 0";
    for (unsigned c = 0; c < n_.contexts.size(); ++c) {
      const std::string empty = "stage[" + str(c) + "] == 0 && len(entries[" + str(c) + "]) == 0";
      quiet += n_.usesControl ? " && (paused[" + str(c) + "] || (" + empty + "))" : " && " + empty;
    }
    for (std::size_t t = 0; t < n_.tasks.size(); ++t) quiet += " && started[" + str(t) + "]";
    line(2, ":: atomic { " + quiet + " && waiting != 0 -> goOn(waiting) }");
    line(2, ":: atomic { " + quiet + " && waiting == 0 -> finished = 1; c_code {");
    line(4,
         "if (!outcomes) { const char *file = getenv(\"OUTCOMES\"); outcomes = file ? fopen(file, \"a\") : stdout; }");
    line(4, "{ int i; for (i = 0; i < now.logged; i++) show(outcomes, (now.log[i] >> 8) & 255, now.log[i] & 255); }");
    auto pending = n_.pendingOrder;
    std::ranges::sort(pending, {}, [&](const auto& one) { return n_.names[one.first]; });
    for (const auto& [name, promise] : pending) {
      // Only where the step that gives the name was reached: a `get` of a promise that is pending anyway.
      line(4, "if (now.settled[" + str(promise) + "] == 1 && now.reached[" + str(name) +
                  "]) fprintf(outcomes, \"%s=pending \", stepNames[" + str(name) + "]);");
    }
    line(4, "fputc('\\n', outcomes); }; break }");
    line(2, "od");
    line(0, "}");
    // Declared late, used early: Promela reads declarations first.
    out_.insert(out_.find("byte piece, pc;"), "bit reached[" + str(n_.names.size()) + "];\n");
    std::string starts = "inline goOn(which) {\n  if\n";
    for (unsigned p = 1; p < n_.pieces.size(); ++p) {
      if (!isMain(p)) continue;
      starts += "  :: which == " + str(p) + " -> which = 0; " +
                (n_.pieces[p].steps.empty() ? "END_SCRIPT" : "piece = " + str(p)) + "\n";
    }
    starts += "  :: else -> skip\n  fi\n}\n";
    out_.insert(out_.find("proctype script()"), starts);
  }

  /// What the pick of a task does: starts its piece, or runs it.
  std::string task(unsigned piece) {
    if (n_.pieces[piece].steps.empty()) return "skip";
    if (!granularity_.wholeTasks) return "piece = " + str(piece);
    std::string all;
    for (const Numbered& step : n_.pieces[piece].steps) all += (all.empty() ? "" : "; ") + scriptStep(step);
    return all;
  }

  bool isMain(unsigned piece) const { return n_.pieces[piece].title.starts_with("script"); }
  static bool goesOn(const Numbered& step) { return step.next != 0; }

  void microtasks() {
    line(2, ":: atomic { " + unlessByHand() + "piece == 0 && len(microtasks) > 0 -> microtasks?r;");
    line(7, "if");
    for (unsigned r = 1; r < n_.reactions.size(); ++r) {
      const Reaction& reaction = n_.reactions[r];
      const std::string begin = ":: r == " + str(r) + " -> ", promise = str(reaction.promise);
      const auto start = [&](const std::string& guard) {
        const bool empty = n_.pieces[reaction.piece].steps.empty();
        const std::string run =
            empty ? (isMain(reaction.piece) ? "END_SCRIPT" : "skip") : "piece = " + str(reaction.piece);
        line(7, begin + (guard.empty() ? run : "if :: " + guard + " -> " + run + " :: else -> skip fi"));
      };
      switch (reaction.kind) {
        case Reaction::Kind::Observe:
          line(7, begin + "LOG(" + str(reaction.name) + ", with[" + promise + "]); if :: settled[" + promise +
                      "] == FULFILLED -> bound[" + str(reaction.name) + "] = 1 :: else -> skip fi");
          break;
        case Reaction::Kind::Then:
          start(reaction.when == Then::When::settled     ? ""
                : reaction.when == Then::When::fulfilled ? "settled[" + promise + "] == FULFILLED"
                                                         : "settled[" + promise + "] == REJECTED");
          break;
        case Reaction::Kind::Await:
        case Reaction::Kind::Microtask:
          start("");
          break;
      }
    }
    line(7, ":: else -> skip");
    line(7, "fi; r = 0 }");
  }

  // ---- One step of the script ----

  std::string scriptStep(const Numbered& step) {
    return std::visit(
        Overload{
            [&](const ReadTensor&) {
              const Tensor& tensor = n_.tensors[step.tensor];
              std::string accepted = settledNow(step, "PENDING", 0) + "; pendingPromises[" + str(step.tensor) + "]!" +
                                     str(step.promise) + "; " + enqueue(tensor.context, step);
              const std::string refused = settledNow(step, "REJECTED", codeOf(Error::TypeError));
              if (!tensor.readable || step.isForeign) accepted = refused;
              return ifBound({tensor.name}, "if :: destroyed[" + str(step.tensor) + "] -> " + refused + " :: else -> " +
                                                accepted + " fi; " + observed(step));
            },
            [&](const WriteTensor&) {
              const Tensor& tensor = n_.tensors[step.tensor];
              const std::string thrown = logged(step, firstThrown + codeOf(Error::TypeError));
              const std::string done = enqueue(tensor.context, step) + "; " + logged(step, codeUndefined);
              return ifBound({tensor.name}, "if :: destroyed[" + str(step.tensor) + "] -> " + thrown + " :: else -> " +
                                                (tensor.writable && step.fits && !step.isForeign ? done : thrown) +
                                                " fi");
            },
            [&](const Dispatch& call) {
              const Graph& graph = n_.graphs[step.graph];
              std::vector<std::optional<unsigned>> names{graph.name};
              std::string dead;
              for (const auto* all : {&call.inputs, &call.outputs}) {
                for (const auto& [key, tensor] : *all) {
                  const unsigned t = n_.tensorOf.at(tensor->name);
                  names.push_back(n_.tensors[t].name);
                  dead += (dead.empty() ? "destroyed[" : " || destroyed[") + str(t) + "]";
                }
              }
              const std::string refused = logged(step, firstThrown + codeOf(Error::TypeError));
              if (step.isForeign) return ifBound(names, refused);
              if (!step.fits) dead = "true";
              const std::string state = "graphDestroyed[" + str(step.graph) + "]";
              return ifBound(names, "if :: " + state + " -> " +
                                        logged(step, firstThrown + codeOf(Error::InvalidStateError)) + " :: !" + state +
                                        " && (" + dead + ") -> " + refused + " :: else -> " +
                                        enqueue(graph.context, step) + "; " + logged(step, codeUndefined) + " fi");
            },
            [&](const Destroy& call) { return destroy(call, step); },
            [&](const CreateTensor&) {
              const unsigned c = n_.tensors[step.tensor].context;
              return "if :: lost[" + str(c) + "] -> " + settledNow(step, "REJECTED", codeOf(Error::InvalidStateError)) +
                     " :: else -> exists[" + str(step.tensor) + "] = 1; " + settledNow(step, "PENDING", 0) + "; " +
                     enqueue(c, step) + " fi; " + observed(step);
            },
            [&](const Build& call) {
              const unsigned c = n_.graphs[step.graph].context;
              const std::string built = "hasBuilt[" + str(n_.builderOf.at(call.on.name)) + "]";
              return "if :: lost[" + str(c) + "] || " + built + " -> " +
                     settledNow(step, "REJECTED", codeOf(Error::InvalidStateError)) + " :: else -> " + built +
                     " = 1; graphExists[" + str(step.graph) + "] = 1; " + settledNow(step, "PENDING", 0) + "; " +
                     enqueue(c, step) + " fi; " + observed(step);
            },
            [&](const Get&) { return observed(step); },
            [&](const Then&) {
              return "register(" + str(n_.reactions[*step.reaction].promise) + ", " + str(*step.reaction) + ")";
            },
            [&](const Microtask&) { return "microtasks!" + str(*step.reaction); },
            [&](const Await&) {
              const std::string promise = str(n_.reactions[*step.reaction].promise);
              const bool empty = n_.pieces[step.next].steps.empty();
              const std::string goOn = empty ? "END_SCRIPT" : "piece = " + str(step.next);
              return "if :: settled[" + promise + "] == 0 -> " + goOn + " :: else -> register(" + promise + ", " +
                     str(*step.reaction) + ") fi";
            },
            [&](const Turn&) { return "turn = " + str(step.next); },
            [&](const Settle&) { return "waiting = " + str(step.next); },
            [&](const Mark&) { return logged(step, codeMark); },
            [&](const FailNext& event) {
              const unsigned at = n_.contexts.at(event.on->name) * 7 + static_cast<unsigned>(event.operation);
              return "failNext[" + str(at) + "]++";
            },
            [&](const Pause& event) { return "paused[" + str(n_.contexts.at(event.on.name)) + "] = 1"; },
            [&](const Resume& event) { return "paused[" + str(n_.contexts.at(event.on.name)) + "] = 0"; },
            [&](const Drain& event) { return runByHand(event.on.name, 30'000); },
            [&](const RunTimeline& event) { return runByHand(event.on.name, event.tasks); },
            [&](const DeviceFail& event) { return "deviceFailed[" + str(n_.contexts.at(event.on.name)) + "] = 1"; },
            [&](const DeviceLost& event) {
              const std::string c = str(n_.contexts.at(event.on.name));
              return "deviceFailed[" + c + "] = 1; mlTasks!LOSE," + c + ",0";
            },
            [&](const ContextLost& event) { return "mlTasks!LOSE," + str(n_.contexts.at(event.on.name)) + ",0"; },
            [](const auto&) { return std::string{"skip"}; },
        },
        step.step->what);
  }

  /// A name that is bound to nothing: the step does nothing at all.
  std::string ifBound(const std::vector<std::optional<unsigned>>& names, const std::string& run) {
    std::string guard;
    for (const auto& name : names) {
      if (name) guard += (guard.empty() ? "bound[" : " && bound[") + str(*name) + "]";
    }
    return guard.empty() ? run : "if :: " + guard + " -> " + run + " :: else -> skip fi";
  }
  std::string settledNow(const Numbered& step, const std::string& how, unsigned what) {
    return "settled[" + str(step.promise) + "] = " + how + "; with[" + str(step.promise) + "] = " + str(what);
  }
  std::string observed(const Numbered& step) {
    if (!step.observe) return "skip";
    return "reached[" + str(step.name) + "] = 1; register(" + str(step.promise) + ", " + str(*step.observe) + ")";
  }
  std::string runByHand(const Name& context, unsigned entries) {
    const std::string c = str(n_.contexts.at(context));
    if (entries == 0) return "skip";
    return "if :: stage[" + c + "] != 0 || len(entries[" + c + "]) > 0 -> byHand = " + c +
           " + 1; left = " + str(std::min(entries, 30'000U)) + " :: else -> skip fi";
  }
  std::string enqueue(unsigned context, const Numbered& step) {
    return "entries[" + str(context) + "]!" + str(step.entry);
  }
  std::string logged(const Numbered& step, unsigned code) {
    return step.name == 0 ? "skip" : "LOG(" + str(step.name) + ", " + str(code) + ")";
  }

  std::string destroy(const Destroy& call, const Numbered& step) {
    const std::string returned = logged(step, codeUndefined);
    if (const auto tensor = n_.tensorOf.find(call.on.name); tensor != n_.tensorOf.end()) {
      const Tensor& t = n_.tensors[tensor->second];
      return ifBound({t.name}, "destroyTensor(" + str(tensor->second) + ", " + str(t.context) + "); " + returned);
    }
    if (const auto graph = n_.graphOf.find(call.on.name); graph != n_.graphOf.end()) {
      const Graph& g = n_.graphs[graph->second];
      const std::string dead = "graphDestroyed[" + str(graph->second) + "]";
      return ifBound({g.name}, "if :: " + dead + " -> skip :: else -> " + dead + " = 1; entries[" + str(g.context) +
                                   "]!RELEASE fi; " + returned);
    }
    const std::string c = str(n_.contexts.at(call.on.name));
    return "if :: lost[" + c + "] -> skip :: else -> id = " + c + "; lose(id); id = 0 fi; " + returned;
  }

  const Scenario& scenario_;
  const Numbering& n_;
  PromelaSemantics semantics_;
  Granularity granularity_;
  std::string out_;
};

std::string textOf(const Value& value) {
  return std::visit(Overload{
                        [](const Undefined&) { return std::string{"undefined"}; },
                        [](Interface interface) { return std::string{nameOf(interface)}; },
                        [](const LostInfo&) { return std::string{"lost"}; },
                        [](const Contents& contents) {
                          std::string list = "[";
                          for (std::size_t at = 0; at + 4 <= contents.bytes.size(); at += 4) {
                            float element;
                            std::memcpy(&element, contents.bytes.data() + at, 4);
                            list += (at ? "," : "") + text(element == 0 ? 0 : element);
                          }
                          return list + "]";
                        },
                        [](const std::string& string) { return string; },
                        [](const auto&) { return std::string{"?"}; },
                    },
                    value);
}

}  // namespace

std::optional<PromelaSemantics> promelaSemanticsNamed(const std::string& name) {
  const auto found = std::ranges::find(semanticsNames, name);
  if (found == semanticsNames.end()) return std::nullopt;
  return static_cast<PromelaSemantics>(found - semanticsNames.begin());
}

std::variant<std::string, PromelaProblems> exportPromela(const Scenario& scenario, PromelaSemantics semantics,
                                                         const Granularity& granularity) {
  const Numbering numbering = number(scenario);
  if (!numbering.problems.empty()) return PromelaProblems{numbering.problems};
  if (granularity.wholeTasks && numbering.usesControl)
    return PromelaProblems{{"timelines that script controls: with whole tasks they could not act within one"}};
  return Writer{scenario, numbering, semantics, granularity}.run();
}

std::string promelaLine(const Observations& outcome) {
  std::string line;
  std::vector<std::string> pending;
  for (const Observation& observation : outcome) {
    switch (observation.kind) {
      case Observation::Kind::Marked:
        line += "mark:" + observation.name + " ";
        break;
      case Observation::Kind::Device:
        break;
      case Observation::Kind::Pending:
        pending.push_back(observation.name + "=pending ");
        break;
      case Observation::Kind::Settled:
      case Observation::Kind::Called:
        line += observation.name + "=" + std::string{nameOf(observation.outcome.kind)} + ":";
        if (observation.outcome.kind == OutcomeKind::Rejected || observation.outcome.kind == OutcomeKind::Throws) {
          line += std::string{nameOf(observation.outcome.error)} + " ";
        } else {
          line += textOf(observation.outcome.value) + " ";
        }
    }
  }
  std::ranges::sort(pending);
  for (const std::string& one : pending) line += one;
  return line;
}

}  // namespace conform
