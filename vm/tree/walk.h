// What walks over trees share: depth, paths, static parts.
#pragma once

#include <string>

#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/value.h"

namespace rille {

// Trees come from scripts, and the C++ stack is finite.
// Every walk passes here at each branch, and hears stops here: shared parts make trees that are
// larger than memory.
struct Depth {
  static constexpr int limit = 2000;
  int now = 0;
  Polls polls = {};

  struct Guard {
    explicit Guard(Depth& depth) : depth(depth) {
      depth.polls.step();
      check_stack();
      if (++depth.now <= limit) return;
      --depth.now;
      throw Error(Code::limit, str("a tree is nested deeper than ", limit));
    }
    ~Guard() { --depth.now; }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    Depth& depth;
  };
};

// "layers" and item 2 give "layers[2]"; a record's items are ".w", at the root "w", a dict's ["w"].
std::string step(const std::string& path, const Branch& branch, size_t item);

// Calls f with each function in a static part: of a `const` field those in the value in it. What
// they capture may have leaves.
template <class F>
void each_function(const Value& held, F& f) {
  if (held.is_function()) return f(held.function());
  if (held.is_static()) return each_function(held.unwrapped(), f);
  if (!held.is_branch()) return;
  for (const Value& item : held.items()) each_function(item, f);
}

// Whether two static parts, or two of the same kind that are no branches, are equal.
bool equal_static(const Value& a, const Value& b);

}  // namespace rille
