// Values of registers of an interpreted loop program.
#include "jit/loops/values.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "jit/graph.h"
#include "jit/op.h"

namespace rille {
namespace {

// A float, or a zero of its sign in place of a subnormal one.
float flushed(uint32_t bits) {
  constexpr uint32_t exponent = 0x7f800000, sign = 0x80000000;
  return std::bit_cast<float>((bits & exponent) == 0 ? bits & sign : bits);
}

}  // namespace

// The sum of the bits `sum` and the products of two pairs of bf16, the upper one first.
uint32_t bf16_dot(uint32_t sum, uint32_t x, uint32_t y) {
  constexpr uint32_t upper = 0xffff0000;
  for (auto [a, b] : {std::pair(x & upper, y & upper), std::pair(x << 16, y << 16)}) {
    float next = std::fma(flushed(a), flushed(b), flushed(sum));
    sum = std::bit_cast<uint32_t>(flushed(std::bit_cast<uint32_t>(next)));
  }
  return sum;
}

Array number(int64_t value) {
  return filled<int64_t>(Dtype::i64, 1, [value](int) { return value; });
}

Array picked(const Array& x, std::span<const int> from) {
  Array out(Type(x.dtype(), {Extent(std::ssize(from))}));
  size_t each = bytes(x.dtype());
  for (size_t i = 0; i < from.size(); ++i) {
    std::memcpy(out.edit_data() + i * each, x.data() + static_cast<size_t>(from[i]) * each, each);
  }
  return out;
}

Array spread(const Array& x, int lanes) {
  if (std::cmp_equal(x.size(), lanes)) return x;
  return picked(x, std::vector<int>(static_cast<size_t>(lanes), 0));
}

Array constant_array(AttrValue value, Dtype dtype) {
  if (const auto* whole = std::get_if<int64_t>(&value); whole != nullptr && dtype == Dtype::i64) {
    return number(*whole);
  }
  const auto* whole = std::get_if<int64_t>(&value);
  const auto* truth = std::get_if<bool>(&value);
  if (is_float(dtype) && whole != nullptr) value = static_cast<double>(*whole);
  if (dtype == Dtype::boolean && whole != nullptr) value = *whole != 0;
  if (!is_float(dtype) && dtype != Dtype::boolean && truth != nullptr) {
    value = int64_t{*truth ? 1 : 0};
  }
  if (dtype == Dtype::key) {  // keys have no numbers, but a kernel fills what it does not read
    Array out(Type(dtype, {Extent(1)}));
    std::memcpy(out.edit_data(), std::get_if<int64_t>(&value), sizeof(int64_t));
    return out;
  }
  Builder b;
  Attrs attrs{{"value", value}, {"dtype", dtype}, {"shape", Shape{1}}};
  Var made = b.emit(*op_named("fill"), {}, attrs)[0];
  Graph graph = std::move(b).finish({made});
  return evaluate(graph, {})[0];
}

}  // namespace rille
