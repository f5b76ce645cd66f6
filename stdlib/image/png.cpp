// PNG by libpng, which reports errors by longjmp.
#include <png.h>

#include <csetjmp>
#include <cstring>
#include <vector>

#include "stdlib/image/picture.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// The source or destination of libpng. Frames between setjmp and longjmp have no variables with
// destructors: such objects are members of PngSession or belong to the callers.
struct PngSession {
  std::string_view rest = {};
  std::string* out = nullptr;
  char why[160] = "";
};

void note(png_structp png, png_const_charp why) {
  auto* session = static_cast<PngSession*>(png_get_error_ptr(png));
  std::strncpy(session->why, why, sizeof session->why - 1);
  png_longjmp(png, 1);
}
void ignore(png_structp, png_const_charp) {}

// libpng reads 8 KB at a time, which decode to at most 8 MB.
void look_for_stops(png_structp png) {
  if (stopping()) png_error(png, "interrupted");
}

void give_bytes(png_structp png, png_bytep to, size_t size) {
  look_for_stops(png);
  auto* session = static_cast<PngSession*>(png_get_io_ptr(png));
  if (size > session->rest.size()) png_error(png, "the data is truncated");
  std::memcpy(to, session->rest.data(), size);
  session->rest.remove_prefix(size);
}
void take_bytes(png_structp png, png_bytep from, size_t size) {
  look_for_stops(png);
  static_cast<PngSession*>(png_get_io_ptr(png))->out->append(reinterpret_cast<char*>(from), size);
}
void flush(png_structp) {}

struct PngReader {
  PngSession session;
  png_structp png;
  png_infop info;

  explicit PngReader(std::string_view bytes)
      : session{bytes},
        png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &session, &note, &ignore)),
        info(png_create_info_struct(png)) {
    png_set_read_fn(png, &session, &give_bytes);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_user_limits(png, 1 << 20, 1 << 20);
  }
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  bool read_head() {
    if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT(*-err52-cpp): required by libpng
    png_read_info(png, info);
    return true;
  }
  // Converts palettes to colors, depths below 8 bits to 8 bits, and a transparent color to alpha.
  bool prepare() {
    if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT(*-err52-cpp)
    png_set_expand(png);
    if (png_get_bit_depth(png, info) == 16) png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    return true;
  }
  bool read_rows(png_bytepp rows) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT(*-err52-cpp)
    png_read_image(png, rows);
    png_read_end(png, nullptr);
    return true;
  }
};

struct PngWriter {
  PngSession session;
  png_structp png;
  png_infop info;

  explicit PngWriter(std::string& out)
      : session{{}, &out},
        png(png_create_write_struct(PNG_LIBPNG_VER_STRING, &session, &note, &ignore)),
        info(png_create_info_struct(png)) {
    png_set_write_fn(png, &session, &take_bytes, &flush);
  }
  ~PngWriter() { png_destroy_write_struct(&png, &info); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  bool write(png_uint_32 width, png_uint_32 height, int depth, int color, png_bytepp rows) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT(*-err52-cpp)
    png_set_IHDR(png, info, width, height, depth, color, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (depth == 16) png_set_swap(png);
    png_write_image(png, rows);
    png_write_end(png, nullptr);
    return true;
  }
};

std::vector<png_bytep> rows_of(std::byte* data, size_t height, size_t stride) {
  std::vector<png_bytep> out(height);
  for (size_t y = 0; y < height; ++y) out[y] = reinterpret_cast<png_bytep>(data + y * stride);
  return out;
}

}  // namespace

bool is_png(std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n\x1a\n"); }

Array read_png(std::string_view bytes, const FileLocation& whence) {
  PngReader reader(bytes);
  auto need = [&](bool holds) {
    if (!holds) poll();
    whence.need(holds, reader.session.why);
  };
  need(reader.read_head());
  uint64_t height = png_get_image_height(reader.png, reader.info);
  uint64_t packed = png_get_rowbytes(reader.png, reader.info) * height;
  // Deflate expands one byte to at most 1,032 bytes.
  whence.need(
      packed / 1100 <= bytes.size(),
      str("the header claims ", packed, " bytes of pixels, too many for ", bytes.size(), " bytes"));
  need(reader.prepare());
  auto width = static_cast<int64_t>(png_get_image_width(reader.png, reader.info));
  auto channels = static_cast<int64_t>(png_get_channels(reader.png, reader.info));
  bool is_wide = png_get_bit_depth(reader.png, reader.info) == 16;
  Array out(
      Type(is_wide ? Dtype::u16 : Dtype::u8, {static_cast<int64_t>(height), width, channels}));
  poll();
  auto rows = rows_of(out.edit_data(), height, out.byte_size() / height);
  need(reader.read_rows(rows.data()));
  return out;
}

std::string png_bytes(const Array& x) {
  constexpr int colors[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                            PNG_COLOR_TYPE_RGB_ALPHA};
  Ints sizes = x.type().ints();
  auto height = static_cast<size_t>(sizes[0]);
  std::string out;
  PngWriter writer(out);
  // libpng does not modify the rows that it writes.
  auto rows = rows_of(const_cast<std::byte*>(x.data()), height, x.byte_size() / height);
  bool done = writer.write(static_cast<png_uint_32>(sizes[1]), static_cast<png_uint_32>(height),
                           bits(x.dtype()), colors[sizes[2] - 1], rows.data());
  if (!done) {
    poll();
    throw Error(Code::value, str("cannot encode ", x.type(), " as PNG: ", writer.session.why));
  }
  return out;
}

}  // namespace rille
