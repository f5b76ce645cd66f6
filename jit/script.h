// Script: a graph as functions that a reader knows at once.
#pragma once

#include <string>
#include <vector>

#include "jit/ir.h"
#include "vm/array.h"

namespace rille {

// How the function and its params are called; what is missing has a name made up. A param of one
// number that stands in `known` is no param of the text: the number stands where it is read.
struct ScriptNames {
  std::string function = "f";
  std::vector<std::string> params = {};
  std::vector<Array> known = {};
  bool tells_layers = false;  // a comment where statements begin to be of another layer of a model
};

struct Script {
  std::string text;
  bool runs;  // no `op.NAME(…)` in it, which is what has neither builtin nor operator
};

// The graph as a function of the language, and one for each function that it calls. Where it runs
// it gives the same bits. What nobody reads is left out, and so are checks that an index of the
// text makes again; a check or print shows the values that it shows, but all elements of them.
Script script_of(const Graph& graph, const ScriptNames& names = {});

}  // namespace rille
