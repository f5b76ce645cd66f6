// Plot: charts as pictures and as text.
#pragma once

#include <string>

namespace rille {

class Array;
class Value;

// Of plot.line and its kin, or a page of such.
bool is_chart(const Value& value);
std::string chart_svg(const Value& chart);
std::string chart_png(const Value& chart);
Array chart_pixels(const Value& chart);  // u8[h, w, 3]
// In dots of braille, for so many columns; each chart of a page has `rows` lines.
std::string chart_text(const Value& chart, int columns, int rows, bool color);
// The same as wide, and in such colours, as the terminal is that the program writes to.
std::string chart_for_terminal(const Value& chart, int rows);

}  // namespace rille
