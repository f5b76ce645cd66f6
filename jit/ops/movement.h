// Copies elements from one stepped layout to another.
#pragma once

#include "vm/array.h"

namespace rille {

// How a walk over extents steps through memory: where it starts and one step per axis, both in
// elements.
struct Walk {
  int64_t start = 0;
  Ints steps;
};

Ints steps_of(const Ints& extents);  // of a row-major array
Walk row_major(const Ints& extents);

// to[its walk] = from[its walk] for every index below extents.
void copy_walk(const Ints& extents, const Array& from, const Walk& at, Array& to, const Walk& into);
// Every element of `to` becomes the one of the scalar.
void fill_with(Array& to, const Array& scalar);
void copy_all(const Array& from, Array& to);

// An integer array's element as i64, whatever its dtype.
int64_t whole_at(const Array& x, size_t i);

}  // namespace rille
