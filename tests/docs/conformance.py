#!/usr/bin/env python3
"""Writes docs/conformance.md: results of programs of other projects. usage: conformance.py

For each family of the public StableHLO programs, in both modes: how many pass, and the largest
distance of floats from the expected ones. Needs ../shared; run it after a change of arithmetic.
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

This page states which programs of other projects run correctly in Rille.
`tests/docs/conformance.py` writes it, and `tests/stablehlo/run` checks its claims.

## StableHLO
The programs are the test data of the StableHLO project (Apache-2.0). Each contains its inputs and
the expected results: exact, within 3 units in the last place (ulp), or within 1e-3. The columns of
the table are:

- *pass*: programs whose checks pass both compiled and op by op;
- *ulp*: the largest distance of a float from the expected one, in checks that count ulp;
- *rewritten*: programs that also pass after Rille has read and written them, with composites taken
  by name and in their decomposition. A second round must give the same text.

If one bit of each expected constant is flipped, no program passes.

"""
EXPORTED = """`rille export stablehlo` writes {functions} functions of `tests/stablehlo/export/`:
training steps of multi-layer perceptrons, a CNN, a GPT and a ViT, loops and branches, derivatives,
indices and sorts, random numbers, and element types from 4 bits to complex numbers.

- `tests/stablehlo/run` checks that the text, when it is read back, gives the bits of the function,
  and the same text again.
- `tests/stablehlo/export.py` checks that XLA's verifier accepts the text. XLA on a CPU must compute
  the same numbers, except for rounding in sums and elementary functions."""


JAX = """\
JAX {jax} tests its primitives with {cases:,} cases, of which {programs:,} have a program on
a CPU. `tests/stablehlo/harness.py` writes each as a text that checks itself, with random inputs and
the results of JAX. `tests/stablehlo/run` runs 600 of them, and `--slow` runs all. The tolerances:

- floats: 1e-9 (f64), 1e-4 (f32), 0.01 (f16) or 0.05 (bf16), relative to the maximum of 1 and the
  number;
- decompositions: by their defining equations;
- sorts that need not be stable: by their keys and the set of their rows.

| Seed of the inputs | Op by op | Compiled |
| --- | --- | --- |
{rows}

These cases differ in both modes, by design:

{otherwise}

{without} cases have no program:

{aside}
"""


def of_jax():
    """The section on JAX, from the ledger that tests/stablehlo/harness.py writes."""
    seeds = [json.loads(line) for line in
             (ROOT / "tests" / "stablehlo" / "jax.jsonl").read_text().splitlines()]
    rows = [f"| {row['seed']} | {row['eager']:,} of {row['programs']:,} | "
            f"{row['jit']:,} of {row['programs']:,} |" for row in seeds]
    otherwise = [f"- `{name}`: {why}." for name, why in seeds[0]["otherwise"].items()]
    aside = [f"- {count}: {why.rstrip('.')}." for why, count in seeds[0]["aside"].items()]
    return JAX.format(rows="\n".join(rows), otherwise="\n".join(otherwise), aside="\n".join(aside),
                      without=sum(seeds[0]["aside"].values()), **{
                          name: seeds[0][name] for name in ("jax", "cases", "programs")})


GRAPHS = """\
`tests/diff` generates random graphs of every primitive, with all element types, ranks 0 to
6, and nested branches and loops. It compares the results of different evaluations, bit for bit or
within a bound that is computed from the inputs of a node. `tests/diff/ledger.txt` lists the runs.
The table has their sums:

| Oracle | Graphs |
| --- | --- |"""


def graphs():
    """The number of graphs that each oracle has checked, from the ledger."""
    counts = collections.Counter()
    for line in (ROOT / "tests" / "diff" / "ledger.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        _, oracles, _, count, _ = line.split()
        for oracle in oracles.split(","):
            counts[oracle] += int(count)
    everything = counts.pop("all", 0)
    rows = [f"| {name} | {n + everything} |" for name, n in sorted(counts.items())]
    return [GRAPHS, *rows, f"| all other oracles | {everything} |"]


MUTANTS = """`tests/mutants/break.py` makes random single edits of rules in `jit/ops`: a sign, a
swapped operand, a dropped term, a neighboring axis, another constant, a negated condition. It runs
the tests of primitives on each, then random graphs, the scripts of `tests/conformance` and the
programs of `tests/stablehlo`. *Equivalent* counts edits that do not change the meaning; the reason
of each is in `tests/mutants/equal.txt`. `tests/mutants/ledger.txt` lists the runs, and what became
of the mutants that survived.

| Seed | Edits | Caught | Samples | Other tests | Graphs | Programs | Equivalent | Survived |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def mutants():
    """The runs in the ledger."""
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
    lines = ["| Family | Programs | Pass | ulp | Rewritten |", "| --- | --- | --- | --- | --- |"]
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
