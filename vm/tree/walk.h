// Shared by walks over trees: depth, paths, static parts.
#pragma once

#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/tree.h"

namespace rille {

// Limits the depth of trees, which scripts create, since the C++ stack is finite. Every walk enters
// a Depth at each branch and polls there: with shared parts, a tree may be larger than memory.
struct Depth {
  static constexpr int limit = 2000;
  int now = 0;
  PollCounter polls = {};

  struct Guard {
    explicit Guard(Depth& depth) : depth(depth) {
      depth.polls.step();
      check_stack();
      if (++depth.now <= limit) return;
      --depth.now;
      throw Error(Code::limit, str("a tree exceeds the maximum nesting depth of ", limit));
    }
    ~Guard() { --depth.now; }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    Depth& depth;
  };
};

// Whether two static parts, or two values of the same kind that are not branches, are equal.
bool equal_static(const Value& a, const Value& b);

}  // namespace rille
