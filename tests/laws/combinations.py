#!/usr/bin/env python3
"""Property-based test: the documentation's statements hold for all combinations: each kind of
source in each kind of loop, each kind of function and argument under each transform.

The test generates a source of items (arrays, tuples, dicts, zip, enumerate, rows of trees, streams)
and a loop over it, or a function (with inout parameters, fields marked `var`, methods, open loops,
custom rules) and transforms. The oracle computes with Python's lists; derivatives are its central
differences.
"""
import json
import math

from law import Law

law = Law(__doc__)
draw = law.random
SHOW = """proc show(n, f) {
  let r = try(f)
  if r.ok { print("#{n} {json.text(r.value)}") }
  else { print("#{n} ! {r.error.kind}: {r.error.message}") }
}
"""


def numbers(item):
    """All numbers of an item, in order."""
    if isinstance(item, (int, float)):
        return [float(item)]
    if isinstance(item, str) or item is None:
        return []
    parts = item.values() if isinstance(item, dict) else item
    return [v for part in parts for v in numbers(part)]


def num(item):
    return 1.5 * sum(numbers(item))


def close(got, right, tolerance):
    if len(got) != len(right):
        return False
    return all(abs(a - b) <= tolerance * max(1.0, abs(b)) for a, b in zip(got, right))


def flat(text):
    def all_of(v):
        if isinstance(v, dict):
            return [u for key in v for u in all_of(v[key])]
        if isinstance(v, list):
            return [u for part in v for u in all_of(part)]
        return [] if v is None or isinstance(v, str) else [float(v)]
    return all_of(json.loads(text))


def judge(text, calls):
    """calls: (what, expression, expected numbers, tolerance)."""
    text = SHOW + text + "".join(f"show({n}, () => {c[1]})\n" for n, c in enumerate(calls))
    _, printed, said = law.run(text)
    lines = dict(line[1:].split(" ", 1) for line in printed.split("\n") if line[:1] == "#")
    for n, (what, call, right, tolerance) in enumerate(calls):
        line = lines.get(str(n), "")
        good = line[:1] not in ("", "!") and close(flat(line), right, tolerance)
        law.expect(good, what, f"{text}\n{call}\nwanted {right}\ngot {line} {said[:300]}")


# Sources: Rille, and the items of a list x.
SOURCES = [
    ("x", lambda x: x),
    ("x[::-1]", lambda x: x[::-1]),
    ("0..{n}", lambda x: range(len(x))),
    ("(x[0], x, x * 2.0)", lambda x: (x[0], x, [2 * v for v in x])),
    ("dict(a = x[0], b = x)", lambda x: [("a", x[0]), ("b", x)]),
    ("zip(x, x * 2.0)", lambda x: [(v, 2 * v) for v in x]),
    ("zip(0..{n}, x)", lambda x: list(enumerate(x))),
    ("enumerate(x)", lambda x: list(enumerate(x))),
    ("enumerate(zip(x, x))", lambda x: [(k, (v, v)) for k, v in enumerate(x)]),
    ("zip(enumerate(x), x)", lambda x: [((k, v), v) for k, v in enumerate(x)]),
    ("rows((a = x, b = x * 2.0))", lambda x: [{"a": v, "b": 2 * v} for v in x]),
    ("rows((x, (x, nil)))", lambda x: [(v, (v, None)) for v in x]),
    ("rows(dict(a = x))", lambda x: [{"a": v} for v in x]),
    ("rows(Pair(x, x[:, nil] * x))", lambda x: [(v, [v * u for u in x]) for v in x]),
    ("rows((a = x, k = arange({n})))", lambda x: [(v, k) for k, v in enumerate(x)]),
    ("rows((a = x, s = names))", lambda x: x),
    ("zip(rows((a = x, b = x)), x)", lambda x: [((v, v), v) for v in x]),
    ("enumerate(rows((a = x,)))", lambda x: list(enumerate(x))),
    ("x[:, nil] * x", lambda x: [[u * v for v in x] for u in x]),
    ("data.stream(0..{n})", lambda x: range(len(x))),
]


def folded(items, x, ends):
    """The sum of a loop that breaks, or continues, where `ends` says so."""
    s = 0.0
    for item in items:
        if ends == "continue" and num(item) > 1.0:
            continue
        s = s * 0.5 + num(item)
        if ends == "break" and s > 2.0:
            break
        if ends == "return" and s > 2.0:
            return s * 10.0
    return s


def stacked(items, _):
    s, out = 0.0, []
    for item in items:
        s = s * 0.5 + num(item)
        out.append(s * 2.0)
    return [s, *out]


LOOPS = [
    ("for r in S { s = s * 0.5 + num(r) }; s", lambda i, x: [folded(i, x, "")]),
    ("for r in S { s = s * 0.5 + num(r); if s > 2.0 { break } }; s",
     lambda i, x: [folded(i, x, "break")]),
    ("for r in S { if num(r) > 1.0 { continue }; s = s * 0.5 + num(r) }; s",
     lambda i, x: [folded(i, x, "continue")]),
    ("for r in S { s = s * 0.5 + num(r); if s > 2.0 { return s * 10.0 } }; s",
     lambda i, x: [folded(i, x, "return")]),
    ("let h = for r in S { s = s * 0.5 + num(r); s * 2.0 }; (s, h)", stacked),
    ("[num(r) * x[0] for r in S]", lambda i, x: [num(r) * x[0] for r in i]),
    ("[num(r) * q for q in x, r in S]", lambda i, x: [num(r) * q for q in x for r in i]),
    ("(num(r) * x[0] for r in S)", lambda i, x: [num(r) * x[0] for r in i]),
    ("for _ in 0..3 { for r in S { s = s * 0.5 + num(r) } }; s",
     lambda i, x: [folded([r for _ in range(3) for r in i], x, "")]),
]


def slopes(f, x):
    """The gradient of the sum of f(x); None at a discontinuity."""
    out, h = [], 1e-6
    for k in range(len(x)):
        values = []
        for step in (-h, 0.0, h):
            moved = list(x)
            moved[k] += step
            values.append(sum(f(moved)))
        low, here, high = values
        if abs(high - 2 * here + low) > 1e-7:
            return None
        out.append((high - low) / (2 * h))
    return out


def loops():
    source, items = draw.choice(SOURCES)
    n = draw.choice([1, 3, 3, 12])
    # a comprehension stacks items of equal shape
    whole = [loop for loop in LOOPS if "[num" not in loop[0] or source[0] not in "(d"]
    body, run = draw.choice(whole)
    x = [round(draw.uniform(-1, 2), 2) for _ in range(n)]
    names = ", ".join(f'"n{k}"' for k in range(n))
    source = source.replace("{n}", str(n)).replace("names", f"({names},)")

    def f(x):
        return run(items(x), x)
    text = "struct Pair { a, b }\n" \
        "fn num(r) { var s = 0.0; for q in tree.leaves(r) { s = s + sum(q) * 1.5 }; s }\n" \
        f"fn f(x) {{ var s = x[0] * 0.0; {body.replace('S', source)} }}\n" \
        "fn all_of(x) { var s = x[0] * 0.0; for q in tree.leaves(f(x)) { s = s + sum(q) }; s }\n" \
        f"let x = f64({x})\n"
    y, g = f(x), slopes(f, x)
    calls = [("plain", "f(x)", y, 1e-9), ("jit", "jit(f)(x)", y, 1e-9),
             ("vmap", "tree.map(q => q[1], vmap(f)(stack((x, x))))", y, 1e-9)]
    if g is not None:
        calls += [("grad", "grad(all_of)(x)", g, 1e-5),
                  ("vmap(grad)", "vmap(grad(all_of))(stack((x, x)))[1]", g, 1e-5),
                  ("grad(remat)", "grad(remat(all_of))(x)", g, 1e-5)]
    judge(text, calls)


# Functions of a list of three: their Rille names, and Python's functions.
def doubled(x):
    x = list(x)
    while sum(x) < 20.0:
        x = [v * 1.7 for v in x]
    return x


def base(x):
    return [math.sin(v) * w + v * v for v, w in zip(x, x[::-1])]


FUNCTIONS = [
    ("base", base),
    ("x => base(x) * 2.0", lambda x: [2 * v for v in base(x)]),
    ("held", lambda x: [2 * v for v in base(x)]),
    ("holder.f", lambda x: [3 * v for v in base(x)]),
    ("lent", lambda x: base([2 * v for v in x])),
    ("defaulted", lambda x: [v * 2 * v for v in x]),
    ("doubled", doubled),
    ("cut", lambda x: [math.cos(v) * v for v in x]),
    ("written", lambda x: [x[1] * x[0], 3 * x[1], x[2]]),
    ("x => (for v in x { v * sum(x) })", lambda x: [v * sum(x) for v in x]),
    ("x => [r.a * r.b for r in rows((a = x, b = x[::-1]))]",
     lambda x: [v * w for v, w in zip(x, x[::-1])]),
    ("x => if sum(x) > 0.0 { base(x) } else { x }", lambda x: base(x) if sum(x) > 0 else x),
    ("x => counted(Counter(x))", lambda x: [v * v * 2.0 for v in x]),
    ("x => vjp(counted, Counter(x))[1](x)[0].a", lambda x: [4.0 * v * v for v in x]),
    ("x => jvp(counted, (Counter(x),), (Counter(x),))[1]", lambda x: [4.0 * v * v for v in x]),
    ("x => linearize(counted, Counter(x))[1](Counter(x))", lambda x: [4.0 * v * v for v in x]),
]
DEFINED = """fn base(x) = sin(x) * x[::-1] + x ^ 2
struct Held { k; fn call(self, x) = base(x) * self.k; fn f(self, x) = base(x) * (self.k + 1.0) }
let held = Held(2.0)
let holder = held
fn lent(inout x) { x = x * 2.0; base(x) }
fn defaulted(x, k = x * 2.0) = x * k
fn doubled(x) { var v = x; while sum(v) < 20.0 { v = v * 1.7 }; v }
let cut = custom_vjp(x => cos(x) * x, x => (cos(x) * x, x),
                     (x, ct) => ((cos(x) - sin(x) * x) * ct,))
fn written(x) { var v = x; v[0] = x[1] * x[0]; v[1] *= 3.0; v }
struct Counter { a, var n = 2.0 }
fn counted(c) = c.a ^ 2 * c.n
"""
VALUES = ["F(x)", "jit(F)(x)", "remat(F)(x)", "vmap(F)(stack((x, x)))[1]", "jvp(F, (x,), (x,))[0]",
          "vjp(F, x)[0]", "linearize(F, x)[0]", "debug.nan(F)(x)", "debug.replay(F)(x).result",
          "jit(() => (F)(x))()", "vmap(jit(F), out_axes = 1)(stack((x, x)))[:, 1]"]
JACOBIANS = ["jacfwd(F)(x)", "jacrev(F)(x)", "jit(jacrev(F))(x)", "jacrev(remat(F))(x)",
             'jacrev(remat(F, save = "checkpoints"))(x)', "jacrev(jit(F))(x)",
             "vmap(jacfwd(F))(stack((x, x)))[1]", "vmap(vjp(F, x)[1])(one)[0]",
             "vmap(linearize(F, x)[1])(one).T", "jit(vmap(vjp(F, x)[1]))(one)[0]",
             "vmap(linear_transpose(linearize(F, x)[1], x))(one)[0]",
             "vmap(d => jvp(F, (x,), (d,))[1])(one).T",
             "vmap(d => jet(F, (x,), ((d,),))[1][0])(one).T", "debug.nan(jacrev(F))(x)"]


def transforms():
    x = [round(draw.uniform(0.1, 1.4), 2), round(draw.uniform(0.5, 2), 2), -0.3]
    name, f = draw.choice(FUNCTIONS)
    y, h = f(x), 1e-6
    rows = [slopes(lambda z, k=k: [f(z)[k]], x) for k in range(3)]
    text = f"{DEFINED}let x = f64({x})\nlet one = eye(3, dtype = f64)\n"
    calls = [(form, form.replace("F", name if "=>" not in name else f"({name})"), y, 1e-9)
             for form in draw.sample(VALUES, 3)]
    if None not in rows:
        jacobian = [v for row in rows for v in row]
        calls += [(form, form.replace("F", name if "=>" not in name else f"({name})"), jacobian,
                   1e-5 + h) for form in draw.sample(JACOBIANS, 4)]
    judge(text, calls)


for _ in range(law.count(14)):
    loops()
    transforms()
law.done()
