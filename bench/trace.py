"""Tracing a chain of additions compared with JAX's make_jaxpr. usage: bench/trace.py

`rille dump --after=times` prints the time of a function's trace, the calls of its Lua code, and the
nodes of its graph; JAX times make_jaxpr of the same function, which is new each time, so that its
caches do not apply. Both sides alternate; the minimum time of each counts. JAX is taken from the
interpreter that $RILLE_PEERS_PYTHON names, or from python3.
"""
import os
import re
import subprocess
import sys
import tempfile

PEERS = os.environ.get("RILLE_PEERS") or os.environ.get("RILLE_PEERS_PYTHON", "python3")
ROUNDS = 5
GOAL = 0.1

JAX = """
import sys, time, jax, jax.numpy as jnp
count = int(sys.argv[1])
source = "def f(x):\\n" + "  x = x + 1.0\\n" * count + "  return x\\n"
x = jnp.array([1.0, 2.0])
best = 1e9
for _ in range(3):
    names = {}
    exec(source, names)
    start = time.perf_counter()
    jax.make_jaxpr(names["f"])(x)
    best = min(best, time.perf_counter() - start)
print(best)
"""


def rille(count, folder):
    path = f"{folder}/chain.rille"
    with open(path, "w") as file:
        file.write("fn f(x) {\n  var x = x\n" + "  x = x + 1.0\n" * count + "  x\n}\n"
                   "jit(f)([1.0, 2.0])\n")
    done = subprocess.run(["build/rille", "dump", "--after=times", path], capture_output=True,
                          text=True, timeout=120, check=True)
    return float(re.search(r"trace ([0-9.]+) ms", done.stdout)[1]) * 1e-3


def jax(count):
    done = subprocess.run([PEERS, "-c", JAX, str(count)], capture_output=True, text=True,
                          timeout=300, check=True, env=os.environ | {"JAX_PLATFORMS": "cpu"})
    return float(done.stdout)


if subprocess.run([PEERS, "-c", "import jax"], capture_output=True).returncode != 0:
    print(f"skipped: {PEERS} has no jax; RILLE_PEERS_PYTHON names one that has")
    sys.exit(0)
ratios = []
with tempfile.TemporaryDirectory() as folder:
    for count in (1000, 10000):
        ours = theirs = 1e9
        for _ in range(ROUNDS):
            ours = min(ours, rille(count, folder))
            theirs = min(theirs, jax(count))
        ratios.append(ours / theirs)
        print(f"{count:>6} additions: rille {ours / count * 1e6:6.2f} us each, "
              f"make_jaxpr {theirs / count * 1e6:6.2f} us each, ratio {ratios[-1]:.4f}", flush=True)
print(f"worst ratio {max(ratios):.4f} (goal {GOAL})")
sys.exit(max(ratios) > GOAL)
