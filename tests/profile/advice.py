#!/usr/bin/env python3
"""The advice of `rille profile show` on planted faults. usage: tests/profile/advice.py [NAME…]

Each program of faults/ is recorded with an empty cache on disk. The advice must name its fault, and
the line or stage to blame. The clean programs are recorded with a warm cache, and get no advice.
With names of programs as arguments, only these run, and their advice is printed. RILLE names the
program.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
FAULTS = pathlib.Path(__file__).resolve().parent / "faults"
HANGS_S = 300  # a guard against hangs

# The kind of advice that each program must get, what its text must contain, and the source that
# must stand in the line that it names; "" if the advice has no line.
CASES = {
    "slow_loader_map": ("slow input", ["`data.map`", "data.cache"], "for batch in batches"),
    "slow_loader_rows": ("slow input", ["data.prefetch"], "data.jsonl"),
    "recompile_shapes": ("recompilation", ["`step`", "ids: i32[16, 97], was i32[16, 90]"],
                         "fn step"),
    "recompile_static": ("recompilation", ["`step`", "crop: 26", "where("], "fn step"),
    "host_sync_tolerance": ("host synchronization", ["`iteration`", "`float`"], "float(r)"),
    "host_sync_decode": ("host synchronization", ["`lambda_16`", "`int`"], "int(best)"),
    "transposed_scores": ("operand order", ["`step`", "axes=[2, 0, 1]"], "softmax"),
    "transposed_pixels": ("operand order", ["`step`", "axes=[2, 0, 1]"], "relu"),
    "single_thread_filter": ("single thread", ["`step`", "associative_scan"], "for x in"),
    "single_thread_newton": ("single thread", ["`root`", "vmap"], "while"),
    "leak_history": ("memory leak", ["1.0 MB per step"], "fast(&model"),
    "leak_snapshots": ("memory leak", ["1.1 MB per step"], "fast(model"),
    "cold_cache_gpt": ("cold cache", ["`step`"], "fn step"),
    "cold_cache_cnn": ("cold cache", ["`step`"], "fn step"),
    "eager_filter": ("eager code", ["operations outside of compiled code", "jit"], "tanh(y)"),
    "eager_reads": ("eager code", ["operations outside of compiled code", "jit"], "tanh(x)"),
    "host_words": ("host code", ["per step", "`jit`"], "w{k"),
}
CLEAN = ["clean_mlp", "clean_cnn", "clean_gpt", "clean_vit"]

passed, failed = 0, 0


def expect(holds, what, why=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print(f"{what}: {str(why)[:4000]}")


def rille(folder, *words):
    """The output of the program in a directory that also holds its cache."""
    env = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    env.pop("RILLE_CACHE", None)
    done = subprocess.run([RILLE, *words], cwd=folder, env=env, capture_output=True, text=True,
                          timeout=HANGS_S)
    expect(done.returncode == 0, " ".join(map(str, words)), done.stderr)
    return done.stdout


def advice_of(report):
    """The findings of a report: (kind, file:line or "", text), without the line breaks."""
    text = report[report.index("\nadvice\n"):]
    out = []
    for item in re.split(r"\n(?=\d+\. )", text)[1:]:
        item = " ".join(item.split())
        kind, title = re.match(r"\d+\. ([a-z ]+): (.*?) reason: ", item).groups()
        place = re.search(r" at ([\w.]+:\d+)$", title)
        out.append((kind, place.group(1) if place else "", item))
    return out


def record(name, folder, is_warm):
    script = FAULTS / f"{name}.rille"
    if is_warm:
        rille(folder, "run", script)
    rille(folder, "run", "--profile", "log", script)
    return rille(folder, "profile", "show", "log")


def line_of(name, place):
    """The source of the line that an advice names."""
    file, _, line = place.partition(":")
    if file != f"{name}.rille":
        return ""
    return (FAULTS / file).read_text().split("\n")[int(line) - 1]


def check_fault(name, report):
    kind, words, source = CASES[name]
    found = [item for item in advice_of(report) if item[0] == kind]
    expect(found, f"{name}: no advice of the kind `{kind}`", report)
    fits = [text for _, place, text in found
            if all(word in text for word in words) and source in line_of(name, place)]
    expect(not found or fits, f"{name}: expected {words} at `{source}`",
           "\n".join(text for _, _, text in found))


def main():
    chosen = sys.argv[1:]
    for name in [*CASES, *CLEAN]:
        if chosen and name not in chosen:
            continue
        with tempfile.TemporaryDirectory() as folder:
            report = record(name, pathlib.Path(folder), is_warm=name in CLEAN)
        if name in CLEAN:
            expect(not advice_of(report), f"{name}: advice on a program without faults", report)
        else:
            check_fault(name, report)
        if chosen:
            print(report)
    programs = {path.stem for path in FAULTS.glob("*.rille")}
    expect(programs == {*CASES, *CLEAN}, "the programs of faults/", programs ^ {*CASES, *CLEAN})
    print(f"profile/advice: {passed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
