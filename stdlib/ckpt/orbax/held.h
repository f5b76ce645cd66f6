// Held: what a folder of Orbax holds, as a tree.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/ckpt/checkpoint.h"
#include "stdlib/ckpt/store.h"
#include "stdlib/ckpt/zarr/zarr.h"

namespace rille {

// An array of a store, or a number that was held in JSON.
constexpr size_t most_orbax_keys = 200;  // of a leaf: as deep as trees are read and written

struct HeldLeaf {
  std::string name = {};  // as paths() writes it
  Type type = {};
  bool is_number = false;
  std::string param = {};  // its name in Orbax, keys joined by dots
  std::string word = {};   // of what no dtype represents, or of a value that is not known
  std::shared_ptr<const ByteStore> store = nullptr;
  Zarr zarr = {};
  Array held = {};
};

// What stands at a place of the tree.
struct Held {
  enum class Form : uint8_t { leaf, fixed, dict, list };
  Form form = Form::dict;
  bool is_set = false;  // it is a leaf, fixed, or empty: nothing may stand below it
  HeldLeaf leaf = {};
  Value fixed = {};                                        // a string, a bool, nil
  std::vector<std::pair<std::string, Held>> below = {};    // of lists by their numbers
  std::map<std::string, size_t, std::less<>> places = {};  // of the keys that at() made
  std::string structure = {};  // what the names below do not tell: stdlib/ckpt/structure.h

  Held& at(const std::string& key);  // the one below it of that key, new where there is none
};

// How the keys of a dict are written in Rille: fields of a record where all are words, ints where
// all are ints, else strings. JAX writes the ints of nnx as strings.
enum class HeldKeys : uint8_t { words, ints, strings };
HeldKeys keys_of(const Held& node);

// Names all leaves by their places, and gives them in the order of these names.
std::vector<HeldLeaf*> named_leaves(Held& root);

// The tree with strings, bools and nil, and for each leaf what `number` says of it.
Value tree_of(State& state, const Held& node,
              const std::function<int64_t(const HeldLeaf&)>& number);

// A checkpoint of what the stores of its leaves hold. `layout`: what it says of its format.
std::unique_ptr<Checkpoint> held_checkpoint(Held root, std::string layout, std::string path);

// JSON as a node: numbers are leaves.
Held held_of_json(const Value& json);

}  // namespace rille
