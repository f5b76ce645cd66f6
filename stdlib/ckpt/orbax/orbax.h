// Orbax: folders of its checkpoints, read and written.
#pragma once

#include <memory>
#include <string>

#include "stdlib/ckpt/checkpoint.h"
#include "stdlib/ckpt/orbax/held.h"
#include "stdlib/file/location.h"

namespace rille {

// Whether a folder is a checkpoint of Orbax, one of its items, or a folder of its steps.
bool is_orbax(const Location& location);
std::unique_ptr<Checkpoint> open_orbax(const Location& location, const CheckpointWish& wish);

// A tree of arrays by its _METADATA. How its arrays are kept goes into `layout`.
Held orbax_tree(const std::string& folder, std::string& layout);

}  // namespace rille
