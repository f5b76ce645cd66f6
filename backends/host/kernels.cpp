// One table of kernels, filled by several threads.
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
#include "backends/host/recent.h"
#include "backends/host/threads.h"
#include "jit/schedule.h"
#include "vm/error.h"

namespace rille {
namespace {

struct Counters {
  std::atomic<int64_t> compiled{0}, read{0};
};
Counters counters;  // NOLINT(*-global-variables)

// One kernel, made by whoever holds `making`.
struct Entry {
  Nest nest;
  std::mutex making = {};
  KernelCode code = nullptr;
};
using EntryRef = std::shared_ptr<Entry>;

class Table {
 public:
  // Another nest of the same hash that came first keeps its place: this one is made for its caller
  // alone.
  EntryRef entry_of(const Nest& nest) {
    auto fresh = std::make_shared<Entry>();
    fresh->nest = nest;
    fresh->nest.origins.clear();
    std::list<std::pair<uint64_t, EntryRef>> gone;  // destroyed after the lock
    std::lock_guard lock(mutex_);
    EntryRef known = entries_.put(structural_hash(nest), fresh, gone);
    return same_code(known->nest, nest) ? known : fresh;
  }

  EntryRef known(const Nest& nest) {
    std::lock_guard lock(mutex_);
    const EntryRef* found = entries_.find(structural_hash(nest));
    return found != nullptr && same_code((*found)->nest, nest) ? *found : nullptr;
  }

  void drop(const EntryRef& entry) {
    uint64_t hash = structural_hash(entry->nest);
    std::list<std::pair<uint64_t, EntryRef>> gone;
    std::lock_guard lock(mutex_);
    const EntryRef* found = entries_.find(hash);
    if (found != nullptr && *found == entry) entries_.drop(hash, gone);
  }

 private:
  static constexpr size_t most_kernels = 500;

  std::mutex mutex_;
  Recent<uint64_t, EntryRef> entries_{most_kernels};  // by structure
};

Table& table() {
  static auto* only = new Table;  // LLVM's own statics may be gone when this one would go
  return *only;
}

// All that decides about the code: the generator and its build, the target, the loops, and how
// they are cut in turns, for the caller of a kernel counts turns by the same schedule.
std::string key_of(const Nest& nest) {
  return str(codegen().version(), " ", host_machine().name, "\n", text(nest),
             text(schedule_of(nest, host_machine())));
}

KernelCode made(const Nest& nest) {
  std::string key = key_of(nest);
  DiskCache& cache = DiskCache::standard();
  if (auto known = cache.find(key)) {
    try {
      KernelCode code = codegen().link(*known);
      ++counters.read;
      return code;
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch): a bad entry is compiled anew
    }
  }
  ObjectCode object = codegen().compile(nest, host_machine());
  ++counters.compiled;
  cache.put(key, object);
  return codegen().link(object);
}

void make(Entry& entry) {
  std::lock_guard lock(entry.making);
  if (entry.code == nullptr) entry.code = made(entry.nest);
}

// Null where it is not made, or is being made.
KernelCode at_hand(Entry& entry) {
  std::unique_lock lock(entry.making, std::try_to_lock);
  return lock.owns_lock() ? entry.code : nullptr;
}

// Threads that are waited for, whatever is thrown meanwhile.
struct Joined {
  std::vector<Thread> threads = {};

  ~Joined() {
    for (const Thread& thread : threads) thread.join();
  }
};

// Some kernels to be made, by several threads; what one of them throws reaches the caller.
class Making {
 public:
  explicit Making(std::vector<EntryRef> entries) : entries_(std::move(entries)) {}

  void run() {
    constexpr size_t worth_a_thread = 3;  // kernels
    size_t threads = std::clamp<size_t>(entries_.size() / worth_a_thread, 1,
                                        static_cast<size_t>(host_threads()));
    share(threads);
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  void share(size_t threads) {
    Joined others;
    others.threads.reserve(threads);
    for (size_t i = 1; i < threads; ++i) {
      // Where the system has no more threads, fewer do the work.
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

  std::vector<EntryRef> entries_;
  std::atomic<size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr fault_;
};

}  // namespace

namespace {

// Entries that somebody asked for. Where making them fails, the table forgets what has no code.
struct Wanted {
  std::vector<EntryRef> entries;
  bool all_made = false;

  ~Wanted() {
    if (all_made) return;
    for (const EntryRef& entry : entries) {
      if (at_hand(*entry) == nullptr) table().drop(entry);
    }
  }
};

}  // namespace

std::vector<KernelCode> kernels_of(std::span<const Nest> nests) {
  Wanted asked;
  std::vector<EntryRef>& wanted = asked.entries;
  std::vector<EntryRef> missing;
  wanted.reserve(nests.size());
  for (const Nest& nest : nests) {
    wanted.push_back(table().entry_of(nest));
    if (at_hand(*wanted.back()) == nullptr) missing.push_back(wanted.back());
  }
  std::ranges::sort(missing);
  auto twice = std::ranges::unique(missing);
  missing.erase(twice.begin(), twice.end());
  if (!missing.empty()) Making(std::move(missing)).run();
  std::vector<KernelCode> out;
  for (const EntryRef& entry : wanted) {
    std::lock_guard lock(entry->making);
    out.push_back(entry->code);
  }
  asked.all_made = true;
  return out;
}

KernelCode kernel_at_hand(const Nest& nest) {
  EntryRef entry = table().known(nest);
  return entry == nullptr ? nullptr : at_hand(*entry);
}

KernelCounts kernel_counts() { return {counters.compiled, counters.read}; }

}  // namespace rille
