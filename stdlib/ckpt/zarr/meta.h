// Shared by both versions of zarr metadata.
#pragma once

#include <string>
#include <string_view>

#include "stdlib/ckpt/zarr/zarr.h"

namespace rille {

// The dtype with a name of NumPy or JAX, such as "float32" or "bfloat16"; nothing if there is none.
std::optional<Dtype> zarr_dtype(std::string_view name);
std::string_view zarr_name(Dtype dtype);  // "float32"; "uint32" for keys

// The bytes of one element, from a JSON number, "NaN", "0x7fc0", or [re, im]; null is 0.
std::string fill_bytes(Dtype dtype, const JsonCursor& fill);

// Checks that the shape and the chunks have the same rank, and that the number of elements does not
// overflow.
void check_zarr(const ZarrMetadata& meta, const FileLocation& whence);

std::string list_text(const Ints& sizes);  // [2,3]

}  // namespace rille
