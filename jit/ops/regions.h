// What the ops with regions share.
#pragma once

#include <string_view>

#include "jit/transforms/parts.h"
#include "jit/transforms/split.h"

namespace rille {

inline Type flag_type() { return {Dtype::boolean, Shape{}}; }

// error[trace] if a region does not take or return the given types.
void check_params(const OpCall& call, const Region& region, const Types& given);
void check_results(const OpCall& call, const Types& got, const Types& wanted,
                   std::string_view what);
Types result_types(const Region& region);
Types slice(const Types& types, size_t first, size_t count);

Var both(Builder& b, Var p, Var q);  // p and q, bools of one type
Var opposite(Builder& b, Var p);
// p broadcast along the axes of shape that follow the axes of p.
Var spread(Builder& b, Var p, const Shape& shape);
// yes where p is true, otherwise no; the axes of p are the first axes of both. For tokens, either.
Var choose(Builder& b, Var p, Var yes, Var no);
// x, whose derivative is propagated only where p is true, so that masked elements cannot introduce
// NaN.
Var guard(Builder& b, Var p, Var x);

// Each region with tangents: (x..., dx where active...) -> (y..., dy where live...). On entry,
// `live` flags the results that need a tangent; on return, those that have one in some region.
Regions jvp_regions(const Regions& regions, const Flags& active, Flags& live);
// Flags of the tangents that exist, and the result of the jvp rule of an op with such regions.
Flags moving(const Vars& tangents);
Vars dual_results(const Vars& both, const Flags& live);

// The transposed regions: (known..., ct where wanted...) -> (ct of linear params where given...).
// On return, `given` flags the cotangents that some region returns.
Regions transpose_regions(const Regions& regions, const Flags& known, const Flags& wanted,
                          Flags& given);

// The flags of the batched inputs of a region, from batch axes that are 0 or -1, and the reverse.
Flags batched_flags(std::span<const int> axes);
std::vector<int> axes_of(const Flags& batched);
Region vmap_region(const Region& region, Extent size, const Flags& in, const Flags& out);

// The rules of an op whose regions take its inputs from number `first` on and return its results.
Vars region_jvp(Builder& b, const Node& node, const Vars& dx, size_t first);
Vars region_transpose(Builder& b, const Node& node, const Vars& cts, size_t first);
Flags region_flow(const Node& node, const Flags& in, TypePredicate carries, size_t first);
std::vector<BatchedVar> region_batch(Builder& b, const Node& node, const Batch& batch,
                                     size_t first);

// The node once for each mapped element, in order: printing is the same as without vmap.
std::vector<BatchedVar> row_by_row(Builder& b, const Node& node, const Batch& batch);

// The batched form of a backward rule (residuals..., cts...) -> (cts...). An input that is not
// batched gets the sum of the cotangents of all mapped elements.
Region vmap_backward(const Region& backward, Extent size, const Flags& in, const Flags& batched);

// The computation of a linear_call.
Graph linear_call_forward(const Node& node);

std::vector<Sample> call_samples();  // (x...) -> (x y + x, tanh y) in several shapes

}  // namespace rille
