// TableView: cells, and the text for a terminal.
#include "repl/prompt/table.h"

#include <algorithm>
#include <numeric>

#include "repl/line/width.h"
#include "repl/prompt/show.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// Returns the number of rows of a column, or -1 if the value is not a column.
int64_t rows_of(const Value& value) {
  if (value.is_array()) {
    const Array& x = value.array();
    return x.is_traced() || x.rank() != 1 ? -1 : static_cast<int64_t>(x.size());
  }
  bool is_words = value.is_tuple() && std::ranges::all_of(value.items(), &Value::is_string);
  return is_words ? std::ssize(value.items()) : -1;
}

}  // namespace

std::vector<int64_t> ends_of(int64_t n, int64_t most) {
  std::vector<int64_t> out(static_cast<size_t>(std::min(n, most)));
  std::iota(out.begin(), out.end(), 0);
  if (n <= most) return out;
  auto half = static_cast<size_t>((most + 1) / 2);
  for (size_t i = half; i < out.size(); ++i) out[i] = n - most + static_cast<int64_t>(i);
  out.insert(out.begin() + static_cast<std::ptrdiff_t>(half), gap);
  return out;
}

std::string element_of(const Array& x, int64_t at) {
  auto offset = static_cast<size_t>(at) * bytes(x.dtype());
  return text(Value(x.view(Type(x.dtype(), Shape{}), offset)));
}

std::optional<TableView> TableView::of(const Value& value) {
  bool has_names = value.is_branch() && !value.is_tuple() && struct_type(value.layout()) == nullptr;
  if (!has_names || value.items().size() < 2) return std::nullopt;
  int64_t rows = rows_of(value.items()[0]);
  bool is_table = rows > 0 && std::ranges::all_of(value.items(), [&](const Value& column) {
                    return rows_of(column) == rows;
                  });
  return is_table ? std::optional(TableView(value, rows)) : std::nullopt;
}

int64_t TableView::columns() const { return std::ssize(items()); }

std::string TableView::name(int64_t column) const {
  return branch_name(value_.branch(), static_cast<size_t>(column));
}

std::string TableView::kind(int64_t column) const {
  const Value& item = items()[static_cast<size_t>(column)];
  return item.is_array() ? std::string(rille::name(item.array().dtype())) : "str";
}

std::string TableView::cell(int64_t row, int64_t column) const {
  const Value& item = items()[static_cast<size_t>(column)];
  return item.is_array() ? element_of(item.array(), row)
                         : item.items()[static_cast<size_t>(row)].string();
}

std::string TableView::sizes() const { return str(rows_, " rows, ", columns(), " columns"); }

namespace {

constexpr int max_rows = 20, rows_of_more = 10, widest = 24;
constexpr std::string_view between = "  ";

// A column of the text: padded to its width.
struct TextColumn {
  std::vector<std::string> cells = {};
  int width = 0;
  bool is_right = true;

  void put(const std::string& text) {
    std::string shown = visible(text);
    std::ranges::replace(shown, '\n', ' ');
    if (line::width_of(shown) > widest) shown = cut(shown);
    width = std::max(width, line::width_of(shown));
    cells.push_back(std::move(shown));
  }

  static std::string cut(const std::string& text) {
    size_t end = 0;
    for (int wide = 0;;) {
      size_t next = line::letter_at(text, end);
      wide += line::width_of_letter(text.substr(end, next));
      if (next == 0 || wide >= widest) return text.substr(0, end) + "…";
      end += next;
    }
  }

  std::string padded(size_t row) const {
    std::string blanks(static_cast<size_t>(width - line::width_of(cells[row])), ' ');
    return is_right ? blanks + cells[row] : cells[row] + blanks;
  }
};

TextColumn row_numbers(const std::vector<int64_t>& down) {
  TextColumn out{.cells = {"", ""}};
  for (int64_t i : down) out.put(i == gap ? "⋮" : str(i));
  return out;
}

TextColumn column_of(const TableView& table, int64_t at, const std::vector<int64_t>& down) {
  if (at == gap) {
    TextColumn left_out{.cells = std::vector<std::string>(down.size() + 2), .width = 1};
    left_out.cells[0] = "…";
    return left_out;
  }
  TextColumn out{.is_right = !table.is_of_words(at)};
  out.put(table.name(at));
  out.put(table.kind(at));
  for (int64_t i : down) out.put(i == gap ? "" : table.cell(i, at));
  return out;
}

int width_of(const std::vector<TextColumn>& columns) {
  int sum = 0;
  for (const TextColumn& column : columns) sum += column.width + static_cast<int>(between.size());
  return sum - static_cast<int>(between.size());
}

}  // namespace

std::string table_text(const TableView& table, int width) {
  bool shows_all = table.rows() <= max_rows;
  std::vector<int64_t> down = ends_of(table.rows(), shows_all ? max_rows : rows_of_more);
  std::vector<TextColumn> columns;
  for (int64_t most = std::min<int64_t>(table.columns(), width / 3);; --most) {
    columns = {row_numbers(down)};
    for (int64_t at : ends_of(table.columns(), most)) columns.push_back(column_of(table, at, down));
    if (most <= 1 || width_of(columns) <= width) break;
  }
  std::string out;
  for (size_t row = 0; row < down.size() + 2; ++row) {
    std::string line;
    for (const TextColumn& column : columns) {
      line += str(line.empty() ? "" : between, column.padded(row));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace rille
