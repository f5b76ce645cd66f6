// The text of a node, in the form that graphs are printed in.
#pragma once

#include <string>
#include <string_view>

#include "jit/graph.h"

namespace rille {

// "axis=0 num_keys=1"
std::string attrs_text(const Attrs& attrs);
// Emits a node with the attributes of such a text. Raises error[syntax] if the text is invalid or
// the op does not accept this number of inputs.
Vars emit_words(Builder& b, const Op& op, const Vars& in, std::string_view attrs,
                Regions regions = {});

}  // namespace rille
