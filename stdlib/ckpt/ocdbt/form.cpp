// The frame of each part of an OCDBT database.
#include "stdlib/ckpt/ocdbt/form.h"

#include "stdlib/bytes/crc32c.h"
#include "stdlib/bytes/packing.h"

namespace rille {
namespace {

constexpr size_t frame = 4 + 8 + 4;                    // magic number, length, checksum
constexpr uint64_t max_of_node = uint64_t{256} << 20;  // Orbax limits nodes to 100 MB

uint32_t magic_of(std::string_view bytes) {  // the only big-endian number of the format
  return __builtin_bswap32(static_cast<uint32_t>(little(bytes, 4)));
}

}  // namespace

std::string ocdbt_wrapped(OcdbtFrame part, std::string_view body) {
  std::string out;
  put_little(out, __builtin_bswap32(static_cast<uint32_t>(part)), 4);
  put_little(out, frame + 2 + body.size(), 8);
  put_varint(out, 0);  // version
  put_varint(out, 0);  // not compressed
  out += body;
  put_little(out, crc32c(out), 4);
  return out;
}

std::string ocdbt_unwrapped(OcdbtFrame part, std::string_view bytes, const FileLocation& whence) {
  whence.need(bytes.size() >= frame + 2, "the data is truncated");
  whence.need(magic_of(bytes) == static_cast<uint32_t>(part), "the magic number does not match");
  uint64_t said = little(bytes.substr(4), 8);
  whence.need(said == bytes.size(), str("the length is ", bytes.size(), ", expected ", said));
  std::string_view summed = bytes.substr(0, bytes.size() - 4);
  whence.need(little(bytes.substr(summed.size()), 4) == crc32c(summed), "checksum mismatch");
  ByteCursor scan(summed.substr(12), whence);
  uint64_t version = scan.varint(), packing = scan.varint();
  whence.need(version == 0, str("the version is ", version, ", expected 0"));
  if (packing == 0) return std::string(scan.rest());
  whence.need(packing == 1, str("the compression method is ", packing, ", expected 0 or 1"));
  return unpacked(Compression::zstd, scan.rest(), max_of_node, whence);
}

}  // namespace rille
