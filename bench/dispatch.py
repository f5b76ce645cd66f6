"""Instructions that one operation of a script takes.

usage: bench/dispatch.py [--against RILLE] [NAME...]

Each row runs a short and a long loop under callgrind and divides the difference, so that the start
of the program and its compiles do not count and a busy machine changes nothing. The difference is
of 8,000 turns: of fewer it says mostly whether a collection of Lua's fell into them. With --against
another build is counted beside this one and the ratio is printed.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

RILLE = "build/rille"
SETUP = """
let x = ones(4)
let m = ones((8, 8))
let one = x[0]
let p = (w = ones(4), b = ones(4))
struct Point { x, y }
fn inc(x, k = 1) = x + k
let j = jit(x => x * 2.0 + 1.0)
let jk = jit((x, k) => x * k + 1.0)
let jt = jit(p => p - 0.1 * p)
let g = grad(x => sum(x * x))
"""
# name: (statements before the loop, the loop's body)
ROWS = {
    "loop": ("var s = 0", "s += i"),
    "call, default": ("var s = 0", "s = inc(s)"),
    "named argument": ("var s = 0", "s = inc(s, k = 2)"),
    "tuple read": ("let t = (1, 2, 3); var s = 0", "s += t[1]"),
    "tuple write": ("var t = (1, 2, 3)", "t[1] = i"),
    "struct write": ("var q = Point(1, 2)", "q.x = i"),
    "record +=": ("var q = (a = 1, b = 2)", "q.a += i"),
    "dict read": ("let d = dict(a = 1, b = 2); var s = 0", 's += d["b"]'),
    "dict write": ("var d = dict(a = 1)", 'd["a"] = i'),
    "hole": ('var s = ""', 's = "{i}"'),
    "array + array": ("var y = x", "y = x + x"),
    "array * number": ("var y = x", "y = x * 2.0"),
    "array * variable": ("var y = x", "y = x * i"),
    "array read": ("var y = x[0]", "y = x[1]"),
    "row read": ("var y = m[0]", "y = m[1]"),
    "array write": ("var y = zeros(100)", "y[i % 100] = 1.0"),
    "i32 write": ("var y = i32(zeros(100))", "y[i % 100] = 1"),
    "array +=": ("var y = zeros(100)", "y[i % 100] += 1.0"),
    "slice write": ("var y = zeros(100)", "y[2:6] = x"),
    "tree arithmetic": ("var q = p", "q = p + p"),
    "jit call": ("var y = x", "y = j(x)"),
    "jit, two": ("var y = x", "y = jk(x, i * 0.5)"),
    "jit, captures": ("let w = ones(4); let f = jit(x => x * w + 2.0); var y = x", "y = f(x)"),
    "jit tree": ("var q = p", "q = jt(p)"),
    "grad call": ("var y = x", "y = g(x)"),
    "rng": ("var key = rng.key(0); var y = x", "y = rng.normal(&key, 4)"),
}


def instructions(rille, text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "row.rille")
        path.write_text(text)
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", rille, "run", path],
            capture_output=True, text=True, timeout=600,
            env={**os.environ, "RILLE_THREADS": "1", "RILLE_CACHE": "off"})
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise RuntimeError(done.stderr[-600:])
    return int(found.group(1))


def per_turn(rille, name):
    before, body = ROWS[name]
    count = {}
    for turns in (500, 8500):
        count[turns] = instructions(
            rille, f"{SETUP}proc main() {{\n{before}\nfor i in 0..{turns} {{ {body} }}\n}}\n")
    return (count[8500] - count[500]) / 8000


def main():
    words, other = sys.argv[1:], None
    if "--against" in words:
        at = words.index("--against")
        other = words[at + 1]
        del words[at:at + 2]
    print(f"{'instructions a turn':<20} {'here':>10}" +
          (f" {'there':>10} {'ratio':>7}" if other else ""))
    for name in words or ROWS:
        ours = per_turn(RILLE, name)
        line = f"{name:<20} {ours:10.0f}"
        if other:
            theirs = per_turn(other, name)
            line += f" {theirs:10.0f} {ours / theirs:7.2f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
