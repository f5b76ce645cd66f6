// sort: lines of arrays put in order, stably, by radix.
#include <algorithm>

#include "backends/host/rank.h"
#include "backends/host/structured.h"
#include "backends/host/threads.h"
#include "vm/array.h"
#include "vm/error.h"
#include "vm/running.h"

namespace rille {
namespace {

// The elements of one line: the first, and how far the next one is.
struct Line {
  size_t begin, step, length;
};

// Puts `order` in the order of one key, keeping it where elements are equal.
template <class T>
void sort_by(const T* key, const Line& line, const Untouched<uint32_t>& order) {
  using U = decltype(rank_of(T{}));
  Charge scratch(2 * order.size() * sizeof(Ranked<U>));
  Untouched<Ranked<U>> items(order.size());
  Polls polls;
  for (size_t i = 0; i < order.size(); ++i) {
    polls.step();
    items[i] = {rank_of(key[line.begin + order[i] * line.step]), order[i]};
  }
  sort_ranked(items);
  for (size_t i = 0; i < order.size(); ++i) order[i] = items[i].place;
}

struct Sorter {
  const Node& node;
  const Graph& graph;
  std::span<char* const> in, out;

  Dtype dtype(size_t i) const { return graph.type(node.in[i]).dtype(); }

  // The last key first: each sort after it keeps its order among equals.
  void run(const Line& line) const {
    Charge scratch(line.length * sizeof(uint32_t));
    Untouched<uint32_t> order(line.length);
    Polls polls;
    for (size_t i = 0; i < order.size(); ++i, polls.step()) order[i] = static_cast<uint32_t>(i);
    for (auto key = static_cast<size_t>(node.attrs.integer("num_keys")); key-- > 0;) {
      with_type(dtype(key), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (has_order<T>) sort_by(reinterpret_cast<const T*>(in[key]), line, order);
      });
    }
    for (size_t i = 0; i < in.size(); ++i) move(i, line, order);
  }

  void move(size_t i, const Line& line, const Untouched<uint32_t>& order) const {
    with_type(dtype(i), [&](auto zero) {
      using T = decltype(zero);
      const T* from = reinterpret_cast<const T*>(in[i]) + line.begin;
      T* to = reinterpret_cast<T*>(out[i]) + line.begin;
      Polls polls;
      for (size_t k = 0; k < order.size(); ++k, polls.step())
        to[k * line.step] = from[order[k] * line.step];
    });
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
    throw Error(Code::limit, str("sort takes lines of up to 2^32 elements, got ", length));
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
