"""Optimizers, gradient transformations, and wrappers compared with Optax: params after steps on
random problems.

Each case takes 200 steps in f64, 20 in f32, 6 in bf16, with gradients of the function. The allowed
difference of two correct programs is measured with Optax: its params diverge if each gradient, and
the initial params, are perturbed by an ulp or two of stored values. SPREAD times the maximum of
this divergence, plus a few ulps, is allowed. In f32 a trajectory of Rille may instead be equally
near to Optax's in f64.
"""
import copy

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import optax
from optax import contrib

import compare
from compare import floats, ints
from optimizer_rows import ALIASES, CONTRIB, RULES, WRAPPERS

STEPS = {"float64": 200, "float32": 20, "bfloat16": 6}
ULP = {"float64": 2.0 ** -52, "float32": 2.0 ** -23, "bfloat16": 2.0 ** -8}
SPREAD, PERTURBED = 30, 6

# State that both store less exactly than the params, and its precision: f32, bf16.
NARROW = dict.fromkeys(("adafactor", "factored", "schedule", "cosine", "inject",
                        "accumulator_dtype = f32", "multi_steps", "distance", "madgrad"),
                       2.0 ** -23)
NARROW |= {"mu_dtype": 2.0 ** -14, "galore": 2.0 ** -23}
# In f32 Optax's 1 - b2^t is near 0 and off by 6e-5 of itself at first; Rille's is computed in f64.
CORRECTED = ("adam", "lamb", "belief", "yogi", "amsgrad", "inject", "adem", "acprop", "dadapt",
             "prodigy", "adan", "free", "muon", "galore", "sophia")
SHARE = 2.0 ** -18

# These also take the value.
VALUED = ("polyak", "plateau", "momo")
# Optax has no scalars there.
LINES = ("sm3", "distance")

PROBLEMS = {
    "parabola": ("mean((p.a - 1.0) ^ 2) + 0.5 * mean((p.b + 0.5) ^ 2) + sum(p.c) ^ 2 "
                 "+ sum(p.d ^ 2)",
                 lambda a, b, c, d, m, t: jnp.mean((a - 1.0) ** 2) + 0.5 * jnp.mean((b + 0.5) ** 2)
                 + jnp.sum(c) ** 2 + jnp.sum(d ** 2)),
    "rosenbrock": ("(1.0 - p.a[0]) ^ 2 + 0.3 * (p.a[1] - p.a[0] ^ 2) ^ 2 + mean(p.b ^ 2) "
                   "+ 0.1 * (sum(p.c) - 2.0) ^ 2 + mean(p.d ^ 4)",
                   lambda a, b, c, d, m, t: (1.0 - a[0]) ** 2 + 0.3 * (a[1] - a[0] ** 2) ** 2
                   + jnp.mean(b ** 2) + 0.1 * (jnp.sum(c) - 2.0) ** 2 + jnp.mean(d ** 4)),
    "squares": ("mean((m @ p.b - t) ^ 2) + mean(sin(p.a) ^ 2) * 0.3 + (sum(p.c) - 0.3) ^ 2 "
                "+ mean(p.d ^ 2)",
                lambda a, b, c, d, m, t: jnp.mean((m @ b - t) ** 2) + jnp.mean(jnp.sin(a) ** 2)
                * 0.3 + (jnp.sum(c) - 0.3) ** 2 + jnp.mean(d ** 2)),
    "logistic": ("mean(log(1.0 + exp(-(m @ p.b) * t))) + 0.1 * sum(p.a ^ 4) + exp(sum(p.c)) "
                 "- sum(p.c) + mean(1.0 - cos(p.d))",
                 lambda a, b, c, d, m, t: jnp.mean(jnp.log(1.0 + jnp.exp(-(m @ b) * t)))
                 + 0.1 * jnp.sum(a ** 4) + jnp.exp(jnp.sum(c)) - jnp.sum(c)
                 + jnp.mean(1.0 - jnp.cos(d))),
    "mixed": ("sum((m @ p.b) ^ 2) * 0.1 + sum(p.a) * sum(p.c) + sum(p.a ^ 2) + sum(p.c) ^ 2 "
              "+ mean(p.d[0] * p.d[1]) + sum(p.d ^ 2)",
              lambda a, b, c, d, m, t: jnp.sum((m @ b) ** 2) * 0.1 + jnp.sum(a) * jnp.sum(c)
              + jnp.sum(a ** 2) + jnp.sum(c) ** 2 + jnp.mean(d[0] * d[1]) + jnp.sum(d ** 2)),
}
PRELUDE = "".join(f"fn {name}(p, m, t) = {text}\n" for name, (text, _) in PROBLEMS.items()) + """
fn followed(start, p, f, m, t, steps) {
  let step = jit((inout o, inout q) => {
    let (value, slope) = value_and_grad(f)(q, m, t)
    o.update!(&q, slope, value = value, value_fn = q => f(q, m, t))
  })
  var o = start
  var q = p
  var early = p
  for i in 0..steps {
    step(&o, &q)
    if i == 4 { early = q }
  }
  (early, q)
}
"""


def spread(paths):
    """The maximum deviation of a path from the first one, where both are finite."""
    with np.errstate(invalid="ignore"):
        off = np.abs(paths[1:] - paths[0])
    return off[np.isfinite(off)].max(initial=0)


class Case:
    """One optimizer on one problem in one dtype, from `rows` random starts."""

    def __init__(self, text, theirs, dtype, rows):
        self.text = self.name = text
        self.theirs, self.dtype, self.rows = theirs, dtype, rows
        # A line search ends by comparisons: near convergence these compare noise.
        self.steps = min(STEPS[dtype], 6) if "search" in text or "lbfgs" in text else STEPS[dtype]
        self.problem = compare.pick(*PROBLEMS)
        n, k, c = (int(compare.rng.integers(2, 5)) for _ in range(3))
        one = (1,) if any(x in text for x in LINES) else ()
        shapes = {"a": (n,), "b": (k, c), "c": one, "d": (2, 2, 3), "m": (5, k), "t": (5, c)}
        wide = {name: compare.floats(dims=(rows, *dims), dtype=np.float64)
                for name, dims in shapes.items()}
        kind = getattr(ml_dtypes, dtype, None) or np.dtype(dtype)
        self.arrays = {name: np.asarray(x).astype(kind) for name, x in wide.items()}

    def line(self, number):
        at = f"d.c{number}_"
        params = ", ".join(f"{name} = {at}{name}[i]" for name in "abcd")
        followed = (f"{{ let p = ({params}); followed({self.text}, p, {self.problem}, {at}m[i], "
                    f"{at}t[i], {self.steps}) }}")
        return (f'report(&names, &kept, "r{number}", '
                f"try(() => ({followed} for i in 0..{self.rows})))")

    def ulp(self, more):
        """The possible difference of correct results."""
        sizes = {"": ULP[self.dtype]} | NARROW | more
        return max(size for x, size in sizes.items() if x in self.text)

    def run(self):
        """Optax's early and late params, and the divergence."""
        loss, ulp = PROBLEMS[self.problem][1], self.ulp({})
        optimizer = self.theirs()

        def shaken(tree, key, size):
            leaves, form = jax.tree.flatten(tree)
            keys = jax.random.split(key, len(leaves))
            wide = jnp.float64 if self.dtype == "float64" else jnp.float32
            off = [(x * (1 + size * jax.random.uniform(k, x.shape, wide, -2, 2))).astype(x.dtype)
                   for x, k in zip(leaves, keys)]
            return jax.tree.unflatten(form, [jnp.where(size == 0, x, y)
                                             for x, y in zip(leaves, off)])

        def path(p, m, t, key, size):
            p = shaken(p, key, size)
            state = optimizer.init(p)

            def step(carry, i):
                p, state = carry
                def value_fn(p):
                    return loss(*p.values(), m, t)

                value, slope = jax.value_and_grad(value_fn)(p)
                slope = shaken(slope, jax.random.fold_in(key, i), size)
                more = {"value": value} if any(x in self.text for x in VALUED) else {}
                if "search" in self.text or "lbfgs" in self.text:
                    more = {"value": value, "grad": slope, "value_fn": value_fn}
                if "sophia" in self.text:
                    more = {"obj_fn": value_fn}
                if "opaque" in self.text:
                    more = {"grad_fn": lambda p, _: jax.grad(value_fn)(p)}
                updates, after = optimizer.update(slope, state, p, **more)
                after = jax.tree.map(lambda new, old: new.astype(old.dtype), after, state)
                p = optax.apply_updates(p, updates)
                return (p, after), p

            last, ps = jax.lax.scan(step, (p, state), jnp.arange(self.steps))
            return jax.tree.map(lambda x: x[4], ps), last[0]

        with jax.enable_x64(self.dtype == "float64"):
            p = {name: jnp.asarray(self.arrays[name]) for name in "abcd"}
            m, t = jnp.asarray(self.arrays["m"]), jnp.asarray(self.arrays["t"])
            sizes = jnp.asarray([0.0] + [ulp] * PERTURBED)
            keys = jax.random.split(jax.random.key(1), PERTURBED + 1)
            shaken_paths = jax.vmap(path, (None, None, None, 0, 0))
            rows = jax.jit(jax.vmap(shaken_paths, (0, 0, 0, None, None)))
            both = rows(p, m, t, keys, sizes)
            return compare.flat(jax.tree.map(np.asarray, both))

    def in_f64(self):
        """Optax's params if only the start is rounded to f32."""
        twin = copy.copy(self)
        twin.dtype = "float64"
        twin.arrays = {name: x.astype(np.float64) for name, x in self.arrays.items()}
        return {at: paths[:, 0] for at, paths in twin.run().items()}

    def fault(self, mine):
        exact = None
        paths_at = [(f"[{row}]{at}", paths[row]) for at, paths in self.run().items()
                    for row in range(self.rows)]
        for at, paths in paths_at:
            if at not in mine:
                return f"nothing came back for {at}"
            got, all_paths = np.asarray(mine[at]), paths.astype(np.float64)
            if got.dtype != paths.dtype:
                return f"{at} is {got.dtype}, wanted {paths.dtype}"
            want, apart = all_paths[0], spread(all_paths)
            if at[at.index("]") + 1:].startswith("[0]"):  # late ones diverge anyway
                compare.note(got, paths[0])
            ulp = self.ulp(dict.fromkeys(CORRECTED, SHARE) if self.dtype == "float32" else {})
            got, same = got.astype(np.float64), np.isfinite(want)
            other = ~np.isclose(got, want, equal_nan=True)
            with np.errstate(invalid="ignore"):
                room = np.where(same, SPREAD * apart + 16 * ulp * (1 + np.abs(want)), 0)
                off = np.where(same, np.abs(got - want), other)
            # A root of a cancelling difference: some of Optax's own paths are finite there, some
            # are not.
            paths_told = np.isfinite(all_paths)
            off = np.where(paths_told.any(0) & ~paths_told.all(0), 0, off)
            if not np.all(off <= room) and self.dtype == "float32":
                # An estimate that grows geometrically propagates the error of Optax's 1 - b2^t:
                # then Rille's must be as near to the exact result as one f32 trajectory is to
                # another.
                exact = exact or self.in_f64()
                right = exact[at[at.index("]") + 1:]][int(at[1:at.index("]")])]
                off = np.where(same, np.abs(got - right), other)
                room = np.where(same, SPREAD * apart + 16 * ULP["float32"] * (1 + abs(right)), 0)
            if not np.all(off <= room):
                return (f"{at} is off by {off.max():.3g}, {room.min():.3g} is allowed\n"
                        f"  theirs {want.tolist()}\n  ours   {got.tolist()}")
        return ""


def decay():
    peak, steps, floor = float(floats(0.01, 1, ())), int(compare.rng.integers(1, 200)), 0.004
    theirs = optax.cosine_decay_schedule(peak, steps, alpha=floor / peak)
    return (f"optim.cosine_decay_schedule({peak!r}, {steps}, {floor / peak!r})(x)",
            lambda x: jax.vmap(theirs)(x), [ints(0, 250)], False)


def examples():
    return [floats(dims=(5, 3)), floats(dims=(5, 2, 4))]


def clipped(text, theirs):
    """With a norm that some gradients exceed."""
    most = float(floats(1, 4, ()))

    def fault(x, y):
        sums, count = theirs([x, y], most)
        return {"sums": sums, "count": count}

    return (f"{{ let (a, b) = optim.{text.format(most)}; (sums = a, count = b) }}", fault, examples,
            False)


def noisy(x, y):
    """Optax's first step with per-example gradients."""
    rule = contrib.differentially_private_aggregate(1.5, 0.5, key=jax.random.key(3))
    return rule.update([x, y], rule.init([x[0], y[0]]))[0]


def private(x, y):
    optimizer = contrib.dpsgd(0.1, 1.5, 0.5, 3, momentum=0.9, nesterov=True)
    return optimizer.update([x, y], optimizer.init([x[0], y[0]]))[0]


def monitored(x, y):
    rule = optax.monitor({"a": jnp.linalg.norm, "b": optax.measure_with_ema(jnp.mean, 0.9)})
    state = rule.update(x, rule.init(x))[1]
    return rule.update(y, state)[1].measurements


CASES = {
    "optim.per_example_global_norm_clip": lambda: clipped(
        "per_example_global_norm_clip((x, y), {})", optax.per_example_global_norm_clip),
    "optim.per_example_layer_norm_clip": lambda: clipped(
        "per_example_layer_norm_clip((x, y), {})", optax.per_example_layer_norm_clip),
    "optim.per_example_layer_norm_clip by sizes": lambda: clipped(
        "per_example_layer_norm_clip((x, y), {}, uniform = false)",
        lambda g, c: optax.per_example_layer_norm_clip(g, c, uniform=False)),
    "optim.differentially_private_aggregate": (
        "optim.differentially_private_aggregate(1.5, 0.5).update((x, y), (rng_key = rng.key(3)), "
        "nil)[0]", noisy, examples, False),
    "optim.dpsgd": (
        "optim.dpsgd((x[0], y[0]), 0.1, 1.5, 0.5, rng.key(3), 0.9, true)"
        ".transform((x, y), (x[0], y[0]))", private, examples, False),
    "optim.monitor": (
        "{ let m = optim.monitor((a = norm, b = optim.measure_with_ema(mean, 0.9))); "
        "let s = m.update(x, m.init(x), nil)[1]; m.update(y, s, nil)[1].measurements }", monitored,
        lambda: [floats(dims=(4,)), floats(dims=(4,))], False),
    "optim.snapshot": (
        "{ let m = optim.snapshot(\"a\", norm); m.update(x, m.init(x), nil)[1].measurement.a }",
        lambda x: optax.tree.norm(x), lambda: [floats(dims=(4,))], False),
    "optim.cosine_decay_schedule": decay,
    "optim.softmax_cross_entropy": (
        "optim.softmax_cross_entropy(x, y)", optax.softmax_cross_entropy_with_integer_labels,
        lambda: [floats(-9, 9, (4, 5)), ints(0, 5, (4,))], True),
    "optim.softmax_cross_entropy shares": (
        "optim.softmax_cross_entropy(x, y)", optax.softmax_cross_entropy,
        lambda: [floats(-9, 9, (4, 5)), jax.nn.softmax(floats(dims=(4, 5)))], True),
}


def run(draws, rille, _):
    rows = -(-draws // len(STEPS))
    wide = [(text, theirs) for text, theirs in ALIASES + RULES + CONTRIB
            if (text, theirs) in CONTRIB or "search" in text or "lbfgs" in text]
    cases = [Case(text, theirs, dtype, rows)
             for text, theirs in ALIASES + RULES + WRAPPERS + CONTRIB
             for dtype in STEPS if dtype != "bfloat16" or (text, theirs) not in wide]
    arrays = {f"c{i}_{name}": x for i, case in enumerate(cases) for name, x in case.arrays.items()}
    got, errors = compare.answers(rille, [case.line(i) for i, case in enumerate(cases)], arrays,
                                  PRELUDE)
    if "run" in errors:
        return [errors["run"]], cases
    wrong = []
    for i, case in enumerate(cases):
        mine = {k.removeprefix(f"r{i}"): x for k, x in got.items() if k.startswith(f"r{i}[")}
        why = errors.get(f"r{i}") or case.fault(mine)
        if why:
            wrong.append(f"{case.text}, {case.problem}, {case.dtype}: {why[:700]}")
    more, others = compare.check(CASES, draws, rille)
    return wrong + more, [case for case in cases for _ in range(rows)] + others
