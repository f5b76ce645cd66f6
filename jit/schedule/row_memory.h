// RowMemory: memory of the locals of nests with products.
#pragma once

#include <cstddef>
#include <map>
#include <numeric>
#include <vector>

#include "jit/nest.h"

namespace rille {

// The memory of one row of each local. Locals of equal size share memory if their lifetimes do not
// overlap.
class RowMemory {
 public:
  explicit RowMemory(const Nest& nest) : nest_(nest), last_(nest.locals.size()) {
    for (size_t stage = 0; stage < nest.stages.size(); ++stage) {
      each_access(nest.stages[stage], [&](const Access& access) {
        if (nest.is_local(access.buffer)) last_[local_of(access)] = stage;
      });
    }
    for (size_t stage = 0; stage < nest.stages.size(); ++stage) {
      for (const Store& store : nest.stages[stage].stores) {
        if (nest.is_local(store.access.buffer)) place(local_of(store.access), stage);
      }
    }
  }

  // The bytes of each piece of memory, and the piece of a local.
  const std::vector<int64_t>& sizes() const { return sizes_; }
  size_t of(size_t local) const { return place_.at(local); }
  int64_t bytes_in_all() const { return std::accumulate(sizes_.begin(), sizes_.end(), int64_t{0}); }

 private:
  size_t local_of(const Access& access) const {
    return static_cast<size_t>(access.buffer) - nest_.arguments();
  }

  void place(size_t local, size_t stage) {
    if (place_.contains(local)) return;
    const Local& it = nest_.locals[local];
    int64_t size = it.elements * static_cast<int64_t>(bytes(it.dtype));
    size_t at = 0;
    while (at < sizes_.size() && (sizes_[at] != size || busy_until_[at] >= stage)) ++at;
    if (at == sizes_.size()) {
      sizes_.push_back(size);
      busy_until_.push_back(0);
    }
    busy_until_[at] = last_[local];
    place_[local] = at;
  }

  const Nest& nest_;
  std::vector<size_t> last_, busy_until_;
  std::vector<int64_t> sizes_;
  std::map<size_t, size_t> place_;
};

}  // namespace rille
