"""Writes tests/laws/sampler_tails.txt, the distributions at extreme parameters for
sampler_tails.py.

usage: python tests/peers/sampler_tails.py > tests/laws/sampler_tails.txt

A row: the sampler's text, with {k}, {n}, {d}; dtypes; the support; points and the probability of
being at most each of them, by SciPy, or by mpmath where SciPy has too few digits.
"""
import math

import mpmath as mp
import numpy as np
from scipy import stats as st

GRID = [0.001, 0.01, 0.03, 0.06, *np.arange(0.1, 0.91, 0.05), 0.94, 0.97, 0.99, 0.999]
WIDE, ALL, F32 = "f32 f64", "f16 bf16 f32 f64", "f32"


def continuous(law):
    return [(float(law.ppf(p)), float(p)) for p in GRID]


def counts(law):
    points = sorted({float(law.ppf(p)) for p in GRID})
    return [(q, float(law.cdf(q))) for q in points]


def truncated(low, high):
    """By log survival, exact in either tail: log q(x) is solved by Newton's method."""
    flip = low < 0 and high <= 0
    a, b = (-high, -low) if flip else (low, high)
    mp.mp.dps = 40

    def above(x):
        return mp.mpf(0) if x == math.inf else mp.mpf(1) if x == -math.inf else mp.erfc(
            mp.mpf(x) / mp.sqrt(2)) / 2
    first, last = above(a), above(b)
    out = []
    for p in GRID:
        want = first - (first - last) * mp.mpf(1 - p if flip else p)
        left, right = mp.mpf(max(a, -40)), mp.mpf(min(b, max(a, 0) + 60))
        for _ in range(150):
            middle = (left + right) / 2
            left, right = (middle, right) if above(middle) > want else (left, middle)
        out.append((float(-left if flip else left), p))
    return out


def log_gamma(a):
    """Of a shape so small that P(log x < y) is exp(a y) / gamma(a + 1)."""
    return [((math.log(p) + math.lgamma(a + 1)) / a, p) for p in GRID if p < 0.9]


def half():
    return [(0.5, 0.5)]


def normal_near(mean, deviation):
    """With so many degrees of freedom that the skew vanishes."""
    return [(mean + deviation * float(st.norm.ppf(p)), p) for p in GRID]


def within(rows, low, high):
    return [(q, p) for q, p in rows if low < abs(q) < high]


def rows():
    inf = math.inf
    for low, high, kinds in [
            (5, inf, ALL), (-inf, -5, ALL), (8, inf, ALL), (30, inf, ALL), (3, 4, ALL),
            (-10, -9.5, "f32 f64 f16"), (5, 5.001, "f64"), (2, inf, WIDE), (1, 2, WIDE),
            (-1, inf, WIDE), (-inf, inf, WIDE), (-inf, 0, WIDE), (-inf, 3, WIDE),
            (-20, -15, WIDE), (-3, 30, WIDE), (6.5, 7, ALL)]:
        text = f"rng.truncated_normal({{k}}, ({{n}},), low = {low}, high = {high}, dtype = {{d}})"
        yield text, kinds, low, high, truncated(low, high)
        if kinds == ALL:
            traced = text.replace(f"low = {low}", "low = a").replace(f"high = {high}", "high = b")
            yield (f"jit((a, b) => {traced})(f32({low}), f32({high}))", WIDE, low, high,
                   truncated(low, high))
    yield ("rng.uniform({k}, ({n},), -3e38, 3e38, dtype = {d})", "f32 bf16", -3e38, 3e38,
           continuous(st.uniform(-3e38, 6e38)))
    yield ("rng.uniform({k}, ({n},), -1.5e308, 1.5e308, dtype = {d})", "f64", -1.5e308, 1.5e308,
           [(1.5e308 * (2 * p - 1), p) for p in GRID])
    yield ("jit((a, b) => rng.uniform({k}, ({n},), a, b, dtype = {d}))(-3e38, 3e38)", "f32",
           -3e38, 3e38, continuous(st.uniform(-3e38, 6e38)))
    yield ("rng.uniform({k}, ({n},), -6e4, 6e4, dtype = {d})", "f16", -6e4, 6e4,
           continuous(st.uniform(-6e4, 12e4)))
    yield "rng.uniform({k}, ({n},), 16777215, 16777216)", F32, 0, 16777215, [(16777215.0, 1.0)]
    yield ("rng.uniform({k}, ({n},), 2048.0, 2050.0, dtype = {d})", "f16", 2048, 2049,
           [(2048.0, 1.0)])
    for a, kinds in [(0.01, "f64"), (0.1, ALL), (1, ALL), (3, ALL), (200, ALL), (1e3, ALL),
                     (5e4, "f32 f64 bf16"), (1e6, WIDE), (1e7, WIDE), (1e8, WIDE), (1e9, WIDE),
                     (1e11, "f64")]:
        law = normal_near(a, math.sqrt(a)) if a >= 1e8 else continuous(st.gamma(a))
        yield (f"rng.gamma({{k}}, {a}, ({{n}},), dtype = {{d}})", kinds, 0, inf,
               within(law, 1e-35 if "f32" in kinds else 0, 6e4 if a < 5e4 else inf))
        if a >= 1e7:
            near = normal_near(2 * a, math.sqrt(4 * a))
            yield f"rng.chisquare({{k}}, {2 * a}, ({{n}},), dtype = {{d}})", WIDE, 0, inf, near
    for a in (1e-6, 1e-4, 1e-2):
        kinds = WIDE if a < 1e-3 else ALL
        kept = [r for r in log_gamma(a) if -6e4 < r[0] < -30] if a > 1e-3 else log_gamma(a)
        yield f"rng.loggamma({{k}}, {a}, ({{n}},), dtype = {{d}})", kinds, -inf, inf, kept
    for a, b, kinds in [(0.1, 0.1, WIDE), (0.5, 1e4, WIDE), (30, 40, ALL), (1e6, 1e6, WIDE),
                        (1e9, 1e9, WIDE), (1e9, 4e9, WIDE)]:
        mean = a / (a + b)
        near = normal_near(mean, math.sqrt(mean * (1 - mean) / (a + b)))
        law = near if a >= 1e9 else continuous(st.beta(a, b))
        law = within(law, 1e-30, 1 - 1e-6)
        text = f"rng.beta({{k}}, {a}, {b}, ({{n}},), dtype = {{d}})"
        yield text, kinds, 0, 1, law
        yield (f"rng.dirichlet({{k}}, [{a}, {b}], ({{n}},), dtype = {{d}})[:, 0]", kinds, 0, 1,
               law)
    for text in ("rng.beta({k}, 1e-6, 1e-6, ({n},), dtype = {d})",
                 "rng.dirichlet({k}, [1e-6, 1e-6], ({n},), dtype = {d})[:, 1]",
                 "rng.beta({k}, 1e-30, 1e-30, ({n},), dtype = {d})"):
        yield text, WIDE if "30" in text else ALL, 0, 1, half()
    for df in (0.1, 0.3, 1, 1e8):
        law = st.norm() if df > 1e6 else st.t(df)
        yield (f"rng.t({{k}}, {df}, ({{n}},), dtype = {{d}})", WIDE if df < 1 else ALL, -inf, inf,
               within(continuous(law), 0, 1e37 if df < 1 else 6e4))
    yield ("vmap(d => rng.t({k}, d, ({n},), dtype = {d}))([0.1, 0.5])[0]", F32, -inf, inf,
           within(continuous(st.t(0.1)), 0, 1e37))
    for top, low, kinds in [(0.1, 0.1, WIDE), (0.3, 5, WIDE), (5, 0.2, WIDE), (1e8, 1e8, WIDE),
                            (4, 7, ALL)]:
        law = normal_near(1, math.sqrt(4 / top)) if top > 1e6 else continuous(st.f(top, low))
        yield (f"rng.f({{k}}, {top}, {low}, ({{n}},), dtype = {{d}})", kinds, 0, inf,
               within(law, 1e-35, 1e37))
    for p, kinds in [(0.3, WIDE), (20, ALL), (1e3, ALL), (1e4, WIDE)]:
        law = st.uniform(-1, 2) if p >= 1e3 else st.gennorm(p)  # SciPy's has no digits there
        yield (f"rng.generalized_normal({{k}}, {p}, ({{n}},), dtype = {{d}})", kinds, -inf, inf,
               continuous(law))
    for m, kinds in [(1e-3, WIDE), (1, ALL), (100, WIDE), (1e4, WIDE), (1e10, WIDE),
                     (1e30, WIDE)]:
        law = st.levy() if m > 1e9 else st.invgauss(m)
        yield (f"rng.wald({{k}}, {m}, ({{n}},), dtype = {{d}})", kinds, 0, inf,
               within(continuous(law), 1e-30, 1e5 if m > 1e3 else inf))
    for name, law in [("cauchy", st.cauchy()), ("laplace", st.laplace()), ("maxwell", st.maxwell()),
                      ("logistic", st.logistic())]:
        yield f"rng.{name}({{k}}, ({{n}},), dtype = {{d}})", ALL, -inf, inf, continuous(law)
    for name, law, low in [("gumbel", st.gumbel_r(), -inf), ("exponential", st.expon(), 0)]:
        yield f"rng.{name}({{k}}, ({{n}},), dtype = {{d}})", WIDE, low, inf, continuous(law)
    yield "rng.rayleigh({k}, 2.0, ({n},), dtype = {d})", ALL, 0, 20, continuous(st.rayleigh(0, 2))
    for b, kinds in [(0.1, WIDE), (2.5, ALL), (1e3, ALL)]:
        yield (f"rng.pareto({{k}}, {b}, ({{n}},), dtype = {{d}})", kinds, 1, inf,
               within(continuous(st.pareto(b)), 0, 1e35))
        yield (f"rng.weibull_min({{k}}, 2.0, {b}, ({{n}},), dtype = {{d}})", kinds, 0, inf,
               within(continuous(st.weibull_min(b, 0, 2)), 1e-35, 1e35))
    for s in (1e-30, 1.0, 1e30):
        yield (f"rng.triangular({{k}}, {-s}, {s / 2}, {2 * s}, ({{n}},), dtype = {{d}})",
               ALL if s == 1 else WIDE, -s, 2 * s,
               [(s * q, p) for q, p in continuous(st.triang(0.5, -1, 3))])
    yield ("rng.triangular({k}, -3e38, 0.0, 3e38, ({n},), dtype = {d})", F32, -3e38, 3e38,
           [(3e38 * q, p) for q, p in continuous(st.triang(0.5, -1, 2))])
    yield "rng.lognormal({k}, 20.0, ({n},), dtype = {d})", WIDE, 0, inf, [
        (math.exp(20 * float(st.norm.ppf(p))), p) for p in GRID]
    for p in (0.999, 0.3, 1e-4, 1e-7):
        yield f"rng.geometric({{k}}, {p}, ({{n}},))", F32, 1, 2**31 - 1, counts(st.geom(p))
    yield "rng.geometric({k}, 1e-20, ({n},))", F32, 2**31 - 1, 2**31 - 1, [(2.0**31 - 1, 1.0)]
    yield "rng.geometric({k}, 1e-9, ({n},), dtype = i8)", F32, 1, 127, [(126.0, 1.26e-7)]
    yield "rng.geometric({k}, f16(0.01), ({n},))", F32, 1, 2**31 - 1, counts(
        st.geom(float(np.float16(0.01))))
    for lam in (1e-3, 9.9, 10.0, 300.0, 9e3, 1e5, 1e6, 1e8, 1.5e9):
        yield f"rng.poisson({{k}}, {lam}, ({{n}},))", F32, 0, 2**31 - 1, counts(
            st.poisson(float(np.float32(lam))))
    for n, p in [(100, 1e-3), (1000, 0.3), (10**6, 0.5), (10**8, 0.5), (10**8, 1e-3),
                 (10**9, 1e-8), (10**7, 0.999)]:
        chance = float(np.float32(p))
        yield f"rng.binomial({{k}}, {n}, {p}, ({{n}},))", F32, 0, n, counts(st.binom(n, chance))
    yield "rng.binomial({k}, 1000, f16(0.3), ({n},))", F32, 0, 1000, counts(
        st.binom(1000, float(np.float16(0.3))))
    yield "rng.multinomial({k}, 1e7, [0.2, 0.3, 0.5], ({n}, 3))[:, 1]", F32, 0, 1e7, counts(
        st.binom(10**7, 0.3))
    yield "rng.choice({k}, 1000000, ({n},), replace = false)", F32, 0, 999999, [
        (math.floor(1e6 * p), p) for p in GRID]


for text, kinds, low, high, points in rows():
    kept = [(q, p) for q, p in points if math.isfinite(q)] or [(math.inf, 1.0)]
    print("\t".join([text, kinds, repr(float(low)), repr(float(high)),
                     " ".join(f"{q:.9g}:{p:.9g}" for q, p in kept)]))
