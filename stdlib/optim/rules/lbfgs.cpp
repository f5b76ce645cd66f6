// scale_by_lbfgs: limited-memory quasi-Newton directions.
#include "stdlib/optim/rules/line.h"
#include "stdlib/optim/wrappers/conditions.h"

namespace rille {
namespace {

// The row `at` of each leaf of a memory, which belongs to one past step.
Value row_of(const Value& memory, const Array& at) {
  return each({memory}, [&](const auto& x) {
    return index(x[0], {{.form = Subscript::Kind::index, .index = at}});
  });
}

Value with_row(const Value& memory, const Array& at, const Value& row) {
  return each({memory, row}, [&](const auto& x) {
    return updated(x[0], {{.form = Subscript::Kind::index, .index = at}}, kept_kind(x[0], x[1]));
  });
}

Value minus(const Value& a, const Value& b) {
  return each({a, b}, [](const auto& x) { return x[0] - x[1]; });
}

struct Lbfgs {
  static const Struct& record();
  int64_t memory_size = 10;
  bool scale_init_precond = true;

  Value init(State& state, const Value& params) const {
    if (memory_size < 1) {
      throw Error(Code::value, str("optim.scale_by_lbfgs: `memory_size` is ", memory_size,
                                   ", expected at least 1"));
    }
    Value rows = for_moving(params, [&](const Array& x) {
      Shape shape = {Extent(memory_size)};
      for (const Extent& extent : x.shape()) shape.push_back(extent);
      return Value(zeros(shape, as_wide(x).dtype()));
    });
    Value none = zeros_for(params);
    return Value::record(state,
                         {{"count", no_steps()},
                          {"params", none},
                          {"updates", none},
                          {"diff_params_memory", rows},
                          {"diff_updates_memory", rows},
                          {"weights_memory", zeros({Extent(memory_size)}, line_dtype(params))}});
  }

  // The memory of past steps, which includes the last step.
  struct LbfgsHistory {
    Value params, updates;
    Array weights;
    Array newest;  // the row of the last step
  };

  // The two-loop recursion over the past steps, from the newest to the oldest and back.
  Value directed(const LbfgsHistory& memory, const Value& grads, const Array& scale) const {
    auto place = [&](int64_t i) { return mod(memory.newest + (i + 1), memory_size); };
    auto moved = [](const Value& v, const Array& by, const Value& along) {
      return each({v, along},
                  [&](const auto& x) { return kept_kind(x[0], x[0] + fit(by, x[1]) * x[1]); });
    };
    Value vec = grads;
    std::vector<Array> alphas(static_cast<size_t>(memory_size));
    for (int64_t i = memory_size - 1; i >= 0; --i) {
      Array at = place(i),
            rho = index(memory.weights, {{.form = Subscript::Kind::index, .index = at}});
      Array alpha = rho * dot_of(row_of(memory.params, at), vec);
      vec = moved(vec, -alpha, row_of(memory.updates, at));
      alphas[static_cast<size_t>(i)] = alpha;
    }
    vec = each({vec}, [&](const auto& x) { return kept_kind(x[0], fit(scale, x[0]) * x[0]); });
    for (int64_t i = 0; i < memory_size; ++i) {
      Array at = place(i),
            rho = index(memory.weights, {{.form = Subscript::Kind::index, .index = at}});
      Array beta = rho * dot_of(row_of(memory.updates, at), vec);
      vec = moved(vec, alphas[static_cast<size_t>(i)] - beta, row_of(memory.params, at));
    }
    return vec;
  }

  // The scale of the initial inverse Hessian: from the curvature along the last step. At the first
  // step it limits the norm of the direction to 1.
  Array scale_of(const Array& is_first, const Array& product, const Value& change,
                 const Value& grads) const {
    if (!scale_init_precond) return ones_like(product);
    Array square = convert(global_square(change), product.dtype());
    Array norm = convert(global_norm(grads), product.dtype());
    Array scale = product / square;
    scale = where(logical_and(isfinite(scale), ne(scale, 0)), scale, ones_like(scale));
    return where(is_first, minimum(ones_like(norm), 1.0 / norm), scale);
  }

  // Returns `found` if it is finite and a descent direction, else the gradient, scaled to a norm of
  // at most 1. After convergence the memory holds rounding errors, along which a search fails.
  static Value downhill(const Value& grads, const Value& found) {
    Array slope = dot_of(found, grads), norm = global_norm(grads);
    Array goes = logical_and(all_finite(found), gt(slope, 0));
    Array size = minimum(ones_like(norm), 1.0 / norm);
    return each({grads, found}, [&](const auto& x) {
      Array g = as_wide(x[0]);
      return narrowed(x[0], where(goes, kept_kind(g, x[1]), fit(size, g) * g));
    });
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    Array count = part_of(old, "count").as_array(), is_first = eq(count, 0);
    const Value &rows = part_of(old, "diff_params_memory"),
                &update_rows = part_of(old, "diff_updates_memory");
    auto zero_first = [&](const Value& tree) {
      return each({tree}, [&](const auto& x) { return where(is_first, zeros_like(x[0]), x[0]); });
    };
    const Value &past = part_of(old, "params"), &past_updates = part_of(old, "updates");
    Value now = each({past, params}, [](const auto& x) { return kept_kind(x[0], x[1]); });
    Value slope = each({past_updates, grads}, [](const auto& x) { return kept_kind(x[0], x[1]); });
    Value change = zero_first(minus(now, past)), turn = zero_first(minus(slope, past_updates));
    Array weights = part_of(old, "weights_memory").as_array();
    Array product = convert(dot_of(turn, change), weights.dtype());
    Array weight = 1.0 / product;  // 0 if the step is too short to measure curvature
    weight = where(isfinite(weight), weight, zeros_like(weight));
    Array newest = mod(count - 1, memory_size);
    Subscripts place = {{.form = Subscript::Kind::index, .index = newest}};
    LbfgsHistory memory{with_row(rows, newest, change), with_row(update_rows, newest, turn),
                        updated(weights, place, weight), newest};
    Value whole = each({grads}, [](const auto& x) { return as_wide(x[0]); });
    Value found = directed(memory, whole, scale_of(is_first, product, turn, grads));
    return {downhill(grads, found), Value::record(state, {{"count", next_step(count)},
                                                          {"params", now},
                                                          {"updates", slope},
                                                          {"diff_params_memory", memory.params},
                                                          {"diff_updates_memory", memory.updates},
                                                          {"weights_memory", memory.weights}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_lbfgs_struct = {
    .name = "optim.scale_by_lbfgs",
    .brief =
        "L-BFGS transformation: multiplies gradients by an approximate inverse Hessian. The "
        "approximation is computed from the last `memory_size` steps.",
    .fields = {field<&Lbfgs::memory_size>("memory_size: int = 10",
                                          "Number of past steps that are stored, at least 1."),
               field<&Lbfgs::scale_init_precond>(
                   "scale_init_precond: bool = true",
                   "If true, the initial inverse Hessian is scaled by the curvature along the last "
                   "step; if false, it is the identity.")},
    .methods = {init_method<&Lbfgs::init>(
                    "Returns the state `(count, params, updates, diff_params_memory, "
                    "diff_updates_memory, weights_memory)`."),
                update_method<&Lbfgs::update>()},
    .example =
        "let rule = optim.scale_by_lbfgs(2); let p = [4.0, 0.0]\n"
        "let (first, s) = rule.update([8.0, 0.0], rule.init(p), p)\n"
        "(first, rule.update([6.0, 0.0], s, [3.0, 0.0])[0])  #> ([1, 0], [3, 0])",
    .source = "Nocedal and Wright, Numerical Optimization, algorithm 7.4; optax.scale_by_lbfgs",
};
const Struct& Lbfgs::record() { return optim_scale_by_lbfgs_struct; }

}  // namespace rille
