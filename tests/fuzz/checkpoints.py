"""Checkpoints of other programs with bytes changed: an Error or a result, never a crash.

usage: python tests/fuzz/checkpoints.py [SEED] [build/rille] [COUNT]
A file of each sample of tests/conformance/checkpoints is damaged: bits flipped, bytes replaced or
repeated, truncated, emptied, removed. The results are counted: rejected, the same tree as before,
or another one, which is a failure unless the layout cannot detect it (UNSEEN).
"""
import collections
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 0
RILLE = str(pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "build/rille").resolve())
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 500
SAMPLES = pathlib.Path("tests/conformance/checkpoints")
LIMITS = ["--memory-limit", "600", "--time-limit", "120"]
KINDS = {"io", "value", "dtype", "memory", "limit"}
BATCH, HANGS_S = 100, 180
# Layouts without a checksum and without redundancy: files by name, and the reason. Checksums exist
# in OCDBT, of zlib and gzip, of zarr's crc32c, and in Rille's files.
UNSEEN = {
    r"\.gguf$|shards/.*\.safetensors$": "all numbers, and names that still are some",
    r"zarr2_(plain|sparse)/\d": "chunks that are not packed",
    r"files[23]/(key|step|wide|x\.y)/(c$|c/0|0)": "chunks by zstd, which Orbax has write no sum",
    r"/\.zarray$|/zarr\.json$": "the element type of the same width, the fill value",
    r"/_strings\.json$|/words/metadata$": "texts and numbers in JSON",
}
# A missing chunk of zarr has fill values.
MISSING = r"zarr2_|zarr3_shards/c/"
SCRIPT = """let good = ckpt.load("GOOD")
proc main(folder, count: int) {
  for i in 0..count {
    let r = try(() => ckpt.load("{folder}/{i}END"))
    let word = if not r.ok { "{r.error.kind} {r.error.message}" }
               else if same(r.value, good) { "same" } else { "other" }
    print("@{i} {word}")
  }
}
"""


def damaged(data, source):
    data = bytearray(data)
    way = source.random()
    if not data or way < 0.05:
        return bytes(source.randrange(256) for _ in range(source.choice([0, 1, 16])))
    at = source.randrange(len(data))
    if way < 0.55:
        data[at] ^= 1 << source.randrange(8)
    elif way < 0.7:
        for _ in range(source.choice([1, 2, 5])):
            data[source.randrange(len(data))] = source.choice([0, 1, 127, 128, 255])
    elif way < 0.8:
        data = data[:at]
    elif way < 0.9:
        data[at:at] = data[at:at + source.choice([1, 4, 64])]
    else:
        number = re.search(rb"\d+", bytes(data[at:]))
        if number:
            begin, end = (at + x for x in number.span())
            data[begin:end] = source.choice([b"0", b"-1", b"7", b"99999999", b"%d" % 2**62])
    return bytes(data)


def copy(sample, to, source):
    """A damaged copy; which of its files it was, and whether that was removed."""
    if sample.is_file():
        to.write_bytes(damaged(sample.read_bytes(), source))
        return sample.suffix, False
    shutil.copytree(sample, to)
    file = source.choice(sorted(p for p in to.rglob("*") if p.is_file()))
    gone = source.random() < 0.03
    if gone:
        file.unlink()
    else:
        file.write_bytes(damaged(file.read_bytes(), source))
    name = file.relative_to(to).as_posix()
    return re.sub(r"[0-9a-f]{32}", "*", name), gone


def can_be_another(sample, name, gone):
    path = f"{sample.name}/{name}"
    return (gone and re.search(MISSING, path)) or any(re.search(p, path) for p in UNSEEN)


def run(sample, count, source, seen):
    end = sample.suffix if sample.is_file() else ""
    with tempfile.TemporaryDirectory() as folder:
        names = [copy(sample, pathlib.Path(folder, f"{i}{end}"), source) for i in range(count)]
        script = pathlib.Path(folder, "script.rille")
        script.write_text(SCRIPT.replace("GOOD", str(sample.resolve())).replace("END", end))
        try:
            done = subprocess.run([RILLE, *LIMITS, "run", str(script), folder, str(count)],
                                  capture_output=True, timeout=HANGS_S)
        except subprocess.TimeoutExpired:
            return [f"{sample.name}: hangs"]
    out, err = (x.decode(errors="replace") for x in (done.stdout, done.stderr))
    words = dict(re.findall(r"^@(\d+) (\w+)", out, re.M))
    bad = f"{sample.name}: status {done.returncode} {err[-300:]}"
    faults = [] if done.returncode == 0 else [bad]
    for i, (name, gone) in enumerate(names):
        word = words.get(str(i), "nothing")
        seen[sample.name, name, word if word in ("same", "other") else "refused"] += 1
        if word not in KINDS | {"same", "other"}:
            faults.append(f"{sample.name}, {name}: {word}")
        if word == "other" and not can_be_another(sample, name, gone):
            faults.append(f"{sample.name}, {name}: another tree")
    return faults


def main():
    source, faults, seen = random.Random(SEED), [], collections.Counter()
    samples = sorted(p for p in SAMPLES.iterdir() if p.suffix != ".npy")
    for sample in samples:
        left = COUNT // len(samples) + 1
        while left > 0:
            faults += run(sample, min(left, BATCH), source, seen)
            left -= BATCH
    for (sample, name, word), count in sorted(seen.items()):
        if "-v" in sys.argv:
            print(f"{count:6} {word:8} {sample}/{name}")
    total = collections.Counter()
    for (_, _, word), count in seen.items():
        total[word] += count
    print("\n".join(faults[:20]))
    words = ", ".join(f"{n} {w}" for w, n in sorted(total.items()))
    print(f"{sum(total.values())} damaged: {words}; {len(faults)} faults")
    return bool(faults)


sys.exit(main())
