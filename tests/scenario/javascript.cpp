// A scenario as JavaScript to read.
#include <doctest/doctest.h>

#include "checker/export/javascript.hpp"
#include "checker/scenario/load.hpp"

using namespace conform;

TEST_CASE("the thread's question reads as its author wrote it") {
  const Loaded loaded = loadFile(std::string(WEBNN_CONFORM_SOURCE) + "/scenarios/thread/seed-01-original.json");
  REQUIRE(loaded.scenarios.size() == 1);
  const std::string script = javascriptOf(loaded.scenarios[0]);
  CHECK(script.starts_with("const ctx = await navigator.ml.createContext();\nconst t = await ctx.createTensor("));
  CHECK(script.ends_with(
      "\nctx.writeTensor(t, new Float32Array([1, 2, 3, 4]));\nconst r = ctx.readTensor(t);\nt.destroy();\n"));
  CHECK(javascriptOf(loaded.scenarios[0], 1).find("readTensor") == std::string::npos);
}

TEST_CASE("every scenario of the project can be shown") {
  for (const std::string& file : scenarioFilesIn(std::string(WEBNN_CONFORM_SOURCE) + "/scenarios/spec")) {
    for (const Scenario& scenario : loadFile(file).scenarios) CHECK_MESSAGE(!javascriptOf(scenario).empty(), file);
  }
}
