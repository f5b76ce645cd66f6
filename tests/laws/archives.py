#!/usr/bin/env python3
"""Property-based test: .npz, .npy, and safetensors files of other writers are read completely, or
the error names the entry.

The test writes zips itself: stored and deflated, zip64 in the directory and in each number, sizes
after the data, comments, entries that are not arrays; .npy with NumPy's other spellings of dtypes,
strings, and structured records of which some fields are read; safetensors with names that are
prefixes of other names, and with metadata of every kind. The oracle is the written data.
"""
import gzip
import json
import shutil
import struct
import zipfile
import zlib

from law import Law

law = Law(__doc__)
draw = law.random
WORDS = {"b": "<i1", "h": "<i2", "i": "<i4", "q": "<i8", "B": "<u1", "H": "<u2", "I": "<u4",
         "Q": "<u8", "f": "<f4", "d": "<f8"}
NAMES = {"b": ["int8", "b", "|i1"], "h": ["int16", "h", "=i2"], "i": ["int32", "i", "i4"],
         "q": ["int64", "l", "q", "=i8"], "B": ["uint8", "B", "u1"], "H": ["uint16", "|u2"],
         "I": ["uint32", "I"], "Q": ["uint64", "L"], "f": ["float32", "f", "=f4"],
         "d": ["float64", "d", "f8"]}


def npy(descr, shape, data):
    head = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}".encode()
    head += b" " * (63 - (10 + len(head)) % 64) + b"\n"
    return b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head + data


# ------------------------------------------------------------------ zips
def wide(number, force):
    """The numbers that are stored in 32 bits, and those in the extra field."""
    return (0xFFFFFFFF, struct.pack("<Q", number)) if force else (number, b"")


def zip_of(files):
    """files: (name, bytes, how). A random fraction of the files has zip64 numbers."""
    out, directory = b"", b""
    for name, data, how in files:
        packed = data
        if how["method"] == 8:
            packer = zlib.compressobj(draw.choice([1, 6, 9]), zlib.DEFLATED, -15)
            packed = packer.compress(data) + packer.flush()
        streams, raw = how["streams"], name.encode()
        numbers = (0, 0, 0) if streams else (zlib.crc32(data), len(packed), len(data))
        extra = b"" if draw.random() < 0.5 else struct.pack("<HH4s", 0x9999, 4, b"abcd")
        flags, at = (8 if streams else 0) | 0x800, len(out)
        out += struct.pack("<4s5H3I2H", b"PK\3\4", 20, flags, how["method"], 0, 0, *numbers,
                           len(raw), len(extra)) + raw + extra + packed
        if streams:
            out += b"PK\7\x08" + struct.pack("<3I", zlib.crc32(data), len(packed), len(data))
        size, a = wide(len(data), how["wide"] > 0)
        there, b = wide(len(packed), how["wide"] > 1)
        place, c = wide(at, how["wide"] > 2)
        inner = a + b + c
        field = struct.pack("<HH", 1, len(inner)) + inner if inner else b""
        field = (b"" if draw.random() < 0.5 else struct.pack("<HH2s", 0x7777, 2, b"zz")) + field
        comment = draw.choice([b"", b"a file"])
        directory += struct.pack("<4s6H3I5H2I", b"PK\1\2", 45, 45, flags, how["method"], 0, 0,
                                 zlib.crc32(data), there, size, len(raw), len(field), len(comment),
                                 0, 0, 0, place) + raw + field + comment
    return out, directory


def ended(out, directory, count, is_wide, comment):
    at, end = len(out), b""
    if is_wide:
        end = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, len(directory),
                          at) + struct.pack("<4sIQI", b"PK\6\7", 0, at + len(directory), 1)
    few = 0xFFFF if is_wide else count
    place = 0xFFFFFFFF if is_wide and draw.random() < 0.5 else at
    return out + directory + end + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, few, few,
                                               len(directory), place, len(comment)) + comment


SHOW = '''let r = try(() => data.load_npz("a.npz"))
if r.ok {
  let t = r.value
  print(json.text(dict((k for k in keys(t)), ((i64(x) for x in t[k]) for k in keys(t)))))
} else { print(r.error.kind, r.error.message) }
'''


def archives():
    for _ in range(law.count(60)):
        files, wanted = [], {}
        for i in range(draw.randrange(1, 5)):
            name = draw.choice(["w", "größe", "a/b", "a.b", "x y", "arr_0"]) + str(i)
            items = [draw.randrange(-2**31, 2**31) for _ in range(draw.choice([0, 1, 7, 30]))]
            data = npy("'<i4'", f"({len(items)},)", struct.pack(f"<{len(items)}i", *items))
            how = {"method": draw.choice([0, 8]), "streams": draw.random() < 0.4,
                   "wide": draw.randrange(4)}
            files.append((name + ".npy", data, how))
            wanted[name] = items
        if draw.random() < 0.5:
            other = draw.choice(["README.txt", "meta.json", "d/", "x.bin"])
            plain = {"method": draw.choice([0, 99]), "streams": False, "wide": 0}
            stored = plain | {"method": 0} if other == "d/" else plain
            where = draw.randrange(len(files) + 1)
            if stored["method"] == 0:
                files.insert(where, (other, b"" if other == "d/" else b"hello", stored))
        body = zip_of(files)
        comment = draw.choice([b"", b"PK\5\6 in a comment of its own", b"c"])
        (law.folder / "a.npz").write_bytes(ended(*body, len(files), draw.random() < 0.5, comment))
        if b"PK" not in comment:  # Python's reader would take it for the end
            with zipfile.ZipFile(law.folder / "a.npz") as held:
                assert all(held.read(name) == data for name, data, _ in files)
        code, out, err = law.run(SHOW)
        law.expect(code == 0 and out.startswith("{") and json.loads(out) == wanted,
                   "an .npz holds what was put in", f"{wanted}\ngot {out}{err[:500]}")


# ------------------------------------------------------------------ dtypes, strings, fields
def elements():
    for _ in range(law.count(60)):
        letter = draw.choice(list(WORDS))
        count = draw.randrange(1, 5)
        items = [draw.randrange(0, 100) for _ in range(count)]
        data = struct.pack(f"<{count}{letter}", *items)
        word = draw.choice(NAMES[letter])
        (law.folder / "a.npy").write_bytes(npy(f"'{word}'", f"({count},)", data))
        code, out, err = law.run('let x = data.load_npy("a.npy")\nprint(x.dtype, json.text(x))')
        dtype = {"f": "f32", "d": "f64"}.get(letter, WORDS[letter].replace("<", ""))
        dtype = {"i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64", "u1": "u8", "u2": "u16",
                 "u4": "u32", "u8": "u64"}.get(dtype, dtype)
        held = out.split(" ", 1)
        law.expect(code == 0 and held[0] == dtype and json.loads(held[1]) == items,
                   "NumPy's words for a dtype", f"{word} {items}\ngot {out}{err[:300]}")


def text_bytes(text, kind, width, order):
    if kind == "S":
        return text.encode().ljust(width, b"\0")
    return text.encode("utf-32-be" if order == ">" else "utf-32-le").ljust(4 * width, b"\0")


def drawn_text(kind):
    return "".join(draw.choice("abé日🎉 " if kind == "U" else "abc ") for _ in range(
        draw.randrange(5)))


def strings():
    for _ in range(law.count(40)):
        kind, order = draw.choice("SU"), draw.choice("<>")
        shape = draw.choice([(), (1,), (3,), (2, 2), (0,)])
        count = 1
        for n in shape:
            count *= n
        texts = [drawn_text(kind) for _ in range(count)]
        width = max([len(t) for t in texts] + [1])
        data = b"".join(text_bytes(t, kind, width, order) for t in texts)
        word = f"'{'|' if kind == 'S' else order}{kind}{width}'"
        (law.folder / "a.npy").write_bytes(npy(word, str(shape), data))
        code, out, err = law.run('print(json.text(data.load_npy("a.npy")))')
        wanted = (texts[0] if shape == () else texts if len(shape) == 1 else
                  [texts[:2], texts[2:]])
        law.expect(code == 0 and json.loads(out) == wanted, "strings are tuples of strings",
                   f"{word} {wanted}\ngot {out}{err[:300]}")


def fields():
    """Structured columns: numbers in both byte orders, arrays, strings, records, padding."""
    for _ in range(law.count(40)):
        rows = draw.randrange(0, 4)
        parts, columns = [], {}
        for i in range(draw.randrange(1, 5)):
            name, kind = draw.choice(["x", "größe", "a b"]) + str(i), draw.randrange(5)
            letter, order = draw.choice(list(WORDS)), draw.choice("<>")
            size, word = struct.calcsize(letter), order + WORDS[letter][1:]
            numbers = [[draw.randrange(100) for _ in range(2)] for _ in range(rows)]
            if kind == 0:
                parts.append((f"('', '|V{size}')", [b"\xff" * size] * rows))
            elif kind == 1:
                parts.append((f"('{name}', '{word}', (2,))",
                              [struct.pack(f"{order}2{letter}", *n) for n in numbers]))
                columns[name] = numbers
            elif kind == 2:
                texts = [drawn_text("U") for _ in range(rows)]
                parts.append((f"('{name}', '{order}U4')",
                              [text_bytes(t, "U", 4, order) for t in texts]))
                columns[name] = texts
            elif kind == 3:
                parts.append((f"('{name}', [('p', '{word}'), ('q', '|u1')])",
                              [struct.pack(f"{order}{letter}B", *n) for n in numbers]))
                columns[name] = {"p": [n[0] for n in numbers], "q": [n[1] for n in numbers]}
            else:
                parts.append((f"('{name}', '{word}')",
                              [struct.pack(f"{order}{letter}", n[0]) for n in numbers]))
                columns[name] = [n[0] for n in numbers]
        data = b"".join(b"".join(held[row] for _, held in parts) for row in range(rows))
        descr = "[" + ", ".join(word for word, _ in parts) + "]"
        (law.folder / "a.npy").write_bytes(npy(descr, f"({rows},)", data))
        code, out, err = law.run('print(json.text(data.load_npy("a.npy")))')
        law.expect(code == 0 and json.loads(out) == columns, "fields are columns",
                   f"{descr} {columns}\ngot {out}{err[:300]}")


def chosen_fields():
    """`only` reads fields, including nested `a.b`: an unreadable field affects only itself."""
    for _ in range(law.count(20)):
        count = draw.randrange(1, 6)
        odd = [draw.random() < 0.5 for _ in range(count)]
        inner = [draw.random() < 0.5 for _ in range(count)]
        descr, row, columns = [], b"", {}
        for i in range(count):
            name, word, data = f"f.{i}", draw.choice(["<M8[D]", "|O", "<m8[s]"]), b"\1" * 8
            if not odd[i]:
                word, value = "<i4", draw.randrange(100)
                data = struct.pack("<i", value)
                columns[name] = [value]
            if inner[i]:
                word, data = f"[('p', '{word}'), ('q', '|u1')]", data + b"\7"
                if not odd[i]:
                    columns[name] = {"p": columns[name], "q": [7]}
                elif draw.random() < 0.7:
                    columns[name + ".q"] = {"q": [7]}
            descr.append(f"('{name}', {word if inner[i] else repr(word)})")
            row += data
        data = npy(f"[{', '.join(descr)}]", "(1,)", row)
        plain = {"method": 8, "streams": False, "wide": 0}
        files = [("rec.npy", data, plain), ("w.npy", npy("'|u1'", "(1,)", b"\3"), plain)]
        (law.folder / "a.npy").write_bytes(data)
        (law.folder / "a.npz").write_bytes(ended(*zip_of(files), 2, False, b""))
        asked = draw.sample(sorted(columns), draw.randrange(len(columns) + 1))
        wanted = {name.removesuffix(".q"): columns[name] for name in asked}
        some = "".join(f'"{name}", ' for name in asked)
        more = "".join(f'"rec.{name}", ' for name in asked)
        code, out, err = law.run(
            f'print(json.text(data.load_npy("a.npy", only = ({some}))))\n'
            f'print(json.text(data.load_npz("a.npz", only = ({more}"w"))))\n'
            'let r = try(() => data.load_npy("a.npy"))\n'
            'print(if r.ok { "ok" } else { r.error.message })\n'
            'print(try(() => data.load_npy("a.npy", only = "f")).error.kind)\n'
            'data.load_npz("a.npz")'.replace("(,", "("))
        lines = out.splitlines() + [""] * 4
        both = {"w": [3], **({"rec": wanted} if asked else {})}
        law.expect(json.loads(lines[0] or "0") == wanted and json.loads(lines[1] or "0") == both,
                   "the fields that are asked for are read", f"{descr} {asked}\n{out}{err}")
        first = next((f"field f.{i}" for i in range(count) if odd[i]), "ok")
        law.expect(first in lines[2] and lines[3] == "io" and
                   (code == 0 or (first in err and "`only`" in err)),
                   "the error names the field", f"{descr}\n{out}{err}")


def refused():
    """The error names an entry without a supported dtype; other entries are read."""
    kinds = [("<M8[ns]", 8), ("<m8[s]", 8), ("|O", 8), ("<f16", 16), ("<c32", 32), ("|V2", 2),
             ("<V2", 2)]
    for word, size in kinds:
        plain = {"method": 8, "streams": False, "wide": 0}
        files = [("odd.npy", npy(f"'{word}'", "(2,)", bytes(2 * size)), plain),
                 ("w.npy", npy("'<f4'", "(2,)", struct.pack("<2f", 1, 2)), plain)]
        (law.folder / "a.npz").write_bytes(ended(*zip_of(files), 2, False, b""))
        code, out, err = law.run('print(data.load_npz("a.npz", only = "w").w)\n'
                                 'let r = try(() => data.load_npz("a.npz"))\n'
                                 'print(r.ok, r.error.kind, r.error.message)\n'
                                 'data.load_npz("a.npz")')
        lines = out.splitlines()
        holds = (lines[:1] == ["[1, 2]"] and lines[1:2] and lines[1].startswith("false io") and
                 word in lines[1] and "odd" in lines[1] and "only" in err)
        law.expect(holds, "an array of another kind is refused alone", f"{word}\n{out}{err}")


# ------------------------------------------------------------------ foreign safetensors files
METADATA = ["x", 1, -2, 2.5, True, None, [1, "a"], {"b": {"c": 1}}, ""]


def names():
    steps = ["a", "b", "0", "1", "", "w", "é", "[0]", "x/y"]
    for _ in range(law.count(60)):
        given = sorted({".".join(draw.choice(steps) for _ in range(draw.randrange(1, 4)))
                        for _ in range(draw.randrange(1, 7))})
        header = {name: {"dtype": "F32", "shape": [1], "data_offsets": [4 * i, 4 * i + 4]}
                  for i, name in enumerate(given)}
        meta = {f"k{i}": draw.choice(METADATA) for i in range(draw.randrange(0, 4))}
        header["__metadata__"] = meta
        text = json.dumps(header, ensure_ascii=draw.random() < 0.5).encode()
        data = struct.pack(f"<{len(given)}f", *range(len(given)))
        (law.folder / "a.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + data)
        code, out, err = law.run(
            'let f = "a.safetensors"\n'
            'print(json.text((e.name for e in ckpt.list(f))))\n'
            'print(json.text(sort(concat(tree.leaves(ckpt.load(f)), axis = 0))))\n'
            'print(json.text(ckpt.meta(f)))')
        lines = out.splitlines() + ["0"] * 3
        said = {k: v for k, v in meta.items() if isinstance(v, str)}
        found = json.loads(lines[2]) if code == 0 else None
        law.expect(code == 0 and json.loads(lines[0]) == sorted(given, key=str.encode) and
                   json.loads(lines[1]) == list(range(len(given))) and (found or {}) == said,
                   "each name has its array, and the metadata are there",
                   f"{given} {meta}\ngot {out}{err[:500]}")


# ------------------------------------------------------------------ directories, encodings
def small(value):
    header = json.dumps({"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    return struct.pack("<Q", len(header)) + header + struct.pack("<f", value)


def folders():
    """One index or one file of any name; several files are an error."""
    index = json.dumps({"weight_map": {"w": "part-1.safetensors"}}).encode()
    for files, wanted in [({"adapter_model.safetensors": small(3)}, 3),
                          ({"x.safetensors.index.json": index, "part-1.safetensors": small(4),
                            "part-2.safetensors": small(5)}, 4),
                          ({"model.safetensors": small(6), "other.safetensors": small(7)}, 6),
                          ({"a.safetensors": small(8), "b.safetensors": small(9)}, None),
                          ({"pytorch_model.bin": b"PK"}, None), ({}, None)]:
        folder = law.folder / "model"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        code, out, err = law.run('print(json.text(ckpt.load("model").w))')
        holds = (out.strip() == f"[{wanted}.0]" if wanted is not None else
                 "a directory without a known checkpoint" in err and "help" in err)
        law.expect(holds, "the only checkpoint in a folder is read", f"{list(files)}\n{out}{err}")


def encodings():
    """Text that is not valid UTF-8 is rejected with a help."""
    text = "a,b\n1,é\n"
    for data, word in [(text.encode("utf-16"), "UTF-16"), (b"\xfe\xff" + text.encode("utf-16-be"),
                                                          "UTF-16"),
                       (text.encode("latin-1"), "iconv"), (gzip.compress(text.encode()), "gunzip"),
                       (b"(\xb5/\xfd" + bytes(range(200, 220)), "zstd")]:
        (law.folder / "a.csv").write_bytes(data)
        for call in ('data.read_csv("a.csv")', 'io.read("a.csv")',
                     '(x for x in data.lines("a.csv"))'):
            code, out, err = law.run(call)
            law.expect(code != 0 and "error[io]" in err and word in err and
                       "help" in err, "text of another encoding", f"{call} {word}\n{out}{err}")


archives()
elements()
strings()
fields()
chosen_fields()
refused()
names()
folders()
encodings()
law.done()
