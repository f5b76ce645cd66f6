// Source: lines and columns of offsets.
#include "vm/text/source.h"

#include <algorithm>

namespace rille {
namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

}  // namespace

Line line_at(const Source& source, int offset) {
  std::string_view text = source.text;
  auto before = text.substr(0, static_cast<size_t>(offset));
  auto start = before.rfind('\n') + 1;  // npos + 1 == 0: the first line
  auto stop = std::min(text.find('\n', start), text.size());
  return {
      .number = 1 + static_cast<int>(std::ranges::count(before, '\n')),
      .column = 1 + static_cast<int>(std::ranges::count_if(before.substr(start), begins_character)),
      .text = text.substr(start, stop - start),
  };
}

}  // namespace rille
