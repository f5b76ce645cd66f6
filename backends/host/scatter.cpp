// scatter: combines updates with slices at indices.
#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <vector>

#include "backends/backend.h"
#include "backends/host/own.h"
#include "backends/host/structured.h"
#include "backends/host/threads.h"
#include "backends/host/wide.h"
#include "jit/scalars.h"
#include "vm/array.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr int64_t worth_a_thread = 1 << 15;  // elements that are combined
constexpr int64_t rows_at_once = 1024;       // their positions fit into the L1 cache

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
  // Computes the start of the slices of `count` rows from row `from` on.
  template <class Place>
  void place(int64_t from, int64_t count, Place* out) const {
    if constexpr (std::same_as<Place, int32_t>) {
      if (indices_dtype == Dtype::i32 && extents.size() == 1 && steps[0] == 1) {
        const auto* index = reinterpret_cast<const int32_t*>(indices) + from;
        return place_loops().clamp(index, count, static_cast<int32_t>(extents[0]), out);
      }
    }
    with_type(indices_dtype, [&]<class I>(I) {
      if constexpr (std::integral<I> || std::same_as<I, Int4> || std::same_as<I, UInt4>) {
        const I* index = reinterpret_cast<const I*>(indices) + from * std::ssize(extents);
        auto clamped = [](I index, int64_t extent) {
          return std::clamp<int64_t>(static_cast<int64_t>(index), 0, extent - 1);
        };
        if (extents.size() == 1) {
          int64_t extent = extents[0], step = steps[0];
          for (int64_t row = 0; row < count; ++row) {
            out[row] = static_cast<Place>(clamped(index[row], extent) * step);
          }
          return;
        }
        for (int64_t row = 0; row < count; ++row) {
          int64_t at = 0;
          for (size_t k = 0; k < extents.size(); ++k)
            at += clamped(*index++, extents[k]) * steps[k];
          out[row] = static_cast<Place>(at);
        }
      }
    });
  }

  Dtype indices_dtype;
  const char* indices;
  int64_t places;  // elements of the result
  int64_t rows = 1;
  Ints extents = {}, steps = {};  // of the indexed axes
  Charge scratch = {};            // of the offsets
  std::vector<int64_t> offsets =
      {};            // offsets of the elements of a slice from its start; empty if it is contiguous
  int64_t size = 1;  // elements of a slice
};

// The offsets of all elements over the axes that are not indexed, in row-major order.
std::vector<int64_t> rest_offsets(const Ints& extents, const Ints& steps) {
  std::vector<int64_t> out{0};
  PollCounter polls;
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
  Ints shape = x.ints(), steps = row_steps(shape), rest, rest_steps;
  Slices out{.indices_dtype = indices.dtype(), .indices = data, .places = x.count()};
  for (int64_t axis : axes) {
    out.extents.push_back(shape[static_cast<size_t>(axis)]);
    out.steps.push_back(steps[static_cast<size_t>(axis)]);
  }
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (std::ranges::find(axes, static_cast<int64_t>(axis)) != axes.end()) continue;
    rest.push_back(shape[axis]);
    rest_steps.push_back(steps[axis]);
  }
  for (int64_t extent : rest) out.size *= extent;
  if (row_steps(rest) != rest_steps) {
    out.scratch.grow(2 * static_cast<size_t>(out.size) * sizeof(int64_t));
    out.offsets = rest_offsets(rest, rest_steps);
  }
  Ints of = indices.ints();
  for (size_t k = 0; k + 1 < of.size(); ++k) out.rows *= of[k];
  return out;
}

// Combines elements [begin, end) of the slices of all rows, in the order of the rows.
template <class T, class F>
void join_range(const Slices& slices, const T* updates, T* y, F join, int64_t begin, int64_t end) {
  int64_t places[rows_at_once];
  for (int64_t from = 0; from < slices.rows; from += rows_at_once) {
    poll();
    int64_t count = std::min(rows_at_once, slices.rows - from);
    slices.place(from, count, places);
    const T* update = updates + from * slices.size;
    for (int64_t row = 0; row < count; ++row, update += slices.size) {
      T* place = y + places[row];
      if (slices.offsets.empty()) {
        for (int64_t i = begin; i < end; ++i) place[i] = join(place[i], update[i]);
      } else {
        for (int64_t i = begin; i < end; ++i) {
          T& one = place[slices.offsets[static_cast<size_t>(i)]];
          one = join(one, update[i]);
        }
      }
    }
  }
}

// The boundaries of the shares of threads, in slices. Shares have about the same number of rows,
// and all rows of a slice belong to one share. Empty if a slice has so many rows that one thread
// would do most of the work.
std::vector<int64_t> shares_of(const Slices& slices, std::span<const int64_t> places,
                               int64_t shares) {
  constexpr int64_t buckets = 1024;
  int64_t all = slices.places / slices.size, each = (all + buckets - 1) / buckets;
  std::vector<int64_t> counts(buckets);
  for (int64_t place : places) ++counts[static_cast<size_t>(place / slices.size / each)];
  int64_t most = slices.rows / shares, taken = 0;
  std::vector<int64_t> out{0};
  for (int64_t bucket = 0; bucket < buckets; ++bucket) {
    int64_t count = counts[static_cast<size_t>(bucket)];
    if (count > most && shares > 1) return {};
    taken += count;
    bool is_full = taken * shares >= slices.rows * std::ssize(out);
    if (is_full && std::ssize(out) < shares) out.push_back((bucket + 1) * each);
  }
  out.push_back(all);
  return out;
}

// Combines the rows whose slices are in [begin, end) of all elements, and prefetches the next
// slices.
template <class T, class F>
void join_slices(const Slices& slices, std::span<const int64_t> places, const T* updates, T* y,
                 F join, int64_t begin, int64_t end) {
  constexpr int64_t ahead = 8, line = 64, max_lines = 8;
  int64_t lines = std::min(max_lines, slices.size * static_cast<int64_t>(sizeof(T)) / line);
  auto is_own = [&](int64_t place) { return place >= begin && place < end; };
  for (int64_t row = 0; row < slices.rows; ++row) {
    if (row % rows_at_once == 0) poll();
    if (int64_t next = row + ahead; next < slices.rows) {
      int64_t place = places[static_cast<size_t>(next)];
      const char* there = reinterpret_cast<const char*>(y + place);
      for (int64_t i = 0; is_own(place) && i < lines; ++i) __builtin_prefetch(there + i * line, 1);
    }
    int64_t at = places[static_cast<size_t>(row)];
    if (!is_own(at)) continue;
    T* place = y + at;
    const T* update = updates + row * slices.size;
    for (int64_t i = 0; i < slices.size; ++i) place[i] = join(place[i], update[i]);
  }
}

// Combines slices of one element whose positions are in [begin, end). Updates of four bytes are
// selected together with their positions; for other sizes, the row numbers are selected.
template <class T, class F>
void join_places(const Slices& slices, const T* updates, T* y, F join, int64_t begin, int64_t end) {
  constexpr bool picks = sizeof(T) == sizeof(uint32_t);
  constexpr size_t room = rows_at_once + 16;
  int32_t places[rows_at_once];
  uint32_t rows[rows_at_once], own[room], beside[room];
  if (!picks) std::iota(std::begin(rows), std::end(rows), 0);
  const IndexLoops& loops = place_loops();
  for (int64_t from = 0; from < slices.rows; from += rows_at_once) {
    poll();
    int64_t count = std::min(rows_at_once, slices.rows - from);
    slices.place(from, count, places);
    const T* update = updates + from;
    const uint32_t* with = rows;
    if constexpr (picks) with = reinterpret_cast<const uint32_t*>(update);
    int64_t kept = loops.own(places, with, count, static_cast<uint32_t>(begin),
                             static_cast<uint32_t>(end - begin), own, beside);
    for (int64_t i = 0; i < kept; ++i) {
      T& one = y[own[i]];
      if constexpr (picks) {
        one = join(one, std::bit_cast<T>(beside[i]));
      } else {
        one = join(one, update[beside[i]]);
      }
    }
  }
}

// Processes rows in order, so that the last of several updates of one element wins. Threads divide
// the elements of a slice or the positions, never the rows.
template <class T, class F>
void join_all(const Slices& slices, const T* updates, T* y, F join) {
  if (slices.size == 1 && slices.places <= INT32_MAX) {
    int64_t shares = slices.rows < worth_a_thread ? 1 : host_threads();
    return parallel_for(
        slices.places, (slices.places + shares - 1) / shares,
        [&](int64_t begin, int64_t end) { join_places(slices, updates, y, join, begin, end); });
  }
  constexpr int64_t line = 64, few = 16;
  bool is_large = slices.size >= few && slices.rows * slices.size >= 2 * worth_a_thread;
  if (is_large && slices.offsets.empty() && slices.places > 0) {
    Charge charge;
    charge.grow(static_cast<size_t>(slices.rows) * sizeof(int64_t));
    std::vector<int64_t> places(static_cast<size_t>(slices.rows));
    slices.place(0, slices.rows, places.data());
    std::vector<int64_t> shares = shares_of(slices, places, host_threads());
    if (!shares.empty()) {
      return parallel_for(std::ssize(shares) - 1, 1, [&](int64_t from, int64_t to) {
        join_slices(slices, places, updates, y, join,
                    shares[static_cast<size_t>(from)] * slices.size,
                    shares[static_cast<size_t>(to)] * slices.size);
      });
    }
  }
  int64_t grain = std::max(line, worth_a_thread / std::max<int64_t>(1, slices.rows));
  parallel_for(slices.size, (grain + line - 1) / line * line, [&](int64_t begin, int64_t end) {
    join_range(slices, updates, y, join, begin, end);
  });
}

template <class T>
T extreme(T old, T fresh, bool greatest) {
  auto x = ordered(old), y = ordered(fresh);
  if (x != x) return old;
  return y != y || (greatest ? x < y : y < x) ? fresh : old;
}

// Combines by the combiner of the mode. The mode `set` has none, and the last update wins.
template <class T>
void scatter_as(std::optional<Scalar> mode, const Slices& slices, const T* updates, T* y) {
  constexpr bool counts = !std::same_as<T, bool> && !std::same_as<T, KeyBits>;
  if constexpr (counts) {
    if (mode == Scalar::add) {
      return join_all(slices, updates, y,
                      [](T a, T b) { return narrowed<T>(widened(a) + widened(b)); });
    }
    if (mode == Scalar::mul) {
      return join_all(slices, updates, y,
                      [](T a, T b) { return narrowed<T>(widened(a) * widened(b)); });
    }
  }
  if constexpr (has_order<T>) {
    if (mode == Scalar::max) {
      return join_all(slices, updates, y, [](T a, T b) { return extreme(a, b, true); });
    }
    if (mode == Scalar::min) {
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
    scatter_as(scalar_named(node.attrs.string("mode")), slices, reinterpret_cast<const T*>(in[2]),
               reinterpret_cast<T*>(out));
  });
}

}  // namespace rille
