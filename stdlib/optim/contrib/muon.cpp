// optim.muon, scale_by_muon: orthogonalized updates.
#include "stdlib/linalg.h"
#include "stdlib/linalg/matrices.h"
#include "stdlib/optim/aliases/alias.h"
#include "stdlib/optim/contrib/matrices.h"
#include "vm/call.h"

namespace rille {
namespace {

// One Newton-Schulz iteration: a x + b (x x*) x + c (x x*)^2 x.
struct QuinticPolynomial {
  Array a, b, c;
  Array of(const Array& x, const Array& square) const {
    Array more = fit(b, x) * square + matmul(fit(c, x) * square, square);
    return fit(a, x) * x + matmul(more, x);
  }
};
using NewtonSchulzSteps = std::vector<QuinticPolynomial>;

NewtonSchulzSteps dion() {
  return {{4.0848, -6.8946, 2.9270},
          {3.9505, -6.3029, 2.6377},
          {3.7418, -5.5913, 2.3037},
          {2.8769, -3.1427, 1.2046},
          {2.8366, -3.0525, 1.2012}};
}

[[noreturn]] void no_coefficients(const Value& got) {
  throw Error(Code::type,
              str("optim.scale_by_muon: `ns_coeffs` is ", form_text(got),
                  ", expected \"standard\", \"dion\", three numbers or a tuple of triples"));
}

QuinticPolynomial three_of(const Value& given, const Value& whole) {
  if (!given.is_tuple() || given.items().size() != 3) no_coefficients(whole);
  for (const Value& item : given.items()) {
    if (!item.is_leaf() || item.as_array().rank() != 0) no_coefficients(whole);
  }
  const Values& items = given.items();
  return {items[0].as_array(), items[1].as_array(), items[2].as_array()};
}

NewtonSchulzSteps iterations_of(const Value& given, int64_t steps) {
  if (given.is_string() && given.string() == "dion") return dion();
  auto count = static_cast<size_t>(steps);
  if (given.is_string() && given.string() == "standard") {
    return {count, QuinticPolynomial{3.4445, -4.7750, 2.0315}};
  }
  if (!given.is_tuple() || given.items().empty()) no_coefficients(given);
  if (!given.items()[0].is_tuple()) return {count, three_of(given, given)};
  NewtonSchulzSteps out;
  for (const Value& item : given.items()) out.push_back(three_of(item, given));
  return out;
}

struct Muon {
  static const Struct& record();
  Value ns_coeffs;
  int64_t ns_steps = 5;
  Array beta, eps;
  Value mu_dtype;
  bool nesterov = true, adaptive = false;
  std::string preconditioning = "frobenius";
  Value weight_dimension_numbers;

  Value init(State& state, const Value& params) const {
    if (ns_steps < 1) {
      throw Error(Code::value,
                  str("optim.scale_by_muon: `ns_steps` is ", ns_steps, ", expected at least 1"));
    }
    iterations_of(ns_coeffs, ns_steps);
    return Value::record(state, {{"count", no_steps()}, {"mu", zeros_for(params, mu_dtype)}});
  }

  // Divides x by a norm that bounds its largest singular value.
  Array bounded(const Array& x) const {
    if (preconditioning == "frobenius") {
      return over(x, norm(x, Ints{-2, -1}, true) + fit(eps, x), eps);
    }
    bool is_narrow = bytes(x.dtype()) < bytes(Dtype::f32);
    Array values = svd(is_narrow ? convert(x, Dtype::f32) : x)[1];
    Array most = convert(max(values, Ints{-1}, true), real(x).dtype());
    return over(x, expand(most, Ints{-1}) + fit(eps, most), eps);
  }

  // The first iteration of "aol" and "schatten", which scale x by the product x x* that the
  // iteration computes anyway.
  Array first(const Array& x, const QuinticPolynomial& by) const {
    Array square = matmul(x, adjoint(x));
    bool is_aol = preconditioning == "aol";
    Array size = is_aol ? sum(abs(square), Ints{-1}, true) : norm(square, Ints{-2, -1}, true);
    Array one = ones_like(size);
    Array s = over(one, sqrt(maximum(size, fit(eps, size))), eps);
    return by.of(x * s, is_aol ? square * s * transposed(s) : square * (s * s));
  }

  // A tall matrix is transposed, so that x x* has the smaller of the two sizes.
  Array orthogonal(const Array& given) const {
    bool is_tall = known_size(given.shape()[given.rank() - 2], "optim.scale_by_muon") >
                   known_size(given.shape()[given.rank() - 1], "optim.scale_by_muon");
    Array x = is_tall ? transposed(given) : given;
    bool scales_first = preconditioning == "aol" || preconditioning == "schatten";
    if (!scales_first) x = bounded(x);
    for (const QuinticPolynomial& by : iterations_of(ns_coeffs, ns_steps)) {
      x = scales_first ? first(x, by) : by.of(x, matmul(x, adjoint(x)));
      scales_first = false;
    }
    return is_tall ? transposed(x) : x;
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = next_step(part_of(old, "count").as_array());
    const Value& before = part_of(old, "mu");
    Value mu = moment(before, grads, beta);
    Value mean = nesterov ? corrected_ahead(mu, grads, beta, count) : corrected(mu, beta, count);
    MatrixOptions rule{state, weight_dimension_numbers, "optim.scale_by_muon"};
    Value updates = each_matrix(rule, {grads, mean}, [&](const auto& at, const auto& as) {
      if (!as) {
        throw Error(Code::shape,
                    str("optim.scale_by_muon: a leaf is ", at[0].type(), ", expected two axes"))
            .help(
                "use `optim.muon`, which updates other leaves with AdamW, or pass "
                "`weight_dimension_numbers`");
      }
      Array made = as->leaf(orthogonal(as->matrix(at[1])), at[1]);
      Array dual = sum(is_complex(made.dtype()) ? conj(at[1]) * made : at[1] * made);
      return narrowed(at[0], adaptive ? dual * made : made);
    });
    return {updates, Value::record(state, {{"count", count}, {"mu", kept(before, mu)}})};
  }
};

struct ScaleByShape {
  static const Struct& record();
  Value weight_dimension_numbers;
  std::optional<Array> consistent_rms;

  Array factor(double rows, double columns) const {
    if (consistent_rms) return std::sqrt(std::max(rows, columns)) * *consistent_rms;
    return {std::sqrt(std::max(1.0, columns / rows))};
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    MatrixOptions rule{state, weight_dimension_numbers, "optim.scale_by_shape"};
    Value updates = each_matrix(rule, {grads}, [&](const auto& at, const auto& as) {
      if (!as) return at[0];
      auto rows = static_cast<double>(known_size(as->rows(at[0]), "optim.scale_by_shape"));
      auto columns = static_cast<double>(known_size(as->columns(at[0]), "optim.scale_by_shape"));
      return fit(factor(rows, columns), at[0]) * at[0];
    });
    return {updates, old};
  }
};

// The labels of optim.partition: "muon" for matrices, "adam" for other leaves.
Value labels(State& state, const Value& numbers) {
  FunctionInfo info;
  info.name = "is_matrix";
  info.params = {{.name = "path"}, {.name = "leaf"}};
  static const char kind = 0;
  auto run = [&state](const Captures& captures, const Values& args) {
    bool is_matrix = captures[0].is_nil() ? args[1].as_array().rank() == 2
                                          : !call_value(state, captures[0], args[0]).is_nil();
    return Values{Value(std::string(is_matrix ? "muon" : "adam"))};
  };
  return Value(make_native(state, std::move(info), run,
                           {.prototype = &kind, .captures = {{"numbers", numbers}}}));
}

Values muon(const OptimizerArgs& given) {
  const Value& numbers = given["muon_weight_dimension_numbers"];
  const Value& lr = given["lr"];
  FieldValues shape = {{"weight_dimension_numbers", numbers}};
  Value matrices = chain_of(given.state(), {given.rule(optim_scale_by_muon_struct, shape),
                                            given.rule(optim_scale_by_shape_struct, shape),
                                            given.rule(optim_add_decayed_weights_struct,
                                                       {{"mask", given["weight_decay_mask"]}}),
                                            given.learning_rate()});
  FieldValues moments = {
      {"b1", given["adam_b1"]}, {"b2", given["adam_b2"]}, {"eps_root", given["adam_eps_root"]}};
  Value others = chain_of(
      given.state(),
      {given.rule(optim_scale_by_adam_struct, moments),
       given.rule(optim_add_decayed_weights_struct, {{"weight_decay", given["adam_weight_decay"]}}),
       given.rule(optim_scale_by_learning_rate_struct,
                  {{"lr", given.has("adam_lr") ? given["adam_lr"] : lr}})});
  Value groups = Value::record(given.state(), {{"muon", matrices}, {"adam", others}});
  return {make_rule(given.state(), optim_partition_struct,
                    {{"transforms", groups}, {"param_labels", labels(given.state(), numbers)}})};
}

constexpr std::string_view coefficients_text =
    "Coefficients of the Newton-Schulz iteration `a x + b (x x*) x + c (x x*)^2 x`: three numbers "
    "for all iterations, a tuple with three numbers for each iteration, `\"standard\"` or "
    "`\"dion\"`.";
constexpr std::string_view steps_text =
    "Number of iterations, > 0. It is not used if `ns_coeffs` has coefficients for each iteration.";
constexpr std::string_view preconditioning_text =
    "Norm that bounds the largest singular value before the iterations: one of `\"frobenius\"`, "
    "`\"spectral\"`, `\"aol\"`, `\"schatten\"`.";
constexpr std::string_view adaptive_text =
    "If true, multiplies each update by its inner product with the first-moment estimate.";
constexpr std::string_view rms_text =
    "If not nil, the factor is this number times the square root of the longer side. If nil, the "
    "factor is the square root of columns / rows, at least 1.";

}  // namespace

extern const Struct optim_scale_by_muon_struct = {
    .name = "optim.scale_by_muon",
    .brief =
        "Muon transformation: orthogonalizes the momentum of matrices by Newton-Schulz iterations.",
    .fields = {field<&Muon::ns_coeffs>("ns_coeffs: any = \"standard\"", coefficients_text),
               field<&Muon::ns_steps>("ns_steps: int = 5", steps_text),
               field<&Muon::beta>("beta: real = 0.95",
                                  "Exponential decay rate of the first-moment estimate."),
               field<&Muon::eps>("eps: real = 1e-8",
                                 "Epsilon in the norm of a matrix, for numerical stability."),
               field<&Muon::mu_dtype>("mu_dtype: dtype = nil", mu_dtype_text),
               field<&Muon::nesterov>("nesterov: bool = true", nesterov_text),
               field<&Muon::adaptive>("adaptive: bool = false", adaptive_text),
               field<&Muon::preconditioning>("preconditioning: \"frobenius\" or \"spectral\" or "
                                             "\"aol\" or \"schatten\" = \"frobenius\"",
                                             preconditioning_text),
               field<&Muon::weight_dimension_numbers>("weight_dimension_numbers: fn(path) = nil",
                                                      dimensions_text)},
    .methods = {init_method<&Muon::init>("Returns the state `(count, mu)`, all 0."),
                update_method<&Muon::update>()},
    .example =
        "let rule = optim.scale_by_muon(ns_coeffs = (1.5, -0.5, 0.0), ns_steps = 9)\n"
        "let p = [[3.0, 0.0], [0.0, 4.0]]\n"
        "round(100.0 * rule.update(p, rule.init(p), p)[0][1])  #> [0, 100]",
    .source = "Jordan, kellerjordan.github.io/posts/muon; optax.contrib.scale_by_muon",
};
const Struct& Muon::record() { return optim_scale_by_muon_struct; }

extern const Struct optim_scale_by_shape_struct = {
    .name = "optim.scale_by_shape",
    .brief =
        "Gradient transformation that scales the updates of matrices by a shape-dependent factor. "
        "Leaves "
        "that are not matrices pass through unchanged.",
    .fields = {field<&ScaleByShape::weight_dimension_numbers>(
                   "weight_dimension_numbers: fn(path) = nil", dimensions_text),
               field<&ScaleByShape::consistent_rms>("consistent_rms: real or nil = nil", rms_text)},
    .methods = {no_state, update_method<&ScaleByShape::update>()},
    .example = "optim.scale_by_shape().update(ones((1, 4)), (), nil)[0]  #> [[2, 2, 2, 2]]",
    .source = "optax.contrib._muon.scale_by_shape",
};
const Struct& ScaleByShape::record() { return optim_scale_by_shape_struct; }

extern const Builtin optim_muon_builtin = {
    .signature =
        "optim.muon(params: tree = nil, lr: real or fn(step) = 0.02, ns_coeffs: any = "
        "\"standard\", ns_steps: int = 5, beta: real = 0.95, eps: real = 1e-8, weight_decay: real "
        "or fn(step) = 0.0, weight_decay_mask: any = nil, mu_dtype: dtype = nil, nesterov: bool = "
        "true, adaptive: bool = false, preconditioning: \"frobenius\" or \"spectral\" or \"aol\" "
        "or \"schatten\" = \"frobenius\", adam_b1: real = 0.9, adam_b2: real = 0.999, "
        "adam_eps_root: real = 0.0, adam_weight_decay: real or fn(step) = 0.0, adam_lr: real or "
        "fn(step) = nil, muon_weight_dimension_numbers: fn(path) = nil, consistent_rms: real or "
        "nil = nil) -> optim.Optimizer",
    .brief = "Muon optimizer: orthogonalized momentum for matrices, AdamW for other leaves.",
    .params =
        {aliases::params,
         aliases::lr,
         {"ns_coeffs", coefficients_text},
         {"ns_steps", steps_text},
         {"beta", "Exponential decay rate of the first-moment estimate of matrices."},
         {"eps",
          "Epsilon in the norm of a matrix, and outside the square root in AdamW, for numerical "
          "stability."},
         {"weight_decay",
          "Decoupled weight decay coefficient for matrices, or a schedule: a function of the step "
          "count. Each update subtracts `lr * weight_decay * param`."},
         {"weight_decay_mask",
          "Matrices to which weight decay applies: a predicate on the path of a leaf, or a tree of "
          "bools. If nil, it applies to all matrices."},
         aliases::mu_dtype,
         aliases::nesterov,
         {"adaptive", adaptive_text},
         {"preconditioning", preconditioning_text},
         {"adam_b1",
          "β1 of AdamW, the exponential decay rate of the first-moment estimate, 0 ≤ adam_b1 < 1."},
         {"adam_b2",
          "β2 of AdamW, the exponential decay rate of the second-moment estimate, 0 ≤ adam_b2 < "
          "1."},
         {"adam_eps_root",
          "Epsilon added inside the square root in AdamW, for numerical stability."},
         {"adam_weight_decay",
          "Decoupled weight decay coefficient of AdamW, or a schedule: a function of the step "
          "count. Each update subtracts `adam_lr * adam_weight_decay * param`."},
         {"adam_lr",
          "Learning rate of AdamW, or a schedule: a function of the step count, which starts at 0. "
          "If nil, `lr`."},
         {"muon_weight_dimension_numbers", dimensions_text},
         {"consistent_rms", rms_text}},
    .returns = aliases::returns,
    .errors = aliases::errors,
    .example =
        "var p = (w = [[1.0, 0.0], [0.0, 1.0]], b = [1.0])\n"
        "var opt = optim.muon(p, 0.5, (1.5, -0.5, 0.0), 9, nesterov = false)\n"
        "opt.update!(&p, (w = [[2.0, 0.0], [0.0, -2.0]], b = [3.0]))\n"
        "(round(100.0 * p.b), round(100.0 * p.w[1]))  #> ([50], [0, 150])",
    .source = "Jordan, kellerjordan.github.io/posts/muon; optax.contrib.muon",
    .call = alias<&muon>,
};

}  // namespace rille
