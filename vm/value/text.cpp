// Text of values, for print and for errors.
#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <utility>

#include "vm/call.h"
#include "vm/function.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/value.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

constexpr int deepest = 200;  // maximum nesting that is printed; deeper parts are "..."

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    switch (c) {
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      case '\0': out += "\\0"; break;
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      default: out += c;
    }
  }
  return visible(out) + "\"";
}

// Whether a key can be written as a name in dict( ).
bool is_word(const DictKey& key) {
  const auto* word = std::get_if<std::string>(&key);
  if (word == nullptr || word->empty()) return false;
  auto part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c >= 0x80; };
  return std::isdigit(static_cast<unsigned char>((*word)[0])) == 0 &&
         std::ranges::all_of(*word, part);
}

// Appends `text`, with its later lines indented to the column of its beginning.
void put_indented(std::string& out, std::string_view text) {
  if (text.find('\n') == text.npos) return void(out += text);
  size_t line = out.rfind('\n');
  size_t column = out.size() - (line == std::string::npos ? 0 : line + 1);
  for (char c : text) {
    out += c;
    if (c == '\n') out.append(column, ' ');
  }
}

// Whether an array in an instance is shown by its type: the text of a model with all weights would
// not be readable.
bool is_told_by_type(const Array& x) {
  constexpr int64_t is_large = 100;
  if (x.is_none()) return false;
  int64_t size = 1;
  for (int i = 0; i < x.rank() && size <= is_large; ++i) {
    Extent extent = x.type().extent(i);
    if (!extent.known()) return false;
    size *= extent.number();
  }
  return size > is_large;
}

// Finds the branches that contain an array of several lines, or many parts of an instance. Uses
// only types, since compiled code must know the layout of a text before the numbers.
struct MultilineBranches {
  static constexpr int64_t of_lines = 1000, max_in_a_line = 4;
  static constexpr int64_t in_a_line = 20;  // numbers and strings
  std::unordered_map<const Branch*, int64_t> known = {};
  bool in_instance = false;  // whether the value is inside of an instance
  PollCounter polls = {};

  // Whether a branch is a table of strings and numbers: later lines of a column would be indented
  // far to the right, after the strings before it.
  static bool is_table(const Branch& branch) {
    auto is_long = [](const Value& x) {
      return x.is_branch() && x.branch().items.size() > size_t{in_a_line};
    };
    auto is_column = [](const Value& x) { return x.is_array() && is_tall(x.array()); };
    return std::ranges::any_of(branch.items, is_long) &&
           std::ranges::any_of(branch.items, is_column);
  }

  // Whether columns are too long for one line for any values: the second one would begin far to the
  // right.
  static bool is_wide(const Branch& branch) {
    constexpr int64_t most = 40, is_column = 8;
    bool has_names = branch.keys != nullptr || branch.layout != nullptr;
    if (!has_names || struct_type(branch.layout) != nullptr) return false;
    int64_t columns = 0, sum = 0;
    for (const Value& item : branch.items) {
      int64_t size = 0;
      if (item.is_array() && !item.array().is_none() && item.array().rank() == 1) {
        Extent extent = item.array().type().extent(0);
        size = extent.known() ? extent.number() : 0;
      } else if (item.is_branch()) {
        size = static_cast<int64_t>(item.branch().items.size());
      }
      columns += size >= is_column ? 1 : 0;
      sum += size;
    }
    return columns > 1 && sum > most;
  }

  static bool is_tall(const Array& x) {
    if (x.is_none() || x.rank() == 0) return false;
    bool holds_many = false;
    for (int i = 0; i < x.rank(); ++i) {
      Extent extent = x.type().extent(i);
      if (extent.known() && extent.number() == 0) return false;
      bool is_last = i + 1 == x.rank();
      holds_many |= !extent.known() ? !is_last : extent.number() > (is_last ? in_a_line : 1);
    }
    return holds_many;
  }

  bool holds_tall(const Branch& branch, int depth) { return height(branch, depth) > max_in_a_line; }

  int64_t height(const Branch& branch, int depth) {
    if (depth > deepest) return 0;
    if (auto found = known.find(&branch); found != known.end()) return found->second;
    polls.step(branch.items.size());
    check_stack();
    bool was_in = std::exchange(in_instance, in_instance || struct_type(branch.layout) != nullptr);
    int64_t sum = 0;
    for (const Value& item : branch.items) {
      if (item.is_branch()) sum += height(item.branch(), depth + 1);
      if (item.is_array()) sum += height(item.array());
    }
    in_instance = was_in;
    return known.emplace(&branch, std::min(sum, of_lines)).first->second;
  }

  int64_t height(const Array& x) const {
    if (in_instance && is_told_by_type(x)) return 1;
    return is_tall(x) ? of_lines : 0;
  }

  bool is_tall_branch(const Value& value, int depth) {
    return value.is_branch() && holds_tall(value.branch(), depth);
  }
};

// If `parts` is set, traced arrays and strings are separate parts, with texts between them. A
// branch that contains arrays of several lines has one line per part, as have the branches in it
// that contain such arrays; a table has one line per column.
struct ValueWriter {
  std::string out = {};
  int depth = 0;
  size_t broken = 0;  // number of enclosing branches with one line per part
  Values* parts = nullptr;
  MultilineBranches tall = {};
  PollCounter polls = {};

  void part(const Value& value) {
    parts->emplace_back(std::move(out));
    parts->push_back(value);
    out.clear();
  }

  // A long text is reallocated by a copy that polls.
  void make_room() {
    constexpr size_t is_long = 1 << 24, piece = 1 << 20;
    if (out.size() < is_long || out.capacity() - out.size() > piece) return;
    out = copied(out, 2 * out.capacity());
  }

  void put(const Value& value) {
    polls.step(2 * out.size());  // memory while it grows
    make_room();
    std::visit([&](const auto& x) { put_one(x); }, value.any());
  }

  // Writes a temporary branch, whose address may be reused later.
  void put_made(const Value& value) {
    put(value);
    tall.known.clear();
  }

  void put_one(Nil) { out += "nil"; }
  void put_one(MissingArgument) { out += "nil"; }
  void put_one(const std::string& x) { out += quoted(x); }
  void put_one(const StaticValue& x) { put(x.value()); }
  void put_one(const Array& x) {
    if (tall.in_instance && is_told_by_type(x)) return void(out += text(x.type()));
    if (parts != nullptr && (x.is_traced() || x.rank() > 0)) return part(x);
    put_indented(out, text(x));
  }
  void put_one(const OpaqueValue& x) {
    if (parts != nullptr && x.kind == "traced str") return part(Value::Any(x));
    if (x.kind == "iterable") return put_made(items_of(x));
    put_indented(out, x.text());
  }
  void put_one(const Function& f) {
    const FunctionInfo& info = f.info();
    out += str("<", info.is_proc ? "proc" : "fn", info.name.empty() ? "" : " ", info.name, ">");
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void put_one(T x) {
    out += str(x);
  }

  void put_one(const BranchRef& ref) {
    const Branch& branch = *ref;
    const Layout* form = branch.layout;
    if (form != nullptr && form->type != nullptr) out += form->type->name;
    check_stack();
    if (branch.keys != nullptr) out += "dict";
    if (++depth > deepest) {
      out += "(...)";
    } else {
      bool was_in = std::exchange(tall.in_instance,
                                  tall.in_instance || (form != nullptr && form->type != nullptr));
      bool breaks = has_lines(branch);
      broken += breaks ? 1 : 0;
      if (branch.keys != nullptr && !std::ranges::all_of(branch.keys->list, is_word)) {
        put_dict(branch, breaks);
      } else {
        put_items(branch, breaks);
      }
      broken -= breaks ? 1 : 0;
      tall.in_instance = was_in;
    }
    --depth;
  }

  bool has_lines(const Branch& branch) {
    if (broken > 0) return tall.holds_tall(branch, depth);
    return MultilineBranches::is_table(branch) || MultilineBranches::is_wide(branch) ||
           std::ranges::any_of(branch.items, [&](const Value& item) {
             return tall.is_tall_branch(item, depth + 1);
           });
  }

  static std::vector<size_t> declared_order(const Branch& branch) {
    std::vector<size_t> places;
    const StructType* type = struct_type(branch.layout);
    if (type == nullptr) return places;
    for (const std::string& name : type->order) {
      int at = branch.layout->find(name);
      if (at >= 0) places.push_back(static_cast<size_t>(at));
    }
    return places;
  }

  // Writes the text before item i of a branch: `(` or a comma, and a newline.
  void begin_item(size_t i, bool breaks) {
    if (i == 0) out += '(';
    if (i > 0) out += breaks ? "," : ", ";
    if (breaks) new_line(broken);
  }

  void new_line(size_t level) {
    out += '\n';
    out.append(2 * level, ' ');
  }

  void end_items(const Branch& branch, bool breaks) {
    bool is_alone = branch.layout == nullptr && branch.keys == nullptr && branch.items.size() == 1;
    if (branch.items.empty()) out += '(';
    if (is_alone) out += ',';
    if (breaks) new_line(broken - 1);
    out += ')';
  }

  // (1, 2), (a = 1, b = 2), dict(a = 1); an instance shows its fields in the order of declaration.
  void put_items(const Branch& branch, bool breaks) {
    std::vector<size_t> declared = declared_order(branch);
    bool is_instance = struct_type(branch.layout) != nullptr;
    size_t count = is_instance ? declared.size() : branch.items.size();
    for (size_t i = 0; i < count; ++i) {
      begin_item(i, breaks);
      size_t at = is_instance ? declared[i] : i;
      if (branch.keys != nullptr) {
        out += str(visible(std::get<std::string>(branch.keys->list[at])), " = ");
      } else if (branch.layout != nullptr) {
        out += str(visible(branch.layout->names[at]), " = ");
      }
      put(branch.items[at]);
    }
    end_items(branch, breaks);
  }

  // dict((3, 1), ("x", "y")): for keys that are not names.
  void put_dict(const Branch& branch, bool breaks) {
    Values keys;
    for (const DictKey& key : branch.keys->list) keys.push_back(value_of(key));
    begin_item(0, breaks);
    put_made(Value::tuple(std::move(keys)));
    begin_item(1, breaks);
    put_made(Value::tuple(branch.items));
    end_items(branch, breaks);
  }
};

}  // namespace

std::string kind_text(const Value& value) {
  struct Namer {
    std::string operator()(Nil) { return "nil"; }
    std::string operator()(MissingArgument) { return "nil"; }
    std::string operator()(bool) { return "bool"; }
    std::string operator()(int64_t) { return "int"; }
    std::string operator()(double) { return "float"; }
    std::string operator()(const std::string&) { return "str"; }
    std::string operator()(const Array& x) { return x.is_none() ? "nil" : text(x.type()); }
    std::string operator()(const Function&) { return "function"; }
    std::string operator()(const OpaqueValue& x) { return x.kind; }
    std::string operator()(const StaticValue& x) { return kind_text(x.value()); }
    std::string operator()(const BranchRef& x) {
      if (x->keys != nullptr) return "dict";
      if (x->layout == nullptr) return "tuple";
      return x->layout->type == nullptr ? "record" : x->layout->type->name;
    }
  };
  return std::visit(Namer{}, value.any());
}

std::string text(const Value& value) {
  if (value.is_string()) return value.string();
  ValueWriter writer;
  writer.put(value);
  return std::move(writer.out);
}

Values text_parts(const Value& value) {
  Values parts;
  ValueWriter writer{.parts = &parts};
  writer.put(value);
  parts.emplace_back(std::move(writer.out));
  return parts;
}

}  // namespace rille
