// Loop programs: text, interpretation, bits.
#include "jit/loops.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "jit/graph.h"
#include "jit/isa.h"
#include "jit/loops/interpret.h"
#include "jit/loops/transform.h"
#include "jit/op.h"
#include "jit/plan.h"
#include "tests/unit/jit/loop_texts.h"
#include "tests/unit/jit/worked.h"
#include "vm/error.h"

namespace rille {
namespace {

TEST(LoopText, reads_back_as_it_is_printed) { EXPECT_EQ(text(parsed(doubling)), doubling); }

TEST(LoopText, says_where_it_is_no_program) {
  auto fault = [](std::string_view text) -> std::string {
    try {
      parse_loops(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(fault("program 1 registers, 0 sizes\n%0: f33 = constant 1\n").find("f33"),
            std::string::npos);
  EXPECT_NE(fault("program 1 registers, 0 sizes\n%7: f32 = constant 1.0\n").find("%7"),
            std::string::npos);
  EXPECT_NE(fault("program 1 registers, 0 sizes\n%0: f32 = load b3[0]\n").find("b3"),
            std::string::npos);
  EXPECT_NE(fault("program 1 registers, 0 sizes\nfly\n").find("fly"), std::string::npos);
  EXPECT_NE(fault("program 2 registers, 0 sizes\nif %0 {\n").find("line"), std::string::npos);
}

TEST(LoopText, of_a_program_against_the_grammar_is_refused) {
  for (std::string_view wrong : {
           "program 2 registers, 0 sizes\n%1: f32 = neg %0\n",  // not defined
           "program 1 registers, 0 sizes\n%0: f32 = constant 1.0\n%0: f32 = constant 1.0\n",
           "program 2 registers, 0 sizes\n%0: f32 = constant 1.0\n%1: i64 = neg %0\n",
           "program 2 registers, 0 sizes\n%0: f32 = constant 1.0\n%1: f32 = get %0\n",
           "program 1 registers, 0 sizes\nb0: local f32[4]\n%0: f32 = load b0[0]\n",
           "program 1 registers, 0 sizes\nb0: argument f32[4, 2]\n%0: f32 = load b0[0]\n",
           "program 1 registers, 0 sizes\nb0: constant f32[4]\n%0: f32 = constant 1.0\n"
           "store b0[0] = %0\n",
       }) {
    EXPECT_THROW(parsed(wrong), Bug) << wrong;
  }
}

class LoopsOf : public testing::TestWithParam<std::string> {};

TEST_P(LoopsOf, are_what_their_file_says) {
  Worked it = worked(GetParam());
  for (const std::string& isa : parts_of(it, "loops")) {
    std::string now;
    for (const ScheduledNest& kernel : it.plan(isa).nests) {
      now += text(loop_program(kernel, target_of(*isa_named(isa))));
    }
    expect_part(it, "loops " + isa, now);
  }
}

INSTANTIATE_TEST_SUITE_P(Worked, LoopsOf, testing::ValuesIn(worked_names()),
                         [](const auto& info) { return info.param; });

// --- kernels, their loop programs, and faults planted in these

struct Kernel {
  ScheduledNest nest;
  std::vector<Array> buffers;  // the first contents; results have none
  std::vector<bool> is_read;
};

Array numbers(Dtype dtype, int64_t count) {
  Array out(Type(dtype, {Extent(count)}));
  for (int64_t i = 0; i < count; ++i) {
    float value = 0.25f * static_cast<float>(i % 37) - 3.0f + 0.001f * static_cast<float>(i);
    out.edit<float>()[static_cast<size_t>(i)] = value;
  }
  return out;
}

// The kernels of a graph of f32.
std::vector<Kernel> kernels_of(const Graph& graph, const Target& target) {
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

// What the buffers hold after a run.
std::vector<Array> run(const Kernel& kernel, const LoopProgram& program) {
  std::vector<Array> out;
  LoopInput input{.end = kernel.nest.schedule.turns};
  for (const Array& x : kernel.buffers) {
    out.emplace_back(x.type());
    std::memcpy(out.back().edit_data(), x.data(), x.byte_size());
  }
  for (size_t i = 0; i < out.size(); ++i) {
    input.buffers.push_back({{out[i].edit_data(), out[i].byte_size()}, kernel.is_read[i]});
  }
  std::vector<std::byte> shared(static_cast<size_t>(kernel.nest.schedule.shared));
  input.shared = shared;
  interpret(program, input);
  return out;
}

bool same_bits(const std::vector<Array>& x, const std::vector<Array>& y) {
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::memcmp(x[i].data(), y[i].data(), x[i].byte_size()) != 0) return false;
  }
  return true;
}

Graph graph_of(const Shape& shape, const std::function<Var(Builder&, Var)>& body) {
  Builder b;
  Var x = b.param({Dtype::f32, shape});
  return std::move(b).finish({body(b, x)});
}

std::vector<Graph> graphs() {
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

TEST(LoopProgram, gives_the_bits_of_the_plain_loops_on_every_target) {
  for (const Graph& graph : graphs()) {
    for (const char* isa : {"baseline", "avx2", "avx512"}) {
      Target target = target_of(*isa_named(isa));
      for (const Kernel& kernel : kernels_of(graph, target)) {
        LoopProgram plain = lower(kernel.nest.nest).program;
        LoopProgram scheduled = loop_program(kernel.nest, target);
        verify(scheduled);
        EXPECT_EQ(text(parse_loops(text(scheduled))), text(scheduled));
        EXPECT_TRUE(same_bits(run(kernel, plain), run(kernel, scheduled)))
            << isa << "\n"
            << text(kernel.nest) << text(scheduled);
      }
    }
  }
}

// Reductions as their schedules have them where they are long: shared among threads in pieces, or
// their columns in strips.
std::vector<Kernel> long_reductions(const Target& target) {
  std::vector<Kernel> out;
  auto add = [&](const Graph& graph, const std::function<void(Schedule&)>& change) {
    for (Kernel& kernel : kernels_of(graph, target)) {
      change(kernel.nest.schedule);
      out.push_back(std::move(kernel));
    }
  };
  auto in_pieces = [](Schedule& schedule) {
    schedule.loop = -1;
    schedule.pieces = schedule.turns = 5;
    schedule.shared = 64 + 5 * 64 * 16;
  };
  auto in_strips = [](Schedule& schedule) {
    schedule.stages[0].strip = 2 * schedule.stages[0].lanes;
    schedule.align = schedule.stages[0].strip;
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

TEST(LoopProgram, gives_the_bits_of_the_plain_loops_in_pieces_and_strips) {
  for (const char* isa : {"baseline", "avx2", "avx512"}) {
    Target target = target_of(*isa_named(isa));
    for (const Kernel& kernel : long_reductions(target)) {
      LoopProgram scheduled = loop_program(kernel.nest, target);
      verify(scheduled);
      std::string printed = text(scheduled);
      EXPECT_EQ(text(parse_loops(printed)), printed);
      bool is_other = printed.find("fetch_add") != std::string::npos ||
                      printed.find(": scratch") != std::string::npos;
      EXPECT_TRUE(is_other) << text(kernel.nest);
      LoopProgram plain = lower(kernel.nest.nest).program;
      EXPECT_TRUE(same_bits(run(kernel, plain), run(kernel, scheduled)))
          << isa << "\n"
          << text(kernel.nest) << printed;
    }
  }
}

// Changes of one operation that make a program wrong.
using Mutation = std::function<bool(LoopProgram&, LoopOp&)>;

bool is_access(const LoopOp& op) {
  return op.kind == LoopOpKind::load || op.kind == LoopOpKind::store;
}

bool shift(LoopOp& op, int64_t by) {
  if (!is_access(op)) return false;
  op.indices.back().constant += by;
  return true;
}

std::vector<std::pair<std::string, Mutation>> mutations() {
  return {
      {"an index one too high", [](LoopProgram&, LoopOp& op) { return shift(op, 1); }},
      {"an index one too low", [](LoopProgram&, LoopOp& op) { return shift(op, -1); }},
      {"a lost mask",
       [](LoopProgram&, LoopOp& op) {
         if (!is_access(op) || op.mask < 0) return false;
         op.mask = -1;
         return true;
       }},
      {"a store that always writes one element",
       [](LoopProgram&, LoopOp& op) {
         if (op.kind != LoopOpKind::store || op.indices.back().terms.empty()) return false;
         op.indices.back().terms.resize(op.indices.back().terms.size() - 1);
         return true;
       }},
  };
}

// Copies of the program, each with one operation changed.
std::vector<LoopProgram> mutants(const LoopProgram& program, const Mutation& mutate) {
  std::vector<LoopProgram> out;
  size_t count = 0;
  each_op(program.body, [&](const LoopOp&) { ++count; });
  for (size_t wanted = 0; wanted < count; ++wanted) {
    LoopProgram own = program;
    size_t at = 0;
    bool is_changed = false;
    std::function<void(LoopBlock&)> walk = [&](LoopBlock& block) {
      for (LoopOp& op : block) {
        if (at++ == wanted) {
          LoopOp changed = op;
          if (mutate(own, changed)) {
            op = changed;
            is_changed = true;
            return;
          }
        }
        for (LoopBlock& inner : op.blocks) {
          walk(inner);
          if (is_changed) return;
        }
      }
    };
    walk(own.body);
    if (is_changed) out.push_back(std::move(own));
  }
  return out;
}

TEST(LoopProgram, planted_faults_are_found_by_the_interpreter) {
  Target target = target_of(*isa_named("avx2"));
  int planted = 0;
  for (const Graph& graph : graphs()) {
    for (const Kernel& kernel : kernels_of(graph, target)) {
      LoopProgram program = loop_program(kernel.nest, target);
      std::vector<Array> right = run(kernel, program);
      for (const auto& [name, mutate] : mutations()) {
        for (const LoopProgram& mutant : mutants(program, mutate)) {
          ++planted;
          bool is_found = false;
          try {
            is_found = !same_bits(run(kernel, mutant), right);
          } catch (const std::exception&) {
            is_found = true;
          }
          EXPECT_TRUE(is_found) << name << "\n" << text(mutant);
        }
      }
    }
  }
  EXPECT_GE(planted, 40);
}

TEST(LoopProgram, faults_are_named) {
  auto fault = [](std::string_view text, int64_t end) -> std::string {
    Array x = numbers(Dtype::f32, 8), y = numbers(Dtype::f32, 8);
    LoopInput input{.buffers = {{{x.edit_data(), x.byte_size()}, true},
                                {{y.edit_data(), y.byte_size()}, false}},
                    .end = end};
    try {
      interpret(parsed(text), input);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  std::string_view head = R"(program 6 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
%0: i64 = argument begin
%1: i64 = argument end
%2: f32 = constant 1.0
)";
  auto with = [&](std::string_view body) { return std::string(head) + std::string(body); };
  EXPECT_EQ(fault(with("loop %3 in %0..%1 step 1 parallel {\n  store b1[%3] = %2\n}\n"), 8), "");
  EXPECT_EQ(fault(with("loop %3 in %0..%1 step 1 parallel {\n  store b1[%3] = %2\n}\n"), 9),
            "store of b1: index 8 is out of range along axis 0; in iteration 8");
  EXPECT_EQ(fault(with("loop %3 in %0..%1 step 1 parallel {\n  store b1[0] = %2\n}\n"), 8),
            "store of b1: element 0 is accessed by two iterations of a parallel loop; in iteration "
            "1");
  EXPECT_EQ(fault(with("%4: f32 = load b1[3]\n"), 8),
            "load of b1: nothing has written element 3; outside of a parallel loop");
}

}  // namespace
}  // namespace rille
