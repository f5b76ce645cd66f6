#!/usr/bin/env python3
"""Property-based test: cached machine code never changes a result: neither an entry of the disk
cache nor another thread.

Random programs are run without a cache; then with a cache that is warm from another schedule, that
was written by processes killed at random moments, whose entries are damaged, swapped, or replaced
by pipes, directories, links, and endless files. They print the same each time. The directory stays
below its limit, and a process that compiles many shapes frees both their code and their memory.
"""
import os
import shutil
import signal
import subprocess
import time

from law import RILLE, SANITIZED, Law

law = Law(__doc__)
draw = law.random
cache = law.folder / "cache"


def program():
    """Products, sums, and functions of random sizes; their results, to the last bit."""
    lines = ["var key = rng.key(1)"]
    for i in range(draw.choice([2, 4, 6])):
        m, k, n = (draw.choice([3, 16, 40, 65, 130, 300]) for _ in range(3))
        body = draw.choice(["x @ w", "tanh(x @ w) + 1.0", "sum(x @ w, axis = 0)", "exp(x) * 2.0",
                            "cumsum(x, axis = 1)", "x.T @ x", "where(x > 0.0, x, nan) + w[0, 0]"])
        lines.append(f"let x{i} = rng.normal(&key, ({m}, {k})); "
                     f"let w{i} = rng.normal(&key, ({k}, {n}))")
        lines.append(f"let y{i} = jit((x, w) => {body})(x{i}, w{i})")
        lines.append(f"print(y{i}.shape, sum(where(isnan(y{i}), 0.0, y{i})), max(y{i}))")
    return "\n".join(lines) + "\n"


def output(text, folder=cache, limit_s=300, **env):
    status, out, fault = law.run(text, limit_s=limit_s,
                                 env={"RILLE_CACHE": str(folder), **env})
    return f"{status}\n{out}{fault}"


def entries():
    return sorted(cache.glob("*.o")) if cache.exists() else []


def another_schedule(text, wanted):
    for tiles in draw.sample(["1", "2", "3", "5", "16", "64"], 3):
        law.expect(output(text, RILLE_TEST_SCHEDULE=tiles) == wanted,
                   "code of another schedule is not taken", f"{tiles} tiles\n{text}")


def killed_writers(text, wanted, times):
    shutil.rmtree(cache, ignore_errors=True)
    path = law.folder / "killed.rille"
    path.write_text(text)
    env = {**os.environ, "RILLE_CACHE": str(cache)}
    for _ in range(times):
        both = [subprocess.Popen([RILLE, "run", str(path)], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, env=env) for _ in range(2)]
        time.sleep(draw.uniform(0.0, 0.15))
        both[0].send_signal(signal.SIGKILL)
        for one in both:
            one.wait()
        law.expect(both[1].returncode == 0, "the other process ends well", text)
        if draw.random() < 0.5 and entries():
            draw.choice(entries()).unlink()
    law.expect(output(text) == wanted, "killed writers leave no bad entry", text)


def damaged(text, wanted):
    output(text)
    for entry in entries():
        harm = draw.choice(["flip", "cut", "empty", "swap", "pipe", "folder", "zero", "huge",
                            "gone", "more"])
        content = entry.read_bytes()
        if harm in ("pipe", "folder", "zero", "gone"):
            entry.unlink()
        if harm == "flip":
            at = draw.randrange(len(content))
            entry.write_bytes(content[:at] + bytes([content[at] ^ 1 << draw.randrange(8)])
                              + content[at + 1:])
        if harm == "cut":
            entry.write_bytes(content[:draw.randrange(len(content))])
        if harm == "empty":
            entry.write_bytes(b"")
        if harm == "swap":
            small = [e for e in entries() if e.is_file() and e.stat().st_size < 2**20]
            entry.write_bytes(draw.choice(small or [entry]).read_bytes())
        if harm == "more":
            entry.write_bytes(content + b"more")
        if harm == "pipe":
            os.mkfifo(entry)
        if harm == "folder":
            entry.mkdir()
        if harm == "zero":
            entry.symlink_to("/dev/zero")
        if harm == "huge":
            os.truncate(entry, 1 << 40)
    law.expect(output(text) == wanted, "a bad entry counts as none", text)
    shutil.rmtree(cache)


def bounded():
    text = "for i in 1..250 { jit(x => exp(x) * 2.0 + sum(x))(ones(i)) }\nprint(1)\n"
    output(text, RILLE_CACHE_MB="1")
    size = sum(e.stat().st_size for e in cache.iterdir())
    law.expect(0 < size <= 1.2 * 2**20, "the folder stays below its limit", f"{size} bytes")
    shutil.rmtree(cache)


AT = """proc at() {
  let rss = split(split(io.read("/proc/self/status"), "VmRSS:")[1], "kB")[0]
  print("at {rss} {len(split(io.read("/proc/self/maps"), newline))}")
}
let newline = "\\n"
"""


def grows(text, most_mb, most_maps):
    """The program's memory does not grow from the first `at` to the last."""
    if SANITIZED:  # sanitizers keep freed memory on purpose
        return
    out = output(AT + text, limit_s=600)
    seen = [[int(word) for word in line.split()[1:]] for line in out.split("\n")
            if line.startswith("at")]
    grown = [seen[-1][i] - seen[0][i] for i in (0, 1)] if len(seen) > 1 else [2**40, 0]
    law.expect(grown[0] <= most_mb * 1024 and grown[1] <= most_maps,
               f"at most {most_mb} MB and {most_maps} maps more", f"{text}{seen} {out[:300]}")


FOLDS = """sum(x, axis = 0) | prod(x, axis = 0) | max(x, axis = 0) | min(x, axis = 0)
argmax(x, axis = 0) | argmin(x, axis = 0) | mean(x, axis = 0) | cumsum(x, axis = 0)
cumprod(x, axis = 0) | x.T @ x | all(x > 2, axis = 0) | any(x > 2, axis = 0) | x + x | x * x | -x
f32(x) | i32(x)"""


def alike():
    """Kernels that differ in one word: reductions of one or two terms, in every dtype."""
    lines = ["proc say(text, f) { print(\"{text} {f()}\") }"]
    forms = [(fold, dtype, shape) for fold in FOLDS.replace("\n", " | ").split(" | ")
             for dtype in ("i32", "f32", "u8", "f16", "i64", "f64") for shape in ((1, 1), (1, 3))]
    draw.shuffle(forms)
    for fold, dtype, (rows, columns) in forms:
        x = [[draw.randrange(2, 9) for _ in range(columns)] for _ in range(rows)]
        lines.append(f'say("{fold} {dtype} {x}", () => jit(x => {fold})({dtype}({x})))')
    text = "\n".join(lines) + "\n"
    shutil.rmtree(cache, ignore_errors=True)
    wanted = output(text, "off").split("\n")
    for got in (output(text).split("\n"), output(text).split("\n")):
        for have, want in zip(got, wanted, strict=True):
            law.expect(have == want, "code of another kernel is not taken", f"{want}\n{have}")


for _ in range(law.count(1)):
    alike()
for _ in range(law.count(3)):
    text = program()
    wanted = output(text, "off")
    law.expect(wanted.startswith("0\n"), "the drawn program runs", text + wanted)
    law.expect(output(text) == wanted and output(text) == wanted, "warm is cold", text)
    another_schedule(text, wanted)
    killed_writers(text, wanted, 8)
    damaged(text, wanted)
bounded()
turns = law.count(100000)
grows(f"let x = ones(4)\nvar y = x\nfor i in 0..{2 * turns} {{ y = x + i * 1.5\n"
      f"  if i == {turns} or i == {2 * turns - 1} {{ at() }} }}\n", 20, 20)
grows(f"let x = ones(4)\nvar y = x\nfor i in 0..{4 * turns} {{ y = x ^ i\n"
      f"  if i == {2 * turns} or i == {4 * turns - 1} {{ at() }} }}\n", 20, 20)
# Eager code of many shapes: 500 compiled graphs are cached.
shapes = law.count(1000)
grows(f"for i in 0..{shapes} {{ cumsum(ones((i + 1, 2))[:, 1:], axis = 0)\n"
      f"  if i == 600 or i == {shapes - 1} {{ at() }} }}\n", 16, 120)
law.done()
