// Script: a graph as source code of the language.
#pragma once

#include <string>
#include <vector>

#include "jit/ir.h"
#include "vm/array.h"

namespace rille {

// Names of the function and its params; missing names are generated. A param that has a value in
// `known` (one number) is not a param of the script: the number is written where the param is read.
struct ScriptNames {
  std::string function = "f";
  std::vector<std::string> params = {};
  std::vector<Array> known = {};
  bool tells_layers = false;  // writes a comment at the first statement of each layer of a model
};

struct Script {
  std::string text;
  bool runs;  // false if it contains `op.NAME(…)`, an op without a builtin or operator
};

// The graph as a function of the language, and one function for each function that it calls. A
// script that runs returns the same bits. Dead code is omitted, and so are checks that indexing in
// the script repeats. A check or print shows the same values, but all of their elements.
Script script_of(const Graph& graph, const ScriptNames& names = {});

}  // namespace rille
