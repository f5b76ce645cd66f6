// scatter: updates joined to slices at computed indices.
#include <algorithm>
#include <vector>

#include "backends/host/structured.h"
#include "backends/host/threads.h"
#include "backends/host/wide.h"
#include "vm/array.h"
#include "vm/running.h"

namespace rille {
namespace {

// Elements of a slice that are worth a thread's while.
constexpr int64_t grain = 4096;

Ints row_steps(const Ints& shape) {
  Ints steps(shape.size());
  int64_t step = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    steps[axis] = step;
    step *= shape[axis];
  }
  return steps;
}

struct Slices {
  Charge scratch;                // of both lists
  std::vector<int64_t> rows;     // where each row's slice begins
  std::vector<int64_t> offsets;  // of a slice's elements from its begin; empty: one after the other
  int64_t size = 1;              // elements of a slice
};

template <class I>
void place_rows(const I* indices, const Ints& extents, const Ints& steps, Slices& out) {
  Polls polls;
  for (int64_t& row : out.rows) {
    polls.step();
    row = 0;
    for (size_t k = 0; k < extents.size(); ++k) {
      auto index = static_cast<int64_t>(*indices++);
      row += std::clamp<int64_t>(index, 0, extents[k] - 1) * steps[k];
    }
  }
}

// Offsets of all indices over the axes that are not indexed, the last one fastest.
std::vector<int64_t> rest_offsets(const Ints& extents, const Ints& steps) {
  std::vector<int64_t> out{0};
  Polls polls;
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    std::vector<int64_t> longer;
    longer.reserve(out.size() * static_cast<size_t>(extents[axis]));
    for (int64_t begin : out) {
      for (int64_t i = 0; i < extents[axis]; ++i, polls.step()) {
        longer.push_back(begin + i * steps[axis]);
      }
    }
    out = std::move(longer);
  }
  return out;
}

Slices slices_of(Type x, Type indices, const Ints& axes, const char* data) {
  Ints shape = x.ints(), steps = row_steps(shape), extents, own, rest, rest_steps;
  for (int64_t axis : axes) {
    extents.push_back(shape[static_cast<size_t>(axis)]);
    own.push_back(steps[static_cast<size_t>(axis)]);
  }
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (std::ranges::find(axes, static_cast<int64_t>(axis)) != axes.end()) continue;
    rest.push_back(shape[axis]);
    rest_steps.push_back(steps[axis]);
  }
  Slices out;
  for (int64_t extent : rest) out.size *= extent;
  if (row_steps(rest) != rest_steps) {
    out.scratch.grow(2 * static_cast<size_t>(out.size) * sizeof(int64_t));
    out.offsets = rest_offsets(rest, rest_steps);
  }
  int64_t rows = 1;
  Ints of = indices.ints();
  for (size_t k = 0; k + 1 < of.size(); ++k) rows *= of[k];
  out.scratch.grow(static_cast<size_t>(rows) * sizeof(int64_t));
  out.rows.resize(static_cast<size_t>(rows));
  with_type(indices.dtype(), [&](auto zero) {
    using I = decltype(zero);
    if constexpr (std::integral<I> || std::same_as<I, Int4> || std::same_as<I, UInt4>) {
      place_rows(reinterpret_cast<const I*>(data), extents, own, out);
    }
  });
  return out;
}

// Rows in their order, so that of several updates of one place the last one counts; threads share
// the elements of a slice, never the rows.
template <class T, class F>
void join_all(const Slices& slices, const T* updates, T* y, F join) {
  parallel_for(slices.size, grain, [&](int64_t begin, int64_t end) {
    Polls polls;
    for (size_t row = 0; row < slices.rows.size(); ++row) {
      polls.step();
      T* place = y + slices.rows[row];
      const T* update = updates + static_cast<int64_t>(row) * slices.size;
      if (slices.offsets.empty()) {
        for (int64_t i = begin; i < end; ++i) place[i] = join(place[i], update[i]);
      } else {
        for (int64_t i = begin; i < end; ++i) {
          T& one = place[slices.offsets[static_cast<size_t>(i)]];
          one = join(one, update[i]);
        }
      }
    }
  });
}

template <class T>
T extreme(T old, T fresh, bool greatest) {
  auto x = ordered(old), y = ordered(fresh);
  if (x != x) return old;
  return y != y || (greatest ? x < y : y < x) ? fresh : old;
}

template <class T>
void scatter_as(const std::string& mode, const Slices& slices, const T* updates, T* y) {
  constexpr bool counts = !std::same_as<T, bool> && !std::same_as<T, KeyBits>;
  if constexpr (counts) {
    if (mode == "add") {
      return join_all(slices, updates, y,
                      [](T a, T b) { return narrowed<T>(widened(a) + widened(b)); });
    }
    if (mode == "mul") {
      return join_all(slices, updates, y,
                      [](T a, T b) { return narrowed<T>(widened(a) * widened(b)); });
    }
  }
  if constexpr (has_order<T>) {
    if (mode == "max") {
      return join_all(slices, updates, y, [](T a, T b) { return extreme(a, b, true); });
    }
    if (mode == "min") {
      return join_all(slices, updates, y, [](T a, T b) { return extreme(a, b, false); });
    }
  }
  join_all(slices, updates, y, [](T, T b) { return b; });
}

}  // namespace

void run_scatter(const Node& node, const Graph& graph, std::span<char* const> in, char* out) {
  Type x = graph.type(node.in[0]);
  if (in[0] != out && x.count() > 0) {
    copy_bytes(out, in[0], static_cast<size_t>(x.count()) * bytes(x.dtype()));
  }
  if (graph.type(node.in[2]).count() == 0) return;
  Slices slices = slices_of(x, graph.type(node.in[1]), node.attrs.ints("axes"), in[1]);
  with_type(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    scatter_as(node.attrs.string("mode"), slices, reinterpret_cast<const T*>(in[2]),
               reinterpret_cast<T*>(out));
  });
}

}  // namespace rille
