// The expansion of a convolution: windows and a product.
#include <algorithm>
#include <functional>
#include <numeric>

#include "jit/ops/conv.h"
#include "jit/ops/loops.h"
#include "jit/ops/reduction.h"

namespace rille {
namespace {

int64_t product_of(const Ints& extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t{1}, checked_product);
}

constexpr int64_t few = 64;       // windows of a gradient of weights: the kernel positions
constexpr int64_t few_rows = 16;  // rows of a product for each window

}  // namespace

ConvExtents::ConvExtents(const Type& x_type, const Type& w_type, const Attrs& attrs)
    : axes(static_cast<size_t>(x_type.rank()) - 2), slide(slide_of(attrs)) {
  groups = {.features = attrs.integer("feature_groups"),
            .batch = attrs.integer("batch_groups"),
            .precision = precision_of(attrs)};
  Ints xs = x_type.ints(), ws = w_type.ints();
  auto middle = static_cast<std::ptrdiff_t>(axes);
  slide.size.assign(ws.begin(), ws.begin() + middle);
  x.assign(xs.begin() + 1, xs.end() - 1);
  out = counts_of(slide, x);
  batch = xs[0] / groups.batch;
  in = ws[axes];
  outs = ws.back() / group_count();
  int64_t places = product_of(slide.size);
  channels_first = places > product_of(out) && in <= places;
  few_windows = batch >= few_rows && (channels_first || (product_of(out) <= few && batch > in));
}

Var regrouped(Builder& b, Var v, const AxisRegrouping& how) {
  Var split = op::reshape(b, v, shape_of(how.parts));
  return op::reshape(b, op::permute(b, split, how.order), shape_of(how.joined));
}

namespace {

Ints& operator+=(Ints& all, const Ints& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// The windows of x as [batch, windows..., in, kernel...] and the weights as [kernel..., in, out].
// With groups, both have a group axis: the windows before the batch or before in, the weights
// before out. Kernel positions and channels are summed in the order of the reference
// implementation.
struct ConvArgs {
  Var windows, weights;
  bool grouped;
  int64_t left_group, right_group;  // group axes, if there are groups
  Ints left_kept;                   // the batch and window axes
  Ints left_summed, right_summed;
};

constexpr int64_t few_channels = 16;  // fewer channels are too short a run of memory to pay off

// The positions of the last kernel axis and their channels are one contiguous run if there is no
// gap between them. With few channels, the run fills vectors that single positions would leave half
// empty.
bool has_runs(const ConvExtents& n) {
  if (n.axes == 0) return false;
  bool is_dense = n.slide.window_dilation.back() == 1 && n.slide.base_dilation.back() == 1;
  bool is_one_product = n.group_count() == 1 && n.outs > 1 && !n.few_windows;
  return is_dense && is_one_product && !n.channels_first && n.in > 1 && n.in < few_channels &&
         n.slide.size.back() > 1;
}

// The windows as [batch, windows..., kernel..., run] and the weights as [kernel..., run, out].
ConvArgs sides_in_runs(Builder& b, Var x, Var w, const ConvExtents& n) {
  auto joined = [&](Shape shape, size_t axis) {  // merges the axis and the next one
    shape[axis] = Extent(shape[axis].number() * n.in);
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
    return shape;
  };
  WindowDims slide = n.slide;
  for (Ints* counts : {&slide.size, &slide.strides, &slide.low, &slide.high}) {
    counts->back() *= n.in;
  }
  auto axes = static_cast<int64_t>(n.axes);
  Var runs = op::reshape(b, x, joined(b.type(x).shape(), n.axes));
  runs = spaced(b, runs, slide, 1, number_value(b.type(x).dtype(), 0));
  return {.windows = op::windows(b, runs, counted_from(1, n.axes), slide.size, slide.strides,
                                 slide.window_dilation),
          .weights = op::reshape(b, w, joined(b.type(w).shape(), n.axes - 1)),
          .grouped = false,
          .left_group = 0,
          .right_group = 0,
          .left_kept = counted_from(0, n.axes + 1),
          .left_summed = counted_from(axes + 1, n.axes),
          .right_summed = counted_from(0, n.axes)};
}

// Padding comes before the axes are split, so that a guarded read is one step from x.
ConvArgs sides_of(Builder& b, Var x, Var w, const ConvExtents& n) {
  auto axes = static_cast<int64_t>(n.axes);
  bool of_batch = n.groups.batch > 1;
  ConvArgs out{.windows = spaced(b, x, n.slide, 1, number_value(b.type(x).dtype(), 0)),
               .weights = w};
  out.grouped = n.group_count() > 1 || n.outs == 1;
  int64_t front = of_batch ? 1 : 0, behind = out.grouped && !of_batch ? 1 : 0;
  if (out.grouped) {
    Ints places = b.type(out.windows).ints();
    Ints extents = of_batch ? Ints{n.groups.batch, n.batch} : Ints{n.batch};
    extents += Ints(places.begin() + 1, places.end() - 1);
    extents += of_batch ? Ints{n.in} : Ints{n.groups.features, n.in};
    out.windows = op::reshape(b, out.windows, shape_of(extents));
    Ints parts = n.slide.size;
    parts += {n.in, n.group_count(), n.outs};
    out.weights = op::reshape(b, out.weights, shape_of(parts));
  }
  out.windows = op::windows(b, out.windows, counted_from(front + 1, n.axes), n.slide.size,
                            n.slide.strides, n.slide.window_dilation);
  out.left_group = of_batch ? 0 : axes + 1;
  out.right_group = axes + 1;
  out.left_kept = counted_from(front, n.axes + 1);
  int64_t channels = front + axes + 1 + behind;
  auto order = [&](int64_t in, int64_t places) {
    Ints first = counted_from(in, 1), second = counted_from(places, n.axes);
    if (!n.channels_first) std::swap(first, second);
    first += second;
    return first;
  };
  out.left_summed = order(channels, channels + 1);
  out.right_summed = order(axes, 0);
  return out;
}

// A product for each window, whose rows are the batch: a gradient of weights, whose batch consists
// of contiguous channels.
Var by_windows(Builder& b, const ConvArgs& sides, const ConvExtents& n, Dtype dtype) {
  auto axes = static_cast<int64_t>(n.axes);
  Ints shape = n.out, right_summed;
  shape += b.type(sides.weights).ints();
  Var weights = op::broadcast(b, sides.weights, shape_of(shape), counted_from(0, n.axes));
  for (int64_t axis : sides.right_summed) right_summed.push_back(axis + axes);
  Contraction roles{counted_from(1, n.axes), counted_from(0, n.axes), sides.left_summed,
                    right_summed, n.groups.precision};
  Ints order{axes};
  order += counted_from(0, n.axes);
  order += {axes + 1};
  return op::permute(b, op::dot_general(b, sides.windows, weights, roles, dtype), order);
}

// Groups are a batch axis of the product and come first in its result.
Var by_product(Builder& b, const ConvArgs& sides, const ConvExtents& n, Dtype dtype) {
  auto axes = static_cast<int64_t>(n.axes);
  Contraction roles{{}, {}, sides.left_summed, sides.right_summed, n.groups.precision};
  if (!sides.grouped && n.few_windows) return by_windows(b, sides, n, dtype);
  if (!sides.grouped) return op::dot_general(b, sides.windows, sides.weights, roles, dtype);
  roles.left_batch = {sides.left_group};
  roles.right_batch = {sides.right_group};
  Var out = op::dot_general(b, sides.windows, sides.weights, roles, dtype);
  Ints order = counted_from(1, n.axes + 1), extents{n.batch};
  order += {0, axes + 2};
  extents += n.out;
  extents += {n.outs * n.group_count()};
  return op::reshape(b, op::permute(b, out, order), shape_of(extents));
}

// For groups with one output channel: channels stay contiguous, and the sums are short.
Var by_sum(Builder& b, const ConvArgs& sides, const ConvExtents& n, Dtype dtype) {
  bool widens = is_float(dtype) && dtype != Dtype::f64;
  Dtype sum_dtype = widens ? Dtype::f32 : dtype;
  Ints order = sides.left_kept, right_order{sides.right_group};
  order += {sides.left_group};
  order += sides.left_summed;
  right_order += sides.right_summed;
  right_order += {sides.right_group + 1};
  Var left = op::permute(b, op::convert(b, sides.windows, sum_dtype), order);
  Var right = op::permute(b, op::convert(b, sides.weights, sum_dtype), right_order);
  Shape shape = b.type(right).shape();
  shape.pop_back();
  right = op::broadcast(b, op::reshape(b, right, shape), b.type(left).shape(),
                        counted_from(0, n.axes + 1));
  Ints summed = counted_from(static_cast<int64_t>(n.axes) + 2, n.axes + 1);
  return op::convert(b, op::sum(b, op::mul(b, left, right), summed), dtype);
}

Var moved(Builder& b, Var x, Var w, const ConvExtents& n, Dtype dtype) {
  ConvArgs sides = has_runs(n) ? sides_in_runs(b, x, w, n) : sides_of(b, x, w, n);
  return n.outs == 1 ? by_sum(b, sides, n, dtype) : by_product(b, sides, n, dtype);
}

// If x has gaps, results that are one base dilation apart use the same kernel positions. Each such
// phase is a convolution without gaps.
constexpr int64_t max_phases = 16;

bool has_phases(const ConvExtents& n) {
  bool moves_by_one = std::ranges::all_of(n.slide.strides, [](int64_t step) { return step == 1; });
  int64_t phases = product_of(n.slide.base_dilation);
  return moves_by_one && phases > 1 && phases <= max_phases && product_of(n.out) > 0;
}

// Along one axis: the kernel positions of a phase, `count` of them from `first` on, and their
// window parameters over x, for as many windows as each phase has.
struct Phase {
  int64_t first = 0, step = 1, count = 0;
  int64_t low = 0, high = 0, dilation = 1;
};

Phase phase_of(const ConvExtents& n, size_t axis, int64_t number) {
  const WindowDims& slide = n.slide;
  int64_t base = slide.base_dilation[axis], apart = slide.window_dilation[axis];
  int64_t from = number - slide.low[axis], shared = std::gcd(apart, base);
  Phase out{.step = base / shared, .dilation = apart / shared};
  auto fits = [&] { return (from + out.first * apart) % base == 0; };
  while (out.first < out.step && !fits()) ++out.first;
  if (!fits() || out.first >= slide.size[axis]) return out;
  out.count = (slide.size[axis] - out.first + out.step - 1) / out.step;
  int64_t windows = (n.out[axis] + base - 1) / base;
  out.low = -(from + out.first * apart) / base;
  out.high = windows + (out.count - 1) * out.dilation - n.x[axis] - out.low;
  return out;
}

// One phase, [batch, windows..., out]; zeros if it uses no kernel position.
Var one_phase(Builder& b, Var x, Var w, ConvExtents n, const std::vector<Phase>& phases,
              Dtype dtype) {
  Ints start(n.axes + 2, 0), step(n.axes + 2, 1), shape{n.batch};
  Shape size = b.type(w).shape();
  bool meets = true;
  for (size_t i = 0; i < n.axes; ++i) {
    const Phase& phase = phases[i];
    meets = meets && phase.count > 0;
    start[i] = phase.first;
    step[i] = phase.step;
    size[i] = Extent(phase.count);
    n.out[i] = (n.out[i] + n.slide.base_dilation[i] - 1) / n.slide.base_dilation[i];
    n.slide.size[i] = phase.count;
    n.slide.low[i] = phase.low;
    n.slide.high[i] = phase.high;
    n.slide.window_dilation[i] = phase.dilation;
    n.slide.base_dilation[i] = 1;
  }
  if (meets) return moved(b, x, op::slice(b, w, start, size, step), n, dtype);
  shape += n.out;
  shape += {n.outs * n.group_count()};
  return op::fill(b, Type(dtype, shape_of(shape)), number_value(dtype, 0));
}

// Interleaves the phases: result i along an axis is element i / base of phase i % base.
Var by_phases(Builder& b, Var x, Var w, const ConvExtents& n, Dtype dtype) {
  const Ints& base = n.slide.base_dilation;
  Vars made;
  for (int64_t number = 0; number < product_of(base); ++number) {
    std::vector<Phase> phases(n.axes);
    int64_t rest = number;
    for (size_t i = n.axes; i-- > 0; rest /= base[i]) phases[i] = phase_of(n, i, rest % base[i]);
    Var one = one_phase(b, x, w, n, phases, dtype);
    made.push_back(op::reshape(b, one, with_batch(Extent(1), b.type(one).shape())));
  }
  auto axes = static_cast<int64_t>(n.axes);
  Ints windows = b.type(made[0]).ints(), parts = base, order{axes}, whole{n.batch};
  parts.insert(parts.end(), windows.begin() + 1, windows.end());
  for (int64_t i = 0; i < axes; ++i) {
    auto at = static_cast<size_t>(i);
    order += {axes + 1 + i, i};
    whole += {windows[at + 2] * base[at]};
  }
  order += {2 * axes + 1};
  whole += {windows.back()};
  Var all = regrouped(b, op::concatenate(b, made, 0), {parts, order, whole});
  Shape size = b.type(all).shape();
  for (size_t i = 0; i < n.axes; ++i) size[i + 1] = Extent(n.out[i]);
  return op::slice(b, all, Ints(n.axes + 2, 0), size, Ints(n.axes + 2, 1));
}

// The sum for one element of the result: window number `window` of batch element `row` of x, for
// the output channel `channel`.
template <class W>
struct OutputSum {
  const std::vector<W>&x, &w;
  const ConvExtents& n;
  const WindowPlaces& places;
  int64_t size, first;  // positions in one batch element of x; the first channel of the group

  W operator()(int64_t row, size_t window, int64_t channel) const {
    auto fused = [](auto sum, auto p, auto q) { return sum + p * q; };
    int64_t channels = n.in * n.groups.features, outs = n.outs * n.group_count();
    auto count = static_cast<int64_t>(places.size());
    W sum{};
    for (int64_t term = 0; term < count * n.in; ++term) {
      int64_t place = n.channels_first ? term % count : term / n.in;
      int64_t i = n.channels_first ? term / count : term % n.in;
      int64_t at = places.at(window, static_cast<size_t>(place));
      W p = at < 0 ? W{} : x[static_cast<size_t>((row * size + at) * channels + first + i)];
      W q = w[static_cast<size_t>((place * n.in + i) * outs + channel)];
      sum = static_cast<W>(wrapping(fused, sum, p, q));
    }
    return sum;
  }
};

template <class To>
void slide_and_sum(const Array& x_array, const Array& w_array, To* out, const ConvExtents& n) {
  using W = Wide<To>;
  auto x = loaded<W>(x_array), w = loaded<W>(w_array);
  WindowPlaces places(n.x, n.slide);
  for (int64_t image = 0; image < n.batch; ++image) {
    for (size_t window = 0; window < places.windows(); ++window) {
      for (int64_t c = 0; c < n.outs * n.group_count(); ++c) {
        int64_t group = c / n.outs;
        int64_t row = n.groups.batch > 1 ? group * n.batch + image : image;
        int64_t first = n.groups.features > 1 ? group * n.in : 0;
        OutputSum<W> sum{x, w, n, places, product_of(n.x), first};
        *out++ = narrow<To>(sum(row, window, c));
      }
    }
  }
}

}  // namespace

Vars expand_conv(Builder& b, const Node& node) {
  ConvExtents n(b.type(node.in[0]), b.type(node.in[1]), node.attrs);
  Dtype dtype = node.attrs.dtype("dtype");
  if (has_phases(n)) return {by_phases(b, node.in[0], node.in[1], n, dtype)};
  return {moved(b, node.in[0], node.in[1], n, dtype)};
}

void conv_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  ConvExtents n(in[0].type(), in[1].type(), node.attrs);
  with_type(out[0].dtype(), [&](auto to) {
    using To = decltype(to);
    if constexpr (kind_of<To> != DtypeKind::key && kind_of<To> != DtypeKind::boolean) {
      slide_and_sum(in[0], in[1], elements_to_write<To>(out[0]), n);
    }
  });
}

}  // namespace rille
