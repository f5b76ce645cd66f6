"""Positional encodings, gated units, and adaptive pooling: compared with Flax NNX and PyTorch if
these have them, otherwise with the papers' formulas."""
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


def frequencies():
    """modeling_rope_utils.py of transformers, in float64."""
    part, base = 2 * pick(1, 4, 32), pick(10000.0, 500000.0)
    kind = pick(None, "default", "linear", "llama3")
    factor, low, high, length = pick(2.0, 8.0), 1.0, 4.0, pick(256, 8192)
    more = {None: "nil", "default": '(rope_type = "default",)',
            "linear": f'(type = "linear", factor = {factor})',
            "llama3": f'dict(rope_type = "llama3", factor = {factor}, low_freq_factor = {low}, '
                      f'high_freq_factor = {high}, original_max_position_embeddings = {length})'}

    def theirs():
        speeds = 1.0 / base ** (np.arange(0, part, 2) / part)
        if kind == "linear":
            return (speeds / factor).astype(np.float32)
        if kind != "llama3":
            return speeds.astype(np.float32)
        waves = 2 * np.pi / speeds
        slow = np.where(waves > length / low, speeds / factor, speeds)
        smooth = (length / waves - low) / (high - low)
        mixed = (1 - smooth) * slow / factor + smooth * slow
        between = ~(waves < length / high) & ~(waves > length / low)
        return np.where(between, mixed, slow).astype(np.float32)
    return f"nn.rope_frequencies({part}, {base}, {more[kind]})", theirs, [], False


def rotary_attention():
    """Grouped causal attention of rotated queries and keys, of [B, T, size]."""
    heads, groups, part, time = 4, pick(1, 2, 4), 2 * pick(1, 2), pick(1, 6)
    turning, neighbours = 2 * pick(1, part // 2), bool(pick(0, 1))
    base = pick(100.0, 10000.0)
    speeds = base ** (-np.arange(0, turning, 2) / turning)

    def turned(x):
        angle = jnp.arange(time)[:, None, None] * base ** (-jnp.arange(0, turning, 2) / turning)
        turn = jnp.exp(1j * angle)
        y, rest = x[..., :turning], x[..., turning:]
        if neighbours:
            z = (y[..., ::2] + 1j * y[..., 1::2]) * turn
            return jnp.concatenate((jnp.stack((z.real, z.imag), -1).reshape(y.shape), rest), -1)
        z = (y[..., :turning // 2] + 1j * y[..., turning // 2:]) * turn
        return jnp.concatenate((z.real, z.imag, rest), -1)

    def theirs(x, y, z, u):
        q, k, v = (jnp.einsum("btc,chd->bthd", x, w) for w in (y, z, z))
        mixed = jax.nn.dot_product_attention(turned(q), turned(k), v, is_causal=True)
        return jnp.einsum("bthd,hdc->btc", mixed, u)
    shown = "[" + ", ".join(repr(float(s)) for s in speeds) + "]"
    text = (f"nn.Attention(y, z, z, u, causal = true, rope = {shown}, "
            f"rope_interleaved = {script(neighbours)})(x)")
    return text, theirs, [floats(dims=(2, time, 3)), floats(dims=(3, heads, part)),
                          floats(dims=(3, groups, part)), floats(dims=(heads, part, 3))], True


def alibi():
    heads, rows = pick(1, 4, 6, 12), pick(2, 5)
    columns = rows + pick(0, 3)

    def slopes(n):
        """The paper's code."""
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


CASES = {"rope": rope, "rope_frequencies": frequencies, "rotary_attention": rotary_attention,
         "alibi": alibi, "gated_mlp": gated, "prelu": prelu,
         "adaptive_avg_pool": adaptive("avg"), "adaptive_max_pool": adaptive("max")}
run = compare.table(CASES)
