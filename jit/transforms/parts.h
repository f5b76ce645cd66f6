// Helpers shared by the transforms and the rules of regions.
#pragma once

#include <functional>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/transform.h"

namespace rille {

// The results of the graph that depend on the flagged params through values of types for which
// `carries` is true.
using TypePredicate = bool (*)(const Type&);
Flags flow(const Graph& graph, const Flags& params, TypePredicate carries);
bool carries_all(const Type& type);
bool carries_batch(const Type& type);  // all types except tokens

// Emits the nodes of the graph with their tangents into b. A none tangent, in and out, means zero.
struct Duals {
  Vars primal, tangent;
};
Duals jvp_into(Builder& b, const Graph& graph, const Vars& x, const Vars& dx);

// transpose() for a selection of params and results, without building zeros:
// (known params..., cts of the results in `wanted`...) -> (cts of those linear params in `given`).
struct PartialTranspose {
  Graph graph;
  Flags given;  // per linear param
};
PartialTranspose transpose_some(const Graph& graph, const Flags& known, const Flags& wanted,
                                std::string_view fault = bent_derivative);

// Raises error[trace] for a user's function that should be linear: `what`, a condition or a
// non-linear result, depends on a linear input.
[[noreturn]] void decides_by_tangent(std::string_view what, const Origin& origin,
                                     std::string_view fault = bent_derivative);

// Zeros of an array type, or an empty tape, which reads as zeros. built() replaces a none value by
// these.
Var zeros(Builder& b, const Type& type);
Var built(Builder& b, Var v, const Type& type);

// The type with a leading batch axis.
Type batched(const Type& type, Extent size);
// x repeated along a new first axis.
Var repeat(Builder& b, Var x, Extent size);

// A graph with the origin of `like`, built by `body` from params of these types.
using Body = std::function<Vars(Builder&, const Vars& params)>;
Region make_region(const Graph& like, const Types& params, const Body& body);

// The indices at which the flag is `value`.
std::vector<size_t> where(const Flags& flags, bool value = true);

// The items vars[first + i] for which flags[i] is `value`.
Vars pick(const Vars& vars, size_t first, const Flags& flags, bool value = true);
Vars slice(const Vars& vars, size_t first, size_t count);
void append(Vars& vars, const Vars& more);

// What while loops do if the mask is false: run no iteration, or run as without a mask.
enum class MaskedLoopPolicy : uint8_t { stop, run };
// The region with an additional first param, a bool[] mask. If the mask is false, checks do not
// fail, and while loops behave as `loops` says.
Region masked(const Region& region, MaskedLoopPolicy loops = MaskedLoopPolicy::stop);
bool needs_mask(const Region& region,
                MaskedLoopPolicy loops = MaskedLoopPolicy::stop);  // masked() has an effect
Vars emit_masked(Builder& b, const Node& node, Vars in, Var mask,
                 MaskedLoopPolicy loops);  // one node
// Emits a node whose `regions` take the mask as their first param.
Vars emit_with_mask(Builder& b, const Node& node, Vars in, Var mask, Regions regions);

}  // namespace rille
