"""Property-based test: the cotangent of a loop's reads is accumulated at the indices that were
read.

Random loops over the rows of an array: rows by index, windows, lists of rows, the same row twice,
products of rows, branches, in one loop and in nested ones. All numbers are small integers: the
gradient equals that of Python's lists, eager, compiled, mapped, and in second derivatives as well.
Each iteration costs what it reads: four times the rows cost four times the instructions. Captured
values are read again in the backward pass, and not saved for each iteration.
"""
import re
import subprocess

from law import RILLE, SANITIZED, Law, cost_of, counts_instructions

law = Law(__doc__)
draw = law.random

# A term of iteration i with weight k: its text, and the (row, row) or (row,) that it multiplies.
TERMS = [
    ("{k} * sum(x[i])", lambda i, n: [(i,)]),
    ("{k} * sum(x[{n} - 1 - i])", lambda i, n: [(n - 1 - i,)]),
    ("{k} * sum(x[i // 2])", lambda i, n: [(i // 2,)]),
    ("{k} * sum(x[ids[i]])", lambda i, n: [(3 * i % n,)]),
    ("{k} * sum(x[[ids[i], 0, i]])", lambda i, n: [(3 * i % n,), (0,), (i,)]),
    ("{k} * sum(x[i] * x[ids[i]])", lambda i, n: [(i, 3 * i % n)]),
    ("{k} * sum(x[i] * x[i])", lambda i, n: [(i, i)]),
    ("{k} * sum(x[2] * x[i])", lambda i, n: [(2, i)]),
    ("(if i % 2 == 0 {{ {k} * sum(x[i]) }} else {{ {k} * sum(x[1]) }})",
     lambda i, n: [(i if i % 2 == 0 else 1,)]),
    ("{k} * sum(x)", lambda i, n: [(r,) for r in range(n)]),
    ("(for j in 0..2 {{ {k} * sum(x[(i + j) % {n}]) }})[0]", lambda i, n: [(i,)]),
]


def judge():
    n, wide = draw.choice([3, 5, 40, 300]), draw.choice([1, 2, 9])
    terms = [(*draw.choice(TERMS), draw.randint(-3, 3)) for _ in range(draw.randint(1, 4))]
    x = [[(7 * r + c) % 5 - 2 for c in range(wide)] for r in range(n)]
    slope = [[0] * wide for _ in range(n)]
    twice = [[0] * wide for _ in range(n)]  # the gradient of the sum of the gradient's elements
    for i in range(n):
        for _, rows, k in terms:
            for place in rows(i, n):
                for c in range(wide):
                    if len(place) == 1:
                        slope[place[0]][c] += k
                        continue
                    a, b = place
                    slope[a][c] += k * x[b][c]
                    slope[b][c] += k * x[a][c]
                    twice[a][c] += k
                    twice[b][c] += k
    body = "; ".join("s += " + text.format(k=float(k), n=n) for text, _, k in terms)
    given = ", ".join(str([float(v) for v in row]) for row in x)
    text = f"""let ids = i32(arange({n}) * 3 % {n})
fn f(x) {{ var s = f32(0.0); for i in 0..{n} {{ {body} }}; s }}
fn flat(g) = [(i64(sum(row)), i64(sum(row * f32(arange(1, len(row) + 1))))) for row in g]
let x = f32([{given}])
let g = grad(f)(x)
let h = grad(x => sum(grad(f)(x)))
print(same(g, jit(grad(f))(x)), same(g, vmap(grad(f))(x[nil])[0]), same(h(x), jit(h)(x)))
for row in g {{ print(i64(row)) }}
for row in h(x) {{ print(i64(row)) }}
"""
    lists = "".join(f"{row}\n" for row in [*slope, *twice])
    status, out, said = law.run(text, env={"RILLE_THREADS": str(draw.choice([1, 2, 3]))})
    law.expect((status, out) == (0, f"true true true\n{lists}"),
               "the gradient is what the rows were multiplied by", f"{text}\n{out[:2000]}\n{said}")


def spent(rows, counted):
    """The cost of the derivative of a loop over this number of rows."""
    path = law.folder / "cost.rille"
    path.write_text(f"""fn f(x, w) {{ var s = f32(0.0); for i in 0..{rows} {{
  s += sin(sum(x[i] * w)) + sum(x[[i, 0]]) }}; s }}
let g = jit(grad(f))
let x = ones(({rows}, 50)) * 0.01
for turn in 0..20 {{ g(x, ones(50)) }}
""")
    # The first run compiles: the second finds its code on disk.
    found = [cost_of(["run", str(path)], counted) for _ in range(2)]
    if not counted:  # perf sometimes loses the status of its child
        law.expect(all(status == 0 for _, status in found), "the loop runs", path.read_text())
    return min(spent for spent, _ in found)


def cost():
    if SANITIZED:
        return
    counted = counts_instructions()
    base, few, many = (spent(n, counted) for n in (100, 4000, 16000))
    noise = 1e6 if counted else 0.02
    ratio = (many - base) / (few - base + noise)
    law.expect(ratio <= (6 if counted else 9), "four times the rows cost about four times as much",
               f"{few - base:.3g} and {many - base:.3g}, {ratio:.1f} times")


def peak(turns, wide):
    """The peak memory of derivatives by weights of which each iteration reads a part."""
    path = law.folder / "memory.rille"
    path.write_text(f"""fn f(w, x) {{
  var y = x
  for i in 0..{turns} {{ y = tanh(y @ w[i % 2]) }}
  sum(y)
}}
fn slopes(w, x) = grad(f, wrt = (0, 1))(w, x)
""")
    done = subprocess.run([RILLE, "plan", f"{path}:slopes", "--args",
                           f"f32[2,{wide},{wide}], f32[4,{wide}]"],
                          capture_output=True, text=True, timeout=300)
    found = re.search(r"^memory: ([\d.]+) (B|kB|MB) at the peak", done.stdout, re.M)
    law.expect(found is not None, "a plan says its peak", done.stdout + done.stderr)
    return float(found[1]) * {"B": 1, "kB": 1e3, "MB": 1e6}[found[2]] if found else 0


def memory():
    wide = draw.choice([48, 64, 100])
    few, many = peak(8, wide), peak(512, wide)
    each = (many - few) / 504
    law.expect(each <= 4 * 4 * 3 * wide, "a turn keeps its rows, not the weights that it read",
               f"{each:.0f} bytes a turn, of {4 * wide * wide} that are read")


for _ in range(law.count(60)):
    judge()
cost()
memory()
law.done()
