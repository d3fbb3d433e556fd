// META: script=../resources/missing.js
webnn_conformance_test([]);
