// ForeignForm: floats of other programs that no dtype has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rille {

// One such form: the word of safetensors, the bits of an element, and how elements become f32,
// exactly.
struct ForeignForm {
  std::string_view word;
  int bits;
  void (*widen)(const uint8_t* bytes, size_t count, float* out);
};

const ForeignForm* foreign_form(std::string_view word);  // null: not known

}  // namespace rille
