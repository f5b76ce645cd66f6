// Reads a zip: the directory, stored and deflated files.
#include <zlib.h>

#include <algorithm>
#include <optional>
#include <span>

#include "stdlib/data/npy.h"
#include "vm/error.h"
#include "vm/memory/buffer.h"
#include "vm/run/running.h"

namespace rille {
namespace {

[[noreturn]] void fail(const std::string& name, std::string_view why) {
  throw Error(Code::io, str("\"", name, "\" is not a readable zip file: ", why));
}

// Bounds-checked access to bytes and little-endian numbers by offset.
struct ZipBytes {
  std::string_view text;
  const std::string& name;

  uint64_t number(uint64_t at, size_t width) const {
    std::string_view part = piece(at, width);
    uint64_t out = 0;
    for (size_t i = 0; i < width; ++i) {
      out |= static_cast<uint64_t>(static_cast<unsigned char>(part[i])) << (8 * i);
    }
    return out;
  }
  std::string_view piece(uint64_t at, uint64_t size) const {
    if (at > text.size() || size > text.size() - at) fail(name, "the file is truncated");
    return text.substr(at, size);
  }
};

// Directory entry of a file.
struct ZipEntry {
  std::string file;
  uint64_t flags = 0, method = 0, sum = 0, packed = 0, size = 0, local = 0;
};

// APPNOTE.TXT 6.3, 4.5.3: in a zip64, the extra field 1 contains each number that does not fit in
// 32 bits as a 64-bit number, in this order.
void take_wide(ZipEntry& entry, const ZipBytes& bytes, uint64_t at, uint64_t length) {
  constexpr uint64_t elsewhere = 0xFFFFFFFFu;
  for (uint64_t end = at + length; at + 4 <= end;) {
    uint64_t kind = bytes.number(at, 2), size = bytes.number(at + 2, 2), from = at + 4;
    uint64_t last = from + size;
    for (uint64_t* number : {&entry.size, &entry.packed, &entry.local}) {
      if (kind != 1 || *number != elsewhere || from + 8 > last) continue;
      *number = bytes.number(from, 8);
      from += 8;
    }
    at = last;
  }
}

// Owner of the zlib state of a raw deflate stream.
struct InflateStream {
  z_stream stream{};
  explicit InflateStream(const std::string& name) {
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) fail(name, "zlib could not be initialized");
  }
  ~InflateStream() { inflateEnd(&stream); }
  InflateStream(const InflateStream&) = delete;
  InflateStream& operator=(const InflateStream&) = delete;
};

// Decompresses raw deflate data. Returns false if the result does not have exactly the size that
// the directory states. The data is passed in pieces, since zlib counts in 32 bits.
bool inflate_into(std::span<char> out, std::string_view packed, const std::string& name) {
  constexpr size_t piece = 1 << 20;
  InflateStream inflater(name);
  z_stream& stream = inflater.stream;
  int rc = Z_OK;
  size_t taken = 0, made = 0;
  while (rc == Z_OK && (made < out.size() || taken < packed.size())) {
    poll();
    size_t in = std::min(piece, packed.size() - taken), room = std::min(piece, out.size() - made);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + taken));
    stream.avail_in = static_cast<uInt>(in);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + made);
    stream.avail_out = static_cast<uInt>(room);
    rc = inflate(&stream, Z_NO_FLUSH);
    taken += in - stream.avail_in;
    made += room - stream.avail_out;
  }
  // The end-of-stream marker may follow the last byte.
  if (rc == Z_OK) rc = inflate(&stream, Z_FINISH);
  return rc == Z_STREAM_END && made == out.size();
}

std::string_view packing_of(uint64_t method) {
  switch (method) {
    case 9: return "deflate64";
    case 12: return "bzip2";
    case 14: return "lzma";
    case 93: return "zstd";
    case 95: return "xz";
    default: return "unknown";
  }
}

// The lengths of name and extra field are read from the local header (4.3.7), which may differ from
// the directory.
void unpack(const ZipBytes& bytes, const ZipEntry& entry, const ZipVisitor& each) {
  std::string name = str(bytes.name, ":", entry.file);
  auto fail_here = [&](std::string_view why) {
    throw Error(Code::io, str("\"", name, "\" cannot be read: ", why));
  };
  if ((entry.flags & 1) != 0) fail_here("the entry is encrypted");
  if (entry.method != 0 && entry.method != 8) {
    fail_here(str("the compression method is ", packing_of(entry.method),
                  ", expected stored or deflate"));
  }
  uint64_t data =
      entry.local + 30 + bytes.number(entry.local + 26, 2) + bytes.number(entry.local + 28, 2);
  std::string_view piece = bytes.piece(data, entry.packed);
  if (entry.method == 0) {
    if (zip_checksum(piece) != entry.sum) fail_here("the checksum is wrong");
    return each(entry.file, piece);
  }
  if (entry.size / 1100 > piece.size() + 1)
    fail_here("the stated size is too large for the compressed data");
  Buffer room(host_space(), std::max<uint64_t>(entry.size, 1));
  std::span<char> out(static_cast<char*>(room.data()), entry.size);
  bool is_whole = inflate_into(out, piece, name);
  if (!is_whole || zip_checksum({out.data(), out.size()}) != entry.sum) {
    fail_here("the checksum or the size is wrong");
  }
  each(entry.file, {out.data(), out.size()});
}

// Offset of the directory, and the number of files in it.
struct ZipDirectory {
  uint64_t at = 0, count = 0;
};

// Offset of the end-of-directory record, the last record of the file. It may be followed by a
// comment, whose length it contains.
std::optional<uint64_t> end_of_directory(const ZipBytes& bytes) {
  constexpr size_t comment = 1 << 16, record = 22;
  size_t size = bytes.text.size();
  if (size < record) return {};
  size_t least = size - std::min(size, comment + record);
  for (size_t at = size - record;; --at) {
    at = bytes.text.rfind("PK\5\6", at);
    if (at == std::string_view::npos || at < least) return {};
    if (at + record + bytes.number(at + 20, 2) == size) return at;
    if (at == 0) return {};
  }
}

ZipDirectory directory_of(const ZipBytes& bytes) {
  std::optional<uint64_t> end = end_of_directory(bytes);
  if (!end) fail(bytes.name, "the directory is missing: the file is truncated or not a zip file");
  ZipDirectory out{bytes.number(*end + 16, 4), bytes.number(*end + 10, 2)};
  constexpr uint64_t locator = 20;
  bool is_wide = *end >= locator && bytes.piece(*end - locator, 4) == "PK\6\7";
  if (!is_wide) return out;
  uint64_t wide = bytes.number(*end - locator + 8, 8);
  if (bytes.piece(wide, 4) != "PK\6\6") fail(bytes.name, "the zip64 directory is corrupt");
  return {bytes.number(wide + 48, 8), bytes.number(wide + 32, 8)};
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

void read_zip(std::string_view text, const std::string& name, const ZipFilter& wanted,
              const ZipVisitor& each) {
  ZipBytes bytes{text, name};
  ZipDirectory directory = directory_of(bytes);
  uint64_t at = directory.at;
  for (uint64_t i = 0; i < directory.count; ++i) {
    poll();
    if (bytes.piece(at, 4) != "PK\1\2") fail(name, "the directory is corrupt");
    uint64_t length = bytes.number(at + 28, 2), extra = bytes.number(at + 30, 2);
    ZipEntry entry{.file = std::string(bytes.piece(at + 46, length)),
                   .flags = bytes.number(at + 8, 2),
                   .method = bytes.number(at + 10, 2),
                   .sum = bytes.number(at + 16, 4),
                   .packed = bytes.number(at + 20, 4),
                   .size = bytes.number(at + 24, 4),
                   .local = bytes.number(at + 42, 4)};
    take_wide(entry, bytes, at + 46 + length, extra);
    if (wanted(entry.file)) unpack(bytes, entry, each);
    at += 46 + length + extra + bytes.number(at + 32, 2);
  }
}

}  // namespace rille
