"""special, and elementary functions, compared with JAX: values and gradients.

accuracy.py measures their accuracy; here shapes, dtypes, broadcasting, and derivatives are
compared, with tolerances of JAX's own formulas.
"""
import functools

import jax
import jax.numpy as jnp
import jax.scipy.special as jsp
import numpy as np
import scipy.special as sp

import compare
from compare import floats, pick
from shelf import pair



def one(name, low, high, theirs=None, grad=True):
    theirs = theirs or getattr(jsp, name)
    return (f"special.{name}(x)", theirs, lambda: [floats(low, high)], grad)



def several(name, *ranges, theirs=None, grad=True, text=None):
    """Several arguments, which are broadcast."""
    theirs = theirs or getattr(jsp, name)
    letters = ", ".join("xyz"[:len(ranges)])

    def draw():
        dtype = pick(np.float32, np.float64)
        dims = list(pair())
        dims += [dims[0]] * (len(ranges) - 2)
        return [floats(low, high, d, dtype) for (low, high), d in zip(ranges, dims)]
    return (text or f"special.{name}({letters})", theirs, draw, grad)


def bessel():
    v = int(compare.rng.integers(0, 5))
    return (f"special.bessel_jn(x, {v})", lambda x: their_bessel(v, x), lambda: [floats(0.5, 9)],
            True)


def bessel_of(k, x):
    return compare.outside(lambda x: sp.jv(k, x), x)


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def their_bessel(v, x):
    """SciPy's, of all orders: JAX's are NaN in places, and their derivatives differ."""
    return jnp.stack([bessel_of(k, x) for k in range(v + 1)])


@their_bessel.defjvp
def _(v, at, going):
    (x,), (dx,) = at, going
    slopes = [(bessel_of(k - 1, x) - bessel_of(k + 1, x)) / 2 for k in range(v + 1)]
    return their_bessel(v, x), jnp.stack(slopes) * dx


@jax.custom_jvp
def their_spence(x):
    """With its derivative by definition: JAX's is NaN between 1 and 2."""
    return jsp.spence(x)


@their_spence.defjvp
def _(at, going):
    (x,), (dx,) = at, going
    return jsp.spence(x), jnp.log(x) / (1 - x) * dx


def their_expn(n, x):
    """By Ei and lower orders; XLA takes minutes to compile JAX's own."""
    out = -jsp.expi(-x)
    for k in range(1, n):
        out = (jnp.exp(-x) - x * out) / k
    return out


def expn():
    n = int(compare.rng.integers(1, 4))
    return (f"special.expn({n}, x)", lambda x: their_expn(n, x),
            lambda: [floats(0.2, 3, dtype=np.float64)], True)


def polygamma():
    n = int(compare.rng.integers(0, 4))
    return (f"special.polygamma({n}, x)", lambda x: jsp.polygamma(n, x),
            lambda: [floats(0.5, 6)], True)


def zeta():
    s = float(np.round(compare.rng.uniform(1.5, 5), 3))
    return (f"special.zeta({s}, x)", lambda x: jsp.zeta(jnp.float32(s), x),
            lambda: [floats(0.5, 6)], True)


def betainc():
    a, b = (float(np.round(compare.rng.uniform(0.5, 5), 2)) for _ in range(2))
    return (f"special.betainc({a}, {b}, x)",
            lambda x: jsp.betainc(jnp.asarray(a, x.dtype), jnp.asarray(b, x.dtype), x),
            lambda: [floats(0.05, 0.95)], True)


def bernoulli():
    n = int(compare.rng.integers(2, 30))
    return (f"special.bernoulli({n}) + 0 * x[0]",
            lambda x: np.asarray(sp.bernoulli(n), np.float32) + 0 * x[0],
            lambda: [floats(dims=(1,))], False)


def multigammaln():
    d = int(compare.rng.integers(1, 5))
    return (f"special.multigammaln(x, {d})", lambda x: jsp.multigammaln(x, d),
            lambda: [floats(3, 9)], True)


def second(name, low, high, theirs=None):
    """The second derivative, one element at a time."""
    theirs = theirs or getattr(jsp, name)
    call = name if theirs.__module__ == "jax.numpy" else f"special.{name}"
    expr = f"vmap(grad(grad(t => {call}(t))))(flatten(x))"
    return (expr, lambda x: jax.vmap(jax.grad(jax.grad(theirs)))(x.ravel()),
            lambda: [floats(low, high, dtype=np.float64)], False)


def elementary(name, theirs, low, high):
    return (f"{name}(x)", theirs, lambda: [floats(low, high)], True)


CASES = {
    "asinh": elementary("asinh", jnp.arcsinh, -9, 9),
    "acosh": elementary("acosh", jnp.arccosh, 1.1, 9),
    "atanh": elementary("atanh", jnp.arctanh, -0.9, 0.9),
    "exp2": elementary("exp2", jnp.exp2, -9, 9), "log2": elementary("log2", jnp.log2, 0.1, 9),
    "log10": elementary("log10", jnp.log10, 0.1, 9), "sinc": elementary("sinc", jnp.sinc, -3, 3),
    "hypot": several("hypot", (-2, 2), (-2, 2), theirs=jnp.hypot, text="hypot(x, y)"),
    "logaddexp": several("logaddexp", (-9, 9), (-9, 9), theirs=jnp.logaddexp,
                         text="logaddexp(x, y)"),
    "complex_asinh": ("real(asinh(complex(x, y)))", lambda x, y: jnp.arcsinh(x + 1j * y).real,
                      lambda: [floats(dims=(5,)), floats(dims=(5,))], True),
    # below 0 JAX's derivative of acosh is on the wrong branch
    "complex_acosh": ("imag(acosh(complex(x, y)))", lambda x, y: jnp.arccosh(x + 1j * y).imag,
                      lambda: [floats(0.2, 2, (5,)), floats(dims=(5,))], True),
    "complex_atanh": ("imag(atanh(complex(x, y)))", lambda x, y: jnp.arctanh(x + 1j * y).imag,
                      lambda: [floats(dims=(5,)), floats(dims=(5,))], True),
    "gammaln": one("gammaln", 0.2, 9), "gammaln_below": one("gammaln", -2.9, -2.1),
    "gamma": one("gamma", 0.3, 6), "gamma_below": one("gamma", -1.9, -1.1),
    "digamma": one("digamma", 0.3, 9), "digamma_below": one("digamma", -1.8, -1.2),
    "polygamma": polygamma, "zeta": zeta, "betainc": betainc, "bessel_jn": bessel, "expn": expn,
    "bernoulli": bernoulli, "multigammaln": multigammaln,
    "beta": several("beta", (0.3, 4), (0.3, 4)), "betaln": several("betaln", (0.3, 4), (0.3, 4)),
    "gammainc": several("gammainc", (0.3, 6), (0.3, 6)),
    "gammaincc": several("gammaincc", (0.3, 6), (0.3, 6)),
    "betainc_values": several("betainc", (0.3, 5), (0.3, 5), (0.05, 0.95), grad=False),
    "poch": several("poch", (0.5, 4), (0.5, 4), grad=False),
    "erfc": one("erfc", -2, 3), "erfcx": one("erfcx", -2, 5, grad=False,
                                            theirs=lambda x: jnp.exp(x * x) * jsp.erfc(x)),
    "log_ndtr": one("log_ndtr", -9, 3), "ndtr": one("ndtr", -3, 3),
    "ndtri": one("ndtri", 0.05, 0.95), "i0": one("i0", -6, 6), "i0e": one("i0e", -9, 9),
    "i1": one("i1", -6, 6), "i1e": one("i1e", -9, 9), "expi": one("expi", 0.3, 9),
    "exp1": one("exp1", 0.2, 6, lambda x: their_expn(1, x)),
    "spence": one("spence", 0.1, 4, their_spence),
    "entr": one("entr", 0.1, 3), "logit": one("logit", 0.05, 0.95),
    "factorial": one("factorial", 0.3, 5),
    "rel_entr": several("rel_entr", (0.1, 2), (0.1, 2)),
    "kl_div": several("kl_div", (0.1, 2), (0.1, 2)),
    "xlogy": several("xlogy", (-2, 2), (0.1, 2)), "xlog1py": several("xlog1py", (-2, 2), (-0.5, 2)),
    "gammaln_second": second("gammaln", 0.3, 6), "digamma_second": second("digamma", 0.3, 6),
    "i0e_second": second("i0e", 0.3, 6), "erfc_second": second("erfc", -2, 2),
    "spence_second": second("spence", 0.2, 0.9), "expi_second": second("expi", 0.3, 6),
    "log_ndtr_second": second("log_ndtr", -4, 2), "ndtri_second": second("ndtri", 0.1, 0.9),
    # Nearer to 0 JAX's terms cancel: at 5e-5 it is off by 2e-8 in float64.
    "sinc_second": second("sinc", 0.03, 0.3, jnp.sinc),
}

run = compare.table(CASES)
