// What the driver needs of a page: its own realm, one whose document lacks the feature, and one that can be taken away.

'use strict';

(() => {
  /** Brings MLBuffer of Chromium 129 under today's names, so that old versions can be asked the same questions. */
  function modernise(realm) {
    if (!realm.MLBuffer || realm.MLTensor) return;
    const context = realm.MLContext.prototype;
    context.createTensor = function (descriptor) { return this.createBuffer({...descriptor, dimensions: descriptor.shape}); };
    context.readTensor = function (...values) { return this.readBuffer(...values); };
    context.writeTensor = function (...values) { return this.writeBuffer(...values); };
    Object.defineProperty(realm.MLBuffer.prototype, Symbol.toStringTag, {value: 'MLTensor'});
    realm.MLTensor = realm.MLBuffer;
    const builder = realm.MLGraphBuilder.prototype;
    const {input, constant} = builder;
    builder.input = function (name, descriptor) { return input.call(this, name, {...descriptor, dimensions: descriptor.shape}); };
    builder.constant = function (descriptor, ...rest) {
      return constant.call(this, typeof descriptor === 'object' ? {...descriptor, dimensions: descriptor.shape} : descriptor, ...rest);
    };
  }

  function realmOf(window) {
    modernise(window);
    return {ml: window.navigator.ml, MLGraphBuilder: window.MLGraphBuilder, MLTensor: window.MLTensor};
  }

  function frame(allow, ready) {
    const element = document.createElement('iframe');
    element.allow = allow;
    element.src = '/frame.html';
    element.onload = () => ready({...realmOf(element.contentWindow), remove: () => element.remove()});
    document.body.append(element);
  }

  const own = realmOf(globalThis);
  globalThis.webnnConform = {
    hasWebNN: own.ml !== undefined && own.MLGraphBuilder !== undefined,
    driver: globalThis.makeWebNNDriver(own, {
      denied: (ready) => frame("webnn 'none'", ready),
      removable: (ready) => frame('webnn', ready),
    }),
    /** What this browser has: {constantTensors, opSupportLimits}, or {failure} where it gives no context. */
    async probe() {
      let context;
      try {
        context = await own.ml.createContext();
      } catch (error) {
        return {failure: `${error.name}: ${error.message}`};
      }
      let constantTensors = false;
      try {
        await context.createConstantTensor({dataType: 'float32', shape: [1]}, new Float32Array(1));
        constantTensors = true;
      } catch { /* It has none. */ }
      const opSupportLimits = context.opSupportLimits ? context.opSupportLimits() : {};
      if (context.destroy) context.destroy();
      return {constantTensors, opSupportLimits};
    },
    /** Runs a scenario; each message goes through the binding that the checker has put into the page. */
    run(id, scenario, options) {
      this.driver.run(scenario, options, (message) => globalThis.webnnConformEmit(JSON.stringify({...message, id})));
    },
  };
})();
