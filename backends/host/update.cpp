// dynamic_update_slice: copies a window into an array.
#include <algorithm>
#include <cstring>

#include "backends/host/structured.h"
#include "backends/host/wide.h"
#include "vm/array.h"
#include "vm/run/running.h"

namespace rille {
namespace {

int64_t whole(Dtype dtype, const char* place) {
  int64_t out = 0;
  with_type(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::integral<T> || std::same_as<T, Int4> || std::same_as<T, UInt4>) {
      T value;
      std::memcpy(&value, place, sizeof value);
      out = static_cast<int64_t>(value);
    }
  });
  return out;
}

// Copies a block of rows into an array. `row` is the number of bytes along the last axis, `steps`
// are the strides of the array.
struct BlockCopy {
  const Ints& size;
  const Ints& steps;  // bytes
  size_t row;

  const char* copy(size_t axis, const char* from, char* to) const {
    if (axis + 1 >= size.size()) {
      copy_bytes(to, from, row);
      return from + row;
    }
    if (axis + 2 >= size.size()) poll();
    for (int64_t i = 0; i < size[axis]; ++i) from = copy(axis + 1, from, to + i * steps[axis]);
    return from;
  }
};

}  // namespace

void run_update(const Node& node, const Graph& graph, std::span<char* const> in, char* out) {
  Type x = graph.type(node.in[0]), update = graph.type(node.in[1]);
  auto item = static_cast<int64_t>(bytes(x.dtype()));
  if (in[0] != out && x.count() > 0) {
    copy_bytes(out, in[0], static_cast<size_t>(x.count() * item));
  }
  if (update.count() == 0) return;
  Ints shape = x.ints(), size = update.ints(), steps(shape.size());
  int64_t step = item;
  char* to = out;
  for (size_t axis = shape.size(); axis-- > 0;) {
    int64_t start = whole(graph.type(node.in[2 + axis]).dtype(), in[2 + axis]);
    to += std::clamp<int64_t>(start, 0, shape[axis] - size[axis]) * step;
    steps[axis] = step;
    step *= shape[axis];
  }
  size_t row = static_cast<size_t>(size.empty() ? item : size.back() * item);
  BlockCopy{size, steps, row}.copy(0, in[1], to);
}

}  // namespace rille
