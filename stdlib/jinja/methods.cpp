// Methods of strings, lists, and dicts, as in Python.
#include "stdlib/jinja/methods.h"

#include <algorithm>
#include <optional>

#include "stdlib/jinja/python_strings.h"
#include "stdlib/text.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"

namespace rille {
namespace {

const std::string& string_argument(const JinjaArguments& args, size_t at, std::string_view who) {
  const JinjaValue* x = argument(args, at, "");
  if (x != nullptr && x->string() != nullptr) return *x->string();
  throw Error(Code::type,
              str(who, ": the argument is ",
                  x == nullptr ? std::string_view("missing") : kind_of(*x), ", expected a string"));
}

std::optional<std::string> maybe_string(const JinjaArguments& args, size_t at,
                                        std::string_view name) {
  const JinjaValue* x = argument(args, at, name);
  if (x == nullptr || x->is_none()) return {};
  if (x->string() == nullptr)
    throw Error(Code::type, str("an argument is ", kind_of(*x), ", expected a string"));
  return *x->string();
}

int64_t maybe_integer(const JinjaArguments& args, size_t at, std::string_view name,
                      int64_t fallback) {
  const JinjaValue* x = argument(args, at, name);
  if (x == nullptr) return fallback;
  if (!x->is_integer())
    throw Error(Code::type, str("an argument is ", kind_of(*x), ", expected an int"));
  return x->integer();
}

// Whether the text begins (or ends) with a string, or with any of a tuple of strings.
bool has_end(const std::string& text, const JinjaArguments& args, bool at_start,
             std::string_view who) {
  auto fits = [&](const std::string& part) {
    return at_start ? text.starts_with(part) : text.ends_with(part);
  };
  const JinjaValue* x = argument(args, 0, "");
  if (x != nullptr && x->get<JinjaTuple>() != nullptr) {
    return std::ranges::any_of(*x->items(), [&](const JinjaValue& part) {
      return part.string() != nullptr && fits(*part.string());
    });
  }
  return fits(string_argument(args, 0, who));
}

JinjaValue split(const std::string& text, const JinjaArguments& args, bool from_right) {
  std::optional<std::string> by = maybe_string(args, 0, "sep");
  int64_t max_splits = maybe_integer(args, 1, "maxsplit", -1);
  JinjaValues out;
  for (std::string& part : python_split(text, by, max_splits, from_right)) {
    out.emplace_back(std::move(part));
  }
  return list_of(std::move(out));
}

size_t characters_before(const std::string& text, size_t bytes) {
  return characters_of(std::string_view(text).substr(0, bytes)).size();
}

JinjaValue found_at(const std::string& text, const JinjaArguments& args, const std::string& name) {
  const std::string& part = string_argument(args, 0, name);
  bool is_last = name[0] == 'r';
  size_t at = is_last ? find_last_text(text, part) : find_text(text, part);
  if (at != std::string::npos) return static_cast<int64_t>(characters_before(text, at));
  if (name.ends_with("index")) throw Error(Code::value, "the string does not contain the argument");
  return -1;
}

JinjaValue counted(const std::string& text, const std::string& part) {
  if (part.empty()) return static_cast<int64_t>(characters_of(text).size()) + 1;
  int64_t count = 0;
  for (size_t at = find_text(text, part); at != std::string::npos;
       at = find_text(text, part, at + part.size())) {
    ++count;
  }
  return count;
}

const JinjaStringMethod string_methods[] = {
    {"strip",
     [](auto& t, auto& g, auto&) -> JinjaValue { return stripped(t, maybe_string(g, 0, ""), 3); }},
    {"lstrip",
     [](auto& t, auto& g, auto&) -> JinjaValue { return stripped(t, maybe_string(g, 0, ""), 1); }},
    {"rstrip",
     [](auto& t, auto& g, auto&) -> JinjaValue { return stripped(t, maybe_string(g, 0, ""), 2); }},
    {"split", [](auto& t, auto& g, auto&) -> JinjaValue { return split(t, g, false); }},
    {"rsplit", [](auto& t, auto& g, auto&) -> JinjaValue { return split(t, g, true); }},
    {"splitlines",
     [](auto& t, auto&, auto&) -> JinjaValue {
       JinjaValues out;
       for (std::string& line : python_lines(t)) out.emplace_back(std::move(line));
       return list_of(std::move(out));
     }},
    {"upper", [](auto& t, auto&, auto&) -> JinjaValue { return upper_text(t); }},
    {"lower", [](auto& t, auto&, auto&) -> JinjaValue { return lower_text(t); }},
    {"title", [](auto& t, auto&, auto&) -> JinjaValue { return title_text(t); }},
    {"capitalize", [](auto& t, auto&, auto&) -> JinjaValue { return capital_text(t); }},
    {"replace",
     [](auto& t, auto& g, auto& run) -> JinjaValue {
       return replaced_text(t, string_argument(g, 0, "replace"), string_argument(g, 1, "replace"),
                            maybe_integer(g, 2, "count", -1), run.limits().bytes);
     }},
    {"startswith",
     [](auto& t, auto& g, auto&) -> JinjaValue { return has_end(t, g, true, "startswith"); }},
    {"endswith",
     [](auto& t, auto& g, auto&) -> JinjaValue { return has_end(t, g, false, "endswith"); }},
    {"removeprefix",
     [](auto& t, auto& g, auto&) -> JinjaValue {
       const std::string& part = string_argument(g, 0, "removeprefix");
       return t.starts_with(part) ? t.substr(part.size()) : t;
     }},
    {"removesuffix",
     [](auto& t, auto& g, auto&) -> JinjaValue {
       const std::string& part = string_argument(g, 0, "removesuffix");
       return t.ends_with(part) ? t.substr(0, t.size() - part.size()) : t;
     }},
    {"find", [](auto& t, auto& g, auto&) -> JinjaValue { return found_at(t, g, "find"); }},
    {"rfind", [](auto& t, auto& g, auto&) -> JinjaValue { return found_at(t, g, "rfind"); }},
    {"index", [](auto& t, auto& g, auto&) -> JinjaValue { return found_at(t, g, "index"); }},
    {"rindex", [](auto& t, auto& g, auto&) -> JinjaValue { return found_at(t, g, "rindex"); }},
    {"count",
     [](auto& t, auto& g, auto&) -> JinjaValue {
       return counted(t, string_argument(g, 0, "count"));
     }},
    {"join",
     [](auto& t, auto& g, auto& run) -> JinjaValue {
       const JinjaValue* all = argument(g, 0, "");
       std::string out;
       std::string_view gap;
       for (const JinjaValue& x : all == nullptr ? JinjaValues{} : run.items_of(*all)) {
         if (x.string() == nullptr)
           throw Error(Code::type, str("join: an item is ", kind_of(x), ", expected a string"));
         out += gap;
         out += *x.string();
         run.need_room(out.size());
         gap = t;
       }
       return out;
     }},
    {"isdigit",
     [](auto& t, auto&, auto&) -> JinjaValue { return all_are(t, is_decimal_character); }},
    {"isspace", [](auto& t, auto&, auto&) -> JinjaValue { return all_are(t, is_white_space); }},
    {"isalpha", [](auto& t, auto&, auto&) -> JinjaValue { return all_are(t, is_letter); }},
    {"isalnum",
     [](auto& t, auto&, auto&) -> JinjaValue {
       return all_are(t, [](char32_t c) { return is_letter(c) || is_numeric_character(c); });
     }},
    {"isupper",
     [](auto& t, auto&, auto&) -> JinjaValue { return upper_text(t) == t && lower_text(t) != t; }},
    {"islower",
     [](auto& t, auto&, auto&) -> JinjaValue { return lower_text(t) == t && upper_text(t) != t; }},
};

std::optional<JinjaValue> dict_method(const JinjaValue& of, const std::string& name) {
  auto dict = *of.get<JinjaDictRef>();
  auto listed = [&](auto each) {
    return function_of([dict, each](const JinjaArguments&) -> JinjaValue {
      JinjaValues out;
      for (const auto& row : dict->rows) out.push_back(each(row));
      return list_of(std::move(out));
    });
  };
  if (name == "keys") return listed([](const auto& row) { return row.first; });
  if (name == "values") return listed([](const auto& row) { return row.second; });
  if (name == "items") {
    return listed([](const auto& row) { return tuple_of({row.first, row.second}); });
  }
  if (name == "get") {
    return function_of([dict](const JinjaArguments& args) -> JinjaValue {
      const JinjaValue *key = argument(args, 0, "key"), *fallback = argument(args, 1, "default");
      if (key == nullptr) throw Error(Code::type, "get: the argument `key` is missing");
      const JinjaValue* found = dict->find(*key);
      if (found != nullptr) return *found;
      return fallback != nullptr ? *fallback : JinjaValue(JinjaNone{});
    });
  }
  if (name == "copy") return function_of([of](const JinjaArguments&) { return of; });
  for (std::string_view changes : {"pop", "update", "clear", "setdefault", "popitem"}) {
    if (name != changes) continue;
    return function_of([name](const JinjaArguments&) -> JinjaValue {
      throw Error(Code::value,
                  str("dicts are immutable in templates: `", name, "` is not supported"));
    });
  }
  return {};
}

std::optional<JinjaValue> list_method(const JinjaValue& of, const std::string& name) {
  if (name == "index" || name == "count") {
    return function_of([of, name](const JinjaArguments& args) -> JinjaValue {
      const JinjaValue* x = argument(args, 0, "");
      int64_t count = 0, at = 0;
      for (const JinjaValue& each : *of.items()) {
        bool is_it = x != nullptr && is_equal(each, *x);
        if (is_it && name == "index") return at;
        count += is_it ? 1 : 0;
        ++at;
      }
      if (name == "index") throw Error(Code::value, "the list does not contain the argument");
      return count;
    });
  }
  for (std::string_view changes :
       {"append", "extend", "insert", "pop", "remove", "sort", "reverse"}) {
    if (name != changes) continue;
    return function_of([name](const JinjaArguments&) -> JinjaValue {
      throw Error(Code::value,
                  str("lists are immutable in templates: `", name, "` is not supported"))
          .help("concatenate lists instead: xs + [x]");
    });
  }
  return {};
}

}  // namespace

std::optional<JinjaValue> method_of(const JinjaValue& of, const std::string& name,
                                    const JinjaRenderer& run) {
  if (of.dict() != nullptr) return dict_method(of, name);
  if (of.items() != nullptr) return list_method(of, name);
  if (of.string() == nullptr) return {};
  std::span<const JinjaStringMethod> tables[] = {string_methods, layout_methods()};
  for (std::span<const JinjaStringMethod> table : tables) {
    auto found = std::ranges::find(table, name, &JinjaStringMethod::name);
    if (found == table.end()) continue;
    return function_of([call = found->call, of, &run](const JinjaArguments& args) {
      return call(*of.string(), args, run);
    });
  }
  return {};
}

}  // namespace rille
