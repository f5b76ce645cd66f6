// CsvColumn: what a column holds, and the memory it goes to.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stdlib/data/csv/cells.h"
#include "vm/numbers/dtype.h"
#include "vm/value.h"

namespace rille {

// What holds all cells of a column as they are written, the narrowest first.
enum class CsvKind : uint8_t { i32, i64, u64, f32, f64, word };

// Where a column's cells go: row i to element i * stride. No data: they are looked at alone.
struct CsvPlace {
  CsvKind kind = CsvKind::i32;
  // Given: a cell that does not fit it is an error. It is stored by the kind: whole numbers and
  // bools as i64, natural ones as u64, floats but f32 as f64.
  std::optional<Dtype> dtype = {};
  void* data = nullptr;
  int64_t stride = 1;
  bool has_number = false, has_na = false;  // na: a missing cell that is written
};

// The kind by which a column of a dtype is stored.
CsvKind storage_of(Dtype dtype);

// The cells that say that there is no value; the empty one among them or not.
class CsvMissing {
 public:
  explicit CsvMissing(std::vector<std::string> words);
  // Of a cell without the spaces around it.
  bool holds(std::string_view cell) const {
    return begins_[cell.empty() ? 0 : static_cast<unsigned char>(cell[0])] && is_among(cell);
  }
  bool has_numbers() const { return has_numbers_; }  // 999 may be one

 private:
  bool is_among(std::string_view cell) const;

  std::vector<std::string> words_;
  std::array<bool, 256> begins_{};  // one of them; the empty one by 0
  bool has_numbers_ = false;
};

// Some rows of a text that stand one behind the other: which bytes, which line, where they go.
struct CsvPart {
  size_t begin, end;
  int64_t line, row, rows;  // rows: at most
};

// What the rows of a table have in common.
struct CsvTable {
  const CsvText& csv;
  const std::vector<std::string>& names;
  const CsvMissing& missing;
};

// What became of a part.
struct CsvFilled {
  int64_t rows = 0;
  std::vector<CsvPlace> places;  // their kinds: at least what they were taken for
  std::string fault;             // why it ended before its end; "": it did not
};

// Takes the rows of a part, at most `most` of them. error[io] where a quote is not closed.
CsvFilled filled(const CsvTable& table, const CsvPart& part, std::vector<CsvPlace> places,
                 int64_t most);

// A cell of a column whose dtype is given, in the form that it is stored in.
struct CsvStored {
  int64_t whole = 0;
  uint64_t natural = 0;
  double real = 0;
};
// Why the cell does not fit the dtype, as `"x" is not a number`; "" where it does.
std::string csv_stored(std::string_view cell, Dtype dtype, bool is_missing, CsvStored& out);

}  // namespace rille
