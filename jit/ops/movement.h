// Copies between strided layouts.
#pragma once

#include "vm/array.h"

namespace rille {

// A strided layout: the offset of the first element and one stride per axis, both in elements.
struct StridedLayout {
  int64_t start = 0;
  Ints steps;
};

Ints steps_of(const Ints& extents);  // the strides of a row-major array
StridedLayout row_major(const Ints& extents);

// Copies every element, to[into] = from[at], for all indices below `extents`.
void copy_walk(const Ints& extents, const Array& from, const StridedLayout& at, Array& to,
               const StridedLayout& into);
// Sets every element of `to` to the scalar.
void fill_with(Array& to, const Array& scalar);
void copy_all(const Array& from, Array& to);

// An element of an integer array of any dtype, as i64.
int64_t whole_at(const Array& x, size_t i);

}  // namespace rille
