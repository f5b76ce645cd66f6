// sort: sorts lines of arrays by the first arrays.
#include <numeric>

#include "jit/ops/axes.h"
#include "jit/ops/reduction.h"
#include "jit/ops/window.h"

namespace rille {
namespace {

const OpDoc sort_doc = {
    .brief =
        "Sorts the lines along an axis by the first num_keys arrays; the sort is stable. NaN sorts "
        "last, and -0 equals 0.",
    .shapes = "xs: t[...] ..., axis: int, num_keys: int -> t[...] ...",
    .errors = "error[shape] if the shapes differ; error[dtype] if the sort keys cannot be ordered",
    .example = "sort([3, 1, 2])  #> [1, 2, 3]",
    .source = "jax.lax.sort",
};

Types sort_type(const OpCall& call) {
  int64_t keys = call.attrs.integer("num_keys");
  if (call.in.empty() || keys < 1 || keys > std::ssize(call.in)) {
    throw Error(Code::value,
                str("sort: cannot sort ", call.in.size(), " arrays by ", keys, " keys"),
                call.origin.span());
  }
  check_axis(call, call.in[0], call.attrs.integer("axis"));
  for (size_t i = 0; i < call.in.size(); ++i) {
    if (call.in[i].shape() != call.in[0].shape()) {
      throw Error(Code::shape, str("sort: the shapes differ: ", call.in[0], " and ", call.in[i]),
                  call.origin.span());
    }
    if (static_cast<int64_t>(i) < keys && !is_ordered(call.in[i].dtype())) {
      throw Error(Code::dtype, str("sort: the elements of ", call.in[i], " cannot be ordered"),
                  call.origin.span());
    }
  }
  return call.in;
}

// Tangents are permuted like their elements.
Vars sort_jvp(Builder& b, const Node& node, const Vars& dx) {
  auto axis = static_cast<int>(node.attrs.integer("axis"));
  Vars in = node.in;
  in.push_back(counted(b, b.type(in[0]).shape(), axis));
  Var places = b.emit(*node.op, in, node.attrs).back();
  Vars out;
  for (Var d : dx) out.push_back(d.none() ? Var{} : take_along(b, d, places, axis));
  return out;
}

std::vector<BatchedVar> sort_batch(Builder& b, const Node& node, const Batch& batch) {
  Attrs attrs = node.attrs.with("axis", node.attrs.integer("axis") + 1);
  std::vector<BatchedVar> out;
  for (Var v : b.emit(*node.op, all_batched(b, node, batch), attrs)) out.push_back({v, 0});
  return out;
}

// -1, 0, or 1: element i sorts before, with, or after element j.
int order_of(const Array& x, size_t i, size_t j) {
  int out = 0;
  with_type(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kind_of<T> != DtypeKind::complex && kind_of<T> != DtypeKind::key) {
      auto a = widen(elements<T>(x)[i]), c = widen(elements<T>(x)[j]);
      bool last = a != a, other = c != c;
      out = last || other ? int{last} - int{other} : int{c < a} - int{a < c};
    }
  });
  return out;
}

void sort_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  auto keys = static_cast<size_t>(node.attrs.integer("num_keys"));
  ReducedLines lines(in[0].type().ints(), {node.attrs.integer("axis")});
  for (size_t k = 0; k < lines.count(); ++k) {
    std::vector<size_t> order(lines.length());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, [&](size_t i, size_t j) {
      int sign = 0;
      for (size_t key = 0; key < keys && sign == 0; ++key) {
        sign = order_of(in[key], lines.at(k, i), lines.at(k, j));
      }
      return sign < 0;
    });
    for (size_t x = 0; x < in.size(); ++x) {
      size_t size = bytes(in[x].dtype());
      std::byte* y = out[x].edit_data();
      for (size_t i = 0; i < order.size(); ++i) {
        std::memcpy(y + lines.at(k, i) * size, in[x].data() + lines.at(k, order[i]) * size, size);
      }
    }
  }
}

std::vector<Sample> sort_samples() {
  std::vector<Sample> out;
  auto add = [&](const Types& in, int64_t axis, int64_t keys) {
    out.push_back({in, {{"axis", axis}, {"num_keys", keys}}});
  };
  for (const Shape& shape : sample_shapes()) {
    for (int64_t axis = 0; axis < std::ssize(shape); ++axis) add({f64(shape)}, axis, 1);
  }
  add({i32({6}), f64({6})}, 0, 1);
  add({bools({6}), i32({6}), f64({6})}, 0, 2);
  for (Dtype dtype : sample_dtypes()) {
    if (is_ordered(dtype)) add({Type(dtype, {2, 5}), i32({2, 5})}, 1, 1);
  }
  return out;
}

}  // namespace

extern const Op sort_op = {
    .name = "sort",
    .doc = sort_doc,
    .type = sort_type,
    .jvp = sort_jvp,
    .transpose = MissingRule{"sort is not linear"},
    .batch = sort_batch,
    .factors = axis_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"sort"}; },
    .reference = sort_reference,
    .samples = sort_samples,
};

Vars op::sort(Builder& b, Vars xs, int64_t axis, int64_t num_keys) {
  return b.emit(sort_op, std::move(xs), {{"axis", axis}, {"num_keys", num_keys}});
}

}  // namespace rille
