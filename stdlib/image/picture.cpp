// image.load, image.decode, image.save, image.encode.
#include "stdlib/image/picture.h"

#include <algorithm>
#include <array>

#include "stdlib/array.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

int64_t channels_of(const std::string& mode, int64_t had) {
  if (mode == "gray") return 1;
  if (mode == "rgb") return 3;
  return mode == "rgba" ? 4 : had;
}

// The luma of ITU-R 601-2 in fixed point with 16 bits, rounded like Pillow.
template <class T>
T gray_of(const std::array<T, 4>& pixel) {
  uint64_t sum =
      uint64_t{pixel[0]} * 19595 + uint64_t{pixel[1]} * 38470 + uint64_t{pixel[2]} * 7471;
  return static_cast<T>((sum + 0x8000) >> 16);
}

template <class T>
Array with_channels(const Array& x, int64_t to) {
  Ints sizes = x.type().ints();
  Array out(Type(x.dtype(), {sizes[0], sizes[1], to}));
  std::span<const T> from = x.as<T>();
  T* put = out.edit<T>().data();
  auto had = static_cast<size_t>(sizes[2]);
  bool is_gray = had < 3;
  for (size_t at = 0; at < from.size(); at += had) {
    T alpha = had % 2 == 0 ? from[at + had - 1] : std::numeric_limits<T>::max();
    std::array<T, 4> pixel = {from[at], from[at + (is_gray ? 0 : 1)], from[at + (is_gray ? 0 : 2)],
                              alpha};
    if (to == 1) {
      *put = is_gray ? pixel[0] : gray_of(pixel);
    } else {
      std::copy_n(pixel.data(), to, put);
    }
    put += to;
  }
  return out;
}

Array in_mode(const Array& x, const std::string& mode) {
  int64_t had = x.shape()[2].number(), to = channels_of(mode, had);
  if (had == to) return x;
  return x.dtype() == Dtype::u8 ? with_channels<uint8_t>(x, to) : with_channels<uint16_t>(x, to);
}

// Reads an optional (height, width).
void read_sizes(const std::optional<Shape>& given, std::string_view name, int64_t& height,
                int64_t& width) {
  if (!given) return;
  bool fits = given->size() == 2 && (*given)[0].number() > 0 && (*given)[1].number() > 0;
  if (!fits) {
    throw labelled(Error(Code::value, str("`", name, "` is ", text(*given),
                                          ", expected (height, width) above 0")),
                   name);
  }
  height = (*given)[0].number();
  width = (*given)[1].number();
}

Array load(const std::string& path, const std::optional<std::string>& mode, bool upright,
           const std::optional<Shape>& least, const std::optional<Shape>& size) {
  ImageOptions wish{mode.value_or(""), upright};
  read_sizes(least, "min_size", wish.min_height, wish.min_width);
  read_sizes(size, "size", wish.height, wish.width);
  FileContents contents = read_file(path);
  return read_picture(contents.view(), wish, {path, "image"});
}

Array decode(const Array& bytes, const std::optional<std::string>& mode, bool upright,
             const std::optional<Shape>& least, const std::optional<Shape>& size) {
  ImageOptions wish{mode.value_or(""), upright};
  read_sizes(least, "min_size", wish.min_height, wish.min_width);
  read_sizes(size, "size", wish.height, wish.width);
  return read_picture(bytes_of(bytes), wish, {"bytes", "image"});
}

// Returns the image as [h, w, c], after a check that it can be encoded.
Array writable(const Array& given, bool as_jpeg, std::string_view who) {
  Array x = given;
  if (x.rank() == 2) x = expand(x, Ints{2});
  bool is_known = x.dtype() == Dtype::u8 || (x.dtype() == Dtype::u16 && !as_jpeg);
  if (!is_known) {
    Error error(Code::dtype, str(who, ": `x` is ", given.type(), ", expected ",
                                 as_jpeg ? "u8 for JPEG" : "u8 or u16 for PNG"));
    bool is_float = kind(given.dtype()) == DtypeKind::floating;
    if (is_float) error.help("`u8(round(clip(x, 0, 1) * 255))` converts numbers from 0 to 1");
    throw labelled(std::move(error), "x");
  }
  int64_t channels = x.rank() == 3 ? x.shape()[2].number() : 0;
  bool fits = x.rank() == 3 && x.size() > 0 &&
              (as_jpeg ? channels == 1 || channels == 3 : channels >= 1 && channels <= 4);
  if (fits) return x;
  throw labelled(Error(Code::shape, str(who, ": `x` is ", given.type(),
                                        ", expected [height, width] or [height, width, ",
                                        as_jpeg ? "1 or 3" : "1 to 4", "]")),
                 "x");
}

std::string encoded(const Array& given, bool as_jpeg, int64_t quality, std::string_view who) {
  if (quality < 1 || quality > 100) {
    throw labelled(Error(Code::value, str(who, ": `quality` is ", quality, ", expected 1 to 100")),
                   "quality");
  }
  Array x = writable(given, as_jpeg, who);
  return as_jpeg ? jpeg_bytes(x, static_cast<int>(quality)) : png_bytes(x);
}

std::string lower_end(std::string_view path) {
  std::string end(path.substr(std::min(path.size(), path.rfind('.'))));
  std::ranges::transform(end, end.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return end;
}
bool is_jpeg_end(const std::string& end) { return end == ".jpg" || end == ".jpeg"; }

void save(const std::string& path, const Array& x, int64_t quality) {
  std::string end = lower_end(path);
  if (end != ".png" && !is_jpeg_end(end)) {
    throw labelled(Error(Code::value, str("image.save: the path is \"", path,
                                          "\", expected the extension .png, .jpg, or .jpeg")),
                   "path");
  }
  write_file(path, encoded(x, is_jpeg_end(end), quality, "image.save"));
}

Array encode(const Array& x, const std::string& form, int64_t quality) {
  return bytes_array(encoded(x, form == "jpeg", quality, "image.encode"));
}

}  // namespace

bool is_picture_path(std::string_view path) {
  std::string end = lower_end(path);
  return end == ".png" || is_jpeg_end(end);
}

Array read_picture(std::string_view bytes, const ImageOptions& wish, const FileLocation& whence) {
  whence.need(is_png(bytes) || is_jpeg(bytes), "the data is neither PNG nor JPEG");
  Array found = is_png(bytes) ? read_png(bytes, whence) : read_jpeg(bytes, wish, whence);
  found = in_mode(found, wish.mode);
  if (wish.height <= 0) return found;
  return scaled_picture(found, wish.height, wish.width, whence);
}

extern const Builtin image_load_builtin = {
    .signature =
        "image.load(path: str, mode: \"gray\" or \"rgb\" or \"rgba\" = nil, "
        "apply_exif_orientation: bool = true, min_size: shape = nil, size: shape = nil) -> "
        "number[h, w, c]",
    .brief = "Reads a PNG or JPEG file.",
    .params =
        {{"path",
          "Path of the file. The format is detected by the first bytes, not by the extension."},
         {"mode",
          "Color mode, with 1, 3, or 4 channels. Gray is 0.299 r + 0.587 g + 0.114 b. An alpha "
          "channel is dropped, or added as opaque. If nil, the channels of the file are kept; gray "
          "with alpha has 2."},
         {"apply_exif_orientation",
          "If true, a JPEG is rotated and mirrored according to its Exif orientation."},
         {"min_size",
          "Minimum (height, width). A JPEG is decoded at 1/2, 1/4, or 1/8 of its size, which is "
          "faster, if both sides stay at least this large. If nil, it is decoded at full size."},
         {"size",
          "(height, width) of the result. The image is scaled with a triangle filter, with "
          "antialiasing, like BILINEAR in Pillow. If nil, the size is kept."}},
    .returns = "u8, or u16 for a PNG with 16 bits per channel",
    .errors =
        "error[io] if the file cannot be read, is neither PNG nor JPEG, is damaged or truncated, "
        "or is a CMYK JPEG",
    .example =
        "image.save(\"dot.png\", u8([[0, 255]])); image.load(\"dot.png\", \"rgb\").shape  #> (1, "
        "2, 3)",
    .source = "libpng, libjpeg-turbo; PIL.Image.open(path).convert(mode)",
    .call = bind<&load>,
    .purity = Purity::host,
};

extern const Builtin image_decode_builtin = {
    .signature =
        "image.decode(bytes: u8[n], mode: \"gray\" or \"rgb\" or \"rgba\" = nil, "
        "apply_exif_orientation: bool = true, min_size: shape = nil, size: shape = nil) -> "
        "number[h, w, c]",
    .brief = "Decodes the bytes of a PNG or JPEG file.",
    .params =
        {{"bytes", "Bytes of the file, for example from a record of `data.tfrecord`."},
         {"mode",
          "Color mode, with 1, 3, or 4 channels. Gray is 0.299 r + 0.587 g + 0.114 b. An alpha "
          "channel is dropped, or added as opaque. If nil, the channels of the file are kept; gray "
          "with alpha has 2."},
         {"apply_exif_orientation",
          "If true, a JPEG is rotated and mirrored according to its Exif orientation."},
         {"min_size",
          "Minimum (height, width). A JPEG is decoded at 1/2, 1/4, or 1/8 of its size, which is "
          "faster, if both sides stay at least this large. If nil, it is decoded at full size."},
         {"size",
          "(height, width) of the result. The image is scaled with a triangle filter, with "
          "antialiasing, like BILINEAR in Pillow. If nil, the size is kept."}},
    .returns = "u8, or u16 for a PNG with 16 bits per channel",
    .errors =
        "error[io] if the bytes are neither PNG nor JPEG, are damaged or truncated, or are a CMYK "
        "JPEG",
    .example = "image.decode(image.encode(u8([[7]])))  #> [[[7]]]",
    .source = "libpng, libjpeg-turbo; PIL.Image.open",
    .call = bind<&decode>,
    .purity = Purity::concrete,
};

extern const Builtin image_save_builtin = {
    .signature = "image.save(path: str, x: array, quality: int = 90) -> nil",
    .brief = "Writes an image to a PNG or JPEG file.",
    .params = {{"path", "Path that ends in .png, .jpg, or .jpeg. An existing file is replaced."},
               {"x",
                "Image, [h, w] or [h, w, c]. For PNG, u8 or u16 with 1 to 4 channels; for JPEG, u8 "
                "with 1 or 3 channels."},
               {"quality", "JPEG quality, 1 to 100."}},
    .errors =
        "error[io] if the file cannot be written; error[dtype] or error[shape] if `x` is not such "
        "an image; error[value] if the extension or `quality` is invalid",
    .example = "image.save(\"p.png\", u8([[1, 2]])); image.load(\"p.png\")[0, :, 0]  #> [1, 2]",
    .source = "libpng, libjpeg-turbo; PIL.Image.save",
    .call = bind<&save>,
    .purity = Purity::host,
};

extern const Builtin image_encode_builtin = {
    .signature =
        "image.encode(x: array, format: \"png\" or \"jpeg\" = \"png\", quality: int = 90) -> u8[n]",
    .brief = "Encodes an image as the bytes of a PNG or JPEG file.",
    .params = {{"x",
                "Image, [h, w] or [h, w, c]. For PNG, u8 or u16 with 1 to 4 channels; for JPEG, u8 "
                "with 1 or 3 channels."},
               {"format", "File format."},
               {"quality", "JPEG quality, 1 to 100."}},
    .errors =
        "error[dtype] or error[shape] if `x` is not such an image; error[value] if `quality` is "
        "not in 1 to 100",
    .example = "image.encode(u8([[7]]))[1:4]  #> [80, 78, 71]",
    .source = "libpng, libjpeg-turbo",
    .call = bind<&encode>,
    .purity = Purity::concrete,
};

}  // namespace rille
