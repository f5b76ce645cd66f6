// PartialSums: sums of blocks that wait for each other.
#pragma once

#include <functional>
#include <vector>

#include "jit/loops/build.h"

namespace rille {

// Partial sums at places in memory, or one in a variable, and the sums of whole blocks, which are
// joined as the digits of a binary counter are (SumOrder): block k joins the last sum of two
// blocks, of four ... while the lowest bits of k are ones, and what is left at the end is joined
// from the shortest run of blocks to the longest.
class PartialSums {
 public:
  using Place = std::vector<LinearIndex>;
  struct Options {
    RegisterType type = {};
    Scalar combiner = Scalar::add;
    std::vector<Size> places = {};  // the extents of the places; none: one variable
    std::vector<Size> outer = {};   // the extents of many such sums: stand_at() chooses one
    int64_t max_blocks = 1;         // 1: there is nothing to join
    LoopBuffer::Role role = LoopBuffer::Role::local;
    int64_t offset = -1;  // of scratch: where the sums begin; those of blocks follow
  };
  // `start`: what a partial sum begins with. The memory exists until the block that is open ends.
  PartialSums(LoopBuilder& builder, Options options, Register start);

  void clear();  // before the first block, unless it is a variable
  // The partial sums join those of the blocks before, and begin again. Many such sums have no count
  // of blocks: `before` is it.
  void end_block(Register before = -1);
  // After the last block, of `blocks`: each place has its whole sum.
  void finish(Register blocks = -1);
  void stand_at(Place outer) { outer_ = std::move(outer); }

  // Halves of the places along the first axis are joined until one is left.
  void join_places();

  void each_place(const std::function<void(const Place&)>& body);
  // `is_any`: it may not be there, and then is any number.
  Register get(const Place& place, bool is_any = false);
  void set(const Place& place, Register value);

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
