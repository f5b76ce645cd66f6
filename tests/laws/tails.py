r"""Property-based test: values and derivatives to third order are accurate to the ends of the
range: elementwise functions, `special`, activations, losses, at 0, tiny, subnormal, huge arguments,
near poles and ends.

tests/laws/tails.txt has mpmath's values (tests/peers/tails.py rewrites it). Each dtype is tested at
the arguments that it represents exactly, by reverse, forward, and mixed derivatives, eager or
compiled. Tolerances: 4 units in the last place (ulp) for value and first derivative, 64 for the
others, or those of BOUNDS and docs/accuracy.md. An error counts in ulp of the result or of the
effect of one ulp of the argument, whichever is larger. 0, inf, or NaN never replaces a normal
number.
"""
import math
import pathlib
import sys

from law import Law

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers"))
import tails_table  # noqa: E402
from tails_table import DTYPES, holds, off  # noqa: E402

law = Law(__doc__)
ORDERS = ["value", "first", "second", "third"]
LIMITS = [4, 4, 64, 64]
# (part of the expression, dtypes, first order): units in the last place.
EVERY = "f64 f32 bf16 f16"
BOUNDS = {
    # softmax and logsumexp of a row are as accurate as the row's largest element
    ("softmax(", EVERY, 0): math.inf, ("logsumexp(", EVERY, 0): math.inf,
    ("nn.gelu(", EVERY, 1): 8,  # 1 minus the gate
    # third derivatives that are 0 at 0, from sums whose terms are not
    ("nn.gelu(", EVERY, 3): math.inf, ("nn.squareplus(", EVERY, 3): math.inf,
    # densities with large parameters, and cancellation in higher orders
    ("special.gammainc", EVERY, 1): 1000, ("special.betainc", EVERY, 1): 1000,
    ("special.gammainc", EVERY, 2): math.inf, ("special.betainc", EVERY, 2): math.inf,
    ("special.log_ndtr", EVERY, 3): math.inf, ("special.poch", EVERY, 2): math.inf,
    # products of x and of derivatives of log(y), each of which may overflow
    ("special.xlog", EVERY, 2): math.inf, ("special.rel_entr", EVERY, 2): math.inf,
    ("special.kl_div", EVERY, 2): math.inf,
}

FORMS = {"reverse": "rrr", "forward": "fff", "mixed": "rfr"}
STEP = {"r": "x => grad(t => sum({f}(t)))(x)", "f": "x => jvp({f}, (x,), (ones_like(x),))[1]"}
BATCH = 12


class Function:
    def __init__(self, text, variable, rows):
        self.text, self.variable, self.rows = text, variable, rows

    def program(self, name, dtype, rows, form, jitted):
        """Defines the functions, prints value and derivatives row by row."""
        lines = ["{"]
        for i, letter in enumerate("xyz"[:len(rows[0][0])]):
            values = ", ".join(literal(args[i]) for args, _ in rows)
            lines.append(f"let {letter} = {dtype}([{values}])")
        own = self.variable
        lines.append(f"let f0 = {own} => {self.text}")
        for order, kind in enumerate(FORMS[form][:orders_of(rows) - 1]):
            lines.append(f"let f{order + 1} = " + STEP[kind].replace("{f}", f"f{order}"))
        for order in range(orders_of(rows)):
            f = f"jit(f{order})" if jitted else f"f{order}"
            lines.append(f"print(\"@{name} {order}\")\nfor v in f64({f}({own})) {{ print(v) }}")
        return "\n".join([*lines, "}\n"])


def orders_of(rows):
    """The value and as many derivatives as the table has."""
    return 1 + max(k for _, texts in rows for k in range(4) if texts[k] != "-")


def literal(x):
    if not math.isfinite(x):
        return repr(x)
    text = repr(abs(x)).replace("e+", "e")
    if "e" in text and "." not in text.split("e")[0]:
        text = text.replace("e", ".0e")
    return f"-{text}" if math.copysign(1, x) < 0 else text


def bound(function, dtype, order):
    limit = LIMITS[order]
    for (part, dtypes, first), places in BOUNDS.items():
        if part in function.text and dtype in dtypes.split() and order >= first:
            limit = max(limit, places)
    return limit


def judge(asked, out, said):
    answers = {}
    for part in out.split("@")[1:]:
        head, *values = part.split("\n")
        answers[tuple(map(int, head.split()))] = [float(v) for v in values if v]
    for name, (function, dtype, rows, form, jitted) in asked.items():
        how = f"{dtype} by {form}{', jitted' if jitted else ''}"
        for order in range(orders_of(rows)):
            values = answers.get((name, order), [])
            if len(values) != len(rows):
                law.expect(False, f"{function.text}, {ORDERS[order]}, {how}", said[-600:])
                continue
            for got, (args, texts) in zip(values, rows):
                # products of numbers near the ends of the range overflow
                is_end = any(abs(x) > DTYPES[dtype][2] / 16 for x in args)
                places = None if order > 1 and is_end else off(got, texts[order], dtype, order > 1)
                if places is not None:
                    law.expect(places <= bound(function, dtype, order),
                               f"{function.text} by {function.variable} at {args}, "
                               f"{ORDERS[order]}, {how}",
                               f"got {got}, wanted {texts[order]}: {places:.3g} last places off")


def run(batch):
    asked, text = {}, ""
    for name, ask in enumerate(batch):
        asked[name] = ask
        function, dtype, rows, form, jitted = ask
        text += function.program(name, dtype, rows, form, jitted)
    status, out, said = law.run(text)
    if status != 0 and len(batch) > 1:
        for ask in batch:
            run([ask])
        return
    judge(asked, out, said)


def main():
    every = []
    for function in (Function(*row) for row in tails_table.rows()):
        for dtype in DTYPES:
            rows = [row for row in function.rows if all(holds(dtype, x) for x in row[0])]
            if not rows:
                continue
            forms = list(FORMS) if law.slow else [law.random.choice(list(FORMS))]
            for form in forms:
                every.append((function, dtype, rows, form, law.random.random() < 0.1))
    law.random.shuffle(every)
    for start in range(0, len(every), BATCH):
        run(every[start:start + BATCH])
    law.done()


main()
