// EmitterParts: the parts of the emitter, by construct.
#pragma once

#include "lang/emit/annotations.h"
#include "lang/emit/calls.h"
#include "lang/emit/closures.h"
#include "lang/emit/comparisons.h"
#include "lang/emit/definitions.h"
#include "lang/emit/expressions.h"
#include "lang/emit/literals.h"
#include "lang/emit/native_flow.h"
#include "lang/emit/outlines.h"
#include "lang/emit/patterns.h"
#include "lang/emit/reads.h"
#include "lang/emit/statements.h"
#include "lang/emit/traced_flow.h"
#include "lang/emit/updates.h"

namespace rille::lang {

// Together they write one chunk.
struct EmitterParts {
  explicit EmitterParts(EmitState& w)
      : expressions(w, *this),
        literals(w, *this),
        reads(w, *this),
        updates(w, *this),
        comparisons(w, *this),
        calls(w, *this),
        native(w, *this),
        traced(w, *this),
        closures(w, *this),
        outlines(w, *this),
        patterns(w, *this),
        statements(w, *this),
        definitions(w, *this),
        annotations(w, *this) {}
  EmitterParts(const EmitterParts&) = delete;
  EmitterParts& operator=(const EmitterParts&) = delete;

  Expressions expressions;
  Literals literals;
  ValueReads reads;
  Updates updates;
  Comparisons comparisons;
  Calls calls;
  NativeFlow native;
  TracedFlow traced;
  Closures closures;
  Outlines outlines;
  Patterns patterns;
  Statements statements;
  Definitions definitions;
  Annotations annotations;
};

}  // namespace rille::lang
