// data.csv: a table of numbers and words from a text file.
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "stdlib/array.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/running.h"
#include "vm/state.h"

namespace rille {
namespace {

using Row = std::vector<std::string>;

// RFC 4180: commas, quotes that may hold commas and line ends, "" for a quote.
class Reader {
 public:
  Reader(const std::string& path, std::string_view text, char separator)
      : path_(path), text_(text), separator_(separator) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  bool done() const { return at_ >= text_.size(); }
  int line() const { return line_; }

  Row row() {
    Row out(1);
    while (!done()) {
      polls_.step();
      char c = text_[at_++];
      if (c == '"' && out.back().empty()) {
        quoted(out.back());
      } else if (c == separator_) {
        out.emplace_back();
      } else if (c == '\n') {
        ++line_;
        break;
      } else if (c != '\r') {
        out.back() += c;
      }
    }
    return out;
  }

 private:
  void quoted(std::string& cell) {
    int start = line_;
    while (!done()) {
      polls_.step(2 * cell.size());
      char c = text_[at_++];
      if (c == '\n') ++line_;
      if (c != '"') {
        cell += c;
      } else if (!done() && text_[at_] == '"') {
        cell += text_[at_++];
      } else {
        return;
      }
    }
    throw Error(Code::io,
                str("\"", path_, "\": the quote that opens in line ", start, " is never closed"));
  }

  const std::string& path_;
  std::string_view text_;
  char separator_;
  size_t at_ = 0;
  int line_ = 1;
  Polls polls_;
};

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

template <class T>
std::optional<T> read_number(std::string_view cell) {
  cell = trimmed(cell);
  if (cell.starts_with('+')) cell.remove_prefix(1);
  T out{};
  auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), out);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return out;
}

std::optional<double> read_cell(std::string_view cell) {
  if (trimmed(cell).empty()) return std::nan("");
  return read_number<double>(cell);
}

struct Table {
  Row names;
  std::vector<Row> rows;
  std::vector<int> lines;  // where each row begins
};

Table read_table(const std::string& path, bool header, const std::string& separator) {
  if (separator.size() != 1) {
    throw Error(Code::value, str("`separator` needs one character, got \"", separator, "\""));
  }
  std::string text = read_text(path);
  Reader reader(path, text, separator[0]);
  Table out;
  if (header && !reader.done()) out.names = reader.row();
  Polls polls;
  size_t held = 0;
  while (!reader.done()) {
    int line = reader.line();
    Row row = reader.row();
    held += sizeof(Row) + row.capacity() * sizeof(std::string) + 16;
    polls.step(2 * held);
    if (row.size() == 1 && trimmed(row[0]).empty()) continue;
    if (out.names.empty()) {
      for (size_t i = 0; i < row.size(); ++i) out.names.push_back(str("c", i));
    }
    if (row.size() != out.names.size()) {
      throw Error(Code::io, str("\"", path, "\" line ", line, " has ", row.size(),
                                " cells, the lines above have ", out.names.size()));
    }
    out.rows.push_back(std::move(row));
    out.lines.push_back(line);
  }
  return out;
}

// A column of ints is i32 (i64 where one does not fit), of numbers f32, else a tuple of strings.
Value column_of(const Table& table, size_t at) {
  bool whole = true, number = true, wide = false;
  Polls polls;
  for (const Row& row : table.rows) {
    polls.step();
    auto as_int = read_number<int64_t>(row[at]);
    whole = whole && as_int;
    wide = wide || (as_int && *as_int != static_cast<int32_t>(*as_int));
    number = number && read_cell(row[at]);
    if (!number) break;
  }
  auto count = static_cast<int64_t>(table.rows.size());
  if (!number) {
    Values words;
    for (const Row& row : table.rows) words.emplace_back(row[at]);
    return Value::tuple(std::move(words));
  }
  if (whole) {
    Array out(Type(Dtype::i64, {count}));
    auto items = out.edit<int64_t>();
    for (size_t i = 0; i < items.size(); ++i, polls.step()) {
      items[i] = *read_number<int64_t>(table.rows[i][at]);
    }
    return wide ? out : convert(out, Dtype::i32);
  }
  Array out(Type(Dtype::f32, {count}));
  auto items = out.edit<float>();
  for (size_t i = 0; i < items.size(); ++i, polls.step()) {
    items[i] = static_cast<float>(*read_cell(table.rows[i][at]));
  }
  return out;
}

// The columns become the fields of a record.
void check_names(const Row& names, const std::string& path) {
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (seen.insert(trimmed(name)).second) continue;
    throw Error(Code::io, str("\"", path, "\" has two columns \"", trimmed(name), "\""))
        .help("`header = false` names them c0, c1, …; `dtype = f32` reads one array");
  }
}

Array matrix_of(const Table& table, Dtype dtype, const std::string& path) {
  auto rows = static_cast<int64_t>(table.rows.size());
  auto columns = static_cast<int64_t>(table.names.size());
  Array out(Type(Dtype::f64, {rows, columns}));
  auto items = out.edit<double>();
  size_t next = 0;
  for (size_t r = 0; r < table.rows.size(); ++r) {
    for (size_t c = 0; c < table.names.size(); ++c) {
      auto number = read_cell(table.rows[r][c]);
      if (!number) {
        throw Error(Code::io, str("\"", path, "\" line ", table.lines[r], ", column ",
                                  table.names[c], ": \"", table.rows[r][c], "\" is no number"));
      }
      items[next++] = *number;
    }
  }
  return convert(out, dtype);
}

Value csv(State& state, std::string path, std::optional<Dtype> dtype, bool header,
          std::string separator) {
  Table table = read_table(path, header, separator);
  if (dtype) return matrix_of(table, *dtype, path);
  check_names(table.names, path);
  std::vector<std::pair<std::string, Value>> columns;
  for (size_t i = 0; i < table.names.size(); ++i) {
    columns.emplace_back(std::string(trimmed(table.names[i])), column_of(table, i));
  }
  return Value::record(state, std::move(columns));
}

const std::vector<Param> params = {
    {"path", "str", "", "a text file, one row a line"},
    {"dtype", "dtype or nil", "nil", "given: the whole table as one array of it"},
    {"header", "bool", "true", "the first line names the columns, else they are c0, c1, …"},
    {"separator", "str", "\",\"", "between cells, one character"},
};

}  // namespace

extern const Builtin data_csv_builtin = {
    .name = "data.csv",
    .brief = "A table from a file of comma-separated values.",
    .params = params,
    .returns = "record: for each column i32[n], f32[n] or a tuple of str; with dtype: array [n, m]",
    .errors =
        "error[io] where the file cannot be read, with line and column where a row is too short or "
        "a cell is no number",
    .example = "data.csv(\"digits.csv\", dtype = f32)",
    .source = "RFC 4180; an empty cell of a number column is NaN",
    .call = bind<&csv>,
    .purity = Purity::host,
};

}  // namespace rille
