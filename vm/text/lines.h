// Lines: the lines of a source, for many places in it.
#pragma once

#include <vector>

#include "vm/text/source.h"

namespace rille {

// Asked for places in the order of the text it takes no more than reading it once; line_at() reads
// from the beginning each time.
class Lines {
 public:
  explicit Lines(const Source& source);
  Line at(int offset);

 private:
  std::string_view text_;
  std::vector<int> begins_;
  int offset_ = 0, line_ = 0, column_ = 0;  // of the place asked for last, from 0
};

}  // namespace rille
