// Trees as JSON: what stands where in a checkpoint.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// A skeleton (stdlib/ckpt/checkpoint.h) as JSON: ints, strings, bools and null as they are, a tuple
// as ["t", item…], a record or an instance as ["r", name, item…], a dict as ["d", key, item…],
// lo..hi as ["g", "lo", "hi"], a function of the library as ["f", name], one of a script as ["f"].
// What a `const` field holds: an int as ["i", "8"], a float as ["x", "0.5"], a tree as ["c", tree]
// with such numbers in it.
std::string tree_text(const Value& skeleton);

// error[io] where the text is none, or names a number that is not below `entries`.
Value read_tree(State& state, const std::string& text, size_t entries, const std::string& path);

}  // namespace rille
