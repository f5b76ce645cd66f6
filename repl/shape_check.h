// Shape check: traces annotated functions on sample sizes.
#pragma once

#include <string>
#include <vector>

#include "vm/error.h"
#include "vm/text/source.h"

namespace rille {

// Finds errors of calls that the annotations allow. Each top-level function whose parameters are
// annotated numbers and arrays is traced twice, with different numbers for its named sizes. An
// error[shape], error[dtype], or error[type] is returned if both traces raise it. Only definitions
// and literal constants of the file run; functions that use any other name of the file are skipped.
// `source` must not have syntax errors.
struct ShapeFaults {
  std::vector<Error> errors;
  std::vector<Source> sources;  // the sources of the errors' spans
};
ShapeFaults shape_faults(const Source& source);

// The errors, and the types of expressions in terms of named sizes: "f32[n, 3*d]", with `_` for a
// size that cannot be expressed. The span is the operator or the name of the called function, as in
// errors. The note at the name of a function is the type of its result.
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
