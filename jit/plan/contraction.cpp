// What a product reads in place and what it copies first.
#include "jit/plan/contraction.h"

#include <algorithm>

#include "jit/op.h"
#include "vm/error.h"

namespace rille {
namespace {

int64_t product(const Ints& extents) {
  int64_t out = 1;
  for (int64_t extent : extents) out = checked_product(out, extent);
  return out;
}

Ints pick(const Ints& extents, const Ints& axes) {
  Ints out;
  for (int64_t axis : axes) out.push_back(extents[static_cast<size_t>(axis)]);
  return out;
}

Ints others(size_t rank, const Ints& a, const Ints& b) {
  Ints out;
  for (int64_t axis = 0; axis < static_cast<int64_t>(rank); ++axis) {
    bool taken = std::ranges::count(a, axis) + std::ranges::count(b, axis) > 0;
    if (!taken) out.push_back(axis);
  }
  return out;
}

// The one stride of several axes, counted row-major; none where they do not join.
std::optional<int64_t> joined(const Access& access, const Ints& extents, const Ints& axes) {
  int64_t stride = 0, turns = 1;
  bool any = false;
  for (size_t i = axes.size(); i-- > 0;) {
    auto axis = static_cast<size_t>(axes[i]);
    if (extents[axis] == 1) continue;
    int64_t own = access.strides[axis].number;
    if (!any) stride = own;
    if (any && own != stride * turns) return std::nullopt;
    any = true;
    turns *= extents[axis];
  }
  return stride;
}

}  // namespace

Extents extents_of(const Lowered& lowered, const Node& node, const Contract& contract) {
  Ints left = lowered.graph.type(node.in[0]).ints(), right = lowered.graph.type(node.in[1]).ints();
  Extents out;
  out.batch = pick(left, contract.left_batch);
  out.rows_of = pick(left, others(left.size(), contract.left_batch, contract.left_contracted));
  out.columns_of =
      pick(right, others(right.size(), contract.right_batch, contract.right_contracted));
  out.deep_of = pick(left, contract.left_contracted);
  out.rows = product(out.rows_of);
  out.columns = product(out.columns_of);
  out.deep = product(out.deep_of);
  return out;
}

bool is_fold(const Extents& extents, Dtype dtype) {
  bool thin = extents.rows == 1 || extents.columns == 1;
  bool small = extents.deep == 1;
  return thin || small || extents.deep == 0 || !is_float(dtype);
}

Dtype sum_dtype_of(Dtype dtype) {
  if (dtype == Dtype::f64 || !is_float(dtype)) return dtype;
  return Dtype::f32;
}

// The tile's sums stay in registers beside one row of the right operand and one number of the
// left. Rows are shared out evenly, so that the last tile is not nearly empty.
Tile tile_of(const Machine& machine, Dtype sum, int64_t rows, int64_t columns) {
  int lanes = machine.vector_bytes / static_cast<int>(bytes(sum));
  int vectors = columns > lanes ? 2 : 1;
  int most = machine.vector_registers >= 32 ? (vectors == 2 ? 14 : 24) : (vectors == 2 ? 6 : 12);
  int64_t tiles = (rows + most - 1) / most;
  return {static_cast<int>((rows + tiles - 1) / tiles), lanes * vectors};
}

Side left_of(const Lowered& lowered, const Node& node, const Contract& contract) {
  auto rank = static_cast<size_t>(lowered.graph.type(node.in[0]).rank());
  return {node.in[0], contract.left_batch,
          others(rank, contract.left_batch, contract.left_contracted), contract.left_contracted};
}

Side right_of(const Lowered& lowered, const Node& node, const Contract& contract) {
  auto rank = static_cast<size_t>(lowered.graph.type(node.in[1]).rank());
  return {node.in[1], contract.right_batch,
          others(rank, contract.right_batch, contract.right_contracted), contract.right_contracted};
}

std::optional<Operand> direct(const Lowered& lowered, const InMemory& memory, const Side& side) {
  auto access = strided(lowered, memory, side.value);
  if (!access) return std::nullopt;
  Ints extents = lowered.graph.type(side.value).ints();
  auto across = joined(*access, extents, side.across), deep = joined(*access, extents, side.deep);
  if (!across || !deep) return std::nullopt;
  Operand out{.offset = access->offset, .dtype = lowered.graph.type(side.value).dtype()};
  for (int64_t axis : side.batch) {
    out.batch.push_back(access->strides[static_cast<size_t>(axis)].number);
  }
  out.across = *across;
  out.deep = *deep;
  return out;
}

Packed packed(const Lowered& lowered, const InMemory& memory, const Side& side, Dtype sum,
              int64_t panel, int out_slot) {
  Ints extents = lowered.graph.type(side.value).ints();
  Ints batch = pick(extents, side.batch), across_of = pick(extents, side.across),
       deep_of = pick(extents, side.deep);
  int64_t across = product(across_of), deep = product(deep_of);
  int64_t panels = (across + panel - 1) / panel;
  Ints loops = batch;
  loops.insert(loops.end(), {panels, deep, panel});
  int64_t elements = product(loops);
  auto count = static_cast<int>(loops.size());
  Pull pull(lowered, memory, loops, count);
  Index at = pull.index.add(pull.index.scale(pull.index.loop(count - 3), panel),
                            pull.index.loop(count - 1));
  Place place{extents, std::vector<Index>(extents.size())};
  for (size_t i = 0; i < side.batch.size(); ++i) {
    place.at[static_cast<size_t>(side.batch[i])] = pull.index.loop(static_cast<int>(i));
  }
  auto spread = [&](const Index& whole, const Ints& axes, const Ints& sizes) {
    Ints strides = strides_of(sizes);
    for (size_t i = 0; i < axes.size(); ++i) {
      Index part = pull.index.divide(whole, strides[i]);
      if (i > 0) part = pull.index.remainder(part, sizes[i]);
      place.at[static_cast<size_t>(axes[i])] = part;
    }
  };
  spread(at, side.across, across_of);
  spread(pull.index.loop(count - 2), side.deep, deep_of);
  if (panels * panel != across) {
    place.guard =
        pull.index.call("lt", Dtype::boolean, {pull.index.step(at), pull.index.constant(across)});
  }
  int step = pull.value(side.value, place);
  if (lowered.graph.type(side.value).dtype() != sum) {
    step = pull.index.call("convert", sum, {step});
  }
  Store store{.step = step};
  store.access.buffer = pull.buffer(out_slot, sum);
  for (int64_t stride : strides_of(loops)) store.access.strides.emplace_back(stride);
  pull.stage.stores.push_back(store);
  Operand operand{
      .dtype = sum, .across = 1, .deep = panel, .panel = panel, .panel_stride = deep * panel};
  Ints strides = strides_of(loops);
  operand.batch.assign(strides.begin(), strides.begin() + std::ssize(batch));
  std::vector<int> slots = std::move(pull.slots);
  Nest nest = pull.nest();
  simplify(nest);
  return {std::move(nest), std::move(slots), operand, elements};
}

}  // namespace rille
