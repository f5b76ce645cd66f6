// Catalog: the primitives by what their samples say.
#pragma once

#include <span>

#include "jit/op.h"

namespace rille::diff {

// An op that takes arrays of any one shape and gives one of that shape.
struct Elementwise {
  const Op* op;
  std::vector<Sample> ways;  // by dtypes and attributes; the shapes say nothing
};

std::span<const Elementwise> elementwise_ops();
std::span<const Op* const> sampled_ops();  // all that graphs may hold, but for the above

bool accepts(const Op& op, const Types& in, const Attrs& attrs, const Regions& regions = {});
// The sample with f64 and c128 in the places of all other floats and complex numbers; nothing where
// it cannot be so.
std::optional<Sample> widened(const Op& op, const Sample& sample);
inline Dtype widened(Dtype dtype) {
  return is_float(dtype) ? Dtype::f64 : is_complex(dtype) ? Dtype::c128 : dtype;
}
bool is_wide(const Graph& graph);  // no other floats

}  // namespace rille::diff
