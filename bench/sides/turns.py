"""Measures a row: every side in turn, the minimum time of each in each of its turns."""
import errno
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time

import numpy as np

from rows.row import Fresh, Rille
from sides import ours

HERE = pathlib.Path(__file__).resolve().parent
READY_S = 400     # to load, compile and run once
TURN_S = 200
FRESH_S = 45      # less for sides that are a process in each turn
ENOUGH_S = 300    # of turns: a row on a busy machine ends early, with its measured turns


class Lost(Exception):
    """A side that ended, or took too long; its text has its last output."""


class Side:
    """A process that serves a side: see SERVE in ours.py."""

    def __init__(self, name, command, own):
        self.name, self.own, self.go = name, own, own / "go"
        os.mkfifo(self.go)
        os.mkfifo(f"{self.go}.answer")
        self.process = command()
        self.times, self.inner, self.samples = [], 1, 2
        self.ask_after = self.answer(READY_S)

    def said(self):
        path = self.own / "said"
        return path.read_text()[-600:].strip() if path.exists() else ""

    def check(self, deadline):
        if self.process.poll() is not None:
            raise Lost(f"{self.name} ended: {self.said()}")
        if time.monotonic() > deadline:
            raise Lost(f"{self.name} took too long")

    def answer(self, limit):
        deadline = time.monotonic() + limit
        pipe = os.open(f"{self.go}.answer", os.O_RDONLY | os.O_NONBLOCK)
        text, waiting = b"", select.poll()
        waiting.register(pipe, select.POLLIN)
        try:
            while True:
                events = waiting.poll(200)
                if not events:
                    self.check(deadline)
                    continue
                try:
                    piece = os.read(pipe, 1 << 16)
                except BlockingIOError:
                    continue
                text += piece
                if not piece:
                    return text.decode()
        finally:
            os.close(pipe)

    def tell(self, wish):
        deadline = time.monotonic() + 30
        while True:
            try:
                pipe = os.open(self.go, os.O_WRONLY | os.O_NONBLOCK)
                break
            except OSError as error:
                if error.errno != errno.ENXIO:
                    raise
                self.check(deadline)
                time.sleep(0.001)
        os.write(pipe, wish.encode())
        os.close(pipe)

    def turn(self, samples, inner):
        self.tell(f"turn {samples} {inner}")
        said = self.answer(TURN_S).strip("()\n ")
        return [float(part) for part in said.replace(",", " ").split()]

    def fit(self, pause):
        """Samples that last long enough for the clock, as many as the pause allows."""
        spent = min(self.turn(2, 1))
        if spent < 1e-3:
            spent = min(self.turn(2, 20))
        self.inner = max(1, round(1e-3 / spent))
        self.samples = min(60, max(1, round(pause / (spent * self.inner))))

    def forget_peak(self):
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def ticks(self):
        """Its processor time on all cores so far, in the system's ticks."""
        text = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text()
        return sum(map(int, text.rsplit(")")[-1].split()[11:13]))

    def peak_mb(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.split("VmHWM:")[1].split()[0]) / 1024

    def stop(self):
        try:
            self.tell("stop")
            self.process.wait(timeout=20)
        except (Lost, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


class Once:
    """A side that is a new process in each turn. The second of two in a row counts: the first one
    may wait for memory pages that a virtual machine has released."""

    def __init__(self, name, side, folder, own, threads):
        self.name, self.own, self.times = name, own, []
        self.side, self.folder, self.threads = side, folder, threads
        self.why, self.cpu_s = "", float("inf")
        if side.disk:
            self.turn()  # fills the cache

    def turn(self, *_):
        """Its output; infinite if it fails or takes too long."""
        if self.why:
            return [float("inf")]
        try:
            self.run()
            before = os.times()
            done = self.run()
        except subprocess.TimeoutExpired:
            self.why = f"over {FRESH_S} s"
            return [float("inf")]
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip()
            self.why = next((line for line in said.splitlines() if "rror" in line), said)[:160]
            return [float("inf")]
        after = os.times()
        spent = after.children_user + after.children_system
        self.cpu_s = min(self.cpu_s, spent - before.children_user - before.children_system)
        return [float(done.stdout.split()[-1])]

    def run(self):
        if self.side.program == "rille":
            return ours.fresh(self.side, self.folder, self.own, self.threads, FRESH_S)
        path = self.own / "fresh.py"
        cache = self.own / "cache" if self.side.disk else ""
        path.write_text(self.side.text.replace("FOLDER", str(self.folder))
                        .replace("CACHE", str(cache)))
        return subprocess.run([sys.executable, path], capture_output=True, text=True,
                              timeout=FRESH_S, env=os.environ | {"JAX_PLATFORMS": "cpu"})

    samples = inner = 1

    def fit(self, _):
        pass

    def forget_peak(self):
        pass

    def ticks(self):
        return 0

    def peak_mb(self):
        return None

    def stop(self):
        pass


def limit_side(row, root, threads):
    own = root / "limit"
    own.mkdir()
    program = pathlib.Path("build/bench/limits")
    source = HERE / "limits.cpp"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        program.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", "-O3", "-march=native",
                        "-pthread", source, "-o", program], check=True)
    need = row.limit
    asked = [str(int(part)) for part in (threads, need.reads, need.writes, need.flops)]
    return Side("limit", lambda: subprocess.Popen([program, own / "go", *asked]), own)


def start(row, name, root, threads):
    """The side of this name, once it has its result."""
    side, own = row.sides[name], root / name
    folder = root / "inputs"
    own.mkdir()
    if isinstance(side, Fresh):
        return Once(name, side, folder, own, threads)
    if isinstance(side, Rille):
        order = (folder / "order").read_text().split()
        return Side(name, lambda: ours.start(side, order, folder, own, threads), own)
    command = [sys.executable, HERE / "peer.py", row.name, name, folder, own, str(threads)]
    return Side(name, lambda: subprocess.Popen(command, stdout=open(own / "said", "w"),
                                               stderr=subprocess.STDOUT), own)


def results(own):
    files = sorted(own.glob("*.npy"), key=lambda path: int(path.stem))
    return [np.load(path).astype(np.float64) for path in files]


def differs(row, mine, theirs):
    """The difference of the results, relative to the largest element; a text if too large."""
    if len(mine) != len(theirs) or not mine:
        return 0.0, f"{len(mine)} results against {len(theirs)}"
    worst = 0.0
    for i, (a, b) in enumerate(zip(mine, theirs)):
        if a.shape != b.shape:
            return 0.0, f"result {i} is {a.shape} against {b.shape}"
        if a.size:
            far = np.max(np.abs(a - b)) / max(np.max(np.abs(b)), 1e-30)
            worst = max(worst, float(far if np.isfinite(far) else np.inf))
    return worst, "" if worst <= row.tolerance else f"differs by {worst:.2g} > {row.tolerance:g}"


def compare(row, root, out):
    """Rille compared with every side, and with the oracle if there is one."""
    names = [name for name, side in row.sides.items() if not isinstance(side, Fresh)]
    if not names or names[0] != "ours":
        return ""
    mine = results(root / "ours")
    others = {name: results(root / name) for name in names[1:]}
    if row.oracle:
        inputs = {p.stem: np.load(p) for p in (root / "inputs").glob("*.npy")}
        value = eval(row.oracle, {"np": np} | inputs)
        parts = value if isinstance(value, tuple) else (value,)
        others["oracle"] = [np.asarray(part, np.float64) for part in parts]
    for name, theirs in others.items():
        far, why = differs(row, mine, theirs)
        out["differences"][name] = far
        if why:
            return f"{name}: {why}"
    return ""


def draw(row, root, rng):
    """Inputs and weights, in files that every side reads."""
    drawn = row.inputs(rng)
    (root / "inputs").mkdir()
    (root / "inputs" / "order").write_text(" ".join(drawn))
    for name, array in drawn.items():
        np.save(root / "inputs" / f"{name}.npy", array)
    if row.weights:
        (root / "weights").mkdir()
        for name, array in row.weights(rng).items():
            np.save(root / "weights" / f"{name}.npy", array)


def measure(row, seed, threads, say):
    """The outcome of a row: minimum seconds and peak memory of each side, or the failure.
    `of_turns` are the minimum seconds of each turn, which are compared with another side's."""
    out = {"seconds": {}, "of_turns": {}, "peak_mb": {}, "differences": {}, "fault": "",
           "why": {}, "cpu_s": {}}
    sides = {}
    with tempfile.TemporaryDirectory(prefix="rille-bench-") as folder:
        root = pathlib.Path(folder)
        draw(row, root, np.random.default_rng(seed))
        try:
            for name in row.sides:
                sides[name] = start(row, name, root, threads)
                say(f"{name} is ready")
            out["fault"] = compare(row, root, out)
            if not out["fault"]:
                if row.limit:
                    sides["limit"] = limit_side(row, root, threads)
                in_turn(row, sides, out, say)
        except Lost as error:
            out["fault"] = str(error)
        finally:
            for side in sides.values():
                side.stop()
    return out


class Others:
    """The fraction of the machine that other processes used meanwhile: 0 to 1."""

    def __init__(self, sides):
        self.own = [side for side in sides.values() if isinstance(side, Side)]
        self.began = self.ticks()

    def ticks(self):
        all_of = [int(part) for part in
                  pathlib.Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
        mine = sum(side.ticks() for side in self.own)
        return sum(all_of), sum(all_of) - all_of[3] - all_of[4] - mine

    def share(self):
        whole, busy = (now - then for now, then in zip(self.ticks(), self.began))
        return max(0.0, busy / max(1, whole))


def in_turn(row, sides, out, say):
    for name, side in sides.items():
        side.fit(row.pause)
        side.forget_peak()
        out["cpu_s"][name] = -side.ticks()
    others, began = Others(sides), time.monotonic()
    for turn in range(row.rounds):
        for name, side in sides.items():
            side.times.append(side.turn(side.samples, side.inner))
        out["others"] = round(others.share(), 3)
        say(f"turn {turn + 1} of {row.rounds}: " + "  ".join(
            f"{name} {min(side.times[-1]) * 1e3:.4g}" for name, side in sides.items()) + " ms")
        if time.monotonic() - began > ENOUGH_S:
            break
    for name, side in sides.items():
        turns = getattr(row.sides.get(name), "turns", 1)
        out["of_turns"][name] = [min(times) / turns for times in side.times]
        out["seconds"][name] = min(out["of_turns"][name])
        out["peak_mb"][name] = side.peak_mb()
        acts = sum(map(len, side.times)) * side.inner * turns
        spent = (out["cpu_s"][name] + side.ticks()) / os.sysconf("SC_CLK_TCK")
        out["cpu_s"][name] = spent / acts
        if isinstance(side, Once):
            out["why"][name], out["cpu_s"][name] = side.why, side.cpu_s
