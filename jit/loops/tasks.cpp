// Kernels with products: an iteration of the range is a task.
#include "jit/loops/tasks.h"

#include "jit/loops/product.h"

namespace rille {
namespace {

class TaskLoops {
 public:
  TaskLoops(LoopProgram& program, const ScheduledNest& kernel, const Target& target)
      : b_(program),
        nest_(kernel.nest),
        stage_(kernel.nest.stages[0]),
        tasks_(kernel.schedule.tasks),
        batch_(static_cast<size_t>(stage_.kept) - 2),
        rows_(stage_.loops[batch_]),
        product_(b_, kernel, 0, target),
        each_task_(b_.i64(tasks_.rows)),
        row_tasks_(b_.i64(tasks_.row_tasks)) {
    if (rows_.known()) return;
    each_task_ = b_.argument(2 + task_rows);
    Register up = b_.plus(b_.size(rows_), b_.minus(each_task_, b_.i64(1)));
    row_tasks_ = b_.quotient(up, each_task_);
  }

  void write() {
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
    for (size_t i = batch_; i-- > 1;) batch[i] = take(b_.size(stage_.loops[i]));
    if (batch_ > 0) batch[0] = iteration;  // its extent may be an argument
    int64_t columns = stage_.loops[batch_ + 1].number;
    Register first = b_.times(column_task, b_.i64(tasks_.columns));
    Register last = b_.least(b_.plus(first, b_.i64(tasks_.columns)), b_.i64(columns));
    product_.enter(batch, first, last);
    Register from = b_.times(row_task, each_task_);
    product_.rows(from, b_.least(b_.plus(from, each_task_), b_.size(rows_)));
  }

  LoopBuilder b_;
  const Nest& nest_;
  const Stage& stage_;
  const Tasks& tasks_;
  size_t batch_;
  Size rows_;
  ProductLoops product_;
  Register each_task_, row_tasks_;  // rows of a task, tasks of the rows
};

}  // namespace

LoopProgram task_program(const ScheduledNest& kernel, const Target& target) {
  LoopProgram out{.buffers = buffers_of(kernel.nest), .sizes = sizes_of(kernel.nest)};
  TaskLoops(out, kernel, target).write();
  return out;
}

bool has_task_program(const ScheduledNest& kernel) {
  if (kernel.nest.stages.size() > 1) return false;
  const StageSchedule& schedule = kernel.schedule.stages[0];
  return schedule.right.reading != Reading::turned && schedule.group == 1;
}

}  // namespace rille
