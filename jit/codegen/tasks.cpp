// Kernels with products: a turn is a task.
#include <deque>

#include "jit/codegen/product.h"

namespace rille {

class TaskCode {
 public:
  explicit TaskCode(KernelFunction& function)
      : function_(function),
        b_(function.b),
        tasks_(function.schedule.tasks),
        first_(function, function.nest.stages[0], function.schedule.stages[0]),
        uniform_(uniform_where_dropped(function.nest)),
        each_task_(i64(tasks_.rows)),
        row_tasks_(i64(tasks_.row_tasks)) {
    const Nest& nest = function_.nest;
    for (size_t i = 0; i < nest.stages.size(); ++i) {
      bool multiplies = nest.stages[i].form == StageForm::contract;
      products_.push_back(nullptr);
      if (!multiplies) continue;
      code_.emplace_back(function_, nest.stages[i], function_.schedule.stages[i]);
      products_.back() = &code_.back();
      batch_ = static_cast<size_t>(nest.stages[i].kept) - 2;
      if (!nest.stages[i].gathers) rows_ = nest.stages[i].loops[batch_];
    }
    if (rows_.known()) return;
    each_task_ = function_.sizes[task_rows];
    llvm::Value* up = b_.CreateAdd(first_.size(rows_), b_.CreateSub(each_task_, i64(1)));
    row_tasks_ = b_.CreateUDiv(up, each_task_);
  }

  void write() {
    first_.turns(function_.begin, function_.end, 1, [&](llvm::Value* turn) { task(turn); });
  }

 private:
  llvm::Value* i64(int64_t value) { return first_.i64(value); }
  llvm::Value* least(llvm::Value* a, llvm::Value* b) {
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
  }

  void task(llvm::Value* turn) {
    auto take = [&](llvm::Value* extent) {
      llvm::Value* at = b_.CreateURem(turn, extent);
      turn = b_.CreateUDiv(turn, extent);
      return at;
    };
    llvm::Value *column_task = take(i64(tasks_.column_tasks)), *row_task = take(row_tasks_);
    std::vector<llvm::Value*> batch(batch_);
    const Stage& stage = function_.nest.stages[0];
    for (size_t i = batch_; i-- > 1;) batch[i] = take(first_.size(stage.loops[i]));
    if (batch_ > 0) batch[0] = turn;  // its extent may be an argument
    for (size_t i = 0; i < products_.size(); ++i) {
      if (products_[i] == nullptr) continue;
      int64_t columns = function_.nest.stages[i].loops[batch_ + 1].number;
      llvm::Value* first = b_.CreateMul(column_task, i64(tasks_.columns));
      llvm::Value* last = least(b_.CreateAdd(first, i64(tasks_.columns)), i64(columns));
      products_[i]->enter(batch, first, last);
    }
    llvm::Value* from = b_.CreateMul(row_task, each_task_);
    llvm::Value* to = least(b_.CreateAdd(from, each_task_), first_.size(rows_));
    if (products_.size() == 1) return products_[0]->rows(from, to);
    first_.turns(from, to, tasks_.block, [&](llvm::Value* block) {
      stages(batch, block, least(b_.CreateAdd(block, i64(tasks_.block)), to));
      first_.leave_where_stopping();
    });
  }

  // Products take the rows of a block; what stands between two of them takes as many as stay in
  // the first cache.
  void stages(const std::vector<llvm::Value*>& batch, llvm::Value* from, llvm::Value* to) {
    function_.block_from = from;
    for (size_t i = 0; i < products_.size(); ++i) {
      if (products_[i] != nullptr) {
        bool gathers = function_.nest.stages[i].gathers;
        gathers ? products_[i]->gather(from, to) : products_[i]->rows(from, to);
        continue;
      }
      size_t end = i;
      while (end < products_.size() && products_[end] == nullptr) ++end;
      first_.turns(from, to, tasks_.near, [&](llvm::Value* near) {
        llvm::Value* near_end = least(b_.CreateAdd(near, i64(tasks_.near)), to);
        for (size_t k = i; k < end; ++k) {
          first_.turns(near, near_end, 1, [&](llvm::Value* row) {
            std::vector<llvm::Value*> counters = batch;
            counters.push_back(row);
            Emit(function_, function_.nest.stages[k], function_.schedule.stages[k], drops(k))
                .write(counters);
          });
        }
      });
      i = end - 1;
    }
    function_.block_from = nullptr;
  }

  // The drops that make rows of stage k's results one number, where its vectors are of columns.
  const Needed* drops(size_t k) const {
    const Stage& stage = function_.nest.stages[k];
    const StageSchedule& schedule = function_.schedule.stages[k];
    bool are_columns = schedule.vector + 1 == std::ssize(stage.loops) && schedule.lanes > 1;
    if (uniform_[k] < 0 || !are_columns || schedule.outside || schedule.tiled) return nullptr;
    return &products_[static_cast<size_t>(uniform_[k])]->needed();
  }

  KernelFunction& function_;
  llvm::IRBuilder<>& b_;
  const Tasks& tasks_;
  Emit first_;  // any stage's: it knows the loops
  std::deque<ProductCode> code_;
  std::vector<ProductCode*> products_;  // per stage; null: it is none
  std::vector<int> uniform_;            // per stage: the product whose drops concern it
  size_t batch_ = 0;
  Size rows_;
  llvm::Value *each_task_, *row_tasks_;  // rows of a task, tasks of the rows
};

void write_tasks(KernelFunction& function) { TaskCode(function).write(); }

}  // namespace rille
