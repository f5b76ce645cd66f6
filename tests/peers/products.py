"""Layers with weights over several axes, and of low rank, compared with Flax NNX: values, gradients
by inputs and weights, initial weights to the last bit."""
import jax.numpy as jnp
import numpy as np
from flax import nnx

import compare
from compare import floats, ints, pick, script


def text(numbers):
    return " ".join(map(str, numbers))


def drawn_general():
    """in, out, axes, batch, and the shape of an input."""
    batch = pick((), (), (2,), (2, 3))
    free = pick((), (4,), (3, 2))
    ins = pick((3,), (2, 3), (3, 1, 2))
    outs = pick((2,), (4, 2))
    if pick(0, 1) or not free:
        shape, first = (*batch, *free, *ins), len(batch) + len(free)
    else:
        shape, first = (*batch, *ins, *free), len(batch)
    axes = tuple(range(first, first + len(ins)))
    if pick(0, 1):
        axes = tuple(axis - len(shape) for axis in axes)
    return ins, outs, axes, batch, shape


def linear_general():
    ins, outs, axes, batch, shape = drawn_general()
    expr = f'nn.LinearGeneral(y, z, "{text(axes)}", "{len(batch)}")(x)'

    def theirs(x, y, z):
        m = nnx.LinearGeneral(ins, outs, axis=axes, batch_axis=dict(enumerate(batch)),
                              rngs=nnx.Rngs(0))
        m.kernel[...], m.bias[...] = y, z
        return m(x)
    return expr, theirs, [floats(dims=shape), floats(dims=(*batch, *ins, *outs)),
                          floats(dims=(*batch, *outs))], True


def einsum():
    spec, x, w, b = pick(
        ("nta,hab->nthb", (4, 3, 2), (5, 2, 3), (5, 3)), ("nd,dk->nk", (3, 4), (4, 2), (2,)),
        ("...d,dhk->...hk", (2, 3, 4), (4, 2, 3), (2, 3)), ("bij,jk->bki", (2, 3, 4), (4, 5), (5,)),
        ("...i, ji -> ...j", (2, 2, 3), (4, 3), (4,)))

    def theirs(x, y, z):
        m = nnx.Einsum(spec, w, b, rngs=nnx.Rngs(0))
        m.kernel[...], m.bias[...] = y, z
        return m(x)
    return (f'nn.Einsum("{spec}", y, z)(x)', theirs,
            [floats(dims=x), floats(dims=w), floats(dims=b)], True)


def lora():
    size, rank, out, based = pick(2, 4), pick(1, 2), pick(3, 1), bool(pick(0, 1))
    expr = f"nn.Lora(y, z, {'nn.Linear(u)' if based else 'nil'})(x)"

    def theirs(x, y, z, u):
        base = nnx.Linear(size, out, use_bias=False, rngs=nnx.Rngs(0)) if based else None
        if based:
            base.kernel[...] = u
        m = nnx.LoRA(size, rank, out, base_module=base, rngs=nnx.Rngs(0))
        m.lora_a[...], m.lora_b[...] = y, z
        return m(x) + (0.0 if based else 0.0 * jnp.sum(u))
    if not based:
        expr += " + 0.0 * sum(u)"
    return expr, theirs, [floats(dims=(3, size)), floats(dims=(size, rank)),
                          floats(dims=(rank, out)), floats(dims=(size, out))], True


def merged():
    """Merged weights have the output of the layer."""
    size, rank, out = pick(2, 4), pick(1, 2), pick(3, 1)
    expr = pick("nn.merge_lora(nn.Lora(y, z, nn.Linear(u)))(x)",
                "nn.merge_lora((nn.LoraLinear(u, y, z),))[0](x)",
                "nn.merge_lora(nn.sequential(nn.Lora(y, z)))(x) + x @ u")
    return expr, lambda x, y, z, u: x @ (u + y @ z), [
        floats(dims=(3, size)), floats(dims=(size, rank)), floats(dims=(rank, out)),
        floats(dims=(size, out))], True


def drawn_weights():
    seed, bias = int(compare.rng.integers(1 << 20)), bool(pick(0, 1))
    ins, outs, axes, batch, _ = drawn_general()
    rank = pick(1, 2)
    expr = (f"{{ var r = nn.rngs({seed}); let a = nn.linear_general(&r, {script(ins)}, "
            f"{script(outs)}, {script(axes)}, {script(batch)}, {script(bias)}); "
            f'let b = nn.einsum(&r, "ab,bc->ac", (3, 4){", (4,)" * bias}); '
            f"let c = nn.lora(&r, 3, {rank}, 2); "
            f"let d = nn.lora_linear(&r, 3, 2, {rank}, {script(bias)}); "
            "concat((flatten(a.w), flatten(b.w), flatten(c.lora_a), flatten(d.w), "
            "flatten(d.lora_a), x)) }")

    def theirs(x):
        r = nnx.Rngs(seed)
        a = nnx.LinearGeneral(ins, outs, axis=axes, batch_axis=dict(enumerate(batch)),
                              use_bias=bias, rngs=r)
        b = nnx.Einsum("ab,bc->ac", (3, 4), (4,) if bias else None, rngs=r)
        c = nnx.LoRA(3, rank, 2, rngs=r)
        d = nnx.LoRALinear(3, 2, lora_rank=rank, use_bias=bias, rngs=r)
        parts = (a.kernel, b.kernel, c.lora_a, d.kernel, d.lora.lora_a)
        return jnp.concatenate([*(part[...].reshape(-1) for part in parts), x])
    return expr, theirs, [ints(0, 1, (1,)).astype(np.float32)], False


CASES = {"linear_general": linear_general, "einsum": einsum, "lora": lora, "merged": merged}


def run(draws, rille, _):
    wrong, ran = compare.check(CASES, draws, rille)
    more, others = compare.check({"initial weights": drawn_weights}, draws, rille, exact=True)
    return wrong + more, ran + others
