// Chart: the data of a chart, independent of the format.
#pragma once

#include <string>
#include <vector>

#include "vm/state.h"
#include "vm/value.h"

namespace rille {

enum class SeriesKind { line, points, bars, band };

struct Series {
  std::string name;  // "" in a chart with one series
  std::vector<double> x, y;
  SeriesKind form = SeriesKind::line;
  // For bars, y has the heights over [x[i], x[i + 1]), and x has one more item.
  bool is_bars() const { return form == SeriesKind::bars; }
  // For a band, the points follow the lower bound, and then the upper bound in reverse.
  bool is_band() const { return form == SeriesKind::band; }
};

// The elements of an array, computed immediately even while a function is traced. error[trace] if
// the array is a tracer.
std::vector<double> doubles(const Array& x);

struct Heatmap {
  size_t rows = 0, columns = 0;
  std::vector<double> values;  // row-major
  bool numbers = false;        // whether values are written into the cells
  std::string colors = "viridis";
};

struct ChartPixels {
  size_t rows = 0, columns = 0;
  std::vector<unsigned char> rgb;
};

// A text next to a position of a chart.
struct ChartLabel {
  double x = 0, y = 0;
  std::string text;
};

// A series without points is a line of text in the legend, which is then on the right of the chart.
struct Chart {
  std::string title, x, y;  // x and y label the axes
  std::vector<Series> series;
  Heatmap heat;                             // drawn if it has rows
  ChartPixels pixels = {};                  // drawn if it has rows
  std::vector<std::string> names = {};      // labels of bars or columns, instead of numbers
  std::vector<std::string> row_names = {};  // labels of rows of cells
  std::vector<ChartLabel> labels = {};
  bool has_log_x = false, has_log_y = false;  // logarithmic axes

  bool has_wide_legend() const;
  void add_text(std::string line);  // to the legend
};

// A grid of charts.
struct ChartPage {
  std::vector<Chart> charts;
  size_t columns = 1;
  size_t rows() const { return (charts.size() + columns - 1) / columns; }
};
// The page of a plot.Page, or a page with a single chart.
ChartPage page_of(const Value& value);

// Converts to and from a plot.Chart value, which scripts can store, change, and send.
Value to_value(State& state, const Chart& chart);
Chart chart_of(const Value& value);

// The bounds of the data; values that are not finite are ignored.
struct DataBounds {
  double x0, x1, y0, y1;
};
DataBounds window_of(const Chart& chart);

// The chart with the base-10 logarithms of the positions along its logarithmic axes. Positions that
// are not positive become NaN, which is not drawn.
Chart with_logarithms(Chart chart);

// About `count` ticks for an axis, spaced by 1, 2, or 5 times a power of ten.
std::vector<double> ticks(double low, double high, int count);
std::string tick_text(double value, double step);
// Ticks of a logarithmic axis between two logarithms: powers of 10, or also 2 and 5 times these.
std::vector<double> log_ticks(double low, double high, int count);
std::string log_tick_text(double logarithm);

struct Color {
  int r, g, b;
};
Color series_color(size_t at);                             // distinct for color-blind readers
Color series_color(const Chart& chart, size_t at);         // a band has the color of the next curve
Color scale_color(std::string_view colors, double share);  // share in 0..1; gray for NaN

// The position of v between the bounds: 0 at low, 1 at high. The bounds may be any finite numbers.
double share_between(double v, double low, double high);

// The position of each value between the smallest and largest finite values; NaN if not finite.
std::vector<double> shares_of(const Heatmap& heat);

std::string svg(const ChartPage& page);
std::string png(const ChartPage& page);
// Draws a chart for a terminal with braille dots, and with colors if `color` is true.
std::string braille(const Chart& chart, int columns, int rows, bool color);

}  // namespace rille
