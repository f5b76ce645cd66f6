// CallTree: the arguments and captures of a call, taken apart.
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
  Array value;         // a host number is weak
  int argument = -1;   // of the call, from 0; -1: a capture
  bool state = false;  // stands in a field marked `var`
};

// What a cache is keyed on. A word is a value, or the address of something that lives as long as
// the State, or the address of something that `pins` or `holders` hold: as long as a key is kept,
// no address in it can come to mean something else. Two keys are equal where all their words are.
struct CacheKey {
  SmallVector<uint64_t, 32> words = {};
  Values pins = {};
  std::vector<std::shared_ptr<const void>> holders = {};  // of a key that is kept: holders_of

  void add(uint64_t word) { words.push_back(word); }
  void add(const void* address) { words.push_back(reinterpret_cast<uintptr_t>(address)); }
  void add(std::string_view text);
  bool operator==(const CacheKey& other) const { return words == other.words; }
};

struct CacheKeyHash {
  size_t operator()(const CacheKey& key) const;
};

// What a traced function is keyed on and fed with. `key` holds prototypes, structures, static
// parts (strings, bools, ranges, the keys of dicts), leaf types and weak bits, and no value of a
// leaf, so that equal keys mean equal traces.
struct CallTree {
  CacheKey key;
  std::vector<Leaf> leaves;
  std::vector<Function> functions;  // closures met, in the order of the walk

  std::vector<Array> values() const;
};

CallTree take_apart(const Function& f, const Values& args);

// What holds the prototypes and layouts whose addresses stand in the key of such a call.
std::vector<std::shared_ptr<const void>> holders_of(const Function& f, const Values& args);

// The paths of a call's instances, in the order of the walk. In the outermost trace each is in the
// argument or capture that it came in; within another one it is where it already was.
using LayerPaths = std::vector<ModulePath>;
LayerPaths layers_of(const Function& f, const Values& args);

// Stands `leaves` in for those of the function's captures while it lives; the arguments with
// theirs are in args().
class CaptureSwap {
 public:
  CaptureSwap(const Function& f, const Values& args, const Values& leaves);
  const Values& args() const { return args_; }
  const LayerPaths& layers() const { return layers_; }

 private:
  Values args_;
  LayerPaths layers_;
  StandIns captures_;
};

}  // namespace rille
