"""Property-based test of files: a read returns what was written or an error, existing files keep
their kind, mode, owner, and names, no read blocks or grows without limit, and data stay text.

The test writes files itself, following the formats' specifications, and with Python's csv and
zipfile; what Rille reads is compared with the written data.
"""
import csv
import io
import itertools
import json
import os
import pathlib
import random
import re
import resource
import stat
import struct
import subprocess
import sys
import threading
import time
import zipfile

from law import RILLE, SANITIZED, Law
import clocks
from clocks import HANGS_S

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "hostile"))
from zips import bomb  # noqa: E402

law = Law(__doc__)
draw = law.random
# The limit, the size of the program, and the memory available for its arrays.
MOST_MB = 256 + 140 if not SANITIZED else float("inf")


def run(code, limits=(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, words=None):
    """(status, stdout, stderr, idle_s, MB); the status is None if it hangs."""
    started = time.monotonic()
    command = [RILLE, *limits, *(words or ("-e", code))]
    process = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
                               cwd=law.folder)
    watch = clocks.Watch(process.pid, started)
    late = threading.Timer(HANGS_S, process.kill)
    late.start()
    err = []
    reader = threading.Thread(target=lambda: err.append(process.stderr.read()))
    reader.start()
    out = process.stdout.read() if process.stdout else b""
    reader.join()
    was_late = not clocks.ended(process) or not late.is_alive()
    idle_s = watch.idle_s()
    _, status, used = os.wait4(process.pid, 0)
    late.cancel()
    process.returncode = 0  # already waited for
    code = None if was_late else os.waitstatus_to_exitcode(status)
    for pipe in (process.stdout, process.stderr):
        if pipe:
            pipe.close()
    return code, out, err[0], idle_s, used.ru_maxrss / 1024


def put(name, data):
    (law.folder / name).write_bytes(data)
    return str(law.folder / name)


# ------------------------------------------------------------------ read what was written
PACKED = {"bool": ("b1", "?"), "i8": ("i1", "b"), "i16": ("i2", "h"), "i32": ("i4", "i"),
          "i64": ("i8", "q"), "u8": ("u1", "B"), "u16": ("u2", "H"), "u32": ("u4", "I"),
          "u64": ("u8", "Q"), "f16": ("f2", "e"), "f32": ("f4", "f"), "f64": ("f8", "d")}


def drawn_array():
    dtype = draw.choice(list(PACKED))
    shape = tuple(draw.randrange(0, 4) for _ in range(draw.randrange(0, 4)))
    count = 1
    for extent in shape:
        count *= extent
    if dtype == "bool":
        return dtype, shape, [draw.random() < 0.5 for _ in range(count)]
    low = 0 if dtype[0] == "u" else -100
    return dtype, shape, [draw.randrange(low, 100) for _ in range(count)]


def packed(dtype, items, order="<"):
    return struct.pack(f"{order}{len(items)}{PACKED[dtype][1]}", *items)


def npy(dtype, shape, items, order="<", columns=False):
    one_byte = PACKED[dtype][0].endswith("1")
    entries = [f"'descr': '{'|' if one_byte else order}{PACKED[dtype][0]}'",
               f"'fortran_order': {columns}",
               f"'shape': ({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"]
    draw.shuffle(entries)
    head = ("{" + ", ".join(entries) + draw.choice(["}", ", }"])).encode() + b"\n"
    version = draw.choice([1, 2])
    size = struct.pack("<H" if version == 1 else "<I", len(head))
    if columns:  # the first axis varies fastest
        places = itertools.product(*[range(extent) for extent in reversed(shape)])
        items = [items[place(index[::-1], shape)] for index in places]
    return b"\x93NUMPY" + bytes([version, 0]) + size + head + packed(dtype, items, order)


def place(index, shape):
    at = 0
    for i, extent in zip(index, shape):
        at = at * extent + i
    return at


def npz(arrays):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, array in arrays.items():
            kind = draw.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
            file.writestr(zipfile.ZipInfo(name + ".npy"), npy(*array), compress_type=kind)
    return out.getvalue()


def safetensors(arrays):
    header, data = {}, b""
    for name, (dtype, shape, items) in arrays.items():
        raw = packed(dtype, items)
        header[name] = {"dtype": dtype.upper(), "shape": list(shape),
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    if draw.random() < 0.5:
        header["__metadata__"] = {"format": "pt"}
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def shown(array):
    dtype, shape, items = array
    shape = f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
    return f"{dtype} {shape} ({''.join(str(int(x)) + ', ' for x in items).rstrip(' ')})" \
        if len(items) == 1 else \
        f"{dtype} {shape} ({', '.join(str(int(x)) for x in items)})"


SHOW = """
proc show(x) {
  let flat = i64(reshape(x, (x.size,)))
  print(x.dtype, x.shape, (int(flat[i]) for i in 0..flat.size))
}
"""


def reads_what_was_written():
    lines, wanted = [SHOW], []
    for i in range(law.count(40)):
        arrays = {name: drawn_array() for name in draw.sample("abcdef", draw.randrange(1, 4))}
        first = next(iter(arrays.values()))
        way = draw.choice(["npy", "npz", "safetensors"])
        if way == "npy":
            path = put(f"good{i}.npy", npy(*first, draw.choice("<>"), draw.random() < 0.5))
            lines.append(f'show(data.load_npy("{path}"))')
            wanted.append(shown(first))
            continue
        data = npz(arrays) if way == "npz" else safetensors(arrays)
        path = put(f"good{i}.{way}", data)
        lines.append(f'let x{i} = {"data.load_npz" if way == "npz" else "ckpt.load"}("{path}")')
        for name, array in arrays.items():
            lines.append(f"show(x{i}.{name})")
            wanted.append(shown(array))
    status, out, err = law.run("\n".join(lines))
    got = out.splitlines()
    law.expect(status == 0, "good files are read", err[:800])
    for i, line in enumerate(wanted):
        law.expect(i < len(got) and got[i] == line, "what is read is what was written",
                   f"wanted {line}\ngot    {got[i] if i < len(got) else err[:400]}")


def reads_tables():
    lines, wanted = [], []
    words = ["x", "a b", 'say "hi"', "1,5", "two\nlines", "", "é", "1e300", "-1e300", "1e-300"]
    for i in range(law.count(15)):
        texts = [draw.choice(words[:7]) + draw.choice("pq") for _ in range(draw.randrange(1, 6))]
        odd = [draw.choice(words[7:] + ["1.5"]) for _ in texts]
        ints = [draw.randrange(-10**6, 10**6) for _ in texts]
        out = io.StringIO(newline="")
        rows = csv.writer(out, lineterminator=draw.choice(["\n", "\r\n"]))
        rows.writerow(["t", "f", "n"])
        rows.writerows(zip(texts, odd, ints))
        path = put(f"t{i}.csv", out.getvalue().encode())
        lines += [f'let t{i} = data.read_csv("{path}")',
                  f"print(t{i}.n.dtype, t{i}.f.dtype, sum(i64(t{i}.n)), join(t{i}.t, '|'))"
                  .replace("'", '"'), f'print("{{t{i}.f}}")']
        floats = [{"1e300": "1e+300", "-1e300": "-1e+300"}.get(x, x) for x in odd]
        wide = "f64" if any("e" in x for x in odd) else "f32"
        wanted.append(f"i32 {wide} {sum(ints)} {'|'.join(texts)}\n[{', '.join(floats)}]")
    status, out, err = law.run("\n".join(lines))
    law.expect(status == 0 and out == "\n".join(wanted) + "\n", "tables are read as Python's csv "
               "writes them; what is too large for an f32 is an f64",
               f"wanted {wanted}\ngot {out!r} {err[:600]}")


# ------------------------------------------------------------------ damaged files
SAFE = """
proc load(i, f) {
  let r = try(f)
  if not r.ok { print(i, r.error.kind); return }
  for x in tree.leaves(r.value) {
    if x.dtype == "bool" and sum(i32(x)) != sum(i32(x and ones(x.shape, dtype = bool))) {
      print(i, "odd bool")
    }
  }
  print(i, "read")
}
"""


def damaged(data):
    data = bytearray(data)
    for _ in range(draw.choice([1, 1, 2, 5])):
        data[draw.randrange(len(data))] = draw.choice([0, 1, 2, 255, draw.randrange(256)])
    if draw.random() < 0.3:
        return bytes(data[:draw.randrange(len(data))])
    return bytes(data) + (b"junk" if draw.random() < 0.1 else b"")


def outlives_damage():
    for _ in range(law.count(3)):
        lines, count = [SAFE], 120
        for i in range(count):
            arrays = {name: drawn_array() for name in "ab"}
            builtin, data = draw.choice([
                ("data.load_npy", npy(*arrays["a"], draw.choice("<>"))),
                ("data.load_npz", npz(arrays)),
                ("ckpt.load", safetensors(arrays)), ("data.read_csv", b'a,b\n1,"x"\n2,y\n')])
            path = put(f"bad{i}", damaged(data))
            lines.append(f'load({i}, () => {builtin}("{path}"))')
        status, out, err = law.run("\n".join(lines), before=("--memory-limit", "500"))
        law.expect(status == 0, "damaged files are errors", f"status {status} {err[:400]}")
        said = dict(line.split(" ", 1) for line in out.splitlines())
        for i in range(count):
            word = said.get(str(i), "nothing")
            # error[value]: a name that no record can have
            law.expect(word in ("io", "memory", "value", "read"),
                       "a damaged file is read or is an error",
                       f"{lines[i + 1]}: {word}")


ODD = {
    "a bool of byte 2 in .npy": ("data.load_npy", lambda: npy("u8", (3,), [0, 2, 255])
                                 .replace(b"|u1", b"|b1")),
    "a bool of byte 255 in safetensors": (
        "ckpt.load", lambda: safetensors({"a": ("u8", (1,), [255])}).replace(b'"U8"', b'"BOOL"')),
    "bytes behind the array": ("data.load_npy", lambda: npy("i32", (2,), [1, 2]) + b"x"),
    "an unknown entry": ("data.load_npy",
                         lambda: npy("i32", (2,), [1, 2]).replace(b"{", b"{'x': 1, ")),
    "a name twice": ("ckpt.load", lambda: safetensors({
        "aa": ("i8", (0,), []), "bb": ("i8", (0,), [])}).replace(b'"bb"', b'"aa"')),
}


def refuses_what_is_odd():
    for name, (builtin, make) in ODD.items():
        data = make()
        if builtin == "data.load_npy" and b"'x': 1" in data:  # its length is part of it
            at = data.index(b"{")
            data = b"\x93NUMPY\2\0" + struct.pack("<I", len(data) - at - 8) + data[at:]
        path = put("odd", data)
        status, out, err, *_ = run(f'{builtin}("{path}")')
        law.expect(status == 1 and err.startswith(b"error[io]"), f"{name} is refused",
                   (out + err)[:300])


# ------------------------------------------------------------------ writes
WRITERS = {"io.write": ('io.write("PATH", "new text")', ""),
           "data.save_npy": ('data.save_npy("PATH", [1.0, 2.0])', ".npy"),
           "ckpt.save": ('ckpt.save("PATH", (x = [1.0, 2.0]))', ".safetensors"),
           "plot.save": ('plot.save(plot.line([1.0, 2.0]), "PATH")', ".svg")}


def identity(path):
    at = os.lstat(path)
    return stat.S_IFMT(at.st_mode), stat.S_IMODE(at.st_mode), at.st_uid, at.st_gid


def keeps_what_is_there():
    """Any existing file, and the target of any link to it, is unchanged afterwards."""
    for i in range(law.count(12)):
        writer = draw.choice(list(WRITERS))
        code, suffix = WRITERS[writer]
        folder = law.folder / f"w{i}"
        folder.mkdir()
        real, path = folder / ("real" + suffix), folder / ("path" + suffix)
        way = draw.choice(["mode", "owner", "link", "chain", "dangling", "hard", "folder link"])
        if way != "dangling":
            real.write_text("old")
            os.chmod(real, draw.choice([0o600, 0o640, 0o666, 0o751]))
        if way == "owner" and os.geteuid() == 0:
            os.chown(real, 1234, 4321)
        if way in ("link", "dangling"):
            path.symlink_to(real.name)
        elif way == "chain":
            (folder / "middle").symlink_to(real)
            path.symlink_to("middle")
        elif way == "hard":
            os.link(real, path)
        elif way == "folder link":
            (folder / "f").symlink_to(".")
            path = folder / "f" / real.name
        else:
            path = real
        is_there = lambda p: os.path.lexists(p) and not (way == "dangling" and p == real)
        there = [p for p in (path, real) if is_there(p)]
        before, names = [identity(p) for p in there], sorted(os.listdir(folder))
        if way == "dangling":
            names = sorted([*names, real.name])
        status, out, err, *_ = run(code.replace("PATH", str(path)))
        what = f"{writer} to what is {way}"
        law.expect(status == 0, f"{what} works", err[:300])
        law.expect([identity(p) for p in there] == before, f"{what} keeps kind, mode and owner",
                   f"{before} became {[identity(p) for p in there]}")
        new = real.read_bytes() if real.exists() else b""
        law.expect(new not in (b"", b"old"), f"{what} reaches the target", repr(new[:60]))
        law.expect(sorted(os.listdir(folder)) == names, f"{what} leaves no other file",
                   f"{names} became {sorted(os.listdir(folder))}")


def writes_to_devices():
    if os.geteuid() == 0:
        path = law.folder / "null"
        try:
            os.mknod(path, 0o644 | stat.S_IFCHR, os.makedev(1, 3))
            status, _, err, *_ = run(f'io.write("{path}", "x")')
            law.expect(status == 0 and stat.S_ISCHR(os.lstat(path).st_mode), "a device stays one",
                       err[:300])
        except PermissionError:
            pass
    fifo = law.folder / "fifo"
    os.mkfifo(fifo)
    got = []
    reader = threading.Thread(target=lambda: got.append(fifo.open("rb").read()), daemon=True)
    reader.start()
    status, _, err, *_ = run(f'io.write("{fifo}", "x")', limits=("--time-limit", str(HANGS_S)))
    reader.join(HANGS_S)
    law.expect(status == 0 and got == [b"x"] and stat.S_ISFIFO(os.lstat(fifo).st_mode),
               "a FIFO is written to", f"{got} {err[:300]}")


def follows_no_planted_link():
    """Predictable temporary names next to the path, all of them links to another file."""
    victim = law.folder / "victim"
    victim.write_text("precious")
    folder = law.folder / "planted"
    folder.mkdir()
    for pid in range(os.getpid(), os.getpid() + 3000):
        (folder / f"out.{pid}.part").symlink_to(victim)
        (folder / f"out.{pid}").symlink_to(victim)
    for word in ("out.part", "out.tmp", ".out.swp", "out~"):
        (folder / word).symlink_to(victim)
    run(f'io.write("{folder}/out", "x")')
    law.expect(victim.read_text() == "precious", "no planted link is followed", victim.read_text())


def full_outputs_are_errors():
    for code in ('print(1)', 'for i in 0..100000 { print(i) }',
                 'jit(x => { print("{x}"); x })(1.0)'):
        with open("/dev/full", "wb") as full:
            status, _, err, *_ = run(code, stdout=full)
        law.expect(status == 1 and b"error[io]" in err, "a full output is an error",
                   f"{code}: {status} {err[:300]}")
    shell = f"'{RILLE}' -e 'print(1)' >&-; echo $?"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, timeout=HANGS_S,
                          cwd=law.folder)
    law.expect(done.stdout == b"1\n" and b"error[io]" in done.stderr, "a closed output is an error",
               f"{done.stdout} {done.stderr[:300]}")
    shell = f"timeout {HANGS_S} '{RILLE}' repl <&-"
    done = subprocess.run(["sh", "-c", shell], capture_output=True)
    law.expect(done.returncode == 0, "a prompt with a closed input ends", f"{done}")


def files_that_may_not_grow_are_errors():
    for writer in ('io.write("out", join(("0123456789" for i in 0..{n}), ""))',
                   'ckpt.save("out", (a = ones({n}, dtype = f64)))',
                   'jit(x => {{ for i in 0..{n} {{ print("0123456") }}; x }})(1.0)'):
        put("out", b"as it was")
        start = f"ulimit -f {draw.choice([0, 1, 8])}; exec '{RILLE}' -e "
        command = f"{start}'{writer.format(n=draw.choice([1, 2000, 9000]))}' > printed"
        done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=300,
                              cwd=law.folder, env={**os.environ, "RILLE_CACHE": "off"})
        refused = done.returncode == 1 and (law.folder / "out").read_bytes() == b"as it was"
        law.expect(refused or done.returncode == 0, "a file that may not grow is an error",
                   f"{command}: {done}")


# ------------------------------------------------------------------ data are text
def is_text(out):
    return not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]", out)


def data_are_shown_as_text():
    signs = ["\x1b[31m", "\x07", "\0", "\x7f", "\u009b2J", "\b\b", "\r", "\u202e",
             "\1", "\2", "\0011x"]
    for _ in range(law.count(4)):
        sign = draw.choice(signs)
        written = "".join(f"\\u{{{ord(c):x}}}" for c in sign)
        put("odd.csv", f"a{sign},b\n1,{sign}\n".encode())
        put("odd.st", safetensors({f"w{sign}": ("i8", (0,), [])}))
        cells = [f'"a{written}b"', f'("a{written}b",)', f'error("a{written}b")',
                 f'io.read("a{written}b")', 'data.read_csv("odd.csv")', 'ckpt.load("odd.st")',
                 f'dict(("a{written}",), ("b{written}",))', f'try(() => error("{written}")).error',
                 f'import "a{written}"', f'(a = 1)["{written}"]',
                 f'assert false, "{written}"', f'dict(a = 1)["{written}"]']
        for cell in cells:
            put("cell", cell.encode() + b"\n")
            with open(law.folder / "cell", "rb") as stdin:
                status, out, err, *_ = run("", words=["repl"], stdin=stdin)
            law.expect(is_text(out + err), "control characters of data are shown as text",
                       f"{cell} gave {(out + err)[:300]!r}")
        put("named.rille", f'test "a{written}" {{ assert 1 == 2 }}\n'.encode())
        word = f"a{sign}".replace("\0", "\1")
        for words in (["test", "named.rille"], ["explain", word], ["help", word]):
            status, out, err, *_ = run("", words=words)
            law.expect(is_text(out + err), "control characters of names are shown as text",
                       f"{words} gave {(out + err)[:300]!r}")
    status, out, err, *_ = run('error("a\\0 and more")')
    law.expect(b"and more" in err, "a message does not end at its NUL", err[:200])
    status, out, err, *_ = run('var s = "ab"; for i in 0..24 { s = "{s}{s}" }; error(s)')
    law.expect(len(err) < 70000 and b"33554432 bytes" in err, "a long message is shown in part",
               f"{len(err)} bytes")


# ------------------------------------------------------------------ reads end
def many_tensors(count):
    text = json.dumps({f"t{i}": {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}
                       for i in range(count)}).encode()
    return struct.pack("<Q", len(text)) + text


def reads_end():
    """Under limits of 1 s and 256 MB: it ends soon, within the memory."""
    fifo = str(law.folder / "endless")
    os.mkfifo(fifo)
    sparse = put("sparse.rille", b"")
    os.truncate(sparse, 3 << 30)
    many, zip_bomb = put("many.safetensors", many_tensors(300000)), put("bomb.npz", bomb(600))
    table = put("large.csv", b"a,b\n" + b"1,word\n" * 4000000)
    codes = [f'io.read("{fifo}")', f'data.read_csv("{fifo}")', f'ckpt.load("{fifo}")',
             f'data.load_npz("{fifo}")', 'io.read("/dev/zero")', 'data.load_npy("/dev/zero")',
             f'io.read("{sparse}")', f'data.load_npy("{sparse}")', f'data.load_npz("{sparse}")',
             f'ckpt.load("{many}")', f'data.load_npz("{zip_bomb}")',
             f'let t = data.read_csv("{table}")']
    limits = ("--time-limit", "1", "--memory-limit", "256")
    for code in codes:
        status, _, err, seconds, mb = run(code, limits=limits)
        law.expect(status in (0, 1, 3) and seconds < 4, "a read ends at its limits",
                   f"{code}: {status}, {seconds:.1f} s {err[:200]}")
        law.expect(mb < MOST_MB, "a read stays within the memory", f"{code}: {mb:.0f} MB")
    for path in (fifo, sparse, "/dev/zero"):
        status, _, err, seconds, mb = run("", words=["run", path], limits=limits)
        law.expect(status == 3 and seconds < 4 and mb < MOST_MB, "a source has an end",
                   f"{path}: {status}, {seconds:.1f} s, {mb:.0f} MB {err[:200]}")


def reads_are_interrupted():
    fifo = str(law.folder / "waited")
    os.mkfifo(fifo)
    for words in (["run", fifo], ["-e", f'io.read("{fifo}")'], ["-e", f'io.write("{fifo}", "x")']):
        process = subprocess.Popen([RILLE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        clocks.until_it_hears(process.pid)
        clocks.until_it_sleeps(process.pid)
        late = clocks.late_after(process)
        _, err = process.communicate()
        law.expect(process.returncode == 3 and b"error[interrupt]" in err and late < 5,
                   "Ctrl-C ends a wait for a file",
                   f"{words} {process.returncode} {late:.1f} s {err[:200]}")


reads_what_was_written()
reads_tables()
outlives_damage()
refuses_what_is_odd()
keeps_what_is_there()
writes_to_devices()
follows_no_planted_link()
full_outputs_are_errors()
if not SANITIZED:  # sanitizers' own files may not grow either
    files_that_may_not_grow_are_errors()
data_are_shown_as_text()
reads_end()
reads_are_interrupted()
law.done()
