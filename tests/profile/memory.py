#!/usr/bin/env python3
"""Memory in profiles: the peak is the allocator's, and near that of the plan.
usage: tests/profile/memory.py

The journal of a capture has the allocations of all threads, and the allocator's own peak. RILLE
names the program.
"""
import glob
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from journal import STEP, Journal

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
HANGS_S = 300  # a guard against hangs
# The arguments of the step function of each training program, as `rille plan` takes them.
STEPS = {"mlp": "model, opt, x, y", "cnn": "net, opt, x, labels", "gpt": "model, opt, text",
         "vit": "model, opt, x, labels"}
OTHERS = ["checkpoints", "decode", "eager", "pipeline", "planted", "scan", "threads"]
# Two threads allocate batches while the main thread does. `table` is alive before the capture.
THREADS = """let table = ones((8192, 256))
profile.start("threads")
let first = data.shuffle(table, seed = 0) |> data.batch(512) |> data.prefetch(6)
let second = data.shuffle(table, seed = 1) |> data.batch(512) |> data.prefetch(6)
var total = 0.0
for (a, b) in zip(first, second) { total = total + sum(a * b + a) }
print(total)
profile.stop()
"""
THREADED = ["pipeline", "threads"]
NEAR = 0.05

passed, failed = 0, 0


def expect(holds, what, why=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print(f"{what}: {str(why)[:4000]}")


def rille(folder, *words):
    done = subprocess.run([RILLE, *map(str, words)], cwd=folder, capture_output=True, text=True,
                          timeout=HANGS_S)
    expect(done.returncode == 0, " ".join(map(str, words)), done.stderr)
    return done.stdout


def recorded(folder, name):
    if name == "threads":
        (folder / "threads.rille").write_text(THREADS)
        rille(folder, "run", "threads.rille")
    elif name == "planted":  # records a part of its run
        rille(folder, "run", PROGRAMS / "planted.rille", "planted")
    else:
        words = ["saved"] if name == "checkpoints" else []
        rille(folder, "run", "--profile", name, PROGRAMS / f"{name}.rille", *words)
    [path] = glob.glob(f"{folder}/{name}/plugins/profile/*/*.rille-profile")
    return Journal(path)


# The recorder adds an allocation after the allocator has counted it, and a release before. So with
# several threads the sum of the records can be below the allocator's peak, by what the other
# threads allocate and release at that moment, and it is never above.
def check_peak(name, journal):
    summed, counted = journal.highest(), journal.end["peak"]
    expect(journal.end["dropped"] == 0 and counted > 0, f"{name}: dropped or no peak", journal.end)
    if name not in THREADED:
        return expect(summed == counted, f"{name}: the peak", (summed, counted))
    threads = {thread for _, _, thread in journal.allocations}
    largest = max(size for _, size, _ in journal.allocations)
    in_flight = (len(threads) - 1) * largest
    if name == "threads":
        expect(len(threads) > 2 and journal.before >= 8 << 20, "threads: the capture", len(threads))
    expect(0 <= counted - summed <= in_flight, f"{name}: the peak", (summed, counted, in_flight))


# The values of the script are the arguments of the step, and nothing else is alive.
def check_plan(name, journal, folder):
    plan = json.loads(rille(folder, "plan", f"{PROGRAMS / name}.rille:step", "--args", STEPS[name],
                            "--json"))["memory"]
    planned = plan["peak"] - plan["scratch"]
    steps = journal.spans_of(STEP)
    expect(len(steps) >= 20, f"{name}: steps", len(steps))
    for number, (begin, end) in enumerate(steps[1:], 1):
        measured = journal.highest(begin, end)
        expect(abs(planned - measured) <= NEAR * measured, f"{name}: the plan of step {number}",
               (planned, measured))
    modules = [x for x in journal.modules if x["peak"] == plan["peak"]]
    expect(any(x["scratch"] == plan["scratch"] and x["arena"] == plan["arena"] for x in modules),
           f"{name}: the plan in the profile is that of `rille plan`", (plan, journal.modules))
    memory = rille(folder, "profile", "show", name).split("memory at the peak")[-1]
    report = " ".join(memory.split())
    expect("` runs at the peak, and " in report, f"{name}: the report", report)


def main():
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        for name in OTHERS:
            check_peak(name, recorded(folder, name))
        for name in STEPS:
            journal = recorded(folder, name)
            check_peak(name, journal)
            check_plan(name, journal, folder)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
