// Bounded decompression, and compression by zstd.
#include "stdlib/bytes/packing.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/bytes/lz77_output.h"
#include "stdlib/bytes/packed.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr size_t piece = size_t{1} << 20;    // bytes between two polls for interrupts
constexpr size_t at_once = size_t{4} << 20;  // bytes that zstd decompresses in one call

// An incremental decompressor.
class Decompressor {
 public:
  explicit Decompressor(const FileLocation& whence) : whence_(whence) {}
  virtual ~Decompressor() = default;
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  // Fills `out` up to the end of the data, and returns the number of bytes written.
  size_t take(std::span<char> out) {
    size_t given = 0;
    while (!done_ && given < out.size()) {
      poll();
      given += step(out.subspan(given, std::min(piece, out.size() - given)));
    }
    return given;
  }
  // The end marker follows the last byte, so the end is detected by an attempt to read one more
  // byte.
  bool is_at_end() {
    char beyond = 0;
    return take({&beyond, 1}) == 0;
  }

 protected:
  // Produces output or consumes input, else fails; sets done_ after the last byte.
  virtual size_t step(std::span<char> out) = 0;

  const FileLocation& whence_;
  bool done_ = false;
};

class ZstdDecompressor : public Decompressor {
 public:
  ZstdDecompressor(std::string_view packed, const FileLocation& whence)
      : Decompressor(whence),
        stream_(ZSTD_createDStream(), &ZSTD_freeDStream),
        in_{packed.data(), packed.size(), 0} {
    if (stream_ == nullptr) throw std::bad_alloc();
  }

 private:
  size_t step(std::span<char> out) override {
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    size_t before = in_.pos, left = ZSTD_decompressStream(stream_.get(), &to, &in_);
    whence_.need(ZSTD_isError(left) == 0, "the zstd data is damaged");
    done_ = left == 0 && in_.pos == in_.size;
    whence_.need(done_ || in_.pos > before || to.pos > 0, "the zstd data is truncated");
    return to.pos;
  }

  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  ZSTD_inBuffer in_;
};

class ZlibDecompressor : public Decompressor {
 public:
  ZlibDecompressor(Compression packing, std::string_view packed, const FileLocation& whence)
      : Decompressor(whence), rest_(packed), has_more_(packing == Compression::deflated) {
    // Added to the window bits, this value selects the header format.
    int head = packing == Compression::gzip ? 16 : packing == Compression::deflated ? 32 : 0;
    if (inflateInit2(&stream_, MAX_WBITS + head) != Z_OK) throw std::bad_alloc();
  }
  ~ZlibDecompressor() override { inflateEnd(&stream_); }

 private:
  size_t step(std::span<char> out) override {
    auto had = static_cast<uInt>(std::min(rest_.size(), size_t{1} << 30));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
    stream_.avail_in = had;
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    int rc = inflate(&stream_, Z_NO_FLUSH);
    whence_.need(rc == Z_OK || rc == Z_STREAM_END || rc == Z_BUF_ERROR,
                 "the deflate data is damaged");
    size_t got = out.size() - stream_.avail_out;
    rest_.remove_prefix(had - stream_.avail_in);
    bool ends = rc == Z_STREAM_END;
    whence_.need(ends || got > 0 || stream_.avail_in < had, "the deflate data is truncated");
    done_ = ends && rest_.empty();
    whence_.need(!ends || done_ || has_more_, "bytes follow the end of the deflate data");
    if (ends && !done_) inflateReset(&stream_);
    return got;
  }

  z_stream stream_{};
  std::string_view rest_;
  bool has_more_;
};

std::unique_ptr<Decompressor> begun(Compression packing, std::string_view packed,
                                    const FileLocation& whence) {
  if (packing == Compression::zstd) return std::make_unique<ZstdDecompressor>(packed, whence);
  return std::make_unique<ZlibDecompressor>(packing, packed, whence);
}

// Decompresses at once, without a window of its own. On failure, ZstdDecompressor reports the
// error.
bool unzstd(std::string_view packed, std::span<char> out) {
  size_t got = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
  return ZSTD_isError(got) == 0 && got == out.size();
}

// Verifies the checksum after the bytes and returns the bytes.
std::string_view without_sum(std::string_view bytes, const FileLocation& whence) {
  whence.need(bytes.size() >= 4, "the data is truncated");
  std::string_view out = bytes.substr(0, bytes.size() - 4);
  whence.need(little(bytes.substr(out.size()), 4) == crc32c(out), "the checksum is wrong");
  return out;
}

uint64_t size_of_lz4(std::string_view packed, const FileLocation& whence) {
  whence.need(packed.size() >= 4, "the data is truncated");
  return little(packed, 4);
}

void unpack_sized_lz4(std::string_view packed, std::span<char> out, const FileLocation& whence) {
  uint64_t size = size_of_lz4(packed, whence);
  whence.need(size == out.size(),
              str("the data decompresses to ", size, " bytes, expected ", out.size()));
  Lz77Output filling{out.data(), out.size(), whence, "LZ4"};
  fill_lz4(packed.substr(4), filling);
  filling.need_full();
}

}  // namespace

uint64_t max_unpacked(Compression packing, uint64_t packed) {
  if (packing == Compression::sum) return packed;
  bool is_zstd =
      packing == Compression::zstd || packing == Compression::blosc;  // Blosc may contain zstd
  uint64_t times = is_zstd ? 32768 : 1032;
  return packed > UINT64_MAX / times ? UINT64_MAX : packed * times;
}

void unpack(Compression packing, std::string_view packed, std::span<char> out,
            const FileLocation& whence) {
  whence.need(out.size() <= max_unpacked(packing, packed.size()),
              str(packed.size(), " compressed bytes cannot hold ", out.size(), " bytes"));
  if (packing == Compression::sum) {
    std::string_view bytes = without_sum(packed, whence);
    whence.need(bytes.size() == out.size(),
                str("the data has ", bytes.size(), " bytes, expected ", out.size()));
    return copy_bytes(out.data(), bytes.data(), bytes.size());
  }
  if (packing == Compression::zstd && out.size() <= at_once && unzstd(packed, out)) return;
  if (packing == Compression::blosc) return unpack_blosc(packed, out, whence);
  if (packing == Compression::lz4) return unpack_sized_lz4(packed, out, whence);
  auto from = begun(packing, packed, whence);
  size_t given = from->take(out);
  whence.need(given == out.size(),
              str("the data decompresses to ", given, " bytes, expected ", out.size()));
  whence.need(from->is_at_end(), str("the data decompresses to more than ", out.size(), " bytes"));
}

std::string unpacked(Compression packing, std::string_view packed, uint64_t most,
                     const FileLocation& whence) {
  if (packing == Compression::sum) return copied(without_sum(packed, whence));
  if (packing == Compression::blosc || packing == Compression::lz4) {
    uint64_t size =
        packing == Compression::blosc ? size_of_blosc(packed, whence) : size_of_lz4(packed, whence);
    whence.need(size <= std::min(most, max_unpacked(packing, packed.size())),
                str("the data decompresses to more than ", most, " bytes"));
    std::string out(size, '\0');
    poll(out.size());
    unpack(packing, packed, out, whence);
    return out;
  }
  auto from = begun(packing, packed, whence);
  std::string out;
  for (;;) {
    size_t had = out.size(), room = std::min<uint64_t>(piece, most - had + 1);
    out.resize(had + room);
    poll(out.capacity());
    size_t given = from->take({out.data() + had, room});
    out.resize(had + given);
    whence.need(out.size() <= most, str("the data decompresses to more than ", most, " bytes"));
    if (given < room) return out;
  }
}

std::string packed_zstd(std::string_view bytes, int level) {
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> packer(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  if (packer == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setPledgedSrcSize(packer.get(), bytes.size());
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  poll(out.size());
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  for (size_t at = 0;;) {
    poll();
    size_t size = std::min(piece, bytes.size() - at);
    ZSTD_inBuffer from{bytes.data() + at, size, 0};
    bool is_last = at + size == bytes.size();
    size_t left = 0;
    do {
      left = ZSTD_compressStream2(packer.get(), &to, &from, is_last ? ZSTD_e_end : ZSTD_e_continue);
      RILLE_CHECK(ZSTD_isError(left) == 0, "zstd cannot compress");
    } while (is_last ? left > 0 : from.pos < from.size);
    at += size;
    if (is_last) break;
  }
  out.resize(to.pos);
  return out;
}

}  // namespace rille
