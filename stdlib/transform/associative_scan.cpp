// associative_scan: a parallel prefix scan.
#include <algorithm>

#include "stdlib/array/apply_op.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "vm/bind.h"
#include "vm/call.h"

// The scan combines pairs of neighbors, scans the half as long sequence of pairs recursively, and
// combines each remaining element with the prefix before it.
// source: Ladner and Fischer, JACM 27 (1980)
namespace rille {
namespace {

struct PrefixScan {
  const Function& f;
  const Value& like;  // the tree structure of both arguments and of the result of f
  std::vector<int64_t> axes;

  int64_t length(const Arrays& xs) const {
    return xs[0].type().extent(static_cast<int>(axes[0])).number();
  }

  // `count` elements along the scanned axes, from index `from`, at distance `step`.
  Arrays part(const Arrays& xs, int64_t from, int64_t count, int64_t step) const {
    Arrays out;
    for (size_t i = 0; i < xs.size(); ++i) {
      out.push_back(slice_axis(xs[i], axes[i], from, count, step));
    }
    return out;
  }

  Arrays joined(const Arrays& a, const Arrays& b) const {
    Value left = with_leaves_of({like}, a)[0], right = with_leaves_of({like}, b)[0];
    Value made = with_structure_of(like, call(f, {left, right}),
                                   "associative_scan: the result of f is not like its arguments");
    Arrays out = leaves_of({made});
    for (size_t i = 0; i < a.size(); ++i) {
      if (out[i].type() == a[i].type()) continue;
      std::string path = paths(like)[i];
      throw Error(Code::type, str("associative_scan: `f` returned ", out[i].type(),
                                  path.empty() ? "" : str(" at `", path, "`"),
                                  ", expected the type of its arguments, ", a[i].type()));
    }
    return out;
  }

  // xs and ys interleaved, beginning with xs; xs has as many elements as ys, or one more.
  Arrays woven(const Arrays& xs, const Arrays& ys) const {
    int64_t pairs = length(ys);
    Arrays out;
    for (size_t i = 0; i < xs.size(); ++i) {
      Array first = slice_axis(xs[i], axes[i], 0, pairs);
      Array both = stack({first, ys[i]}, axes[i] + 1);
      Shape shape = ys[i].shape();
      shape[static_cast<size_t>(axes[i])] = Extent(2 * pairs);
      both = reshape_to(both, shape);
      if (length(xs) > pairs) both = concat({both, slice_axis(xs[i], axes[i], pairs, 1)}, axes[i]);
      out.push_back(both);
    }
    return out;
  }

  Arrays all(const Arrays& xs) const {
    int64_t count = length(xs);
    if (count < 2) return xs;
    int64_t pairs = count / 2, between = (count - 1) / 2;
    Arrays odd = all(joined(part(xs, 0, pairs, 2), part(xs, 1, pairs, 2)));
    Arrays even = part(xs, 0, 1, 1);
    if (between > 0) {
      Arrays rest = joined(part(odd, 0, between, 1), part(xs, 2, between, 2));
      for (size_t i = 0; i < even.size(); ++i) even[i] = concat({even[i], rest[i]}, axes[i]);
    }
    return woven(even, odd);
  }
};

Value associative_scan(Function f, Value xs, int64_t axis, bool reverse) {
  Arrays leaves;
  std::vector<int64_t> axes;
  for (const Array& x : leaves_of({xs})) {
    leaves.push_back(strong(x));
    axes.push_back(axis_of(axis, leaves.back()));
  }
  if (leaves.empty()) {
    throw labelled(Error(Code::value, "associative_scan: `xs` contains no array"), "xs");
  }
  auto size_at = [&](size_t i) { return leaves[i].type().extent(static_cast<int>(axes[i])); };
  for (size_t i = 1; i < leaves.size(); ++i) {
    if (size_at(i) == size_at(0)) continue;
    Error error(Code::shape, str("associative_scan: arrays in `xs` have sizes ", size_at(0),
                                 " and ", size_at(i), " along the axis, expected equal sizes"));
    throw labelled(std::move(error), "xs");
  }
  auto turned = [&](Arrays arrays) {
    for (size_t i = 0; reverse && i < arrays.size(); ++i)
      arrays[i] = flip(arrays[i], Ints{axes[i]});
    return arrays;
  };
  PrefixScan scan{f, xs, axes};
  return with_leaves_of({xs}, turned(scan.all(turned(leaves))))[0];
}

}  // namespace

extern const Builtin associative_scan_builtin = {
    .signature =
        "associative_scan(f: fn(a, b), xs: tree, axis: int = 0, reverse: bool = false) -> "
        "tree",
    .brief =
        "Computes the inclusive prefix scan of `xs` with an associative function. It takes O(log "
        "n) steps, and each step combines many elements.",
    .params = {{"f",
                "Associative function: f(f(a, b), c) equals f(a, f(b, c)). It combines many pairs "
                "at once, stacked along the axis, and returns a tree like its arguments. `a` "
                "precedes `b`."},
               {"xs", "Array, or tree of arrays of equal size along the axis."},
               {"axis", "Axis of each array to scan along."},
               {"reverse",
                "If true, scans from the last element to the first: `f` receives the element that "
                "comes later as `a`."}},
    .returns = "the scanned tree, in the structure and the shapes of `xs`",
    .errors =
        "error[type] if the result of `f` differs in type from its arguments; error[shape] if the "
        "arrays differ in size along the axis; error[value] if `xs` contains no array",
    .example = "associative_scan((a, b) => a * b, [1.0, 2.0, 3.0, 4.0])  #> [1, 2, 6, 24]",
    .source = "jax.lax.associative_scan",
    .call = bind<&associative_scan>,
};

}  // namespace rille
