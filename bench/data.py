"""Input pipelines: records, images, tables. usage: bench/data.py [ROW...]

Compared with PyTorch's loader and Grain (records), torchvision (images), and pyarrow (a table),
with two threads or workers each; without RILLE_PEERS_PYTHON only Rille runs. The sides alternate;
the minimum time of each counts.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROUNDS, RECORDS, PICTURES = 5, 20000, 200
PYTHON = os.environ.get("RILLE_PEERS_PYTHON", "")
RILLE = str(pathlib.Path("build/rille").resolve())
ENV = {**os.environ, "OMP_NUM_THREADS": "2", "RILLE_THREADS": "2", "JAX_PLATFORMS": "cpu"}

TIMED = """
let began = io.monotonic()
{0}
print(io.monotonic() - began)
"""
RECORDS_OURS = TIMED.format("""var n = 0
for b in data.array_record("{0}/x.array_record") |> data.shuffle(seed = 1) |> data.batch(32)
    |> data.map(b => f32(b) / 255) |> data.prefetch { n += b.shape[0] }
assert(n == {1})""".replace("\n    |>", " |>"))
PICTURES_OURS = TIMED.format("""var n = 0
let f = jit(x => f32(x)[16:240, 16:240])
let s = data.images("{0}/pictures", size = (256, 256)) |> data.prefetch
for r in s { n += f(r.image).shape[0] }
assert(n == 224 * {1})""")
TABLE_OURS = TIMED.format("""let t = data.read_csv("{0}/t.csv")
assert(len(t.a) == {1})""")

HEAD = """import sys, time
import numpy as np
folder, count = sys.argv[1], int(sys.argv[2])
"""
TORCH = HEAD + """
import torch
from torch.utils.data import DataLoader, Dataset
class Records(Dataset):
    def __init__(self): self.x = np.memmap(folder + "/x.bin", np.uint8, "r").reshape(count, 1024)
    def __len__(self): return count
    def __getitem__(self, i): return torch.from_numpy(np.array(self.x[i]))
loader = DataLoader(Records(), 32, shuffle=True, num_workers=2)
began, n = time.perf_counter(), 0
for b in loader: n += (b.float() / 255).shape[0]
print(time.perf_counter() - began)
"""
GRAIN = HEAD + """
import grain, logging
source = grain.sources.ArrayRecordDataSource(folder + "/x.array_record")
data = (grain.MapDataset.source(source).seed(1).shuffle()
        .map(lambda r: np.frombuffer(r, np.uint8)).batch(32)
        .map(lambda b: b.astype(np.float32) / 255)
        .to_iter_dataset(grain.ReadOptions(num_threads=2)))
began, n = time.perf_counter(), 0
for b in data: n += b.shape[0]
print(time.perf_counter() - began)
"""
VISION = HEAD + """
import pathlib, torch
from torch.utils.data import DataLoader, Dataset
from torchvision.io import decode_jpeg, read_file
from torchvision.transforms import v2
torch.set_num_threads(1)
class Pictures(Dataset):
    def __init__(self):
        self.paths = sorted(map(str, pathlib.Path(folder, "pictures").rglob("*.jpg")))
        self.f = v2.Compose([v2.ToDtype(torch.float32), v2.Resize((256, 256), antialias=True),
                             v2.CenterCrop(224)])
    def __len__(self): return count
    def __getitem__(self, i): return self.f(decode_jpeg(read_file(self.paths[i])))
loader = DataLoader(Pictures(), None, num_workers=2)
began, n = time.perf_counter(), 0
for x in loader: n += x.shape[1]
print(time.perf_counter() - began)
"""
ARROW = HEAD + """
import pyarrow as pa, pyarrow.csv
pa.set_cpu_count(2)
began = time.perf_counter()
t = pyarrow.csv.read_csv(folder + "/t.csv")
t["a"].to_numpy()
print(time.perf_counter() - began)
"""
# Rille's side, the others with the goal for the ratio of speeds.
ROWS = {"1 KiB records: shuffle, batch, map": (RECORDS_OURS, RECORDS, {"PyTorch": (TORCH, 4),
                                                                       "Grain": (GRAIN, 50)}),
        "JPEG: decode, resize, crop": (PICTURES_OURS, PICTURES, {"torchvision": (VISION, 1.2)}),
        "csv of numbers": (TABLE_OURS, 200000, {"pyarrow": (ARROW, 0.8)})}

MAKE = """
fn byte(i) = u8(rng.randint(rng.key(i), (1024,), 0, 256))
data.save_array_record("{0}/x.array_record", data.map(0..{1}, byte), compression_level = 0)
data.save_bagz("{0}/x.raw", data.map(0..{1}, byte))
for i in 0..{2} {
  let x = arange(500 * 375 * 3).reshape((375, 500, 3))
  let wave = sin(f32(x) / (200.0 + i)) * 90 + rng.normal(rng.key(i), (375, 500, 3)) * 9 + 128
  image.save("{0}/pictures/{i}.jpg", u8(clip(wave, 0, 255)))
}
let k = rng.normal(rng.key(7), (4, 200000))
data.save_csv("{0}/t.csv", (a = k[0], b = k[1], c = k[2], d = k[3]))
"""


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, env=ENV, timeout=600)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    return done.stdout


def script(folder, text):
    path = pathlib.Path(folder, "side.rille")
    path.write_text(text)
    return run([RILLE, "run", str(path)])


def filled(text, folder, *numbers):
    for at, value in enumerate((folder, *numbers)):
        text = text.replace(f"{{{at}}}", str(value))
    return text


def main():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "pictures").mkdir()
        script(folder, filled(MAKE, folder, RECORDS, PICTURES))
        raw = pathlib.Path(folder, "x.raw").read_bytes()[:RECORDS * 1024]
        pathlib.Path(folder, "x.bin").write_bytes(raw)
        for name, (ours, count, peers) in ROWS.items():
            if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
                continue
            best = {}
            for _ in range(ROUNDS):
                spent = {"ours": float(script(folder, filled(ours, folder, count)).split()[-1])}
                for side, (text, _) in peers.items() if PYTHON else ():
                    out = run([PYTHON, "-c", text, folder, str(count)])
                    spent[side] = float(out.split()[-1])
                best = {side: min(s, best.get(side, s)) for side, s in spent.items()}
            shown = [f"{side} {s * 1e3:.1f} ms" for side, s in best.items()]
            ratios = [f"{best[side] / best['ours']:.2f} of {side} (goal {peers[side][1]})"
                      for side in best if side != "ours"]
            print(f"{name}: {', '.join(shown)}; {', '.join(ratios)}", flush=True)


main()
