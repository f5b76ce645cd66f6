// Indexing of arrays: subscripts, reads, and updates.
#include <cmath>
#include <utility>

#include "stdlib/array.h"
#include "stdlib/core/runtime.h"

namespace rille {
namespace {

std::optional<int64_t> bound_of(const Value& part, int argument) {
  if (part.is_nil()) return std::nullopt;
  if (const auto* x = std::get_if<int64_t>(&part.any())) return *x;
  if (part.is_array() && is_integer(part.array().dtype()) && part.array().rank() == 0) {
    if (!part.array().is_traced()) return part.array().integer();
    throw Error(Code::trace, str("a bound of a slice is a traced ", part.array().type(),
                                 ", expected a static int"))
        .at(argument)
        .help("a window with a traced start is `x[i + arange(n)]`");
  }
  throw Error(Code::type,
              str("a bound of a slice is ", kind_text(part), ", expected an int or nil"))
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
    std::string kind = is_bool ? "bool" : kind_text(part);
    Error error(Code::type, str("an index of an array is ", kind,
                                ", expected an int, a slice, or an array of ints or bools"));
    if (kind == "range") error.help("a slice is written `x[2:5]`");
    throw std::move(error).at(argument);
  }
  Array index = part.as_array();
  if (is_integer(index.dtype()) || index.dtype() == Dtype::boolean) return index;
  throw Error(Code::type, str("an index of an array is ", kind_text(part),
                              ", expected an int, a slice, or an array of ints or bools"))
      .at(argument);
}

Subscripts subscripts_of(std::string_view form, const Values& parts) {
  Subscripts out;
  size_t next = 0;
  for (char c : form) {
    Subscript sub;
    sub.argument = static_cast<int>(out.size()) + 1;
    if (c == 'i') {
      sub.form = Subscript::Kind::index;
      sub.index = index_of(parts[next++], sub.argument);
    } else if (c == ':') {
      sub.form = Subscript::Kind::slice;
      sub.start = bound_of(parts[next], sub.argument);
      sub.stop = bound_of(parts[next + 1], sub.argument);
      sub.step = bound_of(parts[next + 2], sub.argument);
      next += 3;
    } else if (c == 'n') {
      sub.form = Subscript::Kind::new_axis;
    }
    out.push_back(std::move(sub));
  }
  return out;
}

UpdateOp update_of(std::string_view op) {
  if (op.empty()) return UpdateOp::set;
  if (op == "+") return UpdateOp::add;
  if (op == "-") return UpdateOp::sub;
  if (op == "*") return UpdateOp::mul;
  if (op == "/") return UpdateOp::div;
  if (op == "//") return UpdateOp::floor_div;
  return op == "%" ? UpdateOp::mod : UpdateOp::pow;
}

}  // namespace

Array index_array(const Array& x, std::string_view form, const Values& parts) {
  return index(x, subscripts_of(form, parts));
}

namespace {

// Stores the value as an element of type T. Returns false if the conversion is not exact, or if the
// general path has to decide about it.
template <class T>
bool element_of(const Array& value, T& out) {
  if (value.dtype() == dtype_of<T>) {
    out = value.as<T>()[0];
    return true;
  }
  if (!value.is_weak()) return false;
  if (value.dtype() == Dtype::i64) {
    auto given = value.as<int64_t>()[0];
    if (std::is_integral_v<T> &&
        !std::in_range<std::conditional_t<std::is_integral_v<T>, T, int>>(given)) {
      return false;
    }
    out = static_cast<T>(given);
    return true;
  }
  if (value.dtype() != Dtype::f64 || !std::is_floating_point_v<T>) return false;
  out = static_cast<T>(value.as<double>()[0]);
  return std::isfinite(out) || !std::isfinite(value.as<double>()[0]);
}

template <class T>
bool write(T& element, std::string_view op, T given) {
  using W = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;  // integers wrap around
  auto old = static_cast<W>(element), fresh = static_cast<W>(given);
  if (op.empty()) {
    element = given;
  } else if (op == "+") {
    element = static_cast<T>(old + fresh);
  } else if (op == "-") {
    element = static_cast<T>(old - fresh);
  } else if (op == "*") {
    element = static_cast<T>(old * fresh);
  } else {
    return false;
  }
  return true;
}

template <class T>
bool write(std::byte* place, std::string_view op, const Array& value) {
  T given{};
  return element_of(value, given) && write(*reinterpret_cast<T*>(place), op, given);
}

// The flat index of the element that host ints select; -1 if they do not select exactly one
// element.
int64_t element_at(const Array& x, std::string_view form, const Values& parts) {
  if (parts.size() != static_cast<size_t>(x.rank()) || form.size() != parts.size()) return -1;
  int64_t at = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto* index = std::get_if<int64_t>(&parts[i].any());
    if (index == nullptr || form[i] != 'i') return -1;
    int64_t extent = x.type().extent(static_cast<int>(i)).number();
    int64_t place = *index < 0 ? *index + extent : *index;
    if (place < 0 || place >= extent) return -1;
    at = at * extent + place;
  }
  return at;
}

// Fast path for one element of a common dtype at host ints; update() takes twenty times as long.
bool update_element(Array& x, std::string_view op, const Array& value, std::string_view form,
                    const Values& parts) {
  if (x.is_traced() || value.is_traced() || value.rank() != 0) return false;
  if (x.is_weak() || !x.is_sole()) return false;
  int64_t at = element_at(x, form, parts);
  if (at < 0) return false;
  std::byte* place = x.edit_data() + static_cast<size_t>(at) * bytes(x.dtype());
  switch (x.dtype()) {
    case Dtype::f32: return write<float>(place, op, value);
    case Dtype::f64: return write<double>(place, op, value);
    case Dtype::i32: return write<int32_t>(place, op, value);
    case Dtype::i64: return write<int64_t>(place, op, value);
    case Dtype::u8: return write<uint8_t>(place, op, value);
    default: return false;
  }
}

}  // namespace

void update_array(Array& x, std::string_view op, const Array& value, std::string_view form,
                  const Values& parts) {
  if (update_element(x, op, value, form, parts)) return;
  update(x, subscripts_of(form, parts), value, update_of(op));
}

}  // namespace rille
