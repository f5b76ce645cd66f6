// sort: lines of arrays put in order, stably, by radix.
#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <numeric>

#include "backends/host/structured.h"
#include "backends/host/threads.h"
#include "backends/host/wide.h"
#include "vm/array.h"
#include "vm/error.h"
#include "vm/running.h"

namespace rille {
namespace {

// Shorter lines are sorted by comparing.
constexpr size_t least_for_radix = 256;

// A number whose unsigned order is the order of x: nan last, all nans alike, -0 like 0.
template <class T>
auto rank_of(T x) {
  auto value = ordered(x);
  using V = decltype(value);
  if constexpr (std::floating_point<V>) {
    using U = std::conditional_t<sizeof(V) == 4, uint32_t, uint64_t>;
    constexpr U sign = U{1} << (8 * sizeof(U) - 1);
    if (value != value) return static_cast<U>(~U{0});
    U word = value == 0 ? U{0} : std::bit_cast<U>(value);
    return static_cast<U>((word & sign) != 0 ? ~word : word | sign);
  } else if constexpr (std::same_as<V, bool>) {
    return static_cast<uint8_t>(value);
  } else {
    using U = std::make_unsigned_t<V>;
    constexpr U sign = std::is_signed_v<V> ? U(U{1} << (8 * sizeof(U) - 1)) : U{0};
    return static_cast<U>(static_cast<U>(value) ^ sign);
  }
}

template <class U>
struct Ranked {
  U rank;
  uint32_t place;
};

// Memory that nothing has touched yet: to clear much of it takes time that hears no stop.
template <class T>
class Untouched {
 public:
  explicit Untouched(size_t size) : all_(std::make_unique_for_overwrite<T[]>(size)), size_(size) {}
  size_t size() const { return size_; }
  T* begin() const { return all_.get(); }
  T* end() const { return begin() + size_; }
  T& operator[](size_t at) const { return all_[at]; }

 private:
  std::unique_ptr<T[]> all_;
  size_t size_;
};

// Least digit first (Knuth, vol. 3, 5.2.5): each pass is stable. A digit that is the same
// throughout costs nothing but its count.
template <class U>
void radix_sort(Untouched<Ranked<U>>& items, Untouched<Ranked<U>>& spare) {
  std::array<std::array<uint32_t, 256>, sizeof(U)> counts{};
  Polls polls;
  for (const Ranked<U>& item : items) {
    polls.step();
    for (size_t digit = 0; digit < sizeof(U); ++digit) {
      ++counts[digit][static_cast<uint8_t>(item.rank >> (8 * digit))];
    }
  }
  for (size_t digit = 0; digit < sizeof(U); ++digit) {
    auto& count = counts[digit];
    if (std::ranges::find(count, items.size()) != count.end()) continue;
    std::exclusive_scan(count.begin(), count.end(), count.begin(), uint32_t{0});
    for (const Ranked<U>& item : items) {
      polls.step();
      spare[count[static_cast<uint8_t>(item.rank >> (8 * digit))]++] = item;
    }
    std::swap(items, spare);
  }
}

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
  if (items.size() < least_for_radix) {
    std::ranges::stable_sort(items, {}, &Ranked<U>::rank);
  } else {
    Untouched<Ranked<U>> spare(items.size());
    radix_sort(items, spare);
  }
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
