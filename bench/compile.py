"""Compile time as programs grow. usage: bench/compile.py

Time from the start of the trace to machine code, by `rille dump --after=times`, without the cache
on disk: by the number of operations (expected: proportional), by the trip count of loops
(constant), by the depth of nested loops (each level adds as much as the last).
"""
import os
import re
import subprocess
import sys
import tempfile

ROUNDS = 5
GROWTH = 1.5   # growth of the time per operation for a ten times larger size
FLAT = 2.0     # growth of the time, for any trip count
LEVEL = 3.0    # growth of the time, from four levels to eight


def function(body, before="var y = x", after="y"):
    return "fn f(x) {\n  " + before + "\n" + "\n".join(body) + "\n  " + after + "\n}\n"


def chain(n):
    return function(["  y = y + 1.0"] * n)


def chain_of(line, n):
    return function([line] * n)


def grad_of_chain(n):
    return chain_of("  y = sin(y) + 1.0", n) + "let g = grad(x => sum(f(x)))\n"


def wide(n):
    return function([f"  let y{i} = sin(x + {i}.0)" for i in range(n)]
                    + [f"  y += y{i}" for i in range(n)])


def products(n):
    return chain_of("  y = tanh(y @ y) * 0.5 + sum(y)", n)


def turns(n):
    return function([f"  for i in 0..{n} {{ y = y * 0.999 + sin(x) }}"])


def turns_backward(n):
    return turns(n) + "let g = grad(x => sum(f(x)))\n"


def nested(open_, close, inner, depth):
    body = []
    for level in range(depth):
        body += [line.replace("N", str(level)) for line in open_]
    body += inner
    for level in reversed(range(depth)):
        body += [line.replace("N", str(level)) for line in close]
    return function(body)


def nested_for(depth):
    return nested(["for iN in 0..3 {"], ["}"], ["y = y * 0.5 + x"], depth)


def nested_while(depth):
    return nested(["var iN = 0", "while iN < 2 and sum(y) < 9.0 {"], ["iN += 1", "}"],
                  ["y = y * 1.5 + x"], depth)


def nested_leaves(depth):
    return nested(["for iN in 0..3 {", "if sum(y) > 50.0 { return y + N }",
                   "if sum(y) < -50.0 { break }"], ["}"], ["y = y * 0.5 + x"], depth)


def nested_if(depth):
    return nested(["if sum(y) < N.5 { y = y * N.5"], ["} else { y = y - N }"], ["y += x"], depth)


def backward(program):
    return lambda size: program(size) + "let g = grad(x => sum(f(x)))\n"


def mapped(program):
    return lambda size: program(size) + "let g = x => vmap(f)(stack((x, x * 2.0)))\n"


def spent(text, folder):
    """Seconds and operations of the one graph that the program compiles."""
    name = "g" if "\nlet g" in text else "f"
    value = "ones((4, 4))" if "@" in text else "[1.0, 2.0, 3.0, 4.0]"
    path = f"{folder}/program.rille"
    with open(path, "w") as file:
        file.write(text + f"jit({name})({value})\n")
    done = subprocess.run(["build/rille", "dump", "--after=times", path], capture_output=True,
                          text=True, timeout=300, env=os.environ | {"RILLE_CACHE": "off"})
    if done.returncode != 0:
        raise SystemExit(f"{text[:300]}\n{done.stdout[-300:]}{done.stderr[-300:]}")
    lines = [line for line in done.stdout.splitlines() if line.startswith("# jit:")]
    stages = re.findall(r"([0-9.]+) ms", lines[-1])
    return sum(map(float, stages)) * 1e-3


def least(program, sizes, folder):
    """The minimum time of each size; sizes alternate, so that a busy machine slows all."""
    best = [1e9] * len(sizes)
    for _ in range(ROUNDS):
        best = [min(known, spent(program(size), folder)) for known, size in zip(best, sizes)]
    return best


faults = 0


def judge(name, times, sizes, worst, goal):
    global faults
    faults += worst > goal
    row = "  ".join(f"{size}: {time * 1e3:.1f} ms" for size, time in zip(sizes, times))
    print(f"{name:<24} {row}  -> {worst:.2f} (goal {goal}){'  ABOVE' if worst > goal else ''}",
          flush=True)


with tempfile.TemporaryDirectory() as folder:
    print("time per operation, at ten times as many against before")
    for program in (chain, grad_of_chain, wide, products):
        sizes = (100, 1000, 10000)
        times = least(program, sizes, folder)
        worst = max(b / a / 10 for a, b in zip(times, times[1:]))
        judge(program.__name__, times, sizes, worst, GROWTH)
    print("time at any number of turns, the most against the least")
    for program in (turns, turns_backward):
        sizes = (10, 1000, 100000)
        times = least(program, sizes, folder)
        judge(program.__name__, times, sizes, max(times) / min(times), FLAT)
    print("time of eight levels against four")
    for program in (nested_for, nested_while, nested_leaves, nested_if):
        for word, way in (("", lambda p: p), (" grad", backward), (" vmap", mapped)):
            sizes = (1, 2, 4, 8)
            times = least(way(program), sizes, folder)
            judge(program.__name__ + word, times, sizes, times[-1] / times[-2], LEVEL)
sys.exit(faults != 0)
