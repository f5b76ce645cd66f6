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
#include "backends/host/stepped.h"
#include "backends/host/structured.h"
#include "backends/host_plan.h"
#include "jit/equal.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "jit/pass.h"
#include "vm/error.h"

namespace rille {
namespace {

// Errors name the source position and the layer of their check, so equal graphs with effects share
// code only if these are equal.
struct EffectPlaces {
  std::vector<int> spans;
  std::string layers;
  bool operator==(const EffectPlaces&) const = default;
};

void places_of_effects(const Graph& graph, EffectPlaces& out) {
  for (const Node& node : graph.nodes) {
    if (node.effects == Effect::none) continue;
    Span span = node.origin.span();
    out.spans.insert(out.spans.end(), {span.file, span.begin, span.end});
    out.layers += str(node.origin.layer().text(), "\n");
    for (const Region& region : node.regions) places_of_effects(*region, out);
  }
}

// A compiled graph, with its source, since equal hashes do not imply equal graphs.
struct Known {
  Graph graph;
  Wishes wishes;
  EffectPlaces places;
  std::shared_ptr<Executable> made = nullptr;
};

uint64_t hash_of(const Wishes& wishes) {
  auto out = static_cast<uint64_t>(wishes.memory);
  for (int64_t size : wishes.dynamic) out = out * 31 + static_cast<uint64_t>(size);
  return out;
}

uint64_t hash_of(const Known& known) {
  uint64_t hash = canonical_hash(known.graph) + hash_of(known.wishes);
  for (int word : known.places.spans) {
    hash = (hash ^ static_cast<uint64_t>(word + 1)) * 0x9e3779b97f4a7c15ull;
  }
  hash ^= std::hash<std::string>()(known.places.layers);
  return hash;
}

bool same(const Known& a, const Known& b) {
  return a.places == b.places && a.wishes == b.wishes && same_graph(a.graph, b.graph);
}

// The first plan that fits into the memory limit, with increasing rematerialization; error[memory]
// if none does.
Plan fitting(const Graph& graph, Plan plan, const Wishes& wishes) {
  if (wishes.memory == 0) return plan;
  auto bytes = [&] { return static_cast<int64_t>(plan.arena_bytes); };
  int64_t least = bytes();
  for (int pieces : {2, 3, 4, 6, 8, 12, 16, 24, 32, 48}) {
    if (bytes() <= wishes.memory) break;
    plan = make_plan(optimize(graph, pieces), host_target());
    least = std::min(least, bytes());
  }
  if (bytes() <= wishes.memory) return plan;
  throw Error(Code::memory,
              str("`memory` is ", wishes.memory, " bytes, expected at least ", least,
                  " bytes, in addition to arguments and results"),
              graph.origin.span());
}

std::atomic<int64_t> made_so_far{0};  // NOLINT(*-global-variables)

class HostDevice : public Device {
 public:
  std::string_view name() const override { return "host"; }
  Space& space() override { return host_space(); }
  const Target& target() const override { return host_target(); }
  std::span<const Op* const> structured() const override { return ops_with_own_code(); }

  std::shared_ptr<Executable> compile(const Graph& graph, const Wishes& wishes) override {
    auto wanted = std::make_shared<Known>(Known{.graph = graph, .wishes = wishes});
    wanted->graph.charge = {};  // owned by the device, which outlives the State
    places_of_effects(graph, wanted->places);
    uint64_t hash = hash_of(*wanted);
    if (auto found = known(hash); found != nullptr && same(*found, *wanted)) return found->made;
    auto made = std::static_pointer_cast<Executable>(on_worker([this, hash, wanted] {
      Watch watch;
      Graph optimized = optimize(wanted->graph);
      watch.note("passes");
      Plan plan = make_plan(optimized, host_target());
      plan = fitting(wanted->graph, std::move(plan), wanted->wishes);
      watch.note("plan");
      if (!has_code(plan, wanted->wishes.dynamic)) return stepped(std::move(optimized));
      wanted->made = std::make_shared<HostExecutable>(std::move(plan), wanted->wishes.dynamic,
                                                      std::move(watch));
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
    return eager_.run(op, in, attrs, regions);
  }

  void run_onto(const Op& op, Array& x, std::span<const Array> rest, const Attrs& attrs) override {
    eager_.run_onto(op, x, rest, attrs);
  }

  Array run_one(const Op& op, std::span<const ArrayRef> in, const Attrs& attrs) override {
    return eager_.run_one(op, in, attrs);
  }

  Array run_spread(const Op& op, std::span<const ArrayRef> in) override {
    return eager_.run_spread(op, in);
  }

 private:
  using KnownRef = std::shared_ptr<const Known>;

  KnownRef known(uint64_t hash) {
    std::lock_guard lock(mutex_);
    const KnownRef* found = compiled_.find(hash);
    return found == nullptr ? nullptr : *found;
  }

  void keep(uint64_t hash, KnownRef made) {
    std::list<std::pair<uint64_t, KnownRef>> gone;  // destroyed after the lock is released
    std::lock_guard lock(mutex_);
    compiled_.put(hash, std::move(made), gone);
  }

  // Code without references is unloaded; if its graph is used again, it is compiled again.
  static constexpr size_t most_compiled = 500;

  std::mutex mutex_;
  Recent<uint64_t, KnownRef> compiled_{most_compiled};
  Eager eager_{*this};
};

}  // namespace

Plan host_plan(const Graph& graph, const Wishes& wishes) {
  return fitting(graph, make_plan(optimize(graph), host_target()), wishes);
}

int64_t executables_made() { return made_so_far; }

Device& host_device() {
  static auto* device =
      new HostDevice;  // never destroyed: static objects of LLVM may be destroyed first
  return *device;
}

}  // namespace rille
