// png_painter: draws a page as PNG, with 2 pixels per unit.
#include <algorithm>
#include <cmath>

#include "stdlib/image/picture.h"
#include "stdlib/plot/painter.h"
#include "stdlib/text/unicode.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr double scale = 2;

class PngPainter : public ChartPainter {
 public:
  PngPainter(double width, double height)
      : width_(static_cast<int64_t>(width * scale)),
        height_(static_cast<int64_t>(height * scale)),
        page_(Type(Dtype::u8, {height_, width_, 3})),
        pixels_(page_.edit<uint8_t>()) {
    std::ranges::fill(pixels_, uint8_t{255});
  }

  void rect(double x, double y, double w, double h, Color color) override {
    double x0 = (left_ + x) * scale, y0 = (top_ + y) * scale;
    double x1 = x0 + w * scale, y1 = y0 + h * scale;
    each(
        x0, y0, x1, y1,
        [&](double px, double py) {
          double across = std::min(px + 1, x1) - std::max(px, x0);
          double down = std::min(py + 1, y1) - std::max(py, y0);
          return std::clamp(across, 0.0, 1.0) * std::clamp(down, 0.0, 1.0);
        },
        color);
  }

  // The opacity of a pixel is the part of it that the line covers.
  void line(double x0, double y0, double x1, double y1, Color color, double width) override {
    double ax = (left_ + x0) * scale, ay = (top_ + y0) * scale;
    double dx = (x1 - x0) * scale, dy = (y1 - y0) * scale;
    double half = width * scale / 2, length = dx * dx + dy * dy;
    each(
        std::min(ax, ax + dx) - half - 1, std::min(ay, ay + dy) - half - 1,
        std::max(ax, ax + dx) + half + 1, std::max(ay, ay + dy) + half + 1,
        [&](double px, double py) {
          double qx = px + 0.5 - ax, qy = py + 0.5 - ay;
          double t = length > 0 ? std::clamp((qx * dx + qy * dy) / length, 0.0, 1.0) : 0;
          double far = std::hypot(qx - t * dx, qy - t * dy);
          return std::clamp(half + 0.5 - far, 0.0, 1.0);
        },
        color);
  }
  void curve(const std::vector<std::pair<double, double>>& points, Color color,
             double width) override {
    if (points.size() == 1) return dot(points[0].first, points[0].second, width, color);
    for (size_t i = 0; i + 1 < points.size(); ++i) {
      long_line(points[i], points[i + 1], color, width);
    }
  }
  void band(const std::vector<Band>& spans, Color color) override {
    for (const Band& span : spans) {
      double x0 = (left_ + span.x0) * scale, x1 = (left_ + span.x1) * scale;
      auto between = [&](double a, double b, double px) {
        double share = x1 > x0 ? std::clamp((px + 0.5 - x0) / (x1 - x0), 0.0, 1.0) : 0;
        return (top_ + a + (b - a) * share) * scale;
      };
      double top = std::min({span.low0, span.low1, span.high0, span.high1});
      double bottom = std::max({span.low0, span.low1, span.high0, span.high1});
      each(
          x0, (top_ + top) * scale, x1, (top_ + bottom) * scale,
          [&](double px, double py) {
            double a = between(span.low0, span.low1, px), b = between(span.high0, span.high1, px);
            double across = std::min(px + 1, x1) - std::max(px, x0);
            double down = std::min(py + 1, std::max(a, b)) - std::max(py, std::min(a, b));
            return 0.2 * std::clamp(across, 0.0, 1.0) * std::clamp(down, 0.0, 1.0);
          },
          color);
    }
  }
  void dot(double x, double y, double radius, Color color) override {
    double cx = (left_ + x) * scale, cy = (top_ + y) * scale, r = radius * scale;
    each(
        cx - r - 1, cy - r - 1, cx + r + 1, cy + r + 1,
        [&](double px, double py) {
          return 0.8 * std::clamp(r + 0.5 - std::hypot(px + 0.5 - cx, py + 0.5 - cy), 0.0, 1.0);
        },
        color);
  }

  void text(std::string_view words, const ChartText& at) override {
    std::vector<char32_t> letters = characters_of(words);
    auto unit = static_cast<double>(std::max<int64_t>(1, std::lround(at.size * scale * 0.72 / 7)));
    double length = (static_cast<double>(letters.size()) * 6 - 1) * unit;
    double begin = at.anchor < 0 ? 0 : at.anchor > 0 ? -length : -length / 2;
    double x = std::round((left_ + at.x) * scale), y = std::round((top_ + at.y) * scale);
    for (char32_t letter : letters) {
      std::array<unsigned char, 7> glyph = glyph_of(letter);
      for (int row = 0; row < 7; ++row) {
        for (int column = 0; column < 5; ++column) {
          if ((glyph[static_cast<size_t>(row)] >> (4 - column) & 1) == 0) continue;
          double along = std::round(begin) + column * unit, up = (row - 7) * unit;
          double px = at.upward ? x + up : x + along, py = at.upward ? y - along - unit : y + up;
          each(px, py, px + unit, py + unit, [](double, double) { return 1.0; }, at.color);
        }
      }
      begin += 6 * unit;
    }
  }

  void picture(double x, double y, double w, double h, const ChartPixels& pixels) override {
    auto columns = static_cast<double>(pixels.columns), rows = static_cast<double>(pixels.rows);
    double x0 = (left_ + x) * scale, y0 = (top_ + y) * scale;
    auto begin_x = static_cast<int64_t>(x0), begin_y = static_cast<int64_t>(y0);
    auto end_x = static_cast<int64_t>(x0 + w * scale), end_y = static_cast<int64_t>(y0 + h * scale);
    for (int64_t py = std::max<int64_t>(0, begin_y); py < std::min(height_, end_y); ++py) {
      for (int64_t px = std::max<int64_t>(0, begin_x); px < std::min(width_, end_x); ++px) {
        polls_.step();
        double share_x = static_cast<double>(px - begin_x) / (w * scale);
        double share_y = static_cast<double>(py - begin_y) / (h * scale);
        auto column = static_cast<size_t>(std::clamp(share_x * columns, 0.0, columns - 1));
        auto row = static_cast<size_t>(std::clamp(share_y * rows, 0.0, rows - 1));
        for (size_t c = 0; c < 3; ++c) {
          pixels_[static_cast<size_t>(py * width_ + px) * 3 + c] =
              pixels.rgb[(row * pixels.columns + column) * 3 + c];
        }
      }
    }
  }

  std::string file() override { return png_bytes(page_); }

 private:
  // Draws a line in pieces, so that the bounding box of a slanted one is small.
  void long_line(std::pair<double, double> a, std::pair<double, double> b, Color color,
                 double width) {
    double far = std::max(std::abs(b.first - a.first), std::abs(b.second - a.second));
    auto count = static_cast<int>(std::clamp(far / 24, 1.0, 200.0));
    auto at = [&](int i) {
      double t = static_cast<double>(i) / count;
      return std::pair(a.first + (b.first - a.first) * t, a.second + (b.second - a.second) * t);
    };
    for (int i = 0; i < count; ++i) {
      auto [x0, y0] = at(i);
      auto [x1, y1] = at(i + 1);
      line(x0, y0, x1, y1, color, width);
    }
  }

  // Blends the color into the pixels of a box with the opacity cover(x, y).
  template <class F>
  void each(double x0, double y0, double x1, double y1, const F& cover, Color color) {
    auto inside = [](double v, int64_t most) {
      return v > 0 ? static_cast<int64_t>(std::min(v, static_cast<double>(most))) : int64_t{0};
    };
    for (int64_t y = inside(std::floor(y0), height_); y < inside(std::ceil(y1), height_); ++y) {
      for (int64_t x = inside(std::floor(x0), width_); x < inside(std::ceil(x1), width_); ++x) {
        polls_.step();
        double share = cover(static_cast<double>(x), static_cast<double>(y));
        if (!(share > 0)) continue;
        auto at = static_cast<size_t>(y * width_ + x) * 3;
        int64_t parts[] = {color.r, color.g, color.b};
        for (size_t c = 0; c < 3; ++c) {
          double mixed = pixels_[at + c] * (1 - share) + static_cast<double>(parts[c]) * share;
          pixels_[at + c] = static_cast<uint8_t>(std::lround(mixed));
        }
      }
    }
  }

  int64_t width_, height_;
  Array page_;
  std::span<uint8_t> pixels_;
  PollCounter polls_;
};

}  // namespace

std::unique_ptr<ChartPainter> png_painter(double width, double height) {
  return std::make_unique<PngPainter>(width, height);
}

}  // namespace rille
