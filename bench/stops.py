#!/usr/bin/env python3
"""The time until work is interrupted by Ctrl-C. usage: bench/stops.py [--times N] [--only WORD]
[--write]

Each kind of work of tests/laws/stopping/kinds.py runs at a prompt and is interrupted N times at
random moments; measured is the wall-clock time from the signal to the next line's answer, and the
time on an idle machine (without threads waiting for a core). Work that allocates may reach its
memory limit first: that turn does not count. --write writes the table into docs/reliability.md.
"""
import argparse
import os
import pathlib
import random
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/laws"))

from stopping.kinds import KINDS  # noqa: E402
from stopping.often import interrupts  # noqa: E402

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
PAGE = ROOT / "docs/reliability.md"
BEGIN, END = "<!-- stops -->", "<!-- end of stops -->"


def share(values, part):
    """The smallest value that is at or above this fraction of them."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def row(name, found):
    wall, idle = ([1e3 * each[at] for each in found] for at in (0, 1))
    return (f"| {name} | {len(found)} | {statistics.median(wall):.1f} | {share(wall, 0.99):.1f} | "
            f"{share(idle, 0.99):.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    draw, rows, everything = random.Random(options.seed), [], []
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "law.csv").write_text("a,b\n" + "1.5,2\n" * 400000)
        for kind in KINDS:
            if options.only not in kind:
                continue
            found = interrupts(RILLE, kind, options.times, draw, folder)
            if not found:
                continue
            rows.append(row(kind, found))
            everything += found
            print(rows[-1], flush=True)
    rows.append(row(f"all {len(rows)} kinds", everything))
    print(rows[-1])
    if options.write:
        head = ("| Work | Interrupts | Median, ms | p99, ms | p99 without waiting for cores, ms |\n"
                "| --- | --- | --- | --- | --- |\n")
        text = PAGE.read_text()
        before, after = text.split(BEGIN)[0], text.split(END)[1]
        PAGE.write_text(before + BEGIN + "\n" + head + "\n".join(rows) + "\n" + END + after)


main()
