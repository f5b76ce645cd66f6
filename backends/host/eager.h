// Eager: one primitive now, with the numbers of compiled code.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "backends/backend.h"
#include "backends/host/recent.h"
#include "jit/codegen.h"

namespace rille {

// Three ways, all of one source of numbers. What has one right answer (movement, IEEE's exact
// operations, comparisons) runs by the reference loops while it is small, without the code
// generator. Functions and sums run by kernels for all sizes, compiled once for each dtype. What
// remains is compiled as a graph of one node. What a thread has run by a kernel it finds again
// without a lock. In a program that carries its kernels, what has none there runs by the reference
// loops.
class Eager {
 public:
  explicit Eager(Device& device) : device_(device) {}
  std::vector<Array> run(const Op& op, std::span<const Array> in, const Attrs& attrs,
                         const Regions& regions);

  void run_onto(const Op& op, Array& x, std::span<const Array> rest, const Attrs& attrs);

  Array run_one(const Op& op, std::span<const ArrayRef> in, const Attrs& attrs);
  Array run_spread(const Op& op, std::span<const ArrayRef> in);

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
  struct Ready;
  struct Lane;
  struct Lanes;
  using EntryRef = std::shared_ptr<Entry>;
  using Maker = std::function<std::unique_ptr<Ready>()>;

  EntryRef entry_of(const Op& op, const Types& in, const Attrs& attrs, const Regions& regions);
  EntryRef known_entry(const Key& key);
  EntryRef kept_entry(Key key, EntryRef made);
  EntryRef make(const Op& op, const Types& in, const Attrs& attrs, const Regions& regions);
  EntryRef make_spread(const Op& op, const Types& in);

  // What the entry runs by, made by whoever comes first; the others wait for it.
  const Ready& ready(Entry& entry, const Maker& maker);
  std::unique_ptr<Ready> compile(const Entry& entry);
  // Null where no nest for all sizes does it.
  std::unique_ptr<Ready> make_kernel(const Entry& entry, const Types& in);
  std::unique_ptr<Ready> ready_of(const Nest& nest, Type out, std::vector<int64_t> sizes);

  // By the op's own loops.
  static std::vector<Array> run_reference(Entry& entry, std::span<const Array> in);
  static void divide(Entry& entry);
  static bool is_small(const Entry& entry);
  std::vector<Array> run_entry(Entry& entry, std::span<const Array> in);
  static Array launch(const Ready& code, std::span<const ArrayRef> in);
  // What this thread ran such a call by, or null.
  static const Ready* called_before(const Op& op, const void* attrs, std::span<const ArrayRef> in);
  static void remember(const Op& op, const void* attrs, std::span<const ArrayRef> in,
                       EntryRef entry);

  static constexpr size_t most_entries = 500;

  Device& device_;
  std::mutex mutex_;  // of the table; never held while something is compiled
  Recent<Key, EntryRef, HashKey> entries_{most_entries};
};

}  // namespace rille
