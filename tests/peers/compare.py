"""Scripts compared with their oracles: values and gradients for the same random inputs.

A table of cases maps a name to (expr, theirs, draw, has_grad): the text of the call in a script (of
x, y, z, u), the oracle's function of the same arrays, the sampler of the arrays, and whether the
gradient of sum(w * f(...)) in each float argument is compared too. A case may also be a function
that creates such a tuple for each sample, if the text changes with it. Arrays are passed to the
script and back in safetensors files, so shapes, dtypes, and bits are compared without conversion.
"""
import copy
import json
import pathlib
import re
import subprocess
import tempfile

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

LETTERS = "xyzu"
# Relative and absolute tolerances: a few units of the last place, since exp, log, and the like
# differ there, and sums in their order. A larger difference in float32 is checked by the oracle in
# float64: see is_as_near.
TOLERANCES = {"float64": (1e-11, 1e-12), "float32": (2e-6, 5e-7), "float16": (4e-3, 2e-3),
              "bfloat16": (3e-2, 2e-2), "complex64": (2e-6, 5e-7)}
# The oracle has no float64: derivatives of random samples, sums whose terms cancel.
LOOSE = {"float32": (8e-5, 1.6e-5), "complex64": (8e-5, 1.6e-5)}
WIDE = {"float32": "float64", "complex64": "complex128"}
# The names of NumPy's dtypes in safetensors.
CODES = {"bool": "BOOL", "bfloat16": "BF16", "complex64": "C64", "float8_e4m3fn": "F8_E4M3",
         "float8_e5m2": "F8_E5M2"}
CODES |= {f"{kind}{bits}": f"{kind[0].upper()}{bits}" for kind, widths in
          (("float", (16, 32, 64)), ("int", (8, 16, 32, 64)), ("uint", (8, 16, 32, 64)))
          for bits in widths}
SHAPES = [(3,), (2, 3), (4, 1, 2), (1,), (2, 2, 3), (5, 4)]
rng = np.random.default_rng(0)
worst = {}  # by dtype, of all compared arrays: see note()


def seed(number):
    global rng
    rng = np.random.default_rng(number)


def shape(least=1):
    shapes = SHAPES if least < 2 else [(2, 3), (4, 2), (2, 2, 3)]
    return shapes[rng.integers(len(shapes))]


def floats(low=-2.0, high=2.0, dims=None, dtype=np.float32):
    dims = shape() if dims is None else dims
    return np.asarray(rng.random(dims) * (high - low) + low).astype(dtype)


def ints(low=-9, high=10, dims=None, dtype=np.int32):
    return np.asarray(rng.integers(low, high, shape() if dims is None else dims)).astype(dtype)


def pick(*choices):
    return choices[rng.integers(len(choices))]


def script(value):
    """A Python value as text of a script."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "(" + "".join(f"{script(item)}, " for item in value) + ")"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def is_float(x):
    return np.asarray(x).dtype.kind == "f" or np.asarray(x).dtype == ml_dtypes.bfloat16


def flat(value):
    """The arrays of a result, named as ckpt.save names them."""
    if isinstance(value, dict):
        parts = [("." + str(k), value[k]) for k in sorted(value)]
    elif isinstance(value, (tuple, list)):
        parts = [(f"[{i}]", item) for i, item in enumerate(value)]
    else:
        return {"": np.asarray(value)}
    return {k + rest: leaf for k, item in parts for rest, leaf in flat(item).items()}


class Case:
    """One sample: its line of script, and the oracle, which runs after the script."""

    def __init__(self, name, expr, args, theirs, grad_in=None, near=1e-6):
        self.name, self.expr, self.args, self.theirs = name, expr, args, theirs
        self.text, self.grad_in, self.near = expr, grad_in, near
        self.wide = (any(np.asarray(a).dtype.itemsize == 8 for a in args) or
                     re.search(r"\b[fiu]64\b", expr) is not None)
        if grad_in is not None:
            with jax.enable_x64(self.wide):
                out = jax.eval_shape(theirs, *map(jnp.asarray, args))
            self.weight = floats(dims=out.shape).astype(out.dtype)

    def line(self, number):
        given = "".join(f"let {n} = d.c{number}_{n}; " for n in LETTERS[:len(self.args)])
        body = self.expr
        if self.grad_in is not None:
            names = ", ".join(LETTERS[:len(self.args)])
            body = (f"let w = d.c{number}_w; "
                    f"grad(({names}) => sum(({self.expr}) * w), wrt = {self.grad_in})({names})")
        return f'report(&names, &kept, "r{number}", try(() => {{ {given}{body} }}))'

    def arrays(self, number):
        out = {f"c{number}_{n}": a for n, a in zip(LETTERS, self.args)}
        if self.grad_in is not None:
            out[f"c{number}_w"] = self.weight
        return out

    def wanted(self):
        with jax.enable_x64(self.wide):
            args = [jnp.asarray(a) for a in self.args]
            if self.grad_in is None:
                return flat(self.theirs(*args))
            w = jnp.asarray(self.weight)
            return flat(jax.grad(lambda *xs: jnp.sum(self.theirs(*xs) * w), self.grad_in)(*args))

    def truth(self):
        """The oracle's result for the same numbers in float64; None if it has none."""
        def widened(array):
            wide = WIDE.get(np.asarray(array).dtype.name)
            return np.asarray(array).astype(wide) if wide else array

        wide = copy.copy(self)
        wide.wide, wide.args = True, [widened(a) for a in self.args]
        if self.grad_in is not None:
            wide.weight = widened(self.weight)
        try:
            return wide.wanted()
        except (TypeError, ValueError):  # it mixes in float32 of its own
            return {}


def drawn(cases, draws):
    """Cases of rows (script, oracle, arguments, whether it is differentiated, and, if rounding
    errors are magnified, the tolerance between float32 and float64: see is_as_near)."""
    out = []
    for name, case in cases.items():
        for _ in range(draws):
            expr, theirs, args, has_grad, *near = case() if callable(case) else case
            args = args() if callable(args) else args
            out.append(Case(name, expr, args, theirs, None, *near))
            for i in [i for i in range(len(args)) if has_grad and is_float(args[i])]:
                out.append(Case(name + " gradient", expr, args, theirs, i, *near))
    return out


HEAD = """var names = ()
var kept = ()
proc report(inout names, inout kept, at, r) {
  if r.ok { push(&names, at); push(&kept, r.value) }
  else { print("@{at} error {r.error.kind}: {r.error.message}") }
}
"""


def outside(function, x):
    """The result of a function of NumPy arrays, of x's shape and dtype, within a function of JAX.
    """
    said = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.pure_callback(lambda x: np.asarray(function(x), said.dtype), said, x,
                             vmap_method="expand_dims")


def save(path, arrays):
    """Writes a safetensors file; jax.numpy's own writer takes a millisecond for each array."""
    head, at, parts = {}, 0, []
    for name, array in arrays.items():
        x = np.ascontiguousarray(array)
        head[name] = {"dtype": CODES[x.dtype.name], "shape": np.shape(array),
                      "data_offsets": (at, at + x.nbytes)}
        at += x.nbytes
        parts.append(x.tobytes())
    text = json.dumps(head).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(parts))


def load(path):
    data = path.read_bytes()
    begin = 8 + int.from_bytes(data[:8], "little")
    head = json.loads(data[8:begin])
    head.pop("__metadata__", None)
    kinds = {code: np.dtype(getattr(ml_dtypes, name, name)) for name, code in CODES.items()}
    out = {}
    for name, row in head.items():
        low, high = (begin + at for at in row["data_offsets"])
        line = np.frombuffer(data[low:high], kinds[row["dtype"]])
        try:
            out[name] = line.reshape(row["shape"])
        except ValueError:  # an empty array, with other sizes beyond NumPy's
            out[name] = line
    return out


def answers(rille, lines, arrays, prelude=""):
    """The results of the script's lines: arrays by name, and the texts of errors."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = pathlib.Path(folder, "in"), pathlib.Path(folder, "out")
        script = pathlib.Path(folder, "script.rille")
        save(before, {"none": np.zeros(1)} | arrays)
        script.write_text(f'{HEAD}{prelude}\nlet d = ckpt.load("{before}")\n' + "\n".join(lines) +
                          f'\nckpt.save("{after}", tree.record(names, kept))\n')
        run = subprocess.run([rille, "run", script], capture_output=True, text=True, timeout=1500)
        got = load(after) if after.exists() else {}
    errors = dict(re.findall(r"^@(r\d+) (error .*)$", run.stdout, re.M))
    if run.returncode != 0:
        errors["run"] = run.stderr[-1500:]
    return got, errors


def note(mine, theirs):
    """Records the largest error: the largest difference of an array divided by its largest element,
    or by 0.1 if all are smaller: samples are about 1, and remainders of cancellation are rounding
    errors."""
    if mine.dtype.kind not in "fcV" or mine.shape != theirs.shape:
        return
    kind = np.complex128 if mine.dtype.kind == "c" else np.float64
    mine, name, theirs = mine.astype(kind), mine.dtype.name, np.asarray(theirs).astype(kind)
    both = np.isfinite(mine) & np.isfinite(theirs)
    scale = max(np.abs(theirs[both]).max(initial=0), 0.1)
    off = float(np.abs(mine - theirs)[both].max(initial=0) / scale)
    worst[name] = max(worst.get(name, 0), off)


def is_told(mine, theirs, truth):
    """Whether float64 can decide which of two is right: it is another dtype, not float32 widened,
    and not another function, as for random bits sampled in other widths."""
    if truth is None or truth.dtype.name != WIDE.get(mine.dtype.name):
        return False
    both = np.isfinite(truth) & np.isfinite(theirs)
    off, scale = (np.abs(x[both]).max(initial=0) for x in (theirs - truth, truth))
    return not np.array_equal(theirs, truth, equal_nan=True) and off <= 1e-2 * max(scale, 1)


def is_as_near(mine, theirs, truth, near):
    """Whether an array is off by `near`, relative to its largest element or to 1, from the float64
    result, and by twice the oracle's own error in float32: for sums whose terms cancel, neither is
    reliable. In float32 some functions of JAX return NaN where they should not."""
    told = np.isfinite(truth)
    if not np.array_equal(mine[~told], theirs[~told], equal_nan=True):
        return False
    both = told & np.isfinite(theirs)
    off, scale = (np.abs(x[told]).max(initial=0) for x in (mine - truth, truth))
    theirs_off = np.abs(theirs - truth)[both].max(initial=0)
    return bool(off <= near * max(scale, 1) + 2 * theirs_off)


def shares(mine, theirs, truth):
    """The largest differences, for the reader of a failure."""
    def off(a, b):
        return 0 if b is None else np.nanmax(np.abs(a - b), initial=0)

    return (f", of {off(theirs, 0):.3g} at most: from theirs {off(mine, theirs):.3g}, from float64 "
            f"{off(mine, truth):.3g}, theirs from float64 {off(theirs, truth):.3g}")


def differs(mine, theirs, exact, truth, near):
    """Why two arrays differ, or an empty text; `truth` returns the oracle's result in float64."""
    if mine.shape != theirs.shape:
        return f"shape {mine.shape}, wanted {theirs.shape}"
    if mine.dtype != theirs.dtype:
        return f"dtype {mine.dtype}, wanted {theirs.dtype}"
    if exact or mine.dtype.kind in "biu":
        note(mine, theirs)
        same = mine.tobytes() == theirs.astype(mine.dtype).tobytes()
        return "" if same else "other bits"
    rtol, atol = TOLERANCES[str(mine.dtype)]
    kind = np.complex128 if mine.dtype.kind == "c" else np.float64
    if mine.dtype.name == "float64":
        # Relative to the largest element: there is no wider dtype.
        atol = max(atol, 1e-11 * np.abs(theirs[np.isfinite(theirs)]).max(initial=0))
    good = np.allclose(mine.astype(kind), theirs.astype(kind), rtol=rtol, atol=atol, equal_nan=True)
    if good or mine.dtype.name not in WIDE:
        note(mine, theirs)
        return "" if good else "other values"
    exactly = truth()
    if not is_told(mine, theirs, exactly):
        rtol, atol = LOOSE[mine.dtype.name]
        good = bool(np.allclose(mine, theirs, rtol=rtol, atol=atol, equal_nan=True))
        exactly = None
    else:
        good = is_as_near(mine, theirs, exactly, near)
    note(mine, theirs if exactly is None else exactly)
    return "" if good else f"other values{shares(mine, theirs, exactly)}"


def check(cases, draws, rille, prelude="", exact=False):
    """The failures as texts, and every case that ran."""
    ran = drawn(cases, draws)
    arrays = {n: a for i, case in enumerate(ran) for n, a in case.arrays(i).items()}
    got, errors = answers(rille, [case.line(i) for i, case in enumerate(ran)], arrays, prelude)
    if "run" in errors:
        return [errors["run"]], ran
    wrong = {}
    for i, case in enumerate(ran):
        if case.name in wrong:
            continue
        why = errors.get(f"r{i}", "")
        wanted = {} if why else case.wanted()
        for path, theirs in wanted.items():
            mine = got.get(f"r{i}{path}")
            found = ("nothing came back" if mine is None else
                     differs(mine, theirs, exact, lambda p=path, c=case: c.truth().get(p),
                             case.near))
            if found and not why:
                why = f"{path or 'the value'}: {found}\n  theirs {str(theirs.tolist())[:300]}"
                why += "" if mine is None else f"\n  ours   {str(mine.tolist())[:300]}"
        if why:
            given = str([np.asarray(a).tolist() for a in case.args])[:300]
            wrong[case.name] = f"{case.name}: {case.expr}\n  of {given}\n  {why}"
    return list(wrong.values()), ran


def table(cases, prelude="", exact=False):
    """The interface of tests/peers/run to a table."""
    return lambda draws, rille, _: check(cases, draws, rille, prelude, exact)
