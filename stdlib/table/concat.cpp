// table.concat: tables of the same columns, rows of all.
#include <algorithm>
#include <cstring>

#include "stdlib/array.h"
#include "stdlib/table/columns.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr std::string_view who = "table.concat";

// The dtype that holds the numbers of all parts as they are: floats beside whole numbers are f64.
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
                                  " in one table and other numbers in ", "another"));
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
    throw Error(Code::value, str(who, ": no dtype holds the whole numbers of `", name, "`, ",
                                 part.dtype(), ", and those of another table exactly"))
        .help("`f64(x)` of the column rounds them");
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
                  str(who, ": `", name, "` holds strings in one table and numbers in another"))
          .help("`data.csv(path, types = (" + name + " = str,))` reads them alike");
    }
    if (are_words) {
      words.insert(words.end(), part.items().begin(), part.items().end());
    } else {
      numbers.push_back(part.array());
    }
  }
  return are_words ? Value::tuple(std::move(words)) : joined_numbers(name, numbers);
}

void need_same_names(const Columns& first, const Columns& table, size_t at) {
  std::vector<std::string> ours = first.names, theirs = table.names;
  std::ranges::sort(ours);
  std::ranges::sort(theirs);
  if (ours == theirs) return;
  throw Error(Code::value, str(who, ": table ", at, " has the columns ", join(theirs),
                               ", the first one ", join(ours)));
}

Value concat_tables(State& state, Value tables) {
  if (!tables.is_tuple() || tables.items().empty()) {
    throw Error(Code::type, str(who, " takes a tuple of tables, got ", kind_text(tables)))
        .label(0)
        .help("`table.concat((a, b))`");
  }
  std::vector<Columns> all;
  for (const Value& one : tables.items()) {
    all.push_back(columns_of(state, one, who));
    need_same_names(all.front(), all.back(), all.size() - 1);
  }
  Columns out = all[0];
  for (size_t i = 0; i < out.names.size(); ++i) {
    Values parts;
    for (const Columns& table : all) {
      if (table.rows > 0) parts.push_back(table.column(out.names[i], who, "tables"));
    }
    if (!parts.empty()) out.values[i] = joined_column(out.names[i], parts);
  }
  return out.table(state);
}

}  // namespace

extern const Builtin table_concat_builtin = {
    .signature = "table.concat(tables: tuple) -> record or dict",
    .brief = "Puts tables of the same columns one below the other.",
    .params = {{"tables",
                "records or dicts of the same columns, in any order; one without rows has no say "
                "in what a column holds"}},
    .returns =
        "a table of the kind and with the columns of the first one. Numbers stay what they are: "
        "whole ones beside floats become f64",
    .errors =
        "error[value] if columns differ in their names, or no dtype holds the numbers of one; "
        "error[type] if a column holds strings in one table and numbers in another; error[shape] "
        "if the rows of a column differ in their shape",
    .example =
        "table.concat(((n = [1], s = (\"a\",)), (n = [2, 3], s = (\"b\", \"c\"))))"
        "  #> (n = [1, 2, 3], s = (\"a\", \"b\", \"c\"))",
    .source = "pandas.concat, ignore_index = True",
    .call = bind<&concat_tables>,
    .purity = Purity::concrete,
};

}  // namespace rille
