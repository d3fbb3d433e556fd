// Runs the vectors of ../shared/wpt straight through checks and kernels.
// WEBNN_CONFORM_VECTORS=softmax,concat restricts them to some files.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "checker/scenario/wptVectors.hpp"
#include "model/kernels/convertArguments.hpp"
#include "model/kernels/errorBounds.hpp"
#include "model/kernels/tolerance.hpp"

using namespace conform;

namespace {

/// Vectors that contradict the draft, or where it is silent: what they expect is not what must be. See the file.
std::map<std::string, std::string> exceptions() {
  std::map<std::string, std::string> reasons;
  std::ifstream file(WEBNN_CONFORM_SOURCE "/tests/vectors/exceptions.txt");
  REQUIRE(file);
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (line.empty() || line[0] == '#') continue;
    REQUIRE(tab != std::string::npos);
    reasons[line.substr(0, tab)] = line.substr(tab + 1);
  }
  return reasons;
}

std::filesystem::path vectorsFolder() {
  if (const char* shared = std::getenv("WEBNN_CONFORM_SHARED")) return std::filesystem::path(shared) / "wpt";
  return WEBNN_CONFORM_SOURCE "/../shared/wpt";
}

struct NotImplemented {
  std::string op;
};

/// Newer files of the web-platform-tests set their own tolerances.
bool isOddTolerance(const OperatorVector& vector) {
  static const std::set<std::string> files{"cast-storage.https.any.js", "cast_rounding.https.any.js",
                                           "float16-transport.https.any.js"};
  return files.contains(vector.source);
}

/// What is wrong, or nothing. Throws NotImplemented.
std::string failureOf(const OperatorVector& vector) {
  std::map<std::string, Tensor> tensors;
  for (const VectorTensor& input : vector.inputs) tensors.emplace(input.name, input.tensor);
  for (const VectorOperator& step : vector.operators) {
    if (!operatorNamed(step.op)) throw NotImplemented{step.op};
  }
  for (const VectorOperator& step : vector.operators) {
    const Operator& op = *operatorNamed(step.op);
    const auto converted = convertArguments(op, step.arguments, step.options, {.extendedTypes = true});
    if (!std::holds_alternative<ConvertedArguments>(converted)) return step.op + ": the arguments are refused";
    const auto& [arguments, names] = std::get<ConvertedArguments>(converted);

    std::vector<Operand> operands;
    std::vector<const Tensor*> values;
    for (const Reference& reference : names) {
      values.push_back(&tensors.at(reference.name));
      operands.push_back({values.back()->descriptor()});
    }
    const Checked checked = checkOperator({op, arguments, operands});
    if (!std::holds_alternative<std::vector<OperandDescriptor>>(checked)) return step.op + ": the checks refuse it";
    const auto& outputs = std::get<std::vector<OperandDescriptor>>(checked);
    if (vector.operators.size() == 1 && !isOddTolerance(vector)) {
      const Tolerance formula =
          wptTolerance({.op = op, .arguments = arguments, .operands = operands}, outputs[0].dataType);
      CHECK_MESSAGE(formula.kind == vector.tolerance.kind, vector.name);
      CHECK_MESSAGE(formula.value == vector.tolerance.value, vector.name);
    }
    if (outputs.size() != step.outputs.size()) return step.op + ": another number of outputs";
    std::vector<Tensor> results = computeOperator({op, arguments, values, outputs});
    for (std::size_t i = 0; i < results.size(); ++i) tensors.insert_or_assign(step.outputs[i], std::move(results[i]));
  }
  for (const VectorTensor& expected : vector.expected) {
    const Tensor& actual = tensors.at(expected.name);
    if (!(actual.descriptor() == expected.tensor.descriptor())) return expected.name + ": another type or shape";
    const std::size_t count = expected.isFill ? 1000 : actual.count();
    if (const auto wrong = firstMismatch(actual, expected.tensor, expected.unrounded, vector.tolerance, false, count)) {
      std::ostringstream text;
      text << expected.name << "[" << wrong->index << "]: " << wrong->actual << " instead of " << wrong->expected
           << ", off by " << wrong->distance << ", allowed " << vector.tolerance.value;
      return text.str();
    }
  }
  return "";
}

struct Counts {
  unsigned passed = 0, failed = 0, excepted = 0;
  std::map<std::string, unsigned> notImplemented;
};

bool isWanted(const std::string& name) {
  const char* wanted = std::getenv("WEBNN_CONFORM_VECTORS");
  return !wanted || ("," + std::string(wanted) + ",").find("," + name + ",") != std::string::npos;
}

}  // namespace

TEST_CASE("every vector of the web-platform-tests passes, but for the exceptions listed with their reason") {
  const std::filesystem::path folder = vectorsFolder();
  if (!std::filesystem::is_directory(folder)) {
    std::printf("skipped: no vectors in %s\n", folder.c_str());
    return;
  }
  std::map<std::string, std::string> reasons = exceptions();
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json" && isWanted(entry.path().stem().string())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());

  Counts total;
  for (const auto& path : files) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    Counts counts;
    for (const OperatorVector& vector : parseVectors(text.str())) {
      const std::string key = path.stem().string() + ": " + vector.name;
      try {
        const std::string failure = failureOf(vector);
        const auto reason = reasons.find(key);
        if (reason != reasons.end()) {
          CHECK_MESSAGE(!failure.empty(), key << " is listed as an exception but passes");
          std::printf("exception: %s: %s (%s)\n", key.c_str(), failure.c_str(), reason->second.c_str());
          ++counts.excepted;
        } else if (failure.empty()) {
          ++counts.passed;
        } else {
          CHECK_MESSAGE(failure.empty(), key << ": " << failure);
          ++counts.failed;
        }
      } catch (const NotImplemented& missing) {
        ++counts.notImplemented[missing.op];
      }
    }
    std::printf("%-22s %3u passed %3u failed %3u exceptions", path.stem().c_str(), counts.passed, counts.failed,
                counts.excepted);
    for (const auto& [op, count] : counts.notImplemented) {
      std::printf("  %u need %s", count, op.c_str());
      total.notImplemented[op] += count;
    }
    std::printf("\n");
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.excepted += counts.excepted;
  }
  unsigned missing = 0;
  for (const auto& [op, count] : total.notImplemented) missing += count;
  std::printf("vectors: %u passed, %u failed, %u exceptions, %u not implemented\n", total.passed, total.failed,
              total.excepted, missing);
}
