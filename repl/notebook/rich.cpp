// rich_of(): the MIME types of a value depend on its kind.
#include "repl/notebook/rich.h"

#include <algorithm>

#include "repl/notebook/html.h"
#include "repl/prompt/show.h"
#include "stdlib/base64.h"
#include "stdlib/image.h"
#include "stdlib/plot.h"

namespace rille {
namespace {

// A heat map with thousands of cells would take megabytes as SVG.
constexpr size_t largest_svg = size_t{128} << 10;

bool is_picture(const Value& value) {
  bool fits = value.is_array() && !value.array().is_traced() && value.array().rank() == 3 &&
              value.array().dtype() == Dtype::u8;
  if (!fits) return false;
  constexpr int64_t least = 8, most = 1 << 14;
  Ints sizes = value.array().type().ints();
  auto is_side = [&](int64_t side) { return side >= least && side <= most; };
  bool has_colors = sizes[2] == 1 || sizes[2] == 3 || sizes[2] == 4;
  return has_colors && is_side(sizes[0]) && is_side(sizes[1]);
}

std::string plain_of(const Value& value) {
  constexpr int columns = 80, rows = 12;
  if (is_chart(value)) return chart_text(value, columns, rows, false);
  if (is_picture(value)) return note_of(value.array());
  ShownText shown = shown_text(value);
  std::string out = shown.text + shown.note;
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

// Adds an image. A small image is enlarged by an integer factor.
void add_picture(RichDisplay& rich, const Array& x) {
  constexpr int64_t small = 160;
  Ints sizes = x.type().ints();
  int64_t factor = std::max<int64_t>(1, small / std::max(sizes[0], sizes[1]));
  rich.height = sizes[0] * factor;
  rich.width = sizes[1] * factor;
  rich.forms.emplace_back("image/png", base64(png_bytes(x)));
}

}  // namespace

RichDisplay rich_of(const Value& value) {
  RichDisplay out;
  out.forms.emplace_back("text/plain", plain_of(value));
  if (is_chart(value)) {
    out.forms.emplace_back("image/png", base64(chart_png(value)));
    std::string svg = chart_svg(value);
    if (svg.size() <= largest_svg) out.forms.emplace_back("image/svg+xml", std::move(svg));
  } else if (is_picture(value)) {
    add_picture(out, value.array());
  } else if (std::string html = html_of(value); !html.empty()) {
    out.forms.emplace_back("text/html", std::move(html));
  }
  return out;
}

}  // namespace rille
