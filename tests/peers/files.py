"""Files of NumPy and safetensors, tables, plots, and complex numbers passed through files."""
import csv
import datetime
import json
import pathlib
import tempfile
import xml.etree.ElementTree

import jax.numpy as jnp
import ml_dtypes
import numpy as np
import safetensors.flax
import safetensors.numpy

import compare
from compare import floats, ints, pick

FOLDER = tempfile.TemporaryDirectory()
NUMPY = [np.float16, np.float32, np.float64, np.int8, np.int16, np.int32, np.int64, np.uint8,
         np.uint16, np.uint32, np.uint64, np.bool_]
made = 0


def new_path(end):
    global made
    made += 1
    return pathlib.Path(FOLDER.name, f"{made}.{end}")


def array(dtypes=tuple(NUMPY)):
    dims = pick((), (1,), (0,), (3,), (2, 3), (0, 4), (2, 1, 3))
    kind = pick(*dtypes)
    x = ints(0, 2 if kind is np.bool_ else 100, dims, np.int64)
    return np.asarray(x + (floats(0, 1, dims) if kind in NUMPY[:3] else 0)).astype(kind)


def npy_read():
    path, x = new_path("npy"), array()
    laid = np.asfortranarray(x) if x.ndim > 1 and compare.rng.random() < 0.4 else x
    swapped = compare.rng.random() < 0.2 and x.dtype.itemsize > 1
    np.save(path, laid.astype(laid.dtype.newbyteorder("<")) if swapped else laid)
    return f'data.load_npy("{path}")', lambda: x, [], False


def npy_write():
    path, x = new_path("npy"), array()
    return (f'{{ data.save_npy("{path}", x); x }}', lambda _: np.load(path), [x], False)


def rows_read():
    """Rows of a file that NumPy wrote, also in column-major order and with swapped bytes."""
    path, x = new_path("npy"), array()
    while x.ndim == 0:
        x = array()
    laid = np.asfortranarray(x) if x.ndim > 1 and compare.rng.random() < 0.3 else x
    if compare.rng.random() < 0.5:
        np.save(path, laid)
    else:
        path = new_path("npz")
        np.savez(path, x=laid)
    row = "r" if path.suffix == ".npy" else "r.x"
    return (f'(u8([0]), ...({row} for r in data.rows("{path}")))',
            lambda: (np.zeros(1, np.uint8), *x), [], False)


def npz_read():
    path, many = new_path("npz"), {name: array() for name in ("train", "b2", "zz")}
    (np.savez if compare.rng.random() < 0.5 else np.savez_compressed)(path, **many)
    return f'data.load_npz("{path}")', lambda: many, [], False


WORDS = {"float32": "f32", "float64": "f64", "float16": "f16", "bool": "bool"}


def raw_read():
    """Numbers after a few bytes: all of them, or as many as a shape has."""
    path, x, offset = new_path("bin"), array(), int(pick(0, 5, 16))
    path.write_bytes(b"h" * offset + x.tobytes() + b"junk" * pick(0, 1))
    whole = path.stat().st_size == offset + x.nbytes
    shape = "nil" if whole and pick(0, 1) else "(" + "".join(f"{n}, " for n in x.shape) + ")"
    kept = x.ravel() if shape == "nil" else x
    name = x.dtype.name
    word = WORDS.get(name, name.replace("uint", "u").replace("int", "i"))
    return f'data.load_raw("{path}", {word}, {shape}, {offset})', lambda: kept, [], False


def cells():
    rows, columns = int(compare.rng.integers(1, 6)), int(compare.rng.integers(1, 4))
    return np.round(floats(-99, 99, (rows, columns), np.float64), 3)


def csv_read(whole):
    def case():
        path, x, cut = new_path("csv"), cells(), pick(",", ";", "\t")
        names = [f"k{i}" for i in range(x.shape[1])]
        with open(path, "w", newline="") as file:
            csv.writer(file, delimiter=cut).writerows([names, *x.tolist()])
        text = f'data.read_csv("{path}", separator = "{cut}"'.replace("\t", r"\t")
        if whole:
            return text + ", dtype = f64)", lambda: x, [], False
        return text + ")", lambda: dict(zip(names, x.T.astype(np.float32))), [], False
    return case


TENSORS = tuple(NUMPY) + (ml_dtypes.bfloat16,)


def tensors():
    return {"w": array(TENSORS), "layers": {"a": array(TENSORS), "b": array(TENSORS)}}


def named(tree, before=""):
    out = {}
    for name, value in tree.items():
        path = before + name
        out |= named(value, path + ".") if isinstance(value, dict) else {path: value}
    return out


def ckpt_read():
    path, tree = new_path("safetensors"), tensors()
    safetensors.numpy.save_file(named(tree), path)
    return f'ckpt.load("{path}")', lambda: tree, [], False


def ckpt_like():
    path, tree = new_path("safetensors"), tensors()
    safetensors.numpy.save_file(named(tree), path)
    return (f'{{ let t = ckpt.load("{path}"); ckpt.load("{path}", like = t) }}',
            lambda: tree, [], False)


def ckpt_write():
    path, x, y = new_path("safetensors"), array(TENSORS), array(TENSORS)

    def theirs(_, __):
        found = safetensors.numpy.load_file(path)
        assert set(found) == {"w", "l[0]", "l[1].b"}, found.keys()
        return found["w"], found["l[0]"], found["l[1].b"]
    save = f'ckpt.save("{path}", (w = x, l = (y, (b = x))))'
    return f"{{ {save}; (x, y, x) }}", theirs, [x, y], False


def batches():
    size, count = int(compare.rng.integers(1, 4)), int(compare.rng.integers(3, 11))
    x, drop = floats(dims=(count, 2)), bool(compare.rng.random() < 0.5)
    end = count // size * size if drop else count
    cuts = [x[i:i + size] for i in range(0, end, size)]
    return (f"(b for b in data.batch(x, {size}, drop_remainder = {str(drop).lower()}))",
            lambda _: tuple(cuts), [x], False)


def shuffled():
    """The same order for each leaf, and every row once."""
    seed, count = int(compare.rng.integers(0, 1000)), int(compare.rng.integers(1, 20))
    x = floats(dims=(count, 2))
    return (f"{{ let all = data.shuffle((x = x, at = arange({count})), seed = {seed}); "
            f"let s = data.batch(all, {count}).item(0); (s.x - x[s.at], sort(s.at)) }}",
            lambda x: (jnp.zeros_like(x), jnp.arange(count, dtype=np.int32)), [x], False)


def text_file():
    path, text = new_path("txt"), "".join(pick(*"ab é\n,") for _ in range(12))
    path.write_text(text)
    return f'[len(io.read("{path}"))]', lambda: np.array([len(text)], np.int32), [], False


def text_written():
    path, word = new_path("txt"), "".join(pick(*"abcé ") for _ in range(8))
    return (f'{{ io.write("{path}", "{word}\\n"); [len(io.read("{path}")) - 1] }}',
            lambda: np.array([len(path.read_text()) - 1], np.int32), [], False)


def found():
    path = new_path("txt")
    if compare.rng.random() < 0.5:
        path.touch()
    return f'[io.exists("{path}")]', lambda: np.array([path.exists()]), [], False


def elements(path, tag):
    space = "{http://www.w3.org/2000/svg}"
    return list(xml.etree.ElementTree.parse(path).iter(space + tag))


def heat():
    """A cell for each element, in addition to the background."""
    path, x = new_path("svg"), floats(dims=(int(compare.rng.integers(1, 5)), 3))
    return (f'{{ plot.save(plot.heatmap(x), "{path}"); [x.shape[0] * x.shape[1]] }}',
            lambda _: np.array([len(elements(path, "rect")) - 1], np.int32), [x], False)


def line():
    """A point for each element, at the right x position."""
    path, n = new_path("svg"), int(compare.rng.integers(2, 20))

    def theirs(_):
        points = elements(path, "polyline")[0].get("points").split()
        at = np.array([float(p.split(",")[0]) for p in points])
        return np.round((at - at[0]) / (at[-1] - at[0]) * (n - 1), 1).astype(np.float32)
    return (f'{{ plot.save(plot.line(x), "{path}"); f32(arange({n})) }}', theirs,
            [floats(dims=(n,))], False)


def heights():
    count = int(compare.rng.integers(2, 9))
    return compare.rng.permutation(np.arange(1, count + 1)).astype(np.float32)


def scatter():
    """A circle for each point, at the right y position."""
    path, y = new_path("svg"), heights()

    def theirs(_):
        high = np.array([-float(c.get("cy")) for c in elements(path, "circle")])
        return np.argsort(high).astype(np.int32)
    return f'{{ plot.save(plot.scatter(x), "{path}"); argsort(x) }}', theirs, [y], False


def bar():
    """A rectangle for each bar in addition to the background, with proportional heights."""
    path, y = new_path("svg"), heights()

    def theirs(_):
        high = np.array([float(r.get("height")) for r in elements(path, "rect")[1:]])
        return np.round(high / high.max() * len(y)).astype(np.float32)
    return f'{{ plot.save(plot.bar(x), "{path}"); x }}', theirs, [y], False


def page():
    """As many curves and images as there are charts of them, in as many columns."""
    path, n = new_path("svg"), int(compare.rng.integers(1, 6))
    columns = int(compare.rng.integers(1, 4))

    def theirs(_):
        root = xml.etree.ElementTree.parse(path).getroot()
        return np.array([len(elements(path, "polyline")), len(elements(path, "image")),
                         round(float(root.get("width")) / 640)], np.int32)
    charts = "(" + "plot.line(x), plot.image(x[nil]), " * n + ")"
    return (f'{{ plot.save(plot.page({charts}, {columns}), "{path}"); '
            f"[{n}, {n}, {min(columns, 2 * n)}] }}", theirs, [floats(0, 1, (3,))], False)


def dates():
    """Seconds of ISO dates and back, as in Python's datetime."""
    at = datetime.datetime(1, 1, 1) + datetime.timedelta(
        seconds=int(compare.rng.integers(0, 315537897599)))
    zone = pick(None, 0, 120, -330, 45)
    tz = None if zone is None else datetime.timezone(datetime.timedelta(minutes=zone))
    text = at.replace(tzinfo=tz, microsecond=pick(0, 250000)).isoformat(pick("T", " "))
    since = (datetime.datetime.fromisoformat(text).replace(
        tzinfo=tz or datetime.timezone.utc) - datetime.datetime(
            1970, 1, 1, tzinfo=datetime.timezone.utc)).total_seconds()
    whole = float(np.floor(since))
    return (f'{{ let s = io.parse_time("{text}"); f64([s, io.parse_time(io.format_time(s))]) }}',
            lambda: np.array([since, whole]), [], False)


def hist():
    bins, x = int(compare.rng.integers(1, 9)), floats(dims=(50,), dtype=np.float64)
    return (f"{{ let s = plot.hist(x, bins = {bins}).series[0]; f64(s.y)[:{bins}] }}",
            lambda x: np.histogram(np.asarray(x), bins)[0].astype(np.float64), [x], False)


COMPLEX = [("z + w", lambda z, w: z + w), ("z * w", lambda z, w: z * w),
           ("z - 2.0 * w", lambda z, w: z - 2 * w), ("z / w", lambda z, w: z / w),
           ("exp(z)", lambda z, w: np.exp(z)), ("sum(z)", lambda z, w: z.sum()),
           ("log(w)", lambda z, w: np.log(w)), ("sqrt(w)", lambda z, w: np.sqrt(w)),
           ("z ^ 2", lambda z, w: z ** 2), ("z @ w.T", lambda z, w: z @ w.T)]


def complex_numbers(word, kind):
    """The result of an expression of complex arrays, passed through files."""
    def case():
        paths = [new_path("npy") for _ in range(3)]
        z, w = (floats(dims=(2, 3)) + 1j * floats(0.5, 1, (2, 3)) for _ in range(2))
        for path, array in zip(paths, (z, w)):
            np.save(path, array.astype(np.complex128))
        expr, f = pick(*COMPLEX)

        def theirs():
            mine, wanted = np.load(paths[2]), f(z.astype(kind), w.astype(kind))
            close = np.allclose(mine, wanted, rtol=1e-5, atol=1e-5)
            return np.array([mine.dtype == kind and mine.shape == wanted.shape and close])
        text = (f'let z = {word}(data.load_npy("{paths[0]}")); '
                f'let w = {word}(data.load_npy("{paths[1]}")); '
                f'data.save_npy("{paths[2]}", {expr})')
        return f"{{ {text}; [true] }}", theirs, [], False
    return case


def npz_write():
    path, x = new_path("npz"), array()

    def theirs(_):
        with np.load(path) as made:
            return {name: made[name] for name in ("x", "y2")}
    given = "(x = x, y2 = i32([1, 2]))"
    return f'{{ data.save_npz("{path}", {given}); {given} }}', theirs, [x], False


def csv_write():
    """Python's csv reads it: numbers to the last bit, strings of any kind."""
    path, n = new_path("csv"), int(compare.rng.integers(1, 6))
    x = floats(dims=(n,)).astype(pick(np.float32, np.float64))
    words = [pick("a", "b, c", 'say "x"', "two\nlines", "", " edge ", "é") for _ in range(n)]
    separator = pick(",", ";", "\t")

    def theirs(_):
        with open(path, newline="") as file:
            head, *rows = csv.reader(file, delimiter=separator)
        good = head == ["i", "w", "x"] and [row[1] for row in rows] == words
        read = np.array([row[2] for row in rows], x.dtype)
        return np.array([good and read.tobytes() == x.tobytes()
                         and [int(row[0]) for row in rows] == list(range(n))])
    texts = "(" + "".join(json.dumps(w, ensure_ascii=False) + ", " for w in words) + ")"
    table = f"(x = x, i = arange({n}), w = {texts})"
    return (f'{{ data.save_csv("{path}", {table}, separator = {json.dumps(separator)}); [true] }}',
            theirs, [x], False)


def tree(depth=3):
    """A random value that JSON can represent."""
    kind = pick("int", "float", "text", "bool", "none", "list", "object") if depth else "float"
    if kind == "list":
        return [tree(depth - 1) for _ in range(int(compare.rng.integers(0, 4)))]
    if kind == "object":
        names = pick(("a", "b", "lr"), ("é", "two words", "", "9"), ("{x}", "\\", '"'))
        return {name: tree(depth - 1) for name in names[:int(compare.rng.integers(0, 4))]}
    wide = float(compare.rng.standard_normal() * 10.0 ** int(compare.rng.integers(-20, 20)))
    return {"int": int(compare.rng.integers(-2 ** 62, 2 ** 62)), "float": wide,
            "text": pick("", "a\tb", "\u00e9\U0001f600", "\x07\x7f", "{{}}", "\u2028/"),
            "bool": bool(compare.rng.integers(0, 2)), "none": None}[kind]


def json_text():
    """Python's text, read and written again, equals Python's own."""
    value = [tree(), tree()]
    paths, indent = [new_path("json") for _ in range(2)], pick(None, 0, 2)
    spaced = compare.rng.random() < 0.5
    paths[0].write_text(json.dumps(value, ensure_ascii=bool(pick(True, False)),
                                   indent=3 if spaced else None))

    def theirs():
        wanted = json.dumps(value, ensure_ascii=False, indent=indent)
        return np.array([paths[1].read_text() == wanted])
    text = (f'io.write("{paths[1]}", json.text(json.parse(io.read("{paths[0]}")), '
            f'{"nil" if indent is None else indent}))')
    return f"{{ {text}; [true] }}", theirs, [], False


def json_arrays():
    """An array as NumPy lists it."""
    path, x = new_path("json"), array(tuple(k for k in NUMPY if k != np.float16))

    def theirs(_):
        read = np.array(json.loads(path.read_text()), x.dtype).reshape(x.shape)
        return np.array([read.tobytes() == x.tobytes()])
    return f'{{ io.write("{path}", json.text(x)); [true] }}', theirs, [x], False


def items_of():
    """Items by name, and the contents of their files for other readers."""
    x, conf, note = array(), tree(), pick("", "a\tb", "\u00e9\U0001f600")
    return x, conf, note, new_path("items")


def items_write():
    x, conf, note, path = items_of()
    given, word = new_path("json"), json.dumps(note, ensure_ascii=False)
    given.write_text(json.dumps(conf))

    def theirs(x):
        made = safetensors.numpy.load_file(path / "model.safetensors")["w"]
        same = made.dtype == x.dtype and made.tobytes() == np.asarray(x).tobytes()
        told = json.loads((path / "conf.json").read_text()) == conf
        return np.array([same, told, (path / "note.txt").read_text() == note])
    return (f'{{ ckpt.save_items("{path}", (model = (w = x,), note = {word}, '
            f'conf = json.parse(io.read("{given}"))), (conf = "json", note = "text")); '
            "[true, true, true] }", theirs, [x], False)


def items_read():
    x, conf, note, path = items_of()
    path.mkdir()
    safetensors.numpy.save_file({"w": x}, path / "model.safetensors")
    (path / "conf.json").write_text(json.dumps(conf))
    (path / "note.txt").write_text(note)
    listed = {"model": "tree", "conf": "json", "note": "text"}
    (path / "items.json").write_text(json.dumps({"rille_items": 1, "items": listed}))
    given, word = new_path("json"), json.dumps(note, ensure_ascii=False)
    given.write_text(json.dumps(conf))
    return (f'{{ let t = ckpt.load_items("{path}"); (w = t.model.w, '
            f'a = [t.conf == json.parse(io.read("{given}")), t.note == {word}]) }}',
            lambda x: {"a": np.array([True, True]), "w": x}, [x], False)


CASES = {"items_write": items_write, "items_read": items_read, "npz_write": npz_write,
         "csv_write": csv_write, "json_text": json_text,
         "json_arrays": json_arrays, "npy_read": npy_read, "npy_write": npy_write,
         "npz_read": npz_read, "rows_read": rows_read, "raw_read": raw_read,
         "csv_whole": csv_read(True), "csv_columns": csv_read(False), "ckpt_read": ckpt_read,
         "ckpt_like": ckpt_like, "ckpt_write": ckpt_write, "batches": batches,
         "shuffle": shuffled, "io_read": text_file, "io_write": text_written,
         "io_exists": found, "heat": heat, "line": line, "hist": hist,
         "scatter": scatter, "bar": bar, "page": page, "dates": dates,
         "c64": complex_numbers("c64", np.complex64),
         "c128": complex_numbers("c128", np.complex128)}

run = compare.table(CASES, exact=True)
