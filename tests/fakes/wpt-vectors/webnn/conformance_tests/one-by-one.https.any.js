// META: title=one call a test, in another order of parameters
// META: script=/webnn/resources/utils.js
'use strict';

if (navigator.ml) {
  [0.5, 2].forEach((x) => {
    webnn_conformance_test(buildAndExecuteGraph, getDistance, {
      name: `sin of ${x}`,
      graph: {
        inputs: {x: {data: [x], descriptor: {shape: [], dataType: 'float32'}}},
        operators: [{name: 'sin', arguments: [{input: 'x'}], outputs: ['y']}],
        expectedOutputs: {y: {data: [Math.fround(Math.sin(x))], descriptor: {shape: [], dataType: 'float32'}}},
      },
    });
  });
}
