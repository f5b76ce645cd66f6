// Images of events: checks, conversion to u8, encoding.
#include "stdlib/profile/images.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "stdlib/array.h"
#include "stdlib/image.h"
#include "vm/calling.h"
#include "vm/run/running.h"

namespace rille::profile {
namespace {

constexpr int64_t max_channels = 4;

// The sizes as (batch, height, width, channels).
Ints image_sizes(const Array& x) {
  Ints sizes = x.type().ints();
  if (sizes.size() == 2) sizes.push_back(1);
  if (sizes.size() == 3) sizes.insert(sizes.begin(), 1);
  bool fits = sizes.size() == 4 && x.size() > 0 && sizes[3] <= max_channels;
  if (fits) return sizes;
  throw labelled(Error(Code::shape, str("profile.Writer.image: `x` is ", x.type(),
                                        ", expected [height, width, 1 to 4] or [batch, height, "
                                        "width, 1 to 4]")),
                 "x");
}

uint8_t level(float x) {
  return x >= 0 ? static_cast<uint8_t>(std::nearbyint(std::min(x, 1.0F) * 255)) : uint8_t{0};
}

// Elements [from, from + count) of x as levels from 0 to 255.
void copy_levels(std::span<const float> x, std::span<uint8_t> to) {
  constexpr size_t block = 65'536;
  for (size_t from = 0; from < x.size(); from += block) {
    poll();
    size_t end = std::min(from + block, x.size());
    for (size_t i = from; i < end; ++i) to[i] = level(x[i]);
  }
}

}  // namespace

EncodedImages encoded_images(const Array& x) {
  if (!is_float(x.dtype()) && x.dtype() != Dtype::u8) {
    throw labelled(Error(Code::dtype, str("profile.Writer.image: `x` is ", x.type(),
                                          ", expected u8 or floats from 0 to 1")),
                   "x");
  }
  Ints sizes = image_sizes(x);
  bool is_levels = x.dtype() == Dtype::u8;
  Array all = is_levels ? x : convert(x, Dtype::f32);
  EncodedImages out{.width = sizes[2], .height = sizes[1]};
  auto pixels = static_cast<size_t>(sizes[1] * sizes[2] * sizes[3]);
  for (size_t i = 0; i < static_cast<size_t>(sizes[0]); ++i) {
    Array one(Type(Dtype::u8, {sizes[1], sizes[2], sizes[3]}));
    if (is_levels) {
      copy_bytes(one.edit_data(), all.data() + i * pixels, pixels);
    } else {
      copy_levels(all.as<float>().subspan(i * pixels, pixels), one.edit<uint8_t>());
    }
    out.files.push_back(png_bytes(one));
  }
  return out;
}

}  // namespace rille::profile
