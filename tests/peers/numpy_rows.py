"""Each row of tests/docs/numpy.txt: Rille's expression compared with NumPy's, on random inputs.

Values and kinds of dtypes are compared; the width of a result follows other rules in NumPy than in
JAX and Rille. Every function of jax.numpy must have a row.
"""
import pathlib
import re
import types

import jax.numpy as jnp
import numpy as np

import compare
from compare import floats, ints

TABLE = pathlib.Path(__file__).resolve().parents[1] / "docs" / "numpy.txt"


def put(x, places, values):
    out = x.copy()
    np.put(out, places, values)
    return out


def put_along(x, places, values, axis):
    out = x.copy()
    np.put_along_axis(out, places, values, axis)
    return out


def tail(x, count):
    """The last numbers of a polynomial, with the leading zeros that NumPy drops."""
    return np.concatenate((np.zeros(count), x))[-count:]


def public():
    """The functions of jax.numpy: no dtypes, constants, or classes."""
    for name in sorted(dir(jnp)):
        value = getattr(jnp, name)
        apart = isinstance(value, (type, types.ModuleType, type(jnp.float32)))
        if callable(value) and not apart and not name.startswith("_"):
            yield name


def inputs():
    a, b, n = (int(compare.rng.integers(low, low + 3)) for low in (2, 3, 5))
    x = floats(-3, 3, (a, b))
    holes = np.where(compare.rng.random((a, b)) < 0.2, np.nan, x).astype(np.float32)
    holes[np.isnan(holes).all(1), 0] = 1
    holes[0, np.isnan(holes).all(0)] = 2
    j = ints(1, 10, (a, b)) * np.where(compare.rng.random((a, b)) < 0.5, -1, 1).astype(np.int32)
    k = ints(0, 5, (n,))
    k[n // 2] = 3
    return {
        "x": x, "y": floats(-3, 3, (a, b)), "p": floats(0.5, 2, (a, b)), "a": holes,
        "v": floats(-3, 3, (n,)), "w": floats(-3, 3, (n,)), "q": floats(-2, 2, (3,)),
        "s": np.sort(floats(-3, 3, (n,))), "m": floats(-3, 3, (a, a)),
        "t": floats(-3, 3, (a, b, 2)),
        "i": ints(-9, 10, (a, b)), "j": j, "k": k, "u": ints(0, 256, (a, b), np.uint8),
        "b": compare.rng.random((a, b)) < 0.5, "c": compare.rng.random(n) < 0.5,
        "d": compare.rng.random((a, b)) < 0.5,
        "z": (floats(-3, 3, (n,)) + 1j * floats(-3, 3, (n,))).astype(np.complex64)}


class Row:
    """A sample of a row, as tests/peers/run counts it."""

    def __init__(self, name, ours, theirs):
        self.name, self.text, self.theirs = name, ours, theirs
        self.given = inputs()
        self.args = [n for n in self.given if re.search(rf"(?<![\w.\"]){n}(?!\w)(?! =[^=])", ours)]

    def line(self, number):
        given = "".join(f"let {n} = d.c{number}_{n}; " for n in self.args)
        return f'report(&names, &kept, "r{number}", try(() => {{ {given}{self.text} }}))'

    def arrays(self, number):
        return {f"c{number}_{n}": self.given[n] for n in self.args}

    def wanted(self):
        with np.errstate(all="ignore"):
            out = eval(self.theirs, globals(), self.given)  # the repository's own text
        return compare.flat(np.asarray(out) if isinstance(out, list) and not any(
            isinstance(part, np.ndarray) for part in out) else out)


def differs(mine, theirs):
    if mine.shape != theirs.shape:
        return f"shape {mine.shape}, wanted {theirs.shape}"
    kinds = [x.dtype.kind.replace("u", "i") for x in (mine, theirs)]
    if kinds[0] != kinds[1]:
        return f"dtype {mine.dtype}, wanted {theirs.dtype}"
    if mine.dtype.kind in "biu":
        return "" if np.array_equal(mine, theirs) else "other values"
    wide = np.complex128 if mine.dtype.kind == "c" else np.float64
    scale = np.max(np.abs(theirs[np.isfinite(theirs)]), initial=1)
    near = np.allclose(mine.astype(wide), theirs.astype(wide), rtol=2e-4, atol=2e-5 * scale,
                       equal_nan=True)
    return "" if near else "other values"


def run(draws, rille, _):
    table = [line.split(" | ", 2) for line in TABLE.read_text().splitlines()
             if not line.startswith("#")]
    here = {name for name, *_ in table}
    wrong = {name: f"numpy.txt has no row for {name}" for name in public() if name not in here}
    for name, ours, theirs in table:
        if theirs.startswith("@") and not pathlib.Path(theirs[1:]).exists():
            wrong[name] = f"{name} is judged by {theirs[1:]}, which is not there"
    ran = [Row(*row) for row in table if row[1] != "-" and row[2][0] != "@" for _ in range(draws)]
    arrays = {n: a for i, row in enumerate(ran) for n, a in row.arrays(i).items()}
    got, errors = compare.answers(rille, [row.line(i) for i, row in enumerate(ran)], arrays)
    if "run" in errors:
        return [errors["run"]], ran
    for i, row in enumerate(ran):
        why = errors.get(f"r{i}", "")
        for path, theirs in ({} if why else row.wanted()).items():
            mine = got.get(f"r{i}{path}")
            found = "nothing came back" if mine is None else differs(mine, theirs)
            if found and not why:
                why = f"{found}\n  theirs {str(theirs.tolist())[:300]}"
                why += "" if mine is None else f"\n  ours   {str(mine.tolist())[:300]}"
        if why and row.name not in wrong:
            given = {n: row.given[n].tolist() for n in row.args}
            wrong[row.name] = f"{row.name}: {row.text}\n  of {str(given)[:300]}\n  {why}"
    return list(wrong.values()), ran
