"""First derivatives of JAX at the arguments of tests/laws/tails.txt, for docs/accuracy.md.

usage: python tests/peers/tails_jax.py [--write]

For each function and f64 and f32, counts the arguments at which the derivative is a normal number
and JAX's is 0, infinite, NaN, or more than 64 units in the last place off, and stores the clearest
of them. --write puts them into tails.json and the page. Needs jax.
"""
import json
import os
import pathlib
import sys

os.environ.setdefault("JAX_ENABLE_X64", "1")
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import jax.scipy.special as jsp  # noqa: E402
import numpy as np  # noqa: E402

import accuracy_page  # noqa: E402
import tails_table  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
nn = jax.nn
# A row's expression in JAX, of its variable and the other argument.
OF_ONE = {
    "exp2(x)": jnp.exp2, "expm1(x)": jnp.expm1, "log1p(x)": jnp.log1p, "sqrt(x)": jnp.sqrt,
    "cbrt(x)": jnp.cbrt, "tan(x)": jnp.tan, "asin(x)": jnp.arcsin, "acos(x)": jnp.arccos,
    "atan(x)": jnp.arctan, "tanh(x)": jnp.tanh, "asinh(x)": jnp.arcsinh, "acosh(x)": jnp.arccosh,
    "atanh(x)": jnp.arctanh, "sigmoid(x)": nn.sigmoid, "erf(x)": jsp.erf, "sinc(x)": jnp.sinc,
    "erf_inv(x)": jsp.erfinv, "special.erfc(x)": jsp.erfc, "nn.gelu(x)": nn.gelu,
    "nn.gelu(x, exact = true)": lambda x: nn.gelu(x, approximate=False), "nn.silu(x)": nn.silu,
    "nn.softplus(x)": nn.softplus, "nn.log_sigmoid(x)": nn.log_sigmoid, "nn.elu(x)": nn.elu,
    "nn.selu(x)": nn.selu, "nn.mish(x)": nn.mish, "nn.squareplus(x)": nn.squareplus,
    "nn.soft_sign(x)": nn.soft_sign, "special.logit(x)": jsp.logit, "special.entr(x)": jsp.entr,
    "special.gamma(x)": jsp.gamma, "special.gammaln(x)": jsp.gammaln,
    "special.digamma(x)": jsp.digamma, "special.log_ndtr(x)": jsp.log_ndtr,
    "special.ndtri(x)": jsp.ndtri, "special.i0e(x)": jsp.i0e, "special.i1e(x)": jsp.i1e,
    "special.i1(x)": jsp.i1, "special.spence(x)": jsp.spence, "special.expi(x)": jsp.expi,
}
OF_TWO = {
    "atan2(x, y)": jnp.arctan2, "hypot(x, y)": jnp.hypot, "x ^ y": jnp.power,
    "logaddexp(x, y)": jnp.logaddexp, "special.xlogy(x, y)": jsp.xlogy,
    "special.rel_entr(x, y)": jsp.rel_entr, "special.kl_div(x, y)": jsp.kl_div,
    "special.betaln(x, y)": jsp.betaln, "special.beta(x, y)": jsp.beta,
    "special.poch(x, y)": jsp.poch,
}


def derivatives(text, variable, rows, dtype):
    args = [jnp.asarray(np.array(column), dtype) for column in zip(*(args for args, _ in rows))]
    f = OF_ONE[text] if len(args) == 1 else OF_TWO[text]
    slope = jax.grad(lambda *at: f(*at), argnums="xy".index(variable))
    return np.asarray(jax.jit(jax.vmap(slope))(*args)).astype(float)


def counted(text, variable, rows, name, dtype):
    rows = [row for row in rows if all(tails_table.holds(name, x) for x in row[0])]
    least, most = 2.0 ** tails_table.DTYPES[name][1], tails_table.DTYPES[name][2]
    asked, wrong, example = 0, 0, None
    for got, (args, texts) in zip(derivatives(text, variable, rows, dtype), rows):
        want = texts[1].partition("@")[0]
        is_subnormal = any(0 < abs(x) < least for x in args)  # JAX flushes these to zero
        if want == "-" or is_subnormal or not least <= abs(float(want)) < most:
            continue
        places = tails_table.off(float(got), texts[1], name, False)
        asked += 1
        if places <= 64:
            continue
        wrong += 1
        if example is None or abs(np.log(max(abs(args[0]), 1e-300))) < example[0]:
            example = (abs(np.log(max(abs(args[0]), 1e-300))), args, float(got), float(want))
    return {"asked": asked, "wrong": wrong, "example": example and example[1:]}


def main():
    out = []
    for text, variable, rows in tails_table.rows():
        if text not in OF_ONE and text not in OF_TWO:
            continue
        row = {"text": text, "variable": variable}
        for name, dtype in (("f64", jnp.float64), ("f32", jnp.float32)):
            row[name] = counted(text, variable, rows, name, dtype)
        out.append(row)
        print(row, flush=True)
    if "--write" in sys.argv:
        (HERE / "tails.json").write_text(json.dumps(out, indent=1) + "\n")
        accuracy_page.PAGE.write_text(accuracy_page.page())


main()
