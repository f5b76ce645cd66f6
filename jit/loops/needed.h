// NeededElements: elements of a product that results need.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "jit/loops/build.h"
#include "jit/nest.h"

namespace rille {

// Where the code after a product selects by the position of an element alone (a causal mask, a
// window), the sums of a tile of which it drops every element need not be computed.
class NeededElements {
 public:
  explicit NeededElements(const Stage& stage);

  bool drops() const { return condition_ >= 0; }
  // The select that drops, and the step that it gives instead.
  int select() const { return select_; }
  int instead() const { return instead_; }

  // The counters of a loop from the first to the last.
  struct Range {
    Register first, last;
  };
  using Ranges = std::vector<Range>;  // per loop

  // Whether an element of the ranges may be needed, a bool; -1: nothing is known of it.
  Register somewhere(LoopBuilder& b, const Ranges& ranges) const;

 private:
  // Sum of coefficients times counters, and an offset.
  struct Affine {
    std::map<int, int64_t> of_loop = {};
    int64_t offset = 0;
  };

  static Affine minus(Affine x, const Affine& y);
  bool reaches_results(size_t without) const;
  std::optional<Affine> affine(int step) const;
  bool fits(const Affine& x, Dtype dtype) const;
  Register may(LoopBuilder& b, int step, bool truth, const Ranges& ranges) const;
  Register compare(LoopBuilder& b, const NestStep& step, bool truth, const Ranges& ranges) const;

  const Stage& stage_;
  int condition_ = -1;  // where it is `truth_`, elements are needed
  bool truth_ = true;
  int select_ = -1, instead_ = -1;
};

// Stages whose rows have one number wherever a product before them drops its elements: per stage
// that product, or -1. There one vector of a row is like the others.
std::vector<int> uniform_stages(const Nest& nest);

}  // namespace rille
