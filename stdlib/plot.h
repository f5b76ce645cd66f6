// Plot: charts as images and as text.
#pragma once

#include <string>

namespace rille {

class Array;
class Value;

// Whether the value is a chart, of plot.line or a related function, or a page of charts.
bool is_chart(const Value& value);
std::string chart_svg(const Value& chart);
std::string chart_png(const Value& chart);
Array chart_pixels(const Value& chart);  // u8[h, w, 3]
// The chart in braille characters, `columns` wide; each chart of a page has `rows` lines.
std::string chart_text(const Value& chart, int columns, int rows, bool color);
// chart_text with the width and color support of the program's terminal.
std::string chart_for_terminal(const Value& chart, int rows);

}  // namespace rille
