#!/usr/bin/env node
// Compares the reference kernels with webnn-baseline, which computes in double (by hand, not in CI):
//
//   tools/baseline/compare.mjs PATH-OF-WEBNN-BASELINE OUT [calls of each operator] [seed]
//
// writes, for each operator, random calls and what webnn-baseline makes of them as vectors (the form of the
// web-platform-tests, docs/kernels.md) into OUT/wpt/OPERATOR.json. Then
//
//   WEBNN_CONFORM_SHARED=OUT build/tests/vectors/test-vectors
//
// runs them: what differs is printed. The differences that are known are explained in docs/kernels.md.
// With `--times PROGRAM`, PROGRAM being build/checker/webnn-conform (an optimised build), both are timed on larger calls
// instead: webnn-baseline's first call, and the best of several, when the JavaScript is compiled; here the best of several.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

import {Random, makeCalls} from './operators.mjs';
import {makeLargeCalls} from './large.mjs';

const parameters = process.argv.slice(2);
const timesAt = parameters.indexOf('--times');
const program = timesAt < 0 ? null : parameters.splice(timesAt, 2)[1];
const [baseline, out, count = '50', seed = '1'] = parameters;
if (!baseline || !out) {
  console.error('usage: compare.mjs PATH-OF-WEBNN-BASELINE OUT [calls of each operator] [seed] [--times PROGRAM]');
  process.exit(2);
}

/// All functions that the baseline exports.
const functions = {};
const source = resolve(baseline, 'src');
for (const file of readdirSync(source).filter((name) => name.endsWith('.js')))
  Object.assign(functions, await import(pathToFileURL(join(source, file))));
const {Tensor} = await import(pathToFileURL(join(source, 'lib', 'tensor.js')));

const isTensor = (value) => typeof value === 'object' && value !== null && 'dataType' in value;

/// An argument as the baseline has it.
function toBaseline(name, value) {
  if (isTensor(value)) return new Tensor(value.shape, value.data);
  if (name === 'activations') return value.map((activation) => functions[activation]);
  return Array.isArray(value) ? value.map((item) => toBaseline(name, item)) : value;
}

/// The options whose names or meaning differ.
function baselineOptions(op, options) {
  const result = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, toBaseline(name, value)]));
  const rename = (from, to) => {
    if (from in result) result[to] = result[from], delete result[from];
  };
  rename('outputShapeRounding', 'roundingType');
  if (op === 'cumulativeSum') rename('reversed', 'reverse');
  return result;
}

function runBaseline(op, call) {
  const values = call.arguments.map(([name, value]) => toBaseline(name, value));
  if (op === 'quantizeLinear') values.push(call.outputs[0]);
  // An empty dictionary is passed on: some functions of the baseline take their options apart without a default.
  const result = functions[op](...values, baselineOptions(op, call.options));
  const results = Array.isArray(result) ? result : [result];
  for (const {shape, data} of results) {
    if (!shape.every(Number.isInteger) || shape.reduce((product, size) => product * size, 1) !== data.length)
      throw new Error('the result is malformed: its shape is not one of integers, or not that of its data');
  }
  return results;
}

const inWords = (value) => Number.isFinite(value) ? value : String(value);

/// A call and its results as a vector.
function toVector(op, call, index, results) {
  const inputs = {};
  const nameOf = (value, name) => {
    if (Array.isArray(value) && value.some(isTensor)) return value.map((item, i) => nameOf(item, `${name}${i}`));
    if (!isTensor(value)) return value;
    inputs[name] = value;
    return name;
  };
  const args = Object.fromEntries(call.arguments.map(([name, value]) => [name, nameOf(value, name)]));
  if (Object.keys(call.options).length)
    args.options = Object.fromEntries(Object.entries(call.options).map(([name, value]) => [name, nameOf(value, name)]));
  const typeOf = (i) => call.outputs[i] === 'cast' ? call.arguments[1][1] : call.outputs[i];
  const expected = Object.fromEntries(results.map((tensor, i) =>
    [`output${i}`, {shape: tensor.shape, dataType: typeOf(i), data: Array.from(tensor.data, (value) => inWords(+value))}]));
  return {name: `${op} ${index}`, inputs, operators: [{name: op, arguments: args, outputs: Object.keys(expected)}],
    expected, tolerance: {kind: 'ULP', value: call.ulp}, source: 'webnn-baseline'};
}

const write = (path, vectors) =>
  writeFileSync(path, `[\n${vectors.map((vector) => JSON.stringify(vector)).join(',\n')}\n]\n`);

mkdirSync(join(out, 'wpt'), {recursive: true});
if (program) {
  const calls = makeLargeCalls(new Random(Number(seed)));
  const vectors = [], times = [];
  for (const [name, {op, call}] of Object.entries(calls)) {
    let results, first, best = Infinity;
    const end = performance.now() + 500;
    for (let run = 0; run < 3 || performance.now() < end; ++run) {
      const start = performance.now();
      results = runBaseline(op, call);
      const time = performance.now() - start;
      first ??= time;
      best = Math.min(best, time);
    }
    times.push({first, best});
    vectors.push({...toVector(op, call, 0, results), name});
  }
  const path = join(out, 'large.json');
  write(path, vectors);
  const lines = execFileSync(program, ['bench', 'kernels', path], {encoding: 'utf8'}).trim().split('\n').slice(1);
  console.log('| call | webnn-baseline, first (ms) | best (ms) | here (ms) | ratio to the first | to the best |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [i, line] of lines.entries()) {
    const ours = Number(line.trim().split(/\s+/).pop());
    const {first, best} = times[i];
    console.log(`| ${vectors[i].name} | ${first.toFixed(2)} | ${best.toFixed(2)} | ${ours.toFixed(3)} | ` +
      `${(first / ours).toFixed(0)} | ${(best / ours).toFixed(1)} |`);
  }
} else {
  const refused = {};
  for (const op of Object.keys(makeCalls(new Random(0)))) {
    if (!functions[op]) {
      console.log(`webnn-baseline has no ${op}`);
      continue;
    }
    const makeCall = makeCalls(new Random(Number(seed) * 1000003 + op.length))[op], vectors = [];
    for (let i = 0; i < Number(count); ++i) {
      const call = makeCall();
      try {
        vectors.push(toVector(op, call, i, runBaseline(op, call)));
      } catch (error) {
        (refused[op] ??= {})[error.message] = (refused[op][error.message] ?? 0) + 1;
      }
    }
    write(join(out, 'wpt', `${op}.json`), vectors);
  }
  for (const [op, reasons] of Object.entries(refused)) {
    for (const [reason, times] of Object.entries(reasons)) console.log(`${op}: refused ${times} times: ${reason}`);
  }
}
