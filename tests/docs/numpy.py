#!/usr/bin/env python3
"""Writes docs/numpy.md from tests/docs/numpy.txt. usage: tests/docs/numpy.py [--check]

With --check nothing is written, and the exit status is 1 if the page is not current.
tests/peers/numpy_rows.py checks that each expression returns the result of NumPy.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE, PAGE = ROOT / "tests/docs/numpy.txt", ROOT / "docs/numpy.md"
LEAST = 300
INTRO = """# NumPy functions in Rille

This page lists every function of `jax.numpy`, which has nearly all functions of NumPy. Each row
shows an equivalent Rille expression, or the reason why there is none. {have} of {all} functions
have an equivalent, {own} of them under the same name. `tests/docs/numpy.py` generates the page from
`tests/docs/numpy.txt`. `tests/peers/numpy_rows.py` runs each expression on random inputs and
compares the result with NumPy's.

Rille has few functions with many options. A reduction with `where = mask` replaces the functions
whose names begin with `nan`. `split` replaces five functions, and so does `unique`.

In the examples, the variables are:
- `x`, `y`: matrices of floats;
- `v`, `w`, `q`: vectors; `s`: a vector in ascending order;
- `i`, `j`, `k`: ints; `b`, `c`, `d`: bools;
- `a`: floats with NaN; `z`: complex numbers;
- `m`: a square matrix; `t`: an array with three axes.

## Indexing
`x[…]` reads, and `x[…] = v` and `x[…] += v` update, with every form of index that NumPy has: ints,
slices with any step, `...`, `nil` for a new axis, masks, broadcast arrays of ints, and mixtures of
these at any position. `tests/peers/indexing.py` generates random indices. Of 130,000 reads, updates
and gradients (seeds 11 and 12), each gave NumPy's elements. If an index occurs twice, `=` keeps the
last value, and `+=`, `-=`, `*=` apply each one, as `numpy.add.at` does.

Two forms are deliberately absent: masks without axes (use `if`), and, in a trace, slices with
traced bounds (use `x[i + arange(n)]`).
"""


def rows():
    out = []
    for line in TABLE.read_text().splitlines():
        if line.startswith("#"):
            continue
        cells = line.split(" | ", 2)
        if len(cells) != 3:
            sys.exit(f"{TABLE.name}: not three cells: {line}")
        out.append(cells)
    names = [name for name, *_ in out]
    if names != sorted(set(names)):
        sys.exit(f"{TABLE.name}: a name occurs twice, or the names are not sorted")
    return out


def page():
    table = rows()
    have = [(name, ours) for name, ours, _ in table if ours != "-"]
    own = sum(re.search(rf"(?<![\w.]){name}\(|\.{name}\(", ours) is not None for name, ours in have)
    if len(have) < LEAST:
        sys.exit(f"{TABLE.name}: {len(have)} have an equivalent, fewer than {LEAST}")
    lines = [INTRO.format(have=len(have), all=len(table), own=own), "## Functions",
             "| NumPy | Rille |", "| --- | --- |"]
    for name, ours, theirs in table:
        said = theirs if ours == "-" else f"`{ours}`"
        lines.append(f"| `{name}` | " + ("Deliberately absent: " if ours == "-" else "") +
                     said.replace("|", "\\|") + " |")
    return "\n".join(lines) + "\n"


if "--check" in sys.argv[1:]:
    good = PAGE.exists() and PAGE.read_text() == page()
    if not good:
        print("docs/numpy.md is not current: tests/docs/numpy.py writes it")
    sys.exit(not good)
PAGE.write_text(page())
