"""Functions of arrays compared with JAX."""
import jax
import jax.numpy as jnp
import numpy as np

import compare
from compare import floats, ints, shape


def unary(name, theirs, low=-2.0, high=2.0, grad=True):
    return (f"{name}(x)", lambda x: theirs(x), lambda: [floats(low, high)], grad)


def two(expr, theirs, draw, grad=False):
    return (expr, theirs, draw, grad)


def pair():
    dims = shape()
    other = tuple(1 if compare.rng.random() < 0.3 else n for n in dims)
    if len(other) > 1 and compare.rng.random() < 0.3:
        other = other[compare.rng.integers(len(other)):]
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


def there_and_back(name, dtype, low, high):
    """A conversion to the dtype and back, which shows its precision."""
    expr = f"f32({name}(x))"
    return (expr, lambda x: x.astype(dtype).astype(jnp.float32), lambda: [floats(low, high)], False)


COMPLEX = {
    "{z}": lambda z: z, "{z} * conj(w)": None, "exp({z})": jnp.exp, "log({z})": jnp.log,
    "sqrt({z})": jnp.sqrt, "sin({z})": jnp.sin, "cos({z})": jnp.cos, "tan({z})": jnp.tan,
    "asin({z})": jnp.arcsin, "acos({z})": jnp.arccos, "atan({z})": jnp.arctan,
    "sinh({z})": jnp.sinh, "cosh({z})": jnp.cosh, "tanh({z})": jnp.tanh,
    "sigmoid({z})": jax.nn.sigmoid, "1.0 / {z}": lambda z: 1 / z, "{z} ^ 3": lambda z: z ** 3,
    "conj({z})": jnp.conj, "cumprod({z}, axis = 0)": lambda z: jnp.cumprod(z, axis=0),
    "{z} * sum({z})": lambda z: z * z.sum(), "{z} / prod({z})": lambda z: z / z.prod(),
}


def complex_number():
    """A part of the result for a complex number, by both parts of the number."""
    text = compare.pick(*COMPLEX)
    part, of = compare.pick(("real", jnp.real), ("imag", jnp.imag), ("abs", jnp.abs),
                            ("angle", jnp.angle))
    f = COMPLEX[text]
    z = "complex(x, y)"
    expr = f"{part}({text.format(z=z)})".replace("conj(w)", "conj(complex(y, x))")
    dims = shape()
    return (expr, lambda x, y: of(f(x + 1j * y) if f else (x + 1j * y) * jnp.conj(y + 1j * x)),
            [floats(0.3, 1.8, dims), floats(0.3, 1.8, dims)], True)


CASES = {
    "complex": complex_number,
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
    "sum_keep": ("sum(x, axis = -1, keepdims = true)", lambda x: jnp.sum(x, axis=-1, keepdims=True),
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
    "pad": ("pad(x, ((1, 2), (0, 1)), constant_values = 0.5)",
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
    "zeros": ("zeros((2, 3)) + x", lambda x: x, lambda: [floats(dims=(2, 3))], False),
    "ones": ("ones(3, dtype = i32) + x", lambda x: 1 + x, lambda: [ints(dims=(2, 3))], False),
    "full": ("full((2, 3), 2.5) * x", lambda x: 2.5 * x, lambda: [floats(dims=(2, 3))], True),
    "zeros_like": ("zeros_like(x)", jnp.zeros_like, lambda: [floats()], False),
    "ones_like": ("ones_like(x)", jnp.ones_like, lambda: [ints()], False),
    "close": ("[close(x, y, rtol = 0.5)]", lambda x, y: jnp.allclose(x, y, rtol=0.5)[None],
        lambda: [floats(1, 2, (2,)), floats(1, 2, (2,))], False),
    "stop_gradient": ("x * stop_gradient(sin(x))", lambda x: x * jax.lax.stop_gradient(jnp.sin(x)),
        lambda: [floats()], True),
    "dot": ("dot(x, y)", jnp.matmul, lambda: [floats(dims=(2, 3)), floats(dims=(3,))], True),
    "i4": there_and_back("i4", jnp.int4, -8, 8),
    "i8": there_and_back("i8", jnp.int8, -128, 128),
    "i16": there_and_back("i16", jnp.int16, -9000, 9000),
    "i64": there_and_back("i64", jnp.int64, -9000, 9000),
    "u4": there_and_back("u4", jnp.uint4, 0, 16),
    "u8": there_and_back("u8", jnp.uint8, 0, 256),
    "u16": there_and_back("u16", jnp.uint16, 0, 9000),
    "u32": there_and_back("u32", jnp.uint32, 0, 9000),
    "u64": there_and_back("u64", jnp.uint64, 0, 9000),
    "f8e4m3": there_and_back("f8e4m3", jnp.float8_e4m3fn, -400, 400),
    "f8e5m2": there_and_back("f8e5m2", jnp.float8_e5m2, -400, 400),
    "f16": there_and_back("f16", jnp.float16, -400, 400),
    "bf16": there_and_back("bf16", jnp.bfloat16, -400, 400),
    "i32": there_and_back("i32", jnp.int32, -9000, 9000),
    "f64": there_and_back("f64", jnp.float64, -9000, 9000),
    "transpose": ("transpose(x, (2, 0, 1))", lambda x: x.transpose(2, 0, 1),
        lambda: [floats(dims=(2, 3, 4))], True),
    "bool": ("bool(x)", lambda x: x.astype(bool), lambda: [ints(-1, 2)], False),
    "int": ("[int(x[0]), 0]", lambda x: jnp.array([int(x[0]), 0]), lambda: [floats(dims=(3,))],
        False),
    "float": ("[float(x[0])]", lambda x: x[:1].astype(jnp.float32), lambda: [ints(dims=(3,))],
        False),
    "f32": ("f32(x)", lambda x: x.astype(jnp.float32), lambda: [ints()], False),
}

run = compare.table(CASES)
