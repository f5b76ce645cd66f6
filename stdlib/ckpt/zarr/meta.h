// What both versions of zarr's metadata need.
#pragma once

#include <string>
#include <string_view>

#include "stdlib/ckpt/zarr/zarr.h"

namespace rille {

// The element type of NumPy's or JAX's name: "float32", "bfloat16"; none where no dtype is that.
std::optional<Dtype> zarr_dtype(std::string_view name);
std::string_view zarr_name(Dtype dtype);  // "float32"; of keys that of their words

// The bytes of one element that JSON gives: a number, "NaN", "0x7fc0", [re, im]; null is 0.
std::string fill_bytes(Dtype dtype, const JsonAt& fill);

// The shape fits the chunks: one rank, and no more elements than can be counted.
void check_zarr(const ZarrMeta& meta, const Whence& whence);

std::string list_text(const Ints& sizes);  // [2,3]

}  // namespace rille
