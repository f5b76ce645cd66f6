"""Builtins with invalid and unusual arguments, compared with NumPy: the same result, or an error.

usage alone: bad_input.py [CASES [SEED]] [--only PART OF A ROW]
A row of bad_input.txt is a call, and the same in NumPy, SciPy, or JAX. Its slots are filled at
random: arrays of any rank up to 16, empty ones, of any dtype, with NaN and infinity in them, axes,
sizes, and shapes that are negative, too large, or whose product exceeds 2^64. If both return, the
values must agree. If one raises and the other returns, bad_input_reasons.py must give a reason. No
call may crash, hang, or end in error[bug].
"""
import argparse
import collections
import contextlib
import itertools
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import warnings

import jax
import jax.numpy as jnp
import numpy as np
import scipy.linalg
import scipy.special as sc

import compare
from bad_input_reasons import ANSWERED, REFUSED, is_known

SHARE = 400
R = np.random.default_rng(0)
ROWS = pathlib.Path(__file__).with_suffix(".txt").read_text().splitlines()[1:]

# Sums of products, whose order determines where an infinity becomes NaN.
FINITE = re.compile(r"@|interp|linalg|fft\.|convolve|einsum|poly\.|"
                    # SciPy loses a limit, and NumPy keeps each row with NaN
                    r"special\.(i[01]\(|beta\(|bessel|poch|polygamma|spence|zeta)|unique.*axis")
OF_JAX = re.compile(r"jax|custom_|added")  # its threads need address space


def pick(*choices):
    return choices[R.integers(len(choices))]


SHAPES = [(), (0,), (1,), (3,), (5,), (2, 0), (0, 3), (2, 3), (3, 3), (1, 3), (2, 3, 4),
          (2, 1, 3, 3), (0, 0), (1,) * 16, (2,) * 8, (2,) + (1,) * 15]
USUAL = [(3,), (5,), (2, 3), (3, 3), (2, 3, 4), (1, 3)]
KINDS = {"x": ["float32"] * 3 + ["float64", "int32", "int64", "uint8", "bool", "complex64"],
         "r": ["float32"] * 3 + ["float64", "int32", "int64", "uint8"],
         "i": ["int32", "int32", "int64", "uint8"], "b": ["bool"], "u": ["uint8"]}
ALIAS = {"y": "x", "s": "r", "t": "r", "j": "i"}
INTS = [0, 1, -1, 2, 3, 5, -2, -3]
LARGE = [16, -16, 127, 2**31 - 1, 2**31, -2**31, 2**32, 2**62, 2**63 - 1, -2**63]


def an_int():
    return int(pick(*INTS) if R.random() < 0.75 else pick(*LARGE))


def an_array(letter, near):
    """An array of a common shape, of the shape of another one, or of any shape."""
    roll = R.random()
    shape = pick(*(USUAL if roll < 0.75 else SHAPES))
    if near is not None and roll < 0.5:
        shape = near
    kind = pick(*KINDS[ALIAS.get(letter, letter)])
    if kind == "bool":
        return R.random(shape) < 0.5
    if kind[0] in "ui":
        x = R.integers(0 if kind[0] == "u" or R.random() < 0.5 else -4, 5, shape)
        return np.asarray(x).astype(kind)
    x = np.asarray(R.integers(-8, 9, shape) / 4)
    if kind == "complex64":
        x = x + 1j * np.asarray(R.integers(-8, 9, shape) / 4)
    if R.random() < 0.2 and x.size:
        x = x.copy()
        x.flat[R.integers(x.size)] = pick(np.nan, np.inf, -np.inf, -0.0)
    return np.asarray(x).astype(kind)


class Case:
    def __init__(self, ours, theirs):
        self.args, near, holes = {}, None, {}
        for letter in dict.fromkeys(re.findall(r"\{(\w)\}", ours)):
            if letter in "xyrstijbu":
                x = an_array(letter, near)
                if FINITE.search(ours):
                    x = np.where(np.isfinite(x), x, x.dtype.type(1))
                self.args[letter] = x
                near = self.args[letter].shape
                holes[letter] = (letter, letter)
            else:
                holes[letter] = self.word(letter, near)
        self.row = self.name = ours
        self.text, self.theirs = (
            re.sub(r"\{(\w)\}", lambda found, side=side: holes[found[1]][side], text)
            for side, text in ((0, ours), (1, theirs)))

    def word(self, letter, near):
        rank = len(near or ())
        if letter == "e":
            return (pick("edge", "reflect", "symmetric", "wrap"),) * 2
        if letter in "aolk":
            axis = int(R.integers(-rank, rank)) if rank and R.random() < 0.7 else an_int()
            if letter in "ao" and R.random() < 0.2:
                return "nil", "None"
            if letter == "a" and R.random() < 0.3:
                return self.shape([axis] + [an_int() for _ in range(R.integers(0, 2))])
            return str(axis), str(axis)
        if letter == "h":
            size = near or (2,)
            return self.shape(pick([-1], list(size), list(size)[::-1], [4] + list(size),
                                   [an_int() for _ in range(R.integers(0, 4))],
                                   [an_int() for _ in range(R.integers(0, 4))],
                                   list(range(rank))[::-1], [2**32, 2**32]))
        number = str(an_int())
        return number, number

    def shape(self, sizes):
        text = "(" + "".join(f"{n}, " for n in sizes) + ")"
        return text, text


HEAD = """fn narrow(x) = if x.dtype == c128 { c64(x) } else { x }  # no file holds c128
var names = ()
var kept = ()
proc report(inout names, inout kept, at, r) {
  if r.ok { push(&names, at); push(&kept, tree.map(narrow, r.value)) }
  else { print("@{at} {r.error.kind}: {r.error.message}") }
}
"""
LIMITS = ["--memory-limit", "800", "--time-limit", "60"]


def ran(rille, cases):
    """Rille's results: arrays by name, errors by name, and a failure of the run."""
    arrays = {f"c{i}_{n}": a for i, case in cases for n, a in case.args.items()}
    lines = []
    for i, case in cases:
        given = "".join(f"let {n} = d.c{i}_{n}; " for n in case.args)
        lines.append(f'report(&names, &kept, "r{i}", try(() => {{ {given}{case.text} }}))')
    with tempfile.TemporaryDirectory() as folder:
        before, after = pathlib.Path(folder, "in"), pathlib.Path(folder, "out")
        script = pathlib.Path(folder, "script.rille")
        compare.save(before, {"none": np.zeros(1)} | arrays)
        script.write_text(f'{HEAD}let d = ckpt.load("{before}")\n' + "\n".join(lines) +
                          f'\nckpt.save("{after}", tree.record(names, kept))\n')
        try:
            run = subprocess.run([rille, *LIMITS, "run", script], capture_output=True, text=True,
                                 timeout=300)
        except subprocess.TimeoutExpired:
            return {}, {}, "hangs"
        got = compare.load(after) if after.exists() else {}
    errors = dict(re.findall(r"^@(r\d+) (.*)$", run.stdout, re.M))
    return got, errors, "" if run.returncode == 0 else f"{run.returncode} {run.stderr[:600]}"


def answers(rille, cases):
    """The same; a run that fails is bisected: {name: why}."""
    got, errors, fault = ran(rille, cases)
    if not fault:
        return got, errors, {}
    if len(cases) == 1:
        return {}, {}, {f"r{cases[0][0]}": fault}
    half = len(cases) // 2
    parts = [answers(rille, some) for some in (cases[:half], cases[half:])]
    return tuple(one | two for one, two in zip(*parts))


def flat(value):
    if isinstance(value, (tuple, list)):
        out = {}
        for i, item in enumerate(value):
            out |= {f"[{i}]{rest}": leaf for rest, leaf in flat(item).items()}
        return out
    return {"": np.asarray(value)}


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def nearby(k):
    """For distant diagonals NumPy reads memory out of bounds."""
    return max(min(k, 200), -200)


def counted(out):
    """Without weights NumPy's counts are floats."""
    counts, *edges = out
    whole = [tuple(e) if isinstance(e, (tuple, list)) else e for e in edges]
    return counts.astype(np.int32), *whole


def of_scipy(f, *xs):
    """With the dtypes in which Rille computes: f32 for ints and for half-precision floats."""
    return np.asarray(f(*(np.asarray(x, np.float64) for x in xs)))


def few(n):
    return min(n, 2**15)


def from_0(axis, x, y):
    """JAX's own reversal rejects negative axes."""
    is_one = np.ndim(x) == np.ndim(y) and -np.ndim(x) <= axis < 0
    return axis + np.ndim(x) if is_one else axis


def within(n):
    """A count within JAX's memory; a negative one is 0."""
    if not 0 <= n < 2**20:
        raise ValueError(f"{n} segments")
    return n


def bessel(x, n):
    return np.stack([of_scipy(sc.jv, i, x) for i in range(few(n) + 1)])


def custom_slope(x, slope):
    @jax.custom_jvp
    def f(p):
        return p * p
    f.defjvp(lambda p, t: (p[0] * p[0], slope))
    return jax.jvp(f, (x,), (x,))


def custom_cotangent(x, ct):
    @jax.custom_vjp
    def f(p):
        return p * p
    f.defvjp(lambda p: (p * p, p), lambda p, t: (ct,))
    return jax.grad(lambda p: jnp.sum(f(p)))(x)


def need_few(counts):
    """NumPy is not asked for more memory than there is, since it may not survive."""
    if np.max(np.abs(np.asarray(counts, float)), initial=0) > 2**24:
        raise MemoryError("so many repeats")


def repeated(x, counts, axis):
    need_few(counts)
    return np.repeat(x, counts, axis=axis)


def tiled(x, counts):
    need_few(counts)
    return np.tile(x, counts)


def added(x, y):
    return jax.lax.fori_loop(0, 3, lambda _, c: c + y, jnp.asarray(x))


def axes(given):
    return (given,) if isinstance(given, int) else given


@contextlib.contextmanager
def little_memory():
    """NumPy's unlimited allocations fail; a child process would inherit the limit."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 2**29, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def wanted(case):
    try:
        room = jax.enable_x64(True) if OF_JAX.search(case.theirs) else little_memory()
        with room, np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            names = {n: a.copy() for n, a in case.args.items()}
            out = flat(eval(case.theirs, globals(), names))  # the repository's own text
            return {n: x for n, x in out.items() if x.dtype.kind != "V"}, ""  # no derivative: nil
    except Exception as fault:  # any error of NumPy
        return None, f"{type(fault).__name__}: {str(fault)[:100]}"


def differs(mine, theirs):
    if mine.shape != theirs.shape:
        return f"shape {mine.shape}, wanted {theirs.shape}"
    kinds = [x.dtype.kind.replace("u", "i") for x in (mine, theirs)]
    if kinds[0] != kinds[1]:
        return f"dtype {mine.dtype}, wanted {theirs.dtype}"
    if mine.dtype.kind in "biu":  # Rille's are 32 bits wide where NumPy's are 64
        return "" if np.array_equal(mine, theirs.astype(mine.dtype)) else "other values"
    wide = np.complex128 if mine.dtype.kind == "c" else np.float64
    loose = 1e-2 if np.dtype(np.float16) in (mine.dtype, theirs.dtype) else 3e-4
    mine, theirs = mine.astype(wide), theirs.astype(wide)
    scale = np.max(np.abs(theirs[np.isfinite(theirs)]), initial=1)
    near = np.allclose(mine, theirs, rtol=loose, atol=loose * scale, equal_nan=True)
    return "" if near else "other values"


def judged(case, name, got, errors, faults):
    """(kind, text) of a case that fails; None if it passes."""
    if name in faults:
        return "ends the run", faults[name]
    theirs, refused = wanted(case)
    if name in errors:
        if errors[name].startswith("bug"):
            return "bug", errors[name]
        by_design = theirs is None or is_known(REFUSED, case.row, errors[name])
        return None if by_design else ("only NumPy answers", errors[name])
    mine = {key[len(name):]: a for key, a in got.items() if re.match(rf"{name}(?!\d)", key)}
    if theirs is None and is_known(ANSWERED, case.row, refused):
        return None
    if theirs is None:
        said = [(a.dtype.name, a.shape) for a in mine.values()]
        return "only we answer", f"{refused}; ours {said}"
    for path, value in theirs.items():
        if path not in mine:
            return "values", f"nothing at {path!r}, wanted {value.dtype}{value.shape}"
        why = differs(mine[path], value)
        if why:
            return "values", f"{why}\n    theirs {list(itertools.islice(value.flat, 30))}"[:300] + (
                f"\n    ours   {list(itertools.islice(mine[path].flat, 30))}"[:300])
    return None


def many(rille, count, seed, only=""):
    """The texts of failures, at most two of a kind and row, and all cases."""
    global R
    R = np.random.default_rng(seed)
    rows = [line.split(" | ") for line in ROWS if only in line]
    seen, wrong, ran = collections.Counter(), [], []
    for begin in range(0, count, SHARE):
        cases = [(i, Case(*rows[i % len(rows)])) for i in range(begin, min(begin + SHARE, count))]
        ran += [case for _, case in cases]
        got, errors, faults = answers(rille, cases)
        for i, case in cases:
            found = judged(case, f"r{i}", got, errors, faults)
            if found is None:
                continue
            seen[case.row, found[0]] += 1
            if seen[case.row, found[0]] <= 2:
                given = {n: f"{a.dtype}{a.shape}" + (str(a.tolist()) if a.size < 8 else "")
                         for n, a in case.args.items()}
                wrong.append(f"{found[0]}: {case.text}\n    {given}\n    {found[1]}")
    return wrong, ran


def run(draws, rille, seed):
    return many(rille, 100 * draws, seed)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("cases", type=int, nargs="?", default=4000)
    options.add_argument("seed", type=int, nargs="?", default=0)
    options.add_argument("--only", default="")
    given = options.parse_args()
    program = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
    texts, _ = many(program, given.cases, given.seed, given.only)
    print("\n".join(texts))
    print(f"seed {given.seed}: {given.cases - len(texts)} passed, {len(texts)} failed")
    sys.exit(bool(texts))
