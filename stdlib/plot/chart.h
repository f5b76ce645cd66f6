// Chart: what is drawn, apart from how it is drawn.
#pragma once

#include <string>
#include <vector>

#include "vm/state.h"
#include "vm/value.h"

namespace rille {

enum class SeriesForm { line, points, bars, band };

struct Series {
  std::string name;  // "" of a chart with one series
  std::vector<double> x, y;
  SeriesForm form = SeriesForm::line;
  // Of bars, y are heights over [x[i], x[i + 1]), and x has one more item.
  bool is_bars() const { return form == SeriesForm::bars; }
  // Of a band, the points go along its lower bound and back along the upper one.
  bool is_band() const { return form == SeriesForm::band; }
};

// The elements of an array that is no tracer, computed at once even while a function is traced.
std::vector<double> doubles(const Array& x);

struct Heat {
  size_t rows = 0, columns = 0;
  std::vector<double> values;  // row-major
  bool numbers = false;        // written into the cells
  std::string colors = "viridis";
};

struct ChartPixels {
  size_t rows = 0, columns = 0;
  std::vector<unsigned char> rgb;
};

struct Chart {
  std::string title, x, y;  // of the axes
  std::vector<Series> series;
  Heat heat;                                // drawn where it has rows
  ChartPixels pixels = {};                  // the same
  std::vector<std::string> names = {};      // of bars and of columns, in the place of numbers
  std::vector<std::string> row_names = {};  // of cells
};

// Charts beside and below each other.
struct ChartPage {
  std::vector<Chart> charts;
  size_t columns = 1;
  size_t rows() const { return (charts.size() + columns - 1) / columns; }
};
// A chart is a page of one.
ChartPage page_of(const Value& value);

// A chart is a plot.Chart in a script, so that it can be kept, changed and sent.
Value to_value(State& state, const Chart& chart);
Chart chart_of(const Value& value);

// The bounds of what is drawn; not-finite numbers are left out.
struct DataWindow {
  double x0, x1, y0, y1;
};
DataWindow window_of(const Chart& chart);

// Round numbers for an axis: 1, 2 or 5 times a power of ten apart, about `count` of them.
std::vector<double> ticks(double low, double high, int count);
std::string tick_text(double value, double step);

struct Color {
  int r, g, b;
};
Color series_color(size_t at);                             // apart for colour-blind readers
Color series_color(const Chart& chart, size_t at);         // a band has that of the next curve
Color scale_color(std::string_view colors, double share);  // share in 0..1; NaN: grey

// Where v stands between the bounds: 0 at low, 1 at high. Any finite bounds will do.
double share_between(double v, double low, double high);

// Of each value between the least and the greatest finite one; NaN where it is not finite.
std::vector<double> shares_of(const Heat& heat);

std::string svg(const ChartPage& page);
std::string png(const ChartPage& page);
// For a terminal of so many columns: braille dots, with colours where `color`.
std::string braille(const Chart& chart, int columns, int rows, bool color);

}  // namespace rille
