// seed-01-original: Thread snippet: write, read, destroy in one turn
const ctx = await navigator.ml.createContext();
const t = await ctx.createTensor({dataType: 'float32', shape: [2, 2], readable: true, writable: true});

ctx.writeTensor(t, new Float32Array([1, 2, 3, 4]));
const r = ctx.readTensor(t);
t.destroy();
