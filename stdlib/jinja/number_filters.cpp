// Filters of numbers.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "stdlib/jinja/arguments.h"
#include "stdlib/jinja/filters.h"
#include "stdlib/jinja/python_strings.h"
#include "vm/error.h"
#include "vm/text/format.h"

namespace rille::jinja_filter {

JinjaValue to_integer(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer&) {
  need_defined(x);
  const JinjaValue* fallback = argument(args, 0, "default");
  if (x.is_integer()) return x.integer();
  double real = x.is_number() ? x.number() : NAN;
  if (const std::string* text = x.string()) {
    char* end = nullptr;
    std::string digits = stripped(*text, {}, 3);
    real = digits.empty() ? NAN : std::strtod(digits.c_str(), &end);
    if (end != nullptr && *end != '\0') real = NAN;
  }
  if (std::isfinite(real) && std::abs(real) < 9e18) return static_cast<int64_t>(real);
  return fallback != nullptr ? *fallback : JinjaValue(0);
}

JinjaValue to_float(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer&) {
  need_defined(x);
  const JinjaValue* fallback = argument(args, 0, "default");
  if (x.is_number()) return x.number();
  if (const std::string* text = x.string()) {
    std::string digits = stripped(*text, {}, 3);
    char* end = nullptr;
    double real = std::strtod(digits.c_str(), &end);
    if (!digits.empty() && *end == '\0') return real;
  }
  return fallback != nullptr ? *fallback : JinjaValue(0.0);
}

// Rounds like Python: to the decimal number of `digits` digits nearest to the exact value of x.
double decimal_round(double x, int digits) {
  if (!std::isfinite(x)) return x;
  std::string text(static_cast<size_t>(digits) + 330, '\0');
  int size = std::snprintf(text.data(), text.size(), "%.*f", digits, x);
  text.resize(static_cast<size_t>(size));
  return std::strtod(text.c_str(), nullptr);
}

JinjaValue rounded(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer&) {
  if (!x.is_number())
    throw Error(Code::type, str("round: the value is ", kind_of(x), ", expected a number"));
  const JinjaValue *digits = argument(args, 0, "precision"), *how = argument(args, 1, "method");
  int64_t count = digits == nullptr ? 0 : std::clamp<int64_t>(digits->integer(), -300, 300);
  std::string word = how == nullptr ? "common" : string_of(*how);
  if (word == "common" && x.is_integer() && count >= 0) return x.integer();
  if (word == "common" && count >= 0) return decimal_round(x.number(), static_cast<int>(count));
  double scale = std::pow(10.0, static_cast<double>(count)), scaled = x.number() * scale;
  double out = word == "ceil"    ? std::ceil(scaled)
               : word == "floor" ? std::floor(scaled)
                                 : std::nearbyint(scaled);
  return out / scale;
}

JinjaValue absolute(const JinjaValue& x, const JinjaArguments&, JinjaRenderer&) {
  if (!x.is_number())
    throw Error(Code::type, str("abs: the value is ", kind_of(x), ", expected a number"));
  if (!x.is_integer()) return std::abs(x.number());
  return x.integer() < 0 ? JinjaValue(static_cast<int64_t>(0 - static_cast<uint64_t>(x.integer())))
                         : JinjaValue(x.integer());
}

JinjaValue file_size(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer&) {
  const JinjaValue* binary = argument(args, 0, "binary");
  bool is_binary = binary != nullptr && is_true(*binary);
  if (!x.is_number()) {
    throw Error(Code::type,
                str("filesizeformat: the value is ", kind_of(x), ", expected a number"));
  }
  double base = is_binary ? 1024 : 1000, bytes = x.number();
  constexpr std::array<std::string_view, 8> decimal{"kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"};
  constexpr std::array<std::string_view, 8> by_1024{"KiB", "MiB", "GiB", "TiB",
                                                    "PiB", "EiB", "ZiB", "YiB"};
  if (bytes == 1) return "1 Byte";
  if (bytes < base) return str(format(static_cast<int64_t>(bytes), "d"), " Bytes");
  double unit = base;
  for (size_t i = 0; i < decimal.size(); ++i) {
    unit *= base;
    if (bytes >= unit && i + 1 < decimal.size()) continue;
    return str(format(base * bytes / unit, ".1f"), " ", is_binary ? by_1024[i] : decimal[i]);
  }
  return {};
}

}  // namespace rille::jinja_filter
