// table.group_by, table.aggregate: groups of equal keys.
#include <algorithm>

#include "stdlib/data/streams.h"
#include "stdlib/table/columns.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Key of a group: a value, or a tuple of values.
Value key_of(State& state, const TableColumns& table, const Value& by, int64_t row) {
  TableColumns keys{{}, {}, table.rows, true};
  std::vector<std::string> names = names_in(by, "table.group_by", "by");
  for (const std::string& name : names) {
    keys.names.push_back(name);
    keys.values.push_back(table.column(name, "table.group_by", "by"));
  }
  Value all = keys.row(state, row);
  return by.is_string() ? all.items()[0] : Value::tuple(all.items());
}

Values group_by(State& state, Value t, Value by) {
  constexpr std::string_view who = "table.group_by";
  TableColumns table = columns_of(state, t, who);
  Values out;
  for (const RowIndices& rows : groups_of(table, names_in(by, who, "by"), who)) {
    Value part = rows_of_table(table, rows).table(state);
    out.push_back(Value::record(
        state, {{"key", key_of(state, table, by, rows.front())}, {"rows", std::move(part)}}));
  }
  return out;
}

Error bad_spec(const std::string& name, const Value& got) {
  return labelled(
             Error(Code::type, str("table.aggregate: `", name, "` is ", kind_text(got),
                                   ", expected a function, or a tuple of the name of a column and "
                                   "a function")),
             "into")
      .help("`(total = (\"amount\", sum), n = (\"amount\", len))` defines two columns");
}

// Column of the result: a name, and a function of one column of each group, or of its rows.
struct AggregateColumn {
  std::string name, column;
  Function f;
};

std::vector<AggregateColumn> made_of(const TableColumns& table, const Value& into) {
  std::vector<AggregateColumn> out;
  const Branch& branch = into.branch();
  for (size_t i = 0; i < branch.items.size(); ++i) {
    const std::string* name =
        branch.keys ? std::get_if<std::string>(&branch.keys->list[i]) : &branch.layout->names[i];
    const Value& spec = branch.items[i];
    if (name == nullptr) throw bad_spec("0", spec);
    if (spec.is_function()) {
      out.push_back({*name, "", spec.function()});
      continue;
    }
    bool is_pair = spec.is_tuple() && spec.items().size() == 2 && spec.items()[0].is_string() &&
                   spec.items()[1].is_function();
    if (!is_pair) throw bad_spec(*name, spec);
    table.column(spec.items()[0].string(), "table.aggregate", "into");
    out.push_back({*name, spec.items()[0].string(), spec.items()[1].function()});
  }
  return out;
}

// Column of a result without groups. Its type is that of the function's result for an empty table.
// If the function raises an error for it, the column is an empty tuple.
Value column_of_none(const Function& f, const Value& no_rows) {
  try {
    return rows_of_column(batch_of({call(f, {no_rows})}), {});
  } catch (const Error& error) {
    constexpr Code refusals[] = {Code::value, Code::shape, Code::type, Code::index, Code::dtype};
    if (std::ranges::find(refusals, error.code()) == std::end(refusals)) throw;
    return Value::tuple({});
  }
}

Value aggregate(State& state, Value t, Value by, Value into) {
  constexpr std::string_view who = "table.aggregate";
  TableColumns table = columns_of(state, t, who);
  std::vector<std::string> names = names_in(by, who, "by");
  std::vector<AggregateColumn> made = made_of(table, into);
  std::vector<RowIndices> groups = groups_of(table, names, who);
  RowIndices first;
  for (const RowIndices& rows : groups) first.push_back(rows.front());
  TableColumns out{{}, {}, std::ssize(groups), table.is_dict};
  for (const std::string& name : names) {
    out.names.push_back(name);
    out.values.push_back(rows_of_column(table.column(name, who, "by"), first));
  }
  for (const AggregateColumn& each : made) {
    if (out.find(each.name) >= 0) {
      throw labelled(Error(Code::value,
                           str(who, ": the result would have two columns named `", each.name, "`")),
                     "into");
    }
    auto given = [&](const RowIndices& rows) {
      return each.column.empty() ? rows_of_table(table, rows).table(state)
                                 : rows_of_column(table.column(each.column, who, "into"), rows);
    };
    out.names.push_back(each.name);
    Values results;
    for (const RowIndices& rows : groups) results.push_back(call(each.f, {given(rows)}));
    out.values.push_back(results.empty() ? column_of_none(each.f, given({})) : batch_of(results));
  }
  return out.table(state);
}

}  // namespace

extern const Builtin table_group_by_builtin = {
    .signature = "table.group_by(t: record or dict, by: str or (str, ...)) -> (record, ...)",
    .brief = "Splits the rows of a table into groups with equal values in some columns.",
    .params = {{"t", "Table: a record or dict of columns."},
               {"by",
                "Names of the key columns, which hold real numbers or strings. Rows with a NaN key "
                "form a group of their own."}},
    .returns =
        "a tuple of records (key, rows), one for each group, sorted by key. `key` is the value of "
        "the column if `by` is a string, otherwise a tuple of values. `rows` is the table of the "
        "group, with the rows in their original order",
    .errors =
        "error[value] if a column does not exist; error[type] if a key column has neither real "
        "numbers with one axis nor strings",
    .example =
        "(g.key for g in table.group_by((n = [1, 2, 3], s = (\"b\", \"a\", \"b\")), \"s\"))"
        "  #> (\"a\", \"b\")",
    .source = "pandas.DataFrame.groupby, dropna = False",
    .call = bind<&group_by>,
    .purity = Purity::concrete,
};

extern const Builtin table_aggregate_builtin = {
    .signature =
        "table.aggregate(t: record or dict, by: str or (str, ...), into: record or dict) -> record "
        "or dict",
    .brief = "Aggregates the rows of each group with equal values in some columns.",
    .params =
        {{"t", "Table: a record or dict of columns."},
         {"by",
          "Names of the key columns, which hold real numbers or strings. Rows with a NaN key form "
          "a group of their own."},
         {"into",
          "Record or dict with one entry for each computed column: a function of the table of a "
          "group, or a tuple (name, function). The function of a tuple receives the values of the "
          "group in the column of that name."}},
    .returns =
        "a table with one row for each group, sorted by key. The columns are those of `by`, "
        "followed by those of `into`",
    .errors =
        "error[value] if a column does not exist or two columns of the result have the same name; "
        "error[type] if an entry of `into` is neither a function nor such a tuple, or the results "
        "of a function differ in structure",
    .example =
        "table.aggregate((n = [1, 2, 3], s = (\"b\", \"a\", \"b\")), \"s\", (total = (\"n\", "
        "sum),))"
        "  #> (s = (\"a\", \"b\"), total = [2, 4])",
    .source = "pandas.DataFrameGroupBy.agg",
    .call = bind<&aggregate>,
    .purity = Purity::concrete,
};

}  // namespace rille
