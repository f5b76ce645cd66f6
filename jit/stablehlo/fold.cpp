// StableHLO reductions, scans, and windows.
#include <algorithm>
#include <numeric>

#include "jit/op.h"
#include "jit/ops/reduction.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/scope.h"
#include "jit/transform.h"
#include "jit/window_dims.h"

namespace rille {
namespace {

constexpr int64_t max_in_turn = 64;  // maximum size of a window that is reduced sequentially

// The axes of the windowed array that hold the elements of one window.
Ints places_of_windows(const Type& type) {
  return counted_from(type.rank(), static_cast<size_t>(type.rank()));
}

// Every `step`-th row, starting at `from`.
Vars rows(Builder& b, const Vars& xs, int64_t from, int64_t count, int64_t step) {
  Vars out;
  for (Var x : xs) {
    Type type = b.type(x);
    Ints start(static_cast<size_t>(type.rank()), 0), steps(start.size(), 1);
    Shape size = type.shape();
    start[0] = from;
    steps[0] = step;
    size[0] = Extent(count);
    out.push_back(op::slice(b, x, start, size, steps));
  }
  return out;
}

// xs with `axes` moved to the front and merged into one.
Vars in_rows(Builder& b, const Vars& xs, const Ints& axes) {
  Type type = b.type(xs[0]);
  Shape flat = without(type.shape(), axes);
  int64_t count = 1;
  Ints order = axes;
  for (int64_t axis : axes) count *= type.extent(static_cast<int>(axis)).number();
  for (int axis = 0; axis < type.rank(); ++axis) {
    if (!contains(axes, axis)) order.push_back(axis);
  }
  flat.insert(flat.begin(), Extent(count));
  Vars out;
  for (Var x : xs) out.push_back(op::reshape(b, op::permute(b, x, order), flat));
  return out;
}

// x reduced by the primitive of the operation; none if it does not exist.
Var folded_by(Builder& b, std::string_view name, Var x, const Ints& axes) {
  bool truths = b.type(x).dtype() == Dtype::boolean;
  if (truths && (name == "and" || name == "minimum" || name == "multiply")) {
    return op::reduce_and(b, x, axes);
  }
  if (truths && (name == "or" || name == "maximum" || name == "add")) {
    return op::reduce_or(b, x, axes);
  }
  bool ordered = !truths && !is_complex(b.type(x).dtype());
  if (name == "add") return op::sum(b, x, axes);
  if (name == "multiply") return op::prod(b, x, axes);
  if (name == "maximum" && ordered) return op::reduce_max(b, x, axes);
  if (name == "minimum" && ordered) return op::reduce_min(b, x, axes);
  return {};
}

// Windows of x reduced by such an operation, with neutral padding.
Var slid_by(Builder& b, std::string_view name, Var x, const WindowDims& slide) {
  Dtype dtype = b.type(x).dtype();
  if (name == "add" && is_number(dtype)) return op::window_sum(b, x, slide);
  if (dtype == Dtype::boolean) {
    if (name == "or") return op::window_max(b, x, slide);
    return name == "and" ? op::window_min(b, x, slide) : Var{};
  }
  if (is_complex(dtype)) return {};
  if (name == "maximum") return op::window_max(b, x, slide);
  if (name == "minimum") return op::window_min(b, x, slide);
  return {};
}

// The two halves of the operands: the inputs and their initial values.
struct ReduceOperands {
  Vars xs, starts;
};
ReduceOperands halves(HloScope& scope, const HloOp& op, const Vars& in) {
  if (in.empty() || in.size() % 2 != 0) {
    refuse(op, str(op.name, " has ", in.size(),
                   " operands, expected inputs and as many initial values"));
  }
  ReduceOperands out;
  for (size_t i = 0; i < in.size(); ++i) {
    bool is_start = i >= in.size() / 2;
    if (is_start && scope.b.type(in[i]).rank() != 0)
      refuse(op, str("an initial value is ", scope.b.type(in[i]), ", expected a scalar"));
    if (!is_start && scope.b.type(in[i]).shape() != scope.b.type(in[0]).shape()) {
      refuse(op, str(op.name, " has inputs of different shapes: ", scope.b.type(in[0]), " and ",
                     scope.b.type(in[i])));
    }
    (is_start ? out.starts : out.xs).push_back(in[i]);
  }
  return out;
}

Vars all_spread(Builder& b, const Vars& scalars, const Shape& shape) {
  Vars out;
  for (Var v : scalars) out.push_back(spread(b, v, b.type(v).with(shape)));
  return out;
}

Vars with_starts(HloScope& scope, const HloRegion& region, const Vars& starts, const Vars& made) {
  Vars args = all_spread(scope.b, starts, scope.b.type(made[0]).shape());
  args.append(made);
  return mapped(scope, region, args);
}

const HloRegion& region_of(const HloOp& op, size_t number) {
  if (op.regions.size() <= number) refuse(op, str(op.name, ": missing region"));
  return op.regions[number];
}

// Sequential reduction of rows, starting with `starts`, in the order of StableHLO's interpreter:
// the order matters if the region rounds.
Vars folded_in_turn(HloScope& scope, const HloRegion& region, const Vars& starts, const Vars& xs,
                    const Ints& axes) {
  Builder& b = scope.b;
  Shape rest = without(b.type(xs[0]).shape(), axes);
  Vars flat = in_rows(b, xs, axes), now = all_spread(b, starts, rest);
  int64_t count = b.type(flat[0]).extent(0).number();
  for (int64_t row = 0; row < count; ++row) {
    Vars args = now;
    for (Var v : rows(b, flat, row, 1, 1)) args.push_back(op::reshape(b, v, rest));
    now = mapped(scope, region, args);
  }
  return now;
}

Vars folded_region(HloScope& scope, const HloRegion& region, const Vars& xs, const Ints& axes) {
  return folded(scope.b, xs, axes, [&](const Vars& left, const Vars& right) {
    Vars args = left;
    args.append(right);
    return mapped(scope, region, args);
  });
}

// Whether a reduction or scan has the same result without `start`. Sums start at 0 in any case.
bool is_neutral(const HloScope& scope, std::string_view name, Var start) {
  const AttrValue* value = filled_with(scope.b.graph(), start);
  if (value == nullptr) return false;
  Dtype dtype = scope.b.type(start).dtype();
  if (dtype == Dtype::boolean) {
    bool all = name == "and" || name == "minimum" || name == "multiply";
    return name != "xor" && std::get<bool>(*value) == all;
  }
  if (is_complex(dtype) && name != "add" && name != "multiply") return false;
  if (name == "add") return *value == number_value(dtype, 0);
  if (name == "multiply") return *value == number_value(dtype, 1);
  if (name == "maximum") return *value == lowest_value(dtype);
  return name == "minimum" && *value == greatest_value(dtype);
}

Vars reduce(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  auto [xs, starts] = halves(scope, op, in);
  const HloRegion& region = region_of(op, 0);
  Ints axes = ints_of(op, {"dimensions"});
  Type type = b.type(xs[0]);
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= type.rank())
      refuse(op, str("axis ", axis, " is out of range for ", type));
  }
  if (type.count() == 0) return all_spread(b, starts, without(type.shape(), axes));
  std::string_view name = xs.size() == 1 ? combiner_of(region) : "";
  Var made = folded_by(b, name, xs[0], axes);
  if (!made.none() && is_neutral(scope, name, starts[0])) return {made};
  if (!made.none()) return {combined(b, name, spread(b, starts[0], b.type(made)), made)};
  return with_starts(scope, region, starts, folded_region(scope, region, xs, axes));
}

// The window parameters for a given number of axes. Padding is low and high, alternating.
struct WindowParams {
  WindowDims slide;
  explicit WindowParams(const HloOp& op, int rank) {
    Ints ones(static_cast<size_t>(rank), 1);
    slide.size = ints_of(op, {"window_dimensions"});
    slide.strides = ints_of(op, {"window_strides"}, ones);
    slide.base_dilation = ints_of(op, {"base_dilations"}, ones);
    slide.window_dilation = ints_of(op, {"window_dilations"}, ones);
    Ints padding = ints_of(op, {"padding"}, Ints(2 * ones.size(), 0));
    for (const Ints* list :
         {&slide.size, &slide.strides, &slide.base_dilation, &slide.window_dilation}) {
      if (list->size() != ones.size()) refuse(op, "window attributes need one number per axis");
      if (std::ranges::any_of(*list, [](int64_t x) { return x < 1; })) {
        refuse(op, "window sizes, strides, and dilations must be positive");
      }
    }
    if (padding.size() != 2 * ones.size()) refuse(op, "padding needs two numbers per axis");
    for (size_t i = 0; i < padding.size(); ++i)
      (i % 2 == 0 ? slide.low : slide.high).push_back(padding[i]);
  }
};

// x with all padding of a slide applied, and the slide without it.
Var padded(Builder& b, Var x, Var value, WindowDims& slide) {
  Ints interior = slide.base_dilation, none(slide.low.size(), 0);
  for (int64_t& x : interior) --x;
  bool is_plain = slide.low == none && slide.high == none && interior == none;
  Var out = is_plain ? x : op::pad(b, x, value, slide.low, slide.high, interior);
  slide.low = slide.high = none;
  std::ranges::fill(slide.base_dilation, 1);
  return out;
}

Var all_windows(Builder& b, Var x, const WindowDims& slide) {
  return op::windows(b, x, counted_from(0, static_cast<size_t>(b.type(x).rank())), slide.size,
                     slide.strides, slide.window_dilation);
}

// A window over all elements up to the current one along an axis, in either direction: a scan.
Var scanned_by(Builder& b, std::string_view name, Var x, const WindowDims& slide) {
  Type type = b.type(x);
  int along = -1;
  bool reverse = false;
  for (int axis = 0; axis < type.rank(); ++axis) {
    auto i = static_cast<size_t>(axis);
    if (slide.strides[i] != 1 || slide.base_dilation[i] != 1) return {};
    if (slide.size[i] == 1 && slide.low[i] == 0 && slide.high[i] == 0) continue;
    int64_t n = type.extent(axis).number();
    bool before = slide.low[i] == n - 1 && slide.high[i] == 0;
    bool after = slide.high[i] == n - 1 && slide.low[i] == 0;
    if (along >= 0 || slide.window_dilation[i] != 1 || slide.size[i] != n || n < 2) return {};
    if (!before && !after) return {};
    along = axis;
    reverse = after;
  }
  if (along < 0) return {};
  if (type.dtype() == Dtype::boolean) {
    if (name == "or") return op::cummax(b, x, along, reverse);
    return name == "and" ? op::cummin(b, x, along, reverse) : Var{};
  }
  if (name == "add") return op::cumsum(b, x, along, reverse);
  if (name == "multiply") return op::cumprod(b, x, along, reverse);
  if (is_complex(type.dtype())) return {};
  if (name == "maximum") return op::cummax(b, x, along, reverse);
  if (name == "minimum") return op::cummin(b, x, along, reverse);
  return {};
}

Vars reduce_window(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  auto [xs, starts] = halves(scope, op, in);
  const HloRegion& region = region_of(op, 0);
  Type type = b.type(xs[0]);
  WindowDims slide = WindowParams(op, type.rank()).slide;
  std::string_view name = xs.size() == 1 ? combiner_of(region) : "";
  if (!name.empty() && is_neutral(scope, name, starts[0])) {
    if (Var made = scanned_by(b, name, xs[0], slide); !made.none()) return {made};
    if (Var made = slid_by(b, name, xs[0], slide); !made.none()) return {made};
  }
  Vars all;
  WindowDims moved = slide;
  for (size_t i = 0; i < xs.size(); ++i) {
    moved = slide;
    all.push_back(padded(b, xs[i], starts[i], moved));
  }
  if (Var made = slid_by(b, name, all[0], moved); !made.none()) {
    return {combined(b, name, spread(b, starts[0], b.type(made)), made)};
  }
  for (Var& x : all) x = all_windows(b, x, moved);
  Ints places = places_of_windows(type);
  if (b.type(all[0]).count() == 0)
    return all_spread(b, starts, without(b.type(all[0]).shape(), places));
  int64_t each = 1;
  for (int64_t size : moved.size) each *= size;
  if (each <= max_in_turn) return folded_in_turn(scope, region, starts, all, places);
  return with_starts(scope, region, starts, folded_region(scope, region, all, places));
}

// In each window, the first region selects one element, to which the value of the source is
// scattered. Padding is never selected.
Vars select_and_scatter(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 3);
  Builder& b = scope.b;
  const HloRegion &prefers = region_of(op, 0), &joins = region_of(op, 1);
  Type type = b.type(in[0]);
  WindowDims slide = WindowParams(op, type.rank()).slide;
  Extent count(type.count());
  Type numbers = type.with(Dtype::i64);
  Var places = op::reshape(b, op::iota(b, Type(Dtype::i64, Shape{count}), 0), numbers.shape());
  WindowDims moved = slide;
  Var x = all_windows(b, padded(b, in[0], in[2], moved), moved);
  moved = slide;
  Var nowhere = op::fill(b, Type(Dtype::i64, Shape{}), int64_t{-1});
  places = all_windows(b, padded(b, places, nowhere, moved), moved);
  Var picked;
  Shape windows = without(b.type(x).shape(), places_of_windows(type));
  if (b.type(in[1]).shape() != windows)
    refuse(op, str("the source is ", b.type(in[1]), ", expected shape ", text(windows)));
  if (b.type(in[1]).count() == 0) return {spread(b, in[2], type)};
  picked = folded(
      b, {x, places}, places_of_windows(type), [&](const Vars& left, const Vars& right) -> Vars {
        Var zero = op::fill(b, b.type(left[1]), int64_t{0});
        Var first = mapped(scope, prefers, {left[0], right[0]})[0];
        first = op::bit_and(b, first, op::ge(b, left[1], zero));
        first = op::bit_or(b, first, op::lt(b, right[1], zero));
        return {op::select(b, first, left[0], right[0]), op::select(b, first, left[1], right[1])};
      })[1];
  Extent sources(b.type(in[1]).count());
  Var begun = spread(b, in[2], type.with(Shape{count}));
  Var out = joined_at(scope, op, joins, begun, op::reshape(b, picked, Shape{sources}),
                      op::reshape(b, in[1], Shape{sources}));
  return {op::reshape(b, out, type.shape())};
}

Vars map(HloScope& scope, const HloOp& op, const Vars& in) {
  if (in.empty()) refuse(op, "map has 0 operands, expected at least 1");
  return mapped(scope, region_of(op, 0), in);
}

constexpr HloRule fold_table[] = {
    {"map", map},
    {"reduce", reduce},
    {"reduce_window", reduce_window},
    {"select_and_scatter", select_and_scatter},
};

}  // namespace

std::span<const HloRule> fold_rules() { return fold_table; }

std::string_view combiner_of(const HloRegion& region) {
  if (region.params.size() != 2 || region.ops.size() != 2) return {};
  const HloOp &only = region.ops[0], &back = region.ops[1];
  if (back.name != "return" || back.in != only.out || only.in.size() != 2) return {};
  bool typed =
      region.types[0] == region.types[1] && !only.types.empty() && only.types[0] == region.types[0];
  if (!typed) return {};
  const std::string &x = region.params[0], &y = region.params[1];
  bool in_order = only.in[0] == x && only.in[1] == y, turned = only.in[0] == y && only.in[1] == x;
  constexpr std::string_view names[] = {"add", "multiply", "maximum", "minimum",
                                        "and", "or",       "xor"};
  const auto* found = std::ranges::find(names, only.name);
  return (in_order || turned) && found != std::end(names) ? *found : std::string_view{};
}

Vars mapped(HloScope& scope, const HloRegion& region, const Vars& args) {
  Builder& b = scope.b;
  auto need = [&](bool holds, const auto&... why) {
    if (holds) return;
    Span place = region.ops.empty() ? Span{} : region.ops[0].place;
    throw Error(Code::type, str("StableHLO: this region ", why...), place);
  };
  need(args.size() == region.params.size(), "has ", region.params.size(), " params, expected ",
       args.size());
  for (size_t i = 0; i < args.size(); ++i) {
    need(region.types[i].rank() == 0, "has params that are not scalars");
    need(b.type(args[i]).dtype() == region.types[i].dtype(), "has a param ", region.types[i],
         " for elements of ", b.type(args[i]));
  }
  HloBody body = scope.body(region);
  need(!body.graph->results.empty() && !args.empty(), "returns nothing");
  Vars all = body.captured;
  Shape shape = b.type(args[0]).shape();
  if (shape.empty()) {
    all.append(args);
    return inline_graph(b, *body.graph, all);
  }
  Extent count(b.type(args[0]).count());
  BatchAxes axes{.in = std::vector<int>(all.size(), -1)};
  for (Var v : args) {
    all.push_back(op::reshape(b, v, Shape{count}));
    axes.in.push_back(0);
  }
  Vars out = inline_graph(b, vmap(*body.graph, count, axes), all);
  for (Var& v : out) v = op::reshape(b, v, shape);
  return out;
}

Vars folded(Builder& b, const Vars& xs, const Ints& axes, const HloJoin& join) {
  Shape rest = without(b.type(xs[0]).shape(), axes);
  Vars now = in_rows(b, xs, axes);
  int64_t count = b.type(now[0]).extent(0).number();
  std::vector<Vars> left_over;  // unpaired rows, each of which follows all later ones
  while (count > 1) {
    int64_t half = count / 2;
    if (count % 2 != 0) left_over.push_back(rows(b, now, count - 1, 1, 1));
    now = join(rows(b, now, 0, half, 2), rows(b, now, 1, half, 2));
    count = half;
  }
  for (auto it = left_over.rbegin(); it != left_over.rend(); ++it) now = join(now, *it);
  for (Var& v : now) v = op::reshape(b, v, rest);
  return now;
}

}  // namespace rille
