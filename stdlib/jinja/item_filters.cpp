// Filters of lists, dicts, and other iterables.
#include <algorithm>
#include <numeric>

#include "stdlib/jinja/arguments.h"
#include "stdlib/jinja/filters.h"
#include "stdlib/jinja/python_strings.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille::jinja_filter {
namespace {

// The sort key of x.
JinjaValue sort_key(const JinjaValue& x, bool has_case) {
  return has_case || x.string() == nullptr ? x : JinjaValue(lower_text(*x.string()));
}

// Sorts items by their keys.
JinjaValues by_keys(JinjaValues items, const JinjaValues& keys, bool is_down) {
  std::vector<size_t> order(items.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, [&](size_t a, size_t b) {
    poll();
    int found = order_of(keys[a], keys[b]);
    return is_down ? found > 0 : found < 0;
  });
  JinjaValues out;
  for (size_t i : order) out.push_back(std::move(items[i]));
  return out;
}

// The arguments after the first `count`.
JinjaArguments after(const JinjaArguments& args, size_t count) {
  JinjaArguments out = args;
  out.positional.erase(
      out.positional.begin(),
      out.positional.begin() + static_cast<ptrdiff_t>(std::min(count, out.positional.size())));
  return out;
}

JinjaValue field_at(const JinjaValue& of, const JinjaValue& path, const JinjaRenderer& run) {
  if (path.string() == nullptr) return run.item(of, path);
  JinjaValue out = of;
  for (const std::string& part : python_split(*path.string(), std::string("."), -1, false)) {
    std::optional<int64_t> number = integer_of_digits(part);
    out = run.item(out, number ? JinjaValue(*number) : JinjaValue(part));
  }
  return out;
}

struct Selection {
  bool by_attribute;  // whether to test an attribute of each item, named by the first argument
  bool keeps;         // whether to keep the items that pass, or those that fail
};

JinjaValue selected(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run,
                    Selection how) {
  size_t first = how.by_attribute ? 1 : 0;
  JinjaValues out;
  if (!is_true(x)) return list_of({});
  for (const JinjaValue& item : run.items_of(x)) {
    run.step(run.line());
    JinjaValue asked = how.by_attribute ? field_at(item, needed(args, 0, "attribute"), run) : item;
    const JinjaValue* test = argument(args, first, "");
    bool holds = test == nullptr ? is_true(asked)
                                 : run.test(string_of(*test), asked, after(args, first + 1));
    if (holds == how.keeps) out.push_back(item);
  }
  return list_of(std::move(out));
}

JinjaValue extreme(const JinjaValue& x, const JinjaRenderer& run, bool is_most) {
  JinjaValues items = run.items_of(x);
  if (items.empty()) return JinjaUndefined{"an item of an empty sequence"};
  size_t best = 0;
  JinjaValue best_key = sort_key(items[0], false);
  for (size_t i = 1; i < items.size(); ++i) {
    poll();
    JinjaValue key = sort_key(items[i], false);
    int order = order_of(key, best_key);
    if (is_most ? order <= 0 : order >= 0) continue;
    best = i;
    best_key = std::move(key);
  }
  return std::move(items[best]);
}

JinjaValue end_of(const JinjaValue& x, const JinjaRenderer& run, bool is_last) {
  JinjaValues items = run.items_of(x);
  if (items.empty()) return JinjaUndefined{"an item of an empty sequence"};
  return is_last ? items.back() : items.front();
}

}  // namespace

JinjaValue counted(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  if (x.is_undefined()) return 0;
  if (const std::string* text = x.string())
    return static_cast<int64_t>(characters_of(*text).size());
  if (const JinjaValues* items = x.items()) return std::ssize(*items);
  if (x.dict() != nullptr) return std::ssize(x.dict()->rows);
  throw Error(Code::type, str(kind_of(x), " does not have a length"));
}

JinjaValue joined(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  const JinjaValue *between = argument(args, 0, "d"), *field = argument(args, 1, "attribute");
  std::string out, gap = between == nullptr ? "" : string_of(*between);
  bool is_first = true;
  for (JinjaValue& item : run.items_of(x)) {
    if (!is_first) out += gap;
    is_first = false;
    out += string_of(field == nullptr ? item : run.item(item, *field));
    run.need_room(out.size());
  }
  return out;
}

JinjaValue sorted(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  JinjaValues items = run.items_of(x), keys;
  bool is_down = truth(args, 0, "reverse", false),
       has_case = truth(args, 1, "case_sensitive", false);
  const JinjaValue* field = argument(args, 2, "attribute");
  for (const JinjaValue& item : items) {
    keys.push_back(sort_key(field == nullptr ? item : run.item(item, *field), has_case));
  }
  return list_of(by_keys(std::move(items), keys, is_down));
}

JinjaValue sorted_dict(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer&) {
  if (x.dict() == nullptr)
    throw Error(Code::type, str("dictsort: the value is ", kind_of(x), ", expected a dict"));
  const auto& rows = x.dict()->rows;
  bool has_case = truth(args, 0, "case_sensitive", false),
       is_down = truth(args, 2, "reverse", false);
  const JinjaValue* by = argument(args, 1, "by");
  bool by_value = by != nullptr && string_of(*by) == "value";
  JinjaValues out, keys;
  for (auto& [key, value] : rows) {
    keys.push_back(sort_key(by_value ? value : key, has_case));
    out.push_back(tuple_of({key, value}));
  }
  return list_of(by_keys(std::move(out), keys, is_down));
}

JinjaValue unique(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  bool has_case = truth(args, 0, "case_sensitive", false);
  const JinjaValue* field = argument(args, 1, "attribute");
  JinjaValues out, keys;
  for (const JinjaValue& item : run.items_of(x)) {
    JinjaValue key = sort_key(field == nullptr ? item : run.item(item, *field), has_case);
    run.need_room(keys.size() * sizeof(JinjaValue));
    bool is_there =
        std::ranges::any_of(keys, [&](const JinjaValue& seen) { return is_equal(seen, key); });
    if (is_there) continue;
    keys.push_back(key);
    out.push_back(item);
  }
  return list_of(std::move(out));
}

JinjaValue mapped(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  const JinjaValue* field = argument(args, SIZE_MAX, "attribute");
  const JinjaValue* fallback = argument(args, SIZE_MAX, "default");
  JinjaValues out;
  if (!is_true(x)) return list_of({});
  for (const JinjaValue& item : run.items_of(x)) {
    run.step(run.line());
    if (field != nullptr) {
      JinjaValue found = field_at(item, *field, run);
      out.push_back(found.is_undefined() && fallback != nullptr ? *fallback : found);
    } else {
      out.push_back(run.filter(string_of(needed(args, 0, "filter")), item, after(args, 1)));
    }
  }
  return list_of(std::move(out));
}

JinjaValue select(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  return selected(x, args, run, {.by_attribute = false, .keeps = true});
}

JinjaValue reject(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  return selected(x, args, run, {.by_attribute = false, .keeps = false});
}

JinjaValue select_by_attribute(const JinjaValue& x, const JinjaArguments& args,
                               JinjaRenderer& run) {
  return selected(x, args, run, {.by_attribute = true, .keeps = true});
}

JinjaValue reject_by_attribute(const JinjaValue& x, const JinjaArguments& args,
                               JinjaRenderer& run) {
  return selected(x, args, run, {.by_attribute = true, .keeps = false});
}

JinjaValue largest(const JinjaValue& x, const JinjaArguments&, JinjaRenderer& run) {
  return extreme(x, run, true);
}

JinjaValue smallest(const JinjaValue& x, const JinjaArguments&, JinjaRenderer& run) {
  return extreme(x, run, false);
}

JinjaValue summed(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  const JinjaValue *field = argument(args, 0, "attribute"), *start = argument(args, 1, "start");
  JinjaValue out = start == nullptr ? JinjaValue(0) : *start;
  for (const JinjaValue& item : run.items_of(x)) {
    out = arithmetic("+", out, field == nullptr ? item : run.item(item, *field), run);
  }
  return out;
}

JinjaValue reversed(const JinjaValue& x, const JinjaArguments&, JinjaRenderer& run) {
  JinjaValues items = run.items_of(x);
  std::ranges::reverse(items);
  if (x.string() == nullptr) return list_of(std::move(items));
  std::string out;
  for (const JinjaValue& item : items) out += *item.string();
  return out;
}

JinjaValue first(const JinjaValue& x, const JinjaArguments&, JinjaRenderer& run) {
  return end_of(x, run, false);
}

JinjaValue last(const JinjaValue& x, const JinjaArguments&, JinjaRenderer& run) {
  return end_of(x, run, true);
}

JinjaValue listed(const JinjaValue& x, const JinjaArguments&, JinjaRenderer& run) {
  return list_of(run.items_of(x));
}

JinjaValue rows_of(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  if (x.is_undefined()) return list_of({});
  if (x.dict() == nullptr)
    throw Error(Code::type, str("items: the value is ", kind_of(x), ", expected a dict"));
  JinjaValues out;
  for (const auto& [key, value] : x.dict()->rows) out.push_back(tuple_of({key, value}));
  return list_of(std::move(out));
}

JinjaValue batched(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  auto count = static_cast<size_t>(needed_count(args, "linecount"));
  const JinjaValue* fill = argument(args, 1, "fill_with");
  JinjaValues out, row;
  for (JinjaValue& item : run.items_of(x)) {
    row.push_back(item);
    if (row.size() < count) continue;
    out.push_back(list_of(std::exchange(row, {})));
  }
  if (row.empty()) return list_of(std::move(out));
  if (fill != nullptr && !fill->is_none()) {
    run.need_room(count * sizeof(JinjaValue));
    row.resize(count, *fill);
  }
  out.push_back(list_of(std::move(row)));
  return list_of(std::move(out));
}

// Splits the items into `count` lists, of which the first ones are longer by one item.
JinjaValue sliced(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  auto count = static_cast<size_t>(needed_count(args, "slices"));
  const JinjaValue* fill = argument(args, 1, "fill_with");
  JinjaValues items = run.items_of(x), out;
  run.need_room(count * sizeof(JinjaValue));
  size_t each = items.size() / count, longer = items.size() % count, at = 0;
  for (size_t i = 0; i < count; ++i) {
    size_t size = each + (i < longer ? 1 : 0);
    auto first = items.begin() + static_cast<std::ptrdiff_t>(at);
    JinjaValues part(first, first + static_cast<std::ptrdiff_t>(size));
    if (fill != nullptr && !fill->is_none() && i >= longer) part.push_back(*fill);
    out.push_back(list_of(std::move(part)));
    at += size;
  }
  return list_of(std::move(out));
}

// Returns pairs of a value and the items that have it, sorted by value.
JinjaValue grouped(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run) {
  const JinjaValue *name = argument(args, 0, "attribute"),
                   *cases = argument(args, 2, "case_sensitive");
  const JinjaValue* fallback = argument(args, 1, "default");
  if (name == nullptr) throw Error(Code::type, "`attribute` is missing");
  bool has_case = cases != nullptr && is_true(*cases);
  struct KeyedItem {
    JinjaValue key, value, item;
  };
  std::vector<KeyedItem> all;
  for (JinjaValue& item : run.items_of(x)) {
    JinjaValue value = run.item(item, *name);
    if (value.is_undefined() && fallback != nullptr) value = *fallback;
    need_defined(value);
    bool folds = !has_case && value.string() != nullptr;
    all.push_back({folds ? JinjaValue(lower_text(*value.string())) : value, value, item});
  }
  std::ranges::stable_sort(
      all, [](const KeyedItem& a, const KeyedItem& b) { return order_of(a.key, b.key) < 0; });
  JinjaValues out;
  for (size_t i = 0, end = 0; i < all.size(); i = end) {
    JinjaValues group;
    for (end = i; end < all.size() && is_equal(all[end].key, all[i].key); ++end) {
      group.push_back(all[end].item);
    }
    out.push_back(tuple_of({all[i].value, list_of(std::move(group))}, true));
  }
  return list_of(std::move(out));
}

}  // namespace rille::jinja_filter
