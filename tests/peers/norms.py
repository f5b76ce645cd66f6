"""Norms and dropout: values, gradients, and updated state, compared with Flax NNX.

WeightNorm and SpectralNorm are compared with those of Flax Linen: NNX overwrites the layer's own
weights with the normalized ones.
"""
import flax.linen as fl
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

import compare
from compare import floats, ints, pick


def flag(on):
    return str(bool(on)).lower()


def shapes():
    size = pick(3, 4, 8)
    return size, pick((5, size), (2, 3, size), (2, 3, 2, size))


def batch_norm():
    size, dims = shapes()
    momentum, epsilon = pick(0.9, 0.99, 0.5), pick(1e-5, 1e-3)
    scale, bias = pick(True, False), pick(True, False)
    masked = pick(False, False, True)
    axis = pick(-1, -1, 1, -2) if len(dims) > 2 else -1
    some = compare.rng.random((*dims[:-1], 1)) < 0.7
    some[0] = True
    some = np.moveaxis(some, -1, axis)
    given = ", where = some" if masked else ""
    expr = (f"{{ var m = nn.train(nn.eval(nn.batch_norm({size}, {momentum}, {epsilon}, "
            f"{flag(scale)}, {flag(bias)}, axis = {axis}))); "
            + ("m.scale = y; " if scale else "") + ("m.bias = z; " if bias else "")
            + f"let some = u > 0.0; let a = m!(x{given}); let b = m!(2.0 * x{given}); "
            "let c = nn.eval(m)(x); (a, b, c, m.mean, m.variance) }")

    def theirs(x, y, z, u):
        m = nnx.BatchNorm(size, momentum=momentum, epsilon=epsilon, use_scale=scale, use_bias=bias,
                          use_fast_variance=False, axis=axis, rngs=nnx.Rngs(0))
        if scale:
            m.scale[...] = y
        if bias:
            m.bias[...] = z
        mask = u > 0.0 if masked else None
        a, b = m(x, mask=mask), m(2.0 * x, mask=mask)
        c = m(x, use_running_average=True)
        return a, b, c, m.mean[...], m.var[...]

    x = np.moveaxis(floats(dims=dims), -1, axis)
    return expr, theirs, [np.ascontiguousarray(x), floats(dims=(size,)), floats(dims=(size,)),
                          some.astype(np.float32)], False


def batch_norm_slope():
    size, dims = shapes()
    expr = (f"nn.BatchNorm(mean = zeros({size}), variance = ones({size}), scale = y, bias = z)(x)")

    def theirs(x, y, z):
        m = nnx.BatchNorm(size, use_fast_variance=False, rngs=nnx.Rngs(0))
        m.scale[...], m.bias[...] = y, z
        return m(x)
    return expr, theirs, [floats(dims=dims), floats(dims=(size,)), floats(dims=(size,))], True


def of_examples(name, theirs_of):
    def made():
        groups = pick(1, 2, 4)
        size = groups * pick(1, 2, 3)
        dims = pick((3, size), (2, 3, size), (2, 3, 2, size))
        if name == "instance_norm" and len(dims) == 2:
            dims = (2, 5, size)
        masked = pick(False, False, True)
        some = np.ones(dims, np.float32)
        some[:, 1:-1] = compare.rng.random(some[:, 1:-1].shape) < 0.7
        masked = masked and len(dims) > 2
        given = ", u > 0.0" if masked else ""
        makes = f"nn.{name}({size}" + (f", {groups}" if name == "group_norm" else "") + ")"
        expr = f"{{ var m = {makes}; m.scale = y; m.bias = z; m(x{given}) }}"

        def theirs(x, y, z, u):
            m = theirs_of(size, groups)
            m.scale[...], m.bias[...] = y, z
            return m(x, mask=u > 0.0 if masked else None)
        return expr, theirs, [floats(dims=dims), floats(dims=(size,)), floats(dims=(size,)),
                              some], False
    return made


def slope_of_group_norm():
    groups = pick(1, 2)
    size = 4 * groups  # two numbers have no derivative except rounding
    dims = pick((3, size), (2, 3, size))

    def theirs(x, y, z):
        m = nnx.GroupNorm(size, groups, use_fast_variance=False, rngs=nnx.Rngs(0))
        m.scale[...], m.bias[...] = y, z
        return m(x)
    return (f'nn.GroupNorm(y, z, "{groups}")(x)', theirs,
            [floats(dims=dims), floats(dims=(size,)), floats(dims=(size,))], True)


def last_axis(name, theirs_of, dtype="float32"):
    """LayerNorm and RMSNorm, with a mask and with half-precision floats."""
    def made():
        size, dims = shapes()
        epsilon = pick(1e-6, 1e-2)
        masked = pick(True, False) and dtype == "float32"
        some = compare.rng.random(dims) < 0.7
        some[..., 0] = True
        given = ", u > 0.0" if masked else ""
        parts = "m.scale = y; " + ("m.bias = z; " if name == "layer_norm" else "")
        expr = f"{{ var m = nn.{name}({size}, {epsilon}); {parts} m(x{given}) }}"

        def theirs(x, y, z, u):
            m = theirs_of(size, epsilon, dtype)
            m.scale[...] = y
            if name == "layer_norm":
                m.bias[...] = z
            return m(x, mask=u > 0.0 if masked else None)
        return expr, theirs, [floats(dims=dims, dtype=dtype), floats(dims=(size,), dtype=dtype),
                              floats(dims=(size,), dtype=dtype), some.astype(dtype)], False
    return made


def weight_norm():
    size, out = pick(2, 3), pick(2, 4)
    kernel = pick((size, out), (3, size, out))
    layer = "nn.Linear(y, z)" if len(kernel) == 2 else 'nn.Conv(y, z)'
    dims = (4, size) if len(kernel) == 2 else (2, 5, size)
    axes = pick(-1, 0, (0, -1))
    shown = f"({axes[0]}, {axes[1]})" if isinstance(axes, tuple) else axes
    expr = f"nn.weight_norm({layer}, axes = {shown})(x)"

    def theirs(x, y, z):
        inner = fl.Dense(out) if len(kernel) == 2 else fl.Conv(out, (3,))
        m = fl.WeightNorm(inner, feature_axes=axes)
        params = m.init(jax.random.key(0), x)["params"]
        return m.apply({"params": params | {"layer_instance": {"kernel": y, "bias": z}}}, x)
    return expr, theirs, [floats(dims=dims), floats(dims=kernel), floats(dims=(out,))], True


def spectral_norm():
    size, out, steps = pick(2, 3), pick(2, 4), pick(1, 3)
    expr = (f"{{ var m = nn.spectral_norm(rng.key(0), nn.Linear(y, z), steps = {steps}); "
            "m.stats = dict(w = (u = u, sigma = ones(()))); let a = m!(x); let b = m!(2.0 * x); "
            "let c = nn.eval(m)(x); concat((a, b, c, broadcast(m.stats[\"w\"].u, a.shape), "
            "broadcast(m.stats[\"w\"].sigma, a.shape))) }")

    def theirs(x, y, z, u):
        m = fl.SpectralNorm(fl.Dense(out), n_steps=steps)
        made = m.init(jax.random.key(0), x, update_stats=False)
        params = {"params": {"layer_instance": {"kernel": y, "bias": z}}}
        stats = jax.tree.map(lambda s: u if s.ndim == 2 else jnp.ones(()), made["batch_stats"])
        outs = []
        for k, update in ((1.0, True), (2.0, True), (1.0, False)):
            got, new = m.apply(params | {"batch_stats": stats}, k * x, update_stats=update,
                               mutable=["batch_stats"])
            stats = new["batch_stats"]
            outs.append(got)
        leaves = {s.ndim: s for s in jax.tree.leaves(stats)}
        return jnp.concatenate((*outs, jnp.broadcast_to(leaves[2], outs[0].shape),
                                jnp.broadcast_to(leaves[0], outs[0].shape)))
    return expr, theirs, [floats(dims=(4, size)), floats(dims=(size, out)), floats(dims=(out,)),
                          floats(dims=(1, out))], False


def spectral_slope():
    size, out = pick(2, 3), pick(2, 4)
    expr = ("{ var m = nn.spectral_norm(rng.key(0), nn.Linear(y, nil)); "
            "m.stats = dict(w = (u = u, sigma = ones(()))); m(x) }")

    def theirs(x, y, u):
        m = nnx.SpectralNorm(nnx.Linear(size, out, use_bias=False, rngs=nnx.Rngs(0)),
                             rngs=nnx.Rngs(0))
        m.layer_instance.kernel[...] = y
        for path in list(m.batch_stats):
            if path[-1] == "u":
                m.batch_stats[path][...] = u
        return m(x)
    given = [floats(dims=(4, size)), floats(dims=(size, out)), floats(dims=(1, out))]
    return expr.replace("u = u", "u = z"), theirs, given, True


def dropout():
    dims = pick((4,), (3, 4), (2, 3, 4))
    rate, seed = pick(0.3, 0.5, 0.9), int(compare.rng.integers(1000))
    shared = pick((), (0,), (-1,))
    text = " ".join(map(str, shared))
    expr = (f'{{ var r = nn.rngs((default = {seed}, dropout = {seed + 1})); r.key!("params"); '
            f'var m = nn.Dropout("{rate}", r.fork!("dropout"), "{text}"); '
            'let a = m!(x); let b = m!(x); concat((a, b, nn.eval(m)(x))) }')

    def theirs(x):
        r = nnx.Rngs(seed, dropout=seed + 1)
        r.params()
        m = nnx.Dropout(rate, broadcast_dims=shared, rngs=r)
        a, b = m(x), m(x)
        return jnp.concatenate((a, b, m(x, deterministic=True)))
    return expr, theirs, [floats(dims=dims)], True


def streams():
    """Keys of named streams, in a random order: their samples have the same bits."""
    seed = int(compare.rng.integers(1 << 20))
    names = [pick("params", "dropout", "noise") for _ in range(4)]
    named = pick((), ("dropout",), ("params", "noise"))
    seeds = "".join(f", {n} = {seed + i + 1}" for i, n in enumerate(named))
    draws = "".join(f'let k{i} = r.key!("{n}"); ' for i, n in enumerate(names))
    rows = ", ".join(f"rng.uniform(k{i}, (3,))" for i in range(4))
    expr = f"{{ var r = nn.rngs((default = {seed}{seeds})); {draws} stack(({rows})) + x }}"

    def theirs(x):
        r = nnx.Rngs(seed, **{n: seed + i + 1 for i, n in enumerate(named)})
        return jnp.stack([jax.random.uniform(getattr(r, n)(), (3,)) for n in names]) + x
    return expr, theirs, [ints(0, 1, (4, 3)).astype(np.float32)], False


LAYERS = {
    "linear": ("nn.linear(&r, 3, 4)", "m.w", lambda r: nnx.Linear(3, 4, rngs=r).kernel),
    "bare": ("nn.linear(&r, 3, 4, bias = false)", "m.w",
             lambda r: nnx.Linear(3, 4, use_bias=False, rngs=r).kernel),
    "conv": ("nn.conv(&r, 2, 4, (3, 3))", "m.w",
             lambda r: nnx.Conv(2, 4, (3, 3), rngs=r).kernel),
    "conv_transpose": ("nn.conv_transpose(&r, 2, 4, 3, bias = false)", "m.w",
                       lambda r: nnx.ConvTranspose(2, 4, 3, use_bias=False, rngs=r).kernel),
    "embed": ("nn.embed(&r, 5, 4)", "m.table", lambda r: nnx.Embed(5, 4, rngs=r).embedding),
    "layer_norm": ("nn.layer_norm(4, key = &r)", "m.scale",
                   lambda r: nnx.LayerNorm(4, rngs=r).scale),
    "rms_norm": ("nn.rms_norm(4, key = &r)", "m.scale", lambda r: nnx.RMSNorm(4, rngs=r).scale),
    "batch_norm": ("nn.batch_norm(4, bias = false, key = &r)", "m.scale",
                   lambda r: nnx.BatchNorm(4, use_bias=False, rngs=r).scale),
    "group_norm": ("nn.group_norm(4, 2, key = &r)", "m.scale",
                   lambda r: nnx.GroupNorm(4, 2, rngs=r).scale),
    "instance_norm": ("nn.instance_norm(4, key = &r)", "m.scale",
                      lambda r: nnx.InstanceNorm(4, rngs=r).scale),
    "spectral_norm": ("{ let l = nn.linear(&r, 3, 4); nn.spectral_norm(&r, l) }", 'm.stats["w"].u',
                      lambda r: next(u for p, u in nnx.SpectralNorm(
                          nnx.Linear(3, 4, rngs=r), rngs=r).batch_stats.items() if p[-1] == "u")),
}


def drawn_model():
    """Weights of several layers, one after another from the same streams."""
    seed = int(compare.rng.integers(1 << 30))
    names = [pick(*LAYERS) for _ in range(4)]
    seeds = pick(f"{seed}", f"(params = {seed})", f"(default = 3, params = {seed})")
    makes = "".join(f"{{ let m = {LAYERS[n][0]}; push(&ws, flatten({LAYERS[n][1]})) }}; "
                    for n in names)
    expr = f"{{ var r = nn.rngs({seeds}); var ws = (x,); {makes} concat(ws) }}"

    def theirs(x):
        r = nnx.Rngs(seed) if seeds[0] != "(" else nnx.Rngs(params=seed)
        parts = [LAYERS[n][2](r)[...].reshape(-1) for n in names]
        return jnp.concatenate((x, *parts))
    return expr, theirs, [floats(dims=(1,))], False


def layer_norm_of(size, epsilon, dtype):
    return nnx.LayerNorm(size, epsilon=epsilon, use_fast_variance=False, param_dtype=dtype,
                         rngs=nnx.Rngs(0))


def rms_norm_of(size, epsilon, dtype):
    return nnx.RMSNorm(size, epsilon=epsilon, param_dtype=dtype, rngs=nnx.Rngs(0))


CASES = {
    "batch_norm": batch_norm, "batch_norm slope": batch_norm_slope,
    "group_norm": of_examples("group_norm", lambda size, groups: nnx.GroupNorm(
        size, groups, use_fast_variance=False, rngs=nnx.Rngs(0))),
    "group_norm slope": slope_of_group_norm,
    "instance_norm": of_examples("instance_norm", lambda size, _: nnx.InstanceNorm(
        size, use_fast_variance=False, rngs=nnx.Rngs(0))),
    "layer_norm": last_axis("layer_norm", layer_norm_of),
    "rms_norm": last_axis("rms_norm", rms_norm_of),
    "weight_norm": weight_norm, "spectral_norm": spectral_norm, "spectral slope": spectral_slope,
    "dropout layer": dropout,
}
HALVES = {f"{name} {dtype}": last_axis(name, of, dtype)
          for name, of in (("layer_norm", layer_norm_of), ("rms_norm", rms_norm_of))
          for dtype in ("bfloat16", "float16")}


def run(draws, rille, _):
    wrong, ran = compare.check(CASES | HALVES, draws, rille)
    exact = {"streams": streams, "model": drawn_model}
    more, others = compare.check(exact, draws, rille, exact=True)
    return wrong + more, ran + others
