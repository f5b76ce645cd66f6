#!/usr/bin/env python3
"""Writes docs/numpy.md from tests/docs/numpy.txt. usage: tests/docs/numpy.py [--check]

With --check nothing is written: the exit status says whether the page agrees with the table.
tests/peers/numpy_rows.py tests that each expression returns what NumPy returns.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE, PAGE = ROOT / "tests/docs/numpy.txt", ROOT / "docs/numpy.md"
LEAST = 300
INTRO = """# NumPy's functions, and ours

Every function of `jax.numpy`, which are NumPy's but for a few: what it is here, as an example, or
why it is not. Made of `tests/docs/numpy.txt` by `tests/docs/numpy.py`; `tests/peers/numpy_rows.py`
runs each example on drawn inputs and compares it with NumPy's. {have} of {all} are here, {own} of
them under their own name.

Few words have many options here: `where = mask` of a reduction stands for the functions whose names
begin with `nan`, `split` for five, `unique` for five. `x`, `y` are matrices of floats, `v`, `w`,
`q`, `s` (upwards) vectors, `i`, `j`, `k` ints, `b`, `c`, `d` bools, `a` floats with NaN, `z`
complex, `m` square, `t` of three axes.

## Indexing
`x[…]` reads and `x[…] = v`, `x[…] += v` update in every form of NumPy's: ints, slices with any
step, `...`, `nil` for a new axis, masks, arrays of ints that are broadcast, and mixtures of these
in any place; `tests/peers/indexing.py` draws them, and of 130,000 reads, updates and gradients
(seeds 11 and 12) each gave NumPy's own elements. Where an element is named twice, `=` keeps the
last value and `+=`, `-=`, `*=` apply each, as `numpy.add.at` does. By design not: a mask of no axes
(`if` decides), and in a trace slices whose bounds are not known (`x[i + arange(n)]`).
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
        sys.exit(f"{TABLE.name}: a name stands twice, or not in order")
    return out


def page():
    table = rows()
    have = [(name, ours) for name, ours, _ in table if ours != "-"]
    own = sum(re.search(rf"(?<![\w.]){name}\(|\.{name}\(", ours) is not None for name, ours in have)
    if len(have) < LEAST:
        sys.exit(f"{TABLE.name}: {len(have)} are here, fewer than {LEAST}")
    lines = [INTRO.format(have=len(have), all=len(table), own=own), "## Functions",
             "| NumPy | here |", "| --- | --- |"]
    for name, ours, theirs in table:
        said = theirs if ours == "-" else f"`{ours}`"
        lines.append(f"| `{name}` | " + ("by design not: " if ours == "-" else "") +
                     said.replace("|", "\\|") + " |")
    return "\n".join(lines) + "\n"


if "--check" in sys.argv[1:]:
    good = PAGE.exists() and PAGE.read_text() == page()
    if not good:
        print("docs/numpy.md is not what the table says: tests/docs/numpy.py writes it")
    sys.exit(not good)
PAGE.write_text(page())
