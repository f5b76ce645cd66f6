"""Samplers with random shapes, dtypes, and parameters: the requested shape and dtype, or the
required error. The test computes the result's form from the arguments alone.
"""
import math

import calls

# Parameters that are broadcast to the shape; then the axes that a sampler adds, from its other
# arguments.
SPREAD = {"bernoulli": 1, "beta": 2, "binomial": 2, "chisquare": 1, "double_sided_maxwell": 2,
          "f": 2, "gamma": 1, "generalized_normal": 1, "geometric": 1, "loggamma": 1,
          "lognormal": 1,
          "pareto": 1, "poisson": 1, "rayleigh": 1, "t": 1, "triangular": 3, "wald": 1,
          "weibull_min": 2}
ALONE = ["bits", "cauchy", "exponential", "gumbel", "laplace", "logistic", "maxwell", "normal",
         "rademacher", "truncated_normal", "uniform", "randint", "ball", "orthogonal"]
VECTORS = ["dirichlet", "multinomial", "multivariate_normal", "categorical", "choice",
           "permutation", "split", "fold_in"]
FLOATS = ["f16", "bf16", "f32", "f64"]
WORDS = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]
OTHERS = ["bool", "c64", "f8e4m3", "i4"]
WHOLE = {"bits": [word for word in WORDS if word[0] == "u"], "randint": [*WORDS, "i4"],
         "geometric": WORDS,
         "poisson": WORDS, "rademacher": FLOATS + WORDS}
# The constraint of each broadcast parameter, in addition to being a number.
RANGES = {"beta": "00", "binomial": "0p", "chisquare": "+", "double_sided_maxwell": "-0", "f": "++",
          "gamma": "0", "generalized_normal": "+", "loggamma": "0", "lognormal": "0", "pareto": "+",
          "poisson": "n", "rayleigh": "0", "t": "+", "wald": "+", "weibull_min": "0+"}
# For f16 and bf16, the distribution determines the result.
NARROW = {"f16", "bf16"}
BYTES = {"f64": 8, "i64": 8, "u64": 8, "i8": 1, "u8": 1, "f16": 2, "bf16": 2, "i16": 2, "u16": 2}
BITS = {"i8": 7, "u8": 8, "i16": 15, "u16": 16, "u32": 32, "i64": 62, "u64": 62}
SHAPES = [(), (0,), (1,), (3,), (2, 3), (2, 0, 3), (1,) * 16, (5, 1), (4, 3), (1, 3)]
HUGE = [(2**31,), (2**32, 2**32), (2**62,), (2**63 - 1,), (2**62, 4), (2**32, 2**31, 2), (2**40, 3)]
BELOW = [(-1,), (2, -3), (-2**31,), (-2**63,), (0, -1)]
VALUES = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "1e30", "-1e30", "1e-38", "1e-45", "inf", "-inf",
          "nan", "1000.0", "30.0"]


def text_of(shape):
    return "(" + "".join(f"{n}, " for n in shape) + ")"


def together(shapes):
    """NumPy's broadcast of shapes; None if they are incompatible."""
    out = []
    for at in range(1, max(map(len, shapes), default=0) + 1):
        sizes = {s[-at] for s in shapes if len(s) >= at} - {1}
        if len(sizes) > 1:
            return None
        out.insert(0, sizes.pop() if sizes else 1)
    return tuple(out)


def fills(shape, room):
    return together([shape, room]) == tuple(room)


class Draw:
    def __init__(self, source):
        # Kinds of errors: one of the required ones must be raised, others are allowed.
        self.source, self.due, self.may = source, set(), set()
        roll = source.random()
        self.name = source.choice(list(SPREAD) if roll < 0.6 else ALONE if roll < 0.85 else VECTORS)

    def shape(self):
        roll = self.source.random()
        if roll < 0.08:
            self.due |= {"value", "shape"}
            return self.source.choice(BELOW)
        shape = self.source.choice(HUGE if roll < 0.2 else SHAPES)
        if roll < 0.2 and self.source.random() < 0.2:
            shape = (*shape, 0)
        return shape

    def array(self, shape):
        """A parameter of the shape: any values, sometimes of a dtype that is rejected."""
        number = self.number = self.source.choice(VALUES)
        if self.source.random() < 0.06:
            self.due |= {"type", "dtype"}
            return self.source.choice(["\"a\"", "nil", "c64(ones(3))", "rng.key(0)"])
        if not shape and self.source.random() < 0.5:
            return number
        word = self.source.choice(["f32", "f32", "f64", "bf16", "i32", "u8"])
        if word[0] in "iu":
            number = self.number = self.source.choice(["0", "1", "3", "100"])
        return f"full({text_of(shape)}, {number}, dtype = {word})"

    def dtype(self, allowed):
        roll = self.source.random()
        if roll < 0.5:
            return self.source.choice(allowed)
        word = self.source.choice(FLOATS + WORDS + OTHERS)
        if word not in allowed:
            self.due.add("dtype")
        return word

    def spread(self):
        shapes = [self.source.choice(SHAPES[:6] if i else SHAPES)
                  for i in range(SPREAD[self.name])]
        if self.source.random() < 0.6:
            shapes = [shapes[0]] * len(shapes)
        args, numbers = [], []
        for s in shapes:
            args.append(self.array(s))
            numbers.append(float(self.number))
        if self.name in ("bernoulli", "geometric") and not 0 <= numbers[0] <= 1:
            self.may.add("value")  # not a probability, unless the array is empty
        shape = together(shapes)
        if self.source.random() < 0.6:
            shape = shape if shape is not None and self.source.random() < 0.5 else self.shape()
            if not all(fills(s, shape) for s in shapes):
                self.due.add("shape")
            args.append(f"shape = {text_of(shape)}")
        elif shape is None:
            self.due.add("shape")
        word = "bool"
        if self.name != "bernoulli":
            otherwise = "i32" if self.name in ("geometric", "poisson") else "f32"
            allowed = WHOLE.get(self.name, FLOATS)
            word = self.dtype(allowed) if self.source.random() < 0.5 else otherwise
            args.append(f"dtype = {word}")
        self.judge_numbers(shapes, numbers, word)
        return args, shape, word

    def judge_numbers(self, shapes, numbers, word):
        """Checks that each number of a parameter is in its range, if it has one."""
        if self.name == "triangular":
            left, mode, right = numbers
            if not (left <= mode <= right and left < right):
                (self.may if any(0 in s for s in shapes) else self.due).add("value")
            elif left == mode or mode == right:
                self.may.add("value")  # equal if both are rounded to one number
            return
        for s, x, kind in zip(shapes, numbers, RANGES.get(self.name, "")):
            good = {"-": True, "0": x >= 0, "+": x > 0, "p": 0 <= x <= 1,
                    "n": 0 <= x <= 2.0**(BITS.get(word, 31)) - 1}[kind]
            if not good:
                (self.may if 0 in s else self.due).add("value")
            if 0 < x < 1e-37:
                self.may.add("value")  # 0 in a narrower dtype

    def alone(self):
        shape, more, args = self.shape(), (), []
        if self.name == "randint":
            args = [f"low = {self.array(())}", f"high = {self.array(())}"]
            self.may |= {"value", "shape"}  # a bound that is not an int, or one of many
        if self.name == "ball":
            n = self.source.choice([0, 1, 3, 5, -1, 2**31, 2**62])
            self.may.add("value")  # a p out of range of the dtype
            more, args = (n,), [f"d = {n}", f"p = {self.source.choice(VALUES)}"]
        if self.name == "orthogonal":
            n, m = (self.source.choice([0, 1, 3, 4, -2, 2**33]) for _ in range(2))
            more, args = (n, m), [f"n = {n}", f"m = {m}"]
        if any(n < 0 for n in more):
            self.due |= {"value", "shape"}
        args.append(f"shape = {text_of(shape)}")
        allowed = WHOLE.get(self.name, FLOATS)
        word = self.dtype(allowed)
        return [*args, f"dtype = {word}"], (*shape, *more), word

    def vectors(self):
        """Any result or error except a bug is accepted: their shapes have many rules."""
        array = self.array(self.source.choice(SHAPES))
        n = self.source.choice([0, 1, 3, -1, 2**31, 2**62, -2**63])
        shape = text_of(self.shape())
        rows = {
            "dirichlet": [array, f"shape = {shape}"],
            "multinomial": [self.array(()), array, f"shape = {shape}"],
            "multivariate_normal": [array, self.array(self.source.choice([(3, 3), (2, 3), (0, 0)])),
                                    f"shape = {shape}"],
            "categorical": [array, f"axis = {n}", f"shape = {shape}"],
            "choice": [self.source.choice([array, str(n)]), shape,
                       f"replace = {self.source.choice(['true', 'false'])}", f"axis = {n}"],
            "permutation": [self.source.choice([array, str(n)]), f"axis = {n}"],
            "split": [self.source.choice([shape, str(n)])],
            "fold_in": [self.source.choice([str(n), array])],
        }
        return rows[self.name], None, ""

    def case(self):
        """The call, and its expected result."""
        kind = "spread" if self.name in SPREAD else "alone" if self.name in ALONE else "vectors"
        args, shape, word = getattr(self, kind)()
        text = f"rng.{self.name}(rng.key({self.source.randrange(2**40)}), {', '.join(args)})"
        if kind == "vectors":
            return text, lambda gave: ""
        return text, lambda gave: self.differs(gave, shape, word)

    def differs(self, gave, shape, word):
        if gave.kind in ("memory", "limit"):
            # Several arrays of the shape are created on the way.
            large = shape is None or math.prod(n for n in shape if n) * BYTES.get(word, 4) > 2e6
            return "" if large or self.due else f"needs no such memory: {gave.text}"
        if gave.kind:
            narrow = word in NARROW and gave.kind == "dtype"
            return "" if gave.kind in self.due | self.may or narrow else f"is refused: {gave.text}"
        if self.due:
            return f"gives {gave.text}, not one of {sorted(self.due)}"
        if (gave.shape, gave.dtype) != (tuple(shape), word):
            return f"gives {gave.text}, not {word} {shape}"
        return ""


def check(source, count):
    return calls.judge([Draw(source).case() for _ in range(count)], 200)
