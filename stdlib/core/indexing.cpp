// x[…] of arrays: subs as subscripts, reads and updates.
#include <cmath>

#include "stdlib/array.h"
#include "stdlib/core/runtime.h"

namespace rille {
namespace {

std::optional<int64_t> bound_of(const Value& part, int argument) {
  if (part.is_nil()) return std::nullopt;
  if (const auto* x = std::get_if<int64_t>(&part.any())) return *x;
  if (part.is_array() && is_integer(part.array().dtype()) && part.array().rank() == 0) {
    if (!part.array().is_traced()) return part.array().integer();
    throw Error(Code::trace, "the bounds of a slice must be known while tracing")
        .at(argument)
        .help("a window at a traced place is `x[i + arange(n)]`");
  }
  throw Error(Code::type, str("the bounds of a slice are ints, got ", kind_text(part)))
      .at(argument);
}

Array index_of(const Value& part, int argument) {
  if (part.is_tuple()) {
    Arrays items;
    for (const Value& item : part.items()) items.push_back(index_of(item, argument));
    if (items.empty()) return Array(Type(Dtype::i32, {Extent(0)}));
    return strong(stack(items));
  }
  bool is_bool = std::holds_alternative<bool>(part.any());
  if (is_bool || !part.is_leaf()) {
    throw Error(Code::type, str("an array is indexed by ints, slices, and arrays of ints or bools, "
                                "got ",
                                is_bool ? "bool" : kind_text(part)))
        .at(argument);
  }
  Array index = part.as_array();
  if (is_integer(index.dtype()) || index.dtype() == Dtype::boolean) return index;
  throw Error(Code::type, str("an array is indexed by ints, slices, and arrays of ints or bools, "
                              "got ",
                              kind_text(part)))
      .at(argument);
}

Subscripts subscripts_of(std::string_view form, const Values& parts) {
  Subscripts out;
  size_t next = 0;
  for (char c : form) {
    Subscript sub;
    sub.argument = static_cast<int>(out.size()) + 1;
    if (c == 'i') {
      sub.form = Subscript::Form::index;
      sub.index = index_of(parts[next++], sub.argument);
    } else if (c == ':') {
      sub.form = Subscript::Form::slice;
      sub.start = bound_of(parts[next], sub.argument);
      sub.stop = bound_of(parts[next + 1], sub.argument);
      sub.step = bound_of(parts[next + 2], sub.argument);
      next += 3;
    } else if (c == 'n') {
      sub.form = Subscript::Form::new_axis;
    }
    out.push_back(std::move(sub));
  }
  return out;
}

Update update_of(std::string_view op) {
  if (op.empty()) return Update::set;
  if (op == "+") return Update::add;
  if (op == "-") return Update::sub;
  return Update::mul;
}

}  // namespace

Array index_array(const Array& x, std::string_view form, const Values& parts) {
  return index(x, subscripts_of(form, parts));
}

// `/= //= %= ^=` have no meaning for an index that repeats: read, operate, set.
Array update_array(const Array& x, std::string_view op, const Array& value, std::string_view form,
                   const Values& parts) {
  Subscripts subs = subscripts_of(form, parts);
  if (op.empty() || op == "+" || op == "-" || op == "*") {
    return updated(x, subs, value, update_of(op));
  }
  Array old = index(x, subs);
  Array result = op == "/"    ? div(old, value)
                 : op == "//" ? floor_div(old, value)
                 : op == "%"  ? mod(old, value)
                              : pow(old, value);
  return updated(x, subs, result);
}

namespace {

template <class T>
bool write(Array& x, int64_t at, std::string_view op, double value) {
  T& element = x.edit<T>()[static_cast<size_t>(at)];
  T given = static_cast<T>(value);
  if (op.empty()) {
    element = given;
  } else if (op == "+") {
    element = static_cast<T>(element + given);
  } else if (op == "-") {
    element = static_cast<T>(element - given);
  } else if (op == "*") {
    element = static_cast<T>(element * given);
  } else {
    return false;
  }
  return true;
}

}  // namespace

// One element of a matrix of common numbers; all else takes the way of update_array.
bool update_element(Array& x, std::string_view op, const Array& value, const Values& parts) {
  if (x.is_traced() || value.is_traced() || value.rank() != 0) return false;
  if (static_cast<int>(parts.size()) != x.rank()) return false;
  int64_t at = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto* index = std::get_if<int64_t>(&parts[i].any());
    if (index == nullptr) return false;
    int64_t extent = x.type().extent(static_cast<int>(i)).number();
    int64_t place = *index < 0 ? *index + extent : *index;
    if (place < 0 || place >= extent) return false;
    at = at * extent + place;
  }
  if (value.dtype() == Dtype::boolean || (!value.is_weak() && value.dtype() != x.dtype())) {
    return false;
  }
  bool fits = x.dtype() != Dtype::f32 || !std::isfinite(value.number()) ||
              std::isfinite(static_cast<float>(value.number()));
  if (!fits) return false;  // refused there
  if (x.dtype() == Dtype::f32) return write<float>(x, at, op, value.number());
  if (x.dtype() == Dtype::f64) return write<double>(x, at, op, value.number());
  if (is_float(value.dtype())) return false;
  if (x.dtype() == Dtype::i32 && std::abs(value.number()) < 2e9) {
    return op.empty() && write<int32_t>(x, at, op, value.number());
  }
  return false;
}

}  // namespace rille
