// Copies elements of chunks to slices.
#pragma once

#include <span>
#include <string>

#include "stdlib/ckpt/zarr/zarr.h"

namespace rille {

// Whether a chunk of shape `shape` at `origin` overlaps the slice from `from` to `to`, exclusive.
bool meets_box(const Ints& shape, const Ints& origin, const Ints& from, const Ints& to);

// Copies the overlap of a chunk and a slice to `out`, which holds the slice in row-major order.
void place_chunk(const ChunkLayout& form, std::span<const char> elements, const Ints& origin,
                 const Ints& from, const Ints& to, Array& out);
// Fills the overlap of a chunk and a slice with `element`.
void fill_chunk(const ChunkLayout& form, const std::string& element, const Ints& origin,
                const Ints& from, const Ints& to, Array& out);
void fill_all(const std::string& element, Array& out);

// Reverses the bytes of each element, or of each part of a complex element.
void turn_bytes(Dtype dtype, std::span<char> elements);

// Checks that bools are 0 or 1, else error[io], and truncates ints of 4 bits to their low bits.
void settle_elements(Array& out, const FileLocation& whence);

}  // namespace rille
