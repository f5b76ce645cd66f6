// jinja_of: converts a Rille value for a template.
#include "stdlib/array.h"
#include "stdlib/jinja/value.h"
#include "vm/error.h"
#include "vm/run/stack.h"

namespace rille {

namespace {

JinjaValue jinja_of_array(const Array& x) {
  if (x.is_traced()) throw Error(Code::trace, "the values of a template must be static");
  if (x.rank() == 0) {
    if (x.dtype() == Dtype::boolean) return x.integer() != 0;
    if (is_float(x.dtype())) return x.number();
    return x.integer();
  }
  JinjaValues items;
  Array wide = convert(x, is_float(x.dtype()) ? Dtype::f64 : Dtype::i64);
  auto rows = x.type().extent(0).number();
  for (int64_t i = 0; i < rows; ++i) {
    Shape shape = wide.shape();
    shape.erase(shape.begin());
    Type type(wide.dtype(), shape);
    size_t bytes = wide.byte_size() / static_cast<size_t>(rows);
    Array row = wide.view(type, static_cast<size_t>(i) * bytes);
    JinjaValue made = jinja_of_array(row);
    bool is_truth = x.dtype() == Dtype::boolean && row.rank() == 0;
    items.push_back(is_truth ? JinjaValue(made.integer() != 0) : made);
  }
  return list_of(std::move(items));
}

}  // namespace

JinjaValue jinja_of(const Value& value) {
  check_stack();
  if (value.is_nil()) return JinjaNone{};
  if (const bool* truth = std::get_if<bool>(&value.any())) return *truth;
  if (const auto* integer = std::get_if<int64_t>(&value.any())) return *integer;
  if (const auto* real = std::get_if<double>(&value.any())) return *real;
  if (value.is_string()) return value.string();
  if (value.is_array()) return jinja_of_array(value.array());
  if (value.is_tuple()) {
    JinjaValues items;
    for (const Value& item : value.items()) items.push_back(jinja_of(item));
    return list_of(std::move(items));
  }
  if (!value.is_branch()) {
    throw Error(Code::type,
                str("cannot use ", kind_text(value),
                    " in a template, expected strings, numbers, bools, nil, or trees of them"));
  }
  JinjaDict dict;
  const Branch& branch = value.branch();
  for (size_t i = 0; i < branch.items.size(); ++i) {
    JinjaValue name = branch.layout != nullptr ? JinjaValue(branch.layout->names[i])
                                               : jinja_of(value_of(branch.keys->list[i]));
    dict.rows.emplace_back(std::move(name), jinja_of(branch.items[i]));
  }
  return dict_of(std::move(dict));
}

}  // namespace rille
