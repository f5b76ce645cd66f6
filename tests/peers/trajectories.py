"""Optimizers against Optax over 100 steps, schedules and losses."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

import compare
from compare import floats, ints

STEPS = 100
# lr, then the optimizer in a script and in Optax.
OPTIMIZERS = [
    ("optim.sgd(p, lr = 0.01)", optax.sgd(0.01)),
    ("optim.sgd(p, lr = 0.01, momentum = 0.9)", optax.sgd(0.01, momentum=0.9)),
    ("optim.sgd(p, lr = 0.01, momentum = 0.9, nesterov = true)",
     optax.sgd(0.01, momentum=0.9, nesterov=True)),
    ("optim.sgd(p, lr = optim.cosine(0.05, 80))", optax.sgd(optax.cosine_decay_schedule(0.05, 80))),
    ("optim.adam(p, lr = 0.02)", optax.adam(0.02)),
    ("optim.adam(p, lr = 0.02, b1 = 0.8, b2 = 0.95, eps = 1e-6)",
     optax.adam(0.02, b1=0.8, b2=0.95, eps=1e-6)),
    ("optim.adamw(p, lr = 0.02, weight_decay = 0.1)", optax.adamw(0.02, weight_decay=0.1)),
    ("optim.adamw(p, lr = optim.cosine(0.05, 80, floor = 0.01))",
     optax.adamw(optax.cosine_decay_schedule(0.05, 80, alpha=0.2))),
    ("optim.chain(optim.clip_by_global_norm(0.5), optim.adam(p, lr = 0.02))",
     optax.chain(optax.clip_by_global_norm(0.5), optax.adam(0.02))),
    ("optim.chain(optim.clip_by_global_norm(0.2), optim.sgd(p, lr = 0.1, momentum = 0.5))",
     optax.chain(optax.clip_by_global_norm(0.2), optax.sgd(0.1, momentum=0.5))),
]

PRELUDE = f"""
fn loss(p, a, b) = mean((a @ p.w - b) ^ 2) + sum(sin(p.c) ^ 2) * 0.3
fn step(inout opt, inout p, a, b) {{ opt.update!(&p, grad(loss)(p, a, b)) }}
let fast = jit(step)
fn followed(start, p, a, b) {{
  var o = start
  var q = p
  var early = p
  for i in 0..{STEPS} {{
    fast(&o, &q, a, b)
    if i == 9 {{ early = q }}
  }}
  (early, q)
}}
"""


def loss(p, a, b):
    return jnp.mean((a @ p["w"] - b) ** 2) + jnp.sum(jnp.sin(p["c"]) ** 2) * 0.3


def trajectory(optimizer):
    def step(carry, _):
        p, state, a, b = carry
        updates, state = optimizer.update(jax.grad(loss)(p, a, b), state, p)
        p = optax.apply_updates(p, updates)
        return (p, state, a, b), p

    @jax.jit
    def run(w, c, a, b):
        p = {"w": w, "c": c}
        (end, *_), all_p = jax.lax.scan(step, (p, optimizer.init(p), a, b), None, length=STEPS)
        return jax.tree.map(lambda x: x[9], all_p), end

    return run


def follows(text, optimizer):
    expr = "{ let p = (w = x, c = y); followed(" + text + ", p, z, u) }"
    dims = [(3,), (2, 2), (6, 3), (6,)]
    return (expr, trajectory(optimizer), lambda: [floats(dims=d, dtype=np.float64) for d in dims],
            False)


def decay():
    peak, steps, floor = float(floats(0.01, 1, ())), int(compare.rng.integers(1, 200)), 0.004
    theirs = optax.cosine_decay_schedule(peak, steps, alpha=floor / peak)
    return (f"optim.cosine_decay(x, {steps}, {peak!r}, {floor})",
            lambda x: jax.vmap(theirs)(x), [ints(0, 250)], False)


PATHS = {text: follows(text, optimizer) for text, optimizer in OPTIMIZERS}
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
    """In f64: in f32 Adam turns the rounding of a gradient near 0 into whole steps. Step sizes and
    the corrections of Adam's means are f32 here all the same: 1 - b2^t is 1e-3 at first, which
    f32 holds to 6e-5 of it. So 2e-4 of a value, or 2e-5, is allowed."""
    wrong, ran = compare.check(PATHS, draws, rille, PRELUDE, slack=2e7)
    more, others = compare.check(CASES, draws, rille)
    return wrong + more, ran + others
