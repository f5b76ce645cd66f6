// Values that count along an axis.
#include "jit/passes/counting.h"

#include <algorithm>
#include <cstdint>

namespace rille {
namespace {

// Whether the dtype can represent all indices of each axis.
bool counts_as_far(const Type& type) {
  if (!is_integer(type.dtype()) || bits(type.dtype()) < 32) return false;
  return bits(type.dtype()) == 64 || std::ranges::all_of(type.shape(), [](Extent extent) {
           return extent.known() && extent.number() <= INT32_MAX;
         });
}

}  // namespace

std::optional<int64_t> counts_along(const Rewriter& r, Var v) {
  if (!counts_as_far(r.type(v))) return {};
  if (const Node* made = r.made_by(v, convert_op)) return counts_along(r, made->in[0]);
  if (const Node* made = r.made_by(v, iota_op)) return made->attrs.integer("axis");
  if (const Node* made = r.made_by(v, broadcast_op)) {
    std::optional<int64_t> axis = counts_along(r, made->in[0]);
    if (!axis) return {};
    Ints added = made->attrs.ints("axes");
    std::ranges::sort(added);
    for (int64_t one : added) *axis += int64_t{one <= *axis};
    return axis;
  }
  const Node* made = r.made_by(v, reshape_op);
  std::optional<int64_t> axis = made == nullptr ? std::nullopt : counts_along(r, made->in[0]);
  if (!axis) return {};
  // Only axes of size 1 may be added or removed.
  const Shape &from = r.type(made->in[0]).shape(), &to = r.type(v).shape();
  auto wide = [](const Shape& shape) {
    Ints out;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] != Extent(1)) out.push_back(static_cast<int64_t>(i));
    }
    return out;
  };
  Ints before = wide(from), after = wide(to);
  auto at = std::ranges::find(before, *axis);
  if (before.size() != after.size() || at == before.end()) return {};
  for (size_t i = 0; i < before.size(); ++i) {
    if (from[static_cast<size_t>(before[i])] != to[static_cast<size_t>(after[i])]) return {};
  }
  return after[static_cast<size_t>(at - before.begin())];
}

}  // namespace rille
