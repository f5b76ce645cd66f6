"""Property-based test: saved trees are loaded unchanged, or rejected by the save: random trees of
every kind of value in every checkpoint format. No kind becomes another one, no leaf is lost, no two
keys are merged.

Python generates the tree and knows the value at each path; the script prints each value of the
loaded tree with a property that determines its kind (for example the dtype of a number plus an
f16), and Python compares.
"""
import json
import struct

from law import Law

law = Law(__doc__)
draw = law.random

FORMATS = {
    "safetensors": 'ckpt.save("{at}.safetensors", t); ckpt.load("{at}.safetensors")',
    "shards": 'ckpt.save("{at}.safetensors.index.json", t, max_shard_bytes = 40); '
              'ckpt.load("{at}.safetensors.index.json")',
    "items": 'ckpt.save_items("{at}.items", (it = t,)); ckpt.load_items("{at}.items").it',
    "orbax": 'ckpt.save("{at}.orbax", t, format = "orbax"); ckpt.load("{at}.orbax")',
    "orbax_files": 'ckpt.save("{at}.files", t, format = "orbax", zarr = 3, ocdbt = false); '
                   'ckpt.load("{at}.files")',
    "gguf": 'ckpt.save("{at}.gguf", t, format = "gguf"); ckpt.load("{at}.gguf")',
}
KEYS = ["a", "b", "w", "layers", "a.b", "0", "1", "007", "-1", "é", "a b", "x/y", "[0]", "q\"q",
        "a\\b", "value", "rille.tree", "long_" * 14]
DTYPES = ["bool", "i4", "i8", "i16", "i32", "i64", "u4", "u8", "u16", "u32", "u64", "f8e4m3",
          "f8e5m2", "f16", "bf16", "f32", "f64", "c64", "c128"]
REFUSED = {"module", "zip", "part"}  # in any format
OF_GGUF = {"f32", "f16", "bf16", "f64", "i8", "i16", "i32", "i64"}


def quoted(text):
    return json.dumps(text, ensure_ascii=False).replace("{", "\\{")


def leaf():
    """(kind, Rille text, printed text of an expression of the loaded x, that expression)."""
    others = ["int", "float", "bool", "string", "nil", "range", "key", "complex", "dtype",
              "builtin", "tuple", "dict", "script", "enumerate", "module", "zip", "part",
              "whole part"]
    kind = draw.choice(["array"] * 5 + others)
    if kind == "array":
        dtype, dims = draw.choice(DTYPES), draw.choice([(), (2,), (0,), (1, 2), (1,) * 6])
        count = 2 if 2 in dims else 0 if 0 in dims else 1
        one, two = draw.randrange(2), draw.randrange(2)
        flat = ", ".join(str(x) for x in (one, two)[:count])
        line = f"[{flat}]" if count else "zeros((0,))"
        text = f"reshape({dtype}({line}), {tuple(dims) if dims else '()'})"
        shown = ", ".join(("false", "true")[x] if dtype == "bool" else
                          f"{x}+0i" if dtype[0] == "c" else str(x) for x in (one, two)[:count])
        size = f"({', '.join(map(str, dims))}{',' if len(dims) == 1 else ''})"
        return (f"array of {dtype}" + (" of 6 axes" if len(dims) > 4 else ""), text,
                "x.dtype, x.shape, flatten(x)", f"{dtype} {size} [{shown}]")
    if kind == "int":
        value = draw.choice([0, 7, -3, 2 ** 62, -2 ** 63 + 1])
        return kind, str(value), "x, (f16(1.0) + x * 0).dtype", f"{value} f16"
    if kind == "float":
        value = draw.choice([0.5, 0.1, -2.25, 1e300])
        shown = {1e300: "1e+300"}.get(value, repr(value))
        return kind, repr(value), "x, (f16(1.0) + x * 0.0).dtype", f"{shown} f16"
    if kind == "bool":
        value = draw.choice(["true", "false"])
        return kind, value, "x == true, x == false", \
            f"{value} {'false' if value == 'true' else 'true'}"
    if kind == "string":
        value = draw.choice(["", "hello", "é\n\"x\"", "0", "null", "a.b"])
        return kind, quoted(value), f"x == {quoted(value)}", "true"
    if kind == "complex":
        return kind, "complex(1.0, 2.0)", "x", "1+2i"
    return {
        "nil": (kind, "nil", "x == nil", "true"),
        "range": (kind, "2..5", "x, len(x)", "2..5 3"),
        "key": (kind, "rng.key(7)", "x == rng.key(7)", "true"),
        "dtype": (kind, "f32", "x(1).dtype", "f32"),
        "builtin": (kind, "nn.gelu", "x(0.0)", "0"),
        "tuple": ("empty tuple", "()", "x == (), len(x)", "true 0"),
        "dict": ("empty dict", "dict()", "x == dict(), len(x)", "true 0"),
        "script": ("script function", "(z => z)", "x", "nothing"),
        "enumerate": (kind, 'enumerate(("p", "q"))', "x[1][1]", "q"),
        "module": (kind, "nn", "x", "nothing"),
        "zip": (kind, draw.choice(["zip([1], [2])", "enumerate([1, 2])", "rows((v = [1, 2]))"]),
                "x", "nothing"),
        "part": (kind, "ckpt.shard([1, 2], 4, 1)", "x", "nothing"),
        "whole part": ("array of i32", "ckpt.shard([1, 2], 2, 0)", "x.dtype, x", "i32 [1, 2]"),
    }[kind]


def tree(depth, names):
    """The Rille text, and its leaves: (kind, access, keys, printed, shown)."""
    kind = draw.choice(["leaf", "leaf", "record", "tuple", "dict"]) if depth else \
        draw.choice(["record", "record", "tuple", "dict", "leaf"])
    if kind == "leaf" or depth == 3:
        what, text, printed, shown = leaf()
        return text, [(what, "", names, printed, shown)]
    count = draw.randrange(1, 4)
    if kind == "record":
        keys = draw.sample(["a", "b", "w", "layers", "value", "x"], count)
        parts = [(key, f".{key}") for key in keys]
    elif kind == "tuple":
        keys = [str(i) for i in range(count)]
        parts = [(key, f"[{key}]") for key in keys]
    else:
        keys = draw.sample([*KEYS, 0, 1, -5, 12], count)
        parts = [(str(key), f"[{key if isinstance(key, int) else quoted(key)}]") for key in keys]
    texts, places = [], []
    for name, access in parts:
        text, below = tree(depth + 1, [*names, name])
        texts.append(text)
        places += [(what, access + more, there, printed, shown)
                   for what, more, there, printed, shown in below]
    if kind == "record":
        whole = "(" + "".join(f"{k} = {t}, " for k, t in zip(keys, texts)) + ")"
    elif kind == "tuple":
        whole = "(" + "".join(f"{t}, " for t in texts) + ")"
    else:
        written = [str(k) if isinstance(k, int) else quoted(k) for k in keys]
        whole = f"dict(({', '.join(written)},), ({', '.join(texts)},))"
    places.append((f"{kind} of {count}", "", names, "len(x)", str(count)))
    return whole, places


def has_array(what):
    return what.startswith("array") or what in ("int", "float", "complex", "key")


def may_refuse(where, places):
    """Whether the format cannot represent a value of the tree."""
    kinds = [what for what, *_ in places]
    if REFUSED.intersection(kinds):
        return True
    arrays = [".".join(names) for what, _, names, *_ in places if has_array(what)]
    if where.startswith("orbax"):
        words = [word for _, _, names, *_ in places for word in names]
        named = [".".join(names) for what, _, names, *_ in places if " of " not in what or
                 what.startswith("array")]
        return any(what == "array of u4" or what.startswith("array of u4 ") for what in kinds) or \
            len(places) == 1 or len(named) != len(set(named)) or \
            any(word in ("", ".", "..") for word in words)
    if where == "gguf":
        bad = {f"array of {dtype}" for dtype in DTYPES if dtype not in OF_GGUF}
        return any(what in bad or what.endswith("6 axes") or what in ("key", "complex")
                   for what in kinds) or len(arrays) != len(set(arrays)) or \
            any(len(name.encode()) > 63 for name in arrays)
    return False


def refusal_is_due(where, places):
    kinds = [what for what, *_ in places]
    has_key = any(what == "key" for what in kinds)
    return bool(REFUSED.intersection(kinds)) or (where == "gguf" and has_key)


def program(text, places, where, at):
    lines = [f"let t = {text}", "let r = try(() => { " + FORMATS[where].replace("{at}", at) + " })",
             'if not r.ok { print("REFUSED", r.error.message) } else {',
             "  let u = r.value"]
    for i, (_, access, _, printed, _) in enumerate(places):
        lines += [f"  fn look_{i}(x) = ({printed},)",
                  f"  let s_{i} = try(() => look_{i}(u{access}))",
                  f'  if s_{i}.ok {{ print("{i}:", ...s_{i}.value) }} else {{ print("{i}:", '
                  f's_{i}.error.message) }}']
    return "\n".join([*lines, "}"])


def judge(where, text, places, out, err):
    detail = f"{where}\n{text}\n{out[:600]}{err[:400]}"
    if out.startswith("REFUSED"):
        is_script = any(what == "script function" for what, *_ in places)
        law.expect(is_script or may_refuse(where, places), "a tree that the format can hold",
                   detail)
        return
    law.expect(not refusal_is_due(where, places), "what has no word is refused", detail)
    got = {}
    for line in out.splitlines():
        number, colon, rest = line.partition(":")
        if colon and number.isdigit():
            got[int(number)] = rest.strip()
    for i, (what, access, _, _, shown) in enumerate(places):
        law.expect(got.get(i) == shown, f"{what} at {access or 'the root'} is what was saved",
                   f"wanted {shown}, got {got.get(i)}\n{detail}")


for number in range(law.count(30)):
    text, places = tree(0, [])
    for where in FORMATS:
        code, out, err = law.run(program(text, places, where, f"{where}{number % 7}"))
        if code != 0 and not out:
            law.expect(False, "the program runs", f"{where}\n{text}\n{err[:800]}")
            continue
        judge(where, text, places, out, err)


# ------------------------------------------------- one unknown entry leaves the others readable
def safetensors(entries, meta):
    """A file written by hand: name -> (dtype, shape, bytes)."""
    header, data = {}, b""
    for name, (dtype, dims, raw) in entries.items():
        header[name] = {"dtype": dtype, "shape": dims, "data_offsets": [len(data), len(data) +
                                                                        len(raw)]}
        if draw.random() < 0.5:
            header[name][draw.choice(["note", "layout", "z"])] = draw.choice(
                [None, 1, -2.5, "x", [1, [2, {"a": []}]], {"b": {"c": None}}, True])
        data += raw
    if meta != "none":
        header["__metadata__"] = meta
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def six_bits(code, fraction):
    """The value of a sign, exponent bits, and fraction bits by OCP Microscaling Formats 1.0."""
    sign, exponent = code >> 5, code >> fraction & (1 << 5 - fraction) - 1
    part, bias = code & (1 << fraction) - 1, 2 ** (4 - fraction) - 1
    whole = part + (2 ** fraction if exponent else 0)
    value = whole * 2.0 ** (max(exponent, 1) - bias - fraction)
    return -value if sign else value


for word, fraction in (("F6_E2M3", 3), ("F6_E3M2", 2)):
    codes = list(range(64))
    draw.shuffle(codes)
    packed = sum(code << 6 * i for i, code in enumerate(codes)).to_bytes(48, "little")
    (law.folder / "six.safetensors").write_bytes(safetensors({"x": (word, [4, 16], packed)}, None))
    code, out, err = law.run('let x = ckpt.load("six.safetensors").x\n'
                             'print(x.dtype, x.shape, json.text(flatten(x)))\n'
                             'print(json.text(ckpt.read("six.safetensors", "x", (1, 3), (2, 9))))')
    wanted = [six_bits(code, fraction) for code in codes]
    lines = out.splitlines() + ["", ""]
    head, _, items = lines[0].partition(") ")
    law.expect(code == 0 and head == "f32 (4, 16" and list(map(str, json.loads(items))) ==
               list(map(str, wanted)) and json.loads(lines[1]) == [wanted[19:25]],
               "6 bits are four in three bytes, the first in the lowest bits", out + err)

for number in range(law.count(20)):
    unknown = draw.choice(["F128", "I4", "X"])
    raw = bytes(draw.randrange(256) for _ in range(12))
    entries = {"w": ("F32", [2], struct.pack("<2f", 1, 2)),
               "odd": (unknown, [16], raw),
               "scale": ("F8_E8M0", [3], bytes([127, 128, 0]))}
    names = list(entries)
    draw.shuffle(names)
    path = law.folder / "odd.safetensors"
    path.write_bytes(safetensors({name: entries[name] for name in names},
                                 draw.choice(["none", None, {}, {"a": "b"}])))
    code, out, err = law.run(
        'print(ckpt.load("odd.safetensors", only = "w").w)\n'
        'for e in ckpt.list("odd.safetensors") { print(e.name, e.dtype, e.shape) }\n'
        'let r = try(() => ckpt.load("odd.safetensors"))\n'
        'print(r.ok, r.error.kind, r.error.message)\n'
        'print(ckpt.load("odd.safetensors", only = "scale").scale == [1.0, 2.0, 0.0])\n'
        'print(ckpt.read("odd.safetensors", "scale")[1])')
    wanted = ["[1, 2]", f"odd {unknown} (16,)", "scale f32 (3,)", "w f32 (2,)"]
    lines = out.splitlines()
    is_named = len(lines) > 4 and lines[4].startswith("false dtype") and unknown in lines[4]
    law.expect(lines[:4] == wanted and is_named and lines[5:] == ["[true, true, false]", "2"],
               "an unknown dtype is refused alone", out + err)
law.done()
