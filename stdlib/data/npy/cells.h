// Values of .npy files: numbers, strings, and records.
#pragma once

#include "stdlib/data/npy/header.h"
#include "vm/value.h"

namespace rille {

class State;

// Elements of a file, `stride` bytes apart.
struct NpyElements {
  std::string_view data;
  uint64_t stride = 0;
  int64_t count = 0;
  const std::string& name;
};

// Array of numbers of the given form. `shape` is the shape of the array.
Array numbers_of(const NpyDtype& form, const NpyElements& from, const Shape& shape);

// Value of the elements: an array for numbers, tuples for strings, a record of columns for records.
Value value_of(State& state, const NpyDtype& form, const NpyElements& from, const Shape& shape);

}  // namespace rille
