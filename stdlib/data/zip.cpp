// Reads a zip: its directory, stored and deflated files.
#include <zlib.h>

#include "stdlib/data/npy.h"
#include "vm/error.h"

namespace rille {
namespace {

[[noreturn]] void fail(const std::string& name, std::string_view why) {
  throw Error(Code::io, str("\"", name, "\" is no zip that can be read: ", why));
}

// Bytes by place, little-endian; none lies outside.
struct Bytes {
  std::string_view text;
  const std::string& name;

  uint32_t number(size_t at, size_t width) const {
    std::string_view part = piece(at, width);
    uint32_t out = 0;
    for (size_t i = 0; i < width; ++i) {
      out |= static_cast<uint32_t>(static_cast<unsigned char>(part[i])) << (8 * i);
    }
    return out;
  }
  std::string_view piece(size_t at, size_t size) const {
    if (at > text.size() || size > text.size() - at) fail(name, "it is cut off");
    return text.substr(at, size);
  }
};

// Raw deflate; what comes out has the size that the directory says, and no more.
std::string inflated(std::string_view packed, size_t size, const std::string& name) {
  if (size > packed.size() * 1100 + 1024) fail(name, "a file in it would be too large");
  std::string out(size, '\0');
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) fail(name, "zlib does not start");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(size);
  int rc = inflate(&stream, Z_FINISH);
  bool whole = rc == Z_STREAM_END && stream.total_out == size;
  inflateEnd(&stream);
  if (!whole) fail(name, "a file in it is damaged");
  return out;
}

// APPNOTE.TXT 6.3, 4.3.7: the local header repeats the lengths of name and extra field.
std::string unpacked(const Bytes& bytes, size_t entry) {
  uint32_t method = bytes.number(entry + 10, 2), sum = bytes.number(entry + 16, 4);
  uint32_t packed = bytes.number(entry + 20, 4), size = bytes.number(entry + 24, 4);
  size_t local = bytes.number(entry + 42, 4);
  if (packed == 0xFFFFFFFFu || size == 0xFFFFFFFFu) fail(bytes.name, "it is a zip64");
  size_t data = local + 30 + bytes.number(local + 26, 2) + bytes.number(local + 28, 2);
  std::string_view piece = bytes.piece(data, packed);
  if (method != 0 && method != 8) fail(bytes.name, "a file in it is packed in another way");
  std::string out = method == 0 ? std::string(piece) : inflated(piece, size, bytes.name);
  auto check = crc32(0, reinterpret_cast<const Bytef*>(out.data()), static_cast<uInt>(out.size()));
  if (check != sum) fail(bytes.name, "a file in it has changed");
  return out;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> read_zip(std::string_view text,
                                                          const std::string& name) {
  Bytes bytes{text, name};
  size_t end = text.rfind("PK\5\6");
  if (end == std::string_view::npos) fail(name, "it has no directory");
  uint32_t count = bytes.number(end + 10, 2);
  size_t at = bytes.number(end + 16, 4);
  std::vector<std::pair<std::string, std::string>> out;
  for (uint32_t i = 0; i < count; ++i) {
    if (bytes.piece(at, 4) != "PK\1\2") fail(name, "its directory is broken");
    size_t length = bytes.number(at + 28, 2);
    out.emplace_back(std::string(bytes.piece(at + 46, length)), unpacked(bytes, at));
    at += 46 + length + bytes.number(at + 30, 2) + bytes.number(at + 32, 2);
  }
  return out;
}

}  // namespace rille
