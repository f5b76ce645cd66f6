// A node by its words, as graphs print it.
#pragma once

#include <string>
#include <string_view>

#include "jit/graph.h"

namespace rille {

// "axis=0 num_keys=1"
std::string attrs_text(const Attrs& attrs);
// Emits a node with the attributes that such a text says; error[syntax] where it says none, or the
// op does not take so many inputs.
Vars emit_words(Builder& b, const Op& op, const Vars& in, std::string_view attrs,
                Regions regions = {});

}  // namespace rille
