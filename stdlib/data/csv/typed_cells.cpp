// csv_stored: converts a cell to a given dtype.
#include <algorithm>
#include <cmath>
#include <complex>

#include "stdlib/data/csv/columns.h"
#include "stdlib/data/csv/numbers.h"
#include "vm/numbers/small.h"
#include "vm/text.h"

namespace rille {

CsvKind storage_of(Dtype dtype) {
  if (dtype == Dtype::f32) return CsvKind::f32;
  if (is_float(dtype)) return CsvKind::f64;
  return kind(dtype) == DtypeKind::natural ? CsvKind::u64 : CsvKind::i64;
}

CsvNullValues::CsvNullValues(std::vector<std::string> words) : words_(std::move(words)) {
  for (const std::string& word : words_) {
    begins_[word.empty() ? 0 : static_cast<unsigned char>(word[0])] = true;
  }
  has_numbers_ = std::ranges::any_of(words_, [](const std::string& word) {
    return word.find_first_of("0123456789") != std::string::npos;
  });
}

bool CsvNullValues::is_among(std::string_view cell) const {
  return std::ranges::find(words_, cell) != words_.end();
}

namespace {

std::string in_quotes(std::string_view cell) { return str("\"", cell, "\""); }

// Also for i4 and u4.
bool fits_bits(int64_t x, int bits) {
  return bits == 64 || (x >= -(int64_t{1} << (bits - 1)) && x < int64_t{1} << (bits - 1));
}

// Integer value of a cell. 12.0 and 1e3 are integers as well.
std::optional<int64_t> whole_of(std::string_view cell) {
  if (auto x = csv_int(cell)) return x;
  auto x = csv_number(cell);
  constexpr double exact = 9007199254740992;
  bool is_one = x && !x->is_whole() && !x->leaves_range && std::fabs(x->value) < exact &&
                x->value == std::floor(x->value);
  if (!is_one) return std::nullopt;
  return static_cast<int64_t>(x->value);
}

std::string not_whole(std::string_view cell, Dtype dtype) {
  auto x = csv_number(cell);
  if (!x) return in_quotes(cell) + " is not a number";
  bool is_whole = x->is_whole() || x->value == std::floor(x->value);
  if (is_whole) return str(in_quotes(cell), " does not fit in ", dtype);
  return str(in_quotes(cell), " is not an integer, as ", dtype, " requires");
}

std::string take_whole(std::string_view cell, Dtype dtype, CsvCellValue& out) {
  auto x = whole_of(cell);
  if (!x) return not_whole(cell, dtype);
  if (!fits_bits(*x, bits(dtype))) return str(in_quotes(cell), " does not fit in ", dtype);
  out.whole = *x;
  return "";
}

std::string take_natural(std::string_view cell, Dtype dtype, CsvCellValue& out) {
  std::optional<uint64_t> x = csv_natural(cell);
  if (!x) {
    auto whole = whole_of(cell);
    if (!whole) return not_whole(cell, dtype);
    if (*whole < 0) return str(in_quotes(cell), " does not fit in ", dtype);
    x = static_cast<uint64_t>(*whole);
  }
  bool fits = bits(dtype) == 64 || *x >> bits(dtype) == 0;
  if (!fits) return str(in_quotes(cell), " does not fit in ", dtype);
  out.natural = *x;
  return "";
}

std::string take_bool(std::string_view cell, CsvCellValue& out) {
  constexpr std::string_view yes[] = {"true", "True", "TRUE", "1"};
  constexpr std::string_view no[] = {"false", "False", "FALSE", "0"};
  out.whole = std::ranges::count(yes, cell);
  bool is_one = out.whole == 1 || std::ranges::count(no, cell) == 1;
  return is_one ? "" : in_quotes(cell) + " is not a bool (true, false, 1, 0)";
}

double rounded(double x, Dtype dtype) {
  return with_type(dtype, [&]<class T>(T) -> double {
    if constexpr (requires { static_cast<double>(static_cast<T>(x)); }) {
      return static_cast<double>(static_cast<T>(x));
    } else {
      return x;  // dtype is not a float type
    }
  });
}

std::string take_real(std::string_view cell, Dtype dtype, CsvCellValue& out) {
  auto x = csv_number(cell);
  if (!x) return in_quotes(cell) + " is not a number";
  out.real = x->value;
  if (!std::isfinite(x->value) && !x->leaves_range) return "";
  double there = rounded(x->value, dtype);
  constexpr double near = 0.75;  // a narrow type without inf saturates to its largest number
  bool is_beyond = x->leaves_range || !std::isfinite(there) || (there == 0 && x->value != 0) ||
                   (std::fabs(x->value) > 1 && std::fabs(there) < near * std::fabs(x->value));
  if (is_beyond) return str(in_quotes(cell), " does not fit in ", dtype);
  if (!x->is_whole() || (there == x->value && x->fits_f64())) return "";
  return str(in_quotes(cell), " is not exactly representable in ", dtype);
}

}  // namespace

std::string csv_stored(std::string_view cell, Dtype dtype, bool is_missing, CsvCellValue& out) {
  if (is_missing && !is_float(dtype)) {
    std::string what = cell.empty() ? "the cell is empty" : in_quotes(cell) + " is missing";
    return str(what, ", but ", dtype, " has no missing values");
  }
  if (is_missing) {
    out.real = std::nan("");
    return "";
  }
  if (dtype == Dtype::boolean) return take_bool(cell, out);
  if (is_float(dtype)) return take_real(cell, dtype, out);
  return kind(dtype) == DtypeKind::natural ? take_natural(cell, dtype, out)
                                           : take_whole(cell, dtype, out);
}

}  // namespace rille
