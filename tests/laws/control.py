#!/usr/bin/env python3
"""Property-based test of control flow: eager = jit = primal of grad = element of vmap.

The test generates functions with nested if, match, while, and for, variables, guarded indices,
asserts, and prints, and runs each eagerly, under jit, value_and_grad, jvp, vmap, and jit(vmap).
Values, printed text, and errors must equal those of the same function in plain Python. All numbers
are small multiples of 1/4, which every dtype represents exactly.
"""
import sys

from law import Law

law = Law(__doc__)
draw = law.random
TURNS = [0, 1, 2, 3, 7, 8, 9, 12]


def shown(x):
    """The printed form of a value in Rille."""
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, float):
        return repr(x).removesuffix(".0")
    if isinstance(x, tuple):
        return "(" + ", ".join(map(shown, x)) + (",)" if len(x) == 1 else ")")
    if isinstance(x, list):
        return "[" + ", ".join(map(shown, x)) + "]"
    if isinstance(x, dict):
        return "(" + ", ".join(f"{name} = {shown(x[name])}" for name in sorted(x)) + ")"
    return str(x)


class Drawn:
    """One function as lines of Rille and of Python.

    `ints` are the counters in scope in addition to the variables f0 f1 (floats), i0 i1 (ints), b0
    (bool), a (array of 4), t (a tuple), and r (a record).
    """

    def __init__(self, name, budget=14):
        self.name, self.budget = name, budget
        self.rille, self.python, self.ints, self.fresh = [], [], [], 0
        self.wants_k = False  # k must be static: no vmap over it
        self.floats, self.arrays, self.bools = ["x", "f0", "f1"], [], []

    def both(self, depth, text, python=None):
        self.rille.append("  " * depth + text)
        if python != "":
            self.python.append("  " * depth + (text if python is None else python))

    def new(self, stem):
        self.fresh += 1
        return f"{stem}{self.fresh}"

    # Expressions: (Rille, Python).
    def either(self, kind, d):
        """An `if` or `match` that selects one of two or three expressions."""
        one, two, three = kind(d - 1), kind(d - 1), kind(d - 1)
        how = draw.randrange(5)
        if how == 0:
            c = self.boolean(d - 1)
            return (f"(if {c[0]} {{ {one[0]} }} else {{ {two[0]} }})",
                    f"({one[1]} if {c[1]} else {two[1]})")
        if how == 1:
            c = self.boolean(d - 1)
            last = draw.choice(["false", "_"])
            return (f"(match {c[0]} {{ true => {one[0]}, {last} => {two[0]} }})",
                    f"({one[1]} if {c[1]} else {two[1]})")
        i = self.integer(d - 1)
        if how == 2:
            c = self.boolean(d - 1)
            return (f"(match ({c[0]}, ({i[0]}) % 2) {{ (true, 0) => {one[0]}, "
                    f"(false, _) => {two[0]}, (_, n) => {three[0]} }})",
                    f"(lambda c, n: {one[1]} if c and n == 0 else {two[1]} if not c "
                    f"else {three[1]})({c[1]}, ({i[1]}) % 2)")
        return (f"(match ({i[0]}) % 3 {{ 0 => {one[0]}, 1 => {two[0]}, _ => {three[0]} }})",
                f"(lambda m: {one[1]} if m == 0 else {two[1]} if m == 1 else {three[1]})"
                f"(({i[1]}) % 3)")

    def number(self, kind, signs, d):
        one, two, sign = kind(d - 1), kind(d - 1), draw.choice(signs)
        return f"({one[0]} {sign} {two[0]})", f"({one[1]} {sign} {two[1]})"

    def real(self, d=2):
        how = draw.randrange(10)
        if d <= 0 or how < 3:
            return (draw.choice([*self.floats, repr(draw.randrange(-8, 9) / 4)]),) * 2
        if how < 5:
            return self.number(self.real, "+-", d)
        if how == 5:
            return self.either(self.real, d)
        if how == 6:
            i = self.integer(d - 1)
            a = draw.choice(["a", *self.arrays])
            return f"{a}[({i[0]}) % 4]", f"{a}[({i[1]}) % 4]"
        if how == 7:
            return draw.choice([("t[0]", "t[0]"), ("r.u", "r['u']"), ("sum(a)", "sum(a)")])
        i = self.integer(d - 1)
        return f"({i[0]}) * 0.25", f"({i[1]}) * 0.25"

    def integer(self, d=2):
        how = draw.randrange(9)
        if d <= 0 or how < 4:
            return (draw.choice(["i0", "i1", "k", *self.ints, *self.ints,
                                 str(draw.randrange(0, 6))]),) * 2
        if how == 4:
            return self.number(self.integer, "+-", d)
        if how == 5:
            return self.either(self.integer, d)
        if how == 6:
            i, n = self.integer(d - 1), draw.randrange(2, 6)
            sign = draw.choice(["%", "//"])
            return f"(({i[0]}) {sign} {n})", f"(({i[1]}) {sign} {n})"
        return draw.choice([("t[1]", "t[1]"), ("r.v", "r['v']")])

    def boolean(self, d=2):
        how = draw.randrange(10)
        if d <= 0 or how == 0:
            return draw.choice([("b0", "b0"), ("b", "b"), *self.bools])
        if how < 3:
            kind = draw.choice([self.real, self.integer])
            return self.number(kind, ["<", "<=", ">", "==", "!="], d)
        if how < 5:
            word = draw.choice(["and", "or"])
            one, two = self.boolean(d - 1), self.boolean(d - 1)
            return f"({one[0]} {word} {two[0]})", f"({one[1]} {word} {two[1]})"
        if how == 5:
            one = self.boolean(d - 1)
            return f"(not {one[0]})", f"(not {one[1]})"
        if how == 6:
            one, word = self.boolean(d - 1), draw.choice(["true", "false"])
            sign = draw.choice(["==", "!="])
            return f"({one[0]} {sign} {word})", f"({one[1]} {sign} {word.title()})"
        if how == 7 and d > 1:
            one, i = self.boolean(d - 1), self.integer(d - 1)
            return f"(({one[0]}, {i[0]}) == (true, 2))", f"(({one[1]}, {i[1]}) == (True, 2))"
        i, v = self.integer(d - 1), repr(draw.randrange(-8, 9) / 4)
        return draw.choice([  # a guarded index
            (f"(0 <= {i[0]} and {i[0]} < 4 and a[{i[0]}] > {v})",
             f"(0 <= {i[1]} and {i[1]} < 4 and a[{i[1]}] > {v})"),
            (f"({i[0]} < 0 or {i[0]} >= 4 or a[{i[0]}] > {v})",
             f"({i[1]} < 0 or {i[1]} >= 4 or a[{i[1]}] > {v})"),
            (f"(-1 < {i[0]} < 4 and (b0 or a[{i[0]}] < {v}))",
             f"(-1 < {i[1]} < 4 and (b0 or a[{i[1]}] < {v}))")])

    # Statements.
    def body(self, d, loop, most=3):
        """A block. `loop`: 0 outside of loops, 1 in a `for` used as a value, 3 in a loop inside of
        such a one, where `return` is not allowed, 2 in any other loop, where everything is allowed.
        """
        floats, ints = list(self.floats), list(self.ints)
        arrays, bools = list(self.arrays), list(self.bools)
        for _ in range(draw.randint(1, most)):
            self.statement(d, loop)
        self.floats, self.ints, self.arrays, self.bools = floats, ints, arrays, bools

    def many(self, d, loop):
        """A thousand iterations, which must not cost a thousand traces."""
        c, n = self.new("c"), draw.choice([9, 300, 1000])
        if draw.randrange(2):
            self.both(d, f"for {c} in 0..{n} {{ i1 = (i1 * 3 + {c}) % 23 }}",
                      f"for {c} in range({n}): i1 = (i1 * 3 + {c}) % 23")
        else:
            self.both(d, f"var {c} = 0", f"{c} = 0")
            step = f"(i1 * 3 + {c}) % 23"
            self.both(d, f"while {c} < {n} {{ if x > 0.5 {{ i1 = {step} }}; {c} += 1 }}",
                      f"while {c} < {n}:")
            self.python.append("  " * d + f"  i1, {c} = {step} if x > 0.5 else i1, {c} + 1")

    def sliced(self, d, loop):
        """An operation that needs the value of k: the function is retraced with a static k."""
        self.wants_k = True
        v, c = self.new("w"), self.new("c")
        how = draw.randrange(4)
        if how == 0:
            self.both(d, f"let {v} = a[:k]", f"{v} = a[:k]")
        elif how == 1:
            self.both(d, f"let {v} = [a[{c} % 4] + 1.0 for {c} in 0..k]",
                      f"{v} = [a[{c} % 4] + 1.0 for {c} in range(k)]")
        elif how == 2:
            self.both(d, f"let {v} = (x + {c} for {c} in 0..k)",
                      f"{v} = tuple(x + {c} for {c} in range(k))")
        else:
            self.both(d, f"var {v} = (x,)", f"{v} = (x,)")
            self.both(d, f"for {c} in 0..k {{ push(&{v}, x + {c}) }}",
                      f"for {c} in range(k): {v} = (*{v}, x + {c})")
        self.both(d, f"print(x, {v}, len({v}))", f"say(x, {v}, len({v}))")

    def statement(self, d, loop):
        self.budget -= 1
        deep = d < 5 and self.budget > 0
        kinds = [self.assign] * 4 + [self.update] * 2 + [self.say, self.claim]
        if deep:
            kinds += [self.branch] * 4 + [self.turns] * 3 + [self.stacked, self.listed, self.arms]
            if d < 3:
                kinds += [self.many, self.sliced]
        draw.choice(kinds)(d, loop)

    def assign(self, d, loop):
        how = draw.randrange(5)
        if how < 2:
            e, f = self.real(3), draw.choice(["f0", "f1"])
            self.both(d, f"{f} = held({e[0]})", f"{f} = held({e[1]})")
        elif how == 2:
            e = self.boolean(3)
            self.both(d, f"b0 = {e[0]}", f"b0 = {e[1]}")
        else:
            e, i = self.integer(3), draw.choice(["i0", "i1"])
            self.both(d, f"{i} = ({e[0]}) % 23", f"{i} = ({e[1]}) % 23")

    def update(self, d, loop):
        e, i = self.real(), self.integer()
        how = draw.randrange(5)
        if how == 0:
            self.both(d, f"a[({i[0]}) % 4] = held({e[0]})", f"a[({i[1]}) % 4] = held({e[1]})")
        elif how == 1:
            self.both(d, f"t = (held({e[0]}), ({i[0]}) % 23)", f"t = (held({e[1]}), ({i[1]}) % 23)")
        elif how == 2:
            self.both(d, f"t[0] = held({e[0]})", f"t = (held({e[1]}), t[1])")
        elif how == 3:
            self.both(d, f"r.u = held(r.u + {e[0]})", f"r = dict(r, u=held(r['u'] + {e[1]}))")
        else:
            self.both(d, f"r.v = ({i[0]}) % 23", f"r = dict(r, v=({i[1]}) % 23)")

    def say(self, d, loop):
        e, i, c = self.real(), self.integer(), self.boolean(1)
        how = draw.randrange(4)
        if how == 0:
            self.both(d, f'print("{{x}} {{{e[0]}}} {{{i[0]}}} {{{c[0]}}}")',
                      f"say(x, {e[1]}, {i[1]}, {c[1]})")
        elif how == 1:
            self.both(d, "print(x, t, r, a)", "say(x, t, r, a)")
        elif how == 2:
            self.both(d, f'print("{{x}} {{{e[0]}:.2f}} {{({e[0]}, {c[0]})}}")',
                      f"say(x, '%.2f' % ({e[1]}), ({e[1]}, {c[1]}))")
        else:
            self.both(d, f"print(str(x), str((b0, {i[0]})))", f"say(x, (b0, {i[1]}))")

    def claim(self, d, loop):
        e, i, most = self.real(), self.integer(), draw.choice([5.0, 40.0, 1000.0])
        if draw.randrange(6) == 0:
            j = self.integer(1)
            self.both(d, f"f1 = a[{j[0]}]", f"f1 = a[{j[1]}]")
        else:
            self.both(d, f'assert {e[0]} < {most}, "at {{x}} {{({e[0]}, {i[0]})}} {{a}}"',
                      f"claim({e[1]} < {most}, 'at', x, ({e[1]}, {i[1]}), a)")

    def leave(self, d, loop):
        words = ["return"] * (loop in (0, 2)) + ["break", "continue"] * (loop in (2, 3))
        if not words:
            return self.assign(d, loop)
        word = draw.choice(words)
        if word == "return":
            self.both(d, "return (f1, (f0, i1, i0, b0, a, t, r))")
        else:
            self.both(d, word)

    def branch(self, d, loop):
        for n in range(draw.choice([1, 1, 2, 3])):
            c = self.boolean(3)
            self.both(d, f"{'} else if' if n else 'if'} {c[0]} {{",
                      f"{'elif' if n else 'if'} {c[1]}:")
            self.body(d + 1, loop, 2)
            if draw.randrange(4) == 0:
                self.leave(d + 1, loop)
        if draw.randrange(2):
            self.both(d, "} else {", "else:")
            self.body(d + 1, loop, 2)
        self.both(d, "}", "")

    def arms(self, d, loop):
        i, m = self.integer(), self.new("m")
        count = draw.randint(2, 5)
        self.both(d, f"match ({i[0]}) % {count} {{", f"{m} = ({i[1]}) % {count}")
        for n in range(count):
            last = n == count - 1
            word = "if" if n == 0 else "elif"
            self.both(d + 1, f"{'_' if last else n} => {{", "")
            self.python.append("  " * d + ("else:" if last else f"{word} {m} == {n}:"))
            self.body(d + 2, loop, 1)
            self.both(d + 1, "}", "")
        self.both(d, "}", "")

    def turns(self, d, loop):
        """A while or for whose value is not used."""
        i, n, how = self.new("c"), draw.choice(TURNS), draw.randrange(7)
        if how < 2:
            c = self.boolean(2) if how else ("true", "True")
            self.both(d, f"var {i} = 0", f"{i} = 0")
            self.both(d, f"while {i} < {n} and {c[0]} {{", f"while {i} < {n} and {c[1]}:")
            self.both(d + 1, f"{i} += 1")
            self.ints.append(i)
        elif how == 2:
            self.both(d, f"for {i} in 0..{n} {{", f"for {i} in range(0, {n}):")
            self.ints.append(i)
        elif how == 3:
            self.both(d, f"for {i} in 0..k {{", f"for {i} in range(0, k):")
            self.ints.append(i)
        elif how == 4:
            j = self.new("v")
            self.both(d, f"for ({i}, {j}) in enumerate(a) {{",
                      f"for {i}, {j} in enumerate(list(a)):")
            self.ints.append(i)
            self.floats.append(j)
        elif how == 5:
            self.both(d, f"for {i} in (0.5, f0, {n}.0) {{", f"for {i} in (0.5, f0, {n}.0):")
            self.floats.append(i)
        else:
            self.both(d, f"for {i} in a {{", f"for {i} in list(a):")
            self.floats.append(i)
        self.body(d + 1, 2 if loop in (0, 2) else 3)
        self.both(d, "}", "")
        self.ints = [x for x in self.ints if x != i]
        self.floats = [x for x in self.floats if x != i and not x.startswith("v")]

    def stacked(self, d, loop):
        """A for used as a value, whose dtype the test knows."""
        s, q, n = self.new("s"), self.new("q"), draw.choice(TURNS)
        known = draw.randrange(5) != 0
        self.wants_k |= not known
        self.both(d, f"let {s} = for {q} in 0..{n if known else 'k'} {{", f"{s} = []")
        self.python.append("  " * d + f"for {q} in range(0, {n if known else 'k'}):")
        self.ints.append(q)
        if draw.randrange(2):
            self.body(d + 1, 1, 1)
        what = draw.choice([("x + 0.25", "f32"), (f"{q} * 2", "i32"), (f"{q} > 1", "bool")])
        self.both(d + 1, what[0], f"{s}.append({what[0]})")
        self.ints.remove(q)
        self.both(d, "}", "")
        self.both(d, f'print("{{x}} {{{s}}} {{{s}.dtype}}")',
                  f"say(x, {s}, '{what[1]}' if {s} else 'f32')")

    def listed(self, d, loop):
        s, q = self.new("s"), self.new("q")
        e = draw.choice([(f"a[{q}] + {q}", self.arrays), (f"a[{q}] > 0.25", self.bools)])
        self.both(d, f"let {s} = [{e[0]} for {q} in 0..4]", f"{s} = [{e[0]} for {q} in range(4)]")
        if e[1] is self.arrays:
            self.arrays.append(s)
        else:
            i = self.integer(1)
            self.bools.append((f"{s}[({i[0]}) % 4]", f"{s}[({i[1]}) % 4]"))
            bit = f"match {s}[1] {{ true => 1, false => 0 }}"
            self.both(d, f'print("{{x}} {{{s} == true}} {{{bit}}}")', f"say(x, {s}, int({s}[1]))")

    def text(self):
        head = ["var f0 = x", "var f1 = 0.5", "var i0 = k", "var i1 = 2", "var b0 = x > 0.5",
                "var a = [x, 1.0, 0.25, -2.0]", "var t = (0.5, 1)", "var r = (u = x, v = k)"]
        python = ["f0, f1, i0, i1, b0 = x, 0.5, k, 2, x > 0.5",
                  "a, t, r = [x, 1.0, 0.25, -2.0], (0.5, 1), dict(u=x, v=k)"]
        self.body(1, 0, 5)
        self.both(1, "(f0, (f1, i0, i1, b0, a, t, r))", "return (f0, (f1, i0, i1, b0, a, t, r))")
        rille = [f"fn {self.name}(x, k, b) {{", *("  " + line for line in head), *self.rille, "}"]
        python = ["def drawn(x, k, b, say, claim):", *("  " + line for line in python),
                  *self.python]
        return "\n".join(rille) + "\n", "\n".join(python) + "\n"


HELPERS = """
fn held(v) = maximum(minimum(v, 64.0), -64.0)
proc show(name, f) {
  print("@ {name}")
  let r = try(f)
  if r.ok { print("= {r.value}") } else { print("! {r.error.kind}: {r.error.message}") }
}
fn row(out, j) = tree.map(x => x[j], out)
"""


class Failed(Exception):
    pass


def judged(python, args):
    """What plain Python prints and returns: lines, and "= value" or "! kind: message"."""
    lines = []

    def say(*parts):
        lines.append(" ".join(map(shown, parts)))

    def claim(holds, *parts):
        if not holds:
            raise Failed("! value: " + " ".join(map(shown, parts)))

    space = {"held": lambda v: max(min(v, 64.0), -64.0)}
    exec(python, space)
    try:
        return lines, "= " + shown(space["drawn"](*args, say, claim))
    except Failed as failed:
        return lines, str(failed)
    except IndexError:
        return lines, "! index"


ARGS = [(x, k, b) for x in (-1.25, 0.25, 0.75, 3.5) for k in (0, 1, 4) for b in (False, True)]


def cells(drawn, points):
    """The runs of one function: (name, text, indices of the points that it checks)."""
    name, out = drawn.name, []
    for n, (x, k, b) in enumerate(points):
        a = f"{x}, {k}, {shown(b)}"
        out.append(("plain", f"{name}({a})", [n]))
        out.append(("jit", f"jit({name})({a})", [n]))
    x, k, b = points[0]
    g = f"z => {name}(z, {k}, {shown(b)})"
    out.append(("grad", f"value_and_grad({g}, aux = true)({x})[0]", [0]))
    out.append(("jvp", f"jvp({g}, ({x},), (1.0,))[0]", [0]))
    xs, ks, bs = zip(*points)
    if not drawn.wants_k:
        many = f"({shown(list(xs))}, {shown(list(ks))}, {shown(list(bs))})"
        each = range(len(points))
        out.append(("vmap", f"vmap({name}){many}", each))
        out.append(("jit(vmap)", f"jit(vmap({name})){many}", each))
    return out


def program(batch):
    text, runs = HELPERS, []
    for drawn, rille, python, points in batch:
        text += rille
        for kind, call, judges in cells(drawn, points):
            if "vmap" in kind:
                rows = ", ".join(f"row(o, {j})" for j in judges)
                call = f"{{ let o = {call}; ({rows}) }}"
            text += f'show("{kind}", () => {call})\n'
            runs.append((drawn, rille, python, points, kind, judges))
    return text, runs


def agrees(kind, wanted, lines, end):
    """Whether a run agrees with its points."""
    ends = [w[1] for w in wanted]
    failing = [e for e in ends if e.startswith("!")]
    if failing:
        return any(end.startswith(e) for e in failing)
    if "vmap" in kind:
        return end == "= (" + ", ".join(e[2:] for e in ends) + ")" and \
            sorted(lines) == sorted(line for w in wanted for line in w[0])
    return end == ends[0] and lines == wanted[0][0]


def judge(text, runs, status, printed, said):
    if status is None or "@ " not in printed:
        return law.expect(False, f"runs at all: {said[:400]}", text)
    parts = ("\n" + printed).split("\n@ ")[1:]
    for part, (drawn, rille, python, points, kind, judges) in zip(parts, runs):
        lines = part.rstrip("\n").split("\n")[1:]
        at = max((n for n, line in enumerate(lines) if line[:2] in ("= ", "! ")), default=0)
        end = "\n".join(lines[at:])
        wanted = [judged(python, points[j]) for j in judges]
        law.expect(agrees(kind, wanted, lines[:at], end), f"{kind} = Python",
                   f"{HELPERS}{rille}points {[points[j] for j in judges]}\nwanted {wanted}\n"
                   f"got {lines}")
    law.expect(len(parts) == len(runs), "all runs end", said[:400])


PER_RUN = 6
for _ in range(law.count(16)):
    batch = []
    for n in range(PER_RUN):
        drawn = Drawn(f"f{n}", draw.choice([6, 14, 20]))
        rille, python = drawn.text()
        batch.append((drawn, rille, python, draw.sample(ARGS, 3)))
    text, runs = program(batch)
    judge(text, runs, *law.run(text))
law.done()
