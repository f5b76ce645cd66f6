// Parts: the arguments and captures of a call, taken apart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vm/function.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

// One leaf of an argument or of a closure's captures.
struct Leaf {
  Array value;         // a host number is weak
  int argument = -1;   // of the call, from 0; -1: a capture
  bool state = false;  // stands in a field marked `var`
};

// What a traced function is keyed on and fed with. `key` holds prototypes, structures, static
// parts, leaf types and weak bits, and no value of a leaf, so that equal keys mean equal traces.
struct Parts {
  std::vector<uint64_t> key;
  std::vector<Leaf> leaves;

  std::vector<Array> values() const;
};

Parts take_apart(const Function& f, const Values& args);

// Stands `leaves` in for those of the function's captures while it lives; the arguments with
// theirs are in args(). In the destructor the old captures are back.
class Standing {
 public:
  Standing(const Function& f, const Values& args, const std::vector<Value>& leaves);
  ~Standing();
  Standing(const Standing&) = delete;
  Standing& operator=(const Standing&) = delete;
  const Values& args() const { return args_; }

 private:
  Values args_;
  std::vector<std::pair<Function, Values>> old_;
};

}  // namespace rille
