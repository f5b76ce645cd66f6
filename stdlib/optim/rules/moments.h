// Moment estimates, bias corrections and norms.
#pragma once

#include "stdlib/optim/rule.h"

namespace rille {

// Moments are stored and updates computed in at least f32. `as_wide` converts a float of less than
// 32 bits to f32 and returns any other array unchanged. `narrowed` converts `made` back to the
// dtype of `grad` if that has less than 32 bits.
Array as_wide(const Array& x);
Array narrowed(const Array& grad, const Array& made);
Value narrowed_like(const Value& grads, const Value& made);  // nil if the gradient is

// a / b, and 0 where b is 0, so that an element without any gradient gets no update. The check is
// omitted if `eps`, a term of b, is not traced and is above 0.
Array over(const Array& a, const Array& b);
Array over(const Array& a, const Array& b, const Array& eps);

// A tree with zeros, or with `value`, for each trainable leaf, and with nil for other leaves and
// for `var` fields. The dtype is that of the leaf, at least f32, or `dtype` if that is not nil.
Value zeros_for(const Value& params, const Value& dtype = {});
Value filled_for(const Value& params, const Array& value, const Value& dtype = {});

// f of each trainable leaf, an array or a tree, and nil for other leaves.
Value for_moving(const Value& params, const std::function<Value(const Array&)>& f);

// f of each leaf of `first` and of the leaf or subtree at the same path of `second`. Where `first`
// is nil, the result is that of `second` if `keeps`, else nil.
Value zip_leaves(const Value& first, const Value& second,
                 const std::function<Value(const Array&, const Value&)>& f, bool keeps = true);

// |x|^2 of each element. The results of this and the next functions are at least f32.
Array squared(const Array& x);
Array mean_square(const Array& x);  // over all elements
// The root mean square and the Euclidean norm, without overflow of the squares.
Array root_mean_square(const Array& x);
Array length(const Array& x);
Array global_norm(const Value& tree);
Array global_square(const Value& tree);  // the squared norm

// (1 - decay) * g + decay * old for each leaf, and with |g|^2 instead of g. If g is nil, old.
Value moment(const Value& old, const Value& grads, const Array& decay);
Value square_moment(const Value& old, const Value& grads, const Array& decay);

// 1 - decay ^ count, in f64: the difference of nearly equal numbers would lose bits in f32.
Array correction(const Array& decay, const Array& count);
// The bias-corrected moving average, for one that was initialized with 0.
Value corrected(const Value& mean, const Array& decay, const Array& count);
// The bias-corrected moving average with Nesterov momentum.
Value corrected_ahead(const Value& mean, const Value& grads, const Array& decay,
                      const Array& count);

// The leaves of `made`, in the dtypes of the leaves of `old`.
Value kept(const Value& old, const Value& made);

// m / (sqrt(v + eps_root) + eps) for each leaf, 0 where the denominator is 0. A leaf whose gradient
// is nil is nil.
Value over_root(const Value& grads, const Value& m, const Value& v, const Array& eps,
                const Array& eps_root);

constexpr std::string_view b1_text =
    "β1, the exponential decay rate of the first-moment estimate, 0 ≤ b1 < 1.";
constexpr std::string_view b2_text =
    "β2, the exponential decay rate of the second-moment estimate, 0 ≤ b2 < 1.";
constexpr std::string_view eps_text =
    "Epsilon added outside the square root, for numerical stability.";
constexpr std::string_view eps_root_text =
    "Epsilon added inside the square root, for numerical stability.";
constexpr std::string_view mu_dtype_text =
    "Dtype of the first-moment estimate. If nil, the dtype of the parameter, at least f32.";
constexpr std::string_view nesterov_text = "If true, uses Nesterov momentum.";
constexpr std::string_view lr_text =
    "Learning rate, or a schedule: a function of the step count, which starts at 0.";

}  // namespace rille
