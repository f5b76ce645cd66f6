// Sorting: sort, argsort, lexsort, top_k.
#include "stdlib/array/order_by.h"
#include "stdlib/array/pick.h"
#include "stdlib/text.h"

namespace rille {
namespace {

struct SortResult {
  Array values, places;
};

// The ascending sort is stable. A descending sort reverses x, sorts, and reverses the result, so
// that equal elements also keep their order.
SortResult sorted(const Array& given, int64_t named, bool descending) {
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
    throw labelled(Error(Code::value, str("top_k: `k` is ", k, ", expected 0 <= k <= ", size)),
                   "k");
  }
  return rille::apply(top_k_op, Arrays{strong(x)}, {{"k", k}});
}

namespace {

// Items and rows are sorted along the first axis only.
void need_no_axis(std::string_view what, int64_t axis) {
  if (axis == -1 || axis == 0) return;
  std::string text = str(what, ": `axis` is ", axis, ", but items are sorted along the first axis");
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
  if (keys.empty()) {
    throw labelled(Error(Code::value, "lexsort: `keys` is empty, expected at least one key"),
                   "keys");
  }
  std::ranges::reverse(keys);
  for (const Array& key : keys) {
    if (key.shape() == keys[0].shape()) continue;
    Error error(Code::shape, str("lexsort: the keys have different shapes: ", keys[0].type(),
                                 " and ", key.type()));
    throw labelled(std::move(error), "keys");
  }
  return places_in_order(keys, axis_of(axis, keys[0]));
}

constexpr const char* by_says =
    "Key function: returns the number or string by which an item of a tuple, or a row along the "
    "first axis of an array, is sorted. If nil, the elements or items themselves are compared.";
constexpr const char* sort_errors =
    "error[shape] if `axis` is out of range; error[value] if `axis` is not the first one for a "
    "tuple or with `by`; error[type] if an item or its key is neither a number nor a string";

extern const Builtin sort_builtin = {
    .signature =
        "sort(x: real[...] or tuple, axis: int = -1, descending: bool = false, by: fn = nil) -> "
        "real[...] or tuple",
    .brief = "Sorts the elements along an axis, or the items of a tuple. NaN comes last.",
    .params = {{"x", "Array, or tuple of numbers or strings."},
               {"axis", "Axis to sort along."},
               {"descending",
                "If true, the largest comes first. The sort is stable in both orders."},
               {"by", by_says}},
    .errors = sort_errors,
    .example =
        "sort([3, 1, 2])  #> [1, 2, 3]\n"
        "sort((\"ccc\", \"a\", \"bb\"), by = s => len(s))  #> (\"a\", \"bb\", \"ccc\")",
    .source = "numpy.sort; sorted of Python",
    .call = bind<&sort_any>,
};

extern const Builtin argsort_builtin = {
    .signature =
        "argsort(x: real[...] or tuple, axis: int = -1, descending: bool = false, by: fn = nil) -> "
        "i32[...]",
    .brief = "Returns the indices that sort an array along an axis, or a tuple.",
    .params = {{"x", "Array, or tuple of numbers or strings."},
               {"axis", "Axis to sort along."},
               {"descending",
                "If true, the largest comes first. The sort is stable in both orders."},
               {"by", by_says}},
    .errors = sort_errors,
    .example = "argsort([3, 1, 2])  #> [1, 2, 0]",
    .source = "numpy.argsort",
    .call = bind<&argsort_any>,
};

extern const Builtin lexsort_builtin = {
    .signature = "lexsort(keys: (real[...], ...), axis: int = -1) -> i32[...]",
    .brief = "Returns the indices that sort by several keys, the last key first.",
    .params = {{"keys",
                "Arrays of equal shape. The last one is the primary key; ties are broken by the "
                "one before, and so on."},
               {"axis", "Axis to sort along."}},
    .errors =
        "error[shape] if the keys differ in shape, or `axis` is out of range; error[value] if "
        "there are no keys",
    .example = "lexsort(([3, 1, 2], [0, 1, 0]))  #> [2, 0, 1]",
    .source = "numpy.lexsort",
    .call = bind<&lexsort>,
};

extern const Builtin top_k_builtin = {
    .signature = "top_k(x: real[..., n], k: int) -> (real[..., k], i32[..., k])",
    .brief = "Returns the k largest elements along the last axis and their indices.",
    .params = {{"k", "Number of elements, 0 ≤ k ≤ n."}},
    .returns =
        "(values, indices), in descending order; ties by index; NaN above all numbers, NaN with "
        "the sign bit set below them, and 0 above -0",
    .errors = "error[value] if `k` is negative or above the size of the axis",
    .example = "top_k([3, 9, 5], 2)  #> ([9, 5], [1, 2])",
    .source = "jax.lax.top_k",
    .call = bind<&top_k>,
};

}  // namespace rille
