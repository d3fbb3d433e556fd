// Calls of a size that models have, for timing, of every operator that webnn-baseline has: {name: {op, call}}.
export function makeLargeCalls(random) {
  const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);
  const tensor = (shape, dataType, value) => ({shape, dataType, data: Array.from({length: sizeOf(shape)}, value)});
  const floats = (shape, from = -1, to = 1) =>
    tensor(shape, 'float32', () => Math.fround(from + random.real() * (to - from)));
  const integers = (shape, from, to, dataType = 'int32') => tensor(shape, dataType, () => random.integer(from, to));

  const shape = [1, 16, 28, 28], calls = {};
  const image = floats(shape), other = floats(shape), positive = floats(shape, 0.01, 4), flags = integers(shape, 0, 1, 'uint8');
  const add = (op, args, options = {}, {outputs = ['float32'], what = '1x16x28x28'} = {}) => {
    calls[what ? `${op} ${what}` : op] = {op, call: {arguments: args, options, outputs, ulp: 0}};
  };

  for (const op of ['abs', 'ceil', 'cos', 'elu', 'erf', 'exp', 'floor', 'gelu', 'hardSigmoid', 'hardSwish', 'identity',
    'leakyRelu', 'linear', 'neg', 'relu', 'sigmoid', 'sign', 'sin', 'softplus', 'softsign', 'tan', 'tanh'])
    add(op, [['input', floats(shape, -6, 6)]]);
  add('clamp', [['input', image]], {minValue: -0.5, maxValue: 0.5});
  for (const op of ['log', 'reciprocal', 'sqrt']) add(op, [['input', positive]]);
  for (const op of ['add', 'div', 'max', 'min', 'mul', 'sub']) add(op, [['a', image], ['b', positive]]);
  add('pow', [['a', positive], ['b', other]]);
  for (const op of ['equal', 'greater', 'greaterOrEqual', 'lesser', 'lesserOrEqual', 'notEqual'])
    add(op, [['a', image], ['b', other]], {}, {outputs: ['uint8']});
  for (const op of ['logicalAnd', 'logicalOr', 'logicalXor'])
    add(op, [['a', flags], ['b', integers(shape, 0, 1, 'uint8')]], {}, {outputs: ['uint8']});
  add('logicalNot', [['a', flags]], {}, {outputs: ['uint8']});
  add('prelu', [['input', image], ['slope', floats([16, 1, 1])]]);
  add('where', [['condition', flags], ['trueValue', image], ['falseValue', other]]);
  add('cast', [['input', floats(shape, -100, 100)], ['dataType', 'int8']], {}, {outputs: ['cast'], what: '1x16x28x28 to int8'});
  add('dequantizeLinear', [['input', integers(shape, 0, 127, 'uint8')], ['scale', floats([1, 16, 1, 1], 0.1, 1)],
    ['zeroPoint', integers([1, 16, 1, 1], 0, 127, 'uint8')]]);
  add('quantizeLinear', [['input', floats(shape, -60, 60)], ['scale', floats([1, 16, 1, 1], 0.1, 1)],
    ['zeroPoint', integers([1, 16, 1, 1], 0, 127, 'uint8')]], {}, {outputs: ['uint8']});

  for (const op of ['argMax', 'argMin'])
    add(op, [['input', image], ['axis', 1]], {}, {outputs: ['int32']});
  for (const name of ['L1', 'L2', 'LogSumExp', 'Max', 'Mean', 'Min', 'Product', 'Sum', 'SumSquare'])
    add(`reduce${name}`, [['input', image]], {axes: [2, 3]});
  add('reduceLogSum', [['input', positive]], {axes: [2, 3]});
  add('cumulativeSum', [['input', image], ['axis', 3]]);
  add('softmax', [['input', floats([16, 784])], ['axis', 1]], {}, {what: '16x784'});

  add('concat', [['inputs', [image, other]], ['axis', 1]]);
  add('expand', [['input', floats([1, 16, 1, 1])], ['newShape', shape]], {}, {what: '1x16x1x1 to 1x16x28x28'});
  add('pad', [['input', image], ['beginningPadding', [0, 0, 1, 1]], ['endingPadding', [0, 0, 1, 1]]], {mode: 'constant'});
  add('reshape', [['input', image], ['newShape', [16, 784]]]);
  add('reverse', [['input', image]], {axes: [2, 3]});
  add('slice', [['input', image], ['starts', [0, 1, 1, 1]], ['sizes', [1, 15, 27, 27]]]);
  add('split', [['input', image], ['splits', 4]], {axis: 1}, {outputs: Array(4).fill('float32')});
  add('tile', [['input', floats([1, 16, 14, 14])], ['repetitions', [1, 1, 2, 2]]], {}, {what: '1x16x14x14, 2x2'});
  add('transpose', [['input', image]], {permutation: [0, 2, 3, 1]});
  add('triangular', [['input', image]], {});
  add('gather', [['input', image], ['indices', integers([28], -28, 27)]], {axis: 3});
  add('gatherElements', [['input', image], ['indices', integers(shape, -28, 27)]], {axis: 3});
  add('gatherND', [['input', floats([16, 28, 28])], ['indices', integers([784, 2], -16, 15)]], {}, {what: '784 rows of 28'});
  add('scatterElements', [['input', image], ['indices', tensor(shape, 'int32', (_, i) => 27 - i % 28)], ['updates', other]],
      {axis: 3});
  add('scatterND', [['input', floats([784, 16])], ['indices', tensor([392, 1], 'int32', (_, i) => 2 * i)],
    ['updates', floats([392, 16])]], {}, {what: '392 rows of 16'});

  const square = [['a', floats([96, 96])], ['b', floats([96, 96])]], filter = floats([16, 16, 3, 3]);
  add('matmul', square, {}, {what: '96x96x96'});
  add('gemm', square, {alpha: 0.5}, {what: '96x96x96'});
  for (const op of ['conv2d', 'convTranspose2d'])
    add(op, [['input', image], ['filter', filter]], {padding: [1, 1, 1, 1]}, {what: '1x16x28x28, 16 filters 3x3'});
  for (const op of ['averagePool2d', 'l2Pool2d', 'maxPool2d'])
    add(op, [['input', image]], {windowDimensions: [3, 3]}, {what: '1x16x28x28, 3x3'});
  for (const mode of ['linear', 'nearest-neighbor'])
    add('resample2d', [['input', image]], {mode, sizes: [56, 56]}, {what: `${mode} 28x28 to 56x56`});
  add('batchNormalization', [['input', image], ['mean', floats([16])], ['variance', floats([16], 0.5, 2)]]);
  add('instanceNormalization', [['input', image]]);
  add('layerNormalization', [['input', image]], {axes: [1, 2, 3]});

  const state = floats([2, 32]), cell = (gates) => [['weight', floats([gates * 32, 32], -0.2, 0.2)],
    ['recurrentWeight', floats([gates * 32, 32], -0.2, 0.2)]];
  const network = (gates) => cell(gates).map(([name, value]) => [name, {...value, shape: [1, ...value.shape]}]);
  add('lstm', [['input', floats([8, 2, 32])], ...network(4), ['steps', 8], ['hiddenSize', 32]], {},
      {outputs: ['float32', 'float32'], what: '8 steps, 32 units'});
  add('gru', [['input', floats([8, 2, 32])], ...network(3), ['steps', 8], ['hiddenSize', 32]], {}, {what: '8 steps, 32 units'});
  add('lstmCell', [['input', state], ...cell(4), ['hiddenState', state], ['cellState', state], ['hiddenSize', 32]], {},
      {outputs: ['float32', 'float32'], what: '32 units'});
  add('gruCell', [['input', state], ...cell(3), ['hiddenState', state], ['hiddenSize', 32]], {}, {what: '32 units'});
  return calls;
}
