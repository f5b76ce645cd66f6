"""Property-based test: a derivative is the same for any number of checkpointed loop iterations.

Random loops, of static and dynamic length, over rows, with stacked results, nested, in branches,
mapped: `remat(f, save = "checkpoints")` yields f's bits, and its cotangents agree with directional
derivatives in forward mode, which save nothing. With `jit(f, memory_bytes = n)` they need no memory
for each iteration, and are the same.
"""
from law import Law

law = Law(__doc__)
draw = law.random

STEPS = ["x = tanh(x * w + 0.1 * @)", "x = x + 0.01 * sin(x * w) * @",
         "x = 0.9 * x + w * cos(@ + x.sum() * 0.1)", "x = where(x > 0.3, x * 0.7, x + w * 0.05)",
         "x = x - 0.01 * (x * w - @)", "x = if sum(x) > @ { x * 0.5 } else { x + 0.1 * w }"]
NOW = {"range": "i * 0.001", "rows": "c", "stacked": "c", "backwards": "c", "while": "t * 0.001",
       "until": "t"}
LENGTHS = [0, 1, 2, 9, 31, 48, 49, 64, 67, 97, 100, 211, 1000, 1024, 1531, 2310]


def loop(n, depth):
    """A loop of about n iterations over x (a vector), w, and cs (n numbers)."""
    body = "; ".join(draw.sample(STEPS, draw.randint(1, 3)))
    if depth > 0 and draw.random() < 0.4:
        few = draw.choice([3, 10, 50])
        inner = draw.choice(STEPS).replace("@", "k * 0.01")
        body += f"; for k in 0..{few} {{ {inner} }}"
    kind, now = draw.choice(list(NOW.items()))
    body = body.replace("@", now)
    return {
        "range": f"for i in 0..{n} {{ {body} }}",
        "rows": f"for c in cs {{ {body} }}",
        "stacked": f"let ys = for c in cs {{ {body}; x * c }}\n  x += 0.01 * ys.sum(0)",
        "backwards": f"for c in cs[::-1] {{ {body} }}",
        "while": "var t = 0.0 * sum(w)\n  "
                 f"while t < {n - 0.5} {{ {body}; t += 1.0 }}",
        "until": "var t = 1.0 + 0.0 * sum(w)\n  "
                 f"while t > 0.5 {{ {body}; t *= {0.5 ** (1 / max(n, 1)):.12f} }}",
    }[kind]


def function(n):
    loops = "\n  ".join(f"{{\n  {loop(n, 1)}\n  }}" for _ in range(draw.choice([1, 1, 2])))
    return f"fn f(w, x0, cs) {{\n  var x = x0\n  {loops}\n  mean(x * x) + 0.1 * sum(x)\n}}\n"


def program(n, how):
    return f"""{function(n)}
fn along(g, d) = sum(g[0] * d[0]) + sum(g[1] * d[1]) + sum(g[2] * d[2])
fn near(a, b) = bool(all(abs(a - b) <= 1e-9 * (abs(b) + 1e-3)))
proc main() {{
  let k = rng.key({draw.randint(0, 10 ** 6)})
  let (w, x) = (f64(rng.uniform(k, (4,))), f64(rng.normal(rng.fold_in(k, 1), (4,))))
  let cs = 0.5 * f64(rng.uniform(rng.fold_in(k, 2), ({n},)))
  let d = tree.map(y => f64(rng.normal(rng.fold_in(k, 3), y.shape)), (w, x, cs))
  let few = remat(f, save = "checkpoints")
  let g = {how}(grad(few, (0, 1, 2)))(w, x, cs)
  print(same(jit(few)(w, x, cs), jit(f)(w, x, cs)))
  print(near(along(g, d), jvp(f, (w, x, cs), d)[1]))
  let h = grad(f, (0, 1, 2))(w, x, cs)
  print(near(g[0], h[0]), near(g[1], h[1]), near(g[2], h[2]))
  let ws = stack((w, w * 0.5, w + 0.1))
  let many = vmap(grad(few), in_axes = (0, nil, nil))(ws, x, cs)
  print(near(many[1], grad(f)(ws[1], x, cs)))
  let (_, bent) = hvp(few, (w, x, cs), d)
  let (_, as_before) = hvp(f, (w, x, cs), d)
  print(near(bent[0], as_before[0]), near(bent[1], as_before[1]))
}}
"""


def bounded(n, size, room):
    """The carries of all iterations exceed the memory limit."""
    return f"""fn f(w, x) {{
  var x = x
  {draw.choice([f"for i in 0..{n} {{ x = tanh(x * w) + i * 1e-6 }}",
                f"var t = 0.0 * sum(w); while t < {n - 0.5} {{ x = tanh(x * w); t += 1.0 }}"])}
  mean(x * x)
}}
proc main() {{
  let (w, x) = (f64(linspace(0.9, 1.1, {size})), f64(linspace(-1.0, 1.0, {size})))
  let g = jit(grad(f), memory_bytes = {room})(w, x)
  let h = grad(f)(w, x)
  print(bool(all(abs(g - h) <= 1e-9 * (abs(h) + 1e-6))))
}}
"""


for _ in range(law.count(24)):
    text = program(draw.choice(LENGTHS), draw.choice(["", "jit"]))
    wanted = "true\ntrue\ntrue true true\ntrue\ntrue true\n"
    got = law.run(text)
    law.expect(got[:2] == (0, wanted), "few turns = all turns", f"{text}\n{got[1]}{got[2]}")
for _ in range(law.count(4)):
    n, size = draw.choice([1000, 2048, 3100]), draw.choice([1000, 4000])
    text = bounded(n, size, 2 * n * size)  # a quarter of the carries of all iterations
    got = law.run(text)
    law.expect(got[:2] == (0, "true\n"), "within a bound", f"{text}\n{got[1]}{got[2]}")
law.done()
