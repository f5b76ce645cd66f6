// The structs of DLPack in the layout of its ABI (1.x).
#pragma once

#include <cstdint>

namespace rille::embed::dlpack {

inline constexpr int32_t on_processor = 1;
inline constexpr uint32_t major_version = 1, minor_version = 1;
inline constexpr uint64_t read_only = 1;  // among the flags

struct DLDevice {
  int32_t kind;
  int32_t number;
};

struct DLDataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

struct DLTensor {
  void* data;
  DLDevice device;
  int32_t rank;
  DLDataType element;
  int64_t* shape;
  int64_t* strides;  // in elements; null for row-major order
  uint64_t offset;   // in bytes
};

// DLManagedTensor, from before version 1.0.
struct DLManagedTensor {
  DLTensor tensor;
  void* context;
  void (*deleter)(DLManagedTensor* self);
};

struct DLManagedTensorVersioned {
  uint32_t major, minor;
  void* context;
  void (*deleter)(DLManagedTensorVersioned* self);
  uint64_t flags;
  DLTensor tensor;
};

}  // namespace rille::embed::dlpack
