// CsvCells: the cells of a text, row by row.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// Which text it is, and what stands between its cells.
struct CsvText {
  const std::string& path;
  std::string_view text;
  char separator;
};

// error[value] where it is not one character, or one that ends cells anyway.
void need_separator(const std::string& separator);

using CsvRow = std::vector<std::string_view>;

// RFC 4180: commas, quotes that may hold commas and line ends, "" for a quote. A line ends by a
// line feed, a carriage return, or both.
class CsvCells {
 public:
  // From a place on that is the beginning of a row.
  CsvCells(const CsvText& csv, size_t at, int64_t line);

  // The cells of the next row, which live until the one after it is read; false at the end.
  bool read(CsvRow& out);
  // Whether that row is a line of nothing, or of spaces: it counts for nothing. "" is a cell.
  bool is_blank(const CsvRow& row) const;
  int64_t line() const { return line_; }            // where that row began
  size_t at() const { return at_; }                 // where the next one begins
  int64_t next_line() const { return next_line_; }  // in which line

 private:
  size_t next_stop(size_t at);
  bool cell(CsvRow& out);
  void take_line_end();
  std::string odd_cell(std::string_view before);
  void quoted(std::string& cell);

  CsvText csv_;
  std::array<bool, 256> stops_{};
  size_t looked_at_;              // where 64 bytes begin that were looked at; at first those before
  uint64_t stops_there_ = 0;      // which of them are stops
  std::deque<std::string> made_;  // cells of this row that do not stand in the text
  size_t at_;
  int64_t line_, next_line_;
  bool has_quotes_ = false;  // a cell of this row
};

}  // namespace rille
