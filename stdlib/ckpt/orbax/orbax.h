// Orbax: reads checkpoint directories.
#pragma once

#include <memory>
#include <string>

#include "stdlib/ckpt/checkpoint.h"
#include "stdlib/ckpt/orbax/store_tree.h"
#include "stdlib/file/location.h"

namespace rille {

// Whether a directory is an Orbax checkpoint, an item of one, or a directory of steps.
bool is_orbax(const Location& location);
std::unique_ptr<Checkpoint> open_orbax(const Location& location, const CheckpointOptions& wish);

// Reads a tree of arrays from its _METADATA, and writes the description of its format to `layout`.
StoreNode orbax_tree(const std::string& folder, std::string& layout);

}  // namespace rille
