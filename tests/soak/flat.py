#!/usr/bin/env python3
"""Memory stays flat over many records. usage: tests/soak/flat.py [RECORDS]

Records of a file, read repeatedly in new orders, are batched, mapped, and prefetched on threads; so
are the numbers of a range and the rows of an array. The memory of the process is read at each
tenth: from the first tenth on it may grow by GROWTH_MB.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
RECORDS = int(sys.argv[1]) if sys.argv[1:] else 10_000_000
GROWTH_MB, LIMIT_S = 8, 1800
FILE = 20_000  # records of 64 bytes
MAKE = """
fn bytes(i) = u8(rng.randint(rng.key(i), (64,), 0, 256))
data.save_array_record("x.array_record", data.map(0..{file}, bytes), group_size = {group})
"""
WALK = """
var n = 0
for b in {stream} {{
  n += b.shape[0]
  if n % {tenth} == 0 {{ print(io.read("/proc/self/status")) }}
}}
"""
SOURCES = {
    "a range": "data.stream(0..{n}) |> data.shuffle(seed = 1) |> data.map(i => i * 2)",
    "records of a file": 'data.array_record("x.array_record") |> data.repeat(times = {times}) |> '
                         "data.shuffle(seed = 1)",
    "records, window by window": 'data.array_record("x.array_record") |> '
                                 "data.repeat(times = {times}) |> "
                                 "data.shuffle(window_size = 1000, seed = 1)",
    "rows of an array": "data.stream(zeros(({file}, 16))) |> data.repeat(times = {times})",
}
STAGES = " |> data.batch({batch}) |> data.map(b => f32(b) / 255) |> data.prefetch"


def walk(folder, source, batch):
    """Its memory at each tenth, in MB."""
    stream = (source + STAGES).format(n=RECORDS, file=FILE, times=RECORDS // FILE, batch=batch)
    pathlib.Path(folder, "walk.rille").write_text(WALK.format(stream=stream, tenth=RECORDS // 10))
    done = subprocess.run([RILLE, "run", "walk.rille"], cwd=folder, capture_output=True, text=True,
                          timeout=LIMIT_S)
    held = [int(kb) / 1024 for kb in re.findall(r"VmRSS:\s+(\d+)", done.stdout)]
    assert len(held) == 10, f"it ended behind {len(held)} tenths: {done.stderr[-500:]}"
    return held


def main():
    assert RECORDS % (10 * FILE) == 0, f"a multiple of {10 * FILE} records is needed"
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for group in (1, 50):
            pathlib.Path(folder, "make.rille").write_text(MAKE.format(file=FILE, group=group))
            subprocess.run([RILLE, "run", "make.rille"], cwd=folder, check=True, timeout=LIMIT_S)
            for name, source in SOURCES.items():
                if group > 1 and "array_record" not in source:
                    continue
                held = walk(folder, source, 100)
                growth = max(held[1:]) - held[0]
                failed += growth > GROWTH_MB
                shown = ", ".join(f"{mb:.0f}" for mb in held)
                print(f"{name}, {group} a group: {growth:+.1f} MB behind the first tenth of "
                      f"{RECORDS}; MB at each: {shown}", flush=True)
    print(f"{failed} failed")
    return int(failed > 0)


sys.exit(main())
