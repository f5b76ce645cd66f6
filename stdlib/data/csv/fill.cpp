// filled: the rows of a part of a text, cell by cell.
#include <utility>

#include "stdlib/data/csv/columns.h"
#include "stdlib/data/csv/numbers.h"
#include "vm/text.h"

namespace rille {
namespace {

class Filling {
 public:
  Filling(const CsvText& csv, const CsvPart& part, std::vector<CsvPlace> places,
          const std::vector<std::string>& names)
      : csv_{csv.path, csv.text.substr(0, part.end), csv.separator},
        cells_(csv_, part.begin, part.line),
        places_(std::move(places)),
        names_(names),
        row_(part.row) {}

  CsvFilled run(int64_t most) {
    CsvFilled out;
    CsvRow row;
    while (out.rows < most && out.fault.empty() && cells_.read(row)) {
      if (is_blank(row)) continue;
      out.fault = taken(row);
      ++row_;
      ++out.rows;
    }
    for (const CsvPlace& place : places_) out.kinds.push_back(place.kind);
    return out;
  }

 private:
  // Why it is none of the table; "" where it is one.
  std::string taken(const CsvRow& row) {
    if (row.size() != places_.size()) {
      return str("\"", csv_.path, "\" line ", cells_.line(), " has ", row.size(),
                 " cells, the lines above have ", places_.size());
    }
    for (size_t i = 0; i < row.size(); ++i) {
      while (!take(places_[i], row[i])) {
        if (places_[i].is_fixed) {
          return str("\"", csv_.path, "\" line ", cells_.line(), ", column ", names_[i], ": \"",
                     row[i], "\" is no number");
        }
        widen(places_[i]);
      }
    }
    return "";
  }

  // Whether the cell is of the column's kind.
  bool take(const CsvPlace& place, std::string_view cell) {
    if (place.kind == CsvKind::word) {
      put_word(place, cell);
      return true;
    }
    PlainNumber plain;
    bool is_plain = can_look_ahead(cell) && plain_number(cell, plain);
    if (place.kind == CsvKind::f32) {
      bool is_exact = is_plain && plain.is_exact();
      auto x = is_exact ? plain.value() : csv_float(cell);
      if (x) put_float(place, *x);
      return x.has_value();
    }
    auto x = is_plain && !plain.has_point ? plain.whole() : csv_int(cell);
    bool is_one = x && fits(place, *x);
    if (is_one) put_int(place, *x);
    return is_one;
  }

  // Whether it stands in the text, and sixteen bytes from it on as well.
  bool can_look_ahead(std::string_view cell) const {
    const std::string_view& text = csv_.text;
    auto at = reinterpret_cast<uintptr_t>(cell.data()) - reinterpret_cast<uintptr_t>(text.data());
    return at < text.size() && text.size() - at >= 16;
  }

  // What is there already is of no use: the column is taken anew.
  static void widen(CsvPlace& place) {
    place.kind = static_cast<CsvKind>(static_cast<int>(place.kind) + 1);
    place.data = nullptr;
  }

  // --- elements

  static bool fits(const CsvPlace& place, int64_t x) {
    return place.kind == CsvKind::i64 || x == static_cast<int32_t>(x);
  }
  template <class T, class X>
  void put(const CsvPlace& place, X&& x) {
    static_cast<T*>(place.data)[row_ * place.stride] = std::forward<X>(x);
  }
  void put_int(const CsvPlace& place, int64_t x) {
    if (place.data == nullptr) return;
    if (place.kind == CsvKind::i64) return put<int64_t>(place, x);
    put<int32_t>(place, static_cast<int32_t>(x));
  }
  void put_float(const CsvPlace& place, double x) {
    if (place.data == nullptr) return;
    if (place.is_f64) return put<double>(place, x);
    put<float>(place, static_cast<float>(x));
  }
  void put_word(const CsvPlace& place, std::string_view cell) {
    if (place.data != nullptr) put<Value>(place, Value(std::string(cell)));
  }

  CsvText csv_;
  CsvCells cells_;
  std::vector<CsvPlace> places_;
  const std::vector<std::string>& names_;
  int64_t row_;
};

}  // namespace

CsvFilled filled(const CsvText& csv, const CsvPart& part, std::vector<CsvPlace> places,
                 const std::vector<std::string>& names, int64_t most) {
  return Filling(csv, part, std::move(places), names).run(most);
}

}  // namespace rille
