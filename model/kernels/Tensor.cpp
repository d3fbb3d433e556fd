#include "model/kernels/Tensor.hpp"

#include <bit>
#include <cmath>
#include <cstring>

#include "model/kernels/float16.hpp"
#include "model/vocabulary/Ensure.hpp"

namespace conform {
namespace {

static_assert(std::endian::native == std::endian::little, "the bytes of tensors are little endian");

/// Calls `visit` with a null pointer to the type whose layout an element of 8 bits or more has.
template <class Visit>
void withElementType(DataType type, Visit visit) {
  switch (type) {
    case DataType::float32:
      return visit(static_cast<float*>(nullptr));
    case DataType::int32:
      return visit(static_cast<std::int32_t*>(nullptr));
    case DataType::uint32:
      return visit(static_cast<std::uint32_t*>(nullptr));
    case DataType::int64:
      return visit(static_cast<std::int64_t*>(nullptr));
    case DataType::uint64:
      return visit(static_cast<std::uint64_t*>(nullptr));
    case DataType::int8:
      return visit(static_cast<std::int8_t*>(nullptr));
    case DataType::uint8:
      return visit(static_cast<std::uint8_t*>(nullptr));
    case DataType::float16:
      return visit(static_cast<std::uint16_t*>(nullptr));
    case DataType::int4:
    case DataType::uint4:
      break;
  }
  ENSURE(false);
}

bool isNibble(DataType type) {
  return type == DataType::int4 || type == DataType::uint4;
}

/// The nibble as a number of its type.
int nibbleOf(const std::vector<std::uint8_t>& bytes, std::size_t index, bool isSigned) {
  const int nibble = (bytes[index / 2] >> (index % 2 * 4)) & 15;
  return isSigned && nibble > 7 ? nibble - 16 : nibble;
}

void setNibble(std::vector<std::uint8_t>& bytes, std::size_t index, unsigned value) {
  const unsigned shift = index % 2 * 4;
  bytes[index / 2] = static_cast<std::uint8_t>((bytes[index / 2] & (0xf0u >> shift)) | ((value & 15u) << shift));
}

template <class Element>
Element loadElement(const std::uint8_t* bytes, std::size_t index) {
  Element element;
  std::memcpy(&element, bytes + index * sizeof element, sizeof element);
  return element;
}

template <class Element>
void storeElement(std::uint8_t* bytes, std::size_t index, Element element) {
  std::memcpy(bytes + index * sizeof element, &element, sizeof element);
}

/// Truncated towards zero, clamped to the type, NaN is 0: what the draft leaves open for cast (docs/kernels.md).
std::uint64_t truncated(DataType type, double value) {
  if (std::isnan(value)) return 0;
  const unsigned bits = bitsOf(type);
  const double upper = std::ldexp(1.0, static_cast<int>(isSigned(type) ? bits - 1 : bits));  // Exclusive.
  const double whole = std::trunc(value);
  if (isSigned(type)) {
    if (whole >= upper) return (std::uint64_t{1} << (bits - 1)) - 1;
    if (whole < -upper) return ~std::uint64_t{0} << (bits - 1);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(whole));
  }
  if (whole <= 0) return 0;
  if (whole >= upper) return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  return static_cast<std::uint64_t>(whole);
}

std::size_t checkedCount(const OperandDescriptor& descriptor) {
  const std::optional<std::size_t> bytes = byteLengthOf(descriptor);
  ENSURE(bytes && *bytes <= maxTensorByteLength);
  return *elementCountOf(descriptor.shape);
}

}  // namespace

Tensor::Tensor(OperandDescriptor descriptor)
    : descriptor_(std::move(descriptor)), count_(checkedCount(descriptor_)), bytes_(*byteLengthOf(descriptor_)) {}

Tensor::Tensor(OperandDescriptor descriptor, std::span<const std::uint8_t> bytes)
    : descriptor_(std::move(descriptor)), count_(checkedCount(descriptor_)), bytes_(bytes.begin(), bytes.end()) {
  ENSURE(bytes_.size() == *byteLengthOf(descriptor_));
}

std::vector<double> Tensor::reals() const {
  std::vector<double> values(count_);
  if (isNibble(dataType())) {
    for (std::size_t i = 0; i < count_; ++i) values[i] = nibbleOf(bytes_, i, isSigned(dataType()));
    return values;
  }
  if (dataType() == DataType::float16) {
    for (std::size_t i = 0; i < count_; ++i) values[i] = realOf(loadElement<std::uint16_t>(bytes_.data(), i));
    return values;
  }
  withElementType(dataType(), [&](auto* type) {
    using Element = std::remove_pointer_t<decltype(type)>;
    for (std::size_t i = 0; i < count_; ++i) values[i] = static_cast<double>(loadElement<Element>(bytes_.data(), i));
  });
  return values;
}

std::vector<std::uint64_t> Tensor::words() const {
  ENSURE(!isFloat(dataType()));
  std::vector<std::uint64_t> values(count_);
  if (isNibble(dataType())) {
    for (std::size_t i = 0; i < count_; ++i)
      values[i] = static_cast<std::uint64_t>(std::int64_t{nibbleOf(bytes_, i, isSigned(dataType()))});
    return values;
  }
  withElementType(dataType(), [&](auto* type) {
    using Element = std::remove_pointer_t<decltype(type)>;
    if constexpr (std::is_integral_v<Element>) {
      for (std::size_t i = 0; i < count_; ++i)
        values[i] = static_cast<std::uint64_t>(loadElement<Element>(bytes_.data(), i));
    }
  });
  return values;
}

std::vector<std::int64_t> Tensor::integers() const {
  const std::vector<std::uint64_t> values = words();
  return std::vector<std::int64_t>(values.begin(), values.end());
}

void Tensor::store(std::span<const double> values) {
  ENSURE(values.size() == count_);
  if (dataType() == DataType::float32) {
    for (std::size_t i = 0; i < count_; ++i) storeElement(bytes_.data(), i, static_cast<float>(values[i]));
  } else if (dataType() == DataType::float16) {
    for (std::size_t i = 0; i < count_; ++i) storeElement(bytes_.data(), i, float16Of(values[i]));
  } else {
    std::vector<std::uint64_t> whole(count_);
    for (std::size_t i = 0; i < count_; ++i) whole[i] = truncated(dataType(), values[i]);
    store(whole);
  }
}

void Tensor::store(std::span<const std::uint64_t> values) {
  ENSURE(!isFloat(dataType()));
  storePatterns(values);
}

void Tensor::store(std::span<const std::int64_t> values) {
  store(std::vector<std::uint64_t>(values.begin(), values.end()));
}

double Tensor::real(std::size_t index) const {
  const std::size_t position[] = {index};
  return picked(*this, {}, position).reals()[0];
}

std::uint64_t Tensor::word(std::size_t index) const {
  const std::size_t position[] = {index};
  return picked(*this, {}, position).words()[0];
}

Tensor Tensor::picked(const Tensor& from, Shape shape, std::span<const std::size_t> positions) {
  Tensor output{{from.dataType(), std::move(shape)}};
  ENSURE(positions.size() == output.count_);
  if (isNibble(from.dataType())) {
    for (std::size_t i = 0; i < output.count_; ++i)
      setNibble(output.bytes_, i, static_cast<unsigned>(nibbleOf(from.bytes_, positions[i], false)));
    return output;
  }
  withElementType(from.dataType(), [&](auto* type) {
    using Element = std::remove_pointer_t<decltype(type)>;
    const std::uint8_t* source = from.bytes_.data();
    std::uint8_t* target = output.bytes_.data();
    for (std::size_t i = 0; i < output.count_; ++i) {
      std::memcpy(target + i * sizeof(Element), source + positions[i] * sizeof(Element), sizeof(Element));
    }
  });
  return output;
}

std::vector<std::uint64_t> Tensor::patterns() const {
  std::vector<std::uint64_t> values(count_);
  if (isNibble(dataType())) {
    for (std::size_t i = 0; i < count_; ++i) values[i] = static_cast<std::uint64_t>(nibbleOf(bytes_, i, false));
    return values;
  }
  const std::size_t size = bitsOf(dataType()) / 8;
  for (std::size_t i = 0; i < count_; ++i) std::memcpy(&values[i], bytes_.data() + i * size, size);
  return values;
}

void Tensor::storePatterns(std::span<const std::uint64_t> patterns) {
  ENSURE(patterns.size() == count_);
  if (isNibble(dataType())) {
    for (std::size_t i = 0; i < count_; ++i) setNibble(bytes_, i, static_cast<unsigned>(patterns[i]));
    return;
  }
  const std::size_t size = bitsOf(dataType()) / 8;
  for (std::size_t i = 0; i < count_; ++i) std::memcpy(bytes_.data() + i * size, &patterns[i], size);
}

double roundedTo(DataType type, double value) {
  if (type == DataType::float16) return realOf(float16Of(value));
  ENSURE(type == DataType::float32);
  return static_cast<float>(value);
}

}  // namespace conform
