// Collective operations of StableHLO.
#include <algorithm>

#include "jit/op.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/devices.h"

namespace rille {
namespace {

Type whole_number(int64_t rows) { return {Dtype::i32, Shape{Extent(rows)}}; }

// The group of a device: the numbers of its members in order, and its own position in the group.
struct DeviceGroup {
  int64_t size = 1;
  Var members = {}, place = {};  // none if the group is all devices, in order
};

// A program of one device: every group consists of that device.
bool is_alone(HloScope& scope, const HloOp& op, const Ints& numbers) {
  if (!scope.device().none()) return false;
  if (std::ranges::all_of(numbers, [](int64_t n) { return n == 0; })) return true;
  refuse(op, str(op.name,
                 " of several devices is supported only in the body of sdy.manual_computation: "
                 "export the function with shard_map"));
}

DeviceGroup group_of(HloScope& scope, const HloOp& op) {
  Builder& b = scope.b;
  int64_t count = scope.module.devices;
  const HloElements& given = needed(op, {"replica_groups"}).elements;
  const Type& type = given.type;
  if (type.count() == 0) return {.size = count};
  if (type.rank() != 2) refuse(op, str("replica_groups is ", type, ", expected one row per group"));
  Ints numbers = ints_of(op, {"replica_groups"}), sorted = numbers;
  int64_t rows = type.extent(0).number(), size = type.extent(1).number();
  std::ranges::sort(sorted);
  if (sorted != counted_from(0, static_cast<size_t>(count))) {
    refuse(op, str("replica_groups must contain each of ", count,
                   " devices once, in groups of one size"));
  }
  if (rows == 1 && numbers == sorted) return {.size = count};
  Var table = op::convert(b, scope.literal(op), Dtype::i32);
  auto spread_to = [&](Var v, const Shape& shape, Ints fresh) {
    return op::broadcast(b, v, shape, std::move(fresh));
  };
  Var mine = op::reduce_or(b, op::eq(b, table, spread(b, scope.device(), b.type(table))), {1});
  Var wide = spread_to(mine, b.type(table).shape(), {1});
  Var members = op::sum(b, op::select(b, wide, table, whole_like(b, table, 0)), {0});
  Var is_me = op::eq(b, members, spread(b, scope.device(), b.type(members)));
  Var at = op::iota(b, whole_number(size), 0);
  return {size, members, op::sum(b, op::select(b, is_me, at, whole_like(b, at, 0)), {0})};
}

// x of each member.
Var of_members(HloScope& scope, const DeviceGroup& group, Var x) {
  Builder& b = scope.b;
  Var all = op::all_gather(b, x, scope.device(), std::string(devices_axis), scope.module.devices);
  if (group.members.none()) return all;
  Var rows = op::reshape(b, group.members, Shape{Extent(group.size), Extent(1)});
  return op::gather(b, all, rows, {0});
}

Var place_in(HloScope& scope, const DeviceGroup& group) {
  return group.place.none() ? scope.device() : group.place;
}

// Reduces the values of all members by the region.
Var joined(HloScope& scope, const HloOp& op, const DeviceGroup& group, Var x) {
  Builder& b = scope.b;
  if (op.regions.size() != 1)
    refuse(op, str(op.name, " has ", op.regions.size(), " regions, expected 1 reduction"));
  std::string_view by = combiner_of(op.regions[0]);
  bool adds = by == "add" && b.type(x).dtype() != Dtype::boolean;
  if (adds && group.members.none()) return op::psum(b, x, std::string(devices_axis));
  Var rows = of_members(scope, group, x);
  return folded(b, {rows}, {0}, [&](const Vars& left, const Vars& right) -> Vars {
    if (!by.empty()) return {combined(b, by, left[0], right[0])};
    return mapped(scope, op.regions[0], {left[0], right[0]});
  })[0];
}

int64_t axis_of(const HloOp& op, std::string_view name, const Type& type) {
  int64_t axis = integer_of(op, {name});
  if (axis < 0 || axis >= type.rank())
    refuse(op, str(name, " ", axis, " is out of range for ", type));
  return axis;
}

// Merges axis 0 into axis `to` of the remaining axes, whose size it multiplies.
Var merged(Builder& b, Var x, int64_t to) {
  Shape shape = b.type(x).shape();
  Ints order;
  for (int64_t i = 1; i < std::ssize(shape); ++i) {
    if (i == to + 1) order.push_back(0);
    order.push_back(i);
  }
  Shape out(shape.begin() + 1, shape.end());
  auto at = static_cast<size_t>(to);
  out[at] = Extent(out[at].number() * shape[0].number());
  return op::reshape(b, in_order(b, x, order), out);
}

// The part of x with index `place` among `parts` equal parts along an axis.
Var part_at(HloScope& scope, const HloOp& op, Var x, int64_t axis, int64_t parts, Var place) {
  Builder& b = scope.b;
  Shape shape = b.type(x).shape();
  auto at = static_cast<size_t>(axis);
  int64_t length = shape[at].number();
  if (length % parts != 0) refuse(op, str("axis size ", length, " is not divisible by ", parts));
  shape[at] = Extent(length / parts);
  Vars starts(shape.size(), whole_like(b, place, 0));
  starts[at] = op::mul(b, place, whole_like(b, place, length / parts));
  return op::dynamic_slice(b, x, starts, shape);
}

template <Var (*one)(HloScope& scope, const HloOp& op, const DeviceGroup& group, Var x)>
Vars in_groups(HloScope& scope, const HloOp& op, const Vars& in) {
  if (op.attrs.find({"replica_groups"}) == nullptr ||
      needed(op, {"replica_groups"}).form != HloAttr::AttrKind::elements) {
    refuse(op, "replica_groups must be a tensor of device numbers");
  }
  if (is_alone(scope, op, ints_of(op, {"replica_groups"}))) return in;
  DeviceGroup group = group_of(scope, op);
  Vars out;
  for (Var x : in) out.push_back(one(scope, op, group, x));
  return out;
}

Var all_gather(HloScope& scope, const HloOp& op, const DeviceGroup& group, Var x) {
  int64_t axis = axis_of(op, "all_gather_dim", scope.b.type(x));
  return merged(scope.b, of_members(scope, group, x), axis);
}

Var reduce_scatter(HloScope& scope, const HloOp& op, const DeviceGroup& group, Var x) {
  int64_t axis = axis_of(op, "scatter_dimension", scope.b.type(x));
  Var all = joined(scope, op, group, x);
  return part_at(scope, op, all, axis, group.size, place_in(scope, group));
}

Var all_to_all(HloScope& scope, const HloOp& op, const DeviceGroup& group, Var x) {
  int64_t from = axis_of(op, "split_dimension", scope.b.type(x));
  int64_t to = axis_of(op, "concat_dimension", scope.b.type(x));
  if (integer_of(op, {"split_count"}) != group.size) {
    refuse(op, str("split_count must equal the group size ", group.size));
  }
  Var rows = of_members(scope, group, x);
  return merged(scope.b, part_at(scope, op, rows, from + 1, group.size, place_in(scope, group)),
                to);
}

Var collective_broadcast(HloScope& scope, const HloOp&, const DeviceGroup& group, Var x) {
  Builder& b = scope.b;
  Var rows = of_members(scope, group, x);
  Shape shape = b.type(rows).shape(), one = shape;
  one[0] = Extent(1);
  Var first = op::slice(b, rows, Ints(shape.size(), 0), one, Ints(shape.size(), 1));
  return op::reshape(b, first, b.type(x).shape());
}

Vars collective_permute(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  Ints pairs = ints_of(op, {"source_target_pairs"});
  if (pairs.size() % 2 != 0) refuse(op, "source_target_pairs must have the shape [n, 2]");
  if (is_alone(scope, op, pairs)) {
    return {pairs.empty() ? whole_like(scope.b, in[0], 0) : in[0]};
  }
  int64_t count = scope.module.devices;
  Ints sources(static_cast<size_t>(count), -1);
  for (size_t i = 0; i < pairs.size(); i += 2) {
    bool known = std::min(pairs[i], pairs[i + 1]) >= 0 && std::max(pairs[i], pairs[i + 1]) < count;
    if (!known) {
      refuse(op,
             str("source_target_pairs contains a device out of range: the program has ", count));
    }
    int64_t& source = sources[static_cast<size_t>(pairs[i + 1])];
    if (source >= 0) refuse(op, "source_target_pairs contains a target device twice");
    source = pairs[i];
  }
  return {op::ppermute(scope.b, in[0], scope.device(), std::string(devices_axis), sources)};
}

Vars partition_id(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 0);
  Type type(Dtype::u32, Shape{});
  Var me = scope.device();
  return {me.none() ? op::fill(scope.b, type, int64_t{0}) : op::convert(scope.b, me, Dtype::u32)};
}

Vars replica_id(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 0);
  return {op::fill(scope.b, Type(Dtype::u32, Shape{}), int64_t{0})};
}

constexpr HloRule collective_table[] = {
    {"all_gather", in_groups<all_gather>},
    {"all_reduce", in_groups<joined>},
    {"all_to_all", in_groups<all_to_all>},
    {"collective_broadcast", in_groups<collective_broadcast>},
    {"collective_permute", collective_permute},
    {"partition_id", partition_id},
    {"reduce_scatter", in_groups<reduce_scatter>},
    {"replica_id", replica_id},
};

}  // namespace

std::span<const HloRule> collective_rules() { return collective_table; }

}  // namespace rille
