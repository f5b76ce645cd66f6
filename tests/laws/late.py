"""Property-based test of the clocks of tests: they distinguish work and sleep from waiting for a
core.

Programs compute, sleep, or handle a signal late, while others keep their core busy: the time of an
idle machine (tests/clocks.py) is at least the program's own time, so that a bound still catches a
program that is late, and little more, so that no other program fails.
"""
import os
import signal
import subprocess
import sys

from law import Law
import clocks

law = Law(__doc__, measures=True)
draw = law.random
WORK = {
    "computes": "end = time.thread_time() + {s}\nwhile time.thread_time() < end: pass",
    "sleeps": "time.sleep({s})",
}
DEAF = """import os, signal, sys, time
def late(*_):
    {work}
    os._exit(3)
signal.signal(signal.SIGTERM, late)
while True: {turn}
"""
OWN_S = 0.1  # the time that Python takes to start and to end, at most


def python(text):
    return [sys.executable, "-S", "-E", "-c", text]


def judge_run(kind, seconds):
    done = clocks.ran(python("import time\n" + WORK[kind].format(s=seconds)))
    law.expect(done.returncode == 0 and done.idle_s > 0.95 * seconds,
               f"what {kind} for {seconds:.2f} s is seen", f"{done.idle_s:.3f} s")
    return done.idle_s - seconds


def judge_stop(kind, seconds):
    turn = draw.choice(["pass", "time.sleep(0.01)"])
    work = WORK[kind].format(s=seconds).replace("\n", "\n    ")
    with subprocess.Popen(python(DEAF.format(work=work, turn=turn))) as program:
        clocks.until_it_hears(program.pid, signal.SIGTERM)
        late = clocks.late_after(program, signal.SIGTERM)
    law.expect(program.returncode == 3 and late > 0.95 * seconds,
               f"what {kind} for {seconds:.2f} s after a signal is late", f"{late:.3f} s")
    return late - seconds


def judge_cpu(seconds):
    before = clocks.children_s()
    subprocess.run(python("import time\n" + WORK["computes"].format(s=seconds)), check=True)
    spent = clocks.children_s() - before
    law.expect(seconds <= spent + 0.01 and spent < seconds + 5 * OWN_S,
               "a child's seconds of the processor are its own", f"{spent:.3f} s for {seconds:.3f}")


def judge(seconds):
    for judged in (judge_run, judge_stop):
        for kind in WORK:
            # Other processes only add time: the minimum of several times is near.
            more = clocks.least(lambda: judged(kind, seconds), OWN_S)
            law.expect(more < OWN_S, "waiting for a core is not seen",
                       f"{judged.__name__}, {kind} for {seconds:.2f} s: {more:.3f} s more")
    judge_cpu(seconds)


# All on one core, which is inherited; the other processes end with this one, however it ends.
os.sched_setaffinity(0, {draw.choice(sorted(os.sched_getaffinity(0)))})
BUSY = f"import os\nwhile os.getppid() == {os.getpid()}: pass"
others = [subprocess.Popen(python(BUSY)) for _ in range(2)]
try:
    law.expect(clocks.slowness() > 1.2, "it is seen that the machine is busy")
    for _ in range(law.count(1)):
        judge(draw.uniform(0.15, 0.3))
finally:
    for other in others:
        other.kill()
        other.wait()
law.done()
