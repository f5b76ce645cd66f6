// Vectorizer: a body of a loop for a vector of iterations.
#pragma once

#include <map>
#include <optional>

#include "jit/loops/build.h"
#include "jit/loops/transform.h"

namespace rille {

// Writes the body of a loop for all lanes of a vector at once. A register of the body has a new one
// that is a scalar: of lane 0 where it varies from lane to lane; and one that is a vector.
class Vectorizer {
 public:
  // `given`: registers from elsewhere that have a lane for each iteration, which give() tells.
  Vectorizer(LoopBuilder& builder, const LoopOp& loop, const VectorOptions& options,
             const std::vector<Register>& given = {});

  // The loop: whole vectors, then one whose other lanes are masked.
  void write();
  // The vector whose lane 0 is iteration `first`; mask: its live lanes, -1: all.
  void vector(Register first, Register mask);
  Register first_mask(Register count);  // of `count` lanes

  // The counters of the loops inside that write() has written for whole vectors, by the old ones.
  const std::map<Register, Register>& whole_loops() const { return whole_loops_; }

  // The same, operation by operation: begin() the vector, then rewrite() what is wanted of the
  // body. A register that is defined elsewhere is one number, or a vector that is given.
  void begin(Register first, Register mask);
  void rewrite(const LoopOp& op);
  void rewrite_body() { block(loop_.blocks[0]); }
  void bind(Register old, Register number) { scalars_[old] = number; }
  void give(Register old, Register vector) { vectors_[old] = vector; }

  // Loads need not ask whether their guards hold, until the next begin(). guards_hold(): whether
  // they all do in `count` iterations from `from` on; -1: nothing is known, or there is none.
  void assume_guards() { has_guards_ = false; }
  Register guards_hold(Register from, Register count);

  // All lanes of an old register: one number for all where it does not vary.
  Register lanes_of(Register r);
  Register splat(Register r);

 private:
  Register repeated(Register from, Register edge);
  RegisterType type(Register r) const { return b_.program.registers[static_cast<size_t>(r)]; }
  RegisterType wide(Register r) const { return {type(r).dtype, lanes_}; }
  bool varies(Register r) const { return varies_.contains(r); }
  bool varies(const LoopOp& op) const;
  void study(const LoopBlock& block);

  // Vectors that are made in a block are those of this block alone.
  void block(const LoopBlock& ops);
  Register scalar(Register r) const;

  void copy(const LoopOp& op);
  void variable(const LoopOp& op);
  void reduction(const LoopOp& op);
  void prefetch(const LoopOp& op, LoopOp own);

  // The linear form with the numbers of lane 0 for the counter, and of each lane for what varies
  // otherwise.
  LinearIndex lane_index(const LinearIndex& index);
  Size stride_of(const LinearIndex& index) const;
  Register index(const LoopOp& op);

  // How an index grows from lane to lane: by 1, or by 0; none where it is not a sum of the counter
  // and numbers that all lanes share.
  std::optional<int> growth(Register r) const;

  // Such an index on lane 0.
  Register first_of(Register r);

  // The comparison of such an index with one number holds in the first lanes, or in those after
  // them: how many is scalar arithmetic, where the index of each lane would take two registers.
  // Beyond [0, lanes] it holds in all or in none.
  struct LaneBound {
    Register bound;
    bool are_first;
  };
  std::optional<LaneBound> lane_bound(const LoopOp& op);
  std::optional<Register> first_lanes(const LoopOp& op);
  Register holds_for(Register guard, Register count);
  Register compute(const LoopOp& op);

  // The lanes that both masks, which may be none, let live; one number is given to all lanes.
  Register both(Register mask, Register other);
  LoopOp access(const LoopOp& op);

  // Whether the lanes are neighbors in memory: `step` apart along the last axis.
  bool is_run(const LoopOp& op, const LoopOp& own, int64_t step) const;
  Register load(const LoopOp& op);

  // A load of which no lane may live reads at element 0 then: where no page is, machines take
  // hundreds of cycles to find out that nothing is to be read.
  void keep_near(LoopOp& own, Register guard);

  // From two runs that meet: nothing after the last element is read.
  Register every_second(const LoopOp& op, LoopOp own);
  void store(const LoopOp& op);

  // Whether the second store fills what the first one leaves between its elements: the parts of
  // complex numbers.
  bool is_woven(const LoopOp& first, const LoopOp& second) const;
  void store_woven(const LoopOp& first, const LoopOp& second);
  void check(const LoopOp& op);

  LoopBuilder& b_;
  const LoopOp& loop_;
  int lanes_;
  const VectorOptions& options_;
  std::map<Register, bool> varies_ = {};
  std::map<Register, const LoopOp*> defined_ = {};
  std::map<Register, Register> scalars_ = {}, vectors_ = {}, whole_loops_ = {};
  Register mask_ = -1;
  bool has_guards_ = true;
  int repeats_ = 1;  // vectors that are like the one which is written
};

}  // namespace rille
