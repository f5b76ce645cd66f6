// What rules share: running means, their corrections, norms.
#pragma once

#include "stdlib/optim/rule.h"

namespace rille {

// A float of less than 32 bits as f32, in which moments are kept and steps computed; others as they
// are. `narrowed` is `made` in the dtype of the gradient again where that was narrow.
Array as_wide(const Array& x);
Array narrowed(const Array& grad, const Array& made);
Value narrowed_like(const Value& grads, const Value& made);  // nil where the gradient is

// a / b, and 0 where b is 0: what does not move takes no step. The check is left out where `eps`,
// a part of b, is known to be above 0.
Array over(const Array& a, const Array& b);
Array over(const Array& a, const Array& b, const Array& eps);

// A zero, or the value, for each leaf that moves, nil for the others and for `var` fields. In the
// leaf's dtype, at least f32, or in `dtype`: a script's, nil for none.
Value zeros_for(const Value& params, const Value& dtype = {});
Value filled_for(const Value& params, const Array& value, const Value& dtype = {});
std::optional<Dtype> named_dtype(const Value& dtype);

// f of each leaf that moves, nil for the others: an array or a tree for each.
Value for_moving(const Value& params, const std::function<Value(const Array&)>& f);

// f of each leaf of the first tree and of what stands at its place in the second, a leaf or a tree.
// Where the first is nil, what the second has if it `keeps` that, else nil.
Value zip_leaves(const Value& first, const Value& second,
                 const std::function<Value(const Array&, const Value&)>& f, bool keeps = true);

// |x|^2 of each element, f32 at least, as what is made of it.
Array squared(const Array& x);
Array mean_square(const Array& x);  // of all elements
// The root of their mean, and the Euclidean norm: also where squares leave the range.
Array root_mean_square(const Array& x);
Array length(const Array& x);
Array global_norm(const Value& tree);
Array global_square(const Value& tree);  // of the norm

// (1 - decay) g + decay old, of each leaf; of |g|^2. Where g is nil, old.
Value moment(const Value& old, const Value& grads, const Array& decay);
Value square_moment(const Value& old, const Value& grads, const Array& decay);

// 1 - decay ^ count in f64: near 0 it is small, and f32 would hold little of it.
Array correction(const Array& decay, const Array& count);
// The mean over the steps that it was made of, for one that began at 0.
Value corrected(const Value& mean, const Array& decay, const Array& count);
// With Nesterov's look ahead along the mean.
Value corrected_ahead(const Value& mean, const Value& grads, const Array& decay,
                      const Array& count);

// The leaves of `made` in the dtypes of those of `old`.
Value kept(const Value& old, const Value& made);

// m / (sqrt(v + eps_root) + eps) of each leaf, 0 where that root is; nil where the gradient is.
Value over_root(const Value& grads, const Value& m, const Value& v, const Array& eps,
                const Array& eps_root);

constexpr std::string_view b1_text = "decay of the mean of gradients, a step";
constexpr std::string_view b2_text = "decay of the mean of their squares, a step";
constexpr std::string_view eps_text = "added to the root of the mean square";
constexpr std::string_view eps_root_text = "added to the mean square, below the root";
constexpr std::string_view mu_dtype_text =
    "of the mean of gradients; nil: the parameter's, at least f32";
constexpr std::string_view nesterov_text = "look ahead along the momentum";
constexpr std::string_view lr_text = "step size, or a function of the step from 0";

}  // namespace rille
