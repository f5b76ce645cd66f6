// data.csv: a table of numbers and words from a text file.
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <optional>
#include <set>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "stdlib/array.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/running.h"
#include "vm/state.h"

namespace rille {
namespace {

using Row = std::vector<std::string_view>;

// RFC 4180: commas, quotes that may hold commas and line ends, "" for a quote.
class Reader {
 public:
  Reader(const std::string& path, std::string_view text, char separator)
      : path_(path), text_(text), separator_(separator) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    for (char stop : {separator, '\n', '"', '\r'}) stops_[static_cast<unsigned char>(stop)] = true;
  }

  int line() const { return line_; }  // where the row began that was read last

  // The cells of the next row, which live until the one after it is read; false at the end.
  bool read(Row& out) {
    poll();
    out.clear();
    made_.clear();
    line_ = next_line_;
    if (at_ >= text_.size()) return false;
    bool goes_on = true;
    while (goes_on) goes_on = cell(out);
    return true;
  }

 private:
  // Whether another cell follows in the row.
  bool cell(Row& out) {
    size_t end = next_stop(at_);
    std::string_view plain = text_.substr(at_, end - at_);
    bool is_odd = end < text_.size() && (text_[end] == '"' || text_[end] == '\r');
    at_ = end;
    out.push_back(is_odd ? std::string_view(made_.emplace_back(odd_cell(plain))) : plain);
    if (at_ >= text_.size()) return false;
    bool is_line_end = text_[at_++] == '\n';
    if (is_line_end) ++next_line_;
    return !is_line_end;
  }

  // Where the next byte stands that a cell may end at or be odd by; the end where there is none.
  size_t next_stop(size_t at) const {
#if defined(__SSE2__)
    const __m128i stops[] = {_mm_set1_epi8(separator_), _mm_set1_epi8('\n'), _mm_set1_epi8('"'),
                             _mm_set1_epi8('\r')};
    for (; at + 16 <= text_.size(); at += 16) {
      __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text_.data() + at));
      __m128i found = _mm_setzero_si128();
      for (__m128i stop : stops) found = _mm_or_si128(found, _mm_cmpeq_epi8(here, stop));
      auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
      if (mask != 0) return at + static_cast<size_t>(std::countr_zero(mask));
    }
#endif
    while (at < text_.size() && !stops_[static_cast<unsigned char>(text_[at])]) ++at;
    return at;
  }

  // One with quotes or carriage returns, which are left out, behind what was read of it.
  std::string odd_cell(std::string_view before) {
    std::string out(before);
    for (; at_ < text_.size() && text_[at_] != '\n' && text_[at_] != separator_; ++at_) {
      if (text_[at_] == '"' && out.empty()) {
        quoted(out);
      } else if (text_[at_] != '\r') {
        out += text_[at_];
      }
    }
    return out;
  }

  // Stays on the closing quote.
  void quoted(std::string& cell) {
    int start = next_line_;
    for (++at_; at_ < text_.size(); ++at_) {
      char c = text_[at_];
      bool is_double = c == '"' && at_ + 1 < text_.size() && text_[at_ + 1] == '"';
      if (c == '"' && !is_double) return;
      if (c == '\n') ++next_line_;
      if (is_double) ++at_;
      cell += c;
    }
    throw Error(Code::io,
                str("\"", path_, "\": the quote that opens in line ", start, " is never closed"));
  }

  const std::string& path_;
  std::string_view text_;
  char separator_;
  std::array<bool, 256> stops_{};
  std::deque<std::string> made_;  // cells of this row that do not stand in the text
  size_t at_ = 0;
  int line_ = 1, next_line_ = 1;
};

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

std::string_view without_plus(std::string_view cell) {
  cell = trimmed(cell);
  bool has_plus = cell.starts_with('+') && !cell.starts_with("+-");
  return has_plus ? cell.substr(1) : cell;
}

std::optional<int64_t> read_int(std::string_view cell) {
  cell = without_plus(cell);
  int64_t out = 0;
  auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), out);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return out;
}

// A number of at most 18 digits, perhaps with a sign, a point among them, an exponent behind them:
// what most cells are, and what is soon read. Its value is digits times ten to the scale.
struct PlainNumber {
  int64_t digits = 0;
  int scale = 0;
  bool is_there = false;
};

PlainNumber plain_number(std::string_view cell) {
  PlainNumber out;
  const char *at = cell.data(), *end = at + cell.size();
  bool is_negative = at < end && *at == '-';
  if (is_negative) ++at;
  const char* begin = at;
  auto take_digits = [&] {
    const char* from = at;
    for (; at < end && *at >= '0' && *at <= '9'; ++at) out.digits = out.digits * 10 + (*at - '0');
    return at > from;
  };
  if (cell.size() > 18 || !take_digits()) return out;
  if (at < end && *at == '.') {
    const char* from = ++at;
    if (!take_digits()) return out;
    out.scale = static_cast<int>(from - at);
  }
  if (at < end && *at == 'e' && at > begin) {
    int exponent = 0;
    const char* from = ++at;
    if (from + 1 < end && *from == '+' && from[1] != '-') ++from;
    auto [stop, fault] = std::from_chars(from, end, exponent);
    if (fault != std::errc() || stop != end || std::abs(exponent) > 400) return out;
    out.scale += exponent;
    at = end;
  }
  out.is_there = at == end;
  if (is_negative) out.digits = -out.digits;
  return out;
}

// Digits below 2^53 and powers of ten up to 22 are doubles, and one operation rounds once (Clinger,
// "How to read floating point numbers accurately", 1990).
bool is_exact(const PlainNumber& x) {
  constexpr int64_t most = int64_t{1} << 53;
  return x.is_there && x.digits != 0 && std::abs(x.digits) < most && std::abs(x.scale) <= 22;
}

double exact_value(const PlainNumber& x) {
  constexpr double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  auto digits = static_cast<double>(x.digits);
  return x.scale < 0 ? digits / tens[-x.scale] : digits * tens[x.scale];
}

// An empty cell is nan. What is too large or too small for a float is inf or 0, as in a script.
std::optional<double> read_float(std::string_view cell) {
  if (PlainNumber plain = plain_number(cell); is_exact(plain)) return exact_value(plain);
  cell = without_plus(cell);
  if (cell.empty()) return std::nan("");
  double out = 0;
  auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), out);
  if (end != cell.data() + cell.size() || error == std::errc::invalid_argument) {
    return std::nullopt;
  }
  if (error == std::errc::result_out_of_range)
    return std::strtod(std::string(cell).c_str(), nullptr);
  return out;
}

// What the cells of a column have in common.
struct Column {
  std::string name;
  bool whole = true, wide = false, number = true;

  void see(std::string_view cell) {
    if (!number) return;
    auto as_int = whole ? read_int(cell) : std::nullopt;
    whole = as_int.has_value();
    wide = wide || (as_int && *as_int != static_cast<int32_t>(*as_int));
    number = whole || plain_number(cell).is_there || read_float(cell);
  }
};

// A text that is gone through twice: first to see what it holds, then to take it. So no memory is
// needed but for the text and for what becomes of it.
class Table {
 public:
  Table(const std::string& path, bool header, const std::string& separator)
      : path_(path), header_(header), text_(read_utf8(path)) {
    if (separator.size() != 1) {
      Error error(Code::value, str("`separator` needs one character, got \"", separator, "\""));
      throw labelled(std::move(error), "separator");
    }
    separator_ = separator[0];
  }

  // Calls it with each row and the line where that begins.
  template <class Each>
  void each_row(const Each& each) {
    Reader reader(path_, text_.view(), separator_);
    Row row;
    if (header_ && reader.read(row)) take_names(row);
    while (reader.read(row)) {
      if (row.size() == 1 && trimmed(row[0]).empty()) continue;
      if (columns.empty()) number_columns(row.size());
      if (row.size() != columns.size()) {
        throw Error(Code::io, str("\"", path_, "\" line ", reader.line(), " has ", row.size(),
                                  " cells, the lines above have ", columns.size()));
      }
      each(row, reader.line());
    }
  }

  std::vector<Column> columns;

 private:
  void take_names(const Row& row) {
    if (!columns.empty()) return;
    for (std::string_view name : row) columns.push_back({std::string(trimmed(name))});
  }
  void number_columns(size_t count) {
    for (size_t i = 0; i < count; ++i) columns.push_back({str("c", i)});
  }

  const std::string& path_;
  bool header_;
  char separator_ = ',';
  Contents text_;
};

// A column of ints is i32 (i64 where one does not fit), of numbers f32, else a tuple of strings.
class Filling {
 public:
  Filling(const Column& column, int64_t rows) : column_(column) {
    if (!column.number) {
      size_t count = static_cast<size_t>(rows);
      counted_.emplace(host_space(), std::max<size_t>(1, count * sizeof(Value)));
      words_.reserve(count);
    } else {
      array_ = Array(Type(column.whole ? Dtype::i64 : Dtype::f32, {rows}));
      if (rows == 0) return;
      if (column.whole) {
        ints_ = array_.edit<int64_t>().data();
      } else {
        floats_ = array_.edit<float>().data();
      }
    }
  }

  void take(std::string_view cell) {
    if (!column_.number) {
      words_.emplace_back(std::string(cell));
    } else if (column_.whole) {
      ints_[next_++] = *read_int(cell);
    } else {
      floats_[next_++] = static_cast<float>(*read_float(cell));
    }
  }

  Value value() {
    if (!column_.number) return Value::tuple(std::move(words_));
    bool narrow = column_.whole && !column_.wide;
    return narrow ? convert(array_, Dtype::i32) : array_;
  }

 private:
  const Column& column_;
  Array array_;
  std::optional<Buffer> counted_;  // as large as the words: the limit of memory sees them
  Values words_;
  size_t next_ = 0;
  int64_t* ints_ = nullptr;  // the elements of the array
  float* floats_ = nullptr;
};

// The columns become the fields of a record.
void check_names(const std::vector<Column>& columns, const std::string& path) {
  std::set<std::string_view> seen;
  for (const Column& column : columns) {
    if (seen.insert(column.name).second) continue;
    throw Error(Code::io, str("\"", path, "\" has two columns \"", column.name, "\""))
        .help("`header = false` names them c0, c1, …; `dtype = f32` reads one array");
  }
}

Value record_of(State& state, Table& table, const std::string& path) {
  int64_t rows = 0;
  table.each_row([&](const Row& row, int) {
    ++rows;
    for (size_t i = 0; i < row.size(); ++i) table.columns[i].see(row[i]);
  });
  check_names(table.columns, path);
  std::deque<Filling> filled;
  for (const Column& column : table.columns) filled.emplace_back(column, rows);
  table.each_row([&](const Row& row, int) {
    for (size_t i = 0; i < row.size(); ++i) filled[i].take(row[i]);
  });
  std::vector<std::pair<std::string, Value>> fields;
  for (size_t i = 0; i < filled.size(); ++i) {
    fields.emplace_back(table.columns[i].name, filled[i].value());
  }
  return Value::record(state, std::move(fields));
}

Array matrix_of(Table& table, Dtype dtype, const std::string& path) {
  int64_t rows = 0;
  table.each_row([&](const Row&, int) { ++rows; });
  Array out(Type(Dtype::f64, {rows, static_cast<int64_t>(table.columns.size())}));
  auto items = out.edit<double>();
  size_t next = 0;
  table.each_row([&](const Row& row, int line) {
    for (size_t i = 0; i < row.size(); ++i) {
      auto number = read_float(row[i]);
      if (!number) {
        throw Error(Code::io, str("\"", path, "\" line ", line, ", column ", table.columns[i].name,
                                  ": \"", row[i], "\" is no number"));
      }
      items[next++] = *number;
    }
  });
  return convert(out, dtype);
}

Value csv(State& state, std::string path, std::optional<Dtype> dtype, bool header,
          std::string separator) {
  Table table(path, header, separator);
  if (dtype) return matrix_of(table, *dtype, path);
  return record_of(state, table, path);
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
