#!/usr/bin/env python3
"""Measures the accuracy of functions in units of the last place, with SciPy and JAX for comparison.

usage: tests/peers/accuracy.py [--draws N] [--only NAME] [--write]

Samples arguments of all magnitudes from the regions of each function, computes each with 50 digits
(exact.py), and records the largest errors of Rille, SciPy, and JAX, in units of the last place: of
|f| for elementary functions, of max(|f|, |x f'(x)|) for the others, since no function of a rounded
argument can be more accurate. --write stores the results in accuracy.json and docs/accuracy.md,
together with the sweep of all floats (sweep.txt, from tests/unit/backends/sweep_test.cpp). Fails if
a bound is exceeded. Needs Python with jax, scipy, and mpmath.
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("JAX_ENABLE_X64", "1")
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import jax.scipy.special as jsp  # noqa: E402
import mpmath  # noqa: E402
import numpy as np  # noqa: E402
import scipy  # noqa: E402
import scipy.special as sp  # noqa: E402
from mpmath import mp, mpf  # noqa: E402

import accuracy_page  # noqa: E402
import exact  # noqa: E402

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
rng = np.random.default_rng(0)


def flat(low, high):
    return lambda n: rng.uniform(low, high, n)


def sizes(low, high, signs=(1,)):
    """Numbers of all magnitudes from low to high."""
    def draw(n):
        x = np.exp(rng.uniform(math.log(low), math.log(high), n))
        return x * rng.choice(signs, n)
    return draw


def near(place, low=1e-16, high=0.1):
    return lambda n: place + sizes(low, high, (-1, 1))(n)


def beside(*places):
    """The floats next to these."""
    def draw(n):
        x = rng.choice(places, n)
        for _ in range(3):
            x = np.where(rng.random(n) < 0.6, np.nextafter(x, rng.choice([-np.inf, np.inf], n)), x)
        return x
    return draw


def whole(low, high):
    return lambda n: rng.integers(low, high + 1, n).astype(float)


def mixed(*parts):
    def draw(n):
        return np.concatenate([part(n // len(parts) + 1) for part in parts])[:n]
    return draw


def apart(*parts):
    """Each argument with a sampler of its own."""
    return lambda n: tuple(part(n) for part in parts)


def around(first, spread):
    """Pairs: the second is near the first, in multiples of its square root."""
    def draw(n):
        a = first(n)
        return a, np.maximum(a + spread(n) * np.sqrt(a), 1e-300)
    return draw


def joined(*parts):
    def draw(n):
        all_of = [part(n // len(parts) + 1) for part in parts]
        return tuple(np.concatenate(columns)[:n] for columns in zip(*all_of))
    return draw


def beta_points(size):
    """a, b of that magnitude and x near the mean."""
    def draw(n):
        a, b = size(n), size(n)
        mean = a / (a + b)
        spread = np.sqrt(mean * (1 - mean) / (a + b + 1))
        return a, b, np.clip(mean + rng.normal(0, 2, n) * spread, 1e-300, 1 - 1e-16)
    return draw


TINY, SMALL, BIG = sizes(5e-324, 1e-300, (-1, 1)), sizes(1e-300, 1e-5, (-1, 1)), sizes(1, 1e300,
                                                                                       (-1, 1))
POSITIVE = mixed(sizes(5e-324, 1e-300), sizes(1e-300, 1e300), flat(0.5, 2), near(1.0),
                 sizes(1e-3, 1e3))
ANGLES = mixed(TINY, SMALL, flat(-7, 7), sizes(1, 1e6, (-1, 1)), sizes(1e5, 1e300, (-1, 1)),
               lambda n: np.round(rng.uniform(-1e6, 1e6, n)) * (math.pi / 2))
GAMMA = mixed(sizes(1e-300, 1), flat(0, 3), flat(1, 20), flat(20, 170), flat(-10, 0),
              near(1.0), near(2.0), flat(-170, -10))

TABLE = {}


def row(name, text, theirs, scipy, jax_of, draw, bound=8, kind="special", share=1.0):
    TABLE[name] = dict(text=text, exact=theirs, scipy=scipy, jax=jax_of, draw=draw, bound=bound,
                       kind=kind, share=share)


def elementary(name, theirs, numpy_of, jax_of, draw, text=None):
    row(name, text or f"{name}(x)", theirs, numpy_of, jax_of, draw, 4, "elementary")


def special(name, theirs, draw, scipy="same", jax_of="same", text=None, share=1.0):
    count = len(draw(1)) if isinstance(draw(1), tuple) else 1
    args = ", ".join("xyz"[:count])
    of = (lambda module, given: getattr(module, name, None) if given == "same" else given)
    row(name, text or f"special.{name}({args})", theirs, of(sp, scipy), of(jsp, jax_of), draw,
        share=share)


elementary("exp", mp.exp, np.exp, jnp.exp, mixed(TINY, flat(-746, 710), flat(-2, 2), SMALL))
elementary("exp2", lambda x: mpf(2) ** x, np.exp2, jnp.exp2,
           mixed(TINY, flat(-1075, 1024), flat(-2, 2), SMALL))
elementary("expm1", exact.expm1, np.expm1, jnp.expm1,
           mixed(TINY, flat(-40, 709), flat(-2, 2), SMALL))
elementary("log", mp.log, np.log, jnp.log, POSITIVE)
elementary("log2", lambda x: mp.log(x) / mp.log(2), np.log2, jnp.log2, POSITIVE)
elementary("log10", lambda x: mp.log(x) / mp.log(10), np.log10, jnp.log10, POSITIVE)
elementary("log1p", mp.log1p, np.log1p, jnp.log1p,
           mixed(TINY, SMALL, flat(-1, 2), sizes(1, 1e300), near(-1.0, 1e-16, 0.5)))
elementary("sqrt", mp.sqrt, np.sqrt, jnp.sqrt, POSITIVE)
elementary("rsqrt", lambda x: 1 / mp.sqrt(x), lambda x: 1 / np.sqrt(x), jax.lax.rsqrt, POSITIVE)
elementary("cbrt", lambda x: mp.sign(x) * mp.cbrt(abs(x)), np.cbrt, jnp.cbrt,
           mixed(TINY, SMALL, BIG, flat(-8, 8)))
elementary("sin", mp.sin, np.sin, jnp.sin, ANGLES)
elementary("cos", mp.cos, np.cos, jnp.cos, ANGLES)
elementary("tan", mp.tan, np.tan, jnp.tan, ANGLES)
elementary("asin", mp.asin, np.arcsin, jnp.arcsin, mixed(TINY, SMALL, flat(-1, 1),
                                                         lambda n: 1 - sizes(1e-16, 1)(n)))
elementary("acos", mp.acos, np.arccos, jnp.arccos,
           mixed(TINY, SMALL, flat(-1, 1), lambda n: 1 - sizes(1e-16, 2)(n)))
elementary("atan", mp.atan, np.arctan, jnp.arctan, mixed(TINY, SMALL, BIG, flat(-5, 5)))
elementary("sinh", mp.sinh, np.sinh, jnp.sinh, mixed(TINY, SMALL, flat(-2, 2), flat(-710, 710)))
elementary("cosh", mp.cosh, np.cosh, jnp.cosh, mixed(TINY, flat(-2, 2), flat(-710, 710)))
elementary("tanh", mp.tanh, np.tanh, jnp.tanh, mixed(TINY, SMALL, flat(-2, 2), flat(-30, 30)))
elementary("asinh", mp.asinh, np.arcsinh, jnp.arcsinh, mixed(TINY, SMALL, BIG, flat(-5, 5)))
elementary("acosh", mp.acosh, np.arccosh, jnp.arccosh,
           mixed(lambda n: 1 + sizes(1e-16, 10)(n), sizes(1, 1e300), flat(1, 3)))
elementary("atanh", mp.atanh, np.arctanh, jnp.arctanh,
           mixed(TINY, SMALL, flat(-1, 1), lambda n: 1 - sizes(1e-16, 1)(n)))
elementary("sigmoid", lambda x: 1 / (1 + mp.exp(-x)), sp.expit, jax.nn.sigmoid,
           mixed(TINY, flat(-745, 40), flat(-3, 3)))
elementary("erf", mp.erf, sp.erf, jsp.erf, mixed(TINY, SMALL, flat(-7, 7), flat(-1, 1)))
elementary("erf_inv", exact.erf_inv, sp.erfinv, jsp.erfinv,
           mixed(TINY, SMALL, flat(-1, 1), lambda n: 1 - sizes(1e-16, 1)(n)))
elementary("sinc", exact.sinc, np.sinc, jnp.sinc,
           mixed(TINY, SMALL, flat(-3, 3), sizes(1, 1e12), lambda n: np.round(
               rng.uniform(1, 40, n)) * (1 + sizes(1e-15, 1e-3)(n))))
elementary("atan2", mp.atan2, np.arctan2, jnp.arctan2,
           joined(apart(mixed(SMALL, BIG), mixed(BIG, SMALL)), apart(flat(-2, 2), flat(-2, 2))),
           "atan2(x, y)")
elementary("hypot", mp.hypot, np.hypot, jnp.hypot,
           joined(apart(mixed(SMALL, BIG), mixed(BIG, SMALL)), apart(flat(-2, 2), flat(-2, 2)),
                  apart(TINY, TINY)), "hypot(x, y)")
elementary("pow", lambda x, y: x ** y, np.power, jnp.power,
           joined(apart(flat(0, 3), flat(-9, 9)), apart(near(1.0, 1e-9), sizes(1, 1e9, (-1, 1))),
                  apart(sizes(1e-300, 1e300), flat(-1, 1))), "x ^ y")

special("gammaln", exact.gammaln, mixed(GAMMA, sizes(1, 1e300)))
special("gamma", mp.gamma, GAMMA)
special("digamma", mp.digamma, mixed(GAMMA, sizes(1, 1e300), near(1.4616321449683622)))
special("polygamma", exact.polygamma, joined(
    apart(whole(0, 6), mixed(sizes(1e-3, 1e6), flat(0, 20), flat(-5, 0))),
    apart(whole(7, 30), mixed(sizes(1e-3, 1e6), flat(4, 30)))), share=0.3,
    jax_of=lambda n, x: jsp.polygamma(n.astype(int), x))
special("zeta", exact.zeta, joined(
    apart(lambda n: 1 + sizes(1e-10, 40)(n), mixed(flat(0, 10), sizes(1e-3, 1e5))),
    apart(flat(1, 60), flat(0, 3))), share=0.3)
special("beta", exact.beta, joined(apart(sizes(1e-5, 100), sizes(1e-5, 100)),
                                   apart(sizes(1e-2, 1e5), flat(0, 20))))
special("betaln", exact.betaln, joined(apart(sizes(1e-5, 100), sizes(1e-5, 100)),
                                       apart(sizes(1e-2, 1e12), sizes(1e-2, 1e12))))
special("betainc", exact.betainc, joined(
    beta_points(sizes(1e-2, 20)), beta_points(sizes(1, 1e4)),
    apart(sizes(1e-3, 100), sizes(1e-3, 100), flat(0, 1))), share=0.2)
INCOMPLETE = joined(apart(sizes(1e-3, 100), sizes(1e-3, 100)), apart(sizes(1e-10, 1), flat(0, 5)),
                    around(sizes(1, 1e4), lambda n: rng.normal(0, 2, n)))
special("gammainc", exact.gammainc, INCOMPLETE, share=0.3)
special("gammaincc", exact.gammaincc, INCOMPLETE, share=0.3)
special("gammainc_slope", exact.gammainc_slope, joined(
    apart(sizes(1e-2, 50), sizes(1e-2, 60)), around(sizes(1, 1e3), lambda n: rng.normal(0, 2, n))),
    None, jax.lax.igamma_grad_a, share=0.2,
    text="grad(a => sum(special.gammainc(a, y)))(x)")
special("erfc", mp.erfc, mixed(SMALL, flat(-6, 28), flat(-2, 2)))
special("erfcx", exact.erfcx, mixed(flat(-26, 30), flat(-2, 2), sizes(1, 1e5)), share=0.5)
special("log_ndtr", exact.log_ndtr, mixed(flat(-40, 38), flat(-3, 3), sizes(1, 1e3, (-1,))))
special("ndtr", mp.ncdf, mixed(flat(-37, 9), flat(-3, 3), SMALL))
special("ndtri", exact.ndtri, mixed(sizes(1e-300, 0.5), flat(0, 1), near(0.5, 1e-16, 0.1),
                                    lambda n: 1 - sizes(1e-16, 0.5)(n)), share=0.5)
for order in (0, 1):
    for scale in ("", "e"):
        special(f"i{order}{scale}",
                lambda x, k=order, s=scale: mp.besseli(k, x) * (mp.exp(-abs(x)) if s else 1),
                mixed(flat(-8, 8), flat(-30, 700), sizes(1, 1e300 if scale else 700), SMALL),
                share=0.3)
for order in (0, 1, 2, 7):
    row(f"bessel_jn, order {order}", f"special.bessel_jn(x, {order})[-1]",
        lambda x, k=order: mp.besselj(k, x), lambda x, k=order: sp.jv(k, x),
        lambda x, k=order: jsp.bessel_jn(x, v=k, n_iter=200)[-1],
        mixed(flat(0, 30), flat(-9, 9), flat(30, 150)), share=0.3)
special("expi", mp.ei, mixed(flat(-50, 100), flat(-2, 2), sizes(1e-10, 600), near(0.3725074107)),
        share=0.5)
# XLA takes minutes to compile JAX's expn: it is left out.
special("exp1", mp.e1, mixed(flat(0, 5), flat(0, 700), sizes(1e-300, 1)), jax_of=None, share=0.5)
for order in (0, 2, 3, 10):
    row(f"expn, order {order}", f"special.expn({order}, x)",
        lambda x, k=order: mp.expint(k, x), lambda x, k=order: sp.expn(k, x), None,
        mixed(flat(0, 5), flat(0, 700), sizes(1e-5, 1)), share=0.2)
special("spence", exact.spence, mixed(sizes(1e-10, 1), flat(0, 3), near(1.0), sizes(1, 1e6)),
        share=0.3)
special("entr", exact.entr, mixed(sizes(1e-300, 1e300), flat(0, 2)))
special("rel_entr", lambda x, y: x * mp.log(x / y),
        joined(apart(flat(0, 3), flat(0, 3)), apart(sizes(1e-9, 1e9), sizes(1e-9, 1e9))))
special("kl_div", lambda x, y: x * mp.log(x / y) - x + y,
        joined(apart(flat(0, 3), flat(0, 3)), apart(sizes(1e-9, 1e9), sizes(1e-9, 1e9)),
               around(flat(1, 2), near(0.0, 1e-12, 0.1))))
special("xlogy", exact.xlogy, apart(flat(-3, 3), mixed(sizes(1e-300, 1e300), near(1.0))))
special("xlog1py", lambda x, y: x * mp.log1p(y),
        apart(flat(-3, 3), mixed(SMALL, flat(-1, 5), sizes(1, 1e300))))
special("logit", lambda x: mp.log(x) - mp.log1p(-x),
        mixed(sizes(1e-300, 0.5), flat(0, 1), near(0.5, 1e-16, 0.1)))
special("multigammaln", lambda x: exact.multigammaln(x, 3), flat(1.5, 80),
        text="special.multigammaln(x, 3)", jax_of=lambda a: jsp.multigammaln(a, 3),
        scipy=lambda a: np.array([sp.multigammaln(x, 3) for x in a]))
special("factorial", mp.factorial, mixed(whole(0, 170), flat(0, 170)))
special("poch", mp.rf, joined(apart(flat(0, 20), flat(0, 20)), apart(flat(0.1, 5), whole(0, 30)),
                              apart(sizes(1, 1e6), flat(0, 5))))
row("logaddexp", "logaddexp(x, y)", lambda x, y: mp.log(mp.exp(x) + mp.exp(y)), np.logaddexp,
    jnp.logaddexp, joined(apart(flat(-3, 3), flat(-3, 3)), apart(flat(-700, 700), flat(-700, 700))))


def ours(jobs):
    """The results of Rille: a job is an expression of x, y, z and its arrays."""
    with tempfile.TemporaryDirectory() as folder:
        lines = []
        for k, (text, args) in enumerate(jobs):
            for letter, array in zip("xyz", args):
                np.save(f"{folder}/{k}{letter}.npy", array)
                lines.append(f'let {letter}{k} = data.load_npy("{folder}/{k}{letter}.npy")')
            names = ", ".join("xyz"[:len(args)])
            given = ", ".join(f"{letter}{k}" for letter in "xyz"[:len(args)])
            lines.append(f'data.save_npy("{folder}/{k}.npy", jit(({names}) => {text})({given}))')
        script = pathlib.Path(folder, "script.rille")
        script.write_text("\n".join(lines) + "\n")
        subprocess.run([RILLE, "run", script], check=True)
        return [np.load(f"{folder}/{k}.npy") for k in range(len(jobs))]


def unit(value, dtype):
    """The unit of the last place of a number of this magnitude."""
    info = np.finfo(dtype)
    least = mpf(float(info.tiny)) * mpf(float(info.eps))
    if value == 0:
        return least
    exponent = mpmath.frexp(value)[1] - 1
    return max(mpf(2) ** exponent * mpf(float(info.eps)), least)


def error(got, want, scale, dtype):
    """In units of the last place; infinity if only one of the two is NaN."""
    most = mpf(float(np.finfo(dtype).max))
    if mpmath.isnan(want):
        return 0.0 if np.isnan(got) else math.inf
    if not np.isfinite(got):
        beyond = np.isinf(got) and abs(want) >= most and (got > 0) == (want > 0)
        return 0.0 if beyond or not mpmath.isfinite(want) else math.inf
    if abs(want) > most:
        return 0.0 if abs(got) == most else math.inf
    return float(abs(mpf(float(got)) - want) / unit(scale, dtype))


def measured(name, rows, dtype, answers, args):
    """The largest error of each, and its argument."""
    worst = {who: (0.0, None) for who in answers}
    f = rows["exact"]
    for i in range(len(args[0])):
        at = [mpf(float(x[i])) for x in args]
        try:
            want = f(*at)
            want = mp.nan if mp.im(want) else mp.re(want)
            scale = abs(want)
            if rows["kind"] == "special" and mpmath.isfinite(want):
                scale = max([scale, *exact.slopes(f, at)])
        except (ValueError, ZeroDivisionError, mpmath.libmp.NoConvergence, OverflowError):
            continue
        for who, values in answers.items():
            off = error(values[i], want, scale, dtype)
            if off > worst[who][0]:
                worst[who] = (off, [float(a) for a in at])
    return {who: {"ulp": off if math.isinf(off) else round(off, 2), "at": at}
            for who, (off, at) in worst.items()}


def drawn(rows, draws, dtype):
    args = rows["draw"](max(12, int(draws * rows["share"])))
    args = args if isinstance(args, tuple) else (args,)
    with np.errstate(over="ignore"):
        args = tuple(a.astype(dtype) for a in args)
    keep = np.all([np.isfinite(a) & (a != 0) for a in args], axis=0)  # mpmath has no -0
    return tuple(a[keep] for a in args)


def all_measured(names, draws):
    jobs = [(name, dtype, drawn(TABLE[name], draws, dtype))
            for name in names for dtype in (np.float64, np.float32)]
    mine = ours([(TABLE[name]["text"], args) for name, _, args in jobs])
    out = {}
    for (name, dtype, args), got in zip(jobs, mine):
        rows = TABLE[name]
        answers = {"rille": got}
        with np.errstate(all="ignore"):
            if rows["scipy"]:
                answers["scipy"] = np.asarray(rows["scipy"](*args))
            if rows["jax"]:
                answers["jax"] = np.asarray(rows["jax"](*[jnp.asarray(a) for a in args]))
        assert got.dtype == dtype, (name, got.dtype)
        key = np.dtype(dtype).name.replace("float", "f")
        out.setdefault(name, {"kind": rows["kind"], "bound": rows["bound"]})[key] = dict(
            measured(name, rows, dtype, answers, args), count=len(args[0]))
        print(name, key, {who: r["ulp"] for who, r in out[name][key].items() if who != "count"},
              out[name][key]["rille"]["at"], flush=True)
    return out


def broken(results):
    for name, each in results.items():
        for dtype in ("f64", "f32"):
            mine = each[dtype]["rille"]["ulp"]
            bound = 2 if dtype == "f32" and each["kind"] == "elementary" else each["bound"]
            best = min([each[dtype][who]["ulp"] for who in ("scipy", "jax") if who in each[dtype]],
                       default=math.inf)
            if mine > bound:
                yield f"{name} {dtype}: {mine} last places, {bound} are allowed"
            elif each["kind"] == "special" and mine > max(best, 2):
                yield f"{name} {dtype}: {mine} last places, a peer has {best}"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--draws", type=int, default=300)
    options.add_argument("--only")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    global rng
    rng = np.random.default_rng(given.seed)
    names = [name for name in TABLE if given.only is None or given.only == name]
    results = all_measured(names, given.draws)
    if given.write:
        versions = {"scipy": scipy.__version__, "numpy": np.__version__, "jax": jax.__version__}
        accuracy_page.write(results, versions)
    wrong = list(broken(results))
    print("\n".join(wrong))
    print(f"{2 * len(results) - len(wrong)} passed, {len(wrong)} failed")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
