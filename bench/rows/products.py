"""Rows of matrix products, attention, and related functions."""
import numpy as np

from rows.row import Limit, Python, Rille, Row, memory, normals, ratio, simple


def product(name, bounds, m, k, n, transposed=False, **more):
    """x @ w, or x @ w.T if w is transposed."""
    text = "x @ w.T" if transposed else "x @ w"
    shapes = {"x": (m, k), "w": (n, k) if transposed else (k, n)}
    # A thin product reads each weight once; a thick one is limited by its FMAs.
    thin = m < 16
    limit = Limit(reads=4 * k * n) if thin else Limit(flops=2 * m * k * n)
    return simple(name, bounds, normals(**shapes), text, text, text, limit=limit, **more)


# Some sides time a different result than Rille's and are there for the ratio: their compared result
# is computed separately, in `seen`.
def gelu_after_product():
    def sides(rille, torch, jax):
        return {"ours": Rille(rille), "torch": Python("torch", torch), "jax": Python("jax", jax),
                "bare": Rille("x @ w", seen=rille)}
    return Row("matmul 1576x768x3072 + bias + gelu",
               (ratio(1.2), ratio(1 / 1.03, "bare", "over the bare product")),
               sides("nn.gelu(x @ w + b, exact = true)", "F.gelu(torch.addmm(b, x, w))",
                     "jax.nn.gelu(x @ w + b, approximate=False)"),
               normals(x=(1576, 768), w=(768, 3072), b=(3072,)),
               limit=Limit(flops=2 * 1576 * 768 * 3072))


def turned():
    return Row("matmul 1024³, w transposed: what it costs",
               (ratio(1 / 1.03, "plain", "over x @ w"),),
               {"ours": Rille("x @ w.T"), "plain": Rille("x @ w", seen="x @ w.T")},
               normals(x=(1024, 1024), w=(1024, 1024)), oracle="x.astype('f8') @ w.T.astype('f8')",
               limit=Limit(flops=2 * 1024**3))


def int8(rng):
    return {"x": rng.integers(-128, 128, (1024, 1024)).astype(np.int8),
            "w": rng.integers(-128, 128, (1024, 1024)).astype(np.int8)}


def int8_row():
    return Row("matmul 1024³ of int8, sums i32", (ratio(2.5, "f32", "over our f32"),),
               {"ours": Rille("dot(x, w, dtype = i32)"),
                "f32": Rille(setup="let a = f32(x)\nlet b = f32(w)\nlet f = jit((a, b) => a @ b)",
                             act="f(a, b)", seen="i32(result)"),
                "torch": Python("torch", "torch._int_mm(x, w)"),
                "jax": Python("jax", "lax.dot(x, w, preferred_element_type=jnp.int32)")},
               int8, oracle="x.astype('f8') @ w.astype('f8')", rounds=5)


def bf16_row(m, k, n, left_transposed=False):
    """A product of bf16 with the processor's instructions for it, where it has any."""
    text = "x.T @ w" if left_transposed else "x @ w"
    name = f"matmul {m}x{k}x{n} of bf16, fast" + (", x transposed" if left_transposed else "")
    ours = ("let a = bf16(x)\nlet b = bf16(w)\n"
            f"let f = jit((x, w) => {text}, precision = \"fast\")")
    return Row(name, (ratio(1, "torch"), ratio(1.7, "f32", "over our f32")),
               {"ours": Rille(setup=ours, act="f(a, b)", seen="f32(result)"),
                "f32": Rille(text),
                "torch": Python("torch", setup="a, b = x.bfloat16(), w.bfloat16()",
                                act=text.replace("x", "a").replace("w", "b"),
                                seen="result.float()")},
               normals(x=(k, m) if left_transposed else (m, k), w=(k, n)),
               limit=Limit(flops=2 * m * k * n), tolerance=1e-2)


HEAD = (8, 12, 197, 64)
SEEN_T = 2048
CAUSAL = (1, 12, SEEN_T, 64)
CAUSAL_RILLE = """fn attended(q, k, v) {
  let t = q.shape[2]
  let seen = arange(t)[:, nil] >= arange(t)[nil, :]
  softmax(where(seen, q @ swap(k) * 0.125, -inf)) @ v
}
fn swap(k) = move_axis(k, -1, -2)"""
PLAIN_RILLE = """fn attended(q, k, v) = softmax(q @ move_axis(k, -1, -2) * 0.125) @ v"""
PLAIN_JAX = """
def attended(q, k, v):
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * 0.125
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1), v)
"""
CAUSAL_JAX = """
def attended(q, k, v):
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * 0.125
    seen = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    weights = jax.nn.softmax(jnp.where(seen, scores, -jnp.inf), -1)
    return jnp.einsum("bhqk,bhkd->bhqd", weights, v)
"""


def attention():
    b, h, t, d = HEAD
    return Row("attention 8x12x197x64", (ratio(1.8),),
               {"ours": Rille("attended(q, k, v)", PLAIN_RILLE),
                "torch": Python("torch", "F.scaled_dot_product_attention(q, k, v)"),
                "jax": Python("jax", "attended(q, k, v)", PLAIN_JAX)},
               normals(q=HEAD, k=HEAD, v=HEAD), limit=Limit(flops=4 * b * h * t * t * d))


def causal():
    return Row(f"attention 1x12x{SEEN_T}x64, causal", (ratio(2),),
               {"ours": Rille("attended(q, k, v)", CAUSAL_RILLE),
                "torch": Python("torch", "F.scaled_dot_product_attention(q, k, v, is_causal=True)"),
                "jax": Python("jax", "attended(q, k, v)", CAUSAL_JAX)},
               normals(q=CAUSAL, k=CAUSAL, v=CAUSAL), rounds=5,
               limit=Limit(flops=2 * 12 * SEEN_T * SEEN_T * 64))


def causal_memory():
    """Half of the positions need half of the memory; the masks are equal."""
    cut = "let (a, b, c) = (q[:, :, :1024], k[:, :, :1024], v[:, :, :1024])\nlet f = jit(attended)"
    return Row(f"attention 1x12x{SEEN_T}x64, causal: memory", (memory(1.6, "half"),),
               {"ours": Rille("attended(q, k, v)", CAUSAL_RILLE, seen="result[:, :, :1024]"),
                "half": Rille(head=CAUSAL_RILLE, setup=cut, act="f(a, b, c)")},
               normals(q=CAUSAL, k=CAUSAL, v=CAUSAL), rounds=2)


ROWS = [
    product("matmul 1x768x3072", (ratio(1.2),), 1, 768, 3072),
    product("matmul 8x768x768, w transposed", (ratio(1.2),), 8, 768, 768, True),
    product("matmul 1024³, w transposed", (ratio(1.2),), 1024, 1024, 1024, True),
    turned(),
    product("matmul 1576x768x3072", (ratio(1.1),), 1576, 768, 3072),
    product("matmul 1576x3072x768", (ratio(1.1),), 1576, 3072, 768),
    product("matmul 1576x768x768", (ratio(1.1),), 1576, 768, 768),
    gelu_after_product(),
    int8_row(),
    bf16_row(2048, 2048, 2048),
    bf16_row(1576, 768, 3072),
    bf16_row(1576, 3072, 768),
    bf16_row(768, 1576, 3072, True),
    bf16_row(3072, 1576, 768, True),
    attention(),
    causal(),
    causal_memory(),
]
