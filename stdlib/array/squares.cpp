// norm, and roots of sums of squares in general.
#include "stdlib/array/squares.h"

#include <span>

#include "stdlib/array/derivative.h"
#include "stdlib/trace/region.h"

namespace rille {
namespace {

constexpr size_t large = size_t{1}
                         << 22;  // number of elements from which compiling a kernel pays off

template <class T>
bool are_within(const Array& x, double low, double high) {
  std::span at(reinterpret_cast<const T*>(x.data()), x.size());
  bool holds = true;
  for (T number : at) holds = holds & (number >= T(low)) & (number < T(high));
  return holds;
}

// Whether no square overflowed, and none that matters underflowed.
bool are_ordinary(const Array& sums) {
  return sums.dtype() == Dtype::f64 ? are_within<double>(sums, 0x1p-900, 0x1p1000)
                                    : are_within<float>(sums, 0x1p-90, 0x1p120);
}

bool has_small_squares(Dtype dtype) {
  return is_float(dtype) && bits(dtype) <= 16 && dtype != Dtype::bf16;
}

Array sum_of_squares(const Array& x, const SquareSumOptions& how) {
  Array total = reduce(sum_op, squares(x), how.axes, how.keep);
  return how.count == 1 ? total : div(total, how.count);
}

// Scaling by powers of two does not change the significant bits of the root.
Array scaled_root(const Array& x, SquareSumOptions how) {
  Array scale = unit_scale(x, how.axes);
  bool keep = std::exchange(how.keep, true);
  Array root = div(sqrt(sum_of_squares(mul(x, scale), how)), scale);
  return keep ? root : squeeze(root, how.axes);
}

Array plain_root(const Array& x, const SquareSumOptions& how) {
  if (how.is_scaled) return sqrt(sum_of_squares(x, how));
  if (!is_eager()) return scaled_root(x, how);
  Array total = reduce(sum_op, squares(x), how.axes, how.keep);
  if (!are_ordinary(total)) return scaled_root(x, how);
  return sqrt(how.count == 1 ? total : div(total, how.count));
}

// The real part of conj(x) y.
Array aligned(const Array& x, const Array& y) {
  if (!is_complex(x.dtype())) return mul(x, y);
  return add(mul(real(x), real(y)), mul(imag(x), imag(y)));
}

// d sqrt(sum |x|^2 / count) = sum (x / root) dx / count, without squares. Derivatives up to the
// order `depth` use this rule.
Array root_with_rule(const Array& x, const SquareSumOptions& how, int depth) {
  auto value = [&](const Array& at) {
    return depth == 0 ? plain_root(at, how) : root_with_rule(at, how, depth - 1);
  };
  auto rule = [&](const Array& at, const Array& dx) {
    Array root = value(at);
    Array unit = div(at, is_complex(at.dtype()) ? as_dtype(root, at.dtype()) : root);
    Array moved = reduce(sum_op, aligned(unit, dx), how.axes, true);
    return std::pair(root, how.count == 1 ? moved : div(moved, how.count));
  };
  return with_jvp(x, value, rule);
}

Array watched_root(const Array& x, const SquareSumOptions& how) {
  if (!x.is_traced()) return plain_root(x, how);
  constexpr int orders = 3;  // orders of derivatives that do not overflow
  SquareSumOptions kept = how;
  kept.keep = true;
  Array out = root_with_rule(x, kept, orders);
  return how.keep ? out : squeeze(out, how.axes);
}

}  // namespace

Array squares(const Array& x) {
  if (!is_complex(x.dtype())) return mul(x, x);
  return add(mul(real(x), real(x)), mul(imag(x), imag(x)));
}

Array unit_scale(const Array& x, const Ints& axes) {
  bool is_double = x.dtype() == Dtype::f64 || x.dtype() == Dtype::c128;
  double most = is_double ? 1000 : 120;
  Array size = stop_gradient(x);
  size = is_complex(x.dtype()) ? maximum(abs(real(size)), abs(imag(size))) : abs(size);
  if (x.type().known() && x.size() == 0) return reduce(sum_op, size, axes, true) + 1;
  Array exponent = floor(log2(axes.empty() ? size : max(size, axes, true)));
  exponent = where(isnan(exponent), 0, clip(exponent, Array(-most), Array(most)));
  return exp2(neg(exponent));
}

Array root_of_squares(const Array& given, const SquareSumOptions& how) {
  Dtype part = is_complex(given.dtype()) ? part_of(given.dtype()) : given.dtype();
  auto root = [&](const Array& at) {
    Array x = wide(at);
    bool is_safe = how.is_safe || has_small_squares(at.dtype());
    return as_dtype(is_safe ? sqrt(sum_of_squares(x, how)) : watched_root(x, how), part);
  };
  return in_one_kernel(given, root);
}

Array in_one_kernel(const Array& x, const std::function<Array(const Array&)>& f) {
  if (!is_eager() || x.size() < large) return f(x);
  RecordedGraph all = record({x}, [&](const Arrays& at) { return Arrays{f(at[0])}; });
  Arrays in{x};
  in.insert(in.end(), all.captures.begin(), all.captures.end());
  return run_graph(all.graph, in)[0].with_weak(x.is_weak());
}

Array norm(const Array& given, const Axes& axis, bool keep) {
  Array x = inexact(given);
  return root_of_squares(x, {axes_of(axis, x), keep});
}

extern const Builtin norm_builtin = {
    .signature =
        "norm(x: number[...], axis: int or (int, ...) = nil, keepdims: bool = false) -> float[...]",
    .brief =
        "Computes the Euclidean norm along the axes without intermediate overflow. Sums of f16 and "
        "bf16 are accumulated in f32.",
    .params = {{"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."}},
    .errors = "error[shape] if an axis is out of range",
    .example = "norm([3.0, 4.0])  #> 5",
    .source = "numpy.linalg.norm",
    .call = bind<&norm>,
};

}  // namespace rille
