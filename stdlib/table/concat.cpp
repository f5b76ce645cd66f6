// table.concat: concatenates the rows of tables.
#include <algorithm>
#include <cstring>

#include "stdlib/array.h"
#include "stdlib/table/columns.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr std::string_view who = "table.concat";

// Dtype of the concatenated column. If a column is float in one table and integer in another, it
// becomes f64.
Dtype dtype_of(const std::string& name, const Arrays& parts) {
  Dtype out = parts[0].dtype();
  bool are_equal = true, have_floats = false, have_wholes = false;
  for (const Array& part : parts) {
    are_equal = are_equal && part.dtype() == out;
    have_floats = have_floats || is_float(part.dtype());
    have_wholes = have_wholes || is_integer(part.dtype());
  }
  if (are_equal) return out;
  for (const Array& part : parts) {
    bool is_number = is_float(part.dtype()) || is_integer(part.dtype());
    if (!is_number) {
      throw Error(Code::type, str(who, ": `", name, "` is ", part.type(),
                                  " in one table and has another dtype in ", "another"));
    }
    out = promote(out, part.dtype());
  }
  return have_floats && have_wholes ? Dtype::f64 : out;
}

Value joined_numbers(const std::string& name, const Arrays& parts) {
  Dtype dtype = dtype_of(name, parts);
  Arrays wide;
  for (const Array& part : parts) {
    wide.push_back(convert(part, dtype));
    Array back = convert(wide.back(), part.dtype());
    if (is_float(part.dtype()) || std::memcmp(back.data(), part.data(), part.byte_size()) == 0) {
      continue;
    }
    throw Error(Code::value, str(who, ": no dtype represents the integers of `", name, "`, ",
                                 part.dtype(), ", and the numbers of another table exactly"))
        .help("convert the column with `f64(x)`, which rounds the integers");
  }
  return Value::from_array(concat(wide));
}

Value joined_column(const std::string& name, const Values& parts) {
  bool are_words = !parts[0].is_array();
  Arrays numbers;
  Values words;
  for (const Value& part : parts) {
    if (part.is_array() == are_words) {
      throw Error(Code::type,
                  str(who, ": `", name, "` has strings in one table and numbers in another"))
          .help("`data.read_csv(path, types = (" + name + " = str,))` reads the column as strings");
    }
    if (are_words) {
      words.insert(words.end(), part.items().begin(), part.items().end());
    } else {
      numbers.push_back(part.array());
    }
  }
  return are_words ? Value::tuple(std::move(words)) : joined_numbers(name, numbers);
}

void need_same_names(const TableColumns& first, const TableColumns& table, size_t at) {
  std::vector<std::string> ours = first.names, theirs = table.names;
  std::ranges::sort(ours);
  std::ranges::sort(theirs);
  if (ours == theirs) return;
  throw Error(Code::value, str(who, ": table ", at, " has the columns ", join(theirs),
                               ", expected ", join(ours), ", as in table 0"));
}

Value concat_tables(State& state, Value tables) {
  if (!tables.is_tuple() || tables.items().empty()) {
    throw Error(Code::type,
                str(who, ": `tables` is ", tables.is_tuple() ? "empty" : kind_text(tables),
                    ", expected a tuple of at least one table"))
        .label(0)
        .help("`table.concat((a, b))`");
  }
  std::vector<TableColumns> all;
  for (const Value& one : tables.items()) {
    all.push_back(columns_of(state, one, who));
    need_same_names(all.front(), all.back(), all.size() - 1);
  }
  TableColumns out = all[0];
  for (size_t i = 0; i < out.names.size(); ++i) {
    Values parts;
    for (const TableColumns& table : all) {
      if (table.rows > 0) parts.push_back(table.column(out.names[i], who, "tables"));
    }
    if (!parts.empty()) out.values[i] = joined_column(out.names[i], parts);
  }
  return out.table(state);
}

}  // namespace

extern const Builtin table_concat_builtin = {
    .signature = "table.concat(tables: tuple) -> record or dict",
    .brief = "Concatenates the rows of tables with the same columns.",
    .params = {{"tables",
                "Tuple of tables: records or dicts with the same columns, in any order. A table "
                "without rows does not affect the types of the columns."}},
    .returns =
        "a record or dict, as the first table, with its columns. Values do not change: a column of "
        "integers in one table and floats in another becomes f64",
    .errors =
        "error[value] if the names of the columns differ, or no dtype represents the numbers of a "
        "column exactly; error[type] if a column has strings in one table and numbers in another, "
        "or other dtypes that cannot be combined; error[shape] if the rows of a column differ in "
        "shape",
    .example =
        "table.concat(((n = [1], s = (\"a\",)), (n = [2, 3], s = (\"b\", \"c\"))))  #> (n = [1, 2, "
        "3], s = (\"a\", \"b\", \"c\"))",
    .source = "pandas.concat, ignore_index = True",
    .call = bind<&concat_tables>,
    .purity = Purity::concrete,
};

}  // namespace rille
