// image.random_crop, image.random_flip: augmentation.
#include "stdlib/array.h"
#include "stdlib/rng.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

void need_picture(const Array& x, std::string_view who) {
  if (x.rank() >= 3) return;
  throw labelled(Error(Code::shape, str(who, ": `x` is ", x.type(),
                                        ", expected [..., height, width, channels]")),
                 "x");
}

// Samples the position along each side with a key of its own.
Array random_crop(const Array& key, const Array& x, const Shape& size) {
  constexpr std::string_view who = "image.random_crop";
  need_picture(x, who);
  if (size.size() != 2) {
    throw labelled(
        Error(Code::value, str(who, ": `size` is ", text(size), ", expected (height, width)")),
        "size");
  }
  Array keys = rng::split(key, {2}), out = x;
  for (int side = 0; side < 2; ++side) {
    int64_t axis = x.rank() - 3 + side;
    int64_t all = x.type().extent(static_cast<int>(axis)).number();
    int64_t wanted = size[static_cast<size_t>(side)].number();
    if (wanted > all) {
      throw labelled(Error(Code::shape, str(who, ": `size` is ", text(size),
                                            ", larger than the image, which is ", x.type())),
                     "size");
    }
    Array one = squeeze(slice_axis(keys, 0, side, 1), Ints{0});
    Array begin = rng::randint(one, {}, Array(0), Array(all - wanted + 1), Dtype::i32);
    out = take(out, add(arange(0, wanted), begin), axis);
  }
  return out;
}

Array random_flip(const Array& key, const Array& x, const Array& p) {
  need_picture(x, "image.random_flip");
  Array turns = rng::bernoulli(key, p, Shape{});
  return where(turns, flip(x, Ints{x.rank() - 2}), x);
}

}  // namespace

extern const Builtin image_random_crop_builtin = {
    .signature = "image.random_crop(inout key: key, x: array, size: shape) -> array",
    .brief = "Crops an image at a random position.",
    .params = {{"key", "Random key."},
               {"x",
                "Image, [..., height, width, channels]. All images of a batch are cropped at the "
                "same position."},
               {"size", "(height, width) of the crop."}},
    .errors = "error[shape] if `x` has fewer than three axes or is smaller than `size`",
    .example = "image.random_crop(rng.key(0), zeros((4, 5, 3)), (2, 2)).shape  #> (2, 2, 3)",
    .source = "torchvision's RandomCrop",
    .call = bind<&random_crop>,
};

extern const Builtin image_random_flip_builtin = {
    .signature = "image.random_flip(inout key: key, x: array, p: real[...] = 0.5) -> array",
    .brief = "Flips an image horizontally with probability `p`.",
    .params =
        {{"key", "Random key."},
         {"x",
          "Image, [..., height, width, channels]. All images of a batch are flipped together."},
         {"p", "Probability of flipping."}},
    .errors = "error[shape] if `x` has fewer than three axes",
    .example = "image.random_flip(rng.key(0), [[[1], [2]]], 1.0)[0, :, 0]  #> [2, 1]",
    .source = "torchvision's RandomHorizontalFlip",
    .call = bind<&random_flip>,
};

}  // namespace rille
