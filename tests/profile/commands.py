"""`rille run --profile` and `rille profile`: their files, errors, and exit status.
usage: tests/profile/commands.py

A check is a function whose name is a sentence that is true when it passes.
"""
import collections
import contextlib
import glob
import gzip
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
TIMEOUT_S = 120
SCRIPT = """let f = jit(x => sum(x * 2.0))
for i in 0..20 {
  profile.step(i)
  f(ones(1000))
}
profile.step()
print("done")
"""
HELPERS = ("trace_args", "rille", "runs_in", "write", "recorded", "profile_of")
FILES = (".rille-profile", ".xplane.pb", ".trace.json.gz", ".profile.pb.gz")


def rille(folder, *words):
    done = subprocess.run([RILLE, *words], cwd=folder, capture_output=True, text=True,
                          timeout=TIMEOUT_S)
    return done.returncode, done.stdout, done.stderr


def runs_in(folder, log="log"):
    return sorted(glob.glob(f"{folder}/{log}/plugins/profile/*"))


def write(folder, text, name="s.rille"):
    pathlib.Path(folder, name).write_text(text)


def recorded(folder, text=SCRIPT, *, log="log"):
    write(folder, text)
    return rille(folder, "run", "--profile", log, "s.rille")


def trace_args(run):
    with gzip.open(glob.glob(f"{run}/*.trace.json.gz")[0]) as file:
        return [event["args"] for event in json.load(file)["traceEvents"] if "args" in event]


def has_files(run):
    names = os.listdir(run)
    return all(any(name.endswith(end) for name in names) for end in FILES)


def a_run_writes_files_and_names_their_directory(folder):
    status, out, err = recorded(folder)
    assert (status, out) == (0, "done\n"), (out, err)
    [run] = runs_in(folder)
    assert has_files(run) and f"profile: {os.path.relpath(run, folder)}" in err, err


CHARTED = """fn loss(net, x, y) = mean((net(x) - y) ^ 2)
fn step(inout net, inout opt, x, y) {
  let (l, g) = value_and_grad(loss)(net, x, y)
  opt.update!(&net, g)
  l
}
var key = rng.key(0)
var net = nn.mlp(&key, (96, 64, 8))
var opt = optim.adam(net, lr = 1e-2)
let (x, y) = (rng.normal(&key, (256, 96)), rng.normal(&key, (256, 8)))
if not io.exists("planned") {
  for s in profile.memory(step, net, opt, x, y).series {
    if s.name.has("peak") { print("{s.name.words()[0]} {float(s.y[0]) * 1000.0:.0f}") }
  }
  for s in profile.roofline(step, net, opt, x, y).series[2:4] {
    for v in s.x { print("rate {float(v)}") }
  }
}
"""


def the_charts_of_a_call_have_the_numbers_of_its_plan(folder):
    write(folder, CHARTED)
    status, out, err = rille(folder, "run", "s.rille")
    assert status == 0, err
    lines = [line.split() for line in out.splitlines()]
    got = {name: float(value) for name, value in lines if name != "rate"}
    write(folder, "", "planned")
    status, out, err = rille(folder, "--json", "plan", "s.rille:step", "--args", "net, opt, x, y")
    assert status == 0, err
    plan = json.loads(out)
    memory = plan["memory"]
    assert got["planned"] == memory["peak"], (got, memory)
    arrays = memory["peak"] - memory["scratch"]
    assert memory["arena"] > 4096 and abs(got["measured"] - arrays) <= 64, (got, memory)
    wanted = [(step["flops"] + step["functions"]) / (step["read"] + step["written"])
              for step in plan["steps"] if step["counted"] and step["flops"] + step["functions"]]
    rates = [float(value) for name, value in lines if name == "rate"]
    assert len(rates) == 2 * len(wanted), (rates, wanted)
    for one, other in zip(sorted(rates), sorted(2 * wanted)):
        assert abs(one - other) <= 1e-5 * other, (rates, wanted)


def the_option_takes_its_value_in_both_forms_and_leaves_the_words_of_main(folder):
    write(folder, "proc main(n: int = 1) { print(n) }\n")
    for words in (["--profile", "log"], ["--profile=log"]):
        status, out, err = rille(folder, "run", *words, "s.rille", "--n", "7")
        assert (status, out) == (0, "7\n"), err
    assert len(runs_in(folder)) == 2


def a_script_that_fails_keeps_its_status_and_its_profile(folder):
    status, _, err = recorded(folder, SCRIPT + "print(ones(3)[7])\n")
    assert status == 1 and "error[index]" in err and "profile: " in err, err
    assert has_files(runs_in(folder)[0])
    status, _, err = recorded(folder, SCRIPT + "io.exit(5)\n")
    assert status == 5 and len(runs_in(folder)) == 2, (status, err)


def two_runs_within_a_second_have_directories_of_their_own(folder):
    for _ in range(3):
        recorded(folder)
    assert len(runs_in(folder)) == 3


def show_prints_the_latest_run_or_the_named_one(folder):
    recorded(folder)
    recorded(folder, SCRIPT.replace("0..20", "0..30"))
    first, second = runs_in(folder)
    for where, steps in ((folder + "/log", 30), (first, 20), (second, 30),
                         (glob.glob(first + "/*.rille-profile")[0], 20)):
        status, out, err = rille(folder, "profile", "show", where)
        assert status == 0 and f"steps: {steps}" in out, (where, out, err)
        assert "s.rille:1" in out and "time of the main thread" in out, out


def functions_with_equal_graphs_share_code_and_keep_their_lines(folder):
    body = "x => sum(exp(x) * sin(x) + 1.0)"
    loop = "  var y = x\n  for i in 0..3 { y = exp(y) * 0.5 }\n  y\n}\n"
    status, _, err = recorded(folder, f"""let f = jit({body})
let g = jit(
  {body})
fn layer(x) {{
{loop}let h = jit(layer)
fn other(x) {{
{loop}let k = jit(other)
let x = ones(30000)
for i in 0..3 {{ f(x); g(x); h(x); k(x) }}
g(x)
""")
    assert status == 0, err
    args = trace_args(runs_in(folder)[0])
    kernels = collections.Counter(
        (each["line"], each["function"]) for each in args if "predicted_us" in each)
    assert kernels == {("s.rille:1", "lambda_1"): 3, ("s.rille:3", "lambda_3"): 4,
                       ("s.rille:6", "layer"): 3, ("s.rille:12", "other"): 3}, kernels


def show_writes_a_page(folder):
    recorded(folder)
    status, out, err = rille(folder, "profile", "show", "log", "--html", "page.html")
    assert (status, out) == (0, ""), (out, err)
    page = pathlib.Path(folder, "page.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and not re.search(r"(src|href)=.?http", page)
    status, _, err = rille(folder, "profile", "show", "log", "--html", "none/page.html")
    assert status == 1 and "error[io]" in err and "none/page.html" in err, err


def diff_names_what_changed(folder):
    for log, factor in (("a", 1), ("b", 40)):
        recorded(folder, SCRIPT.replace("ones(1000)", f"ones({1000 * factor})")
                 .replace("x * 2.0", "exp(sin(x))").replace("0..20", "0..60"), log=log)
    status, out, err = rille(folder, "profile", "diff", "a", "b")
    assert status == 0 and "s.rille:1" in out, (out, err)


def directories_without_a_profile_are_errors(folder):
    os.mkdir(folder + "/empty")
    for where in ("absent", "empty"):
        status, _, err = rille(folder, "profile", "show", where)
        assert status == 1 and "error[io]" in err and where in err, (status, err)
    status, _, err = rille(folder, "profile", "diff", "empty", "empty")
    assert status == 1 and "rille run --profile DIR FILE" in err, err
    write(folder, "text", "x.rille-profile")
    status, _, err = rille(folder, "profile", "show", "x.rille-profile")
    assert status == 1 and "not a profile of Rille" in err, err


def a_directory_that_cannot_be_written_stops_the_run_before_it_begins(folder):
    write(folder, "in the way", "log")
    status, out, err = recorded(folder)
    assert status == 1 and out == "" and "error[io]" in err and "log" in err, (status, err)
    status, out, err = recorded(folder, log="/proc/none")
    assert status == 1 and out == "" and "error[io]" in err, (status, err)


def a_capture_inside_a_capture_is_an_error_and_the_outer_one_stays(folder):
    status, _, err = recorded(folder, 'profile.start("inner")\n')
    assert status == 1 and "error[value]" in err and "profile.stop()" in err, err
    assert len(runs_in(folder)) == 1 and not runs_in(folder, "inner")


def a_sandbox_needs_the_right_to_write(folder):
    write(folder, SCRIPT)
    status, _, err = rille(folder, "--sandbox=best-effort", "run", "--profile", "log", "s.rille")
    assert status != 0 and "error[" in err and not runs_in(folder), (status, err)


def a_killed_process_leaves_what_was_flushed(folder):
    write(folder, LOOP)
    child = subprocess.Popen([RILLE, "run", "--profile", "log", "s.rille"], cwd=folder)
    try:
        deadline = time.monotonic() + TIMEOUT_S
        while time.monotonic() < deadline:
            found = glob.glob(f"{folder}/log/plugins/profile/*/*.rille-profile")
            if found and os.path.getsize(found[0]) > 20_000:
                break
            time.sleep(0.05)
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
    status, out, err = rille(folder, "profile", "show", "log")
    assert status == 0 and "incomplete" in out and "s.rille:1" in out, (out, err)
    assert rille(folder, "profile", "show", "log", "--html", "page.html")[0] == 0
    whole = pathlib.Path(found[0]).read_bytes()
    for size in (16, 17, 100, len(whole) // 3, len(whole) - 1):
        write(folder, "", "part.rille-profile")
        pathlib.Path(folder, "part.rille-profile").write_bytes(whole[:size])
        status, out, err = rille(folder, "profile", "show", "part.rille-profile")
        assert status == 0 and "incomplete" in out, (size, out, err)


def a_disk_that_is_full_is_an_error_and_the_program_goes_on(folder):
    write(folder, SCRIPT)
    command = f"ulimit -f 1; trap '' XFSZ; exec {RILLE} run --profile log s.rille"
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True,
                          timeout=TIMEOUT_S)
    assert done.stdout == "done\n" and done.returncode == 1, done
    assert "error[io]" in done.stderr, done.stderr


def an_interrupted_run_has_all_files(folder):
    write(folder, LOOP)
    for log, words, ending in (("int", [], ["timeout", "-s", "INT", "1"]),
                               ("limit", ["--time-limit", "0.5"], [])):
        done = subprocess.run([*ending, RILLE, *words, "run", "--profile", log, "s.rille"],
                              cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S)
        [run] = runs_in(folder, log)
        assert has_files(run) and "profile: " in done.stderr and done.returncode != 0, done


def a_profile_that_the_script_does_not_stop_is_written(folder):
    write(folder, 'profile.start("log")\nprofile.step(0)\nsum(ones(9))\nprofile.step(1)\n')
    status, _, err = rille(folder, "run", "s.rille")
    [run] = runs_in(folder)
    assert status == 0 and has_files(run) and "profile: " in err, err
    assert [step["step"] for step in trace_args(run) if "step" in step] == [0, 1]


def a_script_cannot_stop_the_profile_of_the_command(folder):
    status, _, err = recorded(folder, "profile.stop()\n")
    assert status == 1 and "`rille run --profile`" in err and has_files(runs_in(folder)[0]), err
    write(folder, 'profile.trace("log", () => profile.stop())\n')
    status, _, err = rille(folder, "run", "s.rille")
    assert status == 1 and "`profile.trace`" in err, err


def names_of_any_length_can_be_exported(folder):
    for name in ("f" * 300, "f" * 100_000):
        status, _, err = recorded(folder, f"fn {name}(x) = sum(x * 2.0)\njit({name})(ones(9))\n")
        assert status == 0 and all(has_files(run) for run in runs_in(folder)), err


def processes_do_not_share_a_directory(folder):
    write(folder, 'profile.start("log")\nprint(profile.stop())\n')
    for _ in range(3):
        children = [subprocess.Popen([RILLE, "run", "s.rille"], cwd=folder, text=True,
                                     stdout=subprocess.PIPE) for _ in range(6)]
        for child in children:
            child.communicate(timeout=TIMEOUT_S)
    assert len(runs_in(folder)) == 18


def the_latest_run_is_found(folder):
    recorded(folder)
    [run] = runs_in(folder)
    for number in (2, 9, 10):
        shutil.copytree(run, f"{run}_{number}")
    empty = glob.glob(f"{run}_10/*.rille-profile")[0]
    shown = pathlib.Path(empty).read_bytes()
    pathlib.Path(empty).write_bytes(b"")
    os.remove(glob.glob(f"{run}_2/*.rille-profile")[0])
    pathlib.Path(glob.glob(f"{run}_9/*.rille-profile")[0]).write_bytes(shown[:-40])
    assert "incomplete" in rille(folder, "profile", "show", "log")[1]
    pathlib.Path(empty).write_bytes(shown)
    assert "incomplete" not in rille(folder, "profile", "show", "log")[1]
    status, _, err = rille(folder, "profile", "show", "--html", "", "log")
    assert status == 2 and "empty" in err, err


def a_damaged_journal_is_read_up_to_the_damage(folder):
    recorded(folder)
    [path] = glob.glob(f"{runs_in(folder)[0]}/*.rille-profile")
    whole, draw = pathlib.Path(path).read_bytes(), random.Random(0)
    damaged = 0
    for _ in range(60):
        part = bytearray(whole)
        for _ in range(8):
            part[draw.randrange(300, len(part))] = draw.randrange(256)
        pathlib.Path(folder, "x.rille-profile").write_bytes(part)
        status, out, err = rille(folder, "profile", "show", "x.rille-profile")
        assert status == 0 and "profile of s.rille" in out, (out, err)
        damaged += "journal is damaged" in out
    assert damaged > 10, damaged


LOOP = """let f = jit(x => sum(x * 2.0))
fn work(n) {
  var total = 0.0
  for i in 0..n { total = total + f(ones(1000)) }
  total
}
while true { work(100) }
"""


@contextlib.contextmanager
def listening(folder, text=LOOP):
    """A process that accepts requests of profiles; its sockets are in the folder."""
    write(folder, text)
    env = {**os.environ, "XDG_RUNTIME_DIR": folder}
    child = subprocess.Popen([RILLE, "run", "--profile-socket", "s.rille"], cwd=folder, env=env,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        path = pathlib.Path(folder, "rille", f"{child.pid}.socket")
        deadline = time.monotonic() + TIMEOUT_S
        while not path.exists() and child.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        yield child, env
    finally:
        child.kill()
        child.communicate()


def profile_of(folder, env, pid, *words):
    done = subprocess.run([RILLE, "profile", str(pid), *words], cwd=folder, env=env,
                          capture_output=True, text=True, timeout=TIMEOUT_S)
    return done.returncode, done.stdout, done.stderr


def a_running_process_is_profiled_from_outside(folder):
    with listening(folder) as (child, env):
        for turn in range(2):
            status, out, err = profile_of(folder, env, child.pid, "--seconds", "0.5", "--dir", "on")
            assert status == 0 and "s.rille:1" in out and "s.rille:4" in out, (out, err)
            assert len(runs_in(folder, "on")) == turn + 1 and has_files(runs_in(folder, "on")[-1])
        assert child.poll() is None
    assert os.stat(folder + "/rille").st_mode & 0o777 == 0o700


def a_process_that_ends_during_its_profile_answers(folder):
    with listening(folder, "var n = 0\nwhile n < 20000000 { n += 1 }\n") as (child, env):
        status, out, err = profile_of(folder, env, child.pid, "--seconds", "60")
        assert status == 0 and "time of the main thread" in out, (out, err)
        assert child.wait(TIMEOUT_S) == 0


def many_requests_are_all_answered(folder):
    with listening(folder) as (child, _):
        for _ in range(100):
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(20)
                client.connect(f"{folder}/rille/{child.pid}.socket")
                client.sendall(b"profile 0.005 /proc/none\n")
                assert b"error io" in client.recv(1000)


def a_client_that_leaves_ends_its_recording(folder):
    with listening(folder) as (child, env):
        for number, ending in enumerate((signal.SIGINT, signal.SIGKILL)):
            client = subprocess.Popen(
                [RILLE, "profile", str(child.pid), "--seconds", "600", "--dir", "left"],
                cwd=folder, env=env, stderr=subprocess.DEVNULL, start_new_session=True)
            deadline = time.monotonic() + TIMEOUT_S
            while len(runs_in(folder, "left")) <= number and time.monotonic() < deadline:
                time.sleep(0.05)
            client.send_signal(ending)
            client.wait(10)
            status, _, err = profile_of(folder, env, child.pid, "--seconds", "0.1")
            assert status == 0, err


def a_slow_client_does_not_delay_the_end(folder):
    with listening(folder, "var n = 0\nwhile n < 3000000 { n += 1 }\n") as (child, _):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(f"{folder}/rille/{child.pid}.socket")
            begin = time.monotonic()
            while child.poll() is None and time.monotonic() < begin + 30:
                with contextlib.suppress(OSError):
                    client.sendall(b"p")
                time.sleep(0.5)
        assert time.monotonic() < begin + 15


def requests_that_cannot_be_served_are_errors(folder):
    env = {**os.environ, "XDG_RUNTIME_DIR": folder}
    status, _, err = profile_of(folder, env, os.getpid(), "--seconds", "0.1")
    assert status == 1 and "--profile-socket" in err, err
    with listening(folder) as (child, env):
        for seconds in ("0", "-1", "nan", "1e9"):
            status, _, err = profile_of(folder, env, child.pid, f"--seconds={seconds}")
            assert status == 1 and "error[value]" in err and "3600 seconds" in err, (seconds, err)
        write(folder, "in the way", "file")
        status, _, err = profile_of(folder, env, child.pid, "--seconds", "0.1", "--dir", "file")
        assert status == 1 and "error[io]" in err, err
        assert profile_of(folder, env, child.pid, "--seconds", "0.1")[0] == 0
    with listening(folder, f'profile.start("own")\n{LOOP}') as (child, env):
        time.sleep(0.5)
        status, _, err = profile_of(folder, env, child.pid, "--seconds", "0.1")
        assert status == 1 and "a profile is being recorded" in err, err


def sockets_are_private_and_never_in_a_sandbox(folder):
    write(folder, SCRIPT)
    status, _, err = rille(folder, "--sandbox=best-effort", "run", "--profile-socket", "s.rille")
    assert status == 2 and "--sandbox" in err, (status, err)
    os.mkdir(folder + "/rille", 0o755)
    os.chmod(folder + "/rille", 0o755)
    done = subprocess.run([RILLE, "run", "--profile-socket", "s.rille"], cwd=folder, text=True,
                          env={**os.environ, "XDG_RUNTIME_DIR": folder}, capture_output=True,
                          timeout=TIMEOUT_S)
    assert done.returncode == 1 and "open to other users" in done.stderr, done


def main():
    checks = {name: f for name, f in globals().items()
              if getattr(f, "__module__", "") == "__main__" and name not in HELPERS
              and getattr(f, "__code__", main.__code__).co_varnames[:1] == ("folder",)}
    passed = failed = 0
    for name, check in checks.items():
        try:
            with tempfile.TemporaryDirectory() as folder:
                check(os.path.realpath(folder))
            passed += 1
        except Exception as fault:  # any exception is a failure of that check
            failed += 1
            print(f"{name}: {type(fault).__name__}: {str(fault)[:1000]}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
