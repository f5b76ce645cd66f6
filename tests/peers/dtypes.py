"""Functions of arrays over dtypes, edge values, and empty axes, compared with JAX."""
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

import compare
from compare import floats, ints, pick

FLOATS = {"f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16, "f16": np.float16}
INTS = {"i32": np.int32, "i64": np.int64, "u32": np.uint32, "i8": np.int8, "u8": np.uint8,
        "i16": np.int16, "u64": np.uint64}
BOOL = {"bool": np.bool_}
REAL = {**FLOATS, **INTS}
ALL = {**REAL, **BOOL}
EDGES = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5]
SHAPES = [(7,), (2, 5), (1,), (1, 1), (3, 1, 2)]
EMPTY = [(0,), (0, 3), (2, 0)]


def array(kinds, edges=True, empty=True, dims=None, low=-4.0, high=4.0):
    """Random numbers, some of them edges of the dtype, sometimes no elements."""
    word = pick(*kinds)
    dims = pick(*(SHAPES + EMPTY if empty else SHAPES)) if dims is None else dims
    if word == "bool":
        return ints(0, 2, dims).astype(bool)
    if word in INTS:
        info = np.iinfo(INTS[word])
        x = ints(max(-9, info.min), 10, dims, np.int64).astype(INTS[word])
        ends = [info.min, info.max, 0, 1]
    else:
        x, ends = floats(low, high, dims, FLOATS[word]), EDGES
    if edges:
        at = compare.rng.random(dims) < 0.4
        x[at] = np.array([pick(*ends) for _ in range(int(at.sum()))], x.dtype)
    return x


def one(expr, theirs, kinds, grad=False, **how):
    return expr, theirs, lambda: [array(kinds, **how)], grad


def two(expr, theirs, kinds, **how):
    """Two arrays of one dtype and shape."""
    def draw():
        x = array(kinds, **how)
        word = next(w for w, d in ALL.items() if x.dtype == d)
        return [x, array({word: x.dtype}, **{**how, "dims": x.shape})]
    return expr, theirs, draw, False


def divided(expr, theirs):
    """Ints by ints: a division by 0 has a result of its own here, which is neither's."""
    case = two(expr, theirs, INTS)

    def draw():
        x, y = case[2]()
        return [x, np.where(y == 0, 3, y).astype(y.dtype)]
    return expr, theirs, draw, False


MATH = {"exp": jnp.exp, "expm1": jnp.expm1, "log": jnp.log, "log1p": jnp.log1p, "sqrt": jnp.sqrt,
        "rsqrt": jax.lax.rsqrt, "cbrt": jnp.cbrt, "sin": jnp.sin, "cos": jnp.cos, "tan": jnp.tan,
        "asin": jnp.arcsin, "acos": jnp.arccos, "atan": jnp.arctan, "sinh": jnp.sinh,
        "cosh": jnp.cosh, "tanh": jnp.tanh, "erf": jax.scipy.special.erf,
        "sigmoid": jax.nn.sigmoid, "erf_inv": jax.scipy.special.erfinv, "floor": jnp.floor,
        "ceil": jnp.ceil, "round": jnp.round, "isnan": jnp.isnan, "isinf": jnp.isinf,
        "isfinite": jnp.isfinite, "log_softmax": jax.nn.log_softmax, "softmax": jax.nn.softmax,
        "relu": jax.nn.relu, "nn.gelu": jax.nn.gelu, "nn.silu": jax.nn.silu,
        "nn.softplus": jax.nn.softplus, "nn.elu": jax.nn.elu, "nn.leaky_relu": jax.nn.leaky_relu}
ORDERED = {"softmax", "log_softmax"}  # these reduce an axis: adjacent infinities are NaN

PLAIN = {**FLOATS, "i32": np.int32, "u32": np.uint32}
CASES = {name: one(f"{name}(x)", f, FLOATS, empty=name not in ORDERED) for name, f in MATH.items()}
CASES |= {f"{name} smooth": one(f"{name}(x)", MATH[name], {"f32": np.float32, "f64": np.float64},
                                grad=True, edges=False, empty=False, low=0.1, high=0.9)
          for name in MATH if not name.startswith("is")}
CASES |= {
    "abs": one("abs(x)", jnp.abs, REAL), "sign": one("sign(x)", jnp.sign, REAL),
    "neg": one("-x", jnp.negative, REAL), "square": one("x ^ 2", lambda x: x ** 2, REAL),
    "add": two("x + y", jnp.add, REAL), "sub": two("x - y", jnp.subtract, REAL),
    "mul": two("x * y", jnp.multiply, REAL), "div": two("x / y", jnp.divide, FLOATS),
    "floor_div": divided("x // y", jnp.floor_divide),
    "mod": divided("x % y", jnp.remainder),
    "floor_div_floats": two("x // y", jnp.floor_divide, FLOATS, edges=False, low=0.5),
    "mod_floats": two("x % y", jnp.remainder, FLOATS, edges=False, low=0.5),
    "maximum": two("maximum(x, y)", jnp.maximum, REAL),
    "minimum": two("minimum(x, y)", jnp.minimum, REAL),
    "compare": two("(x < y, x <= y, x > y, x >= y, x == y, x != y)",
                   lambda x, y: (x < y, x <= y, x > y, x >= y, x == y, x != y), REAL),
    "logic": two("(x and y, x or y, not x)", lambda x, y: (x & y, x | y, ~x), BOOL),
    "bits": two("(bits.and(x, y), bits.or(x, y), bits.xor(x, y), bits.not(x))",
                lambda x, y: (x & y, x | y, x ^ y, ~x), INTS),
    "bits.shift_left": one("bits.shift_left(x, 3)", lambda x: x << 3, INTS),
    "bits.shift_right": one("bits.shift_right(x, 3)", lambda x: x >> 3, INTS),
    "atan2": two("atan2(x, y)", jnp.arctan2, FLOATS),
    "pow": two("abs(x) ^ y", lambda x, y: jnp.abs(x) ** y, FLOATS, edges=False),
    "where": two("where(x == y, x, y)", lambda x, y: jnp.where(x == y, x, y), ALL),
    "clip": one("clip(x, 1, 3)", lambda x: jnp.clip(x, 1, 3), REAL),
    "sum": one("(sum(x), sum(x, axis = -1))", lambda x: (jnp.sum(x), jnp.sum(x, axis=-1)), PLAIN),
    "prod": one("prod(x, axis = 0)", lambda x: jnp.prod(x, axis=0), PLAIN),
    "mean": one("mean(x, axis = -1)", lambda x: jnp.mean(x, axis=-1), FLOATS, empty=False),
    "var": one("x.var(axis = 0)", lambda x: jnp.var(x, axis=0), FLOATS, edges=False, empty=False),
    "max": one("(max(x), max(x, axis = 0))", lambda x: (jnp.max(x), jnp.max(x, axis=0)), REAL,
               empty=False),
    "min": one("(min(x), min(x, axis = -1))", lambda x: (jnp.min(x), jnp.min(x, axis=-1)), REAL,
               empty=False),
    "any": one("(any(x), all(x), any(x, axis = 0))", lambda x: (x.any(), x.all(), x.any(0)), BOOL),
    "argmax": one("(argmax(x), argmax(x, axis = 0))",
                  lambda x: (jnp.argmax(x).astype(np.int32), jnp.argmax(x, 0).astype(np.int32)),
                  REAL, empty=False),
    "argmin": one("(argmin(x), argmin(x, axis = -1))",
                  lambda x: (jnp.argmin(x).astype(np.int32), jnp.argmin(x, -1).astype(np.int32)),
                  REAL, empty=False),
    "logsumexp": one("logsumexp(x, axis = -1)", lambda x: jax.nn.logsumexp(x, axis=-1), FLOATS,
                     empty=False),
    "cumsum": one("cumsum(x, axis = 0)", lambda x: jnp.cumsum(x, axis=0), PLAIN, edges=False),
    "cumprod": one("cumprod(x, axis = -1)", lambda x: jnp.cumprod(x, axis=-1), PLAIN, edges=False),
    "sort": one("sort(x)", jnp.sort, REAL),
    "argsort": one("argsort(x, axis = 0)", lambda x: jnp.argsort(x, axis=0).astype(np.int32), REAL),
    "top_k": one("top_k(x, 2)", lambda x: jax.lax.top_k(x, 2), {**INTS, "f32": np.float32},
                 dims=(3, 5)),
    "unique": one("unique(x)", jnp.unique, REAL, edges=False),
    "flip": one("flip(x)", jnp.flip, ALL), "roll": one("roll(x, 2)", lambda x: jnp.roll(x, 2), ALL),
    "transpose": one("x.T", jnp.transpose, ALL),
    "flatten": one("flatten(x)", jnp.ravel, ALL),
    "reshape": one("reshape(x, (5, -1))", lambda x: x.reshape(5, -1), ALL, dims=(2, 5)),
    "tile": one("tile(x, 2)", lambda x: jnp.tile(x, 2), ALL),
    "repeat": one("repeat(x, 2, axis = 0)", lambda x: jnp.repeat(x, 2, axis=0), ALL),
    "concat": two("concat((x, y), axis = 0)", lambda x, y: jnp.concatenate((x, y)), ALL),
    "stack": two("stack((x, y))", lambda x, y: jnp.stack((x, y)), ALL),
    "slice": one("x[::-1]", lambda x: x[::-1], ALL),
    "take": one("take(x, [1, 0, 1], axis = 0)", lambda x: x[jnp.array([1, 0, 1])], ALL,
                dims=(2, 5)),
    "scatter": one("{ var a = x; a[[0, 2, 0]] += x[:3]; a }",
                   lambda x: x.at[jnp.array([0, 2, 0])].add(x[:3]), PLAIN, dims=(7,), edges=False),
    "triu": one("triu(x)", jnp.triu, REAL, dims=(4, 3)),
    "tril": one("tril(x)", jnp.tril, REAL, dims=(4, 3)),
    "matmul": two("x @ y.T", lambda x, y: x @ y.T, PLAIN, dims=(3, 4), edges=False),
    "zeros_like": one("(zeros_like(x), ones_like(x))",
                      lambda x: (jnp.zeros_like(x), jnp.ones_like(x)), ALL),
    "close": two("[close(x, y), close(x, x)]",
                 lambda x, y: jnp.array([jnp.allclose(x, y), jnp.allclose(x, x)]), FLOATS),
}


def conversion():
    """From a random dtype to another: integers that both represent."""
    word, target = pick(*ALL), pick(*ALL)
    unsigned = word[0] == "u" or target[0] == "u" or "bool" in (word, target)
    x = ints(0 if unsigned else -8, 8 if word != "bool" else 2, (9,)).astype(ALL[word])
    return f"{target}(x)", lambda x: x.astype(ALL[target]), [x], False


CASES["convert"] = conversion

run = compare.table(CASES)
