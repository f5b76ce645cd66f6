// GGUF: the one file of a model of llama.cpp.
#pragma once

#include <memory>
#include <string>

#include "stdlib/ckpt/checkpoint.h"
#include "stdlib/ckpt/orbax/held.h"
#include "stdlib/file/location.h"

namespace rille {

bool is_gguf(const Location& location);
std::unique_ptr<Checkpoint> open_gguf(const Location& location, const CheckpointWish& wish);

// The places of arrays in the tree of their names, as leaves; null of a name that is there twice.
// They hold until make_dotted_lists() turns 0, 1, 2 … below a name into a list.
std::vector<Held*> places_of_dotted(Held& root, const std::vector<std::string>& names);
void make_dotted_lists(Held& root);

// Arrays by their paths joined by dots, each axis the other way round, as GGUF has it. `packing`:
// "" as they are, else "q8_0", "q4_0", "q4_k" or "q6_k" for floats of two axes or more whose last
// axis is a multiple of the block. `meta`: what GgufWords (stdlib/ckpt/gguf/words.h) takes. What
// the names do not tell of the tree stands in a word of the metadata (stdlib/ckpt/structure.h).
void write_gguf(State& state, const std::string& path, const Value& tree,
                const std::string& packing, const Value& meta);

}  // namespace rille
