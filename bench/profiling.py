"""The cost of a profile that is being recorded.

usage: bench/profiling.py [--rounds N] [--count]

Each row runs its loop without and with a profile, in turn within one process, and each loop
measures itself. The ratio is the median over rounds. Goals: 1.03 for calls of 20 us, 1.01 for a
training step. The first call in a profile describes the kernels of the function: it has a column of
its own, and is not part of the loop.
`--count` prints instructions under callgrind instead, of the script's thread for one call.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
GPT = pathlib.Path(__file__).parent / "profiling_gpt.rille"
CALLS = """
let x = rng.normal(rng.key(0), ({size}, {size}))
let f = jit(x => (x @ x) * 0.01)
proc loop(n) {{
  var y = x
  for i in 0..n {{ y = f(x) }}
}}
"""
ROUNDS = """
proc timed(n) {{
  let begin = io.monotonic()
  loop(n)
  1e6 * (io.monotonic() - begin) / n
}}
timed({n})
for round in 0..{rounds} {{
  let off = timed({n})
  profile.start("log")
  let first = timed(1)
  let on = timed({n})
  profile.stop()
  print(off, on, first)
}}
"""
# name: (the text that defines `loop`, the length of a loop, the goal)
ROWS = {
    "call of 20 us": (CALLS.format(size=96), 10_000, 1.03),
    "call of 1 us": (CALLS.format(size=4), 50_000, None),
    "GPT step": (GPT.read_text(), 60, 1.01),
}


def measured(text, rounds):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "row.rille").write_text(text)
        done = subprocess.run([RILLE, "run", "row.rille"], cwd=folder, capture_output=True,
                              text=True)
    if done.returncode:
        sys.exit(done.stderr)
    pairs = [tuple(map(float, line.split())) for line in done.stdout.splitlines()]
    assert len(pairs) == rounds, done.stdout
    return pairs


def counted(n):
    """Instructions of recording in one call, by function, from the difference of two lengths."""
    totals = []
    for length in (n, 3 * n):
        with tempfile.TemporaryDirectory() as folder:
            text = CALLS.format(size=4) + f"loop(10)\nloop({length})\n"
            pathlib.Path(folder, "row.rille").write_text(text)
            row = []
            for words in ([], ["--profile", "log"]):
                out = f"{folder}/{len(words)}.out"
                subprocess.run(
                    ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
                     "--separate-threads=yes", RILLE, "run", *words, "row.rille"],
                    cwd=folder, check=True, capture_output=True,
                    env={**os.environ, "RILLE_THREADS": "1"})
                shown = subprocess.run(
                    ["callgrind_annotate", "--inclusive=yes", "--threshold=100", f"{out}-01"],
                    capture_output=True, text=True).stdout
                found = re.search(r"([\d,]+) \([^)]*\).*RecentCalls::run\(", shown)
                row.append(int(found.group(1).replace(",", "")))
            totals.append(row)
    return [(late - early) / (2 * n) for early, late in zip(*totals)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--count", action="store_true")
    options = parser.parse_args()
    if options.count:
        off, on = counted(2000)
        print(f"instructions of one call: {off:.0f} without a profile, {on:.0f} with one")
        return
    print(f"{'row':<16} {'without':>10} {'with':>10} {'ratio':>7} {'goal':>6}   "
          f"{'quartiles':<16} first call")
    for name, (text, n, goal) in ROWS.items():
        pairs = measured(text + ROUNDS.format(n=n, rounds=options.rounds), options.rounds)
        ratios = [on / off for off, on, _ in pairs]
        low, _, high = statistics.quantiles(ratios, n=4)
        off, on, first = (statistics.median(side) for side in zip(*pairs))
        print(f"{name:<16} {off:8.2f}us {on:8.2f}us {statistics.median(ratios):7.3f} "
              f"{goal or '':>6}   {low:.3f} to {high:.3f}   {first / 1e3:.1f} ms", flush=True)


main()
