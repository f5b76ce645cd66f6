// Values of registers of an interpreted loop program.
#include "jit/loops/values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "jit/graph.h"
#include "jit/loops/interpret.h"
#include "jit/op.h"
#include "vm/error.h"

namespace rille {

float flushed(uint32_t bits) {
  constexpr uint32_t exponent = 0x7f800000, sign = 0x80000000;
  return std::bit_cast<float>((bits & exponent) == 0 ? bits & sign : bits);
}

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

Array shuffled(std::span<const Array> in, std::span<const int> lanes) {
  Array out(Type(in[0].dtype(), {Extent(std::ssize(lanes))}));
  size_t each = bytes(out.dtype());
  for (size_t i = 0; i < lanes.size(); ++i) {
    auto lane = static_cast<size_t>(lanes[i]), operand = size_t{0};
    while (lane >= in[operand].size()) lane -= in[operand++].size();
    std::memcpy(out.edit_data() + i * each, in[operand].data() + lane * each, each);
  }
  return out;
}

Array applied(Scalar name, Dtype dtype, std::span<const Array> in, const ScalarFunction& function) {
  bool is_exact = facts_of(name).answer == ScalarFacts::Reproducibility::one;
  bool is_whole = std::ranges::none_of(in, [](const Array& x) { return is_float(x.dtype()); });
  if (!is_exact && !is_whole && function) return function(name, dtype, in);
  if (name == Scalar::bitcast) {  // also between keys and their integers
    Array out(Type(dtype, in[0].shape()));
    std::memcpy(out.edit_data(), in[0].data(), in[0].byte_size());
    return out;
  }
  const Op* op = primitive_of(name);
  RILLE_CHECK(op != nullptr, text(name));
  Attrs attrs;
  if (name == Scalar::convert) attrs = {{"dtype", dtype}};
  Builder b;
  Vars params;
  for (const Array& x : in) params.push_back(b.param(x.type()));
  Vars made = b.emit(*op, params, attrs);
  Graph graph = std::move(b).finish(made);
  return evaluate(graph, in)[0];
}

Array reduced(Scalar name, Array all, const ScalarFunction& function) {
  for (int half = static_cast<int>(all.size()) / 2; half >= 1; half /= 2) {
    std::vector<int> low, high;
    for (int i = 0; i < half; ++i) low.push_back(i), high.push_back(half + i);
    std::vector<Array> both = {picked(all, low), picked(all, high)};
    all = applied(name, all.dtype(), both, function);
  }
  return all;
}

const Op* primitive_of(Scalar name) {
  const Op* out = op_named(text(name));
  return out != nullptr ? out : op_named(str("bit_", text(name)));
}

Array dot(const Array& sum, const Array& x, const Array& y, int64_t parts) {
  Array out(sum.type());
  std::memcpy(out.edit_data(), sum.data(), out.byte_size());
  const auto* left = reinterpret_cast<const uint32_t*>(x.data());
  const auto* right = reinterpret_cast<const uint32_t*>(y.data());
  auto* sums = reinterpret_cast<uint32_t*>(out.edit_data());
  for (size_t lane = 0; lane < out.size(); ++lane) {
    if (out.dtype() == Dtype::f32) {
      sums[lane] = bf16_dot(sums[lane], left[lane], right[lane]);
      continue;
    }
    for (int64_t part = 0; part < parts; ++part) {
      int64_t shift = part * 32 / parts;
      uint32_t own = left[lane] >> shift, other = right[lane] >> shift;
      int32_t product = parts == 2 ? static_cast<int16_t>(own) * static_cast<int16_t>(other)
                                   : static_cast<uint8_t>(own) * static_cast<int8_t>(other);
      sums[lane] += static_cast<uint32_t>(product);
    }
  }
  return out;
}

Array extreme(Scalar combiner, const std::vector<Array>& terms, int lanes, bool is_value) {
  auto truth = [&](Scalar name, const Array& x, const Array& y) {
    std::vector<Array> both = {x, y};
    if (x.dtype() == Dtype::boolean) {
      for (Array& one : both) one = applied(Scalar::convert, Dtype::u8, {&one, 1}, {});
    }
    return applied(name, Dtype::boolean, both, {}).as<bool>()[0];
  };
  std::vector<Array> values;
  std::vector<int32_t> positions;
  for (int lane = 0; lane < lanes; ++lane) {
    Array best = picked(terms[0], {&lane, 1});
    int32_t position = 0;
    for (size_t i = 1; i < terms.size(); ++i) {
      Array next = picked(terms[i], {&lane, 1});
      if (truth(Scalar::ne, best, best)) break;  // NaN
      bool wins = truth(combiner == Scalar::argmax ? Scalar::gt : Scalar::lt, next, best) ||
                  truth(Scalar::ne, next, next);
      if (wins) best = next, position = static_cast<int32_t>(i);
    }
    values.push_back(best);
    positions.push_back(position);
  }
  if (!is_value) {
    return filled<int32_t>(Dtype::i32, lanes,
                           [&](int lane) { return positions[static_cast<size_t>(lane)]; });
  }
  Array out(Type(values[0].dtype(), {Extent(lanes)}));
  size_t each = bytes(out.dtype());
  for (size_t i = 0; i < values.size(); ++i) {
    std::memcpy(out.edit_data() + i * each, values[i].data(), each);
  }
  return out;
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
