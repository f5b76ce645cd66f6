// apply: records an operation in a graph, or runs it.
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

// Decides between recording and execution. While a graph is open on this thread, every primitive is
// recorded in it, even zeros((3,)); otherwise the primitive runs immediately. Input types must be
// exactly those that the rule of the op requires; promotion happens earlier (stdlib/array.h).
// Results are weak if the op has inputs and all of them are weak.
std::vector<Array> apply(const Op& op, std::span<const Array> in, const Attrs& attrs = {},
                         const Regions& regions = {});
Array apply1(const Op& op, std::initializer_list<ArrayRef> in, const Attrs& attrs = {});

// Like apply1. If the op is recorded, its node has this placement; eager code has no placements.
Array apply_placed(Placement placement, const Op& op, std::initializer_list<ArrayRef> in,
                   const Attrs& attrs = {});

// Runs an op whose result is its first operand x with some elements replaced (scatter); x becomes
// the result. Eager code overwrites the memory of x if x is uniquely referenced. If the
// call throws, x is unchanged.
void apply_onto(const Op& op, Array& x, std::span<const Array> rest, const Attrs& attrs);

// In eager code, runs an op on arrays of one shape and scalars, which broadcast to that shape.
// Returns a none array if the device lacks such code or a graph is open.
Array apply_spread(const Op& op, std::initializer_list<ArrayRef> in);

// An open graph. Graphs are opened and closed in stack order on one thread; the destructor closes
// the graph. A concrete Array, or a traced one of an outer graph, that is used by an op becomes a
// hidden input: one parameter per array. Host scalars become constants.
class Trace {
 public:
  // `origin` returns the source position of the next node. It is called often, so it must be cheap.
  explicit Trace(std::function<Origin()> origin);
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // Adds a parameter. All parameters must be added before any op is recorded.
  Array param(Type type, bool weak = false);

  // Returns the recorded graph. Its parameters are those of param(), then one per entry of
  // captures(). Nothing may be recorded afterwards.
  Graph finish(std::span<const Array> results);
  const std::vector<Array>& captures() const;  // the arrays of hidden inputs, in order

  Builder& builder();
  Var var_of(const Array& array);  // captures an array that is not of this graph
  Array array_of(Var var, bool weak = false) const;
  bool owns(const Array& array) const;

  // The parameters on which a traced value depends, as indices in the order of param() and
  // captures().
  std::vector<size_t> sources_of(const Array& array) const;

  // mark() returns the current position of the recording, and forget() reverts to it: everything
  // recorded since is dropped, including checks, prints, and captures. Arrays recorded since must
  // not be used again.
  struct Savepoint {
    size_t nodes, captures;
  };
  Savepoint mark() const;
  void forget(const Savepoint& mark);

  Origin place() const;  // the current source position

  static Trace* innermost();  // null: no graph is open, and code runs eagerly
  static size_t depth();
  static bool have_effects();  // whether an open graph has a check or a print
  static int outermost();      // a unique number of the outermost trace; 0: no graph is open

 private:
  struct State;
  std::unique_ptr<State> state_;
  friend struct TraceStack;
};

// Inlines a finished graph into the open graph. If no graph is open, compiles and runs it; the
// device caches executables by the canonical hash of the graph.
std::vector<Array> run_graph(const Graph& graph, std::span<const Array> args);

}  // namespace rille
