"""Instructions of a script under callgrind, for this and another build: dispatch.py, kernels.py."""
import os
import pathlib
import re
import subprocess
import tempfile

RILLE = "build/rille"


def collected(rille, text, cached=False, **settings):
    """The instructions of a run on one thread; `cached`: with machine code that a plain run cached.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "row.rille")
        path.write_text(text)
        env = {**os.environ, "RILLE_THREADS": "1",
               "RILLE_CACHE": f"{folder}/cache" if cached else "off", **settings}
        if cached:
            subprocess.run([rille, "run", path], check=True, env=env)
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", rille, "run", path],
            capture_output=True, text=True, timeout=600, env=env)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise RuntimeError(text + done.stdout[-600:] + done.stderr[-600:])
    return int(found.group(1))


def other_build(words):
    """The arguments without `--against RILLE`, and that RILLE or None."""
    if "--against" not in words:
        return words, None
    at = words.index("--against")
    return words[:at] + words[at + 2:], words[at + 1]


def table(title, names, measure, other):
    print(f"{title:<24} {'here':>12}" + (f" {'there':>12} {'ratio':>7}" if other else ""))
    for name in names:
        ours = measure(RILLE, name)
        line = f"{name:<24} {ours:12.0f}"
        if other:
            theirs = measure(other, name)
            line += f" {theirs:12.0f} {ours / theirs:7.3f}"
        print(line, flush=True)
