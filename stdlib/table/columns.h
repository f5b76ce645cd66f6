// Columns: a table as its verbs see it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vm/state.h"
#include "vm/value.h"

namespace rille {

using RowNumbers = std::vector<int64_t>;

// The columns of a record, or of a dict of strings: arrays and tuples of strings, of as many rows
// each.
struct Columns {
  std::vector<std::string> names;
  Values values;
  int64_t rows = 0;
  bool is_dict = false;

  int find(std::string_view name) const;  // -1
  // error[value] where there is no such column.
  const Value& column(std::string_view name, std::string_view who, std::string_view label) const;
  // A record, or a dict in the order of the columns, as the table was.
  Value table(State& state) const;
  // One row of it, as `rows` gives it.
  Value row(State& state, int64_t number) const;
};

// error[type] where `x` is no table; error[shape] where its columns differ in their rows.
Columns columns_of(State& state, const Value& x, std::string_view who, int at = 0);

// Some rows of a column, of the whole table, in this order.
Value rows_of_column(const Value& column, const RowNumbers& rows);
Columns rows_of_table(const Columns& table, const RowNumbers& rows);

// A string or a tuple of them.
std::vector<std::string> names_in(const Value& names, std::string_view who, std::string_view label);

// Compares rows by some columns: numbers by their value, nan behind all, strings by their bytes.
class RowOrder {
 public:
  RowOrder(const Columns& table, const std::vector<std::string>& by, std::string_view who);
  // Below, at or above 0 as row i comes before, with or behind row j; nan is behind in either
  // direction.
  int compare(int64_t i, int64_t j, bool is_descending = false) const;
  // All rows in order; those that compare equal stay in theirs.
  RowNumbers sorted(bool is_descending = false) const;

 private:
  struct Key {
    std::vector<double> reals;
    std::vector<int64_t> wholes;
    std::vector<uint64_t> naturals;
    const Values* words = nullptr;
    int compare(size_t i, size_t j, bool is_descending) const;
  };
  std::vector<Key> keys_;
  int64_t rows_;
};

// The rows of each group of equal keys, the groups in the order of their keys.
std::vector<RowNumbers> groups_of(const Columns& table, const std::vector<std::string>& by,
                                  std::string_view who);

}  // namespace rille
