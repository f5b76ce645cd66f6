// What cumulative ops and argmax share: rules for one axis.
#pragma once

#include "jit/ops/reduction.h"

namespace rille {

// The inputs with a leading batch axis; the attribute `axis` is incremented.
std::vector<BatchedVar> axis_batch(Builder& b, const Node& node, const Batch& batch);

// The type of the input; error[shape] if the axis is out of range.
Types scanned_type(const OpCall& call, Types (*dtypes)(const OpCall&));
template <Types (*dtypes)(const OpCall&)>
Types scan_type(const OpCall& call) {
  return scanned_type(call, dtypes);
}
Lowering scan_lower(const OpCall& call, Scalar combiner, AttrValue identity);

// For a cumulative maximum or minimum: the tangent of the element that attains it.
Vars cumulative_extreme_jvp(Builder& b, const Node& node, const Vars& dx);

// y[i] = F(y[i - 1], x[i]) along the axis, in the wide type; each result is rounded.
template <auto F, DtypeKind... kinds>
void scan_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  ReducedLines lines(in[0].type().ints(), {node.attrs.integer("axis")});
  bool back = node.attrs.flag("reverse");
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (((kind_of<T> == kinds) || ...)) {
      const T* x = elements<T>(in[0]);
      T* y = elements_to_write<T>(out[0]);
      for (size_t k = 0; k < lines.count(); ++k) {
        Wide<T> sum{};
        for (size_t i = 0; i < lines.length(); ++i) {
          size_t at = lines.at(k, back ? lines.length() - 1 - i : i);
          sum = i == 0 ? widen(x[at]) : static_cast<Wide<T>>(F(sum, widen(x[at])));
          y[at] = narrow<T>(sum);
        }
      }
    }
  });
}

Types arg_type(const OpCall& call);
Factors arg_factors(const OpCall& call, const Types& out);
Lowering arg_lower(const OpCall& call, Scalar combiner);

// The index of the first element that is better than all before it; NaN is better than any number.
template <auto better>
void arg_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  ReducedLines lines(in[0].type().ints(), {node.attrs.integer("axis")});
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kind_of<T> != DtypeKind::complex && kind_of<T> != DtypeKind::key) {
      const T* x = elements<T>(in[0]);
      auto* y = elements_to_write<int32_t>(out[0]);
      for (size_t k = 0; k < lines.count(); ++k) {
        size_t best = 0;
        for (size_t i = 1; i < lines.length(); ++i) {
          auto old = widen(x[lines.at(k, best)]), now = widen(x[lines.at(k, i)]);
          if (old == old && (better(now, old) || now != now)) best = i;
        }
        y[k] = static_cast<int32_t>(best);
      }
    }
  });
}

// Each axis of each sample shape, forward and reversed.
std::vector<Sample> scan_samples_of(bool (*takes)(Dtype));
template <bool (*takes)(Dtype)>
std::vector<Sample> scan_samples() {
  return scan_samples_of(takes);
}
std::vector<Sample> arg_samples();

}  // namespace rille
