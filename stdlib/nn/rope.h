// Rotary position embedding, for nn.rope and attention.
#pragma once

#include "stdlib/array.h"

namespace rille {

// x of [..., time, heads, part] with pairs of numbers turned by position * frequency. Positions are
// [..., time]. A pair are the numbers i and i + n of the first 2 n, where n frequencies are given
// (GPT-NeoX, and transformers' models), or neighbours; numbers behind them stay.
Array roped(const Array& x, const Array& positions, const Array& frequencies, bool interleaved);

// base ^ (-2 i / part) of the pair i: f64[part / 2].
Array rope_frequencies(int64_t part, double base);

}  // namespace rille
