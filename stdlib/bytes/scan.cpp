// ByteCursor: numbers and protobuf fields; errors of files.
#include "stdlib/bytes/scan.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "stdlib/remote.h"
#include "vm/run/running.h"

namespace rille {

void FileLocation::fail(std::string_view why) const {
  std::string_view colon = place.empty() ? "" : ": ";
  throw Error(Code::io,
              str("cannot read the ", form, " \"", shown_path(path), "\": ", place, colon, why));
}

uint64_t little(std::string_view bytes, size_t width) {
  uint64_t out = 0;
  if constexpr (std::endian::native == std::endian::little) {
    if (width == sizeof out) {
      std::memcpy(&out, bytes.data(), sizeof out);
      return out;
    }
  }
  for (size_t i = 0; i < width; ++i) {
    out |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return out;
}

void put_little(std::string& out, uint64_t x, size_t width) {
  for (size_t i = 0; i < width; ++i) out += static_cast<char>(x >> (8 * i));
}

void put_varint(std::string& out, uint64_t x) {
  for (; x > 127; x >>= 7) out += static_cast<char>((x & 127) | 128);
  out += static_cast<char>(x);
}

uint64_t ByteCursor::number(size_t width) { return little(take(width), width); }

uint64_t ByteCursor::long_varint() {
  constexpr size_t most = 10;  // bytes
  size_t room = std::min(rest_.size(), most);
  uint64_t out = 0;
  for (size_t at = 0; at < room; ++at) {
    auto next = static_cast<uint8_t>(rest_[at]);
    out |= static_cast<uint64_t>(next & 127) << (7 * at);
    if (next >= 128) continue;
    rest_.remove_prefix(at + 1);
    return out;
  }
  whence_->fail(room == most ? "a varint has more than 10 bytes" : "the data is truncated");
}

ProtoField next_field(ByteCursor& scan) {
  uint64_t tag = scan.varint();
  ProtoField out{.number = tag >> 3, .wire = static_cast<int>(tag & 7)};
  switch (out.wire) {
    case 0: out.value = scan.varint(); return out;
    case 1: out.value = scan.number(8); return out;
    case 2: out.bytes = scan.take(scan.varint()); return out;
    case 5: out.value = scan.number(4); return out;
    default: scan.whence().fail(str("the wire type ", out.wire, " of a field is not supported"));
  }
}

void put_field(std::string& out, uint64_t number, uint64_t value) {
  put_varint(out, number << 3);
  put_varint(out, value);
}

void put_field(std::string& out, uint64_t number, std::string_view bytes) {
  put_varint(out, number << 3 | 2);
  put_varint(out, bytes.size());
  out += bytes;
}

Array bytes_array(std::string_view bytes) {
  Array out(Type(Dtype::u8, {static_cast<int64_t>(bytes.size())}));
  if (!bytes.empty()) copy_bytes(out.edit_data(), bytes.data(), bytes.size());
  return out;
}

std::string_view bytes_of(const Array& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.byte_size()};
}

}  // namespace rille
