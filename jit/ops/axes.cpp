// Factor rules that many primitives share.
#include "jit/ops/axes.h"

#include "jit/ops/sliding.h"

namespace rille {
namespace {

Factors aligned(const OpCall& call, const Types& out, const Ints& special) {
  Factors made;
  AxisFactors axes = add_axes(made, out[0].shape());
  for (int64_t axis : special) {
    made.factors[static_cast<size_t>(axis)].role = Factor::Role::special;
  }
  made.in.assign(call.in.size(), axes);
  made.out.assign(out.size(), axes);
  return made;
}

// The axes of a value. Axes with a known factor keep it; the others, marked by -1, get new ones.
AxisFactors with_others(Factors& made, const Shape& shape, std::span<const int> known) {
  AxisFactors out;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    int factor = axis < known.size() ? known[axis] : -1;
    out.push_back({factor >= 0 ? factor : made.add(shape[axis], Factor::Role::special)});
  }
  return out;
}

}  // namespace

AxisFactors add_axes(Factors& factors, std::span<const Extent> extents, Factor::Role role) {
  AxisFactors out;
  for (Extent extent : extents) out.push_back({factors.add(extent, role)});
  return out;
}

AxisFactors picked(const AxisFactors& from, const Ints& which) {
  AxisFactors out;
  for (int64_t axis : which) out.push_back(from[static_cast<size_t>(axis)]);
  return out;
}

void append_to(AxisFactors& axes, const AxisFactors& more) {
  axes.insert(axes.end(), more.begin(), more.end());
}

Factors elementwise_factors(const OpCall& call, const Types& out) { return aligned(call, out, {}); }

Factors axis_factors(const OpCall& call, const Types& out) {
  return aligned(call, out, {call.attrs.integer("axis")});
}

Factors reverse_factors(const OpCall& call, const Types& out) {
  return aligned(call, out, call.attrs.ints("axes"));
}

Factors folded_factors(const OpCall& call, Scalar combiner) {
  Factors made{.combiner = combiner};
  const Ints& axes = call.attrs.ints("axes");
  AxisFactors all = add_axes(made, call.in[0].shape()), kept;
  for (size_t axis = 0; axis < all.size(); ++axis) {
    if (contains(axes, static_cast<int64_t>(axis))) {
      made.factors[axis].role = Factor::Role::summed;
    } else {
      kept.push_back(all[axis]);
    }
  }
  made.in = {all};
  made.out = {kept};
  return made;
}

Factors leading_factors(const OpCall& call, const Types& out, int count) {
  Factors made;
  std::vector<int> known;
  for (int axis = 0; axis < count; ++axis) known.push_back(made.add(call.in[0].extent(axis)));
  for (const Type& type : call.in) made.in.push_back(with_others(made, type.shape(), known));
  for (const Type& type : out) made.out.push_back(with_others(made, type.shape(), known));
  return made;
}

Factors matrix_factors(const OpCall& call, const Types& out) {
  return leading_factors(call, out, call.in[0].rank() - 2);
}

Factors key_factors(const OpCall& call, const Types& out) {
  return leading_factors(call, out, std::min(call.in[0].rank(), out[0].rank()));
}

Factors kept_factors(const OpCall& call, const Types& out, const Flags& kept) {
  Factors made;
  std::vector<int> known;
  for (size_t axis = 0; axis < kept.size(); ++axis) {
    known.push_back(kept[axis] ? made.add(out[0].shape()[axis]) : -1);
  }
  for (const Type& type : call.in) made.in.push_back(with_others(made, type.shape(), known));
  made.out = {with_others(made, out[0].shape(), known)};
  return made;
}

Factors window_factors(const OpCall& call, const Types& out) {
  WindowDims slide = slide_of(call.attrs);
  Flags still;
  for (size_t i = 0; i < slide.size.size(); ++i) {
    still.push_back(slide.size[i] == 1 && slide.strides[i] == 1 && slide.low[i] == 0 &&
                    slide.high[i] == 0 && slide.base_dilation[i] == 1);
  }
  return kept_factors(call, out, still);
}

}  // namespace rille
