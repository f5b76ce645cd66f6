// data.csv: a table of numbers and words from a text file.
#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <set>

#include "stdlib/array.h"
#include "stdlib/ckpt/lanes.h"
#include "stdlib/data/csv/numbers.h"
#include "stdlib/data/csv/parts.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/running.h"
#include "vm/state.h"

namespace rille {
namespace {

using Names = std::vector<std::string>;

// A text, cut into parts behind the names of its columns.
struct Table {
  Contents contents;
  CsvText csv;
  Names names = {};
  std::vector<CsvPart> parts = {};

  Table(const std::string& path, bool header, const std::string& separator)
      : contents(read_utf8(path)), csv{path, contents.view(), ','} {
    if (separator.size() != 1) {
      Error error(Code::value, str("`separator` needs one character, got \"", separator, "\""));
      throw labelled(std::move(error), "separator");
    }
    csv.separator = separator[0];
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    CsvCells cells(csv, csv.text.starts_with(mark) ? mark.size() : 0, 1);
    CsvRow row;
    if (header && cells.read(row)) {
      for (std::string_view name : row) names.emplace_back(csv_trimmed(name));
    }
    parts = parts_of(csv, cells.at(), cells.next_line());
    if (names.empty()) number_columns(cells);
  }

  int64_t most_rows() const { return parts.empty() ? 0 : parts.back().row + parts.back().rows; }

 private:
  void number_columns(CsvCells cells) {
    CsvRow row;
    bool is_there = cells.read(row);
    while (is_there && is_blank(row)) is_there = cells.read(row);
    for (size_t i = 0; is_there && i < row.size(); ++i) names.push_back(str("c", i));
  }
};

// What the parts of a table were filled with.
struct Taken {
  std::vector<CsvKind> kinds;
  std::vector<int64_t> rows;  // of each part
};

Taken taken(const Table& table, const std::vector<CsvPlace>& places) {
  constexpr auto all = std::numeric_limits<int64_t>::max();
  std::vector<CsvFilled> made(table.parts.size());
  each_piece(made.size(), most_lanes, [&](size_t i) {
    made[i] = filled(table.csv, table.parts[i], places, table.names, all);
  });
  Taken out;
  for (const CsvPlace& place : places) out.kinds.push_back(place.kind);
  for (const CsvFilled& part : made) {
    if (!part.fault.empty()) throw Error(Code::io, part.fault);
    out.rows.push_back(part.rows);
    for (size_t i = 0; i < out.kinds.size(); ++i) {
      out.kinds[i] = std::max(out.kinds[i], part.kinds[i]);
    }
  }
  return out;
}

// Blank lines are no rows: moves those of a part to behind those of the part before it. How many
// there are.
template <class T>
int64_t close_up(const Table& table, const std::vector<int64_t>& rows, T* data, int64_t width) {
  int64_t to = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    T* from = data + table.parts[i].row * width;
    if (from != data + to * width) std::move(from, from + rows[i] * width, data + to * width);
    to += rows[i];
  }
  return to;
}

Array first_rows(const Array& x, int64_t rows) {
  if (x.type().extent(0).number() == rows) return x;
  Shape shape = x.shape();
  shape[0] = Extent(rows);
  Array out(x.type().with(shape));
  if (out.size() > 0) copy_bytes(out.edit_data(), x.data(), out.byte_size());
  return out;
}

// The memory of a column: its array, or its words.
class Column {
 public:
  Column(CsvKind kind, int64_t rows) : kind_(kind) {
    auto count = static_cast<size_t>(rows);
    if (kind == CsvKind::word) {
      counted_.emplace(host_space(), std::max<size_t>(1, count * sizeof(Value)));
      words_.resize(count);
      return;
    }
    Dtype dtype = kind == CsvKind::i32   ? Dtype::i32
                  : kind == CsvKind::i64 ? Dtype::i64
                                         : Dtype::f32;
    array_ = Array(Type(dtype, {rows}));
    if (rows > 0) data_ = array_.edit_data();
  }

  CsvPlace place() {
    return {.kind = kind_, .data = kind_ == CsvKind::word ? words_.data() : data_};
  }

  Value value(const Table& table, const std::vector<int64_t>& rows) {
    if (kind_ == CsvKind::word) {
      words_.resize(static_cast<size_t>(close_up(table, rows, words_.data(), 1)));
      return Value::tuple(std::move(words_));
    }
    int64_t count = kind_ == CsvKind::i64 ? close_up(table, rows, static_cast<int64_t*>(data_), 1)
                                          : close_up(table, rows, static_cast<int32_t*>(data_), 1);
    return first_rows(array_, count);
  }

 private:
  CsvKind kind_;
  Array array_;
  void* data_ = nullptr;
  std::optional<Buffer> counted_;  // as large as the words: the limit of memory sees them
  Values words_;
};

// The columns become the fields of a record.
void check_names(const Names& names, const std::string& path) {
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (seen.insert(name).second) continue;
    throw Error(Code::io, str("\"", path, "\" has two columns \"", name, "\""))
        .help("`header = false` names them c0, c1, …; `dtype = f32` reads one array");
  }
}

// What the first rows hold: a column that turns out to be wider is taken once more.
std::vector<CsvKind> guessed(const Table& table) {
  constexpr int64_t some = 1000;
  std::vector<CsvPlace> places(table.names.size());
  if (table.parts.empty()) return std::vector<CsvKind>(places.size(), CsvKind::i32);
  return filled(table.csv, table.parts[0], places, table.names, some).kinds;
}

Value record_of(State& state, const Table& table) {
  std::vector<CsvKind> kinds = guessed(table);
  std::deque<Column> columns;
  Taken is;
  do {
    columns.clear();
    for (CsvKind kind : kinds) columns.emplace_back(kind, table.most_rows());
    std::vector<CsvPlace> places;
    for (Column& column : columns) places.push_back(column.place());
    is = taken(table, places);
    std::swap(is.kinds, kinds);
  } while (is.kinds != kinds);
  check_names(table.names, table.csv.path);
  std::vector<std::pair<std::string, Value>> fields;
  for (size_t i = 0; i < columns.size(); ++i) {
    fields.emplace_back(table.names[i], columns[i].value(table, is.rows));
  }
  return Value::record(state, std::move(fields));
}

Array matrix_of(const Table& table, Dtype dtype) {
  auto width = static_cast<int64_t>(table.names.size());
  bool is_f32 = dtype == Dtype::f32;
  Array out(Type(is_f32 ? Dtype::f32 : Dtype::f64, {table.most_rows(), width}));
  std::byte* data = out.size() > 0 ? out.edit_data() : nullptr;
  std::vector<CsvPlace> places;
  for (int64_t i = 0; i < width; ++i) {
    places.push_back({.kind = CsvKind::f32,
                      .is_f64 = !is_f32,
                      .is_fixed = true,
                      .data = data == nullptr ? nullptr : data + i * (is_f32 ? 4 : 8),
                      .stride = width});
  }
  Taken is = taken(table, places);
  int64_t rows = is_f32 ? close_up(table, is.rows, reinterpret_cast<float*>(data), width)
                        : close_up(table, is.rows, reinterpret_cast<double*>(data), width);
  return convert(first_rows(out, rows), dtype);
}

Value csv(State& state, std::string path, std::optional<Dtype> dtype, bool header,
          std::string separator) {
  Table table(path, header, separator);
  if (dtype) return matrix_of(table, *dtype);
  return record_of(state, table);
}

}  // namespace

extern const Builtin data_csv_builtin = {
    .signature =
        "data.csv(path: str, dtype: dtype = nil, header: bool = true, separator: str = \",\") -> "
        "record or number[n, m]",
    .brief = "A table from a file of comma-separated values.",
    .params = {{"path", "a text file, one row a line"},
               {"dtype", "given: the whole table as one array of it"},
               {"header", "the first line names the columns, else they are c0, c1, …"},
               {"separator", "between cells, one character"}},
    .returns = "for each column i32[n], f32[n] or a tuple of str; with dtype: an array [n, m]",
    .errors =
        "error[io] where the file cannot be read, with line and column where a row is too short or "
        "a cell is no number",
    .example =
        "io.write(\"points.csv\", \"x,y\\n1,2\\n3,4\\n\"); data.csv(\"points.csv\")  #> (x = "
        "[1, 3], y = [2, 4])",
    .source = "RFC 4180; an empty cell of a number column is NaN",
    .call = bind<&csv>,
    .purity = Purity::host,
};

}  // namespace rille
