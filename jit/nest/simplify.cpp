// Fewer, longer loops; no step that nobody reads.
#include <algorithm>
#include <vector>

#include "jit/nest/pull.h"

namespace rille {
namespace {

bool counted(const Stage& stage, size_t loop) {
  return std::ranges::any_of(stage.code, [&](const NestStep& step) {
    return step.name == Scalar::loop && step.loop == static_cast<int>(loop);
  });
}

// Removes the loop; counters above it move down by one, its own becomes 0.
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

// Whether the loop and the next one inside it may be one.
bool joins(Stage& stage, size_t outer) {
  size_t inner = outer + 1;
  bool same_side = (static_cast<int>(outer) < stage.kept) == (static_cast<int>(inner) < stage.kept);
  if (!same_side || counted(stage, outer) || counted(stage, inner)) return false;
  int64_t turns = stage.loops[inner].number;
  bool whole = true;
  each_access(stage, [&](Access& access) {
    whole &= access.strides[outer].number == access.strides[inner].number * turns;
  });
  return whole;
}

void join(Stage& stage, size_t outer) {
  stage.loops[outer + 1] = stage.loops[outer + 1].number * stage.loops[outer].number;
  drop(stage, outer);
}

std::vector<bool> read_steps(const Stage& stage) {
  std::vector<bool> out(stage.code.size());
  auto reads = [&](int step) {
    if (step >= 0) out[static_cast<size_t>(step)] = true;
  };
  auto reads_at = [&](const Access& access) { reads(access.computed), reads(access.guard); };
  reads(stage.folded);
  for (const Store& store : stage.stores) reads(store.step), reads_at(store.access);
  for (const NestCheck& check : stage.checks) {
    reads(check.failed);
    for (int step : check.payload) reads(step);
  }
  for (size_t i = stage.code.size(); i-- > 0;) {
    if (!out[i]) continue;
    for (int in : stage.code[i].in) reads(in);
    if (stage.code[i].name == Scalar::load) reads_at(stage.code[i].access);
  }
  return out;
}

// What went into an index that is now a stride, say. Left there, the number of rows would make a
// kernel of its own for each.
void drop_unread(Stage& stage) {
  std::vector<bool> stays = read_steps(stage);
  std::vector<int> moved(stays.size(), -1);
  int count = 0;
  for (size_t i = 0; i < stays.size(); ++i) {
    if (!stays[i]) continue;
    moved[i] = count;
    if (static_cast<int>(i) != count) {
      stage.code[static_cast<size_t>(count)] = std::move(stage.code[i]);
    }
    ++count;
  }
  stage.code.resize(static_cast<size_t>(count));
  auto move = [&](int& step) {
    if (step >= 0) step = moved[static_cast<size_t>(step)];
  };
  for (NestStep& step : stage.code) {
    for (int& in : step.in) move(in);
  }
  move(stage.folded);
  for (Store& store : stage.stores) move(store.step);
  for (NestCheck& check : stage.checks) {
    move(check.failed);
    for (int& step : check.payload) move(step);
  }
  for (Stage& operand : stage.operands) drop_unread(operand);
  auto move_access = [&](Access& access) { move(access.computed), move(access.guard); };
  for (Store& store : stage.stores) move_access(store.access);
  for (NestStep& step : stage.code) {
    if (step.name == Scalar::load) move_access(step.access);
  }
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

// The loops of a product, and those that it shares, stay.
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
