// JPEG by libjpeg-turbo, which reports errors by longjmp.
#include <cstddef>
#include <cstdio>
// jpeglib.h needs both above.
#include <jpeglib.h>

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <cstring>

#include "stdlib/array.h"
#include "stdlib/image/picture.h"
#include "vm/run/running.h"

namespace rille {
namespace {

struct JpegErrors {
  jpeg_error_mgr base;
  std::jmp_buf place;
  char why[JMSG_LENGTH_MAX];
};

void leave(j_common_ptr info) {
  auto* faults = reinterpret_cast<JpegErrors*>(info->err);
  info->err->format_message(info, faults->why);
  std::longjmp(faults->place, 1);  // NOLINT(*-err52-cpp): required by libjpeg
}
// A warning reports damaged or missing bytes, after which libjpeg would invent data.
void warned(j_common_ptr info, int level) {
  if (level < 0) leave(info);
}

// A few bytes can begin arbitrarily many scans of the whole image. Interrupts stop the decoder, and
// so does a number of scans that encoders do not produce.
void watch(j_common_ptr info) {
  constexpr int max_scans = 300;
  bool is_endless = reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > max_scans;
  if (!is_endless && !stopping()) return;
  auto* faults = reinterpret_cast<JpegErrors*>(info->err);
  std::strncpy(faults->why, "the image has more than 300 scans", JMSG_LENGTH_MAX - 1);
  std::longjmp(faults->place, 1);  // NOLINT(*-err52-cpp)
}

void prepare(JpegErrors& faults) {
  jpeg_std_error(&faults.base);
  faults.base.error_exit = &leave;
  faults.base.emit_message = &warned;
  faults.why[0] = '\0';
}

// No local variable of a method that calls setjmp has a destructor.
struct JpegReader {
  JpegErrors faults{};
  jpeg_progress_mgr progress{};
  jpeg_decompress_struct info{};

  JpegReader() {
    prepare(faults);
    progress.progress_monitor = &watch;
    info.err = &faults.base;
  }
  ~JpegReader() { jpeg_destroy_decompress(&info); }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  bool read_head(const char* data, size_t size) {
    if (setjmp(faults.place) != 0) return false;  // NOLINT(*-err52-cpp)
    jpeg_create_decompress(&info);
    info.progress = &progress;
    jpeg_save_markers(&info, JPEG_APP0 + 1, 1 << 16);  // the segment of Exif
    jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(data), size);
    return jpeg_read_header(&info, TRUE) == JPEG_HEADER_OK;
  }
  bool has_scans() { return jpeg_has_multiple_scans(&info) != 0; }
  bool start(J_COLOR_SPACE space, unsigned eighths) {
    if (setjmp(faults.place) != 0) return false;  // NOLINT(*-err52-cpp)
    info.out_color_space = space;
    info.scale_num = eighths;
    info.scale_denom = 8;
    jpeg_start_decompress(&info);
    return true;
  }
  // Reads rows up to `until`; false after an error.
  bool read_rows(unsigned char* to, size_t stride, unsigned until) {
    if (setjmp(faults.place) != 0) return false;  // NOLINT(*-err52-cpp)
    while (info.output_scanline < until) {
      JSAMPROW row = to + info.output_scanline * stride;
      jpeg_read_scanlines(&info, &row, 1);
    }
    return true;
  }
  bool finish() {
    if (setjmp(faults.place) != 0) return false;  // NOLINT(*-err52-cpp)
    jpeg_finish_decompress(&info);
    return true;
  }
};

// The orientation: tag 0x112 of the first TIFF directory of Exif; 1 if it is missing or invalid.
int orientation_of(const jpeg_decompress_struct& info) {
  if (info.marker_list == nullptr) return 1;
  std::string_view all(reinterpret_cast<const char*>(info.marker_list->data),
                       info.marker_list->data_length);
  if (!all.starts_with(std::string_view("Exif\0\0", 6)) || all.size() < 14) return 1;
  std::string_view tiff = all.substr(6);
  bool is_big = tiff.starts_with("MM");
  auto at = [&](uint64_t place, size_t width) -> uint64_t {
    if (place + width > tiff.size()) return 0;
    std::string part(tiff.substr(place, width));
    if (is_big) std::ranges::reverse(part);
    return little(part, width);
  };
  uint64_t directory = at(4, 4), count = at(directory, 2);
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t entry = directory + 2 + 12 * i;
    if (entry + 12 > tiff.size()) return 1;
    if (at(entry, 2) != 0x112) continue;
    auto found = static_cast<int>(at(entry + 8, 2));
    return found >= 1 && found <= 8 ? found : 1;
  }
  return 1;
}

// Applies an orientation: Exif 2.3, section 4.6.4.
Array turned(const Array& x, int orientation) {
  Array out = orientation >= 5 ? move_axis(x, 0, 1) : x;
  bool mirrors_rows = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
  bool mirrors_columns =
      orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
  if (mirrors_rows) out = flip(out, Ints{0});
  if (mirrors_columns) out = flip(out, Ints{1});
  return out;
}

// The smallest scale, in eighths, with which both sides keep the minimum size. `lies` tells that
// the orientation swaps the sides.
unsigned eighths_for(const jpeg_decompress_struct& info, const ImageOptions& wish, bool lies) {
  if (wish.min_height <= 0 || wish.min_width <= 0) return 8;
  int64_t height = lies ? wish.min_width : wish.min_height;
  int64_t width = lies ? wish.min_height : wish.min_width;
  for (unsigned eighths : {1u, 2u, 4u}) {
    if (info.image_height * eighths / 8 >= height && info.image_width * eighths / 8 >= width) {
      return eighths;
    }
  }
  return 8;
}

struct JpegWriter {
  JpegErrors faults{};
  jpeg_compress_struct info{};
  unsigned char* out = nullptr;
  unsigned long size = 0;  // NOLINT(google-runtime-int): the type in libjpeg

  JpegWriter() {
    prepare(faults);
    info.err = &faults.base;
  }
  ~JpegWriter() {
    jpeg_destroy_compress(&info);
    std::free(out);
  }
  JpegWriter(const JpegWriter&) = delete;
  JpegWriter& operator=(const JpegWriter&) = delete;

  bool write(const unsigned char* data, unsigned height, unsigned width, int channels,
             int quality) {
    if (setjmp(faults.place) != 0) return false;  // NOLINT(*-err52-cpp)
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &out, &size);
    info.image_height = height;
    info.image_width = width;
    info.input_components = channels;
    info.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < height && !stopping()) {
      auto* row = const_cast<unsigned char*>(data) +
                  static_cast<size_t>(info.next_scanline) * width * static_cast<unsigned>(channels);
      jpeg_write_scanlines(&info, &row, 1);
    }
    if (stopping()) return false;
    jpeg_finish_compress(&info);
    return true;
  }
};

}  // namespace

bool is_jpeg(std::string_view bytes) { return bytes.starts_with("\xff\xd8\xff"); }

Array read_jpeg(std::string_view bytes, const ImageOptions& wish, const FileLocation& whence) {
  JpegReader reader;
  auto need = [&](bool holds) {
    if (!holds) poll();
    whence.need(holds, reader.faults.why);
  };
  need(reader.read_head(bytes.data(), bytes.size()));
  const jpeg_decompress_struct& info = reader.info;
  // A block of 8 by 8 takes at least one bit, so bytes bound the number of pixels.
  uint64_t pixels = uint64_t{info.image_height} * info.image_width;
  whence.need(pixels / 2048 <= bytes.size(),
              str("the header claims ", pixels, " pixels, too many for ", bytes.size(), " bytes"));
  bool is_color = info.jpeg_color_space == JCS_YCbCr || info.jpeg_color_space == JCS_RGB;
  bool is_gray = info.jpeg_color_space == JCS_GRAYSCALE;
  whence.need(is_color || is_gray,
              "the color space is neither gray nor RGB; CMYK is not supported");
  // With several scans, libjpeg holds all coefficients in memory, two bytes each.
  if (reader.has_scans()) poll(pixels * 2 * static_cast<uint64_t>(info.num_components));
  int orientation = wish.upright ? orientation_of(info) : 1;
  need(reader.start(is_gray ? JCS_GRAYSCALE : JCS_RGB, eighths_for(info, wish, orientation >= 5)));
  Array out(Type(Dtype::u8, {info.output_height, info.output_width, info.output_components}));
  auto* to = reinterpret_cast<unsigned char*>(out.edit_data());
  size_t stride = out.byte_size() / info.output_height;
  constexpr unsigned rows = 64;  // between two checks for interrupts
  for (unsigned y = 0; y < info.output_height; y += rows) {
    poll();
    need(reader.read_rows(to, stride, std::min(y + rows, info.output_height)));
  }
  need(reader.finish());
  return orientation == 1 ? out : turned(out, orientation);
}

std::string jpeg_bytes(const Array& x, int quality) {
  Ints sizes = x.type().ints();
  JpegWriter writer;
  const auto* data = reinterpret_cast<const unsigned char*>(x.data());
  bool done = writer.write(data, static_cast<unsigned>(sizes[0]), static_cast<unsigned>(sizes[1]),
                           static_cast<int>(sizes[2]), quality);
  if (done) return {reinterpret_cast<char*>(writer.out), writer.size};
  poll();
  throw Error(Code::value, str("cannot encode ", x.type(), " as JPEG: ", writer.faults.why));
}

}  // namespace rille
