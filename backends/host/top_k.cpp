// top_k: bounds the k-th element by blocks, then scans.
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

constexpr int64_t step = 16;  // elements that are compared together

// Integers whose ascending order is the descending totalOrder of the elements.
template <class T>
using RankWord = decltype(rank_of(T{}));
template <class T>
[[gnu::always_inline]] inline RankWord<T> from_top(T x) {
  return static_cast<RankWord<T>>(~total_rank_of(x));
}

constexpr size_t few = 32;  // up to this k, the candidates are kept sorted
constexpr size_t max_counted =
    64;  // up to this number, the maxima of blocks are ranked by counting

// The candidates that reach the bound. For a small k, they are the best k so far, sorted, and the
// bound is tightened. For a large k, `all` has those better than the bound, and `at` up to k equal
// to it, in the order of their positions.
template <class U>
struct TopCandidates {
  explicit TopCandidates(int64_t k) : k(static_cast<size_t>(k)) {}

  void clear(U first_bound) {
    bound = first_bound;
    all.clear();
    at.clear();
  }
  void take(RankedIndex<U> one) {
    if (one.rank > bound) return;
    if (k <= few) return insert(one);
    if (one.rank < bound) {
      all.push_back(one);
    } else if (at.size() < k) {
      at.push_back(one);
    }
  }
  void insert(RankedIndex<U> one) {
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
  std::vector<RankedIndex<U>> all, at;
};

// Computes the best rank of each block.
template <class T, int64_t block>
[[gnu::always_inline]] inline void best_inline(const T* x, int64_t blocks, RankWord<T>* best) {
  for (int64_t i = 0; i < blocks; ++i, x += block) {
    RankWord<T> first = from_top(x[0]);
    for (int64_t j = 0; j < block; ++j) first = std::min(first, from_top(x[j]));
    best[i] = first;
  }
}

// A bit mask of the elements of a step that reach the bound. With AVX-512, one comparison computes
// it.
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
                                               TopCandidates<RankWord<T>>& out, Reached reached) {
  for (; from < to; from += step) {
    RankWord<T> places[step];
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

// The loops for one instruction set.
template <class T>
struct Loops {
  void (*best_of_64)(const T*, int64_t, RankWord<T>*);
  void (*best_of_16)(const T*, int64_t, RankWord<T>*);
  void (*scan)(const T*, int64_t, int64_t, TopCandidates<RankWord<T>>&);
};

#define LOOPS(isa, reached, ...)                                               \
  template <class T, int64_t block>                                            \
  __VA_ARGS__ void best_##isa(const T* x, int64_t blocks, RankWord<T>* best) { \
    best_inline<T, block>(x, blocks, best);                                    \
  }                                                                            \
  template <class T>                                                           \
  __VA_ARGS__ void scan_##isa(const T* x, int64_t from, int64_t to,            \
                              TopCandidates<RankWord<T>>& out) {               \
    scan_inline<T>(x, from, to, out, reached<RankWord<T>>);                    \
  }                                                                            \
  template <class T>                                                           \
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

// Processes lines one by one.
template <class T>
class TopKSelector {
 public:
  TopKSelector(int64_t n, int64_t k) : n_(n), k_(k), loops_(loops<T>()), found_(k) {
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
  using U = RankWord<T>;

  // At least k blocks have an element that reaches the bound, so at least k elements are found, and
  // few more if elements differ. Blocks that do not reach the bound are skipped.
  void find(const T* x) {
    if (block_ > 0) note_blocks(x);
    found_.clear(block_ > 0 ? bound_of_blocks() : std::numeric_limits<U>::max());
    PollCounter polls;
    auto blocks = std::ssize(best_);
    for (int64_t i = 0; i < blocks; ++i, polls.step()) {
      if (best_[static_cast<size_t>(i)] > found_.bound) continue;
      loops_.scan(x, i * block_, (i + 1) * block_, found_);
    }
    int64_t from = blocks * block_, whole = from + (n_ - from) / step * step;
    constexpr int64_t stretch = 1 << 16;  // elements between two polls
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

  // The k-th best rank of the blocks, or of runs of blocks if there are many.
  U bound_of_blocks() {
    auto count = std::ssize(best_), run = std::max<int64_t>(1, count / (8 * k_));
    firsts_.clear();
    for (int64_t i = 0; i + run <= count; i += run) {
      auto from = best_.begin() + i;
      firsts_.push_back(*std::min_element(from, from + run));
    }
    if (firsts_.size() <= max_counted) return counted();
    auto at = firsts_.begin() + (k_ - 1);
    std::ranges::nth_element(firsts_, at);
    return *at;
  }

  // The k-th best of a few ranks: fewer than k are better, and at least k are not worse. Comparing
  // all pairs avoids branches.
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

  // For a large k, sorts the k best; equal ranks stay in the order of their positions.
  void arrange() {
    std::vector<RankedIndex<U>>& all = found_.all;
    if (all.size() < found_.k) all.insert(all.end(), found_.at.begin(), found_.at.end());
    if (all.size() > 4 * found_.k) {
      auto stands_before = [](const RankedIndex<U>& a, const RankedIndex<U>& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.place < b.place;
      };
      std::ranges::nth_element(all, all.begin() + k_, stands_before);
      all.resize(found_.k);
      std::ranges::sort(all, {}, &RankedIndex<U>::place);
    }
    UninitializedBuffer<RankedIndex<U>> list(all.size());
    std::ranges::copy(all, list.begin());
    sort_ranked(list);
    all.assign(list.begin(), list.begin() + k_);
  }

  int64_t n_, k_, block_;
  const Loops<T>& loops_;
  std::vector<U> best_, firsts_;
  TopCandidates<U> found_;
};

template <class T>
void run_lines(const T* x, T* values, int32_t* places, int64_t lines, int64_t n, int64_t k) {
  auto range = [&](int64_t begin, int64_t end) {
    TopKSelector<T> top(n, k);
    for (int64_t i = begin; i < end; ++i) {
      poll();
      top.run(x + i * n, values + i * k, places + i * k);
    }
  };
  constexpr int64_t worth_a_thread = 1 << 14;
  if (lines == 1) return range(0, 1);  // a single line uses threads internally
  parallel_for(lines, std::max<int64_t>(1, worth_a_thread / n), range);
}

}  // namespace

void run_top_k(const Node& node, const Graph& graph, std::span<char* const> in,
               std::span<char* const> out) {
  Type x = graph.type(node.in[0]);
  int64_t n = x.ints().back(), k = node.attrs.integer("k");
  if (n > INT32_MAX) {
    throw Error(Code::limit,
                str("top_k: the last axis has ", n, " elements, expected fewer than 2^31"));
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
