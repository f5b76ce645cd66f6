// sort: stable radix sort along an axis.
#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>

#include "backends/host/radix.h"
#include "backends/host/structured.h"
#include "backends/host/threads.h"
#include "vm/array.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// The elements of one line: the index of the first, the stride, and the length.
struct StridedLine {
  size_t begin, step, length;
};

constexpr int64_t at_once = 1 << 14;  // elements per range of a thread

// Calls body(i) for each i < count, on several threads if `count` is large.
template <class Body>
void each_of(size_t count, const Body& body) {
  parallel_for(static_cast<int64_t>(count), at_once, [&](int64_t begin, int64_t end) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) body(i);
  });
}

// Stable sort of `order` by one key.
template <class T>
void sort_by(const T* key, const StridedLine& line, const UninitializedBuffer<uint32_t>& order) {
  using U = decltype(rank_of(T{}));
  UninitializedBuffer<RankedIndex<U>> items(order.size());
  each_of(order.size(), [&](size_t i) {
    items[i] = {rank_of(key[line.begin + order[i] * line.step]), order[i]};
  });
  sort_ranked(items);
  each_of(order.size(), [&](size_t i) { order[i] = items[i].place; });
}

// Sorts elements that are determined by their ranks, without their positions. False if elements
// with equal ranks may differ.
template <class T>
bool sort_alone(const T* from, T* to, const StridedLine& line) {
  if constexpr (!std::integral<T> && !std::floating_point<T>) {
    return false;
  } else {
    using U = decltype(rank_of(T{}));
    UninitializedBuffer<U> ranks(line.length);
    std::atomic<bool> are_alone = true;
    parallel_for(static_cast<int64_t>(line.length), at_once, [&](int64_t begin, int64_t end) {
      bool all = true;
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        T x = from[line.begin + i * line.step];
        ranks[i] = rank_of(x);
        all &= has_rank_alone(x);
      }
      if (!all) are_alone = false;
    });
    if (!are_alone) return false;
    sort_ranked(ranks);
    each_of(line.length, [&](size_t i) { to[line.begin + i * line.step] = of_rank<T>(ranks[i]); });
    return true;
  }
}

constexpr size_t few = 32;

// The sorted position of each rank: the number of smaller ranks and of equal ranks before it. All
// pairs are compared, without branches; the padding after `count` is not less than any rank.
template <size_t padded, class U>
void place_few(const U* ranks, size_t count, uint32_t* places) {
  for (size_t i = 0; i < count; ++i) {
    U own = ranks[i];
    uint32_t before = 0;
    for (size_t k = 0; k < padded; ++k) {
      before += static_cast<uint32_t>(ranks[k] < own) +
                static_cast<uint32_t>((ranks[k] == own) & (k < i));
    }
    places[i] = before;
  }
}

template <class T>
void sort_few_by(const T* key, const StridedLine& line, uint32_t* order) {
  using U = decltype(rank_of(T{}));
  U ranks[few];
  uint32_t places[few], before[few];
  std::fill_n(ranks, few, std::numeric_limits<U>::max());
  std::copy_n(order, line.length, before);
  for (size_t i = 0; i < line.length; ++i)
    ranks[i] = rank_of(key[line.begin + order[i] * line.step]);
  if (line.length <= 8) {
    place_few<8>(ranks, line.length, places);
  } else if (line.length <= 16) {
    place_few<16>(ranks, line.length, places);
  } else {
    place_few<few>(ranks, line.length, places);
  }
  for (size_t i = 0; i < line.length; ++i) order[places[i]] = before[i];
}

struct Sorter {
  const Node& node;
  const Graph& graph;
  std::span<char* const> in, out;

  Dtype dtype(size_t i) const { return graph.type(node.in[i]).dtype(); }

  // Sorts by the last key first; each following sort is stable.
  void run(const StridedLine& line) const {
    if (line.length <= few) return run_few(line);
    if (in.size() == 1 && runs_alone(line)) return;
    UninitializedBuffer<uint32_t> order(line.length);
    each_of(order.size(), [&](size_t i) { order[i] = static_cast<uint32_t>(i); });
    each_key([&]<class T>(const T* key) { sort_by(key, line, order); });
    move(line, order.begin(), [](size_t count, const auto& body) { each_of(count, body); });
  }

  // Sorts a short line on the stack of one thread, since such lines are numerous.
  void run_few(const StridedLine& line) const {
    uint32_t order[few];
    std::iota(order, order + line.length, 0);
    each_key([&]<class T>(const T* key) { sort_few_by(key, line, order); });
    move(line, order, [](size_t count, const auto& body) {
      for (size_t i = 0; i < count; ++i) body(i);
    });
  }

  template <class Body>
  void each_key(const Body& body) const {
    for (auto key = static_cast<size_t>(node.attrs.integer("num_keys")); key-- > 0;) {
      with_type(dtype(key), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (has_order<T>) body(reinterpret_cast<const T*>(in[key]));
      });
    }
  }

  bool runs_alone(const StridedLine& line) const {
    bool out = false;
    with_type(dtype(0), [&](auto zero) {
      using T = decltype(zero);
      out = sort_alone(reinterpret_cast<const T*>(in[0]), reinterpret_cast<T*>(this->out[0]), line);
    });
    return out;
  }

  template <class Each>
  void move(const StridedLine& line, const uint32_t* order, const Each& each) const {
    for (size_t i = 0; i < in.size(); ++i) {
      with_type(dtype(i), [&](auto zero) {
        using T = decltype(zero);
        const T* from = reinterpret_cast<const T*>(in[i]) + line.begin;
        T* to = reinterpret_cast<T*>(out[i]) + line.begin;
        each(line.length, [&](size_t k) { to[k * line.step] = from[order[k] * line.step]; });
      });
    }
  }
};

}  // namespace

void run_sort(const Node& node, const Graph& graph, std::span<char* const> in,
              std::span<char* const> out) {
  Ints shape = graph.type(node.in[0]).ints();
  auto axis = static_cast<size_t>(node.attrs.integer("axis"));
  int64_t step = 1, outer = 1, length = shape[axis];
  for (size_t k = axis + 1; k < shape.size(); ++k) step *= shape[k];
  for (size_t k = 0; k < axis; ++k) outer *= shape[k];
  if (length >= int64_t{1} << 32) {
    throw Error(Code::limit,
                str("sort: the axis has ", length, " elements, expected fewer than 2^32"));
  }
  if (length == 0) return;
  Sorter sorter{node, graph, in, out};
  int64_t grain = std::max<int64_t>(1, 4096 / length);
  parallel_for(outer * step, grain, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      sorter.run({static_cast<size_t>(k / step * step * length + k % step),
                  static_cast<size_t>(step), static_cast<size_t>(length)});
    }
  });
}

}  // namespace rille
