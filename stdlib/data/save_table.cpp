// data.save_csv, data.save_npz: write named arrays.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stdlib/array.h"
#include "stdlib/data/csv/cells.h"
#include "stdlib/data/npy.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

struct NamedColumn {
  std::string name;
  Value value;
};

// Columns or arrays of a record, or of a dict with string keys.
std::vector<NamedColumn> named(const Value& x, std::string_view who) {
  std::vector<NamedColumn> out;
  if (!x.is_branch() || x.is_tuple()) {
    throw Error(Code::type,
                str(who, ": expected a record or a dict with string keys, got ", kind_text(x)))
        .label(1);
  }
  for (size_t i = 0; i < x.items().size(); ++i) {
    const Branch& branch = x.branch();
    const std::string* key =
        branch.keys ? std::get_if<std::string>(&branch.keys->list[i]) : &branch.layout->names[i];
    if (key == nullptr) {
      throw Error(Code::type, str(who, ": a key is a number, expected a string")).label(1);
    }
    out.push_back({*key, x.items()[i]});
  }
  return out;
}

// --- csv ------------------------------------------------------------------------------------

// Whether a cell needs no quotes: a reader must not take it for the end of a cell, an empty cell,
// or a byte order mark.
bool is_plain(std::string_view cell, char separator) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  const char odd[] = {separator, '"', '\n', '\r'};
  auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  return !cell.empty() && cell.find_first_of(std::string_view(odd, 4)) == std::string::npos &&
         !is_blank(cell.front()) && !is_blank(cell.back()) && !cell.starts_with(mark);
}

std::string quoted(const std::string& cell, char separator) {
  if (is_plain(cell, separator)) return cell;
  std::string out = "\"";
  for (char c : cell) {
    out += c;
    if (c == '"') out += c;
  }
  return out + '"';
}

// Shortest digits that are parsed to the same number, with a point, so that a column of floats
// stays one. NaN is an empty cell.
template <class T>
std::string float_cell(T x) {
  if (std::isnan(x)) return "";
  std::string out = fmt::format("{}", x);
  bool is_whole = out.find_first_of(".en") == std::string::npos;
  return is_whole ? out + ".0" : out;
}

// Column of a table. In a table of one column an empty cell is quoted, because readers skip an
// empty line.
class CsvColumn {
 public:
  CsvColumn(const NamedColumn& given, char separator, bool is_alone)
      : texts_(given.value),
        separator_(separator),
        is_alone_(is_alone),
        is_in_numbers_(std::string_view("0123456789+-.einf").find(separator) !=
                       std::string_view::npos) {
    if (is_texts(given.value)) return;
    if (!given.value.is_array() || given.value.array().rank() != 1 ||
        is_complex(given.value.array().dtype()) || given.value.array().dtype() == Dtype::key) {
      throw Error(Code::type,
                  str("data.save_csv: the column `", given.name, "` is ", kind_text(given.value),
                      ", expected real numbers with one axis or a tuple of strings"))
          .label(1);
    }
    Array x = given.value.array();
    Dtype wide = x.dtype() == Dtype::f64 || x.dtype() == Dtype::u64 ? x.dtype()
                 : is_float(x.dtype())                              ? Dtype::f32
                                                                    : Dtype::i64;
    numbers_ = convert(x, wide);
  }

  int64_t count() const {
    return numbers_.is_none() ? std::ssize(texts_.items()) : numbers_.type().extent(0).number();
  }

  std::string cell(size_t row) const {
    if (numbers_.is_none()) return quoted(texts_.items()[row].string(), separator_);
    std::string out = number(row);
    bool is_odd = out.empty() ? is_alone_ : is_in_numbers_;
    return is_odd ? quoted(out, separator_) : out;
  }

 private:
  std::string number(size_t row) const {
    switch (numbers_.dtype()) {
      case Dtype::f64: return float_cell(numbers_.as<double>()[row]);
      case Dtype::f32: return float_cell(numbers_.as<float>()[row]);
      case Dtype::u64: return std::to_string(numbers_.as<uint64_t>()[row]);
      default: return std::to_string(numbers_.as<int64_t>()[row]);
    }
  }

  static bool is_texts(const Value& x) {
    return x.is_tuple() &&
           std::ranges::all_of(x.items(), [](const Value& each) { return each.is_string(); });
  }

  Value texts_;
  char separator_;
  bool is_alone_, is_in_numbers_;  // the only column; the separator may occur in a number
  Array numbers_ = {};
};

void save_csv(std::string path, Value table, bool header, std::string separator) {
  need_separator(separator);
  std::vector<NamedColumn> all = named(table, "data.save_csv");
  std::vector<CsvColumn> columns;
  std::string out;
  for (const NamedColumn& each : all) {
    columns.emplace_back(each, separator[0], all.size() == 1);
    if (columns.back().count() != columns[0].count()) {
      throw Error(Code::shape,
                  str("data.save_csv: the column `", each.name, "` has ", columns.back().count(),
                      " rows, expected ", columns[0].count(), ", as in `", all[0].name, "`"))
          .label(1);
    }
    if (header) out += (columns.size() > 1 ? separator : "") + quoted(each.name, separator[0]);
  }
  if (header) out += '\n';
  int64_t rows = columns.empty() ? 0 : columns[0].count();
  PollCounter polls;
  for (int64_t row = 0; row < rows; ++row) {
    for (size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) out += separator;
      out += columns[i].cell(static_cast<size_t>(row));
      polls.step(32);
    }
    out += '\n';
  }
  write_file(path, out);
}

// --- npz ------------------------------------------------------------------------------------

// Appends a little-endian number of `width` bytes.
void put(std::string& out, uint64_t x, int width) {
  for (int i = 0; i < width; ++i) out += static_cast<char>(x >> (8 * i) & 255);
}

struct ZipMember {
  std::string name, bytes;
  uint32_t sum = 0;
  uint64_t size = 0, place = 0;
};

// Common part of the local header and the directory entry of a file: APPNOTE.TXT 6.3, 4.3.7.
std::string zip_row(const ZipMember& file) {
  std::string out;
  put(out, 20, 2);     // version needed to read the file
  put(out, 0x800, 2);  // flag: the name is UTF-8
  put(out, 0, 2);      // method: stored
  put(out, 0, 2);      // time: midnight
  put(out, 0x21, 2);   // date: 1980-01-01, so that equal arrays give equal files
  put(out, file.sum, 4);
  put(out, file.size, 4);
  put(out, file.size, 4);
  put(out, file.name.size(), 2);
  put(out, 0, 2);
  return out;
}

std::vector<std::string> zip_of(std::vector<ZipMember>& files, const std::string& path) {
  std::vector<std::string> parts;
  uint64_t at = 0;
  for (ZipMember& file : files) {
    file.place = at;
    parts.push_back("PK\3\4" + zip_row(file) + file.name);
    at += parts.back().size() + file.size;
    if (at > 0xFFFFFFFFu || files.size() > 0xFFFF) {
      throw Error(Code::io, str("\"", path, "\": the zip file would exceed 4 GiB or 65,535 files"))
          .help("`ckpt.save` has no such limit");
    }
    parts.push_back(std::move(file.bytes));
  }
  return parts;
}

void save_npz(std::string path, Value arrays) {
  std::vector<std::pair<std::string, Array>> all;
  for (const NamedColumn& each : named(arrays, "data.save_npz")) {
    all.emplace_back(each.name, npy_array(each.value, str("data.save_npz: `", each.name, "`")));
  }
  write_npz(path, all);
}

}  // namespace

void write_npz(const std::string& path, std::span<const std::pair<std::string, Array>> arrays) {
  std::vector<ZipMember> files;
  for (const auto& [name, x] : arrays) {
    std::string bytes = npy_header(x);
    bytes.append(reinterpret_cast<const char*>(x.data()), x.byte_size());
    uint32_t sum = zip_checksum(bytes);
    uint64_t size = bytes.size();
    files.push_back({name + ".npy", std::move(bytes), sum, size});
  }
  std::string directory;
  std::vector<std::string> parts = zip_of(files, path);
  uint64_t begin = 0;
  for (const std::string& part : parts) begin += part.size();
  for (size_t i = 0; i < files.size(); ++i) {
    directory += "PK\1\2";
    put(directory, 20, 2);
    directory += zip_row(files[i]);
    put(directory, 0, 2);  // no comment
    put(directory, 0, 2);  // the first disk
    put(directory, 0, 2);
    put(directory, 0, 4);
    put(directory, files[i].place, 4);
    directory += files[i].name;
  }
  std::string end = "PK\5\6";
  put(end, 0, 4);
  put(end, files.size(), 2);
  put(end, files.size(), 2);
  put(end, directory.size(), 4);
  put(end, begin, 4);
  put(end, 0, 2);
  parts.push_back(directory + end);
  std::vector<std::string_view> views(parts.begin(), parts.end());
  write_file(path, views);
}

extern const Builtin data_save_csv_builtin = {
    .signature =
        "data.save_csv(path: str, table: record or dict, header: bool = true, separator: str = "
        "\",\") -> nil",
    .brief = "Writes a table as a file of comma-separated values (CSV).",
    .params = {{"path", "Path of the file. An existing file is replaced."},
               {"table",
                "Record or dict of columns by name: arrays number[n] or tuples of strings, all "
                "with the same number of rows."},
               {"header", "If true, writes the names of the columns as the first line."},
               {"separator", "Character between cells."}},
    .errors =
        "error[io] if the file cannot be written; error[shape] if columns have different numbers "
        "of rows; error[type] if a column is neither numbers nor strings; error[value] if "
        "`separator` is not one character",
    .example =
        "data.save_csv(\"t.csv\", (x = [1, 3], name = (\"a\", \"b, c\")))\n"
        "data.read_csv(\"t.csv\")  #> (name = (\"a\", \"b, c\"), x = [1, 3])",
    .source = "RFC 4180; NaN is an empty cell, which has quotes in a table of one column",
    .call = bind<&save_csv>,
    .purity = Purity::host,
};

extern const Builtin data_save_npz_builtin = {
    .signature = "data.save_npz(path: str, arrays: record or dict) -> nil",
    .brief = "Writes named arrays as an .npz file.",
    .params = {{"path", "Path of the file. An existing file is replaced."},
               {"arrays",
                "Record or dict of arrays by name, of dtypes that NumPy has. A scalar or a nested "
                "tuple of scalars is written as an array of i64, f64, or bool."}},
    .errors =
        "error[io] if the file cannot be written or would exceed 4 GiB; error[dtype] if NumPy "
        "lacks a dtype",
    .example =
        "data.save_npz(\"t.npz\", (x = [1, 2], y = [0.5]))\n"
        "data.load_npz(\"t.npz\")  #> (x = [1, 2], y = [0.5])",
    .source = "numpy.savez",
    .call = bind<&save_npz>,
    .purity = Purity::host,
};

}  // namespace rille
