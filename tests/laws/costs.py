"""Property-based test: `rille plan` counts what the shapes determine: operations, functions, bytes,
memory.

The test generates chains, reductions, products, softmaxes, attention, convolutions, and loops. The
oracle counts from shapes alone, as XLA's cost analysis does: an operation once for each element, n
- 1 for a sum of n terms, 2 for each term of a product, transcendental functions separately. A
kernel reads each element of its arguments once and writes each of its results once, so a program of
one kernel moves the program's arguments and results, and several kernels no less.
"""
import json
import math
import subprocess

from law import RILLE, Law

law = Law(__doc__)
R = law.random
PLAIN = {"add": "({0} + {1})", "sub": "({0} - {1})", "mul": "({0} * {1})",
         "max": "maximum({0}, {1})", "min": "minimum({0}, {1})"}
FUNCTIONS = ["exp({0})", "tanh({0})", "sin({0})", "sqrt({0})"]


def size(dims):
    return math.prod(dims)


def typed(dims, dtype="f32"):
    return dtype if not dims else f"{dtype}[{', '.join(map(str, dims))}]"


class Wanted:
    """A function of a script, and the expected counts of its plan."""

    def __init__(self, text, args, flops, functions=0, out=(), width=4, kernels=1):
        self.text, self.args, self.out, self.width = text, args, out, width
        self.flops, self.functions, self.kernels = flops, functions, kernels
        self.spare = 0  # bytes of numbers that are passed in addition

    def read(self):
        return sum(map(size, self.args)) * self.width

    def written(self):
        return size(self.out) * self.width


def drawn_dims(least, most, rank):
    return [R.randint(least, most) for _ in range(rank)]


def chain():
    """Pointwise code: each element passes through all of it; x and y are read once."""
    dims = drawn_dims(2, 9, R.randint(1, 3))
    dtype, width = R.choice([("f32", 4), ("f64", 8)])
    text, plain, functions, sees_y = "x", 0, 0, False
    for i in range(R.randint(1, 9)):
        if i > 0 and R.random() < 0.3:
            text, functions = R.choice(FUNCTIONS).format(text), functions + 1
            continue
        sees_y = i == 0 or R.random() < 0.5
        other = "y" if sees_y else f"{R.choice([1.37, 0.71, 2.93])}"
        if i > 0 and not sees_y:
            text = f"tanh({text})"  # two constants in a row might be combined
            functions += 1
        text, plain = PLAIN[R.choice(list(PLAIN))].format(text, other), plain + 1
    n = size(dims)
    return Wanted(f"fn f(x: {typed(dims, dtype)}, y: {typed(dims, dtype)}) = {text}", [dims, dims],
                  plain * n, functions * n, dims, width)


def fold():
    """A reduction of n terms: n - 1 operations for each element of the result."""
    dims = drawn_dims(2, 12, R.randint(1, 4))
    axes = sorted(R.sample(range(len(dims)), R.randint(1, len(dims))))
    left = [n for axis, n in enumerate(dims) if axis not in axes]
    name = R.choice(["sum", "max", "min", "prod"])
    words = "(" + "".join(f"{axis}, " for axis in axes) + ")"
    return Wanted(f"fn f(x: {typed(dims)}) = {name}(x, axis = {words})", [dims],
                  size(dims) - size(left), 0, left)


def product():
    """Two operations for each term, whatever the layout; the epilogue counts for each element."""
    batch = drawn_dims(2, 3, R.randint(0, 2))
    m, k, n = drawn_dims(2, 40, 3)
    x, y, flops = [*batch, m, k], [*batch, k, n], 2 * size(batch) * m * k * n
    left, right = "x", "y"
    if R.random() < 0.4:
        x, left = [*batch, k, m], "x.T" if not batch else "x.swap(-1, -2)"
    if R.random() < 0.4:
        y, right = [*batch, n, k], "y.T" if not batch else "y.swap(-1, -2)"
    args, params, text = [x, y], f"x: {typed(x)}, y: {typed(y)}", f"{left} @ {right}"
    functions = 0
    if R.random() < 0.5:
        args.append([n])
        params += f", b: {typed([n])}"
        text, flops = f"maximum({text} + b, 0.0)", flops + 2 * size(batch) * m * n
    if R.random() < 0.3:
        text, functions = f"tanh({text})", size(batch) * m * n
    return Wanted(f"fn f({params}) = {text}", args, flops, functions, [*batch, m, n])


def softmax_text(x):
    return (f"{{ let s = {x}; let e = exp(s - max(s, axis = -1, keepdims = true)); "
            "e / sum(e, axis = -1, keepdims = true) }")


def softmax():
    """A row of n: n - 1 comparisons, n subtractions, n - 1 additions, n divisions, n exp."""
    rows, n = R.randint(16, 60), R.randint(9, 200)
    return Wanted(f"fn f(x: {typed([rows, n])}) = {softmax_text('x')}", [[rows, n]],
                  rows * (4 * n - 2), rows * n, [rows, n])


def attention():
    """Two products, a scale, a softmax: scores are never materialized."""
    b, t, d = R.randint(2, 6), R.choice([16, 32, 48]), R.choice([8, 16, 24])
    dims = [b, t, d]
    params = ", ".join(f"{name}: {typed(dims)}" for name in "qkv")
    text = softmax_text("(q @ k.swap(-1, -2)) * 0.37")
    flops = 4 * b * t * t * d + b * t * t + b * t * (4 * t - 2)
    return Wanted(f"fn f({params}) = {text} @ v", [dims] * 3, flops, b * t * t, dims)


def conv():
    """Each element of the result is a product over a window and the channels."""
    n, side, ins, outs = R.randint(1, 3), R.randint(5, 9), R.randint(2, 6), R.randint(2, 9)
    window = R.choice([2, 3])
    same = R.random() < 0.5
    after = side if same else side - window + 1
    x, w, out = [n, side, side, ins], [window, window, ins, outs], [n, after, after, outs]
    padding = "same" if same else "valid"
    terms = size(out) * window * window * ins
    # The padding is zeros, which are multiplied too; a separate kernel may write it.
    params, call = f"x: {typed(x)}, w: {typed(w)}", f'conv(x, w, padding = "{padding}")'
    return Wanted(f"fn f({params}) = {call}", [x, w], 2 * terms, 0, out,
                  kernels=None if same else 1)


def loop():
    """A loop's operations are those of one iteration times the number of iterations."""
    turns, n = R.randint(3, 20), R.randint(2, 30)
    text = ("{ var h = h0\n  for i in 0..%d { h = tanh(h * 1.37 + w) }\n  h }" % turns)
    out = Wanted(f"fn f(h0: {typed([n])}, w: {typed([n])}) {text}", [[n], [n]], 2 * turns * n,
                 turns * n, [n])
    out.spare = 8  # the end of the range
    return out


def column_scale():
    """A broadcast operand is read once."""
    rows, n = drawn_dims(2, 30, 2)
    params = f"x: {typed([rows, n])}, s: {typed([n])}, c: {typed([])}"
    return Wanted(f"fn f({params}) = x * s + c", [[rows, n], [n], []], 2 * rows * n, 0, [rows, n])


def planned(case, *words):
    path = law.folder / "planned.rille"
    path.write_text(case.text + "\n")
    done = subprocess.run([RILLE, "--json", "plan", f"{path}:f", "--isa",
                           R.choice(["baseline", "avx2", "avx512"]), *words],
                          capture_output=True, text=True, timeout=300, cwd=law.folder)
    return (json.loads(done.stdout) if done.returncode == 0 else None), done.stdout + done.stderr


def judge(case, kind):
    plan, said = planned(case)
    detail = f"{case.text}\n{said}"
    law.expect(plan is not None, f"{kind}: a plan", detail)
    if plan is None:
        return
    for what in ("flops", "functions"):
        wanted = getattr(case, what)
        law.expect(plan[what] == wanted, f"{kind}: {what} are {wanted}, got {plan[what]}", detail)
        parts = sum(step[what] for step in plan["steps"])
        law.expect(parts == plan[what], f"{kind}: the steps' {what} are all of them", detail)
    wanted = {"read": case.read(), "written": case.written()}
    steps = [step for step in plan["steps"] if step["depth"] == 0]
    for what, least in wanted.items():
        good = plan[what] == least if len(steps) == 1 else plan[what] >= least
        law.expect(good, f"{kind}: {least} bytes are {what}, got {plan[what]}", detail)
    law.expect(case.kernels in (None, len(steps)), f"{kind}: {case.kernels} kernels", detail)
    memory = plan["memory"]
    spare = memory["arguments"] - case.read()
    law.expect(0 <= spare <= case.spare, f"{kind}: arguments", detail)
    law.expect(memory["results"] == case.written(), f"{kind}: results", detail)
    whole = (memory["arguments"] + memory["results"] - memory["taken_over"] + memory["arena"]
             + memory["scratch"])
    law.expect(memory["peak"] == whole, f"{kind}: the peak is the sum of the parts", detail)
    judge_buffers(plan, kind, detail)


def judge_buffers(plan, kind, detail):
    """No two buffers that are live at the same time share memory; all are inside of the arena."""
    inner = [(int(b["home"].split()[1]), b) for b in plan["buffers"] if b["home"].startswith("at ")]
    for at, b in inner:
        law.expect(at + b["bytes"] <= plan["memory"]["arena"], f"{kind}: in the arena", detail)
    for i, (at, b) in enumerate(inner):
        for other_at, other in inner[:i]:
            apart = at + b["bytes"] <= other_at or other_at + other["bytes"] <= at
            # A buffer that is updated in place is reused at the step that reads it last.
            meets = b["first"] < other["last"] and other["first"] < b["last"]
            law.expect(apart or not meets, f"{kind}: two live buffers share memory", detail)


KINDS = [chain, fold, product, softmax, attention, conv, loop, column_scale]
for number in range(law.count(64)):
    kind = KINDS[number % len(KINDS)]
    judge(kind(), kind.__name__)
law.done()
