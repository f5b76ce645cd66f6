// Writes and reads trees as JSON.
#include "stdlib/ckpt/tree_text.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "stdlib/ckpt/safetensors.h"
#include "vm/call.h"
#include "vm/function.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/saved.h"
#include "vm/state.h"

namespace rille {
namespace {

using Json = nlohmann::json;

constexpr size_t max_levels = 2000;  // maximum depth of a tree, as in vm/tree.h

class TreeJsonWriter {
 public:
  void put(const Value& value) {
    check_stack();
    polls_.step(out.size());
    if (const auto* entry = std::get_if<int64_t>(&value.any())) {
      out += std::to_string(*entry);
    } else if (const bool* truth = std::get_if<bool>(&value.any())) {
      out += *truth ? "true" : "false";
    } else if (value.is_string()) {
      out += Json(value.string()).dump(-1, ' ', false, Json::error_handler_t::replace);
    } else if (value.is_branch()) {
      put_branch(value.branch(), [this](const Value& item) { put(item); });
    } else if (value.is_static()) {
      bool is_tree = value.unwrapped().is_branch();
      if (is_tree) out += "[\"c\",";
      put_constant(value.unwrapped());
      if (is_tree) out += ']';
    } else if (value.is_function()) {
      std::string name = library_name(value);
      out += name.empty() ? "[\"f\"]" : str("[\"f\",", Json(name).dump(), "]");
    } else if (value.is_absent()) {
      out += "[\"f\"]";
    } else if (const auto* object = std::get_if<OpaqueValue>(&value.any())) {
      Value bounds = contents_of(*object);
      RILLE_CHECK(bounds.is_tuple(), "a tree holds ", object->kind);
      out += str("[\"g\",\"", text(bounds.items()[0]), "\",\"", text(bounds.items()[1]), "\"]");
    } else {
      out += "null";
    }
  }

  std::string out;

 private:
  // The name of a function of the library; "" if the library has no equal function of that name.
  static std::string library_name(const Value& value) {
    const Function& f = value.function();
    const std::string& name = f.info().name;
    Value found = name.empty() ? Value() : builtin_value(f.state(), name);
    bool is_it = found.is_function() && found.function() == f;
    return is_it && !f.info().is_proc ? name : "";
  }

  // Within a constant, numbers are values rather than indices of arrays.
  void put_constant(const Value& value) {
    if (value.is_branch()) {
      put_branch(value.branch(), [this](const Value& item) { put_constant(item); });
    } else if (const auto* whole = std::get_if<int64_t>(&value.any())) {
      out += str("[\"i\",\"", *whole, "\"]");
    } else if (const auto* real = std::get_if<double>(&value.any())) {
      out += str("[\"x\",\"", *real, "\"]");
    } else {
      put(value);
    }
  }

  template <class F>
  void put_branch(const Branch& branch, F put_item) {
    out += branch.keys != nullptr ? "[\"d\"" : branch.layout != nullptr ? "[\"r\"" : "[\"t\"";
    for (size_t i = 0; i < branch.items.size(); ++i) {
      out += ',';
      if (branch.keys != nullptr) put_key(value_of(branch.keys->list[i]));
      if (branch.layout != nullptr) put_key(branch.layout->names[i]);
      put_item(branch.items[i]);
    }
    out += ']';
  }
  void put_key(const Value& key) {
    put(key);
    out += ',';
  }

  PollCounter polls_;
};

class TreeJsonReader : public nlohmann::json_sax<Json> {
 public:
  TreeJsonReader(State& state, size_t entries, const std::string& path)
      : state_(state), entries_(entries), path_(path) {}

  Value take() { return std::move(made_); }
  size_t used() const { return used_.size(); }

  bool null() override { return put(Value()); }
  bool boolean(bool x) override { return put(x); }
  bool string(std::string& x) override { return put(std::move(x)); }
  bool number_unsigned(uint64_t x) override {
    if (x > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) refuse();
    return put(static_cast<int64_t>(x));
  }
  bool number_integer(int64_t x) override { return put(x); }
  bool start_array(size_t) override {
    if (open_.size() > max_levels) refuse();
    open_.emplace_back();
    return true;
  }
  bool end_array() override {
    Values items = std::move(open_.back());
    open_.pop_back();
    return put_made(made_of(items));
  }
  bool number_float(double, const std::string&) override { refuse(); }
  bool start_object(size_t) override { refuse(); }
  bool end_object() override { refuse(); }
  bool key(std::string&) override { refuse(); }
  bool binary(binary_t&) override { refuse(); }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    refuse();
  }

 private:
  [[noreturn]] void refuse() const { refuse_file(path_, "the stored tree structure is not valid"); }

  // Whether the next item is a tag, name, or key: after the tag, names and keys of records and
  // dicts have the odd indices.
  bool is_name() const {
    const Values& items = open_.back();
    if (items.empty()) return true;
    const std::string& kind = items[0].string();
    return (kind == "r" || kind == "d") && items.size() % 2 == 1;
  }

  bool put(Value value) {
    polls_.step();
    if (!open_.empty() && is_name()) {
      if (open_.back().empty() && !value.is_string()) refuse();
      open_.back().push_back(std::move(value));
      return true;
    }
    if (const auto* entry = std::get_if<int64_t>(&value.any())) {
      if (*entry < 0 || static_cast<size_t>(*entry) >= entries_) refuse();
      used_.insert(*entry);
    }
    return put_made(std::move(value));
  }

  bool put_made(Value value) {
    if (open_.empty()) {
      made_ = std::move(value);
    } else {
      if (is_name()) refuse();
      open_.back().push_back(std::move(value));
    }
    return true;
  }

  Value made_of(Values& items) const {
    if (items.empty() || !items[0].is_string()) refuse();
    const std::string kind = items[0].string();
    if (kind == "f" && items.size() <= 2) return function_of(items);
    if (kind == "g" && items.size() == 3) return range_of(items);
    if (kind == "i" || kind == "x") return number_of(kind, items);
    if (kind == "c" && items.size() == 2) return Value(StaticValue(constant_of(items[1])));
    if (kind == "t") return Value::tuple(Values(items.begin() + 1, items.end()));
    if ((kind != "r" && kind != "d") || items.size() % 2 != 1) refuse();
    return kind == "r" ? record_of(items) : dict_of(items);
  }

  Value number_of(std::string_view kind, const Values& items) const {
    if (items.size() != 2 || !items[1].is_string()) refuse();
    const std::string& digits = items[1].string();
    return kind == "i" ? Value(StaticValue(read_number<int64_t>(digits)))
                       : Value(StaticValue(read_number<double>(digits)));
  }

  template <class T>
  T read_number(const std::string& digits) const {
    T out = 0;
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    if (error != std::errc() || end != digits.data() + digits.size()) refuse();
    return out;
  }

  // The constant with its numbers unwrapped.
  Value constant_of(const Value& tree) const {
    if (tree.is_number()) refuse();  // an index of an array is not allowed in a constant
    if (!tree.is_branch()) return tree.unwrapped();
    Values items;
    for (const Value& item : tree.items()) items.push_back(constant_of(item));
    return Value::like(tree.branch(), std::move(items));
  }

  // The function of the library, or MissingArgument for a function of a script, for one that the
  // library no longer has, and for a proc: a file must not choose side effects of a model's call.
  Value function_of(const Values& items) const {
    if (items.size() == 2 && !items[1].is_string()) refuse();
    Value found = items.size() == 2 ? builtin_value(state_, items[1].string()) : Value();
    bool is_pure = found.is_function() && !found.function().info().is_proc;
    return is_pure ? found : Value(MissingArgument());
  }

  Value range_of(const Values& items) const {
    int64_t bounds[2] = {};
    for (size_t i : {1, 2}) {
      if (!items[i].is_string()) refuse();
      bounds[i - 1] = read_number<int64_t>(items[i].string());
    }
    return range_value(state_, bounds[0], bounds[1]);
  }

  Value record_of(const Values& items) const {
    std::vector<std::pair<std::string, Value>> fields;
    std::set<std::string> names;
    for (size_t i = 1; i < items.size(); i += 2) {
      if (!items[i].is_string() || !names.insert(items[i].string()).second) refuse();
      fields.emplace_back(items[i].string(), items[i + 1]);
    }
    return Value::record(state_, std::move(fields));
  }

  Value dict_of(const Values& items) const {
    auto keys = std::make_shared<DictKeys>();
    Values values;
    std::set<std::string> seen;
    for (size_t i = 1; i < items.size(); i += 2) {
      const auto* number = std::get_if<int64_t>(&items[i].any());
      if (number == nullptr && !items[i].is_string()) refuse();
      std::string mark = number != nullptr ? str("#", *number) : str("\"", items[i].string());
      if (!seen.insert(mark).second) refuse();
      if (number != nullptr) {
        keys->list.emplace_back(*number);
      } else {
        keys->list.emplace_back(items[i].string());
      }
      values.push_back(items[i + 1]);
    }
    return Value::dict(std::move(keys), std::move(values));
  }

  State& state_;
  size_t entries_;
  const std::string& path_;
  std::vector<Values> open_;
  std::set<int64_t> used_;
  Value made_;
  PollCounter polls_;
};

}  // namespace

std::string tree_text(const Value& skeleton) {
  TreeJsonWriter writer;
  writer.put(skeleton);
  return std::move(writer.out);
}

Value read_tree(State& state, const std::string& text, size_t entries, const std::string& path) {
  TreeJsonReader reader(state, entries, path);
  Json::sax_parse(text, &reader);
  if (reader.used() != entries) refuse_file(path, "the stored tree structure omits arrays");
  return reader.take();
}

}  // namespace rille
