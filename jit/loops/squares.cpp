// Squares of elements are transposed in registers.
#include <algorithm>
#include <map>

#include "jit/loops/clone.h"
#include "jit/loops/transform.h"
#include "jit/loops/transpose.h"

namespace rille {
namespace {

constexpr size_t max_ops = 40;  // of an iteration, which is written once for each lane

// A loop whose accesses have lanes some distance apart, each of which goes to its neighbor in the
// next iteration: the elements of as many iterations as there are lanes are a square.
class SquareLoop {
 public:
  SquareLoop(LoopBuilder& builder, const LoopOp& loop) : b_(builder), loop_(loop) {
    for (const LoopOp& op : loop.blocks[0]) {
      if (!op.blocks.empty()) return;
      if (op.kind == LoopOpKind::store && direction_of(op) != 0) {
        lanes_ = b_.program.lanes(op.in[0]);
        direction_ = direction_of(op);
      }
    }
    pays_ = lanes_ > 1 && loop.number == 1 && loop.blocks[0].size() <= max_ops;
  }

  bool pays() const { return pays_; }

  // What is left of the iterations comes after the squares, or before them where elements are
  // walked backwards: squares begin at a multiple of the lanes.
  void write() {
    Register from = loop_.in[0], to = loop_.in[1];
    Register length = b_.minus(to, from);
    Register whole = b_.bits_and(length, b_.i64(-lanes_));
    if (direction_ > 0) {
      Register edge = b_.plus(from, whole);
      squares(from, edge);
      single(edge, to);
    } else {
      Register edge = b_.minus(to, whole);
      single(from, edge);
      squares(edge, to);
    }
  }

 private:
  // By how much the element of each lane moves from iteration to iteration: 1, or -1; 0: it is
  // none of these accesses.
  int direction_of(const LoopOp& op) const {
    bool is_strided = !op.lane_strides.empty() && op.mask < 0 && !op.flag;
    if (!is_strided || op.lane_strides.back().is(0) || op.lane_strides.back().is(1)) return 0;
    for (size_t axis = 0; axis + 1 < op.indices.size(); ++axis) {
      if (!op.lane_strides[axis].is(0)) return 0;
      for (const LinearIndex::Term& term : op.indices[axis].terms) {
        if (term.value == loop_.out) return 0;
      }
    }
    int out = 0;
    for (const LinearIndex::Term& term : op.indices.back().terms) {
      if (b_.program.lanes(term.value) > 1) return 0;
      if (term.value != loop_.out) continue;
      bool is_first = out == 0 && (term.scale.is(1) || term.scale.is(-1));
      if (!is_first) return 0;
      out = static_cast<int>(term.scale.number);
    }
    return out;
  }
  bool is_square(const LoopOp& op) const {
    bool is_access = op.kind == LoopOpKind::load || op.kind == LoopOpKind::store;
    if (!is_access || direction_of(op) != direction_) return false;
    return b_.program.lanes(op.kind == LoopOpKind::load ? op.out : op.in[0]) == lanes_;
  }

  void single(Register from, Register to) {
    b_.loop({.from = from, .to = to, .most = lanes_ - 1}, [&](Register at) {
      LoopCloner cloner(b_);
      cloner.renamed[loop_.out] = at;
      cloner.clone(loop_.blocks[0]);
    });
  }

  void squares(Register from, Register to) {
    int64_t most = (loop_.most + lanes_ - 1) / lanes_;
    b_.loop({.from = from, .to = to, .step = lanes_, .most = most},
            [&](Register first) { square(first); });
  }

  void square(Register first) {
    std::map<const LoopOp*, std::vector<Register>> columns;  // by load and store, by iteration
    for (const LoopOp& op : loop_.blocks[0]) {
      if (op.kind == LoopOpKind::load && is_square(op)) columns[&op] = loaded(op, first);
    }
    for (int i = 0; i < lanes_; ++i) {
      LoopCloner cloner(b_);
      cloner.renamed[loop_.out] = b_.plus(first, b_.i64(i));
      for (const LoopOp& op : loop_.blocks[0]) {
        if (!is_square(op)) {
          cloner.clone(op);
        } else if (op.kind == LoopOpKind::load) {
          cloner.renamed[op.out] = columns[&op][static_cast<size_t>(lane_of(i))];
        } else {
          columns[&op].push_back(cloner.at(op.in[0]));
        }
      }
    }
    for (const LoopOp& op : loop_.blocks[0]) {
      if (op.kind == LoopOpKind::store && is_square(op)) store(op, columns[&op], first);
    }
  }

  int lane_of(int iteration) const { return direction_ > 0 ? iteration : lanes_ - 1 - iteration; }

  // The access of row `row` of the square: neighbors in memory.
  LoopOp row_access(const LoopOp& op, Register first, int row) {
    LoopOp out{.kind = op.kind, .buffer = op.buffer, .indices = op.indices};
    out.lane_strides.assign(op.indices.size(), 0);
    out.lane_strides.back() = 1;
    LinearIndex& last = out.indices.back();
    for (LinearIndex::Term& term : last.terms) {
      if (term.value == loop_.out) term = {first, direction_};
    }
    if (direction_ < 0) last.constant -= lanes_ - 1;
    Size stride = op.lane_strides.back();
    if (stride.known()) {
      last.constant += row * stride.number;
    } else {
      last.terms.push_back({b_.i64(row), stride});
    }
    return out;
  }

  std::vector<Register> loaded(const LoopOp& op, Register first) {
    std::vector<Register> out;
    RegisterType type = b_.program.registers[static_cast<size_t>(op.out)];
    for (int row = 0; row < lanes_; ++row) {
      out.push_back(b_.add(type, row_access(op, first, row)));
    }
    transpose(b_, out);
    return out;
  }

  void store(const LoopOp& op, std::vector<Register> columns, Register first) {
    if (direction_ < 0) std::ranges::reverse(columns);
    transpose(b_, columns);
    for (int row = 0; row < lanes_; ++row) {
      LoopOp own = row_access(op, first, row);
      own.in = {columns[static_cast<size_t>(row)]};
      b_.add(std::move(own));
    }
  }

  LoopBuilder& b_;
  const LoopOp& loop_;
  int lanes_ = 1, direction_ = 0;
  bool pays_ = false;
};

}  // namespace

// Halves of the square change places, then halves of these halves ...
void transpose(LoopBuilder& b, std::vector<Register>& rows) {
  auto count = static_cast<int>(rows.size());
  RegisterType type = b.program.registers[static_cast<size_t>(rows[0])];
  for (int half = 1; half < count; half *= 2) {
    std::vector<int> low, high;
    for (int lane = 0; lane < type.lanes; ++lane) {
      bool is_upper = (lane & half) != 0;
      low.push_back(is_upper ? type.lanes + lane - half : lane);
      high.push_back(is_upper ? type.lanes + lane : lane + half);
    }
    for (int i = 0; i < count; ++i) {
      if ((i & half) != 0) continue;
      Register &one = rows[static_cast<size_t>(i)], &two = rows[static_cast<size_t>(i + half)];
      auto shuffled = [&](const std::vector<int>& lanes) {
        return b.add(type, {.kind = LoopOpKind::shuffle, .in = {one, two}, .lanes = lanes});
      };
      Register first = shuffled(low), second = shuffled(high);
      one = first, two = second;
    }
  }
}

void transpose_squares(LoopProgram& program, Register counter) {
  LoopBuilder b(program);
  b.rewrite([&](LoopOp& op) {
    if (op.kind != LoopOpKind::loop || op.out != counter) return false;
    SquareLoop squares(b, op);
    if (!squares.pays()) return false;
    squares.write();
    return true;
  });
  b.finish();
}

}  // namespace rille
