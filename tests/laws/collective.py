#!/usr/bin/env python3
"""Property-based test: derivatives of mapped elements that communicate within control flow.

The test generates functions of one element with collectives (psum, pmean, pmax, pmin, all_gather,
ppermute, axis_index) in branches, arms, loops that elements leave at different iterations, and code
after an early return. The oracle runs all elements in plain Python: every element computes what it
contributes, and takes its own result. Values must agree, and gradients must agree with central
differences of the oracle: by grad of a vmap; by grad, jvp, and jacfwd under it; by jit; and by two
vmaps of which the inner one has no name.
"""
import json
import math

from law import Law

law = Law(__doc__)
draw = law.random
ROWS = 3
STEP = 1e-6
RING = ((0, 1), (1, 2), (2, 0))


class Program:
    """Lines of Rille, and closures over all elements: the state is a dict of lists."""

    def __init__(self):
        self.lines, self.names = [], ["x", "a", "b"]
        self.depth, self.fresh, self.sends = 1, 0, 0

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    # Expressions: (Rille, function of the state that returns a list).
    def real(self, d=2):
        how = draw.randrange(10)
        if d <= 0 or how < 2:
            name = draw.choice(self.names)
            return name, lambda s: list(s[name])
        if how == 2:
            v = draw.choice([0.5, -0.75, 1.25, 2.0])
            return f"f64({v})", lambda s: [v] * ROWS
        if how < 5:
            (p, f), (q, g), sign = self.real(d - 1), self.real(d - 1), draw.choice("+-*")
            do = {"+": lambda u, v: u + v, "-": lambda u, v: u - v, "*": lambda u, v: u * v}[sign]
            return f"({p} {sign} {q})", lambda s: [do(u, v) for u, v in zip(f(s), g(s))]
        if how == 5:
            p, f = self.real(d - 1)
            word, fn = draw.choice([("sin", math.sin), ("tanh", math.tanh), ("atan", math.atan)])
            return f"{word}({p})", lambda s: [fn(u) for u in f(s)]
        return self.sent(d)

    def sent(self, d):
        self.sends += 1
        p, f = self.real(d - 1)
        how = draw.randrange(7)
        if how == 0:
            return f'(psum({p}, "i") * 0.5)', lambda s: [sum(f(s)) * 0.5] * ROWS
        if how == 1:
            return f'pmean({p}, "i")', lambda s: [sum(f(s)) / ROWS] * ROWS
        if how == 2:
            return f'pmax({p}, "i")', lambda s: [max(f(s))] * ROWS
        if how == 3:
            return f'pmin({p}, "i")', lambda s: [min(f(s))] * ROWS
        if how == 4:
            k = draw.randrange(ROWS)
            return f'all_gather({p}, "i")[{k}]', lambda s: [f(s)[k]] * ROWS
        if how == 5:
            return f'ppermute({p}, "i", {RING})', lambda s: [f(s)[i - 1] for i in range(ROWS)]
        q, g = self.real(d - 1)
        return (f'({q} + f64(axis_index("i")) * psum({p}, "i"))',
                lambda s: [u + i * v for (i, u), v in
                           zip(enumerate(g(s)), [sum(f(s))] * ROWS)])

    def choice(self):
        """A condition, and its distance from changing."""
        (p, f), v = self.real(1), draw.choice([-0.4, 0.3, 0.9, 1.6])
        return f"{p} > {v}", lambda s: [u - v for u in f(s)]

    # Statements: functions that change the state, given the distances of conditions from changing.
    def block(self, d, count):
        self.depth += 1
        out = [self.statement(d) for _ in range(count)]
        self.depth -= 1

        def run(s, near):
            for step in out:
                step(s, near)
        return run

    def statement(self, d):
        if d <= 0:
            return self.assign()
        return draw.choice([self.assign, self.branch, self.branch, self.arms, self.turns,
                            self.counted])(d)

    def assign(self, d=0):
        name = draw.choice(["a", "b"])
        p, f = self.real(3)
        self.put(f"{name} = tanh({p}) * 1.5")

        def run(s, near):
            s[name] = [math.tanh(u) * 1.5 for u in f(s)]
        return run

    def branch(self, d):
        c, far = self.choice()
        self.put(f"if {c} {{")
        yes = self.block(d - 1, draw.randint(1, 2))
        no = None
        if draw.randrange(2):
            self.put("} else {")
            no = self.block(d - 1, 1)
        self.put("}")

        def run(s, near):
            d = far(s)
            near.extend(d)
            one, two = dict(s), dict(s)
            yes(one, near)
            if no:
                no(two, near)
            for name in s:
                s[name] = [u if c > 0 else v for c, u, v in zip(d, one[name], two[name])]
        return run

    def arms(self, d):
        k = draw.randrange(3)
        self.put(f'match (axis_index("i") + {k}) % 3 {{')
        arms = []
        for n in range(3):
            self.put(f"  {'_' if n == 2 else n} => {{")
            self.depth += 1
            arms.append(self.block(d - 1, 1))
            self.depth -= 1
            self.put("  }")
        self.put("}")

        def run(s, near):
            states = [dict(s) for _ in arms]
            for arm, state in zip(arms, states):
                arm(state, near)
            for name in s:
                s[name] = [states[(i + k) % 3][name][i] for i in range(ROWS)]
        return run

    def turns(self, d):
        """Elements leave the loop at different iterations."""
        self.fresh += 1
        n, k = f"n{self.fresh}", draw.randrange(3)
        self.put(f"var {n} = 0")
        self.put(f'while {n} < (axis_index("i") + {k}) % 3 {{')
        self.depth += 1
        self.put(f"{n} += 1")
        self.depth -= 1
        body = self.block(d - 1, draw.randint(1, 2))
        self.put("}")

        def run(s, near):
            for turn in range(3):
                state = dict(s)
                goes = [turn < (i + k) % 3 for i in range(ROWS)]
                if not any(goes):
                    break
                body(state, near)
                for name in s:
                    s[name] = [u if g else v for g, u, v in zip(goes, state[name], s[name])]
        return run

    def counted(self, d):
        self.put("for _ in 0..2 {")
        body = self.block(d - 1, 1)
        self.put("}")

        def run(s, near):
            body(s, near)
            body(s, near)
        return run

    def whole(self):
        steps = [self.statement(2) for _ in range(draw.randint(1, 3))]
        if draw.randrange(3) == 0:
            c, far = self.choice()
            q, g = self.real(2)
            self.put(f"if {c} {{ return a + {q} }}")
            steps.append(("return", far, g))
            steps.append(self.statement(1))
        p, f = self.sent(2)
        self.put(f"a + b * 0.5 + {p}")
        text = "\n".join(["fn f(x) {", "  var a = x * 0.5", "  var b = f64(0.25)", *self.lines,
                          "}\n"])

        def run(xs, near):
            s = {"x": list(xs), "a": [u * 0.5 for u in xs], "b": [0.25] * ROWS}
            left, early = [False] * ROWS, [0.0] * ROWS
            for step in steps:
                if isinstance(step, tuple):
                    d = step[1](s)
                    near.extend(d)
                    value = [u + v for u, v in zip(s["a"], step[2](s))]
                    for i in range(ROWS):
                        if d[i] > 0:
                            left[i], early[i] = True, value[i]
                else:
                    step(s, near)
            y = [u + v * 0.5 + w for u, v, w in zip(s["a"], s["b"], f(s))]
            return [e if gone else v for gone, e, v in zip(left, early, y)]
        return text, run


WEIGHTS = [0.7, -1.3, 0.4]


def wanted(run, xs):
    """Values, the gradient of the weighted sum, and the Jacobian by columns; None if a condition or
    an argmax changes within the differences."""
    near = []
    y = run(xs, near)
    if any(abs(d) < 1e-3 for d in near):
        return None
    columns = []
    for i in range(ROWS):
        up, down = list(xs), list(xs)
        up[i] += STEP
        down[i] -= STEP
        here, there = [], []
        high, low = run(up, here), run(down, there)
        if [d > 0 for d in here] != [d > 0 for d in there]:
            return None
        second = [abs(u - 2 * v + w) for u, v, w in zip(high, y, low)]
        if max(second) > 1e-9:
            return None  # a kink of pmax or pmin
        columns.append([(u - v) / (2 * STEP) for u, v in zip(high, low)])
    gradient = [sum(w * u for w, u in zip(WEIGHTS, column)) for column in columns]
    return y, gradient, columns


CALLS = """let xs = f64({xs})
let w = f64({w})
let m = vmap(f, axis_name = "i")
print(json.text(m(xs)))
print(json.text(grad(z => sum(w * m(z)))(xs)))
print(json.text(jit(grad(z => sum(w * m(z))))(xs)))
print(json.text(vmap((x, v) => jvp(f, (x,), (v,))[1], axis_name = "i")(xs, f64([0.0, 1.0, 0.0]))))
print(json.text(jacfwd(m)(xs)))
print(json.text(vmap((x, v) => vjp(f, x)[1](v)[0], axis_name = "i")(xs, w)))
print(json.text(vmap(z => grad(q => sum(w * m(q)))(z))([xs, xs * 0.9])[0]))
print(json.text(grad(remat(z => sum(w * m(z))))(xs)))
"""
NAMES = ["value", "grad(vmap)", "jit(grad(vmap))", "vmap(jvp)", "jacfwd(vmap)", "vmap(vjp)",
         "vmap(grad(vmap))", "grad(remat(vmap))"]


def close(got, right):
    if isinstance(right, list):
        return isinstance(got, list) and len(got) == len(right) and all(map(close, got, right))
    return abs(got - right) <= 2e-6 * max(1.0, abs(right))


def judge():
    program = Program()
    text, run = program.whole()
    xs = [round(draw.uniform(-2, 2), 3) for _ in range(ROWS)]
    found = wanted(run, xs)
    if found is None:
        return
    y, gradient, columns = found
    text += CALLS.format(xs=xs, w=WEIGHTS)
    _, printed, said = law.run(text)
    lines = printed.strip().split("\n")
    jacobian = [list(row) for row in zip(*columns)]
    rights = [y, gradient, gradient, columns[1], jacobian, gradient, gradient, gradient]
    for n, (name, right) in enumerate(zip(NAMES, rights)):
        got = json.loads(lines[n]) if n < len(lines) and lines[n].startswith("[") else None
        law.expect(got is not None and close(got, right), name,
                   f"{text}wanted {right}\ngot {got} {said[:300]}")


for _ in range(law.count(25)):
    judge()
law.done()
