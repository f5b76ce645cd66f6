// nearest: the name that somebody probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rille {

// The candidate with the fewest edits from `name`, empty where none is near: at most a third of
// its letters, one for short names. A swap of two neighbours counts as one edit.
std::string nearest(std::string_view name, std::span<const std::string> candidates);

// What helps who wrote a name that is not known: how other languages' word for it is said here, or
// the nearest of those there are; empty where nothing comes near.
std::string name_help(std::string_view name, std::span<const std::string> candidates);
// The same for a parameter.
std::string parameter_help(std::string_view name, std::span<const std::string> parameters);

// "no field `bias`; it has b, w" tails: the first few of them, then how many more.
std::string listed(std::span<const std::string> names);

}  // namespace rille
