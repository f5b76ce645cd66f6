// LineIndex: an index, and the last position that was queried.
#include "vm/text/lines.h"

#include <algorithm>

namespace rille {

LineIndex::LineIndex(const Source& source) : text_(source.text), begins_{0} {
  for (size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') begins_.push_back(static_cast<int>(i) + 1);
  }
}

Line LineIndex::at(int offset) {
  offset = std::min(offset, static_cast<int>(text_.size()));  // the text may be dropped
  auto behind = std::ranges::upper_bound(begins_, offset);
  int line = static_cast<int>(behind - begins_.begin()) - 1;
  int begin = *(behind - 1);
  bool goes_on = line_ == line && offset_ <= offset && offset_ >= begin;
  if (!goes_on) {
    offset_ = begin;
    line_ = line;
    column_ = 0;
  }
  auto start = static_cast<size_t>(begin), from = static_cast<size_t>(offset_);
  std::string_view since = text_.substr(from, static_cast<size_t>(offset) - from);
  column_ += static_cast<int>(std::ranges::count_if(
      since, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
  offset_ = offset;
  auto stop = behind == begins_.end() ? text_.size() : static_cast<size_t>(*behind) - 1;
  return {.number = line + 1, .column = column_ + 1, .text = text_.substr(start, stop - start)};
}

}  // namespace rille
