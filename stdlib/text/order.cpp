// Sorting of strings, and unique strings.
#include <algorithm>
#include <numeric>

#include "stdlib/text.h"

namespace rille {

bool are_strings(const Value& x) {
  return x.is_tuple() && std::ranges::all_of(x.items(), &Value::is_string);
}

Values sorted_strings(Values strings, bool descending) {
  PollCounter polls;
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
  PollCounter polls;
  std::ranges::stable_sort(places, [&](int32_t a, int32_t b) {
    polls.step();
    const std::string &x = strings[static_cast<size_t>(a)].string(),
                      &y = strings[static_cast<size_t>(b)].string();
    return descending ? y < x : x < y;
  });
  return out;
}

namespace {

Array array_of(const std::vector<int32_t>& items) {
  Array out(Type(Dtype::i32, {Extent(static_cast<int64_t>(items.size()))}));
  std::ranges::copy(items, out.edit<int32_t>().begin());
  return out;
}

}  // namespace

UniqueStrings unique_strings_of(const Values& strings) {
  auto count = static_cast<int64_t>(strings.size());
  Array order = places_of_strings(strings, false), inverse(Type(Dtype::i32, {Extent(count)}));
  auto groups = inverse.edit<int32_t>();
  std::vector<int32_t> index, counts;
  UniqueStrings out;
  for (int32_t place : order.as<int32_t>()) {
    const Value& next = strings[static_cast<size_t>(place)];
    if (out.strings.empty() || out.strings.back().string() != next.string()) {
      out.strings.push_back(next);
      index.push_back(place);
      counts.push_back(0);
    }
    ++counts.back();
    groups[static_cast<size_t>(place)] = static_cast<int32_t>(counts.size()) - 1;
  }
  out.index = array_of(index);
  out.inverse = inverse;
  out.counts = array_of(counts);
  return out;
}

}  // namespace rille
