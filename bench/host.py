"""Host code compared with handwritten Lua. usage: bench/host.py [--rounds N] [NAME...]

Each program of bench/host/ has a twin in Lua. Both alternate, round by round, so that a busy
machine slows both; the minimum user time of each counts. Their outputs must agree.
"""
import math
import pathlib
import resource
import subprocess
import sys

RILLE = pathlib.Path("build/rille")
FOLDER = pathlib.Path("bench/host")
ROUNDS = 5
LIMIT_S = 120
GOAL, WORST = 1.5, 4.0


def user_s(command):
    """User and system seconds of a run, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {(done.stderr + done.stdout)[-400:]}")
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return spent, done.stdout.split()


def compare(name):
    """Minimum seconds of Rille and of Lua for one program."""
    best = [math.inf, math.inf]
    said = [None, None]
    commands = ([RILLE, "run", FOLDER / f"{name}.rille"], ["lua5.4", FOLDER / f"{name}.lua"])
    for _ in range(ROUNDS):
        for side, command in enumerate(commands):
            spent, said[side] = user_s(command)
            best[side] = min(best[side], spent)
    if said[0] != said[1]:
        raise RuntimeError(f"{name}: Rille says {said[0]}, Lua {said[1]}")
    return best


def main():
    global ROUNDS
    words = sys.argv[1:]
    if "--rounds" in words:
        at = words.index("--rounds")
        ROUNDS = int(words[at + 1])
        del words[at:at + 2]
    names = words or sorted(p.stem for p in FOLDER.glob("*.rille"))
    ratios, faults = [], 0
    print(f"{'program':<12} {'rille s':>9} {'lua s':>9} {'ratio':>7}")
    for name in names:
        try:
            ours, theirs = compare(name)
        except (RuntimeError, subprocess.TimeoutExpired) as fault:
            print(f"{name:<12} {fault}")
            faults += 1
            continue
        ratios.append(ours / theirs)
        print(f"{name:<12} {ours:9.3f} {theirs:9.3f} {ratios[-1]:7.2f}", flush=True)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"geometric mean {mean:.2f} of {len(ratios)} (goal {GOAL}), "
              f"worst {max(ratios):.2f} (goal {WORST}), {faults} failed")
    return faults != 0


sys.exit(main())
