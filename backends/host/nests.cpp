// Loop nests of elementwise operations and reductions.
#include "backends/host/nests.h"

#include <algorithm>

#include "jit/bounds.h"
#include "jit/graph.h"
#include "jit/op.h"

namespace rille {
namespace {

Access plain(int buffer, int64_t stride = 1) {
  Access out{.buffer = buffer};
  out.strides.emplace_back(stride);
  return out;
}

// An elementwise loop nest over argument 0 elements, in which scalars are broadcast. Nullopt if the
// code depends on the index.
std::optional<Nest> any_size(const Scalars& code, const Types& in, const Type& out) {
  Nest nest;
  Stage stage{.loops = {Size::argument(0)}, .kept = 1};
  for (const Type& type : in) nest.buffers.push_back(type.dtype());
  nest.buffers.push_back(out.dtype());
  for (const Scalars::ScalarStep& step : code.steps) {
    NestStep made{.name = step.name, .dtype = step.dtype};
    for (int at : step.in) made.in.push_back(at);
    if (step.name == Scalar::index || step.name == Scalar::load || step.name == Scalar::extent)
      return std::nullopt;
    if (step.name == Scalar::constant) made.value = step.value;
    if (step.name == Scalar::input) {
      made.name = Scalar::load;
      auto number = std::get<int64_t>(step.value);
      bool serves_all = out.rank() > 0 && in[static_cast<size_t>(number)].rank() == 0;
      made.access = plain(static_cast<int>(number), serves_all ? 0 : 1);
    }
    stage.code.push_back(std::move(made));
  }
  stage.stores.push_back(
      {static_cast<int>(code.steps.size()) - 1, plain(static_cast<int>(in.size()))});
  nest.stages.push_back(std::move(stage));
  return nest;
}

// The form of a reduction along adjacent axes, and the arguments of its loop nest. `all`: the
// number of terms. `rows`: the numbers of rows and of terms. `columns`: the numbers of columns and
// of terms. `middle`: the outer extent, columns, terms, and columns times terms.
enum class ReductionLayout : uint8_t { all, rows, columns, middle };

Nest any_fold(const Reduce& reduce, Dtype dtype, Dtype out, ReductionLayout folded) {
  Stage stage{.form = StageForm::fold, .kept = 1};
  stage.combiner = reduce.combiner;
  bool widens = accumulates(reduce.combiner) && is_float(dtype) && dtype != Dtype::f64;
  stage.sum_dtype = widens ? Dtype::f32 : dtype;
  NestStep load{.name = Scalar::load, .dtype = dtype};
  Store store{.step = 1, .access = {.buffer = 1}};
  switch (folded) {
    case ReductionLayout::all:
      stage.kept = 0;
      load.access.strides = {1};
      store.access.strides = {0};
      break;
    case ReductionLayout::rows:
      load.access.strides = {Size::argument(1), 1};
      store.access.strides = {1, 0};
      break;
    case ReductionLayout::columns:
      load.access.strides = {1, Size::argument(0)};
      store.access.strides = {1, 0};
      break;
    case ReductionLayout::middle:
      stage.kept = 2;
      load.access.strides = {Size::argument(3), 1, Size::argument(1)};
      store.access.strides = {Size::argument(1), 1, 0};
      break;
  }
  for (int arg = 0; arg < stage.kept + 1; ++arg) stage.loops.push_back(Size::argument(arg));
  stage.code = {load, {.name = Scalar::folded, .dtype = out}};
  stage.folded = 0;
  stage.stores.push_back(store);
  Nest nest{.buffers = {dtype, out}};
  nest.stages.push_back(std::move(stage));
  return nest;
}

// The extents before, within, and after a run of adjacent axes; nullopt if the axes are not
// adjacent.
struct AxisSplit {
  int64_t outer = 1, folded = 1, inner = 1;
};
std::optional<AxisSplit> parts_of(const Type& type, Ints axes) {
  std::ranges::sort(axes);
  if (axes.empty() || axes.back() - axes.front() + 1 != std::ssize(axes)) return std::nullopt;
  AxisSplit out;
  Ints extents = type.ints();
  for (int64_t axis = 0; axis < std::ssize(extents); ++axis) {
    int64_t& part = axis < axes.front() ? out.outer : axis > axes.back() ? out.inner : out.folded;
    part *= extents[static_cast<size_t>(axis)];
  }
  return out;
}

// Large extremum reductions, and reductions of columns beyond the caches, use specialized code with
// constant extents.
bool has_any_size(const Reduce& reduce, const Type& x, const AxisSplit& parts) {
  if (reduce.scan) return false;
  if (!accumulates(reduce.combiner)) {
    return !gives_place(reduce.combiner) && x.count() < bound::worth_pieces;
  }
  return parts.inner == 1 || x.count() < bound::far_columns;
}

std::optional<SizedNest> fold_of(const Reduce& reduce, const Type& x, Dtype out) {
  auto parts = parts_of(x, reduce.axes);
  if (!parts || !has_any_size(reduce, x, *parts)) return std::nullopt;
  auto made = [&](ReductionLayout folded, std::vector<int64_t> sizes) {
    return SizedNest{any_fold(reduce, x.dtype(), out, folded), std::move(sizes)};
  };
  auto [outer, folded, inner] = *parts;
  if (inner > 1 && outer == 1) return made(ReductionLayout::columns, {inner, folded});
  if (inner > 1) return made(ReductionLayout::middle, {outer, inner, folded, inner * folded});
  bool is_one = outer == 1 && folded >= bound::worth_pieces;
  if (is_one) return made(ReductionLayout::all, {folded});
  return made(ReductionLayout::rows, {outer, folded});
}

bool has_elements(const Type& type) {
  return type.form() == TypeForm::array && !is_complex(type.dtype()) && type.count() > 0;
}

}  // namespace

std::optional<SizedNest> sized_nest(const Graph& graph, const Types& in) {
  const Node& node = graph.nodes[0];
  if (!node.op->lower || !node.regions.empty() || node.out.size() != 1) return std::nullopt;
  if (!std::ranges::all_of(graph.types, has_elements)) return std::nullopt;
  Types whole = graph.types_of(node.in);
  Type out = graph.type(node.out[0]);
  Lowering lowering = node.op->lower.fn({whole, node.attrs, node.regions, node.origin});
  if (auto* reduce = std::get_if<Reduce>(&lowering)) {
    return fold_of(*reduce, whole[0], out.dtype());
  }
  auto* point = std::get_if<Pointwise>(&lowering);
  bool same = std::ranges::all_of(whole, [&](const Type& x) { return x.shape() == out.shape(); });
  auto nest = point != nullptr && same ? any_size(point->code, in, out) : std::nullopt;
  if (!nest) return std::nullopt;
  return SizedNest{std::move(*nest), {out.count()}};
}

}  // namespace rille
