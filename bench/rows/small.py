"""Rows of small work: dispatch, loop iterations."""
import numpy as np

from rows.row import Python, Rille, Row, normals, ratio, seconds

FOUR = normals(x=4)
LEAVES = 96


def loop(name, goals, rille, setup, act, turns, inputs, **more):
    return Row(name, goals,
               {"ours": Rille(head=rille, setup="let f = jit(steps)", act=act, turns=turns),
                "jax": Python("jax", setup=setup, act=f"jax.block_until_ready({act})",
                              turns=turns)}, inputs, **more)


SCAN_RILLE = """fn steps(x) {
  var y = x
  for i in 0..10000 { y = y * 0.9999 + 0.5 }
  y
}"""
SCAN_JAX = """f = jax.jit(lambda x: lax.scan(lambda y, _: (y * 0.9999 + 0.5, None), x, None,
                                length=10000)[0])"""
RNN_RILLE = """fn steps(h, w) {
  var y = h
  for i in 0..1000 { y = tanh(y @ w) }
  y
}"""
RNN_JAX = """f = jax.jit(lambda h, w: lax.scan(lambda y, _: (jnp.tanh(y @ w), None), h, None,
                                   length=1000)[0])"""


LAYERS = 12
# One layer after another, each with its own weights: a deep network as a loop.
LAYERS_RILLE = """fn steps(x, w) {
  var y = x
  for i in 0..12 { y = tanh(y @ w[i]) }
  y
}"""
LAYERS_JAX = """f = jax.jit(lambda x, w: lax.scan(lambda y, w: (jnp.tanh(y @ w), None), x, w)[0])"""
SLOPES_RILLE = LAYERS_RILLE.replace("steps", "deep") + """
fn steps(x, w) = grad((x, w) => sum(deep(x, w) ^ 2), wrt = 1)(x, w)"""
SLOPES_JAX = """deep = lambda x, w: lax.scan(lambda y, w: (jnp.tanh(y @ w), None), x, w)[0]
f = jax.jit(jax.grad(lambda x, w: jnp.sum(deep(x, w) ** 2), 1))"""


def layers(rng):
    return {"x": rng.standard_normal((64, 256), np.float32),
            "w": rng.standard_normal((LAYERS, 256, 256), np.float32) / np.float32(16)}


SIZES = (300, 0, 500, 100, 17, 483, 400, 248)  # rows of each of 8 experts


def experts(rng):
    return {"x": rng.standard_normal((sum(SIZES), 256), np.float32),
            "w": rng.standard_normal((len(SIZES), 256, 512), np.float32),
            "sizes": np.array(SIZES, np.int32)}


def ragged():
    """Grouped rows, each group with its weights."""
    return Row("ragged_dot, 2048 rows of 8 groups", (ratio(2),),
               {"ours": Rille("nn.ragged_dot(x, w, sizes)"),
                "jax": Python("jax", "lax.ragged_dot(x, w, sizes)")}, experts)


def rnn(rng):
    return {"h": np.ones((1, 64), np.float32),
            "w": rng.standard_normal((64, 64), np.float32) * np.float32(0.12)}


def with_leaves():
    rille = f"let t = ((x + float(i)) for i in 0..{LEAVES})\n" \
            "let f = jit(t => t[0] + t[95])"
    jax = f"t = tuple(x + i for i in range({LEAVES}))\nf = jax.jit(lambda t: t[0] + t[95])"
    return Row(f"jitted call with {LEAVES} leaves", (seconds(2e-6),),
               {"ours": Rille(setup=rille, act="f(t)"),
                "jax": Python("jax", setup=jax, act="jax.block_until_ready(f(t))")}, FOUR)


ROWS = [
    Row("eager add of 4", (seconds(0.3e-6),),
        {"ours": Rille(setup="var y = x", act="y = x + x", result="x + x"),
         "numpy": Python("numpy", act="x + x"), "torch": Python("torch", act="x + x"),
         "jax": Python("jax", act="jax.block_until_ready(x + x)")}, FOUR),
    Row("jitted x + 1 of 4", (seconds(0.6e-6),),
        {"ours": Rille("x + 1.0"), "torch": Python("torch", act="x + 1"),
         "jax": Python("jax", setup="f = jax.jit(lambda x: x + 1)",
                       act="f(x).block_until_ready()")}, FOUR),
    with_leaves(),
    # The fixed point of a step is 5,000: 10,000 steps end near it, at equal or adjacent bits.
    loop("scan of 10k tiny steps, a step", (seconds(4e-9),), SCAN_RILLE, SCAN_JAX, "f(x)", 10000,
         FOUR, tolerance=1e-4),
    loop("RNN, h 64, a step", (ratio(1.4),), RNN_RILLE, RNN_JAX, "f(h, w)", 1000, rnn,
         tolerance=1e-2),
    loop("12 layers of 256 in a loop, 64 rows", (ratio(1.4),), LAYERS_RILLE, LAYERS_JAX, "f(x, w)",
         1, layers, tolerance=1e-3),
    loop("their slopes", (ratio(1.4),), SLOPES_RILLE, SLOPES_JAX, "f(x, w)", 1, layers,
         tolerance=1e-2),
    ragged(),
]
