// MatchedSizes: the sizes that annotations of texts bind.
#pragma once

#include "vm/annotation.h"

namespace rille {

struct MatchedSizes {
  std::vector<std::optional<Extent>> bound;  // of each `?`; nullopt if not matched
  std::vector<Extent> given;                 // of each `$`
  int first_struct = 0;                      // slot of the struct of the first `@`; 0: any struct
  int structs = 0;                           // number of `@`
};

AnnotationMismatch misfit_seeing(const Annotation& annotation, lua_State* lua, int slot,
                                 MatchedSizes& seen);

}  // namespace rille
