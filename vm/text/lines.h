// LineIndex: the lines of a source, for many positions.
#pragma once

#include <vector>

#include "vm/text/source.h"

namespace rille {

// Queries in ascending order read the text only once in total; line_at() reads from the beginning
// each time.
class LineIndex {
 public:
  explicit LineIndex(const Source& source);
  Line at(int offset);

 private:
  std::string_view text_;
  std::vector<int> begins_;
  int offset_ = 0, line_ = 0, column_ = 0;  // of the last position that was queried, from 0
};

}  // namespace rille
