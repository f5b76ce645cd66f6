"""Damaged tokenizer files and random chat templates: an Error or a result, never a crash.

usage: python tests/fuzz/token_files.py [SEED] [build/rille] [COUNT] [FOLDER]
COUNT files of each kind (20,000), many in one process: tokenizer.json with changes of its structure
and its bytes, SentencePiece models of their bytes, templates with pieces of others. FOLDER may hold
further valid files, .json and .model. A signal, a hang, or error[bug] is a failure; the file is
kept.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 0
RILLE = str(pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "build/rille").resolve())
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 20_000
EXTRA = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
SHARE = 500  # files in one process
R = random.Random(SEED)
TEXT = "Hello wörld the 12 <s> x"
GOOD = json.loads(pathlib.Path(__file__).with_name("tokenizers.json").read_text())
ODD = [None, True, -1, 0, 1, 2 ** 31, 2 ** 63, 1e308, "", "\0", "a", "BPE", "Isolated", "ByteLevel",
       "(", "[a", "(a+)+$", "a{1000}", "\\", "Sequence", [], {}, [[]], [[None, None]], {"": 0},
       "�" * 50, "x" * 5000]


def walk(value, path=()):
    yield path
    items = value.items() if isinstance(
    value, dict) else enumerate(value) if isinstance(
        value, list) else ()
    for key, item in items:
        yield from walk(item, path + (key,))


def changed_json(value):
    """One to four values changed: another value, a copy of another one, or nothing."""
    value = json.loads(json.dumps(value))
    for _ in range(R.choice([1, 1, 2, 4])):
        places = [p for p in walk(value) if p]
        if not places:
            break
        path, other = R.choice(places), R.choice(places)
        at, source = value, value
        for key in path[:-1]:
            at = at[key]
        for key in other:
            source = source[key]
        way = R.random()
        if way < 0.5:
            at[path[-1]] = R.choice(ODD)
        elif way < 0.8:
            at[path[-1]] = json.loads(json.dumps(source))
        else:
            del at[path[-1]]
    return json.dumps(value).encode()


def changed_bytes(data):
    data = bytearray(data)
    for _ in range(R.choice([1, 1, 2, 5])):
        at = R.randrange(len(data))
        way = R.random()
        if way < 0.7:
            data[at] = R.randrange(256)
        elif way < 0.85:
            del data[at:at + R.randrange(1, 9)]
        else:
            data[at:at] = data[R.randrange(len(data)):][:R.randrange(1, 20)]
        if not data:
            data = bytearray(b"{")
    return bytes(data)


def varint(x):
    out = bytearray()
    while x > 127:
        out.append(x & 127 | 128)
        x >>= 7
    return bytes(out) + bytes([x])


def field(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def model():
    """A small SentencePiece model."""
    import struct
    rows = [("<unk>", 0, 2), ("<s>", 0, 3),
            ("▁h", -1, 1), ("e", -2, 1), ("l", -2, 1), ("lo", -3, 1),
            ("ll", -1, 5), ("<sep>", 0, 4)] + [(f"<0x{b:02X}>", 0, 6) for b in range(256)]
    out = b"".join(
    field(
        1,
        field(
            1,
            t.encode()) +
            b"\x15" +
            struct.pack(
                "<f",
                s) +
                b"\x18" +
                varint(k)) for t,
                s,
                 k in rows)
    return out + field(2, b"\x18" + varint(R.choice([1, 2, 3, 4])) + varint(35 << 3) + b"\x01") + \
        field(3, b"\x18\x01\x20\x01\x28\x01")


# Pieces of templates, each after the marker of the previous one.
PARTS = """{% for m in messages %}¦
{% endfor %}¦{% if ¦{% elif ¦{% else %}¦{% endif %}¦{{ ¦ }}¦ %}¦{%- ¦
 -%}¦{# ¦ #}¦{% set x = ¦{% set x %}¦{% endset %}¦{% macro f(a, b=1) %}¦{% endmacro %}¦
{{ f(1) }}¦{% call f(2) %}¦{% endcall %}¦messages¦m¦x¦loop.index¦loop.cycle('a')¦m.content¦
m['role']¦[1, 2]¦{'a': 1}¦('b',)¦namespace(a=1)¦range(9)¦range(99999)¦ | ¦trim¦tojson(indent=2)¦
join(',')¦map('upper')¦selectattr('role')¦sort¦replace('a', 'bb')¦ is ¦defined¦mapping¦odd¦ in ¦
 not ¦ and ¦ or ¦==¦<¦+¦*¦**¦//¦%¦~¦-¦(¦)¦[¦]¦[1:]¦[::-1]¦.split('a')¦.strip()¦.items()¦
.get('a')¦1¦9999999999¦2.5e300¦'a'¦"b\\n"¦'¦none¦true¦{% break %}¦{% raw %}¦{% endraw %}¦
raise_exception('e')¦strftime_now('%Y')¦\n¦é¦text¦{% filter upper %}¦{% endfilter %}¦.x¦caller()¦
|length¦if¦else""".replace("¦\n", "¦").split("¦")


def template():
    return "".join(R.choice(PARTS) for _ in range(R.randrange(1, 30))).encode()


SCRIPT = """proc main(folder: str, count: int) {
  let talk = (dict(role = "user", content = "hi a"), dict(role = "b", content = ("x", 1)))
  for i in 0..count {
    io.write("{folder}/at", "{i}")
    let r = try(() => {
      if %s == "chat" { tokens.chat(io.read("{folder}/{i}"), talk, now = 0) } else {
        let t = tokens.load("{folder}/{i}")
        let p = t.encode_full("%s", pair = "b c")
        (t.decode(t.encode("%s")), t.decode(p.ids, keep_special_tokens = true), len(t.vocabulary()))
      }
    })
    assert r.ok or r.error.kind != "bug"
  }
}
"""


def fault_of(kind, files):
    with tempfile.TemporaryDirectory() as folder:
        for i, data in enumerate(files):
            pathlib.Path(folder, str(i)).write_bytes(data)
        script = pathlib.Path(folder, "run.rille")
        script.write_text(SCRIPT % (f'"{kind}"', TEXT, TEXT))
        try:
            done = subprocess.run([RILLE,
    "--memory-limit",
    "1000",
    "run",
    script,
    folder,
    str(len(files))],
    capture_output=True,
     timeout=600)
            bad = not 0 <= done.returncode <= 4 or b"error[bug]" in done.stderr
            if done.returncode == 0:
                return None
            why = f"status {done.returncode}: {done.stderr.decode(errors='replace')[:300]}"
        except subprocess.TimeoutExpired:
            bad, why = True, "hangs"
        at = int(pathlib.Path(folder, "at").read_text())
        kept = pathlib.Path(f"fault.{kind}")
        kept.write_bytes(files[at])
        return f"{kind}: {why}, kept as {kept}" + ("" if bad else " (a limit)")


def main():
    jsons, models = list(GOOD), [model() for _ in range(4)]
    if EXTRA:
        jsons += [json.loads(p.read_text()) for p in sorted(EXTRA.glob("*.json"))]
        models += [p.read_bytes() for p in sorted(EXTRA.glob("*.model"))]
    draw = {"json": lambda: changed_json(R.choice(jsons)) if R.random() < 0.8 else
            changed_bytes(json.dumps(R.choice(jsons)).encode()),
            "model": lambda: changed_bytes(R.choice(models)), "chat": template}
    faults = 0
    for kind, make in draw.items():
        for begin in range(0, COUNT, SHARE):
            fault = fault_of(kind, [make() for _ in range(min(SHARE, COUNT - begin))])
            if fault:
                print(fault, flush=True)
                faults += 1
        print(f"{kind}: {COUNT} files, {faults} faults so far", flush=True)
    print(f"seed {SEED}: {3 * COUNT} executions, {faults} faults")
    return int(faults > 0)


sys.exit(main())
