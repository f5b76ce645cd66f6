"""Writes the sample files with the packages that own their formats; tests need none of these.

usage: tests/peers' Python tests/samples/make.py [SEED]
"""
import decimal
import pathlib
import random
import sys

import array_record.python.array_record_module as array_record
import bagz
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
source = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 0)


def words(count):
    return ["".join(source.choices("abcé", k=source.randrange(6))) for _ in range(count)]


def gaps():
    """Integers that no f64 represents: together with null, and as a decimal without a fraction."""
    ids = pa.array([2**53 + 1, None, 3], pa.int64())
    whole = pa.array([decimal.Decimal(2**53 + 1), decimal.Decimal(-4), None], pa.decimal128(20, 0))
    pq.write_table(pa.table({"id": ids, "x": [0.5, None, 2.0], "whole": whole}),
                   HERE / "gaps.parquet")


def bagz_shards():
    """Records "00", "10", "11", "20", …: the shard, and the index within it."""
    for shard in range(3):
        with bagz.Writer(HERE / f"shards-{shard:05d}-of-00003.bagz") as writer:
            for i in range(shard + 1):
                writer.write(f"{shard}{i}".encode())
    separate = bagz.Writer.Options(limits_placement=bagz.LimitsPlacement.SEPARATE)
    for name in ("apart.bagz", "apart.bag"):
        with bagz.Writer(HERE / name, separate) as writer:
            for record in (b"x", b"", b"yz" * 20):
                writer.write(record)


def parquet(name, **options):
    n = 12
    table = pa.table({
        "id": pa.array(range(n), pa.int32()),
        "x": pa.array([None if i % 5 == 3 else i / 4 for i in range(n)], pa.float32()),
        "word": ["é" * (i % 3) + "w" for i in range(n)],
        "many": [None if i == 2 else list(range(i % 4)) for i in range(n)],
        "yes": [i % 3 == 0 for i in range(n)]})
    pq.write_table(table, HERE / f"{name}.parquet", row_group_size=5, store_schema=False, **options)


def decimals():
    def some(*texts):
        return [text and decimal.Decimal(text) for text in texts]
    table = pa.table({
        "price": pa.array(some("1.25", None, "-0.07"), pa.decimal128(9, 2)),
        "wide": pa.array(some("12345678901234567890.0123456789", "-1", "0"),
                         pa.decimal128(38, 10)),
        "at": pa.array([0, 10 ** 18, -5], pa.timestamp("ns"))})
    pq.write_table(table, HERE / "lz4_decimals.parquet", compression="lz4", store_schema=False,
                   use_deprecated_int96_timestamps=True)


def main():
    decimals()
    parquet("snappy", compression="snappy")
    parquet("zstd_v2", compression="zstd", data_page_version="2.0", data_page_size=8,
            write_page_checksum=True)
    parquet("gzip_plain", compression="gzip", use_dictionary=False)
    parquet("deltas", compression="brotli", use_dictionary=False, column_encoding={
        "id": "DELTA_BINARY_PACKED", "x": "BYTE_STREAM_SPLIT", "word": "DELTA_BYTE_ARRAY"})
    path = HERE / "brotli.array_record"
    writer = array_record.ArrayRecordWriter(str(path), "group_size:3,brotli")
    for word in words(8):
        writer.write(word.encode() * 9)
    writer.close()
    with bagz.Writer(HERE / "words.bagz") as writer:
        for word in words(5):
            writer.write(word.encode())
    bagz_shards()
    gaps()
    y, x = np.mgrid[0:11, 0:9]
    colors = np.stack([y * 20, x * 25, (x + y) * 9], -1).astype(np.uint8)
    Image.fromarray(colors).save(HERE / "colors.jpg", quality=90, progressive=True)
    Image.fromarray(colors).quantize(7).save(HERE / "palette.png")
    Image.fromarray((y * 5000 + x).astype(np.uint16)).save(HERE / "wide.png")
    exif = Image.Exif()
    exif[0x112] = 6
    Image.fromarray(colors).save(HERE / "turned.jpg", exif=exif)


main()
