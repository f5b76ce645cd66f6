// Euclidean projections onto sets.
#include <functional>

#include "stdlib/array/derivative.h"
#include "stdlib/optim/losses.h"
#include "stdlib/optim/rules/moments.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/tree.h"

namespace rille {
namespace {

// The projection onto the unit simplex: max(x - threshold, 0), with a threshold for which the
// result sums to 1. The largest element of `from_top` is 0. Elements of -1 and less become 0, so
// they can be clipped before the sums are taken, which keeps these precise.
// source: Held, Wolfe and Crowder, Math. Programming 6 (1974)
Array unit_simplex(const Array& from_top) {
  if (from_top.shape().back() == Extent(0)) return from_top;
  Array x = maximum(from_top, Array(-2.0));
  Array ordered = sort(x, -1, true), sums = cumsum(ordered, -1);
  Array count = convert(iota({x.shape().back()}, 0) + Array(1), x.dtype());
  Array fits = gt(1.0 / count + (ordered - sums / count), 0.0);
  Array support = convert(sum(convert(fits, Dtype::i32), Ints{-1}, true), x.dtype());
  Array above = sum(where(eq(count, support), sums, 0.0), Ints{-1}, true);
  return relu(1.0 / support + (x - above / support));
}

Array simplex(const Array& x) {
  auto rule = [](const Array& at, const Array& dx) {
    Array y = unit_simplex(at);
    Array held = gt(y, 0.0);
    Array moved = where(held, dx, 0.0);
    Array count = convert(sum(convert(held, Dtype::i32), Ints{-1}, true), y.dtype());
    Array shared = sum(moved, Ints{-1}, true) / count;
    return std::pair(y, moved - where(held, shared, 0.0));
  };
  return with_jvp(x, unit_simplex, rule);
}

using LeafFn = std::function<Array(const Array&)>;
Value of_each(const Value& x, const LeafFn& f) {
  return map_leaves(x, [&](const Value& leaf) -> Value {
    return Value::from_array(f(inexact(leaf.as_array())));
  });
}
Value times(const Value& x, const Array& factor) {
  return of_each(x, [&](const Array& leaf) { return leaf * as_dtype(factor, leaf.dtype()); });
}

Array dot_of(const Value& x, const Value& y) {
  Array out(0.0);
  map_leaves(Values{x, y}, false, [&](const Values& at) -> Value {
    out = out + sum(inexact(at[0].as_array()) * at[1].as_array());
    return at[0];
  });
  return out;
}
// x + factor y
Value moved_by(const Value& x, const Array& factor, const Value& y) {
  return map_leaves(Values{x, y}, false, [&](const Values& at) -> Value {
    Array leaf = inexact(at[0].as_array());
    return Value::from_array(leaf + as_dtype(factor, leaf.dtype()) * at[1].as_array());
  });
}

Value non_negative(const Value& x) { return of_each(x, relu); }

// A bound is a number for all elements, or a tree with the structure of x.
Value box(const Value& x, const Value& lower, const Value& upper) {
  auto bounded = [](const Value& of, const Value& by, Array (*bound)(const Array&, const Array&)) {
    return map_leaves(Values{by, of}, true, [&](const Values& at) -> Value {
      return Value::from_array(bound(inexact(at[1].as_array()), at[0].as_array()));
    });
  };
  return bounded(bounded(x, lower, maximum), upper, minimum);
}
Value hypercube(const Value& x, const Array& scale) {
  return box(x, Value::from_array(Array(0.0)), Value::from_array(scale));
}
Value linf_ball(const Value& x, const Array& scale) {
  return box(x, Value::from_array(-scale), Value::from_array(scale));
}

// Converts a tree to a vector of all its elements, and such a vector back to a tree.
struct RaveledTree {
  FlatTree flat;

  explicit RaveledTree(const Value& tree) : flat(flatten(tree)) {
    if (flat.leaves.empty()) {
      throw labelled(Error(Code::type, str(calling_name("projection"),
                                           ": `x` contains no arrays, expected at least one")),
                     "x");
    }
  }
  Array vector() const {
    Arrays parts;
    for (const Array& leaf : flat.leaves) parts.push_back(flatten_array(inexact(leaf)));
    return concat(parts);
  }
  Value tree(const Array& vector) const {
    std::vector<Array> leaves;
    int64_t at = 0;
    for (const Array& leaf : flat.leaves) {
      auto count = static_cast<int64_t>(leaf.size());
      Array part = reshape_to(slice_axis(vector, 0, at, count), leaf.shape());
      leaves.push_back(as_dtype(part, inexact(leaf).dtype()));
      at += count;
    }
    return flat.shape.unflatten(std::move(leaves));
  }
};

Value onto_simplex(const Value& x, const Array& scale) {
  RaveledTree all(x);
  return all.tree(projected_to_simplex(all.vector(), scale));
}

Value l1_sphere(const Value& x, const Array& scale) {
  RaveledTree all(x);
  Array vector = all.vector();
  return all.tree(sign(vector) * projected_to_simplex(abs(vector), scale));
}
Value l1_ball(const Value& x, const Array& scale) {
  RaveledTree all(x);
  Array vector = all.vector(), length = sum(abs(vector));
  Array onto = sign(vector) * projected_to_simplex(abs(vector), scale);
  return all.tree(where(le(length, scale), vector, onto));
}

// x / length * scale. The quotient scale / length alone could overflow.
Value divided(const Value& x, const Array& length, const Array& scale) {
  return of_each(x, [&](const Array& leaf) {
    return leaf / as_dtype(length, leaf.dtype()) * as_dtype(scale, leaf.dtype());
  });
}
Value l2_sphere(const Value& x, const Array& scale) { return divided(x, global_norm(x), scale); }
Value l2_ball(const Value& x, const Array& scale) {
  Array is_inside = le(stop_gradient(global_norm(x)), scale);
  Value outside = of_each(x, [&](const Array& leaf) {  // ones: a norm with a gradient
    return where(is_inside, ones_like(leaf), leaf);
  });
  return divided(x, where(is_inside, 1.0, global_norm(outside)), where(is_inside, 1.0, scale));
}

// The length of `a`, and `a` normalized to length 1. Products with `a` itself could overflow.
struct NormalVector {
  Array length;
  Value unit;
  explicit NormalVector(const Value& a)
      : length(global_norm(a)), unit(of_each(a, [this](const Array& leaf) {
          return leaf / as_dtype(length, leaf.dtype());
        })) {}
  // The signed distance from x to the hyperplane of points whose dot product with `a` is b.
  Array distance(const Value& x, const Array& b) const { return b / length - dot_of(x, unit); }
};

Value vector(const Value& x, const Value& a) {
  NormalVector along(a);
  return times(along.unit, dot_of(x, along.unit));
}
Value hyperplane(const Value& x, const Value& a, const Array& b) {
  NormalVector along(a);
  return moved_by(x, along.distance(x, b), along.unit);
}
Value halfspace(const Value& x, const Value& a, const Array& b) {
  NormalVector along(a);
  return moved_by(x, minimum(along.distance(x, b), Array(0.0)), along.unit);
}

constexpr std::string_view tree_errors =
    "error[type] if `x` contains no arrays, or the structures of the trees differ";
constexpr std::string_view x_text = "Tree of arrays, treated as one vector.";
constexpr std::string_view scale_text = "Radius, > 0.";

}  // namespace

Array projected_to_simplex(const Array& x, const Array& scale) {
  Array used = wide(x), by = as_dtype(scale, used.dtype());
  if (x.shape().back() != Extent(0)) used = used - stop_gradient(max(used, Ints{-1}, true));
  return as_dtype(by * simplex(used / by), x.dtype());
}

extern const Builtin optim_projection_non_negative_builtin = {
    .signature = "optim.projection_non_negative(x: tree) -> tree",
    .brief =
        "Computes the Euclidean projection onto the non-negative orthant. Negative elements become "
        "0.",
    .params = {{"x", x_text}},
    .errors = tree_errors,
    .example = "optim.projection_non_negative([-1.0, 2.0])  #> [0, 2]",
    .source = "optax.projections.projection_non_negative",
    .call = bind<&non_negative>,
};

extern const Builtin optim_projection_box_builtin = {
    .signature = "optim.projection_box(x: tree, lower: tree, upper: tree) -> tree",
    .brief =
        "Computes the Euclidean projection onto a box. Each element is clipped to [lower, upper].",
    .params = {{"x", x_text},
               {"lower",
                "Lower bound: a number for all elements, or a tree with the structure of `x`."},
               {"upper",
                "Upper bound: a number for all elements, or a tree with the structure of `x`."}},
    .errors = tree_errors,
    .example = "optim.projection_box([-3.0, 0.5], -1.0, 1.0)  #> [-1, 0.5]",
    .source = "optax.projections.projection_box",
    .call = bind<&box>,
};

extern const Builtin optim_projection_hypercube_builtin = {
    .signature = "optim.projection_hypercube(x: tree, scale: real = 1.0) -> tree",
    .brief =
        "Computes the Euclidean projection onto a hypercube. Each element is clipped to [0, "
        "scale].",
    .params = {{"x", x_text}, {"scale", "Edge length of the hypercube."}},
    .errors = tree_errors,
    .example = "optim.projection_hypercube([-3.0, 0.5, 2.0])  #> [0, 0.5, 1]",
    .source = "optax.projections.projection_hypercube",
    .call = bind<&hypercube>,
};

extern const Builtin optim_projection_simplex_builtin = {
    .signature = "optim.projection_simplex(x: tree, scale: real = 1.0) -> tree",
    .brief =
        "Computes the Euclidean projection onto a simplex. The elements of the result are "
        "non-negative and sum to `scale`.",
    .params = {{"x", x_text}, {"scale", "Sum of the elements of the result, > 0."}},
    .errors = tree_errors,
    .example = "optim.projection_simplex([0.5, 1.0, -2.0])  #> [0.25, 0.75, 0]",
    .source = "optax.projections.projection_simplex",
    .call = bind<&onto_simplex>,
};

extern const Builtin optim_projection_l1_sphere_builtin = {
    .signature = "optim.projection_l1_sphere(x: tree, scale: real = 1.0) -> tree",
    .brief =
        "Computes the Euclidean projection onto the L1 sphere. The magnitudes of the result sum to "
        "`scale`.",
    .params = {{"x", x_text}, {"scale", scale_text}},
    .errors = tree_errors,
    .example = "optim.projection_l1_sphere([-0.5, 1.0])  #> [-0.25, 0.75]",
    .source = "optax.projections.projection_l1_sphere",
    .call = bind<&l1_sphere>,
};

extern const Builtin optim_projection_l1_ball_builtin = {
    .signature = "optim.projection_l1_ball(x: tree, scale: real = 1.0) -> tree",
    .brief =
        "Computes the Euclidean projection onto the L1 ball. The magnitudes of the result sum to "
        "at most `scale`.",
    .params = {{"x", x_text}, {"scale", scale_text}},
    .errors = tree_errors,
    .example = "optim.projection_l1_ball([-0.5, 0.25])  #> [-0.5, 0.25]",
    .source = "optax.projections.projection_l1_ball",
    .call = bind<&l1_ball>,
};

extern const Builtin optim_projection_l2_sphere_builtin = {
    .signature = "optim.projection_l2_sphere(x: tree, scale: real = 1.0) -> tree",
    .brief =
        "Computes the Euclidean projection onto the L2 sphere. The L2 norm of the result is "
        "`scale`.",
    .params = {{"x", x_text}, {"scale", scale_text}},
    .errors = tree_errors,
    .example = "optim.projection_l2_sphere([3.0, 4.0])  #> [0.6, 0.8]",
    .source = "optax.projections.projection_l2_sphere",
    .call = bind<&l2_sphere>,
};

extern const Builtin optim_projection_l2_ball_builtin = {
    .signature = "optim.projection_l2_ball(x: tree, scale: real = 1.0) -> tree",
    .brief =
        "Computes the Euclidean projection onto the L2 ball. The L2 norm of the result is at most "
        "`scale`.",
    .params = {{"x", x_text}, {"scale", scale_text}},
    .errors = tree_errors,
    .example = "optim.projection_l2_ball([0.3, 0.4])  #> [0.3, 0.4]",
    .source = "optax.projections.projection_l2_ball",
    .call = bind<&l2_ball>,
};

extern const Builtin optim_projection_linf_ball_builtin = {
    .signature = "optim.projection_linf_ball(x: tree, scale: real = 1.0) -> tree",
    .brief =
        "Computes the Euclidean projection onto the L-infinity ball. Each element is clipped to "
        "[-scale, scale].",
    .params = {{"x", x_text}, {"scale", scale_text}},
    .errors = tree_errors,
    .example = "optim.projection_linf_ball([-3.0, 0.5])  #> [-1, 0.5]",
    .source = "optax.projections.projection_linf_ball",
    .call = bind<&linf_ball>,
};

extern const Builtin optim_projection_vector_builtin = {
    .signature = "optim.projection_vector(x: tree, a: tree) -> tree",
    .brief =
        "Computes the Euclidean projection onto the line through a vector. The result is the "
        "nearest multiple of `a`.",
    .params = {{"x", x_text},
               {"a", "Direction of the line: a tree with the structure of `x`, not 0."}},
    .errors = tree_errors,
    .example = "optim.projection_vector([1.0, 2.0], [1.0, 0.0])  #> [1, 0]",
    .source = "optax.projections.projection_vector",
    .call = bind<&vector>,
};

extern const Builtin optim_projection_hyperplane_builtin = {
    .signature = "optim.projection_hyperplane(x: tree, a: tree, b: real) -> tree",
    .brief =
        "Computes the Euclidean projection onto a hyperplane. The result is the nearest point "
        "whose dot product with `a` is `b`.",
    .params = {{"x", x_text},
               {"a", "Normal vector: a tree with the structure of `x`, not 0."},
               {"b", "Dot product of `a` and the points of the hyperplane."}},
    .errors = tree_errors,
    .example = "optim.projection_hyperplane([1.0, 2.0], [0.0, 1.0], 5.0)  #> [1, 5]",
    .source = "optax.projections.projection_hyperplane",
    .call = bind<&hyperplane>,
};

extern const Builtin optim_projection_halfspace_builtin = {
    .signature = "optim.projection_halfspace(x: tree, a: tree, b: real) -> tree",
    .brief =
        "Computes the Euclidean projection onto a half-space. The result is the nearest point "
        "whose dot product with `a` is at most `b`.",
    .params = {{"x", x_text},
               {"a", "Normal vector: a tree with the structure of `x`, not 0."},
               {"b", "Upper bound of the dot product of `a` and the points of the half-space."}},
    .errors = tree_errors,
    .example = "optim.projection_halfspace([1.0, 2.0], [0.0, 1.0], 1.5)  #> [1, 1.5]",
    .source = "optax.projections.projection_halfspace",
    .call = bind<&halfspace>,
};

}  // namespace rille
