// Random calls of every operator that webnn-baseline has, in the names of the draft. A call:
//   {op, arguments: [[name, value], ...], options, outputs: [data type, ...], ulp}
// A value that is an operand is a tensor {shape, dataType, data}; so are operands among the options and in lists.

/// A small generator of random numbers, so that a seed gives the same calls everywhere.
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }
  real() {  // 0 to 1
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  integer(from, to) {  // Both inclusive.
    return from + Math.floor(this.real() * (to - from + 1));
  }
  pick(list) {
    return list[this.integer(0, list.length - 1)];
  }
  chance(one, of) {
    return this.integer(1, of) <= one;
  }
  shape(minRank, maxRank, maxSize = 5) {
    return Array.from({length: this.integer(minRank, maxRank)}, () => this.integer(1, maxSize));
  }
  shuffled(list) {
    const result = list.slice();
    for (let i = result.length - 1; i > 0; --i) {
      const j = this.integer(0, i);
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  }
}

const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);

export function makeCalls(random) {
  const tensor = (shape, dataType, value) => ({shape, dataType, data: Array.from({length: sizeOf(shape)}, value)});
  const floats = (shape, from = -4, to = 4) =>
    tensor(shape, 'float32', () => Math.fround(from + random.real() * (to - from)));
  const integers = (shape, from, to, dataType = 'int32') => tensor(shape, dataType, () => random.integer(from, to));
  const axisOf = (shape) => random.integer(0, shape.length - 1);
  const someAxes = (shape) =>
    random.shuffled(shape.map((_, i) => i)).slice(0, random.integer(1, shape.length));
  /// One of a pair that broadcasts.
  const broadcastable = (shape) => {
    const result = shape.map((size) => random.chance(1, 3) ? 1 : size);
    return result.slice(random.chance(1, 3) ? random.integer(0, result.length - 1) : 0);
  };
  /// What is left of an object without its undefined members.
  const given = (options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const maybe = (value) => random.chance(1, 2) ? value() : undefined;

  const calls = {};
  const unary = (ulp, from, to, options = () => ({})) => () => ({
    arguments: [['input', floats(random.shape(1, 4), from, to)]], options: options(), outputs: ['float32'], ulp,
  });
  for (const op of ['abs', 'ceil', 'floor', 'neg', 'identity', 'sign', 'relu']) calls[op] = unary(0, -8, 8);
  for (const op of ['cos', 'sin', 'tan']) calls[op] = unary(0, -20, 20);
  for (const op of ['exp', 'tanh', 'sigmoid', 'softplus', 'softsign', 'gelu', 'hardSwish', 'erf'])
    calls[op] = unary(0, -9, 9);
  calls.log = unary(0, 0.001, 50);
  calls.sqrt = unary(0, 0, 50);
  calls.reciprocal = unary(0, 0.01, 50);
  calls.elu = unary(0, -6, 6, () => given({alpha: maybe(() => random.integer(1, 8) / 4)}));
  calls.leakyRelu = unary(0, -6, 6, () => given({alpha: maybe(() => random.integer(1, 8) / 16)}));
  calls.linear = unary(0, -6, 6, () => given({alpha: maybe(() => random.integer(-8, 8) / 4),
    beta: maybe(() => random.integer(-8, 8) / 4)}));
  calls.hardSigmoid = unary(0, -6, 6, () => given({alpha: maybe(() => random.integer(1, 8) / 16),
    beta: maybe(() => random.integer(0, 8) / 8)}));
  calls.clamp = unary(0, -6, 6, () => given({minValue: maybe(() => random.integer(-4, 0)),
    maxValue: maybe(() => random.integer(0, 4))}));

  const binary = (make, output) => () => {
    const shape = random.shape(1, 4);
    const [a, b] = random.shuffled([shape, broadcastable(shape)]);
    return {arguments: [['a', make(a)], ['b', make(b)]], options: {}, outputs: [output], ulp: 0};
  };
  for (const op of ['add', 'sub', 'mul', 'div', 'max', 'min']) calls[op] = binary(floats, 'float32');
  calls.pow = binary((shape) => floats(shape, 0.1, 4), 'float32');
  const small = (shape) => integers(shape, -3, 3);
  for (const op of ['equal', 'notEqual', 'greater', 'greaterOrEqual', 'lesser', 'lesserOrEqual'])
    calls[op] = binary(small, 'uint8');
  const flags = (shape) => integers(shape, 0, 2, 'uint8');
  for (const op of ['logicalAnd', 'logicalOr', 'logicalXor']) calls[op] = binary(flags, 'uint8');
  calls.logicalNot = () => ({arguments: [['a', flags(random.shape(1, 4))]], options: {}, outputs: ['uint8'], ulp: 0});
  calls.prelu = () => {
    const shape = random.shape(1, 4);
    return {arguments: [['input', floats(shape)], ['slope', floats(broadcastable(shape))]], options: {},
      outputs: ['float32'], ulp: 0};
  };

  for (const op of ['argMax', 'argMin']) {
    calls[op] = () => {
      const shape = random.shape(1, 4);
      return {arguments: [['input', integers(shape, -9, 9)], ['axis', axisOf(shape)]],
        options: given({keepDimensions: maybe(() => random.chance(1, 2))}), outputs: ['int32'], ulp: 0};
    };
  }
  for (const name of ['L1', 'L2', 'LogSum', 'LogSumExp', 'Max', 'Mean', 'Min', 'Product', 'Sum', 'SumSquare']) {
    calls[`reduce${name}`] = () => {
      const shape = random.shape(1, 4);
      return {
        arguments: [['input', floats(shape, name === 'LogSum' ? 0.1 : -4, 4)]],
        options: given({axes: maybe(() => someAxes(shape)), keepDimensions: maybe(() => random.chance(1, 2))}),
        outputs: ['float32'], ulp: 0,
      };
    };
  }
  calls.cumulativeSum = () => {
    const shape = random.shape(1, 4);
    return {arguments: [['input', floats(shape)], ['axis', axisOf(shape)]],
      options: given({exclusive: maybe(() => random.chance(1, 2)), reversed: maybe(() => random.chance(1, 2))}),
      outputs: ['float32'], ulp: 0};
  };
  calls.softmax = () => {
    const shape = random.shape(1, 4);
    return {arguments: [['input', floats(shape)], ['axis', axisOf(shape)]], options: {}, outputs: ['float32'], ulp: 0};
  };

  calls.concat = () => {
    const shape = random.shape(1, 4), axis = axisOf(shape);
    const inputs = Array.from({length: random.integer(1, 4)}, () =>
      floats(shape.map((size, i) => i === axis ? random.integer(1, 4) : size)));
    return {arguments: [['inputs', inputs], ['axis', axis]], options: {}, outputs: ['float32'], ulp: 0};
  };
  calls.expand = () => {
    const shape = random.shape(1, 4);
    return {arguments: [['input', floats(broadcastable(shape))], ['newShape', shape]], options: {},
      outputs: ['float32'], ulp: 0};
  };
  calls.reshape = () => {
    const shape = random.shape(1, 4);
    return {arguments: [['input', floats(shape)], ['newShape', random.shuffled(shape)]], options: {},
      outputs: ['float32'], ulp: 0};
  };
  calls.transpose = () => {
    const shape = random.shape(1, 4);
    return {arguments: [['input', floats(shape)]],
      options: given({permutation: maybe(() => random.shuffled(shape.map((_, i) => i)))}), outputs: ['float32'], ulp: 0};
  };
  calls.reverse = () => {
    const shape = random.shape(1, 4);
    return {arguments: [['input', floats(shape)]], options: given({axes: maybe(() => someAxes(shape))}),
      outputs: ['float32'], ulp: 0};
  };
  calls.tile = () => {
    const shape = random.shape(1, 3, 4);
    return {arguments: [['input', floats(shape)], ['repetitions', shape.map(() => random.integer(1, 3))]], options: {},
      outputs: ['float32'], ulp: 0};
  };
  calls.slice = () => {
    const shape = random.shape(1, 4);
    const starts = shape.map((size) => random.integer(0, size - 1));
    const sizes = shape.map((size, i) => random.integer(1, size - starts[i]));
    return {arguments: [['input', floats(shape)], ['starts', starts], ['sizes', sizes]],
      options: given({strides: maybe(() => shape.map(() => random.integer(1, 3)))}), outputs: ['float32'], ulp: 0};
  };
  calls.split = () => {
    const shape = random.shape(1, 4), axis = axisOf(shape);
    const sizes = Array.from({length: random.integer(1, 4)}, () => random.integer(1, 3));
    const isEven = random.chance(1, 2);
    shape[axis] = isEven ? sizes.length * sizes[0] : sizes.reduce((a, b) => a + b);
    return {arguments: [['input', floats(shape)], ['splits', isEven ? sizes.length : sizes]], options: {axis},
      outputs: sizes.map(() => 'float32'), ulp: 0};
  };
  calls.pad = () => {
    const shape = random.shape(1, 4), mode = random.pick(['constant', 'edge', 'reflection']);
    const padding = () => shape.map((size) => random.integer(0, mode === 'reflection' ? size - 1 : 3));
    return {arguments: [['input', floats(shape)], ['beginningPadding', padding()], ['endingPadding', padding()]],
      options: given({mode, value: maybe(() => random.integer(-3, 3))}), outputs: ['float32'], ulp: 0};
  };
  calls.triangular = () => ({
    arguments: [['input', floats(random.shape(2, 4))]],
    options: given({upper: maybe(() => random.chance(1, 2)), diagonal: maybe(() => random.integer(-6, 6))}),
    outputs: ['float32'], ulp: 0,
  });
  calls.where = () => {
    const shape = random.shape(1, 4);
    return {arguments: [['condition', flags(broadcastable(shape))], ['trueValue', floats(shape)],
      ['falseValue', floats(broadcastable(shape))]], options: {}, outputs: ['float32'], ulp: 0};
  };
  calls.gather = () => {
    const shape = random.shape(1, 3), axis = axisOf(shape);
    return {arguments: [['input', floats(shape)],
      ['indices', integers(random.shape(1, 2, 4), -shape[axis], shape[axis] - 1)]], options: {axis},
    outputs: ['float32'], ulp: 0};
  };
  calls.gatherElements = () => {
    const shape = random.shape(1, 4), axis = axisOf(shape);
    const indices = shape.map((size, i) => i === axis ? random.integer(1, 5) : size);
    return {arguments: [['input', floats(shape)], ['indices', integers(indices, -shape[axis], shape[axis] - 1)]],
      options: {axis}, outputs: ['float32'], ulp: 0};
  };
  const coordinates = (shape, batch, length) => {
    const indices = tensor([...batch, length], 'int32', () => 0);
    for (let i = 0; i < indices.data.length; ++i)
      indices.data[i] = random.integer(-shape[i % length], shape[i % length] - 1);
    return indices;
  };
  calls.gatherND = () => {
    const shape = random.shape(1, 4);
    return {arguments: [['input', floats(shape)],
      ['indices', coordinates(shape, random.shape(1, 2, 3), random.integer(1, shape.length))]], options: {},
    outputs: ['float32'], ulp: 0};
  };
  calls.scatterElements = () => {  // Each index once along the axis: of duplicates any may win.
    const shape = random.shape(1, 3), axis = axisOf(shape), length = random.integer(1, shape[axis]);
    const indicesShape = shape.map((size, i) => i === axis ? length : size);
    const indices = integers(indicesShape, 0, 0);
    const inner = sizeOf(shape.slice(axis + 1));
    for (let outer = 0; outer < sizeOf(shape.slice(0, axis)); ++outer) {
      for (let j = 0; j < inner; ++j) {
        const order = random.shuffled(Array.from({length: shape[axis]}, (_, i) => i));
        for (let i = 0; i < length; ++i)
          indices.data[(outer * length + i) * inner + j] = random.chance(1, 3) ? order[i] - shape[axis] : order[i];
      }
    }
    return {arguments: [['input', floats(shape)], ['indices', indices], ['updates', floats(indicesShape)]],
      options: {axis}, outputs: ['float32'], ulp: 0};
  };
  calls.scatterND = () => {
    const shape = random.shape(1, 3), rows = random.shuffled(Array.from({length: shape[0]}, (_, i) => i));
    const count = random.integer(1, rows.length);
    const indices = tensor([count, 1], 'int32', (_, i) => rows[i]);
    return {arguments: [['input', floats(shape)], ['indices', indices],
      ['updates', floats([count, ...shape.slice(1)])]], options: {}, outputs: ['float32'], ulp: 0};
  };

  calls.cast = () => ({
    arguments: [['input', floats(random.shape(1, 4), 0, 100)], ['dataType', random.pick(['int8', 'uint8', 'int32', 'uint32'])]],
    options: {}, outputs: ['cast'], ulp: 0,
  });
  calls.dequantizeLinear = () => {
    const shape = random.shape(1, 4), type = random.pick(['int8', 'uint8']);
    const parameters = shape.map((size) => random.chance(1, 2) ? 1 : size);
    return {arguments: [['input', integers(shape, 0, 127, type)], ['scale', floats(parameters, 0.01, 1)],
      ['zeroPoint', integers(parameters, 0, 127, type)]], options: {}, outputs: ['float32'], ulp: 0};
  };
  calls.quantizeLinear = () => {
    const shape = random.shape(1, 4), type = random.pick(['int8', 'uint8']);
    const parameters = shape.map((size) => random.chance(1, 2) ? 1 : size);
    return {arguments: [['input', floats(shape, -60, 60)], ['scale', floats(parameters, 0.1, 2)],
      ['zeroPoint', integers(parameters, 0, 100, type)]], options: {}, outputs: [type], ulp: 0};
  };

  calls.matmul = () => {
    const batch = random.shape(0, 2, 3), [rows, inner, columns] = random.shape(3, 3, 7);
    return {arguments: [['a', floats([...broadcastable(batch), rows, inner])], ['b', floats([...batch, inner, columns])]],
      options: {}, outputs: ['float32'], ulp: 0};
  };
  calls.gemm = () => {
    const [rows, inner, columns] = random.shape(3, 3, 7), aTranspose = random.chance(1, 2), bTranspose = random.chance(1, 2);
    return {
      arguments: [['a', floats(aTranspose ? [inner, rows] : [rows, inner])],
        ['b', floats(bTranspose ? [columns, inner] : [inner, columns])]],
      options: given({aTranspose, bTranspose, alpha: maybe(() => random.integer(-8, 8) / 4),
        beta: maybe(() => random.integer(-8, 8) / 4), c: maybe(() => floats(broadcastable([rows, columns])))}),
      outputs: ['float32'], ulp: 0,
    };
  };

  const laid = (layout, sizes) => [...layout].map((letter) => sizes[letter]);
  const twice = (from, to) => [random.integer(from, to), random.integer(from, to)];
  calls.conv2d = () => {
    const groups = random.integer(1, 3), [n, i, o, kh, kw] = random.shape(5, 5, 3);
    const strides = twice(1, 2), dilations = twice(1, 2), padding = Array.from({length: 4}, () => random.integer(0, 2));
    const size = (k, axis) =>  // Such that the division by the stride goes or does not go up.
      Math.max(1, (k - 1) * dilations[axis] + 1 - padding[2 * axis] - padding[2 * axis + 1] + random.integer(0, 6));
    const inputLayout = random.pick(['nchw', 'nhwc']), filterLayout = random.pick(['oihw', 'hwio', 'ohwi', 'ihwo']);
    return {
      arguments: [['input', floats(laid(inputLayout, {n, c: groups * i, h: size(kh, 0), w: size(kw, 1)}))],
        ['filter', floats(laid(filterLayout, {o: groups * o, i, h: kh, w: kw}))]],
      options: given({groups, strides, dilations, padding, inputLayout, filterLayout,
        bias: maybe(() => floats([groups * o]))}), outputs: ['float32'], ulp: 0,
    };
  };
  calls.convTranspose2d = () => {
    const groups = random.integer(1, 3), [n, i, o, kh, kw] = random.shape(5, 5, 3);
    const strides = twice(1, 3), dilations = twice(1, 2), h = random.integer(1, 5), w = random.integer(1, 5);
    const most = (size, k, axis) => (size - 1) * strides[axis] + (k - 1) * dilations[axis];
    const padding = [];
    for (const [axis, room] of [most(h, kh, 0), most(w, kw, 1)].entries()) {
      padding[2 * axis] = random.integer(0, Math.min(2, room));
      padding[2 * axis + 1] = random.integer(0, Math.min(2, room - padding[2 * axis]));
    }
    const outputPadding = strides.map((stride) => random.integer(0, stride - 1));
    const inputLayout = random.pick(['nchw', 'nhwc']), filterLayout = random.pick(['iohw', 'hwoi', 'ohwi']);
    return {
      arguments: [['input', floats(laid(inputLayout, {n, c: groups * i, h, w}))],
        ['filter', floats(laid(filterLayout, {o, i: groups * i, h: kh, w: kw}))]],
      options: given({groups, strides, dilations, padding, outputPadding, inputLayout, filterLayout,
        bias: maybe(() => floats([groups * o]))}), outputs: ['float32'], ulp: 0,
    };
  };
  for (const op of ['averagePool2d', 'l2Pool2d', 'maxPool2d']) {
    calls[op] = () => {
      const windowDimensions = twice(1, 3), strides = twice(1, 3), dilations = twice(1, 2), [n, c] = twice(1, 3);
      const padding = Array.from({length: 4}, () => random.integer(0, 1)), layout = random.pick(['nchw', 'nhwc']);
      const size = (axis) => (windowDimensions[axis] - 1) * dilations[axis] + 1 + random.integer(0, 5);
      return {arguments: [['input', floats(laid(layout, {n, c, h: size(0), w: size(1)}))]],
        options: given({windowDimensions, strides, dilations, padding, layout,
          outputShapeRounding: maybe(() => random.pick(['floor', 'ceil']))}), outputs: ['float32'], ulp: 0};
    };
  }
  calls.resample2d = () => {
    const shape = random.shape(4, 4, 6), axes = random.pick([[0, 1], [1, 2], [2, 3]]);
    const isSized = random.chance(1, 2);
    return {arguments: [['input', floats(shape)]],
      options: given({mode: random.pick(['nearest-neighbor', 'linear']), axes,
        sizes: isSized ? twice(1, 9) : undefined, scales: isSized ? undefined : [random.pick([1, 2, 3]), random.pick([1, 1.5, 2])]}),
      outputs: ['float32'], ulp: 0};
  };

  calls.batchNormalization = () => {
    const shape = random.shape(2, 4), axis = axisOf(shape), features = [shape[axis]];
    return {arguments: [['input', floats(shape)], ['mean', floats(features)], ['variance', floats(features, 0.1, 3)]],
      options: given({axis, epsilon: maybe(() => 0.001), scale: maybe(() => floats(features)),
        bias: maybe(() => floats(features))}), outputs: ['float32'], ulp: 0};
  };
  calls.instanceNormalization = () => {
    const layout = random.pick(['nchw', 'nhwc']), c = random.integer(1, 4);
    return {arguments: [['input', floats(laid(layout, {n: random.integer(1, 2), c, h: random.integer(1, 5), w: random.integer(2, 5)}))]],
      options: given({layout, epsilon: maybe(() => 0.001), scale: maybe(() => floats([c])), bias: maybe(() => floats([c]))}),
      outputs: ['float32'], ulp: 0};
  };
  calls.layerNormalization = () => {
    const shape = random.shape(2, 4), axes = someAxes(shape), sizes = axes.map((axis) => shape[axis]);
    return {arguments: [['input', floats(shape)]],
      options: given({axes, epsilon: maybe(() => 0.001), scale: maybe(() => floats(sizes)), bias: maybe(() => floats(sizes))}),
      outputs: ['float32'], ulp: 0};
  };

  const recurrent = (isLstm, isCell) => () => {
    const gates = isLstm ? 4 : 3, [batch, input, hidden] = random.shape(3, 3, 4), steps = isCell ? 1 : random.integer(1, 4);
    // (The baseline drops every dimension of size 1 on the way: batches and sizes of 1 are not for it.)
    const [b, i, h] = [batch + 1, input + 1, hidden + 1];
    const direction = isCell ? undefined : random.pick(['forward', 'backward', 'both']);
    const directions = isCell ? [] : [direction === 'both' ? 2 : 1];
    const weights = (shape) => floats([...directions, ...shape], -0.7, 0.7);
    const state = () => weights([b, h]);
    return {
      arguments: [['input', floats(isCell ? [b, i] : [steps, b, i], -1, 1)], ['weight', weights([gates * h, i])],
        ['recurrentWeight', weights([gates * h, h])],
        ...(isCell ? [['hiddenState', state()], ...(isLstm ? [['cellState', state()]] : [])] : [['steps', steps]]),
        ['hiddenSize', h]],
      options: given({
        bias: maybe(() => weights([gates * h])),
        recurrentBias: maybe(() => weights([gates * h])),
        peepholeWeight: isLstm ? maybe(() => weights([3 * h])) : undefined,
        initialHiddenState: isCell ? undefined : maybe(state),
        initialCellState: isCell || !isLstm ? undefined : maybe(state),
        resetAfter: isLstm ? undefined : maybe(() => random.chance(1, 2)),
        returnSequence: isCell ? undefined : true,
        direction,
        layout: maybe(() => random.pick(isLstm ? ['iofg', 'ifgo'] : ['zrn', 'rzn'])),
        activations: maybe(() => Array.from({length: isLstm ? 3 : 2}, () => random.pick(['relu', 'sigmoid', 'tanh']))),
      }),
      outputs: Array.from({length: (isLstm ? 2 : 1) + (isCell ? 0 : 1)}, () => 'float32'), ulp: 0,
    };
  };
  calls.lstm = recurrent(true, false);
  calls.lstmCell = recurrent(true, true);
  calls.gru = recurrent(false, false);
  calls.gruCell = recurrent(false, true);
  return calls;
}
