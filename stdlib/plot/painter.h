// Painter: what a chart is drawn with, on anything.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stdlib/plot/chart.h"

namespace rille {

// Lengths are in pixels of the page; y grows downwards.
struct ChartText {
  double x, y;       // of the baseline's anchor
  int anchor = 0;    // -1: it begins there, 0: its middle, 1: it ends there
  double size = 11;  // of the letters
  Color color = {51, 51, 51};
  bool upward = false;  // written from below to above
};

class Painter {
 public:
  virtual ~Painter() = default;
  // A chart's own corner from now on.
  void move_to(double x, double y) { left_ = x, top_ = y; }

  virtual void rect(double x, double y, double w, double h, Color color) = 0;
  virtual void line(double x0, double y0, double x1, double y1, Color color, double width) = 0;
  virtual void curve(const std::vector<std::pair<double, double>>& points, Color color,
                     double width) = 0;
  // A band from x0 to x1, pale enough to see what lies below it.
  struct Span {
    double x0, x1, low0, low1, high0, high1;
  };
  virtual void band(const std::vector<Span>& spans, Color color) = 0;
  virtual void dot(double x, double y, double radius, Color color) = 0;
  virtual void text(std::string_view words, const ChartText& at) = 0;
  // Pixels of three bytes, row by row.
  virtual void picture(double x, double y, double w, double h, const ChartPixels& pixels) = 0;
  virtual std::string file() = 0;  // the bytes of the page

 protected:
  double left_ = 0, top_ = 0;
};

constexpr double chart_width = 640, chart_height = 400;

struct ChartSize {
  double width = chart_width, height = chart_height;
};
void draw_chart(const Chart& chart, ChartSize size, Painter& painter);

// Rows of a letter of 5 x 7 from the top, a bit a pixel, the left one the highest of five; a box
// where the font has none.
std::array<unsigned char, 7> glyph_of(char32_t code);

std::unique_ptr<Painter> svg_painter(double width, double height);
std::unique_ptr<Painter> png_painter(double width, double height);

}  // namespace rille
