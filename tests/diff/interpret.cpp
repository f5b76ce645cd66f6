// Runs graphs: control flow by what it means.
#include <cstring>

#include "backends/backend.h"
#include "jit/op.h"
#include "jit/regions.h"
#include "tests/diff/oracles.h"

namespace rille::diff {
namespace {

Array row_of(const Array& many, int64_t row) {
  Type type = many.type().with(Shape(many.shape().begin() + 1, many.shape().end()));
  Array out(type);
  size_t size = out.byte_size();
  if (size > 0) {
    std::memcpy(out.edit_data(), many.data() + static_cast<size_t>(row) * size, size);
  }
  return out;
}

Array stacked(const std::vector<Array>& rows, const Type& type) {
  Array out(type);
  std::byte* to = out.edit_data();
  for (const Array& row : rows) {
    if (row.byte_size() > 0) std::memcpy(to, row.data(), row.byte_size());
    to += row.byte_size();
  }
  return out;
}

using In = std::span<const Array>;

Arrays some(In in, size_t from, size_t count) {
  In part = in.subspan(from, count);
  return {part.begin(), part.end()};
}

Arrays branch(const Node& node, In in, const RunNode& leaf) {
  const Array& selector = in[0];
  int64_t last = std::ssize(node.regions) - 1;
  int64_t which = selector.dtype() == Dtype::boolean ? (selector.as<bool>()[0] ? 0 : 1)
                                                     : selector.as<int32_t>()[0];
  const Region& taken = node.regions[static_cast<size_t>(std::clamp<int64_t>(which, 0, last))];
  return interpret(*taken, some(in, 1, in.size() - 1), leaf);
}

Arrays turns(const Node& node, In in, const RunNode& leaf, const Types& out) {
  LoopShape shape = loop_shape(node);
  Arrays state = some(in, 0, shape.consts + shape.carry);
  std::vector<Arrays> ys(shape.ys);
  int64_t length = shape.length.number();
  for (int64_t turn = 0; turn < length; ++turn) {
    Arrays args = state;
    int64_t row = shape.reverse ? length - 1 - turn : turn;
    for (size_t i = 0; i < shape.xs; ++i) {
      args.push_back(row_of(in[shape.consts + shape.carry + i], row));
    }
    Arrays y = interpret(*node.regions[0], args, leaf);
    for (size_t i = 0; i < shape.carry; ++i) state[shape.consts + i] = y[i];
    for (size_t i = 0; i < shape.ys; ++i) {
      auto place = shape.reverse ? ys[i].begin() : ys[i].end();
      ys[i].insert(place, y[shape.carry + i]);
    }
  }
  Arrays results = some(state, shape.consts, shape.carry);
  for (size_t i = 0; i < shape.ys; ++i) {
    results.push_back(stacked(ys[i], out[static_cast<unsigned>(shape.carry + i)]));
  }
  return results;
}

Arrays repeats(const Node& node, In in, const RunNode& leaf) {
  LoopShape shape = loop_shape(node);
  Arrays state = some(in, 0, in.size());
  while (interpret(*node.regions[0], state, leaf)[0].as<bool>()[0]) {
    Arrays y = interpret(*node.regions[1], state, leaf);
    for (size_t i = 0; i < shape.carry; ++i) state[shape.consts + i] = y[i];
  }
  return some(state, shape.consts, shape.carry);
}

bool has_tapes(const Graph& graph, const Node& node) {
  for (const Vars& vars : {node.in, node.out}) {
    for (Var v : vars) {
      if (graph.type(v).form() != TypeForm::array) return true;
    }
  }
  return false;
}

}  // namespace

Arrays interpret(const Graph& graph, const Arrays& args, const RunNode& leaf) {
  return evaluate(graph, args, [&](const Graph&, const Node& node, In in) -> Arrays {
    if (has_tapes(graph, node)) return leaf(graph, node, in);
    switch (node.op->control) {
      case RegionControl::branch: return branch(node, in, leaf);
      case RegionControl::scan: return turns(node, in, leaf, graph.types_of(node.out));
      case RegionControl::while_loop: return repeats(node, in, leaf);
      case RegionControl::call:
      case RegionControl::custom: return interpret(*node.regions[0], some(in, 0, in.size()), leaf);
      default: return leaf(graph, node, in);
    }
  });
}

Arrays eager(const Graph&, const Node& node, In in) {
  return host_device().run(*node.op, in, node.attrs, node.regions);
}

Arrays run_eager(const Graph& graph, const Arrays& args) { return evaluate(graph, args, eager); }

Arrays run_compiled(const Graph& graph, const Arrays& args) {
  Arrays in = args;
  return host_device().compile(graph)->run(in, {});
}

uint64_t digest(const Graph& graph, const Arrays& args) {
  uint64_t out = 1;
  auto add = [&](uint64_t word) { out = (out ^ word) * 0x100000001b3ull; };
  for (const Array& x : run_compiled(graph, args)) {
    for (size_t i = 0; i < x.size(); ++i) {
      double value = is_float(x.dtype()) ? real_at(x, i) : 0;
      size_t size = bytes(x.dtype());
      for (size_t k = 0; k < size; ++k) {
        add(value != value ? 1 : static_cast<uint64_t>(x.data()[i * size + k]));
      }
    }
  }
  return out;
}

}  // namespace rille::diff
