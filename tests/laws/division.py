"""Property-based test of division: `//` is the floor of the exact quotient, and `%` the remainder
with the divisor's sign, for literals, host scalars, arrays, and compiled code, in every dtype.

The oracle computes with fractions. Host ints reject a zero divisor and a negative power, compiled
or not; ints in arrays yield -1 and x there; floats yield infinities and NaN.
"""
import fractions
import math
import re

from law import Law

law = Law(__doc__)
R = law.random
FLOATS = {"f64": (53, 1024), "f32": (24, 128), "f16": (11, 16), "bf16": (8, 128)}
INTS = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]


def rounded(x, dtype):
    """The float of this dtype nearest to a fraction or float."""
    if isinstance(x, float) and (math.isnan(x) or math.isinf(x)):
        return x
    bits, top = FLOATS[dtype]
    x = fractions.Fraction(x)
    if x == 0:
        return 0.0
    least = {"f64": -1074, "f32": -149, "f16": -24, "bf16": -133}[dtype]
    size = abs(x)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < fractions.Fraction(2) ** exponent
    step = fractions.Fraction(2) ** max(exponent - bits + 1, least)
    whole = round(size / step) * step  # halves to even
    if whole >= fractions.Fraction(2) ** top:
        return math.inf if x > 0 else -math.inf
    return float(whole) if x > 0 else -float(whole)


def floor_of(x, y, dtype):
    """The expected x // y, and whether it must be exact."""
    if math.isnan(x) or math.isnan(y):
        return math.nan, True
    if y == 0:
        sign = math.copysign(1, x) * math.copysign(1, y)
        return (math.nan if x == 0 else sign * math.inf), True
    if math.isinf(x):
        return math.nan, True
    if math.isinf(y):
        return (0.0 if x == 0 or (x < 0) == (y < 0) else -1.0), True
    whole = math.floor(fractions.Fraction(x) / fractions.Fraction(y))
    return rounded(whole, dtype), abs(whole) < 2 ** min(FLOATS[dtype][0], 53)


def rest_of(x, y, dtype):
    if math.isnan(x) or math.isnan(y) or y == 0 or math.isinf(x):
        return math.nan
    rest = math.fmod(x, y)
    return rest if rest == 0 or (rest < 0) == (y < 0) else rounded_sum(rest, y, dtype)


def rounded_sum(x, y, dtype):
    if math.isinf(y):
        return y
    return rounded(fractions.Fraction(x) + fractions.Fraction(y), dtype)


def same(a, b):
    return a == b or (math.isnan(a) and math.isnan(b))


def near(a, b, dtype):
    if same(a, b):
        return True
    return abs(a - b) <= 4 * abs(b) * 2.0 ** -FLOATS[dtype][0] if math.isfinite(b) else False


def literal(x):
    if math.isnan(x):
        return "nan"
    if math.isinf(x):
        return "inf" if x > 0 else "(-inf)"
    text = repr(float(x))
    if "e" in text and "." not in text.split("e")[0]:
        text = text.replace("e", ".0e")
    return f"({text})" if text[0] == "-" else text


def drawn_float(dtype):
    bits, top = FLOATS[dtype]
    kind = R.randrange(10)
    if kind == 0:
        return R.choice([0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0])
    if kind <= 3:
        whole = R.choice([-1, 1]) * R.randrange(1, 100)
        return rounded(whole / R.choice([1, 2, 3, 5, 7, 10, 100]), dtype)
    if kind <= 5:  # near a multiple
        return rounded(fractions.Fraction(R.randrange(1, 2 ** (bits - 1))) *
                       R.choice([1, 3, 7]) / R.choice([1, 3, 10]), dtype) * R.choice([-1.0, 1.0])
    if kind == 6:
        power = R.randrange(-min(30, top - 2), min(60, top - 1))
        return rounded(R.choice([-1, 1]) * fractions.Fraction(2) ** power, dtype)
    if kind == 7:
        least = {"f64": -1074, "f32": -149, "f16": -24, "bf16": -133}[dtype]
        few = R.choice([-1, 1]) * R.randrange(1, 9)
        return rounded(few * fractions.Fraction(2) ** least, dtype)
    return rounded(R.uniform(-9, 9), dtype)


def bounds(dtype):
    bits = int(dtype[1:])
    return (0, 2 ** bits - 1) if dtype[0] == "u" else (-2 ** (bits - 1), 2 ** (bits - 1) - 1)


def drawn_int(dtype):
    low, high = bounds(dtype)
    high = min(high, 2 ** 63 - 1)  # the largest literal
    drawn = R.choice([0, 1, -1, 2, -2, 3, 7, -7, low, high, low + 1, R.randrange(low, high + 1)])
    return max(low, min(high, drawn))


def wrapped(x, dtype):
    low, high = bounds(dtype)
    return (x - low) % (high - low + 1) + low


def read(text):
    return [float(word) for word in re.findall(r"[-+.\w]+", text)]


class Lines:
    """Many expressions in one program; each prints a line that its function checks."""

    def __init__(self):
        self.text, self.judges = [], []

    def ask(self, code, judge):
        self.text.append(f'say({len(self.judges)}, try(() => {{ {code} }}))')
        self.judges.append((code, judge))

    def run(self):
        for at in range(0, len(self.judges), 2000):
            status, out, said = law.run(HEAD + "\n".join(self.text[at:at + 2000]))
            answers = {}
            for part in out.split("@")[1:]:
                number, _, rest = part.partition(" ")
                answers[int(number)] = " ".join(rest.split())
            for i in range(at, min(at + 2000, len(self.judges))):
                code, judge = self.judges[i]
                judge(code, answers.get(i, "no answer " + said[-300:]))


HEAD = """proc say(i, r) {
  if r.ok { print("@{i} = {r.value}") } else { print("@{i} error[{r.error.kind}]") }
}
fn q(a, b) = a // b
fn r(a, b) = a % b
let jq = jit(q)
let jr = jit(r)
fn p(a, b) = a ^ b
let jp = jit(p)
"""
lines = Lines()


def value_of(answer):
    """The numbers of a result; None if it failed."""
    return read(answer[2:]) if answer.startswith("= ") else None


def of_float(wanted, exact, dtype, name):
    def judge(code, answer):
        got = value_of(answer)
        got = got and [rounded(g, dtype) for g in got]  # printed with the digits that they need
        equal = same if exact else lambda g, w: near(g, w, dtype)
        good = got is not None and all(equal(g, wanted) for g in got)
        law.expect(good, name, f"{code}\n  {answer}, wanted {wanted}")
    return judge


def refused(name):
    return lambda code, answer: law.expect(
        answer == "error[value]", name, f"{code}\n  {answer}")


def of_int(wanted, name):
    return lambda code, answer: law.expect(
        answer == f"= {wanted}", name, f"{code}\n  {answer}, wanted {wanted}")


for _ in range(law.count(250)):  # floats
    dtype = R.choice(list(FLOATS) + ["f64", "f32"])
    x, y = drawn_float(dtype), drawn_float(dtype)
    floor, exact = floor_of(x, y, dtype)
    rest = rest_of(x, y, dtype)
    a, b = literal(x), literal(y)
    for sign, short, wanted, is_exact in (("//", "q", floor, exact), ("%", "r", rest, True)):
        forms = {
            "arrays": f"{dtype}([{a}, {a}]) {sign} {dtype}([{b}, {b}])",
            "compiled arrays": f"j{short}({dtype}([{a}]), {dtype}([{b}]))",
            "mapped": f"vmap({short})({dtype}([{a}, {a}]), {dtype}([{b}, {b}]))",
            "a number beside an array": f"{dtype}([{a}]) {sign} {b}",
            "an array beside a number": f"j{short}({a}, {dtype}([{b}]))",
        }
        if dtype == "f64":
            forms |= {"literals": f"{a} {sign} {b}", "variables": f"{short}({a}, {b})",
                      "compiled": f"j{short}({a}, {b})",
                      "literal right": f"(x => x {sign} {b})({a})",
                      "in place": f"var x = {a}; x {sign}= {b}; x"}
        for name, code in forms.items():
            lines.ask(code, of_float(wanted, is_exact, dtype, f"{sign} of {dtype}, {name}"))

for _ in range(law.count(120)):  # ints
    x, y = drawn_int("i64"), drawn_int("i64")
    for sign, short, f in (("//", "q", lambda a, b: a // b), ("%", "r", lambda a, b: a % b)):
        forms = {"literals": f"({x}) {sign} ({y})", "variables": f"{short}({x}, {y})",
                 "compiled": f"j{short}({x}, {y})",
                 "half literal": f"(x => x {sign} ({y}))({x})",
                 "compiled half literal": f"jit(x => x {sign} ({y}))({x})"}
        if -2 ** 63 in (x, y):
            least = "-9223372036854775807 - 1"
            forms = {k: v.replace(str(-2 ** 63), least) for k, v in forms.items()}
        for name, code in forms.items():
            judge = refused(f"{sign} of ints by zero, {name}") if y == 0 else \
                of_int(wrapped(f(x, y), "i64"), f"{sign} of ints, {name}")
            lines.ask(code, judge)
    dtype = R.choice(INTS)
    x, y = drawn_int(dtype), drawn_int(dtype)
    shown = [v if v != -2 ** 63 else "-9223372036854775807 - 1" for v in (x, y)]
    a, b = (f"{dtype}([{v}])" for v in shown)
    for sign, short, wanted in (("//", "q", -1 if y == 0 else x // y if y else 0),
                                ("%", "r", x if y == 0 else x % y)):
        for name, code in {"arrays": f"{a} {sign} {b}", "compiled": f"j{short}({a}, {b})",
                           "mapped": f"vmap({short})({a}, {b})"}.items():
            lines.ask(code, of_int([wrapped(wanted, dtype)], f"{sign} of {dtype}, {name}"))

for _ in range(law.count(20)):  # powers of host ints
    x, n = R.randrange(-9, 10), R.randrange(-3, 4)
    forms = {"variables": f"p({x}, {n})", "compiled": f"jp({x}, {n})",
             "array": f"p(i32([{x}]), {n})", "compiled array": f"jp(i32([{x}]), {n})"}
    for name, code in forms.items():
        judge = refused(f"a negative power, {name}") if n < 0 else \
            of_int(x ** n if "array" not in name else [x ** n], f"a power, {name}")
        lines.ask(code, judge)

lines.run()
law.done()
