// JinjaValue: a value in a Jinja template.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "vm/memory/account.h"
#include "vm/value.h"

namespace rille {

class JinjaValue;
using JinjaValues = std::vector<JinjaValue>;
using JinjaList = std::shared_ptr<const JinjaValues>;

// The positional and named arguments of a call.
struct JinjaArguments {
  JinjaValues positional;
  std::vector<std::pair<std::string, JinjaValue>> named;
};
using JinjaFunction = std::function<JinjaValue(const JinjaArguments&)>;
using JinjaFunctionRef = std::shared_ptr<const JinjaFunction>;

struct JinjaTuple {
  JinjaList items;
  bool is_group = false;  // an item of groupby, which has the fields `grouper` and `list`
};

// Keys and values in order of insertion. References share a dict; only a namespace is mutable.
struct JinjaDict {
  std::vector<std::pair<JinjaValue, JinjaValue>> rows;
  bool is_namespace = false;
  JinjaFunctionRef call = nullptr;  // set for the `loop` of a recursive loop; else null
  const JinjaValue* find(const JinjaValue& key) const;
  void put(JinjaValue key, JinjaValue value);
};
using JinjaDictRef = std::shared_ptr<JinjaDict>;

// The value of an undefined name: it prints as an empty string, and most other uses are errors.
struct JinjaUndefined {
  std::string name;
};
struct JinjaNone {};

class JinjaValue {
 public:
  using Storage = std::variant<JinjaUndefined, JinjaNone, bool, int64_t, double, std::string,
                               JinjaList, JinjaTuple, JinjaDictRef, JinjaFunctionRef>;

  JinjaValue() : any_(JinjaNone{}) {}
  template <class T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, JinjaValue>)
  JinjaValue(T&& x) : any_(std::forward<T>(x)) {  // NOLINT: implicit
    if constexpr (std::is_same_v<std::remove_cvref_t<T>, std::string>) charge();
  }
  JinjaValue(int x) : any_(int64_t{x}) {}                         // NOLINT
  JinjaValue(const char* x) : JinjaValue(std::string(x)) {}       // NOLINT
  JinjaValue(std::string_view x) : JinjaValue(std::string(x)) {}  // NOLINT

  // Each of these getters returns null if the value has another type.
  template <class T>
  const T* get() const {
    return std::get_if<T>(&any_);
  }
  const std::string* string() const { return get<std::string>(); }
  const JinjaValues* items() const;  // for lists and tuples
  const JinjaDict* dict() const;

  bool is_undefined() const { return get<JinjaUndefined>() != nullptr; }
  bool is_none() const { return get<JinjaNone>() != nullptr; }
  bool is_number() const;  // as in Python, a bool is a number and an integer
  double number() const;
  bool is_integer() const { return get<int64_t>() != nullptr || get<bool>() != nullptr; }
  int64_t integer() const;
  const Storage& any() const { return any_; }

  // The number of values in the tree of this value, in which a shared list counts each time.
  size_t weight() const { return weight_; }
  void set_weight(size_t weight) { weight_ = weight; }

 private:
  void charge() {
    constexpr size_t small = 4096;
    if (size_t size = string()->size(); size > small) charge_.grow(size);
  }

  Storage any_;
  size_t weight_ = 1;
  Charge charge_;  // accounts for a long string, which is copied with the value
};

// The maximum size of strings and trees in a template; error[limit] if exceeded.
inline constexpr size_t max_jinja_bytes = size_t{32} << 20, max_jinja_values = 1'000'000;

JinjaValue list_of(JinjaValues items);
JinjaValue tuple_of(JinjaValues items, bool is_group = false);
JinjaValue dict_of(JinjaDict dict);
JinjaValue function_of(JinjaFunction function);

bool is_true(const JinjaValue& x);
bool is_equal(const JinjaValue& a, const JinjaValue& b);
// Negative, zero, or positive; error[type] if the values cannot be ordered.
int order_of(const JinjaValue& a, const JinjaValue& b);
std::string_view kind_of(const JinjaValue& x);  // "a list"

// The argument of a call at position `at`, or else with that name; null if it is missing.
const JinjaValue* argument(const JinjaArguments& args, size_t at, std::string_view name);
void need_defined(const JinjaValue& x);  // error[name] if x is undefined

// Formats like Python's str and repr.
std::string string_of(const JinjaValue& x);
std::string repr_of(const JinjaValue& x);
// The arguments of Python's json.dumps. If `item` is nullopt, the separator is ", ", or "," with
// indentation.
struct JsonOptions {
  int64_t indent = -1;  // negative: everything on one line
  bool is_sorted = false, is_ascii = false;
  std::optional<std::string> item = {};
  std::string key = ": ";
};
std::string json_of(const JinjaValue& x, const JsonOptions& form, int depth = 0);

// Converts a Rille value: tuples become lists, records become dicts, arrays become nested lists.
JinjaValue jinja_of(const Value& value);

}  // namespace rille
