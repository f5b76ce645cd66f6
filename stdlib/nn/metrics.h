// Metrics: what is seen piece by piece, and merged.
#pragma once

#include <optional>
#include <string_view>

#include "stdlib/array.h"

namespace rille {

// How many elements of x there are, or a mask marks; their sum, in f32 at least.
Array counted(const Array& x, const std::optional<Array>& where);
Array summed(const Array& x, const std::optional<Array>& where);

// The class of the highest score, or classes as they are. error[shape] where these are no scores of
// such labels.
Array guesses_of(const Array& scores, const Array& labels, std::string_view metric);

}  // namespace rille
