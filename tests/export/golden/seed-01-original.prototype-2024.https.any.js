// META: title=WebNN timelines: seed-01-original
// META: global=window,worker
// META: variant=?cpu
// META: variant=?gpu
// META: variant=?npu
// META: script=../resources/utils.js
// META: timeout=long

'use strict';

// States what the semantics prototype-2024 allows.

/** Resolves when the work that each context has now is done, and what that queued has run. */
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

// https://www.w3.org/TR/webnn/#dom-mlcontext-readtensor
// https://www.w3.org/TR/webnn/#dom-mltensor-destroy
promise_test(async test => {
  const ctx = await navigator.ml.createContext(contextOptions);
  const t = await ctx.createTensor({dataType: 'float32', shape: [2, 2], readable: true, writable: true});

  ctx.writeTensor(t, new Float32Array([1, 2, 3, 4]));
  const r = ctx.readTensor(t);
  t.destroy();

  const unexpected = [];
  r.then(() => unexpected.push('r'), () => unexpected.push('r'));
  await settled([ctx]);
  assert_array_equals(unexpected, [], 'promises that must stay pending');
}, 'seed-01-original: Thread snippet: write, read, destroy in one turn');
