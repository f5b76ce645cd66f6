// ThriftReader: Thrift's compact protocol, for Parquet.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "stdlib/bytes/scan.h"

namespace rille {

// Streaming reader. The caller reads the fields that it knows, and the reader skips the others.
class ThriftReader {
 public:
  // source: thrift/doc/specs/thrift-compact-protocol.md
  enum Kind : uint8_t { stop, yes, no, i8, i16, i32, i64, real, text, list, set, map, record };

  explicit ThriftReader(ByteCursor& scan) : scan_(scan) {}

  // Calls f for each field of the struct at this position. f returns whether it read the value.
  using FieldVisitor = std::function<bool(int64_t id, Kind kind)>;
  void fields(const FieldVisitor& f);
  // Calls f for each item of the list at this position.
  void items(const std::function<void(Kind kind)>& f);

  int64_t integer();  // an i16, i32, or i64, zigzag encoded
  std::string_view bytes();

 private:
  void skip(Kind kind);
  void skip_item(Kind kind);  // an item of a list or a map
  void deeper();

  ByteCursor& scan_;
  int depth_ = 0;
};

}  // namespace rille
