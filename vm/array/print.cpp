// Printing of arrays.
#include <charconv>
#include <cmath>

#include "vm/array.h"
#include "vm/run/running.h"
#include "vm/text/format.h"

namespace rille {
namespace {

constexpr int64_t whole_up_to = 1000;  // elements; of larger arrays, long axes are shortened
constexpr int64_t ends = 3;            // elements shown at each end of a shortened axis
constexpr size_t line_width = 100;

// The shortest decimal that reads back as the same small float.
template <class Small>
std::string small_text(Small x) {
  auto value = static_cast<double>(x);
  if (!std::isfinite(value)) return number_text(value);
  for (int digits = 1; digits < 9; ++digits) {
    char buffer[40];
    auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific,
                             digits - 1)
                   .ptr;
    double back = 0;
    std::from_chars(buffer, end, back);
    if (Small(back) == x) return number_text(back);
  }
  return number_text(value);
}

template <class Real>
std::string complex_text(std::complex<Real> x) {
  std::string imaginary = number_text(x.imag());
  return str(number_text(x.real()), imaginary[0] == '-' ? "" : "+", imaginary, "i");
}

std::string key_text(KeyBits key) {
  return str("key(", format(int64_t{key.high}, "08x"), format(int64_t{key.low}, "08x"), ")");
}

template <class T>
std::string element_text(T x) {
  if constexpr (std::is_same_v<T, KeyBits>) {
    return key_text(x);
  } else if constexpr (std::is_same_v<T, Int4> || std::is_same_v<T, UInt4>) {
    return std::to_string(static_cast<int64_t>(x));
  } else if constexpr (requires { x.imag(); }) {
    return complex_text(x);
  } else if constexpr (std::is_class_v<T>) {
    return small_text(x);
  } else {
    return str(x);
  }
}

template <class T>
std::string element_format(T x, std::string_view spec) {
  if constexpr (std::is_same_v<T, KeyBits>) {
    return aligned(key_text(x), spec, false);
  } else if constexpr (std::is_same_v<T, bool>) {
    return format(std::string_view(x ? "true" : "false"), spec);
  } else if constexpr (std::is_same_v<T, Int4> || std::is_same_v<T, UInt4>) {
    return format(static_cast<int64_t>(x), spec);
  } else if constexpr (requires { x.imag(); }) {
    std::string imaginary = format(double{x.imag()}, spec);
    return str(format(double{x.real()}, spec), imaginary.starts_with('-') ? "" : "+", imaginary,
               "i");
  } else if constexpr (std::is_unsigned_v<T>) {
    return format(static_cast<uint64_t>(x), spec);
  } else if constexpr (std::is_integral_v<T>) {
    return format(static_cast<int64_t>(x), spec);
  } else {
    return format(static_cast<double>(x), spec);
  }
}

// Writes an array element by element, with brackets and line breaks.
struct Printer {
  const Array& array;
  std::string_view spec;
  Ints extents;
  bool shortened;
  std::string out = {};
  size_t line = 0;  // offset of the current line in out
  PollCounter polls = {};

  std::string element(int64_t at) const {
    std::string text;
    with_type(array.dtype(), [&]<class T>(T) {
      T x;
      std::memcpy(&x, array.data() + static_cast<size_t>(at) * sizeof(T), sizeof(T));
      text = spec.empty() ? element_text(x) : element_format(x, spec);
    });
    return text;
  }

  void new_line(size_t depth) {
    out += '\n';
    line = out.size();
    out.append(depth, ' ');
  }

  void gap(size_t depth) {
    out += ',';
    if (depth < extents.size()) {
      new_line(depth);
    } else {
      out += ' ';
    }
  }

  void last_axis_item(const std::string& text, size_t depth) {
    if (out.size() - line + text.size() > line_width && out.back() == ' ') {
      out.pop_back();
      new_line(depth);
    }
    out += text;
  }

  // Writes the items of axis depth - 1 from element `at` on, `step` elements apart.
  void axis(size_t depth, int64_t at, int64_t step) {
    polls.step(2 * out.size());
    if (depth > extents.size()) return last_axis_item(element(at), depth - 1);
    int64_t count = extents[depth - 1];
    int64_t inner = count == 0 ? 0 : step / count;
    bool cut = shortened && count > 2 * ends;
    out += '[';
    for (int64_t i = 0; i < count; ++i) {
      if (i > 0) gap(depth);
      if (cut && i == ends) {
        out += "...";
        i = count - ends;
        gap(depth);
      }
      axis(depth + 1, at + i * inner, inner);
    }
    out += ']';
  }
};

std::string print(const Array& array, std::string_view spec) {
  if (array.is_none()) return "nil";
  if (array.is_traced()) return text(array.type());
  // Empty rows are also shown.
  int64_t shown = 1;
  Ints extents = array.type().ints();
  for (int64_t extent : extents) {
    if (shown <= whole_up_to && extent > 0) shown *= std::min(extent, whole_up_to + 1);
  }
  Printer printer{array, spec, std::move(extents), shown > whole_up_to};
  printer.axis(1, 0, static_cast<int64_t>(array.size()));
  return printer.out;
}

}  // namespace

std::string text(const Array& array) { return print(array, ""); }
std::string format(const Array& array, std::string_view spec) { return print(array, spec); }

}  // namespace rille
