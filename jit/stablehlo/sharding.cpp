// Shardings, and bodies of several devices on one device.
#include <algorithm>
#include <numeric>

#include "jit/op.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/devices.h"
#include "jit/transform.h"

namespace rille {
namespace {

using AttrKind = HloAttr::AttrKind;

struct Mesh {
  std::vector<std::string> axes = {};
  Ints sizes = {};
  Ints ids = {};  // the device at each mesh position, unless it is 0, 1, …

  int64_t count() const {
    return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies{});
  }
  Shape shape() const { return shape_of(sizes); }
  size_t axis(const std::string& name, const HloOp& op) const {
    auto at = std::ranges::find(axes, name);
    if (at == axes.end()) refuse(op, str("mesh axis ", name, " does not exist"), Code::name);
    return static_cast<size_t>(at - axes.begin());
  }
};

Mesh mesh_from(const HloAttr& attr, const HloOp& op) {
  Mesh out{.sizes = ints_of(needed(attr, {"sizes"}, op), op)};
  for (const HloAttr& one : needed(attr, {"axes"}, op).items) out.axes.push_back(one.text);
  if (out.axes.size() != out.sizes.size())
    refuse(op, str("a mesh has ", out.axes.size(), " axes and ", out.sizes.size(), " sizes"));
  int64_t count = 1;
  for (int64_t size : out.sizes) {
    bool is_size = size >= 1 && size <= max_devices;
    if (is_size) count *= size;
    if (!is_size || count > max_devices) {
      refuse(op, str("a mesh must have 1 to ", max_devices, " devices"), Code::limit);
    }
  }
  const HloAttr* ids = attr.find({"device_ids"});
  if (ids == nullptr) return out;
  Ints given = ints_of(*ids, op), sorted = given;
  std::ranges::sort(sorted);
  if (sorted != counted_from(0, static_cast<size_t>(count))) {
    refuse(op, "device_ids of a mesh must contain each device number once");
  }
  if (given != sorted) out.ids = given;
  return out;
}

// The mesh of the first sharding that has axes; one device if none has.
Mesh mesh_of(HloScope& scope, const HloOp& op) {
  Mesh out;
  for (const char* which : {"in_shardings", "out_shardings"}) {
    for (const HloAttr& sharding : needed(op, {which}).items) {
      const HloAttr& of = needed(sharding, {"mesh"}, op);
      if (of.form == AttrKind::record) {
        out = mesh_from(of, op);
      } else {
        auto found = scope.module.meshes.find(of.text);
        if (found == scope.module.meshes.end()) {
          refuse(op, str("mesh ", of.text, " does not exist"), Code::name);
        }
        out = mesh_from(needed(*found->second, {"mesh"}), *found->second);
      }
      if (!out.axes.empty()) return out;
    }
  }
  return out;
}

// The layout of one value: for each of its axes the mesh axes that shard it, outermost first.
struct ShardLayout {
  std::vector<std::vector<size_t>> dims = {};
  std::vector<size_t> used = {};  // all of these mesh axes, in the order of dims

  bool is_whole() const { return used.empty(); }
};

ShardLayout layout_of(const HloAttr& sharding, const Mesh& mesh, const HloOp& op, int rank) {
  std::vector<std::string> manual;
  for (const HloAttr& one : needed(op, {"manual_axes"}).items) manual.push_back(one.text);
  const HloAttr& dims = needed(sharding, {"dims"}, op);
  ShardLayout out;
  if (std::ssize(dims.items) != rank)
    refuse(op, str("a sharding has ", dims.items.size(), " dimensions, expected ", rank));
  for (const HloAttr& dim : dims.items) {
    out.dims.emplace_back();
    for (const HloAttr& axis : dim.items) {
      size_t at = mesh.axis(axis.text, op);
      if (std::ranges::find(manual, axis.text) == manual.end()) continue;
      if (std::ranges::find(out.used, at) != out.used.end()) {
        refuse(op, str("a sharding uses mesh axis ", axis.text, " twice"));
      }
      out.dims.back().push_back(at);
      out.used.push_back(at);
    }
  }
  return out;
}

// The shape of x with each axis split by the mesh axes that shard it, and the positions of the mesh
// axes and of the device-local axes in that shape.
struct SplitShape {
  Shape shape = {};
  Ints devices = {}, own = {};  // per entry of layout.used; per axis of x
};

SplitShape cut_of(const Type& type, const ShardLayout& layout, const Mesh& mesh, const HloOp& op) {
  SplitShape out;
  for (size_t i = 0; i < layout.dims.size(); ++i) {
    int64_t rest = type.extent(static_cast<int>(i)).number();
    for (size_t axis : layout.dims[i]) {
      if (rest % mesh.sizes[axis] != 0) {
        refuse(op, str(type, " cannot be divided evenly among its devices"), Code::shape);
      }
      rest /= mesh.sizes[axis];
      out.devices.push_back(std::ssize(out.shape));
      out.shape.emplace_back(mesh.sizes[axis]);
    }
    out.own.push_back(std::ssize(out.shape));
    out.shape.emplace_back(rest);
  }
  return out;
}

// x with its rows permuted.
Var reordered(Builder& b, Var x, const Ints& order) {
  if (order.empty()) return x;
  Shape one = b.type(x).shape();
  one[0] = Extent(1);
  Ints start(one.size(), 0), step(one.size(), 1);
  Vars rows;
  for (int64_t row : order) {
    start[0] = row;
    rows.push_back(op::slice(b, x, start, one, step));
  }
  return op::concatenate(b, rows, 0);
}

Ints inverse_order(const Ints& order) {
  Ints out(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    out[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  }
  return out;
}

// The shards of x of all devices, stacked along a first axis.
Var in_devices(HloScope& scope, const HloOp& op, Var x, const ShardLayout& layout,
               const Mesh& mesh) {
  Builder& b = scope.b;
  SplitShape cut = cut_of(b.type(x), layout, mesh, op);
  std::vector<size_t> by_axis(layout.used.size());
  std::iota(by_axis.begin(), by_axis.end(), size_t{0});
  std::ranges::sort(by_axis, {}, [&](size_t i) { return layout.used[i]; });
  Ints order, fresh;
  Shape wide = mesh.shape(), rows{Extent(mesh.count())};
  for (size_t i : by_axis) order.push_back(cut.devices[i]);
  for (int64_t own : cut.own) {
    order.push_back(own);
    wide.push_back(cut.shape[static_cast<size_t>(own)]);
    rows.push_back(cut.shape[static_cast<size_t>(own)]);
  }
  for (size_t axis = 0; axis < mesh.axes.size(); ++axis) {
    bool is_used = std::ranges::find(layout.used, axis) != layout.used.end();
    if (!is_used) fresh.push_back(static_cast<int64_t>(axis));
  }
  Var parts = in_order(b, op::reshape(b, x, cut.shape), order);
  if (!fresh.empty()) parts = op::broadcast(b, parts, wide, fresh);
  parts = op::reshape(b, parts, rows);
  return reordered(b, parts, mesh.ids.empty() ? Ints{} : inverse_order(mesh.ids));
}

// The inverse. Of devices with equal shards, the first one is used.
Var whole_of(HloScope& scope, const HloOp& op, Var rows, const ShardLayout& layout,
             const Mesh& mesh, const Type& type) {
  Builder& b = scope.b;
  SplitShape cut = cut_of(type, layout, mesh, op);
  rows = reordered(b, rows, mesh.ids);
  Shape wide = mesh.shape(), one = wide;
  for (int64_t own : cut.own) wide.push_back(cut.shape[static_cast<size_t>(own)]);
  one = wide;
  std::vector<size_t> kept;
  for (size_t axis = 0; axis < mesh.axes.size(); ++axis) {
    if (std::ranges::find(layout.used, axis) == layout.used.end()) {
      one[axis] = Extent(1);
    } else {
      kept.push_back(axis);
    }
  }
  int64_t count = 1;
  for (Extent extent : wide) count *= extent.number();
  if (count != b.type(rows).count() || b.type(rows).dtype() != type.dtype()) {
    refuse(op, str("the results of all devices, ", b.type(rows), ", do not form ", type),
           Code::shape);
  }
  rows = op::reshape(b, rows, wide);
  if (one != wide) rows = op::slice(b, rows, Ints(wide.size(), 0), one, Ints(wide.size(), 1));
  Shape small;
  for (size_t axis : kept) small.push_back(wide[axis]);
  for (size_t i = mesh.axes.size(); i < wide.size(); ++i) small.push_back(wide[i]);
  rows = op::reshape(b, rows, small);
  Ints order(small.size());
  for (size_t i = 0; i < layout.used.size(); ++i) {
    auto at = std::ranges::find(kept, layout.used[i]) - kept.begin();
    order[static_cast<size_t>(cut.devices[i])] = at;
  }
  for (size_t i = 0; i < cut.own.size(); ++i) {
    order[static_cast<size_t>(cut.own[i])] = static_cast<int64_t>(kept.size() + i);
  }
  return op::reshape(b, in_order(b, rows, order), type.shape());
}

// Runs the body for all devices, as mapped elements of a named axis.
Vars manual_computation(HloScope& scope, const HloOp& op, const Vars& in) {
  const auto &from = needed(op, {"in_shardings"}).items, &to = needed(op, {"out_shardings"}).items;
  if (op.regions.size() != 1 || from.size() != in.size() || to.size() != op.types.size()) {
    refuse(op, "manual_computation needs one region, and one sharding per operand and result");
  }
  if (!scope.device().none()) refuse(op, "nested manual_computation is not supported");
  Mesh mesh = mesh_of(scope, op);
  Builder& b = scope.b;
  HloBody body = scope.body_of_devices(op.regions[0], mesh.count());
  Vars args = body.captured;
  BatchAxes axes{.in = std::vector<int>(args.size(), -1), .name = devices_axis};
  args.push_back(op::iota(b, Type(Dtype::i32, Shape{Extent(mesh.count())}), 0));
  axes.in.push_back(0);
  const Graph& graph = *body.graph;
  for (size_t i = 0; i < in.size(); ++i) {
    ShardLayout layout = layout_of(from[i], mesh, op, b.type(in[i]).rank());
    bool is_whole = layout.is_whole();
    args.push_back(is_whole ? in[i] : in_devices(scope, op, in[i], layout, mesh));
    axes.in.push_back(is_whole ? -1 : 0);
    Type own = b.type(args.back());
    if (!is_whole) own = own.with(Shape(own.shape().begin() + 1, own.shape().end()));
    if (args.size() > graph.params.size() || own != graph.type(graph.params[args.size() - 1])) {
      refuse(op, str("a device has ", own, " of operand ", i,
                     ", but the body is declared with another type"));
    }
  }
  if (args.size() != graph.params.size() || graph.results.size() != to.size()) {
    refuse(op, "the body of manual_computation has a wrong number of params or results");
  }
  Vars out = inline_graph(b, vmap(graph, Extent(mesh.count()), axes), args);
  for (size_t i = 0; i < out.size(); ++i) {
    ShardLayout layout = layout_of(to[i], mesh, op, op.types[i].rank());
    out[i] = whole_of(scope, op, out[i], layout, mesh, op.types[i]);
  }
  return out;
}

Vars unchanged(HloScope&, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  return in;
}

Vars nothing(HloScope&, const HloOp&, const Vars&) { return {}; }

constexpr HloRule sharding_table[] = {
    {"sdy.data_flow_edge", unchanged},      {"sdy.manual_computation", manual_computation},
    {"sdy.propagation_barrier", unchanged}, {"sdy.reshard", unchanged},
    {"sdy.sharding_constraint", unchanged}, {"sdy.sharding_group", nothing},
};

}  // namespace

std::span<const HloRule> sharding_rules() { return sharding_table; }

}  // namespace rille
