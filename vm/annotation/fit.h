// SizesSeen: what the annotations of emitted text took up.
#pragma once

#include "vm/annotation.h"

namespace rille {

struct SizesSeen {
  std::vector<std::optional<Extent>> bound;  // of each `?`; none: in a choice that was not taken
  std::vector<Extent> given;                 // of each `$`
  int first_struct = 0;                      // the slot of what the first `@` means; 0: any
  int structs = 0;                           // how many `@` there were
};

Misfit misfit_seeing(const Annotation& annotation, lua_State* lua, int slot, SizesSeen& seen);

}  // namespace rille
