// Reductions become variables and memory.
#include <algorithm>
#include <bit>
#include <map>

#include "jit/loops/build.h"
#include "jit/loops/order.h"
#include "jit/loops/transform.h"
#include "vm/error.h"

namespace rille {
namespace {

int64_t levels_for(int64_t max_terms) {
  constexpr int64_t many_blocks = int64_t{1} << 32;  // more than memory holds
  int64_t blocks = max_terms == 0 ? many_blocks : (max_terms - 1) / SumOrder::block + 1;
  return std::bit_width(static_cast<uint64_t>(blocks));
}

// What combines to the bits 0 and 1 of two of these.
bool keeps_bools(Scalar combiner) {
  switch (combiner) {
    case Scalar::bit_and:
    case Scalar::bit_or:
    case Scalar::bit_xor:
    case Scalar::max:
    case Scalar::min: return true;
    default: return false;
  }
}

// How partial results are kept in registers. Extremes of floats are integers that are ordered as
// the floats are, -0 below 0 and NaN beyond all: one instruction makes one of two, where floats
// take six, each waiting for the one before. The result is the float again; a NaN has the bits of
// the plain one. A bool is a byte, since LLVM keeps a vector of single bits number by number from
// iteration to iteration. Everything else is kept as it is.
class PartialResult {
 public:
  PartialResult(LoopBuilder& builder, Scalar combiner, Dtype dtype)
      : b_(builder), combiner_(combiner), dtype_(dtype) {
    bool is_extreme = combiner == Scalar::max || combiner == Scalar::min;
    is_ordered_ = is_extreme && is_float(dtype);
    is_byte_ = dtype == Dtype::boolean && keeps_bools(combiner);
    float_ = dtype == Dtype::f64 ? Dtype::f64 : Dtype::f32;
    if (is_ordered_)
      kept_ = dtype == Dtype::f64 ? Dtype::i64 : Dtype::i32;
    else
      kept_ = is_byte_ ? Dtype::u8 : dtype;
  }

  Dtype dtype() const { return kept_; }

  Register start(int lanes) {
    AttrValue value = identity_value(combiner_, dtype_);
    if (is_byte_) value = int64_t{std::get<bool>(value) ? 1 : 0};
    if (is_ordered_) value = ordered(std::get<double>(value));
    return b_.constant({kept_, lanes}, value);
  }

  Register of(Register term) {
    if (is_byte_) return b_.compute(Scalar::convert, Dtype::u8, {term});
    if (!is_ordered_) return term;
    if (dtype_ != float_) term = b_.compute(Scalar::convert, float_, {term});
    int64_t nan = bits_of(std::numeric_limits<double>::quiet_NaN());
    if (combiner_ == Scalar::min) nan = ~nan;
    Register number = turned(b_.compute(Scalar::bitcast, kept_, {term}));
    Register is_nan = b_.compute(Scalar::ne, Dtype::boolean, {term, term});
    return b_.compute(Scalar::select, kept_, {is_nan, integer(nan), number});
  }

  Register joined(Register x, Register y) { return b_.compute(combiner_, kept_, {x, y}); }

  Register result(Register x) {
    if (is_byte_) return b_.compute(Scalar::ne, Dtype::boolean, {x, integer(0)});
    if (!is_ordered_) return x;
    Register out = b_.compute(Scalar::bitcast, float_, {turned(x)});
    // The integer of NaN among the smallest ones becomes a NaN whose other bits are ones.
    if (combiner_ == Scalar::min) {
      Register nan = b_.constant({float_, 1}, std::numeric_limits<double>::quiet_NaN());
      Register is_nan = b_.compute(Scalar::ne, Dtype::boolean, {out, out});
      out = b_.compute(Scalar::select, float_, {is_nan, nan, out});
    }
    return dtype_ == float_ ? out : b_.compute(Scalar::convert, dtype_, {out});
  }

 private:
  Register integer(int64_t value) { return b_.constant({kept_, 1}, value); }
  int width() const { return bits(kept_); }
  int64_t others() const { return width() == 64 ? INT64_MAX : INT32_MAX; }

  int64_t bits_of(double value) const {
    if (width() == 64) return std::bit_cast<int64_t>(value);
    return std::bit_cast<int32_t>(static_cast<float>(value));
  }
  int64_t ordered(double value) const {
    int64_t bits = bits_of(value);
    return bits < 0 ? bits ^ others() : bits;
  }

  // A float with a sign counts from below: its other bits are flipped. The same flips them back.
  Register turned(Register bits) {
    Register sign = b_.compute(Scalar::shift_right, kept_, {bits, integer(width() - 1)});
    Register mask = b_.compute(Scalar::bit_and, kept_, {sign, integer(others())});
    return b_.compute(Scalar::bit_xor, kept_, {bits, mask});
  }

  LoopBuilder& b_;
  Scalar combiner_;
  Dtype dtype_, float_, kept_;
  bool is_ordered_, is_byte_;
};

// A reduction in one variable of all its lanes: of any order, and of sums that have a partial sum
// in each lane of a register; these then wait for the sums of blocks.
class Reduction {
 public:
  Reduction(LoopBuilder& builder, const LoopOp& fold)
      : b_(builder),
        name_(fold.name),
        dtype_(builder.program.dtype(fold.out)),
        lanes_(builder.program.lanes(fold.out)),
        is_together_(fold.most > 0),
        is_ordered_(fold.flag),
        partial_(builder, fold.name, dtype_),
        places_(is_ordered_ && !is_together_ ? SumOrder::lanes_of(fold.number) : 1),
        terms_(fold.number) {
    is_long_ = has_blocks(fold);
    if (is_ordered_)
      kept_ = dtype_;
    else
      kept_ = partial_.dtype();
    levels_ = levels_for(std::get<int64_t>(fold.value));
    begin();
  }

  void accumulate(const LoopOp& op) {
    Register term = is_ordered_ ? op.in[1] : partial_.of(op.in[1]);
    if (op.mask >= 0) term = b_.compute(Scalar::select, kept_, {op.mask, term, start()});
    if (places_ == 1) return set(sum_, joined(get(sum_, type()), term));
    Register number = get(count_, {Dtype::i64, 1});
    LinearIndex place{.terms = {{b_.bits_and(number, b_.i64(places_ - 1)), 1}}};
    store(place, joined(load(place), term));
    set(count_, b_.plus(number, b_.i64(1)));
    if (!is_long_) return;
    Register within = b_.bits_and(number, b_.i64(SumOrder::block - 1));
    b_.branch(b_.truth(Scalar::eq, within, b_.i64(SumOrder::block - 1)), [&] { end_block(); });
  }

  // The partial sums join those of the blocks before, as the digits of a binary counter do.
  void end_block() {
    RILLE_CHECK(is_long_, text(b_.program));
    Register before = get(blocks_, {Dtype::i64, 1});
    set(blocks_, b_.plus(before, b_.i64(1)));
    Register depth = b_.add({Dtype::i64, 1}, {.kind = LoopOpKind::trailing_ones, .in = {before}});
    b_.loop({.from = b_.i64(0), .to = depth, .most = levels_}, [&](Register level) {
      each_place(
          [&](Register place) { set_sum(place, joined(at_level(level, place), sum(place))); });
    });
    each_place([&](Register place) {
      LoopOp op = level_access(LoopOpKind::store, depth, place);
      op.in = {sum(place)};
      b_.add(std::move(op));
      set_sum(place, start());
    });
  }

  Register total(int lanes) {
    if (!is_ordered_) {
      Register all = get(sum_, type());
      if (lanes != lanes_) all = reduced(all);
      return partial_.result(all);
    }
    if (places_ > 1 && is_long_ && (terms_ == 0 || terms_ % SumOrder::block != 0)) {
      Register within = b_.bits_and(get(count_, {Dtype::i64, 1}), b_.i64(SumOrder::block - 1));
      b_.branch(b_.truth(Scalar::ne, within, b_.i64(0)), [&] { end_block(); });
    }
    if (is_long_) join_levels();
    if (places_ > 1) return joined_places();
    Register all = get(sum_, type());
    return lanes == lanes_ ? all : reduced(all);
  }

 private:
  RegisterType type() const { return {kept_, lanes_}; }
  Register start() {
    if (!is_ordered_) return partial_.start(lanes_);
    return b_.constant(type(), identity_value(name_, dtype_));
  }
  Register joined(Register x, Register y) { return b_.compute(name_, kept_, {x, y}); }
  Register reduced(Register all) {
    return b_.add({kept_, 1}, {.kind = LoopOpKind::reduce, .in = {all}, .name = name_});
  }
  Register variable(Register value) {
    RegisterType type = b_.program.registers[static_cast<size_t>(value)];
    return b_.add(type, {.kind = LoopOpKind::variable, .in = {value}});
  }
  Register get(Register variable, RegisterType type) {
    return b_.add(type, {.kind = LoopOpKind::get, .in = {variable}});
  }
  void set(Register variable, Register value) {
    b_.add({.kind = LoopOpKind::set, .in = {variable, value}});
  }

  int allocate(std::vector<Size> extents) {
    if (lanes_ > 1) extents.emplace_back(lanes_);
    b_.program.buffers.push_back(
        {.role = LoopBuffer::Role::local, .dtype = kept_, .extents = std::move(extents)});
    int out = static_cast<int>(b_.program.buffers.size()) - 1;
    b_.add({.kind = LoopOpKind::allocate, .buffer = out});
    return out;
  }

  void begin() {
    if (is_long_) {
      blocks_ = variable(b_.i64(0));
      level_sums_ =
          allocate(places_ > 1 ? std::vector<Size>{levels_, places_} : std::vector<Size>{levels_});
    }
    if (places_ == 1) {
      sum_ = variable(start());
      return;
    }
    count_ = variable(b_.i64(0));
    sums_ = allocate({places_});
    each_place([&](Register place) { set_sum(place, start()); });
  }

  void each_place(const LoopBuilder::LoopBody& body) {
    if (places_ == 1) return body(-1);
    b_.loop({.from = b_.i64(0), .to = b_.i64(places_)}, body);
  }

  LoopOp access(LoopOpKind kind, int buffer, std::vector<LinearIndex> indices) const {
    LoopOp op{.kind = kind, .buffer = buffer, .indices = std::move(indices)};
    if (lanes_ > 1) {
      op.lane_strides.assign(op.indices.size(), 0);
      op.indices.emplace_back();
      op.lane_strides.emplace_back(1);
    }
    return op;
  }
  LoopOp level_access(LoopOpKind kind, Register level, Register place) const {
    std::vector<LinearIndex> indices = {{.terms = {{level, 1}}}};
    if (place >= 0) indices.push_back({.terms = {{place, 1}}});
    return access(kind, level_sums_, std::move(indices));
  }

  Register load(const LinearIndex& place) {
    return b_.add(type(), access(LoopOpKind::load, sums_, {place}));
  }
  void store(const LinearIndex& place, Register value) {
    LoopOp op = access(LoopOpKind::store, sums_, {place});
    op.in = {value};
    b_.add(std::move(op));
  }
  Register at_level(Register level, Register place) {
    return b_.add(type(), level_access(LoopOpKind::load, level, place));
  }
  Register sum(Register place) {
    return place < 0 ? get(sum_, type()) : load({.terms = {{place, 1}}});
  }
  void set_sum(Register place, Register value) {
    place < 0 ? set(sum_, value) : store({.terms = {{place, 1}}}, value);
  }

  // What is left joins from the shortest run of blocks to the longest.
  void join_levels() {
    Register count = get(blocks_, {Dtype::i64, 1});
    b_.loop({.from = b_.i64(0), .to = b_.i64(levels_)}, [&](Register level) {
      Register digit =
          b_.bits_and(b_.compute(Scalar::shift_right, Dtype::i64, {count, level}), b_.i64(1));
      b_.branch(b_.truth(Scalar::ne, digit, b_.i64(0)), [&] {
        each_place(
            [&](Register place) { set_sum(place, joined(at_level(level, place), sum(place))); });
      });
    });
  }

  Register joined_places() {
    for (int64_t half = places_ / 2; half >= 1; half /= 2) {
      b_.loop({.from = b_.i64(0), .to = b_.i64(half)}, [&](Register place) {
        LinearIndex low{.terms = {{place, 1}}}, high{.constant = half, .terms = {{place, 1}}};
        store(low, joined(load(low), load(high)));
      });
    }
    return load({});
  }

  LoopBuilder& b_;
  Scalar name_;
  Dtype dtype_, kept_ = Dtype::f32;
  int lanes_;
  bool is_together_, is_ordered_, is_long_ = false;
  PartialResult partial_;
  int64_t places_, terms_, levels_ = 0;
  Register sum_ = -1, count_ = -1, blocks_ = -1;  // variables
  int sums_ = -1, level_sums_ = -1;               // buffers
};

}  // namespace

void lower_folds(LoopProgram& program) {
  LoopBuilder b(program);
  std::map<Register, Reduction> all;
  b.rewrite([&](LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::fold: all.try_emplace(op.out, b, op); return true;
      case LoopOpKind::accumulate: all.at(op.in[0]).accumulate(op); return true;
      case LoopOpKind::end_block: all.at(op.in[0]).end_block(); return true;
      case LoopOpKind::total: {
        b.alias(op.out, all.at(op.in[0]).total(program.lanes(op.out)));
        return true;
      }
      default: return false;
    }
  });
  b.finish();
}

}  // namespace rille
