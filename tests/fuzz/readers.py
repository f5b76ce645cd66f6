"""Damaged files for every reader of data: an Error or a result, never a crash, a hang, or a bug.

usage: python tests/fuzz/readers.py [SEED] [build/rille] [FILES] [FORM...]

Valid files (the library's own, and those of tests/samples for the format) are truncated,
bit-flipped, spliced, and given other numbers. Each process reads some hundreds of them under a
memory limit.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 0
RILLE = str(pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "build/rille").resolve())
FILES = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
SAMPLES = pathlib.Path(__file__).resolve().parents[1] / "samples"
AT_ONCE, LATE_S, MEGABYTES = 200, 60, 512
EDGES = [0, 1, 2, 127, 128, 255, 2 ** 16 - 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 63 - 1,
         2 ** 63, 2 ** 64 - 1]

# How a format is read, and the program that writes a valid file.
FORMS = {
    "tfrecord": ('(r for r in data.tfrecord("{}"))', 'data.save_tfrecord("{}", bytes)'),
    "tfexample": ('(r for r in data.tfexample("{}"))', 'data.save_tfrecord("{}", trees)'),
    "example": ('data.example(data.load_raw("{}"))', None),
    "array_record": ('(r for r in data.array_record("{}"))',
                     'data.save_array_record("{}", bytes, 3, compression_level = 1)'),
    "bagz": ('(r for r in data.bagz("{}"))', 'data.save_bagz("{}", bytes)'),
    "bag": ('(r for r in data.bagz("{}"))', 'data.save_bagz("{}", bytes)'),
    "png": ('image.load("{}", "rgba")', 'image.save("{}", picture)'),
    "jpg": ('image.load("{}")', 'image.save("{}", picture)'),
    "parquet": ('(r for r in data.parquet("{}"))', None),
    "npy": ('data.load_npy("{}")', 'data.save_npy("{}", [[1.0, 2.0]])'),
    "npz": ('data.load_npz("{}")', 'data.save_npz("{}", (x = [1.0], y = [2, 3]))'),
}
HEAD = """let bytes = ("abc", "", u8(arange(300) % 256), "the same the same the same", "x")
let trees = ((a = [1, 2, 3], b = "word", c = [0.5]), dict(é = ("x", "yz")))
let picture = u8(arange(768) % 251).reshape((16, 16, 3))
"""


def run(lines, folder):
    """Status (None: it hangs) and the whole output."""
    path = pathlib.Path(folder, "script.rille")
    path.write_text(HEAD + "\n".join(lines) + "\n")
    command = [RILLE, "--memory-limit", str(MEGABYTES), "run", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=LATE_S)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def good_files(forms, folder):
    out = {form: [p.read_bytes() for p in sorted(SAMPLES.glob(f"*.{form}"))] for form in forms}
    made = {form: pathlib.Path(folder, f"good.{form}") for form in forms if FORMS[form][1]}
    status, text = run([FORMS[form][1].replace("{}", str(path)) for form, path in made.items()],
                       folder)
    assert status == 0, text
    for form, path in made.items():
        out[form].append(path.read_bytes())
    if "example" in forms:
        out["example"] = [b"\n\x1a\n\x0b\n\x01a\x12\x06\x1a\x04\n\x02\x01\x02\n\x0b\n\x01f\x12\x06"
                          b"\x12\x04\n\x02\0\0"]
    return {form: files for form, files in out.items() if files}


def damaged(data, rng, others):
    """One to four changes."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        at, way = rng.randrange(len(data) + 1), rng.randrange(7)
        if way == 0:
            del data[at:]
        elif way == 1 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif way == 2 and at < len(data):
            data[at] = rng.randrange(256)
        elif way == 3:
            width = rng.choice([1, 2, 4, 8])
            data[at:at + width] = (rng.choice(EDGES) % 256 ** width).to_bytes(width, "little")
        elif way == 4:
            del data[at:at + rng.randrange(1, 40)]
        elif way == 5:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 20)))
        else:
            other = rng.choice(others)
            begin = rng.randrange(len(other) + 1)
            data[at:at + 16] = other[begin:begin + 16]
    return bytes(data)


def is_bad(status, text):
    return status is None or not 0 <= status <= 4 or "error[bug]" in text or "BUG" in text


def line(form, path):
    read = FORMS[form][0].replace("{}", path)
    return (f'{{ let r = try(() => {{ {read}; 0 }}); if not r.ok and r.error.kind == "bug" '
            f'{{ print("BUG {path} {{r.error.message}}") }} }}')


def first_bad(work, folder):
    while len(work) > 1:
        half = work[:len(work) // 2]
        work = half if is_bad(*run([line(*each) for each in half], folder)) else work[len(half):]
    return work[0]


def main():
    forms = sys.argv[4:] or list(FORMS)
    rng, faults, done = random.Random(SEED), [], 0
    with tempfile.TemporaryDirectory() as folder:
        good = good_files(forms, folder)
        while done < FILES:
            work = []
            for i in range(min(AT_ONCE, FILES - done)):
                form = rng.choice(list(good))
                path = pathlib.Path(folder, f"{i}.{form}")
                path.write_bytes(damaged(rng.choice(good[form]), rng, good[form]))
                work.append((form, str(path)))
            done += len(work)
            status, text = run([line(*each) for each in work], folder)
            if is_bad(status, text):
                form, path = first_bad(work, folder)
                kept = pathlib.Path(tempfile.gettempdir(), f"fault-{SEED}-{done}.{form}")
                kept.write_bytes(pathlib.Path(path).read_bytes())
                why = re.findall(r"BUG.*|error\[bug\].*", text)[:1]
                faults.append(f"{kept}: {'hangs' if status is None else f'status {status}'} {why}")
    print("\n".join(faults))
    print(f"seed {SEED}: {done} files of {', '.join(good)}, {len(faults)} faults")
    sys.exit(bool(faults))


main()
