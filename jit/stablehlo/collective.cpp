// StableHLO operations that devices do together.
#include <algorithm>

#include "jit/op.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/devices.h"

namespace rille {
namespace {

Type whole_number(int64_t rows) { return {Dtype::i32, Shape{Extent(rows)}}; }

// The group of devices that one of them is in: numbers of its members in order, and its place.
struct Group {
  int64_t size = 1;
  Var members = {}, place = {};  // none where it is all, in order
};

// A program of one device is all there is: a group of it alone.
bool is_alone(HloScope& scope, const HloOp& op, const Ints& numbers) {
  if (!scope.device().none()) return false;
  if (std::ranges::all_of(numbers, [](int64_t n) { return n == 0; })) return true;
  refuse(op, str(op.name,
                 " of many devices runs in the body of an sdy.manual_computation alone: "
                 "export the function as shard_map writes it"));
}

Group group_of(HloScope& scope, const HloOp& op) {
  Builder& b = scope.b;
  int64_t count = scope.module.devices;
  const HloElements& given = needed(op, {"replica_groups"}).elements;
  const Type& type = given.type;
  if (type.count() == 0) return {.size = count};
  if (type.rank() != 2) refuse(op, "replica_groups is a table: a group a row");
  Ints numbers = ints_of(op, {"replica_groups"}), sorted = numbers;
  int64_t rows = type.extent(0).number(), size = type.extent(1).number();
  std::ranges::sort(sorted);
  if (sorted != counted_from(0, static_cast<size_t>(count))) {
    refuse(op, str("each of ", count, " devices is in one group, and groups are equally large"));
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
Var of_members(HloScope& scope, const Group& group, Var x) {
  Builder& b = scope.b;
  Var all = op::all_gather(b, x, scope.device(), std::string(devices_axis), scope.module.devices);
  if (group.members.none()) return all;
  Var rows = op::reshape(b, group.members, Shape{Extent(group.size), Extent(1)});
  return op::gather(b, all, rows, {0});
}

Var place_in(HloScope& scope, const Group& group) {
  return group.place.none() ? scope.device() : group.place;
}

// What the members have together, joined by the region.
Var joined(HloScope& scope, const HloOp& op, const Group& group, Var x) {
  Builder& b = scope.b;
  if (op.regions.size() != 1) refuse(op, str(op.name, " needs a region that joins two numbers"));
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
  if (axis < 0 || axis >= type.rank()) refuse(op, str(name, " names no axis ", axis));
  return axis;
}

// Axis 0 goes into axis `to` of what is behind it, whose length it multiplies.
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

// The part of x that has this place, of `parts` equal ones along an axis.
Var part_at(HloScope& scope, const HloOp& op, Var x, int64_t axis, int64_t parts, Var place) {
  Builder& b = scope.b;
  Shape shape = b.type(x).shape();
  auto at = static_cast<size_t>(axis);
  int64_t length = shape[at].number();
  if (length % parts != 0) refuse(op, str(length, " is not cut into ", parts, " equal parts"));
  shape[at] = Extent(length / parts);
  Vars starts(shape.size(), whole_like(b, place, 0));
  starts[at] = op::mul(b, place, whole_like(b, place, length / parts));
  return op::dynamic_slice(b, x, starts, shape);
}

template <Var (*one)(HloScope& scope, const HloOp& op, const Group& group, Var x)>
Vars in_groups(HloScope& scope, const HloOp& op, const Vars& in) {
  if (op.attrs.find({"replica_groups"}) == nullptr ||
      needed(op, {"replica_groups"}).form != HloAttr::Form::elements) {
    refuse(op, "replica_groups is a table of numbers of devices");
  }
  if (is_alone(scope, op, ints_of(op, {"replica_groups"}))) return in;
  Group group = group_of(scope, op);
  Vars out;
  for (Var x : in) out.push_back(one(scope, op, group, x));
  return out;
}

Var all_gather(HloScope& scope, const HloOp& op, const Group& group, Var x) {
  int64_t axis = axis_of(op, "all_gather_dim", scope.b.type(x));
  return merged(scope.b, of_members(scope, group, x), axis);
}

Var reduce_scatter(HloScope& scope, const HloOp& op, const Group& group, Var x) {
  int64_t axis = axis_of(op, "scatter_dimension", scope.b.type(x));
  Var all = joined(scope, op, group, x);
  return part_at(scope, op, all, axis, group.size, place_in(scope, group));
}

Var all_to_all(HloScope& scope, const HloOp& op, const Group& group, Var x) {
  int64_t from = axis_of(op, "split_dimension", scope.b.type(x));
  int64_t to = axis_of(op, "concat_dimension", scope.b.type(x));
  if (integer_of(op, {"split_count"}) != group.size) {
    refuse(op, "split_count is the number of devices in a group");
  }
  Var rows = of_members(scope, group, x);
  return merged(scope.b, part_at(scope, op, rows, from + 1, group.size, place_in(scope, group)),
                to);
}

Var collective_broadcast(HloScope& scope, const HloOp&, const Group& group, Var x) {
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
  if (pairs.size() % 2 != 0) refuse(op, "source_target_pairs is a table of pairs");
  if (is_alone(scope, op, pairs)) {
    return {pairs.empty() ? whole_like(scope.b, in[0], 0) : in[0]};
  }
  int64_t count = scope.module.devices;
  Ints sources(static_cast<size_t>(count), -1);
  for (size_t i = 0; i < pairs.size(); i += 2) {
    bool known = std::min(pairs[i], pairs[i + 1]) >= 0 && std::max(pairs[i], pairs[i + 1]) < count;
    if (!known) refuse(op, str("there are ", count, " devices"));
    int64_t& source = sources[static_cast<size_t>(pairs[i + 1])];
    if (source >= 0) refuse(op, "a device is the target of one pair at most");
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
