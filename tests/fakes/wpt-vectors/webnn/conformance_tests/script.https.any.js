// META: title=no vectors
// META: script=../resources/utils.js
'use strict';

promise_test(async () => {
  await navigator.ml.createContext();
}, 'a context can be made');
