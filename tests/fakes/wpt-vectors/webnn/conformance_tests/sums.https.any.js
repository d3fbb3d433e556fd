// META: title=sums, all in one list
// META: script=../resources/utils.js
'use strict';

const pair = (dataType, a, b, sum) => ({
  name: `add ${dataType}`,
  graph: {
    inputs: {
      a: {data: a, descriptor: {shape: [2], dataType}},
      b: {data: b, descriptor: {shape: [2], dataType}, constant: true},
    },
    operators: [{name: 'add', arguments: [{a: 'a'}, {b: 'b'}], outputs: 'sum'}],
    expectedOutputs: {sum: {data: sum, descriptor: {shape: [2], dataType}}},
  },
});

webnn_conformance_test([
  pair('float32', [1, -0], [0.5, -0], new Float32Array([1.5, -0])),
  pair('int64', [9007199254740993n, 1n], [1n, 2n], [9007199254740994n, 3n]),
  pair('float16', [Infinity, NaN], 1, [Infinity, NaN]),
], buildAndExecuteGraph, getPrecisionTolerance);
