// data.shuffle, data.batches: samples in arrays.
#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "stdlib/array.h"
#include "stdlib/data/streams.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/memory/account.h"
#include "vm/memory/growing_values.h"
#include "vm/run/running.h"
#include "vm/tree.h"

namespace rille {

namespace {

// Whether a value is a column of strings as `data.csv` returns it, one string for each sample.
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

namespace {

// Fisher-Yates shuffle. The n! orders are uniformly distributed up to a bias below 2^-32.
std::vector<int64_t> permutation(int64_t count, int64_t seed) {
  std::vector<int64_t> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  auto state = static_cast<uint64_t>(seed);
  Polls polls;
  for (size_t i = order.size(); i > 1; --i) {
    polls.step();
    std::swap(order[i - 1], order[split_mix(state) % i]);
  }
  return order;
}

Array rows_in_order(const Array& x, const std::vector<int64_t>& order) {
  Array out(x.type());
  size_t row = order.empty() ? 0 : x.byte_size() / order.size();
  const std::byte* from = x.data();
  std::byte* to = out.edit_data();
  Polls polls;
  for (size_t i = 0; i < order.size(); ++i) {
    polls.step();
    std::memcpy(to + i * row, from + static_cast<size_t>(order[i]) * row, row);
  }
  return out;
}

// Rejects a stream, for which another function exists.
void need_whole(const Value& tree, std::string_view who, std::string_view of_streams) {
  if (!is_stream(tree)) return;
  throw Error(Code::type, str(who, ": `tree` is a stream, expected arrays"))
      .label(0)
      .help(str("for a stream use ", of_streams));
}

Value shuffle(Value tree, int64_t seed) {
  need_whole(tree, "data.shuffle", "`data.shuffled(stream, seed = 1)`");
  int64_t rows = row_count(tree);
  Charge charge(static_cast<size_t>(rows) * sizeof(int64_t));
  std::vector<int64_t> order = permutation(rows, seed);
  return map_columns(tree, [&](const Value& column) -> Value {
    if (!column.is_tuple()) return rows_in_order(column.as_array(), order);
    Values words;
    for (int64_t row : order) words.push_back(column.items()[static_cast<size_t>(row)]);
    return Value::tuple(std::move(words));
  });
}

// View of rows begin to end, exclusive.
Array rows_of(const Array& x, int64_t begin, int64_t end) {
  Shape shape = x.shape();
  int64_t count = shape[0].number();
  shape[0] = end - begin;
  size_t row = count == 0 ? 0 : x.byte_size() / static_cast<size_t>(count);
  return x.view(x.type().with(shape), static_cast<size_t>(begin) * row);
}

Value batches(Value tree, int64_t size, bool drop_last) {
  if (size < 1) {
    throw labelled(Error(Code::value, str("`size` is ", size, ", expected an integer above 0")),
                   "size");
  }
  need_whole(tree, "data.batches", "`data.batch(stream, size)`");
  int64_t rows = row_count(tree);
  GrowingValues out;
  for (int64_t begin = 0; begin < rows; begin += size) {
    int64_t end = std::min(rows, begin + size);
    if (drop_last && end - begin < size) break;
    out.add(map_columns(tree, [&](const Value& column) -> Value {
      if (!column.is_tuple()) return rows_of(column.as_array(), begin, end);
      const Values& words = column.items();
      return Value::tuple(Values(words.begin() + begin, words.begin() + end));
    }));
  }
  return Value::tuple(out.take());
}

}  // namespace

extern const Builtin data_shuffle_builtin = {
    .signature = "data.shuffle(tree: tree, seed: int) -> tree",
    .brief = "Shuffles the samples of a tree, all leaves in the same order.",
    .params = {{"tree",
                "Tree whose leaves share a leading sample axis. A leaf may be a tuple of strings."},
               {"seed",
                "Seed of the shuffle. The same seed gives the same order on every machine."}},
    .errors = "error[shape] if a leaf has no axes or the leaves have different numbers of samples",
    .example =
        "data.shuffle((x = arange(4), y = arange(4)), seed = 1)  #> (x = [2, 0, 3, 1], y = "
        "[2, 0, 3, 1])",
    .source = "Fisher and Yates over splitmix64",
    .call = bind<&shuffle>,
    .purity = Purity::concrete,
};

extern const Builtin data_batches_builtin = {
    .signature = "data.batches(tree: tree, size: int, drop_last: bool = false) -> (tree, ...)",
    .brief = "Splits the samples of a tree into batches, without a copy of the arrays.",
    .params = {{"tree",
                "Tree whose leaves share a leading sample axis. A leaf may be a tuple of strings."},
               {"size", "Number of samples in a batch, > 0."},
               {"drop_last", "If true, drops the last batch if it has fewer than `size` samples."}},
    .returns = "a tuple of trees whose leaves have `size` samples; the last tree may have fewer",
    .errors =
        "error[shape] if a leaf has no axes or the leaves have different numbers of samples; "
        "error[value] if `size` is not above 0",
    .example = "len(data.batches(arange(10), 4))  #> 3",
    .source = "ours",
    .call = bind<&batches>,
    .purity = Purity::concrete,
};

}  // namespace rille
