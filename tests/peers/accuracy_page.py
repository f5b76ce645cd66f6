"""Writes docs/accuracy.md from the measurements of accuracy.py and from the sweep of all floats."""
import json
import math
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs/accuracy.md"
RESULTS, SWEEP, TAILS, SUMS = (
    HERE / name for name in ("accuracy.json", "sweep.txt", "tails.json", "short_sums.json"))
NAMES = {"logistic": "sigmoid"}

HEAD = """# How accurate functions are

Made by `tests/peers/accuracy.py --write`; the numbers are its own measurements. Drawn arguments of
all sizes, tiny and huge ones, and those beside poles, zeros and ends of ranges go through compiled
code, and mpmath says with 50 digits what they give. An error is counted in units of the last place
(ulp), half of one being what rounding alone costs. Beside each of ours stands the worst of SciPy
{scipy} (NumPy {numpy} for elementary functions) and of JAX {jax}, on a CPU, on the same arguments.
JAX takes subnormal numbers for zeros, which costs as many last places as they have.
"""

ELEMENTARY = """
## Elementary functions
In last places of the result. The bounds are 4 in f64, 2 in f32; the tests hold them, and those of
f32 for one pattern of bits in 2,053, or all 2^32 with `RILLE_SWEEP=all build/test_backends
--gtest_filter='*Sweep*'`. Where this has been done (tests/peers/sweep.txt) its worst stands here.

{titles}
"""

SPECIAL = """
## Special functions
In last places of the greater of |f(x)| and |x f'(x)|: an argument is a rounded number itself, and
what half of its last digit moves is no error of the function's. The bound is 8, and no function
may be worse than the better one of SciPy and JAX unless it is within two places. SciPy computes
floats as doubles; of JAX's `exp1` and `expn` nothing is said, since XLA compiles them for minutes.

{titles}
"""

TAILS_TEXT = """
## Derivatives at the ends of the range
`tests/laws/tails.py` asks value and three derivatives, by `grad` and by `jvp`, of every elementwise
function, of `special`, activations and losses, in f64, f32, bf16 and f16: at 0, at tiny, subnormal
and huge arguments, beside poles and ends of domains. Where mpmath gives a normal number, ours is
never 0, infinite or nan. Value and first derivative are within 4 last places, the second and third
within 64, of the result or of what a last place of the argument moves it by, whichever is more. A
rule that is written by its rounded result (1 - tanh(x)^2) loses this; so do squares and products
that leave the range on the way. What is wider, and why:

{wider}

Of JAX the first derivative at the same arguments: at how many of them it is 0, infinite, nan or
more than 64 last places off though a normal number is right, and one of these. A peer that takes
subnormal numbers for zeros is not asked at these.

{titles}
"""


SUMS_TEXT = """
## Short sums
A sum of rounded numbers is only as exact as its largest partial sum, in any order, so that no bound
in last places of the result holds where terms cancel; f32 sums add f32, as NumPy and XLA do. Of
{draws} drawn programs of each kind, exported by JAX and imported here, measured against f64: the
worst error of positive terms, in last places of the result, and the mean (root mean square) error
of terms of both signs, in last places of the root mean square of the results, as are both numbers
of transforms and triangular systems. `tests/peers/short_sums.py --write` measures both sides.

{titles}
"""
SUMS_END = """
Where XLA is nearer: it adds the rows of a window first if there are many windows that tile x, and a
running sum in blocks of 16. Ours go term by term, as in NumPy. Sums in f16 and bf16 are those of
f32, rounded once; XLA rounds each.
"""

RANGE = """
## Sums at the ends of the range
The true mean of numbers near the largest one is a number, their sum is not. What is right there:

{titles}
"""


def header(*titles):
    return "\n".join("| " + " | ".join(row) + " |" for row in (titles, ["---"] * len(titles)))


ELEMENTARY = ELEMENTARY.format(titles=header("function", "f64", "at", "NumPy, SciPy", "JAX",
                                             "f32", "at", "NumPy, SciPy", "JAX"))
SPECIAL = SPECIAL.format(
    titles=header("function", "f64", "at", "SciPy", "JAX", "f32", "SciPy", "JAX"))

WIDER = [
    ("`softmax`, `log_softmax`, `logsumexp`, losses of logits: a share near 1, a sum near 0",
     "a last place of the row's greatest", "`sigmoid`, `nn.softplus`, `logaddexp` keep them"),
    ("`special.gammainc`, `gammaincc`, `betainc` by x, of large parameters", "1,000",
     "the density is the exponential of logarithms that cancel"),
    ("`special.log_ndtr` far below 0, third derivative", "x^2", "terms that cancel"),
    ("derivative of `nn.gelu`", "8", "1 less the gate, where both are near 1"),
    ("third derivative of `nn.gelu` and `nn.squareplus` near 0, where it is 0",
     "a last place of 1", "a sum whose parts are not 0"),
    ("second and third derivatives of `special.poch`, `betainc`, `gammainc`",
     "of the greatest part", "sums of parts near poles or ends"),
    ("second and third derivatives of `special.xlogy`, `xlog1py`",
     "that of x times 1 / y^2", "the power may leave the range where the product does not"),
    ("second and third derivatives of `norm`, elements far apart", "a last place of 1 / norm",
     "1 less the square of a share near 1"),
    ("second and third derivatives beyond 1/16 of the greatest number", "none",
     "their parts may be opposite infinities"),
    ("a result that is subnormal", "may be 0", "steps on the way are smaller still"),
]
AT_ENDS = [
    ("`norm`, `std`, `cov`, `corrcoef`, `hypot`, `optim.safe_norm`, clipping by norms",
     "every input whose result is a number", "scaled by a power of two, or squared in f64"),
    ("`median`, `quantile`, `interp`, `linspace`, `gradient`, `trapezoid`, `round`",
     "the same", "halves are taken before they are added"),
    ("`sum`, `mean`, `segment_sum`, `bincount`, `psum`, `pmean`, `nn.avg_pool`, losses, of f16",
     "the same", "computed in f32, rounded once"),
    ("the same of bf16, whose range is that of f32",
     "while the partial sums are numbers of f32; else inf or nan",
     "the same; a scale before each sum costs a third of the sum"),
    ("`softmax`, `log_softmax`, `logsumexp`, `nn.logmeanexp` and losses of f16 logits",
     "any number of classes", "above 65,504 computed in f32, rounded once"),
    ("`x[i] += y` and gradients of `x[i]`, in f16 and bf16", "sums of few terms",
     "each addition is rounded, as in XLA: 256 ones in bf16, 2,048 in f16 do not grow"),
    ("`sum`, `mean` of f32 and f64, `nn.avg_pool`, inverse transforms",
     "while the partial sums are numbers; else inf or nan, as in NumPy and JAX",
     "a look for the largest element before each sum costs as much as the sum"),
    ("`prod`", "while the partial products are numbers, in whatever order, of f32 for f16 and bf16",
     "the same"),
    ("`linalg.det` in `jit`, `vmap` and gradients",
     "while the products of its pivots are; `linalg.slogdet` for all others",
     "scaled pivots take small matrices up to twice the time; called directly, it scales them "
     "where they need it"),
    ("complex quotients",
     "while the sum of the sizes of both parts is a number, for the dividend and the divisor",
     "as in NumPy"),
    ("`x.var()` of f32 and f64", "while the squares are: distances from the mean up to 1e19 in f32",
     "the result leaves the range where they do, unless they are few"),
    ("`nn.layer_norm`, `group_norm`, `instance_norm`, `batch_norm`, `standardize`, in f32",
     "distances from the mean up to 1e19 over the root of the count; beyond, 0",
     "the variance is inf; bf16 and f16 are normed in f32"),
    ("`nn.rms_norm`, `weight_norm`, in f32", "elements up to 1e19; beyond, 0", "the same"),
    ("the same, of rows whose squares vanish", "while epsilon is a normal number, as by default",
     "with epsilon = 0 rows below 1e-19 give inf"),
    ("`linalg.lstsq`, `linalg.pinv`", "matrices of which an element is a normal number",
     "the reciprocal of a subnormal singular value leaves the range"),
]
RANGE = RANGE.format(titles=header("what", "right for", "how, or why not") + "".join(
    f"\n| {a} | {b} | {c} |" for a, b, c in AT_ENDS))
TAILS_TEXT = TAILS_TEXT.format(
    wider=header("what", "bound", "why") + "".join(f"\n| {a} | {b} | {c} |" for a, b, c in WIDER),
    titles=header("function", "by", "f64", "f32", "at", "JAX", "right"))


def shown(units):
    """An error of a reference implementation; of a very large one, only the magnitude."""
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
    if units is None:  # of two arguments, or composed: sampled
        units, where = single["rille"]["ulp"], "drawn"
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
    titles = header("program", "worst", "XLA's", "mean, terms of both signs", "XLA's") + rows
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
    return text + (f"\nArguments tried for values: {sum(counts):,}, from {min(counts)} to "
                   f"{max(counts):,} for each function and element type.\n")


def write(functions, versions):
    """New measurements replace those in the file."""
    known = json.loads(RESULTS.read_text())["functions"] if RESULTS.exists() else {}
    results = {"versions": versions, "functions": {**known, **functions}}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    PAGE.write_text(page())


if __name__ == "__main__":
    PAGE.write_text(page())
