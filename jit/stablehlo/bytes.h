// ByteReader: the position of a reader in MLIR bytecode.
#pragma once

#include <cstdint>
#include <string_view>

#include "vm/error.h"

namespace rille {

// Every read is within the bytes; otherwise it raises error[syntax] with the byte position.
// source: github.com/llvm/llvm-project, mlir/docs/BytecodeFormat.md
class ByteReader {
 public:
  // `origin`: start of the file, if it differs from the start of `bytes`.
  explicit ByteReader(std::string_view bytes, const char* origin = nullptr)
      : bytes_(bytes), origin_(origin == nullptr ? bytes.data() : origin) {}

  bool done() const { return at_ == bytes_.size(); }
  size_t left() const { return bytes_.size() - at_; }

  uint8_t byte() {
    if (done()) fail("unexpected end of the data");
    return static_cast<uint8_t>(bytes_[at_++]);
  }

  std::string_view take(uint64_t count) {
    if (count > left()) fail("unexpected end of the data");
    std::string_view out = bytes_.substr(at_, static_cast<size_t>(count));
    at_ += static_cast<size_t>(count);
    return out;
  }

  // The number of trailing zeros of the first byte is the number of bytes that follow.
  uint64_t number() {
    uint8_t first = byte();
    int more = first == 0 ? 8 : __builtin_ctz(first);
    uint64_t out = first == 0 ? 0 : uint64_t{first} >> (more + 1);
    int shift = first == 0 ? 0 : 7 - more;
    for (int i = 0; i < more; ++i) {
      out |= uint64_t{byte()} << shift;
      shift += 8;
    }
    return out;
  }

  int64_t signed_number() {
    uint64_t x = number();
    return static_cast<int64_t>((x >> 1) ^ (~(x & 1) + 1));
  }

  // A number of elements of at least one byte each.
  size_t count() {
    uint64_t out = number();
    if (out > left()) fail("a count exceeds the number of remaining bytes");
    return static_cast<size_t>(out);
  }

  struct FlaggedNumber {
    uint64_t number;
    bool flag;
  };
  FlaggedNumber flagged() {
    uint64_t x = number();
    return {x >> 1, (x & 1) != 0};
  }

  std::string_view blob() { return take(number()); }

  std::string_view to_zero() {
    size_t end = bytes_.find('\0', at_);
    if (end == std::string_view::npos) fail("a string is not null-terminated");
    std::string_view out = take(end - at_);
    ++at_;
    return out;
  }

  struct Section {
    int id;
    std::string_view bytes;
  };
  Section section() {
    uint8_t head = byte();
    uint64_t length = number();
    if ((head & 0x80) != 0) {
      uint64_t unit = number();  // the bytes start at a multiple of it
      if (unit == 0 || unit > 1 << 20) fail("invalid alignment of a section");
      auto place = static_cast<uint64_t>(bytes_.data() + at_ - origin_);
      take((unit - place % unit) % unit);
    }
    return {head & 0x7F, take(length)};
  }

  [[noreturn]] void fail(std::string_view why) const {
    throw Error(Code::syntax, str("StableHLO bytecode: ", why, ", at byte ", at_, " of a section"));
  }

 private:
  std::string_view bytes_;
  const char* origin_;
  size_t at_ = 0;
};

}  // namespace rille
