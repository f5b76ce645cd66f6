// StoreNode: the tree of an Orbax or zarr directory.
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

constexpr size_t max_orbax_keys = 200;  // maximum depth of trees, for reading and writing

// An array of a store, or a number of a JSON file.
struct StoreLeaf {
  std::string name = {};  // path as paths() writes it
  Type type = {};
  bool is_number = false;
  std::string param = {};  // name in Orbax: the keys joined by dots
  std::string word = {};   // type of a value that no dtype represents, or that is unknown
  std::shared_ptr<const ByteStore> store = nullptr;
  ZarrArray zarr = {};
  Array held = {};
};

// A node of the tree.
struct StoreNode {
  enum class Kind : uint8_t { leaf, fixed, dict, list };
  Kind form = Kind::dict;
  bool is_set = false;  // whether the node is a leaf, fixed, or empty, and can have no children
  StoreLeaf leaf = {};
  Value fixed = {};  // a string, bool, or nil
  std::vector<std::pair<std::string, StoreNode>> below =
      {};                                                  // children; keys of a list are indices
  std::map<std::string, size_t, std::less<>> places = {};  // index in `below` of each key of at()
  std::string structure = {};  // stored structure of the tree: stdlib/ckpt/structure.h

  StoreNode& at(const std::string& key);  // the child with that key, created if it does not exist
};

// The kind of keys of a dict in Rille: fields of a record if all are words, ints if all are ints,
// and otherwise strings. JAX writes the int keys of nnx as strings.
enum class DictKeyKind : uint8_t { words, ints, strings };
DictKeyKind keys_of(const StoreNode& node);

// Sets the names of all leaves to their paths and returns the leaves, sorted by name.
std::vector<StoreLeaf*> named_leaves(StoreNode& root);

// The tree as a value, with the int `number(leaf)` in place of each leaf.
Value tree_of(State& state, const StoreNode& node,
              const std::function<int64_t(const StoreLeaf&)>& number);

// A checkpoint that reads the leaves from their stores. `layout` is the result of format().
std::unique_ptr<Checkpoint> store_checkpoint(StoreNode root, std::string layout, std::string path);

// Converts JSON to a node; numbers become leaves.
StoreNode held_of_json(const Value& json);

}  // namespace rille
