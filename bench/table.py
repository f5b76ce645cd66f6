#!/usr/bin/env python3
"""One table: Rille's workloads compared with PyTorch, JAX, and the machine's limits.

usage: bench/table.py [--only TEXT] [--again TEXT] [--stored] [--threads N] [--rounds N] [--seed N]
       bench/table.py --against RILLE [--only TEXT] [--threads N] [--seed N]

Each row samples new inputs, passes the same to every side, compares the results, and then lets the
sides alternate; a ratio is the median over the turns. Outcomes are stored in build/bench/table/,
for the build and the row with which they were measured, so an interrupted run continues. --only
measures the rows whose name contains TEXT, --again measures these again, --stored prints stored
outcomes. With --against the sides of this build and of another alternate instead, and rows above
1.03 of the other's best time are marked. RILLE_PEERS_PYTHON names the Python of the other
libraries: bench/peers/setup.sh creates it.
"""
import argparse
import dataclasses
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import secrets
import signal
import sys
import time

PYTHON = os.environ.get("RILLE_PEERS_PYTHON") or os.environ.get("RILLE_PEERS")
if PYTHON and "RILLE_BENCH_STARTED" not in os.environ:
    os.execve(PYTHON, [PYTHON, *sys.argv], {**os.environ, "RILLE_BENCH_STARTED": "1"})

ROOT = pathlib.Path(__file__).resolve().parent.parent
STORE = pathlib.Path("build/bench/table")
NEEDED = ("numpy", "torch", "jax", "flax", "optax")


def arguments():
    options = argparse.ArgumentParser()
    options.add_argument("--only", default="")
    options.add_argument("--again")
    options.add_argument("--stored", action="store_true")
    options.add_argument("--against", metavar="RILLE")
    options.add_argument("--threads", type=int, default=min(2, os.cpu_count()))
    options.add_argument("--rounds", type=int, help="turns of each side instead of the row's")
    options.add_argument("--seed", type=int)
    return options.parse_args()


def identity(row, threads):
    """The inputs of an outcome: the program, the row, the other libraries."""
    import jax
    import torch
    made = sorted(pathlib.Path("build").glob("librille-*.so"))  # loaded libraries: code, matrices
    made = b"".join(path.read_bytes() for path in [pathlib.Path("build/rille"), *made])
    build = hashlib.sha256(made).hexdigest()[:16]
    models = "".join(path.read_text() for path in sorted((ROOT / "bench/rows").glob("*model*"))
                     if row.weights)
    sides = repr(sorted(row.sides.items())) + models
    return [build, hashlib.sha256(sides.encode()).hexdigest()[:16], torch.__version__,
            jax.__version__, threads]


def file_of(row):
    return STORE / (re.sub(r"[^a-z0-9]+", "_", row.name.lower()).strip("_") + ".json")


def outcome(row, given):
    """The row's outcome: the stored one, if it is of this build, otherwise a new one."""
    from sides import turns
    kept = json.loads(file_of(row).read_text()) if file_of(row).exists() else None
    if given.stored:
        return kept
    again = given.again is not None and given.again in row.name
    own = identity(row, given.threads)
    if given.rounds:
        row = dataclasses.replace(row, rounds=given.rounds)
    if kept and kept["of"] == own and not kept["fault"] and not again:
        return kept
    seed = secrets.randbits(32) if given.seed is None else given.seed
    print(f"-- {row.name} (seed {seed})", flush=True)
    started = time.monotonic()
    kept = turns.measure(row, seed, given.threads, lambda text: print(f"   {text}", flush=True))
    kept |= {"of": own, "seed": seed, "spent_s": round(time.monotonic() - started, 1)}
    if not given.rounds:  # fewer turns are for a quick look
        STORE.mkdir(parents=True, exist_ok=True)
        file_of(row).write_text(json.dumps(kept, indent=1))
    return kept


def main():
    sys.path.insert(0, str(ROOT / "bench"))
    lacking = [name for name in NEEDED if not importlib.util.find_spec(name)]
    if lacking:
        print(f"skipped: no {lacking[0]}; bench/peers/setup.sh makes an environment that has it, "
              "RILLE_PEERS_PYTHON names its Python")
        return 0
    from rows import ROWS
    from sides import against, show
    given = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the sides are stopped on exit
    wanted = given.again or given.only
    rows = [row for row in ROWS if wanted in row.name]
    if not rows:
        sys.exit(f"bench: no row's name holds '{wanted}'")
    if given.against:
        seed = secrets.randbits(32) if given.seed is None else given.seed
        return against.compare(rows, given.against, given.threads, seed)
    outcomes = [None if row.aside else outcome(row, given) for row in rows]
    return show.table(rows, outcomes)


if __name__ == "__main__":
    sys.exit(main())
