// Merges loops and removes dead steps.
#include <algorithm>
#include <vector>

#include "jit/nest/stage_builder.h"

namespace rille {
namespace {

bool counted(const Stage& stage, size_t loop) {
  return std::ranges::any_of(stage.code, [&](const NestStep& step) {
    return step.name == Scalar::loop && step.loop == static_cast<int>(loop);
  });
}

// Removes a loop of one iteration: its counter becomes 0, and later loops are renumbered.
void drop(Stage& stage, size_t loop) {
  stage.loops.erase(stage.loops.begin() + static_cast<std::ptrdiff_t>(loop));
  if (static_cast<int>(loop) < stage.kept) --stage.kept;
  each_access(stage, [&](Access& access) {
    access.strides.erase(access.strides.begin() + static_cast<std::ptrdiff_t>(loop));
  });
  for (NestStep& step : stage.code) {
    if (step.name != Scalar::loop) continue;
    if (step.loop == static_cast<int>(loop)) {
      step = {.name = Scalar::constant, .dtype = Dtype::i64, .value = int64_t{0}};
    } else if (step.loop > static_cast<int>(loop)) {
      --step.loop;
    }
  }
}

// Whether the loop can be merged with the next one inside it.
bool joins(Stage& stage, size_t outer) {
  size_t inner = outer + 1;
  bool same_side = (static_cast<int>(outer) < stage.kept) == (static_cast<int>(inner) < stage.kept);
  if (!same_side || counted(stage, outer) || counted(stage, inner)) return false;
  int64_t iterations = stage.loops[inner].number;
  bool whole = true;
  each_access(stage, [&](Access& access) {
    whole &= access.strides[outer].number == access.strides[inner].number * iterations;
  });
  return whole;
}

void join(Stage& stage, size_t outer) {
  stage.loops[outer + 1] = stage.loops[outer + 1].number * stage.loops[outer].number;
  drop(stage, outer);
}

// Call f for each step that a step reads; that the stage reads. S, T: perhaps const.
template <class T, class F>
void each_operand(T& step, const F& f) {
  for (auto& in : step.in) f(in);
  if (step.name == Scalar::load) f(step.access.computed), f(step.access.guard);
}
template <class S, class F>
void each_root(S& stage, const F& f) {
  f(stage.folded);
  for (auto& store : stage.stores) {
    f(store.step), f(store.access.computed), f(store.access.guard);
  }
  for (auto& check : stage.checks) {
    f(check.failed);
    for (auto& step : check.payload) f(step);
  }
}

std::vector<bool> read_steps(const Stage& stage) {
  std::vector<bool> out(stage.code.size());
  auto reads = [&](int step) {
    if (step >= 0) out[static_cast<size_t>(step)] = true;
  };
  each_root(stage, reads);
  for (size_t i = stage.code.size(); i-- > 0;) {
    if (out[i]) each_operand(stage.code[i], reads);
  }
  return out;
}

// Removes dead steps, such as the operands of an index that has become a stride: a constant among
// them would make the kernel specific to one number of rows.
void drop_unread(Stage& stage) {
  std::vector<bool> stays = read_steps(stage);
  std::vector<int> moved(stays.size(), -1);
  std::vector<NestStep> code;
  for (size_t i = 0; i < stays.size(); ++i) {
    if (!stays[i]) continue;
    moved[i] = static_cast<int>(code.size());
    code.push_back(std::move(stage.code[i]));
  }
  stage.code = std::move(code);
  auto move = [&](int& step) {
    if (step >= 0) step = moved[static_cast<size_t>(step)];
  };
  each_root(stage, move);
  for (NestStep& step : stage.code) each_operand(step, move);
  for (Stage& operand : stage.operands) drop_unread(operand);
}

}  // namespace

size_t simplify(Stage& stage, size_t from, size_t to, size_t least) {
  size_t left = to - from;
  for (size_t i = to; i-- > from && left > least;) {
    if (stage.loops[i].is(1)) drop(stage, i), --left;
  }
  for (size_t outer = from + left; outer-- > from && left > least;) {
    if (outer + 1 < from + left && joins(stage, outer)) join(stage, outer), --left;
  }
  return left;
}

// The loops of a product and the shared loops are not changed.
void simplify(Nest& nest) {
  for (Stage& stage : nest.stages) drop_unread(stage);
  auto own = [&](Stage& stage) {
    simplify(stage, static_cast<size_t>(nest.shared), stage.loops.size());
  };
  if (std::ranges::any_of(nest.stages, is_product)) {
    for (Stage& stage : nest.stages) {
      if (!is_product(stage)) own(stage);
    }
    return;
  }
  for (auto i = static_cast<size_t>(nest.shared); i-- > 0;) {
    if (!nest.stages[0].loops[i].is(1)) continue;
    for (Stage& stage : nest.stages) drop(stage, i);
    --nest.shared;
  }
  for (auto outer = static_cast<size_t>(nest.shared); outer-- > 0;) {
    bool is_last = static_cast<int>(outer) + 1 >= nest.shared;
    if (is_last || !std::ranges::all_of(nest.stages, [&](Stage& s) { return joins(s, outer); })) {
      continue;
    }
    for (Stage& stage : nest.stages) join(stage, outer);
    --nest.shared;
  }
  for (Stage& stage : nest.stages) own(stage);
}

}  // namespace rille
