// The table of kernels of the process.
#include "backends/host/kernels.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <list>
#include <mutex>
#include <optional>
#include <string>

#include "backends/backend.h"
#include "backends/cache.h"
#include "backends/host/carried.h"
#include "backends/host/pack.h"
#include "backends/host/perf_map.h"
#include "backends/host/program.h"
#include "backends/host/recent.h"
#include "backends/host/symbols.h"
#include "backends/host/threads.h"
#include "jit/key.h"
#include "vm/error.h"

namespace rille {
namespace {

struct Counters {
  std::atomic<int64_t> compiled{0}, read{0}, packed{0};
};
Counters counters;  // NOLINT(*-global-variables)

// A kernel. The thread that holds `making` creates it.
struct KernelEntry {
  KernelSource source;
  std::mutex making = {};
  KernelCode code = nullptr;
  bool is_compiled = false;  // `code` was neither in a library nor on disk
};
using KernelEntryRef = std::shared_ptr<KernelEntry>;

using ProgramRef = std::shared_ptr<const ProgramSource>;

uint64_t hash_of(const KernelSource& source) {
  if (const auto* nest = std::get_if<ScheduledNest>(&source)) return structural_hash(*nest);
  return std::hash<std::string>()(std::get<ProgramRef>(source)->text);
}

bool same(const KernelSource& a, const KernelSource& b) {
  if (a.index() != b.index()) return false;
  if (const auto* nest = std::get_if<ScheduledNest>(&a)) {
    return same_code(*nest, std::get<ScheduledNest>(b));
  }
  return std::get<ProgramRef>(a)->text == std::get<ProgramRef>(b)->text;
}

class KernelTable {
 public:
  // If another kernel with the same hash is in the table, it stays, and this one is created only
  // for its caller.
  KernelEntryRef entry_of(const KernelSource& source) {
    auto fresh = std::make_shared<KernelEntry>();
    fresh->source = source;
    if (auto* kernel = std::get_if<ScheduledNest>(&fresh->source)) kernel->nest.origins.clear();
    std::list<std::pair<uint64_t, KernelEntryRef>> gone;  // destroyed after the lock is released
    std::lock_guard lock(mutex_);
    KernelEntryRef known = entries_.put(hash_of(source), fresh, gone);
    return same(known->source, source) ? known : fresh;
  }

  KernelEntryRef known(const KernelSource& source) {
    std::lock_guard lock(mutex_);
    const KernelEntryRef* found = entries_.find(hash_of(source));
    return found != nullptr && same((*found)->source, source) ? *found : nullptr;
  }

  void drop(const KernelEntryRef& entry) {
    uint64_t hash = hash_of(entry->source);
    std::list<std::pair<uint64_t, KernelEntryRef>> gone;
    std::lock_guard lock(mutex_);
    const KernelEntryRef* found = entries_.find(hash);
    if (found != nullptr && *found == entry) entries_.drop(hash, gone);
  }

 private:
  static constexpr size_t max_kernels = 500;

  std::mutex mutex_;
  LruCache<uint64_t, KernelEntryRef> entries_{max_kernels};  // by hash of the structure
};

KernelTable& table() {
  static auto* only =
      new KernelTable;  // never destroyed: static objects of LLVM may be destroyed first
  return *only;
}

// Code of the prebuilt library, which is never closed.
class PackedCode : public MachineCode {
 public:
  explicit PackedCode(KernelFn kernel) : kernel_(kernel) {}
  KernelFn kernel() const override { return kernel_; }

 private:
  KernelFn kernel_;
};

// The pack contains only eager kernels, which take their extents as arguments, so other kernels do
// not cause it to be opened.
bool may_be_packed(const KernelSource& source) {
  const auto* kernel = std::get_if<ScheduledNest>(&source);
  if (kernel == nullptr || kernel->nest.keeps_results_cached || kernel->nest.stages.size() > 1)
    return false;
  const Stage& stage = kernel->nest.only();
  return !stage.loops.empty() && !stage.loops.front().known();
}

KernelCode packed(const KernelSource& source) {
  if (!may_be_packed(source)) return nullptr;
  KernelFn kernel = packed_kernel(key_of(source, host_target()));
  if (kernel == nullptr) return nullptr;
  ++counters.packed;
  return std::make_shared<PackedCode>(kernel);
}

KernelCode linked(const ObjectCode& object, const std::string& key) {
  KernelCode code = MachineCode::linked(object, runtime_symbol);
  note_for_perf(reinterpret_cast<const void*>(code->kernel()), object.size(), key);
  return code;
}

KernelCode carried(const KernelSource& source) {
  std::string key = key_of(source, host_target());
  const EmbeddedKernel* found = carried_kernel(key);
  if (found == nullptr)
    throw Error(Code::device, "the program does not carry code for this kernel");
  ++counters.read;
  return linked({found->object.begin(), found->object.end()}, key);
}

// Reads a kernel from disk, or compiles it and writes it there.
KernelCode kept(const std::string& own_key, const KernelSource& source, bool& is_compiled) {
  std::string key = str(generator_mark(), "\n", own_key);
  bool is_kept = !generator_mark().empty();
  DiskCache& cache = DiskCache::standard();
  if (auto known = is_kept ? cache.find(key) : std::nullopt) {
    try {
      KernelCode code = linked(*known, key);
      ++counters.read;
      note_kernel(own_key, *known);
      return code;
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch): an invalid entry is recompiled
    }
  }
  Codegen& generator = codegen();
  static std::once_flag opened;
  std::call_once(opened, finish_compiles_at_exit);
  ObjectCode object = generator.compile(source, host_target(), MachineCode::entry);
  ++counters.compiled;
  is_compiled = true;
  note_kernel(own_key, object);
  if (is_kept) cache.put(key, object);
  return linked(object, key);
}

KernelCode made(const KernelSource& source, bool& is_compiled) {
  if (KernelCode code = packed(source)) return code;
  if (carries_kernels()) return carried(source);
  return kept(key_of(source, host_target()), source, is_compiled);
}

void make(KernelEntry& entry) {
  std::lock_guard lock(entry.making);
  if (entry.code == nullptr) entry.code = made(entry.source, entry.is_compiled);
}

// Null if the kernel does not exist yet, or another thread is creating it.
KernelCode at_hand(KernelEntry& entry) {
  std::unique_lock lock(entry.making, std::try_to_lock);
  return lock.owns_lock() ? entry.code : nullptr;
}

// Joins threads in the destructor, even if an exception is thrown.
struct ThreadJoiner {
  std::vector<Thread> threads = {};

  ~ThreadJoiner() {
    for (const Thread& thread : threads) thread.join();
  }
};

// Creates kernels on several threads. An exception of a thread is rethrown to the caller.
class ParallelBuilder {
 public:
  explicit ParallelBuilder(std::vector<KernelEntryRef> entries) : entries_(std::move(entries)) {}

  void run() {
    constexpr size_t worth_a_thread = 3;  // kernels
    size_t threads = std::clamp<size_t>(entries_.size() / worth_a_thread, 1,
                                        static_cast<size_t>(host_threads()));
    share(threads);
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  void share(size_t threads) {
    ThreadJoiner others;
    others.threads.reserve(threads);
    for (size_t i = 1; i < threads; ++i) {
      // If the system cannot create more threads, fewer do the work.
      if (auto other = Thread::started([this] { work(); })) others.threads.push_back(*other);
    }
    work();
  }

  void work() {
    for (size_t i = next_++; i < entries_.size(); i = next_++) {
      try {
        make(*entries_[i]);
      } catch (...) {
        next_ = entries_.size();
        std::lock_guard lock(mutex_);
        fault_ = std::current_exception();
      }
    }
  }

  std::vector<KernelEntryRef> entries_;
  std::atomic<size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr fault_;
};

}  // namespace

namespace {

// Requested entries. If their creation fails, entries without code are removed from the table.
struct RequestGuard {
  std::vector<KernelEntryRef> entries;
  bool all_made = false;

  ~RequestGuard() {
    if (all_made) return;
    for (const KernelEntryRef& entry : entries) {
      if (at_hand(*entry) == nullptr) table().drop(entry);
    }
  }
};

}  // namespace

std::vector<KernelCode> kernels_of(std::span<const KernelSource> sources, bool* is_compiled) {
  RequestGuard asked;
  std::vector<KernelEntryRef>& wanted = asked.entries;
  std::vector<KernelEntryRef> missing;
  wanted.reserve(sources.size());
  for (const KernelSource& source : sources) {
    wanted.push_back(table().entry_of(source));
    if (at_hand(*wanted.back()) == nullptr) missing.push_back(wanted.back());
  }
  std::ranges::sort(missing);
  auto twice = std::ranges::unique(missing);
  missing.erase(twice.begin(), twice.end());
  if (!missing.empty()) ParallelBuilder(missing).run();
  if (is_compiled != nullptr) {
    *is_compiled = std::ranges::any_of(missing, [](const auto& one) { return one->is_compiled; });
  }
  std::vector<KernelCode> out;
  for (const KernelEntryRef& entry : wanted) {
    std::lock_guard lock(entry->making);
    out.push_back(entry->code);
  }
  asked.all_made = true;
  return out;
}

KernelCode kernel_at_hand(const KernelSource& source) {
  if (KernelEntryRef entry = table().known(source)) return at_hand(*entry);
  KernelCode code = packed(source);
  if (code == nullptr) return nullptr;
  KernelEntryRef entry = table().entry_of(source);
  std::lock_guard lock(entry->making);
  if (entry->code == nullptr) entry->code = std::move(code);
  return entry->code;
}

bool has_code(const KernelSource& source) {
  if (!carries_kernels() || kernel_at_hand(source) != nullptr) return true;
  return carried_kernel(key_of(source, host_target())) != nullptr;
}

KernelCounts kernel_counts() { return {counters.compiled, counters.read, counters.packed}; }

}  // namespace rille
