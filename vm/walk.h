// CallWalk: how to find the leaves of a known call.
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

// The program of a walk over a native call: its arguments, then what the function that it captured
// first captures, in the order of closure_of(). Recorded at a call, and replayed over the stack of
// Lua at later ones: each step finds a value and says what it has to be. A call that passes has the
// structure, the types and the static parts (strings, bools) of the first one; only its leaves may
// differ. The addresses in it are of prototypes, layouts and types: whoever keeps a walk holds
// them.
class CallWalk {
 public:
  // Where a leaf stands: an array's handle in the script's userdata, or a host number.
  struct Leaf {
    Array* handle = nullptr;
    const std::byte* data = nullptr;  // its elements, or `number`
    uint64_t number = 0;              // its bits
    bool lent = false;                // only the place that is lent holds the userdata

    uint64_t first_bits() const;  // of the elements, 64 at most; the others are 0
  };

  // None where it meets what only the long way sees: dicts, ranges, objects, functions of no known
  // prototype.
  static std::optional<CallWalk> of(const Loan& call);

  size_t leaves() const { return leaves_; }
  // Whether the call passes; `out`, as many as there are leaves, is set if so. It takes no memory.
  bool replay(const Loan& call, std::span<Leaf> out) const;

 private:
  friend class CallWalkMaker;
  friend class CallWalkReplay;
  enum class From : uint8_t { argument, captured, item, field, upvalue };
  enum class Is : uint8_t {
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
    function,  // by its prototype
    captured,  // the function that the native one has captured: always the same
    again,     // a function that was met before
    self,      // the function whose upvalue it is
  };
  // A value is found in the one that was found last with a depth that is one less.
  struct Step {
    From from;
    Is is = Is::nil;
    int depth;
    int at;                    // which argument, item, name of the metatable or upvalue
    int count = 0;             // of items, or of captures; of `again`: which function
    const void* id = nullptr;  // type, metatable or prototype
  };

  std::vector<Step> steps_;
  std::vector<std::string> texts_;  // of the steps that are `text`, in order
  std::vector<uint64_t> numbers_;   // bits, of those that are `static_whole` or `static_real`
  int arguments_ = 0, deepest_ = 0;
  size_t leaves_ = 0;
};

// What a native call gives: values, or forms whose leaves are given apart.
struct NativeResults {
  Values values = {};
  std::shared_ptr<const Values> forms = nullptr;
  std::vector<Array> leaves = {};
};

// A quick way for calls that a native function has seen before; false: nothing has happened, and
// the call goes the long way. Of the loan's handles it asks the walk.
using QuickCall = std::function<bool(State& state, Loan& loan, NativeResults& out)>;
void give_quick(const Function& native, QuickCall quick);

}  // namespace rille
