// Tables, bars, and colors of reports for the terminal.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rille::profile {

// Reports are not narrower, so that the columns of their tables have room.
constexpr size_t min_report_width = 40;

// The number of columns of a text in UTF-8 without escape sequences.
size_t columns_of(std::string_view text);

// The text in at most `width` columns, with "…" if it is longer.
std::string fitted(std::string_view text, size_t width);

// The words of a text in lines of at most `width` columns. All lines but the first are indented.
std::string wrapped(std::string_view text, size_t width, size_t indent);

enum class ReportColor { none, heading, faint, good, warning, bad };

// Colors text if the report has colors.
class ReportPaint {
 public:
  explicit ReportPaint(bool has_colors) : has_colors_(has_colors) {}
  std::string operator()(std::string_view text, ReportColor color) const;

 private:
  bool has_colors_;
};

// A table whose columns are as wide as their widest cell. The first columns are aligned to the
// right, the others to the left. The last column is cut at the width of the table; before that,
// optional columns are left out.
class ReportTable {
 public:
  ReportTable(std::vector<std::string> head, size_t right) : right_(right) { add(std::move(head)); }

  // The columns that are left out first if fewer than `room` columns of the terminal remain for the
  // last column, and it needs more.
  void leave_out(std::vector<size_t> columns, size_t room) {
    optional_ = std::move(columns);
    room_ = room;
  }
  void add(std::vector<std::string> row) {
    rows_.push_back(std::move(row));
    middles_.emplace_back();
  }
  // The last cell consists of three texts, of which the second one is shortened first.
  void add(std::vector<std::string> row, const std::array<std::string, 3>& last) {
    row.push_back(last[0] + last[1] + last[2]);
    add(std::move(row));
    middles_.back() = {last[0].size(), last[1].size()};
  }
  bool empty() const { return rows_.size() < 2; }
  std::string text(size_t width, const ReportPaint& paint) const;

 private:
  std::vector<std::vector<std::string>> rows_;      // the heading first
  std::vector<std::pair<size_t, size_t>> middles_;  // of the last cells: begin and size; 0: none
  std::vector<size_t> optional_ = {};
  size_t right_, room_ = 0;

  // The width of each column; 0 for those that are left out.
  std::vector<size_t> widths(size_t width) const;
  std::string last_cell(size_t row, size_t width) const;
};

}  // namespace rille::profile
