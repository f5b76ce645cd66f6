#!/usr/bin/env python3
"""Property-based test: an update at one index of each row changes this element only, in every
notation.

Gradients of `take_along_axis`, of `x[arange(n), i]`, and of a mapped `x[i]`, and updates at such
indices: rows, columns, batches of them, rows of vectors; indices from both ends, updates that are
zeros of either sign. A Python loop over rows is the oracle, up to the sign of a zero, for eager and
compiled code.
"""
import math
import re

from law import Law

law = Law(__doc__)
draw = law.random


def zeros(shape):
    return [zeros(shape[1:]) for _ in range(shape[0])] if shape else 0.0


def words(x):
    return "[" + ", ".join(words(y) for y in x) + "]" if isinstance(x, list) else repr(x)


def flat(x):
    return [z for y in x for z in flat(y)] if isinstance(x, list) else [x]


def numbers(*shape):
    if not shape:
        return draw.choice([0.0, -0.0, 1.0, 0.25, -3.5, float(draw.randrange(9))])
    return [numbers(*shape[1:]) for _ in range(shape[0])]


def case():
    """A line of a program, and its expected numbers."""
    n, c, d = draw.choice([1, 2, 3, 8, 17]), draw.choice([1, 2, 5, 16]), draw.choice([1, 3])
    at = [draw.randrange(-c, c) for _ in range(n)]
    dtype = draw.choice(["i32", "i64"])
    i, w = f"{dtype}({at})", numbers(n)
    form = draw.choice(["along", "along 0", "places", "mapped", "vectors", "batch", "set", "add"])
    out, of = zeros([n, c]), f"f32({words(w)})"
    adds = True
    if form == "along":
        text = f"take_along_axis(x, {i}[:, nil], axis = 1)[:, 0]"
    elif form == "places":
        text = f"x[arange({n}), {i}]"
    elif form == "mapped":
        text = f"vmap((row, k) => row[k])(x, {i})"
    elif form == "along 0":
        text = f"take_along_axis(x, {i}[nil, :], axis = 0)[0]"
        out = zeros([c, n])
    elif form == "vectors":
        text, out, w = f"vmap((row, k) => row[k])(x, {i})", zeros([n, c, d]), numbers(n, d)
        of = f"f32({words(w)})"
    elif form == "batch":
        out, w = zeros([n, c, d]), numbers(n, d)
        of = f"f32({words(w)})"
        text = f"take_along_axis(x, tile(reshape({i}, ({n}, 1, 1)), (1, 1, {d})), axis = 1)[:, 0]"
    else:
        adds = form == "add"
        sign = "+=" if adds else "="
        text = f"{{ var t = zeros(({n}, {c}))\n  t[arange({n}), {i}] {sign} w\n  t }}"
    for row, k in enumerate(at):
        if form == "along 0":
            out[k][row] = w[row] + 0.0
        elif isinstance(w[row], list):
            out[row][k] = [y + 0.0 for y in w[row]]
        else:
            out[row][k] = w[row] + 0.0 if adds else w[row]
    shape = [len(out), len(out[0])] + ([d] if isinstance(out[0][0], list) else [])
    if form in ("set", "add"):
        call = f"w => {text}"
        given = of
    else:
        call = f"x => grad(x => sum({of} * {text}))(x)"
        given = f"ones(({', '.join(map(str, shape))}))"
    call = draw.choice([f"({call})", f"jit({call})"])
    return f"print((1.0 / {call}({given})).reshape(-1))", flat(out)


def inverse(x):
    return 1.0 / x if x else math.copysign(math.inf, x)


for _ in range(law.count(6)):
    cases = [case() for _ in range(40)]
    text = "\n".join(line for line, _ in cases)
    isa = draw.choice(["avx512", "avx2", "baseline"])
    status, out, said = law.run(text, env={"RILLE_ISA": isa})
    law.expect(status == 0, "the program runs", f"{text[:2000]}\n{said}")
    printed = re.findall(r"\[[^]]*\]", out)
    law.expect(len(printed) == len(cases), "each line prints", out[:500])
    for (line, wanted), got in zip(cases, printed):
        found = [float(x) for x in re.findall(r"-?(?:inf|[\d.]+(?:e[-+]?\d+)?)", got)]
        right = len(found) == len(wanted) and all(
            math.isclose(a, inverse(b), rel_tol=1e-5) for a, b in zip(found, wanted))
        law.expect(right, "the one place", f"{line}\n{got}\nwanted {wanted}")
law.done()
