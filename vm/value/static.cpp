// Static: what stands in a `const` field.
#include <algorithm>
#include <bit>

#include "vm/call.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/state.h"
#include "vm/tree/walk.h"

namespace rille {
namespace {

[[noreturn]] void refuse(const Value& given, std::string_view field) {
  std::string what = given.is_array() ? str("got ", given.array().type())
                                      : str(kind_text(given), " with an array in it was given");
  throw Error(Code::type, str("the const field `", field, "` is static, it holds no array: ", what))
      .help(
          "`int(x)` or `float(x)` is the number in an array of one element; a field without "
          "`const` holds arrays");
}

bool holds_array(const Value& value, Polls& polls) {
  polls.step();
  check_stack();
  if (value.is_array()) return true;
  if (const auto* object = std::get_if<Opaque>(&value.any())) {
    return any_array(*object, [](const Array&) { return true; });
  }
  if (!value.is_branch()) return false;
  return std::ranges::any_of(value.items(),
                             [&](const Value& item) { return holds_array(item, polls); });
}

// The number in an array without axes; where it is traced, the trace is made again with it fixed.
Value number_in(const Array& x) {
  State* state = running().state;
  if (x.is_traced() && state != nullptr) state->need_value(x);
  if (x.is_traced()) {
    throw Error(Code::trace, "a `const` field needs a value that is static, got a traced one");
  }
  return Value::from_array(x.with_weak(true));
}

bool is_number_type(const Array& x) {
  return x.dtype() == Dtype::boolean || is_integer(x.dtype()) || is_float(x.dtype());
}

bool same_bits(const Value& a, const Value& b, Polls& polls) {
  polls.step();
  if (a.any().index() != b.any().index()) return false;
  if (const auto* x = std::get_if<double>(&a.any())) {
    return std::bit_cast<uint64_t>(*x) == std::bit_cast<uint64_t>(std::get<double>(b.any()));
  }
  if (!a.is_branch()) return equal_static(a, b);
  const Branch &left = a.branch(), &right = b.branch();
  if (!is_same_form(left, right)) return false;
  for (size_t i = 0; i < left.items.size(); ++i) {
    if (!same_bits(left.items[i], right.items[i], polls)) return false;
  }
  return true;
}

uint64_t mix(uint64_t h, uint64_t x) { return (h ^ x) * 0x9e3779b97f4a7c15u + (h >> 29); }

uint64_t hash_of(uint64_t h, const Value& value) {
  h = mix(h, value.any().index());
  if (const auto* x = std::get_if<int64_t>(&value.any()))
    return mix(h, std::bit_cast<uint64_t>(*x));
  if (const auto* x = std::get_if<double>(&value.any())) return mix(h, std::bit_cast<uint64_t>(*x));
  if (const auto* x = std::get_if<bool>(&value.any())) return mix(h, *x ? 3 : 5);
  if (value.is_string()) return mix(h, std::hash<std::string>()(value.string()));
  if (!value.is_branch()) return h;
  for (const Value& item : value.items()) h = hash_of(h, item);
  return mix(h, value.items().size());
}

}  // namespace

Value const_value(const Value& given, std::string_view field) {
  bool is_number = given.is_array() && !given.array().is_none() && given.array().rank() == 0 &&
                   is_number_type(given.array());
  if (is_number) return number_in(given.array());
  Polls polls;
  if (holds_array(given, polls)) refuse(given, field);
  return given;
}

Static::Static(Value value) : value_(std::make_shared<const Value>(std::move(value))) {}

bool Static::operator==(const Static& other) const {
  Polls polls;
  return value_ == other.value_ || same_bits(*value_, *other.value_, polls);
}

uint64_t Static::hash() const { return hash_of(0, *value_); }

}  // namespace rille
