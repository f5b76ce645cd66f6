// Calls of primitives, and the steps that come before them.
#pragma once

#include "backends/apply.h"
#include "stdlib/array.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {

#define OP(name, ...) extern const Op name##_op;
#include "jit/op.def"
#undef OP

// The number of the axis from 0; `rank` axes there are.
// `parameter`: which one names the axis.
int64_t axis_of(int64_t axis, const Array& x, std::string_view parameter = "axis");
// error[shape] where what stands for the parameter does not fill the shape.
void need_room(const Array& x, const Shape& shape, std::string_view parameter);
// All of them sorted; every axis where none is given; error[shape] where one comes twice.
Ints axes_of(const Axes& axes, const Array& x);

// x in the dtype, weak where it was.
Array as_dtype(const Array& x, Dtype dtype);
// A scalar of the dtype, not weak.
Array constant(Dtype dtype, const AttrValue& value);
// The broadcast of x to exactly this shape; x has it already or is smaller.
Array fit(const Array& x, const Shape& shape);
// The shape that all broadcast to; `what` names the operation in the error.
Shape common_shape(std::span<const Array> arrays, std::string_view what);

// Promotes, broadcasts, applies.
Array binary(const Op& op, const Array& x, const Array& y);

std::string given(const Array& x);  // how an error names it: "i32[3]", "int" of a host number
// Asks the transform that traces for the value of a host number; error[trace] where it has none.
void need_known(State& state, const Value& value);
bool is_host_scalar(const Array& x);  // a host number: weak, concrete, of rank 0
bool is_eager();                      // no graph is open

}  // namespace rille
