// Primitives of one float with an integer order.
#pragma once

#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {

inline Attrs order_attrs(int64_t n) { return {{"n", n}}; }

// dx times the derivative that D computes from x and the order.
template <auto D>
Vars sloped_in_order(Builder& b, const Node& node, const Vars& dx) {
  return {op::mul(b, D(b, node.in[0], node.attrs.integer("n")), dx[0])};
}

// Small floats are converted to f32, which also represents the order.
template <Scalar name>
Lowering lower_in_order(const OpCall& call) {
  Pointwise out;
  Scalars& code = out.code;
  Dtype own = call.in[0].dtype(), dtype = bytes(own) < 4 ? Dtype::f32 : own;
  int x = code.input(0, own);
  if (dtype != own) x = code.call(Scalar::convert, dtype, {x});
  int n = code.constant(static_cast<double>(call.attrs.integer("n")), dtype);
  int y = code.call(name, dtype, {n, x});
  if (dtype != own) code.call(Scalar::convert, own, {y});
  return out;
}

template <double (*F)(double, double)>
void map_in_order(const Node& node, std::span<const Array> in, std::span<Array> out) {
  auto n = static_cast<double>(node.attrs.integer("n"));
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kind_of<T> == DtypeKind::floating) {
      const T* x = elements<T>(in[0]);
      T* y = elements_to_write<T>(out[0]);
      for (size_t i = 0; i < in[0].size(); ++i) {
        y[i] = narrow<T>(static_cast<Wide<T>>(F(n, widen(x[i]))));
      }
    }
  });
}

template <Scalar name>
std::vector<Sample> samples_in_order() {
  const ScalarFacts& facts = facts_of(name);
  std::vector<Sample> all;
  for (int64_t n : {0, 1, 2, 5}) {
    for (Sample sample : samples_of(is_float, {1, facts.low, facts.high})) {
      sample.attrs = order_attrs(n);
      all.push_back(sample);
    }
  }
  return all;
}

}  // namespace rille
