// StableHLO operations that create arrays or move elements.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "jit/op.h"
#include "jit/ops/loops.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

// The first element as an attribute; none if a fill would not preserve its bits.
std::optional<AttrValue> first_of(const Array& x) {
  std::optional<AttrValue> out;
  with_type(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::same_as<T, bool>) {
      out = x.as<T>()[0];
    } else if constexpr (is_whole<T>) {
      out = static_cast<int64_t>(widen(x.as<T>()[0]));
    } else if constexpr (kind_of<T> == DtypeKind::floating) {
      out = static_cast<double>(widen(x.as<T>()[0]));
    } else if constexpr (kind_of<T> == DtypeKind::complex) {
      out = static_cast<double>(x.as<T>()[0].real());
    }
  });
  if (!out) return out;
  if (auto* number = std::get_if<double>(&*out); number != nullptr && std::isnan(*number)) {
    *number = std::numeric_limits<double>::quiet_NaN();  // the only NaN that a graph can represent
  }
  Builder b;
  Var one = op::fill(b, x.type().with(Shape{}), *out);
  Array made = evaluate(std::move(b).finish({one}), {})[0];
  bool is_it = std::memcmp(made.data(), x.data(), bytes(x.dtype())) == 0;
  return is_it ? out : std::nullopt;
}

Vars constant(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 0);
  Var filled = filled_literal(scope.b, op);
  return {filled.none() ? scope.literal(op) : filled};
}

Vars iota(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 0);
  if (op.types.empty()) refuse(op, "iota: missing result type");
  Type type = op.types[0];
  int64_t axis = integer_of(op, {"dim", "iota_dimension"});
  if (!is_complex(type.dtype())) return {op::iota(scope.b, type, axis)};
  Var real = op::iota(scope.b, type.with(part_of(type.dtype())), axis);
  return {op::complex(scope.b, real, op::fill(scope.b, scope.b.type(real), 0.0))};
}

// Axis i of x is axis dims[i] of the result; an axis of size 1 is broadcast.
Vars broadcast_in_dim(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  if (op.types.empty()) refuse(op, "broadcast_in_dim: missing result type");
  Builder& b = scope.b;
  Type from = b.type(in[0]), to = op.types[0];
  Ints dims = ints_of(op, {"dims", "broadcast_dimensions"});
  if (std::ssize(dims) != from.rank())
    refuse(op, str("dims has ", dims.size(), " entries, expected ", from.rank()));
  Ints order = counted_from(0, static_cast<size_t>(from.rank()));
  std::ranges::sort(order, {}, [&](int64_t axis) { return dims[static_cast<size_t>(axis)]; });
  Var x = std::ranges::is_sorted(order) ? in[0] : op::permute(b, in[0], order);
  Shape kept;
  Ints fresh = counted_from(0, static_cast<size_t>(to.rank()));
  for (int64_t axis : order) {
    int64_t at = dims[static_cast<size_t>(axis)];
    if (at < 0 || at >= to.rank()) refuse(op, str("dims entry ", at, " is out of range for ", to));
    Extent extent = from.extent(static_cast<int>(axis));
    if (extent != to.extent(static_cast<int>(at)) && extent != Extent(1)) {
      refuse(op, str(from, " cannot be broadcast to ", to));
    }
    if (extent != to.extent(static_cast<int>(at))) continue;
    kept.push_back(extent);
    if (std::erase(fresh, at) == 0) refuse(op, str("dims contains axis ", at, " twice"));
  }
  if (kept.size() != static_cast<size_t>(from.rank())) x = op::reshape(b, x, kept);
  return {fresh.empty() ? x : op::broadcast(b, x, to.shape(), fresh)};
}

Vars broadcast(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  Shape shape = shape_of(ints_of(op, {"sizes", "broadcast_sizes"}));
  auto count = static_cast<int64_t>(shape.size());
  const Shape& own = scope.b.type(in[0]).shape();
  shape.insert(shape.end(), own.begin(), own.end());
  return {count == 0
              ? in[0]
              : op::broadcast(scope.b, in[0], shape, counted_from(0, static_cast<size_t>(count)))};
}

Vars reshape(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  if (op.types.empty()) refuse(op, "reshape: missing result type");
  return {op::reshape(scope.b, in[0], op.types[0].shape())};
}

// A shape operand is ignored: the result type has the same sizes, because all sizes are static.
Vars dynamic_shape(HloScope& scope, const HloOp& op, const Vars& in) {
  if (in.empty()) refuse(op, str(op.name, ": missing shape operand"));
  Vars rest(in.begin(), in.end() - 1);
  if (op.name == "dynamic_reshape") return reshape(scope, op, rest);
  if (op.name == "dynamic_iota") return iota(scope, op, rest);
  return broadcast_in_dim(scope, op, rest);
}

Vars transpose(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  return {op::permute(scope.b, in[0], ints_of(op, {"dims", "permutation"}))};
}

Vars reverse(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  return {op::reverse(scope.b, in[0], ints_of(op, {"dims", "dimensions"}))};
}

Vars slice(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  Ints start, limit, step;
  if (const HloAttr* ranges = op.attrs.find({"ranges"})) {
    for (const HloAttr& range : ranges->items) {
      Ints one = ints_of(range, op);
      if (one.size() < 2) refuse(op, "a slice range needs a start and a limit");
      start.push_back(one[0]);
      limit.push_back(one[1]);
      step.push_back(one.size() > 2 ? one[2] : 1);
    }
  } else {
    start = ints_of(op, {"start_indices"});
    limit = ints_of(op, {"limit_indices"});
    step = ints_of(op, {"strides"}, Ints(start.size(), 1));
  }
  if (limit.size() != start.size() || step.size() != start.size()) {
    refuse(op, "slice needs one range per axis");
  }
  Shape size;
  for (size_t i = 0; i < start.size(); ++i) {
    if (step[i] < 1 || limit[i] < start[i] || start[i] < 0)
      refuse(op, str("invalid slice range ", start[i], ":", limit[i], ":", step[i]));
    int64_t span = limit[i] - start[i];
    size.emplace_back(span / step[i] + (span % step[i] != 0));  // span + step may overflow
  }
  return {op::slice(scope.b, in[0], start, size, step)};
}

Vars pad(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  Ints low = ints_of(op, {"low", "edge_padding_low"});
  return {op::pad(scope.b, in[0], in[1], low, ints_of(op, {"high", "edge_padding_high"}),
                  ints_of(op, {"interior", "interior_padding"}, Ints(low.size(), 0)))};
}

Vars concatenate(HloScope& scope, const HloOp& op, const Vars& in) {
  if (in.empty()) refuse(op, "concatenate has 0 operands, expected at least 1");
  return {op::concatenate(scope.b, in, integer_of(op, {"dim", "dimension"}))};
}

Vars dynamic_slice(HloScope& scope, const HloOp& op, const Vars& in) {
  if (in.empty()) refuse(op, "dynamic_slice has 0 operands, expected at least 1");
  Vars starts(in.begin() + 1, in.end());
  return {
      op::dynamic_slice(scope.b, in[0], starts, shape_of(ints_of(op, {"sizes", "slice_sizes"})))};
}

Vars dynamic_update_slice(HloScope& scope, const HloOp& op, const Vars& in) {
  if (in.size() < 2)
    refuse(op, str("dynamic_update_slice has ", in.size(), " operands, expected at least 2"));
  Vars starts(in.begin() + 2, in.end());
  return {op::dynamic_update_slice(scope.b, in[0], in[1], starts)};
}

Vars size_of_axis(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  int64_t axis = integer_of(op, {"dim", "dimension"});
  Type type = scope.b.type(in[0]);
  if (axis < 0 || axis >= type.rank())
    refuse(op, str("axis ", axis, " is out of range for ", type));
  return {
      op::fill(scope.b, Type(Dtype::i32, Shape{}), type.extent(static_cast<int>(axis)).number())};
}

constexpr HloRule movement_table[] = {
    {"broadcast", broadcast},
    {"broadcast_in_dim", broadcast_in_dim},
    {"chlo.constant", constant},
    {"concatenate", concatenate},
    {"constant", constant},
    {"dynamic_broadcast_in_dim", dynamic_shape},
    {"dynamic_iota", dynamic_shape},
    {"dynamic_reshape", dynamic_shape},
    {"dynamic_slice", dynamic_slice},
    {"dynamic_update_slice", dynamic_update_slice},
    {"get_dimension_size", size_of_axis},
    {"iota", iota},
    {"pad", pad},
    {"reshape", reshape},
    {"reverse", reverse},
    {"slice", slice},
    {"transpose", transpose},
};

}  // namespace

std::span<const HloRule> movement_rules() { return movement_table; }

bool is_splat(const Array& x) {
  size_t each = bytes(x.dtype());
  const std::byte* data = x.data();
  for (size_t i = 1; i < x.size(); ++i) {
    if (std::memcmp(data, data + i * each, each) != 0) return false;
  }
  return x.size() > 0;
}

Var filled_literal(Builder& b, const HloOp& op) {
  const HloAttr* value = op.attrs.find({"value"});
  if (value == nullptr || value->form != HloAttr::AttrKind::elements) {
    refuse(op, "attribute value of a constant must be a tensor");
  }
  const auto& [type, held] = value->elements;
  if (!value->elements.is_one() && !is_splat(held)) return {};
  auto first = first_of(held);
  return first ? op::fill(b, type, *first) : Var{};
}

}  // namespace rille
