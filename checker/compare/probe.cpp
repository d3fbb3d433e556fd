#include "checker/compare/probe.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "checker/compare/observe.hpp"
#include "checker/scenario/graphAlone.hpp"
#include "model/kernels/errorBounds.hpp"
#include "model/kernels/tolerance.hpp"

namespace conform {
namespace {

/// So many results are made outputs one by one.
constexpr std::size_t mostRuns = 64;

std::string plain(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

std::string list(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

/// "off by 12 ULP, allowed 8: element 3 is 2.5, exact 2.25".
std::string textOf(const Mismatch& worst, const Tolerance& tolerance) {
  const bool inUlp = tolerance.kind == Tolerance::Kind::ULP;
  const std::string element =
      "element " + std::to_string(worst.index) + " is " + worst.actual + ", exact " + worst.expected;
  const bool isFar = !(worst.distance < 1e15);
  const std::string unit = inUlp ? " ULP" : "";
  if (isFar) return "off, allowed " + plain(tolerance.value) + unit + ": " + element;
  return "off by " + plain(worst.distance) + unit + ", allowed " + plain(tolerance.value) + ": " + element;
}

/// One graph, alone, as often as its operators are asked for.
class Bench {
 public:
  Bench(const Scenario& scenario, const Computation& computation, Subject& subject, const RunOptions& options)
      : scenario_(scenario), computation_(computation), subject_(subject), options_(options) {
    for (const Computation::Operand& operand : computation.operands) {
      if (operand.kind != OperandInfo::Kind::Output)
        given_.emplace(&operand - computation.operands.data(), Tensor{operand.descriptor, operand.bytes});
    }
  }

  using Values = std::map<std::size_t, Tensor>;  // By operand.

  /// What the subject shows for these operands. Nothing: it could not be run, see `why()`.
  std::optional<Values> shown(const std::set<std::size_t>& outputs) {
    GraphAlone graph;
    graph.context = computation_.context;
    for (const auto& [operand, contents] : given_) {
      const Computation::Operand& what = computation_.operands[operand];
      graph.given.push_back({what.name, what.inputName, &contents});
    }
    for (const Computation::Operation& operation : computation_.operations) {
      for (const std::size_t result : operation.results) {
        if (result != Computation::none) graph.results.push_back(computation_.operands[result].name);
      }
    }
    for (const std::size_t output : outputs) {
      const Computation::Operand& what = computation_.operands[output];
      graph.outputs.push_back({what.name, what.descriptor});
    }
    const ScenarioOfGraph alone = scenarioOf(graph, scenario_);
    const SubjectRun run = subject_.run(alone.scenario, options_);
    if (run.status != SubjectRun::Status::Ran) return why_ = run.reason, std::nullopt;
    Values values = given_;
    std::size_t next = 0;
    for (const std::size_t output : outputs) {
      const Name& read = alone.reads[next++];
      const auto seen = std::ranges::find(run.observations, read, &Observation::name);
      const auto* contents = seen == run.observations.end() ? nullptr : std::get_if<Contents>(&seen->outcome.value);
      const OperandDescriptor& descriptor = computation_.operands[output].descriptor;
      if (contents == nullptr || contents->bytes.size() != Tensor{descriptor}.bytes().size()) {
        why_ = "the result of " + computation_.operands[output].name + " could not be read";
        return std::nullopt;
      }
      values.emplace(output, Tensor{descriptor, contents->bytes});
    }
    return values;
  }
  const std::string& why() const { return why_; }

  /// Every result as it should be.
  const Values& exact() {
    if (exact_.empty()) {
      exact_ = given_;
      for (const Computation::Operation& operation : computation_.operations) {
        const std::vector<Tensor> results = computed(operation, exact_);
        for (std::size_t i = 0; i < results.size(); ++i) exact_.emplace(operation.results[i], results[i]);
      }
    }
    return exact_;
  }

  std::vector<Tensor> computed(const Computation::Operation& operation, const Values& values) const {
    return computeOperator(callOf(operation, operandsOf(operation, values)));
  }

  /// An operator's results against the exact ones for the operands that it had: the worst one, if it is not exact.
  struct Judgement {
    std::optional<Mismatch> worst;
    Tolerance tolerance;
    bool isOff = false;
    std::string order;  ///< Whether another order of summation explains it.
  };
  Judgement judge(const Computation::Operation& operation, std::size_t which, const Tensor& exact,
                  const Values& values) const {
    const std::vector<const Tensor*> operands = operandsOf(operation, values);
    std::vector<Operand> described;
    for (const Tensor* operand : operands) described.push_back({operand->descriptor(), true});
    const OperationInfo& what = *operation.what;
    Judgement found;
    found.tolerance =
        wptTolerance({.op = *what.op, .arguments = what.arguments, .operands = described}, what.outputs[0].dataType);
    found.worst = worstMismatch(values.at(operation.results[which]), exact, found.tolerance);
    found.isOff = found.worst && !(found.worst->distance <= found.tolerance.value);
    if (found.isOff && which == 0)
      found.order = orderOf(callOf(operation, operands), values.at(operation.results[0]), exact, found.worst->index);
    return found;
  }

 private:
  std::vector<const Tensor*> operandsOf(const Computation::Operation& operation, const Values& values) const {
    std::vector<const Tensor*> operands;
    for (const std::size_t operand : operation.operands) operands.push_back(&values.at(operand));
    return operands;
  }

  static ComputeCall callOf(const Computation::Operation& operation, std::span<const Tensor* const> operands) {
    return {*operation.what->op, operation.what->arguments, operands, operation.what->outputs};
  }

  static std::string orderOf(const ComputeCall& call, const Tensor& seen, const Tensor& exact, std::size_t element) {
    const bool isHalf = exact.dataType() == DataType::float16;
    const auto bound = anyOrderBound(call, isHalf ? 0x1p-11 : 0x1p-24);
    if (!bound) return "";
    const double most = bound->at(element), distance = std::abs(seen.real(element) - exact.real(element));
    const std::string sum = std::string{"a plain "} + (isHalf ? "float16" : "float32") + " sum";
    if (distance <= most) return "; " + sum + " in some order may be off by " + plain(most) + ", which explains it";
    return "; " + sum + " would be within " + plain(most) + " in any order";
  }

  const Scenario& scenario_;
  const Computation& computation_;
  Subject& subject_;
  const RunOptions& options_;
  Values given_, exact_;
  std::string why_;
};

class Follower {
 public:
  Follower(const Scenario& scenario, const Computation& computation, const Tolerance& tolerance, Subject& subject,
           const RunOptions& options)
      : scenario_(scenario),
        computation_(computation),
        tolerance_(tolerance),
        bench_(scenario, computation, subject, options) {
    for (const Computation::Operation& operation : computation.operations) {
      for (const std::size_t result : operation.results) {
        if (result == Computation::none) continue;
        all_.insert(result);
        maker_[result] = &operation;
      }
    }
    outputs_.insert(computation.outputs.begin(), computation.outputs.end());
  }

  /// False: nothing is wrong with this graph.
  bool follow(Probe& probe) {
    const std::optional<Bench::Values> values = bench_.shown(all_);
    if (!values) {
      probe.conclusion = "The graph could not be run with all results as outputs: " + bench_.why() + ".";
      return true;
    }
    return judgeEach(*values, probe) || judgeTogether(*values, probe);
  }

 private:
  std::string called(std::size_t result) const {
    return std::string{maker_.at(result)->what->op->name} + " (" + computation_.operands[result].name + ")";
  }

  /// Whether an operator is off by itself.
  bool judgeEach(const Bench::Values& values, Probe& probe) {
    for (const Computation::Operation& operation : computation_.operations) {
      const std::vector<Tensor> exact = bench_.computed(operation, values);
      for (std::size_t i = 0; i < exact.size(); ++i) {
        const std::size_t result = operation.results[i];
        if (result == Computation::none) continue;
        const Bench::Judgement found = bench_.judge(operation, i, exact[i], values);
        ProbedResult told{computation_.operands[result].name, std::string{operation.what->op->name}, "exact",
                          found.isOff};
        if (found.worst) {
          const bool inUlp = found.tolerance.kind == Tolerance::Kind::ULP;
          told.text = found.isOff ? textOf(*found.worst, found.tolerance) + found.order
                                  : "within " + plain(found.worst->distance) + (inUlp ? " ULP" : "") + ", allowed " +
                                        plain(found.tolerance.value);
        }
        if (found.isOff && probe.conclusion.empty()) {
          probe.conclusion = "The first operator that is off is " + called(result) +
                             ": given the operands that it had, " + told.text + ".";
        }
        probe.results.push_back(std::move(told));
      }
    }
    return !probe.conclusion.empty();
  }

  /// No operator is: then they are off together, in another place, or only while their results are no outputs.
  bool judgeTogether(const Bench::Values& values, Probe& probe) {
    if (isWrong(values)) {
      std::vector<std::string> inexact;
      for (const ProbedResult& result : probe.results) {
        if (result.text != "exact") inexact.push_back(result.op + " (" + result.name + ") is " + result.text);
      }
      probe.conclusion =
          "No operator is off by itself, given the operands that it had, but the scenario allows less: " +
          list(inexact) + ".";
      return true;
    }
    const std::optional<Bench::Values> plainly = bench_.shown(outputs_);
    if (!plainly || !isWrong(*plainly)) return false;
    std::vector<std::string> mending;
    std::size_t runs = 0;
    for (const std::size_t result : all_) {
      if (outputs_.contains(result) || runs++ == mostRuns) continue;
      std::set<std::size_t> outputs = outputs_;
      outputs.insert(result);
      const std::optional<Bench::Values> one = bench_.shown(outputs);
      if (!one || isWrong(*one)) continue;
      mending.push_back("that of " + called(result) + ", used by " + list(usersOf(result)));
    }
    probe.conclusion =
        "The error is gone when the results between are outputs too: operators that are right alone are computed as "
        "one. ";
    probe.conclusion += mending.empty() ? "No single result makes the difference."
                                        : "One such result is enough: " + list(mending) + ".";
    return true;
  }

  bool isWrong(const Bench::Values& values) {
    return std::ranges::any_of(outputs_, [&](std::size_t output) {
      const Tensor& exact = bench_.exact().at(output);
      return firstMismatch(values.at(output), exact, {}, tolerance_, scenario_.strictZeroSign, exact.count())
          .has_value();
    });
  }

  std::vector<std::string> usersOf(std::size_t result) const {
    std::vector<std::string> users;
    for (const Computation::Operation& operation : computation_.operations) {
      if (std::ranges::find(operation.operands, result) == operation.operands.end()) continue;
      const auto first =
          std::ranges::find_if(operation.results, [](std::size_t one) { return one != Computation::none; });
      users.push_back(called(*first));
    }
    return users;
  }

  const Scenario& scenario_;
  const Computation& computation_;
  const Tolerance& tolerance_;
  Bench bench_;
  std::set<std::size_t> all_, outputs_;
  std::map<std::size_t, const Computation::Operation*> maker_;
};

}  // namespace

Probe probe(const Scenario& scenario, const std::vector<Computation>& computations, const Tolerance& tolerance,
            Subject& subject, const RunOptions& options) {
  Probe made;
  if (computations.empty()) {
    made.conclusion = "No operator made this value: it was only written and copied.";
    return made;
  }
  for (const Computation& computation : computations) {
    made.results.clear();
    if (Follower{scenario, computation, tolerance, subject, options}.follow(made)) return made;
  }
  made.conclusion =
      "Alone, on the contents that it should have had, the graph is right: what it was given, or where its results "
      "went, is wrong.";
  return made;
}

}  // namespace conform
