// Loops: their parts and their tangents.
#include <algorithm>

#include "jit/ops/scan.h"
#include "vm/error.h"

namespace rille {

bool is_loop(const Node& node) {
  return node.op->control == RegionControl::scan || node.op->control == RegionControl::while_loop;
}

LoopShape loop_shape(const Node& node) {
  LoopShape out{};
  bool scan = node.op->control == RegionControl::scan;
  out.consts = static_cast<size_t>(node.attrs.integer("consts"));
  size_t rest = node.in.size() - out.consts;
  out.carry = scan ? static_cast<size_t>(node.attrs.integer("carry")) : rest;
  out.xs = rest - out.carry;
  out.ys = node.regions.back()->results.size() - out.carry;
  const AttrValue* length = node.attrs.find("length");
  out.dynamic = length == nullptr;
  out.reverse = scan && node.attrs.flag("reverse");
  if (length != nullptr) out.length = std::get<Shape>(*length)[0];
  return out;
}

Loop::FlagFlow Loop::settled(Flags in, TypePredicate carries) const {
  while (true) {
    Flags out = flow(*body, in, carries);
    bool grew = false;
    for (size_t i = 0; i < shape.carry; ++i) {
      bool was = in[shape.consts + i];
      if (out[i] && !was) in[shape.consts + i] = grew = true;
      out[i] = out[i] || was;
    }
    if (!grew) return {std::move(in), std::move(out)};
  }
}

Type row_type(const Type& xs) {
  if (xs.form() == TypeForm::tape) return xs.element();
  RILLE_CHECK(xs.rank() > 0, xs, " has no rows");
  return xs.with(Shape(xs.shape().begin() + 1, xs.shape().end()));
}

Type stacked(const Type& row, const LoopShape& shape) {
  if (shape.dynamic || row.form() == TypeForm::tape) return Type::tape(row);
  return batched(row, shape.length);
}

Attrs scan_attrs(const LoopShape& like, size_t consts, size_t carry, bool turns) {
  std::vector<Attr> attrs{{"consts", static_cast<int64_t>(consts)},
                          {"carry", static_cast<int64_t>(carry)},
                          {"reverse", like.reverse}};
  if (!like.dynamic) attrs.push_back({"length", Shape{like.length}});
  if (turns) attrs.push_back({"turns", true});
  return Attrs(std::move(attrs));
}

bool has_turns(const Node& node) { return node.attrs.find("turns") != nullptr; }

Flags loop_flow(const Node& node, const Flags& in, TypePredicate carries) {
  Loop loop{node};
  auto [settled, out] = loop.settled(in, carries);
  bool open = node.regions.size() == 2 && flow(*node.regions[0], settled, carries)[0];
  bool turns = node.op->control == RegionControl::scan && has_turns(node) &&
               in[loop.inputs() - loop.shape.xs];
  return open || turns ? Flags(out.size(), true) : out;
}

Var each_row(Builder& b, const Vars& tapes, Region row) {
  LoopShape shape{};
  shape.dynamic = true;
  return b.emit(scan_op, tapes, scan_attrs(shape, 0, 0, false), {std::move(row)})[0];
}

namespace {

// The order of a list in which each flagged item is followed by its tangent in the same group.
// `first` holds the sizes of the groups; in the original list all tangents come last.
std::vector<size_t> grouped(const std::vector<size_t>& groups, const Flags& active) {
  std::vector<size_t> out;
  size_t at = 0, tangent = active.size();
  for (size_t size : groups) {
    for (size_t i = at; i < at + size; ++i) out.push_back(i);
    for (size_t i = at; i < at + size; ++i) {
      if (active[i]) out.push_back(tangent++);
    }
    at += size;
  }
  return out;
}

Vars in_order(const Vars& vars, const std::vector<size_t>& order) {
  Vars out;
  for (size_t i : order) out.push_back(vars[i]);
  return out;
}

// The condition, taking the inputs of the body with tangents.
Region widened(const Region& condition, const Region& body, size_t consts, size_t inputs,
               size_t moving_consts) {
  Types params = body->types_of(body->params);
  return make_region(*condition, params, [&](Builder& b, const Vars& in) {
    Vars args = slice(in, 0, consts);
    append(args, slice(in, consts + moving_consts, inputs - consts));
    return inline_graph(b, *condition, args);
  });
}

Attrs with_counts(const Attrs& attrs, size_t consts, size_t carry) {
  Attrs out = attrs.with("consts", static_cast<int64_t>(consts));
  return out.find("carry") ? out.with("carry", static_cast<int64_t>(carry)) : out;
}

}  // namespace

// A single loop over values and tangents. A carry has a tangent if any iteration gives it one.
Vars loop_jvp(Builder& b, const Node& node, const Vars& dx) {
  Loop loop{node};
  const LoopShape& shape = loop.shape;
  Flags active = loop.settled(moving(dx), has_tangent).in;
  Flags live(loop.body->results.size(), false);
  for (size_t i = 0; i < shape.carry; ++i) live[i] = active[shape.consts + i];
  const Flags carried(live.begin(), live.begin() + shape.carry);
  Regions both = jvp_regions({loop.body}, active, live);
  for (size_t i = 0; i < shape.carry; ++i) RILLE_CHECK(live[i] == carried[i]);

  auto order_in = grouped({shape.consts, shape.carry, shape.xs}, active);
  auto order_out = grouped({shape.carry, shape.ys}, live);
  auto body = std::make_shared<Graph>(*both[0]);
  body->params = in_order(body->params, order_in);
  body->results = in_order(body->results, order_out);

  Vars in = node.in;
  for (size_t i : where(active)) in.push_back(built(b, dx[i], b.type(node.in[i])));
  auto count = [&](const Flags& flags, size_t from, size_t size) {
    return static_cast<size_t>(std::count(flags.begin() + from, flags.begin() + from + size, true));
  };
  size_t consts = count(active, 0, shape.consts), carry = count(live, 0, shape.carry);
  Regions regions{body};
  if (node.regions.size() == 2) {
    size_t inputs = shape.consts + shape.carry;
    regions.insert(regions.begin(), widened(node.regions[0], body, shape.consts, inputs, consts));
  }
  Attrs attrs = with_counts(node.attrs, shape.consts + consts, shape.carry + carry);
  Vars out = b.emit(*node.op, in_order(in, order_in), attrs, regions), flat(out.size());
  for (size_t i = 0; i < out.size(); ++i) flat[order_out[i]] = out[i];
  return dual_results(flat, live);
}

}  // namespace rille
