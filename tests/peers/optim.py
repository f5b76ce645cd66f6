"""Writes trajectories of 100 steps by Optax, as a script for Rille.

usage: tests/peers/optim.py [SEED] > tests/conformance/library_optim.rille
Pinned: optax 0.2, jax 0.10. The tolerance 2e-5 is that of f32 over 100 dependent steps.
"""
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 7
TOLERANCE = 2e-5
STEPS = (1, 10, 100)
draw = np.random.default_rng(SEED)


def numbers(*shape):
    return np.round(draw.normal(size=shape), 3).astype(np.float32)


A, B, W0, C0 = numbers(6, 3), numbers(6), numbers(3), numbers(2, 2)
cosine = optax.cosine_decay_schedule(0.1, 80)
CASES = [
    ("sgd", "optim.sgd(p, lr = 0.01)", optax.sgd(0.01)),
    ("momentum", "optim.sgd(p, lr = 0.01, momentum = 0.9)", optax.sgd(0.01, momentum=0.9)),
    ("nesterov", "optim.sgd(p, lr = 0.01, momentum = 0.9, nesterov = true)",
     optax.sgd(0.01, momentum=0.9, nesterov=True)),
    ("adam", "optim.adam(p, lr = 0.05)", optax.adam(0.05)),
    ("adam_betas", "optim.adam(p, lr = 0.05, b1 = 0.8, b2 = 0.95, eps = 1e-6)",
     optax.adam(0.05, b1=0.8, b2=0.95, eps=1e-6)),
    ("adamw", "optim.adamw(p, lr = 0.05, weight_decay = 0.1)",
     optax.adamw(0.05, weight_decay=0.1)),
    ("cosine", "optim.adamw(p, lr = optim.cosine_decay_schedule(0.1, 80))", optax.adamw(cosine)),
    ("cosine_sgd", "optim.sgd(p, lr = optim.cosine_decay_schedule(0.1, 80))", optax.sgd(cosine)),
    ("clipped", "optim.chain(optim.clip_by_global_norm(0.5), optim.adam(p, lr = 0.05))",
     optax.chain(optax.clip_by_global_norm(0.5), optax.adam(0.05))),
]


def loss(p):
    return jnp.mean((A @ p["w"] - B) ** 2) + jnp.sum(jnp.sin(p["c"]) ** 2) * 0.3


def literal(x):
    if x.ndim == 0:
        return str(np.float32(x))
    return "[" + ", ".join(literal(item) for item in x) + "]"


def trajectory(optimizer):
    p = {"w": jnp.asarray(W0), "c": jnp.asarray(C0)}
    state = optimizer.init(p)
    kept = {}
    for step in range(1, max(STEPS) + 1):
        updates, state = optimizer.update(jax.grad(loss)(p), state, p)
        p = optax.apply_updates(p, updates)
        if step in STEPS:
            kept[step] = p
    return kept


print(f"## Optimizers follow Optax for 100 steps. Written by tests/peers/optim.py {SEED}.")
print(f"let a = {literal(A)}\nlet b = {literal(B)}")
print(f"let p = (w = {literal(W0)}, c = {literal(C0)})")
print("fn loss(p) = mean((a @ p.w - b) ^ 2) + sum(sin(p.c) ^ 2) * 0.3\n")
print("fn step(inout opt, inout p) { opt.update!(&p, grad(loss)(p)) }")
print("""proc run(opt, p, steps) {
  var o = opt
  var q = p
  let fast = jit(step)
  for i in 0..steps { fast(&o, &q) }
  q
}
""")
for name, code, optimizer in CASES:
    print(f'test "{name}" {{')
    for step, p in trajectory(optimizer).items():
        print(f"  let after_{step} = run({code}, p, {step})")
        for field in ("c", "w"):
            print(f"  assert close(after_{step}.{field}, {literal(np.asarray(p[field]))}, "
                  f"rtol = {TOLERANCE}, atol = {TOLERANCE})")
    print("}\n")
