"""Optimizers, gradient transformations, and wrappers for params p, in Rille and in Optax."""
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax
from optax import contrib


def by_path(names):
    return lambda params: {k: k in names for k in params}


def mask_text(names):
    return "path => " + " or ".join(f'path == "{name}"' for name in names)


def rule(ours, theirs, lr=0.05):
    """A transformation alone, for gradient descent."""
    return (f"optim.chain({ours}, optim.scale(-{lr}))",
            lambda: optax.chain(theirs(), optax.scale(-lr)))


half = optax.linear_schedule(1.0, 0.5, 40)
HALF = "optim.linear_schedule(1.0, 0.5, 40)"
cosine = optax.cosine_decay_schedule(0.05, 80)
COSINE = "optim.cosine_decay_schedule(0.05, 80)"

# Rille, Optax. `p` are the params.
ALIASES = [
    ("optim.adabelief(p, 1e-2)", lambda: optax.adabelief(1e-2)),
    ("optim.adabelief(p, 1e-2, nesterov = true)", lambda: optax.adabelief(1e-2, nesterov=True)),
    ("optim.adadelta(p, 0.1)", lambda: optax.adadelta(0.1)),
    ("optim.adadelta(p)", lambda: optax.adadelta(1.0)),
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
    ("optim.sgd(p, optim.cosine_decay_schedule(0.05, 80, floor = 0.01))",
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
    rule("optim.scale_by_belief(0.8, eps = 1e-6)", lambda: optax.scale_by_belief(0.8, eps=1e-6)),
    rule("optim.scale_by_factored_rms(min_dim_size_to_factor = 2, decay_rate = 0.7)",
         lambda: optax.scale_by_factored_rms(min_dim_size_to_factor=2, decay_rate=0.7)),
    rule("optim.scale_by_optimistic_gradient(0.9, 0.5)",
         lambda: optax.scale_by_optimistic_gradient(0.9, 0.5)),
    rule("optim.scale_by_polyak(max_lr = 0.1)", lambda: optax.scale_by_polyak(
        max_learning_rate=0.1), 1.0),
    rule("optim.scale_by_rss(0.2)", lambda: optax.scale_by_rss(0.2)),
    rule("optim.scale_by_stddev(0.8, eps = 1e-3)", lambda: optax.scale_by_stddev(0.8, eps=1e-3)),
    rule("optim.normalize()", contrib.normalize),
]
SGD, ADAM = "optim.sgd(lr = 0.05)", "optim.adam(lr = 0.05)"
sgd, adam = optax.sgd(0.05), optax.adam(0.05)
WRAPPERS = [
    (f"optim.chain({ADAM}, optim.scale(0.5), optim.trace(0.5))",
     lambda: optax.chain(adam, optax.scale(0.5), optax.trace(0.5))),
    (f"optim.optimizer(optim.named_chain(dict(clip = optim.clip(0.1), adam = {ADAM})), p)",
     lambda: optax.named_chain(("clip", optax.clip(0.1)), ("adam", adam))),
    (f"optim.optimizer(optim.masked({ADAM}, {mask_text('ac')}), p)",
     lambda: optax.masked(adam, by_path("ac"))),
    (f"optim.freeze_except({ADAM}, (a = true, b = false, c = true, d = false))",
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


class LookaheadState(NamedTuple):
    pair: Any
    slow: Any


def lookahead(*args, **options):
    """Optax's with the fast params only; its params are pairs: here the slow ones are the state."""
    within = optax.lookahead(*args, **options)

    def init(params):
        return LookaheadState(within.init(optax.LookaheadParams(params, params)), params)

    def update(grads, state, params):
        both = optax.LookaheadParams(params, state.slow)
        updates, pair = within.update(grads, state.pair, both)
        return updates.fast, LookaheadState(pair, optax.apply_updates(state.slow, updates.slow))

    return optax.GradientTransformation(init, update)


UPHILL = "optim.chain(optim.normalize_by_update_norm(eps = 0.0), optim.sgd(lr = 0.02))"


def uphill():
    return optax.chain(contrib.normalize(), optax.sgd(0.02))


def dimensions(kind):
    """For the params of the problems: d is a matrix, c is not."""
    return {"a": None, "b": kind(0, 1), "c": None, "d": kind(0, (1, 2))}


DIMENSIONS = ("path => if path == \"b\" { (reduction_axis = 0, output_axis = 1) } "
              "else if path == \"d\" { (reduction_axis = 0, output_axis = (1, -1)) } else { nil }")
# These store numbers in the narrowest dtype of the params, which is imprecise in bf16.
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
    ("optim.optimizer(optim.schedule_free(optim.sgd(lr = 0.05), 0.05, b1 = 0.8), p)",
     lambda: contrib.schedule_free(optax.sgd(0.05), 0.05, b1=0.8)),
    ("optim.schedule_free_sgd(p, 0.05, weight_decay = 0.1)",
     lambda: contrib.schedule_free_sgd(0.05, weight_decay=0.1)),
    ("optim.schedule_free_adamw(p, 1e-2)", lambda: contrib.schedule_free_adamw(1e-2)),
    ("optim.schedule_free_sgd(p, 0.1, warmup_steps = 9)",
     lambda: contrib.schedule_free_sgd(0.1, warmup_steps=9)),
    ("optim.schedule_free_adamw(p, 1e-2, 7, weight_decay = 0.1)",
     lambda: contrib.schedule_free_adamw(1e-2, 7, weight_decay=0.1)),
    ("optim.muon(p, 0.02)", lambda: contrib.muon(0.02)),
    (f"optim.muon(p, 0.02, ns_coeffs = \"dion\", weight_decay = 0.1, weight_decay_mask = "
     f"{mask_text('b')}, nesterov = false, adaptive = true, adam_lr = 0.01, "
     "adam_weight_decay = 0.1)",
     lambda: contrib.muon(0.02, ns_coeffs="dion", weight_decay=0.1, weight_decay_mask=by_path("b"),
                          nesterov=False, adaptive=True, adam_learning_rate=0.01,
                          adam_weight_decay=0.1)),
    (f"optim.muon(p, 0.02, ns_steps = 3, preconditioning = \"spectral\", consistent_rms = 0.2, "
     f"muon_weight_dimension_numbers = {DIMENSIONS})",
     lambda: contrib.muon(0.02, ns_steps=3, preconditioning="spectral", consistent_rms=0.2,
                          muon_weight_dimension_numbers=dimensions(contrib.MuonDimensionNumbers))),
    ("optim.muon(p, 0.02, preconditioning = \"aol\")",
     lambda: contrib.muon(0.02, preconditioning="aol")),
    ("optim.muon(p, 0.02, ns_coeffs = (3.0, -4.0, 1.75), preconditioning = \"schatten\")",
     lambda: contrib.muon(0.02, ns_coeffs=(3.0, -4.0, 1.75), preconditioning="schatten")),
    ("optim.sophia(p, 0.01, gamma = 1.0)",
     lambda: contrib.sophia(0.01, gamma=1.0)),
    ("optim.sophia(p, 0.01, update_interval = 2, clip_threshold = nil, gamma = 1.0, eps = 0.1, "
     "hessian_diagonal_fn = optim.hutchinson_estimator_diag_hessian(rng.key(7)))",
     lambda: contrib.sophia(0.01, update_interval=2, clip_threshold=None, gamma=1.0, eps=0.1,
                            hessian_diagonal_fn=contrib.hutchinson_estimator_diag_hessian(
                                jax.random.PRNGKey(7)))),
    ("optim.cocob(p)", lambda: contrib.cocob()),
    ("optim.cocob(p, 0.5, alpha = 10.0, eps = 0.1, weight_decay = 0.1)",
     lambda: contrib.cocob(0.5, alpha=10.0, eps=0.1, weight_decay=0.1)),
    ("optim.galore(p, 0.01)", lambda: contrib.galore(0.01)),
    (f"optim.galore(p, 0.01, rank = 1, update_proj_gap = 3, scale = 0.5, weight_decay = 0.1, "
     f"base_optimizer = optim.scale(0.7), weight_dimension_numbers = {DIMENSIONS})",
     lambda: contrib.galore(0.01, rank=1, update_proj_gap=3, scale=0.5, weight_decay=0.1,
                            base_optimizer=optax.scale(0.7),
                            weight_dimension_numbers=dimensions(contrib.GaLoreDimensionNumbers))),
    (f"optim.optimizer(optim.mechanize({ADAM}, s_init = 0.1), p)",
     lambda: contrib.mechanize(adam, s_init=0.1)),
    ("optim.optimizer(optim.mechanize(optim.sgd(lr = 1.0), 0.1, s_init = 0.01, num_betas = 3), p)",
     lambda: contrib.mechanize(optax.sgd(1.0), 0.1, s_init=0.01, num_betas=3)),
    (f"optim.optimizer(optim.sam({SGD}, {UPHILL}), p)", lambda: contrib.sam(sgd, uphill())),
    (f"optim.optimizer(optim.sam({ADAM}, {ADAM}, 3, reset_state = false), p)",
     lambda: contrib.sam(adam, adam, 3, reset_state=False)),
    (f"optim.optimizer(optim.sam({SGD}, {UPHILL}, 3, opaque_mode = true), p)",
     lambda: contrib.sam(sgd, uphill(), 3, opaque_mode=True)),
    (f"optim.optimizer(optim.lookahead({ADAM}, 3, 0.5), p)", lambda: lookahead(adam, 3, 0.5)),
    (f"optim.optimizer(optim.lookahead({ADAM}, 4, 0.3, reset_state = true), p)",
     lambda: lookahead(adam, 4, 0.3, reset_state=True)),
    ("optim.chain(optim.reduce_on_plateau(0.5, 2, cooldown = 3, rtol = 0.01), optim.scale(-0.05))",
     lambda: optax.chain(contrib.reduce_on_plateau(0.5, 2, cooldown=3, rtol=0.01),
                         optax.scale(-0.05))),
]
