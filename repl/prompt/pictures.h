// Pictures: what terminals that show pictures are told.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rille {

enum class Graphics : uint8_t { none, kitty, iterm, sixel };

// By what the terminal says of itself in the environment; RILLE_GRAPHICS says it otherwise: none,
// kitty, iterm or sixel.
Graphics graphics_of_terminal();

// A PNG file, by the protocols of kitty and of iTerm2.
std::string kitty_picture(std::string_view png);
std::string iterm_picture(std::string_view png);
// Rows of red, green and blue, by sixels: 216 colours, the nearest ones.
std::string sixel_picture(std::span<const uint8_t> rgb, size_t columns, size_t rows);

}  // namespace rille
