// The quick functions against the C library and binary128: a million float32 inputs, all over the type.
#include "model/kernels/quick.hpp"

#include <doctest/doctest.h>
#include <quadmath.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "model/kernels/rounding.hpp"

using namespace conform;

namespace {

using Double = double (*)(double);
using Wide = Float128 (*)(Float128);

/// Inputs of every exponent and both signs.
std::vector<float> inputs() {
  std::vector<float> all;
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 4099)
    all.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  for (const float special : {0.0f, -0.0f, 1.0f, -1.0f, HUGE_VALF, -HUGE_VALF}) all.push_back(special);
  return all;
}

void judge(const char* name, QuickFunction quick, Double formula, Wide wide, double mostOpen) {
  const std::vector<float> x = inputs();
  std::vector<std::uint8_t> given(x.size() * sizeof(float)), shown(given.size());
  std::memcpy(given.data(), x.data(), given.size());
  std::vector<bool> isOpen(x.size());
  std::size_t usual = 0, usualOpen = 0;
  for (const std::size_t i : quick(given, shown)) isOpen[i] = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool isUsual = std::fabs(x[i]) > 1e-6 && std::fabs(x[i]) < 80 && (x[i] > 0 || name != std::string{"log"});
    usual += isUsual;
    usualOpen += isUsual && isOpen[i];
    if (isOpen[i]) continue;
    float y = 0;
    std::memcpy(&y, shown.data() + i * sizeof y, sizeof y);
    const double exact = correctlyRounded(DataType::float32, formula(x[i]), [&] { return wide(Float128{x[i]}); });
    if (y != static_cast<float>(exact))
      FAIL_CHECK(std::string{name} << "(" << x[i] << ") is " << y << ", not " << exact);
  }
  MESSAGE(std::string{name} << ": " << usualOpen << " of " << usual << " usual inputs are left open");
  CHECK(static_cast<double>(usualOpen) <= mostOpen * static_cast<double>(usual));
}

}  // namespace

TEST_CASE("what a quick function decides is correctly rounded, and it leaves little open") {
  judge(
      "exp", quickExp, [](double x) { return std::exp(x); }, expq, 0.001);
  judge(
      "log", quickLog, [](double x) { return std::log(x); }, logq, 0.001);
  judge(
      "sigmoid", quickSigmoid, [](double x) { return 1 / (1 + std::exp(-x)); },
      [](Float128 x) { return 1 / (1 + expq(-x)); }, 0.001);
  judge(
      "tanh", quickTanh, [](double x) { return std::tanh(x); }, tanhq, 0.001);
  judge(
      "softplus", quickSoftplus, [](double x) { return (x > 0 ? x : 0) + std::log1p(std::exp(-std::fabs(x))); },
      [](Float128 x) { return (x > 0 ? x : 0) + log1pq(expq(-fabsq(x))); }, 0.001);
  judge(
      "sin", quickSin, [](double x) { return std::sin(x); }, sinq, 0.001);
  judge(
      "cos", quickCos, [](double x) { return std::cos(x); }, cosq, 0.001);
  judge(
      "tan", quickTan, [](double x) { return std::tan(x); }, tanq, 0.001);
}
