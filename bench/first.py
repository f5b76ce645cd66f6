"""The first call of a jitted training step compared with JAX and Optax. usage: bench/first.py

The MLP step of examples/digits.rille (first/mlp.rille, first/mlp.py), cold and from the disk caches
of both sides: the time of the first call, and of the whole process, with equal thread counts. All
four runs alternate; the minimum time of each counts. JAX is taken from the interpreter that
$RILLE_PEERS_PYTHON names, or from python3.
"""
import os
import subprocess
import sys
import tempfile
import time

PEERS = os.environ.get("RILLE_PEERS") or os.environ.get("RILLE_PEERS_PYTHON", "python3")
ROUNDS = 5
GOAL_COLD, GOAL_DISK = 0.5, 0.1
RILLE = ["build/rille", "run", "bench/first/mlp.rille"]
JAX = [PEERS, "bench/first/mlp.py"]


def run(command, **environment):
    """Seconds of the first call, of a later one, and of the process."""
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          env=os.environ | {"JAX_PLATFORMS": "cpu"} | environment)
    spent = time.perf_counter() - start
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: {done.stderr[-400:]}")
    first, later = map(float, done.stdout.split())
    return first, later, spent


if subprocess.run([PEERS, "-c", "import jax, optax"], capture_output=True).returncode != 0:
    print(f"skipped: {PEERS} has no jax or optax; RILLE_PEERS_PYTHON names one that has")
    sys.exit(0)
best = {}
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(f"{folder}/jax")
    sides = {
        "rille cold": lambda: run(RILLE, RILLE_CACHE="off"),
        "jax cold": lambda: run(JAX),
        "rille disk": lambda: run(RILLE, RILLE_CACHE=f"{folder}/rille"),
        "jax disk": lambda: run([*JAX, f"{folder}/jax"]),
    }
    for side in ("rille disk", "jax disk"):
        sides[side]()  # fills the cache
    for _ in range(ROUNDS):
        for side, act in sides.items():
            best[side] = tuple(map(min, zip(best.get(side, (9e9,) * 3), act())))
for side, (first, later, spent) in best.items():
    print(f"{side:<11} first call {first * 1e3:8.1f} ms, later {later * 1e3:6.2f} ms, "
          f"process {spent * 1e3:8.1f} ms")
first = {side: times[0] for side, times in best.items()}
process = {side: times[2] for side, times in best.items()}
cold = first["rille cold"] / first["jax cold"]
disk = first["rille disk"] / first["jax disk"]
print(f"processes: cold ratio {process['rille cold'] / process['jax cold']:.3f}, "
      f"both from disk {process['rille disk'] / process['jax disk']:.3f}")
print(f"first call: cold ratio {cold:.3f} (goal {GOAL_COLD}); from disk {disk:.3f} of JAX's from "
      f"disk, {first['rille disk'] / first['jax cold']:.4f} of JAX's cold (goal {GOAL_DISK})")
sys.exit(cold > GOAL_COLD or disk > GOAL_DISK)
