// top_k: a bound by the best of blocks, what reaches it.
#include <algorithm>
#include <bit>
#include <vector>

#include "backends/host/radix.h"
#include "backends/host/structured.h"
#include "backends/host/threads.h"
#include "jit/target.h"
#include "vm/array.h"
#include "vm/error.h"
#include "vm/run/running.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace rille {
namespace {

constexpr int64_t step = 16;  // elements that are looked at together

// Numbers whose order is that from the greatest element down, by totalOrder.
template <class T>
using Place = decltype(rank_of(T{}));
template <class T>
[[gnu::always_inline]] inline Place<T> from_top(T x) {
  return static_cast<Place<T>>(~total_rank_of(x));
}

constexpr size_t few = 32;           // so many are kept in order all the time
constexpr size_t most_counted = 64;  // the best of blocks

// What was found at the bound or before it. Few are the best so far, in order, and the bound comes
// nearer; of many those before it, and as many of those at it, come in order of their places.
template <class U>
struct Found {
  explicit Found(int64_t k) : k(static_cast<size_t>(k)) {}

  void clear(U first_bound) {
    bound = first_bound;
    all.clear();
    at.clear();
  }
  void take(Ranked<U> one) {
    if (one.rank > bound) return;
    if (k <= few) return insert(one);
    if (one.rank < bound) {
      all.push_back(one);
    } else if (at.size() < k) {
      at.push_back(one);
    }
  }
  void insert(Ranked<U> one) {
    size_t place = all.size();
    if (place < k) {
      all.push_back(one);
    } else if (all[--place].rank <= one.rank) {
      return;
    }
    for (; place > 0 && all[place - 1].rank > one.rank; --place) all[place] = all[place - 1];
    all[place] = one;
    if (all.size() == k) bound = std::min(bound, all.back().rank);
  }

  size_t k;
  U bound = 0;
  std::vector<Ranked<U>> all, at;
};

// best[i] is the first place of block i.
template <class T, int64_t block>
[[gnu::always_inline]] inline void best_inline(const T* x, int64_t blocks, Place<T>* best) {
  for (int64_t i = 0; i < blocks; ++i, x += block) {
    Place<T> first = from_top(x[0]);
    for (int64_t j = 0; j < block; ++j) first = std::min(first, from_top(x[j]));
    best[i] = first;
  }
}

// Which of the places of a step are at the bound or before it: a bit for each. A machine that
// compares a step in one instruction has the bits from that.
template <class U>
[[gnu::always_inline]] inline uint32_t reached(const U* places, U bound) {
  U first = places[0];
  for (int64_t j = 1; j < step; ++j) first = std::min(first, places[j]);
  uint32_t out = 0;
  if (first > bound) return out;
  for (int64_t j = 0; j < step; ++j) out |= uint32_t{places[j] <= bound} << j;
  return out;
}

template <class T, class Reached>
[[gnu::always_inline]] inline void scan_inline(const T* x, int64_t from, int64_t to,
                                               Found<Place<T>>& out, Reached reached) {
  for (; from < to; from += step) {
    Place<T> places[step];
    for (int64_t j = 0; j < step; ++j) places[j] = from_top(x[from + j]);
    for (uint32_t bits = reached(places, out.bound); bits != 0; bits &= bits - 1) {
      int j = std::countr_zero(bits);
      out.take({places[j], static_cast<uint32_t>(from + j)});
    }
  }
}

#if defined(__x86_64__)
template <class U>
[[gnu::target("avx2,avx512f")]] inline uint32_t reached_avx512(const U* places, U bound) {
  if constexpr (std::same_as<U, uint32_t>) {
    __m512i all = _mm512_loadu_si512(places), most = _mm512_set1_epi32(static_cast<int>(bound));
    return _mm512_cmple_epu32_mask(all, most);
  } else {
    return reached(places, bound);
  }
}
#endif

// Both, for an instruction set.
template <class T>
struct Loops {
  void (*best_of_64)(const T*, int64_t, Place<T>*);
  void (*best_of_16)(const T*, int64_t, Place<T>*);
  void (*scan)(const T*, int64_t, int64_t, Found<Place<T>>&);
};

#define LOOPS(isa, reached, ...)                                                            \
  template <class T, int64_t block>                                                         \
  __VA_ARGS__ void best_##isa(const T* x, int64_t blocks, Place<T>* best) {                 \
    best_inline<T, block>(x, blocks, best);                                                 \
  }                                                                                         \
  template <class T>                                                                        \
  __VA_ARGS__ void scan_##isa(const T* x, int64_t from, int64_t to, Found<Place<T>>& out) { \
    scan_inline<T>(x, from, to, out, reached<Place<T>>);                                    \
  }                                                                                         \
  template <class T>                                                                        \
  constexpr Loops<T> loops_##isa{best_##isa<T, 64>, best_##isa<T, 16>, scan_##isa<T>};

LOOPS(baseline, reached)
#if defined(__x86_64__)
LOOPS(avx2, reached, [[gnu::target("avx2")]])
LOOPS(avx512, reached_avx512, [[gnu::target("avx2,avx512f,avx512bw,avx512dq,avx512vl")]])
#endif
#undef LOOPS

template <class T>
const Loops<T>& loops() {
#if defined(__x86_64__)
  if (host_target().vector.bytes == 64) return loops_avx512<T>;
  if (host_target().vector.bytes == 32) return loops_avx2<T>;
#endif
  return loops_baseline<T>;
}

// One line after the other.
template <class T>
class Top {
 public:
  Top(int64_t n, int64_t k) : n_(n), k_(k), loops_(loops<T>()), found_(k) {
    int64_t enough = 2 * k;
    block_ = n / 64 >= enough ? 64 : n / 16 >= enough ? 16 : 0;
    if (block_ > 0) best_.resize(static_cast<size_t>(n / block_));
  }

  void run(const T* x, T* values, int32_t* places) {
    find(x);
    if (found_.k > few) arrange();
    for (int64_t i = 0; i < k_; ++i) {
      uint32_t place = found_.all[static_cast<size_t>(i)].place;
      values[i] = x[place];
      places[i] = static_cast<int32_t>(place);
    }
  }

 private:
  using U = Place<T>;

  // k blocks have an element at the bound or before it, so at least k elements are found, and few
  // more where elements differ: blocks that are all behind the bound are not looked at again.
  void find(const T* x) {
    if (block_ > 0) note_blocks(x);
    found_.clear(block_ > 0 ? bound_of_blocks() : std::numeric_limits<U>::max());
    Polls polls;
    auto blocks = std::ssize(best_);
    for (int64_t i = 0; i < blocks; ++i, polls.step()) {
      if (best_[static_cast<size_t>(i)] > found_.bound) continue;
      loops_.scan(x, i * block_, (i + 1) * block_, found_);
    }
    int64_t from = blocks * block_, whole = from + (n_ - from) / step * step;
    constexpr int64_t stretch = 1 << 16;  // between polls
    for (; from < whole; from += stretch) {
      poll();
      loops_.scan(x, from, std::min(from + stretch, whole), found_);
    }
    for (int64_t i = whole; i < n_; ++i) {
      found_.take({from_top(x[i]), static_cast<uint32_t>(i)});
    }
  }

  void note_blocks(const T* x) {
    constexpr int64_t grain = 4096;
    auto best = block_ == 64 ? loops_.best_of_64 : loops_.best_of_16;
    auto range = [&](int64_t begin, int64_t end) {
      best(x + begin * block_, end - begin, best_.data() + begin);
    };
    if (std::ssize(best_) > grain) {
      parallel_for(std::ssize(best_), grain, range);
    } else {
      range(0, std::ssize(best_));
    }
  }

  // The k-th of the blocks' best, of runs of blocks where there are many.
  U bound_of_blocks() {
    auto count = std::ssize(best_), run = std::max<int64_t>(1, count / (8 * k_));
    firsts_.clear();
    for (int64_t i = 0; i + run <= count; i += run) {
      auto from = best_.begin() + i;
      firsts_.push_back(*std::min_element(from, from + run));
    }
    if (firsts_.size() <= most_counted) return counted();
    auto at = firsts_.begin() + (k_ - 1);
    std::ranges::nth_element(firsts_, at);
    return *at;
  }

  // The k-th of a few: that which fewer than k are before, and k at least not behind. Comparing all
  // with all branches nowhere.
  U counted() const {
    for (U one : firsts_) {
      int64_t before = 0, not_behind = 0;
      for (U other : firsts_) {
        before += int64_t{other < one};
        not_behind += int64_t{other <= one};
      }
      if (before < k_ && k_ <= not_behind) return one;
    }
    return std::numeric_limits<U>::max();
  }

  // Of many: the k best in order; equals in that of their places.
  void arrange() {
    std::vector<Ranked<U>>& all = found_.all;
    if (all.size() < found_.k) all.insert(all.end(), found_.at.begin(), found_.at.end());
    if (all.size() > 4 * found_.k) {
      auto stands_before = [](const Ranked<U>& a, const Ranked<U>& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.place < b.place;
      };
      std::ranges::nth_element(all, all.begin() + k_, stands_before);
      all.resize(found_.k);
      std::ranges::sort(all, {}, &Ranked<U>::place);
    }
    Untouched<Ranked<U>> list(all.size());
    std::ranges::copy(all, list.begin());
    sort_ranked(list);
    all.assign(list.begin(), list.begin() + k_);
  }

  int64_t n_, k_, block_;
  const Loops<T>& loops_;
  std::vector<U> best_, firsts_;
  Found<U> found_;
};

template <class T>
void run_lines(const T* x, T* values, int32_t* places, int64_t lines, int64_t n, int64_t k) {
  auto range = [&](int64_t begin, int64_t end) {
    Top<T> top(n, k);
    for (int64_t i = begin; i < end; ++i) {
      poll();
      top.run(x + i * n, values + i * k, places + i * k);
    }
  };
  constexpr int64_t worth_a_thread = 1 << 14;
  if (lines == 1) return range(0, 1);  // it has threads for itself
  parallel_for(lines, std::max<int64_t>(1, worth_a_thread / n), range);
}

}  // namespace

void run_top_k(const Node& node, const Graph& graph, std::span<char* const> in,
               std::span<char* const> out) {
  Type x = graph.type(node.in[0]);
  int64_t n = x.ints().back(), k = node.attrs.integer("k");
  if (n > INT32_MAX) {
    throw Error(Code::limit, str("top_k takes lines of up to 2^31 elements, got ", n));
  }
  if (k == 0 || x.count() == 0) return;
  with_type(x.dtype(), [&]<class T>(T) {
    if constexpr (has_order<T>) {
      run_lines(reinterpret_cast<const T*>(in[0]), reinterpret_cast<T*>(out[0]),
                reinterpret_cast<int32_t*>(out[1]), x.count() / n, n, k);
    }
  });
}

}  // namespace rille
