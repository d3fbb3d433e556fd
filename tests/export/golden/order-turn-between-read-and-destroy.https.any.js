// META: title=WebNN timelines: order-turn-between-read-and-destroy
// META: global=window,worker
// META: variant=?cpu
// META: variant=?gpu
// META: variant=?npu
// META: script=../resources/utils.js
// META: timeout=long

'use strict';

/** What became of a promise, as text. */
async function outcomeOf(promise, View = Float32Array) {
  try {
    const value = await promise;
    return `resolved ${value instanceof ArrayBuffer ? new View(value).join() : value?.[Symbol.toStringTag] ?? value}`;
  } catch (error) {
    return `rejected ${error.name}`;
  }
}

promise_test(async test => {
  const ctx = await navigator.ml.createContext(contextOptions);
  const t = await ctx.createTensor({dataType: 'float32', shape: [2, 2], readable: true, writable: true});

  ctx.writeTensor(t, new Float32Array([1, 2, 3, 4]));
  const r = ctx.readTensor(t);
  r.catch(() => {});
  await new Promise(resolve => test.step_timeout(resolve, 0));
  t.destroy();

  // Not decided: resolved 1,2,3,4, or rejected InvalidStateError.
  assert_in_array(await outcomeOf(r, Float32Array), ['resolved 1,2,3,4', 'rejected InvalidStateError']);
}, 'order-turn-between-read-and-destroy: read, one event-loop turn, destroy');
