// StaticValue: the value of a `const` field.
#include <bit>
#include <utility>

#include "vm/call.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/state.h"
#include "vm/tree/walk.h"

namespace rille {
namespace {

bool is_number_type(const Array& x) {
  return x.dtype() == Dtype::boolean || is_integer(x.dtype()) || is_float(x.dtype());
}

[[noreturn]] void refuse(const Value& given, const Value& part, std::string_view field) {
  const auto* object = std::get_if<OpaqueValue>(&part.any());
  std::string what = object != nullptr ? str("an ", object->kind, " of arrays")
                                       : std::string(text(part.array().type()));
  std::string where = given.is_array() ? "" : str(" in a ", kind_text(given));
  Error error(Code::type, str("the const field `", field,
                              "` is static and cannot hold arrays, got ", what, where));
  bool is_one = part.is_array() && !part.array().is_traced() && part.array().type().rank() > 0 &&
                is_number_type(part.array());
  if (is_one) {
    error.help(
        "`int(x)` or `float(x)` converts an array of one element; a field without "
        "`const` holds arrays");
  }
  throw error;
}

// The number in an array of rank 0. If it is traced, the function is traced again with the number
// specialized.
Value number_in(const Array& x, std::string_view field) {
  State* state = running().state;
  try {
    if (x.is_traced() && state != nullptr) state->need_value(x);
  } catch (Error& error) {
    throw std::move(error).note(
        str("the const field `", field, "` is static: its value must be known while tracing"));
  }
  if (x.is_traced()) {
    throw Error(Code::trace,
                str("the const field `", field, "` is static, got a traced ", x.type()));
  }
  return Value::from_array(x.with_weak(true));
}

// Replaces arrays of one element by numbers. `given` is the whole value, for errors.
class ConstantConverter {
 public:
  ConstantConverter(const Value& given, std::string_view field) : given_(given), field_(field) {}

  Value of(const Value& value) {
    polls_.step();
    if (value.is_array() && !value.array().is_none()) {
      bool is_number = value.array().rank() == 0 && is_number_type(value.array());
      if (!is_number) refuse(given_, value, field_);
      is_changed = true;
      return number_in(value.array(), field_);
    }
    const auto* object = std::get_if<OpaqueValue>(&value.any());
    if (object != nullptr && any_array(*object, [](const Array&) { return true; })) {
      refuse(given_, value, field_);
    }
    if (!value.is_branch()) return value;
    check_stack();
    Values items;
    items.reserve(value.items().size());
    bool was_changed = std::exchange(is_changed, false);
    for (const Value& item : value.items()) items.push_back(of(item));
    bool are_same = !is_changed;
    is_changed = is_changed || was_changed;
    return are_same ? value : Value::like(value.branch(), std::move(items));
  }

  bool is_changed = false;

 private:
  const Value& given_;
  std::string_view field_;
  PollCounter polls_;
};

bool same_bits(const Value& a, const Value& b, PollCounter& polls) {
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

Value const_value(const Value& given, std::string_view field, bool* is_changed) {
  ConstantConverter constants(given, field);
  Value out = constants.of(given);
  if (is_changed != nullptr) *is_changed = constants.is_changed;
  return out;
}

StaticValue::StaticValue(Value value) : value_(std::make_shared<const Value>(std::move(value))) {}

bool StaticValue::operator==(const StaticValue& other) const {
  PollCounter polls;
  return value_ == other.value_ || same_bits(*value_, *other.value_, polls);
}

uint64_t StaticValue::hash() const { return hash_of(0, *value_); }

}  // namespace rille
