// JinjaValue: dicts, truth, equality, and order.
#include "stdlib/jinja/value.h"

#include <algorithm>

#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {

const JinjaValue* JinjaDict::find(const JinjaValue& key) const {
  PollCounter polls;
  for (const auto& [name, value] : rows) {
    polls.step();
    if (is_equal(name, key)) return &value;
  }
  return nullptr;
}

void JinjaDict::put(JinjaValue key, JinjaValue value) {
  PollCounter polls;
  for (auto& [name, old] : rows) {
    polls.step();
    if (!is_equal(name, key)) continue;
    old = std::move(value);
    return;
  }
  rows.emplace_back(std::move(key), std::move(value));
}

const JinjaValues* JinjaValue::items() const {
  if (const auto* list = get<JinjaList>()) return list->get();
  if (const auto* tuple = get<JinjaTuple>()) return tuple->items.get();
  return nullptr;
}

const JinjaDict* JinjaValue::dict() const {
  const auto* dict = get<JinjaDictRef>();
  return dict == nullptr ? nullptr : dict->get();
}

bool JinjaValue::is_number() const {
  return get<double>() != nullptr || get<int64_t>() != nullptr || get<bool>() != nullptr;
}

double JinjaValue::number() const {
  if (const auto* x = get<double>()) return *x;
  return static_cast<double>(integer());
}

int64_t JinjaValue::integer() const {
  if (const auto* x = get<bool>()) return *x ? 1 : 0;
  const auto* x = get<int64_t>();
  return x == nullptr ? 0 : *x;
}

namespace {

JinjaValue weighed(JinjaValue value, size_t weight) {
  if (weight > max_jinja_values) {
    throw Error(Code::limit, str("a nested value has more than ", max_jinja_values, " items"));
  }
  value.set_weight(weight);
  return value;
}

size_t weight_of(const JinjaValues& items) {
  size_t weight = 1;
  for (const JinjaValue& item : items) weight += item.weight();
  return weight;
}

}  // namespace

namespace {

// A template may nest values to any depth. The destructor of a list or dict hands over its items,
// so that nested values are freed iteratively, not recursively.
void hand_over(JinjaValues&& items) {
  static thread_local JinjaValues* open = nullptr;
  if (open != nullptr) {
    std::ranges::move(items, std::back_inserter(*open));
    return;
  }
  JinjaValues own = std::move(items);
  open = &own;
  while (!own.empty()) {
    JinjaValue last = std::move(own.back());
    own.pop_back();
  }
  open = nullptr;
}

JinjaList shared_list(JinjaValues items) {
  auto release = [](JinjaValues* gone) {
    hand_over(std::move(*gone));
    delete gone;
  };
  return {new JinjaValues(std::move(items)), release};
}

JinjaDictRef shared_dict(JinjaDict dict) {
  auto release = [](JinjaDict* gone) {
    JinjaValues items;
    for (auto& [key, value] : gone->rows) {
      items.push_back(std::move(key));
      items.push_back(std::move(value));
    }
    if (gone->call != nullptr) items.emplace_back(std::move(gone->call));
    delete gone;
    hand_over(std::move(items));
  };
  return {new JinjaDict(std::move(dict)), release};
}

}  // namespace

JinjaValue list_of(JinjaValues items) {
  size_t weight = weight_of(items);
  return weighed(shared_list(std::move(items)), weight);
}
JinjaValue tuple_of(JinjaValues items, bool is_group) {
  size_t weight = weight_of(items);
  return weighed(JinjaTuple{shared_list(std::move(items)), is_group}, weight);
}
JinjaValue dict_of(JinjaDict dict) {
  size_t weight = 1;
  for (const auto& [key, value] : dict.rows) weight += key.weight() + value.weight();
  return weighed(shared_dict(std::move(dict)), weight);
}
JinjaValue function_of(JinjaFunction function) {
  return std::make_shared<const JinjaFunction>(std::move(function));
}

bool is_true(const JinjaValue& x) {
  if (x.is_undefined() || x.is_none()) return false;
  if (x.is_number()) return x.number() != 0;
  if (const std::string* text = x.string()) return !text->empty();
  if (const JinjaValues* items = x.items()) return !items->empty();
  if (const JinjaDict* dict = x.dict()) return dict->is_namespace || !dict->rows.empty();
  return true;
}

namespace {

bool are_equal(const JinjaValues& a, const JinjaValues& b) {
  return std::ranges::equal(
      a, b, [](const JinjaValue& x, const JinjaValue& y) { return is_equal(x, y); });
}

bool are_equal(const JinjaDict& a, const JinjaDict& b) {
  if (a.is_namespace || b.is_namespace) return &a == &b;
  if (a.rows.size() != b.rows.size()) return false;
  return std::ranges::all_of(a.rows, [&](const auto& row) {
    const JinjaValue* other = b.find(row.first);
    return other != nullptr && is_equal(row.second, *other);
  });
}

}  // namespace

bool is_equal(const JinjaValue& a, const JinjaValue& b) {
  check_stack();
  if (a.is_number() && b.is_number()) {
    return a.is_integer() && b.is_integer() ? a.integer() == b.integer() : a.number() == b.number();
  }
  if (a.any().index() != b.any().index()) return false;
  if (a.is_undefined() || a.is_none()) return true;
  if (a.string() != nullptr) return *a.string() == *b.string();
  if (a.items() != nullptr) return are_equal(*a.items(), *b.items());
  if (a.dict() != nullptr) return are_equal(*a.dict(), *b.dict());
  return a.get<JinjaFunctionRef>()->get() == b.get<JinjaFunctionRef>()->get();
}

int order_of(const JinjaValue& a, const JinjaValue& b) {
  check_stack();
  if (a.is_number() && b.is_number()) {
    if (a.is_integer() && b.is_integer()) {
      return a.integer() < b.integer() ? -1 : a.integer() > b.integer() ? 1 : 0;
    }
    return a.number() < b.number() ? -1 : a.number() > b.number() ? 1 : 0;
  }
  if (a.string() != nullptr && b.string() != nullptr) return a.string()->compare(*b.string());
  if (a.items() != nullptr && a.any().index() == b.any().index()) {
    for (size_t i = 0; i < std::min(a.items()->size(), b.items()->size()); ++i) {
      const JinjaValue &x = (*a.items())[i], &y = (*b.items())[i];
      if (!is_equal(x, y)) return order_of(x, y);
    }
    return static_cast<int>(a.items()->size()) - static_cast<int>(b.items()->size());
  }
  throw Error(Code::type, str(kind_of(a), " and ", kind_of(b), " cannot be ordered"));
}

std::string_view kind_of(const JinjaValue& x) {
  constexpr std::string_view names[] = {
      "an undefined value", "none",   "a bool",  "an int", "a float",
      "a string",           "a list", "a tuple", "a dict", "a function"};
  return names[x.any().index()];
}

const JinjaValue* argument(const JinjaArguments& args, size_t at, std::string_view name) {
  if (at < args.positional.size()) return &args.positional[at];
  for (const auto& [key, value] : args.named) {
    if (key == name) return &value;
  }
  return nullptr;
}

void need_defined(const JinjaValue& x) {
  const auto* missing = x.get<JinjaUndefined>();
  if (missing != nullptr) throw Error(Code::name, str("`", missing->name, "` is undefined"));
}

}  // namespace rille
