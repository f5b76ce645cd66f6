// svg: a chart as a picture that a browser shows.
#include <algorithm>
#include <array>
#include <cmath>

#include "stdlib/plot/chart.h"

namespace rille {
namespace {

constexpr double width = 640, height = 400;
constexpr double left = 64, right = 16, top = 36, bottom = 48;

std::string px(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", x);
  return text.data();
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
  }
  return out;
}

std::string rgb(Color c) { return str("rgb(", c.r, ",", c.g, ",", c.b, ")"); }

struct Text {
  double x, y;
  std::string_view anchor = "middle";
  std::string_view extra = "";
};

std::string words(std::string_view text, const Text& at) {
  return str("<text x=\"", px(at.x), "\" y=\"", px(at.y), "\" text-anchor=\"", at.anchor, "\"",
             at.extra, ">", escaped(text), "</text>\n");
}

std::string line(double x0, double y0, double x1, double y1, std::string_view color) {
  return str("<line x1=\"", px(x0), "\" y1=\"", px(y0), "\" x2=\"", px(x1), "\" y2=\"", px(y1),
             "\" stroke=\"", color, "\"/>\n");
}

struct Frame {
  DataWindow bounds;
  double x(double v) const {
    return left + (v - bounds.x0) / (bounds.x1 - bounds.x0) * (width - left - right);
  }
  double y(double v) const {
    return height - bottom - (v - bounds.y0) / (bounds.y1 - bounds.y0) * (height - top - bottom);
  }
};

std::string axes(const Frame& frame) {
  const DataWindow& b = frame.bounds;
  std::string out;
  auto xs = ticks(b.x0, b.x1, 8), ys = ticks(b.y0, b.y1, 6);
  double dx = xs.size() > 1 ? xs[1] - xs[0] : 1, dy = ys.size() > 1 ? ys[1] - ys[0] : 1;
  for (double x : xs) {
    out += line(frame.x(x), top, frame.x(x), height - bottom, "#e6e6e6");
    out += words(tick_text(x, dx), {frame.x(x), height - bottom + 16});
  }
  for (double y : ys) {
    out += line(left, frame.y(y), width - right, frame.y(y), "#e6e6e6");
    out += words(tick_text(y, dy), {left - 6, frame.y(y) + 4, "end"});
  }
  out += line(left, height - bottom, width - right, height - bottom, "#333");
  return out + line(left, top, left, height - bottom, "#333");
}

// A gap where a point is not finite.
std::string curve(const Series& s, const Frame& frame, Color color) {
  std::string out, points;
  auto close = [&] {
    if (!points.empty()) {
      out += str("<polyline fill=\"none\" stroke=\"", rgb(color),
                 "\" stroke-width=\"1.8\" stroke-linejoin=\"round\" points=\"", points, "\"/>\n");
    }
    points.clear();
  };
  for (size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
    if (!std::isfinite(s.x[i]) || !std::isfinite(s.y[i])) {
      close();
      continue;
    }
    points += str(px(frame.x(s.x[i])), ",", px(frame.y(s.y[i])), " ");
  }
  close();
  return out;
}

std::string bars(const Series& s, const Frame& frame, Color color) {
  std::string out;
  for (size_t i = 0; i + 1 < s.x.size() && i < s.y.size(); ++i) {
    double x0 = frame.x(s.x[i]), x1 = frame.x(s.x[i + 1]), y = frame.y(s.y[i]), y0 = frame.y(0);
    out += str("<rect x=\"", px(x0), "\" y=\"", px(std::min(y, y0)), "\" width=\"",
               px(std::max(0.5, x1 - x0 - 1)), "\" height=\"", px(std::abs(y0 - y)), "\" fill=\"",
               rgb(color), "\"/>\n");
  }
  return out;
}

std::string legend(const Chart& chart) {
  std::string out;
  double y = top + 14;
  for (size_t i = 0; i < chart.series.size(); ++i) {
    if (chart.series[i].name.empty()) continue;
    out += str("<rect x=\"", px(width - right - 132), "\" y=\"", px(y - 8),
               "\" width=\"14\" height=\"4\" fill=\"", rgb(series_color(i)), "\"/>\n");
    out += words(chart.series[i].name, {width - right - 112, y - 2, "start"});
    y += 16;
  }
  return out;
}

std::string cells(const Heat& heat) {
  auto [low, high] = std::ranges::minmax(heat.values);
  double w = (width - left - right) / static_cast<double>(heat.columns);
  double h = (height - top - bottom) / static_cast<double>(heat.rows);
  std::string out;
  for (size_t i = 0; i < heat.values.size(); ++i) {
    double x = left + static_cast<double>(i % heat.columns) * w;
    size_t row = i / heat.columns;
    double y = top + static_cast<double>(row) * h;
    double share = high > low ? (heat.values[i] - low) / (high - low) : 0;
    Color c = scale_color(heat.colors, share);
    out += str("<rect x=\"", px(x), "\" y=\"", px(y), "\" width=\"", px(w + 0.3), "\" height=\"",
               px(h + 0.3), "\" fill=\"", rgb(c), "\"/>\n");
    if (!heat.numbers) continue;
    bool dark = c.r * 3 + c.g * 6 + c.b < 1280;
    out += words(number_text(heat.values[i]),
                 {x + w / 2, y + h / 2 + 4, "middle", dark ? " fill=\"#fff\"" : " fill=\"#000\""});
  }
  for (size_t i = 0; heat.numbers && i < heat.columns; ++i) {
    out += words(str(i), {left + (static_cast<double>(i) + 0.5) * w, height - bottom + 16});
  }
  for (size_t i = 0; heat.numbers && i < heat.rows; ++i) {
    out += words(str(i), {left - 6, top + (static_cast<double>(i) + 0.5) * h + 4, "end"});
  }
  return out;
}

}  // namespace

std::string svg(const Chart& chart) {
  std::string out = str("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", px(width), " ",
                        px(height), "\" width=\"", px(width), "\" height=\"", px(height),
                        "\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#333\">\n",
                        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
  if (chart.heat.rows > 0 && chart.heat.columns > 0) {
    out += cells(chart.heat);
  } else {
    Frame frame{window_of(chart)};
    out += axes(frame);
    for (size_t i = 0; i < chart.series.size(); ++i) {
      const Series& s = chart.series[i];
      out += s.bars ? bars(s, frame, series_color(i)) : curve(s, frame, series_color(i));
    }
    out += legend(chart);
  }
  out += words(chart.title, {width / 2, 22, "middle", " font-size=\"15\""});
  out += words(chart.x, {(left + width - right) / 2, height - 12});
  out +=
      words(chart.y, {16, (top + height - bottom) / 2, "middle",
                      str(" transform=\"rotate(-90 16 ", px((top + height - bottom) / 2), ")\"")});
  return out + "</svg>\n";
}

}  // namespace rille
