"""Common functions of NumPy compared with jax.numpy: values, and gradients where JAX has them."""
import jax
import jax.numpy as jnp
import numpy as np

import compare
from compare import floats, ints, pick, shape


def apart(dims=None, low=-4.0, high=4.0):
    """Well separated floats."""
    dims = shape() if dims is None else dims
    count = int(np.prod(dims))
    steps = compare.rng.permutation(count) + compare.rng.random(count) * 0.5
    return np.asarray(low + (high - low) * steps / max(count, 1)).astype(np.float32).reshape(dims)


def masked(name, theirs, grad=True, **more):
    """A reduction with and without `where`, over random axes."""
    def make():
        dims = pick((2, 3), (4, 2), (2, 2, 3))
        axis, keep = pick(0, 1, -1, (0, 1)), bool(pick(0, 1))
        ours = f"({', '.join(map(str, axis))})" if isinstance(axis, tuple) else axis
        x = apart(dims)
        mask = compare.rng.random(dims) < 0.7
        # Each row has a selected element: of none `max` yields NaN, and JAX its `initial`.
        mask[0] = mask[:, 0] = mask[..., 0] = True
        expr = f"{name}(x, axis = {ours}, keep = {str(keep).lower()}, where = y)"
        if name == "var":
            expr = "x." + expr.replace("x, ", "", 1)
        return (expr, lambda x, y: theirs(x, axis=axis, keepdims=keep, where=y, **more), [x, mask],
                grad)
    return make


def quantile():
    dims = pick((5,), (2, 3), (4, 2), (2, 2, 3))
    axis = pick(None, 0, -1)
    method = pick("linear", "lower", "higher", "midpoint", "nearest")
    q = compare.rng.random(pick((), (2,), (3,))).astype(np.float32)
    ours = "nil" if axis is None else axis
    return (f'quantile(x, y, axis = {ours}, method = "{method}")',
            lambda x, y: jnp.quantile(x, y, axis=axis, method=method), [apart(dims), q], False)


def quantile_slope():
    dims, axis = pick((5,), (2, 3), (4, 2)), pick(0, -1)
    return (f"quantile(x, [0.3, 0.8], axis = {axis})",
            lambda x: jnp.quantile(x, jnp.array([0.3, 0.8]), axis=axis), [apart(dims)], True)


def median():
    axis = pick(None, 0, -1)
    return (f"median(x, axis = {'nil' if axis is None else axis})",
            lambda x: jnp.median(x, axis=axis), [apart()], True)


def padded():
    mode = pick("constant", "edge", "reflect", "symmetric", "wrap", "linear_ramp", "maximum",
                "minimum", "mean", "median")
    dims = pick((4,), (2, 3), (1, 4), (2, 2, 3))
    widths = [tuple(int(n) for n in compare.rng.integers(0, 6, 2)) for _ in dims]
    more = {"constant_values": 1.5} if mode == "constant" else (
        {"end_values": 1.5} if mode == "linear_ramp" else {})
    text = ", ".join(f"({a}, {b})" for a, b in widths)
    return (f'pad(x, ({text},), 1.5, mode = "{mode}")', lambda x: jnp.pad(x, widths, mode, **more),
            [apart(dims)], True)


def padded_ints():
    mode = pick("edge", "reflect", "symmetric", "wrap", "maximum", "minimum", "mean", "median")
    return (f'pad(x, 2, mode = "{mode}")', lambda x: np.pad(np.asarray(x), 2, mode),
            [ints(dims=(4, 3))], False)


def searched():
    dtype = pick(np.float32, np.int32, np.float64)
    line = np.sort(compare.rng.integers(-9, 10, int(pick(1, 2, 7, 16, 33)))).astype(dtype)
    x = compare.rng.integers(-11, 12, shape()).astype(dtype)
    side = pick("left", "right")
    return (f'searchsorted(x, y, side = "{side}")',
            lambda x, y: jnp.searchsorted(x, y, side=side).astype(jnp.int32), [line, x], False)


def of_nan():
    line = np.sort(np.array([1, 2, np.nan, np.nan], np.float32))
    x = pick(np.array([np.nan, 1.5], np.float32), np.array([2, np.nan, np.inf], np.float32))
    side = pick("left", "right")
    return (f'searchsorted(x, y, side = "{side}")',
            lambda x, y: np.searchsorted(np.asarray(x), np.asarray(y), side=side).astype(np.int32),
            [line, x], False)


def interp():
    n = int(pick(1, 2, 5, 8))
    xp = np.cumsum(floats(0.2, 1, (n,))).astype(np.float32) - 2
    return ("interp(x, y, z)", jnp.interp, [floats(-3, 5, shape()), xp, floats(dims=(n,))], n > 1)


def interp_ends():
    xp = np.cumsum(floats(0.2, 1, (5,))).astype(np.float32) - 2
    if pick(0, 1):
        return ("interp(x, y, z, period = 2.5)", lambda x, y, z: jnp.interp(x, y, z, period=2.5),
                [floats(-3, 5, (7,)), floats(0, 2.4, (5,)), floats(dims=(5,))], False)
    return ("interp(x, y, z, left = -1.0, right = 9.0)",
            lambda x, y, z: jnp.interp(x, y, z, left=-1.0, right=9.0),
            [floats(-3, 5, (7,)), xp, floats(dims=(5,))], True)


def convolved():
    mode, n, m = pick("full", "same", "valid"), int(pick(1, 3, 6)), int(pick(1, 2, 4))
    if pick(0, 1):  # for ints NumPy's are ints, JAX's are not
        return (f'convolve(x, y, mode = "{mode}")',
                lambda x, y: np.convolve(np.asarray(x), np.asarray(y), mode),
                [ints(dims=(n,)), ints(dims=(m,))], False)
    return (f'convolve(x, y, mode = "{mode}")', lambda x, y: jnp.convolve(x, y, mode=mode),
            [floats(dims=(n,)), floats(dims=(m,))], True)


def covariance():
    x, y = floats(dims=(2, 5)), floats(dims=(3, 5))
    ddof = pick(0, 1)
    return pick((f"cov(x, y, ddof = {ddof})", lambda x, y: jnp.cov(x, y, ddof=ddof), [x, y], True),
                (f"cov(x, ddof = {ddof})", lambda x: jnp.cov(x, ddof=ddof), [x], True),
                ("cov(x)", jnp.cov, [x[0]], True),
                ("cov(x, aweights = y)", lambda x, y: jnp.cov(x, aweights=y),
                 [x, floats(0.5, 2, (5,))], False),
                (f"cov(x, ddof = {ddof}, fweights = y, aweights = z)",
                 lambda x, y, z: jnp.cov(x, ddof=ddof, fweights=y, aweights=z),
                 [x, ints(1, 5, (5,)), floats(0.5, 2, (5,))], False),
                ("corrcoef(x, y)", jnp.corrcoef, [x, y], True),
                ("corrcoef(x)", jnp.corrcoef, [x], True))


def unique(text, **more):
    expr = f"unique(x{text})"
    return lambda: (expr, lambda x: tuple(p.astype(jnp.int32) for p in out)
                    if isinstance(out := jnp.unique(x, **more), tuple) else out,
                    [ints(-3, 4, shape())], False)


def unique_rows():
    """Rows of few values, so that some are equal; float rows with NaN as in JAX."""
    axis, size = pick(0, 1, -1), pick(None, 3, 9)
    x = ints(0, 2, pick((6, 2), (2, 3, 2), (1, 4), (7, 1)))
    if size is None and pick(0, 1):
        x = np.where(x > 0, np.nan, x).astype(np.float32)
    more, of_all = "", dict(return_index=True, return_inverse=True, return_counts=True)
    if size is not None:
        more = f", size = {size}, fill = 5"
        of_all |= dict(size=size, fill_value=5)
    return (f"unique(x, return_index = true, return_inverse = true, "
            f"return_counts = true{more}, axis = {axis})",
            lambda x: tuple(p if i == 0 else p.astype(jnp.int32)
                            for i, p in enumerate(jnp.unique(x, axis=axis, **of_all))),
            [x], False)


def nonzero(size):
    more = f"size = {size}, fill = -1"
    return lambda: (f"nonzero(x, {more})",
                    lambda x: tuple(p.astype(jnp.int32) for p in
                                    jnp.nonzero(x, size=size, fill_value=-1)),
                    [ints(-1, 2, shape())], False)


def histogram():
    n = int(pick(1, 4, 9))
    return pick((f"histogram(x, {n})[0]",
                 lambda x: np.histogram(np.asarray(x), n)[0].astype(np.int32),
                 [apart((6, 5))], False),
                (f"histogram(x, {n})[1]", lambda x: jnp.histogram(x, n)[1], [apart((6, 5))], False),
                ("histogram(x, y, weights = z)[0]",
                 lambda x, y, z: jnp.histogram(x, y, weights=z)[0],
                 [apart((9,)), np.sort(apart((4,))), floats(dims=(9,))], False),
                (f"histogram(x, {n}, (-1.0, 2.0), density = true)[0]",
                 lambda x: jnp.histogram(x, n, (-1, 2), density=True)[0], [apart((9,))], False))


def grid():
    """A histogram of points in bins, by edges or counts of each axis, with weights and densities.
    """
    n, m, shares = int(pick(1, 3, 5)), int(pick(2, 4)), bool(pick(0, 1))
    args = [apart((12,)), apart((12,)), floats(0.5, 2, (12,)), np.sort(apart((m,)))]
    return (f"histogram2d(x, y, ({n}, u), weights = z, density = {str(shares).lower()})",
            lambda x, y, z, u: np_f32(np.histogram2d(*map(np.asarray, (x, y)), [n, np.asarray(u)],
                                                     weights=np.asarray(z), density=shares)),
            args, False)


def cells():
    n, d = int(pick(1, 2, 4)), int(pick(1, 2, 3))
    bounds = ", ".join("(-1.0, 2.0)" for _ in range(d))

    def theirs(x):
        out, edges = np.histogramdd(np.asarray(x), n, [(-1, 2)] * d)
        return out.astype(np.int32), np_f32(edges)
    return f"histogramdd(x, {n}, ({bounds},))", theirs, [apart((9, d))], False


def np_f32(parts):
    return tuple(np.asarray(p).astype(np.float32) for p in parts)


def binned():
    x, w = ints(0, 6, (9,)), floats(dims=(9,))
    return pick(("bincount(x, length = 7)", lambda x: jnp.bincount(x, length=7), [x], False),
                ("bincount(x)", lambda x: np.bincount(np.asarray(x)).astype(np.int32), [x], False),
                ("bincount(x, weights = y, length = 7)",
                 lambda x, y: jnp.bincount(x, y, length=7), [x, w], True))


def of_bits():
    dtype = pick(np.int8, np.uint8, np.int16, np.uint32, np.int32)
    info = np.iinfo(dtype)
    return ("bits.count(x)", jax.lax.population_count,
            [compare.rng.integers(info.min, info.max, shape(), dtype)], False)


def packed():
    axis, order = pick(None, 0, -1), pick("big", "little")
    return (f'bits.pack(x, axis = {"nil" if axis is None else axis}, order = "{order}")',
            lambda x: jnp.packbits(x, axis=axis, bitorder=order), [ints(0, 2, (3, 11))], False)


def unpacked():
    axis, order, count = pick(None, 0, -1), pick("big", "little"), pick(None, 3, 13)
    more = "" if count is None else f", count = {count}"
    return (f'bits.unpack(x, axis = {"nil" if axis is None else axis}, order = "{order}"{more})',
            lambda x: jnp.unpackbits(x, axis=axis, bitorder=order, count=count),
            [ints(0, 256, (3, 2), np.uint8)], False)


def shifted(x, n):
    with np.errstate(over="ignore"):
        return np.ldexp(np.asarray(x), np.asarray(n))


def split_floats():
    """Floats of every magnitude, with exceptional values."""
    dtype = pick(np.float32, np.float64)
    low, high = (-140, 120) if dtype == np.float32 else (-1060, 1000)
    n = compare.rng.integers(low, high, 7)
    x = np.ldexp(floats(-1, 1, (7,), dtype), n).astype(dtype)
    x[compare.rng.integers(7)] = pick(0, -0.0, np.inf, -np.inf, np.nan)
    return x


def frexp():
    return ("frexp(x)", lambda x: tuple(np.frexp(np.asarray(x))), [split_floats()], False)


def ldexp():
    x = split_floats()
    return ("ldexp(x, y)", shifted, [x, ints(-300, 300, (7,))], False)


def spread():
    dims = pick((3, 4), (4, 4), (2, 5))
    k = int(pick(-5, -2, -1, 0, 1, 2, 6))
    return pick((f"diag(x, k = {k})", lambda x: jnp.diag(x, k), [floats(dims=dims[:1])], True),
                (f"diag(x, k = {k})", lambda x: jnp.diag(x, k), [floats(dims=dims)], True),
                (f"diagonal(x, k = {k}, axes = (-1, 0))", lambda x: jnp.diagonal(x, k, -1, 0),
                 [floats(dims=(*dims, 2))], True))


def slopes():
    line = np.cumsum(floats(0.5, 1, (4,))).astype(np.float32)
    return pick(("gradient(x)", jnp.gradient, [floats(dims=(3, 4))], False),
                ("gradient(x, 0.5, axis = 1)", lambda x: jnp.gradient(x, 0.5, axis=1),
                 [floats(dims=(3, 4))], True),
                ("gradient(x, (2.0, y))",
                 lambda x, y: np.gradient(np.asarray(x), 2.0, np.asarray(y)),
                 [floats(dims=(3, 4)), line], False),
                ("gradient(x, y, axis = 0)",
                 lambda x, y: np.gradient(np.asarray(x), np.asarray(y), axis=0),
                 [floats(dims=(4, 2)), line], False))


def integral():
    axis = pick(0, -1)
    x = np.cumsum(floats(0.5, 1, (4,))).astype(np.float32)
    return pick((f"trapezoid(x, y, axis = {axis})", lambda y, x: jnp.trapezoid(y, x, axis=axis),
                 [floats(dims=(4, 4)), x], True),
                (f"trapezoid(x, dx = 0.5, axis = {axis})",
                 lambda y: jnp.trapezoid(y, dx=0.5, axis=axis), [floats(dims=(3, 4))], True))


def along():
    dims, axis = pick((3, 4), (2, 5), (2, 3, 2)), pick(0, 1, -1)
    at = list(dims)
    at[axis] = int(pick(1, 2, 6))
    places = ints(-dims[axis], dims[axis], tuple(at))
    return (f"take_along_axis(x, y, axis = {axis})",
            lambda x, y: jnp.take_along_axis(x, y, axis), [floats(dims=dims), places], True)


def along_out():
    mode = pick("clip", "fill")
    places = ints(0, 6, (3, 2))
    return (f'take_along_axis(x, y, mode = "{mode}")',
            lambda x, y: jnp.take_along_axis(x, y, 1, mode=mode),
            [floats(dims=(3, 4)), places], True)


def running():
    name = pick("cummax", "cummin", "cumsum", "cumprod")
    axis, reverse = pick(0, 1), bool(pick(0, 1))
    theirs = getattr(jax.lax, name)
    return (f"{name}(x, axis = {axis}, reverse = {str(reverse).lower()})",
            lambda x: theirs(x, axis=axis, reverse=reverse), [apart((3, 4), 0.3, 2.0)], True)


def repeated():
    counts, axis = ints(0, 4, (3,)), pick(0, 1)
    total = int(counts.sum())
    return (f"repeat(x, y, axis = {axis}, length = {total})",
            lambda x, y: jnp.repeat(x, y, axis, total_repeat_length=total),
            [floats(dims=(3, 3)), counts], True)


def keys():
    return ("lexsort((x, y))", lambda x, y: jnp.lexsort((x, y)).astype(jnp.int32),
            [ints(-2, 3, (9,)), ints(-2, 3, (9,))], False)


def pairs():
    x, y = ints(dims=(3, 4)), ints(dims=(4,))
    name = pick("gcd", "lcm")
    return (f"{name}(x, y)", getattr(jnp, name), [x, y], False)


def polynomials():
    p, q = floats(-2, 2, (5,)), floats(-2, 2, (3,))
    q[0] = pick(1.5, -2)
    m = int(pick(0, 1, 2, 3))
    return pick(("poly.add(x, y)", jnp.polyadd, [p, q], True),
                ("poly.sub(x, y)", jnp.polysub, [q, p], True),
                ("poly.mul(x, y)", jnp.polymul, [p, q], True),
                ("poly.value(x, y)", jnp.polyval, [p, floats()], True),
                (f"poly.derivative(x, {m})", lambda x: jnp.polyder(x, m), [p], True),
                (f"poly.integral(x, {m})", lambda x: jnp.polyint(x, m), [p], True))


def divided():
    p, q = floats(-2, 2, (6,)), floats(-2, 2, (3,))
    q[0] = pick(1.5, -2)
    at = pick(0, 1)
    return (f"poly.div(x, y)[{at}]", lambda x, y: jnp.polydiv(x, y)[at][-(4 if at == 0 else 2):],
            [p, q], at == 0)


def fitted():
    degree = int(pick(0, 1, 2, 3))
    return (f"poly.fit(x, y, {degree})",
            lambda x, y: np.polyfit(np.asarray(x), np.asarray(y), degree).astype(np.float32),
            [apart((7,), -1, 1), floats(dims=(7,))], False)


def roots():
    return ("sort(abs(poly.roots(x)))",
            lambda x: jnp.sort(jnp.abs(jnp.roots(x, strip_zeros=False))),
            [np.array([1, *floats(-2, 2, (3,))], np.float32)], False)


def window(kind, theirs):
    def make():
        n = int(pick(0, 1, 2, 5, 8))
        return (f'fft.window({n}, "{kind}", beta = 4.5) + sum(x) * 0.0',
                lambda x: theirs(n).astype(jnp.float32), [floats(dims=(2,))], False)
    return make


def of(expr, theirs, draw, grad=False):
    return (expr, theirs, draw, grad)


CASES = {
    "sum": masked("sum", jnp.sum), "prod": masked("prod", jnp.prod),
    "mean": masked("mean", jnp.mean), "var": masked("var", jnp.var), "std": masked("std", jnp.std),
    "max": masked("max", jnp.max, initial=-jnp.inf), "min": masked("min", jnp.min, initial=jnp.inf),
    "any": of("any(x > 0.0, axis = 0, where = y)", lambda x, y: jnp.any(x > 0, axis=0, where=y),
              lambda: [floats(dims=(3, 4)), ints(0, 2, (3, 4)).astype(bool)]),
    "all": of("all(x > 0.0, axis = 0, where = y)", lambda x, y: jnp.all(x > 0, axis=0, where=y),
              lambda: [floats(dims=(3, 4)), ints(0, 2, (3, 4)).astype(bool)]),
    "mean_weights": of("mean(x, axis = 0, weights = y)",
                       lambda x, y: jnp.average(x, axis=0, weights=y),
                       lambda: [floats(dims=(3, 4)), floats(0.5, 2, (3,))], True),
    "mean_none": of("mean(x, axis = 0, where = y)", lambda x, y: jnp.mean(x, axis=0, where=y),
                    lambda: [floats(dims=(3, 4)),
                             np.array([[True], [False], [False]]) & (np.arange(4) > 1)]),
    "quantile": quantile, "quantile_slope": quantile_slope, "median": median,
    "quantile_where": of("quantile(x, 0.4, axis = 1, where = not isnan(x))",
                         lambda x: jnp.nanquantile(x, 0.4, axis=1),
                         lambda: [np.where(compare.rng.random((4, 5)) < 0.3, np.nan,
                                           apart((4, 5))).astype(np.float32)]),
    "median_where": of("median(x, axis = 1, where = not isnan(x))",
                       lambda x: jnp.nanmedian(x, axis=1),
                       lambda: [np.where(compare.rng.random((4, 5)) < 0.3, np.nan,
                                         apart((4, 5))).astype(np.float32)]),
    "pad": padded, "pad_ints": padded_ints, "searchsorted": searched, "searchsorted_nan": of_nan,
    "interp": interp, "interp_ends": interp_ends, "convolve": convolved, "cov": covariance,
    "unique": unique(""), "unique_counts": unique(", return_counts = true", return_counts=True),
    "unique_all": unique(", return_index = true, return_inverse = true, return_counts = true",
                         return_index=True,
                         return_inverse=True, return_counts=True),
    "unique_size": unique(", return_counts = true, size = 5", return_counts=True, size=5),
    "unique_fill": unique(", size = 5, fill_value = 9", size=5, fill_value=9),
    "unique_rows": unique_rows, "histogram2d": grid, "histogramdd": cells,
    "nonzero": of("nonzero(x)",
                  lambda x: tuple(p.astype(np.int32) for p in np.nonzero(np.asarray(x))),
                  lambda: [ints(-1, 2, shape())]),
    "nonzero_few": nonzero(2), "nonzero_many": nonzero(40),
    "histogram": histogram, "bincount": binned, "bits_count": of_bits, "bits_pack": packed,
    "bits_unpack": unpacked, "frexp": frexp, "ldexp": ldexp, "diag": spread, "gradient": slopes,
    "trapezoid": integral, "take_along_axis": along, "take_along_axis_out": along_out,
    "running": running, "repeat": repeated, "lexsort": keys, "gcd": pairs,
    "isin": of("isin(x, y)", jnp.isin,
               lambda: [ints(-9, 10), ints(-9, 10, (int(pick(0, 3, 40)),))]),
    "isclose": of("isclose(x, y, rtol = 0.3, equal_nan = true)",
                  lambda x, y: jnp.isclose(x, y, rtol=0.3, equal_nan=True),
                  lambda: [np.array([1, np.nan, np.inf, 2], np.float32),
                           np.array([1.2, np.nan, np.inf, pick(-np.inf, 3.5)], np.float32)]),
    "trunc": of("trunc(x)", jnp.trunc, lambda: [floats(-5, 5)], True),
    "signbit": of("signbit(x)", jnp.signbit, lambda: [split_floats()]),
    "nextafter": of("nextafter(x, y)", jnp.nextafter,
                    lambda: [floats(dims=(7,)),
                             pick(floats(dims=(7,)), np.full(7, np.inf, np.float32))]),
    "nan_to_num": of("nan_to_num(x, nan = 1.5)", lambda x: jnp.nan_to_num(x, nan=1.5),
                     lambda: [split_floats()]),
    "round": of("round(x, decimals = 2)", lambda x: jnp.round(x, 2), lambda: [floats()]),
    "round_ints": of("round(x, decimals = -1)", lambda x: np.round(np.asarray(x), -1),
                     lambda: [ints(-999, 999)]),
    "diff": of("diff(x, n = 2)", lambda x: jnp.diff(x, 2), lambda: [floats(dims=(3, 4))], True),
    "diff_bools": of("diff(x > 0, axis = 0)", lambda x: jnp.diff(x > 0, axis=0),
                     lambda: [ints(dims=(3, 4))]),
    "unwrap": of("unwrap(x, axis = 0)", lambda x: jnp.unwrap(x, axis=0),
                 lambda: [floats(-9, 9, (5, 2))], True),
    "unwrap_period": of("unwrap(x, period = 4.0, discont = 2.5)",
                        lambda x: jnp.unwrap(x, period=4, discont=2.5),
                        lambda: [floats(-9, 9, (7,))]),
    "kron": of("kron(x, y)", jnp.kron,
               lambda: [floats(dims=(2, 3)), floats(dims=pick((2,), (3, 2)))],
               True),
    "cross": of("cross(x, y)", jnp.cross,
                lambda: [floats(dims=pick((3,), (2, 3))), floats(dims=(2, 3))],
                True),
    "meshgrid": of("meshgrid((x, y, z))", lambda *xs: tuple(jnp.meshgrid(*xs)),
                   lambda: [floats(dims=(2,)), floats(dims=(3,)), floats(dims=(4,))]),
    "meshgrid_ij": of('meshgrid((x, y), indexing = "ij")[1]',
                      lambda *xs: jnp.meshgrid(*xs, indexing="ij")[1],
                      lambda: [floats(dims=(2,)), floats(dims=(3,))], True),
    "unravel_index": of("unravel_index(x, (3, 4, 5))",
                        lambda x: tuple(p.astype(np.int32) for p in
                                        np.unravel_index(np.asarray(x), (3, 4, 5))),
                        lambda: [ints(0, 60)]),
    "ravel_multi_index": of("ravel_multi_index((x, y), (3, 4))",
                            lambda x, y: np.ravel_multi_index((np.asarray(x), np.asarray(y)),
                                                              (3, 4)).astype(np.int32),
                            lambda: [ints(0, 3, (5,)), ints(0, 4, (5,))]),
    "split": of("split(x, 3, axis = 1)[1]", lambda x: jnp.array_split(x, 3, 1)[1],
                lambda: [floats(dims=(2, int(pick(3, 4, 5, 8))))], True),
    "poly": polynomials, "poly_div": divided, "poly_fit": fitted, "poly_roots": roots,
    "poly_from_roots": of("poly.from_roots(x)", jnp.poly, lambda: [floats(dims=(4,))], True),
    "cumsum_initial": of("cumsum(x, axis = 1, include_initial = true)",
                         lambda x: jnp.cumulative_sum(x, axis=1, include_initial=True),
                         lambda: [floats(dims=(3, 4))], True),
    "hann": window("hann", jnp.hanning), "hamming": window("hamming", jnp.hamming),
    "blackman": window("blackman", jnp.blackman), "bartlett": window("bartlett", jnp.bartlett),
    "kaiser": window("kaiser", lambda n: jnp.kaiser(n, 4.5)),
}

run = compare.table(CASES)
