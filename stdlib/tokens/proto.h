// Proto: reads the fields of a protobuf message in order.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "vm/error.h"

namespace rille {

// Reads one message sequentially. Encoding: protobuf.dev/programming-guides/encoding.
class ModelProto {
 public:
  explicit ModelProto(std::string_view bytes) : bytes_(bytes) {}

  // Advances to the next field; false after the last one. error[value] if the bytes are not a
  // field.
  bool next() {
    if (at_ == bytes_.size()) return false;
    uint64_t key = varint();
    field_ = static_cast<uint32_t>(key >> 3);
    text_ = {};
    number_ = 0;
    switch (key & 7) {
      case 0: number_ = varint(); break;
      case 1: number_ = fixed(8); break;
      case 2: text_ = take(varint()); break;
      case 5: number_ = fixed(4); break;
      default: fail();
    }
    return true;
  }
  uint32_t field() const { return field_; }
  std::string_view text() const { return text_; }
  uint64_t number() const { return number_; }
  float real() const { return std::bit_cast<float>(static_cast<uint32_t>(number_)); }

 private:
  [[noreturn]] void fail() const {
    throw Error(Code::value, str("invalid SentencePiece model: no field begins at byte ", at_,
                                 " of a message of ", bytes_.size(), " bytes"));
  }
  uint64_t varint() {
    uint64_t out = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_ == bytes_.size()) fail();
      auto byte = static_cast<unsigned char>(bytes_[at_++]);
      out |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return out;
    }
    fail();
  }
  std::string_view take(uint64_t size) {
    if (size > bytes_.size() - at_) fail();
    std::string_view out = bytes_.substr(at_, size);
    at_ += size;
    return out;
  }
  uint64_t fixed(size_t size) {
    uint64_t out = 0;
    std::string_view raw = take(size);
    for (size_t i = 0; i < size; ++i) {
      out |= uint64_t{static_cast<unsigned char>(raw[i])} << 8 * i;
    }
    return out;
  }

  std::string_view bytes_, text_;
  size_t at_ = 0;
  uint32_t field_ = 0;
  uint64_t number_ = 0;
};

}  // namespace rille
