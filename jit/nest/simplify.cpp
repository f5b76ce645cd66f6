// Fewer, longer loops.
#include <algorithm>

#include "jit/nest/pull.h"

namespace rille {
namespace {

template <class F>
void each_access(Nest& nest, F f) {
  for (NestStep& step : nest.code) {
    if (step.name == "load") f(step.access);
  }
  for (Store& store : nest.stores) f(store.access);
}

bool counted(const Nest& nest, size_t loop) {
  return std::ranges::any_of(nest.code, [&](const NestStep& step) {
    return step.name == "loop" && step.loop == static_cast<int>(loop);
  });
}

// Removes the loop; counters above it move down by one, its own becomes 0.
void drop(Nest& nest, size_t loop) {
  nest.loops.erase(nest.loops.begin() + static_cast<std::ptrdiff_t>(loop));
  if (static_cast<int>(loop) < nest.kept) --nest.kept;
  each_access(nest, [&](Access& access) {
    access.strides.erase(access.strides.begin() + static_cast<std::ptrdiff_t>(loop));
  });
  for (NestStep& step : nest.code) {
    if (step.name != "loop") continue;
    if (step.loop == static_cast<int>(loop)) {
      step = {.name = "constant", .dtype = Dtype::i64, .value = int64_t{0}};
    } else if (step.loop > static_cast<int>(loop)) {
      --step.loop;
    }
  }
}

bool joins(Nest& nest, size_t outer) {
  size_t inner = outer + 1;
  bool same_side = (static_cast<int>(outer) < nest.kept) == (static_cast<int>(inner) < nest.kept);
  if (!same_side || counted(nest, outer) || counted(nest, inner)) return false;
  int64_t turns = nest.loops[inner].number;
  bool whole = true;
  each_access(nest, [&](Access& access) {
    whole &= access.strides[outer].number == access.strides[inner].number * turns;
  });
  return whole;
}

}  // namespace

void simplify(Nest& nest) {
  for (size_t i = nest.loops.size(); i-- > 0;) {
    if (nest.loops[i].is(1)) drop(nest, i);
  }
  for (size_t i = nest.loops.size(); i-- > 1;) {
    size_t outer = i - 1;
    if (!joins(nest, outer)) continue;
    nest.loops[i] = nest.loops[i].number * nest.loops[outer].number;
    drop(nest, outer);
  }
}

}  // namespace rille
