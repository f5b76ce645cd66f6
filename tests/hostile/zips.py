"""Zip files whose contents are larger than the files suggest or state."""
import struct
import zlib


def bomb(megabytes, claimed=None):
    """A .npz with one array of zeros, of a thousandth of its size; it states `claimed` bytes."""
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({megabytes << 18},), }}\n".encode()
    head = b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head
    deflate, block = zlib.compressobj(9, zlib.DEFLATED, -15), b"\0" * (1 << 20)
    parts, crc = [deflate.compress(head)], zlib.crc32(head)
    for _ in range(megabytes):
        parts.append(deflate.compress(block))
        crc = zlib.crc32(block, crc)
    data = b"".join(parts) + deflate.flush()
    size = len(head) + (megabytes << 20) if claimed is None else claimed
    common = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0, crc, len(data), size, 5, 0)
    local = b"PK\3\4" + common + b"a.npy" + data
    central = (b"PK\1\2" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, 0)
               + b"a.npy")
    end = struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)
    return local + central + b"PK\5\6" + end
