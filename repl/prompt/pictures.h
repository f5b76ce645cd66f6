// Images for terminals, as escape sequences.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rille {

enum class Graphics : uint8_t { none, kitty, iterm, sixel };

// Returns the protocol of the terminal, from its environment variables. RILLE_GRAPHICS overrides
// it: none, kitty, iterm, or sixel.
Graphics graphics_of_terminal();

// Return the escape sequence that shows a PNG file, in the protocols of kitty and iTerm2.
std::string kitty_picture(std::string_view png);
std::string iterm_picture(std::string_view png);
// Returns RGB pixels, in row-major order, as sixels with the nearest of 216 colors.
std::string sixel_picture(std::span<const uint8_t> rgb, size_t columns, size_t rows);

}  // namespace rille
