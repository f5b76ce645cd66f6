// What walks over trees share: depth, paths, static parts.
#pragma once

#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/tree.h"

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

// Whether two static parts, or two of the same kind that are no branches, are equal.
bool equal_static(const Value& a, const Value& b);

}  // namespace rille
