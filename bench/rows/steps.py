"""Rows of optimizer steps alone, for given gradients."""
import numpy as np

from rows.row import Limit, Python, Rille, Row, ratio

PAIRS = 50  # a matrix and a vector each


def step(name, goals, wide):
    """AdamW with 100 leaves: params, gradients, and moments are read, all except gradients written.
    """
    ours = Rille(
        head="fn step(inout opt, inout p, g) { opt.update!(&p, g) }",
        setup=f"let g = ((v[i], b[i]) for i in 0..{PAIRS})\n"
              f"var p = ((w[i], a[i]) for i in 0..{PAIRS})\n"
              "var opt = optim.adamw(p, lr = 1e-3, weight_decay = 0.01)\nlet f = jit(step)",
        act="f(&opt, &p, g)", result="f(&opt, &p, g)\np[0][0]")
    jax = Python(
        "jax", setup=f"import optax\ng = [(v[i], b[i]) for i in range({PAIRS})]\n"
        f"state = [[(w[i], a[i]) for i in range({PAIRS})]]\n"
        "rule = optax.adamw(1e-3, weight_decay=0.01)\nstate.append(rule.init(state[0]))\n"
        "def change(p, s, g):\n  u, s = rule.update(g, s, p)\n"
        "  return optax.apply_updates(p, u), s\n"
        "fast = jax.jit(change, donate_argnums=(0, 1))\n"
        "def step():\n  state[:] = fast(*state, g)\n  return jax.block_until_ready(state)[0][0][0]",
        act="step()")
    torch = Python(
        "torch", setup=f"p = [x for i in range({PAIRS}) for x in (w[i].clone(), a[i].clone())]\n"
        f"for x, g in zip(p, [y for i in range({PAIRS}) for y in (v[i], b[i])]):\n"
        "  x.requires_grad_()\n  x.grad = g.clone()\n"
        "rule = torch.optim.AdamW(p, 1e-3, weight_decay=0.01, fused=True)\n"
        "def step():\n  rule.step()\n  return p[0].detach()",
        act="step()")

    def drawn(rng):
        return {name: rng.standard_normal((PAIRS, *shape), np.float32) for name, shape in
                (("w", (wide, wide)), ("a", (wide,)), ("v", (wide, wide)), ("b", (wide,)))}
    count = 4 * PAIRS * (wide * wide + wide)
    return Row(name, goals, {"ours": ours, "torch": torch, "jax": jax}, drawn,
               limit=Limit(reads=4 * count, writes=3 * count))


GOALS = (ratio(2, "jax"), ratio(1.3, "torch"))
ROWS = [step("AdamW step on 100 leaves", GOALS, 256),
        step("AdamW step on 100 small leaves", GOALS, 16)]
