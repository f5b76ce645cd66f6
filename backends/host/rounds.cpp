// rounds_of: finds steps that are independent.
#include "backends/host/rounds.h"

#include <algorithm>

#include "backends/host/commit.h"
#include "backends/host/program.h"
#include "backends/host/threads.h"
#include "jit/bounds.h"

namespace rille {
namespace {

bool is_tape(const Slot& slot) {
  return slot.home == Slot::Home::tape || slot.type.form() == TypeForm::tape;
}

// The memory that the steps of a round access: arrays of the caller, and ranges of the arena.
class MemoryFootprint {
 public:
  MemoryFootprint(const Plan& plan, std::span<const int> donors)
      : plan_(plan), donors_(donors), arrays_(plan.params.size() + plan.results.size()) {}

  // Adds a step if it is independent of the steps before it; else returns false.
  bool joins(const PlanStep& step) {
    const Nest& nest = plan_.nests[static_cast<size_t>(step.nest)].nest;
    std::vector<bool> written(nest.buffers.size());
    for (const Stage& stage : nest.stages) {
      for (const Store& store : stage.stores) {
        written[static_cast<size_t>(store.access.buffer)] = true;
      }
    }
    for (size_t i = 0; i < step.buffers.size(); ++i) {
      if (meets(slot_of(step, i), written[i])) return false;
    }
    for (size_t i = 0; i < step.buffers.size(); ++i) add(slot_of(step, i), written[i]);
    return true;
  }

  void forget() {
    std::ranges::fill(arrays_, AccessMark::none);
    arena_.clear();
  }

 private:
  enum class AccessMark : uint8_t { none, read, written };
  struct AccessRange {
    size_t begin, end;
    bool written;
  };

  const Slot& slot_of(const PlanStep& step, size_t buffer) const {
    return plan_.slots[static_cast<size_t>(step.buffers[buffer])];
  }

  // A result that reuses the buffer of a parameter is treated as that parameter.
  AccessMark& array_of(const Slot& slot) {
    auto number = static_cast<size_t>(slot.number);
    if (slot.home == Slot::Home::param) return arrays_[number];
    int donor = donors_[number];
    return arrays_[donor >= 0 ? static_cast<size_t>(donor) : plan_.params.size() + number];
  }

  static bool is_array(const Slot& slot) {
    return slot.home == Slot::Home::param || slot.home == Slot::Home::result;
  }

  bool meets(const Slot& slot, bool writes) {
    if (slot.bytes == 0) return false;
    if (is_array(slot)) {
      AccessMark mark = array_of(slot);
      return mark == AccessMark::written || (writes && mark == AccessMark::read);
    }
    return slot.home == Slot::Home::arena &&
           std::ranges::any_of(arena_, [&](const AccessRange& other) {
             bool overlaps = other.begin < slot.offset + slot.bytes && slot.offset < other.end;
             return overlaps && (writes || other.written);
           });
  }

  void add(const Slot& slot, bool writes) {
    if (is_array(slot)) {
      AccessMark& mark = array_of(slot);
      mark = std::max(mark, writes ? AccessMark::written : AccessMark::read);
    } else if (slot.home == Slot::Home::arena) {
      arena_.push_back({slot.offset, slot.offset + slot.bytes, writes});
    }
  }

  const Plan& plan_;
  std::span<const int> donors_;
  std::vector<AccessMark> arrays_;  // parameters, and results with buffers of their own
  std::vector<AccessRange> arena_;
};

// Whether the iterations of a step may run concurrently with those of another step.
bool is_free(const Program& program, const PlanStep& step) {
  if (step.kind != PlanStep::Kind::nest) return false;
  const Plan& plan = *program.plan;
  const Kernel& kernel = program.kernels[static_cast<size_t>(step.nest)];
  auto has_tape = [&](int slot) { return is_tape(plan.slots[static_cast<size_t>(slot)]); };
  return kernel.shared == 0 && kernel.work <= max_work && step.in.empty() &&
         !plan.nests[static_cast<size_t>(step.nest)].nest.checks() &&
         std::ranges::none_of(step.buffers, has_tape);
}

// A round has enough ranges for all threads without splitting each step as finely as a step that
// runs alone. Longer contiguous ranges per thread make better use of hardware prefetching.
constexpr int64_t pieces_of_a_thread = 12;

// Adds ranges of about `worth` operations each, limited by the latency of interrupts.
void add_pieces(const Kernel& kernel, size_t step, int64_t worth,
                std::vector<IterationRange>& out) {
  int64_t grain = std::clamp<int64_t>(kernel.grain, 1, std::max<int64_t>(kernel.iterations, 1));
  int64_t ranges = (kernel.iterations + grain - 1) / grain;
  int64_t of_a_range = std::max<int64_t>(kernel.work / std::max<int64_t>(ranges, 1), 1);
  grain *= std::clamp<int64_t>(std::min(worth, bound::max_of_a_range) / of_a_range, 1, ranges);
  for (int64_t at = 0; at < kernel.iterations; at += grain) {
    out.push_back({step, at, std::min(at + grain, kernel.iterations)});
  }
}

}  // namespace

std::vector<Round> rounds_of(const Program& program, std::span<const int> donors, size_t commit) {
  const std::vector<PlanStep>& steps = program.plan->steps;
  std::vector<Round> out;
  MemoryFootprint touched(*program.plan, donors);
  for (size_t i = 0; i < steps.size();) {
    touched.forget();
    size_t end = i;
    int64_t work = 0;
    while (end < steps.size() && is_free(program, steps[end]) && touched.joins(steps[end])) {
      work += program.kernels[static_cast<size_t>(steps[end].nest)].work;
      if (++end == commit) break;
    }
    if (end - i >= 2 && work >= 2 * bound::worth_a_thread) {
      Round round{.first = i, .count = end - i};
      int64_t worth = work / (pieces_of_a_thread * host_threads());
      for (size_t step = i; step < end; ++step) {
        add_pieces(program.kernels[static_cast<size_t>(steps[step].nest)], step, worth,
                   round.pieces);
      }
      out.push_back(std::move(round));
    }
    i = std::max(end, i + 1);
  }
  return out;
}

}  // namespace rille
