// TraceCache: the trace cache of a State, with LRU eviction.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "stdlib/transform/call_tree.h"
#include "vm/state.h"

namespace rille {

struct TraceEntry;
struct CallDescription;

// The statistics of one function under one transform, as `jit(f).cache()` returns them.
struct CacheStats {
  int64_t entries = 0;  // entries in the cache
  int64_t hits = 0;     // calls that found an entry
  int64_t misses = 0;   // calls that did not
  int64_t traces = 0;   // runs of the function with tracers: a miss may need several
};

// The global names that a trace may have read, with the epoch of each definition.
struct GlobalNames {
  std::vector<std::pair<std::string, int64_t>> epochs = {};
  int64_t checked = 0;  // the global epoch at which `epochs` was last found valid

  static GlobalNames behind(const Function& f, const Values& args);
  bool hold(const State& state);
};

// Keys are compared word by word, never by their hash alone, and own the objects whose addresses
// they contain. The key of an entry has two parts: the structure of the call, and the values of the
// static numbers among its leaves.
class TraceCache {
 public:
  static constexpr size_t limit = 1024;  // entries of a State; the least recently used is evicted

  struct CachedTrace {
    std::shared_ptr<TraceEntry> entry;
    GlobalNames names;
    std::vector<bool> fixed;
    std::vector<uint64_t> numbers;
  };
  struct CallEntries;
  struct CacheUse {
    CachedTrace kept;
    std::pair<const CacheKey, CallEntries>* call;
    int64_t round;   // the round of collections in which the entry was used last
    int64_t number;  // the insertion number of the entry
  };
  using StatsByFunction = std::unordered_map<CacheKey, CacheStats, CacheKeyHash>;
  struct CallEntries {
    std::vector<bool> fixed;                    // per leaf: whether a trace so far needed it static
    StatsByFunction::value_type* of = nullptr;  // valid while it has entries
    std::map<std::vector<uint64_t>, std::list<CacheUse>::iterator> uses = {};
  };

  // A handle to an entry that was just found or inserted, for a lookup without its key.
  struct CacheHandle {
    std::list<CacheUse>::iterator use = {};
    int64_t drops = -1;  // number of evictions when it was made; valid while none has followed
  };
  CacheHandle ticket_of(
      const TraceEntry& entry);  // invalid unless `entry` is the most recently used
  // Null if the entry may have been evicted, or if a name that it reads was redefined. Counts as a
  // hit.
  std::shared_ptr<TraceEntry> again(const State& state, const CacheHandle& ticket);

  // The entries of calls with this key, or null. Valid until an entry is inserted or found stale.
  CallEntries* calls_of(const CacheKey& call);

  std::shared_ptr<TraceEntry> find(const State& state, CallEntries& calls,
                                   const std::vector<uint64_t>& numbers);

  // `of` selects the statistics that the entry is counted in: see origin_of.
  void keep(const CacheKey& of, const CacheKey& call, CachedTrace kept);
  // Counts a miss that traced the function `traces` times.
  void missed(const CacheKey& of, int64_t traces);

  CacheStats counts(const CacheKey& of) const;
  // The calls that the entries of `of` were made for, oldest first. Valid until an insertion or an
  // eviction.
  std::vector<const CallDescription*> made_for(const CacheKey& of) const;

  // With little room, evicts the entries that no call has used since the previous collection; with
  // none, evicts all. Must not run between calls_of() and find() or keep().
  void make_room(MemoryHeadroom room);

 private:
  void touch(CallEntries& calls, std::list<CacheUse>::iterator use);
  StatsByFunction::value_type* drop(
      std::list<CacheUse>::iterator use);  // returns the counts of the entry
  void drop_oldest();

  std::list<CacheUse> recent_;  // most recently used first
  std::unordered_map<CacheKey, CallEntries, CacheKeyHash> calls_;
  StatsByFunction counts_;
  int64_t round_ = 0;
  int64_t drops_ = 0;  // number of evictions
  int64_t kept_ = 0;   // number of insertions
  std::pair<const CacheKey, CallEntries>* last_ =
      nullptr;  // the last result of calls_of(), for loops
};

// The key of a function under a transform, without the captures of its closures. Statistics are
// collected per such key.
CacheKey origin_of(std::string_view transform, const Function& f);

}  // namespace rille
