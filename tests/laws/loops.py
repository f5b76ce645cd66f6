#!/usr/bin/env python3
"""Property-based test: small loops are one kernel, and their carries have the values of the
iterations.

The test generates loops (for over counts and over rows, while, stacked rows, nested loops,
branches, reads and writes at computed indices) that carry a few arrays: small ones, which are on
the stack of the kernel, and large ones, which alternate between two buffers or stay in one; carries
that are swapped, or passed through. In random dtypes; called again on their results, donated or
not; under jit, vmap, and eager; with random instruction sets. All numbers are small integers: the
oracle is Python's lists.
"""
from law import Law

law = Law(__doc__)
draw = law.random
EXTENTS = [1, 2, 3, 4, 7, 8, 9, 16, 17, 64, 65, 128, 129, 200, 1000]
DTYPES = ["i32", "i64", "f32", "f64", "i16"]
MOST = 97  # numbers stay below


class Drawn:
    """The body of a loop, as lines of Rille and of Python.

    Its variables are a and b (arrays of n), m (r rows of n), s and u (numbers).
    """

    def __init__(self):
        self.rille, self.python, self.fresh = [], [], 0
        self.n, self.rows = draw.choice(EXTENTS), draw.choice([1, 2, 5])
        self.dtype = draw.choice(DTYPES)
        self.budget = draw.randrange(2, 8)

    def both(self, depth, rille, python=None):
        self.rille.append("  " * depth + rille)
        if python != "":
            self.python.append("  " * depth + (rille if python is None else python))

    def place(self, counter, extent):
        return f"({counter} * {draw.randrange(1, 9)} + {draw.randrange(9)}) % {extent}"

    def number(self, counter):
        at, row, k = self.place(counter, self.n), self.place(counter, self.rows), draw.randrange(9)
        return draw.choice([
            ("s", "s"), ("u", "u"), (f"a[{at}]",) * 2, (f"b[{at}]",) * 2,
            (f"m[{row}, {at}]", f"m[{row}][{at}]"),
            (f"{self.dtype}({counter} % 50)", f"({counter} % 50)"),
            (f"(s + u * {k}) % {MOST}",) * 2])

    def array(self, counter):
        k, row, x = draw.randrange(self.n), self.place(counter, self.rows), self.number(counter)
        return draw.choice([
            (f"(a + b + {x[0]}) % {MOST}", f"[(p + q + {x[1]}) % {MOST} for p, q in zip(a, b)]"),
            (f"roll(a, {k})", f"a[{self.n - k}:] + a[:{self.n - k}]"),
            ("flip(b)", "b[::-1]"),
            (f"m[{row}]", f"m[{row}][:]"),
            (f"(b * 3 + {x[0]}) % {MOST}", f"[(q * 3 + {x[1]}) % {MOST} for q in b]"),
            (f"where(a < b, a, {x[0]})", f"[p if p < q else {x[1]} for p, q in zip(a, b)]")])

    def statement(self, depth, counter):
        self.budget -= 1
        kinds = ["array", "array", "number", "put", "row", "element", "swap", "if"]
        if depth < 4:
            kinds += ["for", "while"]
        getattr(self, "add_" + draw.choice(kinds))(depth, counter)

    def add_array(self, depth, counter):
        name, value = draw.choice("ab"), self.array(counter)
        self.both(depth, f"{name} = {value[0]}", f"{name} = {value[1]}")

    def add_number(self, depth, counter):
        name, value, k = draw.choice("su"), self.number(counter), draw.randrange(9)
        self.both(depth, f"{name} = ({value[0]} + {k}) % {MOST}",
                  f"{name} = ({value[1]} + {k}) % {MOST}")

    def add_put(self, depth, counter):
        name, at, value = draw.choice("ab"), self.place(counter, self.n), self.number(counter)
        self.both(depth, f"{name}[{at}] = {value[0]}", f"{name} = put({name}, {at}, {value[1]})")

    def add_row(self, depth, counter):
        at, value = self.place(counter, self.rows), self.array(counter)
        self.both(depth, f"m[{at}] = {value[0]}", f"m = put(m, {at}, {value[1]})")

    def add_element(self, depth, counter):
        at, k, value = self.place(counter, self.rows), self.place(counter, self.n), \
            self.number(counter)
        self.both(depth, f"m[{at}, {k}] = {value[0]}",
                  f"m = put(m, {at}, put(m[{at}], {k}, {value[1]}))")

    def add_swap(self, depth, counter):
        self.both(depth, "(a, b) = (b, a)", "a, b = b, a")

    def add_if(self, depth, counter):
        value = self.number(counter)
        self.both(depth, f"if {value[0]} % 2 == 0 {{", f"if {value[1]} % 2 == 0:")
        self.block(depth + 1, counter)
        if draw.random() < 0.6:
            self.both(depth, "} else {", "else:")
            self.block(depth + 1, counter)
        self.both(depth, "}", "")

    def add_for(self, depth, counter):
        self.fresh += 1
        name, turns = f"i{self.fresh}", draw.choice([0, 1, 2, 5])
        self.both(depth, f"for {name} in 0..{turns} {{", f"for {name} in range({turns}):")
        self.block(depth + 1, name)
        self.both(depth, "}", "")

    def add_while(self, depth, counter):
        self.fresh += 1
        name, limit = f"n{self.fresh}", draw.choice(["3", "s % 4", "u % 3"])
        self.both(depth, f"var {name} = {self.dtype}(0)", f"{name} = 0")
        self.both(depth, f"while {name} < {limit} {{", f"while {name} < {limit}:")
        self.both(depth + 1, f"{name} = {name} + 1")
        self.block(depth + 1, counter)
        self.both(depth, "}", "")

    def block(self, depth, counter):
        before = len(self.python)
        for _ in range(draw.choice([1, 1, 2])):
            if self.budget > 0:
                self.statement(depth, counter)
        if len(self.python) == before:
            self.both(depth, f"s = (s + 1) % {MOST}")

    def whole(self):
        """The text of the function in both languages, and the arguments of a call."""
        turns = draw.choice([0, 1, 2, 3, 8, 65, 130])
        form = draw.choice(["for", "for", "rows", "while", "collect"])
        head = {"for": (f"for i in 0..{turns} {{", f"for i in range({turns}):"),
                "rows": (f"for (i, x) in (arange({turns}), xs) {{",
                         f"for i, x in enumerate(xs[:{turns}]):"),
                "while": (f"while i < {turns} {{", f"while i < {turns}:"),
                "collect": (f"ys = for i in 0..{turns} {{", f"for i in range({turns}):")}[form]
        if form == "rows":
            head = ("for x in xs {", "for x in xs:")
        if form in ("while", "rows"):
            self.both(1, "var i = 0", "i = 0")
        self.both(1, *head)
        if form in ("while", "rows"):
            self.both(2, "i = i + 1")
        if form == "rows":
            self.both(2, f"s = (s + x) % {MOST}")
        while self.budget > 0:
            self.statement(2, "i")
        if form == "collect":
            self.both(2, "s + u", "ys.append(s + u)")
        self.both(1, "}", "")
        rows = turns if form == "rows" else 1
        ys = f"sum(ys) % {MOST}" if form == "collect" else "s"
        text = ["fn f(a, b, m, s, u, xs) {", "  var (a, b, m, s, u) = (a, b, m, s, u)"]
        if form == "collect":
            self.rille = [line.replace("  ys = for", "  let ys = for") for line in self.rille]
        text += [*self.rille, f"  (a, b, m, s, {ys}, xs)", "}"]
        python = ["def f(a, b, m, s, u, xs):", "  ys = []", *self.python,
                  f"  return a, b, m, s, {ys}, xs"]
        return "\n".join(text), "\n".join(python), rows


def put(values, at, value):
    return [*values[:at], value, *values[at + 1:]]


def total(values):
    flat = values if not values or not isinstance(values[0], list) else sum(values, [])
    return sum((i % 89 + 1) * value for i, value in enumerate(flat))


def settings():
    return {"RILLE_CACHE": "off", "RILLE_THREADS": draw.choice(["1", "2", "3"]),
            "RILLE_ISA": draw.choice(["avx512", "avx2", "baseline"])}


for _ in range(law.count(60)):
    drawn = Drawn()
    text, python, rows = drawn.whole()
    made = {"put": put, "MOST": MOST}
    exec(python, made)                                     # noqa: S102: drawn right here
    n, r, kind = drawn.n, drawn.rows, drawn.dtype
    state = ([(7 * k + 3) % MOST for k in range(n)], [(5 * k + 1) % MOST for k in range(n)],
             [[(3 * k + j) % MOST for k in range(n)] for j in range(r)], 5, 11,
             [k % 13 for k in range(rows)])
    wanted = []
    for _ in range(2):
        state = made["f"](*state)
        wanted.append([total(state[0]), total(state[1]), total(state[2]), state[3], state[4]])
    call = draw.choice(["jit(f)", "jit(f)", "f", "mapped"])
    program = f"""{text}
let mapped = (a, b, m, s, u, xs) => {{
  let two = x => stack((x, x))
  let all = jit(vmap(f))(two(a), two(b), two(m), two(s), two(u), two(xs))
  tree.map(x => x[1], all)
}}
let number = (start, step, count) => {kind}((arange(count) * step + start) % {MOST})
let total = x => sum(i64(flatten(x)) * (i64(arange({n * r}))[:len(flatten(x))] % 89 + 1))
let g = {call}
var t = (number(3, 7, {n}), number(1, 5, {n}), stack((number(j, 3, {n}) for j in 0..{r})),
         {kind}(5), {kind}(11), {kind}(arange({rows}) % 13))
for k in 0..2 {{
  t = g(...t)
  print(total(t[0]), total(t[1]), total(t[2]), t[3], t[4])
}}
"""
    env = settings()
    status, out, err = law.run(program, env=env)
    got = out.split()
    numbers = [str(x) for line in wanted for x in line]
    law.expect(status == 0 and got == numbers, f"{call} gives what Python gives",
               f"{program}\n{env}\nwanted {numbers}\ngot    {got}\n{err[:1500]}")

law.done()
