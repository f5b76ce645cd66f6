// scale_by_factored_rms: factored second moments.
#include <algorithm>
#include <numeric>

#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

// The two largest axes of a leaf; d0 is the largest.
struct FactoredAxes {
  int64_t d1, d0;
};

struct FactoredRms {
  static const Struct& record();
  bool factored = true;
  Array decay_rate, step_offset;
  int64_t min_dim_size_to_factor = 128;
  Array epsilon;

  // None if the second moment of a leaf is stored for each element.
  std::optional<FactoredAxes> plane_of(const Shape& shape) const {
    if (!factored || shape.size() < 2) return std::nullopt;
    Ints order(shape.size());
    std::iota(order.begin(), order.end(), 0);
    auto size = [&](int64_t axis) { return shape[static_cast<size_t>(axis)].number(); };
    std::ranges::stable_sort(order, {}, size);
    int64_t d1 = order[order.size() - 2], d0 = order.back();
    if (size(d1) < min_dim_size_to_factor) return std::nullopt;
    return FactoredAxes{d1, d0};
  }

  // x ^ -0.5, and 0 where x is 0: there all gradients were 0, and so is `epsilon`.
  Array inverse_root(const Array& x) const {
    Array root = pow(x, -0.5);
    bool is_above = !epsilon.is_traced() && epsilon.number() >= 0x1p-126;
    return is_above ? root : where(eq(x, 0), zeros_like(x), root);
  }

  Value init(State& state, const Value& params) const {
    auto all = [&](auto of) {
      return for_moving(params, [&](const Array& x) {
        return Value::from_array(of(as_wide(x), plane_of(x.shape())));
      });
    };
    auto line = [](const Array& x, int64_t axis) { return zeros_like(sum(x, Ints{axis})); };
    auto none = [](const Array& x) { return zeros({Extent(1)}, x.dtype()); };
    Value rows = all([&](const Array& x, auto p) { return p ? line(x, p->d0) : none(x); });
    Value columns = all([&](const Array& x, auto p) { return p ? line(x, p->d1) : none(x); });
    Value whole = all([&](const Array& x, auto p) { return p ? none(x) : zeros_like(x); });
    return Value::record(
        state, {{"count", no_steps()}, {"v_row", rows}, {"v_col", columns}, {"v", whole}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    Array before = part_of(old, "count").as_array();
    Array t = convert(before - step_offset + 1, Dtype::f32);
    Array decay = 1.0 - pow(t, -decay_rate);
    auto mean_of = [&](const Array& past, const Array& now) {
      return kept_kind(past, fit(decay, past) * past + fit(1.0 - decay, now) * now);
    };
    // The new average of squared gradients: of their mean along an axis, or of each
    // element if the leaf is not factored.
    auto next = [&](std::string_view name, auto axis_of) {
      return each({part_of(old, name), grads, params}, [&](const auto& at) {
        std::optional<FactoredAxes> plane = plane_of(at[2].shape());
        if (plane.has_value() != axis_of(FactoredAxes{0, 0}).has_value()) return at[0];
        Array square = squared(at[1]);
        square = square + fit(epsilon, square);
        return mean_of(at[0], plane ? mean(square, Ints{*axis_of(*plane)}) : square);
      });
    };
    using AxisPosition = std::optional<int64_t>;
    Value rows = next("v_row", [](FactoredAxes p) { return AxisPosition(p.d0); });
    Value columns = next("v_col", [](FactoredAxes p) { return AxisPosition(p.d1); });
    Value whole = next("v", [](FactoredAxes) { return AxisPosition(); });
    Value updates = each({grads, params, rows, columns, whole}, [&](const auto& at) {
      std::optional<FactoredAxes> plane = plane_of(at[1].shape());
      Array g = as_wide(at[0]);
      if (!plane) return narrowed(at[0], g * inverse_root(at[4]));
      int64_t along = plane->d1 > plane->d0 ? plane->d1 - 1 : plane->d1;
      Array row = inverse_root(over(at[2], mean(at[2], Ints{along}, true), epsilon));
      Array column = inverse_root(at[3]);
      return narrowed(at[0], g * expand(row, {plane->d0}) * expand(column, {plane->d1}));
    });
    return {updates,
            Value::record(
                state,
                {{"count", next_step(before)}, {"v_row", rows}, {"v_col", columns}, {"v", whole}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_factored_rms_struct = {
    .name = "optim.scale_by_factored_rms",
    .brief =
        "Adafactor transformation: divides by the root of a factored second moment. The second "
        "moment of a large leaf is stored as averages over rows and over columns.",
    .fields =
        {field<&FactoredRms::factored>("factored: bool = true",
                                       "If false, the second moment is stored for each element."),
         field<&FactoredRms::decay_rate>("decay_rate: real = 0.8",
                                         "Exponent of the decay schedule: the decay rate at step "
                                         "`t`, counted from 1, is `1 - t^(-decay_rate)`."),
         field<&FactoredRms::step_offset>("step_offset: int = 0",
                                          "Number of steps that the decay schedule skips: it is "
                                          "subtracted from the step count."),
         field<&FactoredRms::min_dim_size_to_factor>("min_dim_size_to_factor: int = 128",
                                                     "Minimum size of the two largest axes of a "
                                                     "leaf for its second moment to be factored."),
         field<&FactoredRms::epsilon>(
             "epsilon: real = 1e-30",
             "Epsilon added to each squared gradient, for numerical stability.")},
    .methods = {init_method<&FactoredRms::init>(
                    "Returns the state `(count, v_row, v_col, v)`: for each leaf row and column "
                    "averages, or all second moments."),
                update_method<&FactoredRms::update>()},
    .example =
        "let rule = optim.scale_by_factored_rms(); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [1, -1]",
    .source = "Shazeer and Stern, arXiv 1804.04235, algorithm 4; optax.scale_by_factored_rms",
};
const Struct& FactoredRms::record() { return optim_scale_by_factored_rms_struct; }

}  // namespace rille
