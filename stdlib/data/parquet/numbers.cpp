// parquet_numbers: converts numbers of pages to arrays.
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "stdlib/data/parquet/decode.h"
#include "vm/run/running.h"

namespace rille {
namespace {

using Int128 = __int128;

// Big-endian two's complement number.
Int128 wide_number(std::string_view bytes) {
  Int128 out = static_cast<signed char>(bytes[0]);
  for (char byte : bytes.substr(1)) out = out * 256 + static_cast<unsigned char>(byte);
  return out;
}

// The f64 nearest to `unscaled` / 10^scale.
double decimal(Int128 unscaled, int scale) {
  static const std::array<double, 23> exact = [] {
    std::array<double, 23> powers{};
    double power = 1;
    for (double& p : powers) {
      p = power;
      power *= 10;
    }
    return powers;
  }();
  constexpr Int128 most = Int128{1} << 53;
  if (unscaled >= -most && unscaled <= most && scale < std::ssize(exact)) {
    return static_cast<double>(static_cast<int64_t>(unscaled)) / exact[static_cast<size_t>(scale)];
  }
  bool is_below = unscaled < 0;
  auto rest = is_below ? 0 - static_cast<unsigned __int128>(unscaled)
                       : static_cast<unsigned __int128>(unscaled);
  std::string digits;
  for (; rest > 0; rest /= 10) digits.insert(digits.begin(), static_cast<char>('0' + rest % 10));
  std::string text = str(is_below ? "-" : "", digits, "e-", scale);
  double out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

// Integer decimals are exact, or raise an error. Fractions are rounded, as in text formats.
void add_decimals(const ParquetColumn& column, const DenseValues& from, Array& out,
                  const FileLocation& whence) {
  auto to = out.edit<double>();
  bool is_fixed = column.type == ParquetType::fixed;
  PollCounter polls;
  for (size_t i = 0; i < from.count; ++i) {
    polls.step();
    std::string_view bytes = std::string_view(from.bytes).substr(i * from.width, from.width);
    uint64_t low = is_fixed ? 0 : little(bytes, from.width);
    int64_t number = from.width == 4 ? static_cast<int32_t>(low) : static_cast<int64_t>(low);
    Int128 unscaled = is_fixed ? wide_number(bytes) : Int128{number};
    to[i] = decimal(unscaled, column.scale);
    constexpr double most = 1.7e38;  // below 2^127
    bool is_exact =
        column.scale > 0 || (std::fabs(to[i]) < most && static_cast<Int128>(to[i]) == unscaled);
    whence.need(is_exact, "an integer decimal is not exactly representable in f64");
  }
}

// A 96-bit timestamp holds nanoseconds within a day and a Julian day number. Julian day 2,440,588
// is 1970-01-01.
void add_times(const DenseValues& from, Array& out, const FileLocation& whence) {
  constexpr int64_t first_day = 2'440'588, day = 86'400'000'000'000;
  auto to = out.edit<int64_t>();
  PollCounter polls;
  for (size_t i = 0; i < from.count; ++i) {
    polls.step();
    std::string_view bytes = std::string_view(from.bytes).substr(i * from.width, from.width);
    auto within = static_cast<int64_t>(little(bytes, 8));
    int64_t days = static_cast<int64_t>(little(bytes.substr(8), 4)) - first_day, all = 0;
    bool fits =
        !__builtin_mul_overflow(days, day, &all) && !__builtin_add_overflow(all, within, &to[i]);
    whence.need(fits, "a 96-bit timestamp is outside of the years 1678 to 2262");
  }
}

}  // namespace

Array parquet_numbers(const ParquetColumn& column, const DenseValues& from,
                      const FileLocation& whence) {
  Array out(Type(column.dtype, {static_cast<int64_t>(from.count)}));
  if (from.count == 0) return out;
  if (column.type == ParquetType::int96) {
    add_times(from, out, whence);
  } else if (column.is_decimal) {
    add_decimals(column, from, out, whence);
  } else if (size_t width = bytes(column.dtype); width == from.width) {
    copy_bytes(out.edit_data(), from.bytes.data(), from.bytes.size());
  } else {  // ints with fewer than 32 bits
    std::byte* to = out.edit_data();
    for (size_t i = 0; i < from.count; ++i) {
      std::memcpy(to + i * width, from.bytes.data() + i * from.width, width);
    }
  }
  return out;
}

}  // namespace rille
