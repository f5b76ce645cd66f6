"""Writes the small checkpoints that CI reads without Python, with the packages themselves.

usage: RILLE_PEERS_PYTHON tests/peers/checkpoint_samples.py [FOLDER]
FOLDER: tests/conformance/checkpoints. It writes one tree in each layout of Orbax, a manager's
directory of steps with items, zarr arrays with other codecs, a GGUF file, safetensors in two files.
"""
import json
import logging
import os
import pathlib
import shutil
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
logging.disable(logging.WARNING)
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import orbax.checkpoint as ocp  # noqa: E402
import safetensors.numpy  # noqa: E402
import tensorstore  # noqa: E402
from gguf import GGMLQuantizationType, GGUFWriter, quants  # noqa: E402

GIVEN = sys.argv[1] if len(sys.argv) > 1 else "tests/conformance/checkpoints"
FOLDER = pathlib.Path(GIVEN).resolve()
TREE = {
    "layers": [{"w": jnp.arange(6, dtype=jnp.float32).reshape(2, 3),
                "b": jnp.ones(3, jnp.bfloat16)},
               {"w": np.arange(4, dtype=np.int64).reshape(2, 2), "b": np.array([True, False])}],
    "x.y": jnp.array([1 + 2j]), "small": jnp.array([1, -3, 7], jnp.int4),
    "narrow": jnp.array([0.5, -448], jnp.float8_e4m3fn), "wide": jnp.tile(jnp.arange(50), 20),
    "key": jax.random.key(7), "step": 12, "rate": 0.5, "name": "first", "done": True, "none": None,
    "empty": {}, "items": [], "ints": {1: jnp.zeros(2), 10: jnp.ones(1)},
}
ZARRS = {
    "zarr2_plain": {"driver": "zarr",
                    "metadata": {"compressor": None, "order": "F", "chunks": [2, 3]}},
    "zarr2_zlib": {"driver": "zarr", "metadata": {"compressor": {"id": "zlib", "level": 5},
                                                  "chunks": [3, 2], "dimension_separator": "/"}},
    "zarr2_sparse": {"driver": "zarr", "metadata": {
        "fill_value": 2.5, "chunks": [2, 2], "dtype": "<f4", "compressor": None}},
    "zarr3_shards": {"driver": "zarr3", "metadata": {
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4, 4]}},
        "codecs": [{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [2, 2], "index_location": "start",
            "codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}},
                       {"name": "bytes", "configuration": {"endian": "big"}},
                       {"name": "gzip", "configuration": {"level": 6}}, {"name": "crc32c"}]}}]}},
}


def trees():
    for name, (ocdbt, zarr3) in {"ocdbt2": (True, False), "ocdbt3": (True, True),
                                 "files2": (False, False), "files3": (False, True)}.items():
        handler = ocp.PyTreeCheckpointHandler(use_ocdbt=ocdbt, use_zarr3=zarr3)
        kept = TREE if ocdbt else {k: TREE[k] for k in ("wide", "x.y", "key", "name", "step")}
        args = jax.tree.map(lambda _: ocp.SaveArgs(chunk_byte_size=4000), kept)
        ocp.Checkpointer(handler).save(FOLDER / name, args=ocp.args.PyTreeSave(kept, args))


def steps():
    with ocp.CheckpointManager(FOLDER / "steps") as manager:
        for step in (3, 20):
            manager.save(step, args=ocp.args.Composite(
                state=ocp.args.StandardSave({"w": np.full(2, step)}),
                words=ocp.args.JsonSave({"epoch": step, "names": ["a", None]})))
        manager.wait_until_finished()


def zarrs():
    for name, spec in ZARRS.items():
        place = {"kvstore": {"driver": "file", "path": f"{FOLDER / name}/"}}
        store = tensorstore.open(spec | place, dtype="float32", shape=[5, 7], create=True).result()
        x = np.arange(35, dtype=np.float32).reshape(5, 7)
        if name == "zarr2_sparse":
            store[0:2, 2:4] = x[0:2, 2:4]
        else:
            store[...] = x


def gguf():
    """Each tensor type once; K-quant blocks are random bits, as the package cannot quantize to
    them."""
    rng = np.random.default_rng(0)
    writer = GGUFWriter(FOLDER / "model.gguf", "llama")
    writer.add_context_length(128)
    writer.add_array("tokenizer.ggml.tokens", ["a", "é"])
    x = np.linspace(-1, 1, 64, dtype=np.float32).reshape(2, 32)
    writer.add_tensor("output.weight", x)
    for i, kind in enumerate((GGMLQuantizationType.Q4_0, GGMLQuantizationType.Q8_0)):
        writer.add_tensor(f"blk.{i}.attn_q.weight", quants.quantize(x, kind), raw_dtype=kind)
    for name, kind, size, scale in (("ffn_up", GGMLQuantizationType.Q4_K, 144, slice(0, 4)),
                                    ("ffn_down", GGMLQuantizationType.Q6_K, 210, slice(208, 210))):
        block = rng.integers(0, 256, (1, size), np.uint8)
        block[:, scale] = np.full((scale.stop - scale.start) // 2, 0.01, np.float16).view(np.uint8)
        writer.add_tensor(f"blk.0.{name}.weight", block, raw_dtype=kind)
        np.save(FOLDER / f"{name}.npy", quants.dequantize(block, kind))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def shards():
    """Two files and their index, as on the Hub."""
    (FOLDER / "shards").mkdir()
    names = {}
    for i, part in enumerate(({"a.w": np.arange(3)}, {"a.b": np.ones(2, np.float16)})):
        file = f"model-{i + 1:05}-of-00002.safetensors"
        safetensors.numpy.save_file(part, FOLDER / "shards" / file)
        names |= dict.fromkeys(part, file)
    (FOLDER / "shards" / "model.safetensors.index.json").write_text(
        json.dumps({"metadata": {"total_size": 28}, "weight_map": names}))


def name_no_machine():
    """Orbax stores the path that it wrote to: it is replaced by one below FOLDER."""
    for said in FOLDER.rglob("commit_success.txt"):
        said.write_text(said.read_text().replace(f"{FOLDER}/", ""))


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    trees()
    steps()
    zarrs()
    gguf()
    shards()
    name_no_machine()


main()
