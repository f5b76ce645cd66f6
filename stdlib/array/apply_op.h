// Calls of primitives, and the preparation of operands.
#pragma once

#include "backends/apply.h"
#include "stdlib/array.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {

#define OP(name, ...) extern const Op name##_op;
#include "jit/op.def"
#undef OP

// The axis counted from 0; error[shape] if it is out of range for x. `parameter` is the name of the
// parameter that holds the axis, which the error labels.
int64_t axis_of(int64_t axis, const Array& x, std::string_view parameter = "axis");
// error[shape] if x, the argument for the parameter, cannot be broadcast to the shape.
void need_room(const Array& x, const Shape& shape, std::string_view parameter);
// The axes counted from 0 and sorted; every axis if `axes` is nullopt; error[shape] if one repeats.
Ints axes_of(const Axes& axes, const Array& x);

// x in the dtype; weak if x is weak.
Array as_dtype(const Array& x, Dtype dtype);
// A scalar of the dtype, not weak.
Array constant(Dtype dtype, const AttrValue& value);
// x broadcast to exactly this shape. The caller guarantees that x broadcasts to it.
Array fit(const Array& x, const Shape& shape);
// The broadcast shape of all arrays; `what` names the operation in the error.
Shape common_shape(std::span<const Array> arrays, std::string_view what);

// Promotes, broadcasts, and applies the primitive.
Array binary(const Op& op, const Array& x, const Array& y);

std::string given(const Array& x);  // x in error messages: "i32[3]", or "int" for a host scalar
// Requests the value of a traced scalar from the transform that runs the trace; error[trace] if it
// has none.
void need_known(State& state, const Value& value);
bool is_host_scalar(const Array& x);  // a host scalar: weak, concrete, of rank 0
bool is_eager();                      // no graph is open

}  // namespace rille
