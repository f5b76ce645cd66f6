"""Writes small checkpoints in which one entry is of an unsupported kind.

usage: RILLE_PEERS_PYTHON tests/peers/odd_samples.py [FOLDER]
FOLDER: tests/conformance/checkpoints.
foreign.safetensors: all 22 dtypes of safetensors 0.8, fields of later versions, metadata null.
odd_keys: an Orbax checkpoint whose keys are empty, dots, slashes, and numbers.
unknown.gguf: a tensor of MXFP4 and plain ones, every type of metadata.
zarr_foreign: arrays with dates, with an unknown compressor and filter, and a plain one.
foreign.npz: an array of dates and a plain one.
zarr_blosc: an array for each codec and shuffle of Blosc 1, as numcodecs compresses them, and LZ4.
"""
import json
import logging
import os
import pathlib
import struct
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
logging.disable(logging.WARNING)
import numcodecs  # noqa: E402
import numpy as np  # noqa: E402
import orbax.checkpoint as ocp  # noqa: E402
from gguf import GGMLQuantizationType, GGUFValueType, GGUFWriter  # noqa: E402

GIVEN = sys.argv[1] if len(sys.argv) > 1 else "tests/conformance/checkpoints"
FOLDER = pathlib.Path(GIVEN).resolve()
BITS = {"BOOL": 8, "F4": 4, "F6_E2M3": 6, "F6_E3M2": 6, "U8": 8, "I8": 8, "F8_E5M2": 8,
        "F8_E4M3": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8, "I16": 16, "U16": 16,
        "F16": 16, "BF16": 16, "I32": 32, "U32": 32, "F32": 32, "C64": 64, "F64": 64, "I64": 64,
        "U64": 64}


def foreign():
    header, data = {}, b""
    for name, bits in BITS.items():
        raw = bytes([0, 1, 0, 1]) if name == "BOOL" else bytes(range(0x37, 0x37 + bits // 2))
        header[name] = {"dtype": name, "shape": [4], "data_offsets": [len(data), len(data) +
                                                                      len(raw)]}
        header[name] |= {"layout": {"tiles": [[1, 2], {"of": None}]}, "note": "later", "z": -1.5}
        data += raw
    w = np.array([1, 2], np.float32).tobytes()
    header["w"] = {"dtype": "F32", "shape": [2], "data_offsets": [len(data), len(data) + 8]}
    header["__metadata__"] = None
    text = json.dumps(header).encode()
    (FOLDER / "foreign.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + data + w)


def blosc():
    """Ramps of two chunks, the second one half filled; long enough for a split block."""
    folder = FOLDER / "zarr_blosc"
    folder.mkdir(exist_ok=True)
    (folder / ".zgroup").write_text('{"zarr_format": 2}')
    packers = {f"{name}_{shuffle}": numcodecs.Blosc(cname=name, clevel=9, shuffle=shuffle)
               for name in ("blosclz", "lz4", "zlib", "zstd") for shuffle in (0, 1, 2)}
    packers |= {"lz4": numcodecs.LZ4(), "raw": numcodecs.Blosc(clevel=0)}
    x = (np.arange(1600) // 7 % 50).astype(np.float32)
    for name, packer in packers.items():
        (folder / name).mkdir(exist_ok=True)
        for chunk in (0, 1):
            (folder / name / str(chunk)).write_bytes(packer.encode(x[800 * chunk:][:800]))
        (folder / name / ".zarray").write_text(json.dumps({
            "zarr_format": 2, "shape": [1200], "chunks": [800], "dtype": "<f4", "order": "C",
            "fill_value": 0, "filters": None, "compressor": packer.get_config()}))


def odd_keys():
    one = np.ones(1, np.float32)
    tree = {"": one, "a.b": 2 * one, "a": {"": 3 * one, "0": 4 * one}, "c/d": 5 * one,
            "e/": 6 * one, ".": 7 * one, "é": 8 * one, "0": "text", "..": 9 * one}
    ocp.Checkpointer(ocp.PyTreeCheckpointHandler()).save(FOLDER / "odd_keys", tree)
    said = FOLDER / "odd_keys" / "commit_success.txt"
    if said.exists():
        said.write_text(said.read_text().replace(f"{FOLDER}/", ""))


def unknown():
    writer = GGUFWriter(FOLDER / "unknown.gguf", "llama")
    for word, value in (("uint8", 200), ("int8", -3), ("uint16", 9), ("int16", -9), ("uint32", 7),
                        ("int32", 7), ("uint64", 5), ("int64", -2 ** 40), ("float32", 1e-5),
                        ("float64", 0.1), ("bool", True), ("string", "é \"x\"\n")):
        getattr(writer, f"add_{word}")(f"t.{word}", value)
    for name, kind, values in (("u8", GGUFValueType.UINT8, [1, 255]),
                               ("f32", GGUFValueType.FLOAT32, [0.5, -2]),
                               ("bool", GGUFValueType.BOOL, [True, False]),
                               ("text", GGUFValueType.STRING, ["a", ""])):
        writer.add_key_value(f"l.{name}", values, GGUFValueType.ARRAY, sub_type=kind)
    writer.add_tensor("blk.10.w", np.arange(4, dtype=np.float32))
    writer.add_tensor("blk.2.w", np.arange(4, dtype=np.float16))
    writer.add_tensor("experts", np.zeros((2, 17), np.uint8),
                      raw_dtype=GGMLQuantizationType.MXFP4)
    writer.add_tensor("blk.2", np.ones(1, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def zarr_foreign():
    folder = FOLDER / "zarr_foreign"
    plain = {"zarr_format": 2, "shape": [2], "chunks": [2], "dtype": "<f4", "compressor": None,
             "fill_value": 0, "filters": None, "order": "C"}
    for name, more in {"w": {}, "dates": {"dtype": "<M8[s]", "fill_value": None},
                       "packed": {"compressor": {"id": "lzma", "preset": 1}},
                       "records": {"dtype": [["a", "<f4"]], "fill_value": None},
                       "steps": {"filters": [{"id": "delta", "dtype": "<f4"}]}}.items():
        (folder / name).mkdir(parents=True)
        (folder / name / ".zarray").write_text(json.dumps(plain | more))
        (folder / name / "0").write_bytes(np.array([1, 2], np.float32).tobytes())
    (folder / ".zgroup").write_text('{"zarr_format": 2}')


def arrays():
    np.savez(FOLDER / "foreign.npz", w=np.array([1, 2], np.float32),
             dates=np.array(["2020-01-01"], "M8[D]"))


for write in (foreign, blosc, odd_keys, unknown, zarr_foreign, arrays):
    write()
