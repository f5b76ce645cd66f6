// Promotion and conversion.
#include <cmath>
#include <limits>

#include "stdlib/array/apply_op.h"
#include "vm/state.h"

namespace rille {
namespace {

template <class T>
bool holds(int64_t x) {
  if constexpr (std::is_same_v<T, Int4>) return x >= -8 && x <= 7;
  if constexpr (std::is_same_v<T, UInt4>) return x >= 0 && x <= 15;
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) return std::in_range<T>(x);
  return true;
}

void check_fits(int64_t x, Dtype dtype) {
  with_type(dtype, [&]<class T>(T) {
    if (!holds<T>(x)) throw Error(Code::value, str(x, " does not fit in ", dtype));
  });
}

// An explicit conversion cuts a float towards zero, as the primitive does.
int64_t whole_part(double x, Dtype dtype) {
  constexpr double limit = 9223372036854775808.0;
  if (!(x >= -limit && x < limit)) {
    throw Error(Code::value, str(x, " does not fit in ", dtype));
  }
  return static_cast<int64_t>(x);
}

Array host_number_as(const Array& x, Dtype dtype) {
  if (kind(dtype) == Kind::key) throw Error(Code::dtype, "a number is no key");
  Dtype from = x.dtype();
  if (kind(from) == Kind::complex) return apply1(convert_op, {x}, {{"dtype", dtype}});
  if (is_integer(dtype)) {
    int64_t whole = is_float(from) ? whole_part(x.number(), dtype) : x.integer();
    check_fits(whole, dtype);
    Array out(Type(dtype, Shape{}));
    with_type(dtype, [&]<class T>(T) {
      if constexpr (requires(T t) { static_cast<int64_t>(t); } && !std::is_floating_point_v<T>) {
        out.edit<T>()[0] = static_cast<T>(whole);
      }
    });
    return out;
  }
  if (dtype == Dtype::boolean) return Array::scalar(dtype, x.number() != 0 ? 1 : 0);
  return Array::scalar(dtype, x.number());
}

Dtype default_of(Dtype weak) {
  switch (kind(weak)) {
    case Kind::integer: return Dtype::i32;
    case Kind::floating: return Dtype::f32;
    case Kind::complex: return Dtype::c64;
    default: return weak;
  }
}

}  // namespace

std::string given(const Array& x) { return kind_text(Value::from_array(x)); }

void need_known(State& state, const Value& value) {
  if (value.is_tuple()) {
    for (const Value& item : value.items()) need_known(state, item);
  } else if (value.is_array() && !value.array().is_none() && value.array().is_traced() &&
             state.need_value) {
    state.need_value(value.array());
  }
}

bool is_host_scalar(const Array& x) { return x.is_weak() && !x.is_traced() && x.rank() == 0; }
bool is_eager() { return Trace::innermost() == nullptr; }

Dtype common_dtype(std::span<const Array> arrays) {
  std::optional<Dtype> strong, weak;
  for (const Array& x : arrays) {
    auto& place = x.is_weak() ? weak : strong;
    place = place ? promote(*place, x.dtype()) : x.dtype();
  }
  RILLE_CHECK(strong || weak, "the dtype of nothing");
  if (strong && weak) return promote_weak(*weak, *strong);
  return strong ? *strong : *weak;
}

Array as_dtype(const Array& x, Dtype dtype) {
  if (x.dtype() == dtype) return x;
  if (is_host_scalar(x)) return host_number_as(x, dtype).with_weak(true);
  return apply1(convert_op, {x}, {{"dtype", dtype}});
}

Array convert(const Array& x, Dtype dtype) {
  if (x.dtype() == dtype) return x.with_weak(false);
  if (is_host_scalar(x)) return host_number_as(x, dtype);
  return apply1(convert_op, {x}, {{"dtype", dtype}}).with_weak(false);
}

Array strong(const Array& x) { return x.is_weak() ? convert(x, default_of(x.dtype())) : x; }

Array inexact(const Array& x) {
  if (is_inexact(x.dtype())) return x;
  if (kind(x.dtype()) == Kind::key) {
    throw Error(Code::dtype, str("a number is needed, got ", given(x)));
  }
  return as_dtype(x, x.is_weak() ? Dtype::f64 : Dtype::f32);
}

// Beside a traced array a host number stands in the graph: passes compute with it, and no input
// holds it.
static Array recorded(const Array& x, Dtype dtype) {
  Array number = convert(x, dtype);
  if (!is_host_scalar(x) || number.is_traced() || kind(dtype) == Kind::complex) return number;
  if (dtype == Dtype::boolean) return constant(dtype, number.integer() != 0);
  if (is_integer(dtype)) return constant(dtype, number.integer());
  return constant(dtype, number.number());
}

void promote_together(std::span<Array> arrays) {
  Dtype dtype = common_dtype(arrays);
  bool weak = true, traced = false;
  for (const Array& x : arrays) {
    weak = weak && x.is_weak();
    traced = traced || x.is_traced();
  }
  for (Array& x : arrays) {
    x = weak ? as_dtype(x, dtype) : traced ? recorded(x, dtype) : convert(x, dtype);
  }
}

Array constant(Dtype dtype, const AttrValue& value) {
  return apply1(fill_op, {}, {{"dtype", dtype}, {"shape", Shape{}}, {"value", value}});
}

}  // namespace rille
