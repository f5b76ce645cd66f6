// Emit: a kernel's code, as it is written.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jit/codegen/llvm.h"
#include "jit/codegen/needed.h"
#include "jit/nest.h"
#include "jit/nest/apart.h"
#include "jit/schedule.h"

namespace rille {

// How a dtype stands in memory and in a register. Small floats are computed as float, and rounded
// to their own values after every operation; a bool is a byte in memory and a bit in a register.
llvm::Type* memory_type(llvm::LLVMContext& context, Dtype dtype);
llvm::Type* register_type(llvm::LLVMContext& context, Dtype dtype);

class Squares;  // jit/codegen/squares.h

// The function of one nest: its arguments, and the memory of its locals.
struct KernelFunction {
  KernelFunction(llvm::Module& module, const Nest& nest, const Target& target,
                 const std::string& name, Schedule schedule);

  llvm::IRBuilder<> b;
  llvm::Module& module;
  const Nest& nest;
  Schedule schedule;
  llvm::Function* code = nullptr;
  std::vector<llvm::Value*> buffers, sizes;
  llvm::Value *begin = nullptr, *end = nullptr, *cell = nullptr;
  llvm::Value* scratch = nullptr;  // where the schedule has any,
  llvm::Value* shared = nullptr;   // and where ranges share any
  bool fuses;                      // multiplications and additions, in one instruction
  std::vector<bool> is_made;       // per buffer: whether a stage writes it
  // Per buffer: whether stores may go past the caches, as a run finds it; null: never.
  std::vector<llvm::Value*> streams;
  llvm::Value* block_from = nullptr;  // of tasks: the first row of the block whose rows are at hand

  llvm::BasicBlock* block(const char* name);
  // Returns from the kernel: what went past the caches is seen before anything that follows.
  void leave();

 private:
  void take_scratch();
  void take_sizes();
  void take_streams();
  llvm::Value* may_stream(int buffer, const Stage& stage, int64_t least);
};

// A function with what all kernels take; it has no code yet.
llvm::Function* declare_kernel(llvm::Module& module, const Target& target, const std::string& name);
// Asks the runtime (backends/host/runtime.h) something that touches no memory of the kernel: an i1.
llvm::Value* ask(llvm::IRBuilder<>& b, const char* name, llvm::ArrayRef<llvm::Value*> args);

// Writes a nest as a function of the module.
void write_kernel(llvm::Module& module, const Nest& nest, const Target& target,
                  const std::string& name, Schedule schedule);

// Writes the code of one stage. Steps that do not depend on the vector loop are scalars and
// stand outside it; the others are vectors of `lanes`. Each step is written once where its
// outermost loop allows.
class Emit {
 public:
  // drops: where these are, each row's results are one number (uniform_where_dropped()).
  Emit(KernelFunction& kernel, const Stage& stage, const StageSchedule& schedule,
       const Needed* drops = nullptr);
  // Where the counters of the shared loops are known.
  void write(const std::vector<llvm::Value*>& shared);

  KernelFunction& function;
  llvm::IRBuilder<>& b;
  llvm::Module& module;
  const Stage& stage;
  const StageSchedule& schedule;

  // A value of all lanes: splat where it is one number.
  llvm::Value* splat(llvm::Value* value, int lanes);
  llvm::Value* i64(int64_t value) { return b.getInt64(static_cast<uint64_t>(value)); }

 private:
  friend class Blocks;
  friend class Pieces;
  friend class SharedLoops;
  friend class FoldCode;
  friend class SumCode;
  friend class StripCode;
  friend class Squares;
  friend class PanelCode;
  friend class ProductCode;
  friend class TaskCode;
  using Body = std::function<void()>;

  // Of the loops up to `depth`, whose counters are known: what needs no other.
  void enter(const std::vector<llvm::Value*>& counters);
  void study();  // which steps are needed, where, and which vary by lane
  void study_step(size_t i);
  void level(int depth);  // inside `depth` loops
  void tiles(int depth);
  void loop(int number, const Body& body);
  void vector_loop(int number, const Body& body);
  // Turns of the vector loop, and how many there are, where that is known.
  struct Run {
    llvm::Value *from, *to;
    std::optional<int64_t> length = {};
  };
  void vectors(int number, const Run& run, const Body& body);
  struct Cut {
    int64_t at;
    bool holds_before;
  };
  std::optional<Cut> cut_of(const NestStep& it) const;
  std::vector<int64_t> cuts() const;
  void settle(int64_t turn);
  llvm::Value* past_drops(llvm::Value* from, llvm::Value* edge, const Body& body);
  void turns(llvm::Value* from, llvm::Value* to, int64_t step,
             const std::function<void(llvm::Value*)>& body);
  int64_t turns_between_stops(int loop, int64_t step) const;
  void leave_where_stopping();
  void long_turns(int loop, llvm::Value* from, llvm::Value* to, int64_t step,
                  const std::function<void(llvm::Value*)>& body);
  void when(llvm::Value* holds, const Body& body);
  void steps_at(int depth, bool post);
  void write_part(const Body& loops);
  bool is_here(const std::vector<int>& parts, int number) const;
  struct OnLanes {
    llvm::Value* first;  // on lane 0
    int along;
  };
  std::optional<OnLanes> on_lanes(int number);
  struct SomeLanes {
    llvm::Value* bound = nullptr;  // how many are first; beyond [0, lanes] all or none
    bool are_first = true;
  };
  std::optional<SomeLanes> some_lanes(const NestStep& it);
  llvm::Value* mask_of(const SomeLanes& lanes);
  llvm::Value* holds_for(int guard, llvm::Value* count);
  // Whether no guard of a load is false in turns [from, to) of the vector loop; null: nobody knows,
  // or there is none.
  llvm::Value* guards_hold(llvm::Value* from, llvm::Value* to);
  void step(int number);
  bool divides_by_one(const NestStep& step) const;
  void stores();
  void check(const NestCheck& check);

  llvm::Value* size(Size size);
  llvm::Value* low(int loop);
  llvm::Value* high(int loop);
  llvm::Value* value(int step);                // of the step's own width
  llvm::Value* lanes_of(int step, int lanes);  // of this width
  llvm::Value* counter_lanes();
  llvm::Value* first_lanes(llvm::Value* count);  // those below count, which is -2^31 at least
  llvm::Value* both(llvm::Value* mask, llvm::Value* other);

  llvm::Value* block_offset(int buffer);
  llvm::Value* base_index(const Access& access, bool varying);
  llvm::Value* lane_index(const Access& access, int lanes);
  llvm::Value* element(int buffer, llvm::Value* index);
  llvm::Value* load(const NestStep& step, bool varying);
  llvm::Value* load_lanes(const NestStep& step);
  llvm::Value* within_reach(const Access& access, llvm::Value* place, llvm::Value* live);
  bool is_every_second(const Access& access) const;
  llvm::Value* load_every_second(const Access& access, llvm::Type* type, llvm::Align align);
  void bring_next(const Access& access, Dtype dtype, llvm::Value* place);
  void store(const Access& access, llvm::Value* value, Dtype dtype);
  void store_run(const Access& access, llvm::Value* bits, llvm::Value* live, llvm::Align align);
  bool is_woven(const Store& first, const Store& second) const;
  void store_woven(const Store& first, const Store& second);
  bool streams(const Access& access, llvm::Value* bits) const;
  uint64_t store_bytes(llvm::Value* bits) const;
  void stream(const Access& access, llvm::Value* bits, llvm::Value* place, llvm::Align align);
  int vector_stride(const Access& access) const;  // 0, 1, or 2: another

  std::vector<llvm::Value*> counters_;  // per loop; of the vector loop: of lane 0
  std::vector<llvm::Value*> values_;    // per step
  std::vector<int> level_;              // per step: in how many loops it must stand
  std::vector<bool> varies_, post_;
  // Where a turn does a piece of the first folded loop: from here to there.
  llvm::Value *piece_begin_ = nullptr, *piece_end_ = nullptr;
  std::vector<std::optional<bool>> settled_;  // per step: what it answers in all turns of a run
  // What has nothing in common has loops of its own: as few pieces of memory as can be are
  // walked along at a time, which is what caches, and those who look ahead for them, are made for.
  Apart parts_;
  int part_ = -1;  // whose loops are being written; -1: what all share
  const Needed* drops_;
  bool guarded_ = true;          // false: it is known of all guards that they hold
  int repeats_ = 1;              // vectors that are as the one which is being written
  Squares* squares_ = nullptr;   // that hold what is read and stored, in their turns
  int width_ = 1;                // lanes of what is being written
  llvm::Value* mask_ = nullptr;  // the live lanes; null: all
  llvm::Value *product_ = nullptr, *folded_ = nullptr;
};

// One operation of jit/lowering.h. `from` is the dtype of the operands.
llvm::Value* operate(llvm::IRBuilder<>& b, const NestStep& step, Dtype from,
                     llvm::ArrayRef<llvm::Value*> in);
llvm::Value* convert(llvm::IRBuilder<>& b, llvm::Value* value, Dtype from, Dtype to);
llvm::Constant* constant_of(llvm::LLVMContext& context, const AttrValue& value, Dtype dtype);

// Between memory and registers.
llvm::Value* loaded(llvm::IRBuilder<>& b, llvm::Value* bits, Dtype dtype);
llvm::Value* stored(llvm::IRBuilder<>& b, llvm::Value* value, Dtype dtype);

// Asks for the line at `place`, which need not exist, before it is wanted: into the second cache.
void bring_near(llvm::IRBuilder<>& b, llvm::Value* place);

// The nearest value of a small float's dtype; other dtypes pass.
llvm::Value* rounded(llvm::IRBuilder<>& b, llvm::Value* value, Dtype dtype);

// Folds: how two partial results become one, and what changes nothing.
llvm::Value* combine(llvm::IRBuilder<>& b, Scalar combiner, Dtype dtype, llvm::Value* x,
                     llvm::Value* y);
llvm::Constant* identity_of(llvm::LLVMContext& context, Scalar combiner, Dtype dtype);

void write_fold(Emit& emit);
void write_sum(Emit& emit);                  // a fold whose order counts,
void write_strips(Emit& emit);               // and one of columns in strips, with the loop of these
void write_tasks(KernelFunction& function);  // a nest with products

llvm::Type* wide(llvm::Type* element, int lanes);
llvm::Type* like(llvm::Type* element, llvm::Value* shape);  // as many lanes as `shape` has

}  // namespace rille
