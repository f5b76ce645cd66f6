// Fourier transforms, vectorized over lines or in two passes.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "backends/host/matrices.h"
#include "backends/host/matrices/lanes.h"
#include "backends/host/matrices/share.h"
#include "jit/fourier_lines.h"

namespace rille::dense {
namespace {

template <class T>
constexpr auto every_lane = std::make_index_sequence<static_cast<size_t>(lanes<T>)>{};

// The even (`at` = 0) or odd (`at` = 1) lanes of two vectors.
template <size_t at, class V, size_t... i>
V part_of_pairs(V a, V b, std::index_sequence<i...>) {
  return __builtin_shufflevector(a, b, static_cast<int>(2 * i + at)...);
}
// Interleaves the first (`half` = 0) or second (`half` = 1) halves of two vectors.
template <size_t half, class V, size_t... i>
V by_turns(V a, V b, std::index_sequence<i...>) {
  constexpr size_t count = sizeof...(i), begin = half * count / 2;
  return __builtin_shufflevector(a, b, static_cast<int>(begin + i / 2 + i % 2 * count)...);
}

template <class T>
Phasor<Lanes<T>> load_pairs(const Phasor<T>* from) {
  const T* at = &from->x;
  Lanes<T> a = load(at), b = load(at + lanes<T>);
  return {part_of_pairs<0>(a, b, every_lane<T>), part_of_pairs<1>(a, b, every_lane<T>)};
}
template <class T>
Phasor<Lanes<T>> load_pairs(const Phasor<T>* from, int64_t count) {
  if (count == lanes<T>) return load_pairs(from);
  Phasor<T> few[lanes<T>] = {};
  std::copy_n(from, count, few);
  return load_pairs(few);
}
template <class T>
void store_pairs(Phasor<T>* to, Phasor<Lanes<T>> x) {
  T* at = &to->x;
  store<T>(at, by_turns<0>(x.x, x.y, every_lane<T>));
  store<T>(at + lanes<T>, by_turns<1>(x.x, x.y, every_lane<T>));
}
template <class T>
void store_pairs(Phasor<T>* to, Phasor<Lanes<T>> x, int64_t count) {
  if (count == lanes<T>) return store_pairs(to, x);
  Phasor<T> few[lanes<T>];
  store_pairs(few, x);
  std::copy_n(few, count, to);
}

// Swaps lane l of x[i] and lane i of x[l] for indices that differ in the bit `step`: a step of a
// transposition.
template <size_t step, class V, size_t... i>
void change_places(V* x, std::index_sequence<i...>) {
  constexpr size_t count = sizeof...(i);
  for (size_t at = 0; at < count; ++at) {
    if ((at & step) != 0) continue;
    V a = x[at], b = x[at + step];
    x[at] =
        __builtin_shufflevector(a, b, static_cast<int>((i & step) != 0 ? count + i - step : i)...);
    x[at + step] =
        __builtin_shufflevector(a, b, static_cast<int>((i & step) != 0 ? count + i : i + step)...);
  }
  if constexpr (2 * step < count) change_places<2 * step>(x, std::index_sequence<i...>{});
}
template <class T>
void turn_square(Lanes<T>* x) {
  change_places<1>(x, every_lane<T>);
}

// Up to one line per lane, with a stride of `step` numbers.
template <class Number>
struct LaneLines {
  Number* first;
  int64_t step, count;
};

// Transposes lines into lanes: number i of each line becomes a lane of to[i].
template <class T>
void side_by_side(LaneLines<const T> from, int64_t n, Lanes<T>* to) {
  for (int64_t i = 0; i < n; i += lanes<T>) {
    int64_t width = std::min(lanes<T>, n - i);
    Lanes<T> square[lanes<T>] = {};
    for (int64_t line = 0; line < from.count; ++line) {
      const T* at = from.first + line * from.step + i;
      if (width == lanes<T>) {
        square[line] = load(at);
      } else {
        T few[lanes<T>] = {};
        std::copy_n(at, width, few);
        square[line] = load(few);
      }
    }
    turn_square<T>(square);
    std::copy_n(square, width, to + i);
  }
}
// Transposes lanes back into lines and multiplies by `scale`.
template <class T>
void one_by_one(const Lanes<T>* from, int64_t n, T scale, LaneLines<T> to) {
  for (int64_t i = 0; i < n; i += lanes<T>) {
    int64_t width = std::min(lanes<T>, n - i);
    Lanes<T> square[lanes<T>] = {};
    for (int64_t at = 0; at < width; ++at) square[at] = from[i + at] * scale;
    turn_square<T>(square);
    for (int64_t line = 0; line < to.count; ++line) {
      T* at = to.first + line * to.step + i;
      if (width == lanes<T>) {
        store<T>(at, square[line]);
      } else {
        T few[lanes<T>];
        store<T>(few, square[line]);
        std::copy_n(few, width, at);
      }
    }
  }
}

// Twiddle factors of contiguous numbers from number `first` of the line on; adjacent lanes are
// `apart` numbers apart in the line.
template <class T>
struct ColumnTwiddles {
  const FourierStage<T>& stage;
  size_t first, apart;

  template <bool forward>
  Phasor<Lanes<T>> turned(Phasor<Lanes<T>> a, size_t j, size_t i) const {
    size_t at = first + i * apart;
    Phasor<Lanes<T>> by = load_pairs(stage.turns.data() + stage.turn_at(j) + at);
    Phasor<Lanes<T>> out = forward ? a / by : a * by;
    if (at == 0) {  // number 0 of the line has no twiddle factor
      out.x[0] = a.x[0];
      out.y[0] = a.y[0];
    }
    return out;
  }
};

// Uninitialized memory for numbers.
template <class T>
class NumberBuffer {
 public:
  explicit NumberBuffer(int64_t n)
      : size_(static_cast<size_t>(n)), first_(memory_.allocate(size_)) {}
  ~NumberBuffer() { memory_.deallocate(first_, size_); }
  NumberBuffer(const NumberBuffer&) = delete;
  NumberBuffer& operator=(const NumberBuffer&) = delete;
  T* first() { return first_; }

 private:
  std::allocator<T> memory_;
  size_t size_;
  T* first_;
};

// Two buffers of n numbers.
template <class T>
class BufferPair {
 public:
  explicit BufferPair(int64_t n) : n_(n), numbers_(2 * n) {}
  T* first() { return numbers_.first(); }
  T* second() { return numbers_.first() + n_; }

 private:
  int64_t n_;
  NumberBuffer<T> numbers_;
};

// Transforms one line in two passes over its stages. The first stages combine numbers that are
// `columns` apart, so adjacent columns are vectorized. The other stages work on rows, and several
// rows are vectorized. Memory is read and written twice, independent of the number of stages.
template <class T>
class TwoPassTransform {
 public:
  TwoPassTransform(const std::vector<FourierStage<T>>& stages, size_t n, bool forward, T scale)
      : stages_(stages), n_(static_cast<int64_t>(n)), forward_(forward), scale_(scale) {
    // Chooses the rows so that the matrix is as square as the stages permit.
    for (int64_t least = n_, rows = 1; before_ + 1 < stages_.size(); ++before_) {
      rows *= static_cast<int64_t>(stages_[before_].radix);
      int64_t longer = std::max(rows, n_ / rows);
      if (longer >= least) break;
      least = longer;
      rows_ = rows;
    }
    columns_ = n_ / rows_;
    step_ =
        columns_ + 64 / static_cast<int64_t>(sizeof(Phasor<T>));  // avoids conflicts in cache sets
  }

  void run(const Phasor<T>* x, Phasor<T>* y) const {
    NumberBuffer<Phasor<T>> between(rows_ * step_);
    int64_t work = 4 * n_ * static_cast<int64_t>(stages_.size());
    share(blocks(columns_), work, [&](int64_t begin, int64_t end) {
      BufferPair<Phasor<Lanes<T>>> held(rows_);
      for (int64_t block = begin; block < end; ++block) {
        down_columns(x, block * lanes<T>, held, between.first());
      }
    });
    share(blocks(rows_), work, [&](int64_t begin, int64_t end) {
      BufferPair<Phasor<Lanes<T>>> held(columns_);
      for (int64_t block = begin; block < end; ++block) {
        along_rows(between.first(), block * lanes<T>, held, y);
      }
    });
  }

 private:
  static int64_t blocks(int64_t n) { return (n + lanes<T> - 1) / lanes<T>; }

  void down_columns(const Phasor<T>* x, int64_t column, BufferPair<Phasor<Lanes<T>>>& held,
                    Phasor<T>* to) const {
    int64_t count = std::min(lanes<T>, columns_ - column);
    Phasor<Lanes<T>>*from = held.first(), *made = held.second();
    for (int64_t row = 0; row < rows_; ++row) {
      from[row] = load_pairs(x + row * columns_ + column, count);
    }
    auto apart = static_cast<size_t>(columns_);
    for (size_t i = 0; i < before_; ++i) {
      const FourierStage<T>& stage = stages_[i];
      ColumnTwiddles<T> turns{stage, static_cast<size_t>(column), apart};
      complex_stage(stage, {stage.length / apart, stage.step}, turns, forward_, from, made);
      std::swap(from, made);
    }
    for (int64_t row = 0; row < rows_; ++row) {
      store_pairs(to + row * step_ + column, from[row], count);
    }
  }

  void along_rows(const Phasor<T>* x, int64_t row, BufferPair<Phasor<Lanes<T>>>& held,
                  Phasor<T>* to) const {
    int64_t count = std::min(lanes<T>, rows_ - row);
    Phasor<Lanes<T>>*from = held.first(), *made = held.second();
    side_by_side<T>({&x[row * step_].x, 2 * step_, count}, 2 * columns_, &from->x);
    auto rows = static_cast<size_t>(rows_);
    for (size_t i = before_; i < stages_.size(); ++i) {
      const FourierStage<T>& stage = stages_[i];
      complex_stage(stage, {stage.length, stage.step / rows}, SharedTwiddles<T>{stage}, forward_,
                    from, made);
      std::swap(from, made);
    }
    for (int64_t column = 0; column < columns_; ++column) {
      store_pairs(to + column * rows_ + row, from[column] * scale_, count);
    }
  }

  const std::vector<FourierStage<T>>& stages_;
  int64_t n_, rows_ = 1, columns_ = 1, step_ = 0;
  size_t before_ = 0;  // number of stages in the first pass
  bool forward_;
  T scale_;
};

struct TwoPassRunner {
  template <class T>
  void operator()(const std::vector<FourierStage<T>>& stages, size_t n, bool forward, T scale,
                  const Phasor<T>* x, Phasor<T>* y) const {
    constexpr size_t few = 64;
    if (n < few || stages.size() < 2) return SerialRunner()(stages, n, forward, scale, x, y);
    TwoPassTransform<T>(stages, n, forward, scale).run(x, y);
  }
};

template <class T>
struct LineBatch {
  FourierLine<T> of;
  const T* x;
  T* y;
  int64_t count;

  const FourierPlan<T>& plan() const { return of.plan; }
  int64_t n() const { return static_cast<int64_t>(of.plan.n); }
  int64_t read() const { return static_cast<int64_t>(of.read()); }
  int64_t made() const { return static_cast<int64_t>(of.made()); }

  void run() const {
    constexpr int64_t held_bytes = 1 << 19;  // size of both buffers, which fit into the L2 cache
    bool are_short = 2 * (n() + 2) * vector_bytes * (is_of_reals(of.kind) ? 1 : 2) <= held_bytes;
    if (!plan().stages.empty() && are_short && 2 * count > lanes<T>) {
      int64_t blocks = (count + lanes<T> - 1) / lanes<T>;
      return share(blocks, work(), [&](int64_t begin, int64_t end) {
        // One element more: for real transforms, the imaginary part of x0 is not stored.
        BufferPair<Lanes<T>> held(std::max(read(), made()) + 1);
        for (int64_t block = begin; block < end; ++block) run_block(block * lanes<T>, held);
      });
    }
    if (count == 1) return run_line(0);
    share(count, work(), [&](int64_t begin, int64_t end) {
      for (int64_t line = begin; line < end; ++line) run_line(line);
    });
  }

  int64_t work() const { return 16 * n() * count; }

  void run_line(int64_t line) const {
    of.run(x + line * read(), y + line * made(), TwoPassRunner());
  }

  void run_block(int64_t line, BufferPair<Lanes<T>>& held) const {
    int64_t some = std::min(lanes<T>, count - line);
    LaneLines<const T> from{x + line * read(), read(), some};
    LaneLines<T> to{y + line * made(), made(), some};
    Lanes<T>*a = held.first(), *b = held.second();
    if (!is_of_reals(of.kind)) {
      side_by_side<T>(from, read(), a);
      auto* result =
          run_stages(plan().stages, of.is_forward(), reinterpret_cast<Phasor<Lanes<T>>*>(a),
                     reinterpret_cast<Phasor<Lanes<T>>*>(b));
      return one_by_one<T>(&result->x, made(), of.scale(), to);
    }
    if (of.kind == FourierKind::rfft) {
      side_by_side<T>(from, n(), a + 1);
      Lanes<T>* result = run_real_stages(plan().stages, true, a + 1, b + 1);
      result[-1] = result[0];
      result[0] = Lanes<T>{};
      if (n() % 2 == 0) result[n()] = Lanes<T>{};
      return one_by_one<T>(result - 1, made(), of.scale(), to);
    }
    side_by_side<T>(from, read(), a);
    a[1] = a[0];
    one_by_one<T>(run_real_stages(plan().stages, false, a + 1, b + 1), n(), of.scale(), to);
  }
};

}  // namespace

template <class T>
void fourier(const FourierPlan<T>& plan, FourierKind kind, const T* x, T* y, int64_t lines) {
  LineBatch<T>{{plan, kind}, x, y, lines}.run();
}

template void fourier(const FourierPlan<float>&, FourierKind, const float*, float*, int64_t);
template void fourier(const FourierPlan<double>&, FourierKind, const double*, double*, int64_t);

}  // namespace rille::dense
