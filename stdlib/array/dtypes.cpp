// Dtype promotion and conversion.
#include <cmath>
#include <limits>

#include "stdlib/array/apply_op.h"
#include "vm/function.h"
#include "vm/run/running.h"
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

template <class T>
[[noreturn]] void does_not_fit(T x, Dtype dtype) {
  Error error(Code::value, str(x, " does not fit in ", dtype));
  throw labelled(labelled(std::move(error), "x"), "value");
}

void check_fits(int64_t x, Dtype dtype) {
  with_type(dtype, [&]<class T>(T) {
    if (!holds<T>(x)) does_not_fit(x, dtype);
  });
}

// An explicit conversion truncates a float toward zero, as the primitive does.
int64_t whole_part(double x, Dtype dtype) {
  constexpr double limit = 9223372036854775808.0;
  if (!(x >= -limit && x < limit)) {
    does_not_fit(x, dtype);
  }
  return static_cast<int64_t>(x);
}

// A finite number that would become infinite is out of range too.
Array float_as(double x, Dtype dtype) {
  Array out = Array::scalar(dtype, x);
  bool lost = is_float(dtype) && std::isfinite(x) && !std::isfinite(out.number());
  if (lost) does_not_fit(x, dtype);
  return out;
}

// A complex number is true unless both parts are 0; other conversions keep the real part.
Array converted(const Array& x, Dtype dtype) {
  bool asks = is_complex(x.dtype()) && dtype == Dtype::boolean;
  if (asks) return logical_or(ne(real(x), 0), ne(imag(x), 0));
  return apply1(convert_op, {x}, {{"dtype", dtype}});
}

Array host_number_as(const Array& x, Dtype dtype) {
  if (kind(dtype) == DtypeKind::key)
    throw Error(Code::dtype, "a number cannot be converted to a key");
  Dtype from = x.dtype();
  if (is_complex(from)) return converted(x, dtype);
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
  return float_as(x.number(), dtype);
}

// The bounds of an integer dtype, low <= x <= high, clamped to the signed 64-bit range.
std::pair<int64_t, int64_t> bounds_of(Dtype dtype) {
  int bits = rille::bits(dtype);
  if (kind(dtype) == DtypeKind::natural) {
    return {0, bits == 64 ? INT64_MAX : (int64_t{1} << bits) - 1};
  }
  int64_t high = bits == 64 ? INT64_MAX : (int64_t{1} << (bits - 1)) - 1;
  return {-high - 1, high};
}

// Whether a host int fits the dtype; a none Array if every host int does.
Array whole_fits(const Array& x, Dtype dtype) {
  auto [low, high] = bounds_of(dtype);
  Array from = ge(x, low), to = le(x, high);
  if (high == INT64_MAX) return low == INT64_MIN ? Array() : from;
  return logical_and(from, to);
}

// Whether a host float, truncated toward zero, fits the dtype; false for NaN.
Array cut_fits(const Array& x, Dtype dtype) {
  auto [low, high] = bounds_of(dtype);
  auto below = static_cast<double>(low);
  Array from = low == INT64_MIN ? ge(x, below) : gt(x, below - 1);
  return logical_and(from, lt(x, static_cast<double>(high) + 1));
}

// host_number_as rejects a number that is out of range. This records the same check for compiled
// code, in which the number is known only when it runs. `made` is x in the dtype.
void check_fits_later(const Array& x, const Array& made) {
  Dtype from = x.dtype(), dtype = made.dtype();
  Array number = x.with_weak(false), fits;
  if (is_integer(dtype) && from == Dtype::i64) {
    fits = whole_fits(number, dtype);
  } else if (is_integer(dtype) && from == Dtype::f64) {
    fits = cut_fits(number, dtype);
  } else if (is_float(dtype) && (from == Dtype::f64 || dtype == Dtype::f16 || bits(dtype) < 16)) {
    fits = logical_or(isfinite(made.with_weak(false)), logical_not(isfinite(number)));
  }
  if (!fits.is_none()) check(fits, "value", str("{0} does not fit in ", dtype), {number});
}

bool is_later_number(const Array& x) { return x.is_weak() && x.is_traced() && x.rank() == 0; }

Dtype default_of(Dtype weak) {
  switch (kind(weak)) {
    case DtypeKind::integer: return Dtype::i32;
    case DtypeKind::floating: return Dtype::f32;
    case DtypeKind::complex: return Dtype::c64;
    default: return weak;
  }
}

}  // namespace

std::string given(const Array& x) { return kind_text(Value::from_array(x)); }

void need_known(State& state, const Value& value) {
  if (value.is_tuple()) {
    for (const Value& item : value.items()) need_known(state, item);
  } else if (value.is_array() && !value.array().is_none() && value.array().is_traced()) {
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
  RILLE_CHECK(strong || weak, "common_dtype of no arrays");
  if (strong && weak) return promote_weak(*weak, *strong);
  return strong ? *strong : *weak;
}

std::optional<Dtype> named_dtype(const Value& dtype) {
  if (dtype.is_string()) return dtype_named(dtype.string());
  return dtype.is_function() ? dtype_named(dtype.function().info().name) : std::nullopt;
}

Array as_dtype(const Array& x, Dtype dtype) {
  if (x.dtype() == dtype) return x;
  if (is_host_scalar(x)) return host_number_as(x, dtype).with_weak(true);
  Array out = converted(x, dtype);
  if (is_later_number(x)) check_fits_later(x, out);
  return out;
}

Array convert(const Array& x, Dtype dtype) {
  if (x.dtype() == dtype) return x.with_weak(false);
  if (is_host_scalar(x)) return host_number_as(x, dtype);
  return as_dtype(x, dtype).with_weak(false);
}

Array strong(const Array& x) { return x.is_weak() ? convert(x, default_of(x.dtype())) : x; }

Array inexact(const Array& x) {
  if (is_inexact(x.dtype())) return x;
  if (kind(x.dtype()) == DtypeKind::key) {
    throw Error(Code::dtype, str("expected a number, got ", given(x)));
  }
  return as_dtype(x, x.is_weak() ? Dtype::f64 : Dtype::f32);
}

// If a traced array is among the operands, a host scalar becomes a constant of the graph, so that
// passes can fold it and it needs no input.
static Array recorded(const Array& x, Dtype dtype) {
  Array number = convert(x, dtype);
  if (!is_host_scalar(x) || number.is_traced() || is_complex(x.dtype())) return number;
  if (is_complex(dtype)) return constant(dtype, x.number());
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
  PollCounter polls;
  for (Array& x : arrays) {
    polls.step();
    x = weak ? as_dtype(x, dtype) : traced ? recorded(x, dtype) : convert(x, dtype);
  }
}

Array constant(Dtype dtype, const AttrValue& value) {
  return apply1(fill_op, {}, {{"dtype", dtype}, {"shape", Shape{}}, {"value", value}});
}

}  // namespace rille
