"""One kind of work, interrupted again and again at drawn moments."""
import signal
import time

from stopping.kinds import KINDS
from stopping.prompt import Prompt

from clocks import HANGS_S, Watch


def interrupts(program, kind, times, draw, folder):
    """Of each interrupt that ended the work: seconds by the wall, seconds of an idle machine.

    What counts is the time from the signal to the next line's answer. A kind that takes memory may
    meet its limit first: that turn does not count.
    """
    setup, work, (low, high), *_ = KINDS[kind]
    words = {"n": (low + high) // 2, "leaf": "1.5"}
    found = []
    prompt = Prompt(program, folder, "--memory-limit", "3000")
    try:
        prompt.line(setup.format(**words) or "0")
        prompt.line('"be{1}gin"')
        if prompt.until(b"be1gin", HANGS_S) is None:
            return found
        for _ in range(times):
            prompt.line(work.format(**words))
            prompt.line('"the{1}end"')
            time.sleep(draw.uniform(0.1, 0.6))
            watch, begin = Watch(prompt.process.pid), time.monotonic()
            prompt.process.send_signal(signal.SIGINT)
            said = prompt.until(b"the1end", HANGS_S)
            wall, idle = time.monotonic() - begin, watch.idle_s()
            if said is None:
                return found + [(HANGS_S, HANGS_S)]
            if "error[interrupt]" in said:
                found.append((wall, idle))
    finally:
        prompt.end()
    return found
