// Kernels with products: an iteration of the range is a task.
#include "jit/loops/tasks.h"

#include <algorithm>
#include <deque>

#include "jit/loops/product.h"
#include "jit/loops/stage_loops.h"
#include "vm/error.h"

namespace rille {
namespace {

// Locals have a row for each row of a block, in the scratch memory.
std::vector<LoopBuffer> buffers_in_blocks(const ScheduledNest& kernel) {
  std::vector<LoopBuffer> out = buffers_of(kernel.nest);
  const Tasks& tasks = *kernel.schedule.tasks;
  int64_t rows = 1;
  for (const StageSchedule& stage : kernel.schedule.stages) {
    const auto* own = std::get_if<TilesSchedule>(&stage.form);
    int64_t tile = own != nullptr ? own->tile_rows : 1;
    rows = std::max(rows, (tasks.block + tile - 1) / tile * tile);
  }
  for (size_t i = kernel.nest.arguments(); i < out.size(); ++i) {
    out[i].role = LoopBuffer::Role::scratch;
    out[i].extents.insert(out[i].extents.begin(), rows);
    out[i].offset = tasks.locals[i - kernel.nest.arguments()];
  }
  return out;
}

class TaskLoops {
 public:
  TaskLoops(LoweredNest& out, const ScheduledNest& kernel, const Target& target)
      : out_(out),
        b_(out.program),
        nest_(kernel.nest),
        tasks_(*kernel.schedule.tasks),
        each_task_(b_.i64(tasks_.rows)),
        row_tasks_(b_.i64(tasks_.row_tasks)) {
    for (size_t i = 0; i < nest_.stages.size(); ++i) {
      const Stage& stage = nest_.stages[i];
      products_.push_back(nullptr);
      if (!is_product(stage)) continue;
      products_.back() = &code_.emplace_back(b_, kernel, i, target);
      batch_ = static_cast<size_t>(stage.kept) - 2;
      if (!stage.sums_outer_products) rows_ = stage.loops[batch_];
    }
    if (rows_.known()) return;
    each_task_ = b_.argument(2 + task_rows);
    Register up = b_.plus(b_.size(rows_), b_.minus(each_task_, b_.i64(1)));
    row_tasks_ = b_.quotient(up, each_task_);
  }

  void write() {
    out_.stages.resize(nest_.stages.size());
    b_.loop({.from = b_.begin(), .to = b_.end(), .is_parallel = true},
            [&](Register iteration) { task(iteration); });
    b_.finish();
  }

 private:
  void task(Register iteration) {
    auto take = [&](Register extent) {
      Register at = b_.compute(Scalar::rem, Dtype::i64, {iteration, extent});
      iteration = b_.quotient(iteration, extent);
      return at;
    };
    Register column_task = take(b_.i64(tasks_.column_tasks)), row_task = take(row_tasks_);
    std::vector<Register> batch(batch_, -1);
    const Stage& first_stage = nest_.stages[0];
    for (size_t i = batch_; i-- > 1;) batch[i] = take(b_.size(first_stage.loops[i]));
    if (batch_ > 0) batch[0] = iteration;  // its extent may be an argument
    for (size_t i = 0; i < products_.size(); ++i) {
      if (products_[i] == nullptr) continue;
      int64_t columns = nest_.stages[i].loops[batch_ + 1].number;
      Register first = b_.times(column_task, b_.i64(tasks_.columns));
      Register last = b_.least(b_.plus(first, b_.i64(tasks_.columns)), b_.i64(columns));
      products_[i]->enter(batch, first, last);
    }
    Register from = b_.times(row_task, each_task_);
    Register to = b_.least(b_.plus(from, each_task_), b_.size(rows_));
    if (products_.size() == 1) return products_[0]->rows(from, to);
    b_.loop({.from = from, .to = to, .step = tasks_.block}, [&](Register block) {
      for (size_t i = nest_.arguments(); i < nest_.buffers.size(); ++i) {
        b_.add({.kind = LoopOpKind::allocate, .buffer = static_cast<int>(i)});
      }
      stages(batch, block, b_.least(b_.plus(block, b_.i64(tasks_.block)), to));
      b_.leave_where_stopping();
    });
  }

  // Products compute the rows of a block; the stages between two products, as many rows as stay in
  // the L1 cache.
  void stages(const std::vector<Register>& batch, Register from, Register to) {
    for (size_t i = 0; i < products_.size(); ++i) {
      if (products_[i] != nullptr) {
        bool gathers = nest_.stages[i].sums_outer_products;
        gathers ? products_[i]->gather(from, to) : products_[i]->rows(from, to, from);
        continue;
      }
      size_t end = i;
      while (end < products_.size() && products_[end] == nullptr) ++end;
      b_.loop({.from = from, .to = to, .step = tasks_.inner_rows}, [&](Register near) {
        Register near_end = b_.least(b_.plus(near, b_.i64(tasks_.inner_rows)), to);
        for (size_t k = i; k < end; ++k) {
          b_.loop({.from = near, .to = near_end, .most = tasks_.inner_rows}, [&](Register row) {
            std::vector<Register> counters = batch;
            counters.push_back(row);
            StageLoops stage(b_, nest_, nest_.stages[k], counters);
            stage.take_row({.terms = {{row, 1}, {from, -1}}});
            out_.stages[k].counters.push_back(stage.write({}, -1));
          });
        }
      });
      i = end - 1;
    }
  }

  LoweredNest& out_;
  LoopBuilder b_;
  const Nest& nest_;
  const Tasks& tasks_;
  std::deque<ProductLoops> code_;
  std::vector<ProductLoops*> products_;  // per stage; null: not a product
  size_t batch_ = 0;
  Size rows_;
  Register each_task_, row_tasks_;  // rows of a task, tasks of the rows
};

}  // namespace

LoweredNest task_program(const ScheduledNest& kernel, const Target& target) {
  LoweredNest out{
      .program = {.buffers = buffers_in_blocks(kernel), .sizes = sizes_of(kernel.nest)}};
  TaskLoops(out, kernel, target).write();
  return out;
}

}  // namespace rille
