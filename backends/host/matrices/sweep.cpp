// sweep: bulge chasing in windows, with products elsewhere.
#include <algorithm>

#include "backends/host/matrices/form.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

// A bulge at position p is in column p, rows p + 1 to p + 3. The bulges of a chain are three
// positions apart, so that they move one after another without overlap.
// source: Braman, Byers and Mathias, The multishift QR algorithm, part I, 2002.
template <class T>
class BulgeChain {
 public:
  BulgeChain(const HessenbergForm<T>& of, const ActiveBlock& part,
             const std::vector<DoubleShift<T>>& by)
      : of_(of), h_(of.h), part_(part), by_(by), places_(by.size(), part.first - 1) {}

  void run() {
    int64_t count = static_cast<int64_t>(by_.size());
    int64_t side = std::min(6 * count + 2 * block, part_.size());
    while (places_.back() < gone()) {
      poll();
      int64_t first = std::max(part_.first, places_.back());
      window(ActiveBlock{first, std::min(part_.end, first + side)});
    }
  }

 private:
  static constexpr int64_t apart = 3;
  int64_t gone() const { return part_.end - 2; }

  void window(const ActiveBlock& lines) {
    PaddedMatrix<T> turned(lines.size(), lines.size());
    for (int64_t i = 0; i < lines.size(); ++i) turned[i][i] = 1;
    int64_t target = lines.end == part_.end ? gone() : lines.end - 4;
    for (size_t i = 0; i < places_.size(); ++i) {
      for (; places_[i] < target; ++places_[i]) {
        move(i, lines, turned.rows());
      }
      if (target != gone()) target -= apart;
    }
    turn_all(of_, lines, turned, around(of_, part_));
  }

  // Moves a bulge down by one position.
  void move(size_t bulge, const ActiveBlock& lines, RowMajorView<T> turned) {
    int64_t p = places_[bulge], k = p + 1, at = k - lines.first;
    int64_t known = std::min(lines.size(), at + 2 * static_cast<int64_t>(bulge) + 6);
    T end;
    if (k + 2 == part_.end) {
      Householder<T> mirror(h_[k][p], h_[k + 1][p], T(0), end);
      h_[k][p] = end;
      h_[k + 1][p] = 0;
      mirror.two_rows(h_, k, k, lines.end);
      mirror.two_columns(h_, k, lines.first, lines.end);
      mirror.two_rows(turned, at, 0, lines.size());
      return;
    }
    bool begins = p < part_.first;
    Householder<T> mirror =
        begins ? begun(bulge, end) : Householder<T>(h_[k][p], h_[k + 1][p], h_[k + 2][p], end);
    if (!begins) {
      h_[k][p] = end;
      h_[k + 1][p] = h_[k + 2][p] = 0;
    }
    mirror.rows(h_, k, k, lines.end);
    mirror.columns(h_, k, lines.first, std::min(k + 4, part_.end));
    mirror.rows(turned, at, 0, known);
  }

  Householder<T> begun(size_t bulge, T& end) const {
    ShiftColumn<T> at(h_, part_.first, by_[bulge]);
    return Householder<T>(at.x, at.y, at.z, end);
  }

  const HessenbergForm<T>& of_;
  RowMajorView<T> h_;
  ActiveBlock part_;
  const std::vector<DoubleShift<T>>& by_;
  std::vector<int64_t> places_;
};

}  // namespace

template <class T>
void turn_all(const HessenbergForm<T>& of, const ActiveBlock& lines, const PaddedMatrix<T>& by,
              const ActiveBlock& counts) {
  int64_t size = lines.size();
  constexpr int64_t strip = 96;  // columns processed together
  PaddedMatrix<T> made(size, strip), column(strip, size);
  auto rows = [&](RowMajorView<T> x, int64_t from, int64_t end) {
    for (; from < end; from += strip) {
      int64_t width = std::min(strip, end - from);
      RowMajorView<T> at = x.part(lines.first, from);
      for (int64_t i = 0; i < size; ++i) std::fill_n(made[i], width, T(0));
      multiply(made.rows(), by.side(), at.side(), {size, width, size}, T(1));
      for (int64_t i = 0; i < size; ++i) std::copy_n(made[i], width, at[i]);
    }
  };
  rows(of.h, lines.end, counts.end);
  if (of.width > 0) rows(of.z, 0, of.width);
  for (int64_t from = counts.first; from < lines.first; from += strip) {
    int64_t height = std::min(strip, lines.first - from);
    RowMajorView<T> at = of.h.part(from, lines.first);
    for (int64_t i = 0; i < height; ++i) std::fill_n(column[i], size, T(0));
    multiply(column.rows(), at.side(), by.side().turned(), {height, size, size}, T(1));
    for (int64_t i = 0; i < height; ++i) std::copy_n(column[i], size, at[i]);
  }
}

template <class T>
void sweep(const HessenbergForm<T>& of, const ActiveBlock& part,
           const std::vector<DoubleShift<T>>& by) {
  BulgeChain<T>(of, part, by).run();
}

template void turn_all(const HessenbergForm<float>&, const ActiveBlock&, const PaddedMatrix<float>&,
                       const ActiveBlock&);
template void turn_all(const HessenbergForm<double>&, const ActiveBlock&,
                       const PaddedMatrix<double>&, const ActiveBlock&);
template void sweep(const HessenbergForm<float>&, const ActiveBlock&,
                    const std::vector<DoubleShift<float>>&);
template void sweep(const HessenbergForm<double>&, const ActiveBlock&,
                    const std::vector<DoubleShift<double>>&);

}  // namespace rille::dense
