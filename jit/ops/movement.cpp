// Strided copies.
#include "jit/ops/movement.h"

#include <algorithm>
#include <cstring>

#include "jit/ops/loops.h"
#include "vm/run/running.h"

namespace rille {
namespace {

struct Copy {
  const Ints& extents;
  const std::byte* from;
  const Ints& from_steps;
  std::byte* to;
  const Ints& to_steps;
  size_t size;
  PollCounter polls = {};

  void run(size_t axis, int64_t read, int64_t write) {
    if (axis == extents.size()) {
      polls.step();
      std::memcpy(to + static_cast<size_t>(write) * size, from + static_cast<size_t>(read) * size,
                  size);
      return;
    }
    for (int64_t i = 0; i < extents[axis]; ++i) {
      run(axis + 1, read + i * from_steps[axis], write + i * to_steps[axis]);
    }
  }
};

}  // namespace

Ints steps_of(const Ints& extents) {
  Ints steps(extents.size());
  int64_t step = 1;
  for (size_t axis = extents.size(); axis-- > 0;) {
    steps[axis] = step;
    step *= extents[axis];
  }
  return steps;
}

StridedLayout row_major(const Ints& extents) { return {0, steps_of(extents)}; }

void copy_walk(const Ints& extents, const Array& from, const StridedLayout& at, Array& to,
               const StridedLayout& into) {
  // An empty axis may follow an axis of size 2^58.
  if (std::ranges::find(extents, 0) != extents.end()) return;
  Copy copy{extents, from.data(), at.steps, to.edit_data(), into.steps, bytes(from.dtype())};
  copy.run(0, at.start, into.start);
}

void fill_with(Array& to, const Array& scalar) {
  size_t size = bytes(to.dtype());
  std::byte* y = to.edit_data();
  PollCounter polls;
  for (size_t i = 0, count = to.size(); i < count; ++i, polls.step()) {
    std::memcpy(y + i * size, scalar.data(), size);
  }
}

void copy_all(const Array& from, Array& to) {
  if (from.size() > 0) copy_bytes(to.edit_data(), from.data(), from.byte_size());
}

int64_t whole_at(const Array& x, size_t i) {
  int64_t value = 0;
  with_type(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (is_whole<T>) value = static_cast<int64_t>(widen(elements<T>(x)[i]));
  });
  return value;
}

}  // namespace rille
