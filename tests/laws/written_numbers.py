"""Property-based test: a number as a literal in a function yields the same bits as the number as an
argument.

Random functions (pointwise code, reductions, scans, products, loops, and branches) have a slot for
each number. One version has numbers in the slots, the other parameters; both are jitted, with
several samples of the numbers in one process, so that kernels that differ only in numbers share
their code: equal bits, in f32, f64, bf16, and f16, with random thread counts and instruction sets,
with code from disk and without. Functions that differ only in such numbers compile as many kernels
as one.
"""
from law import Law

law = Law(__doc__)
draw = law.random

# Functions of x, (ROWS, WIDE), with a result of the same shape; `?` is a number.
STATEMENTS = [
    "x = x * ? + ?", "x = x / ?", "x = x - x * ?", "x = where(x > ?, x, ? * x)",
    "x = ? / (x * x + 1)", "x = maximum(x, ?) - minimum(x, ?)", "x = tanh(x * ?) + ?",
    "x = exp(-abs(x) * ?)", "x = x - ? * sum(x * ?, axis = 1, keepdims = true)",
    "x = x + ? * mean(x, axis = 0)", "x = cumsum(x * ?, axis = 1) * ?",
    "x = softmax(x * ?, axis = 1) - ?", "x = max(x * ?, axis = 0) + x", "x = (x * ?) @ w + ?",
    "x = tanh(x @ (w * ?)) * ?", "for k in 0..3 { x = x * ? + ? }",
    "n = 0\n  while n < 3 and sum(abs(x)) > ? {\n    x = x * ?\n    n += 1\n  }",
    "if sum(x) > ? { x = x * ? } else { x = x + ? }", "x = flip(x, axis = 0) * ? + x",
    "for k in 0..2 { for j in 0..2 { x = sin(x * ?) - ? } }",
    "for k in 0..3 { x = x - ? * max(x * ?, axis = 1, keepdims = true) }",
    "x = pad(x, ((1, 0), (0, 1)), constant_values = ?)[1:, :{wide}]", "x = atan2(x, ?)",
    "x = sort(x * ?, axis = 1)",
]
SPECIAL = ["0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "0.25", "4.0", "1024.0", "3.0", "1e-7",
           "inf", "nan", "1e-30", "1e6", "-1e9", "1e30"]
PRELUDE = """let inf = 1e300 * 1e300
let nan = inf - inf
fn numbers(x) = where(isnan(x), 0, x)
fn equal(a, b) = all(isnan(a) == isnan(b)) and same(numbers(a), numbers(b))
"""


def number(dtype):
    if draw.random() < 0.3:
        return draw.choice(SPECIAL[:-4] if dtype == "f16" else SPECIAL)
    return f"{draw.uniform(-2, 2):.7g}"


def case():
    wide, rows = draw.choice([1, 3, 8, 17, 40]), draw.choice([1, 2, 5, 33, 130])
    lines = [draw.choice(STATEMENTS).replace("{wide}", str(wide))
             for _ in range(draw.randint(1, 6))]
    holes = sum(line.count("?") for line in lines)
    dtype = draw.choice(["f32", "f32", "f64", "bf16", "f16"])
    names = [f"c{i}" for i in range(holes)]

    def body(words):
        words, out = iter(words), []
        for line in lines:
            first, *rest = line.split("?")
            out.append("  " + first + "".join(next(words) + part for part in rest))
        return "{\n  var x = x\n  var n = 0\n" + "\n".join(out) + "\n  x\n}\n"

    text = PRELUDE + f"fn given({', '.join(['x', 'w'] + names)}) {body(names)}"
    calls = []
    for turn in range(3):
        numbers = [number(dtype) for _ in names]
        text += f"fn written{turn}(x, w) {body(numbers)}"
        scalars = "".join(f", {dtype}({n})" for n in numbers)
        calls.append(f"print(equal(jit(written{turn})(x, w), jit(given)(x, w{scalars})))")
    text += (f"let x = {dtype}(rng.normal(rng.key(1), ({rows}, {wide})))\n"
             f"let w = {dtype}(rng.normal(rng.key(2), ({wide}, {wide})))\n"
             + "\n".join(calls) + "\n")
    env = {"RILLE_THREADS": draw.choice("123"),
           "RILLE_CACHE": draw.choice(["off", str(law.folder / "cache")]),
           "RILLE_ISA": draw.choice(["avx512", "avx512", "avx2", "baseline"])}
    status, out, said = law.run(text, env=env)
    law.expect((status, out) == (0, "true\n" * 3), "a number is its argument",
               f"{text}\n{env}\n{out}\n{said}")


def kernels_of(lines, count):
    """The number of kernels of `count` functions that differ in their numbers."""
    folder = law.folder / f"kernels{draw.getrandbits(40)}"
    text = ""
    for turn in range(count):
        body = "\n  ".join(lines)
        while "?" in body:
            body = body.replace("?", f"{draw.uniform(1.01, 1.99):.7g}", 1)
        text += f"fn f{turn}(x, w) {{\n  var x = x\n  var n = 0\n  {body}\n  x\n}}\n"
        text += f"jit(f{turn})(ones((6, 40)), ones((40, 40)))\n"
    status, _, said = law.run(text, env={"RILLE_CACHE": str(folder)})
    return len(list(folder.glob("*.o"))) if status == 0 else said


def shared():
    lines = [draw.choice(STATEMENTS).replace("{wide}", "40") for _ in range(draw.randint(1, 4))]
    one, several = kernels_of(lines, 1), kernels_of(lines, 4)
    law.expect(one == several, "other numbers compile nothing", f"{lines}\n{one}\n{several}")


for _ in range(law.count(60)):
    case()
for _ in range(law.count(10)):
    shared()
law.done()
