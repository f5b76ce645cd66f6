// Order: sort, argsort, top_k, unique.
#include <algorithm>

#include "stdlib/array/apply_op.h"
#include "stdlib/text.h"

namespace rille {
namespace {

struct Sorted {
  Array values, places;
};

// The sort is stable upwards. Downwards: x back to front, sorted, back to front, so that equals
// keep their order too.
Sorted sorted(const Array& given, int64_t named, bool descending) {
  Array x = strong(given);
  int64_t axis = axis_of(named, x);
  Array places = iota(x.shape(), axis);
  if (descending) {
    x = flip(x, Ints{axis});
    places = flip(places, Ints{axis});
  }
  Arrays out = rille::apply(sort_op, Arrays{x, places}, {{"axis", axis}, {"num_keys", int64_t{1}}});
  if (!descending) return {out[0], out[1]};
  return {flip(out[0], Ints{axis}), flip(out[1], Ints{axis})};
}

}  // namespace

Array sort(const Array& x, int64_t axis, bool descending) {
  return sorted(x, axis, descending).values;
}

Array argsort(const Array& x, int64_t axis, bool descending) {
  return sorted(x, axis, descending).places;
}

Arrays top_k(const Array& x, int64_t k) {
  int64_t size = x.shape().back().number();
  if (k < 0 || k > size) {
    throw labelled(Error(Code::value, str("top_k needs 0 <= k <= ", size, ", got ", k)), "k");
  }
  return rille::apply(top_k_op, Arrays{strong(x)}, {{"k", k}});
}

Array unique(const Array& x) {
  if (x.is_traced() || !is_eager()) {
    throw Error(Code::trace,
                "unique gives as many elements as there are values: not while tracing");
  }
  Array flat = sort(flatten_array(x), 0);
  auto count = static_cast<int64_t>(flat.size());
  if (count < 2) return flat;
  Array next = slice_axis(flat, 0, 1, count - 1), before = slice_axis(flat, 0, 0, count - 1);
  Array fresh = logical_and(ne(next, before), logical_not(logical_and(isnan(next), isnan(before))));
  Array keep = concat({Array(Type(Dtype::boolean, {0})), full({1}, Array(true)), fresh});
  return index(flat, {{.form = Subscript::Form::index, .index = keep}});
}

namespace {

Values sort_strings(const Value& x, int64_t, bool descending) {
  return sorted_strings(x.items(), descending);
}
Array argsort_strings(const Value& x, int64_t, bool descending) {
  return places_of_strings(x.items(), descending);
}

Values unique_strings(const Value& x) { return unique_strings_of(x.items()); }

template <auto of_arrays, auto of_strings>
int by_kind(const Arguments& in) {
  bool strings = in.given(0) && are_strings(in.value(0));
  return strings ? bind<of_strings>(in) : bind<of_arrays>(in);
}

}  // namespace

extern const Builtin sort_builtin = {
    .signature =
        "sort(x: real[...] or (str, ...), axis: int = -1, descending: bool = false) -> real[...] "
        "or (str, ...)",
    .brief = "The elements in order along an axis, NaN last; or the strings of a tuple.",
    .params = {{"descending", "the largest first; equals keep their order"}},
    .errors = "error[shape] where the axis is not one of x's",
    .example = "sort([3, 1, 2])  #> [1, 2, 3]",
    .source = "numpy.sort, stable",
    .call = by_kind<&sort, &sort_strings>,
};

extern const Builtin argsort_builtin = {
    .signature =
        "argsort(x: real[...] or (str, ...), axis: int = -1, descending: bool = false) -> i32[...]",
    .brief = "The places that put x, or the strings of a tuple, in order along an axis.",
    .params = {{"descending", "the largest first; equals keep their order"}},
    .errors = "error[shape] where the axis is not one of x's",
    .example = "argsort([3, 1, 2])  #> [1, 2, 0]",
    .source = "numpy.argsort, stable",
    .call = by_kind<&argsort, &argsort_strings>,
};

extern const Builtin top_k_builtin = {
    .signature = "top_k(x: real[..., n], k: int) -> (real[..., k], i32[..., k])",
    .brief = "The k largest elements of the last axis, the largest first, and their places.",
    .params = {{"k", "how many, at most n"}},
    .errors = "error[value] where k is not between 0 and the size of the axis",
    .example = "top_k([3, 9, 5], 2)  #> ([9, 5], [1, 2])",
    .source = "jax.lax.top_k",
    .call = bind<&top_k>,
};

extern const Builtin unique_builtin = {
    .signature = "unique(x: real[...] or (str, ...)) -> real[count] or (str, ...)",
    .brief = "The different elements of x in order, or the different strings of a tuple.",
    .params = {{"x", "known values: host code only"}},
    .errors = "error[trace] while tracing: the count depends on the values",
    .example = "unique([3, 1, 3])  #> [1, 3]",
    .source = "numpy.unique",
    .call = by_kind<&unique, &unique_strings>,
};

}  // namespace rille
