// TableColumns: tables to columns, row selection, sorting.
#include "stdlib/table/columns.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "stdlib/array.h"
#include "stdlib/transform/traced.h"
#include "vm/calling.h"
#include "vm/run/running.h"
#include "vm/text.h"

namespace rille {
namespace {

bool is_text_column(const Value& x) {
  return x.is_tuple() && std::ranges::all_of(x.items(), &Value::is_string);
}

int64_t rows_in(const Value& column) {
  if (!column.is_array()) return std::ssize(column.items());
  return column.array().type().extent(0).number();
}

void check_column(State& state, const std::string& name, const Value& column, std::string_view who,
                  int at) {
  bool is_one = is_text_column(column) || (column.is_array() && column.array().rank() > 0);
  if (!is_one) {
    throw Error(Code::type, str(who, ": the column `", name, "` is ", kind_text(column),
                                ", expected an array with at least one axis or a tuple of strings"))
        .label(at);
  }
  if (column.is_array() && column.array().is_traced()) {
    throw unknown_value(state, column.array(), str(who, ": the rows must be static while tracing"));
  }
}

}  // namespace

int TableColumns::find(std::string_view name) const {
  poll();  // a table may have many columns
  auto found = std::ranges::find(names, name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

const Value& TableColumns::column(std::string_view name, std::string_view who,
                                  std::string_view label) const {
  int at = find(name);
  if (at >= 0) return values[static_cast<size_t>(at)];
  throw labelled(Error(Code::value, str(who, ": the table has no column \"", name, "\"")), label)
      .help(str("the columns are ", join(names, ", ")));
}

Value TableColumns::table(State& state) const {
  if (!is_dict) {
    std::vector<std::pair<std::string, Value>> fields;
    for (size_t i = 0; i < names.size(); ++i) fields.emplace_back(names[i], values[i]);
    return Value::record(state, std::move(fields));
  }
  auto keys = std::make_shared<DictKeys>();
  for (const std::string& name : names) keys->list.emplace_back(name);
  return Value::dict(std::move(keys), values);
}

Value TableColumns::row(State& state, int64_t number) const {
  TableColumns out{names, {}, 0, is_dict};
  for (const Value& column : values) {
    if (!column.is_array()) {
      out.values.push_back(column.items()[static_cast<size_t>(number)]);
      continue;
    }
    const Array& x = column.array();
    Shape shape = x.shape();
    size_t bytes = x.byte_size() / static_cast<size_t>(rows);
    shape.erase(shape.begin());
    out.values.push_back(
        Value::from_array(x.view(x.type().with(shape), static_cast<size_t>(number) * bytes)));
  }
  return out.table(state);
}

TableColumns columns_of(State& state, const Value& x, std::string_view who, int at) {
  if (!x.is_branch() || x.is_tuple()) {
    throw Error(Code::type,
                str(who, ": expected a table (a record or a dict of columns), got ", kind_text(x)))
        .label(at);
  }
  TableColumns out;
  const Branch& branch = x.branch();
  out.is_dict = branch.keys != nullptr;
  for (size_t i = 0; i < branch.items.size(); ++i) {
    const std::string* name =
        branch.keys ? std::get_if<std::string>(&branch.keys->list[i]) : &branch.layout->names[i];
    if (name == nullptr) {
      throw Error(Code::type, str(who, ": a key is a number, expected a string")).label(at);
    }
    check_column(state, *name, branch.items[i], who, at);
    int64_t rows = rows_in(branch.items[i]);
    if (i > 0 && rows != out.rows) {
      throw Error(Code::shape, str(who, ": the column `", *name, "` has ", rows, " rows, expected ",
                                   out.rows, ", as in `", out.names[0], "`"))
          .label(at);
    }
    out.rows = rows;
    out.names.push_back(*name);
    out.values.push_back(branch.items[i]);
  }
  return out;
}

Value rows_of_column(const Value& column, const RowIndices& rows) {
  PollCounter polls;
  if (!column.is_array()) {
    Values words;
    for (int64_t row : rows) {
      polls.step(words.capacity() * sizeof(Value));
      words.push_back(column.items()[static_cast<size_t>(row)]);
    }
    return Value::tuple(std::move(words));
  }
  const Array& x = column.array();
  Shape shape = x.shape();
  int64_t count = shape[0].number();
  size_t width = count == 0 ? 0 : x.byte_size() / static_cast<size_t>(count);
  shape[0] = Extent(std::ssize(rows));
  Array out(x.type().with(shape));
  if (out.byte_size() == 0) return out;
  const std::byte* from = x.data();
  std::byte* to = out.edit_data();
  for (size_t i = 0; i < rows.size(); ++i) {
    polls.step();
    std::memcpy(to + i * width, from + static_cast<size_t>(rows[i]) * width, width);
  }
  return out;
}

TableColumns rows_of_table(const TableColumns& table, const RowIndices& rows) {
  TableColumns out{table.names, {}, std::ssize(rows), table.is_dict};
  for (const Value& column : table.values) out.values.push_back(rows_of_column(column, rows));
  return out;
}

std::vector<std::string> names_in(const Value& names, std::string_view who,
                                  std::string_view label) {
  std::vector<std::string> out;
  if (names.is_string()) return {names.string()};
  for (const Value& name : names.items()) out.push_back(name.string());
  if (!out.empty()) return out;
  throw labelled(Error(Code::value, str(who, ": `", label,
                                        "` is empty, expected the name of at least one column")),
                 label);
}

// --- order ------------------------------------------------------------------------------------

RowOrder::RowOrder(const TableColumns& table, const std::vector<std::string>& by,
                   std::string_view who)
    : rows_(table.rows) {
  for (const std::string& name : by) {
    const Value& column = table.column(name, who, "by");
    RowSortKey key;
    if (!column.is_array()) {
      key.words = &column.items();
      keys_.push_back(std::move(key));
      continue;
    }
    const Array& x = column.array();
    if (x.rank() != 1 || is_complex(x.dtype()) || x.dtype() == Dtype::key) {
      throw labelled(Error(Code::type, str(who, ": `", name, "` is ", x.type(),
                                           ", expected real numbers with one axis or strings")),
                     "by");
    }
    if (is_float(x.dtype())) {
      auto wide = convert(x, Dtype::f64);
      key.reals.assign(wide.as<double>().begin(), wide.as<double>().end());
    } else if (x.dtype() == Dtype::u64) {
      key.naturals.assign(x.as<uint64_t>().begin(), x.as<uint64_t>().end());
    } else {
      auto wide = convert(x, Dtype::i64);
      key.wholes.assign(wide.as<int64_t>().begin(), wide.as<int64_t>().end());
    }
    keys_.push_back(std::move(key));
  }
}

int RowOrder::RowSortKey::compare(size_t i, size_t j, bool is_descending) const {
  auto ordered = [&](const auto& a, const auto& b) {
    int up = a < b ? -1 : b < a ? 1 : 0;
    return is_descending ? -up : up;
  };
  if (words != nullptr) return ordered((*words)[i].string(), (*words)[j].string());
  if (!wholes.empty()) return ordered(wholes[i], wholes[j]);
  if (!naturals.empty()) return ordered(naturals[i], naturals[j]);
  bool is_nan = reals[i] != reals[i], other_is = reals[j] != reals[j];
  if (is_nan || other_is) return static_cast<int>(is_nan) - static_cast<int>(other_is);
  return ordered(reals[i], reals[j]);
}

int RowOrder::compare(int64_t i, int64_t j, bool is_descending) const {
  for (const RowSortKey& key : keys_) {
    int out = key.compare(static_cast<size_t>(i), static_cast<size_t>(j), is_descending);
    if (out != 0) return out;
  }
  return 0;
}

RowIndices RowOrder::sorted(bool is_descending) const {
  RowIndices out(static_cast<size_t>(rows_));
  std::iota(out.begin(), out.end(), 0);
  PollCounter polls;
  std::ranges::stable_sort(out, [&](int64_t i, int64_t j) {
    polls.step();
    return compare(i, j, is_descending) < 0;
  });
  return out;
}

std::vector<RowIndices> groups_of(const TableColumns& table, const std::vector<std::string>& by,
                                  std::string_view who) {
  RowOrder order(table, by, who);
  std::vector<RowIndices> out;
  for (int64_t row : order.sorted()) {
    bool is_new = out.empty() || order.compare(out.back().front(), row) != 0;
    if (is_new) out.emplace_back();
    out.back().push_back(row);
  }
  return out;
}

}  // namespace rille
