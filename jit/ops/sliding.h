// What convolutions and window reductions share.
#pragma once

#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/movement.h"
#include "jit/window_dims.h"

namespace rille {

Ints counted_from(int64_t first, size_t count);  // first, first + 1, …

// error[shape] unless the window parameters have one valid entry for each of these sizes, all of
// which are static. Returns the number of windows along each axis.
Ints slid(const OpCall& call, const WindowDims& slide, std::span<const Extent> extents);

// The number of positions that n elements span with the given dilation.
int64_t places_of(int64_t n, int64_t dilation);
Ints counts_of(const WindowDims& slide, const Ints& extents);

// The reversed windows: from windows back to the elements of an array of these sizes. Windows
// become elements, and an element becomes the window of all windows that contained it, the last one
// first.
WindowDims turned(const WindowDims& slide, const Ints& extents);

// x with the padding and gaps of the windows, along the axes from `first` on, filled with
// `outside`.
Var spaced(Builder& b, Var x, const WindowDims& slide, int64_t first, AttrValue outside);

// --- windows over all axes of x
// The windows of x as [windows..., size...].
Var windows_over(Builder& b, Var x, const WindowDims& slide, AttrValue outside);
Ints window_axes(int rank);  // the axes of the window positions, for windows over that many axes
Types window_type(const OpCall& call, Type x);
// The window parameters with a leading axis along which no window moves.
WindowDims with_batch_axis(WindowDims slide);
std::vector<BatchedVar> window_batch(Builder& b, const Node& node, const Batch& batch);
// Whether no element is in two windows. Then the contents of the windows, [windows, size...],
// become the elements of an array of these sizes by views alone.
bool apart(const WindowDims& slide);
Var laid_out(Builder& b, Var parts, const WindowDims& slide, const Ints& extents);
// The flat index of each position of a window, in row-major order, as i32[size...].
Var window_places(Builder& b, const Ints& size);
// For a maximum or minimum: the tangent of the first element that attains it.
Vars window_extreme_jvp(Builder& b, const Node& node, Var dx, bool greatest);
// Every kind of window, over arrays of up to three axes, in every accepted dtype. `more`, if given,
// returns the additional inputs and attributes.
std::vector<Sample> window_samples_of(bool (*takes)(Dtype),
                                      Sample (*more)(Type x, const WindowDims& slide) = nullptr);
template <bool (*takes)(Dtype)>
std::vector<Sample> window_samples() {
  return window_samples_of(takes);
}

// The positions of window elements in an array, for references.
class WindowPlaces {
 public:
  WindowPlaces(const Ints& extents, const WindowDims& slide);
  size_t windows() const { return windows_; }
  size_t size() const { return size_; }
  int64_t at(size_t window,
             size_t place) const;  // all three in row-major order; -1 outside of the array

 private:
  Ints extents_, counts_;
  WindowDims slide_;
  size_t windows_ = 1, size_ = 1;
};

// y[k] is the reduction of window k by F, starting from `first`, in the wide type, rounded once at
// the end.
template <auto F, auto first, DtypeKind... kinds>
void fold_windows(const Node& node, std::span<const Array> in, std::span<Array> out) {
  WindowPlaces places(in[0].type().ints(), slide_of(node.attrs));
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (((kind_of<T> == kinds) || ...)) {
      const T* x = elements<T>(in[0]);
      T* y = elements_to_write<T>(out[0]);
      for (size_t k = 0; k < places.windows(); ++k) {
        auto sum = static_cast<Wide<T>>(first(T{}));
        for (size_t i = 0; i < places.size(); ++i) {
          int64_t at = places.at(k, i);
          if (at >= 0) sum = static_cast<Wide<T>>(F(sum, widen(x[at])));
        }
        y[k] = narrow<T>(sum);
      }
    }
  });
}

}  // namespace rille
