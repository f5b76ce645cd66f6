// Writes checkpoints that Orbax restores.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// How the arrays are kept, and as which item of a step; "": the folder is the tree itself.
struct OrbaxForm {
  bool is_third = false;    // zarr 3, else 2
  bool is_database = true;  // OCDBT, else a folder for each array
  std::string item = {};
};

// A folder with the tree: arrays and numbers, keys, strings, bools and nil; what else is in it
// stands in a text of stdlib/ckpt/structure.h among the custom metadata. Written aside and
// renamed; a checkpoint of Orbax that is there is replaced. error[value] where two leaves have one
// name in Orbax' words ("a.b"), or one is no name of a file.
void write_orbax(State& state, const std::string& path, const Value& tree, const OrbaxForm& form);

}  // namespace rille
