// Helpers shared by the streams of the library.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <string_view>

#include "vm/bind.h"
#include "vm/run/running.h"
#include "vm/state.h"
#include "vm/stream.h"

namespace rille {

// Returns a stream unchanged, and wraps a range, a tuple, or the rows of an array or of a tree in
// a stream. Raises error[type] at argument `at` of `who` for any other value.
Stream stream_of(State& state, const Value& x, std::string_view who, int at = 0);

// Concatenates streams, as data.concatenate does.
Value concatenated(State& state, const Values& sources);

// Stream of the lines of a file, as data.lines returns it.
Value lines_stream(State& state, const std::string& path);

// is_away() is true on a prefetch thread (data.prefetch), which has no State. Code that would run
// kernels of the State there calls need_state() first. It throws StateRequired, and the thread of
// the State then computes the item.
bool is_away();
struct StateRequired final : std::exception {};
void need_state();
class PrefetchThreadScope {
 public:
  PrefetchThreadScope();
  ~PrefetchThreadScope();
  PrefetchThreadScope(const PrefetchThreadScope&) = delete;
  PrefetchThreadScope& operator=(const PrefetchThreadScope&) = delete;
};
bool are_free(State& state, const std::vector<Stream>& streams);

// Reads a bool, or an array of one bool. Raises error[type] with the name `who` for another value,
// and error[trace] if the array is traced.
bool known_truth(State& state, const Value& truth, std::string_view who);

// Returns the next `most` items, or fewer at the end of the stream. The memory of the list is
// polled for, since no account includes it yet.
Values next_items(State& state, Stream& source, int64_t most);

// Stacks items into a batch, leaf by leaf of trees: numbers, bools, and arrays along a new first
// axis, strings into a tuple.
Value batch_of(const Values& items);

// Size, slice, concatenation, and padding of batches made by batch_of(). size_of_batch() raises
// error[shape] if the leaves have different numbers of items, and error[type] if x is not a batch.
// padded_batch() pads strings with empty strings.
int64_t size_of_batch(const Value& x);
Value rows_of_batch(const Value& x, int64_t begin, int64_t end);
Value joined_batch(const Values& parts);
Value padded_batch(const Value& x, int64_t more, const Array& value);

// Raises error[value] if `size` is below 1.
void need_above_zero(int64_t size, std::string_view who, std::string_view name);
// Raises error[value] if `count` is below 0.
void need_count(int64_t count, std::string_view who, std::string_view name);

// Applies f to each column of a tree. A column is an array, or a tuple of strings with one string
// for each sample.
Value map_columns(const Value& tree, const std::function<Value(const Value&)>& f, int depth = 0);
// Size of axis 0, shared by all columns of a tree. Raises error[shape] if the sizes differ.
int64_t row_count(const Value& tree);

// Raises error[value] if the seed does not fit in 32 bits.
void need_seed(int64_t seed, std::string_view who);
// Seed of a stage downstream of `source`: `given`, or else a seed derived from the
// upstream data.seed, with the same bits as Grain's default seeds. Raises error[value] if both are
// missing.
int64_t seed_of(const Value& source, std::optional<int64_t> given, std::string_view who);

// Runs f for one item. An error of f gets a note with the index of the item, counted from 0.
template <class F>
Value at_item(std::string_view who, int64_t number, F f) {
  try {
    return f();
  } catch (Error& error) {
    throw std::move(error.note(str("item ", number, " of ", who)));
  }
}

// Methods of every stream, and methods of streams that may have random access.
#define STREAM_NEXT(T) \
  method<&T::next>("next() -> any", "Returns the next item, or nil after the last item.")
#define STREAM_METHODS(T) STREAM_NEXT(T), count_method, item_method

// Raises error[index] if an epoch has no items or the index is below 0. Both can follow from
// values that a script has put into the fields of a stream.
void need_item(int64_t number, int64_t count);

// Index of an item, split into the epoch and the index within the epoch (see vm/stream.h).
struct EpochPosition {
  int64_t epoch, at;
};
inline EpochPosition place_of(int64_t number, int64_t count) {
  need_item(number, count);
  if (count == ItemNumbers::endless) return {0, number};
  return {number / count, number % count};
}
// Index of item `at` of an epoch. Raises error[index] if the index does not fit in 64 bits.
int64_t number_in(int64_t epoch, int64_t count, int64_t at);

// Returns the result of a function for an item. Raises error[type] if the result is nil.
Value not_nil(Value made, std::string_view who, int64_t number);

// Returns the next item that is not filtered out of a random-access stream. `at` is the position
// of the iterator, which is advanced.
template <class T>
Value next_numbered(State& state, const T& stream, int64_t count, int64_t& at) {
  PollCounter polls;
  while (at < count) {
    polls.step();
    Value item = stream.item(state, at);
    ++at;
    if (!item.is_nil()) return item;
  }
  return {};
}

}  // namespace rille
