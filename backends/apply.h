// apply: appends to the innermost open graph, else runs now.
#pragma once

#include <functional>
#include <initializer_list>
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
// The results are weak where there are inputs and all of them are.
std::vector<Array> apply(const Op& op, std::span<const Array> in, const Attrs& attrs = {},
                         const Regions& regions = {});
Array apply1(const Op& op, std::initializer_list<ArrayRef> in, const Attrs& attrs = {});

// Of an op whose result is its first operand with some elements replaced (scatter): x becomes the
// result. In eager code the memory of x is overwritten where x is sole. Unchanged if it throws.
void apply_onto(const Op& op, Array& x, std::span<const Array> rest, const Attrs& attrs);

// In eager code, of scalars and arrays of one shape: the op with each scalar in place of an array
// of that shape. None where there is no code for that, or a graph is open.
Array apply_spread(const Op& op, std::initializer_list<ArrayRef> in);

// An open graph. Opened and closed in stack order on one thread; the destructor closes it.
// A concrete Array, or a traced one of an outer open graph, that an op meets becomes a hidden
// input: a param of its own, made once for each. Host numbers become constants.
class Trace {
 public:
  // `origin` is asked for the place of each node; called often, so it must be cheap.
  explicit Trace(std::function<Origin()> origin);
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // A parameter, in order; all of them come before anything else is recorded.
  Array param(Type type, bool weak = false);

  // The graph of what was recorded: params, then one param per entry of captures(). Recording may
  // not go on after it.
  Graph finish(std::span<const Array> results);
  const std::vector<Array>& captures() const;  // what hidden inputs stand for, in order

  Builder& builder();
  Var var_of(const Array& array);  // of this graph; captures what is not
  Array array_of(Var var, bool weak = false) const;
  bool owns(const Array& array) const;

  // The params that a traced value depends on, as places in the order of param() and captures().
  std::vector<size_t> sources_of(const Array& array) const;

  // Where recording stands, and back there: what was recorded since is forgotten, checks and prints
  // and the captures that it made included. No array of it may be used again.
  struct Mark {
    size_t nodes, captures;
  };
  Mark mark() const;
  void forget(const Mark& mark);

  Origin place() const;  // of the script, now

  static Trace* innermost();  // null: nothing is open, code runs eagerly
  static size_t depth();
  static bool have_effects();  // whether an open graph has a check or a print
  static int outermost();      // a number of its own for each outermost trace; 0: nothing is open

 private:
  struct State;
  std::unique_ptr<State> state_;
  friend struct OpenTraces;
};

// Inlines a finished graph where we stand: into the open graph, or by compiling and running it
// (the device caches by the graph's canonical hash) when none is open.
std::vector<Array> run_graph(const Graph& graph, std::span<const Array> args);

}  // namespace rille
