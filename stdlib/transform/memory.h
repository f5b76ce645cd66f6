// Memory: the traces that a State keeps, the oldest leave.
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

struct Entry;
struct MadeFor;

// Of one function under one transform, as `jit(f).cache()` tells them.
struct Counts {
  int64_t entries = 0;  // that are kept now
  int64_t hits = 0;     // calls that found one
  int64_t misses = 0;   // calls that did not
  int64_t traces = 0;   // runs of the function with symbolic arrays: a miss may need several
};

// The prompt's names that a trace may have read, as they were defined then.
struct Names {
  std::vector<std::pair<std::string, int64_t>> epochs = {};
  int64_t checked = 0;  // the epoch of all names at which these were so

  static Names behind(const Function& f, const Values& args);
  bool hold(const State& state);
};

// Keys are compared word by word, never by their hash alone, and pin what they hold addresses of.
// The key of an entry has two parts: what a call is by its structure, and, where the function
// needed their values, the numbers among its leaves.
class Memory {
 public:
  static constexpr size_t limit = 1024;  // entries of a State; the one used longest ago leaves

  struct Kept {
    std::shared_ptr<Entry> entry;
    Names names;
    std::vector<bool> fixed;
    std::vector<uint64_t> numbers;
  };
  struct Calls;
  struct Use {
    Kept kept;
    std::pair<const CacheKey, Calls>* call;
    int64_t round;   // of collections, in which it was used last
    int64_t number;  // of all that were kept: the order in which they were made
  };
  using AllCounts = std::unordered_map<CacheKey, Counts, CacheKeyHash>;
  struct Calls {
    std::vector<bool> fixed;              // which leaves have to be fixed, as far as is known
    AllCounts::value_type* of = nullptr;  // stays while it has entries
    std::map<std::vector<uint64_t>, std::list<Use>::iterator> uses = {};
  };

  // An entry that was just found or kept, to be asked for again without its key.
  struct Ticket {
    std::list<Use>::iterator use = {};
    int64_t drops = -1;  // so many had left then: none since, or nobody knows whether this one has
  };
  Ticket ticket_of(const Entry& entry);  // of no use where it is not the last
  // Null where it may have left, or what it has read was defined anew. A call like any other.
  std::shared_ptr<Entry> again(const State& state, const Ticket& ticket);

  // What is known of such calls, null where nothing is; until something is kept or found stale.
  Calls* calls_of(const CacheKey& call);

  std::shared_ptr<Entry> find(const State& state, Calls& calls,
                              const std::vector<uint64_t>& numbers);

  // `of` is whose counts it adds to: see origin_of.
  void keep(const CacheKey& of, const CacheKey& call, Kept kept);
  // A call that found nothing and had to trace so often.
  void missed(const CacheKey& of, int64_t traces);

  Counts counts(const CacheKey& of) const;
  // What its entries were made for, the oldest first; until something is kept or dropped.
  std::vector<const MadeFor*> made_for(const CacheKey& of) const;

  // Where there is little room, what no call has asked for since the collection before this one
  // goes; where there is none, all. No call is between calls_of() and find() or keep().
  void make_room(Room room);

 private:
  void touch(Calls& calls, std::list<Use>::iterator use);
  AllCounts::value_type* drop(std::list<Use>::iterator use);  // whose counts it was in
  void drop_oldest();

  std::list<Use> recent_;  // the last used first
  std::unordered_map<CacheKey, Calls, CacheKeyHash> calls_;
  AllCounts counts_;
  int64_t round_ = 0;
  int64_t drops_ = 0;                                 // entries that have left
  int64_t kept_ = 0;                                  // and that came
  std::pair<const CacheKey, Calls>* last_ = nullptr;  // that were asked for: a loop asks again
};

// A function under a transform, whatever its closures capture: what counts are kept of.
CacheKey origin_of(std::string_view transform, const Function& f);

}  // namespace rille
