"""Checkpoints of 500 MB: time to save, to load, and to block a run. usage: bench/checkpoints.py
[FOLDER]

125 arrays of 4 MB are saved and synced, and loaded from the page cache, by ckpt.save, safetensors
(whose file is synced too), and Orbax, alternating, each in a process of its own; and a step is
saved asynchronously by ckpt.manager and by Orbax's AsyncCheckpointer. Files are new and are in
FOLDER, by default a temporary directory. A load is compared with NumPy's copy to new arrays, for
which the system must clear pages first, the largest part of both. The table also has a copy to
existing arrays.
"""
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 5
MB = 500
RILLE = os.environ.get("RILLE", "build/rille")
PYTHON = os.environ.get("RILLE_PEERS_PYTHON") or os.environ.get("RILLE_PEERS")
GOALS = [("save", "safetensors", 1.4), ("save", "orbax", 4.0), ("load", "copy", 0.9)]

OURS = """
var key = rng.key(1)
let t = (rng.normal(&key, (1000, 1000)) for i in 0..125)
let file = "{folder}/ours.safetensors"
let a = io.monotonic()
ckpt.save(file, t)
let b = io.monotonic()
var load = inf
for i in 0..3 {{
  let c = io.monotonic()
  let u = ckpt.load(file)
  load = minimum(load, io.monotonic() - c)
}}
let m = ckpt.manager("{folder}/steps")
m.save(0, t)
m.wait()
let d = io.monotonic()
m.save(1, t)
let e = io.monotonic()
m.close()
print("{{b - a}} {{load}} {{e - d}}")
"""

PEER = """
import os, sys, time
import numpy as np
side, folder = sys.argv[1:]
tree = {f"l{i}": np.random.default_rng(i).standard_normal((1000, 1000), np.float32)
        for i in range(125)}
now = time.perf_counter

def best(f):
    times = []
    for _ in range(3):
        start = now(); kept = f(); times.append(now() - start); del kept
    return min(times)

if side == "safetensors":
    from safetensors.numpy import load_file, save_file
    path = folder + "/theirs.safetensors"
    start = now()
    save_file(tree, path)
    file = os.open(path, os.O_RDONLY); os.fsync(file); os.close(file)
    save = now() - start
    load, copy = best(lambda: load_file(path)), best(lambda: {k: x.copy() for k, x in tree.items()})
    held = {k: x.copy() for k, x in tree.items()}
    print(save, load, copy, best(lambda: [np.copyto(held[k], x) for k, x in tree.items()]))
else:
    import jax, orbax.checkpoint as ocp
    tree = jax.block_until_ready(jax.tree.map(jax.numpy.asarray, tree))
    saver = ocp.StandardCheckpointer()
    start = now()
    saver.save(folder + "/orbax", tree); saver.wait_until_finished()
    save = now() - start
    like = jax.tree.map(ocp.utils.to_shape_dtype_struct, tree)
    load = best(lambda: jax.block_until_ready(saver.restore(folder + "/orbax", like)))
    start = now()
    saver.save(folder + "/orbax2", tree)
    blocked = now() - start
    saver.wait_until_finished()
    print(save, load, blocked)
"""


def turn(side, root):
    """Seconds: of a save, of the fastest load, and of a wait (of a copy, by safetensors' process).
    """
    folder = pathlib.Path(tempfile.mkdtemp(dir=root))
    script = folder / ("ours.rille" if side == "ours" else "peer.py")
    script.write_text(OURS.format(folder=folder) if side == "ours" else PEER)
    command = [RILLE, "run", script] if side == "ours" else [PYTHON, script, side, folder]
    os.sync()
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    shutil.rmtree(folder)
    if done.returncode != 0:
        sys.exit(f"{side}: {done.stderr[-500:]}")
    return [float(x) for x in done.stdout.split()]


def main():
    sides = ["ours"] + (["safetensors", "orbax"] if PYTHON else [])
    times = {side: [] for side in sides}
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as root:
        for _ in range(ROUNDS):
            for side in sides:
                times[side].append(turn(side, root))
    middle = {s: [statistics.median(column) for column in zip(*t)] for s, t in times.items()}
    print(f"{'':<12} {'save':>10} {'load':>10} {'blocked':>10}")
    for side, (save, load, last, *_) in middle.items():
        blocked = f"{1e3 * last:7.2f} ms" if side != "safetensors" else ""
        print(f"{side:<12} {MB / save:5.0f} MB/s {MB / load:5.0f} MB/s {blocked:>10}")
    blocked = middle["ours"][2]
    good = blocked < 0.005
    print(f"a run waits {1e3 * blocked:.2f} ms, goal 5")
    if not PYTHON:
        print("RILLE_PEERS_PYTHON names no Python with the peers: nothing is compared")
        return int(not good)
    copies = [row[2] for row in times["safetensors"]]
    print(f"{'copy':<12} {'':>10} {MB / statistics.median(copies):5.0f} MB/s, to arrays that are "
          f"there {MB / middle['safetensors'][3]:.0f} MB/s")
    for what, peer, goal in GOALS:
        column = 0 if what == "save" else 1
        theirs = copies if peer == "copy" else [row[column] for row in times[peer]]
        ratio = statistics.median(b / row[column] for row, b in zip(times["ours"], theirs))
        good &= ratio >= goal
        print(f"{what} against {peer}: {ratio:.2f}x, goal {goal}x")
    there = statistics.median(b[3] / row[1] for row, b in zip(times["ours"], times["safetensors"]))
    print(f"load against a copy to arrays that are there: {there:.2f}x, no goal")
    print(json.dumps({side: times[side] for side in sides}))
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
