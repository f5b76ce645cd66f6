"""Mixed precision compared with Flax NNX (dtype, with param_dtype float32), PyTorch's autocast, and
the loss scales of PyTorch and JMP.

- Layers: outputs and gradients have Flax's dtypes. Their distance from Flax's result in float32 is
  at most SLACK units of the narrow dtype, relative to the largest element, and twice the distance
  of Flax's own narrow result, which sums some gradients in the narrow dtype.
- Runs: losses of 20 steps of models that Flax, and for the MLP PyTorch, also train, within CURVE of
  the first loss.
- Loss scales: the sequences of scales, and the parameters, are equal bit by bit.
"""
import importlib.util

import flax.nnx as nnx
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import optax
from flax.nnx.nn.dtypes import promote_dtype

import compare
from compare import Case, floats, ints, pick

ULP = {"bf16": 2.0 ** -8, "f16": 2.0 ** -11}
THEIRS = {"bf16": jnp.bfloat16, "f16": jnp.float16}
SLACK, CURVE, STEPS = 6, 0.02, 20


def with_weights(layer, **arrays):
    for name, array in arrays.items():
        getattr(layer, name).set_value(jnp.asarray(array))
    return layer


def dense(w, b, dtype):
    layer = nnx.Linear(*w.shape, dtype=dtype, rngs=nnx.Rngs(0))
    return with_weights(layer, kernel=w, bias=b)


def linear_layer():
    size, out = pick(3, 17), pick(2, 8)
    return ("nn.Linear(y, z)(x)", lambda dtype: lambda x, y, z: dense(y, z, dtype)(x),
            [floats(dims=(5, size)), floats(dims=(size, out)), floats(dims=(out,))])


def conv_layer():
    channels, out, size = pick(1, 4), pick(2, 5), pick((3,), (3, 3))

    def made(dtype):
        def theirs(x, y, z):
            layer = nnx.Conv(channels, out, size, dtype=dtype, rngs=nnx.Rngs(0))
            return with_weights(layer, kernel=y, bias=z)(x)
        return theirs
    dims = (2, *[6 for _ in size], channels)
    return ("nn.Conv(y, z)(x)", made,
            [floats(dims=dims), floats(dims=(*size, channels, out)), floats(dims=(out,))])


NORMS = {"LayerNorm": (nnx.LayerNorm, {"epsilon": 1e-6, "use_fast_variance": False}),
         "GroupNorm": (nnx.GroupNorm, {"num_groups": 2, "use_fast_variance": False}),
         "InstanceNorm": (nnx.InstanceNorm, {"use_fast_variance": False})}


def norm_layer():
    name, size = pick(*NORMS), pick(4, 6)
    kind, more = NORMS[name]

    def made(dtype):
        def theirs(x, y, z):
            layer = kind(size, dtype=dtype, rngs=nnx.Rngs(0), **more)
            return with_weights(layer, scale=y, bias=z)(x)
        return theirs
    groups = ", groups = 2" if name == "GroupNorm" else ""
    return (f"nn.{name}(y, z{groups})(x)", made,
            [floats(dims=(2, 5, size)), floats(dims=(size,)), floats(dims=(size,))])


def rms_layer():
    size = pick(4, 6)

    def made(dtype):
        def theirs(x, y):
            layer = nnx.RMSNorm(size, dtype=dtype, rngs=nnx.Rngs(0))
            return with_weights(layer, scale=y)(x)
        return theirs
    return "nn.RmsNorm(y)(x)", made, [floats(dims=(3, size)), floats(dims=(size,))]


def batch_layer():
    size = pick(2, 5)

    def made(dtype):
        def theirs(x, y, z):
            layer = nnx.BatchNorm(size, dtype=dtype, use_fast_variance=False, rngs=nnx.Rngs(0))
            return with_weights(layer, scale=y, bias=z)(x)
        return theirs
    return (f"nn.BatchNorm(zeros({size}), ones({size}), y, z)(x)", made,
            [floats(dims=(7, size)), floats(dims=(size,)), floats(dims=(size,))])


def embed_layer():
    count, size = pick(3, 9), pick(2, 4)

    def made(dtype):
        def theirs(x, y):
            layer = nnx.Embed(count, size, dtype=dtype, rngs=nnx.Rngs(0))
            return with_weights(layer, embedding=y)(x)
        return theirs
    return ("nn.Embed(y)(x)", made,
            [ints(0, count, (2, 6)), floats(dims=(count, size))])


def prelu_layer():
    def made(dtype):
        def theirs(x, y):
            layer = nnx.PReLU(param_dtype=jnp.float32, dtype=dtype)
            return with_weights(layer, negative_slope=y)(x)
        return theirs
    return "nn.Prelu(y)(x)", made, [floats(dims=(3, 4)), floats(dims=())]


def general_layer():
    heads, part = pick(1, 3), pick(2, 4)

    def made(dtype):
        def theirs(x, y, z):
            layer = nnx.LinearGeneral(5, (heads, part), dtype=dtype, rngs=nnx.Rngs(0))
            return with_weights(layer, kernel=y, bias=z)(x)
        return theirs
    return ("nn.LinearGeneral(y, z)(x)", made, [floats(dims=(3, 5)), floats(
        dims=(5, heads, part)), floats(dims=(heads, part))])


def attention_layer():
    heads, part, size = 2, pick(2, 4), 6

    def made(dtype):
        def theirs(x, y, z):
            layer = nnx.MultiHeadAttention(heads, size, qkv_features=heads * part, use_bias=False,
                                           decode=False, dtype=dtype, rngs=nnx.Rngs(0))
            for at, name in enumerate(("query", "key", "value")):
                with_weights(getattr(layer, name), kernel=y[at])
            with_weights(layer.out, kernel=z)
            return layer(x)
        return theirs
    return ("nn.Attention(y[0], y[1], y[2], z)(x)", made,
            [floats(dims=(2, 5, size)), floats(-0.5, 0.5, (3, size, heads, part)),
             floats(dims=(heads, part, size))])


# JAX has no f16 attention on the CPU.
BF16_ALONE = ("attention_layer", "attending")
LAYERS = [linear_layer, conv_layer, norm_layer, rms_layer, batch_layer, embed_layer, prelu_layer,
          general_layer, attention_layer]


def kinds_of(name):
    return ("bf16",) if name in BF16_ALONE else tuple(ULP)


def layer_case(make, narrow):
    """With an output dtype, the result of Flax is converted."""
    text, made, args = make()
    theirs = made(THEIRS[narrow])
    at = text.rindex("(x)")
    policy = pick(narrow, f"nn.policy(compute = {narrow})",
                  f"nn.policy(compute = {narrow}, output = f32)")
    expr = f"nn.with_policy({text[:at]}, {policy}){text[at:]}"
    case = Case(f"{make.__name__} {narrow}", expr, args, theirs)
    if "output" in policy:
        case.theirs = lambda *given: theirs(*given).astype(jnp.float32)
    case.exact = made(jnp.float32)
    return case


def gradient_line(case, number):
    """The output, and the gradient of a weighted sum of it by each float argument."""
    names = "xyzu"[:len(case.args)]
    given = "".join(f"let {n} = d.c{number}_{n}; " for n in names)
    by = [i for i, a in enumerate(case.args) if compare.is_float(a)]
    grads = "".join(f", grad(({', '.join(names)}) => sum(f32({case.expr}) * w), wrt = {i})"
                    f"({', '.join(names)})" for i in by)
    return (f'report(&names, &kept, "r{number}", try(() => {{ {given}let w = d.c{number}_w; '
            f"({case.expr}{grads}) }}))")


def wanted_of(case, theirs, weight):
    """The output and the gradients by the function `theirs`."""
    by = tuple(i for i, a in enumerate(case.args) if compare.is_float(a))
    args = [jnp.asarray(a) for a in case.args]
    grads = jax.grad(lambda *a: jnp.sum(theirs(*a).astype(jnp.float32) * weight), by)(*args)
    return [np.asarray(theirs(*args))] + [np.asarray(g) for g in grads]


def far(mine, theirs, truth, ulp):
    """Why an array is wrong, or an empty text."""
    if mine is None:
        return "nothing came back"
    if mine.dtype != theirs.dtype or mine.shape != theirs.shape:
        return f"{mine.dtype}{mine.shape}, wanted {theirs.dtype}{theirs.shape}"
    a, b, exact = (x.astype(np.float64) for x in (mine, theirs, truth))
    off, most = np.abs(a - exact).max(initial=0), SLACK * ulp * np.abs(exact).max(initial=0.1)
    most += 2 * np.abs(b - exact).max(initial=0)
    compare.note(mine, theirs)
    return "" if off <= most else f"off by {off:.3g}, at most {most:.3g}"


def layers(draws, rille):
    cases = [layer_case(make, narrow) for make in LAYERS for narrow in kinds_of(make.__name__)
             for _ in range(draws)]
    arrays, lines, weights = {}, [], []
    for i, case in enumerate(cases):
        out = jax.eval_shape(case.theirs, *map(jnp.asarray, case.args))
        weights.append(floats(dims=out.shape))
        arrays |= case.arrays(i) | {f"c{i}_w": weights[-1]}
        lines.append(gradient_line(case, i))
    got, errors = compare.answers(rille, lines, arrays)
    wrong = {"run": errors["run"]} if "run" in errors else {}
    for i, case in enumerate(cases):
        ulp = ULP[case.name.split()[1]]
        wanted = zip(wanted_of(case, case.theirs, weights[i]),
                     wanted_of(case, case.exact, weights[i]))
        for at, (theirs, truth) in enumerate(wanted):
            why = errors.get(f"r{i}") or far(got.get(f"r{i}[{at}]"), theirs, truth, ulp)
            if why:
                what = "output" if at == 0 else f"gradient {at}"
                wrong.setdefault(case.name, f"{case.name}: {case.expr}\n  {what}: {why}")
    return list(wrong.values()), cases


# --- runs -------------------------------------------------------------------------------------

class Mlp(nnx.Module):
    def __init__(self, p, dtype):
        self.layers = nnx.List([dense(p["a"], p["b"], dtype), dense(p["c"], p["d"], dtype)])

    def __call__(self, x):
        return self.layers[1](jax.nn.relu(self.layers[0](x)))


class ConvNet(nnx.Module):
    def __init__(self, p, dtype):
        conv = nnx.Conv(1, 4, (3, 3), dtype=dtype, rngs=nnx.Rngs(0))
        self.conv = with_weights(conv, kernel=p["a"], bias=p["b"])
        self.norm = nnx.BatchNorm(4, dtype=dtype, use_fast_variance=False, rngs=nnx.Rngs(0))
        self.head = dense(p["c"], p["d"], dtype)

    def __call__(self, x):
        h = jax.nn.relu(self.norm(self.conv(x)))
        return self.head(h.reshape(h.shape[0], -1))


class Attending(nnx.Module):
    def __init__(self, p, dtype):
        self.norm = nnx.LayerNorm(8, dtype=dtype, use_fast_variance=False, rngs=nnx.Rngs(0))
        self.attention = nnx.MultiHeadAttention(2, 8, use_bias=False, decode=False, dtype=dtype,
                                                rngs=nnx.Rngs(0))
        for at, name in enumerate(("query", "key", "value")):
            with_weights(getattr(self.attention, name), kernel=p["a"][at])
        with_weights(self.attention.out, kernel=p["b"])
        self.head = dense(p["c"], p["d"], dtype)

    def __call__(self, x):
        return self.head((x + self.attention(self.norm(x))).mean(1))


PRELUDE = """
struct Convs { conv, norm, head
  fn call(self, x) {
    let h = relu(self.norm(self.conv(x)))
    self.head(reshape(h, (h.shape[0], -1)))
  }
}
struct Attending { norm, attention, head
  fn call(self, x) = self.head(mean(x + self.attention(self.norm(x)), axis = 1))
}
fn mlp(p) = nn.Mlp((nn.Linear(p.a, p.b), nn.Linear(p.c, p.d)))
fn convs(p) = Convs(nn.Conv(p.a, p.b), nn.batch_norm(4), nn.Linear(p.c, p.d))
fn attending(p) =
  Attending(nn.layer_norm(8), nn.Attention(p.a[0], p.a[1], p.a[2], p.b), nn.Linear(p.c, p.d))
fn curve(model, x, labels, steps) {
  var m = model
  var opt = optim.adam(m, lr = 0.01)
  let step = jit((inout m, inout opt) => {
    let (loss, slope) = value_and_grad(m => mean(optim.softmax_cross_entropy(f32(m(x)), labels)))(m)
    opt.update!(&m, slope)
    loss
  })
  for i in 0..steps { step(&m, &opt) }
}
"""


def params(a, b, c, d):
    return {"a": floats(-0.5, 0.5, a), "b": np.zeros(b, np.float32) if len(b) == 1 else
            floats(-0.5, 0.5, b), "c": floats(-0.5, 0.5, c), "d": np.zeros(d, np.float32)}


RUNS = {
    "mlp": (Mlp, lambda: params((6, 16), (16,), (16, 3), (3,)), (24, 6)),
    "convs": (ConvNet, lambda: params((3, 3, 1, 4), (4,), (100, 3), (3,)), (16, 5, 5, 1)),
    "attending": (Attending, lambda: params((3, 8, 2, 4), (2, 4, 8), (8, 3), (3,)), (12, 5, 8)),
}


def flax_curve(model, x, labels):
    opt = nnx.Optimizer(model, optax.adam(0.01), wrt=nnx.Param)

    @nnx.jit
    def step(model, opt):
        def loss(m):
            logits = m(x).astype(jnp.float32)
            return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()
        value, slope = nnx.value_and_grad(loss)(model)
        opt.update(model, slope)
        return value
    return [float(step(model, opt)) for _ in range(STEPS)]


def torch_curve(p, x, labels, narrow):
    """The MLP under PyTorch's autocast on the CPU, whose linear layers return the narrow dtype."""
    import torch
    dtype = {"bf16": torch.bfloat16, "f16": torch.float16}[narrow]
    model = torch.nn.Sequential(torch.nn.Linear(6, 16), torch.nn.ReLU(), torch.nn.Linear(16, 3))
    with torch.no_grad():
        for at, (w, b) in {0: "ab", 2: "cd"}.items():
            model[at].weight.copy_(torch.tensor(p[w].T.copy()))
            model[at].bias.copy_(torch.tensor(p[b]))
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    out = []
    for _ in range(STEPS):
        opt.zero_grad()
        with torch.autocast("cpu", dtype=dtype):
            hidden = model[0](torch.tensor(x))
            assert hidden.dtype == dtype
            logits = model[2](model[1](hidden))
            loss = torch.nn.functional.cross_entropy(logits, torch.tensor(labels).long())
        assert loss.dtype == torch.float32
        loss.backward()
        assert model[0].weight.grad.dtype == torch.float32
        opt.step()
        out.append(loss.item())
    return out


def runs(draws, rille):
    wrong, cases, arrays, lines, wanted = [], [], {}, [], []
    for name, (kind, make, dims) in RUNS.items():
        for narrow in kinds_of(name):
            for _ in range(max(1, draws // 10)):
                i = len(cases)
                p, x, labels = make(), floats(dims=dims), ints(0, 3, dims[:1])
                arrays |= {f"c{i}_{k}": v for k, v in p.items()} | {f"c{i}_x": x,
                                                                    f"c{i}_l": labels}
                given = ", ".join(f"{k} = d.c{i}_{k}" for k in p)
                expr = (f"curve(nn.with_policy({name}(({given})), {narrow}), d.c{i}_x, d.c{i}_l, "
                        f"{STEPS})")
                lines.append(f'report(&names, &kept, "r{i}", try(() => {expr}))')
                cases.append(Case(f"run {name} {narrow}", expr, [], None))
                curves = {"Flax": flax_curve(kind(p, THEIRS[narrow]), x, labels)}
                if name == "mlp" and importlib.util.find_spec("torch"):
                    curves["PyTorch"] = torch_curve(p, x, labels, narrow)
                wanted.append(curves)
    got, errors = compare.answers(rille, lines, arrays, PRELUDE)
    wrong += [errors["run"]] if "run" in errors else []
    for i, case in enumerate(cases):
        mine = got.get(f"r{i}")
        for whose, theirs in wanted[i].items():
            why = errors.get(f"r{i}") or ("nothing came back" if mine is None else "")
            off = 0 if why else np.abs(mine - np.array(theirs)).max()
            if why or off > CURVE * theirs[0]:
                wrong.append(f"{case.name}: {why or f'the losses are {off:.3g} off those of'} "
                             f"{whose}\n  theirs {theirs}\n  ours {mine}")
    return wrong, cases


# --- functions of trees -----------------------------------------------------------------------

def promoted():
    narrow = pick(None, *ULP)
    kinds = [pick(np.float32, ml_dtypes.bfloat16, np.float16) for _ in range(2)]
    given = "" if narrow is None else f", {pick(narrow, f'nn.policy(compute = {narrow})')}"

    def theirs(x, y):
        return promote_dtype((x, y), dtype=THEIRS.get(narrow))
    return (f"nn.promote_dtype((x, y){given})", theirs,
            [floats(dims=(3,), dtype=kinds[0]), floats(dims=(2, 3), dtype=kinds[1])], False)


def static_scale():
    """A power of two: products and quotients are exact."""
    scale = float(pick(1.0, 8.0, 1024.0))
    made = f"optim.static_loss_scale({scale})"
    return (f"{made}.unscale({made}.scale(x) + y)", lambda x, y: (x * scale + y) * (1 / scale),
            [floats(dims=(3,)), floats(dims=(3,))], False)


def finite():
    x, y = floats(dims=(4,)), floats(dims=(2,), dtype=ml_dtypes.bfloat16)
    if pick(0, 1):
        x[1] = pick(np.inf, -np.inf, np.nan)
    return ("where(optim.all_finite((x, y)), x, 0.0)",
            lambda x, y: jnp.where(jnp.isfinite(x).all() & jnp.isfinite(y).all(), x, 0.0),
            [x, y], False)


TREES = {"promote_dtype": promoted, "static_loss_scale": static_scale, "all_finite": finite}


# --- loss scales ------------------------------------------------------------------------------

def scale_settings():
    return {"init_scale": float(pick(2.0 ** 16, 8.0, 3.0, 2.0 ** 126)),
            "growth_factor": float(pick(2.0, 4.0, 1.5, 1.1)),
            "backoff_factor": float(pick(0.5, 0.25, 0.7)),
            "growth_interval": int(pick(1, 2, 3, 5))}


def torch_scales(given, gradients):
    """The scales after each step of GradScaler, and the parameter, which SGD moves."""
    import torch
    scaler = torch.amp.GradScaler("cpu", **given)
    p = torch.nn.Parameter(torch.zeros(2))
    opt = torch.optim.SGD([p], lr=0.5)
    out = []
    for g in gradients:
        opt.zero_grad()
        scaler.scale((p * torch.tensor(g)).sum()).backward()
        scaler.step(opt)
        scaler.update()
        out.append(scaler.get_scale())
    return np.array(out, np.float32), p.detach().numpy()


def jmp_scales(given, gradients):
    """JMP has one factor, by which it multiplies and divides."""
    import jmp
    scale = jmp.DynamicLossScale(jnp.float32(given["init_scale"]), period=given["growth_interval"],
                                 factor=given["growth_factor"])
    out = []
    for g in gradients:
        scale = scale.adjust(jmp.all_finite(jnp.asarray(g) * scale.loss_scale))
        out.append(float(scale.loss_scale))
    return np.array(out, np.float32), None


SCALES = """
fn scales(start, gradients) {
  var s = start; var p = zeros(2); var opt = optim.sgd(p, lr = 0.5)
  let out = for g in gradients {
    s.step!(&opt, &p, grad(p => s.scale(sum(p * g)))(p))
    s.loss_scale
  }
  (out, p)
}
"""


def trees(draws, rille):
    return compare.check(TREES, draws, rille, exact=True)


def loss_scales(draws, rille):
    wrong, cases, arrays, lines, wanted = [], [], {}, [], []
    oracles = {name: f for name, f in (("torch", torch_scales), ("jmp", jmp_scales))
               if importlib.util.find_spec(name)}
    for name, oracle in oracles.items():
        for _ in range(draws):
            i, given = len(cases), scale_settings()
            gradients = floats(dims=(pick(4, 30), 2))
            gradients[compare.rng.random(len(gradients)) < 0.25, 0] = pick(np.inf, np.nan)
            if name == "jmp":
                given |= {"growth_factor": 2.0, "backoff_factor": 0.5,
                          "init_scale": float(pick(2.0 ** 15, 8.0, 1.0))}
            least = 1.0 if name == "jmp" else 0.0
            text = ", ".join(f"{k} = {v!r}" for k, v in given.items())
            jitted = pick("scales", "jit(scales)")
            expr = f"{jitted}(optim.dynamic_loss_scale({text}, min_scale = {least}), d.c{i}_g)"
            arrays[f"c{i}_g"] = gradients
            lines.append(f'report(&names, &kept, "r{i}", try(() => {expr}))')
            cases.append(Case(f"loss scale of {name}", expr, [], None))
            wanted.append(oracle(given, gradients))
    got, errors = compare.answers(rille, lines, arrays, SCALES)
    wrong += [errors["run"]] if "run" in errors else []
    for i, case in enumerate(cases):
        for at, theirs in enumerate(wanted[i]):
            mine = got.get(f"r{i}[{at}]")
            if theirs is None or (mine is not None and np.array_equal(mine, theirs)):
                continue
            wrong.append(f"{case.name}: {errors.get(f'r{i}', '')} {case.expr}\n  {at}: "
                         f"{theirs}\n  ours {mine}")
    return wrong, cases


def run(draws, rille, _):
    wrong, cases = [], []
    for part in (layers, runs, trees, loss_scales):
        more, ran = part(draws, rille)
        wrong, cases = wrong + more, cases + ran
    return wrong, cases
