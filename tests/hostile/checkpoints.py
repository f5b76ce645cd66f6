"""Checkpoints of other programs that are damaged or inconsistent: (name, function that writes it to
a path, kind)."""
import json
import struct

TABLE = []
for i in range(256):
    c = i
    for _ in range(8):
        c = (c >> 1) ^ (0x82F63B78 if c & 1 else 0)
    TABLE.append(c)
MANIFEST, NODE = 0x0cdb3a2a, 0x0cdb20de
DATA = "d/" + "0" * 32


def crc32c(data):
    sum_ = 0xffffffff
    for byte in data:
        sum_ = TABLE[(sum_ ^ byte) & 255] ^ (sum_ >> 8)
    return sum_ ^ 0xffffffff


def varints(*numbers):
    out = b""
    for x in numbers:
        while x > 127:
            out += bytes([x & 127 | 128])
            x >>= 7
        out += bytes([x])
    return out


def wrapped(magic, body, packing=0, crc=None):
    head = varints(0, packing)
    size = 16 + len(head) + len(body)
    data = struct.pack(">I", magic) + struct.pack("<Q", size) + head + body
    return data + struct.pack("<I", crc32c(data) if crc is None else crc)


def files(*paths):
    names = [p.encode() for p in paths]
    n = len(names)
    return varints(n, *[0] * max(0, n - 1), *map(len, names), *[0] * n) + b"".join(names)


def leaf(values, height=0):
    names = sorted(values)
    n = len(names)
    return (bytes([height]) + files() + varints(n, *[0] * (n - 1), *map(len, names)) +
            b"".join(names) + varints(*[len(values[w]) for w in names], *[0] * n) +
            b"".join(values[w] for w in names))


def inner(children, height, path=DATA):
    """Children: (name, offset, bytes)."""
    n = len(children)
    names = varints(n, *[0] * (n - 1), *[len(c[0]) for c in children], *[0] * n)
    return (bytes([height]) + files(path) + names +
            b"".join(c[0] for c in children) + varints(*[0] * n, *[c[1] for c in children],
                                                       *[c[2] for c in children], *[0] * 3 * n))


def manifest(place, size, height=0, path=DATA, **how):
    body = b"\0" * 16 + varints(0, 1024, 100000000) + b"\4" + varints(0) + files(path)
    body += varints(1, 1) + bytes([height]) + varints(0, place, size, 1, size, 0)
    body += b"\0" * 8 + varints(0)
    return wrapped(MANIFEST, body, **how)


def write(path, parts):
    for name, data in parts.items():
        to = path / name
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())


def database(data, height=0, **how):
    return {"manifest.ocdbt": manifest(0, len(data), height, **how), DATA: data}


def values(**more):
    return leaf({b".zarray": json.dumps({**ZARR2, "compressor": None}).encode(),
                 b"0": b"\0" * 8, **more})


ZARR2 = {"chunks": [2], "compressor": {"id": "zstd", "level": 1}, "dtype": "<f4", "fill_value": 0,
         "filters": None, "order": "C", "shape": [2], "zarr_format": 2}


def zarr2(chunk=b"\0" * 8, **changes):
    return {".zarray": {**ZARR2, "compressor": None, **changes}, "0": chunk}


# A block of Blosc 1 in 16 pieces of 128 bytes, uncompressed.
def blosc(block):
    pieces = b"".join(struct.pack("<I", 128) + b"\1" * 128 for _ in range(16))
    head = struct.pack("<BBBBIII", 2, 1, 1 << 5, 16, block, block, 20 + len(pieces))
    return head + struct.pack("<I", 20) + pieces


def zarr2_of_bytes(block):
    chunk = {"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 0, "blocksize": 0}
    return zarr2(blosc(block), dtype="|u1", shape=[block], chunks=[block], compressor=chunk)


BYTES = {"name": "bytes", "configuration": {"endian": "little"}}


def zarr3(codecs, chunk, shape=(4,), grid=(4,)):
    return {"zarr.json": {"zarr_format": 3, "node_type": "array", "shape": shape,
                          "data_type": "uint8",
                          "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": grid}},
                          "chunk_key_encoding": {"name": "default"}, "fill_value": 0,
                          "codecs": codecs}, "c/0": chunk}


def shard(inner=(2,), codecs=(BYTES,)):
    return {"name": "sharding_indexed", "configuration": {
        "chunk_shape": inner, "codecs": list(codecs), "index_codecs": [BYTES]}}


def nested(depth):
    return BYTES if depth == 0 else shard((4,), (nested(depth - 1),))


def index(*numbers):
    return struct.pack(f"<{len(numbers)}Q", *numbers)


def entry(keys, kind="np.ndarray", types=None):
    return {"key_metadata": [{"key": k, "key_type": t} for k, t in
                             zip(keys, types or [2] * len(keys))],
            "value_metadata": {"value_type": kind, "skip_deserialize": False}}


def tree(*entries, **more):
    return {"_METADATA": {"tree_metadata": {str(i): e for i, e in enumerate(entries)},
                          "use_ocdbt": False, "use_zarr3": False, **more},
            "a/.zarray": {**ZARR2, "compressor": None}, "a/0": b"\0" * 8}


def gguf(tensors=1, words=0, body=b"", version=3, data=b"\0" * 64):
    head = b"GGUF" + struct.pack("<IQQ", version, tensors, words) + body
    return head + b"\0" * (-len(head) % 32) + data


def tensor(name=b"a", sizes=(4,), kind=0, at=0, axes=None):
    return (struct.pack("<Q", len(name)) + name +
            struct.pack("<I", len(sizes) if axes is None else axes) +
            struct.pack(f"<{len(sizes)}Q", *sizes) + struct.pack("<IQ", kind, at))


def word(name, kind, data):
    return struct.pack("<Q", len(name)) + name + struct.pack("<I", kind) + data


LEAF = wrapped(NODE, values())
FOLDERS = {
    "ocdbt: good": (database(LEAF), None),
    "ocdbt: empty manifest": ({"manifest.ocdbt": b"", DATA: LEAF}, "io"),
    "ocdbt: manifest cut": ({"manifest.ocdbt": manifest(0, len(LEAF))[:60], DATA: LEAF}, "io"),
    "ocdbt: another checksum": (database(LEAF, crc=1), "io"),
    "ocdbt: another checksum of a node": (database(wrapped(NODE, values(), crc=1)), "io"),
    "ocdbt: no file of nodes": ({"manifest.ocdbt": manifest(0, 100)}, "io"),
    "ocdbt: a path that leads out": (database(LEAF, path="../" + DATA), "io"),
    "ocdbt: an absolute path": (database(LEAF, path="/etc/passwd"), "io"),
    "ocdbt: a node beyond the file": ({"manifest.ocdbt": manifest(1 << 62, len(LEAF)),
                                       DATA: LEAF}, "io"),
    "ocdbt: a node of 2^62 bytes": ({"manifest.ocdbt": manifest(0, 1 << 62), DATA: LEAF}, "io"),
    "ocdbt: a count of 2^60": (database(wrapped(NODE, b"\0" + files() + varints(1 << 60))), "io"),
    "ocdbt: a varint without end": (database(wrapped(NODE, b"\0" + b"\xff" * 40)), "io"),
    "ocdbt: names out of order": (database(wrapped(NODE, bytes([0]) + files() + varints(
        2, 0, 1, 1) + b"ba" + varints(1, 1, 0, 0) + b"xy")), "io"),
    "ocdbt: a name of 2^62 letters": (database(wrapped(NODE, bytes([0]) + files() + varints(
        1, 1 << 62) + b"a")), "io"),
    "ocdbt: packed, and not": (database(wrapped(NODE, values(), packing=1)), "io"),
    "ocdbt: packed in way 9": (database(wrapped(NODE, values(), packing=9)), "io"),
    "zarr2: good": (zarr2(), None),
    "zarr2: blosc": (zarr2_of_bytes(2048), None),
    "zarr2: blosc that leaves bytes open": (zarr2_of_bytes(2050), "io"),
    "zarr2: a chunk too short": (zarr2(b"\0" * 7), "io"),
    "zarr2: a chunk too long": (zarr2(b"\0" * 9), "io"),
    "zarr2: 2^50 elements": (zarr2(shape=[1 << 50]), "io"),
    "zarr2: fill value of 2^33": (zarr2(shape=[1 << 31]), "io"),
    "zarr2: no chunk of 2^33": ({".zarray": {**ZARR2, "shape": [1 << 31]}}, "io"),
    "zarr2: a chunk of 2^50": (zarr2(chunks=[1 << 50]), "io"),
    "zarr2: sizes overflow": (zarr2(shape=[1 << 40] * 3, chunks=[1] * 3), "io"),
    "zarr2: a negative size": (zarr2(shape=[-1]), "io"),
    "zarr2: half a size": (zarr2(shape=[1.5]), "io"),
    "zarr2: a chunk of 0": (zarr2(chunks=[0]), "io"),
    "zarr2: other ranks": (zarr2(chunks=[2, 2]), "io"),
    "zarr2: 1000 axes": (zarr2(shape=[1] * 1000, chunks=[1] * 1000), "io"),
    "zarr2: an unknown dtype": (zarr2(dtype="<M8[ns]"), "dtype"),
    "zarr2: records": (zarr2(dtype=[["a", "<f4"]]), "dtype"),
    "zarr2: a filter": (zarr2(filters=[{"id": "delta"}]), "io"),
    "zarr2: blosc": (zarr2(compressor={"id": "blosc"}), "io"),
    "zarr2: no zstd": (zarr2(compressor={"id": "zstd"}), "io"),
    "zarr2: deep JSON": ({".zarray": b"[" * 100000}, "io"),
    "zarr2: bools of 2": (zarr2(b"\1\2", dtype="|b1"), "io"),
    "zarr2: fill value is text": (zarr2(fill_value="x"), "io"),
    "zarr3: good shards": (zarr3([shard()], b"abcd" + index(0, 2, 2, 2)), None),
    "zarr3: a shard beyond its chunk": (zarr3([shard()], b"abcd" + index(0, 2, 1 << 60, 2)), "io"),
    "zarr3: chunks that overlap": (zarr3([shard()], b"abcd" + index(0, 30, 2, 30)), "io"),
    "zarr3: no room for the index": (zarr3([shard()], b"abcd"), "io"),
    "zarr3: shards of 2^40 chunks": (zarr3([shard((1,))], b"abcd", grid=(1 << 40,)), "io"),
    "zarr3: shards in shards in shards": (zarr3([nested(50)], b"abcd"), "io"),
    "zarr3: an unknown codec": (zarr3([BYTES, {"name": "lzma"}], b"abcd"), "io"),
    "zarr3: no codec": (zarr3([], b"abcd"), "io"),
    "zarr3: axes turned twice": (zarr3([{"name": "transpose", "configuration": {"order": [0, 0]}},
                                        BYTES], b"abcd"), "io"),
    "orbax: good": (tree(entry(["a"])), None),
    "orbax: an array that is not there": (tree(entry(["b"])), "io"),
    "orbax: a chunk that is not there": (
        {k: v for k, v in tree(entry(["a"]), store_array_data_equal_to_fill_value=True).items()
         if k != "a/0"}, "io"),
    "orbax: a path as name": (tree(entry(["../a"])), "io"),
    "orbax: two leaves of a name": (tree(entry(["a"]), entry(["a"])), "io"),
    "orbax: a leaf below a leaf": (tree(entry(["a"]), entry(["a", "b"])), "io"),
    "orbax: a list without 0": (tree(entry(["a", "1"], types=[2, 1])), "io"),
    "orbax: an unknown type": (tree(entry(["a"], kind="pickle")), "dtype"),
    "orbax: 5000 keys": (tree(entry(["a"] * 5000)), "io"),
    "orbax: no database": ({**tree(entry(["a"])), "_METADATA": {
        "tree_metadata": {"a": entry(["a"])}, "use_ocdbt": True}}, "io"),
    "orbax: a string that is not there": (tree(entry(["a"], kind="string")), "io"),
    "orbax: no JSON": ({**tree(), "_METADATA": b"{"}, "io"),
    "orbax: not UTF-8": ({**tree(), "_METADATA": b'{"\xff": 1}'}, "io"),
}
TWICE = wrapped(NODE, inner([(b"a", 0, len(LEAF)), (b"b", 0, len(LEAF))], 1))
SELF = wrapped(NODE, inner([(b"a", 0, 70)], 1))
FOLDERS |= {
    "ocdbt: a node in two places": ({"manifest.ocdbt": manifest(len(LEAF), len(TWICE), 1),
                                     DATA: LEAF + TWICE}, "io"),
    "ocdbt: a node below itself": ({"manifest.ocdbt": manifest(0, len(SELF), 1), DATA: SELF}, "io"),
    "ocdbt: another height": (database(LEAF, height=7), "io"),
}
U64, TEXT, LIST, U8 = 10, 8, 9, 0
GGUF = {
    "gguf: good": (gguf(body=tensor()), None),
    "gguf: magic alone": (b"GGUF", "io"),
    "gguf: version 9": (gguf(body=tensor(), version=9), "io"),
    "gguf: 2^63 arrays": (gguf(tensors=1 << 63), "io"),
    "gguf: 2^63 words": (gguf(words=1 << 63), "io"),
    "gguf: a name of 2^64": (gguf(body=b"\xff" * 8), "io"),
    "gguf: 2^31 axes": (gguf(body=tensor(axes=1 << 31)), "io"),
    "gguf: sizes overflow": (gguf(body=tensor(sizes=(1 << 40, 1 << 40))), "io"),
    "gguf: beyond the end": (gguf(body=tensor(sizes=(400,))), "io"),
    "gguf: a place beyond the end": (gguf(body=tensor(at=1 << 63)), "io"),
    "gguf: not aligned": (gguf(body=tensor(at=4)), "io"),
    "gguf: overlap": (gguf(2, body=tensor(sizes=(16,)) + tensor(b"b", at=32)), "io"),
    "gguf: a name twice": (gguf(2, body=tensor() + tensor(at=32)), "io"),
    "gguf: a name below a name": (gguf(2, body=tensor() + tensor(b"a.b", at=32)), None),
    "gguf: an unknown type": (gguf(body=tensor(kind=99)), "dtype"),
    "gguf: half a block": (gguf(body=tensor(sizes=(20,), kind=8)), "io"),
    "gguf: alignment 0": (gguf(1, 1, word(b"general.alignment", 4, b"\0" * 4) + tensor()), "io"),
    "gguf: alignment 3": (gguf(1, 1, word(b"general.alignment", 4, b"\3\0\0\0") + tensor()), "io"),
    "gguf: a word of kind 77": (gguf(1, 1, word(b"a", 77, b"") + tensor()), "io"),
    "gguf: a text of 2^60": (gguf(1, 1, word(b"a", TEXT, struct.pack("<Q", 1 << 60))), "io"),
    "gguf: a list of 2^60": (gguf(1, 1, word(b"a", LIST, struct.pack("<IQ", U8, 1 << 60))), "io"),
    "gguf: deep lists": (gguf(1, 1, word(b"a", LIST, struct.pack("<IQ", LIST, 1) * 50000)), "io"),
}


def cases():
    for name, (parts, kind) in FOLDERS.items():
        yield name, (lambda path, parts=parts: write(path, parts)), kind
    for name, (data, kind) in GGUF.items():
        yield name, (lambda path, data=data: path.write_bytes(data)), kind
