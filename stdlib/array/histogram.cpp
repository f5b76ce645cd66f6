// bincount and histograms: how many elements there are.
#include <numeric>

#include "stdlib/array/pick.h"
#include "stdlib/array/reduce.h"

namespace rille {
namespace {

// zeros(count) with the weights, or ones, added at the places of the vector.
Array counted(const Array& places, const std::optional<Array>& weights, int64_t count) {
  Array what = weights ? flatten_array(strong(*weights)) : convert(Array(1), Dtype::i32);
  if (what.dtype() == Dtype::boolean) what = convert(what, Dtype::i32);
  Dtype own = what.dtype();
  what = wide(what);  // sums of f16 and bf16 are those of f32
  Array room = zeros({Extent(count)}, what.dtype());
  Arrays rest{expand(places, {-1}), fit(what, places.shape())};
  apply_onto(scatter_op, room, rest, {{"axes", Ints{0}}, {"mode", std::string("add")}});
  return as_dtype(room, own);
}

void need_weights(const Array& x, const std::optional<Array>& weights) {
  if (!weights || weights->shape() == x.shape()) return;
  Error error(Code::shape, str(calling_name("histogram"), ": x is ", x.type(), " but weights are ",
                               weights->type()));
  throw labelled(labelled(std::move(error), "x"), "weights");
}

int64_t length_of(const Array& x, const std::optional<int64_t>& length) {
  if (length) {
    if (*length > int64_t{1} << 40)
      throw Error(Code::memory, str("bincount: ", *length, " counts"));
    if (*length >= 0) return *length;
    throw labelled(Error(Code::value, str("bincount needs a length >= 0, got ", *length)),
                   "length");
  }
  if (x.is_traced() || !is_eager()) {
    throw Error(Code::trace, "bincount gives as many counts as the values say: not while tracing")
        .help("`length = …` says how many");
  }
  int64_t most = x.size() == 0 ? -1 : convert(max(x), Dtype::i64).integer();
  if (most > int64_t{1} << 40) throw Error(Code::memory, str("bincount: ", most, " counts"));
  return std::max<int64_t>(most + 1, 0);
}

Array bincount(const Array& given, const std::optional<Array>& weights,
               const std::optional<int64_t>& length) {
  need_weights(given, weights);
  Array x = flatten_array(strong(given));
  int64_t count = length_of(x, length);
  Array good = logical_and(ge(x, 0), lt(convert(x, Dtype::i64), count));
  std::string below = length ? str(" below the length ", count) : "";
  check(good, "value", str("bincount needs ints from 0 on", below, ", got {0}"), {x});
  return counted(count == 0 ? convert(x, Dtype::i64) : x, weights, count);
}

// count + 1 edges of equal bins from low to high, as NumPy computes them: whole numbers stay whole;
// both moved by a half where they are equal.
Array even_edges(const Array& low, const Array& high, int64_t count) {
  Array is_point = eq(low, high);
  Array from = where(is_point, sub(low, 0.5), low), to = where(is_point, add(high, 0.5), high);
  Array step = div(sub(to, from), static_cast<double>(count)), place = iota({Extent(count + 1)}, 0);
  Array number = convert(place, from.dtype()), edges = add(mul(number, step), from);
  // Of ends whose distance is beyond all numbers the mean, weighed.
  Array share = div(number, static_cast<double>(count));
  Array between = add(mul(from, sub(1, share)), mul(to, share));
  return where(eq(place, count), to, where(isfinite(sub(to, from)), edges, between));
}

int64_t bins_of(const Array& bins) {
  int64_t count = bins.integer();
  if (count < 1) {
    throw labelled(
        Error(Code::value, str(calling_name("histogram"), " needs bins above 0, got ", count)),
        "bins");
  }
  if (count < INT32_MAX - 1) return count;  // places are i32, and there are two more
  throw labelled(Error(Code::memory, str(calling_name("histogram"), ": ", count, " bins")), "bins");
}

// The bins of one line of x: place 0 is for what stands below the edges, the last one for what
// stands above them.
struct Bins {
  Array edges, place;
  int64_t count = 0;
};

Array given_edges(const Array& bins) {
  if (bins.rank() > 1) {
    Error error(Code::shape,
                str(calling_name("histogram"), " needs a vector of edges, got ", bins.type()));
    throw labelled(std::move(error), "bins");
  }
  Array edges = strong(inexact(bins));
  int64_t count = edges.type().count() - 1;
  if (count < 1) {
    throw labelled(Error(Code::value, str(calling_name("histogram"), " needs two edges at least")),
                   "bins");
  }
  Array low = slice_axis(edges, 0, 0, count), high = slice_axis(edges, 0, 1, count);
  check(le(low, high), "value", "histogram needs edges upwards, got {0} before {1}", {low, high});
  return edges;
}

Array edges_of(const Array& x, const Array& bins, const Value& range) {
  if (bins.rank() > 0) return given_edges(bins);
  int64_t count = bins_of(bins);
  bool is_empty = x.type().count() == 0;
  auto bound = [&](size_t i) {
    if (!range.is_nil()) return convert(range.items()[i].as_array(), x.dtype());
    if (is_empty) return convert(Array(static_cast<double>(i)), x.dtype());
    return i == 0 ? min(x) : max(x);
  };
  Array low = bound(0), high = bound(1), is_finite = logical_and(isfinite(low), isfinite(high));
  check(logical_and(is_finite, ge(high, low)), "value",
        "histogram needs a finite range upwards, got {0} to {1}", {low, high});
  return even_edges(low, high, count);
}

Bins binned(State& state, const Array& x, const Value& bins, const Value& range) {
  need_known(state, bins.as_array().rank() == 0 ? bins : Value());
  Bins out{edges_of(x, bins.as_array(), range), {}};
  out.count = out.edges.type().count() - 1;
  Arrays both{out.edges, x};
  promote_together(both);
  Array last = reshape_to(slice_axis(both[0], 0, out.count, 1), Shape{});
  Array place = places_in(both[0], both[1], true);
  out.place = where(eq(both[1], last), out.count, place);
  return out;
}

// The counts in bins of several axes, those outside of an axis's edges cut off.
Array counts_of(const std::vector<Bins>& axes, const std::optional<Array>& weights) {
  Shape shape;
  int64_t all = 1;
  for (const Bins& axis : axes) {
    shape.emplace_back(axis.count + 2);
    if (__builtin_mul_overflow(all, axis.count + 2, &all) || all > INT32_MAX) {
      throw labelled(Error(Code::memory, str(calling_name("histogram"), ": places are i32, ",
                                             axes.size(), " axes have more bins together")),
                     "bins");
    }
  }
  Array place = axes[0].place;
  for (size_t i = 1; i < axes.size(); ++i) {
    place = add(mul(place, axes[i].count + 2), axes[i].place);
  }
  Array out = reshape_to(counted(place, weights, all), shape);
  for (size_t i = 0; i < axes.size(); ++i) {
    out = slice_axis(out, static_cast<int64_t>(i), 1, axes[i].count);
  }
  return out;
}

// Shares by the size of a bin, whose integral is 1.
Array densities(Array counts, const std::vector<Bins>& axes) {
  Array total = sum(counts);
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto& [edges, place, count] = axes[i];
    Array widths = sub(slice_axis(edges, 0, 1, count), slice_axis(edges, 0, 0, count));
    Ints behind(axes.size() - 1 - i);
    std::iota(behind.begin(), behind.end(), 1);
    counts = div(counts, behind.empty() ? widths : expand(widths, behind));
  }
  return div(counts, total);
}

Array line_of(const Array& given) { return flatten_array(strong(inexact(given))); }

Arrays histogram(State& state, const Array& x, const Value& bins, const Value& range,
                 const std::optional<Array>& weights, bool density) {
  need_weights(x, weights);
  std::vector<Bins> axes{binned(state, line_of(x), bins, range)};
  Array counts = counts_of(axes, weights);
  return {density ? densities(counts, axes) : counts, axes[0].edges};
}

// What is given for each of the axes, or once for all of them.
Value one_for(const Value& given, size_t axis, size_t count, std::string_view name) {
  if (!given.is_tuple()) return given;
  if (given.items().size() == count) return given.items()[axis];
  Error error(Code::value, str(calling_name("histogram"), " needs `", name, "` for each of ", count,
                               " axes, got ", given.items().size()));
  throw labelled(std::move(error), name);
}

// Of lines of one length.
std::vector<Bins> binned_lines(State& state, const Arrays& lines, const Value& bins,
                               const Value& range) {
  std::vector<Bins> out;
  for (size_t i = 0; i < lines.size(); ++i) {
    out.push_back(binned(state, line_of(lines[i]), one_for(bins, i, lines.size(), "bins"),
                         one_for(range, i, lines.size(), "range")));
  }
  return out;
}

Arrays histogram2d(State& state, const Array& x, const Array& y, const Value& bins,
                   const Value& range, const std::optional<Array>& weights, bool density) {
  need_weights(x, weights);
  std::vector<Bins> axes = binned_lines(state, {x, y}, bins, range);
  Array counts = counts_of(axes, weights);
  return {density ? densities(counts, axes) : counts, axes[0].edges, axes[1].edges};
}

Value histogramdd(State& state, const Array& x, const Value& bins, const Value& range,
                  const std::optional<Array>& weights, bool density) {
  Arrays lines;
  int64_t count = x.shape()[1].number();
  if (count < 1 || count > 30) {
    Error error(Code::shape, str("histogramdd needs rows of 1 to 30 numbers, got ", x.type()));
    throw labelled(std::move(error), "x");
  }
  for (int64_t i = 0; i < count; ++i) lines.push_back(flatten_array(slice_axis(x, 1, i, 1)));
  need_weights(lines[0], weights);
  std::vector<Bins> axes = binned_lines(state, lines, bins, range);
  Array counts = counts_of(axes, weights);
  Values edges;
  for (const Bins& axis : axes) edges.emplace_back(axis.edges);
  return Value::tuple(
      {Value(density ? densities(counts, axes) : counts), Value::tuple(std::move(edges))});
}

}  // namespace

extern const Builtin bincount_builtin = {
    .signature =
        "bincount(x: int[...], weights: number[...] = nil, length: int = nil) -> number[...]",
    .brief = "How often each int from 0 on stands in x, or the sums of their weights.",
    .params = {{"weights", "what each element adds; nil: 1"},
               {"length", "how many counts to give; nil: up to the largest of x"}},
    .errors =
        "error[value] where an element is negative or not below the length; error[trace] while "
        "tracing without `length`",
    .example = "bincount([0, 2, 2])  #> [1, 0, 2]",
    .source = "numpy.bincount",
    .call = bind<&bincount>,
};

constexpr std::string_view histogram_errors =
    "error[value] where there is no bin, or edges or a range go downwards or are not finite; "
    "error[shape] where weights do not fit x";

extern const Builtin histogram_builtin = {
    .signature =
        "histogram(x: real[...], bins: int or real[...] = 10, range: (real, real) = nil, weights: "
        "number[...] = nil, density: bool = false) -> (number[...], float[...])",
    .brief = "How many elements stand in each bin, and the edges of the bins.",
    .params = {{"bins", "how many of equal width, or their edges, upwards"},
               {"range", "where equal bins begin and end; nil: at the smallest and the largest"},
               {"weights", "what each element adds; nil: 1"},
               {"density", "give shares by the width of the bin, whose integral is 1"}},
    .errors = histogram_errors,
    .example = "histogram([1.0, 2.0, 2.5], 2, (1.0, 3.0))  #> ([1, 2], [1, 2, 3])",
    .source = "numpy.histogram; the last bin holds its upper edge",
    .call = bind<&histogram>,
};

extern const Builtin histogram2d_builtin = {
    .signature =
        "histogram2d(x: real[n], y: real[n], bins: int or real[...] or (int or real[...], int or "
        "real[...]) = 10, range: ((real, real), (real, real)) = nil, weights: number[...] = nil, "
        "density: bool = false) -> (number[...], float[...], float[...])",
    .brief = "How many points (x, y) stand in each field of a grid, and the edges of both axes.",
    .params = {{"bins", "how many of equal width, or their edges, upwards: of both axes, or each"},
               {"range", "where equal bins begin and end, for x and for y"},
               {"weights", "what each point adds; nil: 1"},
               {"density", "give shares by the area of the field, whose integral is 1"}},
    .returns = "(counts, edges of x, edges of y); the first axis of the counts is x's",
    .errors = histogram_errors,
    .example = "histogram2d([0.0, 1.0, 1.0], [0.0, 2.0, 2.0], 2)[0]  #> [[1, 0],\n #>  [0, 2]]",
    .source = "numpy.histogram2d",
    .call = bind<&histogram2d>,
};

extern const Builtin histogramdd_builtin = {
    .signature =
        "histogramdd(x: real[n, d], bins: int or real[...] or (int or real[...], ...) = 10, range: "
        "((real, real), ...) = nil, weights: number[...] = nil, density: bool = false) -> "
        "(number[...], (float[...], ...))",
    .brief =
        "How many rows of x, points of d axes, stand in each cell, and the edges of each axis.",
    .params = {{"bins", "how many of equal width, or their edges, upwards: of all axes, or each"},
               {"range", "where equal bins begin and end, for each axis"},
               {"weights", "what each row adds; nil: 1"},
               {"density", "give shares by the size of the cell, whose integral is 1"}},
    .errors = histogram_errors,
    .example = "histogramdd([[0.0, 0.0], [1.0, 2.0]], (1, 2))[0]  #> [[1, 1]]",
    .source = "numpy.histogramdd",
    .call = bind<&histogramdd>,
};

}  // namespace rille
