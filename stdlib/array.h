// Array functions in C++: NumPy's functions, eager and traced.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "jit/precision.h"
#include "vm/array.h"
#include "vm/value.h"

// Every function here is written over apply(): it runs at once, or is recorded if a graph is open.
// Operands are promoted as JAX does. Host scalars are weak arrays, and a function of weak arrays
// alone returns a weak array. Negative axes count from the end. Incompatible shapes and axes that
// are out of range raise error[shape].
namespace rille {

using Arrays = std::vector<Array>;
using Axes = std::optional<Ints>;             // nullopt: all axes
using OptionalAxis = std::optional<int64_t>;  // nullopt: the array is flattened first

// --- element types
// The dtype of the result of an operation on these arrays: JAX's promotion lattice, in which weak
// operands come last.
Dtype common_dtype(std::span<const Array> arrays);
Array convert(const Array& x,
              Dtype dtype);     // never weak; error[value] if a host scalar is out of range
Array strong(const Array& x);   // a weak array in its default dtype: bool, i32, f32
Array inexact(const Array& x);  // ints and bools in f32 (weak: f64), others unchanged
// Converts all arrays to their common dtype; the results are weak only if all arrays are.
void promote_together(std::span<Array> arrays);

// The dtype that a script passed, by its function or its name; nothing for other values.
std::optional<Dtype> named_dtype(const Value& dtype);

// --- elementwise arithmetic, after promotion and broadcasting
Array add(const Array& x, const Array& y);
Array sub(const Array& x, const Array& y);
Array mul(const Array& x, const Array& y);
Array div(const Array& x, const Array& y);        // true division, always in floating point
Array floor_div(const Array& x, const Array& y);  // `//`: rounds down
Array mod(const Array& x, const Array& y);        // `%`: the result has the sign of the divisor
// With a host int as the exponent, multiplies repeatedly.
Array pow(const Array& x, const Array& y);
Array neg(const Array& x);
inline Array operator+(const Array& x, const Array& y) { return add(x, y); }
inline Array operator-(const Array& x, const Array& y) { return sub(x, y); }
inline Array operator*(const Array& x, const Array& y) { return mul(x, y); }
inline Array operator/(const Array& x, const Array& y) { return div(x, y); }
inline Array operator-(const Array& x) { return neg(x); }

// --- comparisons return bools; logical functions take bools only
Array eq(const Array& x, const Array& y);
Array ne(const Array& x, const Array& y);
Array lt(const Array& x, const Array& y);
Array le(const Array& x, const Array& y);
Array gt(const Array& x, const Array& y);
Array ge(const Array& x, const Array& y);
Array logical_and(const Array& x, const Array& y);
Array logical_or(const Array& x, const Array& y);
Array logical_not(const Array& x);
Array bits_and(const Array& x, const Array& y);
Array bits_or(const Array& x, const Array& y);
Array bits_xor(const Array& x, const Array& y);
Array bits_not(const Array& x);
Array shift_left(const Array& x, const Array& y);
Array shift_right(const Array& x, const Array& y);

// --- elementwise mathematical functions: exp, sqrt, sin … (stdlib/array/math.def)
#define MATH(name, op, ...) Array name(const Array& x);
#include "stdlib/array/math.def"
#undef MATH
Array atan2(const Array& y, const Array& x);
Array maximum(const Array& x, const Array& y);  // NaN if either is NaN
Array minimum(const Array& x, const Array& y);
Array logaddexp(const Array& x, const Array& y);
Array abs(const Array& x);
Array sign(const Array& x);
Array floor(const Array& x);  // ints are returned unchanged
Array ceil(const Array& x);
Array round(const Array& x);  // half to even
Array where(const Array& condition, const Array& yes, const Array& no);
Array clip(const Array& x, const std::optional<Array>& low, const std::optional<Array>& high);
Array isnan(const Array& x);
Array isfinite(const Array& x);
Array isinf(const Array& x);
Array complex(const Array& real, const Array& imag);
Array real(const Array& x);
Array imag(const Array& x);
Array conj(const Array& x);
Array angle(const Array& x);
Array relu(const Array& x);

// --- reductions; `keep` leaves the reduced axes with size 1
Array sum(const Array& x, const Axes& axis = {}, bool keep = false);
Array prod(const Array& x, const Axes& axis = {}, bool keep = false);
Array mean(const Array& x, const Axes& axis = {}, bool keep = false);
Array var(const Array& x, const Axes& axis = {}, bool keep = false, int64_t ddof = 0);
Array std_of(const Array& x, const Axes& axis = {}, bool keep = false, int64_t ddof = 0);
Array max(const Array& x, const Axes& axis = {}, bool keep = false);
Array min(const Array& x, const Axes& axis = {}, bool keep = false);
Array any(const Array& x, const Axes& axis = {}, bool keep = false);
Array all(const Array& x, const Axes& axis = {}, bool keep = false);
Array norm(const Array& x, const Axes& axis = {}, bool keep = false);  // Euclidean
Array logsumexp(const Array& x, const Axes& axis = {}, bool keep = false);
Array argmax(const Array& x, const OptionalAxis& axis = {},
             bool keep = false);  // i32; the first of ties
Array argmin(const Array& x, const OptionalAxis& axis = {}, bool keep = false);
Array cumsum(const Array& x, const OptionalAxis& axis = {});
Array cumprod(const Array& x, const OptionalAxis& axis = {});
Array softmax(const Array& x, int64_t axis = -1);
Array log_softmax(const Array& x, int64_t axis = -1);

// --- shape
Array reshape(const Array& x, const Ints& shape);  // one size may be -1
Array reshape_to(const Array& x, const Shape& shape);
Array transpose(const Array& x, const Axes& axes = {});  // nullopt: reverses the axes
Array swap(const Array& x, int64_t a, int64_t b);
Array move_axis(const Array& x, int64_t from, int64_t to);
Array flatten_array(const Array& x);
Array squeeze(const Array& x, const Axes& axis = {});
Array expand(const Array& x, const Ints& axis);
Array broadcast(const Array& x, const Shape& shape);
Array concat(const Arrays& arrays, int64_t axis = 0);
Array stack(const Arrays& arrays, int64_t axis = 0);
// One int: the number of equal sections; several: the indices to split at.
Arrays split(const Array& x, const Ints& sections, int64_t axis = 0);
Array repeat(const Array& x, int64_t count, const OptionalAxis& axis = {});
Array tile(const Array& x, const Ints& counts);
Array roll(const Array& x, const Ints& shift, const Axes& axis = {});
Array flip(const Array& x, const Axes& axis = {});
// `low` elements before and `high` after, for each axis; negative counts crop.
Array pad(const Array& x, const Ints& low, const Ints& high, const Array& value = Array(0));
Array slice_axis(const Array& x, int64_t axis, int64_t start, int64_t count, int64_t step = 1);

// --- creation
Array zeros(const Shape& shape, Dtype dtype = Dtype::f32);
Array ones(const Shape& shape, Dtype dtype = Dtype::f32);
Array full(const Shape& shape, const Array& value, std::optional<Dtype> dtype = {});
Array zeros_like(const Array& x);
Array ones_like(const Array& x);
Array iota(const Shape& shape, int64_t axis, Dtype dtype = Dtype::i32);
Array arange(int64_t start, int64_t stop, int64_t step = 1, Dtype dtype = Dtype::i32);
Array linspace(double low, double high, int64_t count, Dtype dtype = Dtype::f32);
Array eye(int64_t rows, std::optional<int64_t> columns = {}, Dtype dtype = Dtype::f32);
// An array literal: elements are numbers or equal-shaped arrays.
Array literal(const Arrays& elements);

// --- products
// The precision of all products of the State that name none; before its first run.
void set_precision(State& state, Precision precision);
Array matmul(const Array& x, const Array& y);  // `@`
// `precision` is a name of jit/precision.h; none: that of the State.
Array dot_in(const Array& x, const Array& y, std::optional<Dtype> out,
             const std::optional<std::string>& precision = {});
Array einsum(const std::string& spec, const Arrays& operands);

// Convolves x[batch..., spatial..., channels] with the weights w[kernel..., in, out]. `strides` and
// `dilation`: one number for all spatial axes or one for each; `padding`: "same", "valid", or
// numbers.
Array conv(const Array& x, const Array& w, const Ints& strides, const Value& padding,
           const Ints& dilation, int64_t groups);
Array conv_transpose(const Array& x, const Array& w, const Ints& strides, const Value& padding,
                     const Ints& dilation);

// --- order
Array sort(const Array& x, int64_t axis = -1, bool descending = false);
Array argsort(const Array& x, int64_t axis = -1, bool descending = false);
Arrays top_k(const Array& x, int64_t k);  // values and i32 indices along the last axis
Array unique(const Array& x);             // sorted; host code only

// --- comparisons with tolerance; concrete arrays return host bools
Array close(const Array& x, const Array& y, double rtol = 1e-5, double atol = 1e-8);
// Elementwise; NaN is close to NaN if `nan` is true.
Array isclose(const Array& x, const Array& y, double rtol, double atol, bool nan);

// --- indexing
// One subscript of x[...]: an int (`index` of rank 0), an array of ints or bools (`index`), a slice
// whose parts are optional, `...`, or nil.
struct Subscript {
  enum class Kind : uint8_t { index, slice, ellipsis, new_axis };
  Kind form = Kind::ellipsis;
  Array index = {};
  std::optional<int64_t> start = {}, stop = {}, step = {};
  int argument = -1;  // the operand's number in the index expression, for error labels
};
using Subscripts = std::vector<Subscript>;

// x[subscripts], with NumPy's semantics; error[index] for an index out of range, in compiled code
// too.
Array index(const Array& x, const Subscripts& subscripts);

enum class UpdateOp : uint8_t { set, add, sub, mul, min, max, div, floor_div, mod, pow };
// x[subscripts] op= value. If x is uniquely referenced, its memory is written in place, at a cost
// proportional to the replaced part; otherwise x becomes a copy. The shape and dtype are kept:
// writing a float into an int array raises error[dtype]. If an index repeats, `set` and the last
// four operations keep the last value, and the others accumulate. If it throws, x is unchanged.
void update(Array& x, const Subscripts& subscripts, const Array& value,
            UpdateOp how = UpdateOp::set);
inline Array updated(Array x, const Subscripts& subscripts, const Array& value,
                     UpdateOp how = UpdateOp::set) {
  update(x, subscripts, value, how);
  return x;
}

// The handling of an index out of range in take.
enum class BoundsMode : uint8_t { check, clip, fill };
Array take(const Array& x, const Array& indices, const OptionalAxis& axis = {},
           BoundsMode bounds = BoundsMode::check);

// --- derivatives and checks
Array stop_gradient(const Array& x);
// Raises the message if the condition is false when the code runs. {0}, {1}, … in the message
// are replaced by the elements of `values`.
void check(const Array& condition, std::string_view kind, std::string_view message,
           const Arrays& values = {});

}  // namespace rille
