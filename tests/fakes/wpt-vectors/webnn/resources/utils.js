'use strict';
// Stands in for the functions of the web-platform-tests that say what is allowed and what is required.
const outputTypeOf = (graph) => Object.values(graph.expectedOutputs)[0].descriptor.dataType;
const getPrecisionTolerance = (graph) => ({metricType: 'ULP', value: outputTypeOf(graph) === 'float32' ? 1 : undefined});
const getDistance = () => ({metricType: 'ATOL', value: 1 / 1024});
const getToleranceOfBetween = (graph, between) => ({metricType: 'ULP', value: between.doubled.shape[0]});
let minimumDataTypeSet;
const isMinimumTest = (test) => minimumDataTypeSet[test.graph.operators[0].name].includes(outputTypeOf(test.graph));
const buildAndExecuteGraph = async () => {};
const webnn_conformance_test = () => {
  throw new Error('The graphs are to be taken, not run');
};
