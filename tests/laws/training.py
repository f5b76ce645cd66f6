"""Property-based test: a training step is correct, whatever is saved for its backward pass and what
is recomputed.

Random networks of many layers, with activations large enough that the compiler recomputes cheap
ones in the backward pass, are updated in place by a random optimizer. The oracles are the step
without donation, bit by bit, and directional derivatives in forward mode, which save nothing.
"""
import re

from law import Law

law = Law(__doc__)
draw = law.random

# Each takes x of (rows, wide), weights w of (wide, wide), and vectors g, b.
LAYERS = [
    "nn.layer_norm_of(x) @ w",
    "tanh(x @ w) * g + b",
    "relu(x @ w + b)",
    "x + nn.gelu(x @ w, exact = {exact})",
    "x + ((x - mean(x, -1, true)) / sqrt(mean(x * x, -1, true) + 0.1) * g + b) @ w",
    "(x @ w) * sigmoid(x) + x",
    "maximum(x * 0.5 + b, x) @ w",
    "x / sqrt(mean(x * x, -1, true) + 0.1) * g",
    "where(x > 0.0, x, 0.1 * x) @ w + x",
    "abs(x - b) * (x + g)",
]
ROUNDED = "(f32(bf16(x)) * 0.5 - g) @ w"
NORM = ("fn norm(x, g, b) = "
        "(x - mean(x, -1, true)) / sqrt(x.var(-1, keepdims = true) + 1e-5) * g + b\n")
LOSSES = ["mean(x * x)", "1e-4 * sum(x[:, 0])", "mean(softmax(x)[:, 1])", "mean(tanh(x))"]
OPTIMIZERS = ["optim.sgd(p, lr = 0.01)", "optim.sgd(p, lr = 0.01, momentum = 0.9)",
              "optim.sgd(p, t => 0.01 / (1.0 + t))", "optim.adam(p, lr = 0.01)",
              "optim.adamw(p, lr = optim.cosine_decay_schedule(0.01, 100), weight_decay = 0.1)",
              "optim.chain(optim.clip_by_global_norm(1.0), optim.sgd(p, lr = 0.01))"]


def net(depth, layers):
    body = []
    for i in range(depth):
        layer = draw.choice(layers).replace("nn.layer_norm_of(x)", "norm(x, g, b)")
        layer = layer.format(exact=draw.choice(["true", "false"]))
        own = draw.choice([i, i, i, 0])  # some share the weights of the first layer
        body.append("  x = " + re.sub(r"\b([wgb])\b", rf"p[{own}].\1", layer) + "\n")
    return f"""{NORM}fn net(p, x) {{
  var x = x
{''.join(body)}  {draw.choice(LOSSES)}
}}
fn made(first, depth, wide) = ((
  w = rng.normal(rng.key(first + i), (wide, wide)) / sqrt(float(wide)),
  g = rng.uniform(rng.key(first + 50 + i), (wide,)) + 0.5,
  b = rng.normal(rng.key(first + 90 + i), (wide,)) * 0.1) for i in 0..depth)
"""


def steps(rows, wide, depth):
    return net(depth, [*LAYERS, ROUNDED]) + f"""fn step(inout p, inout opt, x) {{
  let (l, g) = value_and_grad(net)(p, x)
  opt.update!(&p, g)
  l
}}
proc main() {{
  var p = made(0, {depth}, {wide})
  var opt = {draw.choice(OPTIMIZERS)}
  var plain = p
  var plain_opt = opt
  let fast = jit(step)
  let x = rng.normal(rng.key(999), ({rows}, {wide}))
  for turn in 0..2 {{
    let (a, b) = (fast(&p, &opt, x), step(&plain, &plain_opt, x))
    print(same(a, b), same(p, plain))
  }}
}}
"""


def directions(rows, wide, depth):
    return net(depth, LAYERS) + f"""proc main() {{
  let p = tree.map(f64, made(0, {depth}, {wide}))
  let d = tree.map(f64, made(500, {depth}, {wide}))
  let x = f64(rng.normal(rng.key(999), ({rows}, {wide})))
  let forward = jvp(net, (p, x), (d, zeros_like(x)))[1]
  let g = jit(grad(net))(p, x)
  var along = 0.0
  for i in 0..{depth} {{
    along += sum(g[i].w * d[i].w) + sum(g[i].g * d[i].g) + sum(g[i].b * d[i].b)
  }}
  print(abs(forward - along) <= 1e-9 * (abs(forward) + 1e-3))
}}
"""


for _ in range(law.count(10)):
    big = draw.random() < 0.7
    rows, wide = draw.choice([(4096, 64), (2048, 128), (1100, 256)] if big else [(64, 32), (7, 16)])
    text = steps(rows, wide, draw.randint(6, 14))
    law.expect(law.run(text)[:2] == (0, "true true\n" * 2), "compiled = plain", text)
    rows, wide = draw.choice([(2048, 64), (1100, 128)])
    text = directions(rows, wide, draw.randint(6, 14))
    law.expect(law.run(text)[:2] == (0, "true\n"), "back = forward", text)
law.done()
