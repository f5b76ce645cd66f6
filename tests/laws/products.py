#!/usr/bin/env python3
"""Property-based test: a product is exact if its terms are, and no packing, task, or fusion changes
its bits.

Products of random sizes (around tiles, chunks, and blocks of k), batches, layouts (transposes,
slices, flips, gathers, pads, windows, merged and split axes), with code before and after, in random
dtypes. With small integers, whose sums are exact, the result is that of Python's integers. With
other numbers it has the bits of each operation alone, with random thread counts, instruction sets,
and splits of the schedule; so have chains that run row by row in one kernel: attention, a product
after a norm, two products. So has attention under a mask (causal, a window, random), with inf, NaN,
-0, tiny numbers in rows that are masked out.
"""
from law import Law

law = Law(__doc__)
draw = law.random
SMALL = [1, 2, 3, 5, 7, 13, 14, 15, 16, 17, 24, 28, 29, 31, 32, 33, 48, 64, 65, 70]
DEEP = [*SMALL, *SMALL, 100, 257, 1023, 1024, 1025, 1040, 2049, 3000]
# The images of -3 to 3, a factor and an offset: both ends of the dtype. Products are i32 and wrap.
NARROW = {"i8": (42, -2), "u8": (42, 129), "i16": (10922, -2)}
EXACT = ["f32", "f32", "f64", "i32", "i64"]


# Bits, except those of a NaN.
ALIKE = """fn number(x) = where(isnan(x), 3.0, x)
fn alike(x, y) = same(isnan(x), isnan(y)) and
  same(number(x), number(y)) and same(1.0 / number(x), 1.0 / number(y))
"""
HOLE = "@@"  # the position of the stored array in a view of it


class Side:
    """An operand of sizes (batch…, rows, k): the stored array, and how x is read from it."""

    def __init__(self, name, extents, is_turned=False):
        self.view = HOLE
        self.extents, self.steps = list(extents), []
        if is_turned:
            self.swap(len(extents) - 2, len(extents) - 1)
        for _ in range(0 if is_turned else draw.choice([0, 1, 1, 2, 3, 4])):
            self.step()
        self.stored = tuple(self.extents)
        self.view = self.view.replace(HOLE, name)

    # The stored array has other sizes, from which `view` creates the requested ones.
    def step(self):
        axis, rank = draw.randrange(len(self.extents)), len(self.extents)
        kind = draw.choice(["swap", "swap", "flip", "slice", "step", "take", "pad", "join", "join",
                            "cut"])
        extent = self.extents[axis]
        at = lambda text: "[" + ", ".join(text if k == axis else ":" for k in range(rank)) + "]"
        if kind == "swap":
            self.swap(axis, draw.randrange(rank))
        elif kind == "flip":
            self.wrap(f"flip({{}}, axis = {axis})", lambda a: along(a, axis, lambda r: r[::-1]))
        elif kind == "slice":
            low, high = draw.randrange(3), draw.randrange(1, 3)
            self.extents[axis] = low + extent + high
            self.wrap("{}" + at(f"{low}:-{high}"), lambda a: along(a, axis, lambda r: r[low:-high]))
        elif kind == "step":
            self.extents[axis] = 2 * extent
            self.wrap("{}" + at("::2"), lambda a: along(a, axis, lambda r: r[::2]))
        elif kind == "join":
            inner = draw.choice([d for d in range(1, extent + 1) if extent % d == 0])
            self.reshape([*self.extents[:axis], extent // inner, inner, *self.extents[axis + 1:]])
        elif kind == "cut":
            if axis + 1 < rank:
                both = extent * self.extents[axis + 1]
                self.reshape([*self.extents[:axis], both, *self.extents[axis + 2:]])
        elif kind == "take":
            self.extents[axis] = 2 * extent + 1
            self.wrap(f"take({{}}, arange({extent}) * 2 + 1, axis = {axis})",
                      lambda a: along(a, axis, lambda r: r[1::2]))
        elif extent > 2:
            self.extents[axis] = extent - 2
            widths = ", ".join("(1, 1)" if k == axis else "(0, 0)" for k in range(rank))
            self.wrap(f"pad({{}}, ({widths},), 2)",
                      lambda a: along(a, axis, lambda r: [filled(r[0]), *r, filled(r[0])]))

    def swap(self, axis, other):
        if other == axis:
            return
        extents = self.extents
        extents[axis], extents[other] = extents[other], extents[axis]
        self.wrap(f"swap({{}}, {axis}, {other})", lambda a: swapped(a, axis, other))

    def reshape(self, stored):
        wanted, self.extents = tuple(self.extents), stored
        self.wrap(f"reshape({{}}, {wanted})", lambda a: nested(flat_of(a), wanted))

    def wrap(self, text, made):
        self.view = self.view.replace(HOLE, text.format(HOLE))
        self.steps.insert(0, made)

    def values(self, times, plus):
        """Integers, as they are stored; and as they are read."""
        count = 1
        for extent in self.stored:
            count *= extent
        flat = [((i % 91 * (i % 13) + 3 * (i % 91)) % 7 - 3) * times + plus for i in range(count)]
        stored = nested(flat, self.stored)
        for step in self.steps:
            stored = step(stored)
        return stored


def nested(flat, extents):
    if len(extents) == 1:
        return list(flat)
    size = len(flat) // extents[0]
    return [nested(flat[k * size:(k + 1) * size], extents[1:]) for k in range(extents[0])]


def flat_of(a):
    while isinstance(a[0], list):
        a = [item for part in a for item in part]
    return a


def along(a, axis, f):
    return f(a) if axis == 0 else [along(part, axis - 1, f) for part in a]


def filled(like):
    return [filled(part) for part in like] if isinstance(like, list) else 2


def swapped(a, axis, other):
    low, high = sorted((axis, other))
    if low > 0:
        return [swapped(part, low - 1, high - 1) for part in a]
    if high == 1:
        return [list(column) for column in zip(*a)]
    inner = [swapped(part, 0, high - 1) for part in a]           # moves axis `high` to 1
    turned = [list(column) for column in zip(*inner)]            # and to 0
    return [swapped(part, 0, high - 1) for part in turned]       # what was 0 goes to `high`


def multiplied(x, w):
    if isinstance(x[0][0], list):
        return [multiplied(a, b) for a, b in zip(x, w)]
    columns = list(zip(*w))
    return [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in x]


def checksum(a, wraps):
    out = 0
    for i, value in enumerate(flat_of(a)):
        if wraps:
            value = (value + 2**31) % 2**32 - 2**31
        out += (i % 97 + 1) * value
    return out


def settings():
    out = {"RILLE_THREADS": str(draw.choice([1, 2, 3, 7])), "RILLE_CACHE": "off",
           "RILLE_ISA": draw.choice(["avx512", "avx2", "baseline"])}
    if draw.random() < 0.4:
        out["RILLE_TEST_SCHEDULE"] = str(draw.choice([1, 1, 16, 32, 100]))
    return out


def exact(number):
    """(text, output): a product of integers."""
    batch = [draw.choice([1, 2, 3]) for _ in range(draw.choice([0, 0, 0, 1, 2]))]
    m, k, n = draw.choice(SMALL), draw.choice(DEEP), draw.choice(SMALL)
    is_thin = draw.random() < 0.3  # few rows times a matrix with contiguous k
    if is_thin:
        m, n = draw.choice([1, 2, 3, 4]), draw.choice([33, 65, 130, 257, 300])
    x, w = Side("x", [*batch, m, k]), Side("w", [*batch, k, n], is_thin)
    is_narrow = draw.random() < 0.4
    dtypes = [draw.choice([*NARROW])] * 2 if is_narrow else [draw.choice(EXACT)] * 2
    if is_narrow and draw.random() < 0.4:
        dtypes[1] = draw.choice([*NARROW])
    scales = [NARROW.get(dtype, (1, 0)) for dtype in dtypes]
    one, other = (f"i32({side.view})" if is_narrow else f"({side.view})" for side in (x, w))

    def made(side, dtype, scale):
        i = f"arange({product(side.stored)})"
        small = f"(({i} % 91 * ({i} % 13) + 3 * ({i} % 91)) % 7 - 3)"
        return f"reshape({dtype}({small} * {scale[0]} + {scale[1]}), {side.stored})"
    text = f"""proc case{number}() {{
  let x = {made(x, dtypes[0], scales[0])}
  let w = {made(w, dtypes[1], scales[1])}
  let y = jit((x, w) => {one} @ {other})(x, w)
  print({number}, sum(f64(flatten(y)) * f64(arange({product(batch) * m * n}) % 97 + 1)))
}}
case{number}()
"""
    both = multiplied(x.values(*scales[0]), w.values(*scales[1]))
    return text, f"{number} {checksum(both, is_narrow)}"


def product(extents):
    out = 1
    for extent in extents:
        out *= extent
    return out


def before(x):
    return draw.choice([x] * 3 + [f"({x} * 0.5)", f"maximum({x}, 0.1)", f"({x} + {x} * {x})",
                                  f"tanh({x})", f"where({x} > 0.0, {x}, 0.1 * {x})"])


def behind(y):
    return draw.choice([y] * 2 + [f"tanh({y}) * 2.0", f"({y} + 1.0)", f"nn.gelu({y})",
                                  f"softmax({y})", f"({y} / (1.0 + sum(abs({y}), -1, true)))",
                                  f"f32(argmax({y}, -1))", f"max({y}, axis = -1)"])


def drawn():
    batch = [draw.choice([1, 2, 3]) for _ in range(draw.choice([0, 0, 1, 2]))]
    m, k, n = draw.choice(SMALL), draw.choice(DEEP), draw.choice(SMALL)
    x, w = Side("x", [*batch, m, k]), Side("w", [*batch, k, n])
    return x.stored, w.stored, behind(f"({before(x.view)}) @ ({before(w.view)})")


def chain():
    """Rows that pass through several products."""
    batch = [draw.choice([1, 2, 3]) for _ in range(draw.choice([0, 1, 2]))]
    t, s = draw.choice([1, 1, 2, 16, 17, 33, 64, 70, 100]), draw.choice([16, 17, 33, 64, 70, 1030])
    d = draw.choice([8, 16, 17, 64])
    scores = draw.choice(["x @ swap(w, -1, -2)", "(x * 0.3) @ swap(w, -1, -2)"])
    bias = draw.choice(["", " * 0.125", f" + f32(arange({s}) > 3) * -1e9",
                        f" + where(arange({t})[:, nil] >= arange({s})[nil, :], 0.0, -1e30)"])
    weights = draw.choice(["softmax({})", "softmax({})", "exp(-abs({}))",
                           "({0}) / (1.0 + max(abs({0}), -1, true))"])
    rows = weights.format(scores + bias)
    end = draw.choice(["{} @ w", "{} @ tanh(w)", "({} @ w) + x", "({} @ w, sum(w, -2))[0]",
                       "softmax({} @ w) @ swap(w, -1, -2)", "max({} @ w, axis = -1)"])
    return (*batch, t, d), (*batch, s, d), end.format(rows)


def masked():
    """Attention whose mask drops tiles: masked elements must not contribute, all others must."""
    t, s, d = (draw.choice(some) for some in ([17, 64, 130, 257], [64, 130, 200, 321], [8, 16, 33]))
    i, j = f"arange({t})[:, nil]", f"arange({s})[nil, :]"
    by = draw.choice([0, 1, 5, 40, 100])
    mask = draw.choice([f"{i} >= {j}", f"{i} + {by} >= {j}", f"{j} <= {i} - {by}", f"{i} < {j}",
                        f"{i} >= {j} and {i} - {j} < {by}", f"{i} < {j} or {j} < {by}",
                        f"not ({i} > {j} + {by})", f"({i} + {j}) % 3 > 0",
                        f"rng.uniform(rng.key({by}), ({t}, {s})) > 0.9", f"{j} < {by}"])
    dropped = draw.choice(["-inf", "-inf", "-1e30", "-1e9", "0.0"])
    kept, other = draw.choice([("{0}", "{1}"), ("{0}", "{1}"), ("{1}", "{0}")])
    scores = f"where({mask}, {kept}, {other})".format("x @ swap(w, -1, -2) * 0.2", dropped)
    odd = draw.choice(["inf", "-inf", "nan", "-0.0", "-1e-38", "1e-38", "0.0", "1.0"])
    odd = f"where({draw.choice(['i', 'i', '-i'])} > {draw.randrange(s)}, {odd}, w)"
    values = f"{{ let i = arange({s})[:, nil]\n  {draw.choice(['w', odd, odd])} }}"
    return (t, d), (s, d), f"softmax({scores}) @ {values}"


for _ in range(law.count(12)):
    cases = [exact(number) for number in range(10)]
    env = settings()
    status, out, said = law.run("".join(text for text, _ in cases), env=env)
    for text, wanted in cases:
        law.expect(wanted in out.replace(".0\n", "\n").split("\n"),
                   "sums of whole numbers are exact",
                   f"{text}wanted {wanted}\n{env}\n{out[-300:]}\n{said}")

for _ in range(law.count(70)):
    x, w, value = draw.choice([drawn, drawn, chain])()
    dtype = draw.choice(["f32", "f32", "f32", "f64", "bf16", "f16"])
    program = f"""
fn f(x, w) {{ {value} }}
fn loss(x, w) {{ sum(f(x, w) ^ 2) * 0.01 }}
{ALIKE}let x = {dtype}(rng.normal(rng.key({draw.randint(0, 99)}), {tuple(x)}))
let w = {dtype}(rng.normal(rng.key({draw.randint(0, 99)}), {tuple(w)}))
let wanted = f(x, w)
print("jit", alike(jit(f)(x, w), wanted))
print("mapped", alike(jit(vmap(f))(stack((x, x)), stack((w, w)))[1], wanted))
print("grad", alike(jit(grad(loss))(x, w), grad(loss)(x, w)))
"""
    env = settings()
    status, out, said = law.run(program, env=env)
    for what in ("jit", "mapped", "grad"):
        law.expect(f"{what} true\n" in out, f"{what}: one kernel or many",
                   f"{program}\n{env}\n{out}\n{said}")

for _ in range(law.count(20)):
    x, w, value = masked()
    dtype = draw.choice(["f32", "f32", "f64"])
    program = f"""
fn f(x, w) {{ {value} }}
{ALIKE}let x = {dtype}(rng.normal(rng.key({draw.randint(0, 99)}), {x}))
let w = {dtype}(rng.normal(rng.key({draw.randint(0, 99)}), {w}))
let wanted = f(x, w)
print("jit", alike(jit(f)(x, w), wanted))
print("mapped", alike(jit(vmap(f))(stack((x, x)), stack((w, w)))[1], wanted))
"""
    env = settings()
    status, out, said = law.run(program, env=env)
    for what in ("jit", "mapped"):
        law.expect(f"{what} true\n" in out, f"{what}: what a mask drops",
                   f"{program}\n{env}\n{out}\n{said}")
law.done()
