"""Functions of Optax other than optimizers: safe norms, matrix roots, perturbed functions,
assignments, microbatches, trees; compared with Optax, assignments with SciPy as well."""
import warnings

import jax
import jax.numpy as jnp
import numpy as np
import optax
import scipy.optimize
from optax import assignment, contrib, microbatching, perturbations, second_order

import compare
from compare import floats, ints, pick, script

warnings.filterwarnings("ignore", category=DeprecationWarning)


def some_zeros(dims):
    """Rows that are 0, or small, among others."""
    x = np.array(floats(dims=dims))
    x[0] = pick(0.0, 0.01, 1.0)
    return x


def global_norm():
    """A tree with a matrix, a vector, and a number."""
    return ("optim.global_norm((a = x, b = (y, 2.0)))",
            lambda x, y: optax.global_norm({"a": x, "b": (y, jnp.float32(2))}),
            [floats(dims=(3, 4)), floats(dims=(5,))], True)


def safe_norm():
    dims = pick((3,), (2, 3), (2, 2, 3))
    axis = pick(None, -1, 0, tuple(range(min(len(dims), 2))))  # JAX has no norm over three axes
    one = len(dims) == 1 or isinstance(axis, int)
    order = pick(None, 1, 2, 3.0, np.inf) if one else None
    keep = pick(True, False)
    text = f", keepdims = {script(keep)}" + ("" if axis is None else f", axis = {script(axis)}")
    if order is not None:
        text += f", ord = {'inf' if order == np.inf else float(order)}"
    x = np.array(some_zeros(dims))
    if order in (3.0, np.inf):
        x += np.float32(0.1)  # their derivatives are NaN if one row is 0 and another is not
    return (f"optim.safe_norm(x, 0.05{text})",
            lambda x: optax.safe_norm(x, 0.05, order, axis, keep), [x], True)


def safe_root():
    dims = pick((3,), (2, 3))
    x = floats(dims=dims) * np.float32(pick(0.0, 0.01, 1.0))
    return ("optim.safe_root_mean_squares(x, 0.1)",
            lambda x: optax.safe_root_mean_squares(x, 0.1), [x], True)


def definite(n, dtype=np.float32):
    q = np.linalg.qr(compare.rng.normal(size=(n, n)))[0]
    values = compare.rng.uniform(0.5, 2, n)
    values[0] = 4  # well separated, so that the iteration converges soon
    return np.asarray(q @ np.diag(values) @ q.T).astype(dtype)


def eigenvalue():
    n, dtype = int(compare.rng.integers(1, 6)), pick(np.float32, np.float64)
    x = definite(n, dtype)
    kind = pick("key", "none", "function")
    if kind == "function":
        return ("optim.power_iteration(v => x @ v, v0 = y, error_tolerance = 1e-5)",
                lambda x, y: optax.power_iteration(lambda v: x @ v, v0=y, error_tolerance=1e-5),
                [x, np.asarray(floats(0.5, 1, (n,)), dtype)], False)
    more = ", key = rng.key(7)" if kind == "key" else ""
    key = jax.random.key(7) if more else None
    return (f"optim.power_iteration(x, error_tolerance = 1e-5{more})",
            lambda x: optax.power_iteration(x, key=key, error_tolerance=1e-5), [x], False)


def eigenvalue_of_tree():
    x, y = definite(3), definite(2)
    start = floats(0.5, 1, (3,)), floats(0.5, 1, (2,))
    return ("optim.power_iteration(v => (x @ v[0], y @ v[1]), (z, u), num_iters = 5)[0]",
            lambda x, y, z, u: optax.power_iteration(
                lambda v: (x @ v[0], y @ v[1]), v0=(z, u), num_iters=5)[0],
            [x, y, *start], False)


def root():
    n, p = int(compare.rng.integers(1, 6)), pick(1, 2, 4, 8)
    eps = pick(1e-6, 1e-3)
    return (f"optim.matrix_inverse_pth_root(x, {p}, ridge_epsilon = {eps})[0]",
            lambda x: optax.matrix_inverse_pth_root(x, p, ridge_epsilon=eps)[0], [definite(n)],
            False)


def root_error():
    p = pick(1, 2, 4)
    return (f"optim.matrix_inverse_pth_root(x, {p}, 2)[1]",
            lambda x: optax.matrix_inverse_pth_root(x, p, 2)[1], [definite(3)], False)


def nnls():
    m, n = int(compare.rng.integers(2, 6)), int(compare.rng.integers(1, 5))
    b = floats(dims=pick((m,), (m, 2)))
    bound = pick(None, 30.0)
    text = "" if bound is None else f", {bound}"
    iters = pick(0, 1, 20)
    return (f"optim.nnls(x, y, {iters}{text})",
            lambda a, b: optax._src.linear_algebra.nnls(a, b, iters, L=bound),
            [floats(dims=(m, n)), b], True)


def normalize():
    return ("optim.normalize().update((x, y), (), nil)[0]",
            lambda x, y: contrib.normalize().update((x, y), None)[0],
            [floats(dims=(3,)), floats(dims=(2, 2))], False)


def complexes(dims):
    return (floats(dims=dims) + 1j * floats(dims=dims)).astype(np.complex64)


INNER = [("optim.scale_by_adam()", optax.scale_by_adam), ("optim.scale_by_sign()",
                                                          optax.scale_by_sign),
         ("optim.trace(0.9)", lambda: optax.trace(0.9)),
         ("optim.scale_by_rms()", optax.scale_by_rms)]


def split():
    """Two steps with leaves of which one is complex."""
    ours, theirs = pick(*INNER)

    def of(x, y, z):
        rule = contrib.split_real_and_imaginary(theirs())
        first, state = rule.update((x, y), rule.init((x, y)), (x, y))
        return first, rule.update((z, y), state, (x, y))[0]
    return (f"{{ let r = optim.split_real_and_imaginary({ours}); let p = (x, y); "
            "let (a, s) = r.update(p, r.init(p), p); (a, r.update((z, y), s, p)[0]) }", of,
            [complexes((3,)), floats(dims=(2,)), complexes((3,))], False)


NOISE = [("optim.Gumbel()", perturbations.Gumbel), ("optim.Normal()", perturbations.Normal)]
SMOOTHED = [("p => sum(p.a > 0.0) + p.b * 2.0",
             lambda p: jnp.sum(p["a"] > 0) + p["b"] * 2.0),
            ("p => (p.b ^ 2, sum(sign(p.a)))", lambda p: (p["b"] ** 2, jnp.sum(jnp.sign(p["a"])))),
            ("p => maximum(p.a, 0.0)", lambda p: jnp.maximum(p["a"], 0))]


def perturbed(order):
    """The value, or a derivative: of the sum, so that any value has one."""
    def made():
        (name, noise), (f, g) = pick(*NOISE), pick(*SMOOTHED)
        sigma, count, based = pick(0.1, 0.5), pick(1, 7, 50), pick(True, False)
        ours = (f"optim.make_perturbed_fun({f}, {count}, {sigma}, {name}, "
                f"use_baseline = {script(based)})")
        theirs = perturbations.make_perturbed_fun(g, count, sigma, noise(), based)
        key = jax.random.key(3)

        def total(a, b):
            return sum(jnp.sum(y) for y in jax.tree.leaves(theirs(key, {"a": a, "b": b})))
        arrays = [floats(dims=(3,)), floats(dims=())]
        if order == 0:
            return (f"{ours}(rng.key(3), (a = x, b = y))",
                    lambda a, b: theirs(key, {"a": a, "b": b}), arrays, False)
        whole = ("(a, b) => tree.reduce((s, t) => s + t, tree.map(sum, "
                 f"{ours}(rng.key(3), (a = a, b = b))), 0.0)")
        if order == 1:
            return (f"grad({whole}, wrt = (0, 1))(x, y)", jax.grad(total, (0, 1)), arrays, False)
        return f"hessian({whole})(x, y)", jax.hessian(total), arrays, False
    return made


def noise():
    name, theirs = pick(*NOISE)
    return (f"{{ let n = {name}; (n.sample(rng.key(5), (2, 3)), n.log_prob(x)) }}",
            lambda x: (theirs().sample(jax.random.key(5), (2, 3)), theirs().log_prob(x)),
            [floats()], False)


def multi_normal():
    loc = floats(dims=pick((), (3,), (2, 3)))
    scale = floats(dims=pick(loc.shape, ()))
    shape = pick((), (4,), (2, 2))
    x = floats(dims=(4, *loc.shape))
    return (f"{{ let d = optim.multi_normal(x, y); (d.sample({script(shape)}, rng.key(1)), "
            "d.log_prob(z)) }",
            lambda x, y, z: (optax.multi_normal(x, y).sample(shape, jax.random.key(1)),
                             optax.multi_normal(x, y).log_prob(z)), [loc, scale, x], False)


def log_prob():
    loc = floats(dims=(3,))
    return ("optim.multi_normal(x, y).log_prob(z)",
            lambda x, y, z: optax.multi_normal(x, y).log_prob(z),
            [loc, floats(dims=(3,)), floats(dims=(4, 3))], True)


def fenchel_young():
    dims = pick((3,), (2, 3), (2, 2, 4))
    ours, theirs = pick(("logsumexp", jax.scipy.special.logsumexp), ("max", jnp.max),
                        ("x => sum(x ^ 2)", lambda x: jnp.sum(x ** 2)))
    targets = floats(dims=pick(dims, dims[-1:]))
    return (f"optim.make_fenchel_young_loss({ours})(x, y)",
            optax.losses.make_fenchel_young_loss(theirs), [floats(dims=dims), targets], True)


def costs():
    n, m = (int(compare.rng.integers(0, 9)) for _ in range(2))
    x = floats(-9, 9, (n, m), pick(np.float32, np.float64))
    if n and m and pick(0, 1) and n != m:
        x[compare.rng.integers(n), compare.rng.integers(m)] = np.inf
    return ints(-20, 20, (n, m)) if pick(0, 0, 1) else x


def pairs(i, j):
    order = jnp.argsort(i)
    return jnp.asarray(i, jnp.int32)[order], jnp.asarray(j, jnp.int32)[order]


def assigned(theirs):
    """The pairs for costs without ties; for int costs, where several may be optimal, their sum."""
    def made():
        x = costs()
        if x.dtype.kind == "i":
            return ("{ let (i, j) = optim.hungarian_algorithm(x); f32(sum(x[i, j])) }",
                    lambda x: jnp.float32(x[theirs(x)].sum()), [x], False)
        return ("optim.hungarian_algorithm(x)", lambda x: pairs(*theirs(x)), [x], False)
    return made


def by_scipy(x):
    return tuple(jnp.asarray(k) for k in scipy.optimize.linear_sum_assignment(np.asarray(x)))


def mapped_assignment():
    """Several matrices at once, compiled."""
    x = floats(-9, 9, (3, *pick((2, 4), (4, 4), (5, 3))))
    return ("jit(vmap(optim.hungarian_algorithm))(x)",
            lambda x: tuple(jnp.stack(k) for k in zip(*(pairs(*by_scipy(m)) for m in x))), [x],
            False)


WAYS = [("sum", microbatching.AccumulationType.SUM), ("mean", microbatching.AccumulationType.MEAN),
        ("running_mean", microbatching.AccumulationType.RUNNING_MEAN),
        ("concat", microbatching.AccumulationType.CONCAT)]


def microbatch():
    size, parts = int(compare.rng.integers(1, 4)), int(compare.rng.integers(1, 5))
    (first, one), (second, two) = pick(*WAYS[:3]), pick(*WAYS)
    real = pick(None, None, int(compare.rng.integers(1, parts + 1)))
    axis = pick(0, 1)
    dims = (size * parts, 2) if axis == 0 else (2, size * parts)
    more = f", in_axes = ({axis}, 0)"
    more += "" if real is None else f", num_real_microbatches = {real}"
    rows = "x" if axis == 0 else "transpose(x)"
    text = (f"optim.microbatch((x, w, y) => {{ let r = {rows}; (sum(r * w), r * y[:, nil]) }}, "
            f"(0, 2), {size}, (\"{first}\", \"{second}\"){more})(x, y, z)")

    def of(x, w, y):
        r = x if axis == 0 else x.T
        return jnp.sum(r * w), r * y[:, None]
    return (text, microbatching.microbatch(of, (0, 2), size, (one, two), in_axes=(axis, 0),
                                           num_real_microbatches=real),
            [floats(dims=dims), floats(dims=(2,)), floats(dims=(size * parts,))], False)


def gradient_in_parts():
    """A mean of gradients, which is that of the whole batch."""
    size, parts = int(compare.rng.integers(1, 4)), int(compare.rng.integers(1, 4))
    return (f"optim.microbatch(grad((w, r) => mean((r @ w) ^ 2)), 1, {size}, \"mean\")(x, y)",
            microbatching.microbatch(jax.grad(lambda w, r: jnp.mean((r @ w) ** 2)), 1, size,
                                     microbatching.AccumulationType.MEAN),
            [floats(dims=(3,)), floats(dims=(size * parts, 3))], False)


# Lines of docs/optax.md.
def counted():
    """Ints and floats near their maximum, and others."""
    kind = pick(np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.float16, np.float32)
    if kind in (np.float16, np.float32):
        x = np.array([np.finfo(kind).max, np.inf, -np.inf, 0.5, float(floats(dims=()))], kind)
    else:
        most = np.iinfo(kind).max
        x = np.array([most, most - 1, most - 2, np.iinfo(kind).min, 0], kind)
    return "optim.safe_increment(x)", optax.safe_increment, [x], False


def pair():
    return [floats(dims=(3,)), floats(dims=(2, 2))]


def moment(text, theirs, arrays=pair):
    decay = pick(0.5, 0.9, 0.999)
    return text.replace("DECAY", str(decay)), lambda *xs: theirs(decay, *xs), arrays(), False


def periodic():
    step, period = int(compare.rng.integers(0, 9)), pick(1, 2, 3)
    return (f"tree.map((a, b) => where({step} % {period} == 0, a, b), (x, y), (y, x))",
            lambda x, y: optax.periodic_update((x, y), (y, x), step, period),
            [floats(dims=(3,)), floats(dims=(3,))], False)


def loss(p, inputs, targets):
    return jnp.mean((jnp.sin(inputs @ p) - targets) ** 2)


LOSS = "{ fn f(p) = mean((sin(y @ p) - z) ^ 2); "


def diagonal(text, theirs):
    return lambda: (LOSS + text + " }", theirs,
                    [floats(dims=(3,)), floats(dims=(4, 3)), floats(dims=(4,))], False)


CASES = {
    "global_norm": global_norm, "safe_norm": safe_norm,
    "safe_root_mean_squares": safe_root, "power_iteration": eigenvalue,
    "power_iteration of a tree": eigenvalue_of_tree, "matrix_inverse_pth_root": root,
    "matrix_inverse_pth_root error": root_error, "nnls": nnls, "normalize": normalize,
    "split_real_and_imaginary": split, "make_perturbed_fun": perturbed(0),
    "make_perturbed_fun slope": perturbed(1), "make_perturbed_fun second slope": perturbed(2),
    "Normal, Gumbel": noise, "multi_normal": multi_normal, "multi_normal log_prob": log_prob,
    "make_fenchel_young_loss": fenchel_young,
    "hungarian_algorithm": assigned(assignment.hungarian_algorithm),
    "hungarian_algorithm, base": assigned(assignment.base_hungarian_algorithm),
    "hungarian_algorithm, SciPy": assigned(by_scipy),
    "hungarian_algorithm, mapped": mapped_assignment, "microbatch": microbatch,
    "microbatch of a gradient": gradient_in_parts,
    "update_moment": lambda: moment(
        "DECAY * (y, x) + (1 - DECAY) * (x, y) ^ 2",
        lambda d, x, y: optax.update_moment((x, y), (y, x), d, 2),
        lambda: [floats(dims=(3,)), floats(dims=(3,))]),
    "update_moment_per_elem_norm": lambda: moment(
        "tree.map((g, v) => DECAY * v + (1 - DECAY) * abs(g) ^ 2, (x,), (y,))",
        lambda d, x, y: optax.update_moment_per_elem_norm((x,), (y,), d, 2),
        lambda: [complexes((3,)), floats(dims=(3,))]),
    "update_infinity_moment": lambda: moment(
        "tree.map((g, m) => maximum(abs(g) + 1e-3, DECAY * m), (x, y), (x ^ 2, y ^ 2))",
        lambda d, x, y: optax.update_infinity_moment((x, y), (x ** 2, y ** 2), d, 1e-3)),
    "bias_correction": lambda: moment(
        "(x, y) / (1 - DECAY ^ 3)", lambda d, x, y: optax.bias_correction((x, y), d, 3)),
    "safe_increment": counted, "safe_int32_increment": counted,
    "periodic_update": periodic,
    "hessian_diag": diagonal("vmap(v => sum(v * hvp(f, (x,), (v,))[1][0]))(eye(3))",
                             lambda *a: second_order.hessian_diag(loss, *a)),
    "fisher_diag": diagonal("grad(f)(x) ^ 2", lambda *a: second_order.fisher_diag(loss, *a)),
    "tree.batch_shape": lambda: (
        "tree.map(a => broadcast(a, (4, ...a.shape)), (x, y))",
        lambda x, y: optax.tree.batch_shape((x, y), (4,)), pair(), False),
    "tree.cast_like": lambda: (
        "tree.map((a, b) => { var c = zeros_like(b); c[...] = a; c }, (x, y), (f16(x), bf16(y)))",
        lambda x, y: optax.tree.cast_like((x, y), (x.astype(jnp.float16),
                                                   y.astype(jnp.bfloat16))),
        pair(), False),
    "tree.split_key_like": lambda: (
        "{ let keys = rng.split(rng.key(2), 2); tree.map((k, a) => rng.normal(k, a.shape), "
        "(keys[0], keys[1]), (x, y)) }",
        lambda x, y: jax.tree.map(lambda k, a: jax.random.normal(k, a.shape),
                                  optax.tree.split_key_like(jax.random.key(2), (x, y)), (x, y)),
        pair(), False),
}


def run(draws, rille, _):
    return compare.check({f"optim.{name}": case for name, case in CASES.items()}, draws, rille)
