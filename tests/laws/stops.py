"""Property-based test: Ctrl-C, a time limit, and a memory limit end any script soon.

Each kind of work is a line that would take far too long or far too much memory. It runs at a prompt
under one of the three stops. The work must end with the error of that stop, within the promised
time (the time of an idle machine counts, since machines are busy), never with more memory than the
limit plus 64 MB above the prompt's, and the next line must run.
"""
import os
import re
import resource
import signal
import statistics
import struct
import time
import zlib

from law import RILLE, Law
from clocks import HANGS_S, TRIES, Watch
from stopping.kinds import KINDS
from stopping.prompt import Prompt

law = Law(__doc__, measures=True)

# The invariants afterwards: no update is left incomplete.
AFTER = {"scatter": "all(x == x[0])", "copy": "all(x == 1.0)"}
STOPS = ("interrupt", "time", "memory")
LIMIT_MB = 400       # of the memory limit
PROMPT_MB = 150      # the memory of a prompt with compiled code, at most
AFTER_S = 0.5        # the time of timeout and interrupt
SHARED_S = 0.05      # the cost of other processes beyond waiting: caches, shared cores


def stopped(prompt, stop, work):
    """Runs the work at the prompt; returns its output and the time after the stop, or None."""
    pid = prompt.process.pid
    prompt.line(work)
    prompt.line("\"the{1}end\"")
    time.sleep(AFTER_S)
    watch = Watch(pid)
    if stop == "interrupt":
        prompt.process.send_signal(signal.SIGINT)
    said = prompt.until(b"the1end", HANGS_S)
    if said is None:
        return None, 0
    return said, watch.idle_s()


def judge(kind, stop):
    setup, work, (low, high), takes_memory, late = KINDS[kind]
    if stop == "memory" and not takes_memory:
        return None
    n = law.random.randint(low, high)
    leaf = law.random.choice(["1", "1.5", "2", "0.25"])
    setup, work = setup.format(n=n, leaf=leaf), work.format(n=n, leaf=leaf)
    room, least = late + SHARED_S, None
    for _ in range(TRIES):
        after = tried(kind, stop, setup, work)
        if after is None:
            return None
        least = after if least is None else min(least, after)
        if least < room:
            break
    law.expect(least < room, f"{least:.2f} s after the stop, {room:.2f} allowed: "
               f"{kind}, {stop}: {setup}; {work}")
    return least


def tried(kind, stop, setup, work):
    limits = {"interrupt": ("--memory-limit", "3000"),
              "time": ("--time-limit", str(AFTER_S), "--memory-limit", "3000"),
              "memory": ("--memory-limit", str(LIMIT_MB))}[stop]
    # The setup may take longer than the time limit of a line: it has a limit of its own.
    if stop == "time" and setup:
        work, setup = setup + "; " + work, ""
    prompt = Prompt(RILLE, law.folder, *limits)
    shown = f"{kind}, {stop}: {setup}; {work}"
    try:
        prompt.line(setup or "0")
        prompt.line("\"be{1}gin\"")
        if prompt.until(b"be1gin", HANGS_S) is None:
            law.expect(False, "the setup of " + shown)
            return None
        said, after = stopped(prompt, stop, work)
        law.expect(said is not None, "it ends, and the next line runs: " + shown)
        if said is None:
            return None
        wanted = {"interrupt": r"error\[(interrupt|memory)\]", "time": r"error\[(limit|memory)\]",
                  "memory": r"error\[(memory|limit)\]"}[stop]
        law.expect(re.search(wanted, said), "it ends with the error of its stop: " + shown,
                   said[-300:])
        if kind in AFTER and setup:
            prompt.line('"wh{1}ole {' + AFTER[kind] + '}"')
            law.expect(prompt.until(b"wh1ole true", HANGS_S) is not None,
                       f"{AFTER[kind]}: {shown}")
        if stop == "memory":
            law.expect(prompt.peak_mb() < LIMIT_MB + PROMPT_MB + 64,
                       f"{prompt.peak_mb():.0f} MB under a limit of {LIMIT_MB}: " + shown)
            return None
        if "error[memory]" in said:  # that limit was reached first
            return None
        return after
    finally:
        prompt.end()


def black_picture(width, height):
    """A black PNG image."""
    def chunk(name, data):
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    pack = zlib.compressobj()
    rows = b"".join([pack.compress(bytes(1 + 3 * width)) for _ in range(height)] + [pack.flush()])
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", rows) + chunk(b"IEND", b""))


resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
(law.folder / "law.csv").write_text("a,b\n" + "1.5,2\n" * 400000)
(law.folder / "law.mlir").write_text(
    "func.func @main() -> tensor<2000000xf32> { %0 = stablehlo.constant dense<["
    + "1.5," * 1999999 + "2.5]> : tensor<2000000xf32> return %0 : tensor<2000000xf32> }")
cases = [(kind, stop) for kind in KINDS for stop in STOPS]
law.random.shuffle(cases)
only = os.environ.get("STOPS_ONLY")
if only:
    cases = [c for c in cases if only in c[0]]
elif not law.slow:
    cases = cases[:22]
if any(kind == "png" for kind, _ in cases):
    (law.folder / "law.png").write_bytes(black_picture(20000, 10000))
late = [after for kind, stop in cases if (after := judge(kind, stop)) is not None]
if late:
    print(f"after the stop: median {statistics.median(late) * 1000:.0f} ms, "
          f"worst {max(late) * 1000:.0f} ms")
law.done()
