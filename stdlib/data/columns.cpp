// Columns of samples in a tree of arrays.
#include <algorithm>
#include <functional>
#include <vector>

#include "stdlib/array.h"
#include "stdlib/data/streams.h"
#include "vm/tree.h"

namespace rille {

namespace {

// Whether a value is a column of strings as `data.read_csv` returns it, one string for each sample.
bool are_words(const Value& value) {
  auto is_word = [](const Value& item) { return item.is_string(); };
  return value.is_tuple() && !value.items().empty() && std::ranges::all_of(value.items(), is_word);
}

int64_t samples_of(const Value& column) {
  if (column.is_tuple()) return std::ssize(column.items());
  Type type = column.as_array().type();
  if (type.rank() == 0) {
    throw Error(Code::shape,
                str("a leaf is ", type, ", expected an array with a leading sample axis"))
        .label(0);
  }
  return type.extent(0).number();
}

}  // namespace

Value map_columns(const Value& tree, const std::function<Value(const Value&)>& f, int depth) {
  constexpr int deepest = 1000;
  if (are_words(tree)) return f(tree);
  if (!tree.is_branch()) {
    return map_leaves(tree, f);
  }
  if (depth > deepest) {
    throw Error(Code::limit, str("a tree exceeds the maximum depth of ", deepest));
  }
  Values items;
  for (const Value& item : tree.items()) items.push_back(map_columns(item, f, depth + 1));
  return Value::like(tree.branch(), std::move(items));
}

int64_t row_count(const Value& tree) {
  int64_t rows = -1;
  map_columns(tree, [&](const Value& column) {
    int64_t here = samples_of(column);
    if (rows >= 0 && here != rows) {
      throw Error(Code::shape, str("the leaves have ", rows, " and ", here,
                                   " samples, expected the same number in each leaf"))
          .label(0);
    }
    rows = here;
    return column;
  });
  if (rows < 0) {
    throw Error(Code::type, "`tree` has no arrays, expected at least one array").label(0);
  }
  return rows;
}

}  // namespace rille
