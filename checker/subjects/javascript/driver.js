// Interprets a scenario (docs/scenario-format.md) on any object that offers navigator.ml, and tells each observation as
// it happens (docs/subject-protocol.md). Runs in a page of the browser subject and in Node, so it uses only what both
// have.
//
// Script steps run synchronously in one task, as in a page; `await` is one reaction on the promise itself. No async
// function runs script steps: it would add microtasks of its own. No object is ever handed to a promise of the driver,
// since a scenario may have patched Object.prototype.then.

'use strict';

/** Makes a driver. `realm` has {ml, MLGraphBuilder}; `realms.denied()` and `realms.removable()` are optional. */
globalThis.makeWebNNDriver = function (realm, realms = {}) {
  class Unsupported extends Error {}
  class NotRun extends Error {}  // A step refers to a name that is bound to nothing.
  class Failed extends Error {}

  const arrayTypes = {
    float32: 'Float32Array', float16: 'Float16Array', int32: 'Int32Array', uint32: 'Uint32Array',
    int64: 'BigInt64Array', uint64: 'BigUint64Array', int8: 'Int8Array', uint8: 'Uint8Array',
  };
  const interfaces = ['MLContext', 'MLTensor', 'MLGraph', 'MLGraphBuilder', 'MLOperand'];
  const promiseThen = Promise.prototype.then;

  // One task of a source that is neither the ML task source nor throttled like timers.
  const channel = new MessageChannel();
  const posted = [];
  channel.port1.onmessage = () => posted.shift()();
  if (channel.port1.unref) channel.port1.unref();
  const post = (callback) => {
    posted.push(callback);
    channel.port2.postMessage(0);
  };

  const isPromise = (value) => Object.prototype.toString.call(value) === '[object Promise]';
  const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1);
  const isBuffer = (value) => ['ArrayBuffer', 'SharedArrayBuffer'].includes(tagOf(value));
  const underlying = (value) => (isBuffer(value) ? value : value.buffer);

  function numberOf(value) {
    return typeof value === 'string' ? Number(value) : value;
  }

  /** `data`: numbers, or {fill, count}. */
  function elementsOf(type, data) {
    const isFill = !Array.isArray(data);
    if (isFill && (type === 'int4' || type === 'uint4')) return elementsOf(type, Array(data.count).fill(data.fill));
    if (type === 'int4' || type === 'uint4') {  // Two in a byte, the low nibble first.
      const packed = new Uint8Array(Math.ceil(data.length / 2));
      data.forEach((value, i) => { packed[i >> 1] |= (numberOf(value) & 15) << (4 * (i & 1)); });
      return packed;
    }
    const Type = globalThis[arrayTypes[type] || type];
    if (!Type) throw new Unsupported(`this JavaScript has no ${arrayTypes[type] || type}`);
    const isBig = Type.name.startsWith('Big');
    const element = (value) => (isBig ? BigInt(value) : numberOf(value));
    return isFill ? new Type(data.count).fill(element(data.fill)) : Type.from(data, element);
  }

  function base64(bytes) {
    let text = '';
    for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return btoa(text);
  }

  function encodeBytes(value) {
    const view = isBuffer(value) ? new Uint8Array(value)
                                 : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return {bytes: base64(Uint8Array.from(view))};  // A copy: the view may be on shared memory.
  }

  function encode(value) {
    if (value === undefined) return {undefined: true};
    if (typeof value === 'boolean' || typeof value === 'string') return value;
    if (isBuffer(value) || ArrayBuffer.isView(value)) return encodeBytes(value);
    if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return {numbers: value};
    const tag = tagOf(value);
    if (interfaces.includes(tag)) return {interface: tag};
    if (value !== null && typeof value === 'object' && typeof value.message === 'string') {
      return {lostInfo: value.message};
    }
    return {other: String(value).slice(0, 200)};
  }

  // A small generator of our own: the same seed must give the same choices in every engine.
  function randomFrom(seed) {
    let state = (seed >>> 0) || 1;
    return (bound) => {
      state ^= state << 13, state ^= state >>> 17, state ^= state << 5;
      return (state >>> 0) % bound;
    };
  }

  class Run {
    constructor(scenario, options, emit) {
      this.scenario = scenario;
      this.options = {seed: 1, quiet: 500, ...options};
      this.emit = emit;
      this.realm = realm;
      this.bound = new Map();       // name -> value
      this.promises = new Map();    // name -> promise
      this.settled = new Set();     // names of settled promises
      this.losses = new Set();      // Names of promises that are an attribute `lost`.
      this.detachedBuffers = new Set();
      this.contexts = [];
      this.contextNumbers = new Map();
      this.unpollute = [];
      this.progress = 0;
      this.observing = false;       // Nothing of the set-up is observed.
      this.cancelled = false;
      this.random = randomFrom(this.options.seed);
    }

    // ---- Names ----

    lookUp(reference) {
      if (reference.startsWith('$promise:')) {
        const promise = this.promises.get(reference.slice('$promise:'.length));
        if (!promise) throw new NotRun();
        return promise;
      }
      if (!this.bound.has(reference)) throw new NotRun();
      return this.bound.get(reference);
    }

    observe(kind, name, outcome) {
      ++this.progress;
      if (this.wake) this.wake();
      if (this.cancelled) return;  // What the clean-up settles is no part of the run.
      if (this.observing && name !== undefined) this.emit({message: 'observation', kind, name, outcome});
    }

    /**
     * Makes a call that gives the device work. Where the host traces the device, marks around the call tell which
     * operation of the trace is the scenario's, and which one is the set-up's or our own.
     */
    traced(kind, name, context, call, own = !this.observing) {
      if (!this.options.trace) return call();
      if (!this.contextNumbers.has(context)) this.contextNumbers.set(context, this.contextNumbers.size);
      const said = {label: `${kind}(${name ?? ''})`, context: this.contextNumbers.get(context), own};
      performance.mark(`webnn-conform call ${JSON.stringify(said)}`);
      let end = 'threw';
      try {
        const result = call();
        end = 'back';
        return result;
      } finally {
        performance.mark(`webnn-conform ${end}`);
      }
    }

    /** Makes the call, and records what became of it. */
    perform(name, call) {
      let result;
      try {
        result = call();
      } catch (error) {
        if (error instanceof Unsupported || error instanceof Failed) throw error;
        if (error instanceof NotRun) return undefined;
        this.observe('called', name, {throws: error.name});
        if (!this.observing) {
          const Kind = /is not a function/.test(error.message) ? Unsupported : Failed;
          throw new Kind(`the set-up did not succeed: ${error.name}: ${error.message}`);
        }
        return undefined;
      }
      if (!isPromise(result)) {
        if (name !== undefined) this.bound.set(name, result);
        this.observe('called', name, {returns: encode(result)});
        return undefined;
      }
      if (name !== undefined) this.promises.set(name, result);
      promiseThen.call(result, (value) => {
        if (tagOf(value) === 'MLContext') this.contexts.push(value);
        if (name === undefined) return;
        this.settled.add(name);
        this.bound.set(name, value);
        this.observe('settled', name, {resolved: encode(value)});
      }, (error) => {
        if (name === undefined) return;
        this.settled.add(name);
        this.observe('settled', name, {rejected: error && error.name ? error.name : String(error)});
      });
      return result;
    }

    // ---- Arguments ----

    source(step, type) {
      if (step.buffer !== undefined) return this.lookUp(step.buffer);
      return elementsOf(type, step.data);
    }

    /** An operator's argument: a string that names an operand is the operand, a decimal string a BigInt. */
    argument(value) {
      if (typeof value === 'string') {
        if (value.startsWith('$promise:')) return this.lookUp(value);
        if (this.names.has(value)) return this.lookUp(value);
        if (/^-?\d+$/.test(value)) return value === '-0' ? -0 : BigInt(value);
        if (['NaN', 'Infinity', '-Infinity'].includes(value)) return Number(value);
        return value;
      }
      if (value === null) return undefined;
      if (Array.isArray(value)) return value.map((item) => this.argument(item));
      if (typeof value === 'object') {
        return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.argument(item)]));
      }
      return value;
    }

    record(entries) {
      const record = {};
      for (const [key, name] of Object.entries(entries)) {
        record[key] = name === null ? undefined : this.lookUp(name);
      }
      return record;
    }

    /** Of the tensor that is written; of one that is none, any. */
    typeOf(step) {
      const name = 'tensorRaw' in step ? '' : step.tensor.replace(/^\$promise:/, '');
      return this.types.get(name) ?? 'float32';
    }

    tensorOf(step) {
      return 'tensorRaw' in step ? step.tensorRaw : this.lookUp(step.tensor);
    }

    // ---- Steps ----

    call(step) {
      const perform = (call) => this.perform(step.as, call);
      const on = () => this.lookUp(step.on);
      switch (step.call) {
        case 'createContext': {
          if (step.gpuDevice) throw new Unsupported('there is no GPUDevice here');
          const ml = step.policy === 'denied' ? this.deniedRealm.ml : this.realm.ml;
          return perform(() => ml.createContext(...(step.options === undefined ? [] : [step.options])));
        }
        case 'createTensor': return perform(() => on().createTensor(step.descriptor));
        case 'createConstantTensor':
          return perform(() => on().createConstantTensor(step.descriptor, this.source(step, step.descriptor.dataType)));
        case 'readTensor':
          return perform(() => {
            const rest = !('into' in step) ? [] : [step.into === null ? undefined : this.lookUp(step.into)];
            const tensor = this.tensorOf(step);
            return this.traced('read', step.as, on(), () => on().readTensor(tensor, ...rest));
          });
        case 'writeTensor':
          return perform(() => {
            const tensor = this.tensorOf(step);
            const source = this.source(step, this.typeOf(step));
            const name = 'tensorRaw' in step ? '' : step.tensor;
            return this.traced('write', name, on(), () => on().writeTensor(tensor, source));
          });
        case 'dispatch':
          return perform(() => {
            const values = [this.lookUp(step.graph), this.record(step.inputs), this.record(step.outputs)];
            return this.traced('dispatch', step.as, on(), () => on().dispatch(...values));
          });
        case 'destroy': return perform(() => on().destroy());
        case 'dispose': return perform(() => on()[Symbol.dispose]());
        case 'newBuilder': {
          const Builder = step.policy === 'denied' ? this.deniedRealm.MLGraphBuilder : this.realm.MLGraphBuilder;
          return perform(() => new Builder(this.lookUp(step.context)));
        }
        case 'input': return perform(() => on().input(step.name, step.descriptor));
        case 'constant':
          return perform(() => {
            if ('tensor' in step) return on().constant(this.lookUp(step.tensor));
            if ('dataType' in step) return on().constant(step.dataType, this.argument(step.value));
            return on().constant(step.descriptor, this.source(step, step.descriptor.dataType));
          });
        case 'op': return this.operator(step);
        case 'build': return perform(() => on().build(this.record(step.outputs)));
        case 'get':
          return perform(() => {
            const value = on()[step.attr];
            if (step.attr === 'lost') this.losses.add(step.as);
            return typeof value === 'object' && value !== null && !isPromise(value) && 'length' in value
                ? Array.from(value) : value;
          });
        case 'same': return perform(() => this.lookUp(step.a) === this.lookUp(step.b));
      }
      throw new Failed(`there is no call "${step.call}"`);
    }

    operator(step) {
      const call = () => {
        const builder = this.lookUp(step.on);
        const values = (step.args || []).map((value) => this.argument(value));
        if (step.options !== undefined) values.push(this.argument(step.options));
        return builder[step.op](...values);
      };
      if (!Array.isArray(step.as)) return this.perform(step.as, call);
      // A method that returns several operands: each has a name, and its own outcome.
      let results, thrown;
      try {
        results = call();
      } catch (error) {
        if (error instanceof Unsupported || error instanceof NotRun) throw error;
        thrown = error;
      }
      step.as.forEach((name, i) => this.perform(name, () => {
        if (thrown) throw thrown;
        return results[i];
      }));
      return undefined;
    }

    makeBuffer({buffer: name, make}) {
      let value;
      if (make.over !== undefined) {
        const Type = globalThis[make.type];
        if (!Type) throw new Unsupported(`this JavaScript has no ${make.type}`);
        const length = make.length === undefined ? [] : [make.length];
        value = new Type(underlying(this.lookUp(make.over)), make.offset || 0, ...length);
      } else {
        const data = make.data === undefined ? undefined
            : elementsOf(['ArrayBuffer', 'SharedArrayBuffer', 'DataView'].includes(make.type) ? 'Uint8Array' : make.type,
                         make.data);
        const byteLength = data === undefined ? make.byteLength : data.byteLength;
        const Memory = make.type === 'SharedArrayBuffer' ? globalThis.SharedArrayBuffer : ArrayBuffer;
        if (!Memory) throw new Unsupported('there is no SharedArrayBuffer here');
        const memory = make.maxByteLength === undefined ? new Memory(byteLength)
                                                        : new Memory(byteLength, {maxByteLength: make.maxByteLength});
        if (data !== undefined) {
          new Uint8Array(memory).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
        }
        if (make.type === 'ArrayBuffer' || make.type === 'SharedArrayBuffer') {
          value = memory;
        } else {
          if (!globalThis[make.type]) throw new Unsupported(`this JavaScript has no ${make.type}`);
          value = new globalThis[make.type](memory);
        }
      }
      this.bound.set(name, value);
    }

    bufferStep(step) {
      if ('buffer' in step) return this.makeBuffer(step);
      if ('detach' in step) {
        const memory = underlying(this.lookUp(step.detach));
        structuredClone(memory, {transfer: [memory]});
        this.detachedBuffers.add(memory);
      } else if ('fill' in step) {
        const value = this.lookUp(step.fill);
        const view = isBuffer(value) ? new Float32Array(value) : value;
        if (view instanceof DataView) new Uint8Array(view.buffer, view.byteOffset, view.byteLength).fill(step.value);
        else view.fill(view.constructor.name.startsWith('Big') ? BigInt(step.value) : numberOf(step.value));
      } else {
        const value = this.lookUp(step.peek);
        const isDetached = this.detachedBuffers.has(underlying(value)) || underlying(value).detached === true;
        this.observe('called', step.as, {returns: isDetached ? {detached: true} : encodeBytes(value)});
      }
    }

    pollute(what) {
      const [owner, patch] = what === 'MLTensor.prototype.then'
          ? [this.realm.MLTensor.prototype, function (resolve) { resolve('hijacked'); }]
          : [Object.prototype, function () {}];
      Object.defineProperty(owner, 'then', {value: patch, configurable: true, writable: true});
      this.unpollute.push(() => { delete owner.then; });
    }

    /** A step that ends within the task. False: it is one that waits. */
    step(step) {
      try {
        if ('call' in step) this.call(step);
        else if ('buffer' in step || 'detach' in step || 'fill' in step || 'peek' in step) this.bufferStep(step);
        else if ('mark' in step) this.observe('marked', step.mark);
        else if ('microtask' in step) queueMicrotask(() => this.guarded(() => this.all(step.microtask)));
        else if ('then' in step) this.react(step);
        else if ('pollute' in step) this.pollute(step.pollute);
        else if ('unpollute' in step) this.removePollution();
        else if ('event' in step) this.event(step);
        else return false;
      } catch (error) {
        if (!(error instanceof NotRun)) throw error;
      }
      return true;
    }

    event(step) {
      if (step.event === 'documentGone' && this.realm.remove) return this.realm.remove();
      throw new Unsupported(`the event ${step.event} cannot be had here`);
    }

    react(step) {
      const promise = this.promises.get(step.then);
      if (!promise) return;
      const body = () => this.guarded(() => this.all(step.calls));
      const when = step.when || 'settled';
      promiseThen.call(promise, when === 'rejected' ? undefined : body, when === 'fulfilled' ? undefined : body);
    }

    all(steps) {
      for (const step of steps) this.step(step);
    }

    /** Runs a piece of script; what goes wrong with the driver itself ends the run. */
    guarded(piece) {
      if (this.cancelled) return;
      try {
        piece();
      } catch (error) {
        this.finish(error);
      }
    }

    /** Runs steps from `index` on, in this task as far as they go; then(done) when all have run. */
    from(steps, index, done) {
      this.guarded(() => {
        for (; index < steps.length; ++index) {
          const step = steps[index];
          if (this.step(step)) continue;
          const next = () => this.from(steps, index + 1, done);
          if ('await' in step) {
            const promise = this.promises.get(step.await);
            if (!promise) continue;
            promiseThen.call(promise, next, next);
            return;
          }
          if ('turn' in step) return post(next);
          if ('settle' in step) return this.whenQuiet(next);
          throw new Failed(`there is no step ${JSON.stringify(step).slice(0, 200)}`);
        }
        done();
      });
    }

    // ---- Quiescence ----

    unsettled() {
      return [...this.promises.keys()].filter((name) => !this.settled.has(name));
    }

    /** Sends work through each live context, then calls back; at the latest after the quiet time. */
    flush(done) {
      let open = 1;
      let timer;
      const one = () => {
        if (--open > 0) return;
        open = Infinity;
        clearTimeout(timer);
        post(() => post(done));
      };
      timer = setTimeout(() => { open = 1; one(); }, this.options.quiet);
      for (const context of this.contexts) {
        ++open;
        try {
          const made = context.createTensor({dataType: 'float32', shape: [1], readable: true});
          promiseThen.call(made, (tensor) => {
            const read = this.traced('read', '', context, () => context.readTensor(tensor), true);
            promiseThen.call(read, () => { tensor.destroy(); one(); }, one);
          }, one);
        } catch {
          one();
        }
      }
      one();
    }

    /**
     * Calls back in a new task when nothing is left to run, as far as that can be told from outside. A promise `lost`
     * is not worth a wait: behind a flush, nothing is under way that could still lose the context.
     */
    whenQuiet(done) {
      const before = this.progress;
      this.flush(() => {
        if (this.cancelled) return;
        if (this.progress !== before) return this.whenQuiet(done);
        if (this.unsettled().every((name) => this.losses.has(name))) return done();
        const timer = setTimeout(() => {
          this.wake = undefined;
          this.waited = true;
          done();
        }, this.options.quiet);
        this.wake = () => {  // Something happened: once more from the start.
          this.wake = undefined;
          clearTimeout(timer);
          post(() => this.whenQuiet(done));
        };
      });
    }

    // ---- The run ----

    removePollution() {
      for (const undo of this.unpollute.splice(0)) undo();
    }

    finish(error) {
      if (this.cancelled) return;
      this.cancelled = true;
      this.removePollution();
      for (const context of this.contexts) {
        try { context.destroy(); } catch { /* It may be gone already, or have no destroy(). */ }
      }
      if (this.realm !== realm && this.realm.remove) this.realm.remove();
      if (error instanceof Unsupported) this.emit({message: 'unsupported', reason: error.message});
      else if (error !== undefined) this.emit({message: 'failed', reason: String(error && error.message || error)});
      else if (this.waited) {
        this.emit({message: 'done', note: `quiet for ${this.options.quiet} ms after a flush of each timeline`});
      } else this.emit({message: 'done'});
      this.ended();
    }

    /** The names of the scenario, in its order; and the data type of each tensor, for `data` and for reads. */
    learn() {
      this.names = new Set();
      this.order = [];
      this.types = new Map();
      const visit = (steps) => {
        for (const step of steps) {
          for (const name of [].concat(step.as ?? [], step.buffer !== undefined && step.make ? step.buffer : [])) {
            this.names.add(name);
            this.order.push(name);
          }
          if (step.descriptor && step.as) this.types.set(step.as, step.descriptor.dataType);
          visit(step.microtask || step.calls || []);
        }
      };
      const {setup = [], script = [], tasks = {}} = this.scenario;
      [setup, script, ...Object.values(tasks)].forEach(visit);
      this.wants = JSON.stringify(this.scenario);
    }

    async prepare() {
      if (this.wants.includes('"policy":"denied"')) {
        if (!realms.denied) throw new Unsupported('a document without the feature "webnn" cannot be had here');
        this.deniedRealm = await new Promise((resolve) => realms.denied((made) => resolve({made}))).then((x) => x.made);
      }
      if (this.wants.includes('"event":"documentGone"')) {
        if (!realms.removable) throw new Unsupported('the document cannot be taken away here');
        this.realm = await new Promise((resolve) => realms.removable((made) => resolve({made}))).then((x) => x.made);
      }
      for (const step of this.scenario.setup || []) {
        if (!('call' in step)) {
          if (!this.step(step)) throw new Failed('the set-up waits');
          continue;
        }
        const promise = this.call(step);
        if (promise) {
          try {
            await promise;
          } catch (error) {
            // What the implementation lacks: a feature, or the memory.
            const Kind = ['NotSupportedError', 'UnknownError'].includes(error.name) ? Unsupported : Failed;
            throw new Kind(`the set-up did not succeed: ${step.call}: ${error.name}: ${error.message}`);
          }
        }
        if (step.as !== undefined && ![].concat(step.as).every((name) => this.bound.has(name))) {
          throw new Failed(`the set-up did not succeed: ${step.call} gave nothing`);
        }
      }
    }

    execute() {
      return new Promise((resolve) => {
        this.ended = () => resolve(0);
        this.learn();
        promiseThen.call(this.prepare(), () => post(() => this.start()), (error) => this.finish(error));
      });
    }

    start() {
      this.observing = true;
      const tasks = Object.values(this.scenario.tasks || {});
      let running = 1 + tasks.length;
      let ended = false;
      const one = () => {
        if (--running > 0 || ended) return;
        ended = true;
        this.whenQuiet(() => this.tellPending());
      };
      for (const steps of tasks) {
        const begin = () => this.from(steps, 0, one);
        const turns = this.random(4);
        if (turns === 3) setTimeout(begin, this.random(4));
        else {
          const wait = (left) => (left === 0 ? begin() : post(() => wait(left - 1)));
          post(() => wait(turns));
        }
      }
      // A loss at any time, or never. The host loses all contexts at once, so it only happens where all may be lost.
      if ((this.scenario.anytime || []).length > 0 && this.random(4) > 0) {
        setTimeout(() => this.emit({message: 'loseContexts'}), this.random(6));
      }
      this.from(this.scenario.script || [], 0, one);
      // A script that waits for ever never ends: the run does, at quiescence.
      const watch = () => {
        if (ended || this.cancelled) return;
        const before = this.progress;
        setTimeout(() => {
          if (ended || this.cancelled) return;
          if (this.progress !== before || this.unsettled().length === 0) return watch();
          ended = true;
          this.whenQuiet(() => this.tellPending());
        }, this.options.quiet);
      };
      if (running > 0) watch();
    }

    tellPending() {
      const open = new Set(this.unsettled());
      for (const name of this.order) {
        if (open.has(name)) this.emit({message: 'observation', kind: 'pending', name, outcome: {pending: true}});
      }
      // Destroying the contexts would cut short what the device still has to do.
      if (this.options.trace) setTimeout(() => this.finish(), this.options.trace);
      else this.finish();
    }
  }

  let current;
  return {
    /** Runs a scenario; `emit(message)` gets each message without its id. Resolves (with 0) when the run has ended. */
    run(scenario, options, emit) {
      current = new Run(scenario, options, emit);
      return current.execute();
    },
    /** Ends the run that is under way. */
    cancel() {
      if (current) current.finish(new Failed('cancelled at the deadline'));
    },
  };
};
