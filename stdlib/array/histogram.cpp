// bincount, histogram: how many elements there are of each.
#include "stdlib/array/pick.h"

namespace rille {
namespace {

// zeros(count) with the weights, or ones, added at the places of the vector.
Array counted(const Array& places, const std::optional<Array>& weights, int64_t count) {
  Array what = weights ? flatten_array(strong(*weights)) : convert(Array(1), Dtype::i32);
  if (what.dtype() == Dtype::boolean) what = convert(what, Dtype::i32);
  Array room = zeros({Extent(count)}, what.dtype());
  Arrays rest{expand(places, {-1}), fit(what, places.shape())};
  apply_onto(scatter_op, room, rest, {{"axes", Ints{0}}, {"mode", std::string("add")}});
  return room;
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
  check(good, "value", str("bincount needs ints from 0 to ", count - 1, ", got {0}"), {x});
  return counted(count == 0 ? convert(x, Dtype::i64) : x, weights, count);
}

// count + 1 edges of equal bins from low to high; both moved by a half where they are equal.
Array even_edges(const Array& low, const Array& high, int64_t count) {
  Array is_point = eq(low, high);
  Array from = where(is_point, sub(low, 0.5), low), to = where(is_point, add(high, 0.5), high);
  Array step = div(iota({Extent(count + 1)}, 0), static_cast<double>(count));
  Array share = convert(step, from.dtype());
  Array edges = add(mul(from, sub(1, share)), mul(to, share));
  return edges;
}

int64_t bins_of(const Array& bins) {
  int64_t count = bins.integer();
  if (count >= 1 && count < int64_t{1} << 31) return count;
  throw labelled(Error(Code::value, str("histogram needs bins above 0, got ", count)), "bins");
}

Array edges_of(const Array& x, const Array& bins, const Value& range) {
  if (bins.rank() == 1) return strong(inexact(bins));
  if (bins.rank() > 1) {
    throw labelled(Error(Code::shape, str("histogram needs a vector of edges, got ", bins.type())),
                   "bins");
  }
  int64_t count = bins_of(bins);
  bool is_empty = x.type().count() == 0;
  auto bound = [&](size_t i) {
    if (!range.is_nil()) return convert(range.items()[i].as_array(), x.dtype());
    if (is_empty) return convert(Array(static_cast<double>(i)), x.dtype());
    return i == 0 ? min(x) : max(x);
  };
  return even_edges(bound(0), bound(1), count);
}

// Place 0 is for what stands below the edges, the last one for what stands above them.
Arrays histogram(State& state, const Array& given, const Value& bins, const Value& range,
                 const std::optional<Array>& weights, bool density) {
  need_weights(given, weights);
  need_known(state, bins.is_leaf() && bins.as_array().rank() == 0 ? bins : Value());
  Array x = flatten_array(strong(inexact(given)));
  Array edges = edges_of(x, bins.as_array(), range);
  int64_t count = edges.type().count() - 1;
  if (count < 1) {
    throw labelled(Error(Code::value, "histogram needs two edges at least"), "bins");
  }
  Arrays both{edges, x};
  promote_together(both);
  Array last = reshape_to(slice_axis(both[0], 0, count, 1), Shape{});
  Array place = places_in(both[0], both[1], true);
  place = where(eq(both[1], last), count, place);
  Array counts = slice_axis(counted(place, weights, count + 2), 0, 1, count);
  if (!density) return {counts, edges};
  Array widths = sub(slice_axis(edges, 0, 1, count), slice_axis(edges, 0, 0, count));
  return {div(div(counts, widths), sum(counts)), edges};
}

}  // namespace

extern const Builtin bincount_builtin = {
    .signature =
        "bincount(x: int[...], weights: number[...] = nil, length: int = nil) -> number[...]",
    .brief = "How often each int from 0 on stands in x, or the sums of their weights.",
    .params = {{"weights", "what each element adds; nil: 1"},
               {"length", "how many counts to give; nil: up to the largest of x"}},
    .errors =
        "error[value] where an element is negative or not below the length; error[trace] "
        "while tracing without `length`",
    .example = "bincount([0, 2, 2])  #> [1, 0, 2]",
    .source = "numpy.bincount",
    .call = bind<&bincount>,
};

extern const Builtin histogram_builtin = {
    .signature =
        "histogram(x: real[...], bins: int or real[...] = 10, range: (real, real) = nil, weights: "
        "number[...] = nil, density: bool = false) -> (number[...], float[...])",
    .brief = "How many elements stand in each bin, and the edges of the bins.",
    .params = {{"bins", "how many of equal width, or their edges, upwards"},
               {"range", "where equal bins begin and end; nil: at the smallest and the largest"},
               {"weights", "what each element adds; nil: 1"},
               {"density", "give shares by the width of the bin, whose integral is 1"}},
    .errors = "error[value] where there is no bin; error[shape] where weights do not fit x",
    .example = "histogram([1.0, 2.0, 2.5], 2, (1.0, 3.0))  #> ([1, 2], [1, 2, 3])",
    .source = "numpy.histogram; the last bin holds its upper edge",
    .call = bind<&histogram>,
};

}  // namespace rille
