// Captures a page's own WebNN calls and what became of them, as a recording for `--subject recorded:FILE`
// (docs/subject-protocol.md). Include it before the page's own scripts:
//
//   <script src="recorder.js"></script>
//   <script>const recorder = recordWebNN({id: 'my-page'});</script>
//   ...
//   console.log(recorder.stop());   // Or save it: it is text, one JSON object a line.
//
// A recording is straight on where a page is not: what the page did after a promise had settled stands behind an
// `await` of it, what it did in a later task behind a `turn`. What a scenario cannot say (a tensor that was made before
// the recorder was there) ends the recording with the message `failed`.

'use strict';

globalThis.recordWebNN = function ({id = 'recorded', title = 'A recorded page', realm = globalThis} = {}) {
  const steps = [], observations = [], undo = [];
  const names = new WeakMap();     // API objects, buffers and promises: by what name a step refers to them.
  const types = new WeakMap();     // Data types of tensors.
  const pending = new Set();
  const counts = {};
  const promiseThen = Promise.prototype.then;
  let settledSince = [], isSameTask = true, isInside = false, failure;

  const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1);
  const fresh = (prefix) => `${prefix}${counts[prefix] = (counts[prefix] || 0) + 1}`;
  const arrayTypes = {float32: 'Float32Array', float16: 'Float16Array', int32: 'Int32Array', uint32: 'Uint32Array',
                      int64: 'BigInt64Array', uint64: 'BigUint64Array', int8: 'Int8Array', uint8: 'Uint8Array'};

  // ---- Values ----

  function nameOf(object) {
    if (!names.has(object)) throw new Error(`${tagOf(object)}: it was made before the recorder was there`);
    return names.get(object);
  }

  function numberOf(value) {
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (Object.is(value, -0)) return '-0';
    return Number.isFinite(value) ? value : String(value);
  }

  const bytesOf = (source) => (ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source));

  /** The bytes of a call: `data` where a fresh typed array says it, else a buffer that is made before the call. */
  function source(value, dataType) {
    if (tagOf(value) === arrayTypes[dataType]) return {data: Array.from(value, numberOf)};
    const bytes = fresh('bytes');
    steps.push({buffer: bytes, make: {type: 'Uint8Array', data: Array.from(bytesOf(value))}});
    if (!ArrayBuffer.isView(value) || tagOf(value) === 'Uint8Array') return {buffer: bytes};
    const view = fresh('view');
    steps.push({buffer: view, make: {type: tagOf(value), over: bytes}});
    return {buffer: view};
  }

  function buffer(value) {
    if (value === undefined) return null;
    if (!names.has(value)) {
      names.set(value, fresh('buffer'));
      steps.push({buffer: names.get(value), make: {type: tagOf(value), byteLength: value.byteLength}});
    }
    return names.get(value);
  }

  /** An operator's argument. */
  function argument(value) {
    if (typeof value === 'bigint' || typeof value === 'number') return numberOf(value);
    if (Array.isArray(value)) return value.map(argument);
    if (value === undefined || value === null) return null;
    if (typeof value !== 'object') return value;
    if (tagOf(value) === 'Object') return record(value, argument);
    return nameOf(value);
  }

  const record = (object, one) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, one(value)]));
  const named = (object) => record(object, (value) => (value === undefined ? null : nameOf(value)));
  const descriptor = ({dataType, shape, readable, writable}) => {
    const described = {dataType, shape: Array.from(shape, numberOf)};
    if (readable !== undefined) described.readable = Boolean(readable);
    if (writable !== undefined) described.writable = Boolean(writable);
    return described;
  };

  function encode(value) {
    if (value === undefined) return {undefined: true};
    if (typeof value === 'boolean' || typeof value === 'string') return value;
    const tag = tagOf(value);
    if (tag.startsWith('ML')) return {interface: tag};
    if (tag === 'ArrayBuffer') {
      let text = '';
      for (const byte of bytesOf(value)) text += String.fromCharCode(byte);
      return {bytes: btoa(text)};
    }
    if (value && typeof value.message === 'string') return {lostInfo: value.message};
    return {other: String(value).slice(0, 200)};
  }

  // ---- Calls ----

  const observe = (kind, name, outcome) =>
    observations.push({message: 'observation', id: 1, kind, name, ...(outcome && {outcome})});

  /** Says how script came to be where it is: behind a promise, or in another task. */
  function comeHere() {
    for (const name of settledSince) steps.push({await: name});
    if (settledSince.length === 0 && !isSameTask && steps.length > 0) steps.push({turn: true});
    settledSince = [];
    if (isSameTask && steps.length > 0) return;
    isSameTask = true;
    setTimeout(() => { isSameTask = false; });
  }

  function bind(name, value) {
    if (value !== null && typeof value === 'object') names.set(value, name);
  }

  function watch(name, promise) {
    if (!names.has(promise)) names.set(promise, `$promise:${name}`);
    pending.add(name);
    const settle = (outcome) => {
      pending.delete(name);
      settledSince.push(name);
      observe('settled', name, outcome);
    };
    promiseThen.call(promise, (value) => {
      bind(name, value);
      settle({resolved: encode(value)});
    }, (error) => settle({rejected: error.name}));
  }

  /** Makes the call and records it; `describe` gives the step, and may push steps that it needs before. */
  function perform(prefix, describe, call) {
    if (isInside || failure) return call();
    let step;
    try {
      comeHere();
      step = describe();
      steps.push(step);
    } catch (error) {
      failure = error.message;
      return call();
    }
    const name = fresh(prefix);
    step.as = name;
    isInside = true;
    let result;
    try {
      result = call();
    } catch (error) {
      observe('called', name, {throws: error.name});
      throw error;
    } finally {
      isInside = false;
    }
    if (tagOf(result) === 'Promise') {
      if (step.descriptor) promiseThen.call(result, (tensor) => types.set(tensor, step.descriptor.dataType), () => {});
      watch(name, result);
    } else if (Array.isArray(result)) {
      step.as = result.map((operand, i) => `${name}_${i}`);
      result.forEach((operand, i) => {
        bind(step.as[i], operand);
        observe('called', step.as[i], {returns: encode(operand)});
      });
    } else {
      bind(name, result);
      observe('called', name, {returns: encode(result)});
    }
    return result;
  }

  function wrap(owner, method, prefix, describe) {
    const original = owner && owner[method];
    if (typeof original !== 'function') return;
    owner[method] = function (...given) {
      return perform(prefix, () => describe(this, given), () => original.apply(this, given));
    };
    undo.push(() => { owner[method] = original; });
  }

  const ml = realm.ml ?? realm.navigator.ml;
  const context = realm.MLContext.prototype, builder = realm.MLGraphBuilder.prototype;
  wrap(Object.getPrototypeOf(ml), 'createContext', 'context', (_, [options]) =>
    (tagOf(options) === 'GPUDevice' ? {call: 'createContext', gpuDevice: true}
                                    : {call: 'createContext', ...(options && {options: {...options}})}));
  wrap(context, 'createTensor', 'tensor', (on, [given]) =>
    ({call: 'createTensor', on: nameOf(on), descriptor: descriptor(given)}));
  wrap(context, 'createConstantTensor', 'tensor', (on, [given, data]) =>
    ({call: 'createConstantTensor', on: nameOf(on), descriptor: descriptor(given), ...source(data, given.dataType)}));
  wrap(context, 'readTensor', 'read', (on, given) =>
    ({call: 'readTensor', on: nameOf(on), tensor: nameOf(given[0]), ...(given.length > 1 && {into: buffer(given[1])})}));
  wrap(context, 'writeTensor', 'write', (on, [tensor, data]) =>
    ({call: 'writeTensor', on: nameOf(on), tensor: nameOf(tensor), ...source(data, types.get(tensor))}));
  wrap(context, 'dispatch', 'dispatch', (on, [graph, inputs, outputs]) =>
    ({call: 'dispatch', on: nameOf(on), graph: nameOf(graph), inputs: named(inputs), outputs: named(outputs)}));
  for (const owner of [context, realm.MLTensor?.prototype, realm.MLGraph?.prototype, builder]) {
    wrap(owner, 'destroy', 'destroy', (on) => ({call: 'destroy', on: nameOf(on)}));
  }

  wrap(builder, 'input', 'operand', (on, [name, given]) =>
    ({call: 'input', on: nameOf(on), name: String(name), descriptor: descriptor(given)}));
  wrap(builder, 'constant', 'operand', (on, given) => {
    const step = {call: 'constant', on: nameOf(on)};
    if (given.length === 1) return {...step, tensor: nameOf(given[0])};
    if (typeof given[0] === 'string') return {...step, dataType: given[0], value: numberOf(given[1])};
    return {...step, descriptor: descriptor(given[0]), ...source(given[1], given[0].dataType)};
  });
  wrap(builder, 'build', 'graph', (on, [outputs]) => ({call: 'build', on: nameOf(on), outputs: named(outputs)}));
  for (const op of Object.getOwnPropertyNames(builder)) {
    if (['constructor', 'input', 'constant', 'build', 'destroy'].includes(op)) continue;
    wrap(builder, op, 'operand', (on, given) => {
      const step = {call: 'op', on: nameOf(on), op, args: given.map(argument)};
      if (tagOf(given.at(-1)) === 'Object') step.options = step.args.pop();
      return step;
    });
  }

  const Builder = realm.MLGraphBuilder;
  realm.MLGraphBuilder = new Proxy(Builder, {
    construct: (target, given, newTarget) =>
      perform('builder', () => ({call: 'newBuilder', context: nameOf(given[0])}),
              () => Reflect.construct(target, given, newTarget)),
  });
  undo.push(() => { realm.MLGraphBuilder = Builder; });

  const lost = Object.getOwnPropertyDescriptor(context, 'lost');
  if (lost && lost.get) {
    Object.defineProperty(context, 'lost', {...lost, get() {
      return perform('lost', () => ({call: 'get', on: nameOf(this), attr: 'lost'}), () => lost.get.call(this));
    }});
    undo.push(() => Object.defineProperty(context, 'lost', lost));
  }

  return {
    /** Ends the recording: its text. */
    stop() {
      for (const one of undo.reverse()) one();
      for (const name of pending) observe('pending', name, {pending: true});
      const end = failure ? {message: 'failed', id: 1, reason: `not recorded: ${failure}`} : {message: 'done', id: 1};
      const scenario = {version: 1, id, title, script: steps};
      return [{message: 'hello', protocol: 1, subject: 'page', version: globalThis.navigator?.userAgent ?? ''},
              {message: 'run', id: 1, scenario}, ...observations, end]
          .map((message) => `${JSON.stringify(message)}\n`).join('');
    },
  };
};
