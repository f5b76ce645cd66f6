// Wanted: by which arguments a function is differentiated.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/transform/traced.h"

namespace rille {

struct Wanted {
  std::vector<size_t> arguments;  // which are differentiated
  bool one = true;                // given as one number, not as a tuple
  bool aux = false;               // the function gives (value, aux)
};

// `wrt` names parameters by place or name. error[value] where one is none.
Wanted wanted_of(const Function& f, const Value& wrt, bool aux);
std::vector<uint64_t> words_of(const Wanted& wanted);  // for a recipe's settings
std::string settings_of(std::string_view transform, const Value& wrt, bool aux);

// Whether a leaf is differentiated; which params of the graph are.
bool is_wanted(const Wanted& wanted, const Leaf& leaf);
std::vector<bool> active_of(const Traced& traced, const CallTree& parts, const Wanted& wanted);

// The wanted arguments, or the one, with `of` each active leaf, numbered in the order of the
// graph's params, and nil for the others.
using OfLeaf = std::function<Value(size_t place, const Leaf& leaf)>;
Value wanted_tree(const Wanted& wanted, const Values& args, const CallTree& parts,
                  const Traced& traced, const OfLeaf& of);

// What the builtins of derivatives make of each other.
Function grad_of(Function f, Value wrt, bool aux);
Function value_and_grad_of(Function f, Value wrt, bool aux);
Value jvp_of(Function f, Value primals, Value tangents);

}  // namespace rille
