// META: title=graphs of several operators
// META: script=../resources/utils.js
'use strict';

const graph = {
  inputs: {x: {data: [3], descriptor: {shape: [1], dataType: 'float32'}}},
  operators: [
    {name: 'add', arguments: [{a: 'x'}, {b: 'x'}], outputs: 'doubled'},
    {name: 'neg', arguments: [{input: 'doubled'}], outputs: 'negative'},
  ],
  expectedOutputs: {negative: {data: [-6], descriptor: {shape: [1], dataType: 'float32'}}},
};
webnn_conformance_test([{name: 'minus twice', graph}], buildAndExecuteGraph, getPrecisionTolerance);
webnn_conformance_test([{name: 'minus twice, by shape', graph}], buildAndExecuteGraph, getToleranceOfBetween);
