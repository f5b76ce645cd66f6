// write_orbax: writes checkpoints that Orbax restores.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// Options of the format.
struct OrbaxOptions {
  bool is_third = false;    // zarr 3 if true, otherwise zarr 2
  bool is_database = true;  // OCDBT if true, otherwise a directory for each array
  std::string item = {};    // item of the step; "" if the directory is the tree itself
};

// Writes a tree of arrays, numbers, keys, strings, bools, and nil to a directory. Other parts of
// the structure are stored as a text of stdlib/ckpt/structure.h in the custom metadata. The
// directory is written under a temporary name and renamed; an existing Orbax checkpoint is
// replaced. error[value] if two leaves have the same name in Orbax ("a.b"), or if a key is not a
// valid file name.
void write_orbax(State& state, const std::string& path, const Value& tree,
                 const OrbaxOptions& form);

}  // namespace rille
