// How GGUF keeps elements: plain, or in blocks of few bits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "vm/numbers/dtype.h"

namespace rille {

// One way of keeping elements. A block of so many takes so many bytes; unpacked it is `dtype`.
struct GgufForm {
  uint32_t number;  // ggml's
  std::string_view name;
  Dtype dtype;
  uint32_t elements, bytes;
  void (*unpack)(const uint8_t* block, float* out);               // null: elements as they are
  void (*pack)(const float* elements, uint8_t* block) = nullptr;  // null: not written
};

const GgufForm* gguf_form(uint32_t number);        // null: not known
const GgufForm* gguf_form(std::string_view name);  // "q8_0"
// "mxfp4" of 39, also where it is not read; "ggml's type 99" where it is not known.
std::string gguf_type_name(uint64_t number);
const GgufForm* gguf_form_of(Dtype dtype);  // as they are; null: GGUF has no word for it

}  // namespace rille
