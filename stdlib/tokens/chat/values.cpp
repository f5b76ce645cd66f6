// What operators, fields, indices and globals give.
#include <array>
#include <cmath>
#include <ctime>

#include "stdlib/text.h"
#include "stdlib/text/unicode.h"
#include "stdlib/tokens/chat/run.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {

const Thing* argument(const ThingArguments& given, size_t at, std::string_view name) {
  if (at < given.positions.size()) return &given.positions[at];
  for (const auto& [key, value] : given.names) {
    if (key == name) return &value;
  }
  return nullptr;
}

void need_defined(const Thing& x) {
  const auto* missing = x.get<Missing>();
  if (missing != nullptr) throw Error(Code::name, str("`", missing->name, "` is undefined"));
}

bool is_contained(const Thing& item, const Thing& in) {
  if (in.is_missing()) return false;
  if (const std::string* text = in.text()) {
    if (item.text() == nullptr) {
      throw Error(Code::type, str("`in` a string needs a string, got ", kind_of(item)));
    }
    return find_text(*text, *item.text()) != std::string::npos;
  }
  if (const ThingTable* table = in.table()) {
    bool is_key = item.table() == nullptr && item.get<ThingList>() == nullptr;
    if (!is_key) throw Error(Code::type, str(kind_of(item), " is no key of a dict"));
    return table->find(item) != nullptr;
  }
  if (const Things* items = in.items()) {
    Polls polls;
    for (const Thing& each : *items) {
      polls.step();
      if (is_equal(each, item)) return true;
    }
    return false;
  }
  throw Error(Code::type, str("`in` needs a string, a list or a dict, got ", kind_of(in)));
}

Things ChatRun::items_of(const Thing& x) const {
  if (x.is_missing()) return {};
  if (const Things* items = x.items()) return *items;
  Things out;
  if (const ThingTable* table = x.table(); table != nullptr && !table->is_namespace) {
    for (const auto& [key, value] : table->rows) out.push_back(key);
    return out;
  }
  if (const std::string* text = x.text()) {
    if (text->size() > most_chat_things) {
      fail_at(line_, str("a string of more than ", most_chat_things, " bytes is gone through"),
              true);
    }
    for (char32_t c : characters_of(*text)) {
      std::string one;
      put_character(one, c);
      out.push_back(one);
    }
    return out;
  }
  throw Error(Code::type, str(kind_of(x), " cannot be gone through"));
}

Thing ChatRun::attribute(const Thing& of, const std::string& name) const {
  need_defined(of);
  const ThingTable* table = of.table();
  if (table != nullptr && table->is_namespace) {
    const Thing* found = table->find(name);
    return found != nullptr ? *found : Thing(Missing{name});
  }
  const auto* tuple = of.get<Thing::Tuple>();
  if (tuple != nullptr && tuple->is_group && (name == "grouper" || name == "list")) {
    return (*tuple->items)[name == "list" ? 1 : 0];
  }
  if (std::optional<Thing> method = method_of(of, name, *this)) return *method;
  const Thing* found = table != nullptr ? table->find(name) : nullptr;
  return found != nullptr ? *found : Thing(Missing{name});
}

Thing ChatRun::item(const Thing& of, const Thing& key) const {
  need_defined(of);
  if (const ThingTable* table = of.table()) {
    if (const Thing* found = table->find(key)) return *found;
    return key.text() != nullptr ? attribute(of, *key.text()) : Thing(Missing{shown(key)});
  }
  if (key.text() != nullptr) return attribute(of, *key.text());
  if (!key.is_whole()) return Missing{shown(key)};
  auto place = [&](int64_t count) -> int64_t {
    int64_t at = key.whole() < 0 ? key.whole() + count : key.whole();
    return at >= 0 && at < count ? at : -1;
  };
  if (const Things* items = of.items()) {
    int64_t at = place(std::ssize(*items));
    return at < 0 ? Thing(Missing{shown(key)}) : (*items)[static_cast<size_t>(at)];
  }
  if (const std::string* text = of.text()) {
    std::vector<char32_t> letters = characters_of(*text);
    int64_t at = place(std::ssize(letters));
    if (at < 0) return Missing{shown(key)};
    std::string one;
    put_character(one, letters[static_cast<size_t>(at)]);
    return one;
  }
  return Missing{shown(key)};
}

namespace {

Thing whole_result(const std::string& op, int64_t a, int64_t b) {
  int64_t out = 0;
  bool is_over = false;
  if (op == "+") is_over = __builtin_add_overflow(a, b, &out);
  if (op == "-") is_over = __builtin_sub_overflow(a, b, &out);
  if (op == "*") is_over = __builtin_mul_overflow(a, b, &out);
  if (op == "//" || op == "%") {
    if (b == 0) throw Error(Code::value, str("`", op, "` by zero"));
    if (b == -1) {
      is_over = op == "//" && __builtin_sub_overflow(int64_t{0}, a, &out);
    } else {
      int64_t quotient = a / b, rest = a % b;
      bool is_odd = rest != 0 && (rest < 0) != (b < 0);
      out = op == "//" ? quotient - (is_odd ? 1 : 0) : rest + (is_odd ? b : 0);
    }
  }
  if (op == "**") {
    out = 1;
    for (int64_t i = 0; i < b && !is_over && !(a == 0 || a == 1 || a == -1); ++i) {
      is_over = __builtin_mul_overflow(out, a, &out);
    }
    if (a == 0 && b > 0) out = 0;
    if (a == -1 && b % 2 != 0) out = -1;
  }
  if (is_over) throw Error(Code::value, str("`", op, "` leaves 64 bits"));
  return out;
}

Thing number_result(const std::string& op, const Thing& x, const Thing& y) {
  bool is_whole = x.is_whole() && y.is_whole() && op != "/" && !(op == "**" && y.whole() < 0);
  if (is_whole) return whole_result(op, x.whole(), y.whole());
  double a = x.number(), b = y.number();
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  if (op == "**") return std::pow(a, b);
  if (b == 0) throw Error(Code::value, str("`", op, "` by zero"));
  if (op == "/") return a / b;
  double rest = std::fmod(a, b);
  if (rest != 0 && (rest < 0) != (b < 0)) rest += b;
  return op == "//" ? std::floor((a - rest) / b + 0.5) : rest;
}

// The bytes of its texts, of which a list has copies.
size_t bytes_of(const Things& items) {
  size_t out = items.size() * sizeof(Thing);
  for (const Thing& item : items) out += item.text() != nullptr ? item.text()->size() : 0;
  return out;
}

Thing repeated(const Thing& x, int64_t count, const ChatRun& run) {
  auto times = static_cast<size_t>(std::max<int64_t>(count, 0));
  if (const std::string* text = x.text()) {
    if (times > 0)
      run.need_room(text->size() > run.limits().bytes / times ? SIZE_MAX : text->size() * times);
    std::string out;
    for (size_t i = 0; i < times && !text->empty(); ++i) out += *text;
    return out;
  }
  const Things& items = *x.items();
  size_t most = static_cast<size_t>(run.limits().range);
  if (times > 0 && items.size() > most / times) {
    fail_at(run.line(), str("a list has more than ", most, " items"), true);
  }
  size_t bytes = bytes_of(items);
  if (times > 0) run.need_room(bytes > run.limits().bytes / times ? SIZE_MAX : bytes * times);
  Things out;
  for (size_t i = 0; i < times && !items.empty(); ++i) {
    out.insert(out.end(), items.begin(), items.end());
  }
  return x.get<Thing::Tuple>() != nullptr ? tuple_of(std::move(out)) : list_of(std::move(out));
}

}  // namespace

Thing repeated_or_joined(const std::string& op, const Thing& a, const Thing& b,
                         const ChatRun& run) {
  if (a.is_number() && b.is_number()) return number_result(op, a, b);
  if (op == "+" && a.text() != nullptr && b.text() != nullptr) {
    run.need_room(a.text()->size() + b.text()->size());
    return *a.text() + *b.text();
  }
  bool are_lists =
      a.items() != nullptr && b.items() != nullptr && a.any().index() == b.any().index();
  if (op == "+" && are_lists) {
    run.need_room(bytes_of(*a.items()) + bytes_of(*b.items()));
    Things out = *a.items();
    out.insert(out.end(), b.items()->begin(), b.items()->end());
    return a.get<Thing::Tuple>() != nullptr ? tuple_of(std::move(out)) : list_of(std::move(out));
  }
  auto repeats = [](const Thing& x) { return x.text() != nullptr || x.items() != nullptr; };
  if (op == "*" && repeats(a) && b.is_whole()) return repeated(a, b.whole(), run);
  if (op == "*" && repeats(b) && a.is_whole()) return repeated(b, a.whole(), run);
  if (op == "%" && a.text() != nullptr) return formatted_text(*a.text(), b, run);
  throw Error(Code::type, str("`", op, "` does not take ", kind_of(a), " and ", kind_of(b)));
}

std::string time_text(double seconds, const std::string& format) {
  auto whole = static_cast<std::time_t>(std::floor(seconds));
  std::tm parts{};
  if (!std::isfinite(seconds) || std::abs(seconds) > 1e11 || gmtime_r(&whole, &parts) == nullptr) {
    throw Error(Code::value, str("there is no date at ", seconds, " seconds"));
  }
  if (format.size() > 4096) throw Error(Code::value, "a date's format is too long");
  if (format.empty()) return "";
  std::string out(format.size() * 32 + 64, '\0');
  out.resize(std::strftime(out.data(), out.size(), format.c_str(), &parts));
  return first_bad(out) == out.size() ? out : lossy_text(out);
}

void ChatRun::define_globals(std::optional<double> now) {
  auto define = [&](const char* name, ThingFunction function) {
    globals_.names[name] = function_of(std::move(function));
  };
  define("range", [this](const ThingArguments& given) -> Thing {
    size_t count = given.positions.size();
    if (count < 1 || count > 3) throw Error(Code::value, "range takes one to three ints");
    for (const Thing& x : given.positions) {
      if (!x.is_whole()) throw Error(Code::type, str("range needs ints, got ", kind_of(x)));
    }
    int64_t begin = count > 1 ? given.positions[0].whole() : 0;
    int64_t end = given.positions[count > 1 ? 1 : 0].whole();
    int64_t by = count > 2 ? given.positions[2].whole() : 1;
    if (by == 0) throw Error(Code::value, "range needs a step other than 0");
    Things items;
    for (int64_t i = begin; by > 0 ? i < end : i > end;) {
      if (std::ssize(items) >= limits_.range) {
        fail_at(line_, str("a range has more than ", limits_.range, " items"), true);
      }
      items.push_back(i);
      if (__builtin_add_overflow(i, by, &i)) break;
    }
    return list_of(std::move(items));
  });
  auto make_table = [this](bool is_namespace) {
    return [this, is_namespace](const ThingArguments& given) -> Thing {
      ThingTable table;
      for (const Thing& x : given.positions) {
        if (x.table() == nullptr)
          throw Error(Code::type, str("a dict is needed, got ", kind_of(x)));
        for (const auto& [key, value] : x.table()->rows) table.put(key, value);
      }
      for (const auto& [key, value] : given.names) table.put(key, value);
      table.is_namespace = is_namespace;
      Thing made = table_of(std::move(table));
      if (is_namespace) namespaces_.emplace_back(*made.get<Thing::Table>());
      return made;
    };
  };
  define("dict", make_table(false));
  define("namespace", make_table(true));
  define("raise_exception", [](const ThingArguments& given) -> Thing {
    throw Error(Code::value, str("the template says: ",
                                 given.positions.empty() ? "" : shown(given.positions[0])));
  });
  define("strftime_now", [now](const ThingArguments& given) -> Thing {
    const Thing* format = argument(given, 0, "format");
    if (format == nullptr || format->text() == nullptr) {
      throw Error(Code::type, "strftime_now needs a format, \"%d %b %Y\" for instance");
    }
    if (!now) {
      throw Error(Code::value, "the template asks for the time")
          .help("give it: tokens.chat(…, now = io.now())");
    }
    return time_text(*now, *format->text());
  });
}

}  // namespace rille
