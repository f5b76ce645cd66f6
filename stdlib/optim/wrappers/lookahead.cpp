// optim.lookahead, optim.sam: two sets of parameters.
#include "stdlib/core/either.h"
#include "stdlib/optim/rules/line.h"
#include "stdlib/transform/diff_arguments.h"
#include "vm/call.h"
#include "vm/state.h"

namespace rille {
namespace {

void need_period(std::string_view who, int64_t period) {
  if (period >= 1) return;
  throw Error(Code::value, str(who, ": `sync_period` is ", period, ", expected at least 1"));
}

// Whether this step ends a synchronization period, and the next step count within a period.
struct SyncPeriod {
  Array before, ends, next;
  SyncPeriod(const Value& old, int64_t length)
      : before(part_of(old, "steps_since_sync").as_array()),
        ends(eq(before, length - 1)),
        next(convert(mod(before + 1, length), Dtype::i32)) {}
};

// At the end of a period the slow weights move a fraction of the way to the fast weights, and the
// fast weights are reset to the slow ones.
struct Lookahead {
  static const Struct& record();
  GradTransformation inner;
  int64_t sync_period = 1;
  Array slow_step_size;
  bool reset_state = false;

  Value init(State& state, const Value& params) const {
    need_period("optim.lookahead", sync_period);
    return Value::record(state, {{"fast_state", inner.init(state, params)},
                                 {"slow", params},
                                 {"steps_since_sync", no_steps()}});
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    SyncPeriod period(old, sync_period);
    const Value& slow = part_of(old, "slow");
    auto [moves, next] = inner.update(state, grads, part_of(old, "fast_state"), params, extra);
    Value ahead = each({moves, params, slow}, [](const auto& at) { return at[1] + at[0] - at[2]; });
    Value slower = each({slow, ahead}, [&](const auto& at) {
      Array gone = at[0] + fit(slow_step_size, at[1]) * at[1];
      return kept_kind(at[0], where(period.ends, gone, at[0]));
    });
    Value updates = each({moves, ahead}, [&](const auto& at) {
      Array back = fit(1.0 - slow_step_size, at[1]) * at[1];
      return where(period.ends, at[0] - back, at[0]);
    });
    if (reset_state) {
      Value fresh = inner.init(state, params), gone = kept(fresh, next);
      next = either(state, period.ends, [&] { return fresh; }, [&] { return gone; });
    }
    return {updates, Value::record(state, {{"fast_state", next},
                                           {"slow", slower},
                                           {"steps_since_sync", period.next}})};
  }
};

// Ascent steps first, then the descent step from the parameters at the start of the period, with
// the gradients at its end.
struct Sharpness {
  static const Struct& record();
  GradTransformation optimizer, adv_optimizer;
  int64_t sync_period = 2;
  bool reset_state = true, opaque_mode = false;

  Value init(State& state, const Value& params) const {
    need_period("optim.sam", sync_period);
    return Value::record(state, {{"steps_since_sync", no_steps()},
                                 {"opt_state", optimizer.init(state, params)},
                                 {"adv_state", adv_optimizer.init(state, params)},
                                 {"cache", opaque_mode ? Value() : params}});
  }

  static Value uphill(const Value& grads, const Value& moves) {
    return each({grads, moves}, [](const auto& at) { return kept_kind(at[0], -at[1]); });
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values opaque(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    Function slope = grad_of(needed_function(state, extra, "optim.sam with opaque_mode"),
                             Value(int64_t{0}), false);
    Value at = params, gradient = grads, adversary = part_of(old, "adv_state");
    for (int64_t i = 1; i < sync_period; ++i) {
      auto [moves, next] = adv_optimizer.update(state, gradient, adversary, at, extra);
      adversary = kept(adversary, next);
      at = each({at, uphill(grads, moves)},
                [](const auto& x) { return kept_kind(x[0], x[0] + x[1]); });
      gradient =
          each({grads, call(slope, {at})}, [](const auto& x) { return kept_kind(x[0], x[1]); });
    }
    if (reset_state) adversary = adv_optimizer.init(state, params);
    auto [updates, next] =
        optimizer.update(state, gradient, part_of(old, "opt_state"), params, extra);
    return {updates, Value::record(state, {{"steps_since_sync", no_steps()},
                                           {"opt_state", next},
                                           {"adv_state", adversary},
                                           {"cache", Value()}})};
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    if (opaque_mode) return opaque(state, grads, old, params, extra);
    SyncPeriod period(old, sync_period);
    const Value &outer = part_of(old, "opt_state"), &adversary = part_of(old, "adv_state");
    Array begins = eq(period.before, 0);
    Value cache = each({part_of(old, "cache"), params}, [&](const auto& at) {
      return kept_kind(at[0], where(begins, at[1], at[0]));
    });
    auto down = [&] {
      auto [moves, next] = optimizer.update(state, grads, outer, cache, extra);
      Value updates = each({grads, cache, params, moves},
                           [](const auto& at) { return kept_kind(at[0], at[1] - at[2] + at[3]); });
      Value fresh = reset_state ? adv_optimizer.init(state, params) : adversary;
      return Value::tuple({updates, kept(outer, next), fresh});
    };
    auto up = [&] {
      auto [moves, next] = adv_optimizer.update(state, grads, adversary, params, extra);
      return Value::tuple({uphill(grads, moves), outer, kept(adversary, next)});
    };
    Value made = either(state, period.ends, down, up, {"the descent step", "an ascent step"});
    return {made.items()[0], Value::record(state, {{"steps_since_sync", period.next},
                                                   {"opt_state", made.items()[1]},
                                                   {"adv_state", made.items()[2]},
                                                   {"cache", cache}})};
  }
};

}  // namespace

extern const Struct optim_lookahead_struct = {
    .name = "optim.lookahead",
    .brief =
        "Lookahead transformation: every `sync_period` steps, moves slow weights toward the fast "
        "weights. The fast weights are then reset to the slow ones. Unlike in Optax, the "
        "parameters are the fast weights alone, and the slow weights are in the state.",
    .fields = {field<&Lookahead::inner>(
                   "inner: any", "Optimizer or gradient transformation of the fast weights."),
               field<&Lookahead::sync_period>("sync_period: int",
                                              "Number of fast updates for each slow update, > 0."),
               field<&Lookahead::slow_step_size>(
                   "slow_step_size: real",
                   "Fraction of the distance to the fast weights that a slow update covers."),
               field<&Lookahead::reset_state>(
                   "reset_state: bool = false",
                   "If true, the state of `inner` is initialized again at each slow update.")},
    .methods = {init_method<&Lookahead::init>(
                    "Returns the state `(fast_state, slow, steps_since_sync)`. `slow` has the "
                    "parameters for evaluation."),
                extra_method<&Lookahead::update>()},
    .example =
        "var p = [4.0]\n"
        "var opt = optim.optimizer(optim.lookahead(optim.sgd(lr = 1.0), 2, 0.5), p)\n"
        "for i in 0..2 { opt.update!(&p, [1.0]) }\n"
        "(p, opt.state.slow)  #> ([3], [3])",
    .source = "Zhang et al., arXiv 1907.08610, algorithm 1; optax.lookahead",
};
const Struct& Lookahead::record() { return optim_lookahead_struct; }

extern const Struct optim_sam_struct = {
    .name = "optim.sam",
    .brief =
        "Sharpness-aware minimization (SAM) transformation. It descends with gradients that are "
        "evaluated after one or more ascent steps.",
    .fields =
        {field<&Sharpness::optimizer>("optimizer: any",
                                      "Optimizer or gradient transformation of the descent step."),
         field<&Sharpness::adv_optimizer>("adv_optimizer: any",
                                          "Optimizer or gradient transformation of the ascent "
                                          "steps, whose updates are negated."),
         field<&Sharpness::sync_period>("sync_period: int = 2",
                                        "Number of steps in a period, > 0. The last one is the "
                                        "descent step, the others are ascent steps."),
         field<&Sharpness::reset_state>(
             "reset_state: bool = true",
             "If true, the state of `adv_optimizer` is initialized again after each descent step."),
         field<&Sharpness::opaque_mode>(
             "opaque_mode: bool = false",
             "If true, each update performs a whole period, which needs `value_fn`.")},
    .methods = {init_method<&Sharpness::init>(
                    "Returns the state `(steps_since_sync, opt_state, adv_state, cache)`."),
                extra_method<&Sharpness::update>()},
    .example =
        "let uphill = optim.chain(optim.normalize_by_update_norm(), optim.sgd(lr = 0.5))\n"
        "var p = [4.0]\n"
        "var opt = optim.optimizer(optim.sam(optim.sgd(lr = 0.1), uphill), p)\n"
        "for i in 0..2 { opt.update!(&p, 2.0 * p) }\n"
        "round(100.0 * p)  #> [310]",
    .source = "Foret et al., arXiv 2010.01412, algorithm 1; optax.contrib.sam",
};
const Struct& Sharpness::record() { return optim_sam_struct; }

}  // namespace rille
