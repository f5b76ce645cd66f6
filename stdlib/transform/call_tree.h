// CallTree: arguments and captures of a call, flattened.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "vm/call.h"
#include "vm/function.h"
#include "vm/memory/small_vector.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

// One leaf of an argument or of a closure's captures.
struct Leaf {
  Array value;         // a host scalar becomes a weakly typed array
  int argument = -1;   // index of the argument that contains the leaf; -1: a capture
  bool state = false;  // is in a field marked `var`
};

// A cache key. A word is a value, the address of an object that lives as long as the State, or the
// address of an object that `pins` or `holders` own. So no address in a stored key can be reused
// for another object. Two keys are equal if all their words are equal.
struct CacheKey {
  SmallVector<uint64_t, 32> words = {};
  Values pins = {};
  std::vector<std::shared_ptr<const void>> holders = {};  // set for a stored key: holders_of

  void add(uint64_t word) { words.push_back(word); }
  void add(const void* address) { words.push_back(reinterpret_cast<uintptr_t>(address)); }
  void add(std::string_view text);
  bool operator==(const CacheKey& other) const { return words == other.words; }
};

struct CacheKeyHash {
  size_t operator()(const CacheKey& key) const;
};

// The cache key and the inputs of a traced call. `key` contains prototypes, tree structures, static
// values (strings, bools, ranges, keys of dicts), leaf types and weak flags, but no leaf value. So
// equal keys mean equal traces.
struct CallTree {
  CacheKey key;
  std::vector<Leaf> leaves;
  std::vector<Function> functions;  // the closures, in the order of the walk

  std::vector<Array> values() const;
};

CallTree take_apart(const Function& f, const Values& args);

// The owners of the prototypes and layouts whose addresses are in the key of this call.
std::vector<std::shared_ptr<const void>> holders_of(const Function& f, const Values& args);

// The module paths of a call's instances, in the order of the walk. In the outermost trace a path
// is relative to its argument or capture; in a nested trace an instance keeps the path it has.
using LayerPaths = std::vector<ModulePath>;
LayerPaths layers_of(const Function& f, const Values& args);

// Replaces the leaves of the function's captures by `leaves` while this object lives. args() has
// the arguments with their leaves replaced.
class CaptureSwap {
 public:
  CaptureSwap(const Function& f, const Values& args, const Values& leaves);
  const Values& args() const { return args_; }
  const LayerPaths& layers() const { return layers_; }

 private:
  Values args_;
  LayerPaths layers_;
  TracerSubstitution captures_;
};

}  // namespace rille
