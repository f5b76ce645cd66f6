// Pictures of files: PNG and JPEG, as arrays and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stdlib/bytes/scan.h"
#include "stdlib/image.h"
#include "vm/array.h"

namespace rille {

// How a picture is wanted.
struct PictureWish {
  std::string mode;  // "gray", "rgb", "rgba"; "": as the file has it
  bool upright = true;
  int64_t least_height = 0, least_width = 0;  // a JPEG may be decoded smaller, not below these
  int64_t height = 0, width = 0;              // it is made as large; 0: it stays as it is
};

// u8[h, w, c], of 16 bits u16[h, w, c]; error[io] where the bytes are no whole picture.
Array read_picture(std::string_view bytes, const PictureWish& wish, const Whence& whence);
Array read_png(std::string_view bytes, const Whence& whence);
Array read_jpeg(std::string_view bytes, const PictureWish& wish, const Whence& whence);

// x: u8 [h, w, c], c of 1 or 3.
std::string jpeg_bytes(const Array& x, int quality);

// In another size, channels of 1 or 3; error[io] of others.
Array scaled_picture(const Array& x, int64_t height, int64_t width, const Whence& whence);

bool is_png(std::string_view bytes);
bool is_jpeg(std::string_view bytes);
// By how its name ends: .png, .jpg, .jpeg, large or small.
bool is_picture_path(std::string_view path);

}  // namespace rille
