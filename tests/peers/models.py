"""Whole models compared with Flax: tables of their layers, outputs of layers, layers that are used
twice, their streams of keys, norms over the elements of a vmap."""
import re

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

import compare
from compare import floats, pick

PRELUDE = """
struct Tied { once;  fn call(self, x) = self.once(tanh(self.once(x))) }
fn numbers(line) {
  var out = ()
  for w in words(line) {
    if has("0123456789", chars(w)[0]) and not has(w, "]") { push(&out, int(w)) }
  }
  i32(stack(out))
}
"""


def with_kernel(layer, kernel):
    layer.kernel = nnx.Param(kernel)
    return layer


def linear(kernel):
    size, out = kernel.shape
    return with_kernel(nnx.Linear(size, out, use_bias=False, rngs=nnx.Rngs(0)), kernel)


class Sown(nnx.Module):
    """Layers in sequence, which record their outputs."""

    def __init__(self, layers):
        self.layers = nnx.List(layers)

    def __call__(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            self.sow(nnx.Intermediate, f"layer{i}", x)
        return x


def capture():
    size, hidden, out = pick(2, 3), pick(2, 4), pick(1, 3)
    at = pick(0, 1, 2)
    model = 'nn.sequential(nn.Linear(y), nn.RmsNorm(u), nn.Linear(z), relu)'
    expr = f'nn.capture({model}, x)["layers[{at}]"] + 0.0 * (sum(y) + sum(z) + sum(u))'

    def theirs(x, y, z, u):
        norm = nnx.RMSNorm(hidden, rngs=nnx.Rngs(0))
        norm.scale = nnx.Param(u)
        model = Sown([linear(y), norm, linear(z)])
        _, seen = nnx.capture(model, nnx.Intermediate)(x)
        kept = jax.tree.leaves(seen[f"layer{at}"])[0]
        return kept + 0.0 * (y.sum() + z.sum() + u.sum())
    return expr, theirs, [floats(dims=(2, size)), floats(dims=(size, hidden)),
                          floats(dims=(hidden, out)), floats(dims=(hidden,))], True


def tied():
    """One layer in two fields of a Flax model; here it is in one field and is called twice."""
    size = pick(2, 4)

    class Tied(nnx.Module):
        def __init__(self, layer):
            self.first, self.second = layer, layer

        def __call__(self, x):
            return self.second(jnp.tanh(self.first(x)))
    return ("Tied(nn.Linear(y))(x)", lambda x, y: Tied(linear(y))(x),
            [floats(dims=(3, size)), floats(dims=(size, size))], True)


MAKERS = [
    ("nn.linear(rng.key(0), 4, 4)", lambda r: nnx.Linear(4, 4, rngs=r)),
    ("nn.linear(rng.key(0), 4, 4, bias = false)",
     lambda r: nnx.Linear(4, 4, use_bias=False, rngs=r)),
    ("nn.layer_norm(4)", lambda r: nnx.LayerNorm(4, rngs=r)),
    ("nn.rms_norm(4)", lambda r: nnx.RMSNorm(4, rngs=r)),
    ("nn.batch_norm(4)", lambda r: nnx.BatchNorm(4, rngs=r)),
]


def summary():
    """All counts of Flax: weights, state, bytes; the flops of each layer that is a product."""
    picked = [pick(*range(len(MAKERS))) for _ in range(pick(2, 4))]
    rows = pick(1, 5)
    text = ", ".join(MAKERS[i][0] for i in picked)
    products = [at for at, i in enumerate(picked) if i < 2]
    flops = "".join(f', numbers(s.lines()[{at + 2}])[:1]' for at in products)
    expr = (f"{{ let s = nn.summary(nn.sequential({text}), ones(({rows}, 4))); "
            f"concat((numbers(s.lines()[-1]){flops},)) + i32(x) }}")

    def theirs(x):
        r = nnx.Rngs(0)
        model = nnx.Sequential(*(MAKERS[i][1](r) for i in picked))
        table = nnx.tabulate(model, jnp.ones((rows, 4)), compute_flops=True,
                             console_kwargs={"width": 400, "no_color": True})
        table = re.sub(r"\x1b\[[0-9;]*m", "", table)
        size = int(re.search(r"Total Parameters: [\d,]+ \((\d+) B\)", table)[1])
        weights = sum(p.size for p in jax.tree.leaves(nnx.state(model, nnx.Param)))
        state = sum(p.size for p in jax.tree.leaves(nnx.state(model, nnx.BatchStat)))
        lines = {int(m[1]): int(m[2].replace(",", "")) for m in re.finditer(
            r"layers/(\d+) *│[^│]*│[^│]*│[^│]*│ *([\d,]+) *│", table)}
        return jnp.asarray([weights, state, size] + [lines[at] for at in products], jnp.int32)
    return expr, theirs, [np.zeros((), np.float32)], False


NORMS = {
    "batch_norm": lambda size, **k: nnx.BatchNorm(size, momentum=0.99, **k),
    "layer_norm": lambda size, **k: nnx.LayerNorm(size, **k),
    "rms_norm": lambda size, **k: nnx.RMSNorm(size, **k),
    "group_norm": lambda size, **k: nnx.GroupNorm(size, 2, **k),
    "instance_norm": lambda size, **k: nnx.InstanceNorm(size, **k),
}


def across():
    """Norms over all elements of a vmap, in both libraries with a mask."""
    name, size, masked = pick(*NORMS), pick(2, 4), pick(False, True)
    dims = pick((3, 2, 3, size), (2, 4, 5, size))
    seen = compare.rng.random((*dims[:-1], 1)) < 0.7
    seen[:, :, 0] = True
    groups = "groups = 2, " if name == "group_norm" else ""
    where = "where = u > 0.0" if masked else "where = nil"
    expr = (f'{{ let m = nn.{name}({size}, {groups}axis_name = "rows"); '
            f'vmap((x, u) => m(x, {where}), axis_name = "rows")(x, y) }}')

    def theirs(x, y):
        fast = {} if name == "rms_norm" else {"use_fast_variance": False}

        def one(x, u):
            m = NORMS[name](size, axis_name="rows", rngs=nnx.Rngs(0), **fast)
            return m(x, mask=jnp.broadcast_to(u > 0.0, x.shape) if masked else None)
        return jax.vmap(one, axis_name="rows")(x, y)
    return expr, theirs, [floats(dims=dims), seen.astype(np.float32)], True


CASES = {"capture": capture, "tied": tied, "summary": summary, "across": across}


def drawn_streams():
    seed = int(compare.rng.integers(1 << 20))
    return seed, f"var r = nn.rngs((default = {seed}, dropout = {seed + 1})); ", pick(
        "default", "dropout"), pick(2, 3)


def rngs_of(seed):
    return nnx.Rngs(seed, dropout=seed + 1)


def uniforms(stream, count):
    """Samples of each of the keys that a split stream yields next."""
    keys = jax.vmap(jax.random.fold_in, (0, None))(stream.key[...], count)
    return jax.vmap(lambda k: jax.random.uniform(k, (2,)))(keys)


def split():
    """Keys of split streams, then those that the variable's own stream yields next."""
    seed, made, name, n = drawn_streams()
    only = pick("", ', only = "default"', ', only = ("dropout", "default")')
    if only == ', only = "default"':
        name = "default"
    expr = (f'{{ {made}r.key!("{name}"); let s = nn.split_rngs(&r, {n}{only}); '
            f'let some = vmap(r => {{ var r = r; r.key!(); rng.uniform(r.key!(), (2,)) }})'
            f'(s.streams["{name}"]); '
            f'concat((some, rng.uniform(r.key!("{name}"), (1, 2)))) + x }}')

    def theirs(x):
        r = rngs_of(seed)
        r[name]()
        made = nnx.split_rngs(r, splits=n, only="default" if only.endswith('"default"') else ...)
        some = uniforms(r[name], 1)
        nnx.restore_rngs(made)
        return jnp.concatenate((some, jax.random.uniform(r[name](), (1, 2)))) + x
    return expr, theirs, [np.zeros((), np.float32)], False


def fork():
    seed, made, name, n = drawn_streams()
    expr = (f'{{ {made}r.key!("{name}"); var s = nn.fork_rngs(&r); '
            f'concat((rng.uniform(s.key!("{name}"), (1, {n})), rng.uniform(s.key!("{name}"), '
            f'(1, {n})), rng.uniform(r.key!("{name}"), (1, {n})))) + x }}')

    def theirs(x):
        r = rngs_of(seed)
        r[name]()
        s = r.fork()
        keys = [s[name](), s[name](), r[name]()]
        return jnp.concatenate([jax.random.uniform(k, (1, n)) for k in keys]) + x
    return expr, theirs, [np.zeros((), np.float32)], False


def reseed():
    """Dropout layers reseeded with another seed have equal masks."""
    seed, made, _, n = drawn_streams()
    other = int(compare.rng.integers(1 << 20))
    layers = ", ".join('nn.Dropout(0.5, r.fork!("dropout"))' for _ in range(n))
    expr = (f"{{ {made}var m = nn.sequential({layers}); m!(x); "
            f"m = nn.reseed(m, (dropout = {other})); let a = m!(x); concat((a, m!(x))) }}")

    def theirs(x):
        r = rngs_of(seed)
        m = nnx.Sequential(*(nnx.Dropout(0.5, rngs=r) for _ in range(n)))
        m(x)
        nnx.reseed(m, dropout=other)
        a = m(x)
        return jnp.concatenate((a, m(x)))
    return expr, theirs, [floats(dims=(64, 3))], False


def run(draws, rille, _):
    wrong, ran = compare.check(CASES, draws, rille, PRELUDE)
    exact = {"split": split, "fork": fork, "reseed": reseed}
    more, others = compare.check(exact, draws, rille, exact=True)
    return wrong + more, ran + others
