// ForeignFloatFormat: float formats that no dtype represents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rille {

// One such format: the dtype name in safetensors, the bits per element, and the exact conversion to
// f32.
struct ForeignFloatFormat {
  std::string_view word;
  int bits;
  void (*widen)(const uint8_t* bytes, size_t count, float* out);
};

const ForeignFloatFormat* foreign_form(std::string_view word);  // null if the name is unknown

}  // namespace rille
