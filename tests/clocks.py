"""What a process took, apart from what others on this machine took.

A bound on the wall fails where others have the cores, so tests judge seconds of the processor, or
`idle_s`: the seconds that an idle machine would have taken, in which sleep counts and waiting for a
core does not. Where neither can be had, a bound is multiplied by `slowness()`. HANGS_S only guards
against hangs: nothing is judged by it, so it is generous.
"""
import os
import pathlib
import resource
import select
import signal
import subprocess
import tempfile
import threading
import time

SLOWNESS = 10 if os.environ.get("RILLE_SANITIZED") else 1  # of a build with sanitizers
HANGS_S = 300 * SLOWNESS
TRIES = 3  # of what was late


def threads(pid):
    """Of each thread: for how many seconds it ran, and for how many it waited for a core. Nothing
    where the kernel does not say: then the wall is what there is."""
    found = {}
    for thread in pathlib.Path(f"/proc/{pid}/task").glob("*"):
        try:
            ran, waited, _ = (thread / "schedstat").read_text().split()
        except OSError:
            continue
        found[int(thread.name)] = (int(ran) / 1e9, int(waited) / 1e9)
    return found


def own_wait_s():
    """For how long this thread has waited for a core."""
    own = threads(os.getpid()).get(threading.get_native_id(), (0, 0))
    return own[1]


def cpu_s(pid):
    """Seconds of the processor that a process took, those of threads that ended as well."""
    return time.clock_gettime(~pid << 3 | 2)  # CPUCLOCK_SCHED of the process


def children_s():
    """Seconds of the processor of the children that were waited for, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Watch:
    """What a process takes from now on; with `begun`, from its start at that time.monotonic()."""

    def __init__(self, pid, begun=None):
        self.pid = pid
        self.before = threads(pid) if begun is None else {}
        self.own_wait = own_wait_s()
        self.begun = time.monotonic() if begun is None else begun

    def ran_s(self):
        """What the thread ran that ran the most: for a process that waits for a busy test."""
        return max((now[0] - self.before.get(thread, (0, 0))[0]
                    for thread, now in threads(self.pid).items()), default=0)

    def idle_s(self):
        """What an idle machine would have taken: at least what the main thread ran, and what it
        slept while no thread of its own and no test waited for a core."""
        wall, own = time.monotonic() - self.begun, own_wait_s() - self.own_wait
        took = {}
        for thread, now in threads(self.pid).items():
            before = self.before.get(thread, (0, 0))
            took[thread] = now[0] - before[0], now[1] - before[1]
        ran, waited = took.pop(self.pid, (0, 0))
        others = max((waited for _, waited in took.values()), default=0)
        return max(ran, wall - waited - others - own)


def ended(process):
    """Waits for the end of a process, whose times can be read until it is waited for. False where
    it goes on for HANGS_S: then it is killed."""
    end = os.pidfd_open(process.pid)
    try:
        has_ended = bool(select.select([end], [], [], HANGS_S)[0])
    finally:
        os.close(end)
    if not has_ended:
        process.kill()
    return has_ended


def until(holds, what):
    """Waits for something that comes in any case, however busy the machine is."""
    end = time.monotonic() + HANGS_S
    while not holds():
        assert time.monotonic() < end, f"{what}: not within {HANGS_S} s"
        time.sleep(0.005)


def state_of(pid, word):
    """A row of /proc/PID/status; "" where the process has ended."""
    try:
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return ""
    return next((row.split()[1] for row in text.splitlines() if row.startswith(word + ":")), "")


def until_it_hears(pid, number=signal.SIGINT):
    """Waits until a process has a handler for a signal, which ends it before."""
    def hears():
        caught = state_of(pid, "SigCgt")
        return not caught or state_of(pid, "State") == "Z" or int(caught, 16) >> (number - 1) & 1
    until(hears, f"a handler of signal {number}")


def until_it_sleeps(pid):
    """Waits until a process has done all that it was asked: no signal is on its way, and all its
    threads sleep."""
    def sleeps():
        pending = state_of(pid, "ShdPnd")
        tasks = pathlib.Path(f"/proc/{pid}/task").glob("*")
        return not pending or int(pending, 16) == 0 and all(
            state_of(f"{pid}/task/{task.name}", "State") in ("S", "Z", "") for task in tasks)
    for _ in range(3):  # one thread may have woken another that was looked at before
        until(sleeps, "sleep")
        time.sleep(0.01)


def until_it_computed(pid, seconds):
    """Waits until a process has computed for so many seconds from now on, or has ended."""
    enough = cpu_s(pid) + seconds
    until(lambda: state_of(pid, "State") in ("Z", "") or cpu_s(pid) >= enough, "work")


def late_after(process, number=signal.SIGINT):
    """Sends a signal that has to end a process: how late an idle machine would have seen the end.
    HANGS_S where it goes on."""
    watch = Watch(process.pid)
    process.send_signal(number)
    return watch.idle_s() if ended(process) else HANGS_S


def least(measured, enough):
    """The least of some measurements, the first below `enough` the last: others only ever add."""
    found = []
    while len(found) < TRIES and (not found or found[-1] >= enough):
        found.append(measured())
    return min(found)


def ran(command, **more):
    """Runs a command: what subprocess.run gives, with `idle_s`. Its output goes through files, so
    that its times can be read before it is waited for; status 124 where it hangs."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begun = time.monotonic()
        with subprocess.Popen(command, stdout=out, stderr=err,
                              **{"stdin": subprocess.DEVNULL, **more}) as process:
            watch = Watch(process.pid, begun)
            has_ended = ended(process)
            idle_s = watch.idle_s()
        texts = ([file.seek(0), file.read()][1] for file in (out, err))
        status = process.returncode if has_ended else 124
        done = subprocess.CompletedProcess(command, status, *texts)
    done.idle_s = idle_s
    return done


def time_limit(wanted, seconds):
    """The option for an input from which these kinds of errors are wanted: whoever has the cores
    can make none but those that end by such a limit meet it."""
    return ["--time-limit", str(seconds if "limit" in wanted else HANGS_S)]


def slowness():
    """How many times longer than on an idle machine work takes on this one at this moment."""
    begun, ran_before = time.monotonic(), time.thread_time()
    while time.thread_time() - ran_before < 0.05:
        pass
    return max(1.0, (time.monotonic() - begun) / (time.thread_time() - ran_before))
