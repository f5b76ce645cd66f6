// Filters and tests of templates, as Jinja has them.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "stdlib/text/unicode.h"
#include "stdlib/tokens/chat/run.h"
#include "stdlib/tokens/chat/texts.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

using Given = ThingArguments;

const Thing& needed(const Given& given, size_t at, std::string_view name) {
  const Thing* x = argument(given, at, name);
  if (x == nullptr) throw Error(Code::type, str("`", name, "` is missing"));
  return *x;
}

bool truth(const Given& given, size_t at, std::string_view name, bool otherwise) {
  const Thing* x = argument(given, at, name);
  return x == nullptr ? otherwise : is_true(*x);
}

Thing counted(const Thing& x) {
  if (x.is_missing()) return 0;
  if (const std::string* text = x.text()) return static_cast<int64_t>(characters_of(*text).size());
  if (const Things* items = x.items()) return std::ssize(*items);
  if (x.table() != nullptr) return std::ssize(x.table()->rows);
  throw Error(Code::type, str(kind_of(x), " has no length"));
}

// tojson(ensure_ascii, indent, separators, sort_keys) of transformers.
Thing as_json(const Thing& x, const Given& given, const ChatRun& run) {
  const Thing *indent = argument(given, 1, "indent"), *ascii = argument(given, 0, "ensure_ascii");
  // Jinja's own filter has `indent` alone, which comes first.
  bool is_first_indent = indent == nullptr && ascii != nullptr && ascii->get<int64_t>() != nullptr;
  if (is_first_indent) std::swap(indent, ascii);
  bool has_indent = indent != nullptr && indent->is_whole() && indent->get<bool>() == nullptr;
  JsonForm form{.indent = has_indent ? std::clamp<int64_t>(indent->whole(), 0, 100) : -1,
                .is_sorted = truth(given, 3, "sort_keys", false),
                .is_ascii = ascii != nullptr && is_true(*ascii)};
  const Thing* marks = argument(given, 2, "separators");
  if (marks != nullptr && !marks->is_none()) {
    const Things* two = marks->items();
    bool are_two = two != nullptr && two->size() == 2 && (*two)[0].text() != nullptr &&
                   (*two)[1].text() != nullptr;
    if (!are_two) throw Error(Code::type, "tojson: `separators` is a pair of strings");
    form.item = *(*two)[0].text();
    form.key = *(*two)[1].text();
  }
  std::string out = json_of(x, form);
  run.need_room(out.size());
  return out;
}

Thing joined(const Thing& x, const Given& given, const ChatRun& run) {
  const Thing *between = argument(given, 0, "d"), *field = argument(given, 1, "attribute");
  std::string out, gap = between == nullptr ? "" : shown(*between);
  bool is_first = true;
  for (Thing& item : run.items_of(x)) {
    if (!is_first) out += gap;
    is_first = false;
    out += shown(field == nullptr ? item : run.item(item, *field));
    run.need_room(out.size());
  }
  return out;
}

Thing to_whole(const Thing& x, const Given& given) {
  need_defined(x);
  const Thing* otherwise = argument(given, 0, "default");
  if (x.is_whole()) return x.whole();
  double real = x.is_number() ? x.number() : NAN;
  if (const std::string* text = x.text()) {
    char* end = nullptr;
    std::string digits = stripped(*text, {}, 3);
    real = digits.empty() ? NAN : std::strtod(digits.c_str(), &end);
    if (end != nullptr && *end != '\0') real = NAN;
  }
  if (std::isfinite(real) && std::abs(real) < 9e18) return static_cast<int64_t>(real);
  return otherwise != nullptr ? *otherwise : Thing(0);
}

Thing to_real(const Thing& x, const Given& given) {
  need_defined(x);
  const Thing* otherwise = argument(given, 0, "default");
  if (x.is_number()) return x.number();
  if (const std::string* text = x.text()) {
    std::string digits = stripped(*text, {}, 3);
    char* end = nullptr;
    double real = std::strtod(digits.c_str(), &end);
    if (!digits.empty() && *end == '\0') return real;
  }
  return otherwise != nullptr ? *otherwise : Thing(0.0);
}

Thing rounded(const Thing& x, const Given& given) {
  if (!x.is_number()) throw Error(Code::type, str("round needs a number, got ", kind_of(x)));
  const Thing *digits = argument(given, 0, "precision"), *how = argument(given, 1, "method");
  int64_t count = digits == nullptr ? 0 : std::clamp<int64_t>(digits->whole(), -300, 300);
  std::string word = how == nullptr ? "common" : shown(*how);
  if (word == "common" && x.is_whole() && count >= 0) return x.whole();
  double scale = std::pow(10.0, static_cast<double>(count)), scaled = x.number() * scale;
  double out = word == "ceil"    ? std::ceil(scaled)
               : word == "floor" ? std::floor(scaled)
                                 : std::nearbyint(scaled);
  return out / scale;
}

Thing absolute(const Thing& x) {
  if (!x.is_number()) throw Error(Code::type, str("abs needs a number, got ", kind_of(x)));
  if (!x.is_whole()) return std::abs(x.number());
  return x.whole() < 0 ? Thing(static_cast<int64_t>(0 - static_cast<uint64_t>(x.whole())))
                       : Thing(x.whole());
}

// What two strings are compared by, where case does not count.
Thing sort_key(const Thing& x, bool has_case) {
  return has_case || x.text() == nullptr ? x : Thing(lower_text(*x.text()));
}

// Items by the order of their keys, which are made once each.
Things by_keys(Things items, const Things& keys, bool is_down) {
  std::vector<size_t> order(items.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, [&](size_t a, size_t b) {
    poll();
    int found = order_of(keys[a], keys[b]);
    return is_down ? found > 0 : found < 0;
  });
  Things out;
  for (size_t i : order) out.push_back(std::move(items[i]));
  return out;
}

Thing sorted(const Thing& x, const Given& given, const ChatRun& run) {
  Things items = run.items_of(x), keys;
  bool is_down = truth(given, 0, "reverse", false),
       has_case = truth(given, 1, "case_sensitive", false);
  const Thing* field = argument(given, 2, "attribute");
  for (const Thing& item : items) {
    keys.push_back(sort_key(field == nullptr ? item : run.item(item, *field), has_case));
  }
  return list_of(by_keys(std::move(items), keys, is_down));
}

Thing sorted_table(const Thing& x, const Given& given) {
  if (x.table() == nullptr) throw Error(Code::type, str("dictsort needs a dict, got ", kind_of(x)));
  const auto& rows = x.table()->rows;
  bool has_case = truth(given, 0, "case_sensitive", false),
       is_down = truth(given, 2, "reverse", false);
  const Thing* by = argument(given, 1, "by");
  bool by_value = by != nullptr && shown(*by) == "value";
  Things out, keys;
  for (auto& [key, value] : rows) {
    keys.push_back(sort_key(by_value ? value : key, has_case));
    out.push_back(tuple_of({key, value}));
  }
  return list_of(by_keys(std::move(out), keys, is_down));
}

Thing unique(const Thing& x, const Given& given, const ChatRun& run) {
  bool has_case = truth(given, 0, "case_sensitive", false);
  const Thing* field = argument(given, 1, "attribute");
  Things out, keys;
  for (const Thing& item : run.items_of(x)) {
    Thing key = sort_key(field == nullptr ? item : run.item(item, *field), has_case);
    run.need_room(keys.size() * sizeof(Thing));
    bool is_there =
        std::ranges::any_of(keys, [&](const Thing& seen) { return is_equal(seen, key); });
    if (is_there) continue;
    keys.push_back(key);
    out.push_back(item);
  }
  return list_of(std::move(out));
}

// The arguments behind the first `count`.
Given behind(const Given& given, size_t count) {
  Given out = given;
  out.positions.erase(
      out.positions.begin(),
      out.positions.begin() + static_cast<ptrdiff_t>(std::min(count, out.positions.size())));
  return out;
}

Thing field_at(const Thing& of, const Thing& path, const ChatRun& run) {
  if (path.text() == nullptr) return run.item(of, path);
  Thing out = of;
  for (const std::string& part : split_chat_text(*path.text(), std::string("."), -1, false)) {
    std::optional<int64_t> number = whole_of_digits(part);
    out = run.item(out, number ? Thing(*number) : Thing(part));
  }
  return out;
}

Thing mapped(const Thing& x, const Given& given, ChatRun& run) {
  const Thing* field = argument(given, SIZE_MAX, "attribute");
  const Thing* otherwise = argument(given, SIZE_MAX, "default");
  Things out;
  if (!is_true(x)) return list_of({});
  for (const Thing& item : run.items_of(x)) {
    run.step(run.line());
    if (field != nullptr) {
      Thing found = field_at(item, *field, run);
      out.push_back(found.is_missing() && otherwise != nullptr ? *otherwise : found);
    } else {
      out.push_back(run.filter(shown(needed(given, 0, "filter")), item, behind(given, 1)));
    }
  }
  return list_of(std::move(out));
}

// select, reject, selectattr, rejectattr.
Thing selected(std::string_view name, const Thing& x, const Given& given, ChatRun& run) {
  bool by_field = name.ends_with("attr"), keeps = name.starts_with("select");
  size_t first = by_field ? 1 : 0;
  Things out;
  if (!is_true(x)) return list_of({});
  for (const Thing& item : run.items_of(x)) {
    run.step(run.line());
    Thing asked = by_field ? field_at(item, needed(given, 0, "attribute"), run) : item;
    const Thing* test = argument(given, first, "");
    bool holds =
        test == nullptr ? is_true(asked) : run.test(shown(*test), asked, behind(given, first + 1));
    if (holds == keeps) out.push_back(item);
  }
  return list_of(std::move(out));
}

Thing indented(const Thing& x, const Given& given, const ChatRun& run) {
  const Thing* width = argument(given, 0, "width");
  bool is_number = width == nullptr || width->is_whole();
  int64_t count = width == nullptr || !is_number ? 4 : std::clamp<int64_t>(width->whole(), 0, 1000);
  std::string pad = is_number ? std::string(static_cast<size_t>(count), ' ') : shown(*width);
  bool does_first = truth(given, 1, "first", false), does_blank = truth(given, 2, "blank", false);
  if (x.text() == nullptr) throw Error(Code::type, str("indent needs a string, got ", kind_of(x)));
  std::string text = shown(x), out;
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

Thing extreme(const Thing& x, const ChatRun& run, bool is_most) {
  Things items = run.items_of(x);
  if (items.empty()) return Missing{"an item of nothing"};
  size_t best = 0;
  Thing best_key = sort_key(items[0], false);
  for (size_t i = 1; i < items.size(); ++i) {
    poll();
    Thing key = sort_key(items[i], false);
    int order = order_of(key, best_key);
    if (is_most ? order <= 0 : order >= 0) continue;
    best = i;
    best_key = std::move(key);
  }
  return std::move(items[best]);
}

Thing summed(const Thing& x, const Given& given, const ChatRun& run) {
  const Thing *field = argument(given, 0, "attribute"), *start = argument(given, 1, "start");
  Thing out = start == nullptr ? Thing(0) : *start;
  for (const Thing& item : run.items_of(x)) {
    out = repeated_or_joined("+", out, field == nullptr ? item : run.item(item, *field), run);
  }
  return out;
}

Thing escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
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

Thing reversed(const Thing& x, const ChatRun& run) {
  Things items = run.items_of(x);
  std::ranges::reverse(items);
  if (x.text() == nullptr) return list_of(std::move(items));
  std::string out;
  for (const Thing& item : items) out += *item.text();
  return out;
}

Thing end_of(const Thing& x, const ChatRun& run, bool is_last) {
  Things items = run.items_of(x);
  if (items.empty()) return Missing{"an item of nothing"};
  return is_last ? items.back() : items.front();
}

Thing rows_of(const Thing& x) {
  if (x.is_missing()) return list_of({});
  if (x.table() == nullptr) throw Error(Code::type, str("items needs a dict, got ", kind_of(x)));
  Things out;
  for (const auto& [key, value] : x.table()->rows) out.push_back(tuple_of({key, value}));
  return list_of(std::move(out));
}

Thing otherwise_of(const Thing& x, const Given& given) {
  bool is_wanted = x.is_missing() || (truth(given, 1, "boolean", false) && !is_true(x));
  if (!is_wanted) return x;
  const Thing* otherwise = argument(given, 0, "default_value");
  return otherwise == nullptr ? Thing("") : *otherwise;
}

Thing replaced(const Thing& x, const Given& given, const ChatRun& run) {
  const Thing* count = argument(given, 2, "count");
  return replaced_text(shown(x), shown(needed(given, 0, "old")), shown(needed(given, 1, "new")),
                       count == nullptr || !count->is_whole() ? -1 : count->whole(),
                       run.limits().bytes);
}

Thing trimmed(const Thing& x, const Given& given) {
  const Thing* set = argument(given, 0, "chars");
  bool has_set = set != nullptr && set->text() != nullptr;
  return stripped(shown(x), has_set ? std::optional(*set->text()) : std::nullopt, 3);
}

}  // namespace

Thing ChatRun::filter(std::string_view name, const Thing& x, const ThingArguments& given) {
  using Call = Thing (*)(const Thing& x, const Given& given, ChatRun& run);
  struct Row {
    std::string_view name;
    Call call;
  };
  static const Row rows[] = {
      {"abs", [](auto& x, auto&, auto&) { return absolute(x); }},
      {"capitalize", [](auto& x, auto&, auto&) -> Thing { return capital_text(shown(x)); }},
      {"count", [](auto& x, auto&, auto&) { return counted(x); }},
      {"d", [](auto& x, auto& g, auto&) { return otherwise_of(x, g); }},
      {"default", [](auto& x, auto& g, auto&) { return otherwise_of(x, g); }},
      {"dictsort", [](auto& x, auto& g, auto&) { return sorted_table(x, g); }},
      {"e", [](auto& x, auto&, auto&) { return escaped(shown(x)); }},
      {"escape", [](auto& x, auto&, auto&) { return escaped(shown(x)); }},
      {"first", [](auto& x, auto&, auto& run) { return end_of(x, run, false); }},
      {"float", [](auto& x, auto& g, auto&) { return to_real(x, g); }},
      {"indent", [](auto& x, auto& g, auto& run) { return indented(x, g, run); }},
      {"int", [](auto& x, auto& g, auto&) { return to_whole(x, g); }},
      {"items", [](auto& x, auto&, auto&) { return rows_of(x); }},
      {"join", [](auto& x, auto& g, auto& run) { return joined(x, g, run); }},
      {"last", [](auto& x, auto&, auto& run) { return end_of(x, run, true); }},
      {"length", [](auto& x, auto&, auto&) { return counted(x); }},
      {"list", [](auto& x, auto&, auto& run) { return list_of(run.items_of(x)); }},
      {"lower", [](auto& x, auto&, auto&) -> Thing { return lower_text(shown(x)); }},
      {"map", [](auto& x, auto& g, auto& run) { return mapped(x, g, run); }},
      {"max", [](auto& x, auto&, auto& run) { return extreme(x, run, true); }},
      {"min", [](auto& x, auto&, auto& run) { return extreme(x, run, false); }},
      {"reject", [](auto& x, auto& g, auto& run) { return selected("reject", x, g, run); }},
      {"rejectattr", [](auto& x, auto& g, auto& run) { return selected("rejectattr", x, g, run); }},
      {"replace", [](auto& x, auto& g, auto& run) { return replaced(x, g, run); }},
      {"reverse", [](auto& x, auto&, auto& run) { return reversed(x, run); }},
      {"round", [](auto& x, auto& g, auto&) { return rounded(x, g); }},
      {"safe", [](auto& x, auto&, auto&) -> Thing { return shown(x); }},
      {"select", [](auto& x, auto& g, auto& run) { return selected("select", x, g, run); }},
      {"selectattr", [](auto& x, auto& g, auto& run) { return selected("selectattr", x, g, run); }},
      {"sort", [](auto& x, auto& g, auto& run) { return sorted(x, g, run); }},
      {"string", [](auto& x, auto&, auto&) -> Thing { return shown(x); }},
      {"sum", [](auto& x, auto& g, auto& run) { return summed(x, g, run); }},
      {"title", [](auto& x, auto&, auto&) -> Thing { return headline_text(shown(x)); }},
      {"tojson", [](auto& x, auto& g, auto& run) { return as_json(x, g, run); }},
      {"trim", [](auto& x, auto& g, auto&) { return trimmed(x, g); }},
      {"unique", [](auto& x, auto& g, auto& run) { return unique(x, g, run); }},
      {"upper", [](auto& x, auto&, auto&) -> Thing { return upper_text(shown(x)); }},
  };
  auto found = std::ranges::find(rows, name, &Row::name);
  if (found != std::end(rows)) return found->call(x, given, *this);
  std::optional<Thing> out = layout_filter(name, x, given, *this);
  if (!out) fail_at(line_, str("there is no filter `", name, "`"));
  return *out;
}

bool ChatRun::test(std::string_view name, const Thing& x, const ThingArguments& given) {
  auto other = [&]() -> const Thing& { return needed(given, 0, "other"); };
  auto rest = [&](double by) {
    if (!x.is_number())
      throw Error(Code::type, str("`", name, "` needs a number, got ", kind_of(x)));
    if (x.is_whole() && std::abs(by) == 1) return 0.0;
    return x.is_whole() && by == std::floor(by) && std::abs(by) < 9e15
               ? static_cast<double>(x.whole() % static_cast<int64_t>(by))
               : std::fmod(x.number(), by);
  };
  if (name == "defined") return !x.is_missing();
  if (name == "undefined") return x.is_missing();
  if (name == "none") return x.is_none();
  if (name == "boolean") return x.get<bool>() != nullptr;
  if (name == "true") return x.get<bool>() != nullptr && is_true(x);
  if (name == "false") return x.get<bool>() != nullptr && !is_true(x);
  if (name == "integer") return x.get<int64_t>() != nullptr;
  if (name == "float") return x.get<double>() != nullptr;
  if (name == "number") return x.is_number();
  if (name == "string") return x.text() != nullptr;
  if (name == "mapping") return x.table() != nullptr && !x.table()->is_namespace;
  if (name == "sequence" || name == "iterable") {
    return x.text() != nullptr || x.items() != nullptr || x.is_missing() ||
           (x.table() != nullptr && !x.table()->is_namespace);
  }
  // What is undefined can be called in Jinja: that is an error of its own.
  if (name == "callable") return x.get<Thing::Callable>() != nullptr || x.is_missing();
  if (name == "lower") return lower_text(shown(x)) == shown(x) && upper_text(shown(x)) != shown(x);
  if (name == "upper") return upper_text(shown(x)) == shown(x) && lower_text(shown(x)) != shown(x);
  if (name == "odd") return rest(2) == 1 || rest(2) == -1;
  if (name == "even") return rest(2) == 0;
  if (name == "divisibleby") {
    if (!other().is_number() || other().number() == 0) {
      throw Error(Code::value, "`divisibleby` needs a number other than 0");
    }
    return rest(other().number()) == 0;
  }
  if (name == "in") return is_contained(x, other());
  if (name == "sameas") return x.any().index() == other().any().index() && is_equal(x, other());
  if (name == "eq" || name == "equalto" || name == "==") return is_equal(x, other());
  if (name == "ne" || name == "!=") return !is_equal(x, other());
  if (name == "lt" || name == "lessthan" || name == "<") return order_of(x, other()) < 0;
  if (name == "le" || name == "<=") return order_of(x, other()) <= 0;
  if (name == "gt" || name == "greaterthan" || name == ">") return order_of(x, other()) > 0;
  if (name == "ge" || name == ">=") return order_of(x, other()) >= 0;
  fail_at(line_, str("there is no test `", name, "`"));
}

}  // namespace rille
