"""Property-based test: each row equals that row alone, for any number of rows that the code is
compiled for.

Random functions of rows (pointwise code, reductions, norms, attention, gathers, scans, batched
products, checks) and products of random matrices are compiled one after the other for random
numbers of rows in one process, so that shared kernels are reused: they are compared with the same
function of one row at a time, bit by bit, with random thread counts, instruction sets, and
schedules. The error of a failed check names the row. If the number of rows is a dynamic size, other
sizes compile nothing.
"""
import itertools

from law import Law

law = Law(__doc__)
draw = law.random
WIDE, DEEP = 6, 5

# Functions of x, (n, WIDE, DEEP), with a result of the same shape.
STATEMENTS = [
    "tanh(x) * 0.7 + {c}", "x / (1.0 + abs(x))", "exp(-abs(x)) - {c} * x", "flip(x, axis = 1)",
    "where(x > {c}, x, 0.25 * x)", "softmax(x, axis = -1) + x", "softmax(x, axis = 1) * 2.0 - x",
    "x - mean(x, axis = -1, keepdims = true)", "x - mean(x, axis = (1, 2), keepdims = true)",
    "(x - mean(x, axis = -1, keepdims = true)) / sqrt(x.var(axis = -1, keepdims = true) + 0.1)",
    "x + 0.1 * cumsum(x, axis = 1)", "x + 0.1 * cumsum(x, axis = 2)",
    "x[:, arange({wide}) * 5 % {wide}] - x", "x + max(x, axis = 1, keepdims = true)",
    "tanh(x @ w) + x", "softmax(x @ move_axis(x, -1, -2) * 0.3, axis = -1) @ x",
    "x + f32(argmax(x, axis = -1))[..., nil] * 0.1", "x * b[:x.shape[1], nil]",
    "logsumexp(x, axis = -1, keepdims = true) - x",
]
INSIDE = ["move_axis(v @ move_axis(x, -1, -2), -1, -2)"]  # rows are columns of a product


def function(statements):
    lines = []
    for _ in range(draw.randint(1, 6)):
        text = draw.choice(statements).format(c=draw.choice(["0.5", "-0.25", "1.5"]), wide=WIDE)
        lines.append(f"  x = {text}\n")
        if draw.random() < 0.1:
            lines.append('  assert all(x < 1.0e30), "too large"\n')
    head = f"fn f(x: f32[n, {WIDE}, {DEEP}], w, v, b)"
    return f"{head} {{\n  var x = x\n{''.join(lines)}  x\n}}\n"


def dynamic():
    """The last argument of jit."""
    return draw.choice(["", ', dynamic = "n"'])


def extents():
    few = [2, 7, 15, 16, 17, 31, 33, 64, 100, 257]
    return draw.sample(few, 4) + draw.sample([600, 1000, 3000], draw.randint(0, 1))


def bits():
    sizes = extents()
    text = function(STATEMENTS + INSIDE) + f"""
fn drawn(n) = rng.normal(rng.key(n), (n, {WIDE}, {DEEP}))
let w = rng.normal(rng.key(1), ({DEEP}, {DEEP}))
let v = rng.normal(rng.key(2), ({DEEP}, {DEEP}))
let b = rng.normal(rng.key(3), ({WIDE},))
let all_rows = jit(f{dynamic()})
let one = jit(f)
for n in ({', '.join(map(str, sizes))},) {{
  let x = drawn(n)
  let y = all_rows(x, w, v, b)
  var equal = true
  for i in (0, n // 2, n - 2, n - 1) {{
    equal = equal and same(y[i], one(x[i:i + 1], w, v, b)[0])
  }}
  print(n, equal)
}}
"""
    env = {"RILLE_THREADS": str(draw.choice([1, 2, 3])), "RILLE_CACHE": "off",
           "RILLE_ISA": draw.choice(["avx512", "avx2", "baseline"])}
    if draw.random() < 0.4:
        env["RILLE_TEST_SCHEDULE"] = draw.choice(["1", "64", "1000"])
    status, out, said = law.run(text, env=env)
    wanted = "".join(f"{n} true\n" for n in sizes)
    law.expect((status, out) == (0, wanted), "each row as it is alone",
               f"{text}\n{env}\n{out}\n{said}")


def products():
    """Row counts and k of products: compared with the product of one row, over k of one row too."""
    few = [40, 57, 64, 97, 100, 128, 129, 200, 384, 385, 513]
    sizes = draw.sample(few, 3) + draw.sample([1000, 1024, 1025, 1100, 2048, 3001], 1)
    draw.shuffle(sizes)
    deep, wide = draw.choice([5, 17, 64, 130, 400, 1030]), draw.choice([3, 16, 33, 65, 200])
    dtype = draw.choice(["f32", "f32", "f32", "f64", "bf16", "i32", "i8"])
    before = draw.choice(["x", "x", "x * 2", "x + x"])
    kinds = {"bf16": "bf16({})", "i32": "i32(floor({} * 9))", "i8": "i8(floor({} * 9))"}
    made = kinds.get(dtype, dtype + "({})")
    behind = "tanh({}) + b" if dtype in ("f32", "f64") else "{}"
    of_w = draw.choice(["w", "w", "transpose(u)"])
    over_rows = draw.choice(["transpose(x) @ g", "einsum(\"ni,nj->ij\", x, g)"])
    over_behind = "z / (max(abs(z), axis = -1, keepdims = true) + 1.0)"
    over_behind = draw.choice(["z", over_behind if dtype in ("f32", "f64") else "z + z * z"])
    types = [f"{dtype}[n, {columns}]" for columns in (deep, wide)]
    text = f"""
fn rows(x: {types[0]}, w, u, b) {{ let x = {before}; {behind.format("x @ " + of_w)} }}
fn over(x: {types[0]}, g: {types[1]}) {{ let z = {over_rows}; behind(z) }}
fn behind(z) = {over_behind}
let w = {made.format(f"rng.normal(rng.key(1), ({deep}, {wide}))")}
let u = {made.format(f"rng.normal(rng.key(2), ({wide}, {deep}))")}
let b = rng.normal(rng.key(3), ({wide},))
let (all_rows, one) = (jit(rows{dynamic()}), jit(rows))
let (all_of, each) = (jit(over{dynamic()}), jit((x, g) => {over_rows}))
for n in ({', '.join(map(str, sizes))},) {{
  let x = {made.format(f"rng.normal(rng.key(n), (n, {deep}))")}
  let g = {made.format(f"rng.normal(rng.key(n + 1), (n, {wide}))")}
  let (y, z) = (all_rows(x, w, u, b), all_of(x, g))
  var equal = true
  for i in (0, n // 3, n - 14, n - 1) {{
    equal = equal and same(y[i], one(x[i:i + 1], w, u, b)[0])
  }}
  for i in (0, {deep} // 2, {deep} - 1) {{
    equal = equal and same(z[i], behind(each(x[:, i:i + 1], g))[0])
  }}
  print(n, equal)
}}
"""
    env = {"RILLE_THREADS": str(draw.choice([1, 2, 3])), "RILLE_CACHE": "off",
           "RILLE_ISA": draw.choice(["avx512", "avx2", "baseline"])}
    if draw.random() < 0.3:
        env["RILLE_TEST_SCHEDULE"] = draw.choice(["1", "64", "1000"])
    status, out, said = law.run(text, env=env)
    wanted = "".join(f"{n} true\n" for n in sizes)
    law.expect((status, out) == (0, wanted), "each number as it is alone",
               f"{text}\n{env}\n{out}\n{said}")


def checks():
    """A single index is out of range: the message has it, in any row."""
    sizes, lines, wrong = extents(), [], []
    for n in sizes:
        row = draw.randint(0, n - 1)
        wrong.append(WIDE + 1000 * row + draw.randint(0, 999))
        lines.append(f"tried({n}, {row}, {wrong[-1]})")
    text = f"""
fn f(x, i) = x[arange(x.shape[0]), i] * 2.0
let g = jit(f)
proc tried(n, row, index) {{
  var i = i32(zeros(n))
  i[row] = index
  let said = try(() => g(ones((n, {WIDE})), i))
  print(said.ok, said.error.message)
}}
""" + "\n".join(lines) + "\n"
    status, out, said = law.run(text, env={"RILLE_CACHE": "off"})
    lines = out.splitlines()
    fits = status == 0 and len(lines) == len(wrong) and all(
        line.startswith("false ") and str(index) in line for line, index in zip(lines, wrong))
    law.expect(fits, "a check names what failed", f"{text}\n{out}\n{said}")


folders = map(str, itertools.count())


def compiles_nothing():
    """Objects on disk: after the inputs of all sizes, after one size, after all."""
    sizes = [draw.randint(32, 1000) for _ in range(4)]
    text = function(STATEMENTS) + f"""
fn drawn(n) = rng.normal(rng.key(n), (n, {WIDE}, {DEEP}))
let (w, v, b) = (ones(({DEEP}, {DEEP})), ones(({DEEP}, {DEEP})), ones({WIDE}))
let all_rows = jit(f, dynamic = "n")
"""
    cache = law.folder / next(folders)
    counts = []
    for those, line in ((sizes, "float(drawn(n)[0, 0, 0])"),
                        (sizes[:1], "float(all_rows(drawn(n), w, v, b)[0, 0, 0])"),
                        (sizes, "float(all_rows(drawn(n), w, v, b)[0, 0, 0])")):
        turns = f"for n in ({', '.join(map(str, those))},) {{ {line} }}\n"
        status, out, said = law.run(text + turns, env={"RILLE_CACHE": str(cache)})
        counts.append(len(list(cache.glob("*.o"))))
        law.expect(status == 0, "it runs", f"{text}{turns}{said}")
    law.expect(counts[2] == counts[1],
               f"sizes {sizes} share their code: objects {counts}", text)


for _ in range(law.count(30)):
    bits()
for _ in range(law.count(15)):
    compiles_nothing()
for _ in range(law.count(25)):
    products()
for _ in range(law.count(10)):
    checks()
law.done()
