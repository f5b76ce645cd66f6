// conv: convolution of x with a kernel, channels last.
#include "jit/ops/conv.h"

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/samples.h"
#include "vm/text.h"

namespace rille {
namespace {

const OpDoc conv_doc = {
    .brief =
        "Computes a convolution: products of the kernel with windows of x, summed over kernel "
        "positions and input channels.",
    .shapes =
        "x: n[batch, spatial..., channels], w: n[kernel..., in, out], window parameters, groups -> "
        "dtype[batch, spatial..., out]",
    .errors =
        "error[shape] if the channels of x are not in * groups, or the groups do not divide the "
        "output channels or the batch; error[dtype] if the dtypes differ",
    .example = "conv(ones((1, 3, 1)), ones((2, 1, 1)), padding = \"valid\")  #> [[[2],\n#>   [2]]]",
    .source = "jax.lax.conv_general_dilated, channels last",
};

[[noreturn]] void refuse(const OpCall& call, const std::string& why) {
  throw Error(Code::shape, str("conv of ", call.in[0], " with ", call.in[1], ": ", why),
              call.origin.span());
}

void check_dtypes(const OpCall& call) {
  Dtype x = call.in[0].dtype(), y = call.in[1].dtype(), to = call.attrs.dtype("dtype");
  bool like = is_complex(x) == is_complex(to);
  if (x == y && is_number(x) && is_number(to) && like) return;
  throw Error(Code::dtype,
              str("conv: expected two arrays of numbers of one dtype, got ", call.in[0], " and ",
                  call.in[1]),
              call.origin.span());
}

Types conv_type(const OpCall& call) {
  Type x = call.in[0], w = call.in[1];
  check_dtypes(call);
  check_precision(call);
  if (x.rank() != w.rank() || x.rank() < 2) {
    refuse(
        call,
        "expected x [batch, spatial..., channels] with one spatial axis for each kernel axis of w");
  }
  if (!x.known() || !w.known()) refuse(call, "the sizes must be static");
  int64_t features = call.attrs.integer("feature_groups"),
          parts = call.attrs.integer("batch_groups");
  if (features < 1 || parts < 1 || (features > 1 && parts > 1)) {
    refuse(call, str("expected groups >= 1, and feature groups (", features, ") or batch groups (",
                     parts, ") equal to 1"));
  }
  Ints xs = x.ints(), ws = w.ints();
  size_t axes = xs.size() - 2;
  if (xs.back() != checked_product(ws[axes], features)) {
    refuse(call, str("x has ", xs.back(), " channels, expected ", ws[axes], " in each of ",
                     features, " groups"));
  }
  if (ws.back() % (features * parts) != 0 || xs[0] % parts != 0) {
    refuse(call, "the groups do not divide the output channels or the batch");
  }
  WindowDims slide = slide_of(call.attrs);
  slide.size.assign(ws.begin(), ws.begin() + static_cast<std::ptrdiff_t>(axes));
  Shape shape{xs[0] / parts};
  for (int64_t n : slid(call, slide, std::span(x.shape()).subspan(1, axes))) shape.emplace_back(n);
  shape.emplace_back(ws.back());
  return {Type(call.attrs.dtype("dtype"), shape)};
}

Vars conv_jvp(Builder& b, const Node& node, const Vars& dx) {
  auto with = [&](Var x, Var w) { return b.emit(*node.op, {x, w}, node.attrs)[0]; };
  Var left = dx[0].none() ? Var{} : with(dx[0], node.in[1]);
  Var right = dx[1].none() ? Var{} : with(node.in[0], dx[1]);
  return {added(b, left, right)};
}

Ints joined(std::initializer_list<Ints> parts) {
  Ints out;
  for (const Ints& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

// An element of x is used by each kernel position, the last one first. So the cotangents are
// convolved with the reversed kernel, which maps the outputs of each group to its inputs.
Var x_cotangent(Builder& b, const Node& node, const ConvExtents& n, Var ct) {
  auto axes = static_cast<int64_t>(n.axes);
  int64_t groups = n.group_count();
  Ints middle = counted_from(0, n.axes), size = n.slide.size;
  Var w = op::reverse(b, op::convert(b, node.in[1], b.type(ct).dtype()), middle);
  w = regrouped(
      b, w,
      {joined({size, {n.in, groups, n.outs}}), joined({middle, {axes + 2, axes + 1, axes}}),
       joined({size, {n.outs, groups * n.in}})});
  WindowDims back = turned(n.slide, n.x);
  back.size = {};
  Var dx = op::conv(b, ct, w, back, {.features = groups, .precision = n.groups.precision},
                    b.type(ct).dtype());
  if (n.groups.batch == 1) return dx;
  return regrouped(b, dx,
                   {joined({{n.batch}, n.x, {n.groups.batch, n.in}}),
                    joined({{axes + 1, 0}, counted_from(1, n.axes), {axes + 2}}),
                    joined({{n.groups.batch * n.batch}, n.x, {n.in}})});
}

// A kernel position is multiplied by elements of x that are one stride apart, each with a
// cotangent. So the cotangents are convolved over x, and the batch is summed over.
Var w_cotangent(Builder& b, const Node& node, const ConvExtents& n, Var ct) {
  Dtype dtype = b.type(ct).dtype();
  auto axes = static_cast<int64_t>(n.axes);
  Ints middle = counted_from(1, n.axes);
  WindowDims over{.strides = n.slide.window_dilation,
                  .low = n.slide.low,
                  .base_dilation = n.slide.base_dilation,
                  .window_dilation = n.slide.strides};
  for (size_t i = 0; i < n.axes; ++i) {
    int64_t room = places_of(n.out[i], n.slide.strides[i]) +
                   places_of(n.slide.size[i], n.slide.window_dilation[i]) - 1;
    over.high.push_back(room - places_of(n.x[i], n.slide.base_dilation[i]) - n.slide.low[i]);
  }
  Var x = op::permute(b, op::convert(b, node.in[0], dtype), joined({{axes + 1}, middle, {0}}));
  Var weights = op::permute(b, ct, joined({middle, {0, axes + 1}}));
  ConvGroups turned_groups{
      .features = n.groups.batch, .batch = n.groups.features, .precision = n.groups.precision};
  Var dw = op::conv(b, x, weights, over, turned_groups, dtype);
  return op::permute(b, dw, joined({middle, {0, axes + 1}}));
}

Vars conv_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  ConvExtents n(in[0], in[1], node.attrs);
  Vars out;
  for (size_t i : {size_t{0}, size_t{1}}) {
    if (!node.in[i].none()) {
      out.push_back({});
    } else if (b.type(ct[0]).count() == 0) {
      out.push_back(op::fill(b, in[i], 0.0));
    } else {
      Var d = i == 0 ? x_cotangent(b, node, n, ct[0]) : w_cotangent(b, node, n, ct[0]);
      out.push_back(op::convert(b, d, in[i].dtype()));
    }
  }
  return out;
}

// The mapped axis of w becomes part of the outputs of each group.
Var rows_of_weights(Builder& b, const Node& node, const ConvExtents& n, int64_t rows) {
  auto axes = static_cast<int64_t>(n.axes);
  int64_t groups = n.group_count();
  Ints middle = counted_from(1, n.axes);
  Var w = regrouped(b, node.in[1],
                    {joined({{rows}, n.slide.size, {n.in, groups, n.outs}}),
                     joined({middle, {axes + 1, axes + 2, 0, axes + 3}}),
                     joined({n.slide.size, {n.in, groups * rows * n.outs}})});
  Var out = b.emit(*node.op, {node.in[0], w}, node.attrs)[0];
  return regrouped(b, out,
                   {joined({{n.batch}, n.out, {groups, rows, n.outs}}),
                    joined({{axes + 2, 0}, middle, {axes + 1, axes + 3}}),
                    joined({{rows, n.batch}, n.out, {groups * n.outs}})});
}

// The mapped axis of x becomes part of the batch of each group.
Var rows_of_x(Builder& b, const Node& node, const ConvExtents& n, int64_t rows) {
  int64_t parts = n.groups.batch;
  Ints rest = joined({n.x, {n.in * n.groups.features}});
  Ints behind = counted_from(3, n.axes + 1);
  Var x = regrouped(b, node.in[0],
                    {joined({{rows, parts, n.batch}, rest}), joined({{1, 0, 2}, behind}),
                     joined({{rows * parts * n.batch}, rest})});
  Var out = b.emit(*node.op, {x, node.in[1]}, node.attrs)[0];
  Ints whole = joined({{rows, n.batch}, n.out, {n.group_count() * n.outs}});
  return op::reshape(b, out, shape_of(whole));
}

// A mapped axis of both becomes part of the groups: of the batch groups if there are any, otherwise
// of the feature groups.
Var rows_of_both(Builder& b, const Node& node, const ConvExtents& n, int64_t rows) {
  auto axes = static_cast<int64_t>(n.axes);
  int64_t parts = n.groups.batch, channels = n.in * n.groups.features;
  Ints middle = counted_from(1, n.axes), behind = counted_from(2, n.axes);
  int64_t outs = n.group_count() * n.outs;
  Var w = regrouped(
      b, node.in[1],
      {joined({{rows}, n.slide.size, {n.in, outs}}), joined({middle, {axes + 1, 0, axes + 2}}),
       joined({n.slide.size, {n.in, rows * outs}})});
  Var x = node.in[0];
  Attrs attrs = node.attrs;
  if (parts > 1) {
    x = op::reshape(b, x, shape_of(joined({{rows * parts * n.batch}, n.x, {channels}})));
    attrs = attrs.with("batch_groups", rows * parts);
  } else {
    x = regrouped(b, x,
                  {joined({{rows, n.batch}, n.x, {channels}}), joined({{1}, behind, {0, axes + 2}}),
                   joined({{n.batch}, n.x, {rows * channels}})});
    attrs = attrs.with("feature_groups", rows * n.groups.features);
  }
  return regrouped(
      b, b.emit(*node.op, {x, w}, attrs)[0],
      {joined({{n.batch}, n.out, {rows, outs}}), joined({{axes + 1, 0}, middle, {axes + 2}}),
       joined({{rows, n.batch}, n.out, {outs}})});
}

std::vector<BatchedVar> conv_batch(Builder& b, const Node& node, const Batch& batch) {
  auto one = [&](size_t i) {
    Type type = b.type(node.in[i]);
    if (batch.axes[i] < 0) return type;
    return type.with(Shape(type.shape().begin() + 1, type.shape().end()));
  };
  ConvExtents n(one(0), one(1), node.attrs);
  int64_t rows = batch.size.number();
  if (batch.axes[1] < 0) return {{rows_of_x(b, node, n, rows), 0}};
  if (batch.axes[0] < 0) return {{rows_of_weights(b, node, n, rows), 0}};
  return {{rows_of_both(b, node, n, rows), 0}};
}

std::vector<Sample> conv_samples() {
  std::vector<Sample> out;
  auto add = [&](Type x, Type w, const WindowDims& slide, ConvGroups groups = {},
                 bool wide = false) {
    Dtype to = !wide ? x.dtype() : is_float(x.dtype()) ? Dtype::f32 : Dtype::i32;
    out.push_back({{x, w},
                   attrs_of(slide, {{"feature_groups", groups.features},
                                    {"batch_groups", groups.batch},
                                    {"dtype", to}})});
  };
  auto of = [](size_t axes, int64_t stride = 1, int64_t base = 1, int64_t apart = 1) {
    Ints none(axes, 0);
    return WindowDims{{}, Ints(axes, stride), none, none, Ints(axes, base), Ints(axes, apart)};
  };
  auto padded = [](WindowDims slide, Ints low, Ints high) {
    slide.low = std::move(low);
    slide.high = std::move(high);
    return slide;
  };
  add(f64({1, 5, 1}), f64({3, 1, 1}), of(1));
  add(f64({2, 5, 2}), f64({2, 2, 3}), padded(of(1), {1}, {2}));
  add(f64({2, 7, 2}), f64({3, 2, 2}), of(1, 2, 1, 2));
  add(f64({2, 4, 2}), f64({3, 2, 2}), padded(of(1, 1, 2), {2}, {1}));
  add(f64({2, 5, 2}), f64({3, 2, 2}), padded(of(1, 3, 2, 2), {-1}, {4}));
  add(f64({2, 6, 2}), f64({2, 2, 2}), padded(of(1, 2), {-2}, {-1}));
  add(f64({1, 4, 6}), f64({2, 2, 9}), of(1), {.features = 3});
  add(f64({2, 5, 4}), f64({3, 1, 4}), padded(of(1, 2), {1}, {1}), {.features = 4});
  add(f64({4, 4, 2}), f64({2, 2, 6}), of(1), {.batch = 2});
  add(f64({3, 5, 2}), f64({2, 2, 3}), padded(of(1, 2, 3, 2), {2}, {0}), {.batch = 3});
  add(f64({2, 4, 5, 2}), f64({3, 2, 2, 3}),
      padded({{}, {1, 2}, {}, {}, {1, 1}, {1, 1}}, {1, 0}, {1, 1}));
  add(f64({2, 5, 4, 4}), f64({2, 3, 2, 4}),
      padded({{}, {2, 1}, {}, {}, {1, 2}, {2, 1}}, {0, 1}, {1, 2}), {.features = 2});
  add(f64({1, 3, 4, 2, 2}), f64({2, 2, 2, 2, 2}), padded(of(3), {1, 0, 0}, {0, 0, 1}));
  add(f64({2, 3}), f64({3, 4}), of(0));
  add(f64({2, 2, 2}), f64({3, 2, 2}), of(1));
  add(f64({0, 4, 2}), f64({2, 2, 2}), of(1));
  add(f64({2, 0, 2}), f64({2, 2, 2}), padded(of(1), {2}, {1}));
  add(f64({2, 4, 0}), f64({2, 0, 2}), of(1));
  for (Dtype dtype : sample_dtypes()) {
    if (!is_number(dtype)) continue;
    add({dtype, {2, 5, 2}}, {dtype, {3, 2, 2}}, padded(of(1), {1}, {0}));
    add({dtype, {2, 5, 2}}, {dtype, {3, 1, 2}}, of(1), {.features = 2});
  }
  for (Dtype dtype : {Dtype::bf16, Dtype::i8}) {
    add({dtype, {1, 4, 2}}, {dtype, {2, 2, 2}}, of(1), {}, true);
    add({dtype, {1, 4, 2}}, {dtype, {2, 1, 2}}, of(1), {.features = 2}, true);
  }
  return out;
}

// The batch and the outputs belong to the result; the inputs of a group are summed over. The groups
// are the outer part of the axes that they divide. They are counted by an attribute, so these axes
// must not be split.
Factors conv_factors(const OpCall& call, const Types& out) {
  using Role = Factor::Role;
  int64_t features = call.attrs.integer("feature_groups"),
          parts = call.attrs.integer("batch_groups");
  const Shape &x = call.in[0].shape(), &w = call.in[1].shape(), &y = out[0].shape();
  auto middle = [](const Shape& shape, size_t from) {
    return std::span(shape).subspan(from, shape.size() - 2);
  };
  Factors made;
  int batch = made.add(y[0]), in = made.add(w[w.size() - 2], Role::summed);
  int outs = made.add(y.back().divided_by(features * parts));
  int group = made.add(features * parts, Role::special);
  AxisFactors xs{{batch}}, ws = add_axes(made, middle(w, 0), Role::special), ys{{batch}};
  if (parts > 1) xs[0] = {group, batch};
  append_to(xs, add_axes(made, middle(x, 1), Role::special));
  append_to(ys, add_axes(made, middle(y, 1), Role::special));
  xs.push_back({in});
  if (features > 1) xs.back() = {group, in};
  ws.push_back({in});
  for (AxisFactors* axes : {&ws, &ys}) {
    axes->push_back({outs});
    if (features * parts > 1) axes->back() = {group, outs};
  }
  made.in = {xs, ws};
  made.out = {ys};
  return made;
}

}  // namespace

extern const Op conv_op = {
    .name = "conv",
    .doc = conv_doc,
    .type = conv_type,
    .jvp = conv_jvp,
    .transpose = conv_transpose,
    .batch = conv_batch,
    .factors = conv_factors,
    .lower = MissingRule{"conv is lowered to a product with windows of x"},
    .reference = conv_reference,
    .samples = conv_samples,
    .expand = expand_conv,
    .parts = product_parts,
    .linear = LinearIn::each,
};

Var op::conv(Builder& b, Var x, Var w, WindowDims slide, ConvGroups groups, Dtype dtype) {
  slide.size = {};
  Attrs attrs = attrs_of(
      slide,
      {{"feature_groups", groups.features}, {"batch_groups", groups.batch}, {"dtype", dtype}});
  return b.emit(conv_op, {x, w}, with_precision(attrs, groups.precision))[0];
}

}  // namespace rille
