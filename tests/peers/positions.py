"""Positions, gates and pools to a given size: against Flax NNX and PyTorch where these have them,
else against the papers' formulas."""
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

import compare
from compare import floats, ints, pick, script


def rope():
    """Eq. 34 of arXiv 2104.09864 as products of complex numbers."""
    batch, time, part = pick((), (2,)), pick(1, 5), pick(2, 6)
    base, neighbours, told = pick(10000.0, 500.0), bool(pick(0, 1)), bool(pick(0, 1))
    at = ", positions = y" if told else ""

    def theirs(x, y):
        places = y if told else jnp.arange(time)
        speeds = base ** (-jnp.arange(0, part, 2) / part)
        turn = jnp.exp(1j * (places[..., None, None] * speeds))
        if neighbours:
            z = (x[..., ::2] + 1j * x[..., 1::2]) * turn
            return jnp.stack((z.real, z.imag), -1).reshape(x.shape)
        z = (x[..., :part // 2] + 1j * x[..., part // 2:]) * turn
        return jnp.concatenate((z.real, z.imag), -1)
    return (f"nn.rope(x{at}, base = {base}, interleaved = {script(neighbours)})", theirs,
            [floats(dims=(*batch, time, 2, part)), ints(0, 50, (time,))], True)


def alibi():
    heads, rows = pick(1, 4, 6, 12), pick(2, 5)
    columns = rows + pick(0, 3)

    def slopes(n):
        """As the paper's code has it."""
        if n & (n - 1) == 0:
            first = 2.0 ** (-8.0 / n)
            return [first ** (i + 1) for i in range(n)]
        low = 1 << (n.bit_length() - 1)
        return slopes(low) + slopes(2 * low)[0::2][:n - low]

    def theirs(x):
        distance = jnp.abs(jnp.arange(columns)[None] - (jnp.arange(rows) + columns - rows)[:, None])
        return x - jnp.asarray(slopes(heads), jnp.float32)[:, None, None] * distance
    return (f"nn.alibi({heads}, {rows}, {columns}) + x", theirs,
            [floats(dims=(heads, rows, columns))], False)


def gated():
    size, hidden = pick(2, 4), pick(3, 5)
    name, act = pick(("nil", jax.nn.silu), ("nn.gelu", jax.nn.gelu), ("sigmoid", jax.nn.sigmoid))
    seed = int(compare.rng.integers(1 << 20))
    expr = f"{{ var r = nn.rngs({seed}); nn.gated_mlp(&r, {size}, {hidden}, {name})(x) }}"

    def theirs(x):
        r = nnx.Rngs(seed)
        gate = nnx.Linear(size, hidden, use_bias=False, rngs=r)
        up = nnx.Linear(size, hidden, use_bias=False, rngs=r)
        down = nnx.Linear(hidden, size, use_bias=False, rngs=r)
        return down(act(gate(x)) * up(x))
    return expr, theirs, [floats(dims=(3, size))], True


def prelu():
    def theirs(x, y):
        m = nnx.PReLU()
        m.negative_slope[...] = y
        return m(x)
    return "nn.Prelu(y)(x)", theirs, [floats(dims=(3, 4)), floats(dims=())], True


def adaptive(name):
    def made():
        import torch
        places = pick((5,), (7, 6), (8,), (4, 3, 5))
        size = tuple(pick(1, 2, 3, 4) for _ in places)
        size = size if pick(0, 1) else size[:1]
        pool = getattr(torch.nn.functional, f"adaptive_{name}_pool{len(places)}d")
        order = (0, len(places) + 1, *range(1, len(places) + 1))
        wanted = size if len(size) == len(places) else size * len(places)

        def theirs(x):
            y = torch.from_numpy(np.array(x).transpose(order))
            back = (0, *range(2, len(places) + 2), 1)
            return jnp.asarray(pool(y, wanted).numpy().transpose(back))
        shown = script(size) if len(size) > 1 else size[0]
        return (f"nn.adaptive_{name}_pool(x, {shown})", theirs,
                [floats(dims=(2, *places, 3))], False)
    return made


CASES = {"rope": rope, "alibi": alibi, "gated_mlp": gated, "prelu": prelu,
         "adaptive_avg_pool": adaptive("avg"), "adaptive_max_pool": adaptive("max")}
run = compare.table(CASES)
