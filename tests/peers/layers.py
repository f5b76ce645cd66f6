"""Layers, activations, and initial weights compared with Flax and JAX."""
import flax.linen as fl
import jax
import jax.numpy as jnp
import numpy as np

import compare
from compare import floats, ints, pick

init = jax.nn.initializers


def unary(name, theirs, low=-4.0, high=4.0):
    return (f"{name}(x)", theirs, lambda: [floats(low, high)], True)


def subs(seed, count):
    """The key halves that `count` samples from a variable use, one after the other."""
    key, out = jax.random.key(seed), []
    for _ in range(count):
        key, sub = jax.random.split(key)
        out.append(sub)
    return out


def weights(name, theirs):
    """x is added, so that there is an argument."""
    return (f"nn.{name}(rng.key(5), (2, 4, 3)) + x",
            lambda x: theirs(jax.random.key(5), (2, 4, 3), jnp.float32) + x,
            lambda: [floats(dims=(2, 4, 3))], False)


def unary_with(name, **given):
    text = "".join(f", {key} = {value!r}" for key, value in given.items())
    return (f"nn.{name}(x{text})", lambda x: getattr(jax.nn, name)(x, **given),
            lambda: [floats(-4, 4)], True)


def glu():
    dims = pick((4,), (2, 6), (4, 3, 2))
    axis = 0 if len(dims) == 3 else -1
    return f"nn.glu(x, {axis})", lambda x: jax.nn.glu(x, axis), [floats(dims=dims)], True


def standardize():
    dims, axis = pick((2, 3), (2, 4, 3)), pick(-1, 0, (0, 1))
    some = np.ones(dims, bool) if pick(0, 1) else compare.rng.random(dims) < 0.8
    some[0, 0] = some[..., 0] = some[0] = True
    shown = f"({axis[0]}, {axis[1]})" if isinstance(axis, tuple) else axis
    return (f"nn.standardize(x, {shown}, eps = 0.1, where = y)",
            lambda x, y: jax.nn.standardize(x, axis, epsilon=0.1, where=y, algorithm="stable"),
            [floats(dims=dims), some], True)


def logmeanexp():
    dims, axis, keep = pick((2, 3), (2, 4, 3)), pick(None, -1, 0), bool(pick(0, 1))
    some = compare.rng.random(dims) < 0.7
    some[0] = some[..., 0] = True
    shown = "nil" if axis is None else axis
    return (f"nn.logmeanexp(x, {shown}, {str(keep).lower()}, y)",
            lambda x, y: jax.nn.logmeanexp(x, axis=axis, keepdims=keep, where=y),
            [floats(-9, 9, dims), some], True)


def drawn_weights(name, dtype):
    """Weights of a random shape; x, 0 of that shape and dtype, is added to have an argument."""
    name, _, which = name.partition(" ")

    def made():
        dims = pick((3, 4), (2, 3, 5), (4, 2, 2, 6))
        seed, text, given = int(compare.rng.integers(1 << 30)), "", {}
        if name == "variance_scaling":
            scale, mode = pick(1.0, 0.3), pick("fan_in", "fan_out", "fan_avg", "fan_geo_avg")
            way = pick("normal", "truncated_normal") if which else "uniform"
            axes = pick({}, {"in_axis": 0, "out_axis": -1}, {"in_axis": (0, 1), "out_axis": -1},
                        {"batch_axis": 0} if len(dims) > 2 else {})
            if len(dims) == 2 and axes.get("in_axis") == (0, 1):
                axes = {}
            text = f', {scale}, "{mode}", "{way}"' + "".join(
                f", {key} = {value}" for key, value in axes.items())
            given = {"scale": scale, "mode": mode, "distribution": way, **axes}
        elif name in ("uniform", "normal", "truncated_normal"):
            size = pick(0.01, 0.7)
            text, given = f", {size}", {"scale" if name == "uniform" else "stddev": size}
        elif name.endswith("orthogonal"):
            scale = pick(1.0, 0.5)
            text, given = f", {scale}", {"scale": scale}
            if name == "delta_orthogonal":
                dims = pick((3, 2, 4), (2, 3, 3, 3))
            else:
                axis = pick(-1, 0)
                text, given = text + f", {axis}", given | {"column_axis": axis}
        short = {"float32": "f32", "float16": "f16", "bfloat16": "bf16"}[dtype]
        theirs = getattr(init, name)(**given)
        return (f"nn.{name}(rng.key({seed}), {dims}{text}, dtype = {short}) + x",
                lambda x: theirs(jax.random.key(seed), dims, x.dtype) + x,
                [floats(0, 0, dims, dtype)], False)
    return made


def linear(x):
    return x @ init.lecun_normal()(jax.random.key(3), (4, 5), jnp.float32)


def mlp(x):
    sizes = (4, 8, 6, 2)
    for i, sub in enumerate(subs(3, 3)):
        x = x @ init.lecun_normal()(sub, (sizes[i], sizes[i + 1]), jnp.float32)
        x = jax.nn.relu(x) if i < 2 else x
    return x


def layer_norm(x):
    params = {"scale": jnp.ones(6), "bias": jnp.zeros(6)}
    # Flax's default, E[x^2] - E[x]^2, loses up to 20 units of the gradient where Rille loses one.
    return fl.LayerNorm(use_fast_variance=False).apply({"params": params}, x)


def rms_norm(x):
    return fl.RMSNorm().apply({"params": {"scale": jnp.ones(6)}}, x)


def embed(ids):
    table = fl.Embed(10, 6).embedding_init(jax.random.key(4), (10, 6), jnp.float32)
    return table[ids]


def dropout(x):
    kept = jax.random.bernoulli(jax.random.key(1), 0.7, x.shape)
    return jnp.where(kept, x / 0.7, 0.0)


def attention(causal):
    def run(x):
        shapes = [(8, 2, 4)] * 3 + [(2, 4, 8)]
        drawn = [init.lecun_normal()(sub, (8, 8), jnp.float32).reshape(dims)
                 for sub, dims in zip(subs(6, 4), shapes)]
        names = ("query", "key", "value", "out")
        params = {name: {"kernel": w} for name, w in zip(names, drawn)}
        layer = fl.MultiHeadDotProductAttention(num_heads=2, use_bias=False)
        mask = fl.make_causal_mask(jnp.ones((3, 5))) if causal else None
        return layer.apply({"params": params}, x, mask=mask)
    return run


CASES = {
    "gelu": unary("nn.gelu", jax.nn.gelu),
    "gelu_exact": ("nn.gelu(x, exact = true)", lambda x: jax.nn.gelu(x, approximate=False),
        lambda: [floats()], True),
    "relu": unary("nn.relu", jax.nn.relu), "sigmoid": unary("nn.sigmoid", jax.nn.sigmoid),
    "softmax": unary("nn.softmax", jax.nn.softmax),
    "log_softmax": unary("nn.log_softmax", jax.nn.log_softmax),
    "silu": unary("nn.silu", jax.nn.silu), "softplus": unary("nn.softplus", jax.nn.softplus),
    "leaky_relu": unary("nn.leaky_relu", jax.nn.leaky_relu), "elu": unary("nn.elu", jax.nn.elu),
    **{name: unary(f"nn.{name}", getattr(jax.nn, name)) for name in (
        "hard_sigmoid", "hard_silu", "hard_tanh", "log_sigmoid", "mish", "relu6", "selu",
        "soft_sign", "sparse_plus", "sparse_sigmoid")},
    "relu6 far": unary("nn.relu6", jax.nn.relu6, -9, 9),
    "celu": lambda: unary_with("celu", alpha=pick(1.0, 0.3, 2.0)),
    "squareplus": lambda: unary_with("squareplus", b=pick(4.0, 0.5)),
    "glu": glu, "standardize": standardize, "logmeanexp": logmeanexp,
    "one_hot": ("nn.one_hot(x, 5)", lambda x: jax.nn.one_hot(x, 5), lambda: [ints(0, 5)], False),
    "lecun_normal": weights("lecun_normal", init.lecun_normal()),
    "lecun_uniform": weights("lecun_uniform", init.lecun_uniform()),
    "he_normal": weights("he_normal", init.he_normal()),
    "he_uniform": weights("he_uniform", init.he_uniform()),
    "glorot_normal": weights("glorot_normal", init.glorot_normal()),
    "glorot_uniform": weights("glorot_uniform", init.glorot_uniform()),
    "linear": ("nn.linear(rng.key(3), 4, 5)(x)", linear, lambda: [floats(dims=(3, 4))], True),
    "mlp": ("nn.mlp(rng.key(3), (4, 8, 6, 2))(x)", mlp, lambda: [floats(dims=(3, 4))], True),
    "layer_norm": ("nn.layer_norm(6)(x)", layer_norm, lambda: [floats(dims=(2, 3, 6))], True),
    "rms_norm": ("nn.rms_norm(6)(x)", rms_norm, lambda: [floats(dims=(2, 3, 6))], True),
    "embed": ("nn.embed(rng.key(4), 10, 6)(x)", embed, lambda: [ints(0, 10, (2, 3))], False),
    "dropout": ("dropout(rng.key(1), x, rate = 0.3)", dropout, lambda: [floats()], True),
    "attention": ("nn.attention(rng.key(6), 8, heads = 2)(x)", attention(False),
        lambda: [floats(dims=(3, 5, 8))], True),
    "attention_causal": ("nn.attention(rng.key(6), 8, heads = 2, causal = true)(x)",
        attention(True), lambda: [floats(dims=(3, 5, 8))], True),
}

# Uniform samples are equal in every bit.
SCALED = {f"{name} {dtype}": drawn_weights(name, dtype) for name in (
    "lecun_uniform", "he_uniform", "glorot_uniform", "variance_scaling", "uniform")
    for dtype in ("float32", "float16", "bfloat16")}
NEAR = {name: drawn_weights(name, "float32") for name in (
    "variance_scaling of normals", "normal", "truncated_normal", "orthogonal",
    "delta_orthogonal")}


def run(draws, rille, _):
    wrong, ran = compare.check(CASES | NEAR, draws, rille)
    more, others = compare.check(SCALED, draws, rille, exact=True)
    return wrong + more, ran + others
