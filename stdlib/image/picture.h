// Image files: reading and writing PNG and JPEG.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stdlib/bytes/scan.h"
#include "stdlib/image.h"
#include "vm/array.h"

namespace rille {

// Options for reading an image.
struct ImageOptions {
  std::string mode;  // "gray", "rgb", "rgba"; "" keeps the channels of the file
  bool upright = true;
  int64_t min_height = 0,
          min_width = 0;          // minimum sizes to which a JPEG may be reduced while decoding
  int64_t height = 0, width = 0;  // the size of the result; 0 keeps the size
};

// Returns u8[h, w, c], or u16[h, w, c] for 16 bits; error[io] if the image is invalid or truncated.
Array read_picture(std::string_view bytes, const ImageOptions& wish, const FileLocation& whence);
Array read_png(std::string_view bytes, const FileLocation& whence);
Array read_jpeg(std::string_view bytes, const ImageOptions& wish, const FileLocation& whence);

// Encodes x, u8[h, w, c] with c = 1 or 3.
std::string jpeg_bytes(const Array& x, int quality);

// Scales an image with 1 or 3 channels; error[io] for other numbers of channels.
Array scaled_picture(const Array& x, int64_t height, int64_t width, const FileLocation& whence);

bool is_png(std::string_view bytes);
bool is_jpeg(std::string_view bytes);
// Whether the extension is .png, .jpg, or .jpeg, in upper or lower case.
bool is_picture_path(std::string_view path);

}  // namespace rille
