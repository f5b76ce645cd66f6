"""How long and how much memory a one-line program takes. usage: bench/start.py"""
import os
import subprocess
import time

ROUNDS = 200


def run(command):
    """Wall seconds and the largest resident size in MB."""
    began = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        raise SystemExit(f"{command}: status {status}")
    return time.perf_counter() - began, usage.ru_maxrss / 1024


sides = {"rille": ["build/rille", "-e", "print(1)"], "lua5.4": ["lua5.4", "-e", "print(1)"]}
best = {name: (9.0, 0.0) for name in sides}
for _ in range(ROUNDS):
    for name, command in sides.items():
        best[name] = min(best[name], run(command))
for name, (spent, size) in best.items():
    print(f"{name:<8} {spent * 1e3:7.2f} ms {size:7.1f} MB")
print(f"ratio {best['rille'][0] / best['lua5.4'][0]:.2f} (goal 4), "
      f"{best['rille'][1]:.1f} MB (goal 25)")
