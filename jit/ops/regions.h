// What the records of ops with regions share.
#pragma once

#include <string_view>

#include "jit/transforms/parts.h"
#include "jit/transforms/split.h"

namespace rille {

inline Type flag_type() { return {Dtype::boolean, Shape{}}; }

// The types a region takes and gives, or error[trace] where they are others.
void check_params(const Call& call, const Region& region, const Types& given);
void check_results(const Call& call, const Types& got, const Types& wanted, std::string_view what);
Types result_types(const Region& region);
Types slice(const Types& types, size_t first, size_t count);

Var both(Builder& b, Var p, Var q);  // p and q, bools of one type
Var opposite(Builder& b, Var p);
// p repeated along the axes of shape that stand behind p's own.
Var spread(Builder& b, Var p, const Shape& shape);
// yes where p holds, else no; p's axes are the first of theirs. Of two tokens either will do.
Var choose(Builder& b, Var p, Var yes, Var no);
// x, whose derivative is passed only where p holds: rows that do not count cannot bring in a NaN.
Var guard(Builder& b, Var p, Var x);

// Each region with tangents: (x..., dx where active...) -> (y..., dy where live...). `live` comes
// in with the results that must have a tangent and goes out with those that have one somewhere.
Regions jvp_regions(const Regions& regions, const Flags& active, Flags& live);
// The tangents that are there, and what jvp rules give for an op made of such regions.
Flags moving(const Vars& tangents);
Vars dual_results(const Vars& both, const Flags& live);

// Regions transposed: (known..., ct where wanted...) -> (ct of linear params where given...);
// `given` goes out with those that any region gives.
Regions transpose_regions(const Regions& regions, const Flags& known, const Flags& wanted,
                          Flags& given);

// Batch axes of a region's inputs, from 0/-1 per input, and flags of it.
Flags batched_flags(std::span<const int> axes);
std::vector<int> axes_of(const Flags& batched);
Region vmap_region(const Region& region, Extent size, const Flags& in, const Flags& out);

// The rules of an op whose regions take its inputs from number `first` on and give its results.
Vars region_jvp(Builder& b, const Node& node, const Vars& dx, size_t first);
Vars region_transpose(Builder& b, const Node& node, const Vars& cts, size_t first);
Flags region_flow(const Node& node, const Flags& in, Carries carries, size_t first);
std::vector<Batched> region_batch(Builder& b, const Node& node, const Batch& batch, size_t first);

// The node once for each row, in order: what prints runs as it would without vmap.
std::vector<Batched> row_by_row(Builder& b, const Node& node, const Batch& batch);

// A backward rule (residuals..., cts...) -> (cts...) for a batch of rows: what is one for all rows
// gets the sum of their cotangents.
Region vmap_backward(const Region& backward, Extent size, const Flags& in, const Flags& batched);

// What a linear_call computes.
Graph linear_call_forward(const Node& node);

std::vector<Sample> call_samples();  // (x...) -> (x y + x, tanh y) in several shapes

}  // namespace rille
