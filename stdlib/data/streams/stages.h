// Stages of streams that other stages are made of.
#pragma once

#include <vector>

#include "stdlib/data/streams.h"
#include "vm/memory/account.h"

namespace rille {

// Items that stand together, one part of `count`; with drop_remainder all parts have as many.
struct Part {
  int64_t index = 0, count = 1;
  bool drop_remainder = false;
};
Value part_stream(State& state, const Value& source, const Part& part);

Value seed_stream(State& state, const Value& source, int64_t seed);
Value shuffled_stream(State& state, const Value& source, int64_t seed);
Value repeated_stream(State& state, const Value& source, std::optional<int64_t> times);
Value batched_stream(State& state, const Value& source, int64_t size, bool drop_last);
Value prefetched_stream(State& state, const Value& source, int64_t n, int64_t threads);

// Numbers of items that follow each other; `charge` holds what they take.
std::vector<int64_t> numbers_from(int64_t first, int64_t count, Charge& charge);

// What an item takes: its arrays, its strings, 8 a number.
size_t bytes_in(const Value& item);

}  // namespace rille
