// nearest: the name that somebody probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rille {

// The candidate with the fewest edits from `name`, empty where none is near: at most a third of
// its letters, one for short names. A swap of two neighbours counts as one edit.
std::string nearest(std::string_view name, std::span<const std::string> candidates);

// "no field `bias`; it has b, w" tails: the first few of them, then how many more.
std::string listed(std::span<const std::string> names);

}  // namespace rille
