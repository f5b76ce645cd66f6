"""Record files compared with the packages that write and read them: in both directions, byte for
byte."""
import gzip
import logging
import struct
import zlib

import array_record.python.array_record_module as array_record
import bagz
import grain
import numpy as np
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

import compare
from compare import pick
from files import new_path

logging.getLogger("absl").setLevel(logging.CRITICAL)  # groups of records are allowed here
CASTAGNOLI = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    CASTAGNOLI.append(byte)


def number(low, high):
    return int(compare.rng.integers(low, high))


def some_bytes(most=300):
    """A record: random, or long and repetitive, which compresses."""
    size = pick(0, 1, number(0, most), number(0, most))
    if compare.rng.random() < 0.3:
        return bytes([number(0, 256)]) * size * pick(1, 300)
    return compare.rng.integers(0, 256, size, np.uint8).tobytes()


def some_records(most=12):
    return [some_bytes() for _ in range(number(0, most))]


def arrays(records):
    """As a result: after one byte, since it may be empty."""
    return (np.zeros(1, np.uint8), *(np.frombuffer(r, np.uint8) for r in records))


def shown(stream):
    return f"(u8([0]), ...(r for r in {stream}))"


def given(records):
    """Records as a script's tuple, and the input of a case: one array, split there."""
    cuts = np.cumsum([0, *map(len, records)])
    items = "".join(f"x[{a}:{b}], " for a, b in zip(cuts, cuts[1:]))
    return f"({items})", np.frombuffer(b"".join(records) + b"!", np.uint8)


def masked(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CASTAGNOLI[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def tfrecord_of(records):
    return b"".join(struct.pack("<Q", len(r)) + masked(struct.pack("<Q", len(r))) + r + masked(r)
                    for r in records)


def tfrecord_read():
    """Several files in sequence, each of some records."""
    parts = [some_records() for _ in range(number(1, 4))]
    paths = [new_path("tfrecord") for _ in parts]
    for path, records in zip(paths, parts):
        path.write_bytes(tfrecord_of(records))
    text = compare.script(tuple(map(str, paths))) if len(paths) > 1 else f'"{paths[0]}"'
    every = [r for records in parts for r in records]
    return shown(f"data.tfrecord({text})"), lambda: arrays(every), [], False


def zipped(data):
    """By gzip, sometimes in several members, or zlib, as in TensorFlow's options."""
    if pick(True, False):
        return zlib.compress(data, pick(1, 6, 9))
    cut = number(0, len(data) + 1) if pick(True, False) else 0
    return b"".join(gzip.compress(part) for part in (data[:cut], data[cut:]))


def tfrecord_unzipped():
    """Compressed as a whole; half of the records by a stream that was stopped and saved."""
    path, records = new_path("tfrecord"), some_records(30)
    path.write_bytes(zipped(tfrecord_of(records)))
    return (f'{{ var s = data.tfrecord("{path}"); for i in 0..{len(records) // 2} {{ s.next!() }}; '
            f"let t = s; {shown('t')} }}", lambda: arrays(records[len(records) // 2:]), [], False)


def tfrecord_zipped():
    path, records, how = new_path("tfrecord"), some_records(), pick("gzip", "zlib")
    items, x = given(records)

    def theirs(_):
        data = {"gzip": gzip.decompress, "zlib": zlib.decompress}[how](path.read_bytes())
        return np.array([data == tfrecord_of(records)])
    ours = f'{{ data.save_tfrecord("{path}", {items}, compression = "{how}"); [true] }}'
    return (ours, theirs, [x],
            False)


def tfrecord_damaged():
    """A record whose checksum differs is skipped and counted."""
    path, records = new_path("tfrecord"), [some_bytes() + b"!" for _ in range(number(1, 9))]
    bad = number(0, len(records))
    begin = sum(len(r) + 16 for r in records[:bad]) + 12
    data = bytearray(tfrecord_of(records))
    data[begin + number(0, len(records[bad]))] ^= 1 << number(0, 8)
    path.write_bytes(data)
    kept = records[:bad] + records[bad + 1:]
    stream = f'data.skip_bad(data.tfrecord("{path}"))'
    if pick(True, False):
        stream = f"data.prefetch({stream}, {number(1, 5)})"
    return shown(stream), lambda: arrays(kept), [], False


def tfrecord_write():
    path, records = new_path("tfrecord"), some_records()
    items, x = given(records)

    def theirs(_):
        read = list(grain.experimental.TFRecordIterDataset(str(path)))
        return np.array([read == records and path.read_bytes() == tfrecord_of(records)])
    return f'{{ data.save_tfrecord("{path}", {items}); [true] }}', theirs, [x], False


def message_type():
    """tf.train.Example, as its .proto defines it."""
    file = descriptor_pb2.FileDescriptorProto(name="e.proto", package="t", syntax="proto3")
    field = descriptor_pb2.FieldDescriptorProto

    def message(name, *rows):
        made = file.message_type.add(name=name)
        for n, (word, kind, label, of) in enumerate(rows, 1):
            made.field.add(name=word, number=n, type=kind, label=label, type_name=of or None)
        return made
    many, one = field.LABEL_REPEATED, field.LABEL_OPTIONAL
    message("BytesList", ("value", field.TYPE_BYTES, many, ""))
    message("FloatList", ("value", field.TYPE_FLOAT, many, ""))
    message("Int64List", ("value", field.TYPE_INT64, many, ""))
    feature = message("Feature", *((f"{w}_list", field.TYPE_MESSAGE, one, f".t.{t}List") for w, t in
                                   (("bytes", "Bytes"), ("float", "Float"), ("int64", "Int64"))))
    feature.oneof_decl.add(name="kind")
    for row in feature.field:
        row.oneof_index = 0
    made = message("Features", ("feature", field.TYPE_MESSAGE, many, ".t.Features.FeatureEntry"))
    entry = made.nested_type.add(name="FeatureEntry")
    entry.options.map_entry = True
    entry.field.add(name="key", number=1, type=field.TYPE_STRING, label=one)
    entry.field.add(name="value", number=2, type=field.TYPE_MESSAGE, label=one,
                    type_name=".t.Feature")
    message("Example", ("features", field.TYPE_MESSAGE, one, ".t.Features"))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("t.Example"))


EXAMPLE = message_type()


def features():
    """One of each kind; what a script shows of them."""
    ints = compare.rng.integers(-2 ** 62, 2 ** 62, number(0, 6))
    floats = compare.rng.standard_normal(number(0, 6)).astype(np.float32)
    many = [some_bytes(20) for _ in range(number(0, 4))]
    return ints, floats, many


def example_read():
    ints, floats, many = features()
    message = EXAMPLE()
    message.features.feature["n"].int64_list.value.extend(map(int, ints))
    message.features.feature["é f"].float_list.value.extend(map(float, floats))
    message.features.feature["b"].bytes_list.value.extend(many)
    x = np.frombuffer(message.SerializeToString(), np.uint8)
    return ('{ let e = data.example(x); (e["n"], e["é f"], (u8([0]), ...e["b"])) }',
            lambda _: (ints, floats, arrays(many)), [x], False)


def example_written(file):
    """On its own, or as the records of a file."""
    def case():
        ints, floats, many = features()
        items, x = given(many)
        word, path = pick("", "a b", "é"), new_path("tfrecord" if file else "npy")
        tree = f'dict(n = y, f = z, b = {items}, w = "{word}", one = 7)'

        def theirs(*_):
            data = (next(iter(grain.experimental.TFRecordIterDataset(str(path)))) if file
                    else np.load(path).tobytes())
            made = EXAMPLE.FromString(data).features.feature
            read = (list(made["n"].int64_list.value), list(made["f"].float_list.value),
                    list(made["b"].bytes_list.value), list(made["w"].bytes_list.value),
                    list(made["one"].int64_list.value))
            return np.array([read == (ints.tolist(), floats.tolist(), many, [word.encode()], [7])])
        write = (f'data.save_tfrecord("{path}", ({tree},))' if file else
                 f'data.save_npy("{path}", data.example_bytes({tree}))')
        return f"{{ {write}; [true] }}", theirs, [x, ints, floats], False
    return case


def tfexample():
    rows = [features() for _ in range(number(1, 5))]
    messages = []
    for ints, floats, many in rows:
        message = EXAMPLE()
        message.features.feature["n"].int64_list.value.extend(map(int, ints))
        message.features.feature["f"].float_list.value.extend(map(float, floats))
        messages.append(message.SerializeToString())
    path = new_path("tfrecord")
    path.write_bytes(tfrecord_of(messages))
    return (f'((e["n"], e["f"]) for e in data.tfexample("{path}"))',
            lambda: tuple((i, f) for i, f, _ in rows), [], False)


PACKINGS = ("uncompressed", "zstd", "zstd:19", "brotli", "brotli:9", "snappy")


def array_record_of(records):
    path = new_path("array_record")
    options = f"group_size:{number(1, 6)},{pick(*PACKINGS)}"
    if compare.rng.random() < 0.2:
        options += ",pad_to_block_boundary:true"
    writer = array_record.ArrayRecordWriter(str(path), options)
    for record in records:
        writer.write(record)
    writer.close()
    return path


def many_records():
    """Sometimes records that fill several blocks of 64 KiB."""
    records = some_records(20)
    if compare.rng.random() < 0.4:
        records += [compare.rng.integers(0, 256, number(0, 150000), np.uint8).tobytes()
                    for _ in range(number(1, 4))]
    return records


def array_record_read():
    records = many_records()
    return (shown(f'data.array_record("{array_record_of(records)}")'), lambda: arrays(records), [],
            False)


def array_record_shuffled():
    """Random access to records, in Grain's order."""
    parts = [some_records() for _ in range(number(1, 4))]
    paths = [str(array_record_of(records)) for records in parts]
    seed = number(0, 2 ** 31)
    source = grain.MapDataset.source(grain.sources.ArrayRecordDataSource(paths))
    wanted = list(source.seed(seed).shuffle())
    text = f"data.array_record({compare.script(tuple(paths))})"
    stream = f"data.shuffle(data.seed({text}, {seed}))"
    stream = f"data.prefetch({stream}, {number(1, 9)}, {number(0, 4)})"
    return shown(stream), lambda: arrays(wanted), [], False


def array_record_write():
    path, records = new_path("array_record"), many_records()
    items, x = given(records)

    def theirs(_):
        reader = array_record.ArrayRecordReader(str(path))
        good = reader.ok() and reader.num_records() == len(records)
        return np.array([good and (not records or reader.read_all() == records)])
    options = f"{number(1, 8)}, {pick(0, 1, 3, 9)}"
    return (f'{{ data.save_array_record("{path}", {items}, {options}); [true] }}', theirs, [x],
            False)


def bagz_read():
    path, records = new_path(pick("bag", "bagz")), some_records()
    with bagz.Writer(path) as writer:
        for record in records:
            writer.write(record)
    return shown(f'data.bagz("{path}")'), lambda: arrays(records), [], False


def bagz_write():
    path, records = new_path(pick("bag", "bagz")), some_records()
    items, x = given(records)
    return (f'{{ data.save_bagz("{path}", {items}); [true] }}',
            lambda _: np.array([list(bagz.Reader(path)) == records]), [x], False)


CASES = {"tfrecord_read": tfrecord_read, "tfrecord_write": tfrecord_write,
         "tfrecord_damaged": tfrecord_damaged, "tfrecord_unzipped": tfrecord_unzipped,
         "tfrecord_zipped": tfrecord_zipped,
         "example_read": example_read, "example_written": example_written(False),
         "examples_saved": example_written(True), "tfexample": tfexample,
         "array_record_read": array_record_read, "array_record_shuffled": array_record_shuffled,
         "array_record_write": array_record_write, "bagz_read": bagz_read,
         "bagz_write": bagz_write}

run = compare.table(CASES, exact=True)
