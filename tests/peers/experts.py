"""Grouped matrix products compared with JAX; mixture-of-experts layers with their definition, in
which each expert runs on every row."""
import jax
import jax.numpy as jnp
import numpy as np

import compare
from compare import floats, pick


def ragged_dot():
    groups, size, out = pick(1, 3, 5), pick(2, 4), pick(1, 3)
    counts = compare.rng.integers(0, 4, (groups,)).astype(np.int32)
    rows = int(counts.sum()) + pick(0, 2)
    rows = max(rows, 1)

    def theirs(x, y, z):
        made = jax.lax.ragged_dot(x, y, z)
        return jnp.where(jnp.arange(rows)[:, None] < z.sum(), made, 0.0)
    return ("nn.ragged_dot(x, y, z)", theirs,
            [floats(dims=(rows, size)), floats(dims=(groups, size, out)), counts], True)


def moe():
    experts, size, hidden, picks = pick(2, 4), pick(3, 5), pick(2, 4), pick(1, 2)
    capacity = pick(None, None, 1.0)
    rows = pick(1, 7)
    limit = int(np.ceil((capacity or 0) * rows * picks / experts))
    kept = f', "{capacity}"' if capacity else ""
    expr = f'nn.Moe(nn.Linear(y), z, 0.5 * z, swap(z, -1, -2), "{picks}"{kept})(x)'

    def theirs(x, y, z):
        chances = jax.nn.softmax(x @ y)
        best, of = jax.lax.top_k(chances, picks)
        parts = best / best.sum(-1, keepdims=True)  # for one expert the derivative is 0 or noise
        out = jnp.zeros_like(x)
        for e in range(experts):
            mine = (of == e)
            if capacity:
                place = jnp.cumsum(mine.reshape(-1)).reshape(mine.shape)
                mine = mine & (place <= limit)
            h = jax.nn.silu(x @ z[e]) * (x @ (0.5 * z[e]))
            out = out + (h @ z[e].T) * (parts * mine).sum(-1, keepdims=True)
        return out
    return expr, theirs, [floats(dims=(rows, size)), floats(dims=(size, experts)),
                          floats(dims=(experts, size, hidden))], True


def balance():
    experts, size, picks = pick(2, 4), 3, pick(1, 2)

    def theirs(x, y):
        chances = jax.nn.softmax(x @ y)
        _, of = jax.lax.top_k(chances, picks)
        taken = jax.nn.one_hot(of, experts).sum((0, 1)) / of.size
        return experts * jnp.sum(taken * chances.mean(0))
    zeros = f"zeros(({experts}, {size}, 2))"
    return (f'nn.Moe(nn.Linear(y), {zeros}, {zeros}, zeros(({experts}, 2, {size})), "{picks}")'
            ".balance(x)", theirs, [floats(dims=(6, size)), floats(dims=(size, experts))], True)


CASES = {"ragged_dot": ragged_dot, "moe": moe, "balance": balance}
run = compare.table(CASES)
