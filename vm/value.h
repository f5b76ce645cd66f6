// Value: any value of a script, in C++.
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

// A struct of a script or of the library: its name and its fields. Methods are found in Lua
// (vm/layout.cpp). There is one object per definition, to which instances point.
struct StructType : std::enable_shared_from_this<StructType> {
  std::string name;                    // "Mlp", "nn.Linear"
  std::vector<std::string> order;      // fields in order of declaration
  std::vector<std::string> state;      // fields marked `var`: without gradient, not optimized
  std::vector<std::string> constants;  // fields marked `const`: static, without leaves
  const Struct* record = nullptr;      // for structs of the library
  bool is_stream = false;              // has `next(inout self)`: docs/language.md
  int methods = 0;                     // Lua reference to the table of methods
};

// The form of a record or of a struct instance: its names in order. Interned per State, so that
// equal forms have the same pointer.
struct Layout : std::enable_shared_from_this<Layout> {
  std::vector<std::string> names;  // sorted by bytes
  const StructType* type = nullptr;
  int metatable = 0;                                      // Lua reference
  std::shared_ptr<const StructType> type_held = nullptr;  // owner of `type`
  std::vector<bool> constants = {};                       // by field; empty if none is `const`

  int find(std::string_view name) const;  // -1 if the field does not exist
  bool is_state(size_t field) const;
  bool is_const(size_t field) const { return !constants.empty() && constants[field]; }
};

// The struct of instances with this form; null for records, and for a null form.
inline const StructType* struct_type(const Layout* layout) {
  return layout == nullptr ? nullptr : layout->type;
}
inline bool is_stream(const Layout* layout) {
  const StructType* type = struct_type(layout);
  return type != nullptr && type->is_stream;
}

// The keys of a dict: strings and integers in order of insertion. Unlike a layout, not interned,
// since a script can create any number of them: compared by content.
using DictKey = OneOf<int64_t, std::string>;
struct DictKeys {
  std::vector<DictKey> list;
  bool operator==(const DictKeys&) const = default;
};

// A tuple (neither layout nor keys), a record or struct instance (a layout) with one item per name,
// or a dict (keys) with one item per key. Immutable. It may outlive its State, and so owns its
// layout.
struct Branch {
  const Layout* layout = nullptr;
  Values items;
  std::shared_ptr<const DictKeys> keys = nullptr;
  Charge charge = {};  // memory of the items
  std::shared_ptr<const Layout> layout_held = nullptr;
  ModulePath path = {};  // of an instance in a trace: the path in the model
};

// Whether two branches have the same kind, with the same names, keys in the same order, or length.
bool is_same_form(const Branch& a, const Branch& b);

// A function that a script can call: a reference to its Lua object, and its State.
class Function {
 public:
  Function() = default;
  // The function in a slot of the Lua stack. The same object always has the same Function.
  static Function at(State& state, int slot);
  static bool is_held(State& state, int slot);  // then at() needs no Lua memory
  static void release(lua_State* lua);          // drops functions that C++ no longer holds
  bool is_none() const { return held_ == nullptr; }
  State& state() const;
  int reference() const;
  const FunctionInfo& info() const;  // names, defaults, and inout of its parameters
  bool is_script() const;            // a closure of a script: info() identifies its prototype
  bool operator==(const Function& other) const { return held_ == other.held_; }

 private:
  struct FunctionHandle;
  static std::shared_ptr<FunctionHandle> hold(State& state, int slot);
  std::shared_ptr<FunctionHandle> held_;
};

// Any other object of Lua (module, range, file): kept alive and passed through.
struct OpaqueValue {
  Function held;             // reference to the object
  std::string kind;          // "module", "range"
  std::string text() const;  // "0..3", "<file>"
  bool operator==(const OpaqueValue&) const = default;
};

struct Nil {
  bool operator==(const Nil&) const = default;
};

// An omitted argument, for which the called function uses its default. Occurs only in the arguments
// of a call, never in a tree.
struct MissingArgument {
  bool operator==(const MissingArgument&) const = default;
};

using BranchRef = std::shared_ptr<const Branch>;

// The value of a `const` field as a part of the structure: a number, or a tree of numbers and other
// host values. Occurs only among the items of a Branch, created by Value::branch(). It is neither a
// leaf nor a branch: walks over trees skip it, and compare it like a string. Value::field() and Lua
// see the value inside it.
class StaticValue {
 public:
  explicit StaticValue(Value value);
  const Value& value() const { return *value_; }
  // Compares bits, and 8 and 8.0 as different: equal values have equal traces.
  bool operator==(const StaticValue& other) const;
  uint64_t hash() const;

 private:
  std::shared_ptr<const Value> value_;
};

class Value {
 public:
  using Any = std::variant<Nil, bool, int64_t, double, std::string, Array, BranchRef, Function,
                           OpaqueValue, MissingArgument, StaticValue>;
  // Not inline, since nearly every file would compile the variant again.
  Value();
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();
  Value(Any any);            // NOLINT
  Value(bool x);             // NOLINT
  Value(int64_t x);          // NOLINT
  Value(int x);              // NOLINT
  Value(double x);           // NOLINT
  Value(std::string x);      // NOLINT
  Value(const char* x);      // NOLINT
  Value(Array x);            // NOLINT
  Value(Function x);         // NOLINT
  Value(BranchRef x);        // NOLINT
  Value(MissingArgument x);  // NOLINT
  Value(StaticValue x);      // NOLINT
  static Value tuple(Values items);
  static Value record(State& state, std::vector<std::pair<std::string, Value>> fields);
  static Value branch(const Layout* layout, Values items);
  static Value dict(std::shared_ptr<const DictKeys> keys, Values items);
  // A branch with this form and path, and other items.
  static Value like(const Branch& form, Values items);
  Value at_path(const ModulePath& path) const;  // the branch with another path

  const Any& any() const { return any_; }
  bool is_nil() const { return std::holds_alternative<Nil>(any_); }
  bool is_absent() const { return std::holds_alternative<MissingArgument>(any_); }
  bool is_array() const { return std::holds_alternative<Array>(any_); }
  bool is_branch() const { return std::holds_alternative<BranchRef>(any_); }
  bool is_dict() const { return is_branch() && branch().keys != nullptr; }
  bool is_tuple() const {
    return is_branch() && branch().layout == nullptr && branch().keys == nullptr;
  }
  bool is_string() const { return std::holds_alternative<std::string>(any_); }
  bool is_function() const { return std::holds_alternative<Function>(any_); }
  bool is_number() const;  // a host integer or float
  bool is_static() const { return std::holds_alternative<StaticValue>(any_); }
  // Leaves of trees: arrays (including keys) and scalars.
  bool is_leaf() const { return is_array() || is_number(); }

  const Array& array() const { return std::get<Array>(any_); }
  const std::string& string() const { return std::get<std::string>(any_); }
  const Function& function() const { return std::get<Function>(any_); }
  const Branch& branch() const { return *std::get<BranchRef>(any_); }
  const Values& items() const { return branch().items; }
  const Layout* layout() const { return is_branch() ? branch().layout : nullptr; }

  // The field of a record or instance, null if it does not exist; of a `const` field its value.
  const Value* field(std::string_view name) const;
  // The item as seen by scripts: of a StaticValue the value inside it.
  const Value& unwrapped() const {
    return is_static() ? std::get<StaticValue>(any_).value() : *this;
  }
  // A leaf as an Array: a scalar becomes a weak array.
  Array as_array() const;
  // A weak concrete array of rank 0 becomes a scalar; other arrays are unchanged.
  static Value from_array(Array array);

 private:
  Any any_;
};

Value value_of(const DictKey& key);

// The branch `given` in the form of another. Dicts with the same keys in another order are
// reordered. Null if the forms are different.
BranchRef fitted(const Branch& form, const Value& given);

// The value that a `const` field stores for `given`: arrays of rank 0 are replaced by their
// numbers, which are requested as static values if traced. error[type] if it contains any other
// array.
Value const_value(const Value& given, std::string_view field, bool* is_changed = nullptr);

// The kind of a value in errors: "f32[3]", "tuple", "record", "str", "function".
std::string kind_text(const Value& value);

// The text that print writes: (w = [1, 2], b = 0).
std::string text(const Value& value);
// The text in parts: texts, with the arrays and traced strings between them.
Values text_parts(const Value& value);

}  // namespace rille
