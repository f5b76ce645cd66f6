// Moment estimates, bias corrections and norms.
#include "stdlib/optim/rules/moments.h"

#include <cmath>

#include "jit/transform.h"
#include "stdlib/array/squares.h"
#include "vm/numbers/dtype.h"

namespace rille {

Array as_wide(const Array& x) {
  bool is_narrow = is_float(x.dtype()) && bits(x.dtype()) < 32;
  return is_narrow ? convert(x, Dtype::f32) : x;
}

Array narrowed(const Array& grad, const Array& made) {
  bool is_narrow = is_float(grad.dtype()) && bits(grad.dtype()) < 32;
  if (!is_narrow) return made;
  if (grad.dtype() != Dtype::f16) return convert(made, grad.dtype());
  constexpr double most = 65504;  // the largest f16: a finite update stays finite
  return convert(where(isfinite(made), clip(made, -most, most), made), Dtype::f16);
}

Value narrowed_like(const Value& grads, const Value& made) {
  return each({grads, made}, [](const auto& at) { return narrowed(at[0], at[1]); });
}

Array over(const Array& a, const Array& b) { return where(eq(b, 0), zeros_like(a), a / b); }

Array over(const Array& a, const Array& b, const Array& eps) {
  constexpr double least = 0x1p-126;  // the smallest normal f32: smaller ones may be flushed to 0
  bool is_above = eps.rank() == 0 && !eps.is_traced() && eps.number() >= least;
  return is_above ? a / b : over(a, b);
}

Value for_moving(const Value& params, const std::function<Value(const Array&)>& f) {
  FlatTree flat = flatten(params);
  Values out;
  for (size_t i = 0; i < flat.leaves.size(); ++i) {
    const Array& leaf = flat.leaves[i];
    bool moves = has_tangent(leaf.type()) && !flat.state[i];
    out.push_back(moves ? f(leaf) : Value());
  }
  return flat.shape.unflatten_values(std::move(out));
}

Value filled_for(const Value& params, const Array& value, const Value& dtype) {
  std::optional<Dtype> wanted = named_dtype(dtype);
  return for_moving(params, [&](const Array& leaf) {
    Array zero = zeros_like(as_wide(leaf));
    if (wanted && !leaf.is_weak()) zero = convert(zero, *wanted);
    return Value::from_array(value.is_none() ? zero : kept_kind(zero, zero + value));
  });
}

Value zeros_for(const Value& params, const Value& dtype) {
  return filled_for(params, Array(), dtype);
}

Value zip_leaves(const Value& first, const Value& second,
                 const std::function<Value(const Array&, const Value&)>& f, bool keeps) {
  if (first.is_leaf()) return second.is_nil() ? second : f(first.as_array(), second);
  if (!first.is_branch()) return keeps ? second : first;
  BranchRef other = fitted(first.branch(), second);
  if (other == nullptr) {
    throw Error(Code::type, str("the trees have different structures: ", form_text(first), " and ",
                                form_text(second)));
  }
  Values items;
  for (size_t i = 0; i < other->items.size(); ++i) {
    items.push_back(zip_leaves(first.items()[i], other->items[i], f, keeps));
  }
  return Value::like(first.branch(), std::move(items));
}

Array squared(const Array& given) {
  Array x = as_wide(given);
  return is_complex(x.dtype()) ? real(conj(x) * x) : x * x;
}
Array mean_square(const Array& x) { return mean(squared(x)); }

// f32 is computed in f64, in which no square overflows. For f64, `norm` scales the squares.
Array length(const Array& given) {
  Array x = as_wide(given);
  bool is_single = x.dtype() == Dtype::f32 || x.dtype() == Dtype::c64;
  if (!is_single) return norm(x);
  return in_one_kernel(x, [](const Array& at) {
    Array wider = convert(at, is_complex(at.dtype()) ? Dtype::c128 : Dtype::f64);
    return convert(sqrt(sum(squared(wider))), Dtype::f32);
  });
}

Array root_mean_square(const Array& x) {
  return length(x) / std::sqrt(static_cast<double>(x.size()));
}

Array global_square(const Value& tree) {
  Array total;
  for (const Array& leaf : flatten(tree).leaves) {
    Array square = sum(squared(leaf));
    total = total.is_none() ? square : total + square;
  }
  return total.is_none() ? Array(0.0) : total;
}

Array global_norm(const Value& tree) {
  Arrays lengths;
  for (const Array& leaf : flatten(tree).leaves) lengths.push_back(length(leaf));
  if (lengths.empty()) return Array(0.0);
  promote_together(lengths);
  return lengths.size() == 1 ? lengths[0] : length(stack(lengths));
}

Value moment(const Value& old, const Value& grads, const Array& decay) {
  return each({old, grads}, [&](const auto& at) {
    Array g = as_wide(at[1]);
    return fit(1.0 - decay, g) * g + fit(decay, at[0]) * at[0];
  });
}

Value square_moment(const Value& old, const Value& grads, const Array& decay) {
  return each({old, grads}, [&](const auto& at) {
    Array square = squared(at[1]);
    return fit(1.0 - decay, square) * square + fit(decay, at[0]) * at[0];
  });
}

Array correction(const Array& decay, const Array& count) {
  return 1.0 - pow(convert(decay, Dtype::f64), convert(count, Dtype::f64));
}

Value corrected(const Value& mean, const Array& decay, const Array& count) {
  Array share = correction(decay, count);
  return each({mean}, [&](const auto& at) {
    Array x = as_wide(at[0]);
    return x / (x.is_weak() ? share.with_weak(true) : fit(share, x));
  });
}

Value corrected_ahead(const Value& mean, const Value& grads, const Array& decay,
                      const Array& count) {
  Value ahead = corrected(mean, decay, next_step(count)), now = corrected(grads, decay, count);
  return each({now, ahead}, [&](const auto& at) {
    return fit(decay, at[1]) * at[1] + fit(1.0 - decay, at[0]) * at[0];
  });
}

Value kept(const Value& old, const Value& made) {
  return each({old, made}, [](const auto& at) { return kept_kind(at[0], at[1]); });
}

Value over_root(const Value& grads, const Value& m, const Value& v, const Array& eps,
                const Array& eps_root) {
  return each({grads, m, v}, [&](const auto& at) {
    Array root = sqrt(at[2] + fit(eps_root, at[2])) + fit(eps, at[2]);
    return narrowed(at[0], over(at[1], root, eps));
  });
}

}  // namespace rille
