// braille: draws a chart with braille characters.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "stdlib/plot/chart.h"
#include "stdlib/text/unicode.h"

namespace rille {
namespace {

// A canvas with 2 x 4 dots per character. A character has the color of the series that set it last.
class Canvas {
 public:
  Canvas(int columns, int rows)
      : columns_(columns),
        rows_(rows),
        dots_(static_cast<size_t>(columns * rows), 0),
        owner_(dots_.size(), 0) {}

  int width() const { return columns_ * 2; }
  int height() const { return rows_ * 4; }

  void set(int x, int y, size_t series) {
    if (x < 0 || y < 0 || x >= width() || y >= height()) return;
    constexpr int bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    auto at = static_cast<size_t>(y / 4 * columns_ + x / 2);
    dots_[at] |= bits[y % 4][x % 2];
    owner_[at] = series;
  }

  void segment(double x0, double y0, double x1, double y1, size_t series) {
    double steps = std::max({1.0, std::abs(x1 - x0), std::abs(y1 - y0)});
    for (double i = 0; i <= steps; i += 1) {
      set(static_cast<int>(std::lround(x0 + (x1 - x0) * i / steps)),
          static_cast<int>(std::lround(y0 + (y1 - y0) * i / steps)), series);
    }
  }

  // Writes a text to the right of its position, where no other text is.
  void put(const ChartLabel& label, const DataBounds& b) {
    double x = share_between(label.x, b.x0, b.x1) * (width() - 1) / 2;
    double y = share_between(label.y, b.y1, b.y0) * (height() - 1) / 4;
    if (!std::isfinite(x) || !std::isfinite(y)) return;
    std::vector<std::string> letters;
    for (char c : label.text) {
      bool begins = (static_cast<unsigned char>(c) & 0xc0) != 0x80;
      if (begins || letters.empty()) letters.emplace_back();
      letters.back() += c;
    }
    auto count = static_cast<int>(letters.size());
    int row = static_cast<int>(y), column = std::min(static_cast<int>(x) + 1, columns_ - count);
    if (row < 0 || row >= rows_ || column < 0) return;
    size_t first = static_cast<size_t>(row * columns_ + column);
    for (size_t i = 0; i < letters.size(); ++i) {
      if (texts_.contains(first + i)) return;
    }
    for (size_t i = 0; i < letters.size(); ++i) texts_[first + i] = letters[i];
  }

  std::string row(const Chart& chart, int r, bool color) const {
    std::string out;
    for (int c = 0; c < columns_; ++c) {
      auto at = static_cast<size_t>(r * columns_ + c);
      if (auto text = texts_.find(at); text != texts_.end()) {
        out += text->second;
        continue;
      }
      if (dots_[at] == 0) {
        out += ' ';
        continue;
      }
      std::string dot = {static_cast<char>(0xE2), static_cast<char>(0xA0 | (dots_[at] >> 6)),
                         static_cast<char>(0x80 | (dots_[at] & 63))};
      Color k = series_color(chart, owner_[at]);
      out += color ? str("\x1b[38;2;", k.r, ";", k.g, ";", k.b, "m", dot, "\x1b[0m") : dot;
    }
    return out;
  }

 private:
  int columns_, rows_;
  std::vector<int> dots_;
  std::vector<size_t> owner_;
  std::map<size_t, std::string> texts_;  // of labels, by the index of the character
};

// Sets every fourth dot between the bounds.
void draw_band(Canvas& canvas, const Series& s, const DataBounds& b, size_t which) {
  auto x = [&](double v) { return share_between(v, b.x0, b.x1) * (canvas.width() - 1); };
  auto y = [&](double v) { return share_between(v, b.y1, b.y0) * (canvas.height() - 1); };
  for (size_t i = 0; i + 1 < s.x.size() / 2; ++i) {
    size_t back = s.y.size() - 1 - i;
    double x0 = x(s.x[i]), x1 = x(s.x[i + 1]), steps = std::max(1.0, std::abs(x1 - x0));
    if (!std::isfinite(steps)) continue;
    for (double k = 0; k <= steps; k += 1) {
      double share = k / steps;
      double low = y(s.y[i] + (s.y[i + 1] - s.y[i]) * share);
      double high = y(s.y[back] + (s.y[back - 1] - s.y[back]) * share);
      if (!std::isfinite(low) || !std::isfinite(high)) continue;
      int at = static_cast<int>(std::lround(x0 + (x1 - x0) * share));
      for (double v = std::min(low, high); v <= std::max(low, high); v += 1) {
        int row = static_cast<int>(std::lround(v));
        if (at % 2 == 0 && row % 2 == 0) canvas.set(at, row, which);
      }
    }
  }
}

void draw(Canvas& canvas, const Series& s, const DataBounds& b, size_t which) {
  if (s.is_band()) return draw_band(canvas, s, b, which);
  auto x = [&](double v) { return share_between(v, b.x0, b.x1) * (canvas.width() - 1); };
  auto y = [&](double v) { return share_between(v, b.y1, b.y0) * (canvas.height() - 1); };
  size_t count = std::min(s.x.size(), s.y.size());
  for (size_t i = 0; i < count; ++i) {
    if (!std::isfinite(s.x[i]) || !std::isfinite(s.y[i])) continue;
    if (s.form == SeriesKind::points) {
      canvas.segment(x(s.x[i]), y(s.y[i]), x(s.x[i]), y(s.y[i]), which);
    } else if (s.is_bars()) {
      canvas.segment(x(s.x[i]), y(0), x(s.x[i]), y(s.y[i]), which);
    } else if (i + 1 < count && std::isfinite(s.x[i + 1]) && std::isfinite(s.y[i + 1])) {
      canvas.segment(x(s.x[i]), y(s.y[i]), x(s.x[i + 1]), y(s.y[i + 1]), which);
    } else {
      canvas.segment(x(s.x[i]), y(s.y[i]), x(s.x[i]), y(s.y[i]), which);
    }
  }
}

std::string padded(std::string text, size_t size) {
  size_t count = characters_of(text).size();
  if (count < size) text.insert(0, size - count, ' ');
  return text;
}

// The text of an end of an axis.
std::string end_text(double value, double low, double high, bool is_log) {
  if (!is_log) return tick_text(value, (high - low) / 50);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g", std::pow(10.0, value));
  return text.data();
}

std::string curves(const Chart& given, int columns, int rows, bool color) {
  const Chart chart = with_logarithms(given);
  DataBounds b = window_of(chart);
  std::string high = end_text(b.y1, b.y0, b.y1, chart.has_log_y);
  std::string low = end_text(b.y0, b.y0, b.y1, chart.has_log_y);
  size_t margin = std::max(high.size(), low.size());
  Canvas canvas(std::max(8, columns - static_cast<int>(margin) - 2), std::max(3, rows));
  for (size_t i = 0; i < chart.series.size(); ++i) draw(canvas, chart.series[i], b, i);
  for (const ChartLabel& label : chart.labels) canvas.put(label, b);
  std::string out;
  for (int r = 0; r < std::max(3, rows); ++r) {
    bool last = r == std::max(3, rows) - 1;
    std::string label = r == 0 ? high : last ? low : "";
    out +=
        str(padded(label, margin), r == 0 || last ? " ┤" : " │", canvas.row(chart, r, color), "\n");
  }
  std::string first = end_text(b.x0, b.x0, b.x1, chart.has_log_x);
  std::string end = end_text(b.x1, b.x0, b.x1, chart.has_log_x);
  size_t inner = static_cast<size_t>(canvas.width() / 2);
  std::string middle = chart.x;
  size_t used = first.size() + end.size() + middle.size();
  size_t gap = inner > used + 2 ? (inner - used) / 2 : 1;
  out += str(std::string(margin + 2, ' '), first, std::string(gap, ' '), middle,
             std::string(gap, ' '), end, "\n");
  for (size_t i = 0; i < chart.series.size(); ++i) {
    if (chart.series[i].name.empty()) continue;
    Color k = series_color(chart, i);
    bool has_mark = !chart.series[i].x.empty() || !chart.has_wide_legend();
    std::string mark = !has_mark ? ""
                       : color   ? str("\x1b[38;2;", k.r, ";", k.g, ";", k.b, "m━━\x1b[0m ")
                                 : "━━ ";
    out += str(std::string(margin + 2, ' '), mark, chart.series[i].name, "\n");
  }
  return out;
}

// The labels of rows and columns: names, or indices if the cells show numbers.
struct CellLabels {
  const std::vector<std::string>& names;
  bool numbers;

  bool any() const { return numbers || !names.empty(); }
  std::string at(size_t i) const { return names.empty() ? str(i) : names[i]; }
  size_t widest(size_t count) const {
    size_t out = 0;
    for (size_t i = 0; any() && i < count; ++i) out = std::max(out, characters_of(at(i)).size());
    return out;
  }
};

// Draws a heat map with numbers or with shades.
std::string cells(const Chart& chart, bool color) {
  const Heatmap& heat = chart.heat;
  std::vector<double> shares = shares_of(heat);
  CellLabels above{chart.names, heat.numbers}, beside{chart.row_names, heat.numbers};
  size_t wide = std::max<size_t>(2, chart.names.empty() ? 2 : above.widest(heat.columns) + 1);
  size_t margin = std::max<size_t>(4, beside.widest(heat.rows));
  for (double v : heat.values) wide = std::max(wide, heat.numbers ? number_text(v).size() + 1 : 2);
  constexpr std::string_view shades[] = {" ", "░", "▒", "▓", "█"};
  std::string edge = beside.any() ? std::string(margin + 2, ' ') : "";
  std::string out = chart.y.empty() ? "" : str(edge, chart.y, "\n");
  if (above.any()) out += edge;
  for (size_t c = 0; above.any() && c < heat.columns; ++c) out += padded(above.at(c), wide);
  if (above.any()) out += "\n";
  for (size_t r = 0; r < heat.rows; ++r) {
    if (beside.any()) out += padded(beside.at(r), margin) + " │";
    for (size_t c = 0; c < heat.columns; ++c) {
      double v = heat.values[r * heat.columns + c];
      double share = shares[r * heat.columns + c];
      Color k = scale_color(heat.colors, share);
      bool dark = k.r * 3 + k.g * 6 + k.b < 1280;
      std::string inside = heat.numbers ? padded(number_text(v), wide) : std::string(wide, ' ');
      if (!heat.numbers && !color) {
        auto shade = std::isnan(share) ? " " : shades[static_cast<size_t>(std::lround(share * 4))];
        inside.clear();
        for (size_t i = 0; i < wide; ++i) inside += shade;
      }
      out += color ? str("\x1b[48;2;", k.r, ";", k.g, ";", k.b, "m\x1b[38;5;", dark ? 231 : 16, "m",
                         inside, "\x1b[0m")
                   : inside;
    }
    out += "\n";
  }
  return chart.x.empty() ? out : str(out, edge, chart.x, "\n");
}

// Draws an image. Each cell, two characters wide, is a pixel or the mean of several.
std::string picture(const ChartPixels& pixels, int columns, bool color) {
  constexpr std::string_view shades[] = {" ", "░", "▒", "▓", "█"};
  size_t wide = std::min<size_t>(pixels.columns, static_cast<size_t>(std::max(2, columns / 2)));
  size_t high = std::max<size_t>(1, pixels.rows * wide / pixels.columns);
  std::string out;
  for (size_t r = 0; r < high; ++r) {
    for (size_t c = 0; c < wide; ++c) {
      size_t top = r * pixels.rows / high, end = std::max(top + 1, (r + 1) * pixels.rows / high);
      size_t left = c * pixels.columns / wide;
      size_t right = std::max(left + 1, (c + 1) * pixels.columns / wide);
      std::array<size_t, 3> sums{};
      for (size_t y = top; y < end; ++y) {
        for (size_t x = left; x < right; ++x) {
          for (size_t k = 0; k < 3; ++k) sums[k] += pixels.rgb[(y * pixels.columns + x) * 3 + k];
        }
      }
      size_t count = (end - top) * (right - left);
      size_t light = (sums[0] + sums[1] + sums[2]) / 3 / count;
      out += color ? str("\x1b[48;2;", sums[0] / count, ";", sums[1] / count, ";", sums[2] / count,
                         "m  \x1b[0m")
                   : str(shades[light * 5 / 256], shades[light * 5 / 256]);
    }
    out += "\n";
  }
  return out;
}

}  // namespace

std::string braille(const Chart& chart, int columns, int rows, bool color) {
  bool heat = chart.heat.rows > 0 && chart.heat.columns > 0;
  std::string title = chart.title.empty() ? "" : str("  ", chart.title, "\n");
  if (heat) return title + cells(chart, color);
  if (chart.pixels.rows > 0) return title + picture(chart.pixels, columns, color);
  return title + curves(chart, columns, rows, color);
}

}  // namespace rille
