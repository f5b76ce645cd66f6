// Filters of strings and of values converted to strings.
#include <algorithm>
#include <array>

#include "stdlib/jinja/arguments.h"
#include "stdlib/jinja/filters.h"
#include "stdlib/jinja/python_strings.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"

namespace rille::jinja_filter {
namespace {

size_t size_of(const std::string& text) { return characters_of(text).size(); }

// The first `count` characters.
std::string front(const std::string& text, int64_t count) {
  size_t at = 0;
  for (; at < text.size(); ++at) {
    bool begins = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
    if (begins && count-- <= 0) break;
  }
  return text.substr(0, at);
}

std::string percent_encoded(std::string_view text, std::string_view safe) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    bool stays = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                 std::string_view("_.-~").find(c) != std::string_view::npos ||
                 safe.find(c) != std::string_view::npos;
    out += stays ? std::string(1, c) : str("%", hex[byte >> 4], hex[byte & 15]);
  }
  return out;
}

}  // namespace

// tojson(ensure_ascii, indent, separators, sort_keys), as in transformers.
JinjaValue as_json(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  const JinjaValue *indent = argument(args, 1, "indent"),
                   *ascii = argument(args, 0, "ensure_ascii");
  // Jinja's own filter has only the argument `indent`, so it is the first.
  bool is_first_indent = indent == nullptr && ascii != nullptr && ascii->get<int64_t>() != nullptr;
  if (is_first_indent) std::swap(indent, ascii);
  bool has_indent = indent != nullptr && indent->is_integer() && indent->get<bool>() == nullptr;
  JsonOptions form{.indent = has_indent ? std::clamp<int64_t>(indent->integer(), 0, 100) : -1,
                   .is_sorted = truth(args, 3, "sort_keys", false),
                   .is_ascii = ascii != nullptr && is_true(*ascii)};
  const JinjaValue* marks = argument(args, 2, "separators");
  if (marks != nullptr && !marks->is_none()) {
    const JinjaValues* two = marks->items();
    bool are_two = two != nullptr && two->size() == 2 && (*two)[0].string() != nullptr &&
                   (*two)[1].string() != nullptr;
    if (!are_two) throw Error(Code::type, "tojson: `separators` must be a pair of strings");
    form.item = *(*two)[0].string();
    form.key = *(*two)[1].string();
  }
  std::string out = json_of(x, form);
  run.need_room(out.size());
  return out;
}

JinjaValue indented(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  const JinjaValue* width = argument(args, 0, "width");
  bool is_number = width == nullptr || width->is_integer();
  int64_t count =
      width == nullptr || !is_number ? 4 : std::clamp<int64_t>(width->integer(), 0, 1000);
  std::string pad = is_number ? std::string(static_cast<size_t>(count), ' ') : string_of(*width);
  bool does_first = truth(args, 1, "first", false), does_blank = truth(args, 2, "blank", false);
  if (x.string() == nullptr)
    throw Error(Code::type, str("indent: the value is ", kind_of(x), ", expected a string"));
  std::string text = string_of(x), out;
  size_t begin = 0;
  for (bool is_first = true; begin <= text.size(); is_first = false) {
    size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    if (!is_first) out += '\n';
    if (is_first ? does_first : does_blank || !line.empty()) out += pad;
    out += line;
    run.need_room(out.size());
    begin = end + 1;
  }
  return out;
}

JinjaValue escaped(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  std::string out;
  for (char c : string_of(x)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&#34;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

JinjaValue with_default(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer&) {
  bool is_wanted = x.is_undefined() || (truth(args, 1, "boolean", false) && !is_true(x));
  if (!is_wanted) return x;
  const JinjaValue* fallback = argument(args, 0, "default_value");
  return fallback == nullptr ? JinjaValue("") : *fallback;
}

JinjaValue replaced(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  const JinjaValue* count = argument(args, 2, "count");
  return replaced_text(
      string_of(x), string_of(needed(args, 0, "old")), string_of(needed(args, 1, "new")),
      count == nullptr || !count->is_integer() ? -1 : count->integer(), run.limits().bytes);
}

JinjaValue trimmed(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer&) {
  const JinjaValue* set = argument(args, 0, "chars");
  bool has_set = set != nullptr && set->string() != nullptr;
  return stripped(string_of(x), has_set ? std::optional(*set->string()) : std::nullopt, 3);
}

JinjaValue capitalized(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  return capital_text(string_of(x));
}

JinjaValue in_lower_case(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  return lower_text(string_of(x));
}

JinjaValue in_upper_case(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  return upper_text(string_of(x));
}

JinjaValue in_title_case(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  return headline_text(string_of(x));
}

JinjaValue as_string(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  return string_of(x);
}

JinjaValue formatted(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  if (!args.named.empty() && !args.positional.empty()) {
    throw Error(Code::type, "format: positional and named values cannot be combined");
  }
  if (args.named.empty()) return percent_formatted(string_of(x), tuple_of(args.positional), run);
  JinjaDict dict;
  for (const auto& [name, value] : args.named) dict.put(JinjaValue(name), value);
  return percent_formatted(string_of(x), dict_of(std::move(dict)), run);
}

// An odd space of padding goes to the same side as in Python's str.center.
JinjaValue centered(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  std::string text = string_of(x);
  int64_t width = integer_argument(args, 0, "width", 80),
          size = static_cast<int64_t>(size_of(text));
  if (width <= size) return text;
  int64_t room = width - size, left = room / 2 + (room & width & 1);
  run.need_room(text.size() + static_cast<size_t>(room));
  return str(std::string(static_cast<size_t>(left), ' '), text,
             std::string(static_cast<size_t>(room - left), ' '));
}

JinjaValue truncated(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer&) {
  std::string text = string_of(x);
  const JinjaValue *kills = argument(args, 1, "killwords"), *mark = argument(args, 2, "end");
  std::string end = mark == nullptr ? "..." : string_of(*mark);
  int64_t length = integer_argument(args, 0, "length", 255),
          leeway = integer_argument(args, 3, "leeway", 5);
  auto tail = static_cast<int64_t>(size_of(end));
  if (length < tail) {
    throw Error(Code::value, str("truncate: `length` is ", length, ", expected at least ", tail,
                                 ", the length of `end`"));
  }
  if (static_cast<int64_t>(size_of(text)) <= length + leeway) return text;
  std::string kept = front(text, length - tail);
  if (kills != nullptr && is_true(*kills)) return kept + end;
  return kept.substr(0, kept.rfind(' ')) + end;
}

JinjaValue word_count(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  int64_t out = 0;
  bool inside = false;
  for (char32_t c : characters_of(string_of(x))) {
    bool is_word = c == '_' || is_letter(c) || is_decimal_character(c);
    out += is_word && !inside ? 1 : 0;
    inside = is_word;
  }
  return out;
}

// Encodes a string, or the entries of a dict as a query string.
JinjaValue url_encoded(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  if (x.dict() == nullptr) return percent_encoded(string_of(x), "/");
  std::string out;
  auto encoded = [](const JinjaValue& part) {
    std::string text = percent_encoded(string_of(part), " ");
    std::ranges::replace(text, ' ', '+');
    return text;
  };
  for (const auto& [key, value] : x.dict()->rows) {
    out += str(out.empty() ? "" : "&", encoded(key), "=", encoded(value));
  }
  return out;
}

}  // namespace rille::jinja_filter
