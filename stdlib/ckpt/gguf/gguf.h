// GGUF: the model file format of llama.cpp.
#pragma once

#include <memory>
#include <string>

#include "stdlib/ckpt/checkpoint.h"
#include "stdlib/ckpt/orbax/store_tree.h"
#include "stdlib/file/location.h"

namespace rille {

bool is_gguf(const Location& location);
std::unique_ptr<Checkpoint> open_gguf(const Location& location, const CheckpointOptions& wish);

// Inserts the names into the tree and returns the leaf of each; null for a duplicate name. The
// pointers are valid until make_dotted_lists() converts keys 0, 1, 2 … to lists.
std::vector<StoreNode*> places_of_dotted(StoreNode& root, const std::vector<std::string>& names);
void make_dotted_lists(StoreNode& root);

// Writes the arrays under their paths joined by dots, with the axes in reverse order, as GGUF
// requires. `packing` is "", or "q8_0", "q4_0", "q4_k", or "q6_k" to quantize floats with two or
// more axes whose last axis is a multiple of the block size. `meta` is a value that
// GgufMetadataWriter (stdlib/ckpt/gguf/words.h) accepts. The structure that names do not determine
// is stored in the metadata (stdlib/ckpt/structure.h).
void write_gguf(State& state, const std::string& path, const Value& tree,
                const std::string& packing, const Value& meta);

}  // namespace rille
