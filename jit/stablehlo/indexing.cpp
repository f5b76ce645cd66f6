// StableHLO gather, scatter, and related operations.
#include <algorithm>
#include <optional>

#include "jit/op.h"
#include "jit/ops/sliding.h"
#include "jit/ops/window.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

size_t place_in(const Ints& list, int64_t axis) {
  return static_cast<size_t>(std::ranges::find(list, axis) - list.begin());
}

// The dimension numbers that gather and scatter have in common, in the terms of gather.
// `offset_dims` has one entry per axis of the operand that windows keep, and `sizes` one per axis
// of the operand.
struct GatherDims {
  Ints offset_dims, collapsed, operand_batch, index_batch, index_map, sizes;
  int64_t vector_axis = 0;
};

GatherDims numbers_of(const HloOp& op, bool gathers) {
  const HloAttr& all = needed(op, {gathers ? "dimension_numbers" : "scatter_dimension_numbers"});
  auto list = [&](std::string_view name) {
    const HloAttr* found = all.find({name});
    return found == nullptr ? Ints{} : ints_of(*found, op);
  };
  GatherDims out;
  out.offset_dims = list(gathers ? "offset_dims" : "update_window_dims");
  out.collapsed = list(gathers ? "collapsed_slice_dims" : "inserted_window_dims");
  out.operand_batch = list(gathers ? "operand_batching_dims" : "input_batching_dims");
  out.index_batch = list(gathers ? "start_indices_batching_dims" : "scatter_indices_batching_dims");
  out.index_map = list(gathers ? "start_index_map" : "scatter_dims_to_operand_dims");
  Ints axis = list("index_vector_dim");
  out.vector_axis = axis.empty() ? 0 : axis[0];
  return out;
}

// The indices of all elements of all windows: rows [batch..., moving window axes...], with one
// column per indexed axis of the operand.
class WindowIndices {
 public:
  // `all`: every kept window axis is a moving one.
  WindowIndices(HloScope& scope, const HloOp& op, const Type& operand, Var indices,
                GatherDims numbers, bool all)
      : b_(scope.b), op_(op), operand_(operand), numbers_(std::move(numbers)) {
    read(indices);
    for (int axis = 0; axis < operand_.rank(); ++axis) {
      bool kept = !contains(numbers_.collapsed, axis) && !contains(numbers_.operand_batch, axis);
      bool is_indexed =
          contains(numbers_.index_map, axis) || contains(numbers_.operand_batch, axis);
      bool is_whole = size(axis) == operand_.extent(axis).number();
      if (kept) kept_.push_back(axis);
      if (kept && !all && !is_indexed && is_whole) {
        free_.push_back(axis);
        continue;
      }
      if (kept) moving_.push_back(axis);
      axes_.push_back(axis);
    }
    rows_ = batch_;
    for (int64_t axis : moving_) rows_.emplace_back(size(axis));
  }

  const Ints& axes() const { return axes_; }
  const Shape& rows() const { return rows_; }
  int64_t size(int64_t axis) const { return numbers_.sizes[static_cast<size_t>(axis)]; }

  // The index along an axis of the operand. `clamped`: clamped so that the window is in range.
  Var column(int64_t axis, bool clamped) {
    Type type(Dtype::i64, rows_);
    Var out = op::fill(b_, type, int64_t{0});
    if (Var start = this->start(axis, clamped); !start.none()) {
      Ints fresh;
      for (size_t i = batch_.size(); i < rows_.size(); ++i)
        fresh.push_back(static_cast<int64_t>(i));
      out = fresh.empty() ? start : op::broadcast(b_, start, rows_, fresh);
    }
    if (!contains(moving_, axis)) return out;
    auto own = static_cast<int64_t>(batch_.size() + place_in(moving_, axis));
    return op::add(b_, out, op::iota(b_, type, own));
  }

  // Whether each window is in range: bool[rows].
  Var is_inside() {
    Var out = op::fill(b_, Type(Dtype::boolean, batch_), true);
    for (int64_t axis : numbers_.index_map) {
      Var at = start(axis, false);
      Type type = b_.type(at);
      int64_t most = operand_.extent(static_cast<int>(axis)).number() - size(axis);
      out = op::bit_and(b_, out, op::ge(b_, at, op::fill(b_, type, int64_t{0})));
      out = op::bit_and(b_, out, op::le(b_, at, op::fill(b_, type, most)));
    }
    Ints fresh;
    for (size_t i = batch_.size(); i < rows_.size(); ++i) fresh.push_back(static_cast<int64_t>(i));
    return fresh.empty() ? out : op::broadcast(b_, out, rows_, fresh);
  }

  // For each axis of [batch..., kept axes at the positions offset_dims]: its position in [rows...,
  // free axes].
  Ints order() const {
    Ints out;
    int64_t batch = 0;
    auto rank = static_cast<int64_t>(batch_.size() + kept_.size());
    for (int64_t axis = 0; axis < rank; ++axis) {
      if (!contains(numbers_.offset_dims, axis)) {
        if (batch == std::ssize(batch_)) refuse(op_, "offset_dims does not match the shapes");
        out.push_back(batch++);
        continue;
      }
      int64_t own = kept_[place_in(numbers_.offset_dims, axis)];
      size_t place = contains(moving_, own) ? batch_.size() + place_in(moving_, own)
                                            : rows_.size() + place_in(free_, own);
      out.push_back(static_cast<int64_t>(place));
    }
    return out;
  }

 private:
  // The indices as i64[batch..., k].
  void read(Var indices) {
    Type type = b_.type(indices);
    if (!is_integer(type.dtype())) refuse(op_, str("indices are ", type, ", expected integers"));
    int64_t vector = numbers_.vector_axis;
    if (vector < 0 || vector > type.rank())
      refuse(op_, str("index_vector_dim ", vector, " is out of range for ", type));
    Ints order;
    for (int axis = 0; axis < type.rank(); ++axis) {
      if (axis != vector) order.push_back(axis);
    }
    for (int64_t axis : order) batch_.push_back(type.extent(static_cast<int>(axis)));
    Shape shape = batch_;
    if (vector < type.rank()) order.push_back(vector);
    shape.push_back(vector < type.rank() ? type.extent(static_cast<int>(vector)) : Extent(1));
    if (shape.back().number() != std::ssize(numbers_.index_map)) {
      refuse(op_, "the indices need one component per entry of start_index_map");
    }
    indices_ = op::reshape(b_, op::permute(b_, indices, order), shape);
    if (type.dtype() != Dtype::i64) indices_ = op::convert(b_, indices_, Dtype::i64);
    for (const Ints* list : {&numbers_.collapsed, &numbers_.operand_batch, &numbers_.index_map}) {
      for (int64_t axis : *list) {
        if (axis < 0 || axis >= operand_.rank())
          refuse(op_, str("axis ", axis, " is out of range for operand ", operand_));
      }
    }
    if (std::ssize(numbers_.sizes) != operand_.rank())
      refuse(op_, "slice_sizes needs one entry per axis of the operand");
    for (const Ints* list : {&numbers_.collapsed, &numbers_.operand_batch}) {
      for (int64_t axis : *list) {
        if (size(axis) > 1) {
          refuse(op_, str("collapsed or batching axis ", axis, " has window size ", size(axis),
                          ", expected at most 1"));
        }
      }
    }
    auto kept =
        operand_.rank() - std::ssize(numbers_.collapsed) - std::ssize(numbers_.operand_batch);
    if (kept != std::ssize(numbers_.offset_dims))
      refuse(op_, "offset_dims needs one entry per kept window axis");
    if (numbers_.operand_batch.size() != numbers_.index_batch.size())
      refuse(op_, "operand and indices have different numbers of batching dimensions");
  }

  // The start of the windows along an axis, i64[batch...]; none if it is 0.
  Var start(int64_t axis, bool clamped) {
    Type type(Dtype::i64, batch_);
    if (contains(numbers_.operand_batch, axis)) {
      int64_t along = numbers_.index_batch[place_in(numbers_.operand_batch, axis)];
      if (along > numbers_.vector_axis) --along;
      return op::iota(b_, type, along);
    }
    if (!contains(numbers_.index_map, axis)) return {};
    Ints from(batch_.size(), 0), ones(batch_.size() + 1, 1);
    from.push_back(static_cast<int64_t>(place_in(numbers_.index_map, axis)));
    Shape one = batch_;
    one.emplace_back(1);
    Var out = op::reshape(b_, op::slice(b_, indices_, from, one, ones), batch_);
    if (!clamped) return out;
    int64_t most = operand_.extent(static_cast<int>(axis)).number() - size(axis);
    out = op::min(b_, out, op::fill(b_, type, std::max<int64_t>(most, 0)));
    return op::max(b_, out, op::fill(b_, type, int64_t{0}));
  }

  Builder& b_;
  const HloOp& op_;
  Type operand_;
  GatherDims numbers_;
  Var indices_ = {};
  Shape batch_ = {}, rows_ = {};
  Ints kept_ = {}, moving_ = {}, free_ = {}, axes_ = {};
};

// Whether op::gather can read the windows: one index along each indexed axis, and all other axes
// complete and in the last positions.
bool is_plain(const GatherDims& numbers, const Type& operand, const Type& indices) {
  int64_t rows = indices.rank() - 1;
  if (numbers.index_map.empty() || !numbers.operand_batch.empty()) return false;
  if (numbers.vector_axis != rows || std::ssize(numbers.sizes) != operand.rank()) return false;
  if (indices.extent(static_cast<int>(rows)).number() != std::ssize(numbers.index_map))
    return false;
  Ints indexed = numbers.index_map;
  std::ranges::sort(indexed);
  if (indexed != numbers.collapsed) return false;
  for (int axis = 0; axis < operand.rank(); ++axis) {
    int64_t size = numbers.sizes[static_cast<size_t>(axis)];
    bool is_indexed = contains(indexed, axis);
    if (size != (is_indexed ? 1 : operand.extent(axis).number())) return false;
  }
  auto kept = static_cast<size_t>(operand.rank() - std::ssize(indexed));
  return numbers.offset_dims == counted_from(rows, kept);
}

Vars gather(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  Builder& b = scope.b;
  GatherDims numbers = numbers_of(op, true);
  numbers.sizes = ints_of(op, {"slice_sizes"});
  bool is_indexed = b.type(in[1]).rank() > 0 && is_integer(b.type(in[1]).dtype());
  if (is_indexed && is_plain(numbers, b.type(in[0]), b.type(in[1]))) {
    return {op::gather(b, in[0], in[1], numbers.index_map)};
  }
  WindowIndices places(scope, op, b.type(in[0]), in[1], numbers, false);
  Vars columns;
  for (int64_t axis : places.axes()) columns.push_back(places.column(axis, true));
  Var rows;
  if (columns.empty()) {
    Shape shape = places.rows(), own = b.type(in[0]).shape();
    Ints fresh;
    for (size_t i = 0; i < shape.size(); ++i) fresh.push_back(static_cast<int64_t>(i));
    shape.insert(shape.end(), own.begin(), own.end());
    rows = fresh.empty() ? in[0] : op::broadcast(b, in[0], shape, fresh);
  } else {
    rows = op::gather(b, in[0], joined_columns(b, columns), places.axes());
  }
  return {op::permute(b, rows, places.order())};
}

// The window sizes, from the shape of the updates.
Ints window_sizes(const HloOp& op, const Type& operand, const Type& updates,
                  const GatherDims& numbers) {
  Ints out;
  size_t next = 0;
  for (int axis = 0; axis < operand.rank(); ++axis) {
    if (contains(numbers.collapsed, axis) || contains(numbers.operand_batch, axis)) {
      out.push_back(1);
      continue;
    }
    if (next >= numbers.offset_dims.size()) refuse(op, "update_window_dims has too few entries");
    int64_t own = numbers.offset_dims[next++];
    if (own < 0 || own >= updates.rank())
      refuse(op, str("update window axis ", own, " is out of range for ", updates));
    int64_t size = updates.extent(static_cast<int>(own)).number();
    if (size > operand.extent(axis).number()) {
      refuse(op, str("window size ", size, " exceeds axis ", axis, " of ", operand));
    }
    out.push_back(size);
  }
  return out;
}

// The mode of op::scatter for a region of two scalars; none if there is none.
std::optional<std::string> mode_of(const HloRegion& region, Dtype dtype) {
  if (region.params.size() != 2) return std::nullopt;
  bool hands_on = region.ops.size() == 1 && region.ops[0].name == "return";
  if (hands_on && region.ops[0].in == std::vector<std::string>{region.params[1]}) return "set";
  std::string_view name = combiner_of(region);
  if (dtype == Dtype::boolean) {
    if (name == "and" || name == "minimum" || name == "multiply") return "min";
    if (name == "or" || name == "maximum" || name == "add") return "max";
    return std::nullopt;
  }
  if (name == "add") return "add";
  if (name == "multiply") return "mul";
  if (is_complex(dtype)) return std::nullopt;
  if (name == "maximum") return "max";
  if (name == "minimum") return "min";
  return std::nullopt;
}

Ints inverse(const Ints& order) {
  Ints out(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    out[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  return out;
}

// x with one more row along an axis, which receives the updates that are out of range.
Var with_room(Builder& b, Var x, int64_t axis) {
  Ints none(static_cast<size_t>(b.type(x).rank()), 0), one = none;
  one[static_cast<size_t>(axis)] = 1;
  return op::pad(b, x, or_zeros(b, {}, b.type(x).with(Shape{})), none, one, none);
}
Var without_room(Builder& b, Var x, const Shape& shape) {
  Ints none(shape.size(), 0), ones(shape.size(), 1);
  return op::slice(b, x, none, shape, ones);
}

Vars scatter(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 3);
  Builder& b = scope.b;
  if (op.regions.size() != 1) refuse(op, "scatter: missing region");
  Type type = b.type(in[0]), updates = b.type(in[2]);
  GatherDims numbers = numbers_of(op, false);
  numbers.sizes = window_sizes(op, type, updates, numbers);
  std::optional<std::string> mode = mode_of(op.regions[0], type.dtype());
  std::optional<WindowIndices> held;
  held.emplace(scope, op, type, in[1], numbers, !mode);
  if (type.count() == 0 || updates.count() == 0) return {in[0]};
  if (held->axes().empty()) held.emplace(scope, op, type, in[1], numbers, true);  // all axes of x
  WindowIndices& places = *held;
  Var given = op::permute(b, in[2], inverse(places.order()));
  if (places.axes().empty() || !mode) {  // element by element
    Var at = op::fill(b, Type(Dtype::i64, places.rows()), int64_t{0});
    for (int64_t axis : places.axes()) {
      Var by = op::fill(b, b.type(at), type.extent(static_cast<int>(axis)).number());
      at = op::add(b, op::mul(b, at, by), places.column(axis, false));
    }
    Var nowhere = op::fill(b, b.type(at), int64_t{-1});
    at = op::select(b, places.is_inside(), at, nowhere);
    Extent count(b.type(at).count());
    Var flat = op::reshape(b, in[0], Shape{Extent(type.count())});
    flat = joined_at(scope, op, op.regions[0], flat, op::reshape(b, at, Shape{count}),
                     op::reshape(b, given, Shape{count}));
    return {op::reshape(b, flat, type.shape())};
  }
  int64_t first = places.axes()[0];
  Vars columns;
  for (int64_t axis : places.axes()) columns.push_back(places.column(axis, false));
  Var beyond = op::fill(b, b.type(columns[0]), type.extent(static_cast<int>(first)).number());
  columns[0] = op::select(b, places.is_inside(), columns[0], beyond);
  Var indices = joined_columns(b, columns);
  Var out = op::scatter(b, with_room(b, in[0], first), indices, given, places.axes(), *mode);
  return {without_room(b, out, type.shape())};
}

// Applies the updates sequentially, by a region that is not a mode of op::scatter.
Var joined_in_turn(HloScope& scope, const HloOp& op, const HloRegion& region, Var x, Var places,
                   Var updates) {
  Builder& b = scope.b;
  HloBody joins = scope.body(region);
  if (joins.graph->results.size() != 1) refuse(op, "the region of an update must return one value");
  Type type = b.type(x), element = type.with(Shape{}), one = type.with(Shape{Extent(1)});
  Builder inner(b.origin());
  Vars args;
  for (Var v : joins.captured) args.push_back(inner.param(b.type(v)));
  Var now = inner.param(type), at = inner.param(Type(Dtype::i64, Shape{}));
  Var update = inner.param(element);
  Var old = op::reshape(inner, op::dynamic_slice(inner, now, {at}, one.shape()), element.shape());
  args.push_back(old);
  args.push_back(update);
  Var made = inline_graph(inner, *joins.graph, args)[0];
  Var is_there = op::ge(inner, at, op::fill(inner, inner.type(at), int64_t{0}));
  Var end = op::fill(inner, inner.type(at), type.extent(0).number());
  is_there = op::bit_and(inner, is_there, op::lt(inner, at, end));
  made = op::reshape(inner, op::select(inner, is_there, made, old), one.shape());
  now = op::dynamic_update_slice(inner, now, made, {at});
  auto body = std::make_shared<const Graph>(std::move(inner).finish({now}));
  return op::scan(b, {joins.captured, {x}, {places, updates}}, body, b.type(places).extent(0),
                  false)[0];
}

constexpr HloRule indexing_table[] = {
    {"gather", gather},
    {"scatter", scatter},
};

}  // namespace

std::span<const HloRule> indexing_rules() { return indexing_table; }

Var joined_at(HloScope& scope, const HloOp& op, const HloRegion& region, Var x, Var places,
              Var updates) {
  Builder& b = scope.b;
  if (region.params.size() != 2) refuse(op, "the region of an update must have two params");
  Type type = b.type(x);
  std::optional<std::string> mode = mode_of(region, type.dtype());
  if (!mode) return joined_in_turn(scope, op, region, x, places, updates);
  Var zero = op::fill(b, b.type(places), int64_t{0});
  Var end = op::fill(b, b.type(places), type.extent(0).number());
  Var is_there = op::bit_and(b, op::ge(b, places, zero), op::lt(b, places, end));
  Var at = op::select(b, is_there, places, end);
  Shape column = b.type(at).shape();
  column.emplace_back(1);
  Var out = op::scatter(b, with_room(b, x, 0), op::reshape(b, at, column), updates, {0}, *mode);
  return without_room(b, out, type.shape());
}

}  // namespace rille
