// What the streams of the library share.
#pragma once

#include <string>
#include <string_view>

#include "vm/bind.h"
#include "vm/state.h"
#include "vm/stream.h"

namespace rille {

// A stream as it is; a range, a tuple, the rows of an array or of a tree as one. error[type] at the
// argument `at` of `who`.
Stream stream_of(State& state, const Value& x, std::string_view who, int at = 0);

// A bool, or an array of one. error[type] names `who`; error[trace] where it is traced.
bool known_truth(State& state, const Value& truth, std::string_view who);

// The next items, fewer than `most` only at the end. No account knows what they take meanwhile: it
// is polled for.
Values next_items(State& state, Stream& source, int64_t most);

// Numbers, arrays and bools along a new first axis, strings as a tuple, leaf by leaf of trees.
Value batch_of(const Values& items);

// error[value] where a size is below 1; where a number that counts items is below 0.
void need_above_zero(int64_t size, std::string_view who, std::string_view name);
void need_count(int64_t count, std::string_view who, std::string_view name);

// The leading extent that all leaves of a tree share; error[shape] where they differ.
int64_t row_count(const Value& tree);

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

#define STREAM_NEXT(T) method<&T::next>("next() -> any", "The next item; nil behind the last one.")

}  // namespace rille
