"""Orbax checkpoints and zarr arrays: theirs are read, ours are restored by them, bit for bit, in
each layout."""
import asyncio
import contextlib
import io
import json
import logging
import pathlib
import shutil
import subprocess
import sys
import tempfile

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import orbax.checkpoint as ocp
import tensorstore
from etils import epath
from orbax.checkpoint._src.serialization import ocdbt_utils
from orbax.checkpoint._src.serialization import tensorstore_utils as ts_utils

import compare
from compare import pick

FOLDER = tempfile.TemporaryDirectory()
DTYPES = [np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32,
          np.uint64, np.float16, np.float32, np.float64, np.complex64, np.complex128,
          ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, ml_dtypes.int4]
SHAPES = [(), (1,), (7,), (2, 3), (5, 1, 2), (2, 3, 2, 2), (64, 33)]  # Orbax rejects empty arrays
WORDS = ["w", "bias", "layer_0", "a b", "é", "x.y", "0", "12", "key\"s", "in/side"]
# safetensors, in which results are returned, has no i4 and c128.
PRELUDE = """fn plain(x) = if x.dtype == i4 { i8(x) } else if x.dtype == u4 { u8(x) }
  else if x.dtype == c128 { (real(x), imag(x)) } else { x }
"""
made = 0
logging.disable(logging.WARNING)


def new_path():
    global made
    made += 1
    return f"{FOLDER.name}/{made}"


def bits(dims, dtype):
    """Random bits, so also NaN, infinities, and subnormal numbers."""
    dtype = np.dtype(dtype)
    if dtype == np.bool_:
        return np.asarray(compare.rng.random(dims) < 0.5)
    if dtype.name in ("int4", "uint4"):
        low = -8 if dtype.name == "int4" else 0
        return np.asarray(compare.rng.integers(low, low + 16, dims)).astype(dtype)
    count = int(np.prod(dims))
    if compare.rng.random() < 0.2:
        return np.zeros(dims, dtype)
    line = compare.rng.integers(0, 256, count * dtype.itemsize, np.uint8)
    return np.frombuffer(line.tobytes(), dtype).reshape(dims)


def leaf():
    kind = pick(*["array"] * 6, "key", "int", "float", "bool", "text", "none", "dict", "list")
    if kind == "array":
        dims = SHAPES[compare.rng.integers(len(SHAPES))]
        x = bits(dims, DTYPES[compare.rng.integers(len(DTYPES))])
        return jnp.asarray(x) if compare.rng.random() < 0.6 else x
    if kind == "key":
        key = jax.random.key(int(compare.rng.integers(1000)))
        return jax.random.split(key, 3) if compare.rng.random() < 0.5 else key
    return {"int": int(compare.rng.integers(-2 ** 62, 2 ** 62)),
            "float": float(compare.rng.standard_normal()), "bool": bool(pick(0, 1)),
            "text": pick("", "hello", "é\n\"x\""), "none": None, "dict": {}, "list": []}[kind]


def tree(depth=3):
    kind = pick("leaf", "leaf", "dict", "list") if depth < 3 else "dict"
    if kind == "leaf" or depth == 0:
        return leaf()
    items = [tree(depth - 1) for _ in range(int(compare.rng.integers(1, 5)))]
    if kind == "list":
        return items if pick(0, 1) else tuple(items)
    names = compare.rng.permutation(WORDS)
    return {str(name): item for name, item in zip(names, items)}


def is_word(text):
    return text.isascii() and text.isidentifier()


def is_int(text):
    return text.isdigit() and str(int(text)) == text


def literal(value):
    """The structure of a tree in Rille, with 0 for each leaf."""
    if isinstance(value, dict):
        if not value:
            return "dict()"
        items = [(name, literal(item)) for name, item in value.items()]
        if all(map(is_word, value)):
            return "(" + ", ".join(f"{name} = {item}" for name, item in items) + ",)"
        keys = (list(value) if all(map(is_int, value)) else
                [json.dumps(name, ensure_ascii=False) for name in value])
        return f"dict(({', '.join(keys)},), ({', '.join(item for _, item in items)},))"
    if isinstance(value, (list, tuple)):
        return "(" + "".join(literal(item) + ", " for item in value) + ")"
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "nil"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else "0"


def leaves(value):
    """The leaves in the order of Rille: fields of records by name, others as they are."""
    if isinstance(value, dict):
        names = sorted(value) if all(map(is_word, value)) else list(value)
        return [x for name in names for x in leaves(value[name])]
    if isinstance(value, (list, tuple)):
        return [x for item in value for x in leaves(item)]
    return [] if value is None or isinstance(value, (bool, str)) else [value]


def ordered(value):
    """Dicts in the key order of JAX, and so of a checkpoint."""
    if isinstance(value, dict):
        return {name: ordered(value[name]) for name in sorted(value)}
    return [ordered(x) for x in value] if isinstance(value, (list, tuple)) else value


def array_of(x):
    if isinstance(x, jax.Array) and jnp.issubdtype(x.dtype, jax.dtypes.prng_key):
        x = jax.random.key_data(x)
    return np.asarray(x)


def plain(x):
    x = array_of(x)
    if x.dtype.name in ("int4", "uint4"):
        return x.astype(x.dtype.name.replace("4", "8"))
    return (x.real, x.imag) if x.dtype == np.complex128 else x


def same(a, b):
    if isinstance(a, dict):
        return isinstance(b, dict) and set(a) == set(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return isinstance(b, (list, tuple)) and len(a) == len(b) and all(map(same, a, b))
    if a is None or isinstance(a, (bool, str)):
        return type(a) is type(b) and a == b
    x, y = array_of(a), array_of(b)
    return x.dtype == y.dtype and x.shape == y.shape and x.tobytes() == y.tobytes()


LAYOUTS = {"ocdbt_zarr2": (True, False), "ocdbt_zarr3": (True, True),
           "files_zarr2": (False, False), "files_zarr3": (False, True)}


def quietly(call):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return call()


def written(path, value, ocdbt, zarr3):
    """A directory written by Orbax, with chunks of random size."""
    handler = ocp.PyTreeCheckpointHandler(use_ocdbt=ocdbt, use_zarr3=zarr3)
    chunk = pick(None, None, 64, 1000)
    args = jax.tree.map(lambda _: ocp.SaveArgs(chunk_byte_size=chunk), value)
    with jax.enable_x64(True):
        quietly(lambda: ocp.Checkpointer(handler).save(path, args=ocp.args.PyTreeSave(value, args)))


def compared(load, value):
    """The line of script that prints what it loads, and the expected text."""
    value = ordered(value)
    text = (f"{{ let t = {load}; (leaves = (plain(x) for x in tree.leaves(t)), "
            f"form = [same(tree.map(x => 0, t), {literal(value)})]) }}")
    return text, lambda: {"leaves": tuple(plain(x) for x in leaves(value)),
                          "form": np.array([True])}, [], False


def drawn_tree():
    with jax.enable_x64(True):
        return tree()


def without_texts(value):
    """StandardSave rejects strings."""
    if isinstance(value, dict):
        return {name: without_texts(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [without_texts(item) for item in value]
    return len(value) if isinstance(value, str) else value


def read(layout):
    def case():
        path, value = new_path(), drawn_tree()
        written(path, value, *LAYOUTS[layout])
        return compared(f'ckpt.load("{path}")', value)
    return case


def spread_over_processes(path, count, zarr3):
    """As if `count` processes had written it: each has a database with some of the chunks, which
    Orbax's own code merges."""
    def database(place):
        return tensorstore.KvStore.open({"driver": "ocdbt", "base": f"file://{place}/"}).result()

    whole = database(path)
    stored = {key: whole.read(key).result().value for key in whole.list().result()}
    for name in [entry for entry in path.iterdir() if entry.name.startswith(("ocdbt", "manifest"))
                 or entry.name == "d"]:
        shutil.rmtree(name) if name.is_dir() else name.unlink()
    parts = [database(path / f"ocdbt.process_{i}") for i in range(count)]
    for key, value in stored.items():
        parts[compare.rng.integers(count)].write(key, value).result()
    context = ts_utils.get_ts_context(use_ocdbt=True)
    asyncio.run(ocdbt_utils.merge_ocdbt_per_process_files(epath.Path(path), context, zarr3))


def several_processes():
    path, value, zarr3 = new_path(), drawn_tree(), bool(pick(0, 1))
    written(path, value, True, zarr3)
    quietly(lambda: spread_over_processes(pathlib.Path(path), int(compare.rng.integers(2, 6)),
                                          zarr3))
    return compared(f'ckpt.load("{path}")', value)


def standard():
    path, value = new_path(), without_texts(drawn_tree())

    def save():
        with ocp.StandardCheckpointer() as saver:
            saver.save(path, value)
    with jax.enable_x64(True):
        quietly(save)
    return compared(f'ckpt.load("{path}")', value)


def managed():
    """Steps of a manager: the newest, one by its number, items by name."""
    path, values = new_path(), [without_texts(drawn_tree()) for _ in range(3)]
    steps = sorted({int(s) for s in compare.rng.integers(0, 1000, 3)})
    has_items = bool(pick(0, 1))
    words = {"epoch": 3, "names": ["a", None, True], "rate": 0.5}

    def save():
        with ocp.CheckpointManager(path) as manager:
            for step, value in zip(steps, values):
                state = ocp.args.StandardSave(value)
                items = ocp.args.Composite(state=state, words=ocp.args.JsonSave(words))
                manager.save(step, args=items if has_items else state)
            manager.wait_until_finished()
    with jax.enable_x64(True):
        quietly(save)
    at = int(compare.rng.integers(len(steps)))
    given = "" if at == len(steps) - 1 and pick(0, 1) else f", step = {steps[at]}"
    if not has_items:
        return compared(f'ckpt.load("{path}"{given})', values[at])
    item = pick("state", "words")
    return compared(f'ckpt.load("{path}"{given}, item = "{item}")',
                    values[at] if item == "state" else words)


def restored(path):
    """What Orbax restores from a directory without a target."""
    with jax.enable_x64(True):
        return quietly(lambda: ocp.StandardCheckpointer().restore(path))


def write(layout):
    """A checkpoint of Orbax that Rille reads and writes again is restored by Orbax unchanged."""
    def case():
        first, second, value = new_path(), new_path(), drawn_tree()
        written(first, value, *LAYOUTS[pick(*LAYOUTS)])
        ocdbt, zarr3 = LAYOUTS[layout]
        form = f'format = "orbax", zarr = {3 if zarr3 else 2}, ocdbt = {str(ocdbt).lower()}'
        text = f'{{ ckpt.save("{second}", ckpt.load("{first}"), {form}); [true] }}'
        return text, lambda: np.array([same(ordered(value), restored(second))]), [], False
    return case


def write_step():
    """A step that Rille writes, restored by a manager of Orbax."""
    first, second, value = new_path(), new_path(), drawn_tree()
    written(first, value, *LAYOUTS[pick(*LAYOUTS)])
    pathlib.Path(second).mkdir()
    step = int(compare.rng.integers(1, 1000))

    def theirs():
        def restore():
            with ocp.CheckpointManager(second) as manager:
                assert manager.latest_step() == step
                return manager.restore(step, args=ocp.args.StandardRestore())
        with jax.enable_x64(True):
            return np.array([same(ordered(value), quietly(restore))])
    text = (f'{{ ckpt.save("{second}/{step}", ckpt.load("{first}"), format = "orbax", '
            f'item = "default"); [true] }}')
    return text, theirs, [], False


def items():
    """Items of Orbax other than trees: an array, keys, JSON."""
    path, array = new_path(), bits((2, 3), np.float32)
    key = jax.random.key(int(compare.rng.integers(1000)))
    words = {"a": [1, 2.5, None], "b c": True}
    state = np.random.RandomState(int(compare.rng.integers(1000))).get_state()

    def save():
        with ocp.CheckpointManager(path) as manager:
            manager.save(3, args=ocp.args.Composite(
                array=ocp.args.ArraySave(jnp.asarray(array)), key=ocp.args.JaxRandomKeySave(key),
                numpy=ocp.args.NumpyRandomKeySave(state), words=ocp.args.JsonSave(words)))
            manager.wait_until_finished()
    with jax.enable_x64(True):
        quietly(save)
    numbers = [np.asarray(state[1]), state[2], state[3], float(state[4])]
    text = (f'{{ let t = ckpt.load("{path}"); (array = t.array, key = t.key, numbers = '
            f'(t.numpy[1], i64(t.numpy[2]), i64(t.numpy[3]), f64(t.numpy[4])), '
            f'words = [t.words["a"][1] == 2.5, t.words["b c"], t.words["a"][2] == nil]) }}')
    return text, lambda: {"array": array, "key": array_of(key), "numbers": tuple(
        np.asarray(x) for x in numbers), "words": np.array([True] * 3)}, [], False


def box():
    """A slice of an array across its chunks."""
    path, dims = new_path(), (int(compare.rng.integers(1, 30)), int(compare.rng.integers(1, 20)))
    x = bits(dims, pick(np.float32, np.int16, np.uint8))
    ocdbt, zarr3 = LAYOUTS[pick(*LAYOUTS)]
    handler = ocp.PyTreeCheckpointHandler(use_ocdbt=ocdbt, use_zarr3=zarr3)
    chunk = int(pick(16, 60, 200))
    args = {"w": ocp.SaveArgs(chunk_byte_size=chunk)}
    quietly(lambda: ocp.Checkpointer(handler).save(path, args=ocp.args.PyTreeSave({"w": x}, args)))
    low = [int(compare.rng.integers(0, n)) for n in dims]
    high = [int(compare.rng.integers(a, n + 1)) for a, n in zip(low, dims)]
    text = f'ckpt.read("{path}", "w", start = {tuple(low)}, stop = {tuple(high)})'
    if compare.rng.random() < 0.5:
        text = part_text(path, x, low, high)
    return text, lambda: x[low[0]:high[0], low[1]:high[1]], [], False


def part_text(path, x, low, high):
    """What a process with this slice of `w` loads."""
    size = tuple(b - a for a, b in zip(low, high))
    dtype = {"float32": "f32", "int16": "i16", "uint8": "u8"}[x.dtype.name]
    return (f'ckpt.load("{path}", like = (w = ckpt.shard(zeros({size}, dtype = {dtype}), '
            f'{x.shape}, {tuple(low)}),)).w.x')


SHARDS = """
import os, sys
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
import logging
logging.disable(logging.WARNING)
import jax, numpy as np, orbax.checkpoint as ocp
from jax.sharding import Mesh, NamedSharding, PartitionSpec
folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rng = np.random.default_rng(seed)
mesh = Mesh(np.array(jax.devices()).reshape(2, 2), ("a", "b"))
for i in range(count):
    dims = [int(n) * 4 for n in rng.integers(1, 5, 2)]
    x = rng.standard_normal(dims).astype(np.float32)
    parts = [("a", "b"), ("a",), (None, "b"), (("a", "b"),), ()][rng.integers(5)]
    sharded = jax.device_put(x, NamedSharding(mesh, PartitionSpec(*parts)))
    handler = ocp.PyTreeCheckpointHandler(use_ocdbt=bool(rng.integers(2)),
                                          use_zarr3=bool(rng.integers(2)))
    ocp.Checkpointer(handler).save(f"{folder}/{i}", args=ocp.args.PyTreeSave({"w": sharded}))
    np.save(f"{folder}/{i}.npy", x)
"""
sharded_made = []


def sharded():
    """Arrays sharded over four devices: each writes its chunks."""
    if not sharded_made:
        folder, count = new_path(), 40
        pathlib.Path(folder).mkdir()
        subprocess.run([sys.executable, "-c", SHARDS, folder, str(compare.rng.integers(1000)),
                        str(count)], check=True, capture_output=True, timeout=200)
        sharded_made.extend(f"{folder}/{i}" for i in range(count))
    path = sharded_made[compare.rng.integers(len(sharded_made))]
    x = np.load(f"{path}.npy")
    if compare.rng.random() < 0.5:
        return f'ckpt.load("{path}").w', lambda: x, [], False
    # Another number of processes, by rows: what one of them restores.
    count = int(pick(2, 3, 5))
    at = int(compare.rng.integers(count))
    low, high = x.shape[0] * at // count, x.shape[0] * (at + 1) // count
    text = part_text(path, x, (low, 0), (high, x.shape[1]))
    return text, lambda: x[low:high], [], False


def newer():
    """A directory of Orbax's second interface."""
    from orbax.checkpoint.experimental import v1
    path = new_path()
    value = {"a": jnp.asarray(bits((2, 3), np.float32)), "b": [bits((4,), np.int32), 3],
             "c": {"d": jnp.asarray(bits((5,), ml_dtypes.bfloat16)), "e": 2.5}}
    quietly(lambda: v1.save(path, value))
    return compared(f'ckpt.load("{path}")', value)


def zarr(driver):
    """Arrays that TensorStore writes itself: other orders, codecs, shards, missing chunks."""
    def case():
        path, dtype = new_path(), pick("float32", "int16", "uint8", "bfloat16", "complex64", "bool")
        dims = tuple(int(n) for n in compare.rng.integers(1, 9, int(compare.rng.integers(0, 4))))
        chunks = [int(compare.rng.integers(1, n + 1)) for n in dims]
        if driver == "zarr":
            packing = pick(None, {"id": "zstd", "level": 3}, {"id": "zlib", "level": 5},
                           {"id": "gzip", "level": 5})
            order = pick("C", "F") if len(dims) > 1 else "C"
            meta = {"chunks": chunks, "order": order, "compressor": packing,
                    "dimension_separator": pick(".", "/")}
        else:
            order = [int(n) for n in compare.rng.permutation(len(dims))]
            inner = [{"name": "bytes", "configuration": {"endian": pick("little", "big")}}]
            if len(dims) > 1 and pick(0, 1):
                inner.insert(0, {"name": "transpose", "configuration": {"order": order}})
            if pick(0, 1):
                inner.append({"name": "gzip", "configuration": {"level": 5}})
            if pick(0, 1):
                inner.append({"name": "crc32c"})
            grid, codecs = chunks, inner
            if pick(0, 1):
                grid = [c * pick(1, 2) for c in chunks]
                place = pick("start", "end")
                codecs = [{"name": "sharding_indexed", "configuration": {
                    "chunk_shape": chunks, "codecs": inner, "index_location": place}}]
            meta = {"codecs": codecs,
                    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": grid}}}
        x = bits(dims, jnp.dtype(dtype))
        store = tensorstore.open({"driver": driver, "metadata": meta,
                                  "kvstore": {"driver": "file", "path": f"{path}/"}},
                                 dtype=dtype, shape=dims, create=True).result()
        if dims and pick(0, 1):  # the rest is the fill value, zero
            half = tuple(slice(0, (n + 1) // 2) for n in dims)
            store[half] = x[half]
            kept = np.zeros_like(x)
            kept[half] = x[half]
            x = kept
        else:
            store[...] = x
        return f'ckpt.load("{path}")', lambda: x, [], False
    return case


CASES = {f"read_{name}": read(name) for name in LAYOUTS}
CASES |= {f"write_{name}": write(name) for name in LAYOUTS}
CASES |= {"several_processes": several_processes, "standard": standard, "managed": managed,
          "write_step": write_step,
          "items": items, "box": box, "sharded": sharded, "newer": newer,
          "zarr2": zarr("zarr"), "zarr3": zarr("zarr3")}

run = compare.table(CASES, PRELUDE, exact=True)
