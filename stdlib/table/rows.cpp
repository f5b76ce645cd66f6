// table.filter, take, select, and sort_by.
#include <algorithm>

#include "stdlib/array.h"
#include "stdlib/data/streams.h"
#include "stdlib/table/columns.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"
#include "vm/run/running.h"

namespace rille {
namespace {

RowIndices rows_where(State& state, const TableColumns& table, const Value& where) {
  constexpr std::string_view who = "table.filter";
  RowIndices out;
  PollCounter polls;
  if (where.is_function()) {
    for (int64_t i = 0; i < table.rows; ++i) {
      polls.step();
      Value truth = call(where.function(), {table.row(state, i)});
      if (known_truth(state, truth, who)) out.push_back(i);
    }
    return out;
  }
  bool is_mask = where.is_array() && !where.array().is_traced() &&
                 where.array().dtype() == Dtype::boolean && where.array().rank() == 1;
  if (!is_mask) {
    throw Error(Code::type, str(who, ": `where` is ", kind_text(where),
                                ", expected a mask (bool[n]) or a function of a row"))
        .label(1)
        .help("`table.filter(sales, sales.x > 0)` or `table.filter(sales, r => r.name == \"a\")`");
  }
  std::span<const bool> mask = where.array().as<bool>();
  if (std::ssize(mask) != table.rows) {
    throw Error(Code::shape, str(who, ": the mask has ", mask.size(), " elements, expected ",
                                 table.rows, ", one for each row"))
        .label(1);
  }
  for (int64_t i = 0; i < table.rows; ++i) {
    if (mask[static_cast<size_t>(i)]) out.push_back(i);
  }
  return out;
}

Value filter_rows(State& state, Value t, Value where) {
  TableColumns table = columns_of(state, t, "table.filter");
  return rows_of_table(table, rows_where(state, table, where)).table(state);
}

Value take_rows(State& state, Value t, Array rows) {
  constexpr std::string_view who = "table.take";
  TableColumns table = columns_of(state, t, who);
  bool are_ints = !rows.is_traced() && is_integer(rows.dtype()) && rows.rank() == 1;
  if (!are_ints) {
    throw Error(Code::type, str(who, ": `rows` is ", rows.type(), ", expected int[n]")).label(1);
  }
  Array wide = convert(rows, Dtype::i64);
  RowIndices numbers;
  for (int64_t row : wide.as<int64_t>()) {
    int64_t at = row < 0 ? row + table.rows : row;
    if (at < 0 || at >= table.rows) {
      throw Error(Code::index,
                  str(who, ": row ", row, " is out of range for a table of ", table.rows, " rows"))
          .label(1);
    }
    numbers.push_back(at);
  }
  return rows_of_table(table, numbers).table(state);
}

Value select_columns(State& state, Value t, Value columns) {
  constexpr std::string_view who = "table.select";
  TableColumns table = columns_of(state, t, who);
  TableColumns out{{}, {}, table.rows, table.is_dict};
  for (const std::string& name : names_in(columns, who, "columns")) {
    out.values.push_back(table.column(name, who, "columns"));
    if (out.find(name) < 0) {
      out.names.push_back(name);
    } else {
      out.values.pop_back();
    }
  }
  return out.table(state);
}

Value sort_by(State& state, Value t, Value by, bool descending) {
  constexpr std::string_view who = "table.sort_by";
  TableColumns table = columns_of(state, t, who);
  RowOrder order(table, names_in(by, who, "by"), who);
  return rows_of_table(table, order.sorted(descending)).table(state);
}

constexpr std::string_view a_table =
    "Table: a record or dict of columns, which are arrays or tuples of strings, all with the same "
    "number of rows.";

}  // namespace

extern const Builtin table_filter_builtin = {
    .signature = "table.filter(t: record or dict, where: any) -> record or dict",
    .brief = "Returns the rows of a table for which a condition holds.",
    .params = {{"t", a_table},
               {"where",
                "Condition: a mask bool[n], true for the rows to keep, or a function of a row that "
                "returns a bool. A row is a record or dict, as `t`."}},
    .returns = "a table with the same columns",
    .errors =
        "error[type] if `t` is not a table, `where` is neither a mask nor a function, or the "
        "function does not return a bool; error[shape] if the columns have different numbers of "
        "rows, or the mask has another length",
    .example =
        "table.filter((n = [1, 2], s = (\"a\", \"b\")), r => r.s == \"b\")  #> (n = [2], s = "
        "(\"b\",))",
    .source = "pandas.DataFrame.loc",
    .call = bind<&filter_rows>,
    .purity = Purity::concrete,
};

extern const Builtin table_take_builtin = {
    .signature = "table.take(t: record or dict, rows: int[n]) -> record or dict",
    .brief = "Returns the rows of a table with the given indices, in their order.",
    .params = {{"t", a_table}, {"rows", "Row indices. A negative index counts from the end."}},
    .returns = "a table with the same columns",
    .errors =
        "error[index] if a row does not exist; error[type] if `t` is not a table or `rows` is not "
        "int[n]",
    .example =
        "table.take((n = [1, 2], s = (\"a\", \"b\")), [-1, 0])  #> (n = [2, 1], s = (\"b\", "
        "\"a\"))",
    .source = "pandas.DataFrame.iloc",
    .call = bind<&take_rows>,
    .purity = Purity::concrete,
};

extern const Builtin table_select_builtin = {
    .signature = "table.select(t: record or dict, columns: str or (str, ...)) -> record or dict",
    .brief = "Returns some columns of a table.",
    .params = {{"t", a_table},
               {"columns",
                "Names of the columns to return. If `t` is a dict, the result has them in this "
                "order."}},
    .returns = "a table with these columns",
    .errors = "error[value] if a column does not exist; error[type] if `t` is not a table",
    .example = "table.select((n = [1, 2], s = (\"a\", \"b\")), \"n\")  #> (n = [1, 2])",
    .source = "pandas.DataFrame",
    .call = bind<&select_columns>,
    .purity = Purity::concrete,
};

extern const Builtin table_sort_by_builtin = {
    .signature =
        "table.sort_by(t: record or dict, by: str or (str, ...), descending: bool = false) -> "
        "record or dict",
    .brief = "Sorts the rows of a table by one or more columns. The sort is stable.",
    .params = {{"t", a_table},
               {"by",
                "Names of the sort columns, which hold real numbers or strings, the most "
                "significant column first."},
               {"descending",
                "If true, sorts in descending order. Rows with a NaN key come last in both "
                "orders."}},
    .returns = "a table with the same columns",
    .errors =
        "error[value] if a column does not exist; error[type] if a column has neither real numbers "
        "with one axis nor strings",
    .example =
        "table.sort_by((n = [3, 1], s = (\"b\", \"a\")), \"n\")  #> (n = [1, 3], s = (\"a\", "
        "\"b\"))",
    .source = "pandas.DataFrame.sort_values, kind = \"stable\"",
    .call = bind<&sort_by>,
    .purity = Purity::concrete,
};

}  // namespace rille
