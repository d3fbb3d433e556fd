// META: title=WebNN timelines: seed-01-original
// META: global=window,worker
// META: variant=?cpu
// META: variant=?gpu
// META: variant=?npu
// META: script=../resources/utils.js
// META: timeout=long

'use strict';

// States what the semantics option-1 allows.

// https://www.w3.org/TR/webnn/#dom-mlcontext-readtensor
// https://www.w3.org/TR/webnn/#dom-mltensor-destroy
promise_test(async test => {
  const ctx = await navigator.ml.createContext(contextOptions);
  const t = await ctx.createTensor({dataType: 'float32', shape: [2, 2], readable: true, writable: true});

  ctx.writeTensor(t, new Float32Array([1, 2, 3, 4]));
  const r = ctx.readTensor(t);
  t.destroy();

  assert_array_equals(new Float32Array(await r), [1, 2, 3, 4]);
}, 'seed-01-original: Thread snippet: write, read, destroy in one turn');
