"""Compares two builds of rille, row by row: the same sides alternate, the best of five turns
counts."""
import dataclasses
import json
import pathlib

from rows.row import Fresh, Rille
from sides import show, turns

SUFFIX = " before"
ROUNDS = 5
BOUND = 1.03   # of the other build's time; larger ratios are marked


def is_ours(side):
    return isinstance(side, Rille) or isinstance(side, Fresh) and side.program == "rille"


def pair(row, build):
    """The row with Rille's sides only, each followed by the same side of the other build."""
    sides = {}
    for name, side in row.sides.items():
        if is_ours(side):
            sides[name] = side
            sides[name + SUFFIX] = dataclasses.replace(side, build=build)
    return dataclasses.replace(row, sides=sides, rounds=ROUNDS, limit=None, oracle="")


def compare(rows, build, threads, seed):
    """Prints a line for each side; the number of rows above the bound is the exit status."""
    build = str(pathlib.Path(build).resolve())
    beyond, made = 0, []
    for row in rows:
        both = pair(row, build)
        if row.aside or not both.sides:
            continue
        out = turns.measure(both, seed, threads, lambda text: None)
        if out["fault"]:
            print(f"{row.name:<44} FAILED: {out['fault']}", flush=True)
            beyond += 1
            continue
        for name in [name for name in both.sides if not name.endswith(SUFFIX)]:
            now, before = out["seconds"][name], out["seconds"][name + SUFFIX]
            ratio = now / before
            label = row.name if name == "ours" else f"{row.name}, {name}"
            print(f"{label:<60} {show.span(before):>9} -> {show.span(now):>9}  {ratio:5.3f}"
                  f"{'  beyond' if ratio > BOUND else ''}", flush=True)
            beyond += ratio > BOUND
            made.append([label, before, now])
    file = pathlib.Path("build/bench/against.json")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(made, indent=1))
    print(f"{len(made)} rows, {beyond} beyond {BOUND}")
    return int(beyond > 0)
