// Reads the text of nests.
#pragma once

#include <string>
#include <string_view>

#include "jit/nest.h"

namespace rille::diff {

struct NestText {
  Nest nest;
  std::string schedule;  // the text behind that of the nest
};

// The nest that text(ScheduledNest) printed. error[syntax] with the line where it is not one. Where
// the text does not say to which axis of a product a loop of one iteration belongs, it is one that
// the element of the product does not have.
NestText parse_nest(std::string_view text);

}  // namespace rille::diff
