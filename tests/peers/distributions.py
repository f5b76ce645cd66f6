"""Distributions compared with jax.random at the same keys, with their derivatives, and with SciPy's
probabilities.

Samples equal JAX's up to the last digits of exp, log, and the like; rejection sampling accepts the
same samples. Each distribution of SciPy is also sampled 20,000 times: by the Kolmogorov-Smirnov
test, or by chi-square for discrete distributions, at seeds that are the same in each run.
"""
import math

import jax
import jax.numpy as jnp
import numpy as np
import scipy.stats as st

import compare
from compare import floats, pick
from draws import tuple_of

r = jax.random
SHAPES = [(), (1,), (3,), (9,), (5, 7), (2, 3, 4), (0,), (65,)]
DTYPES = {"f32": jnp.float32, "f64": jnp.float64}


def seeded():
    return int(compare.rng.integers(-2**40, 2**40))


def key_of(seed):
    """A key from all 64 bits, which JAX truncates to 32 otherwise."""
    with jax.enable_x64(True):
        return r.key(seed)


def of_shape(name, more="", **given):
    """A distribution without parameters: a random shape and dtype."""
    def case():
        seed, dims, word = seeded(), pick(*SHAPES), pick(*DTYPES)
        text = f"rng.{name}(rng.key({seed}), {more}{tuple_of(dims)}, dtype = {word})"
        theirs = getattr(r, name)
        kind = DTYPES[word]
        return text, lambda: theirs(key_of(seed), shape=dims, dtype=kind, **given), [], False
    return case


def of(name, *bounds, has_grad=False, dtype=True, integers=(), **more):
    """Parameters between bounds, of their own shape or broadcast to a larger one."""
    def case():
        seed, dims = seeded(), pick((), (3,), (2, 3), (6, 1))
        args = [compare.ints(low, high, dims) if i in integers else floats(low, high, dims)
                for i, (low, high) in enumerate(bounds)]
        letters = ", ".join(compare.LETTERS[:len(args)])
        shape = pick(None, (4,) + dims[:1] + (3,)) if dims in ((3,), ()) else None
        shape = dims if shape is None and pick(True, False) else shape
        word = pick(*DTYPES) if dtype else None
        text = f"rng.{name}(rng.key({seed}), {letters}"
        text += f", {tuple_of(shape)}" if shape is not None else ""
        text += f", dtype = {word}" if word else ""
        given = {"dtype": DTYPES[word]} if word else {}
        spread = dims if shape is None else shape

        # Broadcast and converted here: `f` of jax.random requires parameters of one rank, and
        # others compute with them in their own dtype.
        def theirs(*xs):
            whole = [jnp.broadcast_to(x.astype(given.get("dtype", x.dtype)), spread) for x in xs]
            return getattr(r, name)(key_of(seed), *whole, shape=spread, **given, **more)
        return text + ")", theirs, args, has_grad
    return case


def large_gamma():
    """The samples are those of float32, which differ from those of float64; the derivatives are
    computed in float64. By mpmath, float32 derivatives are off by 5e-5, both JAX's and Rille's."""
    text, theirs, args, _ = of("gamma", (10, 1000))()

    def told(x):
        if x.dtype != jnp.float64:
            return theirs(x)
        fixed = jax.lax.stop_gradient(x)
        found = theirs(fixed.astype(jnp.float32)).astype(jnp.float64)
        slopes = jax.lax.random_gamma_grad(jnp.broadcast_to(fixed, found.shape), found)
        return found + slopes * (x - fixed)
    return text, told, args, True, 5e-5


def vectors(name, text, theirs, *dims, has_grad=False):
    def case():
        seed = seeded()
        args = [floats(0.2, 3.0, d) for d in dims]
        keyed = text.replace("{k}", f"rng.key({seed})")
        return keyed, lambda *xs: theirs(key_of(seed), *xs), args, has_grad
    return case


def maxwell_of(key, loc, scale, shape=(), dtype=jnp.float32):
    """jax.random.double_sided_maxwell appends the parameters' shape to the requested one."""
    keys = r.split(key)
    return r.rademacher(keys[1], shape, dtype) * r.maxwell(keys[0], shape, dtype) * scale + loc


def covariance(x):
    return x @ x.T + jnp.eye(3)


CASES = {
    "cauchy": of_shape("cauchy"),
    "laplace": of_shape("laplace"),
    "logistic": of_shape("logistic"),
    "maxwell": of_shape("maxwell"),
    "ball": of_shape("ball", "3, 1.5, ", d=3, p=1.5),
    "ball_round": of_shape("ball", "2, 2.0, ", d=2),
    "pareto": of("pareto", (0.5, 5), has_grad=True),
    "rayleigh": of("rayleigh", (0.5, 5), has_grad=True),
    "weibull_min": of("weibull_min", (0.5, 2), (0.5, 5), has_grad=True),
    "triangular": of("triangular", (-3, -1), (-1, 1), (1, 2), has_grad=True),
    "lognormal": of("lognormal", (0.1, 2), has_grad=True),
    "wald": of("wald", (0.2, 5), has_grad=True),
    "gamma": of("gamma", (0.05, 12), has_grad=True),
    "gamma_small": of("gamma", (0.001, 1), has_grad=True),
    "gamma_large": large_gamma,
    "loggamma": of("loggamma", (0.01, 12), has_grad=True),
    "beta": of("beta", (0.1, 6), (0.1, 6), has_grad=True),
    "chisquare": of("chisquare", (0.2, 9), has_grad=True),
    "t": of("t", (0.5, 9), has_grad=True),
    "f": of("f", (0.5, 9), (0.5, 9), has_grad=True),
    "generalized_normal": of("generalized_normal", (0.5, 4), has_grad=True),
    "poisson": of("poisson", (0, 9), dtype=False),
    "poisson_large": of("poisson", (10, 5000), dtype=False),
    "poisson_mixed": of("poisson", (-3, 25), dtype=False),
    "geometric": of("geometric", (0.01, 0.99), dtype=False),
    "binomial": of("binomial", (0, 40), (-0.05, 1.05), integers=(0,), dtype=False),
    "binomial_large": of("binomial", (100, 100000), (0, 1), dtype=False),
    "rademacher": of_shape("rademacher"),
    "dirichlet": vectors("dirichlet", "rng.dirichlet({k}, x)", r.dirichlet, (4, 3), has_grad=True),
    "dirichlet_many": vectors("dirichlet", "rng.dirichlet({k}, x, (5, 4))",
                              lambda k, x: r.dirichlet(k, x, (5, 4)), (3,)),
    "multinomial": vectors("multinomial", "rng.multinomial({k}, 40.0, x)",
                           lambda k, x: r.multinomial(k, jnp.float32(40), x), (2, 5)),
    "multivariate_normal": vectors(
        "multivariate_normal", "rng.multivariate_normal({k}, x, y @ y.T + eye(3), (6,))",
        lambda k, x, y: r.multivariate_normal(k, x, covariance(y), (6,)), (3,), (3, 3),
        has_grad=True),
    "multivariate_normal_own": vectors(
        "multivariate_normal", "rng.multivariate_normal({k}, x, y @ y.T + eye(3))",
        lambda k, x, y: r.multivariate_normal(k, x, covariance(y)), (2, 3), (3, 3)),
    "orthogonal": vectors("orthogonal", "rng.orthogonal({k}, 4)", lambda k: r.orthogonal(k, 4)),
    "orthogonal_wide": vectors("orthogonal", "rng.orthogonal({k}, 3, (2,), 5)",
                               lambda k: r.orthogonal(k, 3, (2,), m=5)),
    "double_sided_maxwell": vectors("double_sided_maxwell", "rng.double_sided_maxwell({k}, x, y)",
                                    lambda k, x, y: maxwell_of(k, x, y, (2, 3)), (2, 3), (3,),
                                    has_grad=True),
    "jit_gamma": vectors("gamma", "jit(x => rng.gamma({k}, x))(x)", r.gamma, (33,)),
    "vmap_gamma": vectors("gamma", "vmap((k, x) => rng.gamma(k, x))(rng.split({k}, 5), x)",
                          lambda k, x: jax.vmap(r.gamma)(r.split(k, 5), x), (5, 2)),
    # With many pairs: a small rate is sampled with a large one in its place, whose bits decide.
    "vmap_poisson": vectors(
        "poisson", "vmap((k, x) => rng.poisson(k, 8.0 * x))(rng.split({k}, 400), x)",
        lambda k, x: jax.vmap(lambda k, x: r.poisson(k, 8 * x))(r.split(k, 400), x), (400, 2)),
    "vmap_binomial": vectors(
        "binomial", "vmap((k, x) => rng.binomial(k, 50, x / 3.0))(rng.split({k}, 400), x)",
        lambda k, x: jax.vmap(lambda k, x: r.binomial(k, 50., x / 3))(r.split(k, 400), x),
        (400, 2)),
}

MANY = 20000
# The sampler of a script (with a key k and a shape s), and SciPy's distribution.
CONTINUOUS = {
    "uniform": ("rng.uniform(k, s, -1.0, 3.0)", st.uniform(-1, 4)),
    "normal": ("rng.normal(k, s)", st.norm()),
    "truncated_normal": ("rng.truncated_normal(k, s, -1.0, 2.0)", st.truncnorm(-1, 2)),
    "exponential": ("rng.exponential(k, s)", st.expon()),
    "gumbel": ("rng.gumbel(k, s)", st.gumbel_r()),
    "cauchy": ("rng.cauchy(k, s)", st.cauchy()),
    "laplace": ("rng.laplace(k, s)", st.laplace()),
    "logistic": ("rng.logistic(k, s)", st.logistic()),
    "maxwell": ("rng.maxwell(k, s)", st.maxwell()),
    "double_sided_maxwell": ("abs(rng.double_sided_maxwell(k, 0.0, 2.0, s))", st.maxwell(0, 2)),
    "pareto": ("rng.pareto(k, 2.5, s)", st.pareto(2.5)),
    "rayleigh": ("rng.rayleigh(k, 1.7, s)", st.rayleigh(0, 1.7)),
    "weibull_min": ("rng.weibull_min(k, 1.5, 0.8, s)", st.weibull_min(0.8, 0, 1.5)),
    "triangular": ("rng.triangular(k, -1.0, 0.5, 2.0, s)", st.triang(0.5, -1, 3)),
    "lognormal": ("rng.lognormal(k, 0.6, s)", st.lognorm(0.6)),
    "wald": ("rng.wald(k, 1.3, s)", st.invgauss(1.3)),
    "gamma": ("rng.gamma(k, 2.3, s)", st.gamma(2.3)),
    "gamma_small": ("rng.gamma(k, 0.2, s)", st.gamma(0.2)),
    "loggamma": ("rng.loggamma(k, 0.7, s)", st.loggamma(0.7)),
    "beta": ("rng.beta(k, 0.6, 2.5, s)", st.beta(0.6, 2.5)),
    "chisquare": ("rng.chisquare(k, 3.5, s)", st.chi2(3.5)),
    "t": ("rng.t(k, 2.5, s)", st.t(2.5)),
    "f": ("rng.f(k, 3.0, 7.0, s)", st.f(3, 7)),
    "generalized_normal": ("rng.generalized_normal(k, 1.6, s)", st.gennorm(1.6)),
    "dirichlet": ("rng.dirichlet(k, [0.5, 1.0, 2.0], s)[:, 1]", st.beta(1.0, 2.5)),
    "ball": ("norm(rng.ball(k, 3, 2.0, s), axis = -1) ^ 3", st.uniform()),
    "multivariate_normal": ("rng.multivariate_normal(k, [1.0, 2.0], [[2.0, 0.5], [0.5, 1.0]], s)"
                            "[:, 0]", st.norm(1, math.sqrt(2))),
    "orthogonal": ("rng.orthogonal(k, 3, s)[:, 0, 0]", st.uniform(-1, 2)),
}
WHOLE = {
    "randint": ("rng.randint(k, s, 0, 10)", st.randint(0, 10)),
    "bernoulli": ("i32(rng.bernoulli(k, 0.3, s))", st.bernoulli(0.3)),
    "rademacher": ("(rng.rademacher(k, s) + 1) // 2", st.bernoulli(0.5)),
    "categorical": ("rng.categorical(k, log([0.2, 0.5, 0.3]), shape = s)",
                    st.rv_discrete(values=(range(3), (0.2, 0.5, 0.3)))),
    "choice": ("rng.choice(k, 4, s, p = [0.1, 0.2, 0.3, 0.4])",
               st.rv_discrete(values=(range(4), (0.1, 0.2, 0.3, 0.4)))),
    "geometric": ("rng.geometric(k, 0.3, s)", st.geom(0.3)),
    "poisson": ("rng.poisson(k, 3.5, s)", st.poisson(3.5)),
    "poisson_large": ("rng.poisson(k, 40.0, s)", st.poisson(40)),
    "binomial": ("i32(rng.binomial(k, 12, 0.3, s))", st.binom(12, 0.3)),
    "binomial_large": ("i32(rng.binomial(k, 200, 0.6, s))", st.binom(200, 0.6)),
    "multinomial": ("i32(rng.multinomial(k, 9, broadcast([0.2, 0.5, 0.3], (...s, 3))))[:, 2]",
                    st.binom(9, 0.3)),
}


def chance_of_counts(drawn, law):
    """By chi-square, of values that occur at least eight times on average; the rest are merged."""
    values = np.arange(int(drawn.min()), int(drawn.max()) + 1)
    expected = law.pmf(values) * len(drawn)
    kept = expected >= 8
    seen = np.array([(drawn == v).sum() for v in values])[kept]
    seen, wanted = np.append(seen, len(drawn) - seen.sum()), expected[kept]
    wanted = np.append(wanted, len(drawn) - wanted.sum())
    if wanted[-1] < 1e-6 * len(drawn):
        if seen[-1] > 0:
            return 0.0
        seen, wanted = seen[:-1], wanted[:-1] * seen.sum() / wanted[:-1].sum()
    return st.chisquare(seen, wanted).pvalue


class Fit:
    """A distribution sampled many times at one seed."""

    def __init__(self, name, text, law, seed):
        self.name, self.text, self.law, self.seed = name, text, law, seed

    def line(self, number):
        return (f'report(&names, &kept, "r{number}", try(() => {{ let k = rng.key({self.seed}); '
                f'let s = ({MANY},); {self.text} }}))')

    def chance(self, drawn):
        if self.name in WHOLE:
            return chance_of_counts(drawn, self.law)
        return st.kstest(drawn.astype(np.float64), self.law.cdf).pvalue


def fits(rille):
    ran = [Fit(name, text, law, seed) for name, (text, law) in {**CONTINUOUS, **WHOLE}.items()
           for seed in (1, 2, 3)]
    got, errors = compare.answers(rille, [fit.line(i) for i, fit in enumerate(ran)], {})
    wrong = [f"{n}: {text}" for n, text in errors.items()]
    for i, fit in enumerate(ran):
        chance = fit.chance(got[f"r{i}"]) if f"r{i}" in got else 0.0
        if not chance > 1e-4:
            wrong.append(f"{fit.name}: {fit.text} of seed {fit.seed} has the chance {chance}")
    return wrong, ran


def run(draws, rille, _):
    wrong, ran = compare.check(CASES, draws, rille)
    more, tried = fits(rille)
    return wrong + more, ran + tried
