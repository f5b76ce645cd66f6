// Methods of strings, lists and dicts, as Python has them.
#include <algorithm>
#include <optional>

#include "stdlib/text.h"
#include "stdlib/text/unicode.h"
#include "stdlib/tokens/chat/run.h"
#include "stdlib/tokens/chat/texts.h"
#include "vm/error.h"

namespace rille {
namespace {

const std::string& text_argument(const ThingArguments& given, size_t at, std::string_view who) {
  const Thing* x = argument(given, at, "");
  if (x != nullptr && x->text() != nullptr) return *x->text();
  throw Error(Code::type, str(who, " needs a string, got ",
                              x == nullptr ? std::string_view("nothing") : kind_of(*x)));
}

std::optional<std::string> maybe_text(const ThingArguments& given, size_t at,
                                      std::string_view name) {
  const Thing* x = argument(given, at, name);
  if (x == nullptr || x->is_none()) return {};
  if (x->text() == nullptr) throw Error(Code::type, str("a string is needed, got ", kind_of(*x)));
  return *x->text();
}

int64_t maybe_whole(const ThingArguments& given, size_t at, std::string_view name,
                    int64_t otherwise) {
  const Thing* x = argument(given, at, name);
  if (x == nullptr) return otherwise;
  if (!x->is_whole()) throw Error(Code::type, str("an int is needed, got ", kind_of(*x)));
  return x->whole();
}

// Whether any of a string, or of a tuple of them, stands at an end.
bool has_end(const std::string& text, const ThingArguments& given, bool at_start,
             std::string_view who) {
  auto fits = [&](const std::string& part) {
    return at_start ? text.starts_with(part) : text.ends_with(part);
  };
  const Thing* x = argument(given, 0, "");
  if (x != nullptr && x->get<Thing::Tuple>() != nullptr) {
    return std::ranges::any_of(*x->items(), [&](const Thing& part) {
      return part.text() != nullptr && fits(*part.text());
    });
  }
  return fits(text_argument(given, 0, who));
}

Thing split(const std::string& text, const ThingArguments& given, bool from_right) {
  std::optional<std::string> by = maybe_text(given, 0, "sep");
  int64_t most = maybe_whole(given, 1, "maxsplit", -1);
  Things out;
  for (std::string& part : split_chat_text(text, by, most, from_right)) {
    out.emplace_back(std::move(part));
  }
  return list_of(std::move(out));
}

size_t characters_before(const std::string& text, size_t bytes) {
  return characters_of(std::string_view(text).substr(0, bytes)).size();
}

Thing found_at(const std::string& text, const ThingArguments& given, const std::string& name) {
  const std::string& part = text_argument(given, 0, name);
  bool is_last = name[0] == 'r';
  size_t at = is_last ? find_last_text(text, part) : find_text(text, part);
  if (at != std::string::npos) return static_cast<int64_t>(characters_before(text, at));
  if (name.ends_with("index")) throw Error(Code::value, "the string has no such part");
  return -1;
}

Thing counted(const std::string& text, const std::string& part) {
  if (part.empty()) return static_cast<int64_t>(characters_of(text).size()) + 1;
  int64_t count = 0;
  for (size_t at = find_text(text, part); at != std::string::npos;
       at = find_text(text, part, at + part.size())) {
    ++count;
  }
  return count;
}

using TextMethod = Thing (*)(const std::string& text, const ThingArguments& given,
                             const ChatRun& run);
struct TextRow {
  std::string_view name;
  TextMethod method;
};

const TextRow text_rows[] = {
    {"strip",
     [](auto& t, auto& g, auto&) -> Thing { return stripped(t, maybe_text(g, 0, ""), 3); }},
    {"lstrip",
     [](auto& t, auto& g, auto&) -> Thing { return stripped(t, maybe_text(g, 0, ""), 1); }},
    {"rstrip",
     [](auto& t, auto& g, auto&) -> Thing { return stripped(t, maybe_text(g, 0, ""), 2); }},
    {"split", [](auto& t, auto& g, auto&) -> Thing { return split(t, g, false); }},
    {"rsplit", [](auto& t, auto& g, auto&) -> Thing { return split(t, g, true); }},
    {"splitlines",
     [](auto& t, auto&, auto&) -> Thing {
       Things out;
       for (std::string& line : lines_of_chat(t)) out.emplace_back(std::move(line));
       return list_of(std::move(out));
     }},
    {"upper", [](auto& t, auto&, auto&) -> Thing { return upper_text(t); }},
    {"lower", [](auto& t, auto&, auto&) -> Thing { return lower_text(t); }},
    {"title", [](auto& t, auto&, auto&) -> Thing { return title_text(t); }},
    {"capitalize", [](auto& t, auto&, auto&) -> Thing { return capital_text(t); }},
    {"replace",
     [](auto& t, auto& g, auto& run) -> Thing {
       return replaced_text(t, text_argument(g, 0, "replace"), text_argument(g, 1, "replace"),
                            maybe_whole(g, 2, "count", -1), run.limits().bytes);
     }},
    {"startswith",
     [](auto& t, auto& g, auto&) -> Thing { return has_end(t, g, true, "startswith"); }},
    {"endswith", [](auto& t, auto& g, auto&) -> Thing { return has_end(t, g, false, "endswith"); }},
    {"removeprefix",
     [](auto& t, auto& g, auto&) -> Thing {
       const std::string& part = text_argument(g, 0, "removeprefix");
       return t.starts_with(part) ? t.substr(part.size()) : t;
     }},
    {"removesuffix",
     [](auto& t, auto& g, auto&) -> Thing {
       const std::string& part = text_argument(g, 0, "removesuffix");
       return t.ends_with(part) ? t.substr(0, t.size() - part.size()) : t;
     }},
    {"find", [](auto& t, auto& g, auto&) -> Thing { return found_at(t, g, "find"); }},
    {"rfind", [](auto& t, auto& g, auto&) -> Thing { return found_at(t, g, "rfind"); }},
    {"index", [](auto& t, auto& g, auto&) -> Thing { return found_at(t, g, "index"); }},
    {"rindex", [](auto& t, auto& g, auto&) -> Thing { return found_at(t, g, "rindex"); }},
    {"count",
     [](auto& t, auto& g, auto&) -> Thing { return counted(t, text_argument(g, 0, "count")); }},
    {"join",
     [](auto& t, auto& g, auto& run) -> Thing {
       const Thing* all = argument(g, 0, "");
       std::string out;
       std::string_view gap;
       for (const Thing& x : all == nullptr ? Things{} : run.items_of(*all)) {
         if (x.text() == nullptr) throw Error(Code::type, "join needs strings");
         out += gap;
         out += *x.text();
         run.need_room(out.size());
         gap = t;
       }
       return out;
     }},
    {"isdigit", [](auto& t, auto&, auto&) -> Thing { return all_are(t, is_decimal_character); }},
    {"isspace", [](auto& t, auto&, auto&) -> Thing { return all_are(t, is_white_space); }},
    {"isalpha", [](auto& t, auto&, auto&) -> Thing { return all_are(t, is_letter); }},
    {"isalnum",
     [](auto& t, auto&, auto&) -> Thing {
       return all_are(t, [](char32_t c) { return is_letter(c) || is_numeric_character(c); });
     }},
    {"isupper",
     [](auto& t, auto&, auto&) -> Thing { return upper_text(t) == t && lower_text(t) != t; }},
    {"islower",
     [](auto& t, auto&, auto&) -> Thing { return lower_text(t) == t && upper_text(t) != t; }},
};

std::optional<Thing> table_method(const Thing& of, const std::string& name) {
  auto table = *of.get<Thing::Table>();
  auto listed = [&](auto each) {
    return function_of([table, each](const ThingArguments&) -> Thing {
      Things out;
      for (const auto& row : table->rows) out.push_back(each(row));
      return list_of(std::move(out));
    });
  };
  if (name == "keys") return listed([](const auto& row) { return row.first; });
  if (name == "values") return listed([](const auto& row) { return row.second; });
  if (name == "items") {
    return listed([](const auto& row) { return tuple_of({row.first, row.second}); });
  }
  if (name == "get") {
    return function_of([table](const ThingArguments& given) -> Thing {
      const Thing *key = argument(given, 0, "key"), *otherwise = argument(given, 1, "default");
      if (key == nullptr) throw Error(Code::type, "get needs a key");
      const Thing* found = table->find(*key);
      if (found != nullptr) return *found;
      return otherwise != nullptr ? *otherwise : Thing(None{});
    });
  }
  if (name == "copy") return function_of([of](const ThingArguments&) { return of; });
  for (std::string_view changes : {"pop", "update", "clear", "setdefault", "popitem"}) {
    if (name != changes) continue;
    return function_of([name](const ThingArguments&) -> Thing {
      throw Error(Code::value, str("templates change no dicts: `", name, "`"));
    });
  }
  return {};
}

std::optional<Thing> list_method(const Thing& of, const std::string& name) {
  if (name == "index" || name == "count") {
    return function_of([of, name](const ThingArguments& given) -> Thing {
      const Thing* x = argument(given, 0, "");
      int64_t count = 0, at = 0;
      for (const Thing& each : *of.items()) {
        bool is_it = x != nullptr && is_equal(each, *x);
        if (is_it && name == "index") return at;
        count += is_it ? 1 : 0;
        ++at;
      }
      if (name == "index") throw Error(Code::value, "the list has no such item");
      return count;
    });
  }
  for (std::string_view changes :
       {"append", "extend", "insert", "pop", "remove", "sort", "reverse"}) {
    if (name != changes) continue;
    return function_of([name](const ThingArguments&) -> Thing {
      throw Error(Code::value, str("templates change no lists: `", name, "`"))
          .help("add lists: xs + [x]");
    });
  }
  return {};
}

}  // namespace

std::optional<Thing> method_of(const Thing& of, const std::string& name, const ChatRun& run) {
  if (of.table() != nullptr) return table_method(of, name);
  if (of.items() != nullptr) return list_method(of, name);
  if (of.text() == nullptr) return {};
  for (const TextRow& row : text_rows) {
    if (row.name != name) continue;
    return function_of([method = row.method, of, &run](const ThingArguments& given) {
      return method(*of.text(), given, run);
    });
  }
  return format_method(*of.text(), name, run);
}

}  // namespace rille
