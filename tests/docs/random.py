#!/usr/bin/env python3
"""Writes the counts of tests/peers/draws.json into docs/random.md. usage: random.py [--check]

The ledger is that of `tests/peers/run --only draws --draws N --seed N --ledger`. With --check
nothing is written; the exit status is 0 if the page is current.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE, LEDGER = ROOT / "docs/random.md", ROOT / "tests/peers/draws.json"
SENTENCE = re.compile(r"^Of .* arrays with seed .*$", re.M)


def sentence():
    ran = json.loads(LEDGER.read_text())
    same = ran["compared"] - ran["failed"]
    return (f"Of {ran['compared']:,} arrays with seed {ran['seed']} (`--draws {ran['draws']}`), "
            f"{same:,} are bit-identical:")


page = PAGE.read_text()
if len(SENTENCE.findall(page)) != 1:
    sys.exit("docs/random.md needs one line that begins with `Of` and counts arrays")
wanted = SENTENCE.sub(sentence(), page)
if "--check" in sys.argv[1:]:
    if page != wanted:
        print("docs/random.md does not say what tests/peers/draws.json does: tests/docs/random.py")
    sys.exit(page != wanted)
PAGE.write_text(wanted)
