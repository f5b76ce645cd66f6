// Shape check: annotated functions, on drawn sizes.
#pragma once

#include <string>
#include <vector>

#include "vm/error.h"
#include "vm/text/source.h"

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

// The same, and what the expressions of such functions are, by the names of sizes: "f32[n, 3*d]",
// an extent that no name says being `_`. Each stands where errors of it would: at the operator, or
// the name of what is called. Of a function it stands at its name, and is its result.
struct ShapeNote {
  Span span;
  std::string type;
};
struct ShapeNotes {
  ShapeFaults faults;
  std::vector<ShapeNote> notes;
};
ShapeNotes shape_notes(const Source& source);

}  // namespace rille
