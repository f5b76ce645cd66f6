// Nest: the loop nest of a kernel, as stages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jit/attrs.h"
#include "jit/origin.h"
#include "jit/precision.h"
#include "jit/scalars.h"
#include "vm/memory/small_vector.h"

namespace rille {

// An extent or a stride of a nest: a number, or argument `arg` of the kernel, so that one kernel
// runs many sizes. Of an argument, `number` is its size class: an upper bound, one of a few
// numbers, for which the schedule is chosen; 0: unbounded.
struct Size {
  int64_t number = 0;
  int arg = -1;

  Size() = default;
  Size(int64_t n) : number(n) {}  // NOLINT: implicit on purpose
  static Size argument(int arg, int64_t size_class = 0) {
    Size out = size_class;
    out.arg = arg;
    return out;
  }
  bool known() const { return arg < 0; }
  bool is(int64_t n) const { return known() && number == n; }
  bool operator==(const Size&) const = default;
};

// An element of a buffer: offset + sum over loops of strides[k] * counter k + step `computed`,
// in elements. If step `guard` is false, nothing is read and the value is 0.
struct Access {
  int buffer = 0;
  int64_t offset = 0;
  std::vector<Size> strides;
  int computed = -1;
  int guard = -1;
};

// One scalar operation of a stage, in execution order: an operation of jit/lowering.h except input,
// index, and extent; or
//   load      the element at `access`
//   loop      the counter of loop `loop`, i64
//   constant  `value`
//   product   the element of a contraction
//   folded    the result of a reduction
struct NestStep {
  Scalar name;
  Dtype dtype;
  SmallVector<int, 3> in = {};
  AttrValue value = false;
  int loop = -1;
  Access access = {};
};

// A result: step `step` is written at `access`, which has neither a guard nor a computed part.
struct Store {
  int step = -1;
  Access access = {};
};

// If step `failed` is true, check number `check` of the nest fails. The first failure is reported,
// with the values of `payload` and the element, in row-major order of the loops.
struct NestCheck {
  int failed = -1;
  int check = 0;
  SmallVector<int, 4> payload = {};
};

enum class StageForm : uint8_t { pointwise, fold, scan, contract };

// Straight-line code in loops, outermost first. Loops [0, kept) enumerate the elements of the
// results; in a reduction (fold) or scan, the other loops enumerate the reduced terms.
struct Stage {
  StageForm form = StageForm::pointwise;
  std::vector<Size> loops = {};
  int kept = 0;
  std::vector<NestStep> code = {};
  std::vector<Store> stores = {};
  std::vector<NestCheck> checks = {};

  // Reduction and scan: `combiner` combines the terms, which are the step `folded`. The code after
  // it reads the result; of a scan, the partial result of each term.
  Scalar combiner = Scalar::add;
  int folded = -1;
  Dtype sum_dtype = Dtype::f32;
  bool reverse = false;

  // Contraction: its loops are batch…, m, n. Element (batch…, m, n), which the step `product`
  // reads, is the sum over k of left(batch…, m, k) * right(batch…, n, k). Both operands are
  // pointwise stages without stores. Their kept loops are batch… and those of m or n, the other
  // ones those of k: m, n, and k may take several loops, in row-major order. Step `folded` is the
  // element, in sum_dtype.
  std::vector<Stage> operands = {};  // left, right
  // Contraction in a nest of several stages: k, not m, is the last of the shared loops. Each of its
  // iterations adds an outer product to all elements, which are stored after the last iteration.
  bool sums_outer_products = false;
  // Fast: both operands are converted bf16, and dot instructions may sum pairs (LoopOpKind::dot).
  Precision precision = Precision::standard;

  int64_t terms() const;      // of a reduction: iterations of the reduced loops; 0: unknown
  int64_t max_terms() const;  // the same, with the size classes of arguments
  int64_t k_size() const;     // of a contraction: the size of k
  int64_t work() const;       // about the number of scalar operations, saturated
};

inline bool is_product(const Stage& stage) { return stage.form == StageForm::contract; }

// Call f for each access that a stage and its operands read; for these and the stores. S: a Stage,
// perhaps const.
template <class S, class F>
void each_read(S& stage, const F& f) {
  for (auto& step : stage.code) {
    if (step.name == Scalar::load) f(step.access);
  }
  for (auto& operand : stage.operands) each_read(operand, f);
}
template <class S, class F>
void each_access(S& stage, const F& f) {
  each_read(stage, f);
  for (auto& store : stage.stores) f(store.access);
}

// The step that computes an operand of a product, before the conversion to sum_dtype.
const NestStep& unconverted(const Stage& operand);

// Memory of a thread for values that one stage passes to another within an iteration of the shared
// loops. Stages access it as a buffer, with stride 0 along the shared loops.
struct Local {
  Dtype dtype;
  int64_t elements;

  bool operator==(const Local&) const = default;
};

// What one kernel runs: in each iteration of the `shared` loops, the stages in sequence.
// Invariants, checked by verify(Nest): the first `shared` loops of all stages are equal, and are
// kept loops (the last one is k if Stage::sums_outer_products); steps read earlier steps; each
// access has one stride per loop; extents are at least 1.
struct Nest {
  std::vector<Stage> stages = {};
  int shared = 0;                     // of a nest of one stage: 0
  bool keeps_results_cached = false;  // no non-temporal stores: results are small
  std::vector<Dtype> buffers = {};    // dtypes: the kernel's buffers, then the locals
  int constants = 0;  // the number of the kernel's last buffers that are never written
  std::vector<Local> locals = {};
  std::vector<Origin> origins = {};

  const Stage& only() const;  // of a nest of one stage
  size_t arguments() const { return buffers.size() - locals.size(); }
  bool is_local(int buffer) const { return static_cast<size_t>(buffer) >= arguments(); }
  bool is_constant(int buffer) const {
    auto end = static_cast<int>(arguments());
    return buffer < end && buffer >= end - constants;
  }
  int64_t work() const;
  bool checks() const;  // whether a stage has checks
};

void verify(const Nest& nest);

// The contents of the constant buffers of a kernel.
struct Constants {
  std::vector<char> bytes = {};
  std::vector<size_t> buffers = {};  // their offsets
};

// Whether a reduction rounds, so that its terms are combined in the order of SumOrder.
bool in_order(const Stage& stage);

// The order of summation, which depends only on the number of terms. Term t belongs to lane
// t % lanes. Each lane adds its terms of a block of `block` terms in order; blocks are combined by
// cascade (pairwise) summation (jit/loops/sums.h), lanes at the end by a tree reduction. With fewer
// terms than lanes, the next power of two of lanes gives the same sum.
struct SumOrder {
  static constexpr int64_t lanes = 64;
  static constexpr int64_t block = 1024;
  static constexpr int64_t products = 1024;  // values of k in a block of a matrix product
  static int64_t lanes_of(int64_t terms);    // 0 terms: unknown
};
std::string text(const Nest& nest);

// Two nests run the same machine code if everything except their origins is equal.
uint64_t structural_hash(const Nest& nest);
bool same_code(const Nest& a, const Nest& b);

}  // namespace rille
