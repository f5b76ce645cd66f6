// EagerExecutor: runs one primitive by compiled code.
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
class EagerExecutor {
 public:
  explicit EagerExecutor(Device& device) : device_(device) {}
  std::vector<Array> run(const Op& op, std::span<const Array> in, const Attrs& attrs,
                         const Regions& regions);

  void run_onto(const Op& op, Array& x, std::span<const Array> rest, const Attrs& attrs);

  Array run_one(const Op& op, std::span<const ArrayRef> in, const Attrs& attrs);
  Array run_spread(const Op& op, std::span<const ArrayRef> in);

 private:
  struct EagerKey {
    const Op* op;
    SmallVector<const void*, 6> words;  // attributes, types, regions
    bool operator==(const EagerKey&) const = default;
  };
  struct EagerKeyHash {
    size_t operator()(const EagerKey& key) const;
  };
  struct EagerEntry;
  struct EagerCode;
  struct Lane;
  struct Lanes;
  using EagerEntryRef = std::shared_ptr<EagerEntry>;
  using CodeFactory = std::function<std::unique_ptr<EagerCode>()>;

  EagerEntryRef entry_of(const Op& op, const Types& in, const Attrs& attrs, const Regions& regions);
  EagerEntryRef known_entry(const EagerKey& key);
  EagerEntryRef kept_entry(EagerKey key, EagerEntryRef made);
  EagerEntryRef make(const Op& op, const Types& in, const Attrs& attrs, const Regions& regions);
  EagerEntryRef make_spread(const Op& op, const Types& in);

  // The code of the entry. The first thread creates it, and others wait for it.
  const EagerCode& ready(EagerEntry& entry, const CodeFactory& maker);
  std::unique_ptr<EagerCode> compile(const EagerEntry& entry);
  // Null if no size-independent loop nest covers the entry.
  std::unique_ptr<EagerCode> make_kernel(const EagerEntry& entry, const Types& in);
  std::unique_ptr<EagerCode> ready_of(std::string_view op, const ScheduledNest& kernel, Type out,
                                      std::vector<int64_t> sizes);

  // Runs the reference loops of the op.
  static std::vector<Array> run_reference(EagerEntry& entry, std::span<const Array> in);
  static void divide(EagerEntry& entry);
  static bool is_small(const EagerEntry& entry);
  std::vector<Array> run_entry(EagerEntry& entry, std::span<const Array> in);
  static Array launch(const EagerCode& code, std::span<const ArrayRef> in);
  // The code of an equal earlier call on this thread, or null.
  static const EagerCode* called_before(const Op& op, const void* attrs,
                                        std::span<const ArrayRef> in);
  static void remember(const Op& op, const void* attrs, std::span<const ArrayRef> in,
                       EagerEntryRef entry);

  static constexpr size_t max_entries = 500;

  Device& device_;
  std::mutex mutex_;  // protects the table; never held during compilation
  LruCache<EagerKey, EagerEntryRef, EagerKeyHash> entries_{max_entries};
};

}  // namespace rille
