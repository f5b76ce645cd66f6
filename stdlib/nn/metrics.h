// Shared functions of metrics that accumulate over batches.
#pragma once

#include <optional>
#include <string_view>

#include "stdlib/array.h"

namespace rille {

// `counted` returns the number of elements of x, or of those that a mask marks. `summed` returns
// their sum in f32 or wider.
Array counted(const Array& x, const std::optional<Array>& where);
Array summed(const Array& x, const std::optional<Array>& where);

// Returns the predicted classes: the argmax of logits, or classes unchanged. Raises error[shape] if
// the scores have neither shape.
Array guesses_of(const Array& scores, const Array& labels, std::string_view metric);

}  // namespace rille
