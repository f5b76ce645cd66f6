// What the streams of the library share.
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

// A stream as it is; a range, a tuple, the rows of an array or of a tree as one. error[type] at the
// argument `at` of `who`.
Stream stream_of(State& state, const Value& x, std::string_view who, int at = 0);

// One stream behind the other, as data.concatenate has it.
Value concatenated(State& state, const Values& sources);

// The lines of a file, as data.lines has them.
Value lines_stream(State& state, const std::string& path);

// Whether this thread makes items ahead (data.prefetch), apart from the State. What would compute
// there by kernels of the State calls need_state(), whose NeedsState has it made by the State.
bool is_away();
struct NeedsState final : std::exception {};
void need_state();
class Away {
 public:
  Away();
  ~Away();
  Away(const Away&) = delete;
  Away& operator=(const Away&) = delete;
};
bool are_free(State& state, const std::vector<Stream>& streams);

// A bool, or an array of one. error[type] names `who`; error[trace] where it is traced.
bool known_truth(State& state, const Value& truth, std::string_view who);

// The next items, fewer than `most` only at the end. No account knows what they take meanwhile: it
// is polled for.
Values next_items(State& state, Stream& source, int64_t most);

// Numbers, arrays and bools along a new first axis, strings as a tuple, leaf by leaf of trees.
Value batch_of(const Values& items);

// What batches of batch_of() are cut and joined by. error[shape] where leaves differ in their
// number of items; error[type] where x is no batch.
int64_t size_of_batch(const Value& x);
Value rows_of_batch(const Value& x, int64_t begin, int64_t end);
Value joined_batch(const Values& parts);
Value padded_batch(const Value& x, int64_t more, const Array& value);  // strings by empty ones

// error[value] where a size is below 1; where a number that counts items is below 0.
void need_above_zero(int64_t size, std::string_view who, std::string_view name);
void need_count(int64_t count, std::string_view who, std::string_view name);

// The tree with f of each column: of each array, and of each tuple of words as a whole, whose items
// are of one sample each.
Value map_columns(const Value& tree, const std::function<Value(const Value&)>& f, int depth = 0);
// The leading extent that all columns of a tree share; error[shape] where they differ.
int64_t row_count(const Value& tree);

// error[value] where it does not fit in 32 bits. The seed of a stage behind `source`: the given
// one, or what that of data.seed gives, bit for bit as Grain's default seeds; error[value] without
// any.
void need_seed(int64_t seed, std::string_view who);
int64_t seed_of(const Value& source, std::optional<int64_t> given, std::string_view who);

// The next draw of splitmix64 (Steele, Lea, Flood, OOPSLA 2014), its state the seed.
inline uint64_t split_mix(uint64_t& state) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

// Runs f for an item: what it raises says which one it was, from 0.
template <class F>
Value at_item(std::string_view who, int64_t number, F f) {
  try {
    return f();
  } catch (Error& error) {
    throw std::move(error.note(str("item ", number, " of ", who)));
  }
}

// The stream's methods, of all and of those whose items may have numbers.
#define STREAM_NEXT(T) method<&T::next>("next() -> any", "The next item; nil behind the last one.")
#define STREAM_METHODS(T) STREAM_NEXT(T), count_method, item_method

// error[index] where an epoch has no items, or the number is below 0: what scripts put into the
// fields of a stream may ask for such ones.
void need_item(int64_t number, int64_t count);

// A number as an epoch and a number within it: vm/stream.h.
struct EpochPlace {
  int64_t epoch, at;
};
inline EpochPlace place_of(int64_t number, int64_t count) {
  need_item(number, count);
  if (count == ItemNumbers::endless) return {0, number};
  return {number / count, number % count};
}
// The number of an item of an epoch; error[index] where it is beyond all numbers.
int64_t number_in(int64_t epoch, int64_t count, int64_t at);

// What a function gave for an item; error[type] where that is nil.
Value not_nil(Value made, std::string_view who, int64_t number);

// The next item that is no gap, of a stream that is read by numbers; `at`: how far it is.
template <class T>
Value next_numbered(State& state, const T& stream, int64_t count, int64_t& at) {
  Polls polls;
  while (at < count) {
    polls.step();
    Value item = stream.item(state, at);
    ++at;
    if (!item.is_nil()) return item;
  }
  return {};
}

}  // namespace rille
