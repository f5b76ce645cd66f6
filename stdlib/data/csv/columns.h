// Columns of a CSV table: storage types and destinations.
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

// Storage types that represent all cells of a column exactly as they are written, narrowest first.
enum class CsvKind : uint8_t { i32, i64, u64, f32, f64, word };

// Destination of the cells of a column: row i goes to element i * stride. If `data` is null, the
// cells are only checked.
struct CsvDestination {
  CsvKind kind = CsvKind::i32;
  // If set, a cell that does not fit in the dtype is an error. Signed integers and bools are stored
  // as i64, unsigned integers as u64, and floats other than f32 as f64.
  std::optional<Dtype> dtype = {};
  void* data = nullptr;
  int64_t stride = 1;
  bool has_number = false, has_na = false;  // has_na: a missing cell that is not empty
};

// Storage type of a column with a given dtype.
CsvKind storage_of(Dtype dtype);

// Cells that represent a missing value. The empty cell may be one of them.
class CsvNullValues {
 public:
  explicit CsvNullValues(std::vector<std::string> words);
  // Whether a trimmed cell is a missing value.
  bool holds(std::string_view cell) const {
    return begins_[cell.empty() ? 0 : static_cast<unsigned char>(cell[0])] && is_among(cell);
  }
  bool has_numbers() const { return has_numbers_; }  // a number such as 999 may be one of them

 private:
  bool is_among(std::string_view cell) const;

  std::vector<std::string> words_;
  std::array<bool, 256> begins_{};  // first bytes of the cells; 0 for the empty cell
  bool has_numbers_ = false;
};

// Consecutive rows of a text: their bytes, first line, index of the first row, and the maximum
// number of rows.
struct CsvChunk {
  size_t begin, end;
  int64_t line, row, rows;
};

// Properties shared by all rows of a table.
struct CsvTable {
  const CsvText& csv;
  const std::vector<std::string>& names;
  const CsvNullValues& missing;
};

// Result of reading a part.
struct CsvChunkResult {
  int64_t rows = 0;
  std::vector<CsvDestination> places;  // with kinds at least as wide as the requested kinds
  std::string fault;                   // reason why reading stopped early; empty if it did not
};

// Reads the rows of a part, at most `most` of them. Raises error[io] if a quote is not closed.
CsvChunkResult filled(const CsvTable& table, const CsvChunk& part,
                      std::vector<CsvDestination> places, int64_t most);

// Value of a cell of a column with a given dtype, in its storage type.
struct CsvCellValue {
  int64_t whole = 0;
  uint64_t natural = 0;
  double real = 0;
};
// Converts a cell. Returns why the dtype cannot hold the cell, such as `"x" is not a number`, or an
// empty string.
std::string csv_stored(std::string_view cell, Dtype dtype, bool is_missing, CsvCellValue& out);

}  // namespace rille
