// Strings in order, and each string once.
#include <algorithm>

#include "stdlib/text.h"

namespace rille {

bool are_strings(const Value& x) {
  return x.is_tuple() && !x.items().empty() && std::ranges::all_of(x.items(), &Value::is_string);
}

Values sorted_strings(Values strings, bool descending) {
  Polls polls;
  std::ranges::stable_sort(strings, [&](const Value& a, const Value& b) {
    polls.step();
    return descending ? b.string() < a.string() : a.string() < b.string();
  });
  return strings;
}

Values unique_strings_of(Values strings) {
  strings = sorted_strings(std::move(strings), false);
  auto same = [](const Value& a, const Value& b) { return a.string() == b.string(); };
  auto rest = std::ranges::unique(strings, same);
  strings.erase(rest.begin(), rest.end());
  return strings;
}

}  // namespace rille
