// Formatting of values like Python's str, repr, and json.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "stdlib/jinja/value.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {

namespace {

// Formats a float like Python's repr: the shortest digits, with a point or a two-digit exponent.
std::string repr_of_float(double x) {
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

std::string repr_of_string(std::string_view text) {
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

void need_string_room(size_t bytes, PollCounter& polls) {
  polls.step(bytes);
  if (bytes > max_jinja_bytes) {
    throw Error(Code::limit, str("a string exceeds ", max_jinja_bytes >> 20, " MB"));
  }
}

template <class Rows, class F>
std::string joined(std::string_view begin, const Rows& rows, std::string_view end, const F& each) {
  std::string out(begin);
  PollCounter polls;
  for (size_t i = 0; i < rows.size(); ++i) {
    need_string_room(out.size(), polls);
    out += i > 0 ? ", " : "";
    out += each(rows[i]);
  }
  return out + std::string(end);
}

}  // namespace

std::string repr_of(const JinjaValue& x) {
  check_stack();
  if (x.is_undefined()) return "Undefined";
  if (x.is_none()) return "None";
  if (const auto* truth = x.get<bool>()) return *truth ? "True" : "False";
  if (const auto* integer = x.get<int64_t>()) return std::to_string(*integer);
  if (const auto* real = x.get<double>()) return repr_of_float(*real);
  if (const std::string* text = x.string()) return repr_of_string(*text);
  if (const auto* tuple = x.get<JinjaTuple>()) {
    return joined("(", *tuple->items, tuple->items->size() == 1 ? ",)" : ")", repr_of);
  }
  if (const JinjaValues* items = x.items()) return joined("[", *items, "]", repr_of);
  if (const JinjaDict* dict = x.dict()) {
    return joined(dict->is_namespace ? "<Namespace {" : "{", dict->rows,
                  dict->is_namespace ? "}>" : "}",
                  [](const auto& row) { return repr_of(row.first) + ": " + repr_of(row.second); });
  }
  return "<function>";
}

std::string string_of(const JinjaValue& x) {
  if (x.is_undefined()) return "";
  return x.string() != nullptr ? *x.string() : repr_of(x);
}

namespace {

std::string json_text(const std::string& text, bool is_ascii) {
  return nlohmann::json(text).dump(-1, ' ', is_ascii, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string json_of(const JinjaValue& x, const JsonOptions& form, int depth) {
  check_stack();
  int64_t indent = form.indent;
  std::string line =
      indent < 0 ? "" : "\n" + std::string(static_cast<size_t>(indent * (depth + 1)), ' ');
  std::string last = indent < 0 ? "" : "\n" + std::string(static_cast<size_t>(indent * depth), ' ');
  std::string gap = form.item.value_or(indent < 0 ? ", " : ",");
  PollCounter polls;
  if (const std::string* text = x.string()) return json_text(*text, form.is_ascii);
  if (x.is_none()) return "null";
  if (const auto* truth = x.get<bool>()) return *truth ? "true" : "false";
  if (const auto* real = x.get<double>()) {
    if (std::isfinite(*real)) return repr_of_float(*real);
    return std::isnan(*real) ? "NaN" : *real > 0 ? "Infinity" : "-Infinity";
  }
  if (x.is_number()) return repr_of(x);
  std::string out;
  if (const JinjaValues* items = x.items()) {
    if (items->empty()) return "[]";
    for (const JinjaValue& item : *items) {
      out += str(out.empty() ? "[" : gap, line, json_of(item, form, depth + 1));
      need_string_room(out.size(), polls);
    }
    return out + last + "]";
  }
  const JinjaDict* dict = x.dict();
  if (dict == nullptr || dict->is_namespace) {
    throw Error(Code::type, str("tojson: ", kind_of(x), " cannot be converted to JSON"));
  }
  if (dict->rows.empty()) return "{}";
  auto rows = dict->rows;
  if (form.is_sorted) {
    std::ranges::stable_sort(
        rows, [](const auto& a, const auto& b) { return order_of(a.first, b.first) < 0; });
  }
  for (const auto& [name, value] : rows) {
    std::string key = name.string() != nullptr ? *name.string() : json_of(name, {});
    out += str(out.empty() ? "{" : gap, line, json_text(key, form.is_ascii), form.key,
               json_of(value, form, depth + 1));
    need_string_room(out.size(), polls);
  }
  return out + last + "}";
}

}  // namespace rille
