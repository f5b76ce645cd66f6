// Needed: elements of a product that nothing drops.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "jit/codegen/llvm.h"
#include "jit/nest.h"

namespace rille {

// Where the code behind a product selects by the place of an element alone (a causal mask, a
// window), what it drops on a whole tile need not be computed.
class Needed {
 public:
  explicit Needed(const Stage& stage);

  bool drops() const { return condition_ >= 0; }
  // The select that drops, and the step that it gives instead.
  int select() const { return select_; }
  int instead() const { return instead_; }

  // Counters of a loop from the first to the last.
  struct Range {
    llvm::Value *first, *last;
  };
  using Ranges = std::vector<Range>;  // per loop

  // Whether an element of the ranges may be needed, an i1; null: nothing is known of it.
  llvm::Value* somewhere(llvm::IRBuilder<>& b, const Ranges& ranges) const;

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
  llvm::Value* may(llvm::IRBuilder<>& b, int step, bool truth, const Ranges& ranges) const;
  llvm::Value* compare(llvm::IRBuilder<>& b, const NestStep& step, bool truth,
                       const Ranges& ranges) const;

  const Stage& stage_;
  int condition_ = -1;  // where it is `truth_`, elements are needed
  bool truth_ = true;
  int select_ = -1, instead_ = -1;
};

// What one product's drops say of the rows that stages behind it make of its own: per stage
// the product in whose dropped places each row's results are one number, or -1. There one vector of
// them stands for many.
std::vector<int> uniform_where_dropped(const Nest& nest);

}  // namespace rille
