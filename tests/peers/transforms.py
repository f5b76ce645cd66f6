"""jit, grad, vmap, and the other transforms compared with JAX's, over random bodies."""
import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental.jet import jet

import compare
from compare import floats, pick

# Bodies of one array x that keep its shape, in a script and in JAX.
BODIES = [
    ("sin(x) * x", lambda x: jnp.sin(x) * x),
    ("x ^ 3 - 2.0 * x", lambda x: x ** 3 - 2.0 * x),
    ("softmax(x)", jax.nn.softmax),
    ("x * sum(x, axis = -1, keepdims = true)", lambda x: x * jnp.sum(x, axis=-1, keepdims=True)),
    ("cumsum(exp(x), axis = 0)", lambda x: jnp.cumsum(jnp.exp(x), axis=0)),
    ("where(x > 0.2, x * x, tanh(x))", lambda x: jnp.where(x > 0.2, x * x, jnp.tanh(x))),
    ("sort(x) * x", lambda x: jnp.sort(x) * x),
    ("maximum(x, 0.1) / (1.0 + abs(x))", lambda x: jnp.maximum(x, 0.1) / (1.0 + jnp.abs(x))),
    ("{ var s = x; for i in 0..20 { s = sin(s) + 0.1 * x }; s }",
     lambda x: jax.lax.fori_loop(0, 20, lambda _, s: jnp.sin(s) + 0.1 * x, x)),
    ("if sum(x) > 0.0 { exp(x) } else { x * 3.0 }",
     lambda x: jax.lax.cond(jnp.sum(x) > 0, jnp.exp, lambda v: v * 3.0, x)),
]
# Bodies of two arrays, both of one shape.
PAIRS = [
    ("x * sin(y)", lambda x, y: x * jnp.sin(y)),
    ("x / (2.5 + y)", lambda x, y: x / (2.5 + y)),
    ("maximum(x, y) - x * y", lambda x, y: jnp.maximum(x, y) - x * y),
    ("exp(x - y) * y", lambda x, y: jnp.exp(x - y) * y),
]


def case(text, theirs, inputs=2, pair=False):
    """A case of a random body: {f} in the text, f for theirs."""
    def make():
        body, f = pick(*(PAIRS if pair else BODIES))
        names = "(x, y)" if pair else "x"
        dims = pick((3,), (2, 3), (4, 2), (1, 3))
        args = [floats(dims=dims) for _ in range(inputs)]
        return (text.replace("{f}", f"({names} => {body})"),
                lambda *xs: theirs(f, *xs), args, False)
    return make


def scalar(f):
    return lambda *xs: jnp.sum(f(*xs) ** 2)


def along(text, theirs):
    """vmap with a random axis in and out."""
    def make():
        body, f = pick(*BODIES[:4])
        at, to = int(compare.rng.integers(0, 3)), int(compare.rng.integers(0, 3))
        return (text.format(f=f"(x => {body})", at=at, to=to),
                lambda x: theirs(f, at, to, x), [floats(dims=(2, 3, 4))], False)
    return make


def shaped():
    """The argument, as text: a tree without its arrays."""
    body, f = pick(*BODIES[:4])
    at, to = int(compare.rng.integers(0, 3)), int(compare.rng.integers(0, 3))
    dims = tuple(int(compare.rng.integers(1, 10 ** int(compare.rng.integers(1, 6))))
                 for _ in range(3))
    kind, word = pick((jnp.float32, "f32"), (jnp.float16, "f16"), (jnp.bfloat16, "bf16"))
    given = jax.ShapeDtypeStruct(dims, kind)
    made = jax.eval_shape(lambda a: {"w": jax.vmap(f, at, to)(a), "s": jnp.sum(a, at)}, given)

    def text(x):
        return f"{word}[{', '.join(map(str, x.shape))}]"
    ours = (f"eval_shape(x => (s = sum(x, axis = {at}), "
            f"w = vmap(x => {body}, in_axes = {at}, out_axes = {to})(x)), \"{text(given)}\")")
    return (f'[{ours} == (s = "{text(made["s"])}", w = "{text(made["w"])}")]',
            lambda: jnp.array([True]), [], False)


def cubed_jvp(x, power):
    """A function whose rule is not its derivative, so that the use of the rule is visible."""
    @jax.custom_jvp
    def f(x):
        return x ** 3
    f.defjvp(lambda p, t: (p[0] ** 3, power * t[0] * jnp.cos(p[0])))
    return f(x)


def cubed_vjp(x, power):
    @jax.custom_vjp
    def f(x):
        return x ** 3
    f.defvjp(lambda x: (x ** 3, x), lambda x, ct: (power * ct * jnp.sin(x),))
    return f(x)


def ruled(text, theirs):
    def make():
        power = round(float(floats(1, 4, ())), 2)
        return (text.replace("{p}", str(power)), lambda x: theirs(x, power), [floats()], True)
    return make


def pulled(f, x, ct):
    value, back = jax.vjp(f, x)
    return value, back(ct)[0]


def linear(f, x, dx):
    value, forward = jax.linearize(f, x)
    return value, forward(dx)


def matrices(name, theirs):
    """jacfwd and jacrev of one array, of two, of trees."""
    return {
        name: case(name + "({f})(x)", lambda f, x: theirs(f)(x), 1),
        name + "_wrt": case(name + "({f}, wrt = (1, 0))(x, y)",
                            lambda f, x, y: theirs(f, (1, 0))(x, y), 2, True),
        name + "_tree": case(
            name + "(p => (a = {f}(p.u, p.v), b = (sum(p.u),)))((u = x, v = y))",
            lambda f, x, y: theirs(lambda p: {"a": f(p["u"], p["v"]), "b": (jnp.sum(p["u"]),)})(
                {"u": x, "v": y}), 2, True),
        name + "_aux": case(name + "(x => ({f}(x), x * 2.0), aux = true)(x)",
                            lambda f, x: theirs(lambda x: (f(x), x * 2.0), has_aux=True)(x), 1),
        name + "_jit": case(f"jit({name}({{f}}))(x)", lambda f, x: theirs(f)(x), 1),
    }


def scanned(text, theirs, axes=(0, 1, -1), dims=None):
    """associative_scan along a random axis; a matrix product is not commutative."""
    def make():
        axis, back = pick(*axes), pick(True, False)
        size = pick(*(dims or [(1, 3), (2, 3), (7, 4), (8, 2), (13, 5), (0, 2)]))
        args = [floats(dims=size) for _ in range(text.count("y") and 2 or 1)]
        return (text.replace("{o}", f"axis = {axis}, reverse = {str(back).lower()}"),
                lambda *xs: theirs(axis % len(size), back, *xs), args, size[0] > 0)
    return make


def affine(a, b):
    return a[0] * b[0], a[1] * b[0] + b[1]


scan = jax.lax.associative_scan


def line_of(x, y):
    """x -> s with s^3 + s = x + y, whose derivatives are the equation's."""
    def f(s):
        return s ** 3 + s - x - y
    return jax.lax.custom_root(f, jnp.zeros_like(x), newton, lambda g, y: y / g(jnp.ones_like(y)))


def newton(f, guess):
    def turn(_, s):
        value, slope = jax.jvp(f, (s,), (jnp.ones_like(s),))
        return s - value / slope
    return jax.lax.fori_loop(0, 12, turn, guess)


NEWTON = ("(f, s0) => { var s = s0; for i in 0..12 { "
          "let (v, dv) = jvp(f, (s,), (ones_like(s),)); s = s - v / dv }; s }")
ROOT = (f"custom_root(s => s ^ 3 + s - x - y, zeros_like(x), {NEWTON}, "
        "(g, y) => y / g(ones_like(y)))")

# Collectives: the text of a script, with {f} a body of two, and the same in JAX.
ROWS = {
    "psum": ("{f}(x, psum(x * y, \"i\"))", lambda f, x, y: f(x, lax.psum(x * y, "i"))),
    "pmean": ("{f}(x - pmean(x, \"i\"), y)", lambda f, x, y: f(x - lax.pmean(x, "i"), y)),
    "pmax": ("{f}(pmax(x, \"i\"), y)", lambda f, x, y: f(lax.pmax(x, "i"), y)),
    "pmin": ("{f}(x, pmin(y, \"i\"))", lambda f, x, y: f(x, lax.pmin(y, "i"))),
    "all_gather": ("sum(all_gather({f}(x, y), \"i\") * x, axis = 0)",
                   lambda f, x, y: jnp.sum(lax.all_gather(f(x, y), "i") * x, axis=0)),
    "ppermute": ("{f}(x, ppermute(y * x, \"i\", ((0, 2), (2, 1), (1, 0))))",
                 lambda f, x, y: f(x, lax.ppermute(y * x, "i", ((0, 2), (2, 1), (1, 0))))),
    "axis_index": ("{f}(x, y) * (1 + axis_index(\"i\")) / axis_size(\"i\")",
                   lambda f, x, y: f(x, y) * (1 + lax.axis_index("i")) / 3),
    "psum_if": ("if sum(x) > 0.0 { {f}(x, psum(y, \"i\")) } else { x * y }",
                lambda f, x, y: lax.cond(jnp.sum(x) > 0, lambda: f(x, lax.psum(y, "i")),
                                         lambda: x * y)),
    "psum_for": ("{ var s = x; for k in 0..20 { s = sin(s) + 0.1 * psum(y * s, \"i\") }; "
                 "{f}(s, y) }",
                 lambda f, x, y: f(lax.fori_loop(
                     0, 20, lambda _, s: jnp.sin(s) + 0.1 * lax.psum(y * s, "i"), x), y)),
    "psum_psum": ("{f}(psum(x * psum(y, \"i\"), \"i\"), y)",
                  lambda f, x, y: f(lax.psum(x * lax.psum(y, "i"), "i"), y)),
}
SMOOTH = [name for name in ROWS if name not in ("pmax", "pmin")]  # JAX has no derivatives of these


def named(name, how):
    """A collective over a named axis, alone or with a gradient inside or around the vmap."""
    text, theirs = ROWS[name]

    def make():
        body, f = PAIRS[0] if how != "plain" else pick(*PAIRS)
        row = text.replace("{f}", f"((x, y) => {body})")
        dims = pick((3,), (3, 2), (3, 1, 4))
        args = [floats(dims=dims) for _ in range(2)]

        def mapped(x, y):
            return jax.vmap(lambda x, y: theirs(f, x, y), axis_name="i")(x, y)
        if how == "plain":
            return f'vmap((x, y) => {row}, axis_name = "i")(x, y)', mapped, args, False
        if how == "inside":
            return (f'vmap(grad((x, y) => sum(({row}) ^ 2)), axis_name = "i")(x, y)',
                    jax.vmap(jax.grad(lambda x, y: jnp.sum(theirs(f, x, y) ** 2)), axis_name="i"),
                    args, False)
        return (f'grad((x, y) => sum(vmap((x, y) => {row}, axis_name = "i")(x, y) ^ 2))(x, y)',
                jax.grad(lambda x, y: jnp.sum(mapped(x, y) ** 2)), args, False)
    return make


def two_named():
    """Two axes, of which one collective names both."""
    args = [floats(dims=(3, 4, 2))]
    return ('vmap(vmap(x => sin(psum(x, ("i", "j"))) * x + psum(x, "i"), axis_name = "j"), '
            'axis_name = "i", in_axes = 1)(x)',
            jax.vmap(jax.vmap(lambda x: jnp.sin(lax.psum(x, ("i", "j"))) * x + lax.psum(x, "i"),
                              axis_name="j"), in_axes=1, axis_name="i"), args, False)


def curve():
    """Three derivatives along a curve, of one argument or of two."""
    (body, f), (two, g) = pick(*BODIES[:2]), pick(*(PAIRS[i] for i in (0, 1, 3)))
    dims = pick((3,), (2, 3))
    args = [floats(dims=dims) for _ in range(4)]
    if pick(True, False):
        return (f"jet(x => {body}, (x,), ((y, z, u),))",
                lambda x, a, b, c: jet(f, (x,), ((a, b, c),)), args, False)
    return (f"jet((x, y) => {two}, (x, y), ((z, u), (u, nil)))",
            lambda x, y, a, b: jet(g, (x, y), ((a, b), (b, jnp.zeros_like(b)))), args, False)


def all_to_all():
    at, to = int(compare.rng.integers(0, 2)), int(compare.rng.integers(0, 2))
    return (f'vmap(x => all_to_all(x, "i", {at}, {to}), axis_name = "i")(x)',
            jax.vmap(lambda x: lax.all_to_all(x, "i", at, to, tiled=True), axis_name="i"),
            [floats(dims=(2, 4, 6))], False)


def psum_scatter():
    at = int(compare.rng.integers(0, 2))
    return (f'vmap(x => psum_scatter(x, "i", axis = {at}), axis_name = "i")(x)',
            jax.vmap(lambda x: lax.psum_scatter(x, "i", scatter_dimension=at, tiled=True),
                     axis_name="i"), [floats(dims=(2, 4, 6))], False)


def all_gather_tiled():
    at = int(compare.rng.integers(0, 2))
    return (f'vmap(x => all_gather(x, "i", axis = {at}, tiled = true), axis_name = "i")(x)',
            jax.vmap(lambda x: lax.all_gather(x, "i", axis=at, tiled=True), axis_name="i"),
            [floats(dims=(3, 2, 4))], False)


CASES = {
    **{name: named(name, "plain") for name in ROWS},
    **{f"{name}_inside": named(name, "inside") for name in SMOOTH},
    **{f"{name}_around": named(name, "around") for name in SMOOTH},
    "jet": curve, "two_named_axes": two_named, "all_to_all": all_to_all,
    "psum_scatter": psum_scatter, "all_gather_tiled": all_gather_tiled,
    **matrices("jacfwd", jax.jacfwd),
    **matrices("jacrev", jax.jacrev),
    "hessian": case("hessian(x => sum({f}(x) ^ 2))(x)", lambda f, x: jax.hessian(scalar(f))(x), 1),
    "hessian_wrt": case("hessian((x, y) => sum({f}(x, y) ^ 2), wrt = (0, 1))(x, y)",
                        lambda f, x, y: jax.hessian(scalar(f), (0, 1))(x, y), 2, True),
    "hessian_rows": case("hessian({f})(x)", lambda f, x: jax.hessian(f)(x), 1),
    "vmap_hessian": case("vmap(hessian(x => sum({f}(x) ^ 2)))(stack((x, y)))",
                         lambda f, x, y: jax.vmap(jax.hessian(scalar(f)))(jnp.stack((x, y)))),
    "grad_jacfwd": case("grad(x => sum(jacfwd({f})(x) ^ 2))(x)",
                        lambda f, x: jax.grad(lambda x: jnp.sum(jax.jacfwd(f)(x) ** 2))(x), 1),
    "hvp": case("hvp(x => sum({f}(x) ^ 2), (x,), (y,))",
                lambda f, x, dx: tuple((v,) for v in jax.jvp(jax.grad(scalar(f)), (x,), (dx,)))),
    "linear_transpose": case(
        "linear_transpose(v => jvp({f}, (x,), (v,))[1], y)(x)",
        lambda f, x, y: jax.linear_transpose(lambda v: jax.jvp(f, (x,), (v,))[1], y)(x)),
    "linear_transpose_two": case(
        "linear_transpose((u, v) => (a = 2.0 * u + cumsum(v, axis = 0), b = sum(u) - v), x, y)"
        "((a = y, b = x))",
        lambda f, x, y: jax.linear_transpose(
            lambda u, v: {"a": 2.0 * u + jnp.cumsum(v, 0), "b": jnp.sum(u) - v}, x, y)(
                {"a": y, "b": x}), 2),
    "associative_scan": scanned("associative_scan((a, b) => a * b, x, {o})",
                                lambda axis, back, x: scan(jnp.multiply, x, back, axis)),
    "associative_scan_max": scanned("associative_scan(maximum, x, {o})",
                                    lambda axis, back, x: scan(jnp.maximum, x, back, axis)),
    "associative_scan_tree": scanned(
        "associative_scan((a, b) => (a[0] * b[0], a[1] * b[0] + b[1]), (x, y), {o})[1]",
        lambda axis, back, x, y: scan(affine, (x, y), back, axis)[1]),
    "associative_scan_matrices": scanned(
        "associative_scan((a, b) => b @ a, x, {o})",
        lambda axis, back, x: scan(lambda a, b: b @ a, x, back, axis), (0,),
        [(1, 2, 2), (5, 2, 2), (8, 3, 3)]),
    "custom_root": lambda: (ROOT, line_of, [floats(dims=(3,)), floats(dims=(3,))], True),
    "custom_root_second": lambda: (f"hessian((x, y) => sum({ROOT}), wrt = (0, 1))(x, y)",
                                   lambda x, y: jax.hessian(
                                       lambda x, y: jnp.sum(line_of(x, y)), (0, 1))(x, y),
                                   [floats(dims=(3,)), floats(dims=(3,))], False),
    "jit": case("jit({f})(x)", lambda f, x: jax.jit(f)(x), 1),
    "jit_twice": case("{ let g = jit({f}); g(g(x)) }", lambda f, x: f(f(x)), 1),
    "grad": case("grad(x => sum({f}(x) ^ 2))(x)", lambda f, x: jax.grad(scalar(f))(x), 1),
    "grad_wrt": case("grad((x, y) => sum({f}(x, y) ^ 2), wrt = (1, 0))(x, y)",
                     lambda f, x, y: jax.grad(scalar(f), (1, 0))(x, y), 2, True),
    "grad_grad": case("grad(x => sum(grad(x => sum({f}(x) ^ 2))(x) * y))(x)",
                      lambda f, x, y: jax.grad(
                          lambda x: jnp.sum(jax.grad(scalar(f))(x) * y))(x)),
    "jit_grad": case("jit(grad(x => sum({f}(x) ^ 2)))(x)",
                     lambda f, x: jax.jit(jax.grad(scalar(f)))(x), 1),
    "value_and_grad": case("value_and_grad(x => sum({f}(x) ^ 2))(x)",
                           lambda f, x: jax.value_and_grad(scalar(f))(x), 1),
    "value_and_grad_aux": case(
        "value_and_grad(x => (sum({f}(x) ^ 2), {f}(x)), aux = true)(x)",
        lambda f, x: jax.value_and_grad(lambda x: (scalar(f)(x), f(x)), has_aux=True)(x), 1),
    "jvp": case("jvp({f}, (x,), (y,))", lambda f, x, dx: jax.jvp(f, (x,), (dx,))),
    "jvp_two": case("jvp({f}, (x, y), (z, u))",
                    lambda f, x, y, dx, dy: jax.jvp(f, (x, y), (dx, dy)), 4, True),
    "vjp": case("{ let (value, back) = vjp({f}, x); (value, back(y)[0]) }", pulled),
    "vjp_two": case("vjp({f}, x, y)[1](z)",
                    lambda f, x, y, ct: jax.vjp(f, x, y)[1](ct), 3, True),
    "jvp_of_grad": case("jvp(grad(x => sum({f}(x) ^ 2)), (x,), (y,))",
                        lambda f, x, dx: jax.jvp(jax.grad(scalar(f)), (x,), (dx,))),
    "linearize": case("{ let (value, forward) = linearize({f}, x); (value, forward(y)) }", linear),
    "eval_shape": shaped,
    "remat": case("grad(x => sum(remat({f})(x) ^ 2))(x)",
                  lambda f, x: jax.grad(scalar(jax.checkpoint(f)))(x), 1),
    "remat_names": case(
        'grad(x => sum(remat(x => sin(checkpoint_name({f}(x), "a")), save = ("a",))(x) ^ 2))(x)',
        lambda f, x: jax.grad(scalar(lambda x: jnp.sin(f(x))))(x), 1),
    "vmap": along("vmap({f}, in_axes = {at}, out_axes = {to})(x)",
                  lambda f, at, to, x: jax.vmap(f, at, to)(x)),
    "vmap_vmap": along("vmap(vmap({f}), in_axes = {at}, out_axes = 0)(x)",
                       lambda f, at, to, x: jax.vmap(jax.vmap(f), at, 0)(x)),
    "vmap_grad": along("vmap(grad(x => sum({f}(x) ^ 2)), in_axes = {at}, out_axes = {to})(x)",
                       lambda f, at, to, x: jax.vmap(jax.grad(scalar(f)), at, to)(x)),
    "vmap_captured": case("vmap({f}, in_axes = (0, nil))(x, y[0])",
                          lambda f, x, y: jax.vmap(f, (0, None))(x, y[0]), 2, True),
    "grad_vmap": along("grad(x => sum(vmap({f}, in_axes = {at}, out_axes = {to})(x) ^ 2))(x)",
                       lambda f, at, to, x: jax.grad(
                           lambda x: jnp.sum(jax.vmap(f, at, to)(x) ** 2))(x)),
    "custom_jvp": ruled("custom_jvp(x => x ^ 3, (x, dx) => (x ^ 3, {p} * dx * cos(x)))(x)",
                        cubed_jvp),
    "custom_vjp": ruled("custom_vjp(x => x ^ 3, x => (x ^ 3, x), "
                        "(x, ct) => ({p} * ct * sin(x),))(x)", cubed_vjp),
}

run = compare.table(CASES)
