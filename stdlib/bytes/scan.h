// ByteCursor: a bounds-checked sequential reader of bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "vm/array.h"

namespace rille {

// The file, its format, and the position in it, as errors report them.
struct FileLocation {
  std::string_view path;
  std::string_view form;   // the format, such as "Parquet file"
  std::string place = {};  // the position, such as "record 3"; may be empty

  FileLocation at(std::string where) const { return {path, form, std::move(where)}; }
  // error[io]: cannot read the Parquet file "x.parquet": record 3: why
  [[noreturn]] void fail(std::string_view why) const;
  void need(bool holds, std::string_view why) const {
    if (!holds) fail(why);
  }
};

class ByteCursor {
 public:
  ByteCursor(std::string_view bytes, const FileLocation& whence) : rest_(bytes), whence_(&whence) {}

  bool is_done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  const FileLocation& whence() const { return *whence_; }

  std::string_view take(uint64_t size) {
    whence_->need(size <= rest_.size(), "the data is truncated");
    std::string_view out = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return out;
  }
  uint8_t byte() { return static_cast<uint8_t>(take(1)[0]); }
  uint64_t number(size_t width);  // little-endian, of `width` bytes
  uint64_t varint() {             // LEB128, as in protocol buffers
    bool is_short = !rest_.empty() && static_cast<uint8_t>(rest_[0]) < 128;
    return is_short ? byte() : long_varint();
  }

 private:
  uint64_t long_varint();

  std::string_view rest_;
  const FileLocation* whence_;
};

// A little-endian number of `width` bytes, which must exist.
uint64_t little(std::string_view bytes, size_t width);
void put_little(std::string& out, uint64_t x, size_t width);
void put_varint(std::string& out, uint64_t x);

// A field of a protocol buffer. `value` is set for varints and fixed-size numbers, `bytes` for
// length-delimited fields.
struct ProtoField {
  uint64_t number = 0;
  int wire = 0;  // 0 varint, 1 eight bytes, 2 bytes, 5 four bytes
  uint64_t value = 0;
  std::string_view bytes = {};
};
ProtoField next_field(ByteCursor& scan);
void put_field(std::string& out, uint64_t number, uint64_t value);
void put_field(std::string& out, uint64_t number, std::string_view bytes);

// Converts between bytes and u8[n] arrays.
Array bytes_array(std::string_view bytes);
std::string_view bytes_of(const Array& bytes);

}  // namespace rille
