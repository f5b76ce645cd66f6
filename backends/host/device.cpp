// The host device: compiles, caches, and runs graphs.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

#include "backends/host/carried.h"
#include "backends/host/eager.h"
#include "backends/host/executable.h"
#include "backends/host/program.h"
#include "backends/host/recent.h"
#include "backends/host/relocated.h"
#include "backends/host/stepped.h"
#include "backends/host/structured.h"
#include "backends/host_plan.h"
#include "backends/precision.h"
#include "jit/equal.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "jit/pass.h"
#include "vm/error.h"

namespace rille {
namespace {

// Errors name the source position and the layer of their check, so equal graphs with effects share
// code only if these are equal.
struct EffectLocations {
  std::vector<int> spans;
  std::string layers;
  bool operator==(const EffectLocations&) const = default;
};

void places_of_effects(const Graph& graph, EffectLocations& out) {
  for (const Node& node : graph.nodes) {
    if (node.effects == Effect::none) continue;
    Span span = node.origin.span();
    out.spans.insert(out.spans.end(), {span.file, span.begin, span.end});
    out.layers += str(node.origin.layer().text(), "\n");
    for (const Region& region : node.regions) places_of_effects(*region, out);
  }
}

// A compiled graph, with its source, since equal hashes do not imply equal graphs.
struct CompiledGraph {
  Graph graph;
  CompileOptions compile_options;
  EffectLocations places;
  std::shared_ptr<Executable> made = nullptr;
};

uint64_t hash_of(const CompileOptions& compile_options) {
  auto out = static_cast<uint64_t>(compile_options.memory);
  for (int64_t size : compile_options.dynamic) out = out * 31 + static_cast<uint64_t>(size);
  return out;
}

uint64_t hash_of(const CompiledGraph& known) {
  uint64_t hash = canonical_hash(known.graph) + hash_of(known.compile_options);
  for (int word : known.places.spans) {
    hash = (hash ^ static_cast<uint64_t>(word + 1)) * 0x9e3779b97f4a7c15ull;
  }
  hash ^= std::hash<std::string>()(known.places.layers);
  return hash;
}

uint64_t hash_of_origins(const Graph& graph) {
  uint64_t hash = 1;
  auto mix = [&](uint64_t word) { hash = (hash ^ word) * 0x9e3779b97f4a7c15ull; };
  for (const Node& node : graph.nodes) {
    Span span = node.origin.span();
    for (int word : {span.file, span.begin, span.end}) mix(static_cast<uint64_t>(word + 1));
    mix(std::hash<std::string>()(node.origin.layer().text()));
    for (const Region& region : node.regions) mix(hash_of_origins(*region));
  }
  return hash;
}

bool same(const CompiledGraph& a, const CompiledGraph& b) {
  return a.places == b.places && a.compile_options == b.compile_options &&
         same_graph(a.graph, b.graph);
}

// The first plan that fits into the memory limit, with increasing rematerialization; error[memory]
// if none does.
Plan fitting(const Graph& graph, Plan plan, const CompileOptions& compile_options) {
  if (compile_options.memory == 0) return plan;
  auto bytes = [&] { return static_cast<int64_t>(plan.arena_bytes); };
  int64_t least = bytes();
  for (int pieces : {2, 3, 4, 6, 8, 12, 16, 24, 32, 48}) {
    if (bytes() <= compile_options.memory) break;
    plan = make_plan(optimize(graph, pieces), host_target());
    least = std::min(least, bytes());
  }
  if (bytes() <= compile_options.memory) return plan;
  throw Error(Code::memory,
              str("`memory_bytes` is ", compile_options.memory, " bytes, expected at least ", least,
                  " bytes, in addition to arguments and results"),
              graph.origin.span());
}

// Runs an operation, and records it if a profile is being recorded.
template <class F>
auto recorded(const Op& op, const F& run) {
  if (Recorder::current() == nullptr) [[likely]]
    return run();
  RecordedOp span(op);
  return run();
}

std::atomic<int64_t> made_so_far{0};  // NOLINT(*-global-variables)

class HostDevice : public Device {
 public:
  std::string_view name() const override { return "host"; }
  Space& space() override { return host_space(); }
  const Target& target() const override { return host_target(); }
  std::span<const Op* const> structured() const override { return ops_with_own_code(); }

  std::shared_ptr<Executable> compile(const Graph& graph,
                                      const CompileOptions& compile_options) override {
    auto wanted = std::make_shared<CompiledGraph>(
        CompiledGraph{.graph = with_script_precision(graph), .compile_options = compile_options});
    wanted->graph.charge = {};  // owned by the device, which outlives the State
    places_of_effects(graph, wanted->places);
    uint64_t hash = hash_of(*wanted);
    if (auto found = known(hash); found != nullptr && same(*found, *wanted)) {
      return same_origins(found->graph, wanted->graph) ? found->made
                                                       : relocated(found, wanted->graph, hash);
    }
    auto made = std::static_pointer_cast<Executable>(on_worker([this, hash, wanted] {
      Stopwatch watch;
      Graph optimized = optimize(wanted->graph);
      watch.note("passes");
      Plan plan = make_plan(optimized, host_target());
      plan = fitting(wanted->graph, std::move(plan), wanted->compile_options);
      watch.note("plan");
      if (!has_code(plan, wanted->compile_options.dynamic)) return stepped(std::move(optimized));
      wanted->made = std::make_shared<HostExecutable>(
          std::move(plan), wanted->compile_options.dynamic, std::move(watch));
      keep(hash, wanted);
      ++made_so_far;
      return wanted->made;
    }));
    if (wanted->made != nullptr) return made;
    tell_missing(wanted->graph);
    wanted->made = made;
    keep(hash, wanted);
    return made;
  }

  std::vector<Array> run(const Op& op, std::span<const Array> in, const Attrs& attrs,
                         const Regions& regions) override {
    return recorded(op, [&] { return eager_.run(op, in, attrs, regions); });
  }

  void run_onto(const Op& op, Array& x, std::span<const Array> rest, const Attrs& attrs) override {
    recorded(op, [&] { eager_.run_onto(op, x, rest, attrs); });
  }

  Array run_one(const Op& op, std::span<const ArrayRef> in, const Attrs& attrs) override {
    return recorded(op, [&] { return eager_.run_one(op, in, attrs); });
  }

  Array run_spread(const Op& op, std::span<const ArrayRef> in) override {
    return recorded(op, [&] { return eager_.run_spread(op, in); });
  }

 private:
  using CompiledGraphRef = std::shared_ptr<const CompiledGraph>;
  using RelocatedRef = std::shared_ptr<RelocatedExecutable>;

  CompiledGraphRef known(uint64_t hash) {
    std::lock_guard lock(mutex_);
    const CompiledGraphRef* found = compiled_.find(hash);
    return found == nullptr ? nullptr : *found;
  }

  // The code of `found` for an equal graph with other origins. Equal hashes of origins are not
  // verified: they would show wrong lines in a profile, and nothing else.
  std::shared_ptr<Executable> relocated(const CompiledGraphRef& found, const Graph& graph,
                                        uint64_t hash) {
    auto code = std::dynamic_pointer_cast<HostExecutable>(found->made);
    if (code == nullptr) return found->made;
    hash ^= hash_of_origins(graph);
    {
      std::lock_guard lock(mutex_);
      const RelocatedRef* known = relocated_.find(hash);
      if (known != nullptr && (*known)->code() == code.get()) return *known;
    }
    auto made =
        std::make_shared<RelocatedExecutable>(std::move(code), origin_map(found->graph, graph));
    ++made_so_far;
    std::list<std::pair<uint64_t, RelocatedRef>> gone;  // destroyed after the lock is released
    std::lock_guard lock(mutex_);
    relocated_.drop(hash, gone);
    return relocated_.put(hash, std::move(made), gone);
  }

  void keep(uint64_t hash, CompiledGraphRef made) {
    std::list<std::pair<uint64_t, CompiledGraphRef>> gone;  // destroyed after the lock is released
    std::lock_guard lock(mutex_);
    compiled_.put(hash, std::move(made), gone);
  }

  // Code without references is unloaded; if its graph is used again, it is compiled again.
  static constexpr size_t max_compiled = 500, max_relocated = 200;

  std::mutex mutex_;
  LruCache<uint64_t, CompiledGraphRef> compiled_{max_compiled};
  LruCache<uint64_t, RelocatedRef> relocated_{max_relocated};
  EagerExecutor eager_{*this};
};

}  // namespace

Plan host_plan(const Graph& graph, const CompileOptions& compile_options) {
  Graph whole = with_script_precision(graph);
  return fitting(whole, make_plan(optimize(whole), host_target()), compile_options);
}

int64_t executables_made() { return made_so_far; }

Device& host_device() {
  static auto* device =
      new HostDevice;  // never destroyed: static objects of LLVM may be destroyed first
  return *device;
}

}  // namespace rille
