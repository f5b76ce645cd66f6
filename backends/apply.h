// apply: appends to the innermost open graph, else runs now.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "jit/graph.h"
#include "jit/op.h"
#include "vm/array.h"

namespace rille {

// The one place that decides: while a graph is open on this thread everything is recorded in it
// (zeros((3,)) too), else the primitive runs on the host device now. Inputs are strict: types
// must be what the op's rule wants; promotion is done before (stdlib/array.h).
// Weak bits of the results: set where all array inputs are weak, the op says nothing of it.
std::vector<Array> apply(const Op& op, std::span<const Array> in, const Attrs& attrs = {},
                         const Regions& regions = {});
Array apply1(const Op& op, std::initializer_list<Array> in, const Attrs& attrs = {});

// An open graph. Opened and closed in stack order on one thread; the destructor closes it.
// A concrete Array, or a traced one of an outer open graph, that an op meets becomes a hidden
// input: capture() turns it into a param once and remembers it.
class Trace {
 public:
  // `origin` is asked for the place of each node; called often, so it must be cheap.
  explicit Trace(std::function<Origin()> origin);
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // A parameter, in order; hidden inputs come after all of them in the finished graph.
  Array param(Type type, bool weak = false);

  // Closes and gives the graph: params, then one param per entry of captures().
  Graph finish(std::span<const Array> results);
  const std::vector<Array>& captures() const;  // what hidden inputs stand for, in order

  int number() const;
  Builder& builder();
  Var var_of(const Array& array);  // of this graph; captures what is not

  static Trace* innermost();  // null: nothing is open, code runs eagerly

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Inlines a finished graph where we stand: into the open graph, or by compiling and running it
// (cached by its canonical hash) when none is open.
std::vector<Array> run_graph(const Graph& graph, std::span<const Array> args);

}  // namespace rille
