#!/usr/bin/env python3
"""The files of ten programs in JAX, XProf, and readers of pprof and Chrome traces.

Run by tests/profile/run. Each program of programs/ is recorded; read.py compares the tools of XProf
with the events, and this file with the wall time, with `rille plan`, and with the marked lines of
planted.rille. Without JAX and XProf it prints a message and passes. RILLE_PPROF names pprof of
github.com/google/pprof; if it is there, it reads the profiles too.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
try:
    import read
except ImportError as missing:
    print(f"skipped: no {missing.name}; RILLE_PEERS_PYTHON names a Python with jax and xprof")
    print("0 passed, 0 failed")
    sys.exit(0)

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RILLE = pathlib.Path(os.environ.get("RILLE", ROOT / "build/rille")).resolve()
PPROF = os.environ.get("RILLE_PPROF", shutil.which("pprof"))
LIMIT_S = 600  # a guard against hangs

# By program: its steps, and the arguments of `rille plan` for its compiled functions.
PROGRAMS = {
    "mlp": (60, {"step": "model, opt, x, y"}),
    "cnn": (30, {"step": "net, opt, x, labels"}),
    "gpt": (20, {"step": "model, opt, text"}),
    "vit": (20, {"step": "model, opt, x, labels"}),
    "scan": (15, {"recur": "w, x", "halve": "x"}),
    "eager": (25, {}),
    "pipeline": (256, {"step": "w, f32[64, 32], f32[64]"}),
    "decode": (40, {"decode": "model, noise, id"}),
    "checkpoints": (30, {"step": "fresh(), f32[256, 128], f32[256]"}),
    "states": (40, {"square": "a"}),
}
# Tables that are empty because the program has no such data.
EMPTY = {
    "input_pipeline_analyzer, stages": set(PROGRAMS) - {"pipeline"},  # no stages of `data`
}
passed, failed = 0, 0


def check(holds, what, output=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print(f"FAILED: {what}\n{str(output)[:3000]}")


def run(*command, **options):
    return subprocess.run([str(x) for x in command], stdin=subprocess.DEVNULL, text=True,
                          capture_output=True, timeout=LIMIT_S, **options)


def record(name, folder):
    """Records a program in FOLDER/logs. Returns its output, or None if it failed."""
    logs, shown = folder / "logs", folder / "steps"
    shutil.rmtree(logs, ignore_errors=True)
    shutil.rmtree(shown, ignore_errors=True)
    if name == "states":
        library = RILLE.parent / "librille.so"
        done = run(sys.executable, HERE / "states.py", library, logs)
    else:
        words = [shown] if name == "checkpoints" else []
        done = run(RILLE, "run", "--profile", logs, HERE / "programs" / f"{name}.rille", *words)
    check(done.returncode == 0, f"{name} runs", done.stdout + done.stderr)
    return done.stdout if done.returncode == 0 else None


def read_files(name, folder):
    """The output of read.py for a copy of the files, because XProf writes into the directory."""
    checks = read.Checks()
    copy = folder / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder / "logs", copy)
    out = read.read(str(copy), checks)
    read.compare(out, checks)
    check(not checks.faults, f"{name}: the tools agree with the events", "\n".join(checks.faults))
    return out


def tables_are_not_empty(name, out):
    filled = {
        "trace_viewer@": out["trace_viewer@"]["events"],
        "overview_page": out["overview_page"]["steps"],
        "op_profile": out["op_profile"]["programs"] and out["op_profile"]["time_ns"],
        "hlo_stats": out["hlo_stats"]["rows"],
        "framework_op_stats": out["framework_op_stats"]["rows"],
        "roofline_model": out["roofline_model"]["rows"],
        "memory_profile": all(x["live"] for x in out["memory_profile"].values()),
        "memory_viewer": any(x["buffers"] and x["peak_bytes"] for x in out["modules"].values()),
        "graph_viewer": all(x["instructions"] for x in out["modules"].values()),
        "input_pipeline_analyzer": out["input_pipeline_analyzer"]["steps"],
        "input_pipeline_analyzer, stages": out["input_pipeline_analyzer"]["stages_ns"],
    }
    for tool, data in filled.items():
        is_empty = name in EMPTY.get(tool, ())
        check(bool(data) != is_empty, f"{name}: {tool} is {'not ' if is_empty else ''}empty", data)


def times(name, text, out):
    """What differs by 1 % or more from the wall time that the program measured, or is wrong."""
    capture = out["environment"]["stop_ns"] - out["environment"]["start_ns"]
    measured = re.search(r"^wall ([\d.]+)$", text, re.M)
    values = {"the capture": capture, "pprof": out["pprof"]["duration_ns"]}
    if name != "states":  # the other State computes before and after
        values["framework_op_stats with IDLE"] = out["framework_op_stats"]["all_ns"]
        values["op_profile with IDLE"] = out["op_profile"]["all_ns"]
    wall = float(measured.group(1)) * 1e9 if measured else capture
    return [f"{what}: {value / 1e6:.3f} ms, wall {wall / 1e6:.3f} ms"
            for what, value in values.items() if abs(value - wall) > 0.01 * wall]


def planned_kernels(program, function, args):
    file = "states_first" if program == "states" else program
    done = run(RILLE, "--json", "plan", f"{HERE / 'programs' / file}.rille:{function}", "--args",
               args)
    if done.returncode != 0:
        check(False, f"{program}: rille plan {function}", done.stdout + done.stderr)
        return None
    return json.loads(done.stdout[done.stdout.index("{"):].splitlines()[0])


def is_control(steps, at):
    """Whether a step is a loop or a branch, whose steps follow."""
    return at + 1 < len(steps) and steps[at + 1]["depth"] > steps[at]["depth"]


def same(found, wanted):
    """Whether the kernels are equal in any order; a plan prints integers."""
    pairs = list(zip(sorted(found), sorted(wanted)))
    return len(found) == len(wanted) and all(
        a[0] == b[0] and all(abs(x - y) <= 1 for x, y in zip(a[1:], b[1:])) for a, b in pairs)


def work_is_planned(program, out, functions):
    """Each kernel has the work that `rille plan` prints, and so have the sums over runs."""
    for name, args in functions.items():
        plan = planned_kernels(program, name, args)
        kernels = out["chrome"]["kernels"].get(name)
        if plan is None or kernels is None:
            check(kernels is not None, f"{program}: kernels of {name}", out["chrome"]["kernels"])
            continue
        wanted = []
        for at, step in enumerate(plan["steps"]):
            turns = max(step["turns"], 1)
            work = [0, 0, 0] if is_control(plan["steps"], at) else [
                step["flops"] / turns if step["counted"] else 0, step["read"] / turns,
                step["written"] / turns]
            wanted.append([" + ".join(step["operations"]), *work])
        found = [[x["operations"], x["flops"], x["read"], x["written"]] for x in kernels.values()]
        check(same(found, wanted), f"{program}: the kernels of {name} are planned",
              f"{sorted(found)}\nplanned: {sorted(wanted)}")
        if any(step["of_one_iteration"] for step in plan["steps"]):
            continue  # the number of iterations depends on data
        runs = out["chrome"]["runs"].get(name, 0)
        for key in ("flops", "read", "written"):
            total = sum(x[key] * x["runs"] for x in kernels.values())
            check(abs(total - plan[key] * runs) <= 1e-9 * total,
                  f"{program}: {key} of {runs} runs of {name}",
                  f"{total}, planned {plan[key]} for each")


def pprof_reads(name, folder, out):
    if not PPROF:
        return
    path = next((folder / "logs").glob("plugins/profile/*/*.profile.pb.gz"))
    for kind, unit in (("time", "ns"), ("runs", ""), ("peak_memory", "B")):
        done = run(PPROF, "-top", f"-sample_index={kind}", f"-unit={unit or 'minimum'}",
                   "-nodefraction=0", path)
        total = re.search(r"Total samples = ([\d.]+)", done.stdout)
        wanted = out["pprof"]["sums"][kind]
        if kind in ("runs", "time") or total:
            holds = total and abs(float(total.group(1)) - wanted) <= 1e-4 * wanted
            check(done.returncode == 0 and holds, f"{name}: pprof reads {kind}, {wanted}",
                  done.stdout[:500] + done.stderr)


def program_is_read(name, steps, functions, folder):
    if name == "states" and not (RILLE.parent / "librille.so").exists():
        print("skipped: states: librille.so is not built")
        return
    for _ in range(3):  # a thread of a busy machine waits before its first and after its last line
        text = record(name, folder)
        if text is None:
            return
        out = read_files(name, folder)
        faults = times(name, text, out)
        if not faults:
            break
    check(not faults, f"{name}: total times are within 1 % of the wall time", "\n".join(faults))
    check(out["device"]["steps"] == steps, f"{name}: {out['device']['steps']} steps")
    tables_are_not_empty(name, out)
    work_is_planned(name, out, functions)
    pprof_reads(name, folder, out)
    if name == "states":
        files = {pathlib.Path(x.rsplit(":", 1)[0]).name for x in out["hlo_stats"]["lines"] if x}
        check(files == {"states_first.rille", "states_second.rille"}, "lines of both States", files)
        second = {int(x.rsplit(":", 1)[1]) for x in out["hlo_stats"]["lines"] if "second" in x}
        check(second and second <= {3, 6, 7, 14}, "lines of the second State", second)


def marked_lines(path):
    """The operation of each marked line."""
    marks = (re.search(r"\S.*  # ([a-z_]+)$", line) for line in path.read_text().splitlines())
    return {number: mark.group(1) for number, mark in enumerate(marks, 1) if mark}


def planted_lines_are_charged(folder):
    path, logs = HERE / "programs" / "planted.rille", folder / "logs"
    shutil.rmtree(logs, ignore_errors=True)
    done = run(RILLE, "run", path, logs)
    check(done.returncode == 0, "planted runs", done.stdout + done.stderr)
    if done.returncode != 0:
        return
    marks = marked_lines(path)
    check(len(marks) >= 30, f"{len(marks)} marked lines")
    shown = run(RILLE, "profile", "show", logs).stdout  # before XProf writes anything
    out = read_files("planted", folder)
    for what, lines in {"hlo_stats": out["hlo_stats"]["lines"], "pprof": out["pprof"]["lines"],
                        "the trace": out["chrome"]["lines"]}.items():
        numbers = {int(x.rsplit(":", 1)[1]) if x else 0 for x in lines}
        check(numbers == set(marks), f"planted: the lines of {what}",
              f"too many: {numbers - set(marks)}, missing: {set(marks) - numbers}")
    for number, operation in marks.items():
        names = next((x for line, x in out["chrome"]["line_operations"].items()
                      if line.endswith(f":{number}")), [])
        check(operation in names, f"planted: {operation} in line {number}", names)
    kernels = shown.split(" by self time")[1].split("\n\n")[0]
    table = {int(x) for x in re.findall(r"planted\.rille:(\d+)", kernels)}
    check(table and table <= set(marks), "planted: the lines of `rille profile show`",
          table - set(marks))


def main():
    only = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["RILLE_CACHE"] = "off"  # all compile, also at the second attempt
        for name, (steps, functions) in PROGRAMS.items():
            folder = pathlib.Path(scratch, name)
            folder.mkdir()
            if not only or name in only:
                program_is_read(name, steps, functions, folder)
            shutil.rmtree(folder)
        if not only or "planted" in only:
            folder = pathlib.Path(scratch, "planted")
            folder.mkdir()
            planted_lines_are_charged(folder)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
