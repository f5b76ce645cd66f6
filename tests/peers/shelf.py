"""Functions of arrays against JAX, values and gradients, on drawn inputs.

usage: python tests/peers/shelf.py [SEED] [build/rille] [DRAWS]

Each row of CASES says how a script writes a call, what JAX calls the same, and what is drawn.
Every row is tried DRAWS times; the gradient of sum(w * f(x)) too where the row says so. The
tolerance is a few units of f32's last place, since exp, log and kin differ there.
"""
import re
import subprocess
import sys
import tempfile

import jax
import jax.numpy as jnp
import numpy as np

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 0
RILLE = sys.argv[2] if len(sys.argv) > 2 else "build/rille"
DRAWS = int(sys.argv[3]) if len(sys.argv) > 3 else 20
RTOL, ATOL = 1e-5, 2e-6
rng = np.random.default_rng(SEED)
SHAPES = [(3,), (2, 3), (4, 1, 2), (1,), (2, 2, 3), (5, 4)]


def shape(least=1):
    shapes = SHAPES if least < 2 else [(2, 3), (4, 2), (2, 2, 3)]
    return shapes[rng.integers(len(shapes))]


def floats(low=-2.0, high=2.0, dims=None):
    dims = shape() if dims is None else dims
    return (rng.random(dims) * (high - low) + low).astype(np.float32)


def ints(low=-9, high=10, dims=None):
    return rng.integers(low, high, shape() if dims is None else dims).astype(np.int32)


def written(x):
    """The array as a script writes it."""
    if isinstance(x, (tuple, list)):
        return "(" + "".join(written(item) + ", " for item in x) + ")"
    items = ", ".join(repr(i).lower() for i in x.reshape(-1).tolist())
    dtype = {"float32": "f32", "int32": "i32", "bool": "", "float64": "f64"}[str(x.dtype)]
    dims = "(" + "".join(f"{n}, " for n in x.shape) + ")"
    return f"reshape({dtype}([{items}]), {dims})"


def unary(name, theirs, low=-2.0, high=2.0, grad=True):
    return (f"{name}(x)", lambda x: theirs(x), lambda: [floats(low, high)], grad)


def two(expr, theirs, draw, grad=False):
    return (expr, theirs, draw, grad)


def pair():
    dims = shape()
    other = tuple(1 if rng.random() < 0.3 else n for n in dims)
    if len(other) > 1 and rng.random() < 0.3:
        other = other[rng.integers(len(other)):]
    return dims, other


def float_pair(low=-2.0, high=2.0):
    a, b = pair()
    return [floats(low, high, a), floats(low, high, b)]


def int_pair():
    a, b = pair()
    y = ints(-9, 10, b)
    return [ints(-9, 10, a), np.where(y == 0, 3, y).astype(np.int32)]


def one_axis(make=floats):
    x = make(dims=shape(2))
    return x


CASES = {
    "exp": unary("exp", jnp.exp), "expm1": unary("expm1", jnp.expm1),
    "log": unary("log", jnp.log, 0.1, 9), "log1p": unary("log1p", jnp.log1p, -0.9, 9),
    "sqrt": unary("sqrt", jnp.sqrt, 0.1, 9), "rsqrt": unary("rsqrt", jax.lax.rsqrt, 0.1, 9),
    "cbrt": unary("cbrt", jnp.cbrt, 0.1, 9), "sin": unary("sin", jnp.sin, -9, 9),
    "cos": unary("cos", jnp.cos, -9, 9), "tan": unary("tan", jnp.tan, -1.2, 1.2),
    "asin": unary("asin", jnp.arcsin, -0.9, 0.9), "acos": unary("acos", jnp.arccos, -0.9, 0.9),
    "atan": unary("atan", jnp.arctan, -9, 9), "sinh": unary("sinh", jnp.sinh),
    "cosh": unary("cosh", jnp.cosh), "tanh": unary("tanh", jnp.tanh),
    "erf": unary("erf", jax.scipy.special.erf), "sigmoid": unary("sigmoid", jax.nn.sigmoid, -9, 9),
    "erf_inv": unary("erf_inv", jax.scipy.special.erfinv, -0.99, 0.99),
    "abs": unary("abs", jnp.abs), "sign": unary("sign", jnp.sign),
    "relu": unary("relu", jax.nn.relu),
    "floor": unary("floor", jnp.floor, -9, 9), "ceil": unary("ceil", jnp.ceil, -9, 9),
    "round": unary("round", jnp.round, -9, 9),
    "isnan": unary("isnan", jnp.isnan, grad=False), "isinf": unary("isinf", jnp.isinf, grad=False),
    "isfinite": unary("isfinite", jnp.isfinite, grad=False),
    "gelu": unary("nn.gelu", jax.nn.gelu), "silu": unary("nn.silu", jax.nn.silu),
    "softplus": unary("nn.softplus", jax.nn.softplus, -9, 9),
    "leaky_relu": unary("nn.leaky_relu", jax.nn.leaky_relu), "elu": unary("nn.elu", jax.nn.elu),
    "add": two("x + y", lambda x, y: x + y, float_pair, True),
    "sub": two("x - y", lambda x, y: x - y, float_pair, True),
    "mul": two("x * y", lambda x, y: x * y, float_pair, True),
    "div": two("x / y", lambda x, y: x / y, lambda: float_pair(0.5, 2), True),
    "pow": two("x ^ y", lambda x, y: x ** y, lambda: float_pair(0.5, 2), True),
    "square": ("x ^ 2", lambda x: x ** 2, lambda: [floats()], True),
    "cube_below": ("x ^ -3", lambda x: x ** -3, lambda: [floats(0.5, 2)], True),
    "int_add": two("x + y", lambda x, y: x + y, int_pair),
    "int_mul": two("x * y", lambda x, y: x * y, int_pair),
    "int_floor_div": two("x // y", lambda x, y: x // y, int_pair),
    "int_mod": two("x % y", lambda x, y: x % y, int_pair),
    "int_div": two("x / y", lambda x, y: x / y, int_pair),
    "floor_div": two("x // y", lambda x, y: x // y, lambda: float_pair(0.5, 9)),
    "mod": two("x % y", lambda x, y: x % y, lambda: float_pair(0.5, 9)),
    "maximum": two("maximum(x, y)", jnp.maximum, float_pair, True),
    "minimum": two("minimum(x, y)", jnp.minimum, float_pair, True),
    "atan2": two("atan2(x, y)", jnp.arctan2, lambda: float_pair(0.5, 2), True),
    "lt": two("x < y", lambda x, y: x < y, int_pair),
    "eq": two("x == y", lambda x, y: x == y, int_pair),
    "where": ("where(x > 0.0, x, y)", lambda x, y: jnp.where(x > 0, x, y), float_pair, True),
    "clip": ("clip(x, -0.5, 1.0)", lambda x: jnp.clip(x, -0.5, 1.0), lambda: [floats()], True),
    "bits_and": two("bits.and(x, y)", jnp.bitwise_and, int_pair),
    "bits_or": two("bits.or(x, y)", jnp.bitwise_or, int_pair),
    "bits_xor": two("bits.xor(x, y)", jnp.bitwise_xor, int_pair),
    "bits_not": ("bits.not(x)", jnp.bitwise_not, lambda: [ints()], False),
    "shift_left": ("bits.shift_left(x, 3)", lambda x: x << 3, lambda: [ints()], False),
    "shift_right": ("bits.shift_right(x, 2)", lambda x: x >> 2, lambda: [ints()], False),
    "sum": ("sum(x)", jnp.sum, lambda: [floats()], True),
    "sum_first": ("sum(x, axis = 0)", lambda x: jnp.sum(x, axis=0), lambda: [one_axis()], True),
    "sum_keep": ("sum(x, axis = -1, keep = true)", lambda x: jnp.sum(x, axis=-1, keepdims=True),
        lambda: [one_axis()], True),
    "sum_ints": ("sum(x, axis = (0, 1))", lambda x: jnp.sum(x, axis=(0, 1)),
        lambda: [ints(dims=shape(2))], False),
    "sum_bools": ("sum(x > 0)", lambda x: jnp.sum(x > 0), lambda: [ints()], False),
    "prod": ("prod(x, axis = 0)", lambda x: jnp.prod(x, axis=0), lambda: [one_axis()], True),
    "mean": ("mean(x, axis = 1)", lambda x: jnp.mean(x, axis=1), lambda: [one_axis()], True),
    "mean_ints": ("mean(x)", lambda x: jnp.mean(x), lambda: [ints()], False),
    "var": ("x.var(axis = 0)", lambda x: jnp.var(x, axis=0), lambda: [one_axis()], True),
    "std": ("std(x, ddof = 1)", lambda x: jnp.std(x, ddof=1), lambda: [one_axis()], True),
    "max": ("max(x, axis = 1)", lambda x: jnp.max(x, axis=1), lambda: [one_axis()], True),
    "min": ("min(x)", jnp.min, lambda: [floats()], True),
    "any": ("any(x > 0.5, axis = 0)", lambda x: jnp.any(x > 0.5, axis=0), lambda: [floats()],
        False),
    "all": ("all(x > -1.5)", lambda x: jnp.all(x > -1.5), lambda: [floats()], False),
    "argmax": ("argmax(x, axis = 0)", lambda x: jnp.argmax(x, axis=0), lambda: [ints()], False),
    "argmin": ("argmin(x)", jnp.argmin, lambda: [ints()], False),
    "norm": ("norm(x, axis = -1)", lambda x: jnp.linalg.norm(x, axis=-1), lambda: [floats()],
        True),
    "logsumexp": ("logsumexp(x, axis = 0)", lambda x: jax.nn.logsumexp(x, axis=0),
        lambda: [floats()], True),
    "softmax": ("softmax(x, axis = 0)", lambda x: jax.nn.softmax(x, axis=0), lambda: [floats()],
        True),
    "log_softmax": ("log_softmax(x)", jax.nn.log_softmax, lambda: [floats()], True),
    "cumsum": ("cumsum(x, axis = 0)", lambda x: jnp.cumsum(x, axis=0), lambda: [floats()], True),
    "cumprod": ("cumprod(x)", jnp.cumprod, lambda: [floats(0.5, 1.5)], True),
    "reshape": ("reshape(x, (-1,))", lambda x: x.reshape(-1), lambda: [floats()], True),
    "transpose": ("x.T", lambda x: x.T, lambda: [floats()], True),
    "swap": ("x.swap(0, -1)", lambda x: jnp.swapaxes(x, 0, -1), lambda: [floats()], True),
    "move_axis": ("move_axis(x, 0, -1)", lambda x: jnp.moveaxis(x, 0, -1), lambda: [floats()],
        True),
    "flatten": ("flatten(x)", jnp.ravel, lambda: [ints()], False),
    "squeeze": ("squeeze(x)", jnp.squeeze, lambda: [floats()], True),
    "expand": ("expand(x, (0, -1))", lambda x: jnp.expand_dims(x, (0, -1)), lambda: [floats()],
        True),
    "broadcast": ("broadcast(x, (2, 4, 3))", lambda x: jnp.broadcast_to(x, (2, 4, 3)),
        lambda: [floats(dims=(4, 1))], True),
    "concat": ("concat((x, y), axis = -1)", lambda x, y: jnp.concatenate((x, y), axis=-1),
        lambda: [floats(dims=(2, 3)), floats(dims=(2, 2))], True),
    "stack": ("stack((x, y), axis = 1)", lambda x, y: jnp.stack((x, y), axis=1),
        lambda: [floats(dims=(2, 3)), floats(dims=(2, 3))], True),
    "split": ("split(x, 2, axis = 1)[1]", lambda x: jnp.split(x, 2, axis=1)[1],
        lambda: [floats(dims=(3, 4))], True),
    "repeat": ("repeat(x, 3, axis = 0)", lambda x: jnp.repeat(x, 3, axis=0), lambda: [floats()],
        True),
    "tile": ("tile(x, (2, 1, 3))", lambda x: jnp.tile(x, (2, 1, 3)), lambda: [floats()], True),
    "roll": ("roll(x, (1, -2), axis = (0, 1))", lambda x: jnp.roll(x, (1, -2), (0, 1)),
        lambda: [one_axis()], True),
    "roll_flat": ("roll(x, 2)", lambda x: jnp.roll(x, 2), lambda: [ints()], False),
    "flip": ("flip(x, axis = 0)", lambda x: jnp.flip(x, 0), lambda: [floats()], True),
    "pad": ("pad(x, ((1, 2), (0, 1)), value = 0.5)",
        lambda x: jnp.pad(x, ((1, 2), (0, 1)), constant_values=0.5),
        lambda: [floats(dims=(2, 3))], True),
    "tril": ("tril(x)", jnp.tril, lambda: [one_axis()], True),
    "triu": ("triu(x, 1)", lambda x: jnp.triu(x, 1), lambda: [one_axis()], True),
    "matmul": ("x @ y", lambda x, y: x @ y, lambda: [floats(dims=(4, 5)), floats(dims=(5, 3))],
        True),
    "matmul_batched": ("x @ y", lambda x, y: x @ y,
        lambda: [floats(dims=(3, 1, 4, 5)), floats(dims=(2, 5, 3))], True),
    "matmul_right": ("x @ y", lambda x, y: x @ y,
        lambda: [floats(dims=(4, 5)), floats(dims=(2, 5, 3))], True),
    "matmul_vector": ("x @ y", lambda x, y: x @ y,
        lambda: [floats(dims=(2, 4, 5)), floats(dims=(5,))], True),
    "matmul_ints": ("x @ y", lambda x, y: x @ y, lambda: [ints(dims=(2, 4)), ints(dims=(4, 3))],
        False),
    "einsum": ('einsum("bij,kj->bki", x, y)', lambda x, y: jnp.einsum("bij,kj->bki", x, y),
        lambda: [floats(dims=(2, 3, 4)), floats(dims=(5, 4))], True),
    "sort": ("sort(x, axis = 0)", lambda x: jnp.sort(x, axis=0), lambda: [floats()], True),
    "sort_down": ("sort(x, descending = true)", lambda x: jnp.sort(x, descending=True),
        lambda: [ints()], False),
    "argsort": ("argsort(x)", lambda x: jnp.argsort(x), lambda: [ints()], False),
    "argsort_down": ("argsort(x, axis = 0, descending = true)",
        lambda x: jnp.argsort(x, axis=0, descending=True), lambda: [ints()], False),
    "top_k": ("top_k(x, 2)[0]", lambda x: jax.lax.top_k(x, 2)[0], lambda: [floats(dims=(3, 5))],
        True),
    "top_k_places": ("top_k(x, 2)[1]", lambda x: jax.lax.top_k(x, 2)[1],
        lambda: [ints(dims=(3, 5))], False),
    "unique": ("unique(x)", jnp.unique, lambda: [ints()], False),
    "take": ("take(x, [2, 0, -1], axis = 1)", lambda x: x[:, jnp.array([2, 0, -1])],
        lambda: [floats(dims=(2, 3))], True),
    "take_clip": ('take(x, [9, -9, 1], axis = 0, mode = "clip")',
        lambda x: jnp.take(x, jnp.array([2, 0, 1]), axis=0), lambda: [floats(dims=(3, 2))], True),
    "index_slices": ("x[1:, ::-2]", lambda x: x[1:, ::-2], lambda: [floats(dims=(3, 5))], True),
    "index_arrays": ("x[[0, 2, 0], [1, 1, 3]]",
        lambda x: x[jnp.array([0, 2, 0]), jnp.array([1, 1, 3])], lambda: [floats(dims=(3, 5))],
        True),
    "index_mixed": ("x[[1, 0], nil, :, [2, 1]]",
        lambda x: x[jnp.array([1, 0]), None, :, jnp.array([2, 1])],
        lambda: [floats(dims=(2, 4, 3))], True),
    "index_ellipsis": ("x[..., 0]", lambda x: x[..., 0], lambda: [floats()], True),
    "linspace": ("linspace(-1.0, 2.0, 7) + x", lambda x: jnp.linspace(-1.0, 2.0, 7) + x,
        lambda: [floats(dims=(7,))], False),
    "arange": ("arange(5, -4, -2) + x", lambda x: jnp.arange(5, -4, -2) + x,
        lambda: [ints(dims=(5,))], False),
    "eye": ("eye(3, 4) + x", lambda x: jnp.eye(3, 4) + x, lambda: [floats(dims=(3, 4))], False),
    "one_hot": ("nn.one_hot(x, 5)", lambda x: jax.nn.one_hot(x, 5), lambda: [ints(0, 5)], False),
}


def gradient(theirs, args):
    w = jnp.asarray(floats(dims=np.shape(theirs(*map(jnp.asarray, args)))))

    def weighed(*xs):
        return jnp.sum(theirs(*xs) * w)

    return np.asarray(w), jax.grad(weighed)(*map(jnp.asarray, args))


def script_and_answers():
    lines, answers = [], []
    for name, (expr, theirs, draw, has_grad) in CASES.items():
        for _ in range(DRAWS):
            args = draw()
            given = "".join(f"let {n} = {written(a)}; " for n, a in zip("xy", args))
            number = len(answers)
            answers.append((name, expr, args, np.asarray(theirs(*map(jnp.asarray, args)))))
            lines.append(f"report({number}, try(() => {{ {given}{expr} }}))")
            if not has_grad:
                continue
            w, slope = gradient(theirs, args)
            names = "(x, y)" if len(args) == 2 else "x"
            call = ", ".join("xy"[: len(args)])
            body = f"grad({names} => sum(({expr}) * {written(w)}))({call})"
            answers.append((name + " gradient", expr, args, np.asarray(slope)))
            lines.append(f"report({number + 1}, try(() => {{ {given}{body} }}))")
    return lines, answers


HEAD = """proc report(at, r) {
  if r.ok { print("@{at} {r.value.shape} {flatten(r.value)}") }
  else { print("@{at} error {r.error.kind}: {r.error.message}") }
}
"""


def parsed(text):
    """Case number -> (shape, numbers) or the text of an error."""
    out = {}
    for chunk in text.split("@")[1:]:
        number, rest = chunk.split(" ", 1)
        if rest.startswith("error"):
            out[int(number)] = rest.strip()
            continue
        dims, items = re.match(r"\(([^)]*)\) \[?([^\]]*)\]?", rest, re.S).groups()
        words = [w.strip() for w in items.split(",") if w.strip()]
        values = [{"true": 1.0, "false": 0.0}[w] if w[-1] == "e" else float(w) for w in words]
        out[int(number)] = (tuple(int(d) for d in dims.split(",") if d.strip()), np.array(values))
    return out


def main():
    lines, answers = script_and_answers()
    with tempfile.NamedTemporaryFile("w", suffix=".rille") as script:
        script.write(HEAD + "\n".join(lines) + "\n")
        script.flush()
        command = [RILLE, "run", script.name]
        run = subprocess.run(command, capture_output=True, text=True, timeout=1500)
    got = parsed(run.stdout)
    wrong = {}
    for number, (name, expr, args, expected) in enumerate(answers):
        mine = got.get(number, "nothing was printed")
        good = not isinstance(mine, str) and mine[0] == expected.shape and np.allclose(
            mine[1], expected.reshape(-1).astype(np.float64), rtol=RTOL, atol=ATOL, equal_nan=True)
        if not good:
            wrong.setdefault(name, (expr, [a.tolist() for a in args], expected.tolist(), mine))
    for name, (expr, args, expected, mine) in wrong.items():
        shown = [str(text)[:300] for text in (args, expected, mine)]
        print("{}: {}\n  of   {}\n  JAX  {}\n  ours {}".format(name, expr, *shown))
    if run.returncode != 0:
        print(run.stderr[-800:])
    print(f"seed {SEED}: {len(answers)} results, {len(wrong)} functions differ")
    sys.exit(bool(wrong) or run.returncode != 0)


main()
