"""Writes docs/accuracy.md from the results of accuracy.py and the sweep over all floats."""
import json
import math
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs/accuracy.md"
RESULTS, SWEEP, TAILS, SUMS = (
    HERE / name for name in ("accuracy.json", "sweep.txt", "tails.json", "short_sums.json"))
NAMES = {"logistic": "sigmoid"}

HEAD = """# Accuracy

This page lists the largest errors of the mathematical functions. `tests/peers/accuracy.py --write`
measures them and writes the page.

Random arguments of all magnitudes, tiny and huge ones, and arguments near poles, zeros and the ends
of ranges are evaluated by compiled code. mpmath computes the exact values with 50 digits. Errors
are in units in the last place (ulp); rounding alone costs up to 0.5. Other columns have the largest
errors of SciPy {scipy} (NumPy {numpy} for elementary functions) and of JAX {jax}, on a CPU, on the
same arguments. JAX flushes subnormal numbers to zero, so that its error is the number itself.
"""

ELEMENTARY = """
## Elementary functions
Errors are in ulp of the result. The bounds are 4 in f64 and 2 in f32, and the tests check them. In
f32 they test one bit pattern in 2,053, or all 2^32 with `RILLE_SWEEP=all build/test_backends
--gtest_filter='*Sweep*'`. If all were tested (`tests/peers/sweep.txt`), the table has the largest
error of that run and its argument; "random" means that only random arguments were tested.

{titles}
"""

SPECIAL = """
## Special functions
Errors are in ulp of the maximum of |f(x)| and |x f'(x)|. An argument is a rounded number itself, so
the effect of half its last digit does not count as an error of the function. The bound is 8, and no
function may have a larger error than the better one of SciPy and JAX unless it is within 2 ulp.
SciPy computes floats as doubles. The errors of JAX's `exp1` and `expn` are missing, since XLA
compiles them for minutes.

{titles}
"""

TAILS_TEXT = """
## Derivatives at the ends of the range
`tests/laws/tails.py` checks the value and three derivatives, by `grad` and by `jvp`, of every
elementwise function, of `special`, activations and losses, in f64, f32, bf16 and f16. The arguments
are 0, tiny, subnormal and huge numbers, and numbers near poles and the ends of domains.

- If mpmath returns a normal number, the result is never 0, infinite or nan.
- Errors are in ulp of the result, or of the change that one ulp of the argument causes, whichever
  is larger. The bound is 4 for the value and the first derivative, and 64 for the second and third.
- A derivative rule that uses the rounded result (1 - tanh(x)^2) would miss these bounds. So would
  squares and products that overflow or underflow in between.

The following bounds are wider:

{wider}

The next table is about the first derivative of JAX at the same arguments. It counts the arguments
at which the result is 0, infinite, nan or more than 64 ulp off although a normal number is correct.
One example is given. Subnormal numbers are left out, since JAX flushes them to zero.

{titles}
"""


SUMS_TEXT = """
## Short sums
A sum of rounded numbers is only as exact as its largest partial sum, in any order. So no bound in
ulp of the result holds if terms cancel. f32 sums are added in f32, as in NumPy and XLA.

The table has {draws} random programs of each kind, exported by JAX and imported here, compared with
f64. The first error is the largest one for positive terms, in ulp of the result. The second one is
the root mean square error for terms of both signs, in ulp of the root mean square of the results.
For transforms and triangular systems, both are in ulp of the root mean square of the results.
`tests/peers/short_sums.py --write` measures both sides.

{titles}
"""
SUMS_END = """
XLA is more accurate in two cases: it adds the rows of a window first if many windows tile x, and it
computes a running sum in blocks of 16. Rille adds term by term, as NumPy does. Sums in f16 and bf16
are computed in f32 and rounded once. XLA rounds each of them.
"""

RANGE = """
## Sums at the ends of the range
The true mean of numbers near the largest one is a finite number, while their sum overflows. The
table lists the range in which each function is correct:

{titles}
"""


def header(*titles):
    return "\n".join("| " + " | ".join(row) + " |" for row in (titles, ["---"] * len(titles)))


ELEMENTARY = ELEMENTARY.format(titles=header("Function", "f64", "at", "NumPy, SciPy", "JAX",
                                             "f32", "at", "NumPy, SciPy", "JAX"))
SPECIAL = SPECIAL.format(
    titles=header("Function", "f64", "at", "SciPy", "JAX", "f32", "SciPy", "JAX"))

WIDER = [
    ("`softmax`, `log_softmax`, `logsumexp`, losses of logits: probabilities near 1, sums near 0",
     "one ulp of the largest element of the row",
     "`sigmoid`, `nn.softplus`, `logaddexp` keep the bound"),
    ("`special.gammainc`, `gammaincc`, `betainc` with respect to x, for large parameters", "1,000",
     "The density is the exponential of logarithms that cancel"),
    ("`special.log_ndtr` far below 0, third derivative", "x^2", "Terms cancel"),
    ("Derivative of `nn.gelu`", "8", "1 minus the gate, where both are near 1"),
    ("Third derivative of `nn.gelu` and `nn.squareplus` near 0, where it is 0",
     "one ulp of 1", "A sum whose terms are not 0"),
    ("Second and third derivatives of `special.poch`, `betainc`, `gammainc`",
     "of the largest term", "Sums of terms near poles or ends"),
    ("Second and third derivatives of `special.xlogy`, `xlog1py`",
     "that of x times 1 / y^2", "The power may overflow where the product does not"),
    ("Second and third derivatives of `norm`, elements of very different size",
     "one ulp of 1 / norm", "1 minus the square of a ratio near 1"),
    ("Second and third derivatives above 1/16 of the largest number", "none",
     "Their terms may be opposite infinities"),
    ("A subnormal result", "may be 0", "Intermediate values are even smaller"),
]
AT_ENDS = [
    ("`norm`, `std`, `cov`, `corrcoef`, `hypot`, `optim.safe_norm`, clipping by norms",
     "Every input with a finite result", "Scaled by a power of two, or squared in f64"),
    ("`median`, `quantile`, `interp`, `linspace`, `gradient`, `trapezoid`, `round`",
     "Every input with a finite result", "Values are halved before they are added"),
    ("`sum`, `mean`, `segment_sum`, `bincount`, `psum`, `pmean`, `nn.avg_pool`, losses, in f16",
     "Every input with a finite result", "Computed in f32, rounded once"),
    ("The same in bf16, whose range is that of f32",
     "If the partial sums are finite in f32; otherwise inf or nan",
     "Computed in f32; scaling before each sum would cost a third of the sum"),
    ("`softmax`, `log_softmax`, `logsumexp`, `nn.logmeanexp` and losses of f16 logits",
     "Any number of classes", "Above 65,504 computed in f32, rounded once"),
    ("`x[i] += y` and gradients of `x[i]`, in f16 and bf16", "Sums of few terms",
     "Each addition is rounded, as in XLA: sums of ones stop at 256 in bf16 and 2,048 in f16"),
    ("`sum`, `mean` of f32 and f64, `nn.avg_pool`, inverse transforms",
     "If the partial sums are finite; otherwise inf or nan, as in NumPy and JAX",
     "A search for the largest element before each sum costs as much as the sum"),
    ("`prod`", "If the partial products are finite in any order, in f32 for f16 and bf16",
     "A search for the largest element before each product costs as much as the product"),
    ("`linalg.det` in `jit`, `vmap` and gradients",
     "If the products of its pivots are finite; `linalg.slogdet` for all other input",
     "Scaled pivots take small matrices up to twice the time; a direct call scales them "
     "if needed"),
    ("Complex quotients",
     "If the sum of the magnitudes of both parts is finite, for dividend and divisor",
     "As in NumPy"),
    ("`x.var()` of f32 and f64", "If the squares are finite: distances from the mean up to 1e19 in "
     "f32", "The result overflows where the squares do, unless they are few"),
    ("`nn.layer_norm`, `group_norm`, `instance_norm`, `batch_norm`, `standardize`, in f32",
     "Distances from the mean up to 1e19 over the root of the count; beyond, 0",
     "The variance is inf; bf16 and f16 are normalized in f32"),
    ("`nn.rms_norm`, `weight_norm`, in f32", "Elements up to 1e19; beyond, 0",
     "The mean of the squares is inf"),
    ("The same, for rows whose squares underflow", "If epsilon is a normal number, as by default",
     "With epsilon = 0, rows below 1e-19 give inf"),
    ("`linalg.lstsq`, `linalg.pinv`", "Matrices with an element that is a normal number",
     "The reciprocal of a subnormal singular value overflows"),
]
RANGE = RANGE.format(titles=header("Functions", "Correct for", "Method, or reason") + "".join(
    f"\n| {a} | {b} | {c} |" for a, b, c in AT_ENDS))
TAILS_TEXT = TAILS_TEXT.format(
    wider=header("Function", "Bound", "Reason") + "".join(
        f"\n| {a} | {b} | {c} |" for a, b, c in WIDER),
    titles=header("Function", "Variable", "f64", "f32", "at", "JAX", "Correct"))


def shown(units):
    """Errors of 100 ulp and more are shown as a power of ten."""
    if units is None:
        return ""
    if math.isinf(units):
        return "wrong"
    return f"{units:.2f}" if units < 100 else f"{units:.0e}".replace("e+0", "e").replace("e+", "e")


def place(at):
    return "" if at is None else ", ".join(f"{x:.6g}" for x in at)


def units_of(results, who):
    return results[who]["ulp"] if who in results else None


def swept():
    out = {}
    for line in SWEEP.read_text().splitlines() if SWEEP.exists() else []:
        _, name, units, at = line.split()
        out[NAMES.get(name, name)] = (float(units), float.fromhex(at))
    return out


def elementary_row(name, each, sweep):
    wide, single = each["f64"], each["f32"]
    units, at = sweep.get(name, (None, None))
    if units is None:  # two arguments, or composed: random arguments
        units, where = single["rille"]["ulp"], "random"
    else:
        where = f"{at:.6g}"
    cells = [f"`{name}`", shown(wide["rille"]["ulp"]), place(wide["rille"]["at"]),
             shown(units_of(wide, "scipy")), shown(units_of(wide, "jax")), shown(units), where,
             shown(units_of(single, "scipy")), shown(units_of(single, "jax"))]
    return "| " + " | ".join(cells) + " |\n"


def special_row(name, each):
    wide, single = each["f64"], each["f32"]
    cells = [f"`{name}`", shown(wide["rille"]["ulp"]), place(wide["rille"]["at"]),
             shown(units_of(wide, "scipy")), shown(units_of(wide, "jax")),
             shown(single["rille"]["ulp"]), shown(units_of(single, "scipy")),
             shown(units_of(single, "jax"))]
    return "| " + " | ".join(cells) + " |\n"


def tail_row(each):
    wide, single = each["f64"], each["f32"]
    kind = "f32" if single["wrong"] else "f64"
    at, got, want = each[kind]["example"]
    counts = [f"{part['wrong']} of {part['asked']}" for part in (wide, single)]
    cells = [f"`{each['text']}`", f"`{each['variable']}`", *counts, f"{place(at)} ({kind})",
             f"{got:.6g}", f"{want:.6g}"]
    return "| " + " | ".join(cells) + " |\n"


def tails():
    rows = json.loads(TAILS.read_text()) if TAILS.exists() else []
    return TAILS_TEXT + "".join(map(tail_row, (
        each for each in rows if each["f64"]["wrong"] + each["f32"]["wrong"])))


def short_sums():
    results = json.loads(SUMS.read_text())
    rows = ""
    for name, each in results["rows"].items():
        cells = [name, *(f"{each[who][i]:.2f}" for i in (0, 1) for who in ("rille", "jax"))]
        rows += "\n| " + " | ".join(cells) + " |"
    titles = header("Program", "Largest error", "XLA", "RMS error, both signs", "XLA") + rows
    return SUMS_TEXT.format(draws=2 * results["draws"], titles=titles) + SUMS_END


def page():
    results, sweep = json.loads(RESULTS.read_text()), swept()
    functions = results["functions"]
    text = HEAD.format(**results["versions"]) + ELEMENTARY
    for name, each in functions.items():
        if each["kind"] == "elementary":
            text += elementary_row(name, each, sweep)
    text += SPECIAL
    for name, each in functions.items():
        if each["kind"] == "special":
            text += special_row(name, each)
    text += tails() + RANGE + short_sums()
    counts = [each[dtype]["count"] for each in functions.values() for dtype in ("f64", "f32")]
    return text + (f"\nNumber of arguments for the values: {sum(counts):,} in all, from "
                   f"{min(counts)} to {max(counts):,} for each function and element type.\n")


def write(functions, versions):
    """Replaces the earlier measurements of these functions."""
    known = json.loads(RESULTS.read_text())["functions"] if RESULTS.exists() else {}
    results = {"versions": versions, "functions": {**known, **functions}}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    PAGE.write_text(page())


if __name__ == "__main__":
    PAGE.write_text(page())
