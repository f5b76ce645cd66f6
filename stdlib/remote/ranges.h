// ByteRange: which bytes of an object an answer has.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rille {

struct ByteRange {
  int64_t first, last, all;
};

// "bytes 0-99/1000"; none where it is not so, or says no sizes.
std::optional<ByteRange> range_of(std::string_view content_range);

}  // namespace rille
