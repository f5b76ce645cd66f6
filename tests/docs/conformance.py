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
of checks that count ulp. With one bit of each expected constant turned, none holds.

"""


def family(path):
    name = path.stem.removesuffix("_chlo")
    kinds = r"_(?:bool|u?int\d+|bfloat16|float\d+|complex\d+).*$"
    return re.sub(r"_dtypes?$|_shapes?$", "", re.sub(kinds, "", name))


def main():
    files = sorted(SUITE.glob("*.mlir"))
    if not files:
        sys.exit("../shared has no StableHLO suite here")
    held = {mode: {} for mode in ("eager", "jit")}
    for mode, out in held.items():
        for begin in range(0, len(files), 100):
            some = [str(path) for path in files[begin:begin + 100]]
            done = subprocess.run([RILLE, "stablehlo", "run", "--mode", mode, *some, "/dev/null"],
                                  capture_output=True, text=True)
            line = r"^(.*): (?:no checks|\d+ checks? holds?)(?:, at most (\d+) ulp apart)?$"
            for path, ulp in re.findall(line, done.stdout, re.M):
                out[path] = int(ulp or 0)
    rows = collections.defaultdict(list)
    for path in files:
        rows[family(path)].append([held[mode].get(str(path)) for mode in held])
    lines = ["| family | programs | hold | ulp |", "| --- | --- | --- | --- |"]
    for name, counts in sorted(rows.items()):
        good = [both for both in counts if None not in both]
        worst = max((max(both) for both in good), default=0)
        lines.append(f"| {name} | {len(counts)} | {len(good)} | {worst} |")
    good = sum(None not in both for counts in rows.values() for both in counts)
    lines.append(f"| all | {len(files)} | {good} | |")
    (ROOT / "docs" / "conformance.md").write_text(HEAD + "\n".join(lines) + "\n")


main()
