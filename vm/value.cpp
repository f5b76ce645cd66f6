// Value: forms, fields, and leaves.
#include "vm/value.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "vm/memory/thread_blocks.h"
#include "vm/run/running.h"
#include "vm/state.h"
#include "vm/value/remains.h"

namespace rille {

template <>
void CheckedVector<Value>::fail(size_t at) const {
  throw Error(Code::type,
              str("index ", static_cast<int64_t>(at), " is out of range: the value has ",
                  static_cast<int64_t>(size()), size() == 1 ? " item" : " items"));
}

int Layout::find(std::string_view name) const {
  auto at = std::ranges::lower_bound(names, name);
  return at != names.end() && *at == name ? static_cast<int>(at - names.begin()) : -1;
}

bool Layout::is_state(size_t field) const {
  return type != nullptr && std::ranges::find(type->state, names[field]) != type->state.end();
}

namespace {

// A branch. After a stop, its parts are dropped later by another thread.
struct OwnedBranch : Branch {
  OwnedBranch() = default;
  OwnedBranch(const OwnedBranch&) = delete;
  OwnedBranch& operator=(const OwnedBranch&) = delete;
  ~OwnedBranch() {
    if (stopping()) leave_behind(std::move(items), std::move(charge));
  }
};

using BranchAllocator = ThreadAllocator<OwnedBranch, BlockKind::branch>;

// Makes the values of `const` fields of this form part of the structure. Strings, bools, nil, and
// functions always are.
void make_static(const Layout& layout, Values& items) {
  for (size_t i = 0; i < items.size(); ++i) {
    bool holds_leaves = items[i].is_leaf() || items[i].is_branch();
    if (!layout.is_const(i) || !holds_leaves) continue;
    Value held = const_value(items[i], layout.names[i]);
    items[i] = held.is_leaf() || held.is_branch() ? Value(StaticValue(std::move(held))) : held;
  }
}

// The memory of the items is charged to the running State.
BranchRef made(const Layout* layout, Values items, std::shared_ptr<const DictKeys> keys = nullptr,
               const ModulePath& path = {}) {
  if (layout != nullptr && !layout->constants.empty()) make_static(*layout, items);
  auto out = std::allocate_shared<OwnedBranch>(BranchAllocator());
  CollectionGuard gathering(items);
  size_t bytes = sizeof(Branch) + items.capacity() * sizeof(Value);
  PollCounter polls;
  for (const Value& item : items) {
    polls.step();
    if (item.is_string()) bytes += item.string().capacity();
  }
  out->charge.grow(bytes);
  out->layout = layout;
  out->items = std::move(items);
  out->keys = std::move(keys);
  if (!path.empty()) out->path = path;
  if (layout != nullptr) out->layout_held = layout->weak_from_this().lock();
  return out;
}

}  // namespace

Value::Value() = default;
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;
Value::Value(Any any) : any_(std::move(any)) {}
Value::Value(bool x) : any_(x) {}
Value::Value(int64_t x) : any_(x) {}
Value::Value(int x) : any_(int64_t{x}) {}
Value::Value(double x) : any_(x) {}
Value::Value(std::string x) : any_(std::move(x)) {}
Value::Value(const char* x) : any_(std::string(x)) {}
Value::Value(Array x) : any_(std::move(x)) {}
Value::Value(Function x) : any_(std::move(x)) {}
Value::Value(BranchRef x) : any_(std::move(x)) {}
Value::Value(MissingArgument x) : any_(x) {}
Value::Value(StaticValue x) : any_(std::move(x)) {}

Value value_of(const DictKey& key) {
  return std::visit([](const auto& x) { return Value(x); }, key);
}

bool is_same_form(const Branch& a, const Branch& b) {
  if (a.layout != b.layout || a.items.size() != b.items.size()) return false;
  if (a.keys == b.keys) return true;
  return a.keys != nullptr && b.keys != nullptr && *a.keys == *b.keys;
}

BranchRef fitted(const Branch& form, const Value& given) {
  if (!given.is_branch()) return nullptr;
  const auto& other = std::get<BranchRef>(given.any());
  if (is_same_form(form, *other)) return other;
  if (form.keys == nullptr || other->keys == nullptr) return nullptr;
  if (form.items.size() != other->items.size()) return nullptr;
  std::map<DictKey, size_t> places;
  for (size_t i = 0; i < other->items.size(); ++i) places.emplace(other->keys->list[i], i);
  Values items;
  items.reserve(form.items.size());
  for (const DictKey& key : form.keys->list) {
    auto at = places.find(key);
    if (at == places.end()) return nullptr;
    items.push_back(other->items[at->second]);
  }
  return made(nullptr, std::move(items), form.keys);
}

Value Value::tuple(Values items) { return branch(nullptr, std::move(items)); }

Value Value::branch(const Layout* layout, Values items) {
  RILLE_CHECK(layout == nullptr || layout->names.size() == items.size(), "a form of ",
              layout->names.size(), " fields with ", items.size(), " items");
  return Value(made(layout, std::move(items)));
}

Value Value::dict(std::shared_ptr<const DictKeys> keys, Values items) {
  RILLE_CHECK(keys != nullptr && keys->list.size() == items.size(), "a dict of ", items.size(),
              " items with other keys");
  return Value(made(nullptr, std::move(items), std::move(keys)));
}

Value Value::like(const Branch& form, Values items) {
  size_t count = form.keys != nullptr     ? form.keys->list.size()
                 : form.layout != nullptr ? form.layout->names.size()
                                          : items.size();
  RILLE_CHECK(count == items.size(), "a form of ", count, " with ", items.size(), " items");
  return Value(made(form.layout, std::move(items), form.keys, form.path));
}

Value Value::at_path(const ModulePath& path) const {
  const Branch& from = branch();
  return Value(made(from.layout, from.items, from.keys, path));
}

// Later fields override earlier ones, as in `(...p, w = 3.0)`.
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
  return at < 0 ? nullptr : &items()[static_cast<size_t>(at)].unwrapped();
}

Array Value::as_array() const {
  if (const auto* array = std::get_if<Array>(&any_)) return *array;
  if (const auto* x = std::get_if<int64_t>(&any_)) return Array(*x);
  if (const auto* x = std::get_if<double>(&any_)) return Array(*x);
  if (const auto* x = std::get_if<bool>(&any_)) return Array(*x);
  throw Error(Code::type, str("expected an array or a number, got a ", kind_text(*this)));
}

Value Value::from_array(Array array) {
  if (array.is_none()) return Value();
  if (!array.is_weak() || array.is_traced() || array.rank() > 0) return Value(std::move(array));
  switch (kind(array.dtype())) {
    case DtypeKind::boolean: return Value(array.integer() != 0);
    case DtypeKind::integer: return Value(array.integer());
    case DtypeKind::floating: return Value(array.number());
    default: return Value(std::move(array));
  }
}

}  // namespace rille
