// Structure: of a tree whose format knows only names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/value.h"

namespace rille {

// Under this word of its own metadata such a format keeps what its names do not tell: strings,
// bools, nil, empty containers, which arrays are host numbers, and keys that look alike. Written
// only where the names alone would give another tree. Other programs pass it over.
inline constexpr std::string_view structure_mark = "rille.tree";

// `names`: of the arrays in the format, sorted. `skeleton`: the tree with the rank of its name in
// the place of each array; `host`: the ranks of host numbers.
std::string structure_text(const std::vector<std::string>& names, const std::vector<size_t>& host,
                           const Value& skeleton);

// The two of such a text; none where other names stand in the file than when it was written.
std::vector<size_t> structure_host(std::string_view text, const std::vector<std::string>& names);
std::optional<Value> structure_tree(State& state, std::string_view text,
                                    const std::vector<std::string>& names, const std::string& path);

}  // namespace rille
