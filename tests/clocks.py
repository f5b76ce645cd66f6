"""Measures the time of a process without the time of other processes.

A limit on wall-clock time fails if other processes have the cores, so tests use seconds of the
processor, or `idle_s`: the seconds on an idle machine, in which sleep counts and waiting for a core
does not. If neither is available, a limit is multiplied by `slowness()`. HANGS_S only guards
against hangs: no test depends on it, so it is generous.
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

SLOWNESS = 10 if os.environ.get("RILLE_SANITIZED") else 1  # for builds with sanitizers
HANGS_S = 300 * SLOWNESS
TRIES = 3  # of a late process


def threads(pid):
    """For each thread: the seconds that it ran, and those that it waited for a core. Empty if the
    kernel does not report them: then wall-clock time is used."""
    found = {}
    for thread in pathlib.Path(f"/proc/{pid}/task").glob("*"):
        try:
            ran, waited, _ = (thread / "schedstat").read_text().split()
        except OSError:
            continue
        found[int(thread.name)] = (int(ran) / 1e9, int(waited) / 1e9)
    return found


def own_wait_s():
    """The seconds for which this thread has waited for a core."""
    own = threads(os.getpid()).get(threading.get_native_id(), (0, 0))
    return own[1]


def cpu_s(pid):
    """Seconds of the processor of a process, including its ended threads."""
    return time.clock_gettime(~pid << 3 | 2)  # CPUCLOCK_SCHED of the process


def children_s():
    """Seconds of the processor of the children that were waited for, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Watch:
    """The times of a process from now on; with `begun`, from its start at that time.monotonic()."""

    def __init__(self, pid, begun=None):
        self.pid = pid
        self.before = threads(pid) if begun is None else {}
        self.own_wait = own_wait_s()
        self.begun = time.monotonic() if begun is None else begun

    def ran_s(self):
        """The time of the busiest thread: for a process that waits for a busy test."""
        return max((now[0] - self.before.get(thread, (0, 0))[0]
                    for thread, now in threads(self.pid).items()), default=0)

    def idle_s(self):
        """The time on an idle machine: at least the run time of the main thread, plus the time that
        it slept while no thread of its own and no test waited for a core."""
        wall, own = time.monotonic() - self.begun, own_wait_s() - self.own_wait
        took = {}
        for thread, now in threads(self.pid).items():
            before = self.before.get(thread, (0, 0))
            took[thread] = now[0] - before[0], now[1] - before[1]
        ran, waited = took.pop(self.pid, (0, 0))
        others = max((waited for _, waited in took.values()), default=0)
        return max(ran, wall - waited - others - own)


def ended(process):
    """Waits for the end of a process, whose times can be read until it is waited for. False if it
    runs for HANGS_S: then it is killed."""
    end = os.pidfd_open(process.pid)
    try:
        has_ended = bool(select.select([end], [], [], HANGS_S)[0])
    finally:
        os.close(end)
    if not has_ended:
        process.kill()
    return has_ended


def until(holds, what):
    """Waits for an event that will happen, however busy the machine is."""
    end = time.monotonic() + HANGS_S
    while not holds():
        assert time.monotonic() < end, f"{what}: not within {HANGS_S} s"
        time.sleep(0.005)


def state_of(pid, word):
    """A row of /proc/PID/status; "" if the process has ended."""
    try:
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return ""
    return next((row.split()[1] for row in text.splitlines() if row.startswith(word + ":")), "")


def until_it_hears(pid, number=signal.SIGINT):
    """Waits until a process has a handler for a signal, which would end it before."""
    def hears():
        caught = state_of(pid, "SigCgt")
        return not caught or state_of(pid, "State") == "Z" or int(caught, 16) >> (number - 1) & 1
    until(hears, f"a handler of signal {number}")


def until_it_sleeps(pid):
    """Waits until a process is idle: no signal is pending, and all its threads sleep."""
    def sleeps():
        pending = state_of(pid, "ShdPnd")
        tasks = pathlib.Path(f"/proc/{pid}/task").glob("*")
        return not pending or int(pending, 16) == 0 and all(
            state_of(f"{pid}/task/{task.name}", "State") in ("S", "Z", "") for task in tasks)
    for _ in range(3):  # a thread may have woken one that was checked before
        until(sleeps, "sleep")
        time.sleep(0.01)


def until_it_computed(pid, seconds):
    """Waits until a process has used this many seconds of processor time from now on, or has ended.
    """
    enough = cpu_s(pid) + seconds
    until(lambda: state_of(pid, "State") in ("Z", "") or cpu_s(pid) >= enough, "work")


def late_after(process, number=signal.SIGINT):
    """Sends a signal that must end a process; returns the seconds until its end on an idle machine.
    HANGS_S if it keeps running."""
    watch = Watch(process.pid)
    process.send_signal(number)
    return watch.idle_s() if ended(process) else HANGS_S


def least(measured, enough):
    """The minimum of some measurements; it stops below `enough`: other processes only add time."""
    found = []
    while len(found) < TRIES and (not found or found[-1] >= enough):
        found.append(measured())
    return min(found)


def ran(command, **more):
    """Runs a command: the result of subprocess.run, with `idle_s`. Its output goes through files,
    so that its times can be read before it is waited for; status 124 if it hangs."""
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
    """The option for an input from which these kinds of errors are expected: only inputs that end
    by a time limit get one, because other processes may use the cores."""
    return ["--time-limit", str(seconds if "limit" in wanted else HANGS_S)]


def slowness():
    """How many times longer work takes on this machine now than on an idle one."""
    begun, ran_before = time.monotonic(), time.thread_time()
    while time.thread_time() - ran_before < 0.05:
        pass
    return max(1.0, (time.monotonic() - begun) / (time.thread_time() - ran_before))
