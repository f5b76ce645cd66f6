// need_in_step: the columns of a table keep one length.
#include "stdlib/tree/in_step.h"

#include <algorithm>

#include "vm/error.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

bool is_text_column(const Value& x) {
  return x.is_tuple() && !x.items().empty() && std::ranges::all_of(x.items(), &Value::is_string);
}

bool has_rows(const Value& x, int64_t rows) {
  return x.is_array() && x.array().rank() > 0 && x.array().type().extent(0) == Extent(rows);
}

// The number of rows of a table, whose columns are arrays and tuples of strings of one length; -1
// if the value is not such a table.
int64_t rows_of_table(const Value& x) {
  int64_t rows = -1;
  for (const Value& column : x.items()) {
    if (is_text_column(column)) rows = std::ssize(column.items());
  }
  if (rows < 0) return -1;
  bool has_arrays = false;
  for (const Value& column : x.items()) {
    bool is_text = is_text_column(column);
    bool fits = is_text ? std::ssize(column.items()) == rows : has_rows(column, rows);
    if (!fits) return -1;
    has_arrays = has_arrays || !is_text;
  }
  return has_arrays ? rows : -1;
}

// Whether the number of rows of a column has changed, with all other axes the same. A matrix that
// was transposed is not a changed column.
bool has_other_rows(const Array& was, const Array& now) {
  const Shape &old = was.type().shape(), &shape = now.type().shape();
  return old.size() == shape.size() && old[0] != shape[0] &&
         std::equal(old.begin() + 1, old.end(), shape.begin() + 1);
}

}  // namespace

void need_in_step(const Value& before, const Value& after, std::string_view who) {
  check_stack();
  if (!before.is_branch() || !after.is_branch() || is_text_column(before)) return;
  int64_t rows = before.is_tuple() ? -1 : rows_of_table(before);
  for (size_t i = 0; i < before.items().size() && i < after.items().size(); ++i) {
    const Value &was = before.items()[i], &now = after.items()[i];
    bool has_axes = rows >= 0 && was.is_array() && now.is_array();
    if (has_axes && has_other_rows(was.array(), now.array())) {
      throw Error(Code::shape, str(who, ": a column of the table is now ", now.array().type(),
                                   ", but the columns of strings still have ", rows, " rows"))
          .label(1)
          .help(
              "`table.filter`, `table.take`, and `table.sort_by` change columns of strings as "
              "well");
    }
    need_in_step(was, now, who);
  }
}

}  // namespace rille
