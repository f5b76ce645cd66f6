// Trees as JSON: the structure of a checkpoint.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// A skeleton (stdlib/ckpt/checkpoint.h) as JSON. Ints, strings, bools, and null are literals. A
// tuple is ["t", item…], a record or an instance ["r", name, item…], a dict ["d", key, item…], a
// range lo..hi ["g", "lo", "hi"], a function of the library ["f", name], a function of a script
// ["f"]. In a `const` field an int is ["i", "8"], a float ["x", "0.5"], and a tree ["c", tree] with
// such numbers.
std::string tree_text(const Value& skeleton);

// Parses the text; error[io] if it is not valid, or has an index that is not below `entries`.
Value read_tree(State& state, const std::string& text, size_t entries, const std::string& path);

}  // namespace rille
