// Stages of streams that other stages are built from.
#pragma once

#include <vector>

#include "stdlib/data/streams.h"
#include "vm/memory/account.h"

namespace rille {

// One of `count` contiguous data shards. With drop_remainder all shards have the same length.
struct DataShard {
  int64_t index = 0, count = 1;
  bool drop_remainder = false;
};
Value part_stream(State& state, const Value& source, const DataShard& part);

Value seed_stream(State& state, const Value& source, int64_t seed);
Value shuffled_stream(State& state, const Value& source, int64_t seed);
Value repeated_stream(State& state, const Value& source, std::optional<int64_t> times);
Value batched_stream(State& state, const Value& source, int64_t size, bool drop_last);
Value prefetched_stream(State& state, const Value& source, int64_t n, int64_t threads);

// Indices of consecutive items. Their memory is added to `charge`.
std::vector<int64_t> numbers_from(int64_t first, int64_t count, Charge& charge);

// Size of an item in bytes: its arrays, its strings, and 8 bytes for each number.
size_t bytes_in(const Value& item);

}  // namespace rille
