#!/usr/bin/env python3
"""Writes the sums of the ledgers into docs/reliability.md. usage: ledgers.py [--check]

tests/fuzz/ledger.txt counts mutated files, tests/starved/ledger.txt and sanitized.txt failed
allocations.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/reliability.md"
BEGIN, END = "<!-- tests/docs/ledgers.py -->", "<!-- end of ledgers -->"


def rows_of(path):
    return [line.split() for line in (ROOT / path).read_text().splitlines()
            if line.strip() and not line.startswith("#")]


def fuzz():
    """For each target: the number of files, the defects, the slowest in seconds."""
    runs, faults, slowest = collections.Counter(), collections.Counter(), {}
    for row in rows_of("tests/fuzz/ledger.txt"):
        if len(row) < 10:  # an unfinished run has no sums
            continue
        target = row[1]
        runs[target] += int(row[3])
        faults[target] += int(row[8])
        slowest[target] = max(slowest.get(target, 0), float(row[10]))
    yield "| Reader | Changed files | Defects | Slowest, s |"
    yield "| --- | --- | --- | --- |"
    for target in sorted(runs):
        yield f"| `{target}` | {runs[target]:,} | {faults[target]} | {slowest[target]:.3f} |"


def swept(name):
    """Scripts, points, errors, and failures, of a run of tests/starved."""
    text = (ROOT / "tests/starved" / name).read_text()
    found = re.findall(r"(\d+) points +(\d+) errors +(\d+) wrong", text)
    return len(found) // 2, *(sum(int(row[at]) for row in found) for at in range(3))


def starved():
    scripts, points, errors, wrong = swept("ledger.txt")
    _, more, their_errors, their_wrong = swept("sanitized.txt")
    return (f"Failed allocations: in {scripts} scripts, each allocation failed once, alone or with "
            f"all later ones.\nOf {points:,} runs, {errors:,} ended with `error[memory]`, {wrong} "
            "with a wrong result, and all others with the correct result.\nUnder AddressSanitizer "
            f"and UndefinedBehaviorSanitizer, {their_errors:,} of {more:,} runs ended with "
            f"`error[memory]`, with {their_wrong} reports of a sanitizer.")


def main():
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    made = f"{before}{BEGIN}\n{starved()}\n\n" + "\n".join(fuzz()) + f"\n{END}{after}"
    if "--check" in sys.argv[1:]:
        if made != text:
            sys.exit("docs/reliability.md differs from the ledgers: run tests/docs/ledgers.py")
    else:
        PAGE.write_text(made)


main()
