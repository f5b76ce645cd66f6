// Nest: stages in loops, between graph and machine.
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
// serves all sizes of its kind. Of an argument `number` is what schedules take it for, no less than
// what it may be: one of a few, so that many sizes share a kernel; 0: they know nothing.
struct Size {
  int64_t number = 0;
  int arg = -1;

  Size() = default;
  Size(int64_t n) : number(n) {}  // NOLINT: a number is a size
  static Size argument(int arg, int64_t taken_for = 0) {
    Size out = taken_for;
    out.arg = arg;
    return out;
  }
  bool known() const { return arg < 0; }
  bool is(int64_t n) const { return known() && number == n; }
  bool operator==(const Size&) const = default;
};

// An element of a buffer: offset + sum over loops of strides[k] * loop k + step `computed`,
// counted in elements. Where step `guard` is false nothing is read and the value is 0.
struct Access {
  int buffer = 0;
  int64_t offset = 0;
  std::vector<Size> strides;
  int computed = -1;
  int guard = -1;
};

// One scalar operation of a nest, in the order they run. Those of jit/lowering.h but input, index
// and extent; and
//   load      the element that `access` names
//   loop      the counter of loop `loop`, i64
//   constant  `value`
//   product   the sum of a contraction; folded: that of a fold
struct NestStep {
  Scalar name;
  Dtype dtype;
  SmallVector<int, 3> in = {};
  AttrValue value = false;
  int loop = -1;
  Access access = {};
};

// A result: step `step` is written at `access` (which has no guard and no computed part).
struct Store {
  int step = -1;
  Access access = {};
};

// Where step `failed` holds, check number `check` of the nest failed; the first one is kept, with
// the values of `payload`. The element is counted row-major over the loops.
struct NestCheck {
  int failed = -1;
  int check = 0;
  SmallVector<int, 4> payload = {};
};

enum class StageForm : uint8_t { pointwise, fold, scan, contract };

// One piece of straight code in loops. Loops [0, kept) number the elements of the results,
// outermost first; of a fold or scan the rest run over what is folded.
struct Stage {
  StageForm form = StageForm::pointwise;
  std::vector<Size> loops = {};
  int kept = 0;
  std::vector<NestStep> code = {};
  std::vector<Store> stores = {};
  std::vector<NestCheck> checks = {};

  // Fold and scan: `folded` is combined; the step `folded` is the sum, read by the code that
  // follows it. Scan: the running sum, stored at each place.
  Scalar combiner = Scalar::add;
  int folded = -1;
  Dtype sum_dtype = Dtype::f32;
  bool reverse = false;

  // Contract: its loops are batch…, i, j. Element (batch…, i, j), read by the step `product`, is
  // the sum over p of left at (batch…, i, p) times right at (batch…, j, p). Both are pointwise
  // stages over those loops: the kept ones are batch… and i or j, which may take several, the
  // others p, which may, too, counted row-major. Step `folded` is the element, in sum_dtype; they
  // store nothing.
  std::vector<Stage> operands = {};  // left, right
  // Contract, in a nest of several stages: p is the last of the loops that stages share, in place
  // of i. Each turn adds a term to all of the product; its elements are stored after the last one.
  bool gathers = false;
  // Fast: both operands are bf16, converted, and a machine may sum pairs of them (LoopOpKind::dot).
  Precision precision = Precision::standard;

  int64_t terms() const;      // of one fold: the product of the folded loops; 0 where not known
  int64_t max_terms() const;  // the same of what arguments are taken for, too
  int64_t deep() const;       // of a contract: how many p there are
  int64_t work() const;       // scalar operations, roughly; the greatest number where that wraps
};

inline bool is_product(const Stage& stage) { return stage.form == StageForm::contract; }

// What a stage and its operands read; the accesses of all of these and of the stores. S: a
// Stage, perhaps const.
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

// The step that an operand of a product is made by, before it is converted.
const NestStep& unconverted(const Stage& operand);

// Memory of one thread, written and read within one turn of the shared loops: a row between two
// stages. It is a buffer to the stages, whose accesses have no strides along the shared loops.
struct Local {
  Dtype dtype;
  int64_t elements;

  bool operator==(const Local&) const = default;
};

// What one kernel runs: `shared` loops, and in each of their turns the stages, one after the
// other. Invariants, checked by verify(Nest): the first `shared` loops of all stages are the same,
// and are kept ones (of one that gathers all but the last of these, which is its p); steps read
// earlier steps; each access has one stride per loop; loops are >= 1.
struct Nest {
  std::vector<Stage> stages = {};
  int shared = 0;                   // of a nest of one stage: 0
  bool near = false;                // its results are small: none is stored past the caches
  std::vector<Dtype> buffers = {};  // element types: those of the kernel, then the locals
  int constants = 0;                // the last of the kernel's buffers: nobody writes to these
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
  bool checks() const;  // whether a stage has any
};

void verify(const Nest& nest);

// What stands in the buffers of a kernel that are constants.
struct Constants {
  std::vector<char> bytes = {};
  std::vector<size_t> buffers = {};  // where each begins
};

// A fold that rounds: the order in which its terms meet is fixed by their number (SumOrder).
bool in_order(const Stage& stage);

// Term p goes to lane p % lanes. The lanes take up their terms of a block of `block` in order;
// blocks meet by a binary counter (jit/loops/sums.h), lanes at the end by halves. A fold with fewer
// terms than lanes has the same sum with the next power of two.
struct SumOrder {
  static constexpr int64_t lanes = 64;
  static constexpr int64_t block = 1024;
  static constexpr int64_t products = 1024;  // of a product that is no fold: a block of p
  static int64_t lanes_of(int64_t terms);    // 0 terms: not known
};
std::string text(const Nest& nest);

// What two nests must share to run the same machine code: all but origins.
uint64_t structural_hash(const Nest& nest);
bool same_code(const Nest& a, const Nest& b);

}  // namespace rille
