#!/usr/bin/env python3
"""Property-based test: remat around checks, indices, branches, and loops changes no value and no
derivative.

The test generates functions of a float and a vector with asserts, guarded indices, branches with
only a check, comprehensions, and loops, and wraps all or a part of them in remat. The oracle is
plain Python on dual numbers. A failed check is an error, for elements that take its branch only.
"""
import json

from law import Law

law = Law(__doc__)
draw = law.random


class Dual:
    def __init__(self, v, d=0.0):
        self.v, self.d = v, d

    @staticmethod
    def of(x):
        return x if isinstance(x, Dual) else Dual(float(x))

    def __add__(self, y):
        y = Dual.of(y)
        return Dual(self.v + y.v, self.d + y.d)

    def __sub__(self, y):
        y = Dual.of(y)
        return Dual(self.v - y.v, self.d - y.d)

    def __mul__(self, y):
        y = Dual.of(y)
        return Dual(self.v * y.v, self.v * y.d + self.d * y.v)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, y):
        return Dual.of(y) - self

    def __gt__(self, y):
        return self.v > Dual.of(y).v

    def __lt__(self, y):
        return self.v < Dual.of(y).v


class Drawn:
    def __init__(self):
        self.rille, self.python, self.depth, self.fresh = [], [], 1, 0
        self.size = draw.choice([1, 1, 2])  # of v

    def put(self, rille, python):
        self.rille.append("  " * self.depth + rille)
        if python:
            self.python.append("  " * self.depth + python)

    def real(self, d=2):
        """An expression: (Rille, Python)."""
        how = draw.randrange(10)
        if d <= 0 or how < 2:
            return (draw.choice(["x", "x", "a", "v[0]", "v[-1]", "0.5", "1.25"]),) * 2
        if how == 2:
            n, k, e = self.new("j"), draw.randint(1, self.size), self.real(0)[0]
            return (f"sum([{e} * v[{n}] for {n} in 0..{k}])",
                    f"total([{e} * v[{n}] for {n} in range({k})])")
        if how == 3:
            i = draw.choice(["0", "-1", f"i32(x) % {self.size}"])
            return f"v[{i}]", f"v[{i}]".replace("i32(x)", "cut(x)")
        one, two = self.real(d - 1), self.real(d - 1)
        if how < 7:
            c, v = self.real(0), draw.choice([-1.0, 0.3, 0.5])
            return (f"(if {c[0]} > {v} {{ {one[0]} }} else {{ {two[0]} }})",
                    f"({one[1]} if Dual.of({c[1]}) > {v} else {two[1]})")
        sign = draw.choice("+-*")
        return f"({one[0]} {sign} {two[0]})", f"({one[1]} {sign} {two[1]})"

    def new(self, stem):
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def body(self, d, count):
        self.depth += 1
        for _ in range(count):
            self.statement(d)
        self.depth -= 1

    def statement(self, d):
        kinds = [self.assign, self.check, self.check]
        if d > 0:
            kinds += [self.branch, self.branch, self.loop, self.counted]
        draw.choice(kinds)(d)

    def assign(self, d):
        e = self.real()
        self.put(f"a = a * 0.25 + {e[0]} * 0.5", f"a = a * 0.25 + {e[1]} * 0.5")

    def check(self, d):
        e, most = self.real(1), draw.choice([3.0, 50.0, 50.0, 50.0])
        self.put(f'assert {e[0]} < {most}, "big"', f"claim({e[1]} < {most})")

    def branch(self, d):
        e, v = self.real(1), draw.choice([-1.0, 0.3, 0.9])
        self.put(f"if {e[0]} > {v} {{", f"if {e[1]} > {v}:")
        self.body(d - 1, draw.choice([1, 1, 2]))
        if draw.randrange(2):
            self.put("} else {", "else:")
            self.body(d - 1, 1)
        self.put("}", "")

    def loop(self, d):
        n, most = self.new("n"), draw.choice([0, 1, 3])
        self.put(f"var {n} = 0", f"{n} = 0")
        self.put(f"while {n} < {most} and a < 20.0 {{", f"while {n} < {most} and a < 20.0:")
        self.depth += 1
        self.put(f"{n} += 1", f"{n} += 1")
        self.depth -= 1
        self.body(d - 1, 1)
        self.put("}", "")

    def counted(self, d):
        n, most = self.new("m"), draw.choice([1, 2, 40])
        self.put(f"for {n} in 0..{most} {{", f"for {n} in range({most}):")
        self.body(d - 1, 1)
        self.put("}", "")

    def text(self):
        for _ in range(draw.randint(0, 2)):
            self.statement(2)
        e = self.real(3)
        head = "fn f(x, v) {\n  var a = x * 0.5\n"
        rille = head + "\n".join(self.rille) + f"\n  {e[0]}\n}}\n"
        python = "def f(x, v):\n  a = x * 0.5\n" + "\n".join(self.python) + f"\n  return {e[1]}\n"
        return rille, python, self.size


class Failed(Exception):
    pass


def claim(holds):
    if not holds:
        raise Failed


SPACE = {"Dual": Dual, "claim": claim, "cut": lambda x: int(x.v),
         "total": lambda items: sum(items, Dual(0.0))}

WRAPS = ["remat(f)", "remat(remat(f))", 'remat(f, save = "dots")', 'remat(f, save = "checkpoints")',
         "(x, v) => remat(z => f(z, v))(x)", "(x, v) => if x > -9.0 { remat(f)(x, v) } else { x }",
         "(x, v) => { let r = [remat(f)(x + k * 0.0, v) for k in 0..2]\n r[0] }", "f"]
XS = [0.25, 1.5, -0.75]
VS = [[1.0, -0.5], [0.5, 2.0], [-1.0, 0.25]]


def outcome(python, x, v):
    space = dict(SPACE)
    exec(python, space)
    try:
        y = Dual.of(space["f"](Dual(x, 1.0), [Dual(u) for u in v]))
        return y.v, y.d
    except Failed:
        return None


def close(a, b):
    return abs(a - b) <= 1e-9 * max(1.0, abs(b))


def judge():
    rille, python, size = Drawn().text()
    vs = [v[:size] for v in VS]
    points = [outcome(python, x, v) for x, v in zip(XS, vs)]
    calls, wants = [], []
    for wrap in draw.sample(WRAPS, 3):
        k = draw.randrange(3)
        x, v = f"f64({XS[k]})", f"f64({vs[k]})"
        one = points[k]
        calls += [f"[grad({wrap})({x}, {v})]", f"[jit(grad({wrap}))({x}, {v})]",
                  f"vmap(grad({wrap}))(f64({XS}), f64({vs}))",
                  f"vmap({wrap})(f64({XS}), f64({vs}))",
                  f"jit(vmap(grad({wrap})))(f64({XS}), f64({vs}))",
                  f"vmap((x, v) => jvp(z => ({wrap})(z, v), (x,), (x * 0.0 + 1.0,))[1])"
                  f"(f64({XS}), f64({vs}))"]
        slopes = None if None in points else [p[1] for p in points]
        values = None if None in points else [p[0] for p in points]
        wants += [one and [one[1]], one and [one[1]], slopes, values, slopes, slopes]
    text = rille + 'proc show(g) {\n  let r = try(g)\n  if r.ok { print(json.text(r.value)) } ' \
        'else { print("! {r.error.kind} {r.error.message}") }\n}\n'
    text += "".join(f"show(() => {c})\n" for c in calls)
    _, printed, said = law.run(text)
    lines = printed.split("\n")
    for n, (call, wanted) in enumerate(zip(calls, wants)):
        line = lines[n] if n < len(lines) else said[:300]
        if wanted is None:
            good = line == "! value big"
        else:
            got = json.loads(line) if line.startswith("[") else []
            good = len(got) == len(wanted) and all(map(close, got, wanted))
        law.expect(good, call, f"{rille}wanted {wanted}\ngot {line}")


for _ in range(law.count(20)):
    judge()
law.done()
