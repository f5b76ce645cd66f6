// top_k: the largest elements along the last axis.
#include <compare>
#include <numeric>

#include "jit/ops/axes.h"
#include "jit/ops/reduction.h"
#include "jit/ops/window.h"

namespace rille {
namespace {

const OpDoc top_k_doc = {
    .brief =
        "Returns the k largest elements along the last axis in descending order and their indices; "
        "ties by index.",
    .shapes = "x: t[..., n], k: int -> t[..., k], i32[..., k]",
    .errors =
        "error[value] if k is not between 0 and n; error[dtype] if the elements of x cannot be "
        "ordered",
    .example = "top_k([3, 9, 5], 2)  #> ([9, 5], [1, 2])",
    .source =
        "jax.lax.top_k; IEEE 754 totalOrder: NaN is the largest, NaN with the sign bit set the "
        "smallest, 0 is above -0",
};

Types top_k_type(const OpCall& call) {
  Type x = call.in[0];
  int64_t k = call.attrs.integer("k");
  if (!is_ordered(x.dtype())) {
    throw Error(Code::dtype, str("top_k: the elements of ", x, " cannot be ordered"),
                call.origin.span());
  }
  if (x.rank() == 0)
    throw Error(Code::shape, "top_k: expected an array with at least one axis", call.origin.span());
  Shape shape = x.shape();
  if (k < 0 || k > shape.back().number()) {
    throw Error(Code::value, str("top_k: k is ", k, ", expected 0 <= k <= ", shape.back()),
                call.origin.span());
  }
  shape.back() = Extent(k);
  return {x.with(shape), Type(Dtype::i32, shape)};
}

// Tangents are gathered like their elements.
Vars top_k_jvp(Builder& b, const Node& node, const Vars& dx) {
  return {take_along(b, dx[0], node.out[1], b.type(node.in[0]).rank() - 1), Var{}};
}

// Larger elements come first, and ties by index, in totalOrder.
template <class T>
std::vector<int32_t> places_of(const T* x, size_t n, size_t k) {
  std::vector<int32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(
      order, [&](int32_t i, int32_t j) { return std::strong_order(widen(x[j]), widen(x[i])) < 0; });
  order.resize(k);
  return order;
}

void top_k_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  auto n = static_cast<size_t>(in[0].type().ints().back());
  auto k = static_cast<size_t>(node.attrs.integer("k"));
  if (k == 0) return;
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (kind_of<T> != DtypeKind::complex && kind_of<T> != DtypeKind::key) {
      const T* x = elements<T>(in[0]);
      T* values = elements_to_write<T>(out[0]);
      auto* places = elements_to_write<int32_t>(out[1]);
      for (size_t line = 0; line < in[0].size() / n; ++line, x += n) {
        for (int32_t place : places_of(x, n, k)) {
          *values++ = x[place];
          *places++ = place;
        }
      }
    }
  });
}

std::vector<Sample> top_k_samples() {
  std::vector<Sample> out;
  for (const Shape& shape : sample_shapes()) {
    if (shape.empty()) continue;
    int64_t n = shape.back().number();
    for (int64_t k : {int64_t{0}, (n + 1) / 2, n}) out.push_back({{f64(shape)}, {{"k", k}}});
  }
  for (Dtype dtype : sample_dtypes()) {
    if (is_ordered(dtype)) out.push_back({{Type(dtype, {2, 5})}, {{"k", int64_t{3}}}});
  }
  return out;
}

Factors top_k_factors(const OpCall& call, const Types& out) {
  return leading_factors(call, out, call.in[0].rank() - 1);
}

}  // namespace

extern const Op top_k_op = {
    .name = "top_k",
    .doc = top_k_doc,
    .type = top_k_type,
    .jvp = top_k_jvp,
    .transpose = MissingRule{"top_k is not linear"},
    .batch = leading_batch,
    .factors = top_k_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"top_k"}; },
    .reference = top_k_reference,
    .samples = top_k_samples,
};

Vars op::top_k(Builder& b, Var x, int64_t k) { return b.emit(top_k_op, {x}, {{"k", k}}); }

}  // namespace rille
