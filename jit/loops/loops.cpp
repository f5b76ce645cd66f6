// Transformations that move, cut, and share out loops.
#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

#include "jit/loops/clone.h"
#include "jit/loops/transform.h"
#include "vm/error.h"

namespace rille {
namespace {

bool is_loop_of(const LoopOp& op, Register counter) {
  return op.kind == LoopOpKind::loop && op.out == counter;
}

// The iteration from which on a comparison of the counter with a constant has its other answer.
struct Cut {
  int64_t at;
  bool holds_before;
};

class LoopSplitter {
 public:
  LoopSplitter(LoopBuilder& builder, const LoopOp& loop, int64_t extent, int lanes)
      : b_(builder), loop_(loop), extent_(extent), lanes_(lanes) {
    each_op(loop.blocks[0], [&](const LoopOp& op) {
      ++ops_;
      if (auto cut = cut_of(op)) cuts_[op.out] = *cut;
    });
  }

  // Where to cut; none where that does not pay.
  std::vector<int64_t> places() const {
    constexpr size_t max_loops = 8, max_ops = 400;
    std::vector<int64_t> out;
    for (const auto& [r, cut] : cuts_) {
      if (cut.at > 0 && cut.at < extent_) out.push_back(cut.at);
    }
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    int64_t before = 0;
    for (int64_t at : out) {
      if (at - before < lanes_) return {};
      before = at;
    }
    bool is_long = extent_ - before >= lanes_;
    return is_long && out.size() < max_loops && ops_ <= max_ops ? out : std::vector<int64_t>{};
  }

  std::vector<Register> write(std::vector<int64_t> places) {
    std::vector<Register> counters;
    bool is_whole = b_.known(loop_.in[0]) == 0 && b_.known(loop_.in[1]) == extent_;
    places.push_back(extent_);
    int64_t begin = 0;
    for (int64_t end : places) {
      Register from = b_.i64(begin), to = b_.i64(end);
      if (!is_whole) {  // the share of a thread may end before this part begins
        from = b_.greatest(loop_.in[0], from);
        to = b_.greatest(from, b_.least(loop_.in[1], to));
      }
      LoopCloner cloner(b_);
      for (const auto& [r, cut] : cuts_) {
        bool holds = (begin < cut.at) == cut.holds_before;
        cloner.renamed[r] = b_.constant({Dtype::boolean, 1}, holds);
      }
      LoopBuilder::Loop bounds{from, to, loop_.number, end - begin, loop_.flag};
      b_.loop(bounds, [&](Register counter) {
        cloner.renamed[loop_.out] = counter;
        counters.push_back(counter);
        cloner.clone(loop_.blocks[0]);
      });
      begin = end;
    }
    return counters;
  }

 private:
  std::optional<Cut> cut_of(const LoopOp& op) const {
    bool is_below = op.name == Scalar::lt || op.name == Scalar::le;
    bool is_above = op.name == Scalar::gt || op.name == Scalar::ge;
    if (op.kind != LoopOpKind::compute || (!is_below && !is_above)) return std::nullopt;
    auto bound = b_.known(op.in[1]);
    if (op.in[0] != loop_.out || !bound) return std::nullopt;
    if (*bound < 0 || *bound == std::numeric_limits<int64_t>::max()) return std::nullopt;
    bool has_bound = op.name == Scalar::le || op.name == Scalar::gt;
    return Cut{*bound + (has_bound ? 1 : 0), is_below};
  }

  LoopBuilder& b_;
  const LoopOp& loop_;
  int64_t extent_;
  int lanes_;
  size_t ops_ = 0;
  std::map<Register, Cut> cuts_ = {};  // by the comparison's register, at the top of the loop
};

// The maximum number of iterations; 0: not known.
int64_t iterations_of(const LoopBuilder& b, const LoopOp& loop) {
  auto from = b.known(loop.in[0]), to = b.known(loop.in[1]);
  if (!from || !to) return loop.most;
  return std::max<int64_t>((*to - *from + loop.number - 1) / loop.number, 1);
}

// Operations of a block, each counted for its lanes and for the iterations of the loops inside.
int64_t work_of(const LoopBuilder& b, const LoopBlock& block, int64_t most) {
  int64_t out = 0;
  for (const LoopOp& op : block) {
    int64_t own = 1;
    if (op.out >= 0) own = b.program.lanes(op.out);
    for (const LoopBlock& inner : op.blocks) own += work_of(b, inner, most);
    if (op.kind == LoopOpKind::loop) {
      own *= std::clamp<int64_t>(iterations_of(b, op), 1, most);
    }
    out = std::min(out + own, most);
  }
  return out;
}

}  // namespace

std::vector<Register> split_at_comparisons(LoopProgram& program, Register counter, int64_t extent,
                                           int lanes) {
  std::vector<Register> out = {counter};
  LoopBuilder builder(program);
  builder.rewrite([&](LoopOp& op) {
    if (!is_loop_of(op, counter)) return false;
    LoopSplitter splitter(builder, op, extent, lanes);
    std::vector<int64_t> places = splitter.places();
    if (places.empty()) return false;
    out = splitter.write(std::move(places));
    return true;
  });
  builder.finish();
  return out;
}

void tile(LoopProgram& program, Register outer, Register inner, int64_t size) {
  LoopBuilder b(program);
  b.rewrite([&](LoopOp& op) {
    if (!is_loop_of(op, outer)) return false;
    LoopBlock body = std::move(op.blocks[0]);
    RILLE_CHECK(!body.empty() && is_loop_of(body.back(), inner), text(program));
    LoopOp inside = std::move(body.back());
    body.pop_back();
    LoopBuilder::Loop blocks{
        .from = op.in[0], .to = op.in[1], .step = size, .is_parallel = op.flag};
    b.loop(blocks, [&](Register first) {
      Register last = b.least(b.plus(first, b.i64(size)), op.in[1]);
      b.loop({.from = inside.in[0], .to = inside.in[1]}, inner, [&] {
        b.loop({.from = first, .to = last, .most = size}, outer, [&] {
          for (LoopOp& it : body) b.add(std::move(it));
          for (LoopOp& it : inside.blocks[0]) b.add(std::move(it));
        });
      });
    });
    return true;
  });
  b.finish();
}

void move_outside(LoopProgram& program, Register inner, Register outer) {
  LoopOp moved;
  LoopBuilder b(program);
  std::function<bool(LoopBlock&)> take = [&](LoopBlock& block) {
    for (size_t i = 0; i < block.size(); ++i) {
      if (is_loop_of(block[i], inner)) {
        moved = std::move(block[i]);
        auto at = block.begin() + static_cast<std::ptrdiff_t>(i);
        at = block.erase(at);
        LoopBlock body = std::move(moved.blocks[0]);
        block.insert(at, std::make_move_iterator(body.begin()),
                     std::make_move_iterator(body.end()));
        return true;
      }
      if (std::ranges::any_of(block[i].blocks, take)) return true;
    }
    return false;
  };
  b.rewrite([&](LoopOp& op) {
    if (!is_loop_of(op, outer)) return false;
    if (!take(op.blocks[0])) return false;
    b.loop({.from = moved.in[0],
            .to = moved.in[1],
            .step = moved.number,
            .most = moved.most,
            .is_parallel = moved.flag},
           inner, [&] { b.add(std::move(op)); });
    return true;
  });
  b.finish();
}

namespace {

// Of the kernel's range, the iterations of the loop that is number `part` of those that share it.
std::pair<Register, Register> range_of(LoopBuilder& b, Size extent, int part, int64_t align) {
  Register from = b.begin(), to = b.end(), each = b.size(extent), unit = b.i64(align);
  if (part > 0) {
    Register units = b.quotient(b.plus(each, b.i64(align - 1)), unit);
    Register first = b.times(b.times(units, unit), b.i64(part));
    from = b.greatest(b.minus(from, first), b.i64(0));
    to = b.minus(to, first);
  }
  return {from, b.greatest(from, b.least(to, each))};
}

}  // namespace

void take_range(LoopProgram& program, Register counter, Size extent, int part, int64_t align) {
  LoopBuilder b(program);
  b.rewrite([&](LoopOp& op) {
    if (!is_loop_of(op, counter)) return false;
    Register from = b.begin(), to = b.end();
    // At the start, so that the loop can be moved.
    if (part >= 0) b.at_start([&] { std::tie(from, to) = range_of(b, extent, part, align); });
    b.loop({.from = from, .to = to, .step = op.number, .is_parallel = true}, counter, [&] {
      for (LoopOp& it : op.blocks[0]) b.add(std::move(it));
    });
    return true;
  });
  b.finish();
}

void insert_stop_checks(LoopProgram& program) {
  constexpr int64_t most = 1 << 20;  // operations between two checks
  LoopBuilder b(program);
  LoopBuilder::Replace replace = [&](LoopOp& op) {
    if (op.kind != LoopOpKind::loop || op.flag) return false;
    int64_t work = std::max<int64_t>(work_of(b, op.blocks[0], most), 1);
    int64_t count = iterations_of(b, op);
    if (count > 0 && work < most && count < most / work) return false;
    auto iterations = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(most / work) | 1));
    Register end = op.in[1];
    int64_t part = iterations * op.number;
    op.blocks[0] = b.block([&] { b.rewrite(std::move(op.blocks[0]), replace); });
    b.loop({.from = op.in[0], .to = end, .step = part}, [&](Register first) {
      Register last = b.least(b.plus(first, b.i64(part)), end);
      op.in = {first, last};
      op.most = iterations;
      Register goes_on = b.truth(Scalar::lt, last, end);
      b.add(std::move(op));
      b.branch(goes_on, [&] { b.leave_where_stopping(); });
    });
    return true;
  };
  b.rewrite(replace);
  b.finish();
}

}  // namespace rille
