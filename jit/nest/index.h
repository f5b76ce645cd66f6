// Index: a linear form over loop counters.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "jit/nest.h"

namespace rille {

// constant + sum of factors[k] * loop k + step `extra` (i64; -1: none).
struct Index {
  int64_t constant = 0;
  SmallVector<int64_t, 6> factors = {};
  int extra = -1;

  bool operator==(const Index& other) const {
    return constant == other.constant && factors == other.factors && extra == other.extra;
  }
};

// The minimum and maximum; none if it contains a step.
struct Bounds {
  int64_t low, high;
};

// Arithmetic on indices of one stage. What is not linear becomes steps of the stage.
class Indexer {
 public:
  explicit Indexer(Stage& stage) : stage_(stage) {}

  Index number(int64_t value) const;
  Index loop(int loop) const;
  Index of_step(int step) const;
  Index add(const Index& a, const Index& b);
  Index scale(const Index& a, int64_t by);
  Index divide(const Index& a, int64_t by);     // floor, for a >= 0
  Index remainder(const Index& a, int64_t by);  // in [0, by)
  std::optional<Bounds> bounds(const Index& a) const;
  int step(const Index& a);  // as an i64 step

  int constant(int64_t value);
  int call(Scalar name, Dtype dtype, SmallVector<int, 3> in);
  // Returns an equal step, or appends it.
  int push(NestStep step);

 private:
  struct Split {
    Index whole;  // multiples of `by`, divided by it
    Index rest;
  };
  Split split(const Index& a, int64_t by) const;
  bool below(const Index& a, int64_t limit) const;

  Stage& stage_;
  std::unordered_map<uint64_t, std::vector<int>> known_;  // by hash_of(step)
};

}  // namespace rille
