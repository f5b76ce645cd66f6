// svg_painter: draws a page as SVG.
#include <cmath>
#include <memory>

#include "stdlib/base64.h"
#include "stdlib/image/picture.h"
#include "stdlib/markup.h"
#include "stdlib/plot/painter.h"
#include "vm/run/running.h"

namespace rille {
namespace {

std::string px(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", x);
  return text.data();
}

std::string rgb(Color c) { return str("rgb(", c.r, ",", c.g, ",", c.b, ")"); }

class SvgPainter : public ChartPainter {
 public:
  SvgPainter(double width, double height)
      : out_(str("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", px(width), " ",
                 px(height), "\" width=\"", px(width), "\" height=\"", px(height),
                 "\" font-family=\"sans-serif\" font-size=\"11\">\n",
                 "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n")) {}

  void rect(double x, double y, double w, double h, Color color) override {
    put(str("<rect x=\"", px(left_ + x), "\" y=\"", px(top_ + y), "\" width=\"", px(w),
            "\" height=\"", px(h), "\" fill=\"", rgb(color), "\"/>\n"));
  }
  void line(double x0, double y0, double x1, double y1, Color color, double width) override {
    put(str("<line x1=\"", px(left_ + x0), "\" y1=\"", px(top_ + y0), "\" x2=\"", px(left_ + x1),
            "\" y2=\"", px(top_ + y1), "\" stroke=\"", rgb(color), "\" stroke-width=\"", px(width),
            "\"/>\n"));
  }
  void curve(const std::vector<std::pair<double, double>>& points, Color color,
             double width) override {
    std::string all;
    for (auto [x, y] : points) all += str(px(left_ + x), ",", px(top_ + y), " ");
    put(str("<polyline fill=\"none\" stroke=\"", rgb(color), "\" stroke-width=\"", px(width),
            "\" stroke-linejoin=\"round\" points=\"", all, "\"/>\n"));
  }
  void band(const std::vector<Band>& spans, Color color) override {
    std::string there, back;
    auto point = [&](double x, double y) { return str(px(left_ + x), ",", px(top_ + y), " "); };
    for (const Band& span : spans) {
      there += point(span.x0, span.low0) + point(span.x1, span.low1);
    }
    for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
      back += point(span->x1, span->high1) + point(span->x0, span->high0);
    }
    put(str("<polygon fill=\"", rgb(color), "\" fill-opacity=\"0.2\" points=\"", there, back,
            "\"/>\n"));
  }
  void dot(double x, double y, double radius, Color color) override {
    put(str("<circle cx=\"", px(left_ + x), "\" cy=\"", px(top_ + y), "\" r=\"", px(radius),
            "\" fill=\"", rgb(color), "\" fill-opacity=\"0.8\"/>\n"));
  }
  void text(std::string_view words, const ChartText& at) override {
    if (words.empty()) return;
    std::string x = px(left_ + at.x), y = px(top_ + at.y);
    put(str("<text x=\"", x, "\" y=\"", y, "\" text-anchor=\"",
            at.anchor < 0   ? "start"
            : at.anchor > 0 ? "end"
                            : "middle",
            "\" fill=\"", rgb(at.color), "\"",
            at.size == 11 ? "" : str(" font-size=\"", px(at.size), "\""),
            at.upward ? str(" transform=\"rotate(-90 ", x, " ", y, ")\"") : "", ">",
            escaped_markup(words), "</text>\n"));
  }
  void picture(double x, double y, double w, double h, const ChartPixels& pixels) override {
    Array all(Type(Dtype::u8,
                   {static_cast<int64_t>(pixels.rows), static_cast<int64_t>(pixels.columns), 3}));
    copy_bytes(all.edit_data(), pixels.rgb.data(), pixels.rgb.size());
    put(str("<image x=\"", px(left_ + x), "\" y=\"", px(top_ + y), "\" width=\"", px(w),
            "\" height=\"", px(h), "\" preserveAspectRatio=\"none\" style=\"image-rendering: ",
            "pixelated\" href=\"data:image/png;base64,", base64(png_bytes(all)), "\"/>\n"));
  }
  std::string file() override { return std::move(out_) + "</svg>\n"; }

 private:
  void put(const std::string& part) {
    polls_.step(2 * out_.size());
    out_ += part;
  }

  std::string out_;
  PollCounter polls_;
};

}  // namespace

std::unique_ptr<ChartPainter> svg_painter(double width, double height) {
  return std::make_unique<SvgPainter>(width, height);
}

}  // namespace rille
