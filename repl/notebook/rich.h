// RichDisplay: the representations of a value for a notebook.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vm/value.h"

namespace rille {

// Pairs of MIME type and data, the simplest first; PNG is in base64. `width` and `height` are the
// displayed size of an image in pixels; 0 is its natural size.
struct RichDisplay {
  std::vector<std::pair<std::string, std::string>> forms;
  int64_t width = 0, height = 0;
};

// Returns the representations of a value. Every value has text. A chart has SVG, unless it is
// large, and PNG. An array u8[h, w, c] with c in 1, 3, and 4 and sides of at least 8, as image.load
// returns it, is an image. Other arrays, tables, and trees have HTML.
RichDisplay rich_of(const Value& value);

}  // namespace rille
