// unpack: dispatches on the codec of compressed bytes.
#include "stdlib/bytes/packed.h"

#include <brotli/decode.h>
#include <zstd.h>

#include <algorithm>
#include <memory>

#include "stdlib/bytes/packing.h"
#include "vm/run/running.h"

namespace rille {

Array BufferSlice::part(size_t from, size_t count) const {
  Type type(Dtype::u8, {static_cast<int64_t>(count)});
  if (count <= 16) return bytes_array(view().substr(from, count));
  return Array::on(type, held, offset + from);
}

BufferSlice room_for(size_t size) {
  return {std::make_shared<Buffer>(host_space(), std::max<size_t>(size, 1)), 0, size};
}

BufferSlice held_copy(std::string_view bytes) {
  BufferSlice out = room_for(bytes.size());
  copy_bytes(out.held->data(), bytes.data(), bytes.size());
  return out;
}

namespace {

char* start(const BufferSlice& out) { return static_cast<char*>(out.held->data()); }

// An upper bound of the output per input byte: 22 for snappy, 255 for LZ4, and for brotli a copy of
// 16 MiB by about four bytes. A file that claims more is invalid.
uint64_t max_of_one(Codec codec) {
  switch (codec) {
    case Codec::none: return 1;
    case Codec::gzip: return max_unpacked(Compression::deflated, 1);
    case Codec::snappy: return 64;
    case Codec::lz4:
    case Codec::lz4_framed: return 256;
    case Codec::zstd: return max_unpacked(Compression::zstd, 1);
    case Codec::brotli: return uint64_t{1} << 23;
  }
  return 0;
}

void unbrotli(std::string_view packed, BufferSlice& out, const FileLocation& whence) {
  size_t got = out.size;
  auto rc = BrotliDecoderDecompress(packed.size(), reinterpret_cast<const uint8_t*>(packed.data()),
                                    &got, reinterpret_cast<uint8_t*>(start(out)));
  whence.need(rc == BROTLI_DECODER_RESULT_SUCCESS && got == out.size, "the brotli data is damaged");
}

}  // namespace

BufferSlice unpack(Codec codec, std::string_view packed, uint64_t size,
                   const FileLocation& whence) {
  bool is_possible = size <= 64 || size / max_of_one(codec) <= packed.size();
  whence.need(is_possible, str(packed.size(), " compressed bytes cannot hold ", size, " bytes"));
  poll();
  BufferSlice out = room_for(size);
  std::span<char> all(start(out), size);
  switch (codec) {
    case Codec::none:
      whence.need(packed.size() == size,
                  str("the data has ", packed.size(), " bytes, expected ", size));
      copy_bytes(start(out), packed.data(), size);
      break;
    case Codec::gzip: unpack(Compression::deflated, packed, all, whence); break;
    case Codec::zstd: unpack(Compression::zstd, packed, all, whence); break;
    case Codec::snappy: unpack_snappy(packed, out, whence); break;
    case Codec::brotli: unbrotli(packed, out, whence); break;
    case Codec::lz4: unpack_lz4(packed, out, whence); break;
    case Codec::lz4_framed: unpack_lz4_framed(packed, out, whence); break;
  }
  return out;
}

uint64_t zstd_size(std::string_view packed, const FileLocation& whence) {
  unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  bool is_known = size != ZSTD_CONTENTSIZE_ERROR && size != ZSTD_CONTENTSIZE_UNKNOWN;
  whence.need(is_known, "the zstd header lacks the uncompressed size");
  return size;
}

}  // namespace rille
