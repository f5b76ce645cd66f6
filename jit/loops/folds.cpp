// Reductions become variables and memory.
#include <map>
#include <optional>
#include <variant>

#include "jit/loops/order.h"
#include "jit/loops/partial.h"
#include "jit/loops/position.h"
#include "jit/loops/sums.h"
#include "jit/loops/transform.h"
#include "vm/error.h"

namespace rille {
namespace {

// A reduction in one variable of all its lanes: of any order, and of sums that have a partial sum
// in each lane of a register. Sums in the order of SumOrder that need more partial sums than that
// have them in memory.
class Reduction {
 public:
  Reduction(LoopBuilder& builder, const LoopOp& fold)
      : b_(builder),
        name_(fold.name),
        lanes_(builder.program.lanes(fold.out)),
        is_ordered_(fold.flag),
        is_long_(has_blocks(fold)),
        partial_(builder, fold.name, builder.program.dtype(fold.out)),
        terms_(fold.number) {
    bool has_places = is_ordered_ && fold.most == 0;
    if (has_places) places_ = SumOrder::lanes_of(fold.number);
    type_ = {is_ordered_ ? builder.program.dtype(fold.out) : partial_.dtype(), lanes_};
    start_ = is_ordered_ ? b_.constant(type_, identity_value(name_, type_.dtype))
                         : partial_.start(lanes_);
    if (places_ > 1) count_ = variable(b_.i64(0));
    PartialSums::Options options{.type = type_, .combiner = name_};
    if (places_ > 1) options.places = {places_};
    if (is_long_) options.max_blocks = max_blocks(fold);
    sums_.emplace(b_, std::move(options), start_);
    if (places_ > 1) sums_->clear();
  }

  void accumulate(const LoopOp& op) {
    Register term = is_ordered_ ? op.in[1] : partial_.of(op.in[1]);
    if (op.mask >= 0) {
      term = b_.compute(Scalar::select, type_.dtype, {op.mask, term, start_});
    }
    if (places_ == 1) return sums_->set({}, joined(sums_->get({}), term));
    Register number = count();
    PartialSums::Place place = {{.terms = {{b_.bits_and(number, b_.i64(places_ - 1)), 1}}}};
    sums_->set(place, joined(sums_->get(place), term));
    b_.add({.kind = LoopOpKind::set, .in = {count_, b_.plus(number, b_.i64(1))}});
    if (!is_long_) return;
    Register within = b_.bits_and(number, b_.i64(SumOrder::block - 1));
    b_.branch(b_.truth(Scalar::eq, within, b_.i64(SumOrder::block - 1)), [&] { end_block(); });
  }

  void end_block() {
    RILLE_CHECK(is_long_, text(b_.program));
    sums_->end_block();
  }

  Register total(const LoopOp& op) {
    int lanes = b_.program.lanes(op.out);
    if (places_ > 1 && is_long_ && (terms_ == 0 || terms_ % SumOrder::block != 0)) {
      Register within = b_.bits_and(count(), b_.i64(SumOrder::block - 1));
      b_.branch(b_.truth(Scalar::ne, within, b_.i64(0)), [&] { end_block(); });
    }
    if (is_long_) sums_->finish();
    if (places_ > 1) {
      sums_->join_places();
      return sums_->get({{}});
    }
    Register all = sums_->get({});
    if (lanes != lanes_) {
      all = b_.add({type_.dtype, 1}, {.kind = LoopOpKind::reduce, .in = {all}, .name = name_});
    }
    return is_ordered_ ? all : partial_.result(all);
  }

 private:
  Register joined(Register x, Register y) { return b_.compute(name_, type_.dtype, {x, y}); }
  Register variable(Register value) {
    return b_.add({Dtype::i64, 1}, {.kind = LoopOpKind::variable, .in = {value}});
  }
  Register count() { return b_.add({Dtype::i64, 1}, {.kind = LoopOpKind::get, .in = {count_}}); }

  LoopBuilder& b_;
  Scalar name_;
  int lanes_;
  bool is_ordered_, is_long_;
  PartialResult partial_;
  int64_t places_ = 1, terms_;
  RegisterType type_ = {};
  Register start_ = -1, count_ = -1;
  std::optional<PartialSums> sums_;
};

using AnyReduction = std::variant<Reduction, PositionReduction>;

AnyReduction reduction_of(LoopBuilder& b, const LoopOp& fold) {
  if (gives_place(fold.name)) return PositionReduction(b, fold);
  return Reduction(b, fold);
}

}  // namespace

void lower_folds(LoopProgram& program) {
  LoopBuilder b(program);
  std::map<Register, AnyReduction> all;
  b.rewrite([&](LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::fold: all.try_emplace(op.out, reduction_of(b, op)); return true;
      case LoopOpKind::accumulate:
        std::visit([&](auto& own) { own.accumulate(op); }, all.at(op.in[0]));
        return true;
      case LoopOpKind::end_block: std::get<Reduction>(all.at(op.in[0])).end_block(); return true;
      case LoopOpKind::total:
        b.alias(op.out, std::visit([&](auto& own) { return own.total(op); }, all.at(op.in[0])));
        return true;
      default: return false;
    }
  });
  b.finish();
}

}  // namespace rille
