// The recorder for pages, on a small fake of the API: prints what differs, and exits with status 1.
import '../../checker/subjects/javascript/recorder.js';
import assert from 'node:assert/strict';

const later = (value) => new Promise((resolve) => setTimeout(() => resolve(value)));
const tagged = (name) => class {
  get [Symbol.toStringTag]() { return name; }
};
class MLTensor extends tagged('MLTensor') { destroy() {} }
class MLGraph extends tagged('MLGraph') { destroy() {} }
class MLOperand extends tagged('MLOperand') {}
const never = new Promise(() => {});
class MLContext extends tagged('MLContext') {
  get lost() { return never; }
  createTensor() { return later(new MLTensor()); }
  readTensor() { return later(new Float32Array([1, -2.5]).buffer); }
  writeTensor(tensor) { if (!(tensor instanceof MLTensor)) throw new TypeError('no tensor'); }
  dispatch() {}
  destroy() {}
}
class MLGraphBuilder extends tagged('MLGraphBuilder') {
  input() { return new MLOperand(); }
  constant() { return new MLOperand(); }
  neg() { return new MLOperand(); }
  split() { return [new MLOperand(), new MLOperand()]; }
  build() { return later(new MLGraph()); }
}
class ML { createContext() { return later(new MLContext()); } }
const realm = {ml: new ML(), MLContext, MLTensor, MLGraph, MLGraphBuilder};

const recorder = globalThis.recordWebNN({id: 'page', realm});
const context = await realm.ml.createContext({powerPreference: 'low-power'});
void context.lost;
const descriptor = {dataType: 'float32', shape: [2], readable: true, writable: true};
const tensor = await context.createTensor(descriptor);
context.writeTensor(tensor, new Float32Array([1, -0]));
context.writeTensor(tensor, new Int16Array([1, 2, 3, 4]));
assert.throws(() => context.writeTensor(5, new Float32Array(2)));  // What is no tensor cannot be recorded.
const first = recorder.stop().trim().split('\n').map((line) => JSON.parse(line));
assert.deepEqual(first.at(-1), {message: 'failed', id: 1, reason: 'not recorded: Number: it was made before the recorder was there'});

const again = globalThis.recordWebNN({id: 'page', realm});
const c = await realm.ml.createContext();
void c.lost;
const t = await c.createTensor(descriptor);
c.writeTensor(t, new Float32Array([1, -0]));
c.writeTensor(t, new Int16Array([1, 2, 3, 4]));
const builder = new realm.MLGraphBuilder(c);
const x = builder.input('x', {dataType: 'float32', shape: [2]});
const [half] = builder.split(x, 2, {axis: 0});
const graph = await builder.build({z: builder.neg(half)});
c.dispatch(graph, {x: t}, {z: t});
const read = c.readTensor(t);
await new Promise((resolve) => setTimeout(resolve, 0));
t.destroy();
await read;
c.destroy();
const lines = again.stop().trim().split('\n').map((line) => JSON.parse(line));
assert.equal(lines[0].message, 'hello');
const {script} = lines[1].scenario;
assert.deepEqual(script.slice(0, 3), [{call: 'createContext', as: 'context1'}, {await: 'context1'},
                                      {call: 'get', on: 'context1', attr: 'lost', as: 'lost1'}]);
const has = (step) => assert.ok(script.some((one) => JSON.stringify(one) === JSON.stringify(step)), JSON.stringify(step) + '\n' + JSON.stringify(script));
has({call: 'writeTensor', on: 'context1', tensor: 'tensor1', data: [1, '-0'], as: 'write1'});
has({buffer: 'view1', make: {type: 'Int16Array', over: 'bytes1'}});
has({call: 'op', on: 'builder1', op: 'split', args: ['operand1', 2], options: {axis: 0}, as: ['operand2_0', 'operand2_1']});
has({call: 'build', on: 'builder1', outputs: {z: 'operand3'}, as: 'graph1'});
const order = script.map((step) => step.call ?? Object.keys(step)[0]).join(' ');
assert.match(order, /dispatch readTensor (turn|await) destroy/);
const observed = lines.filter((line) => line.message === 'observation');
assert.deepEqual(observed.find((line) => line.name === 'read1').outcome, {resolved: {bytes: 'AACAPwAAIMA='}});
assert.deepEqual(observed.at(-1), {message: 'observation', id: 1, kind: 'pending', name: 'lost1', outcome: {pending: true}});
assert.equal(lines.at(-1).message, 'done');
console.log('the recorder wrote what was done');
