// GzipReader: decompresses a file in pieces.
#include "stdlib/data/records/gzip_reader.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include "vm/run/running.h"

namespace rille {
namespace {

constexpr size_t packed_piece = size_t{1} << 16, unpacked_piece = size_t{1} << 17;
constexpr int any_head = 32, gzip_head = 16;  // flags of zlib, added to the window bits

Bytef* bytes_for_zlib(std::string_view bytes) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

}  // namespace

bool GzipReader::is_packed(std::string_view front) {
  if (front.size() < 2) return false;
  auto first = static_cast<unsigned char>(front[0]), second = static_cast<unsigned char>(front[1]);
  bool is_zlib = (first & 15) == 8 && first >> 4 <= 7 && (first * 256 + second) % 31 == 0;
  return (first == 0x1F && second == 0x8B) || is_zlib;
}

GzipReader::GzipReader(SequentialFile file) : file_(std::move(file)) {
  if (inflateInit2(&stream_, MAX_WBITS + any_head) != Z_OK) throw std::bad_alloc();
}

GzipReader::~GzipReader() { inflateEnd(&stream_); }

std::string_view GzipReader::view(int64_t at, size_t size, const FileLocation& whence) {
  RILLE_CHECK(at >= begin_, "an unzipped file is read backwards");
  for (;;) {
    auto ready = static_cast<int64_t>(piece_.size()) - (at - begin_);
    if (is_done_ || (ready >= 0 && static_cast<size_t>(ready) >= size)) break;
    // Bytes before `at` are not needed again.
    auto old = std::min<size_t>(static_cast<size_t>(at - begin_), piece_.size());
    if (old >= unpacked_piece || old == piece_.size()) {
      piece_.erase(0, old);
      begin_ += static_cast<int64_t>(old);
    }
    unpack_more(whence);
  }
  auto from = std::min<size_t>(static_cast<size_t>(at - begin_), piece_.size());
  return std::string_view(piece_).substr(from, size);
}

void GzipReader::unpack_more(const FileLocation& whence) {
  std::string_view packed = file_.view(taken_, packed_piece);
  whence.need(!packed.empty(), "the compressed data is truncated");
  packed = packed.substr(0, packed_piece);
  size_t had = piece_.size();
  poll(piece_.capacity() + unpacked_piece);
  piece_.resize(had + unpacked_piece);
  stream_.next_in = bytes_for_zlib(packed);
  stream_.avail_in = static_cast<uInt>(packed.size());
  stream_.next_out = reinterpret_cast<Bytef*>(piece_.data() + had);
  stream_.avail_out = static_cast<uInt>(unpacked_piece);
  int rc = inflate(&stream_, Z_NO_FLUSH);
  piece_.resize(piece_.size() - stream_.avail_out);
  size_t used = packed.size() - stream_.avail_in;
  taken_ += static_cast<int64_t>(used);
  whence.need(rc == Z_OK || rc == Z_STREAM_END || rc == Z_BUF_ERROR,
              "the compressed data is corrupt");
  whence.need(rc == Z_STREAM_END || used > 0 || piece_.size() > had,
              "the compressed data is truncated");
  if (rc == Z_STREAM_END) begin_next(whence);
}

void GzipReader::begin_next(const FileLocation& whence) {
  is_done_ = taken_ == file_.bytes();
  if (is_done_) return;
  bool is_gzip = file_.view(taken_, 2) == "\x1F\x8B";
  whence.need(is_gzip, "unexpected bytes after the end of the compressed data");
  if (inflateReset(&stream_) != Z_OK) throw std::bad_alloc();
}

std::string zipped(std::string_view bytes, bool gzip) {
  z_stream stream{};
  int bits = gzip ? MAX_WBITS + gzip_head : MAX_WBITS;
  constexpr int memory = 8;  // zlib's own default
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, bits, memory, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::bad_alloc();
  }
  std::unique_ptr<z_stream, decltype(&deflateEnd)> ended(&stream, &deflateEnd);
  std::string out;
  for (bool is_last = false; !is_last;) {
    std::string_view now = bytes.substr(0, unpacked_piece);
    bytes.remove_prefix(now.size());
    is_last = bytes.empty();
    stream.next_in = bytes_for_zlib(now);
    stream.avail_in = static_cast<uInt>(now.size());
    do {
      size_t had = out.size();
      poll(out.capacity() + unpacked_piece);
      out.resize(had + unpacked_piece);
      stream.next_out = reinterpret_cast<Bytef*>(out.data() + had);
      stream.avail_out = static_cast<uInt>(unpacked_piece);
      deflate(&stream, is_last ? Z_FINISH : Z_NO_FLUSH);
      out.resize(out.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  return out;
}

}  // namespace rille
