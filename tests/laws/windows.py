"""Property-based test: convolutions and pooling, their gradients, and their vmaps equal plain
loops.

Random sizes, strides, dilations, padding, groups, and axes. Values are small integers, so that no
order of summation changes a bit; the oracle is loops of Python. Floats have the same bits eager,
compiled, and mapped. Thread counts and instruction sets are random.
"""
import itertools
import math

from law import Law

law = Law(__doc__)
R = law.random
TOGETHER = 10  # cases in one program


def indices(dims):
    return itertools.product(*map(range, dims))


class Grid:
    """Numbers by index; missing ones are 0."""

    def __init__(self, dims, make=lambda at: 0):
        self.dims = tuple(dims)
        self.at = {i: make(i) for i in indices(self.dims)}

    @classmethod
    def drawn(cls, dims, low=-3, high=3):
        return cls(dims, lambda at: R.randint(low, high))

    def text(self, dims=None, at=()):
        dims = self.dims if dims is None else dims
        if not dims:
            return f"{self.at[at]}.0"
        rows = [self.text(dims[1:], (*at, i)) for i in range(dims[0])]
        return "[" + ", ".join(rows) + "]"


class Slide:
    """The positions of windows along some axes; places(x extents) returns (window, position, index
    in x)."""

    def __init__(self, extents, gaps=False):
        n = len(extents)
        self.extents = extents
        self.size = [R.randint(1, 3) for _ in range(n)]
        self.strides = [R.randint(1, 3) for _ in range(n)]
        self.dilation = [R.choice([1, 1, 2]) for _ in range(n)]
        self.base = self.strides if gaps else [1] * n
        self.steps = [1] * n if gaps else self.strides
        kind = R.choice(["valid", "numbers"] if gaps else ["same", "valid", "numbers"])
        window = [(k - 1) * d + 1 for k, d in zip(self.size, self.dilation)]
        if kind == "same":
            all_of = [max((math.ceil(e / s) - 1) * s + w - e, 0)
                      for e, s, w in zip(extents, self.strides, window)]
            self.pads = [(a // 2, a - a // 2) for a in all_of]
        elif kind == "valid" and gaps:
            self.pads = [(w - 1, w + s - 2 + max(w - s, 0) - (w - 1))
                         for w, s in zip(window, self.strides)]
        elif kind == "valid":
            self.pads = [(0, 0)] * n
        else:
            self.pads = [(R.randint(-1, 2), R.randint(0, 2)) for _ in range(n)]
        pairs = ", ".join(f"({a}, {b})" for a, b in self.pads)
        self.padding = f"({pairs},)" if kind == "numbers" else f'"{kind}"'
        room = [max((e - 1) * b + 1 + sum(p), 0)
                for e, b, p in zip(extents, self.base, self.pads)]
        self.counts = [0 if w > r else (r - w) // s + 1
                       for w, r, s in zip(window, room, self.steps)]

    def tuple_of(self, numbers):
        return "(" + "".join(f"{n}, " for n in numbers) + ")"

    def where(self, window, place):
        out = []
        for o, k, s, d, (low, _), b, e in zip(window, place, self.steps, self.dilation, self.pads,
                                              self.base, self.extents):
            at = o * s + k * d - low
            if at < 0 or at % b or at // b >= e:
                return None
            out.append(at // b)
        return tuple(out)


class Conv:
    def __init__(self):
        axes = R.choice([1, 1, 2, 2, 3])
        self.gaps = R.random() < 0.3
        # With many channels or images, gradients or results are computed window by window.
        many = R.choice(["", "", "ins", "batch"]) if axes < 3 else ""
        most = 3 if many or axes == 3 else 5
        self.slide = Slide([R.randint(1, most) for _ in range(axes)], self.gaps)
        self.groups = 1 if self.gaps or many else R.choice([1, 1, 2, 3])
        self.ins, self.outs = R.randint(1, 2), R.randint(1, 2)
        self.batch = R.randint(1, 2)
        if many:
            setattr(self, many, R.randint(16, 20))
        self.x_dims = (self.batch, *self.slide.extents, self.ins * self.groups)
        self.w_dims = (*self.slide.size, self.ins, self.outs * self.groups)
        self.out_dims = (self.batch, *self.slide.counts, self.outs * self.groups)

    def call(self, x, w):
        s = self.slide
        name = "conv_transpose" if self.gaps else "conv"
        groups = "" if self.gaps else f", groups = {self.groups}"
        return (f"{name}({x}, {w}, strides = {s.tuple_of(s.strides)}, padding = {s.padding}, "
                f"dilation = {s.tuple_of(s.dilation)}{groups})")

    def terms(self):
        """For each product: its index in the result, in x, and in w."""
        s = self.slide
        for n in range(self.batch):
            for window, place in itertools.product(indices(s.counts), indices(s.size)):
                at = s.where(window, place)
                if at is None:
                    continue
                for c in range(self.outs * self.groups):
                    for i in range(self.ins):
                        first = c // self.outs * self.ins
                        yield (n, *window, c), (n, *at, first + i), (*place, i, c)

    def result(self, x, w):
        out = Grid(self.out_dims)
        for o, i, k in self.terms():
            out.at[o] += x.at[i] * w.at[k]
        return out

    def gradients(self, x, w, ct):
        dx, dw = Grid(self.x_dims), Grid(self.w_dims)
        for o, i, k in self.terms():
            dx.at[i] += ct.at[o] * w.at[k]
            dw.at[k] += ct.at[o] * x.at[i]
        return dx, dw

    def lines(self, case):
        """(printed text, expected text), for eager, compiled, mapped runs, and gradients."""
        x, x2 = Grid.drawn(self.x_dims), Grid.drawn(self.x_dims)
        w, w2 = Grid.drawn(self.w_dims), Grid.drawn(self.w_dims)
        ct = Grid.drawn(self.out_dims)
        if 0 in self.out_dims:
            case.expect(f"{self.call(x.text(), w.text())}.shape == {self.out_dims}", "true")
            return
        a, b, c = case.let(x.text()), case.let(w.text()), case.let(ct.text())
        a2, b2 = case.let(x2.text()), case.let(w2.text())
        f = f"((x, w) => {self.call('x', 'w')})"
        case.same(f"{f}({a}, {b})", self.result(x, w))
        form = R.randrange(3)
        if form == 0:
            case.same(f"vmap({f}, in_axes = (0, nil))(stack(({a}, {a2})), {b})[1]",
                      self.result(x2, w))
        elif form == 1:
            case.same(f"jit(vmap({f}, in_axes = (nil, 0)))({a}, stack(({b}, {b2})))[1]",
                      self.result(x, w2))
        else:
            case.same(f"vmap({f})(stack(({a}, {a2})), stack(({b}, {b2})))[1]", self.result(x2, w2))
        dx, dw = self.gradients(x, w, ct)
        loss = f"((x, w) => sum({f}(x, w) * {c}))"
        case.same(f"grad({loss})({a}, {b})", dx)
        case.same(f"jit(grad({loss}, wrt = 1))({a}, {b})", dw)
        if R.random() < 0.4:  # the derivative of a gradient, which is linear in each operand
            _, dw2 = self.gradients(x2, w, ct)
            case.same(f"grad(x => sum(grad({loss}, wrt = 1)(x, {b}) * {b2}))({a})",
                      self.gradients(x, w2, ct)[0])
            case.same(f"vmap(grad({loss}, wrt = 1), in_axes = (0, nil))"
                      f"(stack(({a}, {a2})), {b})[1]",
                      dw2)


class Pool:
    def __init__(self):
        axes = R.choice([1, 2, 2])
        self.slide = Slide([R.randint(2, 6) for _ in range(axes)])
        self.kind = R.choice(["max", "max", "min", "avg"])
        if self.kind == "avg":
            self.slide.dilation = [1] * axes
        if R.random() < 0.4:  # adjacent windows
            self.slide.strides = self.slide.steps = list(self.slide.size)
        self.dims = (2, *self.slide.extents, R.randint(1, 2))

    def call(self, x):
        s = self.slide
        dilation = "" if self.kind == "avg" else f", dilation = {s.tuple_of(s.dilation)}"
        pads = ", ".join(f"({a}, {b})" for a, b in s.pads)
        return (f"nn.{self.kind}_pool({x}, {s.tuple_of(s.size)}, strides = "
                f"{s.tuple_of(s.strides)}, padding = ({pads},){dilation})")

    def windows(self):
        s = self.slide
        window = [(k - 1) * d + 1 for k, d in zip(s.size, s.dilation)]
        s.counts = [max((e + sum(p) - w) // t + 1, 0)
                    for e, p, w, t in zip(s.extents, s.pads, window, s.strides)]
        for n, o, c in itertools.product(range(2), indices(s.counts), range(self.dims[-1])):
            seen = [s.where(o, place) for place in indices(s.size)]
            yield (n, *o, c), [(n, *at, c) for at in seen if at is not None]

    def lines(self, case):
        x = Grid.drawn(self.dims, -2, 2)  # many ties
        windows = list(self.windows())
        dims = (2, *self.slide.counts, self.dims[-1])
        if 0 in dims or any(not seen for _, seen in windows):
            return
        ct = Grid.drawn(dims)
        out, dx = Grid(dims), Grid(self.dims)
        for o, seen in windows:
            if self.kind == "avg":
                out.at[o] = sum(x.at[i] for i in seen)
                for i in seen:
                    dx.at[i] += ct.at[o]
                continue
            best = (max if self.kind == "max" else min)(x.at[i] for i in seen)
            out.at[o] = best
            dx.at[next(i for i in seen if x.at[i] == best)] += ct.at[o]
        times = math.prod(self.slide.size) if self.kind == "avg" else 1
        a, c = case.let(x.text()), case.let(ct.text())
        f = f"(x => {self.call('x')} * {times}.0)"
        case.same(f"round({f}({a}))", out)
        case.same(f"round(jit(grad(x => sum({f}(x) * {c})))({a}))", dx)
        case.same(f"round(vmap(grad(x => sum({f}(x) * {c})))(stack(({a}, {a})))[1])", dx)


class Case:
    """Lines of a program that print true."""

    def __init__(self, number):
        self.number, self.text, self.count, self.names = number, [], 0, 0

    def let(self, text):
        self.names += 1
        name = f"v{self.number}_{self.names}"
        self.text.append(f"let {name} = {text}")
        return name

    def expect(self, code, wanted):
        self.text.append(f'print("@{self.number}.{self.count} {{{code}}}")')
        self.count += 1

    def same(self, code, grid):
        wanted = self.let(grid.text())
        self.expect(f"all({code} + 0.0 == {wanted})", "true")


def machine():
    return {"RILLE_THREADS": str(R.choice([1, 2, 3])), "RILLE_CACHE": "off",
            "RILLE_ISA": R.choice(["avx512", "avx2", "baseline"])}


def bits():
    """Floats: eager runs, compiled runs, and elements of vmap over either operand have the same
    bits."""
    extents = [R.choice([5, 9, 16, 20]) for _ in range(2)]
    groups, ins, outs = R.choice([1, 1, 2, 3]), R.choice([1, 3, 8, 40]), R.choice([2, 5, 16])
    size, strides = [R.randint(1, 4) for _ in range(2)], R.randint(1, 2)
    dtype = R.choice(["f32", "f32", "f64", "bf16"])
    program = f"""var key = rng.key({R.randint(0, 999)})
let x = {dtype}(rng.normal(&key, (2, 3, {extents[0]}, {extents[1]}, {ins * groups})))
let w = {dtype}(rng.normal(&key, (2, {size[0]}, {size[1]}, {ins}, {outs * groups})))
fn f(x, w) = conv(x, w, strides = {strides}, groups = {groups})
fn g(x, w) = grad((x, w) => sum(f32(f(x, w)) ^ 2), wrt = 0)(x, w)
print("compiled", same(jit(f)(x[0], w[0]), f(x[0], w[0])))
print("rows", same(vmap(f, in_axes = (0, nil))(x, w[1])[1], f(x[1], w[1])))
print("weights", same(vmap(f, in_axes = (nil, 0))(x[0], w)[1], f(x[0], w[1])))
print("both", same(jit(vmap(f))(x, w)[1], f(x[1], w[1])))
print("gradient", same(jit(vmap(g))(x, w)[1], g(x[1], w[1])))
"""
    env = machine()
    _, out, said = law.run(program, env=env)
    for what in ("compiled", "rows", "weights", "both", "gradient"):
        law.expect(f"{what} true\n" in out, f"{what}: the same bits",
                   f"{program}\n{env}\n{out}{said}")


for _ in range(law.count(8)):
    bits()
for first in range(0, law.count(60), TOGETHER):
    cases = []
    for number in range(first, first + TOGETHER):
        case = Case(number)
        (Conv() if R.random() < 0.65 else Pool()).lines(case)
        cases.append(case)
    program = "\n".join("\n".join(case.text) for case in cases)
    status, out, said = law.run(program + "\n", limit_s=600, env=machine())
    for case in cases:
        for line in range(case.count):
            law.expect(f"@{case.number}.{line} true\n" in out, "as loops say",
                       "\n".join(case.text) + f"\nline {line}\n{out[-300:]}\n{said[-2000:]}")
law.done()
