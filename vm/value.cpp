// Value: forms, fields and what it takes to be a leaf.
#include "vm/value.h"

#include <algorithm>

#include "vm/state.h"

namespace rille {

int Layout::find(std::string_view name) const {
  auto at = std::ranges::lower_bound(names, name);
  return at != names.end() && *at == name ? static_cast<int>(at - names.begin()) : -1;
}

bool Layout::is_state(size_t field) const {
  return type != nullptr && std::ranges::find(type->state, names[field]) != type->state.end();
}

Value Value::tuple(Values items) { return branch(nullptr, std::move(items)); }

Value Value::branch(const Layout* layout, Values items) {
  RILLE_CHECK(layout == nullptr || layout->names.size() == items.size(), "a form of ",
              layout->names.size(), " fields with ", items.size(), " items");
  return Value(std::make_shared<const Branch>(Branch{layout, std::move(items)}));
}

// Later fields win, as in `(...p, w = 3.0)`.
Value Value::record(State& state, std::vector<std::pair<std::string, Value>> fields) {
  std::ranges::stable_sort(fields, {}, &std::pair<std::string, Value>::first);
  std::vector<std::string> names;
  Values items;
  for (auto& [name, value] : fields) {
    if (!names.empty() && names.back() == name) {
      items.back() = std::move(value);
    } else {
      names.push_back(std::move(name));
      items.push_back(std::move(value));
    }
  }
  return branch(state.layout(std::move(names)), std::move(items));
}

bool Value::is_number() const {
  return std::holds_alternative<int64_t>(any_) || std::holds_alternative<double>(any_);
}

const Value* Value::field(std::string_view name) const {
  if (!is_branch() || branch().layout == nullptr) return nullptr;
  int at = branch().layout->find(name);
  return at < 0 ? nullptr : &items()[static_cast<size_t>(at)];
}

Array Value::as_array() const {
  if (const auto* array = std::get_if<Array>(&any_)) return *array;
  if (const auto* x = std::get_if<int64_t>(&any_)) return Array(*x);
  if (const auto* x = std::get_if<double>(&any_)) return Array(*x);
  if (const auto* x = std::get_if<bool>(&any_)) return Array(*x);
  throw Error(Code::type, str("an array or a number is needed, got a ", kind_text(*this)));
}

Value Value::from_array(Array array) {
  if (array.is_none()) return Value();
  if (!array.is_weak() || array.is_traced() || array.rank() > 0) return Value(std::move(array));
  switch (kind(array.dtype())) {
    case Kind::boolean: return Value(array.integer() != 0);
    case Kind::integer: return Value(array.integer());
    case Kind::floating: return Value(array.number());
    default: return Value(std::move(array));
  }
}

}  // namespace rille
