// Rich: a value in the forms that a notebook may show.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vm/value.h"

namespace rille {

// Its forms by their MIME types, the plainest first; PNG in base64. Of a picture how large it is
// shown, in pixels; 0: as large as it is.
struct Rich {
  std::vector<std::pair<std::string, std::string>> forms;
  int64_t width = 0, height = 0;
};

// A chart is SVG (if it is no large file), PNG and braille; u8[h, w, c] with c of 1, 3 or 4 and
// sides from 8 on, as image.load gives it, is a picture; other arrays, tables and trees are HTML;
// all are text.
Rich rich_of(const Value& value);

}  // namespace rille
