"""Property-based test: attention and its gradient have the same bits for any number of heads in a
kernel.

The test generates attention: sizes, masks, scales, softmax by name or written out, different uses
of the result; zeros, inf, or NaN in the inputs. A batch of heads runs as one kernel, which
recomputes scores and gathers over its rows; a single head materializes its scores. The gradients of
both are compared bit by bit, with random thread counts, instruction sets, and schedules. In f64,
their sum along a direction equals a finite difference. Masked-out positions change no bit: the same
computation without fusion, which cannot skip them.
"""
from law import Law

law = Law(__doc__)
draw = law.random


def softmax(scores):
    return draw.choice([
        f"softmax({scores})",
        f"{{ let s = {scores}; let e = exp(s - stop_gradient(max(s, axis = -1, keepdims = true))); "
        "e / sum(e, axis = -1, keepdims = true) }",
        f"{{ let s = {scores}; exp(s - logsumexp(s, axis = -1, keepdims = true)) }}",
        f"exp(log_softmax({scores}))"])


def attention():
    scores = draw.choice(["q @ swap(k, -1, -2) * 0.3", "0.3 * (q @ swap(k, -1, -2))",
                          "(q * 0.25) @ swap(k, -1, -2)", "q @ swap(k, -1, -2) + 0.1 * bias",
                          "tanh(q @ swap(k, -1, -2)) * 2.0"])
    mask = draw.choice([None, "seen", "seen", "near", "kept"])
    if mask:
        drop = draw.choice(["-inf", "-1.0e9"]) if mask != "kept" else "-1.0e9"  # masks whole rows
        scores = f"where({mask}, {scores}, {drop})"
    scaled = draw.choice(["", "", "* 1.25", "* where(kept, 2.0, 0.5)"])
    return f"({softmax(scores)}) {scaled} @ v"


def function(rows, columns):
    use = draw.choice(["sum(sin(o) * c)", "sum(sin(o @ w) * c)",
                       "sum(tanh(cumsum(o, axis = 1)) * c)", "mean(o * o)",
                       "sum(sin(o - mean(o, axis = 1, keepdims = true)) * c)"])
    return f"""
fn f(q, k, v, c, w, bias) {{
  let seen = arange({rows})[:, nil] + {max(columns - rows, 0)} >= arange({columns})[nil, :]
  let near = abs(arange({rows})[:, nil] - arange({columns})[nil, :]) < {columns + 5}
  let kept = sin(bias * 50.0) > -0.6
  let o = {attention()}
  {use}
}}
let directions = grad(f, (0, 1, 2))
fn alike(a, b) = all(a == b or (isnan(a) and isnan(b)))
"""


def inputs(heads, rows, columns, deep, wide, dtype):
    def drawn(key, *shape):
        return f"{dtype}(rng.normal(rng.key({key}), {shape}))"
    return f"""
  var q = {drawn(0, heads, rows, deep)}
  var k = {drawn(1, heads, columns, deep)}
  var v = {drawn(2, heads, columns, wide)}
  var c = {drawn(3, heads, rows, wide)}
  let w = {drawn(4, wide, wide)}
  let bias = {drawn(5, rows, columns)}"""


def bits():
    heads, wide = draw.choice([4, 5, 6, 8]), draw.choice([1, 3, 8, 16, 33, 64])
    rows = draw.choice([1, 2, 7, 16, 33, 50, 64, 100, 130, 197, 256, 300])
    columns = rows if draw.random() < 0.7 else draw.choice([1, 3, 20, 64, 145, 256])
    deep = draw.choice([2, 5, 8, 16, 32, 40, 64])
    if draw.random() < 0.08:
        rows, columns, deep, wide = draw.choice([1025, 1500, 2100]), 70, 8, 8
    dtype = draw.choice(["f32", "f32", "f32", "f64", "bf16"])
    special = draw.choice(["0.0", "-0.0", "inf", "nan"])
    row, column = draw.randint(0, rows - 1), draw.randint(0, columns - 1)
    place = draw.choice([f"q[1, {row}, 0]", f"v[2, {column}]", f"c[3, {row}]", f"c[3, {row}]"])
    text = function(rows, columns) + f"""
proc main() {{{inputs(heads, rows, columns, deep, wide, dtype)}
  let all_heads = jit(directions)
  let one = jit((q, k, v, c, w, bias) => directions(q[nil], k[nil], v[nil], c[nil], w, bias))
  for what in ("bits", "special") {{
    let (dq, dk, dv) = all_heads(q, k, v, c, w, bias)
    var equal = true
    for i in 0..{heads} {{
      let (eq, ek, ev) = one(q[i], k[i], v[i], c[i], w, bias)
      equal = equal and alike(dq[i], eq[0]) and alike(dk[i], ek[0]) and alike(dv[i], ev[0])
    }}
    print(what, equal)
    {place} = {special}
  }}
}}
"""
    if "mean(o * o)" in text:  # the mean over all heads: each head contributes a fraction
        text = text.replace("mean(o * o)", "sum(o * o)")
    env = {"RILLE_THREADS": str(draw.choice([1, 2, 3])), "RILLE_CACHE": "off",
           "RILLE_ISA": draw.choice(["avx512", "avx512", "avx2", "baseline"])}
    if draw.random() < 0.3:
        env["RILLE_TEST_SCHEDULE"] = "64"
    status, out, said = law.run(text, env=env)
    for what in ("bits", "special"):
        law.expect(f"{what} true\n" in out, f"{what}: many heads or one",
                   f"{text}\n{env}\n{out}\n{said}")


def masks():
    rows, deep = draw.choice([63, 64, 100, 128, 256, 300, 500]), draw.choice([16, 64])
    far = draw.randint(1, rows)
    mask = draw.choice([
        "i >= j", "i < j", f"i >= j and i - j < {far}", f"i <= j or i - {far} > j",
        f"not (i + j < {far})", f"i + {far} < 2 * j", f"j >= {far}", f"i * 2 - {far} <= j"])
    instead = draw.choice(["-inf", "-inf", "-1.0e9", "0.5", "inf", "-inf * x[0, 0, 0, 0]"])
    after = draw.choice(["softmax(s)", "s - max(s, axis = -1, keepdims = true)", "exp(s * 0.01)",
                         "tanh(s) / (1.0 + max(s, axis = -1, keepdims = true) ^ 2)"])
    dtype = draw.choice(["f32", "f32", "f64"])
    text = f"""
fn f(x, y, v) {{
  let (i, j) = (arange({rows})[:, nil], arange({rows})[nil, :])
  let s = where({mask}, x @ move_axis(y, -1, -2) * 0.125, {instead})
  ({after}) @ v
}}
proc main() {{
  let shape = (2, 3, {rows}, {deep})
  let (x, y, v) = stack(({dtype}(rng.normal(rng.key(k), shape)) for k in 0..3)) |> rows
  let (a, b) = (f(x, y, v), jit(f)(x, y, v))
  print(all(a == b or (isnan(a) and isnan(b))))
}}
"""
    env = {"RILLE_THREADS": str(draw.choice([1, 2, 3])), "RILLE_CACHE": "off",
           "RILLE_ISA": draw.choice(["avx512", "avx512", "avx2", "baseline"])}
    status, out, said = law.run(text, env=env)
    law.expect(out == "true\n", "masked, or op by op", f"{text}\n{env}\n{out}\n{said}")


def numbers():
    rows, columns = draw.randint(2, 40), draw.randint(2, 40)
    text = function(rows, columns) + f"""
proc main() {{{inputs(draw.randint(4, 6), rows, columns, 8, 8, "f64")}
  let (dq, dk, dv) = jit(directions)(q, k, v, c, w, bias)
  let (a, b, d) = (sin(q * 9.0), cos(k * 7.0), sin(v * 5.0))
  let along = sum(dq * a) + sum(dk * b) + sum(dv * d)
  let value = h => jit(f)(q + h * a, k + h * b, v + h * d, c, w, bias)
  let h = 1.0e-5
  let wanted = (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h)
  print(abs(along - wanted) <= 1.0e-6 * (1.0 + abs(wanted)), along, wanted)
}}
"""
    status, out, said = law.run(text, env={"RILLE_CACHE": "off"})
    law.expect(out.startswith("true"), "the gradient along a direction", f"{text}\n{out}\n{said}")


for _ in range(law.count(30)):
    bits()
for _ in range(law.count(20)):
    numbers()
for _ in range(law.count(40)):
    masks()
law.done()
