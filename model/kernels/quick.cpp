#include "model/kernels/quick.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

// The vectors here are wider than the registers of a plain x86-64; they never cross the border of a compiled function.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace conform {
namespace {

constexpr std::size_t width = 4;
using Doubles = double __attribute__((vector_size(width * sizeof(double))));
using Words = std::int64_t __attribute__((vector_size(width * sizeof(double))));
using Floats = float __attribute__((vector_size(width * sizeof(float))));

/// Relative. The formulas stay below 2^-42 where they say that they hold: so far off is the first term of each series
/// that is left out, and what the roundings of double add is a hundredth of that.
constexpr double error = 0x1p-40;

[[gnu::always_inline]] inline Words bitsOf(Doubles x) {
  Words bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
[[gnu::always_inline]] inline Doubles doublesOf(Words bits) {
  Doubles x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
[[gnu::always_inline]] inline Doubles absolute(Doubles x) {
  return doublesOf(bitsOf(x) & std::numeric_limits<std::int64_t>::max());
}

/// c0 + c1 x + c2 x^2 + ...
template <std::size_t Size>
[[gnu::always_inline]] inline Doubles polynomial(Doubles x, const std::array<double, Size>& coefficients) {
  Doubles sum = x * 0 + coefficients[Size - 1];
  for (std::size_t i = Size - 1; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

/// 1/1!, 1/2!, ..., 1/Size!: (exp(x) - 1) / x = 1 + x/2 + x^2/6 + ...
template <std::size_t Size>
constexpr std::array<double, Size> reciprocalFactorials() {
  std::array<double, Size> terms{};
  double factorial = 1;
  for (std::size_t i = 0; i < Size; ++i) terms[i] = 1 / (factorial *= static_cast<double>(i + 1));
  return terms;
}
/// 1, 1/3, 1/5, ...: artanh(x) / x = 1 + x^2/3 + x^4/5 + ...
template <std::size_t Size>
constexpr std::array<double, Size> oddReciprocals() {
  std::array<double, Size> terms{};
  for (std::size_t i = 0; i < Size; ++i) terms[i] = 1 / static_cast<double>(2 * i + 1);
  return terms;
}
/// 1/first!, -1/(first + 2)!, 1/(first + 4)!, ...: of sine (from 1) and cosine (from 0), in x^2.
template <std::size_t Size>
constexpr std::array<double, Size> alternating(int first) {
  std::array<double, Size> terms{};
  double term = 1;
  for (std::size_t i = 0; i < Size; ++i) {
    terms[i] = term;
    const double n = first + 2 * static_cast<double>(i);
    term /= -(n + 1) * (n + 2);
  }
  return terms;
}

/// The nearest integer of what is far below 2^51, and where its bits are the lowest of the double.
struct Nearest {
  Doubles value;
  Words bits;
};
[[gnu::always_inline]] inline Nearest nearest(Doubles x) {
  constexpr double shift = 0x1.8p52;  // Its unit in the last place is 1.
  const Doubles shifted = x + shift;
  return {shifted - shift, bitsOf(shifted)};
}

constexpr double ln2 = 0x1.62e42fefa39efp-1, log2e = 0x1.71547652b82fep+0;
constexpr double ln2High = 0x1.62e42fefap-1, ln2Low = 0x1.cf79abc9e3b3ap-40;

/// x = k ln 2 + r, |r| below 0.347; exp(x) = scale * (1 + r * p(r)).
struct Exponential {
  Doubles scale, rest;
};
[[gnu::always_inline]] inline Exponential exponential(Doubles x) {
  const Nearest k = nearest(x * log2e);
  const Doubles r = (x - k.value * ln2High) - k.value * ln2Low;
  // r^12 / 13! is 2^-50.
  return {doublesOf((k.bits << 52) + bitsOf(x * 0 + 1)), r * polynomial(r, reciprocalFactorials<12>())};
}
[[gnu::always_inline]] inline Doubles expOf(Doubles x) {
  const Exponential e = exponential(x);
  return e.scale + e.scale * e.rest;
}
/// exp(x) - 1 without cancellation: where scale is 1, so is the rest small; else it is far from -(scale - 1) / scale.
[[gnu::always_inline]] inline Doubles expm1Of(Doubles x) {
  const Exponential e = exponential(x);
  return (e.scale - 1) + e.scale * e.rest;
}
/// log((1 + w) / (1 - w)) for |w| up to 1/3: 3^-28 / 29 is 2^-49.
[[gnu::always_inline]] inline Doubles logOfRatio(Doubles w) {
  return 2 * w * polynomial(w * w, oddReciprocals<14>());
}

struct Exp {
  [[gnu::always_inline]] static Words holds(Doubles x) { return (x > -87) & (x < 88); }
  [[gnu::always_inline]] static Doubles of(Doubles x) { return expOf(x); }
};

struct Log {
  [[gnu::always_inline]] static Words holds(Doubles x) {
    return (x > 0x1p-126) & (x <= std::numeric_limits<float>::max()) & (x != 1);
  }
  [[gnu::always_inline]] static Doubles of(Doubles x) {
    // x = 2^k m, m from the root of 1/2 to that of 2.
    constexpr std::int64_t rootOfHalf = 0x3fe6a09e667f3bcd;
    const Words offset = bitsOf(x) - rootOfHalf;
    const Words k = offset >> 52;
    const Doubles m = doublesOf(bitsOf(x) - (k << 52));
    return __builtin_convertvector(k, Doubles) * ln2 + logOfRatio((m - 1) / (m + 1));
  }
};

struct Sigmoid {
  [[gnu::always_inline]] static Words holds(Doubles x) { return (x > -86) & (x < 86); }
  [[gnu::always_inline]] static Doubles of(Doubles x) { return 1 / (1 + expOf(-x)); }
};

struct Tanh {
  [[gnu::always_inline]] static Words holds(Doubles x) { return (absolute(x) < 300) & (absolute(x) > 0x1p-60); }
  [[gnu::always_inline]] static Doubles of(Doubles x) {
    const Doubles e = expm1Of(2 * x);
    return e / (e + 2);
  }
};

struct Softplus {
  [[gnu::always_inline]] static Words holds(Doubles x) { return (x > -86) & (x < 86); }
  [[gnu::always_inline]] static Doubles of(Doubles x) {
    // log(1 + exp(x)) = max(x, 0) + log(1 + e), e = exp(-|x|); 1 + e = (1 + w) / (1 - w).
    const Doubles e = expOf(-absolute(x));
    return (x + absolute(x)) / 2 + logOfRatio(e / (2 + e));
  }
};

/// Sine and cosine of r = x - n pi/2, |r| up to pi/4.
struct Circle {
  Doubles sine, cosine;
  Words quadrant;
  [[gnu::always_inline]] static Words holds(Doubles x) { return (absolute(x) < 1024) & (absolute(x) > 0x1p-60); }
  [[gnu::always_inline]] explicit Circle(Doubles x) {
    // pi/2 in three parts: n times each of the first two is exact, and the nearest miss of a float32 is far larger than
    // what the third leaves out.
    constexpr double high = 0x1.921fb544p+0, middle = 0x1.0b4611a6p-34, low = 0x1.3198a2e037073p-69;
    const Nearest n = nearest(x * 0x1.45f306dc9c883p-1);
    const Doubles r = ((x - n.value * high) - n.value * middle) - n.value * low;
    quadrant = n.bits;
    sine = r * polynomial(r * r, alternating<9>(1));  // r^18 / 19! is 2^-62.
    cosine = polynomial(r * r, alternating<9>(0));    // r^18 / 18! is 2^-58.
  }
  /// The values where the bit of the quadrant is set, else the others.
  [[gnu::always_inline]] Doubles pick(std::int64_t bit, Doubles set, Doubles clear) const {
    return (quadrant & bit) != 0 ? set : clear;
  }
};

struct Sin {
  [[gnu::always_inline]] static Words holds(Doubles x) { return Circle::holds(x); }
  [[gnu::always_inline]] static Doubles of(Doubles x) {
    const Circle circle{x};
    const Doubles value = circle.pick(1, circle.cosine, circle.sine);
    return circle.pick(2, -value, value);
  }
};

struct Cos {
  [[gnu::always_inline]] static Words holds(Doubles x) { return Circle::holds(x); }
  [[gnu::always_inline]] static Doubles of(Doubles x) {
    const Circle circle{x};
    const Doubles value = circle.pick(1, -circle.sine, circle.cosine);
    return circle.pick(2, -value, value);
  }
};

struct Tan {
  [[gnu::always_inline]] static Words holds(Doubles x) { return Circle::holds(x); }
  [[gnu::always_inline]] static Doubles of(Doubles x) {
    const Circle circle{x};
    return circle.pick(1, -circle.cosine, circle.sine) / circle.pick(1, circle.sine, circle.cosine);
  }
};

/// Four at a time; what does not fill four is filled up with ones.
template <class Function>
[[gnu::always_inline]] inline void each(std::span<const std::uint8_t> x, std::span<std::uint8_t> y,
                                        std::vector<std::size_t>& open) {
  const std::size_t all = x.size() / sizeof(float);
  for (std::size_t i = 0; i < all; i += width) {
    const std::size_t count = std::min(width, all - i);
    Floats given = {1, 1, 1, 1};
    if (count == width) {
      std::memcpy(&given, x.data() + i * sizeof(float), sizeof given);
    } else {
      std::memcpy(&given, x.data() + i * sizeof(float), count * sizeof(float));
    }
    const Doubles wide = __builtin_convertvector(given, Doubles);
    const Doubles value = Function::of(wide), margin = absolute(value) * error;
    const Floats lower = __builtin_convertvector(value - margin, Floats);
    const Floats upper = __builtin_convertvector(value + margin, Floats);
    if (count == width) {
      std::memcpy(y.data() + i * sizeof(float), &lower, sizeof lower);
    } else {
      std::memcpy(y.data() + i * sizeof(float), &lower, count * sizeof(float));
    }
    // A NaN is unlike itself, and so open. Below the normal numbers nothing is decided here.
    const Words isDecided =
        Function::holds(wide) & __builtin_convertvector(lower == upper, Words) & (absolute(value) > 0x1p-125);
    if ((isDecided[0] & isDecided[1] & isDecided[2] & isDecided[3]) != 0) continue;
    for (std::size_t j = 0; j < count; ++j) {
      if (isDecided[j] == 0) open.push_back(i + j);
    }
  }
}

template <class Function>
[[gnu::target("avx2")]] void eachWithAvx2(std::span<const std::uint8_t> x, std::span<std::uint8_t> y,
                                          std::vector<std::size_t>& open) {
  each<Function>(x, y, open);
}

/// The same arithmetic, whatever the registers: operations of IEEE double, none contracted.
template <class Function>
std::vector<std::size_t> quick(std::span<const std::uint8_t> x, std::span<std::uint8_t> y) {
  std::vector<std::size_t> open;
  static const bool hasAvx2 = __builtin_cpu_supports("avx2") != 0;
  if (hasAvx2) {
    eachWithAvx2<Function>(x, y, open);
  } else {
    each<Function>(x, y, open);
  }
  return open;
}

}  // namespace

const QuickFunction quickExp = quick<Exp>, quickLog = quick<Log>, quickSigmoid = quick<Sigmoid>,
                    quickTanh = quick<Tanh>, quickSoftplus = quick<Softplus>, quickSin = quick<Sin>,
                    quickCos = quick<Cos>, quickTan = quick<Tan>;

}  // namespace conform
