// filled: reads the rows of a part of a CSV text.
#include <utility>

#include "stdlib/data/csv/columns.h"
#include "stdlib/data/csv/numbers.h"
#include "vm/text.h"

namespace rille {
namespace {

class CsvChunkReader {
 public:
  CsvChunkReader(const CsvTable& table, const CsvChunk& part, std::vector<CsvDestination> places)
      : table_(table),
        csv_{table.csv.path, table.csv.text.substr(0, part.end), table.csv.separator},
        cells_(csv_, part.begin, part.line),
        places_(std::move(places)),
        row_(part.row),
        may_be_missing_(table.missing.has_numbers()) {}

  CsvChunkResult run(int64_t most) {
    CsvChunkResult out;
    CsvRow row;
    while (out.rows < most && out.fault.empty() && cells_.read(row)) {
      if (cells_.is_blank(row)) continue;
      out.fault = taken(row);
      ++row_;
      ++out.rows;
    }
    out.places = std::move(places_);
    return out;
  }

 private:
  // Reads a row. Returns why the row does not belong to the table, or an empty string.
  std::string taken(const CsvRow& row) {
    if (row.size() != places_.size()) {
      return str("\"", csv_.path, "\" line ", cells_.line(), " has ", row.size(),
                 row.size() == 1 ? " cell" : " cells", ", expected ", places_.size());
    }
    for (size_t i = 0; i < row.size(); ++i) {
      CsvDestination& place = places_[i];
      if (place.dtype) {
        std::string fault = take_given(place, row[i]);
        if (fault.empty()) continue;
        return str("\"", csv_.path, "\" line ", cells_.line(), ", column ", table_.names[i], ": ",
                   fault);
      }
      while (!take(place, row[i])) widen(place);
    }
    return "";
  }

  // Stores a cell if it fits the storage type of the column. Returns whether it fits.
  bool take(CsvDestination& place, std::string_view cell) {
    if (place.kind == CsvKind::word) {
      put_word(place, cell);
      return true;
    }
    PlainNumber plain;
    bool is_plain = reads_plain(cell, plain) && !plain.has_zeros(cell);
    if (place.kind >= CsvKind::f32) {
      return (is_plain && put_plain(place, plain)) || take_float(place, cell);
    }
    if (is_plain && !plain.has_point) {
      bool fits = place.kind == CsvKind::u64 ? plain.whole() >= 0 : fits_int(place, plain.whole());
      if (fits) put_int(place, plain.whole());
      return fits;
    }
    return take_int(place, cell);
  }

  bool put_plain(CsvDestination& place, const PlainNumber& plain) {
    if (!plain.is_exact()) return false;
    double x = plain.value();
    bool fits = place.kind == CsvKind::f64 || plain.is_short(x) || f32_holds(x, !plain.has_point);
    if (!fits) return false;
    place.has_number = true;
    put_float(place, x);
    return true;
  }

  bool take_int(const CsvDestination& place, std::string_view cell) {
    std::string_view inner = csv_trimmed(cell);
    if (has_leading_zeros(inner) || table_.missing.holds(inner)) return false;
    if (place.kind == CsvKind::u64) {
      auto x = csv_natural(cell);
      if (x && place.data != nullptr) put<uint64_t>(place, *x);
      return x.has_value();
    }
    auto x = csv_int(cell);
    bool is_one = x && fits_int(place, *x);
    if (is_one) put_int(place, *x);
    return is_one;
  }

  bool take_float(CsvDestination& place, std::string_view cell) {
    double soon = 0;
    if (place.kind == CsvKind::f64 && !may_be_missing_ && csv_fraction(cell, soon)) {
      place.has_number = true;
      put_float(place, soon);
      return true;
    }
    std::string_view inner = csv_trimmed(cell);
    if (table_.missing.holds(inner)) {
      place.has_na = place.has_na || !inner.empty();
      put_float(place, nan_);
      return true;
    }
    if (has_leading_zeros(inner)) return false;
    auto x = csv_number(cell);
    bool is_one = x && (place.kind == CsvKind::f32 ? x->fits_f32() : x->fits_f64());
    if (!is_one) return false;
    place.has_number = true;
    put_float(place, x->value);
    return true;
  }

  // Stores a cell of a column with a given dtype. Returns why the dtype cannot hold the cell, or an
  // empty string.
  std::string take_given(const CsvDestination& place, std::string_view cell) {
    PlainNumber plain;
    bool is_plain = reads_plain(cell, plain);
    bool is_float = *place.dtype == Dtype::f32 || *place.dtype == Dtype::f64;
    constexpr uint64_t whole_f32 = uint64_t{1} << 24;
    bool is_exact = plain.is_exact() &&
                    (place.kind == CsvKind::f64 || plain.has_point || plain.digits <= whole_f32);
    if (is_plain && is_float && is_exact) {
      put_float(place, plain.value());
      return "";
    }
    CsvCellValue stored;
    bool is_soon = *place.dtype == Dtype::f64 && !may_be_missing_;
    if (is_soon && csv_fraction(cell, stored.real)) {
      put_float(place, stored.real);
      return "";
    }
    std::string_view inner = csv_trimmed(cell);
    std::string fault = csv_stored(inner, *place.dtype, table_.missing.holds(inner), stored);
    if (!fault.empty() || place.data == nullptr) return fault;
    switch (place.kind) {
      case CsvKind::i64: put<int64_t>(place, stored.whole); break;
      case CsvKind::u64: put<uint64_t>(place, stored.natural); break;
      default: put_float(place, stored.real);
    }
    return "";
  }

  // Whether sixteen bytes from the start of the cell are within the text.
  bool can_look_ahead(std::string_view cell) const {
    const std::string_view& text = csv_.text;
    auto at = reinterpret_cast<uintptr_t>(cell.data()) - reinterpret_cast<uintptr_t>(text.data());
    return at < text.size() && text.size() - at >= 16;
  }

  bool reads_plain(std::string_view cell, PlainNumber& out) const {
    bool is_one = can_look_ahead(cell) && plain_number(cell, out);
    return is_one && !(may_be_missing_ && table_.missing.holds(cell));
  }

  // Widens the storage type. The stored cells become invalid, and the column is read again.
  static void widen(CsvDestination& place) {
    place.kind = static_cast<CsvKind>(static_cast<int>(place.kind) + 1);
    place.data = nullptr;
  }

  // --- elements

  static bool fits_int(const CsvDestination& place, int64_t x) {
    return place.kind == CsvKind::i64 || x == static_cast<int32_t>(x);
  }
  template <class T, class X>
  void put(const CsvDestination& place, X&& x) {
    static_cast<T*>(place.data)[row_ * place.stride] = std::forward<X>(x);
  }
  void put_int(const CsvDestination& place, int64_t x) {
    if (place.data == nullptr) return;
    if (place.kind == CsvKind::i32) return put<int32_t>(place, static_cast<int32_t>(x));
    put<int64_t>(place, x);  // the same bits for u64
  }
  void put_float(const CsvDestination& place, double x) {
    if (place.data == nullptr) return;
    if (place.kind == CsvKind::f64) return put<double>(place, x);
    put<float>(place, static_cast<float>(x));
  }
  void put_word(const CsvDestination& place, std::string_view cell) {
    if (place.data != nullptr) put<Value>(place, Value(std::string(cell)));
  }

  static constexpr double nan_ = __builtin_nan("");

  const CsvTable& table_;
  CsvText csv_;
  CsvCells cells_;
  std::vector<CsvDestination> places_;
  int64_t row_;
  bool may_be_missing_;  // true if a number may be a missing value
};

}  // namespace

CsvChunkResult filled(const CsvTable& table, const CsvChunk& part,
                      std::vector<CsvDestination> places, int64_t most) {
  return CsvChunkReader(table, part, std::move(places)).run(most);
}

}  // namespace rille
