"""What is seen of models from outside, against Flax: the tables of their layers, what layers give,
layers that are used twice."""
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
    """Layers one after another, which leave what they give."""

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
    """One layer in two places of a Flax model; here it stands in one field and is called twice."""
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
    """All that Flax counts: weights, state, bytes; the flops of each layer that is a product."""
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


CASES = {"capture": capture, "tied": tied, "summary": summary}
run = compare.table(CASES, PRELUDE)
