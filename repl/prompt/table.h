// TableView: a record or dict of columns of equal length.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vm/value.h"

namespace rille {

class TableView {
 public:
  // Returns the table of a record or dict, or nullopt if it has fewer than two columns, or columns
  // of different lengths. A column is an array with one axis or a tuple of strings.
  static std::optional<TableView> of(const Value& value);

  int64_t rows() const { return rows_; }
  int64_t columns() const;
  std::string name(int64_t column) const;
  bool is_of_words(int64_t column) const {
    return !items()[static_cast<size_t>(column)].is_array();
  }
  std::string kind(int64_t column) const;  // "f32", "str"
  std::string cell(int64_t row, int64_t column) const;
  std::string sizes() const;  // "150 rows, 5 columns"

 private:
  TableView(Value value, int64_t rows) : value_(std::move(value)), rows_(rows) {}
  const Values& items() const { return value_.items(); }

  Value value_;
  int64_t rows_;
};

// Returns the text of a table for a terminal of this width: names and dtypes, then the first and
// last rows. If there are too many columns, the middle ones are omitted.
std::string table_text(const TableView& table, int width);

// Returns 0 to n - 1, or the first and last `most` of these numbers with `gap` between them.
constexpr int64_t gap = -1;
std::vector<int64_t> ends_of(int64_t n, int64_t most);

// Returns the text of an element by its index in row-major order.
std::string element_of(const Array& x, int64_t at);

}  // namespace rille
