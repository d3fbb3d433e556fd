// META: title=A made-up test of a made-up checkout
// META: global=window,dedicatedworker
// META: variant=?cpu
// META: variant=?gpu
// META: script=../resources/utils.js

'use strict';

promise_test(async () => {
  const context = await navigator.ml.createContext(contextOptions);
  const tensor = await context.createTensor(descriptor);
  context.writeTensor(tensor, new Float32Array([1, 2]));
  assert_array_equals(new Float32Array(await context.readTensor(tensor)), [1, 2]);
}, 'what was written is read');

promise_test(async test => {
  const context = await navigator.ml.createContext(contextOptions);
  const tensor = await context.createTensor(descriptor);
  tensor.destroy();
  await promise_rejects_js(test, RangeError, context.readTensor(tensor));
}, 'what no browser does');
