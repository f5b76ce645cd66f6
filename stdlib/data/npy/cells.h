// Strings and records of fields in .npy files.
#pragma once

#include "stdlib/data/npy/header.h"
#include "vm/value.h"

namespace rille {

class State;

// Elements of a file that stand apart: `stride` bytes from each to the next.
struct NpyElements {
  std::string_view data;
  uint64_t stride = 0;
  int64_t count = 0;
  const std::string& name;
};

// The array of the numbers that stand there; each is of `form`, and `shape` is that of the whole.
Array numbers_of(const NpyForm& form, const NpyElements& from, const Shape& shape);

// Strings as tuples, fields as a record of columns, numbers as an array.
Value value_of(State& state, const NpyForm& form, const NpyElements& from, const Shape& shape);

}  // namespace rille
