// str() and join(): text from printable values.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace rille {

// The fewest digits that read back as the same number: 0.1, 6, 1e+30, inf.
std::string number_text(double x);
std::string number_text(float x);

namespace detail {
void put_int(std::string& out, int64_t x);
void put_uint(std::string& out, uint64_t x);

template <class T>
void put(std::string& out, const T& x) {
  if constexpr (std::same_as<T, bool>) {
    out += x ? "true" : "false";
  } else if constexpr (std::same_as<T, char>) {
    out += x;
  } else if constexpr (std::floating_point<T>) {
    out += number_text(x);
  } else if constexpr (std::signed_integral<T>) {
    put_int(out, x);
  } else if constexpr (std::unsigned_integral<T>) {
    put_uint(out, x);
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    out += std::string_view(x);
  } else {
    out += text(x);  // found with the type: text(Dtype), text(Type), text(Extent)
  }
}
}  // namespace detail

// Concatenates the parts. Types of Rille are printed by their text(x).
template <class... Parts>
std::string str(const Parts&... parts) {
  std::string out;
  (detail::put(out, parts), ...);
  return out;
}

template <class Range>
std::string join(const Range& range, std::string_view between = ", ") {
  std::string out;
  std::string_view gap = "";
  for (const auto& item : range) {
    out += gap;
    detail::put(out, item);
    gap = between;
  }
  return out;
}

}  // namespace rille
