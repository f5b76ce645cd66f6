// text: numbers with the fewest digits.
#include "vm/text.h"

#include <charconv>
#include <cmath>

namespace rille {
namespace {

// Integers up to 1e16 are written without an exponent; std::to_chars would write 1e+05.
template <class T>
std::string shortest(T x) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  char buffer[64];
  auto size = std::abs(x);
  bool plain = size == 0 || (size >= T(1e-5) && size < T(1e16));
  auto form = plain ? std::chars_format::fixed : std::chars_format::scientific;
  auto end = std::to_chars(buffer, buffer + sizeof buffer, x, form).ptr;
  return {buffer, end};
}

}  // namespace

std::string number_text(double x) { return shortest(x); }
std::string number_text(float x) { return shortest(x); }

void detail::put_int(std::string& out, int64_t x) { out += std::to_string(x); }
void detail::put_uint(std::string& out, uint64_t x) { out += std::to_string(x); }

}  // namespace rille
