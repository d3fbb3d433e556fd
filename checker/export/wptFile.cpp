// The frame of a test file: META lines, and the helpers that its tests call.
#include <algorithm>

#include "checker/export/wpt.hpp"

namespace conform {
namespace {

constexpr const char* outcomeOf = R"(/** What became of a promise, as text. */
async function outcomeOf(promise, View = Float32Array) {
  try {
    const value = await promise;
    return `resolved ${value instanceof ArrayBuffer ? new View(value).join() : value?.[Symbol.toStringTag] ?? value}`;
  } catch (error) {
    return `rejected ${error.name}`;
  }
}

)";

constexpr const char* settled =
    R"(/** Resolves when the work that each context has now is done, and what that queued has run. */
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

}  // namespace

std::string wptFile(const std::string& title, const std::string& semantics, const std::vector<WptTest>& tests) {
  std::string file = "// META: title=" + title + "\n// META: global=window,worker\n";
  file += "// META: variant=?cpu\n// META: variant=?gpu\n// META: variant=?npu\n";
  file += "// META: script=../resources/utils.js\n// META: timeout=long\n\n'use strict';\n\n";
  if (semantics != "draft") file += "// States what the semantics " + semantics + " allows.\n\n";
  if (std::any_of(tests.begin(), tests.end(), [](const WptTest& test) { return test.needsOutcomeOf; }))
    file += outcomeOf;
  if (std::any_of(tests.begin(), tests.end(), [](const WptTest& test) { return test.needsSettled; })) file += settled;
  for (const WptTest& test : tests) file += (&test == &tests.front() ? "" : "\n") + test.text;
  return file;
}

}  // namespace conform
