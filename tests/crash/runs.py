"""Guarantees of a manager for runs without unexpected kills: [(name, function of Run)]."""
import os
import signal
import subprocess
import time

LOOP = """
let m = ckpt.manager("steps", save_interval_steps = 1000000, on_sigterm = "TERM")
var i = 1
while not m.stopping() {
  m.save(i, (w = float(i) * ones(1000)))
  if i == 3 { io.write("begun", "") }
  i += 1
}
print("asked to stop")
"""
# The saved array is changed at once, in place if possible: by a host update, and by a compiled step
# that may overwrite its argument.
CHANGES = """
let m = ckpt.manager("steps", max_to_keep = 100)
let step = jit(x => x + 1.0)
var x = zeros(400000)
for i in 0..12 {
  m.save(i, (x = x))
  if i % 2 == 0 { x[:] = float(i + 1) } else { x = step(x) }
}
m.close()
print((same(ckpt.load("steps", step = i).x, float(i) * ones(400000)) for i in 0..12))
"""
TIERS = """
let m = ckpt.manager(("fast", "slow"), save_interval_steps = (1, 2), max_to_keep = (1, 2))
for i in 0..6 { m.save(i, (w = float(i) * ones(5000))) }
m.wait()
print(ckpt.steps("fast"), ckpt.steps("slow"), m.steps())
print(m.restore().step)
"""
OPEN = ('let m = ckpt.manager(("fast", "slow")); '
        "print(m.steps(), m.restore().step, m.restore(4).step)")
BOUNDED = """
let m = ckpt.manager("steps", max_to_keep = 1)
var x = zeros(5000000)
for i in 0..8 { m.save(i, (x = x)); x += 1.0 }
m.close()
print(ckpt.steps("steps"))
"""


class Run:
    """Scripts in a directory of their own, and their expected output."""

    def __init__(self, rille, folder, expect):
        self.rille, self.folder, self.expect = rille, folder, expect
        folder.mkdir()

    def start(self, text, *options):
        path = self.folder / f"{len(list(self.folder.glob('*.rille')))}.rille"
        path.write_text(text)
        return subprocess.Popen([self.rille, *options, "run", path], cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def run(self, text, *options):
        process = self.start(text, *options)
        out, err = process.communicate(timeout=300)
        return process.returncode, out.strip(), err

    def wait_for(self, name, process):
        for _ in range(6000):
            if (self.folder / name).exists() or process.poll() is not None:
                return
            time.sleep(0.01)


def damage(path):
    data = bytearray(path.read_bytes())
    data[-7] ^= 4
    path.write_bytes(data)


def term_saves_and_stops(run):
    process = run.start(LOOP.replace("TERM", "stop").replace("not m.stopping()", "true"))
    run.wait_for("begun", process)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=300)
    run.expect(process.returncode == 3 and "SIGTERM received; step" in err,
               "SIGTERM saves and stops",
               f"{process.returncode} {err[-300:]}")
    status, out, err = run.run('let m = ckpt.manager("steps"); let r = m.restore(); '
                               "print(all(r.tree.w == r.step) and r.step >= 3)")
    run.expect(out == "true", "the step of a SIGTERM is whole", out + err[-300:])


def term_tells(run):
    process = run.start(LOOP.replace("TERM", "notify"))
    run.wait_for("begun", process)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=300)
    run.expect(process.returncode == 0 and "asked to stop" in out, "SIGTERM is told", out + err)


def second_term_ends(run):
    process = run.start(LOOP.replace("TERM", "notify").replace("not m.stopping()", "true"))
    run.wait_for("begun", process)
    process.send_signal(signal.SIGTERM)
    for _ in range(500):
        if process.poll() is not None:
            break
        time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
    process.communicate(timeout=300)
    run.expect(process.returncode == -signal.SIGTERM, "a second SIGTERM ends the process",
               process.returncode)


def one_writer(run):
    process = run.start(LOOP.replace("TERM", "none"))
    run.wait_for("begun", process)
    _, _, err = run.run('let m = ckpt.manager("steps")')
    run.expect(f"is locked by the writer with process ID {process.pid}" in err,
               "a second writer is refused", err)
    process.kill()
    process.communicate(timeout=300)
    status, _, err = run.run('let m = ckpt.manager("steps"); m.save(0, 1.0, force = true)')
    run.expect(status == 0, "the lock of a killed writer is free", err)


def snapshots_do_not_change(run):
    _, out, err = run.run(CHANGES)
    run.expect(out == "(" + ", ".join(["true"] * 12) + ")", "what is saved is what was there",
               out[-300:] + err[-300:])


def restores_from_any_tier(run):
    _, out, err = run.run(TIERS)
    run.expect(out == "(5,) (2, 4) (2, 4, 5)\n5", "tiers keep their steps", out + err[-300:])
    damage(run.folder / "fast/step-00000005.safetensors")
    _, out, err = run.run(OPEN)
    run.expect(out == "(2, 4, 5) 4 4" and "warning" in err, "a damaged step is passed over",
               out + err[-300:])
    damage(run.folder / "slow/step-00000004.safetensors")
    _, out, err = run.run(OPEN.replace(", m.restore(4).step", ""))
    run.expect(out == "(2, 4, 5) 2", "and the next one", out + err[-300:])
    _, out, err = run.run(OPEN.split(";")[0] + '; let s = m.restore().step; m.save(3, 1.0); '
                          "print(s, m.steps())")
    run.expect(out == "2 (2, 3)", "the run goes on from there", out + err[-300:])
    _, out, err = run.run('let m = ckpt.manager("slow"); m.restore(4)')
    run.expect("error[io]" in err and "checksum" in err, "one that was asked for is an error", err)
    (run.folder / "fast/step-00000005.safetensors").write_bytes(b"")
    _, out, err = run.run(OPEN.replace(", m.restore(4).step", ""))
    run.expect(out == "(2, 3, 4) 3", "an empty file is no step", out + err[-300:])


def memory_is_bounded(run):
    """Arrays of 20 MB: one that is written, one that is changed, one that is computed from it."""
    status, out, err = run.run(BOUNDED, "--memory-limit", "100")
    run.expect(out == "(7,)", "a run keeps two copies", out + err[-300:])


def errors_surface(run):
    """The directory is removed: the next save, or wait(), reports which step is missing."""
    text = ('let m = ckpt.manager("steps"); m.save(0, 1.0); m.wait()\n'
            'io.write("begun", "")\nwhile not io.exists("gone") {}\nm.save(1, 1.0)\n')
    for end in ("m.wait()", "m.save(2, 1.0)", ""):
        process = run.start(text + end)
        run.wait_for("begun", process)
        subprocess.run(["rm", "-rf", run.folder / "steps"], check=True)
        (run.folder / "gone").write_text("")
        _, err = process.communicate(timeout=300)
        run.expect(process.returncode == 1 and "saving step 1: cannot write" in err,
                   "what a writer met is raised", f"{process.returncode} {err[-300:]}")
        for name in ("begun", "gone"):
            (run.folder / name).unlink()


def steps_of(folder):
    return sorted(path.name for path in folder.glob("step-*")) if folder.exists() else []


def training_goes_on(run, kills):
    """examples/char_gpt.rille, killed repeatedly: the same numbers as one run."""
    script = os.path.abspath("examples/char_gpt.rille")
    args = [run.rille, "run", script, "--steps", str(4 * kills + 8), "--every", "4", "--out"]
    quiet = {"cwd": run.folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
             "stderr": subprocess.STDOUT}
    whole = subprocess.run([*args, "whole"], timeout=600, **quiet)
    run.expect(whole.returncode == 0, "the example runs", whole.stdout[-300:])
    killed = run.folder / "killed"
    for _ in range(kills):
        before, process = steps_of(killed), subprocess.Popen([*args, "killed"], **quiet)
        while process.poll() is None and steps_of(killed) == before:
            time.sleep(0.002)
        process.kill()
        process.communicate(timeout=300)
    run.expect(process.returncode == -9, "the last run was killed", process.returncode)
    last = subprocess.run([*args, "killed"], timeout=600, **quiet)
    run.expect(b"resuming from step" in last.stdout, "it goes on", last.stdout[:300])
    _, out, err = run.run("""let names = (entry.name for entry in ckpt.list("whole"))
proc of(path) = ckpt.load(path, only = names)
print(same(of("whole"), of("killed")))""")
    run.expect(out == "true", f"{kills} kills change no bit", out + err[-300:])


def all_runs(rille, root, expect, kills):
    rille = os.path.abspath(rille)
    training_goes_on(Run(rille, root / "training", expect), kills)
    for law in (term_saves_and_stops, term_tells, second_term_ends, one_writer,
                snapshots_do_not_change, restores_from_any_tier, memory_is_bounded, errors_surface):
        law(Run(rille, root / law.__name__, expect))
