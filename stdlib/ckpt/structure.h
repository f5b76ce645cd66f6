// Structure of a tree, for formats that store only names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/value.h"

namespace rille {

// The metadata key under which such a format stores what the names do not determine: strings,
// bools, nil, empty containers, host scalars, and keys of the same spelling. It is written only if
// the names alone would give a different tree. Other programs ignore it.
inline constexpr std::string_view structure_mark = "rille.tree";

// `names` are the sorted names of the arrays. `skeleton` is the tree with the rank of its name in
// place of each array. `host` lists the ranks of host scalars.
std::string structure_text(const std::vector<std::string>& names, const std::vector<size_t>& host,
                           const Value& skeleton);

// Parses `host` and `skeleton` of such a text; empty if the names in the file have changed since it
// was written.
std::vector<size_t> structure_host(std::string_view text, const std::vector<std::string>& names);
std::optional<Value> structure_tree(State& state, std::string_view text,
                                    const std::vector<std::string>& names, const std::string& path);

}  // namespace rille
