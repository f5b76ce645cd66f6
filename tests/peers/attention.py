"""Attention compared with Flax NNX and JAX: cross-attention, grouped heads, biases, masks, norms,
dropout, the KV cache; weights sampled from the same streams."""
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

import compare
from compare import floats, ints, pick, script


def some_mask(*dims):
    mask = floats(-1, 1, dims)
    mask[..., 0] = 1.0
    return mask


def dot_product():
    heads, groups = pick((2, 2), (4, 2), (3, 1))
    batch, rows, columns, part = pick((2,), (1,)), pick(3, 5), pick(3, 4), pick(2, 4)
    causal, masked, biased = bool(pick(0, 1)), bool(pick(0, 1)), bool(pick(0, 1))
    columns = rows if causal else columns
    scale = pick(None, 0.3)
    more = f", causal = {script(causal)}, scale = {script(scale)}"
    more += ", mask = u > 0.0" if masked else ", bias = u" if biased else ""

    def theirs(x, y, z, u):
        extra = {"mask": u > 0.0} if masked else {"bias": u} if biased else {}
        return jax.nn.dot_product_attention(x, y, z, is_causal=causal, scale=scale, **extra)
    given = [floats(dims=(*batch, rows, heads, part)), floats(dims=(*batch, columns, groups, part)),
             floats(dims=(*batch, columns, groups, part)), some_mask(*batch, heads, rows, columns)]
    if not (masked or biased):
        return (f"nn.dot_product_attention(x, y, z{more}) + 0.0 * sum(u)",
                lambda x, y, z, u: theirs(x, y, z, u) + 0.0 * u.sum(), given, True)
    return f"nn.dot_product_attention(x, y, z{more})", theirs, given, True


def drawn_layer():
    """The text of a constructor and Flax's layer from the same streams."""
    part, heads = pick(4, 5), pick(2, 4)
    size, out, kv_size = pick(5, 8), pick(None, 3), pick(None, 6)
    kv_heads = pick(None, 1, 2)
    bias, norm = bool(pick(0, 1)), bool(pick(0, 1))
    text = (f"size = {size}, heads = {heads}, qkv_size = {part * heads}, out = {script(out)}, "
            f"kv_size = {script(kv_size)}, kv_heads = {script(kv_heads)}, bias = {script(bias)}, "
            f"norm = {script(norm)}")

    def theirs(r, **more):
        m = nnx.MultiHeadAttention(
            heads, size, part * heads, out, kv_heads, kv_size, use_bias=bias, normalize_qk=norm,
            decode=False, rngs=r, **more)
        if norm:  # E[x^2] - E[x]^2 cancels, the mean square of x - E[x] does not
            m.query_ln.use_fast_variance = m.key_ln.use_fast_variance = False
        return m
    return text, theirs, size, kv_size or size, heads


def layer():
    text, theirs_of, size, kv_size, heads = drawn_layer()
    seed = int(compare.rng.integers(1 << 20))
    batch, rows, columns = pick((), (2,)), pick(3, 4), pick(2, 5)
    other = kv_size != size or bool(pick(0, 1))
    columns = columns if other else rows
    masked = bool(pick(0, 1))
    given = ", keys = y, values = z" if other else ""
    given += ", mask = u > 0.0" if masked else ""
    expr = (f"{{ var r = nn.rngs({seed}); let m = nn.attention(&r, {text}); "
            f"m(x{given}) + 0.0 * (sum(y) + sum(z) + sum(u)) }}")

    def theirs(x, y, z, u):
        m = theirs_of(nnx.Rngs(seed))
        got = m(x, y, z, mask=u > 0.0 if masked else None) if other else m(
            x, mask=u > 0.0 if masked else None)
        return got + 0.0 * (y.sum() + z.sum() + u.sum())
    seen = (*batch, columns, kv_size)
    return expr, theirs, [floats(dims=(*batch, rows, size)), floats(dims=seen), floats(dims=seen),
                          some_mask(*batch, heads, rows, columns)], True


def dropout():
    text, theirs_of, size, kv_size, heads = drawn_layer()
    while kv_size != size:
        text, theirs_of, size, kv_size, heads = drawn_layer()
    seed, broadcast = int(compare.rng.integers(1 << 20)), bool(pick(0, 1))
    expr = (f"{{ var r = nn.rngs({seed}); var m = nn.attention(&r, {text}, dropout = 0.4, "
            f"broadcast_dropout = {script(broadcast)}); let a = m!(x); let b = m!(x); "
            "concat((a, b, nn.eval(m)(x))) }")

    def theirs(x):
        m = theirs_of(nnx.Rngs(seed), dropout_rate=0.4, broadcast_dropout=broadcast,
                      deterministic=False)
        a, b = m(x), m(x)
        return jnp.concatenate((a, b, m(x, deterministic=True)))
    return expr, theirs, [floats(dims=(2, 3, size))], True


def decoding():
    text, theirs_of, size, kv_size, _ = drawn_layer()
    while kv_size != size:
        text, theirs_of, size, kv_size, _ = drawn_layer()
    seed, length = int(compare.rng.integers(1 << 20)), pick(3, 5)
    expr = (f"{{ var r = nn.rngs({seed}); var m = nn.attention(&r, {text}); "
            f"m.init_cache!((2,), {length}); "
            f"var outs = (); for i in 0..{length} {{ push(&outs, m!(x[:, i:i + 1])) }}; "
            "concat((...outs, reshape(m.cache_k, (2, -1, 1)) * ones((1, 1, outs[0].shape[2]))), "
            "axis = 1) }")

    def theirs(x):
        m = theirs_of(nnx.Rngs(seed))
        m.init_cache(x.shape)
        outs = [m(x[:, i:i + 1], decode=True) for i in range(length)]
        cache = m.cached_key[...].reshape((2, -1, 1)) * jnp.ones((1, 1, outs[0].shape[2]))
        return jnp.concatenate((*outs, cache), axis=1)
    return expr, theirs, [floats(dims=(2, length, size))], False


def halves():
    """In bf16, the logits and the softmax are computed in f32."""
    causal = bool(pick(0, 1))
    return (f"nn.dot_product_attention(x, y, z, causal = {script(causal)})",
            lambda x, y, z: jax.nn.dot_product_attention(x, y, z, is_causal=causal),
            [floats(dims=(2, 4, 2, 3), dtype="bfloat16") for _ in range(3)], False)


def masks():
    dims = pick((4,), (2, 3))
    kind = pick("causal", "both", "ids")
    if kind == "ids":
        expr = "nn.make_attention_mask(x, y, (a, b) => a == b)"

        def theirs(x, y):
            return nnx.make_attention_mask(x, y, jnp.equal, dtype=jnp.bool_)
    elif kind == "causal":
        expr = "nn.make_causal_mask(x) and nn.make_attention_mask(y, y)"

        def theirs(x, y):
            return nnx.make_causal_mask(x, dtype=jnp.bool_) & nnx.make_attention_mask(
                y, y, dtype=jnp.bool_)
    else:
        expr = "nn.combine_masks(nn.make_causal_mask(x), nil, nn.make_attention_mask(x, y))"

        def theirs(x, y):
            return nnx.combine_masks(nnx.make_causal_mask(x), None,
                                     nnx.make_attention_mask(x, y), dtype=jnp.bool_)
    return expr, theirs, [ints(0, 3, dims), ints(0, 2, dims)], False


def drawn_weights():
    text, theirs_of, _, _, _ = drawn_layer()
    seed = int(compare.rng.integers(1 << 20))
    expr = (f"{{ var r = nn.rngs({seed}); let a = nn.attention(&r, {text}, dropout = 0.1); "
            f"let m = nn.attention(&r, {text}); "
            "concat((flatten(m.q), flatten(m.k), flatten(m.v), flatten(m.out), x, "
            "rng.uniform(a.stream.base, (3,)))) }")

    def theirs(x):
        r = nnx.Rngs(seed)
        first = theirs_of(r, dropout_rate=0.1)
        m = theirs_of(r)
        parts = [w.kernel[...].reshape(-1) for w in (m.query, m.key, m.value, m.out)]
        return jnp.concatenate((*parts, x, jax.random.uniform(first.rngs.key[...], (3,))))
    return expr, theirs, [ints(0, 1, (1,)).astype(np.float32)], False


CASES = {"dot_product_attention": dot_product, "attention": layer, "dropout": dropout,
         "decoding": decoding, "bf16": halves, "masks": masks}


def run(draws, rille, _):
    wrong, ran = compare.check(CASES, draws, rille)
    more, others = compare.check({"initial weights": drawn_weights}, draws, rille, exact=True)
    return wrong + more, ran + others
