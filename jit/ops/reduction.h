// What reductions share: types, batching, lines.
#pragma once

#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {

// The number of an attribute in the wide type of T.
template <class T, class X>
Wide<T> as_wide(const X& x) {
  if constexpr (std::is_arithmetic_v<X>) {
    return static_cast<Wide<T>>(x);
  } else {
    return {};
  }
}

// The type of the input without the axes in the attribute `axes`. `dtypes` raises error[dtype] if
// the op does not accept the input.
Types reduced_type(const OpCall& call, Types (*dtypes)(const OpCall&));
template <Types (*dtypes)(const OpCall&)>
Types reduced(const OpCall& call) {
  return reduced_type(call, dtypes);
}

std::vector<BatchedVar> reduce_batch(Builder& b, const Node& node, const Batch& batch);

// v broadcast along the reduced axes to the shape of `like`.
Var spread(Builder& b, Var v, const Type& like, const Ints& axes);

// The smallest and the largest value of a dtype, the initial values of a maximum and a minimum; an
// integer in the representation of the dtype.
AttrValue lowest_value(Dtype dtype);
AttrValue greatest_value(Dtype dtype);
AttrValue number_value(Dtype dtype, int64_t number);
template <class T>
Wide<T> lowest(T) {
  AttrValue value = lowest_value(dtype_of<T>);
  return std::visit([](auto x) { return as_wide<T>(x); }, value);
}
template <class T>
Wide<T> greatest(T) {
  AttrValue value = greatest_value(dtype_of<T>);
  return std::visit([](auto x) { return as_wide<T>(x); }, value);
}

// For a maximum or minimum: the mean of the tangents of all elements that equal it (as in JAX).
Vars reduce_extreme_jvp(Builder& b, const Node& node, const Vars& dx);

// Splits an array into lines along `axes`, which need not be adjacent: line k holds the elements
// that are reduced to result k, in row-major order.
class ReducedLines {
 public:
  ReducedLines(const Ints& shape, const Ints& axes);
  size_t count() const { return starts_.size(); }
  size_t length() const { return steps_.size(); }
  size_t at(size_t line, size_t i) const { return starts_[line] + steps_[i]; }

 private:
  std::vector<size_t> starts_, steps_;
};

// y[k] is the reduction of line k by F in the wide type, rounded once at the end. An empty line
// yields `first`; other lines do not start with it, because 0 + -0 is 0, but the sum of -0 alone is
// -0.
template <auto F, auto first, DtypeKind... kinds>
void fold(const Node& node, std::span<const Array> in, std::span<Array> out) {
  ReducedLines lines(in[0].type().ints(), node.attrs.ints("axes"));
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (((kind_of<T> == kinds) || ...)) {
      const T* x = elements<T>(in[0]);
      T* y = elements_to_write<T>(out[0]);
      for (size_t k = 0; k < lines.count(); ++k) {
        bool is_empty = lines.length() == 0;
        auto sum = static_cast<Wide<T>>(is_empty ? first(T{}) : widen(x[lines.at(k, 0)]));
        for (size_t i = 1; i < lines.length(); ++i) {
          sum = static_cast<Wide<T>>(F(sum, widen(x[lines.at(k, i)])));
        }
        y[k] = narrow<T>(sum);
      }
    }
  });
}

// Each axis alone, all axes, and none, for ranks 0 to 4, in every accepted dtype.
std::vector<Sample> reduce_samples_of(bool (*takes)(Dtype));
template <bool (*takes)(Dtype)>
std::vector<Sample> reduce_samples() {
  return reduce_samples_of(takes);
}

}  // namespace rille
