#!/usr/bin/env python3
"""Property-based test: argmax and argmin return the first of ties, the first NaN before all; any
and all test each element.

Arrays of every ordered dtype, with elements from a few difficult numbers: both zeros (which are
equal), infinities, NaN, the smallest and the largest integer, of which a row may consist. Sizes are
around the SIMD widths of all instruction sets. A Python loop is the oracle, along each axis and
over all elements, eager and compiled.
"""
import math
import re

from law import Law

law = Law(__doc__)
draw = law.random
NUMBERS = {
    "f32": ["0.0", "-0.0", "1.5", "-inf", "inf", "nan"], "f64": ["0.0", "-0.0", "-inf", "nan"],
    "f16": ["0.0", "-0.0", "1.5", "-inf", "nan"], "bf16": ["0.0", "-0.0", "1.5", "inf", "nan"],
    "i8": ["-128", "0", "127"], "i32": ["-2147483648", "0", "5"], "u8": ["0", "3", "255"],
    "u32": ["0", "4294967295"], "i64": ["-9223372036854775807", "0", "1"],
    "bool": ["false", "true"]}
ROWS = [1, 1, 2, 5, 8, 17, 40]
COLUMNS = [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 63, 64, 65, 100, 129, 300]


def number(text):
    if text in ("false", "true"):
        return int(text == "true")
    return float(text) if text[-1] in "fn" or "." in text else int(text)


def place(numbers, name):
    """The index of the first NaN, or of the first extreme element."""
    found = 0
    for i, x in enumerate(numbers):
        best = numbers[found]
        if math.isnan(best):
            break
        if math.isnan(x) or (x > best if name == "argmax" else x < best):
            found = i
    return found


def case():
    """Lines of a program, and the expected numbers of each."""
    dtype, m, n = draw.choice(list(NUMBERS)), draw.choice(ROWS), draw.choice(COLUMNS)
    some = draw.sample(NUMBERS[dtype], draw.randint(1, len(NUMBERS[dtype])))
    words = [[draw.choice(some) for _ in range(n)] for _ in range(m)]
    x = "[" + ", ".join("[" + ", ".join(row) + "]" for row in words) + "]"
    x = x if dtype == "bool" else f"{dtype}({x})"
    rows = [[number(word) for word in row] for row in words]
    name = draw.choice(["argmax", "argmin"])
    columns = [list(column) for column in zip(*rows)]
    calls = {f"{name}(x, axis = 1)": [place(row, name) for row in rows],
             f"{name}(x, axis = 0)": [place(column, name) for column in columns],
             f"{name}(x.reshape(({m * n},)))": [place(sum(rows, []), name)]}
    if dtype == "bool":
        of = draw.choice([any, all])
        calls |= {f"{of.__name__}(x, axis = 1)": [int(of(row)) for row in rows],
                  f"{of.__name__}(x, axis = 0)": [int(of(column)) for column in columns],
                  f"{of.__name__}(x)": [int(of(sum(rows, [])))]}
    for call, wanted in calls.items():
        made = draw.choice([call, f"jit(x => {call})(x)"])
        yield f"print({{ let x = {x}\n  i32({made}) }})", wanted


for _ in range(law.count(8)):
    cases = [one for _ in range(25) for one in case()]
    isa = draw.choice(["avx512", "avx2", "baseline"])
    status, out, said = law.run("\n".join(text for text, _ in cases), env={"RILLE_ISA": isa})
    law.expect(status == 0, "the program runs", said)
    printed = re.findall(r"\[[^]]*\]|\d+", out)
    law.expect(len(printed) == len(cases), "each line prints", out)
    for (text, wanted), got in zip(cases, printed):
        law.expect([int(x) for x in re.findall(r"\d+", got)] == wanted, f"{isa}: places",
                   f"{text}\n{got}\nwanted {wanted}")
law.done()
