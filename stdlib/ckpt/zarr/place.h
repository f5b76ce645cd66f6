// Moves the elements of a chunk to where they belong.
#pragma once

#include <span>
#include <string>

#include "stdlib/ckpt/zarr/zarr.h"

namespace rille {

// Whether a chunk of this shape at `origin` and the box from `from` up to `to` have an element in
// common.
bool meets_box(const Ints& shape, const Ints& origin, const Ints& from, const Ints& to);

// The elements that they have in common, from the chunk's memory to the box's, which is row-major.
void place_chunk(const ChunkForm& form, std::span<const char> elements, const Ints& origin,
                 const Ints& from, const Ints& to, Array& out);
// The same, each of them `element`.
void fill_chunk(const ChunkForm& form, const std::string& element, const Ints& origin,
                const Ints& from, const Ints& to, Array& out);
void fill_all(const std::string& element, Array& out);

// Each element, or each part of a complex one, with its bytes the other way round.
void turn_bytes(Dtype dtype, std::span<char> elements);

// Bools are 0 or 1, else error[io]; ints of 4 bits are cut to these.
void settle_elements(Array& out, const Whence& whence);

}  // namespace rille
