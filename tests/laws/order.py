#!/usr/bin/env python3
"""Property-based test: sorts and top_k equal Python's sort, with ties and NaN.

Rows of random lengths (around the blocks of the code), dtypes, and kinds: all different, few
distinct values, all equal, ascending, descending, nearly sorted, with NaN, infinities, and zeros of
both signs. `sort`, `argsort` in both directions, and `top_k` with few, many, all, and no elements:
values, indices, and their order, of one row and of batches, eager, jitted, mapped, of transposed
arrays, with any thread count and instruction set.
"""
import math

from law import Law

law = Law(__doc__)
draw = law.random
DTYPES = ["f32", "f32", "f64", "bf16", "f16", "i32", "i64", "u8", "i8", "u32", "u64", "bool"]
SIZES = [1, 2, 3, 7, 15, 16, 17, 31, 63, 64, 65, 127, 128, 129, 200, 255, 256, 257, 300, 511, 513,
         1000, 1024, 1100]
BOUNDS = {"u8": (0, 255), "i8": (-128, 127), "i32": (-2**31, 2**31 - 1), "u32": (0, 2**32 - 1),
          "i64": (-2**53, 2**53), "u64": (0, 2**53), "bool": (0, 1)}


def element(dtype):
    if dtype in BOUNDS:
        return draw.randint(*BOUNDS[dtype])
    small = draw.randint(-127, 127) / 2.0 ** draw.randint(0, 6)  # the same number in all dtypes
    return draw.choice([small] * 8 + [math.nan, MINUS_NAN, math.inf, -math.inf, 0.0,
                                        -0.0])


def line(dtype, n):
    kind = draw.choice(["any", "any", "few", "equal", "up", "down", "nearly", "different"])
    if kind == "equal":
        return kind, [element(dtype)] * n
    if kind == "few":
        some = [element(dtype) for _ in range(3)]
        return kind, [draw.choice(some) for _ in range(n)]
    out = [element(dtype) for _ in range(n)]
    if kind == "different" and dtype in ("f32", "f64", "i32", "i64", "u32", "u64"):
        out = [float(x) if dtype[0] == "f" else x for x in draw.sample(range(100_000), n)]
    if kind in ("up", "down", "nearly"):
        out.sort(key=upwards, reverse=kind == "down")
    if kind == "nearly":
        for _ in range(1 + n // 20):
            i, j = draw.randrange(n), draw.randrange(n)
            out[i], out[j] = out[j], out[i]
    return kind, out


# A NaN with its sign set, which sort treats as any NaN, and top_k as less than all numbers.
MINUS_NAN = -math.nan


def upwards(x):
    return (x != x, 0 if x != x else x)


def total(x):
    """IEEE 754's totalOrder, descending."""
    sign = math.copysign(1, x)
    return (-sign if x != x else 0, 0 if x != x else -x, -sign if x == 0 else 0)


def text_of(x, dtype):
    if dtype == "bool":
        return "true" if x else "false"
    if x != x:
        return "nan" if math.copysign(1, x) > 0 else "(-nan)"
    if math.isinf(x):
        return "inf" if x > 0 else "-inf"
    return repr(x)


def array(rows, dtype):
    rows = ", ".join("[" + ", ".join(text_of(x, dtype) for x in row) + "]" for row in rows)
    return f"{dtype}([{rows}])" if dtype != "bool" else f"[{rows}]"


def places(row, down):
    """The indices of the sorted elements; ties in their original order."""
    if not down:
        return sorted(range(len(row)), key=lambda i: upwards(row[i]))
    return sorted(range(len(row)), key=lambda i: (row[i] == row[i], 0 if row[i] != row[i]
                                                  else -row[i]))


def counts(n):
    return draw.choice([0, 1, 2, 3, 8, n // 33, n // 9, n // 3, n - 1, n])


def forms(call):
    """Expressions of the same result; x is the batch."""
    return draw.choice([call("x"), f"jit(x => {call('x')})(x)", f"vmap(x => {call('x')})(x)",
                        f"jit(vmap(x => {call('x')}))(x)", f"(x => {call('x')})(copied(x))"])


def wanted_places(lines, down, k):
    """As text: the array of the indices, k in each row."""
    return at_lines([places(row, down)[:k] for row in lines], k)


def at_lines(rows, k):
    return f"i32({rows})" if k > 0 else f"zeros(({len(rows)}, 0), i32)"


def case():
    dtype, n = draw.choice(DTYPES), draw.choice(SIZES)
    rows = draw.choice([1, 1, 2, 3, 17]) if n < 300 else draw.choice([1, 2])
    kinds, lines = zip(*(line(dtype, n) for _ in range(rows)))
    k, down = max(0, min(n, counts(n))), draw.random() < 0.5
    top, order, ordered = (forms(call) for call in (
        lambda x: f"top_k({x}, {k})", lambda x: f"argsort({x}, descending = {str(down).lower()})",
        lambda x: f"sort({x}, descending = {str(down).lower()})"))
    number = "x" if dtype in BOUNDS else "where(isnan(x), 0, x)"
    text = f"""fn copied(x) = x.T.T
fn number(x) = {number}
fn alike(x, y) = same(number(x), number(y)) and same(x != x, y != y)
let x = {array(lines, dtype)}
fn at_places(p) = stack((x[i][p[i]] for i in 0..{rows}))
let (values, at) = {top}
let wanted = {at_lines([sorted(range(n), key=lambda i: total(row[i]))[:k] for row in lines], k)}
print(same(at, wanted))
print(alike(values, at_places(wanted)))
let order = {wanted_places(lines, down, n)}
print(same({order}, order))
print(alike({ordered}, at_places(order)))
"""
    env = {"RILLE_THREADS": str(draw.choice([1, 2, 3])),
           "RILLE_ISA": draw.choice(["avx512", "avx2", "baseline"])}
    return f"{dtype}[{rows}, {n}] {kinds} k = {k}", text, env


for _ in range(law.count(60)):
    name, text, env = case()
    status, out, said = law.run(text, env=env)
    got = out.split()
    for i, what in enumerate(["places of top_k", "values of top_k", "argsort", "sort"]):
        law.expect(got[i:i + 1] == ["true"], f"{name}: {what}",
                   f"{env}\n{text[:3000]}\n{status} {said[:1000]}")
law.done()
