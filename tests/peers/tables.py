"""Parquet files written by pyarrow, of random types, nulls, lists, encodings, and codecs."""
import datetime
import decimal
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import compare
from compare import pick
from files import new_path

EPOCH = datetime.date(1970, 1, 1)
NUMBERS = [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(),
           pa.uint64(), pa.float16(), pa.float32(), pa.float64()]
INT_WAYS, FLOAT_WAYS = ("PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"), ("PLAIN",
                                                                              "BYTE_STREAM_SPLIT")
TEXT_WAYS = ("PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY")


def number(low, high):
    return int(compare.rng.integers(low, high))


def words(count):
    alike = pick(0, 3)
    return ["".join(pick(*"abé ", "\n") for _ in range(number(0, 9))) if not alike
            else f"word {number(0, alike)}" for _ in range(count)]


def numbers(kind, count):
    """Close to each other, over the whole type, or all equal."""
    dtype = kind.to_pandas_dtype()
    if pa.types.is_floating(kind):
        return (compare.rng.standard_normal(count) * 10.0 ** number(-3, 3)).astype(dtype)
    info = np.iinfo(dtype)
    low, high = pick((info.min, info.max), (0, 100), (7, 7))
    return compare.rng.integers(low, high, count, dtype, endpoint=True)


def drawn_digits(count):
    return "".join(str(number(0, 10)) for _ in range(count))


def column(count, kind=None):
    """Values in Python, and their type; None for null."""
    kind = kind or pick(*NUMBERS, "bool", "text", "bytes", "fixed", "date", "list", "texts",
                        "large", "coded", "struct", "decimal", "time", "deep", "listed",
                        "map")
    if isinstance(kind, pa.DataType):
        values, made = numbers(kind, count).tolist(), kind
    elif kind == "bool":
        values, made = [bool(number(0, 2)) for _ in range(count)], pa.bool_()
    elif kind in ("text", "large", "coded"):
        values = words(count)
        made = {"text": pa.string(), "large": pa.large_string(),
                "coded": pa.dictionary(pa.int32(), pa.string())}[kind]
    elif kind == "bytes":
        values, made = [w.encode() + b"\xff" for w in words(count)], pa.binary()
    elif kind == "fixed":
        values, made = [bytes([number(0, 256)] * 5) for _ in range(count)], pa.binary(5)
    elif kind == "date":
        values = [EPOCH + datetime.timedelta(number(-9999, 9999)) for _ in range(count)]
        made = pa.date32()
    elif kind == "deep":
        inner = pick(pa.int32(), pa.string())
        draw = words if inner == pa.string() else lambda n: numbers(inner, n).tolist()
        values = [[None if number(0, 5) == 0 else draw(number(0, 4)) for _ in range(number(0, 4))]
                  for _ in range(count)]
        made = pa.list_(pa.list_(inner))
    elif kind == "listed":
        values = [[{"p": number(-9, 9), "q": word} for word in words(number(0, 4))]
                  for _ in range(count)]
        made = pa.list_(pa.struct({"p": pa.int64(), "q": pa.string()}))
    elif kind == "map":
        values = [[(word, number(-9, 9)) for word in words(number(0, 4))] for _ in range(count)]
        made = pa.map_(pa.string(), pa.int64())
    elif kind == "decimal":
        digits = number(1, 39)
        behind = number(0 if digits < 16 else 1, digits + 1)  # integers are exact, or an error
        values = [decimal.Decimal(pick("-", "") + drawn_digits(number(1, digits + 1)))
                  .scaleb(-behind, decimal.Context(prec=50)) for _ in range(count)]
        made = pa.decimal128(digits, behind)
    elif kind == "time":  # from 1700 to 2262, in 64 or, by an option of the file, in 96 bits
        values = [number(-8 * 10 ** 18, 9 * 10 ** 18) for _ in range(count)]
        made = pa.timestamp("ns")
    elif kind == "struct":
        values, made = [{"p": number(0, 9)} for _ in range(count)], pa.struct({"p": pa.int64()})
    else:
        inner = pa.string() if kind == "texts" else pick(pa.int32(), pa.float32(), pa.int64())
        draw = words if kind == "texts" else lambda n: numbers(inner, n).tolist()
        values, made = [draw(number(0, 5)) for _ in range(count)], pa.list_(inner)
    if pick(True, False):
        values = [None if number(0, 3) == 0 else v for v in values]
    return values, made


def write(columns, kinds):
    """A file of these columns; every option is random."""
    path = new_path("parquet")
    arrays = {name: pa.array(values, kinds[name]) for name, values in columns.items()}
    may_lack = {name: arrays[name].null_count > 0 or pick(True, False) for name in arrays}
    schema = pa.schema([pa.field(name, kinds[name], nullable=may_lack[name]) for name in arrays])
    count = len(next(iter(columns.values())))
    options = {"compression": pick("none", "snappy", "gzip", "zstd", "brotli", "lz4"),
               "use_deprecated_int96_timestamps": pick(True, False),
               "store_decimal_as_integer": pick(True, False),
               "data_page_version": pick("1.0", "2.0"), "use_dictionary": pick(True, False),
               "row_group_size": number(1, count + 2), "data_page_size": pick(1, 64, 1 << 20),
               "write_page_checksum": pick(True, False), "write_batch_size": pick(1, 3, 1024)}
    if not options["use_dictionary"]:
        ways = {name: way for name in arrays if (way := encoding(kinds[name]))}
        options["column_encoding"] = ways or None
    pq.write_table(pa.table(arrays, schema=schema), path, **options)
    return path


def encoding(kind):
    if pa.types.is_integer(kind):
        return pick(*INT_WAYS)
    if kind in (pa.float32(), pa.float64()):
        return pick(*FLOAT_WAYS)
    return pick(*TEXT_WAYS) if kind in (pa.string(), pa.binary()) else None


def plain(value):
    """The form of Rille's JSON."""
    if isinstance(value, bytes):
        return list(value)
    return (value - EPOCH).days if isinstance(value, datetime.date) else value


def is_same(mine, value, kind):
    if value is None or mine is None:
        return mine is value
    if pa.types.is_list(kind):
        return len(mine) == len(value) and all(is_same(m, v, kind.value_type)
                                               for m, v in zip(mine, value))
    if pa.types.is_floating(kind):
        dtype = kind.to_pandas_dtype()
        return dtype(mine) == dtype(value)
    if pa.types.is_decimal(kind):
        return float(mine) == float(value)
    return mine == plain(value)


def flat(columns, kinds):
    """Fields of structs, in lists too, and keys and values of maps by their own names."""
    def split(name, parts):
        values = columns.pop(name)
        for end, kind, part in parts:
            columns[f"{name}.{end}"] = [v if v is None else part(v) for v in values]
            kinds[f"{name}.{end}"] = kind

    for name in list(columns):
        kind = kinds[name]
        if pa.types.is_struct(kind):
            split(name, [("p", pa.int64(), lambda v: v["p"])])
        elif pa.types.is_map(kind):
            split(name, [("key", pa.list_(pa.string()), lambda v: [k for k, _ in v]),
                         ("value", pa.list_(pa.int64()), lambda v: [x for _, x in v])])
        elif pa.types.is_list(kind) and pa.types.is_struct(kind.value_type):
            split(name, [("p", pa.list_(pa.int64()), lambda v: [x["p"] for x in v]),
                         ("q", pa.list_(pa.string()), lambda v: [x["q"] for x in v])])
    return columns, kinds


def rows(paths=1):
    def case():
        drawn = {f"c{i}": column(0)[1] for i in range(number(1, 5))}
        kinds, parts, files = {}, [], []
        for _ in range(paths):
            count = number(1, 40)
            made = {}
            for name in drawn:
                made[name], kinds[name] = column(count, sort_of(drawn[name]))
            files.append(str(write(made, kinds)))
            parts.append(flat(made, dict(kinds)))
        out = new_path("json")
        chosen = [n for n in parts[0][0] if pick(True, True, False)] or list(parts[0][0])[:1]
        text = compare.script(tuple(files)) if paths > 1 else f'"{files[0]}"'

        def theirs():
            got = json.loads(out.read_text())
            wanted = [(c[n][i], k[n]) for c, k in parts for i in range(len(c[chosen[0]]))
                      for n in chosen]
            mine = [row[n] for row in got for n in chosen]
            names = all(sorted(row) == sorted(chosen) for row in got)
            return np.array([names and len(mine) == len(wanted) and
                             all(is_same(m, v, k) for m, (v, k) in zip(mine, wanted))])
        order = compare.script(tuple(chosen))
        stream = f"data.parquet({text}, {order})"
        text = f'{{ io.write("{out}", json.text((r for r in {stream}))); [true] }}'
        return text, theirs, [], False
    return case


def sort_of(kind):
    """The word for which column() creates such a type."""
    for word, is_it in (("struct", pa.types.is_struct), ("bool", pa.types.is_boolean),
                        ("coded", pa.types.is_dictionary), ("date", pa.types.is_date),
                        ("fixed", pa.types.is_fixed_size_binary), ("bytes", pa.types.is_binary),
                        ("large", pa.types.is_large_string), ("text", pa.types.is_string),
                        ("time", pa.types.is_timestamp), ("decimal", pa.types.is_decimal)):
        if is_it(kind):
            return word
    if pa.types.is_map(kind):
        return "map"
    if pa.types.is_list(kind):
        inner = kind.value_type
        return ("texts" if inner == pa.string() else "deep" if pa.types.is_list(inner) else
                "listed" if pa.types.is_struct(inner) else "list")
    return kind


def groups():
    """Row groups as arrays: null is NaN, and ints of a group with one are f64."""
    kind = pick(*NUMBERS)
    values, _ = column(number(1, 40), kind)
    if None in values and pa.types.is_integer(kind):  # inexact f64 is an error
        values = [v if v is None else v % 2 ** 53 if v > 0 else v // 2 ** 11 for v in values]
    path = write({"x": values}, {"x": kind})

    def theirs():
        out = []
        for i in range(pq.ParquetFile(path).num_row_groups):
            part = pq.ParquetFile(path).read_row_group(i)["x"]
            x = np.array([np.nan if v is None else v for v in part.to_pylist()])
            is_wide = part.null_count and not pa.types.is_floating(kind)
            out.append(x if is_wide else np.array(x if part.null_count else part.to_pylist(),
                                                  kind.to_pandas_dtype()))
        return tuple(out)
    return f'(r.x for r in data.parquet("{path}", groups = true))', theirs, [], False


def by_number():
    values, kind = column(number(1, 60), pa.int64())
    values = [v or 0 for v in values]
    path = write({"x": values}, {"x": kind})
    asked = [number(0, len(values)) for _ in range(6)]
    gets = ", ".join(f"s.item({i}).x" for i in asked)
    return (f'{{ let s = data.parquet("{path}"); (i64([s.count()]), {gets}) }}',
            lambda: (np.array([len(values)]), *(np.int64(values[i]) for i in asked)), [], False)


CASES = {"rows": rows(), "rows_of_files": rows(3), "groups": groups, "by_number": by_number}

run = compare.table(CASES, exact=True)
