// scaled_picture: resizing with a triangle filter.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "stdlib/image/picture.h"
#include "vm/run/running.h"

// Resizes each side separately, the width first. The filter is a triangle around the center of each
// output pixel, widened to the size of an output pixel when the side shrinks. Weights are fixed
// point with 22 bits, and the intermediate image is rounded to the dtype of the image. This matches
// BILINEAR of Pillow, which sometimes takes the sides in the other order.
namespace rille {
namespace {

constexpr int point = 22;

struct FilterTaps {
  int64_t begin = 0;             // the first input pixel
  std::vector<int64_t> weights;  // weights of consecutive input pixels from `begin` on
};

std::vector<FilterTaps> taps_of(int64_t from, int64_t to) {
  double scale = static_cast<double>(from) / static_cast<double>(to);
  double width = std::max(scale, 1.0);
  std::vector<FilterTaps> out(static_cast<size_t>(to));
  for (int64_t at = 0; at < to; ++at) {
    double centre = (static_cast<double>(at) + 0.5) * scale;
    auto begin = std::max<int64_t>(static_cast<int64_t>(std::trunc(centre - width + 0.5)), 0);
    auto end = std::min<int64_t>(static_cast<int64_t>(std::trunc(centre + width + 0.5)), from);
    std::vector<double> weights;
    double sum = 0;
    for (int64_t i = begin; i < end; ++i) {
      double distance = std::abs((static_cast<double>(i) - centre + 0.5) * (1 / width));
      weights.push_back(distance < 1 ? 1 - distance : 0);
      sum += weights.back();
    }
    FilterTaps& taps = out[static_cast<size_t>(at)];
    taps.begin = begin;
    for (double weight : weights) {
      double part = sum == 0 ? weight : weight * (1 / sum);
      taps.weights.push_back(static_cast<int64_t>(std::floor(0.5 + part * (1 << point))));
    }
  }
  return out;
}

template <class T>
T rounded(int64_t sum) {
  return static_cast<T>(std::clamp<int64_t>(sum >> point, 0, std::numeric_limits<T>::max()));
}

// Resizes along the width: rows of `from` pixels with C channels become rows of taps.size() pixels.
template <class T, int64_t C>
void scale_rows(const T* x, int64_t rows, int64_t from, const std::vector<FilterTaps>& taps,
                T* out) {
  for (int64_t row = 0; row < rows; ++row, x += from * C) {
    if (row % 64 == 0) poll();
    for (const FilterTaps& tap : taps) {
      int64_t sums[C];
      std::fill_n(sums, C, int64_t{1} << (point - 1));
      const T* at = x + tap.begin * C;
      for (int64_t weight : tap.weights) {
        for (int64_t c = 0; c < C; ++c) sums[c] += at[c] * weight;
        at += C;
      }
      for (int64_t c = 0; c < C; ++c) *out++ = rounded<T>(sums[c]);
    }
  }
}

// Resizes along the height: rows of `width` numbers become taps.size() rows.
template <class T>
void scale_columns(const T* x, int64_t width, const std::vector<FilterTaps>& taps, T* out) {
  std::vector<int64_t> sums(static_cast<size_t>(width));
  for (const FilterTaps& tap : taps) {
    poll();
    std::ranges::fill(sums, int64_t{1} << (point - 1));
    const T* row = x + tap.begin * width;
    for (int64_t weight : tap.weights) {
      for (int64_t i = 0; i < width; ++i) sums[static_cast<size_t>(i)] += row[i] * weight;
      row += width;
    }
    for (int64_t sum : sums) *out++ = rounded<T>(sum);
  }
}

template <class T>
Array in_width(const Array& x, int64_t width) {
  Ints sizes = x.type().ints();
  if (sizes[1] == width) return x;
  Array out(Type(x.dtype(), {sizes[0], width, sizes[2]}));
  auto taps = taps_of(sizes[1], width);
  auto run = sizes[2] == 1 ? &scale_rows<T, 1> : &scale_rows<T, 3>;
  run(x.as<T>().data(), sizes[0], sizes[1], taps, out.edit<T>().data());
  return out;
}

template <class T>
Array in_height(const Array& x, int64_t height) {
  Ints sizes = x.type().ints();
  if (sizes[0] == height) return x;
  Array out(Type(x.dtype(), {height, sizes[1], sizes[2]}));
  scale_columns<T>(x.as<T>().data(), sizes[1] * sizes[2], taps_of(sizes[0], height),
                   out.edit<T>().data());
  return out;
}

template <class T>
Array scaled(const Array& x, int64_t height, int64_t width) {
  // If one side shrinks and the other grows, the shrinking side comes first, which is less work.
  bool is_turned = x.shape()[0].number() > height && x.shape()[1].number() < width;
  if (is_turned) return in_width<T>(in_height<T>(x, height), width);
  return in_height<T>(in_width<T>(x, width), height);
}

}  // namespace

Array scaled_picture(const Array& x, int64_t height, int64_t width, const FileLocation& whence) {
  int64_t channels = x.shape()[2].number();
  whence.need(
      channels == 1 || channels == 3,
      "images with an alpha channel cannot be scaled; pass `mode = \"rgb\"` or `mode = \"gray\"`");
  return x.dtype() == Dtype::u8 ? scaled<uint8_t>(x, height, width)
                                : scaled<uint16_t>(x, height, width);
}

}  // namespace rille
