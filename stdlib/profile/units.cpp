// Units: the text of times, sizes, and places.
#include "stdlib/profile/units.h"

#include <cmath>
#include <cstdio>

#include "vm/text.h"

namespace rille::profile {
namespace {

std::string printed(const char* format, double number) {
  char out[48];
  std::snprintf(out, sizeof out, format, number);
  return out;
}

}  // namespace

std::string duration_text(double ns) {
  double size = std::abs(ns);
  if (size < 999.5) return printed("%.0f ns", ns);
  if (size < 999.95e3) return printed("%.1f us", ns * 1e-3);
  return size < 999.995e6 ? printed("%.2f ms", ns * 1e-6) : printed("%.2f s", ns * 1e-9);
}

std::string ns_text(int64_t ns) { return duration_text(static_cast<double>(ns)); }

std::string count_text(double number) {
  static constexpr const char* units[] = {"", " k", " M", " G", " T", " P"};
  size_t unit = 0;
  while (std::abs(number) >= 999.5 && unit + 1 < std::size(units)) {
    number /= 1000;
    ++unit;
  }
  bool is_whole = unit == 0 || std::abs(number) >= 99.95;
  return printed(is_whole ? "%.0f" : "%.1f", number) + units[unit];
}

std::string size_text(double bytes) {
  std::string out = count_text(bytes);
  return out.find(' ') == std::string::npos ? out + " B" : out + "B";
}

std::string percent_text(double fraction) {
  double percent = fraction * 100;
  return printed(std::abs(percent) < 9.95 ? "%.1f %%" : "%.0f %%", percent);
}

std::string text(const Place& place) {
  if (place.line <= 0) return "";
  return str(line_text(place.file.substr(place.file.rfind('/') + 1)), ":", place.line);
}

std::string line_text(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = ' ';
  }
  return out;
}

}  // namespace rille::profile
