// What the transforms and the rules of regions share.
#pragma once

#include <functional>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/transform.h"

namespace rille {

// Which results of the graph the flagged params reach, through values that `carries` takes.
using Carries = bool (*)(const Type&);
Flags flow(const Graph& graph, const Flags& params, Carries carries);
bool carries_all(const Type& type);
bool carries_batch(const Type& type);  // all but tokens

// The graph's nodes with tangents, emitted into b. A none tangent is a zero, in and out.
struct Duals {
  Vars primal, tangent;
};
Duals jvp_into(Builder& b, const Graph& graph, const Vars& x, const Vars& dx);

// transpose() with a choice of params and results, and without building zeros:
// (known params..., cts of the results in `wanted`...) -> (cts of those linear params in `given`).
struct Transposed {
  Graph graph;
  Flags given;  // per linear param
};
Transposed transpose_some(const Graph& graph, const Flags& known, const Flags& wanted,
                          std::string_view fault = bent_derivative);

// error[trace] of what a user wrote as linear: where it decides by what it should be linear in.
[[noreturn]] void decides_by_tangent(std::string_view what, const Origin& origin,
                                     std::string_view fault = bent_derivative);

// Zeros of an array type; an empty tape reads as zeros.
Var zeros(Builder& b, const Type& type);
Var built(Builder& b, Var v, const Type& type);

// A type of the same form, with a batch axis in front.
Type batched(const Type& type, Extent size);
// x repeated along a new first axis.
Var repeat(Builder& b, Var x, Extent size);

// A graph of the same origin made by `body` from params of these types.
using Body = std::function<Vars(Builder&, const Vars& params)>;
Region make_region(const Graph& like, const Types& params, const Body& body);

// The places in `from` (counted from 0) where the flag is `value`.
std::vector<size_t> where(const Flags& flags, bool value = true);

// As many items of `vars` as there are flags, from `first` on, where the flag is `value`.
Vars pick(const Vars& vars, size_t first, const Flags& flags, bool value = true);
Vars slice(const Vars& vars, size_t first, size_t count);
void append(Vars& vars, const Vars& more);

// What loops with an open end do where a mask does not hold: take no iteration, or run all the
// same.
enum class Unmasked : uint8_t { stop, run };
// Takes one param more, first, a bool[] mask: its checks count only where it holds, and its loops
// with an open end stop where it does not.
Region masked(const Region& region, Unmasked loops = Unmasked::stop);
bool needs_mask(const Region& region, Unmasked loops = Unmasked::stop);  // would masked() act?
Vars emit_masked(Builder& b, const Node& node, Vars in, Var mask, Unmasked loops);  // one node
// A node with regions that take the mask first.
Vars emit_with_mask(Builder& b, const Node& node, Vars in, Var mask, Regions regions);

}  // namespace rille
