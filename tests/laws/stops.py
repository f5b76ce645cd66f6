"""A stop is a stop: whatever a script does, Ctrl-C, a time limit and a memory limit end it soon.

Each kind of work is a line that would take far too long or far too much. It runs at a prompt under
one of the three stops. The work has to end with the error of that stop, not much later than a loop
that does nothing but wait (which is measured beside it, since machines are busy), never with more
memory than the limit and 64 MB above what the prompt takes, and the next line has to run.
"""
import os
import re
import resource
import select
import signal
import statistics
import subprocess
import time

from law import RILLE, Law

law = Law(__doc__)

# What each kind does: setup, work, what {n} is drawn between, whether it takes memory, how many
# seconds it may be late.
PAIRS = "var t = ({leaf},); for i in 0..{n} {{ t = (t, t) }}; "
KINDS = {
    "loop": (
        "",
        "while true {{}}",
        (0, 0), False, 0.05),
    "recursion": (
        "fn f(n) = if n < 1000 {{ f(n + 1) }} else {{ 0 }}",
        "while true {{ f(0) }}",
        (0, 0), False, 0.05),
    "comprehension": (
        "",
        "var s = 0; for i in 0..10000000000 {{ s += i }}",
        (0, 0), False, 0.05),
    "print of a tree": (
        "",
        PAIRS + "print(t)",
        (25, 28), True, 0.05),
    "text of a tree": (
        "",
        PAIRS + "let s = str(t)",
        (25, 28), True, 0.05),
    "trees compared": (
        "",
        PAIRS + "var u = t; for i in 0..1 {{ u = (t, t) }}; t == u[0]",
        (27, 30), True, 0.05),
    "same": (
        "",
        PAIRS + "var u = ({leaf},); for i in 0..{n} {{ u = (u, u) }}; print(same(t, u))",
        (26, 40), True, 0.05),
    "leaves": (
        "",
        PAIRS + "let s = tree.leaves(t)",
        (25, 30), True, 0.05),
    "tree + 1": (
        "",
        PAIRS + "let s = t + 1",
        (25, 30), True, 0.05),
    "tree.map": (
        "",
        PAIRS + "let s = tree.map(x => x, t)",
        (25, 30), True, 0.05),
    "jit argument": (
        "",
        PAIRS + "let s = jit(x => x)(t)",
        (25, 30), True, 0.05),
    "grad argument": (
        "",
        PAIRS + "let s = grad(x => 1.0)(t)",
        (25, 30), True, 0.05),
    "save of a tree": (
        "",
        PAIRS + 'ckpt.save("never.safetensors", (t = t))',
        (25, 30), True, 0.05),
    "rows of nothing": (
        "",
        'let s = "{{zeros((10 ^ {n}, 0))}}"; while true {{}}',
        (8, 9), False, 0.05),
    "counted while": (
        "",
        "jit(x => {{ var y = x; var i = 0; while i < 10 ^ 15 {{ y = y * 1.5 + i; "
        "i += 1 }}; y }})(1.0)",
        (0, 0), False, 0.25),
    "trace of a recursion": (
        "fn f(x, n) = if n < 5000 {{ f(sin(x), n + 1) + x }} else {{ x }}",
        "while true {{ jit(x => f(x, 0))(1.0) }}",
        (0, 0), False, 0.25),
    "tape": (
        "",
        "grad(x => {{ var y = x; while y > 0.0 {{ y = sin(y) + 1.5 }}; y }})(1.0)",
        (0, 0), True, 0.05),
    "compiled while": (
        "",
        "jit(x => {{ var y = x; while y > 0.0 {{ y = sin(y) + 1.5 }}; y }})(1.0)",
        (0, 0), False, 0.25),
    "split": (
        "",
        'var s = "a,"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}; while true {{ let t '
        '= split(s, ",") }}',
        (20, 22), False, 0.05),
    "replace": (
        "",
        'var s = "ab"; for i in 0..40 {{ s = replace(s, "a", "aa") }}',
        (0, 0), True, 0.05),
    "replace again": (
        'var s = "ab"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}',
        'while true {{ let y = replace(s, "a", "b") }}',
        (20, 22), False, 0.05),
    "join": (
        "",
        'var s = ("abc",); for i in 0..{n} {{ s = (...s, ...s) }}; var t = ""; '
        'while true {{ t = join((t, join(s, "-"))) }}',
        (16, 20), False, 0.05),
    "upper": (
        'var s = "ab"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}',
        "while true {{ let y = upper(s) }}",
        (20, 24), False, 0.05),
    "trim": (
        'var s = " "; for i in 0..{n} {{ s = "{{s}}{{s}}" }}',
        "while true {{ let y = trim(s) }}",
        (20, 24), False, 0.05),
    "chars": (
        "",
        'var s = "ab"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}; while true {{ '
        "let y = chars(s) }}",
        (20, 22), False, 0.05),
    "lines": (
        "",
        'var s = "ab\\n"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}; while true {{ '
        "let y = lines(s) }}",
        (20, 22), False, 0.05),
    "words": (
        "",
        'var s = "ab "; for i in 0..{n} {{ s = "{{s}}{{s}}" }}; while true {{ '
        "let y = words(s) }}",
        (20, 22), False, 0.05),
    "find": (
        'var s = "ab"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}',
        'while true {{ let y = find(s, "aa") }}',
        (20, 24), False, 0.05),
    "strings in order": (
        'let s = ("{{(i * 7919) % 200003}}" for i in 0..200000)',
        "while true {{ let y = sort(s) }}",
        (0, 0), False, 0.05),
    "doubled text": (
        "",
        'var s = "ab"; while true {{ s = "{{s}}{{s}}" }}',
        (0, 0), True, 0.05),
    "doubled tuple": (
        "",
        "var s = (1, 2); while true {{ s = (...s, ...s) }}",
        (0, 0), True, 0.05),
    "tuple that grows": (
        "",
        "var s = (); while true {{ push(&s, (1, 2)) }}",
        (0, 0), True, 0.05),
    "dict that grows": (
        "",
        "var s = dict(); var i = 0; while true {{ s[i] = (i,); i += 1 }}",
        (0, 0), True, 0.05),
    "closures": (
        "",
        "var f = () => 1; while true {{ let g = f; f = () => g }}",
        (0, 0), True, 0.05),
    "arrays kept": (
        "",
        "var s = (); while true {{ push(&s, ones(10)) }}",
        (0, 0), True, 0.05),
    "arrays dropped": (
        "",
        "var x = ones(10); while true {{ x = x * 1.0 + 1.0 }}",
        (0, 0), False, 0.05),
    "inv": (
        "var k = rng.key(0); let x = rng.normal(&k, ({n}, {n}))",
        "linalg.inv(x)",
        (2500, 3000), False, 0.05),
    "qr": (
        "var k = rng.key(0); let x = rng.normal(&k, ({n}, {n}))",
        "linalg.qr(x)",
        (2500, 3500), False, 0.05),
    "solve": (
        "var k = rng.key(0); let x = rng.normal(&k, ({n}, {n}))",
        "linalg.solve(x, x)",
        (2500, 3000), False, 0.05),
    "matmul": (
        "let x = ones(({n}, {n}))",
        "while true {{ let y = x @ x }}",
        (2000, 3500), False, 0.25),
    "sin": (
        "let x = ones({n})",
        "while true {{ let y = sin(x) }}",
        (10000000, 20000000), False, 0.25),
    "sort": (
        "var k = rng.key(0); let x = rng.normal(&k, ({n},))",
        "while true {{ let y = sort(x) }}",
        (5000000, 9000000), False, 0.05),
    "top_k": (
        "var k = rng.key(0); let x = rng.normal(&k, ({n},))",
        "while true {{ let y = top_k(x, 5) }}",
        (5000000, 9000000), False, 0.05),
    "unique": (
        "var k = rng.key(0); let x = rng.normal(&k, ({n},))",
        "while true {{ let y = unique(x) }}",
        (3000000, 6000000), False, 0.05),
    "scatter": (
        "var x = zeros({n}); let at = arange({n})",
        "while true {{ x[at] += 1.0 }}",
        (5000000, 9000000), False, 0.25),
    "gather": (
        "let x = zeros({n}); let at = arange({n})",
        "while true {{ let y = x[at] }}",
        (5000000, 9000000), False, 0.25),
    "cumsum": (
        "let x = ones({n})",
        "while true {{ let y = cumsum(x) }}",
        (20000000, 30000000), False, 0.25),
    "permutation": (
        "var k = rng.key(0)",
        "while true {{ let y = rng.permutation(&k, {n}) }}",
        (2000000, 4000000), False, 0.25),
    "stack": (
        "let s = (ones(100) for i in 0..{n})",
        "while true {{ let y = stack(s) }}",
        (3000, 9000), False, 0.05),
    "csv": (
        "",
        'while true {{ let y = data.csv("law.csv") }}',
        (0, 0), False, 0.05),
}
STOPS = ("interrupt", "time", "memory")
LIMIT_MB = 400       # of the memory stop
PROMPT_MB = 150      # what a prompt with compiled code takes by itself, at most
AFTER_S = 0.5        # when time and interrupt strike
PATIENCE_S = 20


def machine_is_late():
    """How late this machine lets a process know of anything at the moment."""
    worst = 0
    for _ in range(5):
        begin = time.monotonic()
        time.sleep(0.01)
        worst = max(worst, time.monotonic() - begin - 0.01)
    return worst


class Prompt:
    def __init__(self, *limits):
        env = {**os.environ, "RILLE_THREADS": "2"}
        self.process = subprocess.Popen([RILLE, *limits, "repl"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        cwd=law.folder, env=env)

    def line(self, text):
        try:
            self.process.stdin.write(text.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def until(self, mark, seconds):
        """What it writes until the mark stands there; None where it does not in time."""
        out, end = b"", time.monotonic() + seconds
        while mark not in out:
            left = max(0, end - time.monotonic())
            ready, _, _ = select.select([self.process.stdout], [], [], left)
            got = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            if not got:
                return None
            out = out[-(1 << 16):] + got
        return out.decode(errors="replace")

    def peak_mb(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024

    def end(self):
        self.process.kill()
        self.process.wait()


def stopped(prompt, stop, work):
    """Runs the work at the prompt; gives what it said and how long after the stop, or None."""
    begin = time.monotonic()
    prompt.line(work)
    prompt.line("\"the{1}end\"")
    if stop == "interrupt":
        time.sleep(AFTER_S)
        prompt.process.send_signal(signal.SIGINT)
    said = prompt.until(b"the1end", PATIENCE_S)
    return said, time.monotonic() - begin - AFTER_S


def judge(kind, stop):
    setup, work, (low, high), takes_memory, late = KINDS[kind]
    if stop == "memory" and not takes_memory:
        return None
    n = law.random.randint(low, high)
    leaf = law.random.choice(["1", "1.5", "2", "0.25"])
    setup, work = setup.format(n=n, leaf=leaf), work.format(n=n, leaf=leaf)
    limits = {"interrupt": ("--memory-limit", "3000"),
              "time": ("--time-limit", str(AFTER_S), "--memory-limit", "3000"),
              "memory": ("--memory-limit", str(LIMIT_MB))}[stop]
    # The setup may take longer than the limit of time allows a line: it gets a clock of its own.
    if stop == "time" and setup:
        work, setup = setup + "; " + work, ""
    prompt = Prompt(*limits)
    shown = f"{kind}, {stop}: {setup}; {work}"
    try:
        prompt.line(setup or "0")
        prompt.line("\"be{1}gin\"")
        if prompt.until(b"be1gin", PATIENCE_S) is None:
            law.expect(False, "the setup of " + shown)
            return None
        lag = machine_is_late()
        said, after = stopped(prompt, stop, work)
        lag = max(lag, machine_is_late())
        law.expect(said is not None, "it ends, and the next line runs: " + shown)
        if said is None:
            return None
        wanted = {"interrupt": r"error\[(interrupt|memory)\]", "time": r"error\[(limit|memory)\]",
                  "memory": r"error\[(memory|limit)\]"}[stop]
        law.expect(re.search(wanted, said), "it ends with the error of its stop: " + shown,
                   said[-300:])
        if stop == "memory":
            law.expect(prompt.peak_mb() < LIMIT_MB + PROMPT_MB + 64,
                       f"{prompt.peak_mb():.0f} MB under a limit of {LIMIT_MB}: " + shown)
            return None
        if after < 0:  # it met the memory limit before
            return None
        # What it holds is given back first: objects of some 50 bytes, half a second a GB. This
        # machine does other things, too.
        room = late + 0.25 + 10 * lag + 0.5 * prompt.peak_mb() / 1000
        law.expect(after < room, f"{after:.2f} s after the stop, {room:.2f} allowed: " + shown)
        return after
    finally:
        prompt.end()


resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
(law.folder / "law.csv").write_text("a,b\n" + "1.5,2\n" * 400000)
cases = [(kind, stop) for kind in KINDS for stop in STOPS]
law.random.shuffle(cases)
only = os.environ.get("STOPS_ONLY")
if only:
    cases = [c for c in cases if only in c[0]]
elif not law.slow:
    cases = cases[:22]
late = [after for kind, stop in cases if (after := judge(kind, stop)) is not None]
if late:
    print(f"after the stop: median {statistics.median(late) * 1000:.0f} ms, "
          f"worst {max(late) * 1000:.0f} ms")
law.done()
