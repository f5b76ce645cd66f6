// Lives of slots, and the memory that they share.
#include <algorithm>
#include <map>
#include <ranges>

#include "jit/nest/independent_parts.h"
#include "jit/op.h"
#include "jit/plan/planner.h"
#include "jit/regions.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr size_t line = 64;

size_t rounded(size_t bytes) { return (bytes + line - 1) / line * line; }

// Each slot is below 2^61 bytes, so one more cannot wrap; all together may not pass 2^62.
size_t checked_end(size_t end, size_t more) {
  if (end + more > size_t{1} << 62) {
    throw Error(Code::memory, "the values of compiled code take more than 2^62 bytes together");
  }
  return end + more;
}

template <class F>
void each_slot(const PlanStep& step, F f) {
  for (const auto* list : {&step.buffers, &step.in, &step.out}) {
    for (int slot : *list) f(slot);
  }
}

bool same_place(const Access& a, const Access& b) {
  return a.computed < 0 && a.offset == b.offset && a.strides == b.strides;
}

template <class F>
bool all_loads(const Stage& stage, int buffer, F holds) {
  return std::ranges::all_of(stage.code, [&](const NestStep& step) {
    return step.name != Scalar::load || step.access.buffer != buffer || holds(step.access);
  });
}

bool loads(const Stage& stage, int buffer) {
  return !all_loads(stage, buffer, [](const Access&) { return false; }) ||
         std::ranges::any_of(stage.operands, [&](const Stage& it) { return loads(it, buffer); });
}

// The part of a buffer that one turn of the shared loops touches, from its least element on.
struct Row {
  std::vector<Size> along;  // strides of the shared loops
  int64_t low, high;        // without those; both inside
};

Row row_of(const Stage& stage, int shared, const Access& access) {
  Row out{{access.strides.begin(), access.strides.begin() + shared}, access.offset, access.offset};
  for (auto loop = static_cast<size_t>(shared); loop < stage.loops.size(); ++loop) {
    int64_t most = access.strides[loop].number * (stage.loops[loop].number - 1);
    (most < 0 ? out.low : out.high) += most;
  }
  return out;
}

// Whether what a turn reads there lies in the row that it writes, and rows lie apart.
bool stays_in_row(const Row& read, const Row& written) {
  if (read.along != written.along) return false;
  if (read.low < written.low || read.high > written.high) return false;
  return std::ranges::all_of(
      written.along, [&](Size stride) { return written.high - written.low < stride.number; });
}

// What a stage writes of a buffer: by one store, or by those of the parts of complex numbers.
std::vector<Access> writes_of(const Stage& stage, int buffer) {
  std::vector<Access> out;
  for (const Store& store : stage.stores) {
    if (store.access.buffer == buffer) out.push_back(store.access);
  }
  return out;
}

Row row_of(const Stage& stage, int shared, const std::vector<Access>& writes) {
  Row out = row_of(stage, shared, writes[0]);
  for (const Access& access : writes) {
    Row other = row_of(stage, shared, access);
    RILLE_CHECK(other.along == out.along, "the parts of one result in other rows");
    out.low = std::min(out.low, other.low);
    out.high = std::max(out.high, other.high);
  }
  return out;
}

// Parts of a stage run one after the other: only its own part has read what one writes.
bool by_one_part(const Nest& nest, int in, int out) {
  if (nest.stages.size() != 1) return true;
  IndependentParts parts = independent_parts(nest.stages[0], nest.buffers.size());
  if (parts.count == 0) return true;
  int reader = parts.buffers[static_cast<size_t>(in)];
  return reader < 0 || reader == parts.buffers[static_cast<size_t>(out)];
}

// Buffer `in` may be written as `out`: each element is read where it is written, and nowhere else,
// or, by the stages before that one, in the same turn of the shared loops.
bool read_where_written(const Nest& nest, int in, int out) {
  if (nest.buffers[static_cast<size_t>(in)] != nest.buffers[static_cast<size_t>(out)]) return false;
  auto writes = [&](const Stage& stage) { return !writes_of(stage, out).empty(); };
  auto writer = std::ranges::find_if(nest.stages, writes);
  if (writer == nest.stages.end()) return false;
  std::ranges::subrange before(nest.stages.begin(), writer), behind(writer + 1, nest.stages.end());
  bool stays_whole = std::ranges::all_of(
      behind, [&](const Stage& stage) { return !writes(stage) && !loads(stage, in); });
  bool folds = writer->form == StageForm::fold || writer->form == StageForm::scan;
  bool multiplies = std::ranges::any_of(nest.stages, [&](const Stage& stage) {
    return std::ranges::any_of(stage.operands, [&](const Stage& it) { return loads(it, in); });
  });
  if (!stays_whole || folds || multiplies) return false;
  std::vector<Access> places = writes_of(*writer, out);
  auto is_written = [&](const Access& read) {
    return std::ranges::any_of(places, [&](const Access& at) { return same_place(read, at); });
  };
  if (!all_loads(*writer, in, is_written) || !by_one_part(nest, in, out)) return false;
  Row written = row_of(*writer, nest.shared, places);
  return std::ranges::all_of(before, [&](const Stage& stage) {
    return all_loads(stage, in, [&](const Access& a) {
      return a.computed < 0 && stays_in_row(row_of(stage, nest.shared, a), written);
    });
  });
}

int position(const std::vector<int>& list, int item) {
  auto found = std::ranges::find(list, item);
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

// Ops of the device's own code that change their first input where it stands.
bool changes_its_input(const Plan& plan, const PlanStep& step, int from, int to) {
  const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
  return node.op->moves == DataMovement::updates && step.in[0] == from && step.out[0] == to &&
         std::ranges::count(step.in, from) == 1;
}

bool takes_over(const Plan& plan, const std::vector<Life>& lives, size_t param, int result);

// Whether a branch may write its result where an operand stands, that it may be given several
// times: the step that first writes it reads one of them at most.
bool branch_in_place(const Plan& part, const PlanStep& step, int from, int result) {
  std::vector<Life> lives = lives_of(part);
  int first = lives[static_cast<size_t>(result)].first, readers = 0;
  for (size_t i = 1; i < step.in.size(); ++i) {
    if (step.in[i] != from) continue;
    if (!takes_over(part, lives, i - 1, result)) return false;
    readers += lives[static_cast<size_t>(part.params[i - 1])].last == first ? 1 : 0;
  }
  return readers <= 1;
}

// Branches that all may write the result where the operand stands; loops begin with a carry that
// stands where it ends.
bool region_in_place(const Plan& plan, const PlanStep& step, int from, int to) {
  const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
  int in = position(step.in, from), out = position(step.out, to);
  if (in < 0 || out < 0) return false;
  if (node.op->control == RegionControl::branch) {
    return in > 0 && std::ranges::all_of(step.parts, [&](const auto& part) {
             return branch_in_place(*part, step, from, part->results[static_cast<size_t>(out)]);
           });
  }
  if (std::ranges::count(step.in, from) != 1) return false;
  if (!is_loop(node)) return false;
  LoopShape shape = loop_shape(node);
  auto carry = static_cast<size_t>(out);
  return carry < shape.carry && static_cast<size_t>(in) == shape.consts + carry;
}

bool in_place(const Plan& plan, const PlanStep& step, int from, int to) {
  if (step.kind == PlanStep::Kind::structured) return changes_its_input(plan, step, from, to);
  if (step.kind == PlanStep::Kind::region) return region_in_place(plan, step, from, to);
  if (step.kind != PlanStep::Kind::nest) return false;
  int in = position(step.buffers, from), out = position(step.buffers, to);
  return in >= 0 && out >= 0 &&
         read_where_written(plan.nests[static_cast<size_t>(step.nest)].nest, in, out);
}

// A param's memory is free once its last reader has run, and may be written by that reader too if
// it writes each element where it has read it.
bool takes_over(const Plan& plan, const std::vector<Life>& lives, size_t param, int result) {
  const Slot& from = plan.slots[static_cast<size_t>(plan.params[param])];
  const Slot& to = plan.slots[static_cast<size_t>(result)];
  if (from.bytes == 0 || from.type != to.type) return false;
  const Life &old = lives[static_cast<size_t>(plan.params[param])],
             &fresh = lives[static_cast<size_t>(result)];
  if (fresh.first < 0) return false;
  if (old.last < fresh.first) return true;
  if (old.last != fresh.first) return false;
  const PlanStep& step = plan.steps[static_cast<size_t>(old.last)];
  return step.kind == PlanStep::Kind::copy || in_place(plan, step, plan.params[param], result);
}

void rename(PlanStep& step, int from, int to) {
  for (auto* list : {&step.buffers, &step.in, &step.out}) std::ranges::replace(*list, from, to);
}

// Of what is updated by code of its own the value before may stand where the result does: then a
// chain of updates changes one memory.
void join_updates(Plan& plan, int result, std::vector<Life>& lives) {
  Life& own = lives[static_cast<size_t>(result)];
  while (own.first >= 0) {
    const PlanStep& step = plan.steps[static_cast<size_t>(own.first)];
    bool updates = step.kind == PlanStep::Kind::structured || step.kind == PlanStep::Kind::region;
    if (!updates) return;
    auto before = std::ranges::find_if(step.in, [&](int slot) {
      const Slot& from = plan.slots[static_cast<size_t>(slot)];
      const Life& life = lives[static_cast<size_t>(slot)];
      return from.home == Slot::Home::arena && life.last == own.first && life.first < own.first &&
             from.bytes == plan.slots[static_cast<size_t>(result)].bytes &&
             in_place(plan, step, slot, result);
    });
    if (before == step.in.end()) return;
    int from = *before;
    Life life = lives[static_cast<size_t>(from)];
    for (int i = life.first; i <= life.last; ++i) {
      rename(plan.steps[static_cast<size_t>(i)], from, result);
    }
    lives[static_cast<size_t>(from)] = {};
    own.first = life.first;
  }
}

// Free pieces of the arena by offset; takes the smallest that fits.
class Arena {
 public:
  size_t take(size_t bytes) {
    auto best = free_.end();
    for (auto it = free_.begin(); it != free_.end(); ++it) {
      if (it->second >= bytes && (best == free_.end() || it->second < best->second)) best = it;
    }
    if (best == free_.end()) {
      size_t at = end_;
      end_ = checked_end(end_, bytes);
      return at;
    }
    auto [at, size] = *best;
    free_.erase(best);
    if (size > bytes) free_[at + bytes] = size - bytes;
    return at;
  }

  void give(size_t at, size_t bytes) {
    auto [it, fresh] = free_.emplace(at, bytes);
    auto next = std::next(it);
    if (next != free_.end() && it->first + it->second == next->first) {
      it->second += next->second;
      free_.erase(next);
    }
    if (it == free_.begin()) return;
    auto before = std::prev(it);
    if (before->first + before->second != it->first) return;
    before->second += it->second;
    free_.erase(it);
  }

  size_t bytes() const { return end_; }

 private:
  std::map<size_t, size_t> free_;
  size_t end_ = 0;
};

}  // namespace

std::vector<Life> lives_of(const Plan& plan) {
  std::vector<Life> out(plan.slots.size());
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    each_slot(plan.steps[i], [&](int slot) {
      Life& life = out[static_cast<size_t>(slot)];
      if (life.first < 0) life.first = static_cast<int>(i);
      life.last = static_cast<int>(i);
    });
  }
  return out;
}

void place_slots(Plan& plan) {
  std::vector<Life> lives = lives_of(plan);
  for (int result : plan.results) {
    if (plan.slots[static_cast<size_t>(result)].bytes > 0) join_updates(plan, result, lives);
  }
  std::vector<bool> placed(plan.slots.size()), handed_on(plan.slots.size());
  Arena arena;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const PlanStep& step = plan.steps[i];
    auto now = static_cast<int>(i);
    std::vector<int> touched;
    each_slot(step, [&](int number) {
      if (position(touched, number) < 0) touched.push_back(number);
    });
    auto in_arena = [&](int number) {
      return plan.slots[static_cast<size_t>(number)].home == Slot::Home::arena;
    };
    for (int number : touched) {
      auto at = static_cast<size_t>(number);
      if (!in_arena(number) || placed[at] || plan.slots[at].bytes == 0) continue;
      placed[at] = true;
      Slot& slot = plan.slots[at];
      auto dying = std::ranges::find_if(touched, [&](int other) {
        auto from = static_cast<size_t>(other);
        return other != number && in_arena(other) && placed[from] && !handed_on[from] &&
               lives[from].first < now && lives[from].last == now &&
               plan.slots[from].bytes == slot.bytes && in_place(plan, step, other, number);
      });
      if (dying != touched.end()) {
        handed_on[static_cast<size_t>(*dying)] = true;
        slot.offset = plan.slots[static_cast<size_t>(*dying)].offset;
      } else {
        slot.offset = arena.take(rounded(slot.bytes));
      }
    }
    for (int number : touched) {
      auto at = static_cast<size_t>(number);
      if (!placed[at] || lives[at].last != now || handed_on[at]) continue;
      arena.give(plan.slots[at].offset, rounded(plan.slots[at].bytes));
    }
  }
  plan.arena_bytes = arena.bytes();
}

std::vector<int> donors_of(const Plan& plan, const std::vector<bool>& may) {
  std::vector<Life> lives = lives_of(plan);
  std::vector<bool> taken(plan.params.size());
  std::vector<int> donor(plan.results.size(), -1);
  for (bool same_step : {true, false}) {  // first what is overwritten as it is read
    for (size_t i = 0; i < plan.results.size(); ++i) {
      poll();
      int result = plan.results[i];
      if (donor[i] >= 0 || plan.slots[static_cast<size_t>(result)].bytes == 0) continue;
      for (size_t p = 0; p < plan.params.size(); ++p) {
        bool meets = lives[static_cast<size_t>(plan.params[p])].last ==
                     lives[static_cast<size_t>(result)].first;
        bool is_open = may[p] && !taken[p] && meets == same_step;
        if (!is_open || !takes_over(plan, lives, p, result)) continue;
        donor[i] = static_cast<int>(p);
        taken[p] = true;
        break;
      }
    }
  }
  return donor;
}

void find_donors(Plan& plan) {
  plan.donor = donors_of(plan, std::vector<bool>(plan.params.size(), true));
}

// A loop gives its body no memory but each carry's own, whatever else would fit.
void find_donors(Plan& body, const LoopShape& shape) {
  std::vector<Life> lives = lives_of(body);
  for (size_t i = 0; i < body.donor.size(); ++i) {
    size_t own = shape.consts + i;
    bool stays = i < shape.carry && takes_over(body, lives, own, body.results[i]);
    body.donor[i] = stays ? static_cast<int>(own) : -1;
  }
}

bool stays_in_place(const Plan& body, const LoopShape& shape, size_t i) {
  return body.donor[i] == static_cast<int>(shape.consts + i);
}

std::vector<int> first_writes(const Plan& plan) {
  std::vector<Life> lives = lives_of(plan);
  std::vector<int> out;
  for (int result : plan.results) out.push_back(lives[static_cast<size_t>(result)].first);
  return out;
}

}  // namespace rille
