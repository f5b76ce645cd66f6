// DiffArguments: the arguments to differentiate by.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/transform/traced.h"

namespace rille {

struct DiffArguments {
  std::vector<size_t> arguments;  // indices of the arguments to differentiate by
  bool one = true;                // `wrt` is a single parameter, not a tuple
  bool aux = false;               // the function returns (value, aux)
};

// `wrt` selects parameters by position or name. Raises error[value] if one does not exist.
DiffArguments wanted_of(const Function& f, const Value& wrt, bool aux);
std::vector<uint64_t> words_of(const DiffArguments& wanted);  // the settings of a Recipe
std::string settings_of(std::string_view transform, const Value& wrt, bool aux);

// Whether a leaf is differentiated. active_of(): the same for each param of the graph.
bool is_wanted(const DiffArguments& wanted, const Leaf& leaf);
std::vector<bool> active_of(const TracedFunction& traced, const CallTree& parts,
                            const DiffArguments& wanted);

// The wanted argument, or the tuple of them, with each active leaf replaced by of(place, leaf) and
// each other leaf by nil. `place` numbers the active leaves in the order of the graph's params.
using ActiveLeafFn = std::function<Value(size_t place, const Leaf& leaf)>;
Value wanted_tree(const DiffArguments& wanted, const Values& args, const CallTree& parts,
                  const TracedFunction& traced, const ActiveLeafFn& of);

// Builtins that other builtins of derivatives call.
Function grad_of(Function f, Value wrt, bool aux);
Function value_and_grad_of(Function f, Value wrt, bool aux);
Value jvp_of(Function f, Value primals, Value tangents);

}  // namespace rille
