// data.read_csv: reads a table from a CSV file.
#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <set>

#include "stdlib/array.h"
#include "stdlib/bytes/lanes.h"
#include "stdlib/data/csv/numbers.h"
#include "stdlib/data/csv/parts.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

using ColumnNames = std::vector<std::string>;

// CSV text with the names of its columns and the parts of its rows.
struct CsvFile {
  FileContents contents;
  CsvText csv;
  CsvNullValues missing;
  ColumnNames names = {};
  std::vector<CsvChunk> parts = {};

  CsvFile(const std::string& path, bool header, const std::string& separator, CsvNullValues words)
      : contents(read_utf8(path)), csv{path, contents.view(), ','}, missing(std::move(words)) {
    need_separator(separator);
    csv.separator = separator[0];
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    CsvCells cells(csv, csv.text.starts_with(mark) ? mark.size() : 0, 1);
    CsvRow row;
    bool is_there = header && cells.read(row);
    while (is_there && cells.is_blank(row)) is_there = cells.read(row);
    if (is_there) {
      for (std::string_view name : row) names.emplace_back(csv_trimmed(name));
      for (size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty()) names[i] = str("c", i);
      }
    }
    parts = parts_of(csv, cells.at(), cells.next_line());
    if (names.empty()) number_columns(cells);
  }

  int64_t max_rows() const { return parts.empty() ? 0 : parts.back().row + parts.back().rows; }

 private:
  void number_columns(CsvCells cells) {
    CsvRow row;
    bool is_there = cells.read(row);
    while (is_there && cells.is_blank(row)) is_there = cells.read(row);
    for (size_t i = 0; is_there && i < row.size(); ++i) names.push_back(str("c", i));
  }
};

// Result of reading all parts of a table.
struct CsvReadResult {
  std::vector<CsvDestination> places;
  std::vector<int64_t> rows;  // number of rows of each part
};

// Whether all cells of a column are missing and one of them is not empty. Such a column holds
// strings.
bool is_na_alone(const CsvDestination& place) {
  bool is_float = place.kind == CsvKind::f32 || place.kind == CsvKind::f64;
  return !place.dtype && is_float && place.has_na && !place.has_number;
}

CsvReadResult taken(const CsvFile& table, std::vector<CsvDestination> places) {
  constexpr auto all = std::numeric_limits<int64_t>::max();
  std::vector<CsvChunkResult> made(table.parts.size());
  CsvTable shared{table.csv, table.names, table.missing};
  each_piece(made.size(), max_lanes,
             [&](size_t i) { made[i] = filled(shared, table.parts[i], places, all); });
  CsvReadResult out{places};
  for (const CsvChunkResult& part : made) {
    if (!part.fault.empty()) throw Error(Code::io, part.fault);
    out.rows.push_back(part.rows);
    for (size_t i = 0; i < out.places.size(); ++i) {
      CsvDestination& place = out.places[i];
      place.kind = std::max(place.kind, part.places[i].kind);
      place.has_number = place.has_number || part.places[i].has_number;
      place.has_na = place.has_na || part.places[i].has_na;
    }
  }
  for (size_t i = 0; i < places.size(); ++i) {
    bool is_settled = out.places[i].kind == places[i].kind;
    if (is_settled && is_na_alone(out.places[i])) out.places[i].kind = CsvKind::word;
  }
  return out;
}

// Removes the gaps that blank lines leave: moves the rows of each part next to those of the part
// before it. Returns the number of rows.
template <class T>
int64_t close_up(const CsvFile& table, const std::vector<int64_t>& rows, T* data, int64_t width) {
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

// Storage of a column: an array, or strings.
class ColumnStorage {
 public:
  ColumnStorage(const CsvDestination& given, int64_t rows)
      : kind_(given.kind), dtype_(given.dtype) {
    auto count = static_cast<size_t>(rows);
    if (kind_ == CsvKind::word) {
      counted_.emplace(host_space(), std::max<size_t>(1, count * sizeof(Value)));
      words_.resize(count);
      return;
    }
    constexpr Dtype stored[] = {Dtype::i32, Dtype::i64, Dtype::u64, Dtype::f32, Dtype::f64};
    array_ = Array(Type(stored[static_cast<size_t>(kind_)], {rows}));
    if (rows > 0) data_ = array_.edit_data();
  }

  CsvDestination place() {
    void* data = kind_ == CsvKind::word ? words_.data() : data_;
    return {.kind = kind_, .dtype = dtype_, .data = data};
  }

  Value value(const CsvFile& table, const std::vector<int64_t>& rows) {
    if (kind_ == CsvKind::word) {
      words_.resize(static_cast<size_t>(close_up(table, rows, words_.data(), 1)));
      return Value::tuple(std::move(words_));
    }
    bool is_narrow = kind_ == CsvKind::i32 || kind_ == CsvKind::f32;
    int64_t count = is_narrow ? close_up(table, rows, static_cast<int32_t*>(data_), 1)
                              : close_up(table, rows, static_cast<int64_t*>(data_), 1);
    Array out = first_rows(array_, count);
    return dtype_ ? convert(out, *dtype_) : out;
  }

 private:
  CsvKind kind_;
  std::optional<Dtype> dtype_;
  Array array_;
  void* data_ = nullptr;
  std::optional<Buffer> counted_;  // as large as the strings, so that the memory limit counts them
  Values words_;
};

// Raises error[io] if two columns, which become fields of a record, have the same name.
void check_names(const ColumnNames& names, const std::string& path) {
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (seen.insert(name).second) continue;
    throw Error(Code::io,
                str("\"", path, "\" has two columns named \"", name, "\", expected unique names"))
        .help("`header = false` names the columns c0, c1, …; `dtype = f32` reads one array");
  }
}

// Infers storage types from the first rows. A column that needs a wider type is read again.
std::vector<CsvDestination> guessed(const CsvFile& table,
                                    const std::vector<CsvDestination>& given) {
  constexpr int64_t some = 1000;
  if (table.parts.empty()) return given;
  CsvTable shared{table.csv, table.names, table.missing};
  CsvChunkResult out = filled(shared, table.parts[0], given, some);
  return out.fault.empty() ? out.places : given;  // the error is raised when all rows are read
}

bool are_alike(const std::vector<CsvDestination>& a, const std::vector<CsvDestination>& b) {
  return std::ranges::equal(a, b, {}, &CsvDestination::kind, &CsvDestination::kind);
}

Value table_of(State& state, const CsvFile& table, const std::vector<CsvDestination>& given,
               bool is_ordered) {
  std::vector<CsvDestination> places = guessed(table, given);
  std::deque<ColumnStorage> columns;
  CsvReadResult is{places};
  do {
    columns.clear();
    std::vector<CsvDestination> wanted = is.places;
    places.clear();
    for (const CsvDestination& place : wanted) {
      places.push_back(columns.emplace_back(place, table.max_rows()).place());
    }
    is = taken(table, places);
  } while (!are_alike(is.places, places));
  check_names(table.names, table.csv.path);
  std::vector<std::pair<std::string, Value>> fields;
  for (size_t i = 0; i < columns.size(); ++i) {
    fields.emplace_back(table.names[i], columns[i].value(table, is.rows));
  }
  if (!is_ordered) return Value::record(state, std::move(fields));
  auto keys = std::make_shared<DictKeys>();
  Values items;
  for (auto& [name, column] : fields) {
    keys->list.emplace_back(name);
    items.push_back(std::move(column));
  }
  return Value::dict(std::move(keys), std::move(items));
}

Array matrix_of(const CsvFile& table, Dtype dtype) {
  auto width = static_cast<int64_t>(table.names.size());
  CsvKind kind = storage_of(dtype);
  constexpr Dtype stored[] = {Dtype::i32, Dtype::i64, Dtype::u64, Dtype::f32, Dtype::f64};
  Array out(Type(stored[static_cast<size_t>(kind)], {table.max_rows(), width}));
  std::byte* data = out.size() > 0 ? out.edit_data() : nullptr;
  int64_t bytes = kind == CsvKind::f32 ? 4 : 8;
  std::vector<CsvDestination> places;
  for (int64_t i = 0; i < width; ++i) {
    void* to = data == nullptr ? nullptr : data + i * bytes;
    places.push_back({.kind = kind, .dtype = dtype, .data = to, .stride = width});
  }
  CsvReadResult is = taken(table, places);
  int64_t rows = bytes == 4 ? close_up(table, is.rows, reinterpret_cast<float*>(data), width)
                            : close_up(table, is.rows, reinterpret_cast<double*>(data), width);
  return convert(first_rows(out, rows), dtype);
}

// --- options ----------------------------------------------------------------------------------

Error bad_types(std::string what) {
  return labelled(Error(Code::value, std::move(what)), "types")
      .help("`types = (id = i64, zip = str)` sets the types of two columns");
}

// Type of a column as a script names it, such as i64, bool, or str.
CsvDestination place_of(const Value& type, const std::string& column) {
  std::string word = type.is_function() ? type.function().info().name : "";
  if (word == "str") return {.kind = CsvKind::word};
  std::optional<Dtype> dtype = dtype_named(word);
  bool fits = dtype && (*dtype == Dtype::boolean || is_integer(*dtype) || is_float(*dtype));
  if (fits) return {.kind = storage_of(*dtype), .dtype = dtype};
  throw bad_types(str("data.read_csv: the type of column `", column, "` is ", kind_text(type),
                      ", expected a number dtype, bool, or str"));
}

std::vector<CsvDestination> given_places(const CsvFile& table, const Value& types) {
  std::vector<CsvDestination> out(table.names.size());
  if (types.is_nil()) return out;
  const Branch& branch = types.branch();
  for (size_t i = 0; i < branch.items.size(); ++i) {
    poll();
    const std::string* key =
        branch.keys ? std::get_if<std::string>(&branch.keys->list[i]) : &branch.layout->names[i];
    if (key == nullptr) {
      throw bad_types("data.read_csv: a key of `types` is a number, expected the name of a column");
    }
    auto found = std::ranges::find(table.names, *key);
    if (found == table.names.end()) {
      throw labelled(Error(Code::value, str("\"", table.csv.path, "\" has no column \"", *key,
                                            "\", expected one of ", join(table.names, ", "))),
                     "types");
    }
    out[static_cast<size_t>(found - table.names.begin())] = place_of(branch.items[i], *key);
  }
  return out;
}

CsvNullValues missing_of(const Value& na) {
  if (na.is_nil()) {
    return CsvNullValues({"", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "<NA>"});
  }
  if (na.is_string()) return CsvNullValues({na.string()});
  std::vector<std::string> words;
  for (const Value& word : na.items()) words.push_back(word.string());
  return CsvNullValues(std::move(words));
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value csv(State& state, std::string path, std::optional<Dtype> dtype, bool header,
          std::string separator, Value types, Value na, bool ordered) {
  CsvFile table(path, header, separator, missing_of(na));
  if (!dtype) return table_of(state, table, given_places(table, types), ordered);
  if (!types.is_nil()) {
    throw bad_types("data.read_csv: `dtype` and `types` are both given, expected one of them");
  }
  if (is_complex(*dtype) || *dtype == Dtype::key) {
    throw labelled(Error(Code::dtype, str("data.read_csv: `dtype` is ", *dtype,
                                          ", expected bool, an integer, or a float dtype")),
                   "dtype");
  }
  return matrix_of(table, *dtype);
}

}  // namespace

extern const Builtin data_read_csv_builtin = {
    .signature =
        "data.read_csv(path: str, dtype: dtype = nil, header: bool = true, separator: str = \",\", "
        "types: record or dict = nil, na: str or (str, ...) = nil, ordered: bool = false) -> "
        "record or dict or number[n, m]",
    .brief = "Reads a table from a file of comma-separated values (CSV).",
    .params =
        {{"path",
          "Path of a UTF-8 text file with one row for each line. A line ends with a line feed, a "
          "carriage return, or both."},
         {"dtype",
          "Dtype of the complete table, which is then returned as one array. If nil, each column "
          "has its own type."},
         {"header",
          "If true, the first line contains the names of the columns. If false, the columns are "
          "named c0, c1, and so on. A column with an empty name is also named in this way."},
         {"separator", "Character between cells."},
         {"types",
          "Types of some columns by name, such as `(id = i64, zip = str)`: a dtype, bool, or str. "
          "The type of another column is inferred: the narrowest of i32, i64, u64, f32, and f64 "
          "that represents all its cells as written, or else str."},
         {"na",
          "Cells that represent a missing value in a column of numbers: a string, or a tuple of "
          "strings. If nil, these are empty cells, NA, N/A, n/a, NaN, nan, NULL, null, None, and "
          "<NA>. A column of strings keeps them as strings."},
         {"ordered",
          "If true, returns a dict with the columns in the order of the file. If false, returns a "
          "record, whose fields are sorted by name."}},
    .returns =
        "a record or dict with an array [n] or a tuple of strings for each column, or one array "
        "[n, m] if `dtype` is given. A column of numbers with missing values is f32 or f64, with "
        "NaN for a missing value. A column whose integers have no exact dtype holds strings, as "
        "does a column of codes with leading zeros such as 01234",
    .errors =
        "error[io] if the file cannot be read; error[io] with line and column if a row is too "
        "short or too long, or a cell cannot be stored in the dtype from `dtype` or `types`; "
        "error[io] if two columns have the same name; error[value] if `types` names an unknown "
        "column, or `separator` is not one character",
    .example =
        "io.write(\"t.csv\", \"id,zip\\n16777217,01234\\n,04109\\n\")\n"
        "data.read_csv(\"t.csv\")  #> (id = [16777217, nan], zip = (\"01234\", \"04109\"))",
    .source = "RFC 4180; Python's csv for quotes and line ends",
    .call = bind<&csv>,
    .purity = Purity::host,
};

}  // namespace rille
