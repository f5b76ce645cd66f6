// Shape check: annotated functions, on drawn sizes.
#pragma once

#include <string>
#include <vector>

#include "vm/error.h"
#include "vm/source.h"

namespace rille {

// What calls that annotations allow would raise. Each function of the file's top level whose
// parameters are annotated numbers and arrays is traced, twice, with other numbers for the sizes
// that it names each time: error[shape], error[dtype] and error[type] of both times are given, at
// their place in the file. Of the file definitions alone run, and constants that are written down;
// a function that mentions anything else is left out. `source` has no fault that the parser finds.
struct ShapeFaults {
  std::vector<Error> errors;
  std::vector<Source> sources;  // that the errors' spans count
};
ShapeFaults shape_faults(const Source& source);

}  // namespace rille
