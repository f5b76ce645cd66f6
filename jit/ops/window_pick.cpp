// window_pick: one element of each window of x.
#include "jit/ops/axes.h"
#include "jit/ops/reduction.h"
#include "jit/ops/samples.h"
#include "jit/ops/sliding.h"

namespace rille {
namespace {

const OpDoc window_pick_doc = {
    .brief =
        "Picks, from each window of x, the element at a flat row-major position; 0 if that is "
        "padding or out of range.",
    .shapes = "x: n[...], places: i32[windows], window parameters of all axes -> n[windows]",
    .errors = "error[shape] if places does not have one element for each window",
    .example = "grad(x => sum(nn.max_pool(x, 2)))([[[1.0], [2.0]]])  #> [[[0],\n#>   [1]]]",
    .source = "jax.lax's select_and_gather_add_p, which also computes the places",
};

Types window_pick_type(const OpCall& call) {
  Type x = call.in[0];
  if (!is_number(x.dtype())) {
    throw Error(Code::dtype, str("window_pick: expected an array of numbers, got ", x),
                call.origin.span());
  }
  Type out = window_type(call, x)[0];
  if (call.in[1] != out.with(Dtype::i32)) {
    throw Error(Code::shape,
                str("window_pick: places is ", call.in[1], ", expected ", out.with(Dtype::i32)),
                call.origin.span());
  }
  return {out};
}

Vars window_pick_jvp(Builder& b, const Node& node, const Vars& dx) {
  return {op::window_pick(b, dx[0], node.in[1], slide_of(node.attrs))};
}

Vars window_pick_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  return {op::window_place(b, ct[0], node.in[1], slide_of(node.attrs), in[0].shape()), {}};
}

// The addends for other positions are -0, which leaves a sum of one number unchanged; a window
// without a picked element stays 0.
Vars window_pick_expand(Builder& b, const Node& node) {
  WindowDims slide = slide_of(node.attrs);
  Type x = b.type(node.in[0]);
  AttrValue zero = number_value(x.dtype(), 0);
  Var all = windows_over(b, node.in[0], slide, zero);
  Shape shape = b.type(all).shape();
  Ints windows = counted_from(0, slide.size.size());
  Var places = op::broadcast(b, window_places(b, slide.size), shape, windows);
  Var asked = op::broadcast(b, node.in[1], shape, window_axes(x.rank()));
  Var none = op::fill(b, b.type(all), zero);
  bool has_signs = is_inexact(x.dtype());
  if (has_signs) none = op::neg(b, none);
  Var own = op::select(b, op::eq(b, asked, places), all, none);
  Var out = op::sum(b, own, window_axes(x.rank()));
  if (!has_signs) return {out};
  int64_t size = 1;
  for (int64_t extent : slide.size) size *= extent;
  Var place = node.in[1];
  Var is_place = op::bit_and(b, op::ge(b, place, filled_like(b, place, 0)),
                             op::lt(b, place, filled_like(b, place, static_cast<double>(size))));
  return {op::select(b, is_place, out, filled_like(b, out, 0))};
}

void window_pick_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  WindowPlaces places(in[0].type().ints(), slide_of(node.attrs));
  auto asked = in[1].as<int32_t>();
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* x = elements<T>(in[0]);
    T* y = elements_to_write<T>(out[0]);
    for (size_t k = 0; k < places.windows(); ++k) {
      bool is_place = asked[k] >= 0 && static_cast<size_t>(asked[k]) < places.size();
      int64_t at = is_place ? places.at(k, static_cast<size_t>(asked[k])) : -1;
      y[k] = at >= 0 ? x[at] : T{};
    }
  });
}

Sample with_places(Type x, const WindowDims& slide) {
  Shape shape;
  for (int64_t count : counts_of(slide, x.ints())) shape.emplace_back(count);
  return {{x, Type(Dtype::i32, shape)}, attrs_of(slide)};
}

std::vector<Sample> window_pick_samples() { return window_samples_of(is_number, with_places); }

}  // namespace

extern const Op window_pick_op = {
    .name = "window_pick",
    .doc = window_pick_doc,
    .type = window_pick_type,
    .jvp = window_pick_jvp,
    .transpose = window_pick_transpose,
    .batch = window_batch,
    .factors = window_factors,
    .lower = MissingRule{"window_pick is lowered to a sum over windows of x"},
    .reference = window_pick_reference,
    .samples = window_pick_samples,
    .expand = window_pick_expand,
};

Var op::window_pick(Builder& b, Var x, Var places, WindowDims slide) {
  return b.emit(window_pick_op, {x, places}, attrs_of(slide))[0];
}

}  // namespace rille
