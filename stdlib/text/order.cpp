// Strings in order, and each string once.
#include <algorithm>
#include <numeric>

#include "stdlib/text.h"

namespace rille {

bool are_strings(const Value& x) {
  return x.is_tuple() && std::ranges::all_of(x.items(), &Value::is_string);
}

Values sorted_strings(Values strings, bool descending) {
  Polls polls;
  std::ranges::stable_sort(strings, [&](const Value& a, const Value& b) {
    polls.step();
    return descending ? b.string() < a.string() : a.string() < b.string();
  });
  return strings;
}

Array places_of_strings(const Values& strings, bool descending) {
  Array out(Type(Dtype::i32, {Extent(static_cast<int64_t>(strings.size()))}));
  auto places = out.edit<int32_t>();
  std::iota(places.begin(), places.end(), 0);
  Polls polls;
  std::ranges::stable_sort(places, [&](int32_t a, int32_t b) {
    polls.step();
    const std::string &x = strings[static_cast<size_t>(a)].string(),
                      &y = strings[static_cast<size_t>(b)].string();
    return descending ? y < x : x < y;
  });
  return out;
}

Values unique_strings_of(Values strings) {
  strings = sorted_strings(std::move(strings), false);
  auto same = [](const Value& a, const Value& b) { return a.string() == b.string(); };
  auto rest = std::ranges::unique(strings, same);
  strings.erase(rest.begin(), rest.end());
  return strings;
}

}  // namespace rille
