// TableColumns: the table representation of table functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vm/state.h"
#include "vm/value.h"

namespace rille {

using RowIndices = std::vector<int64_t>;

// Columns of a record, or of a dict with string keys: arrays and tuples of strings, all with the
// same number of rows.
struct TableColumns {
  std::vector<std::string> names;
  Values values;
  int64_t rows = 0;
  bool is_dict = false;

  int find(std::string_view name) const;  // index of a column; -1 if it does not exist
  // Raises error[value] if the column does not exist.
  const Value& column(std::string_view name, std::string_view who, std::string_view label) const;
  // The table as a record, or as a dict in the order of the columns if is_dict.
  Value table(State& state) const;
  // One row, as `rows` returns it.
  Value row(State& state, int64_t number) const;
};

// Columns of a table. Raises error[type] if `x` is not a table, and error[shape] if the columns
// have different numbers of rows.
TableColumns columns_of(State& state, const Value& x, std::string_view who, int at = 0);

// The given rows of a column, or of a table, in the given order.
Value rows_of_column(const Value& column, const RowIndices& rows);
TableColumns rows_of_table(const TableColumns& table, const RowIndices& rows);

// Names from a string or a tuple of strings. Raises error[value] if the tuple is empty.
std::vector<std::string> names_in(const Value& names, std::string_view who, std::string_view label);

// Compares rows by some columns: numbers by value, with NaN last, and strings by bytes.
class RowOrder {
 public:
  RowOrder(const TableColumns& table, const std::vector<std::string>& by, std::string_view who);
  // Negative, 0, or positive if row i comes before row j, is equal to it, or comes after it. NaN is
  // last in both directions.
  int compare(int64_t i, int64_t j, bool is_descending = false) const;
  // All rows in sorted order. The sort is stable.
  RowIndices sorted(bool is_descending = false) const;

 private:
  struct RowSortKey {
    std::vector<double> reals;
    std::vector<int64_t> wholes;
    std::vector<uint64_t> naturals;
    const Values* words = nullptr;
    int compare(size_t i, size_t j, bool is_descending) const;
  };
  std::vector<RowSortKey> keys_;
  int64_t rows_;
};

// Rows of each group of equal keys. The groups are sorted by their keys.
std::vector<RowIndices> groups_of(const TableColumns& table, const std::vector<std::string>& by,
                                  std::string_view who);

}  // namespace rille
