// ByteRange: the range of bytes in an answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rille {

struct ByteRange {
  int64_t first, last, all;
};

// Parses "bytes 0-99/1000"; nothing if the header has another form or lacks a size.
std::optional<ByteRange> range_of(std::string_view content_range);

}  // namespace rille
