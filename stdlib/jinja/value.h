// JinjaValue: a value within a template of Jinja.
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

// The arguments of a call: by position, then by name.
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

// Keys and values in order of insertion. Those that refer to a dict share it; only a namespace is
// ever changed.
struct JinjaDict {
  std::vector<std::pair<JinjaValue, JinjaValue>> rows;
  bool is_namespace = false;
  JinjaFunctionRef call = nullptr;  // the `loop` of a recursive loop can be called; null: no
  const JinjaValue* find(const JinjaValue& key) const;
  void put(JinjaValue key, JinjaValue value);
};
using JinjaDictRef = std::shared_ptr<JinjaDict>;

// The value of a name that has none: it prints as an empty string, most other uses are errors.
struct JinjaUndefined {
  std::string name;
};
struct JinjaNone {};

class JinjaValue {
 public:
  using Any = std::variant<JinjaUndefined, JinjaNone, bool, int64_t, double, std::string, JinjaList,
                           JinjaTuple, JinjaDictRef, JinjaFunctionRef>;

  JinjaValue() : any_(JinjaNone{}) {}
  template <class T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, JinjaValue>)
  JinjaValue(T&& x) : any_(std::forward<T>(x)) {  // NOLINT: implicit
    if constexpr (std::is_same_v<std::remove_cvref_t<T>, std::string>) charge();
  }
  JinjaValue(int x) : any_(int64_t{x}) {}                         // NOLINT
  JinjaValue(const char* x) : JinjaValue(std::string(x)) {}       // NOLINT
  JinjaValue(std::string_view x) : JinjaValue(std::string(x)) {}  // NOLINT

  // Each of these is null if the value is of another type.
  template <class T>
  const T* get() const {
    return std::get_if<T>(&any_);
  }
  const std::string* string() const { return get<std::string>(); }
  const JinjaValues* items() const;  // of a list or a tuple
  const JinjaDict* dict() const;

  bool is_undefined() const { return get<JinjaUndefined>() != nullptr; }
  bool is_none() const { return get<JinjaNone>() != nullptr; }
  bool is_number() const;  // as in Python, a bool is a number and an integer
  double number() const;
  bool is_integer() const { return get<int64_t>() != nullptr || get<bool>() != nullptr; }
  int64_t integer() const;
  const Any& any() const { return any_; }

  // The number of values that are printed for this one: a list may be an item of another many
  // times.
  size_t weight() const { return weight_; }
  void set_weight(size_t weight) { weight_ = weight; }

 private:
  void charge() {
    constexpr size_t small = 4096;
    if (size_t size = string()->size(); size > small) charge_.grow(size);
  }

  Any any_;
  size_t weight_ = 1;
  Charge charge_;  // memory of a long string, which is copied with the value
};

// The maximum size of strings and trees in a template: error[limit] beyond.
inline constexpr size_t max_jinja_bytes = size_t{32} << 20, max_jinja_values = 1'000'000;

JinjaValue list_of(JinjaValues items);
JinjaValue tuple_of(JinjaValues items, bool is_group = false);
JinjaValue dict_of(JinjaDict dict);
JinjaValue function_of(JinjaFunction function);

bool is_true(const JinjaValue& x);
bool is_equal(const JinjaValue& a, const JinjaValue& b);
// Below 0, 0 or above 0; error[type] if the two have no order.
int order_of(const JinjaValue& a, const JinjaValue& b);
std::string_view kind_of(const JinjaValue& x);  // "a list"

// The argument of a call at the position `at`, or else of that name; null if there is neither.
const JinjaValue* argument(const JinjaArguments& args, size_t at, std::string_view name);
void need_defined(const JinjaValue& x);  // error[name] if x is undefined

// As Python's str and repr write it.
std::string string_of(const JinjaValue& x);
std::string repr_of(const JinjaValue& x);
// As Python's json.dumps with these arguments; no `item`: ", ", or "," if lines are indented.
struct JsonForm {
  int64_t indent = -1;  // below 0: one line
  bool is_sorted = false, is_ascii = false;
  std::optional<std::string> item = {};
  std::string key = ": ";
};
std::string json_of(const JinjaValue& x, const JsonForm& form, int depth = 0);

// A value of a script: tuples become lists, records and dicts dicts, arrays lists of lists.
JinjaValue jinja_of(const Value& value);

}  // namespace rille
