// optim.make_perturbed_fun: gradient estimates by noise.
#include <numbers>

#include "stdlib/optim/rules/moments.h"
#include "stdlib/rng.h"
#include "stdlib/trace/mapped.h"
#include "vm/call.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {

extern const Struct optim_gumbel_struct;

namespace {

// --- noise ----------------------------------------------------------------------------------

struct NormalDistribution {
  static const Struct& record();

  static Array drawn(const Array& key, const Shape& shape, Dtype dtype) {
    return rng::normal(key, shape, dtype);
  }
  Array sample(const Array& key, const Ints& shape) const {
    return drawn(key, Shape(shape.begin(), shape.end()), Dtype::f32);
  }
  Array log_prob(const Array& x) const { return -0.5 * (x * x); }
};

struct Gumbel {
  static const Struct& record();

  static Array drawn(const Array& key, const Shape& shape, Dtype dtype) {
    return rng::gumbel(key, shape, dtype);
  }
  Array sample(const Array& key, const Ints& shape) const {
    return drawn(key, Shape(shape.begin(), shape.end()), Dtype::f32);
  }
  Array log_prob(const Array& x) const { return -x - exp(-x); }
};

// --- the smoothed function ------------------------------------------------------------------

struct NoiseSampler {
  State& state;
  Value from;  // an instance with `sample` and `log_prob`

  Array sample(const Array& key, const Array& like) const {
    const Struct* ours = struct_of(from);
    if (ours == &NormalDistribution::record())
      return NormalDistribution::drawn(key, like.shape(), like.dtype());
    if (ours == &Gumbel::record()) return Gumbel::drawn(key, like.shape(), like.dtype());
    Values sizes;
    for (Extent size : like.shape()) sizes.emplace_back(size.number());
    Value made = call_method(state, from, "sample", {Value(key), Value::tuple(sizes)})[0];
    return kept_kind(like, made.as_array());
  }
  Array log_prob(const Array& x) const {
    return call_method(state, from, "log_prob", {Value(x)})[0].as_array();
  }
};

// One sample of the mean: f at a perturbed x. The gradient with respect to x is the score-function
// estimate, from the log-density of the perturbed point given x, so f need not be differentiable.
// source: Foerster et al., arXiv 1802.05098, section 3
struct PerturbedSample {
  NoiseSampler noise;
  Value f, x, baseline;  // a nil baseline is not used
  double sigma;

  Value beside(const Array& key) const {
    auto leaves = static_cast<int64_t>(flatten(x).leaves.size());
    Array keys = rng::split(key, {Extent(leaves)});
    int64_t next = 0;
    return map_leaves(x, [&](const Value& leaf) {
      Array at = leaf.as_array();
      Array own = index(keys, {{.form = Subscript::Kind::index, .index = Array(next++)}});
      return Value(stop_gradient(at + sigma * noise.sample(own, at)));
    });
  }

  Value operator()(const Array& key) const {
    Value place = beside(key);
    Array likely;
    each({place, x}, [&](const auto& at) {
      Array part = sum(noise.log_prob((at[0] - at[1]) / sigma));
      likely = likely.is_none() ? part : likely + part;
      return at[0];
    });
    Array box = exp(likely - stop_gradient(likely));
    Value out = call_value(noise.state, f, place);
    auto in_box = [&](const Array& y) { return fit(box, y) * y; };
    if (baseline.is_nil()) return each({out}, [&](const auto& at) { return in_box(at[0]); });
    return each({out, baseline},
                [&](const auto& at) { return in_box(at[0]) + fit(1.0 - box, at[1]) * at[1]; });
  }
};

struct PerturbedFunction {
  int64_t num_samples;
  double sigma;
  bool use_baseline;

  // NOLINTNEXTLINE(readability-function-size): the captures and arguments of the function
  Value operator()(State& state, const Value& f, const Value& noise, const Array& key,
                   const Value& given) const {
    Value x = map_leaves(given, [](const Value& at) { return Value(strong(at.as_array())); });
    auto held = [](const Value& at) { return Value(stop_gradient(at.as_array())); };
    Value baseline = use_baseline ? as_arrays(call_value(state, f, map_leaves(x, held))) : Value();
    FunctionInfo info;
    info.name = "a sample near x";
    info.params = {{.name = "key"}};
    double size = sigma;
    auto run = [&state, size](const Captures& at, const Values& args) -> Values {
      PerturbedSample draw{{state, at[1]}, at[0], at[2], at[3], size};
      return {draw(args[0].as_array())};
    };
    static const char kind = 0;
    Closure closure{.prototype = &kind,
                    .captures = {{"f", f},
                                 {"noise", noise},
                                 {"x", x},
                                 {"baseline", baseline},
                                 {"settings", Value(str(sigma))}}};
    Function one = make_native(state, std::move(info), run, std::move(closure));
    Array keys = rng::split(key, {Extent(num_samples)});
    Value all = mapped_over_rows(one, {Value(keys)}).at(0);
    return each({all}, [](const auto& at) { return mean(at[0], Ints{0}); });
  }

  static Value as_arrays(const Value& made) {
    return map_leaves(made, [](const Value& at) { return Value(strong(inexact(at.as_array()))); });
  }
};

// NOLINTNEXTLINE(readability-function-size): the builtin's parameters
Function make_perturbed_fun(State& state, const Value& fun, int64_t num_samples, double sigma,
                            const Value& noise, bool use_baseline) {
  if (num_samples < 1) {
    throw labelled(Error(Code::value, str("optim.make_perturbed_fun: `num_samples` is ",
                                          num_samples, ", expected at least 1")),
                   "num_samples");
  }
  Value source = noise.is_nil() ? make_instance(state, Gumbel{}) : noise;
  if (!has_method(state, source, "sample") || !has_method(state, source, "log_prob")) {
    throw labelled(
        Error(Code::type, str("optim.make_perturbed_fun: `noise` is ", kind_text(source),
                              ", expected an object with the methods `sample` and `log_prob`")),
        "noise");
  }
  FunctionInfo info;
  info.name = "a perturbed function";
  info.params = {{.name = "key", .is_inout = true, .draws = true}, {.name = "x"}};
  PerturbedFunction settings{num_samples, sigma, use_baseline};
  auto run = [&state, settings](const Captures& at, const Values& args) -> Values {
    if (!args[0].is_leaf()) {
      throw Error(Code::type, str("the first argument of a perturbed function is ",
                                  kind_text(args[0]), ", expected a key"));
    }
    rng::need_one(args[0].as_array());
    return {settings(state, at[0], at[1], args[0].as_array(), args[1])};
  };
  static const char kind = 0;
  Closure closure{
      .prototype = &kind,
      .captures = {{"fun", fun},
                   {"noise", source},
                   {"settings", Value(str(num_samples, " ", sigma, " ", use_baseline))}}};
  return make_native(state, std::move(info), run, std::move(closure));
}

// --- the normal distribution of a log scale -------------------------------------------------

struct MultiNormal {
  static const Struct& record();
  Array loc, log_scale;

  Array sample(const Ints& shape, const Array& key) const {
    Array scale = exp(inexact(log_scale)), like = inexact(loc) + scale;
    Shape all(shape.begin(), shape.end());
    all.insert(all.end(), like.shape().begin(), like.shape().end());
    Dtype dtype = like.is_weak() ? Dtype::f32 : like.dtype();
    return rng::normal(key, all, dtype) * scale + loc;
  }
  // Summed over the axes of loc and log_scale.
  Array log_prob(const Array& x) const {
    Array scale = exp(inexact(log_scale)), off = (x - loc) / scale;
    Array each_one = -0.5 * (log(2.0 * std::numbers::pi * (scale * scale)) + off * off);
    Ints axes;
    for (int64_t i = 1; i <= (inexact(loc) + scale).rank(); ++i) axes.push_back(-i);
    return axes.empty() ? each_one : sum(each_one, axes);
  }
};

}  // namespace

extern const Struct optim_normal_struct = {
    .name = "optim.Normal",
    .brief = "Standard normal distribution as noise: mean 0, variance 1.",
    .fields = {},
    .methods = {method<&NormalDistribution::sample>(
                    "sample(key: key, shape: int or (int, ...) = ()) -> "
                    "float[...]",
                    "Returns samples, f32."),
                method<&NormalDistribution::log_prob>(
                    "log_prob(x: float[...]) -> float[...]",
                    "Returns the log-density, up to a constant.")},
    .example = "optim.Normal().log_prob([0.0, 2.0])  #> [-0, -2]",
    .source = "optax.perturbations.Normal",
};
const Struct& NormalDistribution::record() { return optim_normal_struct; }

extern const Struct optim_gumbel_struct = {
    .name = "optim.Gumbel",
    .brief =
        "Gumbel distribution as noise. The argmax of scores with this noise is distributed as "
        "their softmax.",
    .fields = {},
    .methods = {method<&Gumbel::sample>("sample(key: key, shape: int or (int, ...) = ()) -> "
                                        "float[...]",
                                        "Returns samples, f32."),
                method<&Gumbel::log_prob>("log_prob(x: float[...]) -> float[...]",
                                          "Returns the log-density.")},
    .example = "optim.Gumbel().log_prob([0.0])  #> [-1]",
    .source = "optax.perturbations.Gumbel",
};
const Struct& Gumbel::record() { return optim_gumbel_struct; }

extern const Struct optim_multi_normal_struct = {
    .name = "optim.multi_normal",
    .brief = "Independent normal distributions, by means and log standard deviations.",
    .fields = {field<&MultiNormal::loc>("loc: float[...]", "Means."),
               field<&MultiNormal::log_scale>("log_scale: float[...]",
                                              "Logarithms of the standard deviations.")},
    .methods = {method<&MultiNormal::sample>(
                    "sample(shape: int or (int, ...), key: key) -> float[...]",
                    "Returns samples. The result has the shape `shape`, followed by the shape of "
                    "the parameters."),
                method<&MultiNormal::log_prob>("log_prob(x: float[...]) -> float[...]",
                                               "Returns the log-density of each sample.")},
    .example = "round(1000.0 * optim.multi_normal([0.0], [0.0]).log_prob([0.0]))  #> -919",
    .source = "optax.multi_normal",
};
const Struct& MultiNormal::record() { return optim_multi_normal_struct; }

extern const Builtin optim_make_perturbed_fun_builtin = {
    .signature =
        "optim.make_perturbed_fun(fun: fn(x), num_samples: int = 1000, sigma: real = 0.1, noise: "
        "any = nil, use_baseline: bool = true) -> fn",
    .brief =
        "Creates a smoothed version of a function: its mean over noise around the argument. The "
        "smoothed function has gradients even if the function has none.",
    .params = {{"fun",
                "Function of a tree of floats that returns such a tree. Only its values are used, "
                "no gradients."},
               {"num_samples", "Number of samples in the mean, > 0."},
               {"sigma", "Scale of the noise."},
               {"noise",
                "Distribution of the noise: `optim.Normal()`, or an object with the methods "
                "`sample(key, shape)` and `log_prob(x)`. If nil, `optim.Gumbel()` is used."},
               {"use_baseline",
                "If true, values are measured relative to `fun` at the argument, which reduces the "
                "variance of the gradients."}},
    .returns =
        "a function of a key and of the argument of `fun`; its derivatives, of any order, are "
        "estimates",
    .errors =
        "error[value] if `num_samples` is below 1; error[type] if `noise` does not have these "
        "methods",
    .example =
        "let f = optim.make_perturbed_fun(x => sum(sign(x)), 100, 0.5, optim.Normal())\n"
        "f(rng.key(0), [9.0, 9.0])  #> 2",
    .source =
        "Berthet et al., arXiv 2002.08676; Foerster et al., arXiv 1802.05098; "
        "optax.perturbations.make_perturbed_fun",
    .call = bind<&make_perturbed_fun>,
};

}  // namespace rille
