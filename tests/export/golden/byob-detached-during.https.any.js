// META: title=WebNN timelines: byob-detached-during
// META: global=window,worker
// META: variant=?cpu
// META: variant=?gpu
// META: variant=?npu
// META: script=../resources/utils.js
// META: timeout=long

'use strict';

// https://www.w3.org/TR/webnn/#dom-mlcontext-readtensor-tensor-outputdata
promise_test(async test => {
  const ctx = await navigator.ml.createContext(contextOptions);
  const t = await ctx.createTensor({dataType: 'float32', shape: [2, 2], readable: true, writable: true});
  const o = new Float32Array(new ArrayBuffer(16));

  ctx.writeTensor(t, new Float32Array([1, 2, 3, 4]));
  const r = ctx.readTensor(t, o);
  structuredClone(o.buffer, {transfer: [o.buffer]});

  await promise_rejects_js(test, TypeError, r);
}, 'byob-detached-during: buffer detached while the read is pending');
