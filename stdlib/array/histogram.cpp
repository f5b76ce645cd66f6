// bincount and histograms: counts of elements in bins.
#include <numeric>

#include "stdlib/array/pick.h"
#include "stdlib/array/reduce.h"

namespace rille {
namespace {

// zeros(count), with the weights, or ones, added at the indices of the vector.
Array counted(const Array& places, const std::optional<Array>& weights, int64_t count) {
  Array what = weights ? flatten_array(strong(*weights)) : convert(Array(1), Dtype::i32);
  if (what.dtype() == Dtype::boolean) what = convert(what, Dtype::i32);
  Dtype own = what.dtype();
  what = wide(what);  // f16 and bf16 are summed in f32
  Array room = zeros({Extent(count)}, what.dtype());
  Arrays rest{expand(places, {-1}), fit(what, places.shape())};
  apply_onto(scatter_op, room, rest, {{"axes", Ints{0}}, {"mode", std::string("add")}});
  return as_dtype(room, own);
}

void need_weights(const Array& x, const std::optional<Array>& weights) {
  if (!weights || weights->shape() == x.shape()) return;
  Error error(Code::shape, str(calling_name("histogram"), ": `x` is ", x.type(),
                               " but `weights` is ", weights->type()));
  throw labelled(labelled(std::move(error), "x"), "weights");
}

int64_t length_of(const Array& x, const std::optional<int64_t>& length) {
  if (length) {
    if (*length > int64_t{1} << 40) {
      throw Error(Code::memory,
                  str("bincount: the result has ", *length, " counts, expected at most 2^40"));
    }
    if (*length >= 0) return *length;
    throw labelled(
        Error(Code::value, str("bincount: `length` is ", *length, ", expected length >= 0")),
        "length");
  }
  if (x.is_traced() || !is_eager()) {
    throw Error(
        Code::trace,
        "bincount: the length of the result depends on the values, which are unknown at trace time")
        .help("pass `length = …`");
  }
  int64_t most = x.size() == 0 ? -1 : convert(max(x), Dtype::i64).integer();
  if (most > int64_t{1} << 40) {
    throw Error(Code::memory,
                str("bincount: the result has ", most, " counts, expected at most 2^40"));
  }
  return std::max<int64_t>(most + 1, 0);
}

Array bincount(const Array& given, const std::optional<Array>& weights,
               const std::optional<int64_t>& length) {
  need_weights(given, weights);
  Array x = flatten_array(strong(given));
  int64_t count = length_of(x, length);
  Array good = logical_and(ge(x, 0), lt(convert(x, Dtype::i64), count));
  std::string below = length ? str(" and < ", count) : "";
  check(good, "value", str("bincount: an element is {0}, expected an integer >= 0", below), {x});
  return counted(count == 0 ? convert(x, Dtype::i64) : x, weights, count);
}

// The count + 1 edges of equal bins from low to high, as NumPy computes them: integer edges stay
// integers. If low and high are equal, they are moved apart by 0.5 each.
Array even_edges(const Array& low, const Array& high, int64_t count) {
  Array is_point = eq(low, high);
  Array from = where(is_point, sub(low, 0.5), low), to = where(is_point, add(high, 0.5), high);
  Array step = div(sub(to, from), static_cast<double>(count)), place = iota({Extent(count + 1)}, 0);
  Array number = convert(place, from.dtype()), edges = add(mul(number, step), from);
  // If the distance between the ends overflows, the weighted means of the ends.
  Array share = div(number, static_cast<double>(count));
  Array between = add(mul(from, sub(1, share)), mul(to, share));
  return where(eq(place, count), to, where(isfinite(sub(to, from)), edges, between));
}

int64_t bins_of(const Array& bins) {
  int64_t count = bins.integer();
  if (count < 1) {
    throw labelled(Error(Code::value, str(calling_name("histogram"), ": `bins` is ", count,
                                          ", expected bins >= 1")),
                   "bins");
  }
  if (count < INT32_MAX - 1) return count;  // indices are i32, and there are two more bins
  throw labelled(Error(Code::memory, str(calling_name("histogram"), ": `bins` is ", count,
                                         ", expected fewer than 2^31 - 2")),
                 "bins");
}

// The bins of one line of x: bin 0 counts the elements below the edges, the last bin those above
// them.
struct HistogramBins {
  Array edges, place;
  int64_t count = 0;
};

Array given_edges(const Array& bins) {
  if (bins.rank() > 1) {
    Error error(Code::shape, str(calling_name("histogram"), ": `bins` is ", bins.type(),
                                 ", expected a number of bins or a vector of edges"));
    throw labelled(std::move(error), "bins");
  }
  Array edges = strong(inexact(bins));
  int64_t count = edges.type().count() - 1;
  if (count < 1) {
    throw labelled(
        Error(Code::value, str(calling_name("histogram"),
                               ": `bins` has fewer than two edges, expected at least two")),
        "bins");
  }
  Array low = slice_axis(edges, 0, 0, count), high = slice_axis(edges, 0, 1, count);
  check(le(low, high), "value",
        "histogram: the edges are not in ascending order: {0} comes before {1}", {low, high});
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
        "histogram: the range is {0} to {1}, expected finite bounds in ascending order",
        {low, high});
  return even_edges(low, high, count);
}

HistogramBins binned(State& state, const Array& x, const Value& bins, const Value& range) {
  need_known(state, bins.as_array().rank() == 0 ? bins : Value());
  HistogramBins out{edges_of(x, bins.as_array(), range), {}};
  out.count = out.edges.type().count() - 1;
  Arrays both{out.edges, x};
  promote_together(both);
  Array last = reshape_to(slice_axis(both[0], 0, out.count, 1), Shape{});
  Array place = places_in(both[0], both[1], true);
  out.place = where(eq(both[1], last), out.count, place);
  return out;
}

// The counts in the bins of several axes, without the bins beyond the edges.
Array counts_of(const std::vector<HistogramBins>& axes, const std::optional<Array>& weights) {
  Shape shape;
  int64_t all = 1;
  for (const HistogramBins& axis : axes) {
    shape.emplace_back(axis.count + 2);
    if (__builtin_mul_overflow(all, axis.count + 2, &all) || all > INT32_MAX) {
      throw labelled(
          Error(Code::memory, str(calling_name("histogram"), ": the bins of ", axes.size(),
                                  " axes are too many together, expected fewer than 2^31")),
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

// Probability densities: the counts divided by their total and the bin sizes; the integral is 1.
Array densities(Array counts, const std::vector<HistogramBins>& axes) {
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
  std::vector<HistogramBins> axes{binned(state, line_of(x), bins, range)};
  Array counts = counts_of(axes, weights);
  return {density ? densities(counts, axes) : counts, axes[0].edges};
}

// The entry for one axis: `given` holds one for each axis, or one for all of them.
Value one_for(const Value& given, size_t axis, size_t count, std::string_view name) {
  if (!given.is_tuple()) return given;
  if (given.items().size() == count) return given.items()[axis];
  Error error(Code::value,
              str(calling_name("histogram"), ": `", name, "` has ", given.items().size(),
                  " entries, expected one for each of ", count, " axes"));
  throw labelled(std::move(error), name);
}

// The bins of coordinate vectors of equal length.
std::vector<HistogramBins> binned_lines(State& state, const Arrays& lines, const Value& bins,
                                        const Value& range) {
  std::vector<HistogramBins> out;
  for (size_t i = 0; i < lines.size(); ++i) {
    out.push_back(binned(state, line_of(lines[i]), one_for(bins, i, lines.size(), "bins"),
                         one_for(range, i, lines.size(), "range")));
  }
  return out;
}

Arrays histogram2d(State& state, const Array& x, const Array& y, const Value& bins,
                   const Value& range, const std::optional<Array>& weights, bool density) {
  need_weights(x, weights);
  std::vector<HistogramBins> axes = binned_lines(state, {x, y}, bins, range);
  Array counts = counts_of(axes, weights);
  return {density ? densities(counts, axes) : counts, axes[0].edges, axes[1].edges};
}

Value histogramdd(State& state, const Array& x, const Value& bins, const Value& range,
                  const std::optional<Array>& weights, bool density) {
  Arrays lines;
  int64_t count = x.shape()[1].number();
  if (count < 1 || count > 30) {
    Error error(Code::shape,
                str("histogramdd: `x` is ", x.type(), ", expected rows of 1 to 30 coordinates"));
    throw labelled(std::move(error), "x");
  }
  for (int64_t i = 0; i < count; ++i) lines.push_back(flatten_array(slice_axis(x, 1, i, 1)));
  need_weights(lines[0], weights);
  std::vector<HistogramBins> axes = binned_lines(state, lines, bins, range);
  Array counts = counts_of(axes, weights);
  Values edges;
  for (const HistogramBins& axis : axes) edges.emplace_back(axis.edges);
  return Value::tuple(
      {Value(density ? densities(counts, axes) : counts), Value::tuple(std::move(edges))});
}

}  // namespace

extern const Builtin bincount_builtin = {
    .signature =
        "bincount(x: int[...], weights: number[...] = nil, length: int = nil) -> number[...]",
    .brief = "Counts the occurrences of each nonnegative integer in `x`, or sums their weights.",
    .params = {{"x", "Integers ≥ 0."},
               {"weights",
                "Weight of each element, in the shape of `x`. If nil, every element counts 1."},
               {"length",
                "Length of the result. If nil, the largest element plus 1; must be given while "
                "tracing."}},
    .errors =
        "error[value] if an element is negative or not below `length`; error[shape] if `weights` "
        "and `x` differ in shape; error[trace] while tracing without `length`",
    .example = "bincount([0, 2, 2])  #> [1, 0, 2]",
    .source = "numpy.bincount",
    .call = bind<&bincount>,
};

constexpr std::string_view histogram_errors =
    "error[value] if there is no bin, the edges or the range are not in ascending order, or the "
    "range is not finite; error[shape] if `weights` and `x` differ in shape";

extern const Builtin histogram_builtin = {
    .signature =
        "histogram(x: real[...], bins: int or real[...] = 10, range: (real, real) = nil, weights: "
        "number[...] = nil, density: bool = false) -> (number[...], float[...])",
    .brief = "Computes the histogram of the flattened values, and the edges of the bins.",
    .params = {{"bins",
                "Number of bins of equal width, or a vector of edges in ascending order. The last "
                "bin includes its upper edge."},
               {"range",
                "Lower and upper bound of bins of equal width. If nil, the smallest and the "
                "largest element. Elements outside are not counted."},
               {"weights",
                "Weight of each element, in the shape of `x`. If nil, every element counts 1."},
               {"density",
                "If true, returns the probability density: counts divided by the total and the bin "
                "width, so that the integral is 1."}},
    .returns = "(counts, edges); there is one more edge than bins",
    .errors = histogram_errors,
    .example = "histogram([1.0, 2.0, 2.5], 2, (1.0, 3.0))  #> ([1, 2], [1, 2, 3])",
    .source = "numpy.histogram",
    .call = bind<&histogram>,
};

extern const Builtin histogram2d_builtin = {
    .signature =
        "histogram2d(x: real[n], y: real[n], bins: int or real[...] or (int or real[...], int or "
        "real[...]) = 10, range: ((real, real), (real, real)) = nil, weights: number[...] = nil, "
        "density: bool = false) -> (number[...], float[...], float[...])",
    .brief = "Computes the two-dimensional histogram of points (x, y), and the edges of both axes.",
    .params = {{"x", "First coordinates of the points."},
               {"y", "Second coordinates of the points."},
               {"bins",
                "Number of bins of equal width, or a vector of edges in ascending order, for both "
                "axes or for each axis."},
               {"range",
                "Bounds of bins of equal width, (low, high) for x and for y. If nil, the smallest "
                "and the largest coordinates."},
               {"weights", "Weight of each point. If nil, every point counts 1."},
               {"density",
                "If true, returns the probability density: counts divided by the total and the bin "
                "area, so that the integral is 1."}},
    .returns = "(counts, edges of x, edges of y); the first axis of the counts belongs to x",
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
    .brief = "Computes the d-dimensional histogram of points, and the edges of each axis.",
    .params = {{"x", "Points, one in each row, of 1 to 30 coordinates."},
               {"bins",
                "Number of bins of equal width, or a vector of edges in ascending order, for all "
                "axes or for each axis."},
               {"range",
                "Bounds of bins of equal width, (low, high) for each axis. If nil, the smallest "
                "and the largest coordinates."},
               {"weights", "Weight of each point. If nil, every point counts 1."},
               {"density",
                "If true, returns the probability density: counts divided by the total and the bin "
                "volume, so that the integral is 1."}},
    .returns = "(counts, tuple of edges); the counts have one axis for each coordinate",
    .errors = histogram_errors,
    .example = "histogramdd([[0.0, 0.0], [1.0, 2.0]], (1, 2))[0]  #> [[1, 1]]",
    .source = "numpy.histogramdd",
    .call = bind<&histogramdd>,
};

}  // namespace rille
