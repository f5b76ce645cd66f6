// Thrift's compact protocol, as far as Parquet needs it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "stdlib/bytes/scan.h"

namespace rille {

// A value as it comes: who reads it takes what it knows, the rest is skipped.
class Thrift {
 public:
  // source: thrift/doc/specs/thrift-compact-protocol.md
  enum Kind : uint8_t { stop, yes, no, i8, i16, i32, i64, real, text, list, set, map, record };

  explicit Thrift(Scan& scan) : scan_(scan) {}

  // Calls f for each field of a struct that stands here; f gives whether it took the value.
  using Field = std::function<bool(int64_t id, Kind kind)>;
  void fields(const Field& f);
  // Calls f for each item of a list that stands here.
  void items(const std::function<void(Kind kind)>& f);

  int64_t integer();  // of i16, i32, i64, zigzag
  std::string_view bytes();

 private:
  void skip(Kind kind);
  void skip_item(Kind kind);  // of a list or a map
  void deeper();

  Scan& scan_;
  int depth_ = 0;
};

}  // namespace rille
