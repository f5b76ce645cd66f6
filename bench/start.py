"""The time and memory of a one-line program. usage: bench/start.py"""
import re
import subprocess
import time

ROUNDS = 200
STATUS = "/proc/self/status"
SIDES = {
    "rille": ("build/rille", "print(1)", f'print(1); print(io.read("{STATUS}"))'),
    "lua5.4": ("lua5.4", "print(1)", f'print(1); print(io.open("{STATUS}"):read("a"))'),
}


def wall_s(program, code):
    began = time.perf_counter()
    subprocess.run([program, "-e", code], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def peak_mb(program, code):
    """The largest resident size, as the process itself reads it: the value of wait4 starts with the
    size of this interpreter."""
    said = subprocess.run([program, "-e", code], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"VmHWM:\s+(\d+) kB", said).group(1)) / 1024


best = dict.fromkeys(SIDES, 9.0)
for _ in range(ROUNDS):
    for name, (program, code, _) in SIDES.items():
        best[name] = min(best[name], wall_s(program, code))
size = {name: peak_mb(program, code) for name, (program, _, code) in SIDES.items()}
for name, spent in best.items():
    print(f"{name:<8} {spent * 1e3:7.2f} ms {size[name]:7.1f} MB")
print(f"ratio {best['rille'] / best['lua5.4']:.2f} (goal 4), {size['rille']:.1f} MB (goal 25)")
