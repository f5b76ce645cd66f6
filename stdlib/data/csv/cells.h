// CsvCells: reads the cells of a CSV text, row by row.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// CSV text, with its path for errors and the separator of its cells.
struct CsvText {
  const std::string& path;
  std::string_view text;
  char separator;
};

// Raises error[value] if the separator is not one character, or is a quote or a line ending.
void need_separator(const std::string& separator);

using CsvRow = std::vector<std::string_view>;

// Reader for RFC 4180: cells are separated by commas; a quoted cell may contain commas and line
// endings, and "" for a quote. A line ends with a line feed, a carriage return, or both.
class CsvCells {
 public:
  // Starts at the byte `at`, which must be the start of a row.
  CsvCells(const CsvText& csv, size_t at, int64_t line);

  // Reads the cells of the next row, which are valid until the next call. Returns false at the end.
  bool read(CsvRow& out);
  // Whether the row is an empty line or a line of spaces, which is ignored. A quoted "" is a cell.
  bool is_blank(const CsvRow& row) const;
  int64_t line() const { return line_; }            // line at which the row began
  size_t at() const { return at_; }                 // byte at which the next row begins
  int64_t next_line() const { return next_line_; }  // line at which the next row begins

 private:
  size_t next_stop(size_t at);
  bool cell(CsvRow& out);
  void take_line_end();
  std::string odd_cell(std::string_view before);
  void quoted(std::string& cell);

  CsvText csv_;
  std::array<bool, 256> stops_{};
  size_t looked_at_;  // start of the last 64 scanned bytes; initially the 64 before the text
  uint64_t stops_there_ = 0;      // bit mask of the stops among these bytes
  std::deque<std::string> made_;  // unquoted cells of this row, which are not views of the text
  size_t at_;
  int64_t line_, next_line_;
  bool has_quotes_ = false;  // true if a cell of this row is quoted
};

}  // namespace rille
