// Results that the caches do not hold are written past them.
#include <set>

#include "jit/loops/build.h"
#include "jit/loops/transform.h"

namespace rille {
namespace {

constexpr size_t min_bytes = 16;  // of a store

class Streams {
 public:
  Streams(LoopBuilder& builder, const Stage& stage, int64_t least)
      : b_(builder), stage_(stage), least_(least) {
    for (const Store& store : stage.stores) results_.insert(store.access.buffer);
  }

  void read(const LoopBlock& block) {
    each_op(block, [&](const LoopOp& op) {
      if (op.kind != LoopOpKind::load) return;
      if (buffer(op.buffer).role == LoopBuffer::Role::argument) read_.insert(op.buffer);
    });
  }

  void mark(LoopOp& op) {
    const LoopBuffer& to = buffer(op.buffer);
    size_t size = bytes(to.dtype) * static_cast<size_t>(b_.program.lanes(op.in[0]));
    bool is_run = !op.lane_strides.empty() && op.lane_strides.back().is(1) && op.mask < 0;
    bool is_result = to.role == LoopBuffer::Role::argument && results_.contains(op.buffer) &&
                     !read_.contains(op.buffer);
    if (!is_run || !is_result || size < min_bytes) return;
    op.in.push_back(may(op.buffer));
    op.flag = true;
  }

 private:
  const LoopBuffer& buffer(int number) const {
    return b_.program.buffers[static_cast<size_t>(number)];
  }

  // It is large, and not the memory of a buffer that is read: that is in the caches already.
  Register may(int number) {
    auto [found, is_new] = may_.try_emplace(number, -1);
    if (!is_new) return found->second;
    auto start = [&](Scalar name, Dtype dtype, Register x, Register y) {
      return b_.at_start({dtype, 1}, {.kind = LoopOpKind::compute, .in = {x, y}, .name = name});
    };
    Register size = b_.i64(static_cast<int64_t>(bytes(buffer(number).dtype)));
    for (Size extent : stage_.loops) size = start(Scalar::mul, Dtype::i64, size, b_.size(extent));
    Register out = start(Scalar::ge, Dtype::boolean, size, b_.i64(least_));
    for (int other : read_) {
      Register is_other = b_.at_start(
          {Dtype::boolean, 1}, {.kind = LoopOpKind::distinct, .number = other, .buffer = number});
      out = start(Scalar::bit_and, Dtype::boolean, out, is_other);
    }
    return found->second = out;
  }

  LoopBuilder& b_;
  const Stage& stage_;
  int64_t least_;
  std::set<int> read_ = {}, results_ = {};
  std::map<int, Register> may_ = {};
};

}  // namespace

void stream_stores(LoopProgram& program, const Stage& stage, int64_t least) {
  LoopBlock whole = program.body;
  LoopBuilder builder(program);
  Streams streams(builder, stage, least);
  streams.read(whole);
  builder.rewrite([&](LoopOp& op) {
    if (op.kind == LoopOpKind::store) streams.mark(op);
    return false;
  });
  builder.finish();
}

}  // namespace rille
