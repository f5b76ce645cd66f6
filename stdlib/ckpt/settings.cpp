// setting_from: parses numbers that are stored as strings.
#include "stdlib/ckpt/settings.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "vm/annotation.h"
#include "vm/error.h"

namespace rille {
namespace {

template <class T>
std::optional<Value> number_in(std::string_view text) {
  T out = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return Value(out);
}

// Splits the text at the marks; an empty text has no parts.
std::vector<std::string_view> parts_of(std::string_view text, char mark) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    size_t end = std::min(text.find(mark), text.size());
    out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// Parses "2 1" as a tuple of numbers, and "1:1 0:2" as a tuple of tuples.
template <class T>
std::optional<Value> tuple_in(std::string_view text) {
  Values items;
  for (std::string_view part : parts_of(text, ' ')) {
    Values numbers;
    for (std::string_view digits : parts_of(part, ':')) {
      std::optional<Value> number = number_in<T>(digits);
      if (!number) return {};
      numbers.push_back(*number);
    }
    bool is_one = numbers.size() == 1;
    items.push_back(is_one ? numbers[0] : Value::tuple(std::move(numbers)));
  }
  return Value::tuple(std::move(items));
}

}  // namespace

std::optional<Value> setting_from(const Value& found, const Signature::Parameter& field) {
  auto fits = [&](const Value& value) {
    NamedSizes sizes;
    return (value.is_nil() && field.falls_to_nil()) ||
           !misfit_of(field.type, value, sizes, field.name);
  };
  if (!found.is_string()) return fits(found) ? std::optional(found) : std::nullopt;
  const std::string& text = found.string();
  const std::optional<Value> readings[] = {number_in<double>(text),
                                           number_in<int64_t>(text),
                                           tuple_in<double>(text),
                                           tuple_in<int64_t>(text),
                                           Value(),
                                           found};
  for (const std::optional<Value>& reading : readings) {
    bool is_wanted = reading && (!reading->is_nil() || text.empty());
    if (is_wanted && fits(*reading)) return *reading;
  }
  return {};
}

}  // namespace rille
