// Numbers of CSV cells: exact, sixteen digits at once.
#include "stdlib/data/csv/numbers.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#if defined(__x86_64__)
#include <smmintrin.h>
#endif

namespace rille {

std::string_view csv_trimmed(std::string_view cell) {
  auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!cell.empty() && is_blank(cell.front())) cell.remove_prefix(1);
  while (!cell.empty() && is_blank(cell.back())) cell.remove_suffix(1);
  return cell;
}

namespace {

std::string_view without_plus(std::string_view cell) {
  cell = csv_trimmed(cell);
  bool has_plus = cell.starts_with('+') && !cell.starts_with("+-");
  return has_plus ? cell.substr(1) : cell;
}

template <class T>
std::optional<T> whole_number(std::string_view cell) {
  cell = without_plus(cell);
  T out = 0;
  auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), out);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return out;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether a digit before the exponent differs from 0.
bool has_digits(std::string_view cell) {
  for (char c : cell) {
    if (c == 'e' || c == 'E') return false;
    if (c >= '1' && c <= '9') return true;
  }
  return false;
}

double from_text(std::string_view text) {
  double out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

}  // namespace

std::optional<int64_t> csv_int(std::string_view cell) { return whole_number<int64_t>(cell); }
std::optional<uint64_t> csv_natural(std::string_view cell) { return whole_number<uint64_t>(cell); }

std::optional<CsvNumber> csv_number(std::string_view cell) {
  cell = without_plus(cell);
  const char *begin = cell.data(), *end = begin + cell.size();
  CsvNumber out;
  auto [stop, error] = std::from_chars(begin, end, out.value);
  bool is_one = stop == end && error != std::errc::invalid_argument && !cell.ends_with(')');
  if (!is_one || cell.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    out.value = std::strtod(std::string(cell).c_str(), nullptr);
  }
  std::string_view digits = cell.substr(cell[0] == '-' ? 1 : 0);
  bool has_letters = !digits.empty() && !is_digit(digits[0]) && digits[0] != '.';  // inf, nan
  if (has_letters) return out;
  if (std::ranges::all_of(digits, is_digit)) out.digits = digits;
  out.leaves_range = std::isinf(out.value) || (out.value == 0 && has_digits(cell));
  return out;
}

bool csv_fraction(std::string_view cell, double& out) {
  const char *begin = cell.data(), *end = begin + cell.size();
  auto [stop, error] = std::from_chars(begin, end, out);
  bool is_one = stop == end && error == std::errc() && std::isfinite(out) && out != 0;
  return is_one && cell.find('.') != std::string_view::npos && !has_leading_zeros(cell);
}

bool CsvNumber::fits_f64() const {
  constexpr size_t always = 15;  // f64 represents any integer of 15 digits exactly
  if (leaves_range) return false;
  std::string_view all = digits;
  while (all.starts_with('0')) all.remove_prefix(1);
  if (all.size() <= always) return true;
  char text[400];
  auto [end, error] =
      std::to_chars(text, text + sizeof text, std::fabs(value), std::chars_format::fixed, 0);
  return error == std::errc() && std::string_view(text, static_cast<size_t>(end - text)) == all;
}

bool CsvNumber::fits_f32() const {
  return fits_f64() && (!std::isfinite(value) || f32_holds(value, is_whole()));
}

bool f32_holds(double x, bool is_whole) {
  auto narrow = static_cast<float>(x);
  if (static_cast<double>(narrow) == x) return true;
  if (is_whole || !std::isfinite(narrow)) return false;
  char text[32];
  char* end = std::to_chars(text, text + sizeof text, narrow).ptr;
  return from_text({text, static_cast<size_t>(end - text)}) == x;
}

#if defined(__x86_64__)

namespace {

constexpr int max_digits = 16;

// Joins digits, one for each byte, to a number. A shuffle aligns the last digit to the last byte
// and drops the point. Then pairs, groups of four, and groups of eight digits are combined.
__attribute__((target("ssse3,sse4.1"))) uint64_t joined(__m128i digits, int size, int point) {
  const __m128i places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m128i from = _mm_sub_epi8(places, _mm_set1_epi8(static_cast<char>(max_digits - size)));
  __m128i before = _mm_cmpgt_epi8(_mm_set1_epi8(static_cast<char>(point + 1)), from);
  digits = _mm_shuffle_epi8(digits, _mm_add_epi8(from, before));
  __m128i pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(10 + (1 << 8)));
  __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(100 + (1 << 16)));
  __m128i eights =
      _mm_madd_epi16(_mm_packus_epi32(fours, fours), _mm_set1_epi32(10000 + (1 << 16)));
  auto both = static_cast<uint64_t>(_mm_cvtsi128_si64(eights));
  constexpr uint64_t low = 0xffffffff, by = 100000000;
  return (both & low) * by + (both >> 32);
}

__attribute__((target("ssse3,sse4.1"))) bool wide_number(const char* at, int size,
                                                         PlainNumber& out) {
  __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  __m128i digits = _mm_sub_epi8(text, _mm_set1_epi8('0'));
  __m128i are_digits = _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits);
  __m128i are_points = _mm_cmpeq_epi8(text, _mm_set1_epi8('.'));
  auto all = (uint32_t{1} << size) - 1;
  auto which = static_cast<uint32_t>(_mm_movemask_epi8(are_digits)) & all;
  auto points = static_cast<uint32_t>(_mm_movemask_epi8(are_points)) & all;
  uint32_t sign = *at == '-' ? 1 : 0;
  bool is_plain = (which | points | sign) == all && which != 0 && (points & (points - 1)) == 0;
  if (!is_plain) return false;
  int point = points == 0 ? -1 : std::countr_zero(points);
  out.digits = joined(_mm_and_si128(digits, are_digits), size, point);
  out.scale = points == 0 ? 0 : size - 1 - point;
  out.is_negative = sign != 0;
  out.has_point = points != 0;
  return true;
}

}  // namespace

namespace {

const bool can = __builtin_cpu_supports("ssse3") != 0 && __builtin_cpu_supports("sse4.1") != 0;

}  // namespace

bool plain_number(std::string_view cell, PlainNumber& out) {
  bool fits = !cell.empty() && cell.size() <= max_digits;
  return can && fits && wide_number(cell.data(), static_cast<int>(cell.size()), out);
}

#else

bool plain_number(std::string_view, PlainNumber&) { return false; }

#endif

}  // namespace rille
