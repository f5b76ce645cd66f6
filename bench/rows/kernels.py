"""Rows of single kernels: sums, softmax, norms, chains, data movement."""
import numpy as np

from rows.row import Limit, Python, Rille, Row, normals, ratio, share, simple

MEGA = 1 << 20
SQUARE_BYTES = 4096 * 4096 * 4
ROWWISE = {"x": (8192, 768), "r": (8192, 768), "b": (768,), "g": (768,), "e": (768,)}
ROW_BYTES = 8192 * 768 * 4
OF_A_COPY = share(1 / 1.3)


def wide(name, rille, torch, jax, **more):
    """A reduction of 4096 x 4096."""
    return simple(name, (ratio(1.2), share(0.8)), normals(x=(4096, 4096)), rille, torch, jax,
                  limit=Limit(reads=SQUARE_BYTES), **more)


def places(rng):
    return {"x": rng.standard_normal(MEGA, np.float32),
            "i": rng.integers(0, MEGA, MEGA).astype(np.int32)}


SUMS = [
    wide("sum of 4096², axis 0", "sum(x, 0)", "x.sum(0)", "x.sum(0)"),
    wide("sum of 4096², axis 1", "sum(x, 1)", "x.sum(1)", "x.sum(1)"),
    # The terms nearly cancel: the compared result is a sum of 16M numbers near 1.
    simple("sum of 4096², all", (ratio(1.2), share(0.8)),
           lambda rng: {"x": 1 + 0.1 * rng.standard_normal((4096, 4096), np.float32)},
           "sum(x)", "x.sum()", "x.sum()", limit=Limit(reads=SQUARE_BYTES)),
    wide("logsumexp of 4096², axis 1", "logsumexp(x, 1)", "torch.logsumexp(x, 1)",
         "jax.nn.logsumexp(x, 1)"),
]

NORM_JAX = """
def norm(x, g, e):
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred * centred).mean(-1, keepdims=True) + 1e-6) * g + e
"""
GELU_RILLE = "nn.LayerNorm(g, e)(nn.gelu(x + b, exact = true) + r)"
GELU_TORCH = "F.layer_norm(F.gelu(x + b) + r, (768,), g, e, 1e-6)"
GELU_JAX = "norm(jax.nn.gelu(x + b, approximate=False) + r, g, e)"
NAMED = {name: ROWWISE[name] for name in "xge"}

ROWS_ONE_BY_ONE = [
    simple("softmax 8192x1024", (ratio(5), OF_A_COPY), normals(x=(8192, 1024)), "softmax(x)",
           "torch.softmax(x, -1)", "jax.nn.softmax(x, -1)",
           limit=Limit(8192 * 1024 * 4, 8192 * 1024 * 4)),
    Row("LayerNorm 8192x768", (ratio(1.2), OF_A_COPY),
        {"ours": Rille("nn.LayerNorm(g, e)(x)"),
         "torch": Python("torch", "F.layer_norm(x, (768,), g, e, 1e-6)"),
         "jax": Python("jax", "norm(x, g, e)", NORM_JAX)},
        normals(**NAMED), limit=Limit(ROW_BYTES, ROW_BYTES)),
    Row("gelu(x + b) + r, LayerNorm 8192x768", (ratio(3), OF_A_COPY),
        {"ours": Rille(GELU_RILLE), "torch": Python("torch", GELU_TORCH),
         "jax": Python("jax", GELU_JAX, NORM_JAX)},
        normals(**ROWWISE), limit=Limit(2 * ROW_BYTES, ROW_BYTES)),
]

# Five times a product, a sum, a difference, and a clip.
CHAIN_RILLE = """fn chain(x, y) {
  var t = x
  for _ in 0..5 { t = maximum(t * 1.01 - y * 0.5, -3.0) }
  t
}"""
CHAIN_PYTHON = """
def chain(t, y):
    for _ in range(5):
        t = bound(t * 1.01 - y * 0.5)
    return t
"""

MOVES = [
    # Rows of a transposed array may be a view; multiplied by 1.5 they are not.
    simple("transpose 4096²", (ratio(3),), normals(x=(4096, 4096)), "x.T * 1.5",
           "(x.T * 1.5).contiguous()", "x.T * 1.5", limit=Limit(SQUARE_BYTES, SQUARE_BYTES)),
    Row("chain of 20 operations, 16M", (ratio(2.4),),
        {"ours": Rille("chain(x, y)", CHAIN_RILLE),
         "torch": Python("torch", "chain(x, y)", "bound = lambda t: t.clamp_min(-3.0)"
                         + CHAIN_PYTHON),
         "jax": Python("jax", "chain(x, y)", "bound = lambda t: jnp.maximum(t, -3.0)"
                       + CHAIN_PYTHON)},
        normals(x=16 * MEGA, y=16 * MEGA), limit=Limit(128 * MEGA, 64 * MEGA), pause=0.4,
        rounds=5),
    simple("two of 2048x4096, joined", (ratio(1.2),), normals(x=(2048, 4096), y=(2048, 4096)),
           "concat((x, y))", "torch.cat((x, y))", "jnp.concatenate((x, y))"),
    simple("two of 4096x1000, side by side", (ratio(1.2),), normals(x=(4096, 1000), y=(4096, 1000)),
           "concat((x, y), axis = 1)", "torch.cat((x, y), 1)", "jnp.concatenate((x, y), 1)"),
    simple("rotary embedding 8x512x12x64", (ratio(1.0),),
           normals(x=(8, 512, 12, 64), c=(512, 1, 32), s=(512, 1, 32)),
           "concat((x[..., :32] * c - x[..., 32:] * s, x[..., :32] * s + x[..., 32:] * c), "
           "axis = -1)", *(f"{cat}((x[..., :32] * c - x[..., 32:] * s, "
                           "x[..., :32] * s + x[..., 32:] * c), -1)"
                           for cat in ("torch.cat", "jnp.concatenate"))),
    simple("argmax of 4096², axis 1", (ratio(1.2),), normals(x=(4096, 4096)),
           "argmax(x, axis = 1)", "torch.argmax(x, 1)", "jnp.argmax(x, 1)"),
    simple("any of 4096²", (ratio(1.2),), normals(x=(4096, 4096)), "any(x > 9.0)",
           "(x > 9.0).any()", "jnp.any(x > 9.0)"),
    simple("gather 1M of 1M", (ratio(1.3),), places, "x[i]", "x[i]", "x[i]"),
    Row("scatter-add 1M into 1M", (ratio(1.2),),
        {"ours": Rille("added(x, i)", "fn added(x, i) {\n  var t = zeros_like(x)\n"
                       "  t[i] += x\n  t\n}"),
         "torch": Python("torch", "torch.zeros_like(x).index_add_(0, i, x)"),
         "jax": Python("jax", "jnp.zeros_like(x).at[i].add(x)")}, places),
    simple("top 8 of 4096x1024", (ratio(3),), normals(x=(4096, 1024)), "top_k(x, 8)",
           "tuple(torch.topk(x, 8))", "tuple(lax.top_k(x, 8))"),
    simple("top 100 of 1M", (ratio(3),), normals(x=MEGA), "top_k(x, 100)",
           "tuple(torch.topk(x, 100))", "tuple(lax.top_k(x, 100))"),
    simple("sort 1M", (ratio(4.2),), normals(x=MEGA), "sort(x)", "torch.sort(x)[0]",
           "jnp.sort(x)"),
    # A running sum of 16M numbers of mean 0 loses digits in any order of summation.
    simple("cumsum 16M", (ratio(3.5),), normals(x=16 * MEGA), "cumsum(x)", "torch.cumsum(x, 0)",
           "jnp.cumsum(x)", tolerance=1e-3, limit=Limit(64 * MEGA, 64 * MEGA)),
    # The numbers differ, their moments do not: of 16M, each to 1e-3 standard deviations.
    Row("normal 16M", (ratio(2.7),),
        {"ours": Rille(setup="var key = rng.key(7)\n"
                       "let draw = jit(k => rng.normal(k, 16777216))",
                       act="draw(key)", seen="stack((mean(result) + 1.0, mean(result ^ 2), "
                       "mean(result ^ 4), mean(f32(result > 2.0)) * 30.0))"),
         "torch": Python("torch", act="torch.randn(16777216)",
                         seen="torch.stack((result.mean() + 1, (result**2).mean(), "
                         "(result**4).mean(), (result > 2).float().mean() * 30))"),
         "jax": Python("jax", setup="draw = jax.jit(lambda k: jax.random.normal(k, (16777216,)))\n"
                       "key = jax.random.key(7)", act="jax.block_until_ready(draw(key))",
                       seen="jnp.stack((result.mean() + 1, (result**2).mean(), "
                       "(result**4).mean(), (result > 2).mean() * 30))")},
        tolerance=3e-3, limit=Limit(0, 64 * MEGA), pause=0.4, rounds=5),
]



def of_complex(name, shape, least, rille, torch, jax):
    """For two complex arrays, z and w, that are created before the clock runs."""
    return Row(name, (ratio(least),), {
        "ours": Rille(setup="let z = complex(x, y)\nlet w = complex(y, u)\n"
                      f"let f = jit((z, w) => {rille})", act="f(z, w)",
                      seen="stack((real(result), imag(result)))"),
        "torch": Python("torch", setup="z, w = torch.complex(x, y), torch.complex(y, u)",
                        act=torch, seen="torch.stack((result.real, result.imag))"),
        "jax": Python("jax", setup="z, w = lax.complex(x, y), lax.complex(y, u)\n"
                      f"f = jax.jit(lambda z, w: {jax})", act="jax.block_until_ready(f(z, w))",
                      seen="jnp.stack((result.real, result.imag))")},
        normals(x=shape, y=shape, u=shape))


COMPLEX = [
    of_complex("complex: z w, 1M", MEGA, 1.0, "z * w", "z * w", "z * w"),
    of_complex("complex: exp(z) / w, 1M", MEGA, 1.2, "exp(z) / w", "torch.exp(z) / w",
               "jnp.exp(z) / w"),
    of_complex("complex: product of 512³", (512, 512), 1.2, "z @ w", "z @ w", "z @ w"),
    of_complex("fft of 2^20", MEGA, 1.2, "fft.fft(z)", "torch.fft.fft(z)", "jnp.fft.fft(z)"),
    of_complex("fft of 4096 rows of 1024", (4096, 1024), 1.0, "fft.fft(z)", "torch.fft.fft(z)",
               "jnp.fft.fft(z)"),
]

ROWS = [*SUMS, *ROWS_ONE_BY_ONE, *MOVES, *COMPLEX]
