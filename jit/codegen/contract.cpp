// Products: register tiles over packed or near operands.
#include "jit/codegen/blocks.h"
#include "vm/error.h"

namespace rille {

// A turn is some tiles. Each tile runs down the summed axis in order, in blocks of
// SumOrder::products that meet as Blocks says, so a sum does not depend on tiles, threads or the
// width of the vectors; then its rows pass the epilogue.
class ContractCode {
 public:
  explicit ContractCode(Emit& emit)
      : e_(emit),
        b_(emit.b),
        stage_(emit.stage),
        lanes_(emit.schedule.lanes),
        vectors_(stage_.tile_columns / emit.schedule.lanes),
        row_(static_cast<size_t>(stage_.kept) - 2),
        rows_(stage_.loops[row_].number),
        columns_(stage_.loops[row_ + 1].number),
        type_(wide(register_type(e_.module.getContext(), stage_.sum_dtype), lanes_)),
        blocks_((stage_.deep - 1) / SumOrder::products + 1),
        tile_(e_, type_, stage_.tile_rows * vectors_, nothing(), blocks_) {}

  void write() {
    e_.turns(e_.function.begin, e_.function.end, 1, [&](llvm::Value* turn) { task(turn); });
  }

 private:
  llvm::Constant* nothing() {
    return llvm::ConstantVector::getSplat(
        llvm::ElementCount::getFixed(static_cast<unsigned>(lanes_)),
        identity_of(e_.module.getContext(), "add", stage_.sum_dtype));
  }

  void task(llvm::Value* turn) {
    const StageSchedule& s = e_.schedule;
    int64_t row_blocks = (s.row_tiles + s.rows_a_task - 1) / s.rows_a_task;
    int64_t column_blocks = (s.column_tiles + s.columns_a_task - 1) / s.columns_a_task;
    auto take = [&](int64_t extent) {
      llvm::Value* at = b_.CreateURem(turn, e_.i64(extent));
      turn = b_.CreateUDiv(turn, e_.i64(extent));
      return at;
    };
    llvm::Value* column_block = take(column_blocks);
    llvm::Value* row_block = take(row_blocks);
    for (size_t i = row_; i-- > 0;) e_.counters_[i] = take(stage_.loops[i].number);
    for (int depth = 1; depth < stage_.kept - 1; ++depth) e_.steps_at(depth, false);
    left_ = start(stage_.left);
    right_ = start(stage_.right);
    auto range = [&](llvm::Value* block, int64_t size, int64_t most) {
      llvm::Value* from = b_.CreateMul(block, e_.i64(size));
      llvm::Value* to = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin,
                                                 b_.CreateAdd(from, e_.i64(size)), e_.i64(most));
      return std::pair(from, to);
    };
    auto [column, last_column] = range(column_block, s.columns_a_task, s.column_tiles);
    auto [row, last_row] = range(row_block, s.rows_a_task, s.row_tiles);
    e_.turns(column, last_column, 1, [&](llvm::Value* j) {
      e_.turns(row, last_row, 1, [&](llvm::Value* i) { tile(i, j); });
    });
  }

  // Where the operand's part for this batch starts.
  llvm::Value* start(const Operand& operand) {
    llvm::Value* at = e_.i64(operand.offset);
    for (size_t i = 0; i < operand.batch.size(); ++i) {
      at = b_.CreateAdd(at, b_.CreateMul(e_.counters_[i], e_.i64(operand.batch[i])));
    }
    return e_.element(operand.buffer, at);
  }

  llvm::Value* at(const Operand& operand, llvm::Value* base, llvm::Value* index) {
    return b_.CreateGEP(memory_type(e_.module.getContext(), operand.dtype), base, index);
  }

  void tile(llvm::Value* i, llvm::Value* j) {
    int64_t tall = stage_.tile_rows, broad = stage_.tile_columns;
    llvm::Value* first = b_.CreateMul(i, e_.i64(tall));
    llvm::Value* column = b_.CreateMul(j, e_.i64(broad));
    // The last tile of an operand read in place moves up to stay inside; a packed one has zeros.
    llvm::Value* top = first;
    if (stage_.left.panel == 0 && rows_ % tall != 0) {
      top = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, first, e_.i64(rows_ - tall));
    }
    llvm::Value* left =
        stage_.left.panel > 0
            ? at(stage_.left, left_, b_.CreateMul(i, e_.i64(stage_.left.panel_stride)))
            : at(stage_.left, left_, b_.CreateMul(top, e_.i64(stage_.left.across)));
    llvm::Value* right =
        stage_.right.panel > 0
            ? at(stage_.right, right_, b_.CreateMul(j, e_.i64(stage_.right.panel_stride)))
            : at(stage_.right, right_, column);
    std::vector<llvm::Value*> masks;
    for (int v = 0; v < vectors_; ++v) {
      masks.push_back(stage_.right.panel > 0 ? nullptr : live(column, v));
    }
    if (blocks_ == 1) {
      sums(left, right, masks, e_.i64(0), e_.i64(stage_.deep));
    } else {
      tile_.clear();
      e_.turns(e_.i64(0), e_.i64(stage_.deep), SumOrder::products, [&](llvm::Value* p) {
        if (stops_within()) look(p);
        llvm::Value* next = b_.CreateAdd(p, e_.i64(SumOrder::products));
        sums(left, right, masks, p,
             b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, next, e_.i64(stage_.deep)));
        tile_.end_block();
      });
      tile_.finish();
    }
    llvm::Value* from = b_.CreateSub(first, top);
    llvm::Value* to = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, e_.i64(tall),
                                               b_.CreateSub(e_.i64(rows_), top));
    e_.turns(from, to, 1, [&](llvm::Value* r) { row(r, b_.CreateAdd(top, r), column); });
  }

  // A tile so deep that nobody can wait for it looks for stops at some of its blocks.
  static constexpr int64_t deep_piece = 16 * SumOrder::products;
  bool stops_within() const { return stage_.deep > deep_piece; }
  void look(llvm::Value* p) {
    e_.when(b_.CreateICmpEQ(b_.CreateAnd(p, e_.i64(deep_piece - 1)), e_.i64(deep_piece / 2)),
            [&] { e_.leave_where_stopping(); });
  }

  // The lanes of vector v that are columns of the output; null: all.
  llvm::Value* live(llvm::Value* column, int v) {
    if (columns_ % stage_.tile_columns == 0) return nullptr;
    llvm::Value* left = b_.CreateSub(e_.i64(columns_ - v * lanes_), column);
    return b_.CreateICmpSLT(e_.counter_lanes(), e_.splat(left, lanes_));
  }

  // The sums over p in [from, to), from 0 on, into the tile.
  void sums(llvm::Value* left, llvm::Value* right, const std::vector<llvm::Value*>& masks,
            llvm::Value* from, llvm::Value* to) {
    int count = stage_.tile_rows * vectors_;
    auto block = [&](const char* name) {
      return llvm::BasicBlock::Create(e_.module.getContext(), name, e_.function.code);
    };
    llvm::BasicBlock *before = b_.GetInsertBlock(), *turn = block("deep"), *done = block("done");
    b_.CreateBr(turn);
    b_.SetInsertPoint(turn);
    llvm::PHINode* p = b_.CreatePHI(b_.getInt64Ty(), 2);
    p->addIncoming(from, before);
    std::vector<llvm::PHINode*> sum;
    for (int i = 0; i < count; ++i) {
      sum.push_back(b_.CreatePHI(type_, 2));
      sum.back()->addIncoming(llvm::Constant::getNullValue(type_), before);
    }
    std::vector<llvm::Value*> next = products(left, right, p, masks, sum);
    llvm::Value* more = b_.CreateAdd(p, e_.i64(1));
    p->addIncoming(more, turn);
    for (size_t i = 0; i < sum.size(); ++i) sum[i]->addIncoming(next[i], turn);
    b_.CreateCondBr(b_.CreateICmpSLT(more, to), turn, done);
    b_.SetInsertPoint(done);
    for (int i = 0; i < count; ++i) {
      b_.CreateAlignedStore(next[static_cast<size_t>(i)], tile_.place(e_.i64(i)),
                            llvm::Align(bytes(stage_.sum_dtype)));
    }
  }

  std::vector<llvm::Value*> products(llvm::Value* left, llvm::Value* right, llvm::Value* p,
                                     const std::vector<llvm::Value*>& masks,
                                     const std::vector<llvm::PHINode*>& sum) {
    const Operand &l = stage_.left, &r = stage_.right;
    llvm::Type* wide_memory = wide(memory_type(e_.module.getContext(), r.dtype), lanes_);
    auto align = llvm::Align(bytes(r.dtype));
    llvm::Value* line = b_.CreateMul(p, e_.i64(r.deep));
    std::vector<llvm::Value*> columns, out;
    for (int v = 0; v < vectors_; ++v) {
      llvm::Value* place = at(r, right, b_.CreateAdd(line, e_.i64(v * lanes_)));
      llvm::Value* mask = masks[static_cast<size_t>(v)];
      llvm::Value* bits =
          mask == nullptr
              ? static_cast<llvm::Value*>(b_.CreateAlignedLoad(wide_memory, place, align))
              : b_.CreateMaskedLoad(wide_memory, place, align, mask,
                                    llvm::Constant::getNullValue(wide_memory));
      columns.push_back(convert(b_, loaded(b_, bits, r.dtype), r.dtype, stage_.sum_dtype));
    }
    llvm::Type* memory = memory_type(e_.module.getContext(), l.dtype);
    llvm::Value* across = b_.CreateMul(p, e_.i64(l.deep));
    for (int i = 0; i < stage_.tile_rows; ++i) {
      llvm::Value* place = at(l, left, b_.CreateAdd(across, e_.i64(i * l.across)));
      llvm::Value* number = loaded(b_, b_.CreateLoad(memory, place), l.dtype);
      llvm::Value* row = e_.splat(convert(b_, number, l.dtype, stage_.sum_dtype), lanes_);
      for (int v = 0; v < vectors_; ++v) {
        llvm::Value* old = sum[static_cast<size_t>(i * vectors_ + v)];
        out.push_back(b_.CreateIntrinsic(llvm::Intrinsic::fma, {type_},
                                         {row, columns[static_cast<size_t>(v)], old}));
      }
    }
    return out;
  }

  // One row of the tile through the code that follows the product.
  void row(llvm::Value* in_tile, llvm::Value* i, llvm::Value* column) {
    e_.counters_[row_] = i;
    e_.steps_at(stage_.kept - 1, false);
    for (int v = 0; v < vectors_; ++v) {
      llvm::Value* number = b_.CreateAdd(b_.CreateMul(in_tile, e_.i64(vectors_)), e_.i64(v));
      e_.product_ =
          b_.CreateAlignedLoad(type_, tile_.place(number), llvm::Align(bytes(stage_.sum_dtype)));
      e_.counters_[row_ + 1] = b_.CreateAdd(column, e_.i64(v * lanes_));
      e_.width_ = lanes_;
      e_.mask_ = live(column, v);
      e_.steps_at(stage_.kept, false);
      e_.stores();
      e_.mask_ = nullptr;
      e_.width_ = 1;
    }
  }

  Emit& e_;
  llvm::IRBuilder<>& b_;
  const Stage& stage_;
  int lanes_, vectors_;
  size_t row_;
  int64_t rows_, columns_;
  llvm::Type* type_;
  int64_t blocks_;
  Blocks tile_;
  llvm::Value *left_ = nullptr, *right_ = nullptr;
};

void write_contract(Emit& emit) { ContractCode(emit).write(); }

}  // namespace rille
