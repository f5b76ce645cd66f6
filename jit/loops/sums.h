// PartialSums: cascade summation of blocks.
#pragma once

#include <functional>
#include <vector>

#include "jit/loops/build.h"

namespace rille {

// Partial sums in memory, or one in a variable, and the sums of whole blocks, which are combined
// like the digits of a binary counter (SumOrder): the sum of block number k is added to the last
// sum of one block, then of two, of four … while the lowest bits of k are ones. At the end, the
// remaining sums are added from the smallest number of blocks to the largest.
class PartialSums {
 public:
  using Place = std::vector<LinearIndex>;
  struct Options {
    RegisterType type = {};
    Scalar combiner = Scalar::add;
    std::vector<Size> places = {};  // the extents of the partial sums; none: one variable
    std::vector<Size> outer = {};   // the extents of several sets of them: stand_at() selects one
    int64_t max_blocks = 1;         // 1: there is nothing to combine
    LoopBuffer::Role role = LoopBuffer::Role::local;
    int64_t offset = -1;  // in scratch memory; the sums of blocks follow
  };
  // `start`: the first value of a partial sum. The memory is allocated in the open block.
  PartialSums(LoopBuilder& builder, Options options, Register start);

  void clear();  // before the first block, unless it is a variable
  // Combines the partial sums with those of earlier blocks, and resets them. With several sets,
  // `before` is the number of earlier blocks.
  void end_block(Register before = -1);
  // After the last one of `blocks` blocks: combines all sums.
  void finish(Register blocks = -1);
  void stand_at(Place outer) { outer_ = std::move(outer); }

  // Tree reduction along the first axis.
  void join_places();

  void each_place(const std::function<void(const Place&)>& body);
  // `is_any`: the sum may be uninitialized.
  Register get(const Place& place, bool is_any = false);
  void set(const Place& place, Register value);
  // An operation on a tile register, whose rows are those of the first axis from `place` on.
  LoopOp rows_from(LoopOpKind kind, const Place& place) const;

 private:
  int allocate(std::vector<Size> extents, int64_t offset);
  void each_place(size_t axis, Place place, const std::function<void(const Place&)>& body);
  LoopOp access(LoopOpKind kind, int buffer, Register level, const Place& place) const;
  Register at_level(Register level, const Place& place);
  Register joined(Register x, Register y);

  LoopBuilder& b_;
  Options options_;
  Register start_;
  Register sum_ = -1, blocks_ = -1;  // variables
  int sums_ = -1, level_sums_ = -1;  // buffers
  int64_t levels_ = 0;
  Place outer_ = {};
};

}  // namespace rille
