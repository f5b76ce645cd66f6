// Stepped: a call, node by node, for who looks on.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "jit/graph.h"
#include "stdlib/transform/traced.h"

namespace rille {

// A node that has run, of the traced graph or of a region: the body of a loop, the branch that was
// taken. Of a node that holds regions these are told of first, then the whole.
struct Step {
  const Node& node;
  std::span<const Array> in, out;
  std::span<const int64_t> turns;  // of each loop around it, outermost first, from 0

  bool is_whole() const;  // of one that holds regions
};

class Onlooker {
 public:
  virtual ~Onlooker() = default;
  virtual void see(const Step& step) = 0;
  virtual void see_results(std::span<const Array>) {}  // of the whole call, at its end
};

// Runs the graph node by node; its inputs and results as those of compiled code.
std::vector<Array> run_stepped(const Graph& graph, std::span<const Array> in, Onlooker& who);

// Calls f as it is traced, without fusing or rewriting anything, so that each node is an operation
// of the script or of a derivative. The values are those of eager code. Within a trace f is called
// as it is, and nobody looks on.
Values call_stepped(const Function& f, const Values& args, std::string_view name, Onlooker& who);

// Where a node stands: "model.rille:12:7", the text of that line, and through which transforms it
// came to be, innermost first: "jvp < transpose"; "" each where that is not known.
struct StepPlace {
  std::string place, code, through;
};
StepPlace place_of(const State& state, const Origin& origin);

}  // namespace rille
