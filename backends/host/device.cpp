// The host: compiles plans, runs them, keeps what it compiled.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

#include "backends/backend.h"
#include "backends/host/commit.h"
#include "backends/host/eager.h"
#include "backends/host/kernels.h"
#include "backends/host/program.h"
#include "backends/host/recent.h"
#include "backends/host/tape.h"
#include "jit/equal.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "jit/pass.h"
#include "vm/error.h"

namespace rille {
namespace {

Kernel kernel_of(const Nest& nest, KernelFn run, const Machine& machine) {
  Schedule schedule = schedule_of(nest, machine);
  int64_t work = nest.work();
  return {.run = run,
          .turns = schedule.turns,
          .grain = grain_of(schedule.turns, work, schedule.align),
          .work = work,
          .scratch = static_cast<size_t>(schedule.scratch),
          .shared = static_cast<size_t>(schedule.shared)};
}

SerialKernel loop_of(const SerialLoop& source, KernelFn run) {
  auto checks = std::make_shared<Plan>();
  checks->checks = checks_of(source);
  size_t scratch = 0;
  for (const Plan* plan : plans_of(source)) {
    for (const Nest& nest : plan->nests) {
      scratch = std::max(scratch, static_cast<size_t>(schedule_of(nest, host_machine()).scratch));
    }
  }
  return {.kernel = {.run = run, .scratch = scratch}, .checks = std::move(checks)};
}

// In the order of sources_of().
Program program_of(const Plan& plan, std::span<const KernelCode> code, size_t& next) {
  Program out{.plan = &plan};
  for (const Nest& nest : plan.nests) {
    out.kernels.push_back(kernel_of(nest, code[next++]->kernel(), host_machine()));
  }
  for (const PlanStep& step : plan.steps) {
    std::vector<Program> parts;
    SerialKernel loop;
    if (auto source = serial_loop(plan, step)) {
      loop = loop_of(*source, code[next++]->kernel());
    } else {
      for (const auto& part : step.parts) parts.push_back(program_of(*part, code, next));
    }
    out.parts.push_back(std::move(parts));
    out.loops.push_back(std::move(loop));
  }
  return out;
}

// Takes the times of one stage after the other.
struct Watch {
  using Clock = std::chrono::steady_clock;

  Clock::time_point last = Clock::now();
  std::vector<StageTime> stages = {};

  void note(std::string_view name) {
    auto now = Clock::now();
    stages.push_back({name, std::chrono::duration<double>(now - last).count()});
    last = now;
  }
};

constexpr size_t near_bytes = 4096;  // an arena up to here stands on the stack

class HostExecutable : public Executable {
 public:
  HostExecutable(Plan plan, Watch watch) : plan_(std::move(plan)) {
    code_ = kernels_of(sources_of(plan_));
    size_t next = 0;
    program_ = program_of(plan_, code_, next);
    first_writes_ = first_writes(plan_);
    commit_from_ = commit_from(plan_);
    none_ = std::make_shared<const std::vector<int>>(plan_.results.size(), -1);
    expect_arena(1);
    watch.note("code");
    stages_ = std::move(watch.stages);
  }

  ~HostExecutable() override { expect_arena(-1); }
  HostExecutable(const HostExecutable&) = delete;
  HostExecutable& operator=(const HostExecutable&) = delete;

  std::vector<Array> run(std::span<Array> args, std::span<const bool> donate) override;
  size_t arena_bytes() const override { return plan_.arena_bytes; }
  std::string plan_text() const override { return rille::plan_text(plan_); }
  std::vector<StageTime> stages() const override { return stages_; }

 private:
  using Donors = std::shared_ptr<const std::vector<int>>;

  // Between two runs the arena stays at hand, its pages in place.
  void expect_arena(int change) const {
    if (plan_.arena_bytes > near_bytes) host_space().expect(plan_.arena_bytes, change);
  }
  void check_args(std::span<Array> args) const;
  Donors donors_for(std::span<Array> args, std::span<const bool> donate);

  Plan plan_;
  std::vector<KernelCode> code_;
  Program program_;
  std::vector<StageTime> stages_;
  std::vector<int> first_writes_;  // per result
  int commit_from_ = 0;            // no step from this one on can fail
  std::mutex mutex_;
  std::vector<bool> may_;  // whom donors_ is for
  Donors donors_, none_;
};

// What is given away is overwritten by the steps at the end that cannot fail, so that a run that
// raises leaves its arguments as they were: results that are written earlier get memory of their
// own. Calls of one place donate the same params, so one answer is kept.
HostExecutable::Donors HostExecutable::donors_for(std::span<Array> args,
                                                  std::span<const bool> donate) {
  if (std::ranges::count(donate, true) == 0) return none_;
  std::vector<bool> may(args.size());
  for (size_t i = 0; i < args.size() && i < donate.size(); ++i) {
    may[i] = donate[i] && !args[i].is_none() && !args[i].is_weak() && args[i].is_sole();
  }
  std::lock_guard lock(mutex_);
  if (donors_ != nullptr && may == may_) return donors_;
  std::vector<int> found = donors_of(plan_, may);
  for (size_t i = 0; i < found.size(); ++i) {
    if (first_writes_[i] < commit_from_) found[i] = -1;
  }
  may_ = std::move(may);
  donors_ = std::make_shared<const std::vector<int>>(std::move(found));
  return donors_;
}

void HostExecutable::check_args(std::span<Array> args) const {
  RILLE_CHECK(args.size() == plan_.params.size(), args.size(), " of ", plan_.params.size());
  for (size_t i = 0; i < args.size(); ++i) {
    const Type& wanted = plan_.slots[static_cast<size_t>(plan_.params[i])].type;
    if (wanted.form() != Form::array) continue;
    RILLE_CHECK(args[i].type() == wanted, i, ": ", args[i].type(), " for ", wanted);
  }
}

std::vector<Array> HostExecutable::run(std::span<Array> args, std::span<const bool> donate) {
  check_args(args);
  SmallVector<char*, 16> params, places;
  std::vector<Array> results;
  results.reserve(plan_.results.size());
  std::vector<std::unique_ptr<Tape>> tapes;
  Donors donors = donors_for(args, donate);
  Run run{.plan = &plan_};
  auto tape_place = [&](Tape tape) {
    tapes.push_back(std::make_unique<Tape>(std::move(tape)));
    return reinterpret_cast<char*>(tapes.back().get());
  };
  for (size_t i = 0; i < plan_.results.size(); ++i) {
    const Type& type = plan_.slots[static_cast<size_t>(plan_.results[i])].type;
    if (type.form() != Form::array) {
      results.emplace_back();
      places.push_back(type.form() == Form::tape ? tape_place({}) : nullptr);
      continue;
    }
    bool given = (*donors)[i] >= 0;
    results.push_back(given ? std::move(args[static_cast<size_t>((*donors)[i])]) : Array(type));
    places.push_back(reinterpret_cast<char*>(results.back().edit_data()));
    if (!given) continue;
    args[static_cast<size_t>((*donors)[i])] = results.back();  // the caller's, until it is over
    run.commit = std::min(run.commit, static_cast<size_t>(first_writes_[i]));
  }
  for (size_t i = 0; i < args.size(); ++i) {
    const Type& type = plan_.slots[static_cast<size_t>(plan_.params[i])].type;
    bool tape = type.form() == Form::tape;
    params.push_back(tape ? tape_place(Tape::of_bytes(args[i].data(), type.element()))
                     : type.form() == Form::token
                         ? nullptr
                         : const_cast<char*>(reinterpret_cast<const char*>(args[i].data())));
  }
  alignas(64) char near[near_bytes];
  std::unique_ptr<Buffer> far;
  char* arena = near;
  if (plan_.arena_bytes > near_bytes) {
    far = std::make_unique<Buffer>(host_space(), plan_.arena_bytes);
    arena = static_cast<char*>(far->data());
  }
  run_program(program_, params, places, arena, run);
  for (size_t i = 0; i < results.size(); ++i) {  // what was given away is gone
    const Type& type = plan_.slots[static_cast<size_t>(plan_.results[i])].type;
    if (type.form() == Form::tape) {
      results[i] = reinterpret_cast<Tape*>(places[i])->bytes(type.element());
    }
    if ((*donors)[i] >= 0) args[static_cast<size_t>((*donors)[i])] = Array();
  }
  if (run.cell.failed()) run.cell.raise();
  return results;
}

// An error names the place of its check: equal graphs from elsewhere do not share code then.
void places_of_effects(const Graph& graph, std::vector<int>& out) {
  for (const Node& node : graph.nodes) {
    if (node.effects == Effect::none) continue;
    Span span = node.origin.span();
    out.insert(out.end(), {span.file, span.begin, span.end});
    for (const Region& region : node.regions) places_of_effects(*region, out);
  }
}

// What was compiled, and of what: the hash alone is not trusted.
struct Known {
  Graph graph;
  std::vector<int> places;
  std::shared_ptr<Executable> made = nullptr;
};

uint64_t hash_of(const Known& known) {
  uint64_t hash = canonical_hash(known.graph);
  for (int word : known.places) {
    hash = (hash ^ static_cast<uint64_t>(word + 1)) * 0x9e3779b97f4a7c15ull;
  }
  return hash;
}

bool same(const Known& a, const Known& b) {
  return a.places == b.places && same_graph(a.graph, b.graph);
}

std::atomic<int64_t> made_so_far{0};  // NOLINT(*-global-variables)

class HostDevice : public Device {
 public:
  std::string_view name() const override { return "host"; }
  Space& space() override { return host_space(); }

  std::shared_ptr<Executable> compile(const Graph& graph) override {
    auto wanted = std::make_shared<Known>(Known{.graph = graph});
    wanted->graph.charge = {};  // it is the device's, and outlives the State
    places_of_effects(graph, wanted->places);
    uint64_t hash = hash_of(*wanted);
    if (auto found = known(hash); found != nullptr && same(*found, *wanted)) return found->made;
    return std::static_pointer_cast<Executable>(on_worker([this, hash, wanted] {
      Watch watch;
      Graph optimized = rille::optimize(wanted->graph);
      watch.note("passes");
      Plan plan = make_plan(optimized, host_machine());
      watch.note("plan");
      wanted->made = std::make_shared<HostExecutable>(std::move(plan), std::move(watch));
      keep(hash, wanted);
      ++made_so_far;
      return wanted->made;
    }));
  }

  std::vector<Array> run(const Op& op, std::span<const Array> in, const Attrs& attrs,
                         const Regions& regions) override {
    return eager_.run(op, in, attrs, regions);
  }

  void run_onto(const Op& op, Array& x, std::span<const Array> rest, const Attrs& attrs) override {
    eager_.run_onto(op, x, rest, attrs);
  }

  std::optional<Array> run_spread(const Op& op, const Array& x, const Array& y) override {
    return eager_.run_spread(op, x, y);
  }

 private:
  using KnownRef = std::shared_ptr<const Known>;

  KnownRef known(uint64_t hash) {
    std::lock_guard lock(mutex_);
    const KnownRef* found = compiled_.find(hash);
    return found == nullptr ? nullptr : *found;
  }

  void keep(uint64_t hash, KnownRef made) {
    std::list<std::pair<uint64_t, KnownRef>> gone;  // destroyed after the lock
    std::lock_guard lock(mutex_);
    compiled_.put(hash, std::move(made), gone);
  }

  // Code whose last holder leaves is unloaded: graphs that come again later are compiled again.
  static constexpr size_t most_compiled = 500;

  std::mutex mutex_;
  Recent<uint64_t, KnownRef> compiled_{most_compiled};
  Eager eager_{*this};
};

}  // namespace

int64_t executables_made() { return made_so_far; }

Device& host_device() {
  static auto* device = new HostDevice;  // never destroyed: LLVM's own statics may be gone by then
  return *device;
}

}  // namespace rille
