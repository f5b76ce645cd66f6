"""Property-based test: readers are exact: an array holds the numbers of the file, or the error
names line and column.

Random files of CSV, JSON, JSON lines, and .npy are read, and compared with Python's csv, json, and
exact fractions: line ends, quotes, missing cells, integers at the ends of every dtype, fractions,
NaN and Infinity, headers of every version and byte order.
"""
import ast
import csv
import io
import itertools
import json
import math
import re
import struct
from fractions import Fraction

from law import Law

law = Law(__doc__)
draw = law.random

NA = ["", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "<NA>"]
SHOW = '''fn is_text(c) = match c { (...r) => true, _ => false }
fn digits(c) = join(("{float(c[i]):.17g}" for i in 0..len(c)), "|")
fn wholes(c) = join(("{c[i]}" for i in 0..len(c)), "|")
proc show(f) {
  let r = try(f)
  if not r.ok {
    print("error", r.error.kind, json.text(r.error.message))
    return
  }
  let c = r.value
  if is_text(c) {
    print("text", json.text(c))
    return
  }
  let is_float = has(("f16", "bf16", "f32", "f64"), c.dtype)
  print(c.dtype, if is_float { digits(c) } else { wholes(c) })
}
'''


def put(name, data):
    path = law.folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return str(path)


def run(lines):
    status, out, err = law.run(SHOW + "\n".join(lines))
    law.expect(status == 0, "the program runs", err[:800])
    return out.splitlines()


# ------------------------------------------------------------------ rows and cells of CSV
def drawn_cell():
    """The cell in the file: plain, quoted, or with quotes as characters."""
    letters = "".join(draw.choice("ab é;\t") for _ in range(draw.randrange(4)))
    kind = draw.random()
    if kind < 0.4:
        return letters.replace(";", "").replace("\t", "")
    inner = "".join(draw.choice(["a", ",", "\n", "\r", "\r\n", '""', " ", ";"])
                    for _ in range(draw.randrange(5)))
    if kind < 0.9:
        return f'"{inner}"'
    return draw.choice(['a"b', 'a"', '"a"b', '"x" y', ' "a"', '"" z', 'a""'])


def tables():
    lines, wanted = [], []
    for i in range(law.count(60)):
        separator = draw.choice(",,,;\t|")
        width = draw.randint(1, 4)
        rows = [["x"] * width] + [[drawn_cell() for _ in range(width)]
                                  for _ in range(draw.randint(0, 5))]
        rows = [[cell.replace(separator, "_") if not cell.startswith('"') else cell
                 for cell in row] for row in rows]
        ends = draw.choice([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]])
        text = draw.choice(["", "\ufeff"])
        for at, row in enumerate(rows):
            blank = draw.choice([""] * 6 + [draw.choice(ends), "  " + draw.choice(ends)])
            is_last = at + 1 == len(rows) and draw.random() < 0.3
            text += (blank if at else "") + separator.join(row) + \
                ("" if is_last else draw.choice(ends))
        plain = text.lstrip("\ufeff")
        read = list(csv.reader(io.StringIO(plain, newline=""), delimiter=separator))
        kept = [row for row in read if row and (len(row) > 1 or row[0].strip(" "))]
        if any(len(row) != width for row in kept) or (width == 1 and len(kept) < len(read)):
            continue  # csv does not tell whether a blank cell was quoted: blanks()
        path = put(f"t{i}.csv", text)
        for column in range(width):
            word = separator.replace("\t", "\\t")
            lines.append(f'show(() => data.read_csv("{path}", header = false, separator = "{word}")'
                         f".c{column})")
            wanted.append((text, [row[column] for row in kept]))
    got = run(lines)
    for line, (text, cells) in zip(itertools.chain(got, itertools.repeat("nothing")), wanted):
        law.expect(line.startswith("text ") and json.loads(line[5:]) == cells,
                   "cells are those of Python's csv", f"{text!r}\nwanted {cells}\ngot    {line}")


def blanks():
    """An empty line is not a row, a cell of two quotes is one."""
    lines, wanted = [], []
    for i in range(law.count(20)):
        cells = [draw.choice(['""', "a", '" "', "b", '"c"']) for _ in range(draw.randint(1, 6))]
        end = draw.choice(["\n", "\r\n", "\r"])
        text = "x" + end
        for cell in cells:
            text += draw.choice(["", end, "  " + end]) + cell + end
        path = put(f"blank{i}.csv", text)
        lines.append(f'show(() => data.read_csv("{path}", header = false).c0)')
        wanted.append((text, ["x"] + [cell.strip('"') for cell in cells]))
    for line, (text, cells) in zip(run(lines) + ["nothing"] * len(wanted), wanted):
        law.expect(line.startswith("text ") and json.loads(line[5:]) == cells,
                   "a quoted cell keeps its row", f"{text!r}\nwanted {cells}\ngot    {line}")


def saved_tables():
    """Python's csv reads the output of data.save_csv, and it is read back unchanged."""
    letters = ["a", "b", ",", "\n", '"', " ", "\t", ".", "\ufeff", "1"]
    for i in range(law.count(40)):
        separator, rows = draw.choice(",,,;\t|. -1en"), draw.randrange(6)
        header, columns = draw.random() < 0.8, {}
        for name in draw.sample(["v", "w", "x"], draw.choice([1, 1, 2, 3])):
            columns[name] = [draw.choice([math.nan, math.inf, -math.inf, 0.5, -2.0, 1e30])
                             for _ in range(rows)] if draw.random() < 0.5 else \
                ["".join(draw.choice(letters) for _ in range(draw.choice([0, 0, 1, 2, 3])))
                 for _ in range(rows)]
        are_texts = {name: any(isinstance(x, str) for x in c) for name, c in columns.items()}
        fields = ", ".join(
            f"{name} = " + (f"({''.join(json.dumps(x, ensure_ascii=False) + ', ' for x in c)})"
                            if are_texts[name] else f"f64([{', '.join(map(str, c))}])")
            for name, c in columns.items())
        word = separator.replace("\t", "\\t")
        types = ", ".join(f"{name} = {'str' if is_text else 'f64'}"
                          for name, is_text in are_texts.items()) if header else \
            ", ".join(f"c{at} = {'str' if are_texts[name] else 'f64'}"
                      for at, name in enumerate(sorted(columns)))
        flag = str(header).lower()
        code, out, err = law.run(
            f'let t = ({fields},)\n'
            f'data.save_csv("s.csv", t, header = {flag}, separator = "{word}")\n'
            f'let u = data.read_csv("s.csv", header = {flag}, separator = "{word}", '
            f'types = ({types},))\nprint(json.text(u, allow_nan = true))')
        read = list(csv.reader(io.StringIO((law.folder / "s.csv").read_bytes().decode(),
                                           newline=""), delimiter=separator))
        cells = [[c[row] if isinstance(c[row], str) else c[row] for _, c in sorted(columns.items())]
                 for row in range(rows)]
        cells = ([sorted(columns)] if header else []) + cells
        law.expect(len(read) == len(cells) and all(map(same_cells, read, cells)),
                   "Python's csv reads the table", f"{fields} {separator!r}\n{read}\n{err}")
        back = json.loads(out) if code == 0 else None
        held = [columns[name] for name in sorted(columns)]
        none = rows == 0 and not header  # an empty file has no columns
        law.expect(none or (back is not None and same_json([back[k] for k in sorted(back)], held)),
                   "a table that is saved comes back", f"{fields} {separator!r}\n{out}{err}")


def same_cells(read, cells):
    return len(read) == len(cells) and all(
        x == c if isinstance(c, str) else (x == "") if math.isnan(c) else float(x) == c
        for x, c in zip(read, cells))


# ------------------------------------------------------------------ numbers of CSV
def drawn_whole():
    edge = draw.choice([0, 2**7, 2**8, 2**15, 2**16, 2**24, 2**31, 2**32, 2**53, 2**63, 2**64,
                        10**draw.randrange(25)])
    return draw.choice([1, 1, -1]) * (edge + draw.randrange(-2, 3))


def drawn_number():
    kind = draw.random()
    if kind < 0.5:
        return str(drawn_whole())
    if kind < 0.7:
        return repr(draw.choice([draw.random(), draw.uniform(-1e6, 1e6),
                                 round(draw.uniform(-1000, 1000), draw.randrange(1, 5))]))
    return draw.choice(["0.1", "1e300", "-1e300", "1e-300", "1e39", "5e-324", "16777217.0",
                        "123456789.123", "3.4028235e38", "1e5", "+7", "0.30000000000000004",
                        "1.17549435e-38", "-0.0", "1e400", "1e-400", "0.1234567", "99999.99"])


def as_fraction(cell):
    return Fraction(cell.lstrip("+"))


def holds(cell, shown, dtype):
    """Whether an element, by its 17 digits, equals the cell."""
    if cell in NA:
        return shown == "nan"
    if shown in ("nan", ""):
        return False
    exact = as_fraction(cell)
    if dtype in ("i32", "i64", "u64"):
        return Fraction(shown) == exact
    value = float(shown)
    if re.fullmatch(r"[-+]?\d+", cell):
        return math.isfinite(value) and Fraction(value) == exact
    if not math.isfinite(value):
        return False
    if dtype == "f64":
        return value == float(cell) and (value != 0 or exact == 0)
    return Fraction(value) == exact or shortest(value) == exact


def shortest(value):
    """The decimal with the fewest digits that rounds to an f32."""
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if rounded(float(text), "f32") == value:
            return Fraction(text)
    return None


def columns():
    lines, wanted = [], []
    for i in range(law.count(150)):
        pool = draw.choice([drawn_number, lambda: str(drawn_whole()),
                            lambda: str(draw.randrange(10**12)), lambda: f"{draw.random():.3f}"])
        cells = [pool() for _ in range(draw.randint(1, 6))]
        if draw.random() < 0.5:
            cells.insert(draw.randrange(len(cells) + 1), draw.choice(NA))
        if draw.random() < 0.1:
            cells.append("0" + str(draw.randrange(10000)))
        path = put(f"n{i}.csv", "a,b\n" + "".join(f"{cell},x\n" for cell in cells))
        lines.append(f'show(() => data.read_csv("{path}").a)')
        wanted.append(cells)
    for line, cells in zip(run(lines) + ["nothing"] * len(wanted), wanted):
        dtype, _, rest = line.partition(" ")
        if dtype == "text":
            # a column of strings has a cell that is not a number
            said = json.loads(rest) == cells and not all(
                cell in NA or (float(cell) == as_fraction(cell) and len(cell) < 10
                               and not cell.startswith("0")) for cell in cells)
        elif dtype == "error":
            said = "line" in rest and "column" in rest
        else:
            shown = rest.split("|")
            said = len(shown) == len(cells) and not any(
                re.match(r"[-+]?0\d", cell) for cell in cells) and all(
                holds(cell, x, dtype) for cell, x in zip(cells, shown))
        law.expect(said, "a column holds what its cells say", f"{cells}\ngot {line}")


LIMITS = {"i8": (-2**7, 2**7), "i16": (-2**15, 2**15), "i32": (-2**31, 2**31),
          "i64": (-2**63, 2**63), "u8": (0, 2**8), "u16": (0, 2**16), "u32": (0, 2**32),
          "u64": (0, 2**64)}
REALS = {"f16": "e", "f32": "f", "f64": "d"}


def given_dtype():
    lines, wanted = [], []
    for i in range(law.count(200)):
        dtype = draw.choice(list(LIMITS) + list(REALS))
        cell = draw.choice([drawn_number, lambda: str(drawn_whole()), lambda: draw.choice(NA)])()
        row = draw.randint(1, 3)
        cells = ["1"] * (row - 1) + [cell]
        by_types = draw.random() < 0.5
        text = ("id,x\n" if by_types else "") + "".join(f"{c},1\n" for c in cells)
        path = put(f"d{i}.csv", text)
        of_id = f'show(() => data.read_csv("{path}", types = (id = {dtype},)).id)'
        lines.append(of_id if by_types else
                     f'show(() => data.read_csv("{path}", dtype = {dtype}, header = false)[:, 0])')
        wanted.append((dtype, cell, f"line {row + by_types}, column {'id' if by_types else 'c0'}"))
    for line, (dtype, cell, where) in zip(run(lines) + ["nothing"] * len(wanted), wanted):
        fits = fits_dtype(cell, dtype)
        if line.startswith("error io "):
            said = where in line and not fits
        else:
            found, _, rest = line.partition(" ")
            said = fits and found == dtype and is_there(cell, rest.split("|")[-1], dtype)
        law.expect(said, "a given dtype holds the cell, or the error names line and column",
                   f"{cell!r} as {dtype}, {where}: got {line}")


def rounded(exact, dtype):
    try:
        return struct.unpack("<" + REALS[dtype], struct.pack("<" + REALS[dtype], exact))[0]
    except OverflowError:
        return math.inf


def fits_dtype(cell, dtype):
    if cell in NA:
        return dtype in REALS
    exact = as_fraction(cell)
    if dtype in LIMITS:
        low, high = LIMITS[dtype]
        is_plain = re.fullmatch(r"[-+]?\d+", cell) is not None
        return exact.denominator == 1 and low <= exact < high and (is_plain or abs(exact) < 2**53)
    try:
        value = rounded(float(cell), dtype)
    except OverflowError:
        return False
    if not math.isfinite(value) or (value == 0 and exact != 0):
        return False
    return not re.fullmatch(r"[-+]?\d+", cell) or Fraction(value) == exact


def is_there(cell, shown, dtype):
    if cell in NA:
        return shown == "nan"
    if dtype in LIMITS:
        return Fraction(shown) == as_fraction(cell)
    return float(shown) == rounded(float(cell), dtype)


# ------------------------------------------------------------------ JSON
def drawn_json(depth=0):
    kind = draw.random()
    if depth < 3 and kind < 0.2:
        return [drawn_json(depth + 1) for _ in range(draw.randrange(4))]
    if depth < 3 and kind < 0.4:
        return {draw.choice(["a", "NaN", "b c", "Infinity", '"'] ) + str(i): drawn_json(depth + 1)
                for i in range(draw.randrange(4))}
    return draw.choice([math.nan, math.inf, -math.inf, 0.1, -2.5e300, True, None, "NaN",
                        "-Infinity, ", 'a"NaN', "\\", draw.randrange(-2**63, 2**63), 2**53 + 1,
                        draw.random()])


def same_json(a, b):
    if isinstance(a, float) and isinstance(b, float) and math.isnan(a):
        return math.isnan(b)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same_json, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(same_json(a[k], b[k]) for k in a)
    return type(a) is type(b) and a == b


def parses_json():
    texts, lines = [], []
    for i in range(law.count(80)):
        value = drawn_json()
        if value is None:
            value = [None]
        texts.append(value)
        path = put(f"j{i}.json", json.dumps(value, indent=draw.choice([None, 1])))
        one_line = put(f"j{i}.jsonl", "\n" + json.dumps(value) + "\n")
        lines += [f'json.parse(io.read("{path}"))', f'(x for x in data.jsonl("{one_line}"))[0]']
    got = run([f"let r{i} = try(() => json.text({line}, allow_nan = true))\n"
               f'print(if r{i}.ok {{ r{i}.value }} else {{ "0" }})'
               for i, line in enumerate(lines)])
    wanted = [value for value in texts for _ in range(2)]
    for line, value in zip(got + ["0"] * len(wanted), wanted):
        try:
            said = same_json(value, json.loads(line))
        except ValueError:
            said = False
        law.expect(said, "JSON is what Python wrote", f"{json.dumps(value)}\ngot {line}")


def large_json():
    wanted = []
    for _ in range(law.count(20)):
        number = draw.choice([1, -1]) * draw.choice(
            [2**63 + draw.randrange(3), 2**64, 2**70, 10**22, 10**30 + draw.randrange(2),
             draw.randrange(2**63, 2**66)])
        before = draw.choice(["[", '{"a": ', "[1,\n ", '["' + str(number) + '", '])
        text = before + str(number) + ("}" if "{" in before else "]")
        column = len(before.rpartition("\n")[2]) + 1
        wanted.append((text, number, f"line {before.count(chr(10)) + 1}, column {column}"))
    body = []
    for i, (text, _, _) in enumerate(wanted):
        path = put(f"big{i}.json", text)
        body.append(f'let r{i} = try(() => json.parse(io.read("{path}")))\n'
                    f'print(if r{i}.ok {{ json.text(r{i}.value) }} else {{ r{i}.error.message }})')
    for line, (text, number, where) in zip(run(body) + ["nothing"] * len(wanted), wanted):
        if "line " in line:
            said = where in line and not (-2**63 <= number < 2**63)
        else:
            back = json.loads(line)
            back = list(back.values()) if isinstance(back, dict) else back
            said = Fraction(back[-1]) == number
        law.expect(said, "a whole number of JSON is exact, or the error says where it stands",
                   f"{text}\nwanted {where}\ngot {line}")


# ------------------------------------------------------------------ .npy
NPY = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q",
       "f4": "f", "f8": "d"}


def npy_files():
    lines, wanted = [], []
    for i in range(law.count(60)):
        name = draw.choice(list(NPY))
        order = draw.choice("<>")
        shape = tuple(draw.randrange(1, 4) for _ in range(draw.randrange(0, 4)))
        count = math.prod(shape)
        bits = 8 * int(name[1])
        low, high = (0, 2**bits) if name[0] == "u" else (-2**(bits - 1), 2**(bits - 1))
        items = [draw.choice([low, high - 1, draw.randrange(low, high)]) for _ in range(count)]
        if name[0] == "f":
            items = [float(draw.randrange(-2**20, 2**20)) / 8 for _ in range(count)]
        columns_first = draw.random() < 0.4
        long = draw.choice(["", "L"])
        inside = ", ".join(f"{n}{long}" for n in shape) + ("," if len(shape) == 1 else "")
        mark = draw.choice(["", "u"]) if long else ""
        head = (f"{{{mark}'descr': {mark}'{order}{name}', 'fortran_order': {columns_first}, "
                f"'shape': ({inside}), }}").encode()
        version = draw.choice([1, 2, 3])
        width = 2 if version == 1 else 4
        head += b" " * (63 - (8 + width + len(head)) % 64) + b"\n"
        places = itertools.product(*[range(n) for n in (shape[::-1] if columns_first else shape)])
        stored = []
        for index in places:
            at = 0
            for k, n in zip(index[::-1] if columns_first else index, shape):
                at = at * n + k
            stored.append(items[at])
        data = b"\x93NUMPY" + bytes([version, 0]) + len(head).to_bytes(width, "little") + head
        data += struct.pack(f"{order}{count}{NPY[name]}", *stored)
        path = put(f"a{i}.npy", data)
        lines.append(f'let a{i} = try(() => data.load_npy("{path}"))\n'
                     f"if a{i}.ok {{ print(json.text((shape = a{i}.value.shape, "
                     f"x = reshape(a{i}.value, (a{i}.value.size,))))) }} else {{ print(\"[]\") }}")
        wanted.append((head, {"shape": list(shape), "x": items}))
    for line, (head, value) in zip(run(lines) + ["[]"] * len(wanted), wanted):
        law.expect(json.loads(line) == value, "an array is what its .npy file says",
                   f"{head}\nwanted {value}\ngot    {line}")


def host_numbers():
    """data.save_npy and save_npz store every bit of a host scalar, or reject it with its text."""
    edges = [0, 1, -1, 2**31, 2**53 + 1, -2**53 - 1, 2**62 + 1, 2**63 - 1, -2**63 + 1]
    for _ in range(law.count(40)):
        shape = [draw.randrange(1, 4) for _ in range(draw.randrange(3))]
        kind = draw.choice(["ints", "floats", "mixed", "bools"])
        pool = {"ints": edges, "floats": [0.1, -1e300, 5e-324, 1 / 3],
                "mixed": [0.1, 3, -2**53, *draw.choice([[], [2**53 + 1]])],
                "bools": [False, True]}[kind]
        count = math.prod(shape)
        items = [draw.choice(pool) for _ in range(count)]
        rows = list(items)
        for size in reversed(shape):
            rows = [rows[i:i + size] for i in range(0, len(rows), size)]
        text = json.dumps(rows[0]).replace("[", "(").replace("]", ",)")
        lost = [x for x in items if kind == "mixed" and isinstance(x, int) and int(float(x)) != x
                and any(isinstance(y, float) for y in items)]
        code, out, err = law.run(f'data.save_npy("h.npy", {text})\n'
                                 f'data.save_npz("h.npz", (x = {text},))\n'
                                 'print(all(data.load_npz("h.npz").x == data.load_npy("h.npy")))')
        if lost:
            law.expect(code != 0 and f"{lost[0]} is not exactly representable in f64" in err,
                       "a number that is lost is refused", f"{text}\n{out}{err}")
            continue
        data = (law.folder / "h.npy").read_bytes()
        end = 10 + int.from_bytes(data[8:10], "little")
        head = ast.literal_eval(data[10:end].decode())
        letter = {"<i8": "q", "<f8": "d", "|b1": "?"}.get(head["descr"], "B")
        whole = struct.unpack(f"<{count}{letter}", data[end:]) if letter != "B" else ()
        law.expect(out == "true\n" and list(head["shape"]) == shape and list(whole) == items and
                   (letter == "d") == any(isinstance(x, float) for x in items),
                   "a host number is written as it is", f"{text}\n{head} {whole}\n{out}{err}")


tables()
blanks()
saved_tables()
columns()
given_dtype()
parses_json()
large_json()
npy_files()
host_numbers()
law.done()
