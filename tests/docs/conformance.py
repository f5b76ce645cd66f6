#!/usr/bin/env python3
"""Writes docs/conformance.md: what others' programs say of this one. usage: conformance.py

By family of the public StableHLO programs, in both modes: how many hold, and how far floats are
from what is expected at most. Needs ../shared; run it after a change of what arithmetic does.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SUITE = ROOT.parent / "shared" / "conformance" / "stablehlo"
RILLE = os.environ.get("RILLE", str(ROOT / "build" / "rille"))
HEAD = """# Conformance

Written by `tests/docs/conformance.py`; `tests/stablehlo/run` holds it.

## StableHLO
Programs of the StableHLO project's own test data (Apache-2.0), each with inputs and what is
expected: exactly, within 3 units in the last place (ulp), or within 1e-3. *hold* counts those whose
checks hold compiled and op by op; *ulp* is the greatest distance of a float from the expected one,
of checks that count ulp. With one bit of each expected constant turned, none holds. *anew* counts
those whose checks hold as rille writes the program, its composites taken by name and as what
decomposes them, where that text, read back, gives the same text again.

"""
EXPORTED = """`rille export stablehlo` writes {functions} functions of `tests/stablehlo/export/`:
steps of training of multi-layer perceptrons, a CNN, a GPT and a ViT, loops and branches,
derivatives, places and orders, random numbers, element types from 4 bits to complex numbers.
`tests/stablehlo/run` holds that the text, read back, gives the function's own bits, and the same
text; `tests/stablehlo/export.py`, that XLA's verifier takes it and XLA on a CPU computes the same
numbers, but for the roundings of sums and elementary functions."""


def family(path):
    name = path.stem.removesuffix("_chlo")
    kinds = r"_(?:bool|u?int\d+|bfloat16|float\d+|complex\d+).*$"
    return re.sub(r"_dtypes?$|_shapes?$", "", re.sub(kinds, "", name))


def main():
    files = sorted(SUITE.glob("*.mlir"))
    if not files:
        sys.exit("../shared has no StableHLO suite here")
    held = {("eager", "given"): {}, ("jit", "given"): {}, ("eager", "rewritten"): {},
            ("eager", "decomposed"): {}}
    for (mode, form), out in held.items():
        for begin in range(0, len(files), 100):
            some = [str(path) for path in files[begin:begin + 100]]
            done = subprocess.run([RILLE, "stablehlo", "run", "--mode", mode, "--form", form, *some,
                                   "/dev/null"], capture_output=True, text=True)
            line = r"^(.*): (?:no checks|\d+ checks? holds?)(?:, at most (\d+) ulp apart)?$"
            for path, ulp in re.findall(line, done.stdout, re.M):
                out[path] = int(ulp or 0)
    rows = collections.defaultdict(list)
    for path in files:
        found = [out.get(str(path)) for out in held.values()]
        rows[family(path)].append((found[:2], found[2:]))
    lines = ["| family | programs | hold | ulp | anew |", "| --- | --- | --- | --- | --- |"]
    for name, counts in [*sorted(rows.items()), ("all", sum(rows.values(), []))]:
        good = [both for both, _ in counts if None not in both]
        worst = max((max(both) for both in good), default=0)
        anew = sum(None not in both for _, both in counts)
        lines.append(f"| {name} | {len(counts)} | {len(good)} | {worst} | {anew} |")
    functions = sum(len(re.findall(r"^let \w+_args = ", path.read_text(), re.M))
                    for path in (ROOT / "tests" / "stablehlo" / "export").glob("*.rille"))
    lines += ["", "## Functions for XLA", EXPORTED.format(functions=functions)]
    (ROOT / "docs" / "conformance.md").write_text(HEAD + "\n".join(lines) + "\n")


main()
