// Thing: a value within a template of Jinja.
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

class Thing;
using Things = std::vector<Thing>;
using ThingList = std::shared_ptr<const Things>;

// The arguments of a call: by position, then by name.
struct ThingArguments {
  Things positions;
  std::vector<std::pair<std::string, Thing>> names;
};
using ThingFunction = std::function<Thing(const ThingArguments&)>;

// Names and values in the order in which they came. A namespace is one that can be changed.
struct ThingTable {
  std::vector<std::pair<Thing, Thing>> rows;
  bool is_namespace = false;
  const Thing* find(const Thing& key) const;
  void put(Thing key, Thing value);
};

// What a name stands for that is nothing: its text is empty, and asking more of it is an error.
struct Missing {
  std::string name;
};
struct None {};

class Thing {
 public:
  // A table is shared by those that hold it; only a namespace is ever changed.
  using Table = std::shared_ptr<ThingTable>;
  using Callable = std::shared_ptr<const ThingFunction>;
  struct Tuple {  // shows in round brackets
    ThingList items;
    bool is_group = false;  // one of groupby, whose items are `grouper` and `list`, too
  };
  using Any = std::variant<Missing, None, bool, int64_t, double, std::string, ThingList, Tuple,
                           Table, Callable>;

  Thing() : any_(None{}) {}
  template <class T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, Thing>)
  Thing(T&& x) : any_(std::forward<T>(x)) {  // NOLINT: stands for it
    if constexpr (std::is_same_v<std::remove_cvref_t<T>, std::string>) charge();
  }
  Thing(int x) : any_(int64_t{x}) {}                    // NOLINT
  Thing(const char* x) : Thing(std::string(x)) {}       // NOLINT
  Thing(std::string_view x) : Thing(std::string(x)) {}  // NOLINT

  template <class T>
  const T* get() const {
    return std::get_if<T>(&any_);
  }
  bool is_missing() const { return get<Missing>() != nullptr; }
  bool is_none() const { return get<None>() != nullptr; }
  const std::string* text() const { return get<std::string>(); }
  const Things* items() const;  // of a list or a tuple, null of others
  const ThingTable* table() const;
  bool is_number() const;  // a bool is one
  double number() const;
  bool is_whole() const { return get<int64_t>() != nullptr || get<bool>() != nullptr; }
  int64_t whole() const;

  const Any& any() const { return any_; }
  // How many things it is when it is written out: a list may stand in many places of another.
  size_t weight() const { return weight_; }
  void set_weight(size_t weight) { weight_ = weight; }

 private:
  void charge() {
    constexpr size_t small = 4096;
    if (size_t size = text()->size(); size > small) charge_.grow(size);
  }

  Any any_;
  size_t weight_ = 1;
  Charge charge_;  // of a long text, which is copied as the thing is
};

// What texts and trees of a template may have at most: error[limit] beyond.
inline constexpr size_t most_chat_bytes = size_t{32} << 20, most_chat_things = 1'000'000;

Thing list_of(Things items);
Thing tuple_of(Things items, bool is_group = false);
Thing table_of(ThingTable table);
Thing function_of(ThingFunction function);

bool is_true(const Thing& x);
bool is_equal(const Thing& a, const Thing& b);
// Below 0, 0 or above; error[type] where they have no order.
int order_of(const Thing& a, const Thing& b);
std::string_view kind_of(const Thing& x);  // "a list"
// As Python's str and repr write it.
std::string shown(const Thing& x);
std::string quoted(const Thing& x);
// As Python's json.dumps with these arguments; no `item`: ", ", or "," where lines are indented.
struct JsonForm {
  int64_t indent = -1;  // below 0: one line
  bool is_sorted = false, is_ascii = false;
  std::optional<std::string> item = {};
  std::string key = ": ";
};
std::string json_of(const Thing& x, const JsonForm& form, int depth = 0);

// A value of a script: trees as lists and tables, arrays as lists of lists.
Thing thing_of(const Value& value);

}  // namespace rille
