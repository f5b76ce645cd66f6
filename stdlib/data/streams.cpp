// Checks of arguments, static bools, and batches of streams.
#include "stdlib/data/streams.h"

#include <algorithm>
#include <limits>

#include "stdlib/array.h"
#include "stdlib/core/region.h"
#include "stdlib/transform/traced.h"
#include "vm/calling.h"
#include "vm/memory/growing_values.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/tree.h"

namespace rille {

bool known_truth(State& state, const Value& truth, std::string_view who) {
  if (const bool* known = std::get_if<bool>(&truth.any())) return *known;
  bool is_one = truth.is_array() && truth.array().dtype() == Dtype::boolean &&
                truth.array().type().count() == 1;
  if (!is_one) {
    throw Error(Code::type,
                str(who, ": the function returned ", kind_text(truth), ", expected a bool"));
  }
  if (truth.array().is_traced()) {
    throw unknown_value(state, truth.array(),
                        str(who, ": the items that are selected must be static while tracing"));
  }
  return truth.array().number() != 0;
}

Value not_nil(Value made, std::string_view who, int64_t number) {
  if (!made.is_nil()) return made;
  throw Error(Code::type, str(who, ": the function returned nil for item ", number,
                              ", expected an item: nil marks the end of a stream"));
}

void need_above_zero(int64_t size, std::string_view who, std::string_view name) {
  if (size > 0) return;
  throw labelled(
      Error(Code::value, str(who, ": `", name, "` is ", size, ", expected an integer above 0")),
      name);
}

void need_item(int64_t number, int64_t count) {
  if (number >= 0 && count > 0) return;
  throw Error(Code::index, str("item ", number, " is out of range for a stream of ",
                               std::max<int64_t>(count, 0), " items"));
}

int64_t number_in(int64_t epoch, int64_t count, int64_t at) {
  int64_t out = 0;
  bool is_beyond =
      __builtin_mul_overflow(epoch, count, &out) || __builtin_add_overflow(out, at, &out);
  if (is_beyond) throw Error(Code::index, "the index of an item of a stream exceeds 64 bits");
  return out;
}

void need_count(int64_t count, std::string_view who, std::string_view name) {
  if (count >= 0) return;
  throw labelled(
      Error(Code::value, str(who, ": `", name, "` is ", count, ", expected an integer >= 0")),
      name);
}

Values next_items(State& state, Stream& source, int64_t most) {
  GrowingValues out;
  while (out.size() < static_cast<size_t>(most)) {
    Value item = source.next(state);
    if (item.is_nil()) break;
    out.add(std::move(item));
  }
  return out.take();
}

// --- other threads --------------------------------------------------------------------------

namespace {
thread_local bool away = false;  // NOLINT(*-global-variables): one flag for each thread
}

bool is_away() { return away; }
void need_state() {
  if (away) throw StateRequired();
}
PrefetchThreadScope::PrefetchThreadScope() { away = true; }
PrefetchThreadScope::~PrefetchThreadScope() { away = false; }

bool are_free(State& state, const std::vector<Stream>& streams) {
  return std::ranges::all_of(streams, [&](const Stream& s) { return s.is_free(state); });
}

// --- batches --------------------------------------------------------------------------------

namespace {

template <class T>
bool are_all(const Values& items) {
  return std::ranges::all_of(items,
                             [](const Value& x) { return std::holds_alternative<T>(x.any()); });
}

// Stacks host ints that fit in 32 bits. The result equals that of an array literal, but no array
// is made for each int.
bool small_ints(const Values& items, Array& out) {
  using Int32Limits = std::numeric_limits<int32_t>;
  if (!are_all<int64_t>(items)) return false;
  out = Array(Type(Dtype::i32, {Extent(static_cast<int64_t>(items.size()))}));
  std::span<int32_t> to = out.edit<int32_t>();
  for (size_t i = 0; i < items.size(); ++i) {
    int64_t x = std::get<int64_t>(items[i].any());
    if (x < Int32Limits::min() || x > Int32Limits::max()) return false;
    to[i] = static_cast<int32_t>(x);
  }
  return true;
}

// Whether the arrays are consecutive in one buffer and fill at least half of it. The batch is then
// a view of the buffer.
bool stand_side_by_side(const Values& items, size_t bytes) {
  const Array& first = items[0].array();
  const BufferRef& memory = first.body()->buffer;
  bool is_most = memory != nullptr && memory->bytes() <= 2 * bytes * items.size();
  if (!is_most) return false;
  for (size_t i = 0; i < items.size(); ++i) {
    const Array& x = items[i].array();
    bool follows = x.data() == first.data() + i * bytes && x.body()->buffer == memory;
    if (!follows) return false;
  }
  return true;
}

// Stacks arrays of one type that are materialized in memory.
bool like_arrays(const Values& items, Array& out) {
  if (!are_all<Array>(items)) return false;
  Type type = items[0].array().type();
  for (const Value& x : items) {
    bool fits = !x.array().is_traced() && !x.array().is_weak() && x.array().type() == type;
    if (!fits) return false;
  }
  Shape shape = type.shape();
  shape.insert(shape.begin(), Extent(static_cast<int64_t>(items.size())));
  size_t bytes = items[0].array().byte_size();
  if (stand_side_by_side(items, bytes)) {
    const ArrayBody& first = *items[0].array().body();
    out = Array::on(type.with(shape), first.buffer, first.offset);
    return true;
  }
  out = Array(type.with(shape));
  std::byte* to = out.edit_data();
  for (const Value& x : items) {
    copy_bytes(to, x.array().data(), bytes);
    to += bytes;
  }
  return true;
}

Value stacked(const Values& items) {
  Array out;
  if (small_ints(items, out) || like_arrays(items, out)) return out;
  need_state();
  return stack_leaves(items);
}

}  // namespace

namespace {

bool is_const_item(const Value& tree, size_t i) {
  return tree.layout() != nullptr && tree.layout()->is_const(i);
}

// Value of a `const` field, which must be the same in all instances of a batch.
Value one_constant(const Values& items, std::string_view field) {
  for (const Value& x : items) {
    if (same(x.unwrapped(), items[0].unwrapped())) continue;
    throw Error(Code::type, str("the items of a batch differ in their const field `", field,
                                "`: ", text(items[0]), " in the first, ", text(x),
                                " in another, expected one value"));
  }
  return items[0];
}

}  // namespace

Value batch_of(const Values& items) {
  check_stack();
  if (std::ranges::all_of(items, is_joint)) return stacked(items);
  if (are_all<std::string>(items)) return Value::tuple(items);
  if (are_all<Nil>(items)) return Value();
  const Value& first = items[0];
  std::vector<BranchRef> alike;  // dicts with their keys in the order of the first
  for (const Value& x : items) {
    if (first.is_branch()) alike.push_back(fitted(first.branch(), x));
  }
  if (!first.is_branch() || std::ranges::find(alike, nullptr) != alike.end()) {
    for (const Value& x : items) {
      if (form_text(x) == form_text(first)) continue;
      throw Error(Code::type, str("the items of a batch differ in structure: the first is ",
                                  form_text(first), ", another is ", form_text(x)));
    }
    throw Error(Code::type, str("cannot batch items of type ", kind_text(first),
                                ", expected numbers, arrays, strings, or trees of these"));
  }
  Values parts;
  for (size_t i = 0; i < first.items().size(); ++i) {
    Values column;
    for (const BranchRef& x : alike) column.push_back(x->items[i]);
    parts.push_back(is_const_item(first, i) ? one_constant(column, first.layout()->names[i])
                                            : batch_of(column));
  }
  return Value::like(first.branch(), std::move(parts));
}

namespace {

bool are_texts(const Value& x) { return x.is_tuple() && are_all<std::string>(x.items()); }

// Calls f with the number of items in each column.
template <class F>
void each_size(const Value& x, const F& f) {
  check_stack();
  if (are_texts(x)) return f(std::ssize(x.items()));
  if (x.is_array() && x.array().rank() > 0) return f(x.array().type().extent(0).number());
  if (!x.is_branch()) {
    throw Error(Code::type, str("a leaf of the batch is ", kind_text(x),
                                ", expected an array with at least one axis, or strings"));
  }
  for (size_t i = 0; i < x.items().size(); ++i) {
    if (!is_const_item(x, i)) each_size(x.items()[i], f);
  }
}

}  // namespace

int64_t size_of_batch(const Value& x) {
  std::optional<int64_t> size;
  each_size(x, [&](int64_t here) {
    if (size && *size != here) {
      throw Error(Code::shape, str("the leaves of a batch have ", *size, " and ", here,
                                   " items, expected the same number in each leaf"));
    }
    size = here;
  });
  if (size) return *size;
  throw Error(Code::type, str("a batch is ", form_text(x), ", expected at least one array"));
}

Value rows_of_batch(const Value& x, int64_t begin, int64_t end) {
  if (are_texts(x)) {
    auto from = x.items().begin();
    return Value::tuple(Values(from + begin, from + end));
  }
  if (!x.is_array()) {
    Values parts;
    for (const Value& part : x.items()) parts.push_back(rows_of_batch(part, begin, end));
    return Value::like(x.branch(), std::move(parts));
  }
  Subscript rows;
  rows.form = Subscript::Kind::slice;
  rows.start = begin;
  rows.stop = end;
  return Value::from_array(index(x.array(), {rows}));
}

Value joined_batch(const Values& parts) {
  const Value& first = parts[0];
  if (parts.size() == 1) return first;
  for (const Value& part : parts) {
    bool fits =
        part.is_array() == first.is_array() && part.is_branch() == first.is_branch() &&
        (!first.is_branch() || are_texts(first) || is_same_form(first.branch(), part.branch()));
    if (fits) continue;
    throw Error(Code::type, str("batches to concatenate differ in structure: the first is ",
                                form_text(first), ", another is ", form_text(part)));
  }
  if (first.is_array()) {
    Arrays arrays;
    for (const Value& part : parts) arrays.push_back(part.array());
    return Value::from_array(concat(arrays, 0));
  }
  Values out;
  if (are_texts(first)) {
    for (const Value& part : parts) out.insert(out.end(), part.items().begin(), part.items().end());
    return Value::tuple(std::move(out));
  }
  for (size_t i = 0; i < first.items().size(); ++i) {
    Values column;
    for (const Value& part : parts) column.push_back(part.items()[i]);
    out.push_back(joined_batch(column));
  }
  return Value::like(first.branch(), std::move(out));
}

Value padded_batch(const Value& x, int64_t more, const Array& value) {
  need_state();
  if (are_texts(x)) {
    Values texts = x.items();
    texts.resize(texts.size() + static_cast<size_t>(more), Value(""));
    return Value::tuple(std::move(texts));
  }
  if (x.is_array()) {
    Ints low(static_cast<size_t>(x.array().rank()), 0), high = low;
    high[0] = more;
    return Value::from_array(pad(x.array(), low, high, value));
  }
  if (!x.is_branch()) return x;
  Values parts;
  for (const Value& part : x.items()) parts.push_back(padded_batch(part, more, value));
  return Value::like(x.branch(), std::move(parts));
}

}  // namespace rille
