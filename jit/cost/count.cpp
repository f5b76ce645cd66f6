// Counts the operations and bytes of a loop nest.
#include <algorithm>
#include <vector>

#include "jit/cost.h"
#include "jit/cost/touched.h"
#include "vm/error.h"

namespace rille {
namespace {

bool is_function(Scalar name) {
  return name == Scalar::rsqrt || (name != Scalar::div && facts_of(name).cost > 1);
}

// An operation that passes a number on, or converts its dtype, does not count.
bool is_free(Scalar name) {
  return facts_of(name).cost == 0 || name == Scalar::convert || name == Scalar::bitcast;
}

// The cost factor in lanes of f32: an element of 8 bytes takes two.
double lanes_of(Dtype dtype) { return std::max<double>(static_cast<double>(bytes(dtype)) / 4, 1); }

// Counts the operations of a stage's straight-line code.
class OpCounter {
 public:
  OpCounter(const Stage& stage, LoopBits loops)
      : stage_(stage), loops_(std::move(loops)), counts_(stage.code.size(), false) {
    find_places();
    for (const Store& store : stage.stores) need(store.step);
    for (const NestCheck& check : stage.checks) need(check.failed);
    need(stage.folded);
    for (size_t i = stage.code.size(); i-- > 0;) {
      if (!counts_[i]) continue;
      for (int in : stage.code[i].in) need(in);
    }
  }

  void add(Cost& out) const {
    for (size_t i = 0; i < stage_.code.size(); ++i) {
      const NestStep& step = stage_.code[i];
      if (step.name == Scalar::load || step.name == Scalar::constant) continue;
      double iterations = iterations_over(stage_, loops_[i]);
      bool is_at_hand = is_free(step.name) && step.name != Scalar::convert;
      double weight = is_at_hand ? 0 : facts_of(step.name).cost;
      out.steps += iterations * weight * lanes_of(step.dtype);
      if (!counts_[i] || is_free(step.name) || places_[i] || is_border(step)) continue;
      (is_function(step.name) ? out.functions : out.flops) += iterations;
    }
  }

 private:
  void need(int step) {
    if (step >= 0) counts_[static_cast<size_t>(step)] = true;
  }

  // Marks indices and masks computed from loop counters alone.
  void find_places() {
    for (const NestStep& step : stage_.code) {
      bool is_sum = step.name == Scalar::folded || step.name == Scalar::product;
      bool is_place = step.name != Scalar::load && !is_sum && !is_inexact(step.dtype);
      for (int in : step.in) is_place = is_place && places_[static_cast<size_t>(in)];
      places_.push_back(is_place);
    }
  }

  // Whether the step selects the value of a guarded load outside of its buffer.
  bool is_border(const NestStep& step) const {
    return step.name == Scalar::select &&
           std::ranges::any_of(stage_.code, [&](const NestStep& other) {
             return other.name == Scalar::load && other.access.guard == step.in[0];
           });
  }

  const Stage& stage_;
  LoopBits loops_;
  std::vector<bool> places_;
  std::vector<bool> counts_;  // false for steps that only an index or a guard reads
};

double product_of(const Stage& stage, size_t from, size_t to) {
  double out = 1;
  for (size_t i = from; i < to; ++i) out *= static_cast<double>(stage.loops[i].number);
  return out;
}

// A reduction takes one operation less than it has terms.
void add_fold(const Stage& stage, Cost& out) {
  auto kept = static_cast<size_t>(stage.kept);
  double terms = product_of(stage, kept, stage.loops.size());
  double meetings = (terms - 1) * product_of(stage, 0, kept);
  out.flops += meetings;
  out.steps += meetings * facts_of(stage.combiner).cost * lanes_of(stage.sum_dtype);
}

double terms_of(const Stage& stage) {
  return product_of(stage, 0, stage.loops.size()) * static_cast<double>(stage.k_size());
}

void add_product(const Nest& nest, const Stage& stage, Cost& out) {
  double terms = terms_of(stage);
  out.flops += 2 * terms;
  out.tiled += terms * lanes_of(stage.sum_dtype);
  for (const Stage& operand : stage.operands) {
    OpCounter(operand, loops_of_operand(nest, operand)).add(out);
  }
}

void add_stage(const Nest& nest, const Stage& stage, Cost& out) {
  if (stage.form == StageForm::fold || stage.form == StageForm::scan) add_fold(stage, out);
  if (stage.form == StageForm::contract) add_product(nest, stage, out);
  OpCounter(stage, loops_of_steps(nest, stage)).add(out);
}

// Counts the bytes that stages read and no earlier stage wrote, and the bytes that they write.
void add_bytes(const Nest& nest, std::span<const int64_t> buffers, Cost& out) {
  std::vector<AccessFootprint> read(nest.arguments()), written(nest.arguments());
  auto in_memory = [&](const Access& access) { return !nest.is_local(access.buffer); };
  for (const Stage& stage : nest.stages) {
    auto reads = [&](const Stage& code, const LoopBits& loops) {
      for (const NestStep& step : code.code) {
        if (step.name != Scalar::load || !in_memory(step.access)) continue;
        auto at = static_cast<size_t>(step.access.buffer);
        if (written[at].none()) read[at].add(code, loops, step.access);
      }
    };
    LoopBits loops = loops_of_steps(nest, stage);
    reads(stage, loops);
    for (const Stage& operand : stage.operands) reads(operand, loops_of_operand(nest, operand));
    for (const Store& store : stage.stores) {
      if (!in_memory(store.access)) continue;
      written[static_cast<size_t>(store.access.buffer)].add(stage, loops, store.access);
    }
  }
  for (size_t i = 0; i < nest.arguments(); ++i) {
    int64_t most = i < buffers.size() ? buffers[i] : INT64_MAX;
    auto width = static_cast<double>(bytes(nest.buffers[i]));
    out.read += read[i].elements(most) * width;
    out.written += written[i].elements(most) * width;
  }
}

}  // namespace

Cost cost_of(const Nest& nest, std::span<const int64_t> buffers) {
  Cost out;
  for (const Stage& stage : nest.stages) add_stage(nest, stage, out);
  add_bytes(nest, buffers, out);
  return out;
}

// Of tile registers over vectors of f32, with the packing of panels.
constexpr double tile_speedup = 6;

Cost cost_of(const ScheduledNest& kernel, std::span<const int64_t> buffers) {
  Cost out = cost_of(kernel.nest, buffers);
  for (size_t i = 0; i < kernel.nest.stages.size(); ++i) {
    const Stage& stage = kernel.nest.stages[i];
    const auto* tiles = std::get_if<TilesSchedule>(&kernel.schedule.stages[i].form);
    if (tiles == nullptr) continue;
    if (tiles->in_tile_registers) {
      out.tiled -= terms_of(stage) * (1 - 1 / tile_speedup);
    } else if (stage.precision == Precision::fast && tiles->group == 2) {
      out.tiled -= terms_of(stage) / 2;
    }
  }
  return out;
}

}  // namespace rille
