// CallWalk: finds the leaves of calls of a known form.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vm/array.h"
#include "vm/function.h"
#include "vm/memory/loan.h"

namespace rille {

// The program of a walk over a native call: its arguments, then the captures of the function that
// it captured first, in the order of closure_of(). Recorded at one call, and replayed over the Lua
// stack at later calls: each step finds a value and checks it. A call that passes has the
// structure, the types, and the static parts (strings, bools) of the recorded call; only its leaves
// may differ. The walk contains addresses of prototypes, layouts, and types, which its owner must
// keep alive.
class CallWalk {
 public:
  // A leaf: the handle of an array in the userdata of the script, or a scalar.
  struct Leaf {
    Array* handle = nullptr;
    const std::byte* data = nullptr;  // its elements, or `number`
    uint64_t number = 0;              // the bits of the scalar
    bool lent = false;                // only the lent variable refers to the userdata

    uint64_t first_bits() const;  // the first 64 bits of the elements, padded by 0
  };

  // nullopt if the call contains values that only the slow path supports: dicts, ranges, objects,
  // and functions without a known prototype.
  static std::optional<CallWalk> of(const Loan& call);

  size_t leaves() const { return leaves_; }
  // Whether the call passes; then `out`, with one entry per leaf, is set. Does not allocate.
  bool replay(const Loan& call, std::span<Leaf> out) const;

 private:
  friend class CallWalkMaker;
  friend class CallWalkReplay;
  enum class StepOrigin : uint8_t { argument, captured, item, field, upvalue };
  enum class StepKind : uint8_t {
    nil,
    absent,
    no,
    yes,
    text,
    whole,
    real,
    static_whole,  // in a `const` field
    static_real,
    array,
    weak_array,
    tuple,
    record,
    function,  // identified by its prototype
    captured,  // the function that the native function captured: always the same
    again,     // a function that was visited before
    self,      // the function that has the upvalue
  };
  // A value is part of the last value whose depth is one less.
  struct WalkStep {
    StepOrigin from;
    StepKind is = StepKind::nil;
    int depth;
    int at;                    // index of the argument, item, name in the metatable, or upvalue
    int count = 0;             // number of items or captures; of `again` the index of the function
    const void* id = nullptr;  // type, metatable, or prototype
  };

  std::vector<WalkStep> steps_;
  std::vector<std::string> texts_;  // of `text` steps, in order
  std::vector<uint64_t> numbers_;   // bits, of `static_whole` and `static_real` steps
  int arguments_ = 0, deepest_ = 0;
  size_t leaves_ = 0;
};

// The results of a native call: values, or forms with separate leaves.
struct NativeResults {
  Values values = {};
  std::shared_ptr<const Values> forms = nullptr;
  std::vector<Array> leaves = {};
};

// The fast path for calls of a known form. If false, it had no effects, and the call takes the slow
// path. The walk provides the lent handles.
using QuickCall = std::function<bool(State& state, Loan& loan, NativeResults& out)>;
void give_quick(const Function& native, QuickCall quick);

}  // namespace rille
