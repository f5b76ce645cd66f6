// CsvColumn: what a column holds, and the memory it goes to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stdlib/data/csv/cells.h"
#include "vm/value.h"

namespace rille {

// What the cells of a column have in common, the narrowest first.
enum class CsvKind : uint8_t { i32, i64, f32, word };

// Where a column's cells go: row i to element i * stride. No data: they are looked at alone.
struct CsvPlace {
  CsvKind kind = CsvKind::i32;
  bool is_f64 = false;    // with f32: its elements
  bool is_fixed = false;  // a cell that is none of the kind is a fault
  void* data = nullptr;
  int64_t stride = 1;
};

// Some rows of a text that stand one behind the other: which bytes, which line, where they go.
struct CsvPart {
  size_t begin, end;
  int64_t line, row, rows;  // rows: at most
};

// What became of a part.
struct CsvFilled {
  int64_t rows = 0;
  std::vector<CsvKind> kinds;  // what its columns need, at least what they were taken for
  std::string fault;           // why it ended before its end; "": it did not
};

// Takes the rows of a part, at most `most` of them. error[io] where a quote is not closed.
CsvFilled filled(const CsvText& csv, const CsvPart& part, std::vector<CsvPlace> places,
                 const std::vector<std::string>& names, int64_t most);

}  // namespace rille
