#!/usr/bin/env python3
"""Writes docs/conformance.md: results of other projects' test programs. usage: conformance.py

For each family of the public StableHLO programs, in both modes: how many pass, and the largest
difference of floats from the expected values. Needs ../shared; run it after a change of arithmetic.
"""
import collections
import json
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


JAX = """JAX {jax} tests its primitives on {cases:,} cases, of which {programs:,} have a program on
a CPU. `tests/stablehlo/harness.py` writes each, with drawn inputs and what JAX gives, as
a text that checks itself: floats within 1e-9 (f64), 1e-4 (f32), 0.01 (f16), 0.05 (bf16)
of the greater of 1 and the number, decompositions by what defines them, sorts that need
not be stable by their keys and the set of their rows. `tests/stablehlo/run` holds 600 of
them, `--slow` all.

| seed of the inputs | op by op | compiled |
| --- | --- | --- |
{rows}

Cases that agree in neither way, by design:
{otherwise}

Cases without a program, {without} of them:
{aside}
"""


def of_jax():
    """The ledger that tests/stablehlo/harness.py writes."""
    seeds = [json.loads(line) for line in
             (ROOT / "tests" / "stablehlo" / "jax.jsonl").read_text().splitlines()]
    rows = [f"| {row['seed']} | {row['eager']:,} of {row['programs']:,} | "
            f"{row['jit']:,} of {row['programs']:,} |" for row in seeds]
    otherwise = [f"- `{name}`: {why}." for name, why in seeds[0]["otherwise"].items()]
    aside = [f"- {count}: {why.rstrip('.')}." for why, count in seeds[0]["aside"].items()]
    return JAX.format(rows="\n".join(rows), otherwise="\n".join(otherwise), aside="\n".join(aside),
                      without=sum(seeds[0]["aside"].values()), **{
                          name: seeds[0][name] for name in ("jax", "cases", "programs")})


GRAPHS = """`tests/diff` draws graphs of every primitive, all element types, ranks 0 to 6, branches
and loops within each other, and compares what different ways make of them: bit for bit, or within a
bound computed from a node's inputs. `tests/diff/ledger.txt` lists the runs; their sums:

| oracle | graphs |
| --- | --- |"""


def graphs():
    """How many graphs each oracle has checked, from the ledger."""
    counts = collections.Counter()
    for line in (ROOT / "tests" / "diff" / "ledger.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        _, oracles, _, count, _ = line.split()
        for oracle in oracles.split(","):
            counts[oracle] += int(count)
    everything = counts.pop("all", 0)
    rows = [f"| {name} | {n + everything} |" for name, n in sorted(counts.items())]
    return [GRAPHS, *rows, f"| all others | {everything} |"]


MUTANTS = """`tests/mutants/break.py` draws single edits of rules in `jit/ops` (a sign, a swapped
operand, a dropped term, an axis beside the right one, another constant, a turned condition) and
runs the tests of primitives on each, then random graphs, the scripts of tests/conformance and the
programs of tests/stablehlo. *alike* counts edits that mean the same, each with its reason
in `tests/mutants/equal.txt`; `tests/mutants/ledger.txt` lists the runs and what became of those
that lived:

| seed | edits | caught | by samples | by other tests | by graphs | by programs | alike | live |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def mutants():
    """The ledger's line of each run."""
    rows = []
    for line in (ROOT / "tests" / "mutants" / "ledger.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        _, seed, drawn, stages, alike, live = (part.strip() for part in line.split("|"))
        by = collections.Counter()
        for stage in stages.split(", "):
            name, count = stage.rsplit(" ", 1)
            by[name] += int(count)
        units = by["test_jit"] + by["test_backends"]
        programs = by["conformance"] + by["stablehlo"]
        counts = (sum(by.values()), by["its samples"], units, by["diff"], programs)
        rows.append(f"| {seed} | {drawn} | {' | '.join(map(str, counts))} | {alike} | {live} |")
    return [MUTANTS, *rows]


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
    lines += ["", "## JAX's cases", of_jax()]
    lines += ["## Functions for XLA", EXPORTED.format(functions=functions)]
    lines += ["", "## Random graphs", *graphs()]
    lines += ["", "## Mutants", *mutants()]
    (ROOT / "docs" / "conformance.md").write_text(HEAD + "\n".join(lines) + "\n")


main()
