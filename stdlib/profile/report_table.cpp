// Tables, bars, and colors of reports for the terminal.
#include "stdlib/profile/report_table.h"

#include <algorithm>

namespace rille::profile {
namespace {

// The middle of a cell keeps this number of columns; then its end is cut.
constexpr size_t min_middle = 8;

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

void trim_right(std::string& text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
}

}  // namespace

size_t columns_of(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, begins_character));
}

std::string fitted(std::string_view text, size_t width) {
  if (columns_of(text) <= width) return std::string(text);
  if (width == 0) return "";
  size_t end = 0;
  for (size_t columns = 0; end < text.size(); ++end) {
    if (begins_character(text[end]) && ++columns == width) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string wrapped(std::string_view text, size_t width, size_t indent) {
  std::string out;
  size_t column = 0;
  while (!text.empty()) {
    size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    size_t size = columns_of(word);
    if (column > indent && column + 1 + size > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > 0) {
      out += " ";
      ++column;
    }
    out += word;
    column += size;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string ReportPaint::operator()(std::string_view text, ReportColor color) const {
  constexpr std::string_view codes[] = {"",         "\x1b[1m",  "\x1b[2m",
                                        "\x1b[32m", "\x1b[33m", "\x1b[31m"};
  std::string out(text);
  if (!has_colors_ || color == ReportColor::none || text.empty()) return out;
  return std::string(codes[static_cast<size_t>(color)]) + out + "\x1b[0m";
}

std::vector<size_t> ReportTable::widths(size_t width) const {
  std::vector<size_t> out(rows_.front().size());
  for (const auto& row : rows_) {
    for (size_t i = 0; i < out.size(); ++i) out[i] = std::max(out[i], columns_of(row[i]));
  }
  for (size_t column : optional_) {
    bool is_empty = std::all_of(rows_.begin() + 1, rows_.end(),
                                [&](const auto& row) { return row[column].empty(); });
    if (is_empty) out[column] = 0;
  }
  size_t wanted = std::min(room_, out.back());
  for (size_t column : optional_) {
    size_t before = 0;
    for (size_t i = 0; i + 1 < out.size(); ++i) before += out[i] > 0 ? out[i] + 2 : 0;
    if (before + wanted <= width) break;
    out[column] = 0;
  }
  return out;
}

// The last cell of a row, in `width` columns if its middle is long enough.
std::string ReportTable::last_cell(size_t row, size_t width) const {
  std::string cell = rows_[row].back();
  auto [begin, size] = middles_[row];
  size_t columns = columns_of(cell);
  if (columns <= width || size == 0) return cell;
  std::string middle = cell.substr(begin, size);
  size_t all = columns_of(middle), excess = columns - width;
  size_t least = std::min(min_middle, all);
  return cell.replace(begin, size, fitted(middle, all > excess + least ? all - excess : least));
}

std::string ReportTable::text(size_t width, const ReportPaint& paint) const {
  std::vector<size_t> widths = this->widths(width);
  std::string out;
  for (size_t r = 0; r < rows_.size(); ++r) {
    std::string line;
    for (size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] == 0) continue;
      bool is_last = i + 1 == widths.size();
      size_t room = width - std::min(width, columns_of(line));
      std::string cell = is_last ? last_cell(r, room) : rows_[r][i];
      std::string air(widths[i] - std::min(widths[i], columns_of(cell)), ' ');
      line += (i < right_ ? air + cell : cell + air) + "  ";
    }
    trim_right(line);
    line = fitted(line, width);
    out += paint(line, r == 0 ? ReportColor::faint : ReportColor::none) + "\n";
  }
  return out;
}

}  // namespace rille::profile
