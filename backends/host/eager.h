// Eager: one primitive now, with the numbers of compiled code.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "backends/backend.h"
#include "jit/codegen.h"

namespace rille {

// Three ways, all of one source of numbers. What has one right answer (movement, IEEE's exact
// operations, comparisons) runs by the reference loops while it is small, without the code
// generator. Functions and sums run by kernels for all sizes, compiled once for each dtype. What
// remains is compiled as a graph of one node.
class Eager {
 public:
  explicit Eager(Device& device) : device_(device) {}
  std::vector<Array> run(const Op& op, std::span<const Array> in, const Attrs& attrs,
                         const Regions& regions);

  // A large array and a scalar that stands for an array of its shape; none otherwise.
  std::optional<Array> run_spread(const Op& op, const Array& x, const Array& y);

 private:
  struct Key {
    const Op* op;
    SmallVector<const void*, 6> words;  // attributes, types, regions
    bool operator==(const Key&) const = default;
  };
  struct HashKey {
    size_t operator()(const Key& key) const;
  };
  struct Entry;
  using EntryRef = std::shared_ptr<Entry>;

  EntryRef entry_of(const Op& op, std::span<const Array> in, const Attrs& attrs,
                    const Regions& regions);
  EntryRef make(const Op& op, std::span<const Array> in, const Attrs& attrs,
                const Regions& regions);
  bool make_kernel(Entry& entry, const Types& in);
  bool use_code(Entry& entry, const Nest& nest);
  void make_spread(Entry& entry, const Op& op, const Array& x, const Array& y);
  EntryRef spread_entry(const Op& op, const Array& x, const Array& y);
  Array launch(const Entry& entry, std::span<const Array> in);
  void compile(Entry& entry);

  Device& device_;
  std::mutex mutex_;
  std::unordered_map<Key, EntryRef, HashKey> entries_;
  std::unordered_map<uint64_t, std::shared_ptr<MachineCode>> kernels_;  // by structure
};

}  // namespace rille
