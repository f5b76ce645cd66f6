// The transpose of scan: iterations in reverse order.
#include <algorithm>

#include "jit/ops/scan.h"
#include "vm/error.h"

namespace rille {
namespace {

// The transposed body, with a sum in the carry for each captured linear value.
struct BackwardLoop {
  Builder& b;
  const Node& node;
  const Types& in;
  const Vars& cts;
  Loop loop{node};
  Flags known = moving(node.in);
  PartialTranspose back = {};
  std::vector<size_t> consts = {}, carry = {}, xs = {};  // linear inputs of each kind
  std::vector<size_t> summed = {}, rows = {};  // linear consts and xs that get a cotangent

  // A carry is linear even if its initial value is a known zero.
  void divide() {
    const LoopShape& shape = loop.shape;
    std::fill_n(known.begin() + shape.consts, shape.carry, false);
    for (size_t i : where(known, false)) {
      (loop.is_xs(i) ? xs : i >= shape.consts ? carry : consts).push_back(i);
    }
    Flags wanted = moving(cts);
    std::fill_n(wanted.begin(), shape.carry, true);
    back = transpose_some(*loop.body, known, wanted);
    for (size_t i = 0; i < consts.size(); ++i) {
      if (back.given[i]) summed.push_back(consts[i]);
    }
    for (size_t i = 0; i < xs.size(); ++i) {
      if (back.given[consts.size() + carry.size() + i]) rows.push_back(xs[i]);
    }
  }

  // (known consts | sums, ct carry | known rows, ct ys) -> (sums, ct carry | ct rows)
  Region body(const Types& params, size_t captured) const {
    const Graph& graph = back.graph;
    size_t carried = carry.size(), sums = summed.size();
    return make_region(graph, params, [&](Builder& b, const Vars& at) {
      size_t known_rows = loop.shape.xs - xs.size();
      Vars args = slice(at, 0, captured);
      size_t behind = captured + sums + carried;
      append(args, slice(at, behind, known_rows));
      append(args, slice(at, captured + sums, carried));
      append(args, slice(at, behind + known_rows, at.size() - behind - known_rows));
      Vars got = inline_graph(b, graph, args), out;
      b.at(graph.origin);
      for (size_t i = 0; i < sums; ++i) out.push_back(sum_of(b, at[captured + i], got[i]));
      size_t next = sums;
      for (size_t i = 0; i < carried; ++i) {
        Var ct = back.given[consts.size() + i] ? got[next++] : Var{};
        out.push_back(built(b, ct, in[carry[i]]));
      }
      append(out, slice(got, next, got.size() - next));
      return out;
    });
  }

  Vars run() {
    divide();
    const LoopShape& shape = loop.shape;
    Vars args;
    for (size_t i = 0; i < shape.consts; ++i) {
      if (known[i]) args.push_back(node.in[i]);
    }
    size_t captured = args.size();
    for (size_t i : summed) args.push_back(zeros(b, in[i]));
    for (size_t i = 0; i < carry.size(); ++i) args.push_back(built(b, cts[i], in[carry[i]]));
    size_t before_rows = args.size();
    for (size_t i = shape.consts + shape.carry; i < node.in.size(); ++i) {
      if (known[i]) args.push_back(node.in[i]);
    }
    for (size_t i = shape.carry; i < cts.size(); ++i) {
      if (!cts[i].none()) args.push_back(cts[i]);
    }
    Types params;
    for (size_t i = 0; i < args.size(); ++i) {
      Type type = b.type(args[i]);
      params.push_back(i < before_rows ? type : row_type(type));
    }
    LoopShape turned = shape;
    turned.reverse = !shape.reverse;
    Attrs attrs = scan_attrs(turned, captured, summed.size() + carry.size(), has_turns(node));
    return results(b.emit(*node.op, args, attrs, {body(params, captured)}));
  }

  Vars results(const Vars& got) const {
    Vars out(node.in.size());
    size_t next = 0;
    for (const auto* list : {&summed, &carry, &rows}) {
      for (size_t i : *list) out[i] = got[next++];
    }
    return out;
  }
};

}  // namespace

Vars scan_transpose(Builder& b, const Node& node, const Types& in, const Vars& cts) {
  return BackwardLoop{b, node, in, cts}.run();
}

}  // namespace rille
