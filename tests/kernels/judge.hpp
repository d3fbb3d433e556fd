// What the tests of the kernels share: running an operator, inputs that are hard, and the table of the worst errors.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "model/kernels/Operator.hpp"
#include "model/vocabulary/Scenario.hpp"
#include "tests/kernels/Real.hpp"
#include "tests/kernels/seeds.hpp"

namespace conform {

/// Raw bits of the number of a float type that is nearest to the real one, ties to even; NaN is the quiet one.
std::uint64_t roundedBits(DataType type, const Real& value);

/// Runs conversion, checks and kernel of an operator. Arguments are in the order of the signature; a `Reference` named
/// "0", "1", ... stands for that operand. A failure fails the test.
std::vector<Tensor> run(const std::string& op, const std::vector<Tensor>& operands, const ArgumentList& arguments,
                        const ArgumentRecord& options = {});
/// The same where all arguments are operands, in order.
Tensor run(const std::string& op, const std::vector<Tensor>& operands, const ArgumentRecord& options = {});

Tensor tensorOf(DataType type, Shape shape, const std::vector<std::uint64_t>& patterns);
Tensor tensorOfReals(DataType type, Shape shape, const std::vector<double>& values);

/// Every float16 number (NaN once), or `count` float32 ones: random bits, both sides of zero, subnormals, powers of two
/// and their neighbours, small integers and halves, multiples of pi, where exp() overflows and underflows.
std::vector<std::uint64_t> floatInputs(DataType type, std::size_t count, std::mt19937_64& random);
/// Numbers of a moderate size: sign, and exponent within 2^-spread to 2^spread.
double moderate(DataType type, int spread, std::mt19937_64& random);
/// Contents that are hard for sums: cancellation, sizes that differ wildly, near-overflow, subnormals, ties; sometimes
/// NaN or infinities, unless `isFinite`.
std::vector<double> hardContents(DataType type, std::size_t count, std::mt19937_64& random, bool isFinite = false);
/// A random integer of the type: often near to its ends or to zero.
std::uint64_t integerInput(DataType type, std::mt19937_64& random);
Shape randomShape(std::size_t minRank, std::size_t maxRank, std::uint32_t maxSize, std::mt19937_64& random);

/// Counts the elements and remembers the worst error, in units in the last place, of each operator and type.
void record(const std::string& op, DataType type, std::uint64_t count, std::uint64_t worstUlp);
/// Prints what was recorded.
void printTable();

/// Compares all elements with the expected bits: none may be further away than `allowedUlp`. The sign of a zero counts
/// if `strictZero`. Records, and fails the test with the first that is too far.
void judge(const std::string& op, const Tensor& actual, const std::vector<std::uint64_t>& expected,
           const std::string& context, std::uint64_t allowedUlp = 0, bool strictZero = true);

}  // namespace conform
