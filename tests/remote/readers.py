"""Every reader and every writer, on a disk and at a URL: the same values. Used by run."""
import pathlib
import shutil

SAMPLES = pathlib.Path(__file__).resolve().parent.parent / "samples"

# Name, code that writes AT/name, code that reads it: each prints the same for directory and URL.
PAIRS = [
    ("text", 'io.write("AT/t.txt", "a\\nb\\n")', 'print(io.read("AT/t.txt"))'),
    ("csv", 'data.save_csv("AT/t.csv", (a = arange(2000), b = arange(2000) * 0.5))',
     'let t = data.read_csv("AT/t.csv")\nprint(sum(t.a), sum(t.b))'),
    ("lines", 'io.write("AT/l.txt", "1\\ntwo\\nthree")',
     'print((s for s in data.lines("AT/l.txt")))'),
    ("jsonl", 'io.write("AT/j.jsonl", "{{\\"a\\": 1}}\\n{{\\"a\\": 2}}\\n")',
     'print((r for r in data.jsonl("AT/j.jsonl")))'),
    ("npy", 'data.save_npy("AT/x.npy", arange(300000) * 0.25)',
     'let x = data.load_npy("AT/x.npy")\nprint(x.shape, sum(x))\n'
     'print((r for r in data.take(data.rows("AT/x.npy"), 3)))'),
    ("npz", 'data.save_npz("AT/x.npz", (a = arange(5), b = [1.5]))',
     'print(data.load_npz("AT/x.npz"))'),
    ("raw", 'data.save_npy("AT/r.bin", arange(1000))',
     'print(data.load_raw("AT/r.bin", u8, (100,), offset = 128))'),
    ("tfrecord", 'data.save_tfrecord("AT/x.tfrecord", ("one", "two", "three"))',
     'print((r for r in data.tfrecord("AT/x.tfrecord")))'),
    ("array_record", 'data.save_array_record("AT/x.array_record", ("one", "two", "three"))',
     'let s = data.array_record("AT/x.array_record")\n'
     'print((r for r in data.shuffle(s, seed = 3)))'),
    ("bagz", 'data.save_bagz("AT/x.bagz", ("one", "two", "three"))',
     'print((r for r in data.bagz("AT/x.bagz")))'),
    ("png", 'image.save("AT/p.png", u8(arange(48).reshape((4, 4, 3))))',
     'print(image.load("AT/p.png"))'),
    ("safetensors", 'ckpt.save("AT/c.safetensors", (w = arange(300000) * 0.5, b = (1, "x", nil)))',
     'let t = ckpt.load("AT/c.safetensors")\nprint(sum(t.w), t.b)\n'
     'print(ckpt.read("AT/c.safetensors", "w", 7, 9), ckpt.list("AT/c.safetensors"))'),
    ("large", 'ckpt.save("AT/l.safetensors", (a = arange(6000000), b = f32(arange(3000000))))',
     'let t = ckpt.load("AT/l.safetensors")\nprint(sum(i64(t.a)), sum(f64(t.b)))'),
    ("shards",
     'ckpt.save("AT/m.safetensors.index.json", (a = arange(9000), b = f32(arange(9000))), '
     'max_shard_bytes = 40000)',
     'let t = ckpt.load("AT/m.safetensors.index.json")\nprint(sum(t.a), sum(t.b))'),
    ("gguf",
     'ckpt.save("AT/g.gguf", (a = f32(arange(64)), b = f32(arange(32))), format = "gguf")',
     'print(ckpt.load("AT/g.gguf"))'),
    ("parquet", 'COPY snappy.parquet',
     'print((r for r in data.take(data.parquet("AT/snappy.parquet"), 4)))'),
    ("jpeg", 'COPY colors.jpg', 'let x = image.load("AT/colors.jpg")\nprint(x.shape, sum(i64(x)))'),
    ("words", 'COPY words.bagz', 'print((r for r in data.take(data.bagz("AT/words.bagz"), 3)))'),
    ("brotli", 'COPY brotli.array_record',
     'print((r for r in data.take(data.array_record("AT/brotli.array_record"), 3)))'),
]
FOLDERS = [
    ("images", 'for k in 0..2 { image.save("AT/pics/c{k}/{k}.png", u8(zeros((2, 2, 3)) + k)) }',
     'print((( r.label, sum(i64(r.image))) for r in data.images("AT/pics")))'),
    ("orbax", 'ckpt.save("AT/orbax", (w = f32(arange(5000)), n = 3), format = "orbax")',
     'let t = ckpt.load("AT/orbax")\nprint(sum(t.w), t.n)'),
    ("zarr3", 'ckpt.save("AT/zarr3", (w = f32(arange(5000)), n = 3), format = "orbax", zarr = 3, '
     'ocdbt = false)', 'let t = ckpt.load("AT/zarr3")\nprint(sum(t.w), t.n)'),
    ("steps", 'ckpt.save("AT/run/step-00000003.safetensors", (w = [3.0]))\n'
     'ckpt.save("AT/run/step-00000007.safetensors", (w = [7.0]))',
     'print(ckpt.load("AT/run"), ckpt.load("AT/run", step = 3))'),
]


def check_all(scripts, url, check, folders):
    local = scripts.folder / "local"
    for sub in ["pics/c0", "pics/c1", "run"]:
        (local / sub).mkdir(parents=True, exist_ok=True)
    for name, write, read in PAIRS + (FOLDERS if folders else []):
        wanted, got = [one(scripts, at, name, write, read) for at in (str(local), url)]
        check(f"{name} at {url.split(':')[0]}", wanted[0] == 0 and got[:2] == wanted[:2],
              f"{wanted[:3]} / {got[:3]}")


# Formats that Rille does not write are samples, copied to the disk, or uploaded as bytes.
def one(scripts, at, name, write, read):
    if write.startswith("COPY "):
        file = write.split()[1]
        if "://" not in at:
            shutil.copy(SAMPLES / file, pathlib.Path(at) / file)
        else:
            scripts.put(f"{at}/{file}", (SAMPLES / file).read_bytes())
    else:
        done = scripts.run(write.replace("AT", at))
        if done[0] != 0:
            return done
    return scripts.run(read.replace("AT", at))
