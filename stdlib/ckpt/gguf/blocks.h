// GgufFormat: element formats of GGUF, plain or quantized.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "vm/numbers/dtype.h"

namespace rille {

// An element format: a block of `elements` elements takes `bytes` bytes and unpacks to `dtype`.
struct GgufFormat {
  uint32_t number;  // type number of ggml
  std::string_view name;
  Dtype dtype;
  uint32_t elements, bytes;
  void (*unpack)(const uint8_t* block, float* out);               // null if not quantized
  void (*pack)(const float* elements, uint8_t* block) = nullptr;  // null if it cannot be written
};

const GgufFormat* gguf_form(uint32_t number);        // null if unknown
const GgufFormat* gguf_form(std::string_view name);  // by a name such as "q8_0"
// The name of a type, even of one that cannot be read: "mxfp4" for 39. "ggml type 99" if unknown.
std::string gguf_type_name(uint64_t number);
const GgufFormat* gguf_form_of(Dtype dtype);  // not quantized; null if GGUF has no such dtype

}  // namespace rille
