"""Exports of functions.py other than plain calls.

Calls with their own settings; gradients, checkpoints, and loops; programs of eight devices; keys of
other generators; composites; rejected programs, with the words of the error.
"""
import functools
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.ad_checkpoint import checkpoint_name  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P  # noqa: E402

jax.config.update("jax_enable_x64", True)
LACKS_NUMBERS = "special.refused"
# Words of the error, by a part of the title.
REFUSED = {
    "linalg.hessenberg": "LAPACK's gehrd is not known",
    "linalg.tridiagonal(": "LAPACK's sytrd is not known",
    "lax.scaled_dot": "f8E8M0FNU is not known",
    "refused.callback": "calls back into Python",
    "refused.io_callback": "calls back into Python",
    "refused.token": "calls back into Python",
}


def refusal(title):
    return next((words for part, words in REFUSED.items() if part in title), None)


def f32(rng, *shape):
    return rng.uniform(-1, 1, shape).astype(np.float32)


def calls(rng):
    """Functions with arguments other than arrays."""
    x, m, v = f32(rng, 4, 6), f32(rng, 3, 3), f32(rng, 8)
    i = rng.integers(0, 4, (5,)).astype(np.int32)
    image, kernel = f32(rng, 1, 8, 8, 3), f32(rng, 3, 3, 3, 2)
    yield "jnp.roll", lambda x: jnp.roll(x, (1, -2), (0, 1)), (x,)
    yield "jnp.tile", lambda x: jnp.tile(x, (2, 1, 3)), (m,)
    yield "jnp.repeat", lambda x: jnp.repeat(x, 3, axis=1), (x,)
    yield "jnp.take", lambda x, i: jnp.take(x, i, axis=0), (x, i)
    yield "jnp.take_wrap", lambda x, i: jnp.take(x, i - 7, axis=1, mode="wrap"), (x, i)
    yield "jnp.take_along", lambda x: jnp.take_along_axis(x, jnp.argsort(x, 1), 1), (x,)
    yield "jnp.pad_edge", lambda x: jnp.pad(x, 2, "edge"), (m,)
    yield "jnp.pad_reflect", lambda x: jnp.pad(x, 2, "reflect"), (m,)
    yield "jnp.pad_wrap", lambda x: jnp.pad(x, ((1, 0), (0, 2)), "wrap"), (m,)
    yield "jnp.einsum", lambda x, y: jnp.einsum("ij,kj->ik", x, y), (x, x)
    yield "jnp.einsum_trace", lambda x: jnp.einsum("ii", x), (m,)
    yield "jnp.tensordot", lambda x, y: jnp.tensordot(x, y, 1), (x, x.T)
    yield "jnp.quantile", lambda x: jnp.quantile(x, jnp.array([0.1, 0.5, 0.9]), axis=0), (x,)
    yield "jnp.percentile", lambda x: jnp.percentile(x, 30, method="lower"), (x,)
    yield "jnp.histogram", lambda x: jnp.histogram(x, 5), (v,)
    yield "jnp.histogram2d", lambda x, y: jnp.histogram2d(x, y, 4), (v, v[::-1].copy())
    yield "jnp.interp", lambda x: jnp.interp(x, jnp.arange(3.0), jnp.arange(3.0) ** 2), (v,)
    yield "jnp.searchsorted", lambda x: jnp.searchsorted(jnp.sort(x), x[:3]), (v,)
    yield "jnp.unique", lambda i: jnp.unique(i, size=4, return_counts=True), (i,)
    yield "jnp.nonzero", lambda i: jnp.nonzero(i, size=5, fill_value=-1), (i,)
    yield "jnp.bincount", lambda i: jnp.bincount(i, length=5), (i,)
    yield "jnp.at_add", lambda x, i: x.at[i % 4].add(2.0), (x, i)
    yield "jnp.at_set", lambda x: x.at[1:3, ::2].set(7.0), (x,)
    yield "jnp.at_max", lambda x, i: x.at[i % 4, 1].max(0.5), (x, i)
    yield "jnp.at_mul", lambda x, i: x.at[i % 4].multiply(2.0), (x, i)
    yield "jnp.at_apply", lambda x: x.at[2].apply(jnp.sin), (x,)
    yield "jnp.convolve", lambda x, y: jnp.convolve(x, y, "same"), (v, v[:3])
    yield "jnp.correlate", lambda x, y: jnp.correlate(x, y, "full"), (v, v[:3])
    yield "jnp.polyfit", lambda x: jnp.polyfit(jnp.arange(8.0), x, 2), (v.astype(np.float64),)
    yield "jnp.polyval", lambda p, x: jnp.polyval(p, x), (v[:4], v)
    yield "jnp.roots", lambda p: jnp.sort(jnp.roots(p, strip_zeros=False).real), (
        np.array([1.0, -6, 11, -6]),)
    yield "jnp.vander", lambda x: jnp.vander(x, 4), (v,)
    yield "jnp.piecewise", lambda x: jnp.piecewise(x, [x < 0, x > 0.5], [-1.0, lambda y: y, 0.0]), (
        v,)
    yield "jnp.select", lambda x: jnp.select([x < 0, x > 0.5], [x * 2, x * 3], 1.0), (v,)
    yield "jnp.lexsort", lambda i: jnp.lexsort((i, -i)), (i,)
    yield "jnp.sort_descending", lambda x: jnp.sort(x, axis=0, descending=True), (x,)
    yield "jnp.argpartition", lambda x: jnp.sort(jnp.partition(x, 2)[..., :2]), (x,)
    yield "jnp.gradient", lambda x: jnp.gradient(x), (x,)
    yield "jnp.cov", lambda x: jnp.cov(x), (x,)
    orders = (1, 2, jnp.inf, "fro", "nuc")
    yield "jnp.norms", lambda x: [jnp.linalg.norm(x, o) for o in orders], (m,)
    yield "jnp.matrix_power", lambda x: jnp.linalg.matrix_power(x, -3), (m,)
    yield "jnp.fft_padded", lambda x: jnp.fft.rfft(x, 12), (v,)
    yield "jnp.irfft2", lambda x: jnp.fft.irfft2(jnp.fft.rfft2(x)), (x,)
    yield "lax.conv", lambda x, w: lax.conv_general_dilated(
        x, w, (2, 1), "SAME", rhs_dilation=(1, 2), dimension_numbers=("NHWC", "HWIO", "NHWC")), (
        image, kernel)
    yield "lax.conv_transpose", lambda x, w: lax.conv_transpose(x, w, (2, 2), "VALID"), (
        image, kernel)
    yield "lax.reduce_window", lambda x: lax.reduce_window(
        x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME"), (image,)
    yield "lax.sort_three", lambda i, v: lax.sort((i, v[:5]), num_keys=1), (i, v)
    yield "lax.associative_scan", lambda v: lax.associative_scan(
        jnp.maximum, v, reverse=True), (v,)
    yield "lax.map", lambda v: lax.map(lambda s: s * jnp.sin(s), v, batch_size=3), (v,)
    yield "lax.fori", lambda v: lax.fori_loop(0, 5, lambda i, a: a * 1.5 + i, v), (v,)
    yield "lax.while", lambda v: lax.while_loop(
        lambda a: jnp.sum(a) < 50, lambda a: a * 2 + 1, v), (
        v,)
    yield "lax.cond", lambda v: lax.cond(v[0] > 0, jnp.sin, lambda a: a * 2, v), (v,)
    yield "lax.switch", lambda i, v: lax.switch(i[0], [jnp.sin, jnp.cos, jnp.tanh], v), (i, v)
    yield "lax.ragged", lambda x, y: lax.ragged_dot(
        x, y, jnp.array([1, 2, 1], jnp.int32)), (x, f32(rng, 3, 6, 2))
    yield "lax.top_k", lambda x: lax.top_k(x, 3), (x,)
    yield "lax.scatter_apply", lambda x: x.at[jnp.array([0, 2])].apply(jnp.cosh), (m,)
    yield "lax.custom_root", lambda v: lax.custom_root(
        lambda y: y ** 3 - v, v, lambda f, y: lax.fori_loop(
            0, 20, lambda _, t: t - f(t) / (3 * t * t + 1e-3), y + 2.0),
        lambda g, y: y / g(jnp.ones_like(y))), (v + 2,)
    yield "nn.attention", lambda q: jax.nn.dot_product_attention(q, q, q, is_causal=True), (
        f32(rng, 2, 5, 2, 4),)
    yield "nn.one_hot", lambda i: jax.nn.one_hot(i, 4), (i,)
    yield "nn.logsumexp", lambda x: jax.nn.logsumexp(x, axis=0, b=jnp.abs(x)), (x,)
    yield "nn.standardize", lambda x: jax.nn.standardize(x, axis=0), (x,)
    yield "scipy.expm", lambda x: jax.scipy.linalg.expm(x), (m,)
    yield "scipy.solve", lambda x, y: jax.scipy.linalg.solve(
        x @ x.T + jnp.eye(3), y, assume_a="pos"), (m, m)
    yield "scipy.cg", lambda x, y: jax.scipy.sparse.linalg.cg(
        x @ x.T + jnp.eye(3), y)[0], (m, m[0])
    yield "scipy.minimize", lambda x: jax.scipy.optimize.minimize(
        lambda z: jnp.sum((z - 1) ** 2), x, method="BFGS").x, (v[:3],)
    yield "scipy.map_coordinates", lambda x: jax.scipy.ndimage.map_coordinates(
        x, jnp.array([[0.5, 1.2], [1.5, 2.2]]), 1), (x,)
    yield "scipy.kde", lambda x: jax.scipy.stats.gaussian_kde(x).evaluate(x[:2]), (v,)
    yield "scipy.welch", lambda x: jax.scipy.signal.welch(x, nperseg=8), (f32(rng, 32),)
    yield "image.resize", lambda x: jax.image.resize(x, (1, 5, 11, 3), "bicubic"), (image,)
    yield "image.scale", lambda x: jax.image.scale_and_translate(
        x, (1, 6, 6, 3), (1, 2), jnp.array([0.7, 0.6]), jnp.array([0.1, 0.3]), "linear"), (image,)


def drawn(rng):
    """Samples of jax.random, for each kind of key."""
    def words(impl):
        size = {"threefry2x32": 2, "rbg": 4, "unsafe_rbg": 4}[impl]
        return rng.integers(0, 2**32, size, dtype=np.uint32)
    draws = {
        "uniform": lambda k: jax.random.uniform(k, (5, 3)),
        "uniform64": lambda k: jax.random.uniform(k, (5,), np.float64),
        "uniform16": lambda k: jax.random.uniform(k, (7,), jnp.bfloat16),
        "normal": lambda k: jax.random.normal(k, (4, 3)),
        "bits8": lambda k: jax.random.bits(k, (9,), np.uint8),
        "randint": lambda k: jax.random.randint(k, (6,), 3, 100),
        "split": lambda k: [jax.random.key_data(s) for s in jax.random.split(k, 3)],
        "fold_in": lambda k: jax.random.key_data(jax.random.fold_in(k, 7)),
        "permutation": lambda k: jax.random.permutation(k, 10),
        "choice": lambda k: jax.random.choice(k, 8, (3,), replace=False),
        "categorical": lambda k: jax.random.categorical(k, jnp.arange(4.0), shape=(6,)),
        "bernoulli": lambda k: jax.random.bernoulli(k, 0.3, (9,)),
        "truncated_normal": lambda k: jax.random.truncated_normal(k, -1, 2, (5,)),
        "gumbel": lambda k: jax.random.gumbel(k, (5,)),
        "gamma": lambda k: jax.random.gamma(k, 2.5, (4,)),
        "poisson": lambda k: jax.random.poisson(k, 3.0, (5,)),
        "dirichlet": lambda k: jax.random.dirichlet(k, jnp.ones(3), (2,)),
        "binomial": lambda k: jax.random.binomial(k, 9, 0.4, (5,)),
        "orthogonal": lambda k: jnp.abs(jax.random.orthogonal(k, 3) @ jnp.ones(3)) >= 0,
        "rademacher": lambda k: jax.random.rademacher(k, (7,)),
        "ball": lambda k: jax.random.ball(k, 3),
        "multivariate_normal": lambda k: jax.random.multivariate_normal(
            k, jnp.zeros(2), jnp.array([[2.0, 0.5], [0.5, 1.0]])),
        "vmapped": lambda k: jax.vmap(lambda s: jax.random.normal(s, (2,)))(jax.random.split(k, 3)),
    }
    for impl in ("threefry2x32", "rbg", "unsafe_rbg"):
        for name, draw in draws.items():
            yield f"random_{impl}.{name}", functools.partial(
                lambda draw, impl, w: draw(jax.random.wrap_key_data(w, impl=impl)), draw, impl), (
                words(impl),)


def mlp(params, x):
    for w in params[:-1]:
        x = jnp.tanh(x @ w)
    return jnp.sum((x @ params[-1]) ** 2)


def derived(rng):
    """Gradients, checkpoints, loops inside of them."""
    x, y = f32(rng, 5, 4), f32(rng, 5, 4)
    params = [f32(rng, 4, 4), f32(rng, 4, 3)]
    two = jax.checkpoint(lambda x, y: jnp.sum(jnp.sin(x) * jnp.cos(y)))
    yield "grad.checkpoint", jax.grad(two, (0, 1)), (x, y)
    yield "grad.checkpoint_dots", jax.grad(jax.checkpoint(
        mlp, policy=jax.checkpoint_policies.dots_saveable)), (params, x)
    yield "grad.checkpoint_nothing", jax.value_and_grad(jax.checkpoint(
        mlp, policy=jax.checkpoint_policies.nothing_saveable)), (params, x)
    yield "grad.checkpoint_scan", jax.grad(lambda x: jnp.sum(lax.scan(
        jax.checkpoint(lambda c, r: (jnp.sin(c * r), c)), x[0], x)[1])), (x,)
    yield "grad.checkpoint_nested", jax.grad(jax.checkpoint(lambda x: two(x, x * 2) * 3)), (x,)
    yield "grad.checkpoint_cond", jax.grad(jax.checkpoint(lambda x: lax.cond(
        x[0, 0] > 0, lambda a: jnp.sum(jnp.sin(a)), lambda a: jnp.sum(a ** 2), x))), (x,)
    yield "grad.checkpoint_vmap", jax.vmap(jax.grad(jax.checkpoint(
        lambda r: jnp.sum(jnp.exp(jnp.sin(r)))))), (x,)
    yield "grad.offload_names", jax.grad(jax.checkpoint(
        lambda x: jnp.sum(checkpoint_name(jnp.sin(x), "a") ** 2),
        policy=jax.checkpoint_policies.save_only_these_names("a"))), (x,)
    yield "grad.mlp", jax.value_and_grad(mlp), (params, x)
    yield "grad.hessian", jax.hessian(lambda v: jnp.sum(jnp.sin(v) * v ** 2)), (x[0],)
    yield "grad.jvp", lambda x, t: jax.jvp(jnp.tanh, (x,), (t,)), (x, y)
    yield "grad.custom", jax.grad(lambda x: jnp.sum(jax.nn.relu(x) + jax.nn.gelu(x))), (x,)
    yield "grad.cumsum", jax.grad(lambda x: jnp.sum(jnp.cumsum(x) * jnp.sort(x.ravel()))), (x,)
    yield "grad.conv", jax.grad(lambda w, x: jnp.sum(lax.conv_general_dilated(
        x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")) ** 2)), (
        f32(rng, 3, 3, 2, 2), f32(rng, 1, 7, 7, 2))
    yield "grad.maxpool", jax.grad(lambda x: jnp.sum(lax.reduce_window(
        x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID") ** 2)), (x,)
    yield "grad.linalg", jax.grad(lambda x: jnp.linalg.slogdet(x @ x.T + jnp.eye(5))[1]), (x,)
    yield "special.barrier", lambda x, y: lax.optimization_barrier((x, y, x[0])), (x, y)
    yield "special.barrier_one", lambda x: lax.optimization_barrier(x) + 1, (x,)


@functools.partial(lax.composite, name="my.scaled")
def scaled(x, *, by=2.0):
    return x * by + 1


@functools.partial(lax.composite, name="my.pair", version=3)
def pair(x, y):
    return x + y, jnp.sin(x) @ y.T


def special(rng):
    x, y = f32(rng, 5, 4), f32(rng, 5, 4)
    yield "special.composite", lambda x: scaled(x, by=3.5), (x,)
    yield "special.composite_pair", lambda x, y: pair(scaled(x), y), (x, y)
    yield "special.call", lambda x: jax.jit(lambda a: jax.jit(jnp.sin)(a) + 1)(x) * 2, (x,)
    yield "special.named_scope", jax.named_scope("here")(jnp.cos), (x,)
    yield "special.int4", lambda x: (x * 5).astype(jnp.int4).astype(jnp.int32) + 1, (x,)
    yield "special.uint4", lambda x: (jnp.abs(x) * 9).astype(jnp.uint4).astype(jnp.int32), (x,)
    yield "special.float8", lambda x: x.astype(jnp.float8_e4m3fn).astype(jnp.float32), (x,)
    yield "special.float8_e5m2", lambda x: x.astype(jnp.float8_e5m2).astype(jnp.float32), (x,)
    yield "special.precision", lambda x, y: jnp.matmul(x, y.T, precision="highest"), (x, y)
    yield "special.preferred", lambda x, y: jnp.matmul(
        x.astype(jnp.bfloat16), y.T.astype(jnp.bfloat16), preferred_element_type=np.float32), (x, y)
    yield "special.empty", lambda x: (jnp.zeros((0, 3)), jnp.sum(x[:0])), (x,)
    yield "special.constants", lambda x: x + np.arange(20.0).reshape(5, 4), (x,)
    yield "special.donated", jax.jit(lambda x: x * 2, donate_argnums=0), (x,)
    yield "special.ranges", lambda x: lax.dynamic_slice(
        x, (jnp.int32(1), jnp.int32(9)), (2, 3)), (x,)
    yield "special.quantized", lambda x: jnp.clip(
        jnp.round(x / 0.05) + 3, -128, 127).astype(jnp.int8), (x,)
    yield "special.int8_dot", lambda x, y: lax.dot_general(
        (x * 90).astype(np.int8), (y * 90).astype(np.int8), (((1,), (1,)), ((), ())),
        preferred_element_type=np.int32), (x, y)
    yield "special.refused.callback", lambda x: jax.pure_callback(
        lambda a: np.asarray(a) * 2, jax.ShapeDtypeStruct((5, 4), np.float32), x), (x,)
    yield "special.refused.io_callback", lambda x: jax.experimental.io_callback(
        lambda a: np.asarray(a) * 2, jax.ShapeDtypeStruct((5, 4), np.float32), x), (x,)
    yield "special.refused.token", lambda x: jax.experimental.io_callback(
        lambda a: np.asarray(a) * 2, jax.ShapeDtypeStruct((5, 4), np.float32), x, ordered=True), (
        x,)


MESH = Mesh(np.array(jax.devices()).reshape(4, 2), ("x", "y"))
LINE = Mesh(np.array(jax.devices()), ("d",))
TURNED = Mesh(np.array(jax.devices())[[3, 1, 0, 2, 7, 6, 5, 4]].reshape(4, 2), ("x", "y"))


def put(x, *axes, mesh=MESH):
    return jax.device_put(x, NamedSharding(mesh, P(*axes)))


def split(f, inputs, outputs, mesh=MESH, **more):
    return jax.jit(jax.shard_map(f, mesh=mesh, in_specs=inputs, out_specs=outputs, check_vma=False,
                                 **more))


def collectives(rng):
    """Of a body on eight devices: its name, the function, the layout of its result."""
    ring = [(i, (i + 1) % 4) for i in range(4)]
    yield "psum", lambda a: lax.psum(a, "x"), P(None, "y")
    yield "psum_both", lambda a: lax.psum(a, ("x", "y")), P()
    yield "psum_groups", lambda a: lax.psum(
        a, "x", axis_index_groups=[[0, 3], [1, 2]]), P("x", "y")
    yield "pmax", lambda a: lax.pmax(a, "y"), P("x")
    yield "pmin", lambda a: lax.pmin(a, ("y", "x")), P()
    yield "pmean", lambda a: lax.pmean(a, "x") * a, P("x", "y")
    yield "gather", lambda a: lax.all_gather(a, "x"), P(None, None, "y")
    yield "gather_tiled", lambda a: lax.all_gather(a, "y", axis=1, tiled=True), P("x")
    yield "scatter", lambda a: lax.psum_scatter(a, "x", tiled=True), P("x", "y")
    yield "scatter_whole", lambda a: lax.psum_scatter(a, "x"), P(("x", "y"))
    yield "all_to_all", lambda a: lax.all_to_all(a, "x", 0, 1, tiled=True), P("x", "y")
    yield "all_to_all_whole", lambda a: lax.all_to_all(a, "x", 0, 1), P("x", "y")
    yield "permute", lambda a: lax.ppermute(a, "x", ring), P("x", "y")
    yield "permute_part", lambda a: lax.ppermute(a, "x", [(0, 2), (3, 1)]), P("x", "y")
    yield "index", lambda a: a * lax.axis_index("x") + lax.axis_index("y"), P("x", "y")
    yield "index_both", lambda a: a + lax.axis_index(("y", "x")), P("x", "y")
    yield "loop", lambda a: lax.fori_loop(0, 3, lambda i, c: lax.ppermute(
        jnp.sin(c) + i, "x", ring), a), P("x", "y")
    yield "branch", lambda a: lax.cond(lax.axis_index("x") > 1, lambda c: c * 2,
                                       lambda c: lax.psum(c, "y") - c, a), P("x", "y")
    yield "local", lambda a: jnp.sort(a, axis=0) @ a.T, P("x", "y")


def sharded(rng):
    a, b = f32(rng, 16, 4), f32(rng, 16, 4)
    for name, body, out in collectives(rng):
        yield f"sharded.{name}", split(body, P("x", "y"), out), (put(a, "x", "y"),)
    yield "sharded.grad", jax.jit(jax.grad(lambda a: jnp.sum(split(
        lambda c: lax.psum(jnp.sin(c), "x") * c, P("x", "y"), P("x", "y"))(a)))), (
        put(a, "x", "y"),)
    yield "sharded.two", split(lambda a, b: (lax.psum(a * b, "y"), a - b),
                               (P("x", "y"), P("x")), (P("x"), P("x", "y"))), (
        put(a, "x", "y"), put(b[:, :2], "x"))
    yield "sharded.joint", split(lambda a: a * 2 + lax.axis_index("y"), P(("y", "x")),
                                 P(("y", "x"))), (put(a, ("y", "x")),)
    yield "sharded.turned", split(lambda a: lax.psum(a, "x") + a * lax.axis_index("y"), P("x", "y"),
                                  P("x", "y"), TURNED), (put(a, "x", "y", mesh=TURNED),)
    yield "sharded.some_axes", split(lambda a: lax.psum(a, "x"), P("x"), P(), axis_names={"x"}), (
        put(a, "x", "y"),)
    yield "sharded.pmap", jax.pmap(lambda r: r / lax.psum(r, "i"), axis_name="i"), (a[:8],)
    yield "sharded.pmap_index", jax.pmap(lambda r: lax.all_gather(
        r + lax.axis_index("i"), "i"), axis_name="i"), (a[:8],)
    constraint = NamedSharding(MESH, P("x", None))
    yield "sharded.constraint", jax.jit(lambda a: jnp.sin(
        lax.with_sharding_constraint(a, constraint)) @ a.T), (put(a, "x", "y"),)
    yield "sharded.results", jax.jit(lambda a, b: (a @ b.T, jnp.sum(a)), out_shardings=(
        NamedSharding(MESH, P("y")), NamedSharding(MESH, P()))), (put(a, "x", "y"), put(b, "x"))
    yield "sharded.line", jax.jit(lambda a: jnp.cumsum(a, 0)), (put(a, "d", mesh=LINE),)
    yield "sharded.rbg", jax.jit(lambda w: jax.random.normal(
        jax.random.wrap_key_data(w, impl="rbg"), (16,), out_sharding=None)), (
        np.arange(4, dtype=np.uint32),)


def cases(rng):
    for some in (calls, drawn, derived, special, sharded):
        yield from some(rng)
