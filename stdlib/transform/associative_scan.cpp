// associative_scan: all beginnings joined, in halves.
#include <algorithm>

#include "stdlib/array/apply_op.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "vm/bind.h"
#include "vm/call.h"

// Neighbours are joined, the half that they make is scanned so, and what stands between two of its
// results is joined to the one before. source: Ladner and Fischer, JACM 27 (1980)
namespace rille {
namespace {

struct Scan {
  const Function& f;
  const Value& like;  // the structure of what f takes and gives
  std::vector<int64_t> axes;

  int64_t length(const Arrays& xs) const {
    return xs[0].type().extent(static_cast<int>(axes[0])).number();
  }

  // Every `step`-th element from `from` on, `count` of them.
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
      throw Error(Code::type, str("associative_scan: f takes ", a[i].type(), " and returns ",
                                  out[i].type(), path.empty() ? "" : str(" at `", path, "`")));
    }
    return out;
  }

  // xs and ys by turns, xs first; xs has as many elements or one more.
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
    throw labelled(Error(Code::value, "associative_scan: there is no array to scan"), "xs");
  }
  auto size_at = [&](size_t i) { return leaves[i].type().extent(static_cast<int>(axes[i])); };
  for (size_t i = 1; i < leaves.size(); ++i) {
    if (size_at(i) == size_at(0)) continue;
    Error error(Code::shape, str("associative_scan: arrays of ", size_at(0), " and of ", size_at(i),
                                 " elements along the axis"));
    throw labelled(std::move(error), "xs");
  }
  auto turned = [&](Arrays arrays) {
    for (size_t i = 0; reverse && i < arrays.size(); ++i)
      arrays[i] = flip(arrays[i], Ints{axes[i]});
    return arrays;
  };
  Scan scan{f, xs, axes};
  return with_leaves_of({xs}, turned(scan.all(turned(leaves))))[0];
}

}  // namespace

extern const Builtin associative_scan_builtin = {
    .signature =
        "associative_scan(f: fn(a, b), xs: tree, axis: int = 0, reverse: bool = false) -> "
        "tree",
    .brief = "For each element along an axis all up to it, joined by f, in few steps of many each.",
    .params = {{"f",
                "joins a to the b behind it, of many elements at once along the axis; "
                "f(f(a, b), c) is f(a, f(b, c))"},
               {"xs", "an array or a tree of arrays with as many elements along the axis"},
               {"axis", "of each array"},
               {"reverse", "from the end: f is given what is behind first"}},
    .errors =
        "error[type] where f does not give what it takes; error[shape] where arrays have not "
        "equally many elements",
    .example = "associative_scan((a, b) => a * b, [1.0, 2.0, 3.0, 4.0])  #> [1, 2, 6, 24]",
    .source = "jax.lax.associative_scan",
    .call = bind<&associative_scan>,
};

}  // namespace rille
