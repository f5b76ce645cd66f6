// Things as truths, orders and texts.
#include "stdlib/tokens/chat/thing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "stdlib/array.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {

const Thing* ThingTable::find(const Thing& key) const {
  Polls polls;
  for (const auto& [name, value] : rows) {
    polls.step();
    if (is_equal(name, key)) return &value;
  }
  return nullptr;
}

void ThingTable::put(Thing key, Thing value) {
  Polls polls;
  for (auto& [name, old] : rows) {
    polls.step();
    if (!is_equal(name, key)) continue;
    old = std::move(value);
    return;
  }
  rows.emplace_back(std::move(key), std::move(value));
}

const Things* Thing::items() const {
  if (const auto* list = get<ThingList>()) return list->get();
  if (const auto* tuple = get<Tuple>()) return tuple->items.get();
  return nullptr;
}

const ThingTable* Thing::table() const {
  const auto* table = get<Table>();
  return table == nullptr ? nullptr : table->get();
}

bool Thing::is_number() const {
  return get<double>() != nullptr || get<int64_t>() != nullptr || get<bool>() != nullptr;
}

double Thing::number() const {
  if (const auto* x = get<double>()) return *x;
  return static_cast<double>(whole());
}

int64_t Thing::whole() const {
  if (const auto* x = get<bool>()) return *x ? 1 : 0;
  const auto* x = get<int64_t>();
  return x == nullptr ? 0 : *x;
}

namespace {

Thing weighed(Thing thing, size_t weight) {
  if (weight > most_chat_things) {
    throw Error(Code::limit, str("a tree has more than ", most_chat_things, " parts"));
  }
  thing.set_weight(weight);
  return thing;
}

size_t weight_of(const Things& items) {
  size_t weight = 1;
  for (const Thing& item : items) weight += item.weight();
  return weight;
}

}  // namespace

namespace {

// A template may nest things as deep as it likes. What holds others hands them over when it goes,
// so that they are freed one after the other, not within each other.
void hand_over(Things&& items) {
  static thread_local Things* open = nullptr;
  if (open != nullptr) {
    std::ranges::move(items, std::back_inserter(*open));
    return;
  }
  Things own = std::move(items);
  open = &own;
  while (!own.empty()) {
    Thing last = std::move(own.back());
    own.pop_back();
  }
  open = nullptr;
}

ThingList shared_list(Things items) {
  auto release = [](Things* gone) {
    hand_over(std::move(*gone));
    delete gone;
  };
  return {new Things(std::move(items)), release};
}

Thing::Table shared_table(ThingTable table) {
  auto release = [](ThingTable* gone) {
    Things items;
    for (auto& [key, value] : gone->rows) {
      items.push_back(std::move(key));
      items.push_back(std::move(value));
    }
    delete gone;
    hand_over(std::move(items));
  };
  return {new ThingTable(std::move(table)), release};
}

}  // namespace

Thing list_of(Things items) {
  size_t weight = weight_of(items);
  return weighed(shared_list(std::move(items)), weight);
}
Thing tuple_of(Things items, bool is_group) {
  size_t weight = weight_of(items);
  return weighed(Thing::Tuple{shared_list(std::move(items)), is_group}, weight);
}
Thing table_of(ThingTable table) {
  size_t weight = 1;
  for (const auto& [key, value] : table.rows) weight += key.weight() + value.weight();
  return weighed(shared_table(std::move(table)), weight);
}
Thing function_of(ThingFunction function) {
  return std::make_shared<const ThingFunction>(std::move(function));
}

bool is_true(const Thing& x) {
  if (x.is_missing() || x.is_none()) return false;
  if (x.is_number()) return x.number() != 0;
  if (const std::string* text = x.text()) return !text->empty();
  if (const Things* items = x.items()) return !items->empty();
  if (const ThingTable* table = x.table()) return table->is_namespace || !table->rows.empty();
  return true;
}

namespace {

bool are_equal(const Things& a, const Things& b) {
  return std::ranges::equal(a, b, [](const Thing& x, const Thing& y) { return is_equal(x, y); });
}

bool are_equal(const ThingTable& a, const ThingTable& b) {
  if (a.is_namespace || b.is_namespace) return &a == &b;
  if (a.rows.size() != b.rows.size()) return false;
  return std::ranges::all_of(a.rows, [&](const auto& row) {
    const Thing* other = b.find(row.first);
    return other != nullptr && is_equal(row.second, *other);
  });
}

}  // namespace

bool is_equal(const Thing& a, const Thing& b) {
  check_stack();
  if (a.is_number() && b.is_number()) {
    return a.is_whole() && b.is_whole() ? a.whole() == b.whole() : a.number() == b.number();
  }
  if (a.any().index() != b.any().index()) return false;
  if (a.is_missing() || a.is_none()) return true;
  if (a.text() != nullptr) return *a.text() == *b.text();
  if (a.items() != nullptr) return are_equal(*a.items(), *b.items());
  if (a.table() != nullptr) return are_equal(*a.table(), *b.table());
  return a.get<Thing::Callable>()->get() == b.get<Thing::Callable>()->get();
}

int order_of(const Thing& a, const Thing& b) {
  check_stack();
  if (a.is_number() && b.is_number()) {
    if (a.is_whole() && b.is_whole()) {
      return a.whole() < b.whole() ? -1 : a.whole() > b.whole() ? 1 : 0;
    }
    return a.number() < b.number() ? -1 : a.number() > b.number() ? 1 : 0;
  }
  if (a.text() != nullptr && b.text() != nullptr) return a.text()->compare(*b.text());
  if (a.items() != nullptr && a.any().index() == b.any().index()) {
    for (size_t i = 0; i < std::min(a.items()->size(), b.items()->size()); ++i) {
      const Thing &x = (*a.items())[i], &y = (*b.items())[i];
      if (!is_equal(x, y)) return order_of(x, y);
    }
    return static_cast<int>(a.items()->size()) - static_cast<int>(b.items()->size());
  }
  throw Error(Code::type, str(kind_of(a), " and ", kind_of(b), " have no order"));
}

std::string_view kind_of(const Thing& x) {
  constexpr std::string_view names[] = {"something undefined",
                                        "none",
                                        "a bool",
                                        "an int",
                                        "a float",
                                        "a string",
                                        "a list",
                                        "a tuple",
                                        "a dict",
                                        "a function"};
  return names[x.any().index()];
}

namespace {

// Python's repr of a float: the shortest digits, with a point or an exponent of two digits.
std::string float_text(double x) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  double size = std::abs(x);
  bool is_plain = x == 0 || (size >= 1e-4 && size < 1e16);
  if (is_plain) {
    std::string out = fmt::format("{}", x);
    if (out.find('e') != std::string::npos) out = fmt::format("{:f}", x);
    return out.find('.') == std::string::npos ? out + ".0" : out;
  }
  std::string out = fmt::format("{}", x);
  return out.find('e') == std::string::npos ? fmt::format("{:e}", x) : out;
}

std::string quoted_text(std::string_view text) {
  bool has_single = text.find('\'') != std::string_view::npos;
  char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out(1, quote);
  for (char32_t c : characters_of(text)) {
    switch (c) {
      case '\n': out += "\\n"; continue;
      case '\r': out += "\\r"; continue;
      case '\t': out += "\\t"; continue;
      case '\\': out += "\\\\"; continue;
      default: break;
    }
    if (c == static_cast<char32_t>(quote)) out += '\\';
    if (c < 0x20 || c == 0x7F) {
      out += fmt::format("\\x{:02x}", static_cast<uint32_t>(c));
    } else {
      put_character(out, c);
    }
  }
  return out + quote;
}

void need_chat_room(size_t bytes, Polls& polls) {
  polls.step(bytes);
  if (bytes > most_chat_bytes) {
    throw Error(Code::limit, str("a text has more than ", most_chat_bytes >> 20, " MB"));
  }
}

template <class Rows, class F>
std::string joined(std::string_view begin, const Rows& rows, std::string_view end, const F& each) {
  std::string out(begin);
  Polls polls;
  for (size_t i = 0; i < rows.size(); ++i) {
    need_chat_room(out.size(), polls);
    out += i > 0 ? ", " : "";
    out += each(rows[i]);
  }
  return out + std::string(end);
}

}  // namespace

std::string quoted(const Thing& x) {
  check_stack();
  if (x.is_missing()) return "Undefined";
  if (x.is_none()) return "None";
  if (const auto* truth = x.get<bool>()) return *truth ? "True" : "False";
  if (const auto* whole = x.get<int64_t>()) return std::to_string(*whole);
  if (const auto* real = x.get<double>()) return float_text(*real);
  if (const std::string* text = x.text()) return quoted_text(*text);
  if (const auto* tuple = x.get<Thing::Tuple>()) {
    return joined("(", *tuple->items, tuple->items->size() == 1 ? ",)" : ")", quoted);
  }
  if (const Things* items = x.items()) return joined("[", *items, "]", quoted);
  if (const ThingTable* table = x.table()) {
    return joined(table->is_namespace ? "<Namespace {" : "{", table->rows,
                  table->is_namespace ? "}>" : "}",
                  [](const auto& row) { return quoted(row.first) + ": " + quoted(row.second); });
  }
  return "<function>";
}

std::string shown(const Thing& x) {
  if (x.is_missing()) return "";
  return x.text() != nullptr ? *x.text() : quoted(x);
}

namespace {

std::string json_text(const std::string& text, bool is_ascii) {
  return nlohmann::json(text).dump(-1, ' ', is_ascii, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string json_of(const Thing& x, const JsonForm& form, int depth) {
  check_stack();
  int64_t indent = form.indent;
  std::string line =
      indent < 0 ? "" : "\n" + std::string(static_cast<size_t>(indent * (depth + 1)), ' ');
  std::string last = indent < 0 ? "" : "\n" + std::string(static_cast<size_t>(indent * depth), ' ');
  std::string gap = form.item.value_or(indent < 0 ? ", " : ",");
  Polls polls;
  if (const std::string* text = x.text()) return json_text(*text, form.is_ascii);
  if (x.is_none()) return "null";
  if (const auto* truth = x.get<bool>()) return *truth ? "true" : "false";
  if (const auto* real = x.get<double>()) {
    if (std::isfinite(*real)) return float_text(*real);
    return std::isnan(*real) ? "NaN" : *real > 0 ? "Infinity" : "-Infinity";
  }
  if (x.is_number()) return quoted(x);
  std::string out;
  if (const Things* items = x.items()) {
    if (items->empty()) return "[]";
    for (const Thing& item : *items) {
      out += str(out.empty() ? "[" : gap, line, json_of(item, form, depth + 1));
      need_chat_room(out.size(), polls);
    }
    return out + last + "]";
  }
  const ThingTable* table = x.table();
  if (table == nullptr || table->is_namespace) {
    throw Error(Code::type, str("tojson: ", kind_of(x), " has no JSON"));
  }
  if (table->rows.empty()) return "{}";
  auto rows = table->rows;
  if (form.is_sorted) {
    std::ranges::stable_sort(
        rows, [](const auto& a, const auto& b) { return order_of(a.first, b.first) < 0; });
  }
  for (const auto& [name, value] : rows) {
    std::string key = name.text() != nullptr ? *name.text() : json_of(name, {});
    out += str(out.empty() ? "{" : gap, line, json_text(key, form.is_ascii), form.key,
               json_of(value, form, depth + 1));
    need_chat_room(out.size(), polls);
  }
  return out + last + "}";
}

namespace {

Thing thing_of_array(const Array& x) {
  if (x.is_traced()) throw Error(Code::trace, "a template needs values that are known");
  if (x.rank() == 0) {
    if (x.dtype() == Dtype::boolean) return x.integer() != 0;
    if (is_float(x.dtype())) return x.number();
    return x.integer();
  }
  Things items;
  Array wide = convert(x, is_float(x.dtype()) ? Dtype::f64 : Dtype::i64);
  auto rows = x.type().extent(0).number();
  for (int64_t i = 0; i < rows; ++i) {
    Shape shape = wide.shape();
    shape.erase(shape.begin());
    Type type(wide.dtype(), shape);
    size_t bytes = wide.byte_size() / static_cast<size_t>(rows);
    Array row = wide.view(type, static_cast<size_t>(i) * bytes);
    Thing made = thing_of_array(row);
    bool is_truth = x.dtype() == Dtype::boolean && row.rank() == 0;
    items.push_back(is_truth ? Thing(made.whole() != 0) : made);
  }
  return list_of(std::move(items));
}

}  // namespace

Thing thing_of(const Value& value) {
  check_stack();
  if (value.is_nil()) return None{};
  if (const bool* truth = std::get_if<bool>(&value.any())) return *truth;
  if (const auto* whole = std::get_if<int64_t>(&value.any())) return *whole;
  if (const auto* real = std::get_if<double>(&value.any())) return *real;
  if (value.is_string()) return value.string();
  if (value.is_array()) return thing_of_array(value.array());
  if (value.is_tuple()) {
    Things items;
    for (const Value& item : value.items()) items.push_back(thing_of(item));
    return list_of(std::move(items));
  }
  if (!value.is_branch()) {
    throw Error(Code::type, str("a template takes strings, numbers, bools, nil and trees of them, "
                                "got ",
                                kind_text(value)));
  }
  ThingTable table;
  const Branch& branch = value.branch();
  for (size_t i = 0; i < branch.items.size(); ++i) {
    Thing name = branch.layout != nullptr ? Thing(branch.layout->names[i])
                                          : thing_of(value_of(branch.keys->list[i]));
    table.rows.emplace_back(std::move(name), thing_of(branch.items[i]));
  }
  return table_of(std::move(table));
}

}  // namespace rille
