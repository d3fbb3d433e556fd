// Calls of a size that models have, for timing: {name: {op, call}}.
export function makeLargeCalls(random) {
  const floats = (shape) => ({
    shape, dataType: 'float32',
    data: Array.from({length: shape.reduce((product, size) => product * size, 1)},
        () => Math.fround(random.real() * 2 - 1)),
  });
  const call = (args, options = {}, outputs = ['float32']) => ({arguments: args, options, outputs, ulp: 0});
  const image = floats([1, 16, 28, 28]);
  return {
    'matmul 96x96x96': {op: 'matmul', call: call([['a', floats([96, 96])], ['b', floats([96, 96])]])},
    'gemm 96x96x96': {op: 'gemm', call: call([['a', floats([96, 96])], ['b', floats([96, 96])]], {alpha: 0.5})},
    'conv2d 1x16x28x28, 16 filters 3x3': {op: 'conv2d',
      call: call([['input', image], ['filter', floats([16, 16, 3, 3])]], {padding: [1, 1, 1, 1]})},
    'convTranspose2d 1x16x28x28, 16 filters 3x3': {op: 'convTranspose2d',
      call: call([['input', image], ['filter', floats([16, 16, 3, 3])]], {padding: [1, 1, 1, 1]})},
    'averagePool2d 1x16x28x28, 3x3': {op: 'averagePool2d', call: call([['input', image]], {windowDimensions: [3, 3]})},
    'maxPool2d 1x16x28x28, 3x3': {op: 'maxPool2d', call: call([['input', image]], {windowDimensions: [3, 3]})},
    'resample2d linear 28x28 to 56x56': {op: 'resample2d',
      call: call([['input', image]], {mode: 'linear', sizes: [56, 56]})},
    'instanceNormalization 1x16x28x28': {op: 'instanceNormalization', call: call([['input', image]])},
    'layerNormalization 1x16x28x28': {op: 'layerNormalization', call: call([['input', image]], {axes: [1, 2, 3]})},
    'lstm 8 steps, 32 units': {op: 'lstm',
      call: call([['input', floats([8, 2, 32])], ['weight', floats([1, 128, 32])], ['recurrentWeight', floats([1, 128, 32])],
        ['steps', 8], ['hiddenSize', 32]], {}, ['float32', 'float32'])},
    'gru 8 steps, 32 units': {op: 'gru',
      call: call([['input', floats([8, 2, 32])], ['weight', floats([1, 96, 32])], ['recurrentWeight', floats([1, 96, 32])],
        ['steps', 8], ['hiddenSize', 32]])},
    'softmax 16x784': {op: 'softmax', call: call([['input', floats([16, 784])], ['axis', 1]])},
    'reduceSum 1x16x28x28': {op: 'reduceSum', call: call([['input', image]])},
    'add 1x16x28x28': {op: 'add', call: call([['a', image], ['b', image]])},
    'sigmoid 1x16x28x28': {op: 'sigmoid', call: call([['input', image]])},
    'transpose 1x16x28x28': {op: 'transpose', call: call([['input', image]], {permutation: [0, 2, 3, 1]})},
  };
}
