// Eager: runs one primitive with the results of compiled code.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "backends/backend.h"
#include "backends/host/recent.h"
#include "jit/codegen.h"

namespace rille {

// There are three paths with equal results. Small operations with one correct result (data
// movement, exact IEEE operations, and comparisons) run by the reference loops, without the code
// generator. Functions and sums run by kernels for all sizes, compiled once per dtype. Everything
// else is compiled as a graph of one node. A thread finds the kernels of its recent calls without a
// lock. In a program that carries its kernels, operations without a kernel run by the reference
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

  // The code of the entry. The first thread creates it, and others wait for it.
  const Ready& ready(Entry& entry, const Maker& maker);
  std::unique_ptr<Ready> compile(const Entry& entry);
  // Null if no size-independent loop nest covers the entry.
  std::unique_ptr<Ready> make_kernel(const Entry& entry, const Types& in);
  std::unique_ptr<Ready> ready_of(const Nest& nest, Type out, std::vector<int64_t> sizes);

  // Runs the reference loops of the op.
  static std::vector<Array> run_reference(Entry& entry, std::span<const Array> in);
  static void divide(Entry& entry);
  static bool is_small(const Entry& entry);
  std::vector<Array> run_entry(Entry& entry, std::span<const Array> in);
  static Array launch(const Ready& code, std::span<const ArrayRef> in);
  // The code of an equal earlier call on this thread, or null.
  static const Ready* called_before(const Op& op, const void* attrs, std::span<const ArrayRef> in);
  static void remember(const Op& op, const void* attrs, std::span<const ArrayRef> in,
                       EntryRef entry);

  static constexpr size_t most_entries = 500;

  Device& device_;
  std::mutex mutex_;  // protects the table; never held during compilation
  Recent<Key, EntryRef, HashKey> entries_{most_entries};
};

}  // namespace rille
