"""A prompt without a terminal, and how late it is to hear a stop."""
import os
import re
import select
import subprocess
import time


def clocks(pid):
    """Of each thread: for how many seconds it ran, and for how many it waited for a core."""
    found = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
                ran, waited, _ = file.read().split()
        except OSError:
            continue
        found[int(thread)] = (int(ran) / 1e9, int(waited) / 1e9)
    return found


def lateness(pid, before, wall):
    """The part of the time since `before` that an idle machine would have taken, too."""
    took = {thread: (ran - before.get(thread, (0, 0))[0], waited - before.get(thread, (0, 0))[1])
            for thread, (ran, waited) in clocks(pid).items()}
    ran, waited = took.pop(pid)
    others = max((waited for _, waited in took.values()), default=0)
    return max(ran, wall - waited - others)


class Prompt:
    def __init__(self, program, folder, *limits):
        env = {**os.environ, "RILLE_THREADS": "2"}
        self.process = subprocess.Popen([program, *limits, "repl"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        cwd=folder, env=env)

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
