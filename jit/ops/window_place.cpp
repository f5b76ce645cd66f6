// window_place: adds a number into each window.
#include <functional>

#include "jit/ops/axes.h"
#include "jit/ops/reduction.h"
#include "jit/ops/samples.h"
#include "jit/ops/sliding.h"

namespace rille {
namespace {

const OpDoc window_place_doc = {
    .brief =
        "Adds one number for each window over the result, at a position in the window. Other "
        "elements are 0.",
    .shapes =
        "x: n[windows], places: i32[windows], window parameters of all axes of shape -> n[shape]",
    .errors = "error[shape] if x or places does not have one element for each window",
    .example = "grad(x => sum(nn.max_pool(x, 2)))([[[1.0], [2.0]]])  #> [[[0],\n#>   [1]]]",
    .source = "jax.lax's select_and_scatter_add_p, which also computes the places",
};

Types window_place_type(const OpCall& call) {
  Type x = call.in[0];
  if (!is_number(x.dtype())) {
    throw Error(Code::dtype, str("window_place: expected an array of numbers, got ", x),
                call.origin.span());
  }
  Type out = x.with(call.attrs.shape("shape")), windows = window_type(call, out)[0];
  if (x != windows || call.in[1] != windows.with(Dtype::i32)) {
    throw Error(Code::shape,
                str("window_place: expected ", windows, " and ", windows.with(Dtype::i32), ", got ",
                    x, " and ", call.in[1]),
                call.origin.span());
  }
  return {out};
}

Vars window_place_jvp(Builder& b, const Node& node, const Vars& dx) {
  return {op::window_place(b, dx[0], node.in[1], slide_of(node.attrs), node.attrs.shape("shape"))};
}

Vars window_place_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  return {op::window_pick(b, ct[0], node.in[1], slide_of(node.attrs)), {}};
}

std::vector<BatchedVar> window_place_batch(Builder& b, const Node& node, const Batch& batch) {
  Vars in = all_batched(b, node, batch);
  return {{op::window_place(b, in[0], in[1], with_batch_axis(slide_of(node.attrs)),
                            with_batch(batch.size, node.attrs.shape("shape"))),
           0}};
}

// The number of each window at its position in the window, zeros elsewhere.
Var placed_apart(Builder& b, const Node& node, const WindowDims& slide, const Ints& extents) {
  Type x = b.type(node.in[0]);
  Shape shape = x.shape();
  for (int64_t n : slide.size) shape.emplace_back(n);
  Ints windows = counted_from(0, extents.size()), own = window_axes(x.rank());
  Var places = op::broadcast(b, window_places(b, slide.size), shape, windows);
  Var asked = op::broadcast(b, node.in[1], shape, own);
  Var numbers = op::broadcast(b, node.in[0], shape, own);
  Var none = op::fill(b, x.with(shape), number_value(x.dtype(), 0));
  Var parts = op::select(b, op::eq(b, asked, places), numbers, none);
  return laid_out(b, parts, slide, extents);
}

// Each element of the result tests all windows that contain it.
Vars window_place_expand(Builder& b, const Node& node) {
  WindowDims slide = slide_of(node.attrs);
  Type x = b.type(node.in[0]), out = x.with(node.attrs.shape("shape"));
  AttrValue zero = number_value(x.dtype(), 0);
  if (x.count() == 0) return {op::fill(b, out, zero)};
  if (apart(slide)) return {placed_apart(b, node, slide, out.ints())};
  WindowDims back = turned(slide, out.ints());
  Var numbers = windows_over(b, node.in[0], back, zero);
  Var asked = windows_over(b, node.in[1], back, int64_t{-1});
  Ints elements = counted_from(0, slide.size.size());
  Var own = op::reverse(b, window_places(b, slide.size), elements);
  own = op::broadcast(b, own, b.type(asked).shape(), elements);
  Var none = op::fill(b, b.type(numbers), zero);
  return {op::sum(b, op::select(b, op::eq(b, asked, own), numbers, none), window_axes(x.rank()))};
}

void window_place_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  WindowPlaces places(out[0].type().ints(), slide_of(node.attrs));
  auto asked = in[1].as<int32_t>();
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kind_of<T> != DtypeKind::key && kind_of<T> != DtypeKind::boolean) {
      const T* x = elements<T>(in[0]);
      std::vector<Wide<T>> sums(out[0].size());
      for (size_t k = 0; k < places.windows(); ++k) {
        if (asked[k] < 0 || static_cast<size_t>(asked[k]) >= places.size()) continue;
        int64_t at = places.at(k, static_cast<size_t>(asked[k]));
        if (at < 0) continue;
        auto& sum = sums[static_cast<size_t>(at)];
        sum = static_cast<Wide<T>>(wrapping(std::plus<>{}, sum, widen(x[k])));
      }
      T* y = elements_to_write<T>(out[0]);
      for (size_t i = 0; i < sums.size(); ++i) y[i] = narrow<T>(sums[i]);
    }
  });
}

Sample turned_around(Type x, const WindowDims& slide) {
  Shape shape;
  for (int64_t count : counts_of(slide, x.ints())) shape.emplace_back(count);
  return {{x.with(shape), Type(Dtype::i32, shape)}, attrs_of(slide, {{"shape", x.shape()}})};
}

std::vector<Sample> window_place_samples() { return window_samples_of(is_number, turned_around); }

}  // namespace

extern const Op window_place_op = {
    .name = "window_place",
    .doc = window_place_doc,
    .type = window_place_type,
    .jvp = window_place_jvp,
    .transpose = window_place_transpose,
    .batch = window_place_batch,
    .factors = window_factors,
    .lower =
        MissingRule{"window_place is lowered to a sum over the windows that contain an element"},
    .reference = window_place_reference,
    .samples = window_place_samples,
    .expand = window_place_expand,
};

Var op::window_place(Builder& b, Var x, Var places, WindowDims slide, Shape shape) {
  return b.emit(window_place_op, {x, places}, attrs_of(slide, {{"shape", std::move(shape)}}))[0];
}

}  // namespace rille
