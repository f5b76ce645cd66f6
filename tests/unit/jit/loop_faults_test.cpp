// Planted faults of loop programs are found.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "jit/isa.h"
#include "jit/loops.h"
#include "tests/unit/jit/loop_kernels.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

// What stands in the place of an operation; nothing: the fault does not apply to it.
using Planted = std::optional<LoopBlock>;

// One operation of a program, to be replaced.
struct Site {
  LoopProgram& program;
  LoopOp op;

  Register fresh(RegisterType type) {
    program.registers.push_back(type);
    return static_cast<Register>(program.registers.size()) - 1;
  }
  // An operation before this one: register `r` plus a number, in its place.
  LoopOp plus(Register& r, int64_t number) {
    LoopOp out{.kind = LoopOpKind::index, .out = fresh({Dtype::i64, 1})};
    out.indices = {{.constant = number, .terms = {{r, 1}}}};
    r = out.out;
    return out;
  }
  bool is(LoopOpKind kind) const { return op.kind == kind; }
  bool is_access() const { return is(LoopOpKind::load) || is(LoopOpKind::store); }
  bool computes(Scalar name) const { return is(LoopOpKind::compute) && op.name == name; }
};
using Fault = std::function<Planted(Site&)>;

Planted when(bool applies, const LoopOp& op) {
  if (!applies) return {};
  return LoopBlock{op};
}

// An i64 operand of an operation is too large by `number`.
Fault shifted(LoopOpKind kind, size_t operand, int64_t number) {
  return [=](Site& site) -> Planted {
    if (!site.is(kind)) return {};
    LoopOp before = site.plus(site.op.in[operand], number);
    return LoopBlock{before, site.op};
  };
}

Fault index_shifted(int64_t number) {
  return [=](Site& site) -> Planted {
    if (!site.is_access()) return {};
    site.op.indices.back().constant += number;
    return LoopBlock{site.op};
  };
}

Fault lost(LoopOpKind kind) {
  return [=](Site& site) -> Planted {
    if (!site.is(kind)) return {};
    return LoopBlock{};
  };
}

// Another operation instead.
Fault renamed(Scalar from, Scalar to) {
  return [=](Site& site) -> Planted {
    if (!site.computes(from)) return {};
    site.op.name = to;
    return LoopBlock{site.op};
  };
}

Fault swapped(Scalar name) {
  return [=](Site& site) -> Planted {
    if (!site.computes(name) || site.op.in[0] == site.op.in[1]) return {};
    std::swap(site.op.in[0], site.op.in[1]);
    return LoopBlock{site.op};
  };
}

Fault with_lanes(const std::function<void(std::vector<int>&)>& change) {
  return [=](Site& site) -> Planted {
    std::vector<int> before = site.op.lanes;
    if (!site.is(LoopOpKind::shuffle)) return {};
    change(site.op.lanes);
    return when(before != site.op.lanes, site.op);
  };
}

Fault with_stride(int64_t factor) {
  return [=](Site& site) -> Planted {
    if (!site.is_access() || site.op.lane_strides.empty()) return {};
    Size& stride = site.op.lane_strides.back();
    if (!stride.known() || stride.number == 0) return {};
    stride.number *= factor;
    return LoopBlock{site.op};
  };
}

// Another buffer of the same dtype and number of axes.
Fault other_buffer(LoopOpKind kind) {
  return [=](Site& site) -> Planted {
    if (!site.is(kind)) return {};
    const auto& buffers = site.program.buffers;
    const LoopBuffer& own = buffers[static_cast<size_t>(site.op.buffer)];
    for (size_t i = 0; i < buffers.size(); ++i) {
      bool is_like =
          buffers[i].dtype == own.dtype && buffers[i].extents.size() == own.extents.size();
      if (!is_like || static_cast<int>(i) == site.op.buffer) continue;
      site.op.buffer = static_cast<int>(i);
      return LoopBlock{site.op};
    }
    return {};
  };
}

// What its iterations write others read: the loop sets a variable from outside.
bool carries(const LoopOp& loop) {
  bool out = false;
  std::vector<Register> own;
  each_op(loop.blocks[0], [&](const LoopOp& op) {
    if (op.kind == LoopOpKind::variable) own.push_back(op.out);
    if (op.kind == LoopOpKind::set) out = out || std::ranges::count(own, op.in[0]) == 0;
  });
  return out;
}

using Faults = std::map<std::string, Fault>;

// By name. Each applies to every operation that has what it changes.
Faults faults_of_registers() {
  using enum LoopOpKind;
  return {
      {"an index one too high", index_shifted(1)},
      {"an index one too low", index_shifted(-1)},
      {"an index a vector too high", index_shifted(16)},
      {"a loop that starts one late", shifted(loop, 0, 1)},
      {"a loop that starts one early", shifted(loop, 0, -1)},
      {"a loop that ends one late", shifted(loop, 1, 1)},
      {"a loop that ends one early", shifted(loop, 1, -1)},
      {"a mask of one lane more", shifted(first_lanes, 0, 1)},
      {"a mask of one lane less", shifted(first_lanes, 0, -1)},
      {"a lost store", lost(store)},
      {"a lost allocation", lost(allocate)},
      {"a lost assignment", lost(set)},
      {"a lost loop", lost(loop)},
      {"a lost branch", lost(branch)},
      {"a difference the wrong way round", swapped(Scalar::sub)},
      {"a comparison the wrong way round", swapped(Scalar::lt)},
      {"a quotient the wrong way round", swapped(Scalar::div)},
      {"a sum that is a difference", renamed(Scalar::add, Scalar::sub)},
      {"a difference that is a sum", renamed(Scalar::sub, Scalar::add)},
      {"a product that is a sum", renamed(Scalar::mul, Scalar::add)},
      {"a maximum that is a minimum", renamed(Scalar::max, Scalar::min)},
      {"a minimum that is a maximum", renamed(Scalar::min, Scalar::max)},
      {"a choice that is a conjunction", renamed(Scalar::bit_and, Scalar::bit_or)},
      {"a sign that is lost", renamed(Scalar::neg, Scalar::abs)},
      {"the first lane of all", with_lanes([](std::vector<int>& l) { l[0] = l.back(); })},
      {"lanes backwards", with_lanes([](std::vector<int>& l) { std::ranges::reverse(l); })},
      {"lanes moved by one",
       with_lanes([](std::vector<int>& l) { std::ranges::rotate(l, l.begin() + 1); })},
  };
}

Faults faults() {
  using enum LoopOpKind;
  Faults out = faults_of_registers();
  out.merge(Faults{
      {"lanes all in one place", with_stride(0)},
      {"lanes twice as far", with_stride(2)},
      {"lanes backwards in memory", with_stride(-1)},
      {"another buffer to read", other_buffer(load)},
      {"another buffer to write", other_buffer(store)},
  });
  out["a lost mask"] = [](Site& site) {
    bool has = site.is_access() && site.op.mask >= 0;
    site.op.mask = -1;
    return when(has, site.op);
  };
  out["a store that always writes one element"] = [](Site& site) -> Planted {
    if (!site.is(store) || site.op.indices.back().terms.empty()) return {};
    site.op.indices.back().terms.resize(site.op.indices.back().terms.size() - 1);
    return LoopBlock{site.op};
  };
  out["a stride one too long"] = [](Site& site) -> Planted {
    if (!site.is_access() || site.op.indices.back().terms.empty()) return {};
    site.op.indices.back().terms[0].scale.number += 1;
    return LoopBlock{site.op};
  };
  out["a loop of half the iterations"] = [](Site& site) {
    site.op.number *= 2;
    return when(site.is(loop), site.op);
  };
  out["a loop that carries a value and is parallel"] = [](Site& site) {
    bool applies = site.is(loop) && !site.op.flag && carries(site.op);
    site.op.flag = true;
    return when(applies, site.op);
  };
  out["a branch the wrong way"] = [](Site& site) -> Planted {
    if (!site.is(branch)) return {};
    std::swap(site.op.blocks[0], site.op.blocks[1]);
    return LoopBlock{site.op};
  };
  out["more iterations than are said"] = [](Site& site) {
    bool applies = site.is(loop) && site.op.most > 1;
    site.op.most = 1;
    return when(applies, site.op);
  };
  out["a number that is another"] = [](Site& site) -> Planted {
    auto* number = std::get_if<int64_t>(&site.op.value);
    if (!site.is(constant) || number == nullptr) return {};
    *number += 1;
    return LoopBlock{site.op};
  };
  return out;
}

// Copies of the program, each with the fault at one of its operations, by its number.
std::vector<std::pair<size_t, LoopProgram>> mutants(const LoopProgram& program,
                                                    const Fault& fault) {
  std::vector<std::pair<size_t, LoopProgram>> out;
  size_t count = 0;
  each_op(program.body, [&](const LoopOp&) { ++count; });
  for (size_t wanted = 0; wanted < count; ++wanted) {
    LoopProgram own = program;
    size_t at = 0;
    bool is_planted = false;
    std::function<bool(LoopBlock&)> walk = [&](LoopBlock& block) {
      for (size_t i = 0; i < block.size(); ++i) {
        if (at++ == wanted) {
          Site site{own, block[i]};
          if (Planted planted = fault(site)) {
            block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
            block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), planted->begin(),
                         planted->end());
            is_planted = true;
          }
          return true;
        }
        for (LoopBlock& inner : block[i].blocks) {
          if (walk(inner)) return true;
        }
      }
      return false;
    };
    walk(own.body);
    if (is_planted) out.emplace_back(wanted, std::move(own));
  }
  return out;
}

bool is_found(const Kernel& kernel, const LoopProgram& mutant, const std::vector<Array>& right) {
  try {
    verify(mutant);
    return !same_bits(run(kernel, mutant), right);
  } catch (const std::exception&) {
    return true;
  }
}

// An operation that fails in place of the one at hand, to know whether it is reached.
Planted failing(Site& site) {
  LoopOp at{.kind = LoopOpKind::constant, .out = site.fresh({Dtype::i64, 1}), .value = int64_t{-1}};
  LoopOp load{.kind = LoopOpKind::load, .out = site.fresh({site.program.buffers[0].dtype, 1})};
  load.buffer = 0;
  load.indices = {{.constant = -1}};
  return LoopBlock{at, load, site.op};
}

// Where a fault cannot be found is where it changes nothing: a loop whose last vector covers one
// iteration less as well, a maximum that is not among the elements. These kinds always change
// something.
constexpr std::string_view always_found[] = {"a lost allocation",
                                             "a lost store",
                                             "a loop that carries a value and is parallel",
                                             "a product that is a sum",
                                             "a sign that is lost",
                                             "a store that always writes one element",
                                             "a stride one too long",
                                             "another buffer to write",
                                             "lanes twice as far"};

TEST(LoopFaults, are_found) {
  constexpr int64_t max_elements = 50000;  // of an operand: thousands of runs follow
  Faults all = faults();
  EXPECT_GE(all.size(), 40u);
  std::map<std::string, std::pair<int, int>> seen;  // planted, found
  Target target = target_of(*isa_named("avx2"));
  std::vector<Kernel> kernels = long_reductions(target);
  for (const Graph& graph : graphs()) {
    std::ranges::move(kernels_of(graph, target), std::back_inserter(kernels));
  }
  for (const Kernel& kernel : kernels) {
    if (kernel.buffers[0].type().count() > max_elements) continue;
    LoopProgram program = loop_program(kernel.nest, target);
    std::vector<Array> right = run(kernel, program);
    std::map<size_t, bool> is_reached;
    for (const auto& [at, mutant] : mutants(program, failing)) {
      is_reached[at] = is_found(kernel, mutant, right);
    }
    for (const auto& [name, fault] : all) {
      for (const auto& [at, mutant] : mutants(program, fault)) {
        if (!is_reached[at]) continue;
        auto& [planted, found] = seen[name];
        ++planted;
        found += is_found(kernel, mutant, right);
      }
    }
  }
  for (const auto& [name, fault] : all) {
    auto [planted, found] = seen[name];
    EXPECT_GT(planted, 0) << name;
    EXPECT_GT(3 * found, planted) << name;
    bool is_sure = std::ranges::count(always_found, name) > 0;
    if (is_sure) EXPECT_EQ(found, planted) << name;
  }
}

}  // namespace
}  // namespace rille
