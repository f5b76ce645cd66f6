// Writes types and literals, preserving every bit.
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "jit/ops/loops.h"
#include "jit/stablehlo/scope.h"
#include "jit/stablehlo/write.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr size_t max_in_lists = 64;

std::string hex_of(const std::byte* data, size_t count) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out = "0x";
  for (size_t i = 0; i < count; ++i) {
    auto each = static_cast<unsigned>(data[i]);
    out += digits[each >> 4];
    out += digits[each & 15];
  }
  return out;
}

// The bits of a number, highest digit first.
template <class T>
std::string bits_text(T x) {
  std::byte bytes[sizeof(T)], turned[sizeof(T)];
  std::memcpy(bytes, &x, sizeof(T));
  for (size_t i = 0; i < sizeof(T); ++i) turned[i] = bytes[sizeof(T) - 1 - i];
  return hex_of(turned, sizeof(T));
}

// 1.5, 1.0e+30: MLIR requires a decimal point. A reader parses a double and rounds it.
template <class T>
std::string float_text(T x) {
  auto wide = widen(x);
  if (!std::isfinite(wide)) return bits_text(x);
  std::string text = number_text(wide);
  if (wide == 0 && std::signbit(wide)) text = "-0";
  if (text.find('.') == std::string::npos) text.insert(std::min(text.find('e'), text.size()), ".0");
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  T back{};
  if constexpr (std::floating_point<T>) {
    back = static_cast<T>(read);
  } else {
    back = T(static_cast<float>(read));
  }
  return bits_text(back) == bits_text(x) ? text : bits_text(x);
}

template <class T>
std::string element(T x) {
  if constexpr (std::same_as<T, bool>) {
    return x ? "true" : "false";
  } else if constexpr (kind_of<T> == DtypeKind::complex) {
    return str("(", float_text(x.real()), ", ", float_text(x.imag()), ")");
  } else if constexpr (is_whole<T>) {
    auto wide = widen(x);
    if constexpr (std::is_signed_v<decltype(wide)>) return str(static_cast<int64_t>(wide));
    return str(static_cast<uint64_t>(wide));
  } else if constexpr (kind_of<T> == DtypeKind::floating) {
    return float_text(x);
  } else {
    return {};  // keys were converted to words
  }
}

// Nested lists, starting at axis `axis` and element `at`.
template <class T>
void put_lists(std::string& out, const Array& x, const Ints& shape, size_t axis, size_t& at) {
  if (axis == shape.size()) {
    out += element(elements<T>(x)[at++]);
    return;
  }
  out += "[";
  for (int64_t i = 0; i < shape[axis]; ++i) {
    if (i > 0) out += ", ";
    put_lists<T>(out, x, shape, axis + 1, at);
  }
  out += "]";
}

// Whether MLIR stores the elements as bytes in memory order.
bool may_be_blob(Dtype dtype) { return dtype != Dtype::boolean && bits(dtype) >= 8; }

std::string element_name(Dtype dtype) {
  switch (dtype) {
    case Dtype::boolean: return "i1";
    case Dtype::f8e4m3: return "f8E4M3FN";
    case Dtype::f8e5m2: return "f8E5M2";
    case Dtype::c64: return "complex<f32>";
    case Dtype::c128: return "complex<f64>";
    default: break;
  }
  std::string own(name(dtype));
  return kind(dtype) == DtypeKind::natural ? str("ui", own.substr(1)) : own;
}

}  // namespace

Type hlo_type(const Type& type) {
  if (type.form() != TypeForm::array || !type.known()) {
    throw Error(Code::type, str("StableHLO cannot represent a value of type ", type));
  }
  if (type.dtype() != Dtype::key) return type;
  Shape words = type.shape();
  words.emplace_back(2);
  return {Dtype::u32, words};
}

std::string hlo_text(const Type& type) {
  std::string out = "tensor<";
  for (int64_t extent : type.ints()) out += str(extent, "x");
  return str(out, element_name(type.dtype()), ">");
}

std::string hlo_literal(const Array& x) {
  std::string out = "dense<";
  if (x.size() > max_in_lists && may_be_blob(x.dtype()) && !is_splat(x)) {
    out += str("\"", hex_of(x.data(), x.byte_size()), "\"");
  } else if (x.size() > 0) {
    with_type(x.dtype(), [&](auto zero) {
      using T = decltype(zero);
      size_t at = 0;
      if (is_splat(x)) {
        out += element(elements<T>(x)[0]);
      } else {
        put_lists<T>(out, x, x.type().ints(), 0, at);
      }
    });
  }
  return str(out, "> : ", hlo_text(x.type()));
}

}  // namespace rille
