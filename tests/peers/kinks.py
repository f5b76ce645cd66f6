"""Writes tests/laws/kinks.txt: derivatives of JAX at kinks, for tests/laws/kinks.py.

usage: python tests/peers/kinks.py > tests/laws/kinks.txt

A row: the function of t as text of a script, t, then the value and three derivatives, in f64.
"""
import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.special import erfinv, logsumexp

jax.config.update("jax_enable_x64", True)
nn = jax.nn
a = jnp.array

# The expression of t in a script, and the same in JAX.
EVERYWHERE = {
    "abs(t)": jnp.abs, "sign(t)": jnp.sign, "floor(t)": jnp.floor, "ceil(t)": jnp.ceil,
    "round(t)": jnp.round, "exp(t)": jnp.exp, "expm1(t)": jnp.expm1, "log(t)": jnp.log,
    "log1p(t)": jnp.log1p, "sqrt(t)": jnp.sqrt, "rsqrt(t)": jax.lax.rsqrt, "cbrt(t)": jnp.cbrt,
    "sin(t)": jnp.sin, "cos(t)": jnp.cos, "tan(t)": jnp.tan, "asin(t)": jnp.arcsin,
    "acos(t)": jnp.arccos, "atan(t)": jnp.arctan, "sinh(t)": jnp.sinh, "cosh(t)": jnp.cosh,
    "tanh(t)": jnp.tanh, "erf(t)": jax.scipy.special.erf, "erf_inv(t)": erfinv,
    "asinh(t)": jnp.arcsinh, "atanh(t)": jnp.arctanh,
    "exp2(t)": jnp.exp2, "log2(t)": jnp.log2, "log10(t)": jnp.log10,
    "logaddexp(t, 0.0)": lambda t: jnp.logaddexp(t, 0.0),
    "logaddexp(1.0, t)": lambda t: jnp.logaddexp(1.0, t),
    "special.erfc(t)": jax.scipy.special.erfc, "special.entr(t)": jax.scipy.special.entr,
    "special.xlogy(t, 2.0)": lambda t: jax.scipy.special.xlogy(t, a(2.0)),
    "special.xlogy(2.0, t)": lambda t: jax.scipy.special.xlogy(a(2.0), t),
    "special.xlog1py(t, 0.5)": lambda t: jax.scipy.special.xlog1py(t, a(0.5)),
    "special.logit(t)": jax.scipy.special.logit,
    "sigmoid(t)": nn.sigmoid, "relu(t)": nn.relu, "nn.gelu(t)": nn.gelu,
    "nn.gelu(t, exact = true)": lambda t: nn.gelu(t, approximate=False), "nn.silu(t)": nn.silu,
    "nn.softplus(t)": nn.softplus, "nn.leaky_relu(t)": nn.leaky_relu, "nn.elu(t)": nn.elu,
    "t ^ 2": lambda t: t ** 2, "t ^ 3": lambda t: t ** 3, "t ^ 0": lambda t: t ** 0,
    "t ^ 1": lambda t: t ** 1, "t ^ -1": lambda t: t ** -1, "t ^ -2": lambda t: t ** -2,
    "t ^ 0.5": lambda t: jnp.power(t, 0.5), "t ^ 1.5": lambda t: jnp.power(t, 1.5),
    "t ^ 2.0": lambda t: jnp.power(t, a(2.0)), "t ^ 3.0": lambda t: jnp.power(t, a(3.0)),
    "2.0 ^ t": lambda t: jnp.power(2.0, t), "t ^ t": lambda t: jnp.power(t, t),
    "abs(t) ^ 1.5": lambda t: jnp.power(jnp.abs(t), 1.5),
    "t * abs(t)": lambda t: t * jnp.abs(t), "sqrt(t ^ 2)": lambda t: jnp.sqrt(t ** 2),
    "where(t > 0.0, t, t * t)": lambda t: jnp.where(t > 0, t, t * t),
    "where(t > 0.0, sqrt(where(t > 0.0, t, 1.0)), 0.0)":
        lambda t: jnp.where(t > 0, jnp.sqrt(jnp.where(t > 0, t, 1.0)), 0.0),
    "clip(t, -1.0, 1.0)": lambda t: jnp.clip(t, -1.0, 1.0),
    "clip(t * t, 0.0, 1.0)": lambda t: jnp.clip(t * t, 0.0, 1.0),
    "maximum(t, 0.0)": lambda t: jnp.maximum(t, 0.0),
    "minimum(t, 0.0)": lambda t: jnp.minimum(t, 0.0),
    "maximum(t, t * t)": lambda t: jnp.maximum(t, t * t),
    "minimum(t ^ 3, t)": lambda t: jnp.minimum(t ** 3, t),
    "maximum(t * t, -t)": lambda t: jnp.maximum(t * t, -t),
    "atan2(t, 1.0)": lambda t: jnp.arctan2(t, 1.0), "atan2(1.0, t)": lambda t: jnp.arctan2(1.0, t),
    "atan2(t, -1.0)": lambda t: jnp.arctan2(t, -1.0), "atan2(t, t)": lambda t: jnp.arctan2(t, t),
    "t % 0.7": lambda t: jnp.remainder(t, 0.7), "t // 0.7": lambda t: jnp.floor_divide(t, 0.7),
    "0.7 % (t + 2.0)": lambda t: jnp.remainder(0.7, t + 2.0),
    "logsumexp(f64([t, 0.0]))": lambda t: logsumexp(jnp.stack([t, a(0.0)])),
    "logsumexp(f64([t, t]))": lambda t: logsumexp(jnp.stack([t, t])),
    "logsumexp(f64([t, -inf]))": lambda t: logsumexp(jnp.stack([t, a(-jnp.inf)])),
    "softmax(f64([t, 0.0]))[0]": lambda t: nn.softmax(jnp.stack([t, a(0.0)]))[0],
    "log_softmax(f64([t, 0.0]))[0]": lambda t: nn.log_softmax(jnp.stack([t, a(0.0)]))[0],
    "norm(f64([t, 0.0]))": lambda t: jnp.linalg.norm(jnp.stack([t, a(0.0)])),
    "norm(f64([t, 1.0]))": lambda t: jnp.linalg.norm(jnp.stack([t, a(1.0)])),
    "norm(f64([t, t]))": lambda t: jnp.linalg.norm(jnp.stack([t, t])),
    "std(f64([t, 1.0]))": lambda t: jnp.std(jnp.stack([t, a(1.0)])),
    "f64([t, 1.0]).var()": lambda t: jnp.var(jnp.stack([t, a(1.0)])),
    "max(f64([t, 0.0]))": lambda t: jnp.max(jnp.stack([t, a(0.0)])),
    "max(f64([t, t * t, 0.0]))": lambda t: jnp.max(jnp.stack([t, t * t, a(0.0)])),
    "min(f64([t, t * t, 1.0]))": lambda t: jnp.min(jnp.stack([t, t * t, a(1.0)])),
    "prod(f64([t, t, 2.0]))": lambda t: jnp.prod(jnp.stack([t, t, a(2.0)])),
    "prod(f64([t, 0.0, t + 1.0]))": lambda t: jnp.prod(jnp.stack([t, a(0.0), t + 1.0])),
    "cumprod(f64([t, t + 1.0, t]))[2]": lambda t: jnp.cumprod(jnp.stack([t, t + 1.0, t]))[2],
    "sort(f64([t, 0.0, t * t]))[1]": lambda t: jnp.sort(jnp.stack([t, a(0.0), t * t]))[1],
    "sort(f64([t * t, t, 1.0]))[0]": lambda t: jnp.sort(jnp.stack([t * t, t, a(1.0)]))[0],
    "sum(abs(f64([t, t - 1.0])))": lambda t: jnp.sum(jnp.abs(jnp.stack([t, t - 1.0]))),
    "mean(f64([t, t * t]) ^ 2)": lambda t: jnp.mean(jnp.stack([t, t * t]) ** 2),
    "exp(-1.0 / t ^ 2)": lambda t: jnp.exp(-1.0 / t ** 2),
    "log(1.0 + exp(t))": lambda t: jnp.log(1.0 + jnp.exp(t)),
    "log(sigmoid(t))": lambda t: jnp.log(nn.sigmoid(t)),
    "tanh(t) ^ 3": lambda t: jnp.tanh(t) ** 3,
    "sqrt(1.0 - t * t)": lambda t: jnp.sqrt(1.0 - t * t), "cbrt(t) ^ 3": lambda t: jnp.cbrt(t) ** 3,
    "erf_inv(erf(t))": lambda t: erfinv(jax.scipy.special.erf(t)),
    "1.0 / t": lambda t: 1.0 / t, "t / (t + 1.0)": lambda t: t / (t + 1.0),
    "optim.softmax_cross_entropy(f64([t, 0.0, -t]), 1)":
        lambda t: -nn.log_softmax(jnp.stack([t, a(0.0), -t]))[1],
}
POINTS = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.5, 1e-9, -1e-9, 30.0, -30.0, 720.0, -720.0,
          1e-100, 1e100]


# JAX's second derivative of the first is -1 / -0, whose sign belongs to no side; its sigmoid of the
# second is 0, since exp(720) overflows, and should be e^-720.
ASIDE = [("special.entr(t)", "-0x0.0p+0"), ("log(sigmoid(t))", "-0x1.6800000000000p+9")]


def shown(x):
    return float(x).hex()


for text, f in EVERYWHERE.items():
    orders = [jax.jit(f)]
    for _ in range(3):
        orders.append(jax.grad(orders[-1]))
    every = jax.jit(jax.vmap(lambda t: jnp.stack([jnp.asarray(g(t), jnp.float64) for g in orders])))
    for t, row in zip(POINTS, np.asarray(every(a(POINTS)))):
        if (text, shown(t)) not in ASIDE:
            print(text, shown(t), *map(shown, row), sep="\t")
