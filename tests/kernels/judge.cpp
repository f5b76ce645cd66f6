// Recorded kernels against their loop programs.
#include "tests/kernels/judge.h"

#include <algorithm>
#include <charconv>

#include "jit/loops.h"
#include "jit/plan_kernels.h"
#include "tests/diff/oracles.h"
#include "tests/diff/schedules.h"
#include "tests/kernels/machine.h"
#include "tests/kernels/nest_text.h"
#include "tests/kernels/programs.h"
#include "tests/kernels/sizes.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille::diff {
namespace {

constexpr int64_t max_bytes = 4 << 20;  // of a buffer: the interpreter keeps notes of each byte

// The buffer and the index of "… of b3: index 70 …".
struct Outside {
  size_t buffer = 0;
  int64_t index = -1;
};
Outside outside_of(std::string_view message) {
  Outside out;
  size_t buffer = message.find(" of b"), index = message.find(": index ");
  if (buffer == std::string_view::npos || index == std::string_view::npos) return out;
  auto number = [&](size_t at, auto& to) {
    std::from_chars(message.data() + at, message.data() + message.size(), to);
  };
  number(buffer + 5, out.buffer);
  number(index + 8, out.index);
  return out;
}

int64_t height_of_tiles(const Schedule& schedule) {
  int64_t out = 0;
  for (const StageSchedule& stage : schedule.stages) {
    const auto* tiles = std::get_if<TilesSchedule>(&stage.form);
    if (tiles != nullptr) out = std::max(out, tiles->tile_rows);
  }
  return out;
}

SizedKernel small(const Nest& nest, Chance& chance, int64_t work) {
  SizedKernel out = sized(nest, chance, work);
  for (const Target& target : targets_here()) {
    raise_rows(out, height_of_tiles(scheduled(out.nest, target).schedule));
  }
  return out;
}

class NestTrial {
 public:
  NestTrial(const NestText& recorded, Chance& chance, const KernelOptions& options)
      : recorded_(recorded),
        chance_(chance),
        is_planted_(options.is_planted),
        sized_(small(recorded.nest, chance, options.work)),
        nest_(sized_.nest),
        is_too_long_(work_of(nest_, sized_.sizes) > 50.0 * static_cast<double>(options.work)) {
    run_.sizes.assign(sized_.sizes.begin(), sized_.sizes.end());
    elements_ = elements_of(nest_, sized_.sizes);
    elements_.resize(nest_.arguments());
    std::vector<bool> reads(nest_.buffers.size());
    for (const Stage& stage : nest_.stages) {
      each_read(stage, [&](const Access& it) { reads[static_cast<size_t>(it.buffer)] = true; });
    }
    run_.has_contents.assign(reads.begin(),
                             reads.begin() + static_cast<std::ptrdiff_t>(nest_.arguments()));
  }

  KernelVerdict run() {
    KernelVerdict out{.is_reduced = sized_.is_reduced};
    if (is_too_long_) return {.skipped = "too many iterations"};
    verify(nest_);
    plain_ = lower(nest_).program;
    out.skipped = find_contents();
    if (!out.skipped.empty()) return out;
    std::vector<Target> targets = targets_here();
    bool is_serial = has_serial_schedule(targets);
    for (const Target& target : targets) {
      ScheduledNest kernel = scheduled(recorded_.nest, target);
      if (is_serial) kernel.schedule = on_one_thread(kernel);
      out.is_scheduled_alike =
          out.is_scheduled_alike || text(kernel.schedule) == recorded_.schedule;
      kernel = scheduled(nest_, target);
      if (is_serial) kernel.schedule = on_one_thread(kernel);
      out.fault = compare(kernel, target, out);
      if (out.fault) return out;
    }
    return out;
  }

 private:
  // Whether the nest was recorded in a small loop, which one thread runs.
  bool has_serial_schedule(const std::vector<Target>& targets) const {
    bool is_parallel = false, is_serial = false;
    for (const Target& target : targets) {
      ScheduledNest kernel = scheduled(recorded_.nest, target);
      is_parallel = is_parallel || text(kernel.schedule) == recorded_.schedule;
      is_serial = is_serial || text(on_one_thread(kernel)) == recorded_.schedule;
    }
    return is_serial && !is_parallel;
  }

  // Draws what the buffers hold until all computed indices are valid, in larger buffers if need be;
  // else why there is nothing.
  std::string_view find_contents() {
    constexpr int tries = 12;
    for (int i = 0; i < tries; ++i) {
      Numbers numbers = i == 0 && chance_.once_in(2) ? Numbers::wild : Numbers::plain;
      std::vector<int64_t> elements = elements_;
      start_.clear();
      for (size_t k = 0; k < elements.size(); ++k) {
        Dtype dtype = nest_.buffers[k];
        if (elements[k] * static_cast<int64_t>(bytes(dtype)) > max_bytes) return "large buffers";
        start_.push_back(draw(chance_, Type(dtype, {Extent(elements[k])}), numbers));
        bool is_index = i >= tries / 2 && is_number(dtype) && !is_float(dtype);
        if (is_index)
          std::fill_n(start_.back().edit_data(), start_.back().byte_size(), std::byte{});
      }
      try {
        want_ = interpreted(plain_, start_, run_);
        return "";
      } catch (const Error& error) {
        bool is_dependent = error.code() == Code::value && sized_.is_reduced;
        if (is_dependent) return "loops that depend on each other";
        if (error.code() != Code::index) throw;
        grow(outside_of(error.what()));
      }
    }
    return "no valid indices drawn";
  }

  void grow(const Outside& outside) {
    if (outside.index < 0 || outside.buffer >= elements_.size()) return;
    auto each = static_cast<int64_t>(bytes(nest_.buffers[outside.buffer]));
    int64_t wanted = 2 * outside.index + 64;
    if (wanted <= max_bytes / each)
      elements_[outside.buffer] = std::max(wanted, elements_[outside.buffer]);
  }

  // A fault that has to be found.
  static ScheduledNest planted(ScheduledNest kernel) {
    for (Stage& stage : kernel.nest.stages) {
      for (Store& store : stage.stores) store.access.offset += 1;
    }
    return kernel;
  }

  bool has_one_check() const {
    size_t count = 0;
    for (const Stage& stage : nest_.stages) count += stage.checks.size();
    return count == 1;
  }

  Fault compare(const ScheduledNest& kernel, const Target& target, KernelVerdict& verdict) {
    KernelRun run = run_;
    SizeArguments sizes = sized_.sizes;
    run.end = iterations_of(kernel, sizes);
    run.sizes.assign(sizes.begin(), sizes.end());
    run.shared = kernel.schedule.shared;
    run.scratch = kernel.schedule.scratch;
    int64_t align = std::max<int64_t>(kernel.schedule.align, 1);
    run.middle = std::min(chance_.below(run.end / align + 1) * align, run.end);
    LoopProgram program = loop_program(kernel, target);
    std::string where = str(target.name, ", sizes (", join(run.sizes), "), iterations ", run.end,
                            ", from ", run.middle, "\n", text(kernel), text(program));
    Fault fault = misprint(program);
    if (fault) return str(*fault, "\n", where);
    KernelResult want = want_;
    try {
      if (sums_pairs(kernel)) want = interpreted(program, start_, run);
    } catch (const std::exception& error) {
      return str("the scheduled program: ", error.what(), ": ", where);
    }
    fault = judged("the scheduled program", want, has_one_check(),
                   [&] { return interpreted(program, start_, run); });
    if (fault) return str(*fault, ": ", where);
    ++verdict.interpreted;
    fault = judged("machine code", want, has_one_check(), [&] {
      return executed(*machine_code(is_planted_ ? planted(kernel) : kernel, target), start_, run);
    });
    if (fault) return str(*fault, ": ", where);
    ++verdict.executed;
    return {};
  }

  const NestText& recorded_;
  Chance& chance_;
  bool is_planted_;
  SizedKernel sized_;
  const Nest& nest_;
  bool is_too_long_;
  LoopProgram plain_;
  std::vector<int64_t> elements_;
  KernelRun run_;
  Arrays start_;
  KernelResult want_;
};

}  // namespace

KernelVerdict judge_kernel(std::string_view text, Chance& chance, const KernelOptions& options) {
  if (text.starts_with("program ")) return judge_program(text, chance);
  NestText recorded = parse_nest(text);
  if (rille::text(recorded.nest) + recorded.schedule != text) return {"read back otherwise"};
  return NestTrial(recorded, chance, options).run();
}

}  // namespace rille::diff
