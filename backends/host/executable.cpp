// HostExecutable: construction, donation, and runs.
#include "backends/host/executable.h"

#include <algorithm>
#include <optional>

#include "backends/host/carried.h"
#include "backends/host/commit.h"
#include "backends/host/tape.h"
#include "jit/regions.h"
#include "vm/error.h"

namespace rille {
namespace {

Kernel kernel_of(PlanKernel& kernel, KernelFn run, int64_t work) {
  const Launch& launch = kernel.launch;
  return {.run = run,
          .iterations = launch.iterations,
          .grain = grain_of(launch.iterations, work, launch.align),
          .work = work,
          .scratch = static_cast<size_t>(launch.scratch),
          .shared = static_cast<size_t>(launch.shared),
          .sizes = kernel.sizes,
          .constants = std::move(kernel.constants)};
}

// Iterates over kernels and their code in the order of plan_kernels().
struct KernelIterator {
  std::span<PlanKernel> kernels;
  std::span<const KernelCode> code;

  Kernel next(int64_t work) {
    Kernel out = kernel_of(kernels[0], code[0]->kernel(), work);
    kernels = kernels.subspan(1), code = code.subspan(1);
    return out;
  }
};

SerialKernel loop_of(const PlanLoop& source, KernelIterator& made) {
  auto checks = std::make_shared<Plan>();
  checks->checks = checks_of(source);
  return {.kernel = made.next(0), .checks = std::move(checks)};
}

Program program_of(const Plan& plan, KernelIterator& made, uint32_t& number) {
  Program out{.plan = &plan};
  for (const ScheduledNest& it : plan.nests) out.kernels.push_back(made.next(it.nest.work()));
  for (const PlanStep& step : plan.steps) {
    out.numbers.push_back(number++);
    std::vector<Program> parts;
    SerialKernel loop;
    if (auto source = loop_in_one_kernel(plan, step)) {
      loop = loop_of(*source, made);
    } else {
      for (const auto& part : step.parts) parts.push_back(program_of(*part, made, number));
      bool loops = step.kind == PlanStep::Kind::region &&
                   is_loop(plan.graph.nodes[static_cast<size_t>(step.node)]);
      if (loops) {
        Program& body = parts.back();
        body.rounds = rounds_of(body, body.plan->donor, SIZE_MAX);
      }
    }
    out.parts.push_back(std::move(parts));
    out.loops.push_back(std::move(loop));
  }
  return out;
}

std::vector<Type> types_at(const Plan& plan, const std::vector<int>& slots) {
  std::vector<Type> out;
  for (int slot : slots) out.push_back(plan.slots[static_cast<size_t>(slot)].type);
  return out;
}

constexpr size_t near_bytes = 4096;  // an arena up to this size is kept with the frame

}  // namespace

struct HostExecutable::CachedFrame {
  struct alignas(64) ArenaLine {
    char bytes[64];
  };

  explicit CachedFrame(const Program& program)
      : near(program.plan->arena_bytes > near_bytes ? 0 : program.plan->arena_bytes / 64 + 1),
        frame(program, reinterpret_cast<char*>(near.data())),
        donors(program.plan->results.size(), -1) {}

  std::vector<ArenaLine> near;
  RunFrame frame;
  bool is_chosen = false;    // whether the following fields are valid for `may`
  std::vector<char> may;     // which parameters are donated
  std::vector<int> donors;   // per result: the parameter whose buffer it reuses, or -1
  size_t commit = SIZE_MAX;  // the first step that writes to a donor
  std::vector<Round> rounds;
};

// Borrows the kept frame, or creates a new one if another run uses it. A run that raises leaves the
// frame in an undefined state, so it is not given back.
class HostExecutable::FrameLease {
 public:
  explicit FrameLease(HostExecutable& from) : from_(from), kept_(from.free_.exchange(nullptr)) {
    if (kept_ == nullptr) kept_ = std::make_unique<CachedFrame>(from.program_);
  }
  CachedFrame& operator*() { return *kept_; }
  void give_back() {
    CachedFrame* none = nullptr;
    if (kept_->frame.has_tapes()) return;
    CachedFrame* kept = kept_.release();
    if (!from_.free_.compare_exchange_strong(none, kept)) kept_.reset(kept);
  }

 private:
  HostExecutable& from_;
  std::unique_ptr<CachedFrame> kept_;
};

bool has_code(const Plan& plan, const DynamicSizes& dynamic) {
  if (!carries_kernels()) return true;
  std::vector<PlanKernel> kernels = plan_kernels(plan, host_target(), dynamic);
  return std::ranges::all_of(kernels, [](const auto& kernel) { return has_code(kernel.source); });
}

HostExecutable::HostExecutable(Plan plan, const DynamicSizes& dynamic, Stopwatch watch)
    : plan_(std::move(plan)) {
  std::vector<PlanKernel> kernels = plan_kernels(plan_, host_target(), dynamic);
  std::vector<KernelSource> sources;
  for (PlanKernel& kernel : kernels) sources.push_back(std::move(kernel.source));
  bool is_compiled = false;
  code_ = kernels_of(sources, &is_compiled);
  KernelIterator made{kernels, code_};
  uint32_t steps = 0;
  program_ = program_of(plan_, made, steps);
  params_ = types_at(plan_, plan_.params);
  results_ = types_at(plan_, plan_.results);
  for (size_t i = 0; i < params_.size(); ++i) {
    if (params_[i].form() == TypeForm::tape) tapes_in_.push_back(i);
  }
  first_writes_ = first_writes(plan_);
  commit_from_ = commit_from(plan_);
  expect_arena(1);
  watch.note(is_compiled ? "code" : cached_code);
  stages_ = std::move(watch.stages);
}

HostExecutable::~HostExecutable() {
  expect_arena(-1);
  delete free_.load();
}

// Registers the arena with the allocator, which keeps its pages mapped between runs.
void HostExecutable::expect_arena(int change) const {
  if (plan_.arena_bytes > near_bytes) host_space().expect(plan_.arena_bytes, change);
}

// Donated buffers are overwritten only by the final steps, which cannot fail, so that a run that
// raises leaves its arguments unchanged. Results that are written earlier get buffers of their own.
// Calls from one position donate the same parameters, so the last choice is cached, with its
// rounds.
void HostExecutable::choose_donors(std::span<const RunInput> in, CachedFrame& kept) const {
  auto gives = [](const RunInput& feed) { return feed.donated != nullptr; };
  auto is_as_before = [&](const RunInput& feed, char may) { return gives(feed) == (may != 0); };
  if (kept.is_chosen && std::ranges::equal(in, kept.may, is_as_before)) return;
  kept.is_chosen = false;
  std::vector<bool> may(in.size());
  std::transform(in.begin(), in.end(), may.begin(), gives);
  kept.donors = donors_of(plan_, may);
  kept.may.assign(may.begin(), may.end());
  kept.commit = SIZE_MAX;
  for (size_t i = 0; i < kept.donors.size(); ++i) {
    if (first_writes_[i] < commit_from_) kept.donors[i] = -1;
    if (kept.donors[i] < 0) continue;
    kept.commit = std::min(kept.commit, static_cast<size_t>(first_writes_[i]));
  }
  kept.rounds = rounds_of(program_, kept.donors, kept.commit);
  kept.frame.set_rounds(kept.rounds);
  kept.is_chosen = true;
}

// The caller owns a donor until the end of the run.
void HostExecutable::place_results(std::span<const RunInput> in, std::span<Array> out,
                                   CachedFrame& kept) const {
  for (size_t i = 0; i < out.size(); ++i) {
    if (results_[i].form() != TypeForm::array) continue;
    int donor = kept.donors[i];
    if (donor >= 0) {
      Array& donated = *in[static_cast<size_t>(donor)].donated;
      out[i] = std::move(donated);
      kept.frame.set_result(i, reinterpret_cast<char*>(out[i].edit_data()));
      donated = out[i];
    } else {
      out[i] = Array(results_[i]);
      kept.frame.set_result(i, reinterpret_cast<char*>(out[i].edit_data()));
    }
  }
}

void HostExecutable::run(std::span<const RunInput> in, std::span<Array> out) {
  Recorder* recorder = Recorder::current();
  uint32_t label = recorder == nullptr ? 0 : recorder->label_of(labels_, plan_);
  run_steps(in, out, recorder, label);
}

void HostExecutable::run(std::span<const RunInput> in, std::span<Array> out, Recorder* recorder,
                         uint32_t first_label) {
  run_steps(in, out, recorder, first_label);
}

inline void HostExecutable::run_steps(std::span<const RunInput> in, std::span<Array> out,
                                      Recorder* recorder, uint32_t first_label) {
  FrameLease borrowed(*this);
  CachedFrame& kept = *borrowed;
  choose_donors(in, kept);
  RunState run{
      .plan = &plan_, .commit = kept.commit, .recorder = recorder, .first_label = first_label};
  std::vector<std::unique_ptr<Tape>> tapes;
  auto tape_place = [&](Tape tape) {
    tapes.push_back(std::make_unique<Tape>(std::move(tape)));
    return tapes.back().get();
  };
  std::vector<std::pair<size_t, Tape*>> made;  // results that are tapes
  for (size_t i = 0; i < out.size(); ++i) {
    if (results_[i].form() != TypeForm::tape) continue;
    made.emplace_back(i, tape_place({}));
    kept.frame.set_result(i, reinterpret_cast<char*>(made.back().second));
  }
  place_results(in, out, kept);
  for (size_t i = 0; i < in.size(); ++i) {
    kept.frame.set_param(i, const_cast<char*>(reinterpret_cast<const char*>(in[i].data)));
  }
  for (size_t i : tapes_in_) {
    Tape* tape = tape_place(Tape::of_bytes(in[i].data, params_[i].element()));
    kept.frame.set_param(i, reinterpret_cast<char*>(tape));
  }
  std::optional<Buffer> far;
  if (plan_.arena_bytes > near_bytes) {
    far.emplace(host_space(), plan_.arena_bytes);
    kept.frame.set_arena(static_cast<char*>(far->data()));
  }
  kept.frame.run(run);
  for (auto [i, tape] : made) out[i] = tape->bytes(results_[i].element());
  for (int donor : kept.donors) {  // the donated arrays are consumed
    if (donor >= 0) *in[static_cast<size_t>(donor)].donated = Array();
  }
  if (run.cell.failed()) run.cell.raise();
  borrowed.give_back();
}

}  // namespace rille
