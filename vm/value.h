// Value: what a script's name can stand for, seen from C++.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "vm/array.h"
#include "vm/memory/checked_vector.h"
#include "vm/module_path.h"
#include "vm/one_of.h"

struct lua_State;

namespace rille {

class State;          // vm/state.h
struct FunctionInfo;  // vm/function.h
struct Struct;        // vm/struct.h
class Value;
using Values = CheckedVector<Value>;
template <>
[[noreturn]] void CheckedVector<Value>::fail(size_t at) const;

// A struct of a script or of the library: its name and what its fields are. Methods are looked up
// by the Lua side (vm/layout.cpp). One object per definition; instances point to it.
struct StructType : std::enable_shared_from_this<StructType> {
  std::string name;                    // "Mlp", "nn.Linear"
  std::vector<std::string> order;      // fields as declared
  std::vector<std::string> state;      // those marked `var`: no gradient, optimizers leave them
  std::vector<std::string> constants;  // those marked `const`: static, no leaves in them
  const Struct* record = nullptr;      // of the library's
  bool is_stream = false;              // it has `next(inout self)`: docs/language.md
  int methods = 0;                     // the Lua side's reference to the table of methods
};

// The form of a record or of a struct instance: names in order, interned per State, so that equal
// forms are one pointer.
struct Layout : std::enable_shared_from_this<Layout> {
  std::vector<std::string> names;  // sorted by bytes
  const StructType* type = nullptr;
  int metatable = 0;                                      // the Lua side's reference
  std::shared_ptr<const StructType> type_held = nullptr;  // that of `type`
  std::vector<bool> constants = {};                       // by field; empty where none is `const`

  int find(std::string_view name) const;  // -1 where there is no such field
  bool is_state(size_t field) const;
  bool is_const(size_t field) const { return !constants.empty() && constants[field]; }
};

// The struct that instances of this form are of; null for records, and for no form.
inline const StructType* struct_type(const Layout* layout) {
  return layout == nullptr ? nullptr : layout->type;
}
inline bool is_stream(const Layout* layout) {
  const StructType* type = struct_type(layout);
  return type != nullptr && type->is_stream;
}

// What the items of a dict stand under: strings and ints, in the order in which they came. Unlike a
// layout it is not interned, since a script makes as many as it likes: it is compared by content.
using DictKey = OneOf<int64_t, std::string>;
struct DictKeys {
  std::vector<DictKey> list;
  bool operator==(const DictKeys&) const = default;
};

// A tuple (neither layout nor keys), a record or struct instance (a layout) with one item per name,
// or a dict (keys) with one item per key. Immutable. It may outlive its State, and holds its layout
// for that.
struct Branch {
  const Layout* layout = nullptr;
  Values items;
  std::shared_ptr<const DictKeys> keys = nullptr;
  Charge charge = {};  // what the items take
  std::shared_ptr<const Layout> layout_held = nullptr;
  ModulePath path = {};  // of an instance in a trace: where it is in the model that was given
};

// Whether two branches are of one kind, with the same names, keys in the same order, or count.
bool is_same_form(const Branch& a, const Branch& b);

// A function that a script can call: its Lua object, kept alive, and its state.
class Function {
 public:
  Function() = default;
  // What stands in a slot of the Lua stack; one object is one Function, however often it is asked.
  static Function at(State& state, int slot);
  static bool is_held(State& state, int slot);  // so that at() takes no memory of Lua
  static void release(lua_State* lua);          // what C++ holds no more
  bool is_none() const { return held_ == nullptr; }
  State& state() const;
  int reference() const;
  const FunctionInfo& info() const;  // names, defaults, inout of its parameters
  bool is_script() const;            // a closure of a script's text: info() is its prototype
  bool operator==(const Function& other) const { return held_ == other.held_; }

 private:
  struct Held;
  static std::shared_ptr<Held> hold(State& state, int slot);
  std::shared_ptr<Held> held_;
};

// Anything else that only Lua knows (module, range, file): kept alive, passed through.
struct Opaque {
  Function held;             // the reference, whatever it refers to
  std::string kind;          // "module", "range"
  std::string text() const;  // "0..3", "<file>"
  bool operator==(const Opaque&) const = default;
};

struct Nil {
  bool operator==(const Nil&) const = default;
};

// An argument that was not given: the function that is called takes its default. It stands in the
// arguments of a call alone, never in a tree.
struct Absent {
  bool operator==(const Absent&) const = default;
};

using BranchRef = std::shared_ptr<const Branch>;

// What a `const` field holds: a number, or a tree of them and of other host values, as a part of
// the structure. It stands nowhere but among the items of a Branch, where Value::branch() puts it,
// and is neither a leaf nor a branch: walks over trees pass it by, and compare it as they do a
// string. Value::field() and Lua see the value in it.
class Static {
 public:
  explicit Static(Value value);
  const Value& value() const { return *value_; }
  // Bit for bit, 8 and 8.0 apart: traces of equal ones are equal.
  bool operator==(const Static& other) const;
  uint64_t hash() const;

 private:
  std::shared_ptr<const Value> value_;
};

class Value {
 public:
  using Any = std::variant<Nil, bool, int64_t, double, std::string, Array, BranchRef, Function,
                           Opaque, Absent, Static>;
  // None inline: nearly every file would compile what a variant of its types is made of again.
  Value();
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();
  Value(Any any);        // NOLINT
  Value(bool x);         // NOLINT
  Value(int64_t x);      // NOLINT
  Value(int x);          // NOLINT
  Value(double x);       // NOLINT
  Value(std::string x);  // NOLINT
  Value(const char* x);  // NOLINT
  Value(Array x);        // NOLINT
  Value(Function x);     // NOLINT
  Value(BranchRef x);    // NOLINT
  Value(Absent x);       // NOLINT
  Value(Static x);       // NOLINT
  static Value tuple(Values items);
  static Value record(State& state, std::vector<std::pair<std::string, Value>> fields);
  static Value branch(const Layout* layout, Values items);
  static Value dict(std::shared_ptr<const DictKeys> keys, Values items);
  // Of this form and at this path, with other items.
  static Value like(const Branch& form, Values items);
  Value at_path(const ModulePath& path) const;  // a branch, as what is there in a model

  const Any& any() const { return any_; }
  bool is_nil() const { return std::holds_alternative<Nil>(any_); }
  bool is_absent() const { return std::holds_alternative<Absent>(any_); }
  bool is_array() const { return std::holds_alternative<Array>(any_); }
  bool is_branch() const { return std::holds_alternative<BranchRef>(any_); }
  bool is_dict() const { return is_branch() && branch().keys != nullptr; }
  bool is_tuple() const {
    return is_branch() && branch().layout == nullptr && branch().keys == nullptr;
  }
  bool is_string() const { return std::holds_alternative<std::string>(any_); }
  bool is_function() const { return std::holds_alternative<Function>(any_); }
  bool is_number() const;  // a host int or float
  bool is_static() const { return std::holds_alternative<Static>(any_); }
  // Leaves of trees: arrays, host numbers (and keys, which are arrays).
  bool is_leaf() const { return is_array() || is_number(); }

  const Array& array() const { return std::get<Array>(any_); }
  const std::string& string() const { return std::get<std::string>(any_); }
  const Function& function() const { return std::get<Function>(any_); }
  const Branch& branch() const { return *std::get<BranchRef>(any_); }
  const Values& items() const { return branch().items; }
  const Layout* layout() const { return is_branch() ? branch().layout : nullptr; }

  // The field of a record or instance, null where there is none; of a `const` one what it holds.
  const Value* field(std::string_view name) const;
  // What a script sees of an item: of a Static the value in it.
  const Value& unwrapped() const { return is_static() ? std::get<Static>(any_).value() : *this; }
  // A leaf as an Array: a host number becomes weak.
  Array as_array() const;
  // An array that is a weak concrete scalar becomes a host number, others stay.
  static Value from_array(Array array);

 private:
  Any any_;
};

Value value_of(const DictKey& key);

// The branch `given` in the form of another. Dicts of the same keys fit in whatever order theirs
// came. Null where it does not fit.
BranchRef fitted(const Branch& form, const Value& given);

// What the `const` field named so may hold: `given`, with their numbers for arrays without axes,
// which are asked for where they are traced. error[type] where another array stands in it.
Value const_value(const Value& given, std::string_view field, bool* is_changed = nullptr);

// "f32[3]", "tuple", "record", "str", "function": how errors name what was given.
std::string kind_text(const Value& value);

// As print shows it: (w = [1, 2], b = 0).
std::string text(const Value& value);
// The same in parts: texts, and between them the arrays and traced strings in it.
Values text_parts(const Value& value);

}  // namespace rille
