"""Shared code of the property-based tests: arguments, running programs, counting.

A property-based test is a program tests/laws/NAME.py. It generates cases from its seed, asks an
oracle that shares no code with what is tested, and calls `expect` once for each comparison:

    law = Law(__doc__)
    for _ in range(law.count(200)):          # 200 in CI, 20,000 with --slow
        ...law.random...
        law.expect(got == wanted, "jit(f)(x) = f(x)", text_of_the_program)
    law.done()

`RILLE` names another interpreter: with an older one, a test shows that it can fail.
"""
import argparse
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from clocks import HANGS_S  # noqa: E402

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
SHOWN = int(os.environ.get("RILLE_LAW_SHOWN", "10"))  # failures that are printed in full


# A build with sanitizers is slower and uses more memory: measurements are skipped, and a fifth of
# the cases covers the same code.
SANITIZED = bool(os.environ.get("RILLE_SANITIZED"))


def counts_instructions():
    """Whether `perf stat` works: a virtual machine may hide the counters."""
    done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"],
                          capture_output=True, text=True) if shutil.which("perf") else None
    return done is not None and done.stderr.split(",")[0].isdigit()


def cost_of(words, counted):
    """The cost of a run of the interpreter, and its status: instructions, or seconds of the
    processor, the minimum of three."""
    command = [RILLE, *words]
    if counted:
        done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", *command],
                              capture_output=True, timeout=HANGS_S)
        return int(done.stderr.split(b"\n")[-2].split(b",")[0]), done.returncode
    best = None
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run(command, capture_output=True, timeout=HANGS_S)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        best = spent if best is None else min(best, spent)
    return best, done.returncode


class Law:
    def __init__(self, doc, measures=False):
        parser = argparse.ArgumentParser(description=doc,
                                         formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--slow", action="store_true", help="a hundred times as many cases")
        given = parser.parse_args()
        if measures and SANITIZED:
            print("0 passed, 0 failed: it measures, and not builds with sanitizers")
            sys.exit(0)
        self.seed, self.slow = given.seed, given.slow
        self.random = random.Random(given.seed)
        self.passed = self.failed = self.shown = 0
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rille-law-"))

    def count(self, in_ci):
        if SANITIZED and not self.slow:
            return -(-in_ci // 5)
        return in_ci * (100 if self.slow else 1)

    def run(self, text, *words, before=(), limit_s=HANGS_S, env=None):
        """Runs a program; returns (exit status, stdout, stderr).

        `words` follow the file's name, `before` (limits, for example) precedes `run`. A program
        that hangs, the only purpose of limit_s, has the status None.
        """
        path = self.folder / "drawn.rille"
        path.write_text(text)
        command = [RILLE, *before, "run", str(path), *words]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=limit_s, env={**os.environ, **(env or {})},
                                  cwd=self.folder)
        except subprocess.TimeoutExpired:
            return None, "", f"over {limit_s} s"
        return done.returncode, done.stdout.decode(errors="replace"), \
            done.stderr.decode(errors="replace")

    def prompt(self, text, before=(), limit_s=HANGS_S):
        """Runs the lines of text, entered one by one at the prompt; returns the same."""
        done = subprocess.run([RILLE, *before, "repl"], input=text, capture_output=True, text=True,
                              timeout=limit_s, cwd=self.folder)
        return done.returncode, done.stdout, done.stderr

    def expect(self, holds, what, detail=""):
        """Counts one comparison; a failure is printed with its details."""
        if holds:
            self.passed += 1
            return
        self.failed += 1
        self.shown += 1
        if self.shown <= SHOWN:
            print(f"-- seed {self.seed}: {what}\n{detail}", flush=True)

    def done(self):
        for path in sorted(self.folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        self.folder.rmdir()
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(bool(self.failed) or not self.passed)
