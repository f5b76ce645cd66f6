// ChartPainter: the interface of the output formats.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stdlib/plot/chart.h"

namespace rille {

// Lengths are in pixels of the page; the y axis points down.
struct ChartText {
  double x, y;       // the anchor on the baseline
  int anchor = 0;    // the anchor is -1: the start, 0: the middle, 1: the end of the text
  double size = 11;  // font size
  Color color = {51, 51, 51};
  bool upward = false;  // rotated to read from bottom to top
};

class ChartPainter {
 public:
  virtual ~ChartPainter() = default;
  // Sets the upper left corner of the current chart.
  void move_to(double x, double y) { left_ = x, top_ = y; }

  virtual void rect(double x, double y, double w, double h, Color color) = 0;
  virtual void line(double x0, double y0, double x1, double y1, Color color, double width) = 0;
  virtual void curve(const std::vector<std::pair<double, double>>& points, Color color,
                     double width) = 0;
  // A translucent band from x0 to x1.
  struct Band {
    double x0, x1, low0, low1, high0, high1;
  };
  virtual void band(const std::vector<Band>& spans, Color color) = 0;
  virtual void dot(double x, double y, double radius, Color color) = 0;
  virtual void text(std::string_view words, const ChartText& at) = 0;
  // Draws RGB pixels in row-major order.
  virtual void picture(double x, double y, double w, double h, const ChartPixels& pixels) = 0;
  virtual std::string file() = 0;  // the bytes of the page

 protected:
  double left_ = 0, top_ = 0;
};

constexpr double chart_width = 640, chart_height = 400;

struct ChartSize {
  double width = chart_width, height = chart_height;
};
void draw_chart(const Chart& chart, ChartSize size, ChartPainter& painter);

// The rows of a glyph of 5 x 7 pixels, from the top. Bit 4 is the leftmost pixel. Characters that
// the font lacks are shown as a box.
std::array<unsigned char, 7> glyph_of(char32_t code);

std::unique_ptr<ChartPainter> svg_painter(double width, double height);
std::unique_ptr<ChartPainter> png_painter(double width, double height);

}  // namespace rille
