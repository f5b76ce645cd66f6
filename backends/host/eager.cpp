// EagerExecutor: chooses the path of a primitive once.
#include "backends/host/eager.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>

#include "backends/host/carried.h"
#include "backends/host/executable.h"
#include "backends/host/kernels.h"
#include "backends/host/nests.h"
#include "backends/host/program.h"
#include "backends/host/scratch.h"
#include "backends/host/stepped.h"
#include "backends/host/structured.h"
#include "backends/host/threads.h"
#include "backends/host_plan.h"
#include "jit/exact.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "jit/pass.h"
#include "vm/error.h"
#include "vm/run/active_threads.h"
#include "vm/run/recorder.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr int64_t small_elements = 1 << 14;  // C++ loops finish before a compilation begins
constexpr int64_t soon_done = 1 << 18;       // operations that take as long as waking threads
constexpr int often = 200;                   // calls after which compilation pays in any case

// The cost of all elements, by jit/scalars.def, and at least the cost of reading and writing them.
int64_t operations_of(const Stage& stage, const Type& out) {
  int64_t cost = 0, moved = 4;
  for (const NestStep& step : stage.code) cost += facts_of(step.name).cost;
  return std::max(cost, moved) * std::min(out.count(), soon_done);
}

}  // namespace

// The code of an entry: a kernel or an executable. Neither is set if the device has no such code or
// the program does not carry the kernel.
struct EagerExecutor::EagerCode {
  KernelFn kernel = nullptr;
  Type out = {};
  std::vector<int64_t> sizes = {};
  int64_t iterations = 1, grain = 1;
  bool is_short = false;  // finished before sleeping threads would wake up
  size_t shared = 0;
  KernelCode code = nullptr;
  std::shared_ptr<Executable> whole = nullptr;
};

// Immutable, except that `ready` is set once, after the object to which it points is complete.
struct EagerExecutor::EagerEntry {
  Graph graph;              // one node
  bool one_answer = false;  // the result does not depend on the implementation (jit/exact.h)
  bool exact = false;       // one_answer, and small
  bool own_code = false;    // the op has no loop nests, only C++ loops
  Graph apart = {};         // for complex numbers, the graph in real numbers; else empty
  std::atomic<int> calls{0};
  std::mutex making = {};
  std::unique_ptr<const EagerCode> made = nullptr;  // protected by `making`
  std::atomic<const EagerCode*> ready{nullptr};

  const Node& node() const { return graph.nodes[0]; }
};

// A recent call of the thread, and its kernel, which the entry owns.
struct EagerExecutor::Lane {
  static constexpr size_t most = 3;  // operands

  const Op* op = nullptr;
  const void* attrs = nullptr;
  std::array<const void*, most> types = {};
  size_t count = 0;
  const EagerCode* code = nullptr;
  EagerEntryRef entry = nullptr;

  bool serves(const Op& other, const void* given, std::span<const ArrayRef> in) const {
    if (op != &other || attrs != given || count != in.size()) return false;
    for (size_t i = 0; i < count; ++i) {
      if (types[i] != in[i]->type().id()) return false;
    }
    return true;
  }
};

// A set of a thread's lanes for calls with equal hashes; the oldest lane is replaced. Hashes depend
// on addresses, so with a single lane two calls of a loop could evict each other in some processes.
struct EagerExecutor::Lanes {
  std::array<Lane, 4> all = {};
  size_t next = 0;

  static Lanes& of(const Op& op, const void* attrs, std::span<const ArrayRef> in);
  const EagerCode* find(const Op& op, const void* attrs, std::span<const ArrayRef> in) const {
    for (const Lane& lane : all) {
      if (lane.serves(op, attrs, in)) return lane.code;
    }
    return nullptr;
  }
};

EagerExecutor::Lanes& EagerExecutor::Lanes::of(const Op& op, const void* attrs,
                                               std::span<const ArrayRef> in) {
  constexpr int bits = 7;
  static thread_local std::unique_ptr<std::array<Lanes, size_t{1} << bits>> sets;
  if (sets == nullptr) sets = std::make_unique<std::array<Lanes, size_t{1} << bits>>();
  size_t hash = reinterpret_cast<size_t>(&op) ^ reinterpret_cast<size_t>(attrs) * 3;
  for (ArrayRef x : in) hash = hash * 31 + reinterpret_cast<size_t>(x->type().id());
  return (*sets)[(hash * 0x9e3779b97f4a7c15ull) >> (64 - bits)];
}

const EagerExecutor::EagerCode* EagerExecutor::called_before(const Op& op, const void* attrs,
                                                             std::span<const ArrayRef> in) {
  return Lanes::of(op, attrs, in).find(op, attrs, in);
}

void EagerExecutor::remember(const Op& op, const void* attrs, std::span<const ArrayRef> in,
                             EagerEntryRef entry) {
  const EagerCode* ready = entry->ready.load(std::memory_order_acquire);
  if (ready == nullptr || ready->kernel == nullptr || in.size() > Lane::most) return;
  Lanes& lanes = Lanes::of(op, attrs, in);
  Lane& lane = lanes.all[lanes.next++ % lanes.all.size()];
  lane = {.op = &op, .attrs = attrs, .count = in.size(), .code = ready, .entry = std::move(entry)};
  for (size_t i = 0; i < in.size(); ++i) lane.types[i] = in[i]->type().id();
}

size_t EagerExecutor::EagerKeyHash::operator()(const EagerKey& key) const {
  auto hash = reinterpret_cast<size_t>(key.op);
  for (const void* word : key.words) {
    hash = (hash ^ (reinterpret_cast<size_t>(word) >> 4)) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

EagerExecutor::EagerEntryRef EagerExecutor::entry_of(const Op& op, const Types& in,
                                                     const Attrs& attrs, const Regions& regions) {
  EagerKey key{&op, {attrs.id()}};
  for (Type type : in) key.words.push_back(type.id());
  for (const Region& region : regions) key.words.push_back(region.get());
  if (EagerEntryRef known = known_entry(key)) return known;
  return kept_entry(std::move(key), make(op, in, attrs, regions));
}

EagerExecutor::EagerEntryRef EagerExecutor::known_entry(const EagerKey& key) {
  std::lock_guard lock(mutex_);
  const EagerEntryRef* found = entries_.find(key);
  return found == nullptr ? nullptr : *found;
}

// The key refers to regions by address, and the node of the entry keeps them alive. Types and
// attributes are never freed.
EagerExecutor::EagerEntryRef EagerExecutor::kept_entry(EagerKey key, EagerEntryRef made) {
  std::list<std::pair<EagerKey, EagerEntryRef>> gone;  // destroyed after the lock is released
  std::lock_guard lock(mutex_);
  return entries_.put(std::move(key), std::move(made), gone);
}

EagerExecutor::EagerEntryRef EagerExecutor::make(const Op& op, const Types& in, const Attrs& attrs,
                                                 const Regions& regions) {
  auto entry = std::make_shared<EagerEntry>();
  Builder b;
  Vars args;
  for (Type type : in) args.push_back(b.param(type));
  Vars results = b.emit(op, args, attrs, regions);
  entry->graph = std::move(b).finish(results);
  entry->graph.charge = {};  // owned by the device, which outlives the State
  const Node& node = entry->node();
  Types types = entry->graph.types_of(node.in);
  if (!regions.empty() || is_composed(op, types)) return entry;
  if (!op.lower || results.size() != 1) {
    entry->own_code = true;
    return entry;
  }
  Dtype dtype = types.empty() ? entry->graph.type(results[0]).dtype() : types[0].dtype();
  Lowering lowering = op.lower.fn({types, attrs, regions, {}});
  entry->own_code = std::holds_alternative<StructuredOp>(lowering);
  entry->one_answer = has_one_answer(lowering, dtype);
  if (std::ranges::any_of(entry->graph.types, has_parts)) divide(*entry);
  // The work of a view depends on its result, not on the size of its operand.
  bool is_view = std::holds_alternative<View>(lowering);
  int64_t elements = is_view ? entry->graph.type(results[0]).count() : 0;
  for (const Type& type : entry->graph.types) {
    if (!is_view) elements = std::max(elements, type.count());
  }
  entry->exact = entry->one_answer && elements <= small_elements;
  return entry;
}

// Ops that join real and imaginary parts or split them run by C++ loops, which are as fast. A
// product of complex numbers does not have the bits of the reference: for infinities they are those
// of NumPy.
void EagerExecutor::divide(EagerEntry& entry) {
  const Op& op = *entry.node().op;
  entry.own_code = entry.own_code || op.parts == nullptr || joins_parts(op);
  if (entry.own_code) return;
  entry.apart = drop_dead(parts(entry.graph));
  entry.apart.charge = {};
  entry.one_answer = false;
}

bool EagerExecutor::is_small(const EagerEntry& entry) {
  return std::ranges::all_of(entry.graph.types, [](const Type& type) {
    return type.form() != TypeForm::array || type.count() <= small_elements;
  });
}

std::unique_ptr<EagerExecutor::EagerCode> EagerExecutor::make_kernel(const EagerEntry& entry,
                                                                     const Types& in) {
  auto sized = sized_nest(entry.graph, in);
  if (!sized) return nullptr;
  ScheduledNest kernel = scheduled(std::move(sized->nest), host_target());
  if (!has_code(kernel)) return std::make_unique<EagerCode>();
  return ready_of(entry.node().op->name, kernel, entry.graph.type(entry.node().out[0]),
                  std::move(sized->sizes));
}

std::unique_ptr<EagerExecutor::EagerCode> EagerExecutor::ready_of(std::string_view op,
                                                                  const ScheduledNest& kernel,
                                                                  Type type,
                                                                  std::vector<int64_t> sizes) {
  auto out = std::make_unique<EagerCode>(EagerCode{.out = type, .code = kernel_at_hand(kernel)});
  if (out->code == nullptr) {
    RecordedSpan recorded(SpanCategory::compile, op);
    auto made = on_worker([source = KernelSource(kernel)] {
      return std::make_shared<KernelCode>(kernels_of({&source, 1})[0]);
    });
    out->code = *std::static_pointer_cast<KernelCode>(made);
  }
  out->kernel = out->code->kernel();
  const Schedule& schedule = kernel.schedule;
  out->iterations =
      schedule.iterations > 0 ? schedule.iterations : iterations_of(schedule, sizes[0]);
  out->shared = static_cast<size_t>(schedule.shared);
  bool wide = out->iterations > 8 * 1024;
  out->grain = wide ? 8 * 1024 : out->iterations;
  const Stage& stage = kernel.nest.only();
  out->is_short = operations_of(stage, type) <= soon_done;
  if (stage.form == StageForm::fold) {
    int64_t work = std::ssize(stage.code);
    for (int loop = 0; loop < std::ssize(stage.loops); ++loop) {
      work *= sizes[static_cast<size_t>(loop)];
    }
    out->grain = grain_of(out->iterations, work, schedule.align);
  }
  out->sizes = std::move(sizes);
  return out;
}

const EagerExecutor::EagerCode& EagerExecutor::ready(EagerEntry& entry, const CodeFactory& maker) {
  if (const EagerCode* known = entry.ready.load(std::memory_order_acquire)) return *known;
  std::lock_guard lock(entry.making);
  if (entry.made == nullptr) {
    entry.made = maker();
    entry.ready.store(entry.made.get(), std::memory_order_release);
  }
  return *entry.made;
}

EagerExecutor::EagerEntryRef EagerExecutor::make_spread(const Op& op, const Types& in) {
  const Type& whole = *std::ranges::find_if(in, [](const Type& type) { return type.rank() > 0; });
  auto entry = std::make_shared<EagerEntry>();
  Builder b;
  Vars args;
  for (Type type : in) args.push_back(b.param(type.with(whole.shape())));
  Vars results = b.emit(op, args);
  entry->graph = std::move(b).finish(results);
  entry->graph.charge = {};  // owned by the device, which outlives the State
  return entry;
}

namespace {

// Whether all operands are numbers, and those with axes have one shape, which is not empty.
bool may_spread(std::span<const ArrayRef> in) {
  const Shape* shape = nullptr;
  bool has_scalar = false;
  for (ArrayRef x : in) {
    if (is_complex(x->dtype()) || kind(x->dtype()) == DtypeKind::key) return false;
    has_scalar = has_scalar || x->rank() == 0;
    if (x->rank() == 0) continue;
    if ((shape != nullptr && *shape != x->shape()) || x->size() == 0) return false;
    shape = &x->shape();
  }
  return has_scalar && shape != nullptr;
}

Types types_of(std::span<const ArrayRef> in) {
  Types out;
  for (ArrayRef x : in) out.push_back(x->type());
  return out;
}

}  // namespace

// For small and infrequent calls, returns a none array, so that the caller broadcasts the scalar.
Array EagerExecutor::run_spread(const Op& op, std::span<const ArrayRef> in) {
  static constexpr char mark = 0;
  if (const EagerCode* known = called_before(op, &mark, in)) return launch(*known, in);
  if (!may_spread(in)) return {};
  Types types = types_of(in);
  EagerKey key{&op, {&mark}};
  for (Type type : types) key.words.push_back(type.id());
  EagerEntryRef entry = known_entry(key);
  if (entry == nullptr) entry = kept_entry(std::move(key), make_spread(op, types));
  bool is_small = entry->graph.type(entry->node().out[0]).count() <= small_elements;
  if (is_small && ++entry->calls < often) return {};
  const EagerCode& code = ready(*entry, [&] {
    auto made = make_kernel(*entry, types);
    return made != nullptr ? std::move(made) : std::make_unique<EagerCode>();
  });
  if (code.kernel == nullptr) return {};
  remember(op, &mark, in, entry);
  return launch(code, in);
}

namespace {

// Runs a structured op by the code of the device; false if the device has none.
bool run_own(const Node& node, const Graph& graph, std::span<const Array> in,
             std::span<Array> out) {
  if (!has_own_code(*node.op)) return false;
  std::vector<char*> from, to;
  for (const Array& x : in) {
    from.push_back(const_cast<char*>(reinterpret_cast<const char*>(x.data())));
  }
  for (Array& x : out) to.push_back(reinterpret_cast<char*>(x.edit_data()));
  run_structured(node, graph, from, to);
  return true;
}

}  // namespace

// An array is never left partially written. A long update works on a copy, and a short one is not
// interruptible. Everything that can fail comes first, since the code of structured ops allocates
// its lists before it writes.
void EagerExecutor::run_onto(const Op& op, Array& x, std::span<const Array> rest,
                             const Attrs& attrs) {
  std::vector<Array> in{x};
  in.insert(in.end(), rest.begin(), rest.end());
  if (!has_own_code(op)) {
    x = run(op, in, attrs, {})[0];
    return;
  }
  Types types;
  for (const Array& array : in) types.push_back(array.type());
  EagerEntryRef entry = entry_of(op, types, attrs, {});
  in[0] = Array();                                   // so that x is uniquely referenced
  constexpr size_t max_unstopped = size_t{1} << 23;  // elements
  bool in_place = x.is_sole() && rest.back().size() <= max_unstopped;
  Array out = in_place ? Array() : Array(x.type());
  std::vector<char*> from{const_cast<char*>(reinterpret_cast<const char*>(x.data()))};
  for (const Array& array : rest) {
    from.push_back(const_cast<char*>(reinterpret_cast<const char*>(array.data())));
  }
  char* to = out.is_none() ? from[0] : reinterpret_cast<char*>(out.edit_data());
  std::optional<InterruptGuard> unstopped;
  if (in_place) unstopped.emplace();
  run_structured(entry->node(), entry->graph, from, {&to, 1});
  if (!out.is_none()) x = std::move(out);
}

namespace {

bool lacks_code(const Graph& graph) {
  return carries_kernels() && !has_code(host_plan(graph, {}), {});
}

}  // namespace

std::unique_ptr<EagerExecutor::EagerCode> EagerExecutor::compile(const EagerEntry& entry) {
  auto made = make_kernel(entry, entry.graph.types_of(entry.node().in));
  if (made != nullptr && made->kernel != nullptr) return made;
  if (made == nullptr && !lacks_code(entry.graph)) {
    RecordedSpan recorded(SpanCategory::compile, entry.node().op->name);
    return std::make_unique<EagerCode>(EagerCode{.whole = device_.compile(entry.graph)});
  }
  if (!entry.one_answer && !is_small(entry)) tell_missing(entry.graph);
  bool has_regions = entry.node().op->control != RegionControl::none;
  return std::make_unique<EagerCode>(
      EagerCode{.whole = has_regions ? stepped(entry.graph) : nullptr});
}

std::vector<Array> EagerExecutor::run(const Op& op, std::span<const Array> in, const Attrs& attrs,
                                      const Regions& regions) {
  Types types;
  for (const Array& x : in) types.push_back(x.type());
  return run_entry(*entry_of(op, types, attrs, regions), in);
}

std::vector<Array> EagerExecutor::run_reference(EagerEntry& entry, std::span<const Array> in) {
  const Node& node = entry.node();
  std::vector<Array> out;
  for (Var v : node.out) {
    Type type = entry.graph.type(v);
    out.push_back(type.form() == TypeForm::array ? Array(type) : Array());
  }
  if (!run_own(node, entry.graph, in, out)) node.op->reference(node, in, out);
  return out;
}

std::vector<Array> EagerExecutor::run_entry(EagerEntry& entry, std::span<const Array> in) {
  if (entry.own_code || (entry.exact && ++entry.calls < often)) return run_reference(entry, in);
  // Small operations on complex numbers run by existing kernels. Large or frequent ones get a
  // kernel of their own.
  if (!entry.apart.nodes.empty() && is_small(entry) && ++entry.calls < often) {
    return evaluate(entry.apart, in,
                    [&](const Graph&, const Node& it, std::span<const Array> args) {
                      return run(*it.op, args, it.attrs, it.regions);
                    });
  }
  const EagerCode& code = ready(entry, [&] { return compile(entry); });
  if (code.whole != nullptr) {
    std::vector<Array> args(in.begin(), in.end());
    return code.whole->run(args, {});
  }
  if (code.kernel == nullptr) {
    if (!entry.exact && ++entry.calls == often) tell_missing(entry.graph);
    return run_reference(entry, in);
  }
  std::vector<ArrayRef> given(in.begin(), in.end());
  return {launch(code, given)};
}

Array EagerExecutor::run_one(const Op& op, std::span<const ArrayRef> in, const Attrs& attrs) {
  if (const EagerCode* known = called_before(op, attrs.id(), in)) return launch(*known, in);
  EagerEntryRef entry = entry_of(op, types_of(in), attrs, {});
  std::vector<Array> args;
  for (ArrayRef x : in) args.push_back(*x);
  Array out = std::move(run_entry(*entry, args)[0]);
  remember(op, attrs.id(), in, std::move(entry));
  return out;
}

Array EagerExecutor::launch(const EagerCode& code, std::span<const ArrayRef> in) {
  Array out(code.out);
  SmallVector<char*, 6> buffers;
  for (ArrayRef x : in) {
    buffers.push_back(const_cast<char*>(reinterpret_cast<const char*>(x->data())));
  }
  buffers.push_back(reinterpret_cast<char*>(out.edit_data()));
  SharedLines shared(code.shared);
  if (code.shared > 0) buffers.push_back(shared.at());
  // Threads of a data stream have reserved the cores, even while they sleep: waking helpers would
  // take cores from them.
  bool is_alone = code.is_short && reserved_threads().load(std::memory_order_relaxed) > 0;
  if (is_alone || code.grain >= code.iterations) {
    code.kernel(buffers.data(), code.sizes.data(), 0, code.iterations, nullptr);
  } else {
    parallel_for(code.iterations, code.grain, [&](int64_t begin, int64_t end) {
      code.kernel(buffers.data(), code.sizes.data(), begin, end, nullptr);
    });
  }
  poll();  // the kernel may have been interrupted
  return out;
}

}  // namespace rille
