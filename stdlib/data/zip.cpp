// Reads a zip: its directory, stored and deflated files.
#include <zlib.h>

#include <algorithm>
#include <span>

#include "stdlib/data/npy.h"
#include "vm/buffer.h"
#include "vm/error.h"
#include "vm/running.h"

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

// The end of a raw deflate stream; frees what zlib holds, whatever happens.
struct Inflater {
  z_stream stream{};
  explicit Inflater(const std::string& name) {
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) fail(name, "zlib does not start");
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

// Raw deflate; what comes out has the size that the directory says, and no more.
void inflate_into(std::span<char> out, std::string_view packed, const std::string& name) {
  constexpr uInt piece = 1 << 20;
  Inflater inflater(name);
  z_stream& stream = inflater.stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  int rc = Z_OK;
  do {
    poll();
    stream.avail_out = static_cast<uInt>(std::min<size_t>(piece, out.size() - stream.total_out));
    rc = inflate(&stream, Z_NO_FLUSH);
  } while (rc == Z_OK && stream.total_out < out.size());
  // The mark of the end may stand behind the last byte.
  if (rc == Z_OK) rc = inflate(&stream, Z_FINISH);
  if (rc != Z_STREAM_END || stream.total_out != out.size()) fail(name, "a file in it is damaged");
}

// APPNOTE.TXT 6.3, 4.3.7: the local header repeats the lengths of name and extra field.
void unpack(const Bytes& bytes, size_t entry, const std::string& file, const ZipFile& each) {
  uint32_t method = bytes.number(entry + 10, 2), sum = bytes.number(entry + 16, 4);
  uint32_t packed = bytes.number(entry + 20, 4), size = bytes.number(entry + 24, 4);
  size_t local = bytes.number(entry + 42, 4);
  if (packed == 0xFFFFFFFFu || size == 0xFFFFFFFFu) fail(bytes.name, "it is a zip64");
  size_t data = local + 30 + bytes.number(local + 26, 2) + bytes.number(local + 28, 2);
  std::string_view piece = bytes.piece(data, packed);
  if (method != 0 && method != 8) fail(bytes.name, "a file in it is packed in another way");
  if (method == 0) {
    if (zip_checksum(piece) != sum) fail(bytes.name, "a file in it has changed");
    return each(file, piece);
  }
  if (size > piece.size() * 1100 + 1024) fail(bytes.name, "a file in it would be too large");
  Buffer room(host_space(), std::max(size, 1U));
  std::span<char> out(static_cast<char*>(room.data()), size);
  inflate_into(out, piece, bytes.name);
  if (zip_checksum({out.data(), size}) != sum) fail(bytes.name, "a file in it has changed");
  each(file, {out.data(), size});
}

}  // namespace

uint32_t zip_checksum(std::string_view text) {
  constexpr size_t piece = size_t{1} << 20;
  uLong sum = crc32(0, nullptr, 0);
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    poll();
    std::string_view now = text.substr(0, piece);
    sum = crc32(sum, reinterpret_cast<const Bytef*>(now.data()), static_cast<uInt>(now.size()));
  }
  return static_cast<uint32_t>(sum);
}

void read_zip(std::string_view text, const std::string& name, const ZipFile& each) {
  constexpr size_t comment = 1 << 16;  // may stand behind the directory's end
  Bytes bytes{text, name};
  size_t last = text.size() - std::min(text.size(), comment + 22);
  size_t end = text.substr(last).rfind("PK\5\6");
  if (end == std::string_view::npos) fail(name, "it has no directory");
  end += last;
  uint32_t count = bytes.number(end + 10, 2);
  size_t at = bytes.number(end + 16, 4);
  for (uint32_t i = 0; i < count; ++i) {
    if (bytes.piece(at, 4) != "PK\1\2") fail(name, "its directory is broken");
    size_t length = bytes.number(at + 28, 2);
    unpack(bytes, at, std::string(bytes.piece(at + 46, length)), each);
    at += 46 + length + bytes.number(at + 30, 2) + bytes.number(at + 32, 2);
  }
}

}  // namespace rille
