// optim.reduce_on_plateau: smaller updates on a plateau.
#include <limits>

#include "stdlib/optim/rules/line.h"

namespace rille {
namespace {

struct Plateau {
  static const Struct& record();
  Array factor, patience, rtol, atol, cooldown, accumulation_size, min_scale;

  Value init(State& state, const Value& params) const {
    Dtype dtype = line_dtype(params);
    Array far = Array::scalar(dtype, std::numeric_limits<double>::infinity());
    return Value::record(state, {{"scale", Array::scalar(dtype, 1)},
                                 {"best_value", far},
                                 {"plateau_count", no_steps()},
                                 {"cooldown_count", no_steps()},
                                 {"count", no_steps()},
                                 {"avg_value", Array::scalar(dtype, 0)}});
  }

  // The state of the plateau detection, before or after an evaluation.
  struct PlateauState {
    Array scale, best, plateau, cooldown;
  };
  PlateauState judged(const PlateauState& old, const Array& value) const {
    Array gains = lt(value, fit(1.0 - rtol, value) * old.best - fit(atol, value));
    Array plateau = where(gains, 0, next_step(old.plateau));
    Array waits = gt(old.cooldown, 0), is_end = eq(plateau, patience);
    Array reduces = logical_and(is_end, logical_not(waits));
    Array lower = maximum(fit(factor, old.scale) * old.scale, fit(min_scale, old.scale));
    Array least = maximum(old.scale, kept_kind(old.scale, min_scale));
    Array scale = where(reduces, lower, where(waits, old.scale, least));
    Array rest = where(reduces, convert(cooldown, Dtype::i32), 0);
    return {scale, where(gains, value, old.best), where(logical_or(waits, is_end), 0, plateau),
            where(waits, old.cooldown - 1, rest)};
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value&,
                const Value& extra) const {
    auto field = [&](std::string_view name) { return part_of(old, name).as_array(); };
    Array count = field("count"), next = next_step(count), mean = field("avg_value");
    Array value = convert(needed_value(extra, "optim.reduce_on_plateau"), mean.dtype());
    mean = (convert(count, mean.dtype()) * mean + value) / convert(next, mean.dtype());
    PlateauState before{field("scale"), field("best_value"), field("plateau_count"),
                        field("cooldown_count")};
    PlateauState after = judged(before, mean);
    Array is_full = eq(next, accumulation_size);
    Array scale = where(is_full, after.scale, before.scale);
    Value updates = each({grads}, [&](const auto& at) { return fit(scale, at[0]) * at[0]; });
    return {
        updates,
        Value::record(state, {{"scale", scale},
                              {"best_value", where(is_full, after.best, before.best)},
                              {"plateau_count", where(is_full, after.plateau, before.plateau)},
                              {"cooldown_count", where(is_full, after.cooldown, before.cooldown)},
                              {"count", where(is_full, 0, next)},
                              {"avg_value", where(is_full, zeros_like(mean), mean)}})};
  }
};

}  // namespace

extern const Struct optim_reduce_on_plateau_struct = {
    .name = "optim.reduce_on_plateau",
    .brief =
        "Gradient transformation that reduces the scale of updates when the objective value stops "
        "improving. An evaluation improves if it is below `(1 - rtol) * best - atol`.",
    .fields = {field<&Plateau::factor>(
                   "factor: real = 0.1",
                   "Factor by which the scale is multiplied at each reduction."),
               field<&Plateau::patience>("patience: int = 10",
                                         "Patience: the number of evaluations without improvement "
                                         "before the scale is reduced."),
               field<&Plateau::rtol>("rtol: real = 1e-4", "Minimum relative improvement."),
               field<&Plateau::atol>("atol: real = 0.0",
                                     "Minimum absolute improvement, in addition to `rtol`."),
               field<&Plateau::cooldown>(
                   "cooldown: int = 0",
                   "Number of evaluations after a reduction that do not count toward `patience`."),
               field<&Plateau::accumulation_size>("accumulation_size: int = 1",
                                                  "Number of values whose mean is one evaluation."),
               field<&Plateau::min_scale>("min_scale: real = 0.0", "Minimum scale.")},
    .methods = {init_method<&Plateau::init>("Returns the state `(scale, best_value, plateau_count, "
                                            "cooldown_count, count, avg_value)`."),
                extra_method<&Plateau::update>("Returns the scaled updates and the new state. "
                                               "`extra` must have `value`, the objective value.")},
    .example =
        "var p = [1.0]\n"
        "var opt = optim.chain(optim.reduce_on_plateau(factor = 0.5, patience = 1), "
        "optim.scale(-1.0))\n"
        "for i in 0..2 { opt.update!(&p, [1.0], value = 3.0) }\n"
        "p  #> [-0.5]",
    .source = "torch.optim.lr_scheduler.ReduceLROnPlateau; optax.contrib.reduce_on_plateau",
};
const Struct& Plateau::record() { return optim_reduce_on_plateau_struct; }

}  // namespace rille
