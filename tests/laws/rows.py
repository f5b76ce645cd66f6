"""Property-based test: operations that run row by row in one kernel have the bits of each operation
alone.

Random functions of reductions over the last axis (sums, extremes, softmax), of operations that read
their results and the rows, and in between of operations that read other rows: columns, transposes,
flips, gathers, scans, products, checks. Jitted, jitted with a donated parameter, and their
gradients, with random thread counts and instruction sets, compared with the same function run
operation by operation.
"""
from law import Law

law = Law(__doc__)
draw = law.random
SHAPES = ["(5, 7)", "(16, 1)", "(1, 33)", "(24, 24)", "(40, 100)", "(3, 17, 5)", "(2, 4, 20, 20)",
          "(64, 10)", "(17, 64)", "(20, 1, 9)", "(33, 130)"]


class Function:
    """Statements over `full` values, of the shape of x, and `row` values, one for each row."""

    def __init__(self, shape):
        self.lines, self.full, self.row = [], ["x"], []
        self.extents = [int(e) for e in shape.strip("()").split(",")]
        for _ in range(draw.randint(3, 12)):
            self.statement()
        every = self.full[1:] + self.row
        kept = draw.sample(every, draw.randint(1, min(3, len(every))))
        self.results = sorted(set(kept + [every[-1]]))

    def name(self, text, kind):
        name = f"v{len(self.lines)}"
        self.lines.append(f"let {name} = {text}")
        (self.full if kind == "full" else self.row).append(name)

    def one_full(self):
        return draw.choice(self.full[-4:] + self.full[:1])

    def one_row(self):
        if not self.row:
            self.fold()
        return draw.choice(self.row[-3:])

    def fold(self):
        a, b = self.one_full(), self.one_full()
        text = draw.choice([
            f"max({a}, axis = -1, keepdims = true)", f"sum({a} * {b}, axis = -1, keepdims = true)",
            f"mean({a}, axis = -1, keepdims = true)", f"min({a} + {b}, axis = -1, keepdims = true)",
            f"tanh(sum({a}, axis = -1))[..., nil]", f"logsumexp({a}, axis = -1, keepdims = true)",
            f"{a}.var(axis = -1, keepdims = true)",
            f"sqrt(mean({a} ^ 2, axis = -1) + 0.1)[..., nil]",
            f"f32(argmax({a}, axis = -1))[..., nil] * 0.1", f"mean({a} - {b}, axis = -1)[..., nil]",
        ])
        self.name(text, "row")

    def elsewhere(self):
        """An operation that reads other rows, or another part of its own."""
        a, b = self.one_full(), self.one_full()
        texts = [f"flip({a}, axis = 0) + {b}", f"flip({a}, axis = -1) * {b}",
                 f"{a} - mean({b}, axis = 0)", f"cumsum({a}, axis = -1) * 0.1",
                 f"cumsum({a}, axis = 0) * 0.1", f"reshape(flatten({a}), {b}.shape)",
                 f"{a} + reshape(flip(flatten({b}), axis = 0), {a}.shape)",
                 f"{a}[..., arange({a}.shape[-1]) * 3 % {a}.shape[-1]]",
                 f"{a}[arange({a}.shape[0]) * 5 % {a}.shape[0]]",
                 f"concat(({a}[..., 1:], {b}[..., :1]), axis = -1)",
                 f"reshape(pad(flatten({a}), ((2, 0),))[:-2], {a}.shape) + {b}",
                 f"reshape(pad(flatten({a}), ((0, 1),))[1:], {a}.shape) * {b}"]
        if self.extents[-1] == self.extents[-2]:
            texts += [f"swap({a}, -1, -2) + {b}", f"tanh({a} @ {b})"]
        self.name(draw.choice(texts), "full")

    def statement(self):
        kind = draw.random()
        a, b = self.one_full(), self.one_full()
        if kind < 0.25:
            self.fold()
        elif kind < 0.45:
            self.elsewhere()
        elif kind < 0.50:
            self.name(f"softmax({a}, axis = -1)", "full")
        elif kind < 0.55 and self.row:
            self.name(f"{self.one_row()} * 0.5 + {self.one_row()}", "row")
        elif kind < 0.60:
            self.lines.append(f"assert all({a} < 1e30), \"too large\"")
        elif kind < 0.80:
            self.name(draw.choice([f"tanh({a} - {self.one_row()})",
                                   f"where({a} > {self.one_row()}, {a}, {b})",
                                   f"{a} / (1.0 + abs({self.one_row()}))",
                                   f"exp(-abs({a} + {self.one_row()})) * {b}"]), "full")
        else:
            self.name(draw.choice([f"tanh({a}) + {b}", f"{a} * {b} * 0.5", f"sin({a})",
                                   f"maximum({a}, {b})"]), "full")

    def text(self):
        body = "\n  ".join(self.lines)
        return f"fn f(x) {{\n  {body}\n  ({', '.join(self.results)},)\n}}\n"


for _ in range(law.count(80)):
    shape = draw.choice(SHAPES)
    function = Function(shape)
    sums = " + ".join(f"sum(tanh(p[{i}]))" for i in range(len(function.results)))
    program = function.text() + f"""
fn loss(x) {{ let p = f(x); {sums} }}
fn over(inout x) {{ let p = f(x); x = x * 0.5 + 1.0; p }}
let x = rng.normal(rng.key({draw.randint(0, 99)}), {shape})
let wanted = f(x)
print("jit", same(jit(f)(x), wanted))
var y = x * 1.0
let given = jit(over)(&y)
print("given", same(given, wanted) and same(y, x * 0.5 + 1.0))
print("grad", same(jit(grad(loss))(x), grad(loss)(x)), all(abs(grad(loss)(x)) < 1e30))
print("mapped", same(jit(vmap(f))(stack((x, x)))[0][0], wanted[0]))
"""
    env = {"RILLE_THREADS": str(draw.choice([1, 2, 3])), "RILLE_CACHE": "off",
           "RILLE_ISA": draw.choice(["avx512", "avx2", "baseline"])}
    if draw.random() < 0.5:
        env["RILLE_TEST_SCHEDULE"] = "64"
    status, out, said = law.run(program, env=env)
    for what, wanted in [("jit", "true"), ("given", "true"), ("grad", "true true"),
                         ("mapped", "true")]:
        law.expect(f"{what} {wanted}\n" in out, f"{what}: one kernel or many",
                   f"{program}\n{env}\n{out}\n{said}")
law.done()
