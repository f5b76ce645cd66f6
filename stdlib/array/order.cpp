// Order: sort, argsort, lexsort, top_k.
#include "stdlib/array/order_by.h"
#include "stdlib/array/pick.h"
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

namespace {

// Rows and items are in one line.
void need_no_axis(std::string_view what, int64_t axis) {
  if (axis == -1 || axis == 0) return;
  std::string text = str(what, ": items are sorted along the first axis, got axis ", axis);
  throw labelled(Error(Code::value, std::move(text)), "axis");
}

Value sort_any(const Value& x, int64_t axis, bool descending, const std::optional<Function>& by) {
  if (!by && !x.is_tuple()) return Value::from_array(sort(x.as_array(), axis, descending));
  need_no_axis("sort", axis);
  return sorted_by(x, by, descending);
}

Array argsort_any(const Value& x, int64_t axis, bool descending,
                  const std::optional<Function>& by) {
  if (!by && !x.is_tuple()) return argsort(x.as_array(), axis, descending);
  need_no_axis("argsort", axis);
  return places_by(x, by, descending);
}

}  // namespace

Array lexsort(const Value& given, int64_t axis) {
  Arrays keys;
  for (const Value& item : given.items()) keys.push_back(strong(item.as_array()));
  if (keys.empty()) throw labelled(Error(Code::value, "lexsort needs at least one key"), "keys");
  std::ranges::reverse(keys);
  for (const Array& key : keys) {
    if (key.shape() == keys[0].shape()) continue;
    Error error(Code::shape,
                str("lexsort needs keys of one shape, got ", keys[0].type(), " and ", key.type()));
    throw labelled(std::move(error), "keys");
  }
  return places_in_order(keys, axis_of(axis, keys[0]));
}

constexpr const char* by_says =
    "what an item of a tuple, or a row along the first axis of an array, is sorted by: a number or "
    "a string; nil: itself";
constexpr const char* sort_errors =
    "error[shape] where the axis is not one of x's; error[type] where an item, or what `by` says "
    "of it, has no order";

extern const Builtin sort_builtin = {
    .signature =
        "sort(x: real[...] or tuple, axis: int = -1, descending: bool = false, by: fn = nil) -> "
        "real[...] or tuple",
    .brief = "The elements in order along an axis, NaN last; or the items of a tuple.",
    .params = {{"descending", "the largest first; equals keep their order"}, {"by", by_says}},
    .errors = sort_errors,
    .example =
        "sort([3, 1, 2])  #> [1, 2, 3]\n"
        "sort((\"ccc\", \"a\", \"bb\"), by = s => len(s))  #> (\"a\", \"bb\", \"ccc\")",
    .source = "numpy.sort, stable; sorted(key = …) of Python",
    .call = bind<&sort_any>,
};

extern const Builtin argsort_builtin = {
    .signature =
        "argsort(x: real[...] or tuple, axis: int = -1, descending: bool = false, by: fn = nil) -> "
        "i32[...]",
    .brief = "The places that put x, or the items of a tuple, in order along an axis.",
    .params = {{"descending", "the largest first; equals keep their order"}, {"by", by_says}},
    .errors = sort_errors,
    .example = "argsort([3, 1, 2])  #> [1, 2, 0]",
    .source = "numpy.argsort, stable",
    .call = bind<&argsort_any>,
};

extern const Builtin lexsort_builtin = {
    .signature = "lexsort(keys: (real[...], ...), axis: int = -1) -> i32[...]",
    .brief = "The places that sort by the last key, its equals by the one before, and so on.",
    .params = {{"keys", "arrays of one shape, the most important last"}},
    .errors = "error[shape] where the keys differ in shape",
    .example = "lexsort(([3, 1, 2], [0, 1, 0]))  #> [2, 0, 1]",
    .source = "numpy.lexsort",
    .call = bind<&lexsort>,
};

extern const Builtin top_k_builtin = {
    .signature = "top_k(x: real[..., n], k: int) -> (real[..., k], i32[..., k])",
    .brief = "The k largest elements of the last axis, the largest first, and their places.",
    .params = {{"k", "how many, at most n"}},
    .returns =
        "(values, places); of equals the first, nan above all numbers, nan with its sign set below "
        "them, 0 above -0",
    .errors = "error[value] where k is not between 0 and the size of the axis",
    .example = "top_k([3, 9, 5], 2)  #> ([9, 5], [1, 2])",
    .source = "jax.lax.top_k",
    .call = bind<&top_k>,
};

}  // namespace rille
