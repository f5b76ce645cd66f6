// table.join: joins the rows of two tables by keys.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "stdlib/array.h"
#include "stdlib/table/columns.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr std::string_view join_name = "table.join";
constexpr int64_t none = -1;  // right row of a left row without a match

// Converts a number to a string that is the same for equal numbers of any dtype.
std::string number_text(const Array& x, int64_t row) {
  auto at = static_cast<size_t>(row);
  if (x.dtype() == Dtype::u64) return std::to_string(x.as<uint64_t>()[at]);
  if (x.dtype() == Dtype::i64) return std::to_string(x.as<int64_t>()[at]);
  double value = x.as<double>()[at];
  constexpr double most = 9.2e18;
  bool is_whole = std::fabs(value) < most && value == std::floor(value);
  if (is_whole) return std::to_string(static_cast<int64_t>(value));
  return std::isnan(value) ? "nan" : str("f", std::bit_cast<uint64_t>(value));
}

// Join keys of the rows of a table.
class JoinKeys {
 public:
  JoinKeys(const TableColumns& table, const std::vector<std::string>& on) {
    for (const std::string& name : on) {
      const Value& column = table.column(name, join_name, "on");
      columns_.push_back(column.is_array() ? Value(wide(column.array(), name)) : column);
    }
  }
  bool is_text(size_t at) const { return !columns_[at].is_array(); }
  std::string key(int64_t row) const {
    std::string out;
    for (const Value& column : columns_) {
      std::string part = column.is_array() ? number_text(column.array(), row)
                                           : column.items()[static_cast<size_t>(row)].string();
      out += str(part.size(), ":", part);
    }
    return out;
  }

 private:
  static Array wide(const Array& x, const std::string& name) {
    if (x.rank() != 1 || is_complex(x.dtype()) || x.dtype() == Dtype::key) {
      throw labelled(Error(Code::type, str(join_name, ": `", name, "` is ", x.type(),
                                           ", expected real numbers with one axis or strings")),
                     "on");
    }
    if (x.dtype() == Dtype::u64) return x;
    return convert(x, is_float(x.dtype()) ? Dtype::f64 : Dtype::i64);
  }
  Values columns_;
};

struct RowPairs {
  RowIndices left, right;
};

RowPairs pairs_of(const TableColumns& left, const TableColumns& right,
                  const std::vector<std::string>& on, bool keeps_left) {
  JoinKeys ours(left, on), theirs(right, on);
  for (size_t i = 0; i < on.size(); ++i) {
    if (ours.is_text(i) == theirs.is_text(i)) continue;
    throw labelled(Error(Code::type, str(join_name, ": `", on[i], "` has strings in one table and ",
                                         "numbers in the other")),
                   "on");
  }
  std::map<std::string, RowIndices> places;
  PollCounter polls;
  for (int64_t row = 0; row < right.rows; ++row) {
    polls.step();
    places[theirs.key(row)].push_back(row);
  }
  RowPairs out;
  for (int64_t row = 0; row < left.rows; ++row) {
    polls.step(out.left.capacity() * sizeof(int64_t));
    auto found = places.find(ours.key(row));
    if (found == places.end()) {
      if (!keeps_left) continue;
      out.left.push_back(row);
      out.right.push_back(none);
      continue;
    }
    for (int64_t match : found->second) {
      out.left.push_back(row);
      out.right.push_back(match);
    }
  }
  return out;
}

bool is_same_bytes(const Array& a, const Array& b) {
  return std::memcmp(a.data(), b.data(), a.byte_size()) == 0;
}

// Column with NaN, or an empty string, in the rows without a match.
Value with_gaps(const std::string& name, Value column, const RowIndices& rows) {
  RowIndices known = rows;
  std::ranges::replace(known, none, int64_t{0});
  if (!column.is_array()) {
    Values words;
    for (int64_t row : rows) {
      words.push_back(row == none ? Value("") : column.items()[static_cast<size_t>(row)]);
    }
    return Value::tuple(std::move(words));
  }
  const Array& x = column.array();
  bool can = x.dtype() != Dtype::boolean && !is_complex(x.dtype()) && x.dtype() != Dtype::key;
  Array wide = !can || is_float(x.dtype()) ? x : convert(x, Dtype::f64);
  bool is_exact = can && (is_float(x.dtype()) || bits(x.dtype()) <= 32 ||
                          is_same_bytes(convert(wide, x.dtype()), x));
  if (!is_exact) {
    throw Error(Code::value, str(join_name, ": `", name, "` is ", x.type(),
                                 ", which has no missing value for the rows without a match"))
        .help("`how = \"inner\"` drops the rows without a match");
  }
  if (x.type().extent(0).number() == 0) {
    Shape shape = wide.shape();
    shape[0] = Extent(1);
    wide = zeros(shape, wide.dtype());
  }
  Array out = rows_of_column(wide, known).array();
  size_t width = out.size() == 0 ? 0 : out.size() / rows.size();
  Array nan = convert(Array(std::nan("")), out.dtype());
  std::byte* to = out.edit_data();
  size_t bytes = rille::bytes(out.dtype());
  for (size_t i = 0; i < rows.size() * width; ++i) {
    if (rows[i / width] == none) std::copy_n(nan.data(), bytes, to + i * bytes);
  }
  return out;
}

Value join_tables(State& state, Value left_table, Value right_table, Value on, std::string how,
                  std::string suffix) {
  if (how != "inner" && how != "left") {
    throw labelled(Error(Code::value, str(join_name, ": `how` is \"", how,
                                          "\", expected \"inner\" or \"left\"")),
                   "how");
  }
  TableColumns left = columns_of(state, left_table, join_name, 0);
  TableColumns right = columns_of(state, right_table, join_name, 1);
  std::vector<std::string> names = names_in(on, join_name, "on");
  RowPairs pairs = pairs_of(left, right, names, how == "left");
  bool has_gaps = std::ranges::find(pairs.right, none) != pairs.right.end();
  TableColumns out = rows_of_table(left, pairs.left);
  for (size_t i = 0; i < right.names.size(); ++i) {
    if (std::ranges::find(names, right.names[i]) != names.end()) continue;
    std::string name = right.names[i] + (left.find(right.names[i]) >= 0 ? suffix : "");
    if (out.find(name) >= 0) {
      throw Error(Code::value,
                  str(join_name, ": the result would have two columns named `", name, "`"))
          .help("pass another `suffix` for columns of the right table that the left table has");
    }
    out.names.push_back(name);
    out.values.push_back(has_gaps ? with_gaps(right.names[i], right.values[i], pairs.right)
                                  : rows_of_column(right.values[i], pairs.right));
  }
  return out.table(state);
}

}  // namespace

extern const Builtin table_join_builtin = {
    .signature =
        "table.join(left: record or dict, right: record or dict, on: str or (str, ...), how: str = "
        "\"inner\", suffix: str = \"_right\") -> record or dict",
    .brief = "Joins the rows of two tables that have equal keys.",
    .params =
        {{"left", "Left table: a record or dict of columns."},
         {"right", "Right table: a record or dict of columns."},
         {"on",
          "Names of the key columns, which both tables have. Keys are real numbers or strings."},
         {"how",
          "One of `\"inner\"`, which keeps only rows with a match, and `\"left\"`, which keeps all "
          "rows of `left`. For a row without a match, numbers are NaN, strings are empty, and "
          "columns of integers become f64."},
         {"suffix", "Suffix for the name of a column of `right` that `left` has as well."}},
    .returns =
        "a table with the columns of `left`, followed by the other columns of `right`. The rows "
        "are in the order of `left`, and the matches of one row in the order of `right`",
    .errors =
        "error[value] if a column does not exist or `how` is not one of the two; error[value] if "
        "two columns would have the same name, or a column has no missing value for rows without a "
        "match; "
        "error[type] if keys are strings in one table and numbers in the other",
    .example =
        "table.join((k = [1, 2], x = [5, 6]), (k = [2, 1], s = (\"b\", \"a\")), \"k\")"
        "  #> (k = [1, 2], s = (\"a\", \"b\"), x = [5, 6])",
    .source = "pandas.merge",
    .call = bind<&join_tables>,
    .purity = Purity::concrete,
};

}  // namespace rille
