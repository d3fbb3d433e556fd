// META: title=WebNN timelines: micro-mark-order
// META: global=window,worker
// META: variant=?cpu
// META: variant=?gpu
// META: variant=?npu
// META: script=../resources/utils.js
// META: timeout=long

'use strict';

promise_test(async test => {
  const ctx = await navigator.ml.createContext(contextOptions);
  const t = await ctx.createTensor({dataType: 'float32', shape: [2, 2], readable: true, writable: true});
  const order = [];

  const r = ctx.readTensor(t);
  r.then(() => order.push('r'), () => order.push('r'));
  order.push('a');
  queueMicrotask(test.step_func(() => {
    order.push('c');
  }));
  order.push('b');

  assert_array_equals(new Float32Array(await r), [0, 0, 0, 0]);
  assert_array_equals(order, ['a', 'b', 'c', 'r']);
}, 'micro-mark-order: sync marks precede everything');
