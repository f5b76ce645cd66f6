"""Optimizers, rules and wrappers against Optax: what params are after steps down drawn problems.

Each case takes 200 steps in f64, 20 in f32, 6 in bf16, by gradients of the function. What two
right programs may differ by is Optax's own doing: its params move apart when each gradient, and
the params at the start, are off by an ulp or two of what both keep. SPREAD times the most that
this does, and a few ulps, are allowed.
"""
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import optax
from optax import contrib

import compare
from compare import floats, ints

STEPS = {"float64": 200, "float32": 20, "bfloat16": 6}
ULP = {"float64": 2.0 ** -52, "float32": 2.0 ** -23, "bfloat16": 2.0 ** -8}
SPREAD, PERTURBED = 30, 6


def by_path(names):
    return lambda params: {k: k in names for k in params}


def mask_text(names):
    return "path => " + " or ".join(f'path == "{name}"' for name in names)


def rule(ours, theirs, lr=0.05):
    """A rule alone, down the gradient."""
    return (f"optim.chain({ours}, optim.scale(-{lr}))",
            lambda: optax.chain(theirs(), optax.scale(-lr)))


half = optax.linear_schedule(1.0, 0.5, 40)
HALF = "optim.linear_schedule(1.0, 0.5, 40)"
cosine = optax.cosine_decay_schedule(0.05, 80)
COSINE = "optim.cosine_decay_schedule(0.05, 80)"

# Script, Optax. `p` are the params.
ALIASES = [
    ("optim.adabelief(p, 1e-2)", lambda: optax.adabelief(1e-2)),
    ("optim.adabelief(p, 1e-2, nesterov = true)", lambda: optax.adabelief(1e-2, nesterov=True)),
    ("optim.adadelta(p, 0.1)", lambda: optax.adadelta(0.1)),
    ("optim.adadelta(p)", lambda: optax.adadelta()),
    (f"optim.adadelta(p, 0.1, weight_decay = 0.1, mask = {mask_text('bd')})",
     lambda: optax.adadelta(0.1, weight_decay=0.1, weight_decay_mask=by_path("bd"))),
    ("optim.adafactor(p, 5e-3)", lambda: optax.adafactor(5e-3)),
    ("optim.adafactor(p)", lambda: optax.adafactor()),
    ("optim.adafactor(p, 5e-3, min_dim_size_to_factor = 2, momentum = 0.9, "
     "weight_decay_rate = 1e-3)",
     lambda: optax.adafactor(5e-3, min_dim_size_to_factor=2, momentum=0.9, weight_decay_rate=1e-3)),
    ("optim.adafactor(p, 5e-3, clipping_threshold = nil, multiply_by_parameter_scale = false, "
     "factored = false)", lambda: optax.adafactor(5e-3, clipping_threshold=None, factored=False,
                                                  multiply_by_parameter_scale=False)),
    ("optim.adagrad(p, 1.0)", lambda: optax.adagrad(1.0)),
    ("optim.adam(p, 1e-1)", lambda: optax.adam(1e-1)),
    ("optim.adam(p, 1e-2, eps_root = 1e-6, nesterov = true)",
     lambda: optax.adam(1e-2, eps_root=1e-6, nesterov=True)),
    ("optim.adam(p, 1e-2, mu_dtype = bf16)", lambda: optax.adam(1e-2, mu_dtype=jnp.bfloat16)),
    (f"optim.adam(p, {COSINE}, b1 = 0.8, b2 = 0.95, eps = 1e-6)",
     lambda: optax.adam(cosine, b1=0.8, b2=0.95, eps=1e-6)),
    ("optim.adamax(p, 1e-1)", lambda: optax.adamax(1e-1)),
    ("optim.adamaxw(p, 1e-1)", lambda: optax.adamaxw(1e-1)),
    ("optim.adamw(p, 1e-1)", lambda: optax.adamw(1e-1)),
    (f"optim.adamw(p, 1e-2, weight_decay = {HALF}, mask = {mask_text('ac')})",
     lambda: optax.adamw(1e-2, weight_decay=half, mask=by_path("ac"))),
    ("optim.adan(p, 1e-1)", lambda: optax.adan(1e-1)),
    ("optim.adan(p, 1e-2, weight_decay = 0.1)", lambda: optax.adan(1e-2, weight_decay=0.1)),
    ("optim.amsgrad(p, 1e-1)", lambda: optax.amsgrad(1e-1)),
    ("optim.amsgrad(p, 1e-1, bias_correction_mu = false, bias_correction_nu = false)",
     lambda: optax.amsgrad(1e-1, bias_correction_mu=False, bias_correction_nu=False)),
    ("optim.fromage(p, 5e-3)", lambda: optax.fromage(5e-3)),
    (f"optim.fromage(p, {COSINE})", lambda: optax.fromage(cosine)),
    ("optim.lamb(p, 1e-3)", lambda: optax.lamb(1e-3)),
    ("optim.lamb(p, 1e-3, weight_decay = 0.1)", lambda: optax.lamb(1e-3, weight_decay=0.1)),
    ("optim.lars(p, 1.0)", lambda: optax.lars(1.0)),
    (f"optim.lars(p, 1.0, weight_decay = 0.1, weight_decay_mask = {mask_text('ab')}, "
     f"trust_ratio_mask = (a = true, b = true, c = false, d = true), nesterov = true)",
     lambda: optax.lars(1.0, weight_decay=0.1, weight_decay_mask=by_path("ab"),
                        trust_ratio_mask=by_path("abd"), nesterov=True)),
    ("optim.lbfgs(p)", lambda: optax.lbfgs()),
    ("optim.lbfgs(p, 0.1, memory_size = 3, scale_init_precond = false, linesearch = nil)",
     lambda: optax.lbfgs(0.1, memory_size=3, scale_init_precond=False, linesearch=None)),
    ("optim.lbfgs(p, linesearch = \"backtracking\")",
     lambda: optax.lbfgs(linesearch=optax.scale_by_backtracking_linesearch(20, store_grad=True))),
    ("optim.lion(p, 1e-2, weight_decay = 1e-4)", lambda: optax.lion(1e-2, weight_decay=1e-4)),
    ("optim.nadam(p, 1e-2)", lambda: optax.nadam(1e-2)),
    ("optim.nadamw(p, 1e-2)", lambda: optax.nadamw(1e-2)),
    ("optim.noisy_sgd(p, 1e-3, eta = 1e-4, key = rng.key(3))",
     lambda: optax.noisy_sgd(1e-3, eta=1e-4, key=3)),
    ("optim.novograd(p, 1e-3)", lambda: optax.novograd(1e-3)),
    ("optim.novograd(p, 1e-3, weight_decay = 0.1)",
     lambda: optax.novograd(1e-3, weight_decay=0.1)),
    ("optim.optimistic_adam(p, 2e-3)", lambda: optax.optimistic_adam(2e-3)),
    ("optim.optimistic_adam(p, 2e-3, optimism = 0.01)",
     lambda: optax.optimistic_adam(2e-3, optimism=0.01)),
    ("optim.optimistic_adam_v2(p, 2e-3)", lambda: optax.optimistic_adam_v2(2e-3)),
    ("optim.optimistic_gradient_descent(p, 2e-3, alpha = 0.7, beta = 0.1)",
     lambda: optax.optimistic_gradient_descent(2e-3, alpha=0.7, beta=0.1)),
    ("optim.polyak_sgd(p, 1.0)", lambda: optax.polyak_sgd(1.0)),
    ("optim.polyak_sgd(p, 0.1, f_min = 0.01, eps = 0.1, variant = \"sps+\")",
     lambda: optax.polyak_sgd(0.1, f_min=0.01, eps=0.1, variant="sps+")),
    ("optim.radam(p, 5e-3)", lambda: optax.radam(5e-3)),
    ("optim.radam(p, 5e-3, threshold = 6.5, nesterov = true)",
     lambda: optax.radam(5e-3, threshold=6.5, nesterov=True)),
    ("optim.rmsprop(p, 5e-3)", lambda: optax.rmsprop(5e-3)),
    ("optim.rmsprop(p, 5e-3, momentum = 0.9)", lambda: optax.rmsprop(5e-3, momentum=0.9)),
    ("optim.rmsprop(p, 5e-3, initial_scale = 1.0, eps_in_sqrt = false, bias_correction = true)",
     lambda: optax.rmsprop(5e-3, initial_scale=1.0, eps_in_sqrt=False, bias_correction=True)),
    ("optim.rmsprop(p, 5e-3, eps = 1e-3, centered = true, bias_correction = true)",
     lambda: optax.rmsprop(5e-3, eps=1e-3, centered=True, bias_correction=True)),
    ("optim.rprop(p, 1e-2)", lambda: optax.rprop(1e-2)),
    ("optim.sgd(p, 1e-3, momentum = 0.9)", lambda: optax.sgd(1e-3, momentum=0.9)),
    (f"optim.sgd(p, {COSINE}, momentum = 0.9, nesterov = true, accumulator_dtype = f32)",
     lambda: optax.sgd(cosine, momentum=0.9, nesterov=True, accumulator_dtype=jnp.float32)),
    ("optim.sgd(p, 1e-2)", lambda: optax.sgd(1e-2)),
    ("optim.sgd(p, optim.cosine(0.05, 80, floor = 0.01))",
     lambda: optax.sgd(optax.cosine_decay_schedule(0.05, 80, alpha=0.2))),
    ("optim.sign_sgd(p, 1e-3)", lambda: optax.sign_sgd(1e-3)),
    ("optim.signum(p, 1e-3)", lambda: optax.signum(1e-3)),
    ("optim.sm3(p, 0.1)", lambda: optax.sm3(0.1)),
    ("optim.yogi(p, 1e-1)", lambda: optax.yogi(1e-1)),
]
RULES = [
    rule("optim.identity()", optax.identity),
    rule("optim.set_to_zero()", optax.set_to_zero),
    rule("optim.scale(0.5)", lambda: optax.scale(0.5)),
    rule(f"optim.scale_by_schedule({HALF})", lambda: optax.scale_by_schedule(half)),
    rule("optim.scale_by_learning_rate(0.3, flip_sign = false)",
         lambda: optax.scale_by_learning_rate(0.3, flip_sign=False)),
    rule("optim.stateless((g, p) => tree.map((g, p) => g + 0.1 * p, g, p))",
         lambda: optax.stateless(lambda g, p: jax.tree.map(lambda g, p: g + 0.1 * p, g, p))),
    rule("optim.trace(0.5, nesterov = true)", lambda: optax.trace(0.5, nesterov=True)),
    rule("optim.ema(0.9)", lambda: optax.ema(0.9)),
    rule("optim.ema(0.9, debias = false, accumulator_dtype = f32)",
         lambda: optax.ema(0.9, debias=False, accumulator_dtype=jnp.float32)),
    rule("optim.apply_every(3)", lambda: optax.apply_every(3)),
    rule("optim.clip(0.1)", lambda: optax.clip(0.1)),
    rule("optim.clip_by_block_rms(0.2)", lambda: optax.clip_by_block_rms(0.2)),
    rule("optim.clip_by_global_norm(0.5)", lambda: optax.clip_by_global_norm(0.5)),
    rule("optim.adaptive_grad_clip(0.1)", lambda: optax.adaptive_grad_clip(0.1)),
    rule("optim.centralize()", optax.centralize),
    rule("optim.normalize_by_update_norm(0.3)", lambda: optax.normalize_by_update_norm(0.3)),
    rule("optim.add_decayed_weights(0.1)", lambda: optax.add_decayed_weights(0.1)),
    rule("optim.add_noise(0.01, 0.55, rng.key(5))", lambda: optax.add_noise(0.01, 0.55, 5)),
    rule("optim.zero_nans()", optax.zero_nans),
    (f"optim.chain(optim.scale(-0.05), optim.keep_params_nonnegative())",
     lambda: optax.chain(optax.scale(-0.05), optax.keep_params_nonnegative())),
    rule("optim.scale_by_param_block_norm(0.1)", lambda: optax.scale_by_param_block_norm(0.1)),
    rule("optim.scale_by_param_block_rms(0.1)", lambda: optax.scale_by_param_block_rms(0.1)),
    rule("optim.scale_by_trust_ratio(0.01, 0.5, 0.1)",
         lambda: optax.scale_by_trust_ratio(0.01, 0.5, 0.1)),
    rule("optim.scale_by_distance_over_gradients(0.1)",
         lambda: optax.scale_by_distance_over_gradients(0.1), 1.0),
    rule("optim.scale_by_lion(mode = \"smooth\", smooth_beta = 3.0)",
         lambda: optax.scale_by_lion(mode="smooth", smooth_beta=3.0)),
    rule("optim.scale_by_lion(mode = \"refined\")", lambda: optax.scale_by_lion(mode="refined")),
    rule("optim.scale_by_sm3(0.5, b2 = 0.9)", lambda: optax.scale_by_sm3(0.5, b2=0.9)),
    rule("optim.scale_by_yogi(initial_accumulator_value = 0.1)",
         lambda: optax.scale_by_yogi(initial_accumulator_value=0.1)),
    ("optim.chain(optim.scale(-1.0), optim.scale_by_zoom_linesearch(15, max_lr = 2.0, "
     "curv_rtol = 0.5))", lambda: optax.chain(optax.scale(-1.0), optax.scale_by_zoom_linesearch(
         15, max_learning_rate=2.0, curv_rtol=0.5))),
    ("optim.chain(optim.scale(-1.0), optim.scale_by_backtracking_linesearch(15, rtol = 0.01, "
     "decrease_factor = 0.5))", lambda: optax.chain(
         optax.scale(-1.0), optax.scale_by_backtracking_linesearch(15, rtol=0.01,
                                                                   decrease_factor=0.5))),
    rule("optim.scale_by_novograd(eps_root = 0.1)", lambda: optax.scale_by_novograd(eps_root=0.1)),
]
SGD, ADAM = "optim.sgd(lr = 0.05)", "optim.adam(lr = 0.05)"
sgd, adam = optax.sgd(0.05), optax.adam(0.05)
WRAPPERS = [
    (f"optim.chain({ADAM}, optim.scale(0.5), optim.trace(0.5))",
     lambda: optax.chain(adam, optax.scale(0.5), optax.trace(0.5))),
    (f"optim.optimizer(optim.named_chain(dict(clip = optim.clip(0.1), adam = {ADAM})), p)",
     lambda: optax.named_chain(("clip", optax.clip(0.1)), ("adam", adam))),
    (f"optim.optimizer(optim.masked({ADAM}, {mask_text('ac')}, others = \"pass\"), p)",
     lambda: optax.masked(adam, by_path("ac"))),
    (f"optim.masked({ADAM}, (a = true, b = false, c = true, d = false))",
     lambda: optax.chain(optax.masked(adam, by_path("ac")),
                         optax.masked(optax.set_to_zero(), by_path("bd")))),
    (f"optim.chain(optim.freeze({mask_text('ab')}), {SGD})",
     lambda: optax.chain(optax.masked(optax.set_to_zero(), by_path("ab")), sgd)),
    (f"optim.optimizer(optim.selective_transform({ADAM}, {mask_text('b')}), p)",
     lambda: optax.selective_transform(adam, freeze_mask={k: k == "b" for k in "abcd"})),
    (f"optim.optimizer(optim.partition((x = {ADAM}, y = {SGD}), "
     f"path => if path == \"a\" or path == \"d\" {{ \"x\" }} else {{ \"y\" }}), p)",
     lambda: optax.partition({"x": adam, "y": sgd}, {"a": "x", "b": "y", "c": "y", "d": "x"})),
    (f"optim.optimizer(optim.multi_steps({ADAM}, 3), p)", lambda: optax.MultiSteps(adam, 3)),
    (f"optim.optimizer(optim.multi_steps({SGD}, n => 2 + n // 8, use_grad_mean = false), p)",
     lambda: optax.MultiSteps(sgd, lambda n: 2 + n // 8, use_grad_mean=False)),
    (f"optim.optimizer(optim.multi_steps({ADAM}, 2, should_skip_update_fn = "
     "(g, n, p) => optim.skip_large_updates(g, n, p, 0.5)), p)",
     lambda: optax.MultiSteps(adam, 2, should_skip_update_fn=lambda g, n, p:
                              optax.skip_large_updates(g, n, p, 0.5))),
    (f"optim.optimizer(optim.multi_steps({ADAM}, 2, should_skip_update_fn = "
     "(g, n, p) => optim.skip_not_finite(g)), p)",
     lambda: optax.MultiSteps(adam, 2, should_skip_update_fn=optax.skip_not_finite)),
    (f"optim.chain(optim.stateless((g, p) => tree.map((g, p) => where(g > 0.3, inf, g), g, p)), "
     f"optim.apply_if_finite({ADAM}, 2))",
     lambda: optax.chain(optax.stateless(lambda g, p: jax.tree.map(
         lambda g: jnp.where(g > 0.3, jnp.inf, g), g)), optax.apply_if_finite(adam, 2))),
    (f"optim.chain(optim.conditionally_transform(optim.ema(0.5), n => n % 3 == 1), {SGD})",
     lambda: optax.chain(optax.conditionally_transform(optax.ema(0.5), lambda n: n % 3 == 1), sgd)),
    (f"optim.optimizer(optim.conditionally_mask({ADAM}, n => n % 3 < 2), p)",
     lambda: optax.conditionally_mask(adam, lambda n: n % 3 < 2)),
    (f"optim.optimizer(optim.flatten({ADAM}), p)", lambda: optax.flatten(adam)),
    (f"optim.optimizer(optim.inject(optim.adam(), (lr = {COSINE}, b1 = {HALF}, b2 = 0.9)), p)",
     lambda: optax.inject_hyperparams(optax.adam)(cosine, b1=half, b2=0.9)),
]
# These keep numbers in the narrowest dtype of the params, which for bf16 says little.
CONTRIB = [
    ("optim.ademamix(p, 1e-2)", lambda: contrib.ademamix(1e-2)),
    (f"optim.ademamix(p, 1e-2, b3 = {HALF}, alpha = {HALF}, weight_decay = 0.1)",
     lambda: contrib.ademamix(1e-2, b3=half, alpha=half, weight_decay=0.1)),
    ("optim.simplified_ademamix(p, 1e-3, alpha = 0.5, weight_decay = 0.1)",
     lambda: contrib.simplified_ademamix(1e-3, alpha=0.5, weight_decay=0.1)),
    ("optim.adopt(p, 1e-2)", lambda: contrib.adopt(1e-2)),
    ("optim.adopt(p, 1e-2, b2 = 0.9, nesterov = true, use_clipping = false)",
     lambda: contrib.adopt(1e-2, b2=0.9, nesterov=True, use_clipping=False)),
    ("optim.acprop(p, 1e-2, eps = 1e-3, weight_decay = 0.1)",
     lambda: contrib.acprop(1e-2, eps=1e-3, weight_decay=0.1)),
    ("optim.madgrad(p, 1e-2, weight_decay = 0.1)",
     lambda: contrib.madgrad(1e-2, weight_decay=0.1)),
    ("optim.dog(p, init_value = 1e-2)", lambda: contrib.dog(init_step=("heuristic", 1e-2))),
    ("optim.dog(p, 0.5, init_step = \"learning_rate\", init_value = 0.1, weight_decay = 0.1)",
     lambda: contrib.dog(0.5, init_step=("learning_rate", 0.1), weight_decay=0.1)),
    ("optim.dowg(p, init_estim_sq_dist = 0.1)", lambda: contrib.dowg(init_estim_sq_dist=0.1)),
    ("optim.dadapt_adamw(p, estim_lr0 = 1e-2, weight_decay = 0.1)",
     lambda: contrib.dadapt_adamw(estim_lr0=1e-2, weight_decay=0.1)),
    ("optim.prodigy(p, estim_lr0 = 1e-2, weight_decay = 0.1)",
     lambda: contrib.prodigy(estim_lr0=1e-2, weight_decay=0.1)),
    ("optim.prodigy(p, 0.5, beta3 = 0.9, estim_lr0 = 1e-2, safeguard_warmup = true)",
     lambda: contrib.prodigy(0.5, beta3=0.9, estim_lr0=1e-2, safeguard_warmup=True)),
    ("optim.momo(p, 0.5)", lambda: contrib.momo(0.5)),
    ("optim.momo(p, 0.5, weight_decay = 0.1, adapt_lower_bound = true)",
     lambda: contrib.momo(0.5, weight_decay=0.1, adapt_lower_bound=True)),
    ("optim.momo_adam(p, 0.1)", lambda: contrib.momo_adam(0.1)),
    ("optim.momo_adam(p, 0.1, weight_decay = 0.1, adapt_lower_bound = true)",
     lambda: contrib.momo_adam(0.1, weight_decay=0.1, adapt_lower_bound=True)),
    ("optim.schedule_free_sgd(p, 0.05, weight_decay = 0.1)",
     lambda: contrib.schedule_free_sgd(0.05, weight_decay=0.1)),
    ("optim.schedule_free_adamw(p, 1e-2)", lambda: contrib.schedule_free_adamw(1e-2)),
    ("optim.chain(optim.reduce_on_plateau(0.5, 2, cooldown = 3, rtol = 0.01), optim.scale(-0.05))",
     lambda: optax.chain(contrib.reduce_on_plateau(0.5, 2, cooldown=3, rtol=0.01),
                         optax.scale(-0.05))),
]

# What both keep less exactly than the params, and how much so: f32, bf16.
NARROW = dict.fromkeys(("adafactor", "schedule", "cosine", "inject", "accumulator_dtype = f32",
                        "multi_steps", "distance", "madgrad"), 2.0 ** -23)
NARROW["mu_dtype"] = 2.0 ** -14
# In f32 Optax's 1 - b2^t is near 0 and off by 6e-5 of itself at first; ours is a difference of f64.
CORRECTED = ("adam", "lamb", "belief", "yogi", "amsgrad", "inject", "adem", "acprop", "dadapt",
             "prodigy", "adan", "free")
SHARE = 2.0 ** -18

# They are given the value, too.
VALUED = ("polyak", "plateau", "momo")
# Optax has no scalars there.
LINES = ("sm3", "distance")

PROBLEMS = {
    "parabola": ("mean((p.a - 1.0) ^ 2) + 0.5 * mean((p.b + 0.5) ^ 2) + sum(p.c) ^ 2 "
                 "+ sum(p.d ^ 2)",
                 lambda a, b, c, d, m, t: jnp.mean((a - 1.0) ** 2) + 0.5 * jnp.mean((b + 0.5) ** 2)
                 + jnp.sum(c) ** 2 + jnp.sum(d ** 2)),
    "rosenbrock": ("(1.0 - p.a[0]) ^ 2 + 0.3 * (p.a[1] - p.a[0] ^ 2) ^ 2 + mean(p.b ^ 2) "
                   "+ 0.1 * (sum(p.c) - 2.0) ^ 2 + mean(p.d ^ 4)",
                   lambda a, b, c, d, m, t: (1.0 - a[0]) ** 2 + 0.3 * (a[1] - a[0] ** 2) ** 2
                   + jnp.mean(b ** 2) + 0.1 * (jnp.sum(c) - 2.0) ** 2 + jnp.mean(d ** 4)),
    "squares": ("mean((m @ p.b - t) ^ 2) + mean(sin(p.a) ^ 2) * 0.3 + (sum(p.c) - 0.3) ^ 2 "
                "+ mean(p.d ^ 2)",
                lambda a, b, c, d, m, t: jnp.mean((m @ b - t) ** 2) + jnp.mean(jnp.sin(a) ** 2)
                * 0.3 + (jnp.sum(c) - 0.3) ** 2 + jnp.mean(d ** 2)),
    "logistic": ("mean(log(1.0 + exp(-(m @ p.b) * t))) + 0.1 * sum(p.a ^ 4) + exp(sum(p.c)) "
                 "- sum(p.c) + mean(1.0 - cos(p.d))",
                 lambda a, b, c, d, m, t: jnp.mean(jnp.log(1.0 + jnp.exp(-(m @ b) * t)))
                 + 0.1 * jnp.sum(a ** 4) + jnp.exp(jnp.sum(c)) - jnp.sum(c)
                 + jnp.mean(1.0 - jnp.cos(d))),
    "mixed": ("sum((m @ p.b) ^ 2) * 0.1 + sum(p.a) * sum(p.c) + sum(p.a ^ 2) + sum(p.c) ^ 2 "
              "+ mean(p.d[0] * p.d[1]) + sum(p.d ^ 2)",
              lambda a, b, c, d, m, t: jnp.sum((m @ b) ** 2) * 0.1 + jnp.sum(a) * jnp.sum(c)
              + jnp.sum(a ** 2) + jnp.sum(c) ** 2 + jnp.mean(d[0] * d[1]) + jnp.sum(d ** 2)),
}
PRELUDE = "".join(f"fn {name}(p, m, t) = {text}\n" for name, (text, _) in PROBLEMS.items()) + """
fn followed(start, p, f, m, t, steps) {
  let step = jit((inout o, inout q) => {
    let (value, slope) = value_and_grad(f)(q, m, t)
    o.update!(&q, slope, value = value, value_fn = q => f(q, m, t))
  })
  var o = start
  var q = p
  var early = p
  for i in 0..steps {
    step(&o, &q)
    if i == 4 { early = q }
  }
  (early, q)
}
"""


def spread(paths):
    """The most that a path is off the first one, where both are finite."""
    with np.errstate(invalid="ignore"):
        off = np.abs(paths[1:] - paths[0])
    return off[np.isfinite(off)].max(initial=0)


class Case:
    """One optimizer down one problem in one dtype, from `rows` drawn places."""

    def __init__(self, text, theirs, dtype, rows):
        self.text = self.name = text
        self.theirs, self.dtype, self.rows = theirs, dtype, rows
        # A search ends by comparisons: near the end of a descent these are of noise.
        self.steps = min(STEPS[dtype], 6) if "search" in text or "lbfgs" in text else STEPS[dtype]
        self.problem = compare.pick(*PROBLEMS)
        n, k, c = (int(compare.rng.integers(2, 5)) for _ in range(3))
        one = (1,) if any(x in text for x in LINES) else ()
        shapes = {"a": (n,), "b": (k, c), "c": one, "d": (2, 2, 3), "m": (5, k), "t": (5, c)}
        wide = {name: compare.floats(dims=(rows, *dims), dtype=np.float64)
                for name, dims in shapes.items()}
        kind = getattr(ml_dtypes, dtype, None) or np.dtype(dtype)
        self.arrays = {name: np.asarray(x).astype(kind) for name, x in wide.items()}

    def line(self, number):
        at = f"d.c{number}_"
        params = ", ".join(f"{name} = {at}{name}[i]" for name in "abcd")
        followed = (f"{{ let p = ({params}); followed({self.text}, p, {self.problem}, {at}m[i], "
                    f"{at}t[i], {self.steps}) }}")
        return (f'report(&names, &kept, "r{number}", '
                f"try(() => ({followed} for i in 0..{self.rows})))")

    def ulp(self, more):
        """By how much numbers that are right may differ."""
        sizes = {"": ULP[self.dtype]} | NARROW | more
        return max(size for x, size in sizes.items() if x in self.text)

    def run(self):
        """What Optax's params are early and late, and how far they come apart."""
        loss, ulp = PROBLEMS[self.problem][1], self.ulp({})
        optimizer = self.theirs()

        def shaken(tree, key, size):
            leaves, form = jax.tree.flatten(tree)
            keys = jax.random.split(key, len(leaves))
            wide = jnp.float64 if self.dtype == "float64" else jnp.float32
            off = [(x * (1 + size * jax.random.uniform(k, x.shape, wide, -2, 2))).astype(x.dtype)
                   for x, k in zip(leaves, keys)]
            return jax.tree.unflatten(form, [jnp.where(size == 0, x, y)
                                             for x, y in zip(leaves, off)])

        def path(p, m, t, key, size):
            p = shaken(p, key, size)
            state = optimizer.init(p)

            def step(carry, i):
                p, state = carry
                def value_fn(p):
                    return loss(*p.values(), m, t)

                value, slope = jax.value_and_grad(value_fn)(p)
                slope = shaken(slope, jax.random.fold_in(key, i), size)
                more = {"value": value} if any(x in self.text for x in VALUED) else {}
                if "search" in self.text or "lbfgs" in self.text:
                    more = {"value": value, "grad": slope, "value_fn": value_fn}
                updates, after = optimizer.update(slope, state, p, **more)
                after = jax.tree.map(lambda new, old: new.astype(old.dtype), after, state)
                p = optax.apply_updates(p, updates)
                return (p, after), p

            last, ps = jax.lax.scan(step, (p, state), jnp.arange(self.steps))
            return jax.tree.map(lambda x: x[4], ps), last[0]

        with jax.enable_x64(self.dtype == "float64"):
            p = {name: jnp.asarray(self.arrays[name]) for name in "abcd"}
            m, t = jnp.asarray(self.arrays["m"]), jnp.asarray(self.arrays["t"])
            sizes = jnp.asarray([0.0] + [ulp] * PERTURBED)
            keys = jax.random.split(jax.random.key(1), PERTURBED + 1)
            shaken_paths = jax.vmap(path, (None, None, None, 0, 0))
            rows = jax.jit(jax.vmap(shaken_paths, (0, 0, 0, None, None)))
            both = rows(p, m, t, keys, sizes)
            return compare.flat(jax.tree.map(np.asarray, both))

    def fault(self, mine):
        paths_at = [(f"[{row}]{at}", paths[row]) for at, paths in self.run().items()
                    for row in range(self.rows)]
        for at, paths in paths_at:
            if at not in mine:
                return f"nothing came back for {at}"
            got, all_paths = np.asarray(mine[at]), paths.astype(np.float64)
            if got.dtype != paths.dtype:
                return f"{at} is {got.dtype}, wanted {paths.dtype}"
            want, apart = all_paths[0], spread(all_paths)
            ulp = self.ulp(dict.fromkeys(CORRECTED, SHARE) if self.dtype == "float32" else {})
            got, same = got.astype(np.float64), np.isfinite(want)
            other = ~np.isclose(got, want, equal_nan=True)
            with np.errstate(invalid="ignore"):
                room = np.where(same, SPREAD * apart + 16 * ulp * (1 + np.abs(want)), 0)
                off = np.where(same, np.abs(got - want), other)
            if not np.all(off <= room):
                return (f"{at} is off by {off.max():.3g}, {room.min():.3g} is allowed\n"
                        f"  theirs {want.tolist()}\n  ours   {got.tolist()}")
        return ""


def decay():
    peak, steps, floor = float(floats(0.01, 1, ())), int(compare.rng.integers(1, 200)), 0.004
    theirs = optax.cosine_decay_schedule(peak, steps, alpha=floor / peak)
    return (f"optim.cosine_decay(x, {steps}, {peak!r}, {floor})",
            lambda x: jax.vmap(theirs)(x), [ints(0, 250)], False)


CASES = {
    "optim.cosine_decay": decay,
    "optim.softmax_cross_entropy": (
        "optim.softmax_cross_entropy(x, y)", optax.softmax_cross_entropy_with_integer_labels,
        lambda: [floats(-9, 9, (4, 5)), ints(0, 5, (4,))], True),
    "optim.softmax_cross_entropy shares": (
        "optim.softmax_cross_entropy(x, y)", optax.softmax_cross_entropy,
        lambda: [floats(-9, 9, (4, 5)), jax.nn.softmax(floats(dims=(4, 5)))], True),
}


def run(draws, rille, _):
    rows = -(-draws // len(STEPS))
    wide = [(text, theirs) for text, theirs in ALIASES + RULES + CONTRIB
            if (text, theirs) in CONTRIB or "search" in text or "lbfgs" in text]
    cases = [Case(text, theirs, dtype, rows)
             for text, theirs in ALIASES + RULES + WRAPPERS + CONTRIB
             for dtype in STEPS if dtype != "bfloat16" or (text, theirs) not in wide]
    arrays = {f"c{i}_{name}": x for i, case in enumerate(cases) for name, x in case.arrays.items()}
    got, errors = compare.answers(rille, [case.line(i) for i, case in enumerate(cases)], arrays,
                                  PRELUDE)
    if "run" in errors:
        return [errors["run"]], cases
    wrong = []
    for i, case in enumerate(cases):
        mine = {k.removeprefix(f"r{i}"): x for k, x in got.items() if k.startswith(f"r{i}[")}
        why = errors.get(f"r{i}") or case.fault(mine)
        if why:
            wrong.append(f"{case.text}, {case.problem}, {case.dtype}: {why[:700]}")
    more, others = compare.check(CASES, draws, rille)
    return wrong + more, [case for case in cases for _ in range(rows)] + others
