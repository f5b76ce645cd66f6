// draw_chart: axes, curves, bars, points, cells, and images.
#include <algorithm>
#include <cmath>
#include <limits>

#include "stdlib/plot/painter.h"
#include "stdlib/text/unicode.h"

namespace rille {
namespace {

constexpr double left = 64, right = 16, top = 36, bottom = 48;
constexpr double inner_width = chart_width - left - right;
constexpr double inner_height = chart_height - top - bottom;
constexpr double beside = 12;   // the margin around an image
constexpr double letter = 6.6;  // the width of a character of size 11
constexpr Color pale{230, 230, 230}, leader{170, 170, 170}, dark{51, 51, 51};

struct PlotFrame {
  DataBounds bounds;
  double x(double v) const { return left + share_between(v, bounds.x0, bounds.x1) * inner_width; }
  double y(double v) const {
    return chart_height - bottom - share_between(v, bounds.y0, bounds.y1) * inner_height;
  }
};

// Adds margins around curves and points, and above bars.
DataBounds with_margins(DataBounds b, const Chart& chart) {
  bool has_bars = std::ranges::any_of(chart.series, &Series::is_bars);
  constexpr double most = std::numeric_limits<double>::max();
  double dx = (b.x1 / 2 - b.x0 / 2) * 0.05, dy = (b.y1 / 2 - b.y0 / 2) * 0.1;
  b.y1 = std::min(b.y1 + dy, most);
  if (!has_bars || b.y0 < 0) b.y0 = std::max(b.y0 - dy, -most);
  if (!has_bars) b.x0 = std::max(b.x0 - dx, -most), b.x1 = std::min(b.x1 + dx, most);
  return b;
}

struct AxisTicks {
  AxisTicks(double low, double high, int count, bool log)
      : places(log ? log_ticks(low, high, count) : ticks(low, high, count)), is_log(log) {}

  std::string text(double at) const {
    if (is_log) return log_tick_text(at);
    return tick_text(at, places.size() > 1 ? places[1] - places[0] : 1);
  }

  std::vector<double> places;
  bool is_log;
};

void draw_axes(const Chart& chart, const PlotFrame& frame, ChartPainter& painter) {
  const DataBounds& b = frame.bounds;
  double low = chart_height - bottom;
  AxisTicks xs(b.x0, b.x1, 8, chart.has_log_x), ys(b.y0, b.y1, 6, chart.has_log_y);
  for (double x : xs.places) {
    if (!chart.names.empty()) break;
    painter.line(frame.x(x), top, frame.x(x), low, pale, 1);
    painter.text(xs.text(x), {frame.x(x), low + 16});
  }
  for (size_t i = 0; i < chart.names.size(); ++i) {
    painter.text(chart.names[i], {frame.x(static_cast<double>(i) + 0.5), low + 16});
  }
  for (double y : ys.places) {
    painter.line(left, frame.y(y), chart_width - right, frame.y(y), pale, 1);
    painter.text(ys.text(y), {left - 6, frame.y(y) + 4, 1});
  }
  painter.line(left, low, chart_width - right, low, dark, 1);
  painter.line(left, top, left, low, dark, 1);
}

// Draws a curve, with a gap at each point that is not finite.
void draw_curve(const Series& s, const PlotFrame& frame, Color color, ChartPainter& painter) {
  std::vector<std::pair<double, double>> points;
  auto close = [&] {
    if (!points.empty()) painter.curve(points, color, 1.8);
    points.clear();
  };
  for (size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
    if (std::isfinite(s.x[i]) && std::isfinite(s.y[i])) {
      points.emplace_back(frame.x(s.x[i]), frame.y(s.y[i]));
    } else {
      close();
    }
  }
  close();
}

// Draws a band, with a gap at each bound that is not finite.
void draw_band(const Series& s, const PlotFrame& frame, Color color, ChartPainter& painter) {
  std::vector<ChartPainter::Band> spans;
  auto close = [&] {
    if (!spans.empty()) painter.band(spans, color);
    spans.clear();
  };
  auto is_whole = [&](size_t i) {
    size_t back = s.y.size() - 1 - i;
    return std::isfinite(s.x[i]) && std::isfinite(s.y[i]) && std::isfinite(s.y[back]);
  };
  for (size_t i = 0; i + 1 < s.x.size() / 2; ++i) {
    if (!is_whole(i) || !is_whole(i + 1)) {
      close();
      continue;
    }
    size_t back = s.y.size() - 1 - i;
    spans.push_back({frame.x(s.x[i]), frame.x(s.x[i + 1]), frame.y(s.y[i]), frame.y(s.y[i + 1]),
                     frame.y(s.y[back]), frame.y(s.y[back - 1])});
  }
  close();
}

void draw_points(const Series& s, const PlotFrame& frame, Color color, ChartPainter& painter) {
  double radius = s.x.size() > 2000 ? 1.2 : s.x.size() > 300 ? 2 : 3;
  for (size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
    if (!std::isfinite(s.x[i]) || !std::isfinite(s.y[i])) continue;
    painter.dot(frame.x(s.x[i]), frame.y(s.y[i]), radius, color);
  }
}

void draw_bars(const Series& s, const PlotFrame& frame, Color color, bool apart,
               ChartPainter& painter) {
  for (size_t i = 0; i + 1 < s.x.size() && i < s.y.size(); ++i) {
    if (!std::isfinite(s.y[i])) continue;
    double x0 = frame.x(s.x[i]), x1 = frame.x(s.x[i + 1]), y = frame.y(s.y[i]), y0 = frame.y(0);
    double gap = apart ? (x1 - x0) * 0.1 : 0.5;
    painter.rect(x0 + gap, std::min(y, y0), std::max(0.5, x1 - x0 - 2 * gap), std::abs(y0 - y),
                 color);
  }
}

struct PlotRect {
  double x, y, w, h;
  bool meets(const PlotRect& other) const {
    return x < other.x + other.w && other.x < x + w && y < other.y + other.h && other.y < y + h;
  }
  bool holds(double at_x, double at_y) const {
    return at_x >= x && at_x <= x + w && at_y >= y && at_y <= y + h;
  }
};

// The number of points, and of samples along curves and bars, that are inside of a box.
size_t covered(const Chart& chart, const PlotFrame& frame, const PlotRect& box) {
  constexpr int steps = 8;  // samples per segment of a curve, and per bar
  size_t out = 0;
  for (const Series& s : chart.series) {
    for (size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
      double x = frame.x(s.x[i]), y = frame.y(s.y[i]);
      bool has_next = i + 1 < s.x.size() && (s.is_bars() || i + 1 < s.y.size());
      double to_x = has_next ? frame.x(s.x[i + 1]) : x, to_y = y;
      if (s.is_bars()) x = to_x = (x + to_x) / 2, to_y = frame.y(0);
      if (s.form == SeriesKind::line && has_next) to_y = frame.y(s.y[i + 1]);
      int count = s.form == SeriesKind::points ? 1 : steps;
      for (int step = 0; step < count; ++step) {
        double share = static_cast<double>(step) / steps;
        out += box.holds(x + share * (to_x - x), y + share * (to_y - y)) ? 1 : 0;
      }
    }
  }
  return out;
}

// Draws the legend on the right of the chart. Lines of text have no mark.
void draw_wide_legend(const Chart& chart, ChartPainter& painter) {
  constexpr double row = 16, mark = 22;
  double y = top + row;
  for (size_t i = 0; i < chart.series.size(); ++i) {
    const Series& s = chart.series[i];
    if (s.name.empty()) continue;
    if (!s.x.empty()) painter.rect(chart_width, y - 6, 14, 4, series_color(chart, i));
    painter.text(s.name, {chart_width + (s.x.empty() ? 0 : mark), y, -1});
    y += row;
  }
}

// The nearest free place for a text of that size next to a position; else the one on its right.
PlotRect free_place(const std::vector<PlotRect>& taken, double x, double y, double w) {
  constexpr double h = 10, near = 6, far = 40;
  auto is_free = [&](const PlotRect& place) {
    bool is_inside = place.x >= left && place.x + place.w <= chart_width && place.y >= top &&
                     place.y + place.h <= chart_height - bottom;
    auto meets = [&](const PlotRect& other) { return place.meets(other); };
    return is_inside && std::ranges::none_of(taken, meets);
  };
  for (double d = near; d < far; d += near) {
    for (double right_of : {x + d, x - d - w}) {
      for (double below : {y - h / 2, y - d - h, y + d}) {
        PlotRect place{right_of, below, w, h};
        if (is_free(place)) return place;
      }
    }
    for (double below : {y - d - h, y + d}) {
      PlotRect place{x - w / 2, below, w, h};
      if (is_free(place)) return place;
    }
  }
  return {x + near, y - h / 2, w, h};
}

// Draws each label where it covers no other label and no point if possible. A line leads to a
// position that is not next to it.
void draw_labels(const Chart& chart, const PlotFrame& frame, ChartPainter& painter) {
  constexpr double radius = 3, next_to = 9;
  std::vector<PlotRect> taken;
  for (const Series& s : chart.series) {
    if (s.form != SeriesKind::points) continue;
    for (size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
      taken.push_back({frame.x(s.x[i]) - radius, frame.y(s.y[i]) - radius, 2 * radius, 2 * radius});
    }
  }
  for (const ChartLabel& label : chart.labels) {
    if (!std::isfinite(label.x) || !std::isfinite(label.y)) continue;
    double x = frame.x(label.x), y = frame.y(label.y);
    double w = letter * static_cast<double>(characters_of(label.text).size());
    PlotRect at = free_place(taken, x, y, w);
    double end_x = std::clamp(x, at.x, at.x + at.w), end_y = std::clamp(y, at.y, at.y + at.h);
    if (std::hypot(end_x - x, end_y - y) > next_to) painter.line(x, y, end_x, end_y, leader, 1);
    painter.text(label.text, {at.x + w / 2, at.y + at.h - 1});
    taken.push_back(at);
  }
}

// Draws the legend in the corner where it covers the least.
void draw_legend(const Chart& chart, const PlotFrame& frame, ChartPainter& painter) {
  constexpr double row = 16, margin = 8, mark = 22;
  if (chart.has_wide_legend()) return draw_wide_legend(chart, painter);
  size_t count = 0, longest = 0;
  for (const Series& s : chart.series) {
    if (s.name.empty()) continue;
    ++count;
    longest = std::max(longest, characters_of(s.name).size());
  }
  if (count == 0) return;
  double w = mark + letter * static_cast<double>(longest) + 14;
  double h = row * static_cast<double>(count) + 6;
  double far_x = chart_width - right - margin - w, far_y = chart_height - bottom - margin - h;
  const PlotRect corners[] = {{far_x, top + margin, w, h},
                              {left + margin, top + margin, w, h},
                              {far_x, far_y, w, h},
                              {left + margin, far_y, w, h}};
  auto hidden = [&](const PlotRect& box) { return covered(chart, frame, box); };
  const PlotRect box = *std::ranges::min_element(corners, {}, hidden);
  painter.rect(box.x, box.y, box.w, box.h, {255, 255, 255});
  double y = box.y + row;
  for (size_t i = 0; i < chart.series.size(); ++i) {
    if (chart.series[i].name.empty()) continue;
    painter.rect(box.x + 6, y - 6, 14, 4, series_color(chart, i));
    painter.text(chart.series[i].name, {box.x + 6 + mark, y, -1});
    y += row;
  }
}

void draw_cells(const Chart& chart, ChartPainter& painter) {
  const Heatmap& heat = chart.heat;
  std::vector<double> shares = shares_of(heat);
  double w = inner_width / static_cast<double>(heat.columns);
  double h = inner_height / static_cast<double>(heat.rows);
  for (size_t i = 0; i < heat.values.size(); ++i) {
    size_t row = i / heat.columns, column = i % heat.columns;
    double x = left + static_cast<double>(column) * w, y = top + static_cast<double>(row) * h;
    Color c = scale_color(heat.colors, shares[i]);
    painter.rect(x, y, w + 0.3, h + 0.3, c);
    if (!heat.numbers) continue;
    bool is_dark = c.r * 3 + c.g * 6 + c.b < 1280;
    painter.text(number_text(heat.values[i]), {x + w / 2, y + h / 2 + 4, 0, 11,
                                               is_dark ? Color{255, 255, 255} : Color{0, 0, 0}});
  }
  auto label = [&](const std::vector<std::string>& names, size_t i) {
    return !names.empty() ? names[i] : heat.numbers ? str(i) : std::string();
  };
  for (size_t i = 0; i < heat.columns; ++i) {
    double x = left + (static_cast<double>(i) + 0.5) * w;
    painter.text(label(chart.names, i), {x, chart_height - bottom + 16});
  }
  for (size_t i = 0; i < heat.rows; ++i) {
    double y = top + (static_cast<double>(i) + 0.5) * h + 4;
    painter.text(label(chart.row_names, i), {left - 6, y, 1});
  }
}

// Draws an image centered and as large as possible, with square pixels.
void draw_picture(const ChartPixels& pixels, ChartSize size, ChartPainter& painter) {
  double room_width = size.width - 2 * beside, room_height = size.height - top - beside;
  auto columns = static_cast<double>(pixels.columns), rows = static_cast<double>(pixels.rows);
  double scale = std::min(room_width / columns, room_height / rows);
  double w = columns * scale, h = rows * scale;
  painter.picture((size.width - w) / 2, top + (room_height - h) / 2, w, h, pixels);
}

}  // namespace

void draw_chart(const Chart& given, ChartSize size, ChartPainter& painter) {
  const Chart chart = with_logarithms(given);
  bool has_cells = chart.heat.rows > 0 && chart.heat.columns > 0;
  if (has_cells) {
    draw_cells(chart, painter);
  } else if (chart.pixels.rows > 0) {
    draw_picture(chart.pixels, size, painter);
  } else {
    PlotFrame frame{with_margins(window_of(chart), chart)};
    draw_axes(chart, frame, painter);
    for (size_t i = 0; i < chart.series.size(); ++i) {
      const Series& s = chart.series[i];
      Color color = series_color(chart, i);
      if (s.is_band()) draw_band(s, frame, color, painter);
      if (s.form == SeriesKind::line) draw_curve(s, frame, color, painter);
      if (s.form == SeriesKind::points) draw_points(s, frame, color, painter);
      // Bars of a bar chart are separated by gaps; bins of a histogram touch.
      bool is_apart = !chart.names.empty() || (chart.y != "count" && s.x.size() < 60);
      if (s.is_bars()) draw_bars(s, frame, color, is_apart, painter);
    }
    draw_legend(chart, frame, painter);
    draw_labels(chart, frame, painter);
  }
  bool is_narrow = 9.0 * static_cast<double>(characters_of(chart.title).size()) > size.width;
  painter.text(chart.title, {size.width / 2, 22, 0, is_narrow ? 11.0 : 15.0});
  painter.text(chart.x, {(left + chart_width - right) / 2, chart_height - 12});
  painter.text(chart.y, {16, (top + chart_height - bottom) / 2, 0, 11, dark, true});
}

namespace {

// The width of the legends on the right of the charts of a page.
double legend_width(const ChartPage& page) {
  size_t longest = 0;
  for (const Chart& chart : page.charts) {
    if (!chart.has_wide_legend()) continue;
    for (const Series& s : chart.series) {
      longest = std::max(longest, characters_of(s.name).size() + (s.x.empty() ? 0 : 4));
    }
  }
  return longest == 0 ? 0 : letter * static_cast<double>(longest) + beside;
}

// The size of each chart of a page. On a page of images only, charts have no margins for axes, and
// many images are drawn smaller.
ChartSize size_on(const ChartPage& page) {
  auto is_picture = [](const Chart& chart) { return chart.pixels.rows > 0; };
  if (page.charts.empty() || !std::ranges::all_of(page.charts, is_picture)) {
    return {chart_width + legend_width(page), chart_height};
  }
  double widest = 0;
  for (const Chart& chart : page.charts) {
    widest = std::max(
        widest, static_cast<double>(chart.pixels.columns) / static_cast<double>(chart.pixels.rows));
  }
  double height = page.charts.size() == 1 ? chart_height : page.charts.size() <= 6 ? 240 : 160;
  double width = (height - top - beside) * widest + 2 * beside;
  return {std::clamp(width, 120.0, chart_width), height};
}

std::string drawn(const ChartPage& page,
                  std::unique_ptr<ChartPainter> (*new_painter)(double, double)) {
  ChartSize size = size_on(page);
  auto painter = new_painter(static_cast<double>(page.columns) * size.width,
                             static_cast<double>(page.rows()) * size.height);
  for (size_t i = 0; i < page.charts.size(); ++i) {
    size_t row = i / page.columns, column = i % page.columns;
    painter->move_to(static_cast<double>(column) * size.width,
                     static_cast<double>(row) * size.height);
    draw_chart(page.charts[i], size, *painter);
  }
  return painter->file();
}

}  // namespace

std::string svg(const ChartPage& page) { return drawn(page, svg_painter); }
std::string png(const ChartPage& page) { return drawn(page, png_painter); }

}  // namespace rille
