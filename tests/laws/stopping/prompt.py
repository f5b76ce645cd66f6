"""A prompt without a terminal."""
import os
import re
import select
import subprocess
import time


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
