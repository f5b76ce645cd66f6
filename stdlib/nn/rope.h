// Rotary position embedding, for nn.rope and attention.
#pragma once

#include "stdlib/array.h"

namespace rille {

// Rotates pairs of elements of x[..., T, heads, head_dim] by position * frequency; positions are
// [..., T]. With n frequencies, elements i and i + n of the first 2 n are a pair (GPT-NeoX, models
// of transformers), or neighboring elements if `interleaved`. Further elements are unchanged.
Array roped(const Array& x, const Array& positions, const Array& frequencies, bool interleaved);

// Returns the frequency base ^ (-2 i / part) of each pair i: f64[part / 2].
Array rope_frequencies(int64_t part, double base);

}  // namespace rille
