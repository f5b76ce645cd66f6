// ProtoMessage: fields on the wire; repair of UTF-8.
#include "stdlib/profile/proto.h"

#include <bit>

#include "stdlib/bytes/scan.h"

namespace rille::profile {
namespace {

uint64_t field_tag(int field, int wire) {
  return static_cast<uint64_t>(field) << 3 | static_cast<uint64_t>(wire);
}

uint8_t byte_at(std::string_view text, size_t at) {
  return at < text.size() ? static_cast<uint8_t>(text[at]) : 0;
}

struct Varint {
  char data[10];
  size_t size = 0;
};

// put_varint() without an append for each byte; captures have millions of numbers.
Varint varint(uint64_t x) {
  Varint out;
  for (; x > 127; x >>= 7) out.data[out.size++] = static_cast<char>((x & 127) | 128);
  out.data[out.size++] = static_cast<char>(x);
  return out;
}

bool is_continuation(uint8_t byte) { return (byte & 0xc0) == 0x80; }

// The number of bytes of the character at `at`; 0 if it is not valid.
size_t utf8_size(std::string_view text, size_t at) {
  uint8_t first = byte_at(text, at), second = byte_at(text, at + 1);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4 || !is_continuation(second)) return 0;
  if (first < 0xe0) return 2;
  if (!is_continuation(byte_at(text, at + 2))) return 0;
  bool is_overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  bool is_surrogate = first == 0xed && second >= 0xa0;
  if (is_overlong || is_surrogate || (first == 0xf4 && second >= 0x90)) return 0;
  if (first < 0xf0) return 3;
  return is_continuation(byte_at(text, at + 3)) ? 4 : 0;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    size_t size = utf8_size(text, at);
    out += size == 0 ? std::string_view("\xef\xbf\xbd") : text.substr(at, size);
    at += size == 0 ? 1 : size;
  }
  return out;
}

ProtoMessage& ProtoMessage::put(int field, int64_t value) {
  return value == 0 ? *this : put_always(field, value);
}

ProtoMessage& ProtoMessage::put_always(int field, int64_t value) {
  Varint tag = varint(field_tag(field, 0)), number = varint(static_cast<uint64_t>(value));
  data_.append(tag.data, tag.size).append(number.data, number.size);
  return *this;
}

ProtoMessage& ProtoMessage::real(int field, double value) {
  if (value == 0) return *this;
  put_varint(data_, field_tag(field, 1));
  put_little(data_, std::bit_cast<uint64_t>(value), 8);
  return *this;
}

ProtoMessage& ProtoMessage::text(int field, std::string_view value) {
  return value.empty() ? *this : bytes(field, valid_utf8(value));
}

ProtoMessage& ProtoMessage::bytes(int field, std::string_view value) {
  Varint tag = varint(field_tag(field, 2)), size = varint(value.size());
  data_.append(tag.data, tag.size).append(size.data, size.size).append(value);
  return *this;
}

ProtoMessage& ProtoMessage::message(int field, const ProtoMessage& value) {
  return bytes(field, value.data());
}

ProtoMessage& ProtoMessage::merge(const ProtoMessage& other) {
  data_ += other.data_;
  return *this;
}

ProtoMessage& ProtoMessage::packed(int field, std::span<const int64_t> values) {
  if (values.empty()) return *this;
  std::string all;
  for (int64_t value : values) put_varint(all, static_cast<uint64_t>(value));
  return bytes(field, all);
}

}  // namespace rille::profile
