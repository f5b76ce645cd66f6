// Kernels of small graphs, for tests of their loop programs.
#pragma once

#include <cstring>
#include <functional>
#include <vector>

#include "jit/graph.h"
#include "jit/loops/interpret.h"
#include "jit/op.h"
#include "jit/plan.h"

namespace rille {

struct Kernel {
  ScheduledNest nest;
  std::vector<Array> buffers;  // the first contents; results have none
  std::vector<bool> is_read;
};

inline Array numbers(Dtype dtype, int64_t count) {
  Array out(Type(dtype, {Extent(count)}));
  for (int64_t i = 0; i < count; ++i) {
    float value = 0.25f * static_cast<float>(i % 37) - 3.0f + 0.001f * static_cast<float>(i);
    out.edit<float>()[static_cast<size_t>(i)] = value;
  }
  return out;
}

// The kernels of a graph of f32.
inline std::vector<Kernel> kernels_of(const Graph& graph, const Target& target) {
  Plan plan = make_plan(graph, target);
  std::vector<Kernel> out;
  for (const PlanStep& step : plan.steps) {
    Kernel& kernel = out.emplace_back(Kernel{plan.nests[static_cast<size_t>(step.nest)]});
    kernel.is_read.resize(step.buffers.size());
    for (const Stage& stage : kernel.nest.nest.stages) {
      each_read(stage, [&](const Access& access) {
        auto at = static_cast<size_t>(access.buffer);
        if (at < kernel.is_read.size()) kernel.is_read[at] = true;
      });
    }
    for (int slot : step.buffers) {
      kernel.buffers.push_back(
          numbers(Dtype::f32, plan.slots[static_cast<size_t>(slot)].type.count()));
    }
  }
  return out;
}

// The buffers of a kernel before a run.
inline std::vector<Array> first_contents(const Kernel& kernel) {
  std::vector<Array> out;
  for (const Array& x : kernel.buffers) {
    out.emplace_back(x.type());
    std::memcpy(out.back().edit_data(), x.data(), x.byte_size());
  }
  return out;
}

// What the buffers hold after a run.
inline std::vector<Array> run(const Kernel& kernel, const LoopProgram& program) {
  std::vector<Array> out = first_contents(kernel);
  LoopInput input{.end = kernel.nest.schedule.iterations};
  for (size_t i = 0; i < out.size(); ++i) {
    input.buffers.push_back({{out[i].edit_data(), out[i].byte_size()}, kernel.is_read[i]});
  }
  std::vector<std::byte> shared(static_cast<size_t>(kernel.nest.schedule.shared));
  input.shared = shared;
  interpret(program, input);
  return out;
}

inline bool same_bits(const std::vector<Array>& x, const std::vector<Array>& y) {
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::memcmp(x[i].data(), y[i].data(), x[i].byte_size()) != 0) return false;
  }
  return true;
}

inline Graph graph_of(const Shape& shape, const std::function<Var(Builder&, Var)>& body) {
  Builder b;
  Var x = b.param({Dtype::f32, shape});
  return std::move(b).finish({body(b, x)});
}

inline std::vector<Graph> graphs() {
  return {
      graph_of({37}, [](Builder& b, Var x) { return op::mul(b, x, x); }),
      graph_of({19, 9}, [](Builder& b, Var x) { return op::neg(b, op::permute(b, x, {1, 0})); }),
      graph_of({3, 50}, [](Builder& b, Var x) { return op::sum(b, x, {1}); }),
      graph_of({70, 20}, [](Builder& b, Var x) { return op::sum(b, x, {0}); }),
      graph_of({2, 1500}, [](Builder& b, Var x) { return op::sum(b, x, {1}); }),
      graph_of({4, 5, 21}, [](Builder& b, Var x) { return op::sum(b, x, {1, 2}); }),
      graph_of({5, 40}, [](Builder& b, Var x) { return op::reduce_max(b, x, {1}); }),
      graph_of({21, 43}, [](Builder& b, Var x) { return op::cumsum(b, x, 1, false); }),
      graph_of({21, 43}, [](Builder& b, Var x) { return op::cumsum(b, x, 1, true); }),
      graph_of({21, 43}, [](Builder& b, Var x) { return op::cummax(b, x, 0, true); }),
      graph_of({5, 40}, [](Builder& b, Var x) { return op::argmax(b, x, 1); }),
      graph_of({40, 21}, [](Builder& b, Var x) { return op::argmin(b, x, 0); }),
      graph_of({20, 24},
               [](Builder& b, Var x) {
                 Var sums = op::sum(b, op::mul(b, x, x), {1});
                 return op::mul(b, x, op::broadcast(b, sums, {20, 24}, {1}));
               }),
  };
}

// Reductions as their schedules have them where they are long: shared among threads in pieces, or
// their columns in strips.
inline std::vector<Kernel> long_reductions(const Target& target) {
  std::vector<Kernel> out;
  auto add = [&](const Graph& graph, const std::function<void(ScheduledNest&)>& change) {
    for (Kernel& kernel : kernels_of(graph, target)) {
      change(kernel.nest);
      out.push_back(std::move(kernel));
    }
  };
  auto in_pieces = [](ScheduledNest& kernel) {
    Schedule& schedule = kernel.schedule;
    schedule.loop = -1;
    PiecesSchedule pieces{.count = 5};
    schedule.stages[0].form = pieces;
    schedule.iterations = pieces.count;
    schedule.shared = shared_bytes(pieces);
  };
  auto in_strips = [](ScheduledNest& kernel) {
    Schedule& schedule = kernel.schedule;
    ColumnsSchedule columns{.strip = int64_t{2} * schedule.stages[0].lanes};
    schedule.stages[0].form = columns;
    schedule.align = columns.strip;
    schedule.scratch = scratch_bytes(columns, kernel.nest.stages[0]);
  };
  auto all = [](auto reduce, const Shape& shape) {
    return graph_of(shape, [&](Builder& b, Var x) { return reduce(b, x); });
  };
  auto sum = [](Builder& b, Var x) { return op::sum(b, x, {0}); };
  auto max = [](Builder& b, Var x) { return op::reduce_max(b, x, {0}); };
  for (int64_t terms : {1500, 9000}) {
    add(all(sum, {terms}), in_pieces);
    add(all(max, {terms}), in_pieces);
    add(all([](Builder& b, Var x) { return op::argmax(b, x, 0); }, {terms}), in_pieces);
  }
  // Rows that do not continue each other: every second column.
  auto apart = [](Builder& b, Var x) {
    return op::sum(b, op::slice(b, x, {0, 0}, {61, 100}, {1, 1}), {0, 1});
  };
  add(all(apart, {61, 150}), in_pieces);
  add(all(sum, {1100, 150}), in_strips);
  add(all(max, {300, 150}), in_strips);
  return out;
}

}  // namespace rille
