"""Builtins given what they may not expect, with NumPy as the judge: an answer of its or an error.

usage alone: bad_input.py [CASES [SEED]] [--only PART OF A ROW]
A row of ROWS is a call, and NumPy's. Its holes are drawn: arrays of any rank up to 16, empty ones,
of any dtype, with NaN and infinity in them, axes, sizes and shapes that are negative, too large, or
whose product passes 2^64. Where both answer the values must agree. Where one refuses and the other
answers, the error is one of REFUSED or the row one of ANSWERED. Nothing crashes,
hangs or ends in error[bug].
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

import numpy as np
import scipy.special as sc

import compare

SHARE = 400
R = np.random.default_rng(0)
ROWS = """
abs({x}) | np.abs({x})
sqrt({x}) | np.sqrt({x})
exp({x}) | np.exp({x})
sin({x}) | np.sin({x})
sign({r}) | np.sign({r})
floor({r}) | np.floor({r})
round({r}, decimals = {n}) | np.round({r}, min({n}, 20))
isnan({x}) | np.isnan({x})
{x} + {y} | np.add({x}, {y})
{x} * {y} | np.multiply({x}, {y})
{r} / {s} | np.true_divide({r}, {s})
{i} // {j} | np.where({j} == 0, -1, np.floor_divide({i}, {j}))
{i} % {j} | np.where({j} == 0, {i}, np.mod({i}, {j}))
{x} == {y} | np.equal({x}, {y})
{r} < {s} | np.less({r}, {s})
maximum({r}, {s}) | np.maximum({r}, {s})
where({b}, {x}, {y}) | np.where({b}, {x}, {y})
clip({r}, {s}, {t}) | np.clip({r}, {s}, {t})
hypot({r}, {s}) | np.hypot({r}, {s})
ldexp({r}, {i}) | np.ldexp({r}, {i})
gcd({i}, {j}) | np.gcd({i}, {j})
lcm({i}, {j}) | np.lcm({i}, {j})
bits.and({i}, {j}) | np.bitwise_and({i}, {j})
bits.shift_left({i}, {n}) | np.left_shift({i}, {n})
nan_to_num({r}) | np.nan_to_num({r})
sum({x}, axis = {a}) | np.sum({x}, axis={a})
sum({x}, axis = {a}, keep = true) | np.sum({x}, axis={a}, keepdims=True)
sum({x}, axis = {a}, where = {b}) | np.sum({x}, axis={a}, where={b})
prod({r}, axis = {a}) | np.prod({r}, axis={a})
max({r}, axis = {a}) | np.max({r}, axis={a})
min({r}, axis = {a}) | np.min({r}, axis={a})
mean({x}, axis = {a}) | np.mean({x}, axis={a})
mean({r}, axis = {o}, weights = {s}) | np.average({r}, axis={o}, weights={s})
std({x}, axis = {a}, ddof = {n}) | np.std({x}, axis={a}, ddof=max({n}, -2**31))
({x}).var(axis = {a}) | np.var({x}, axis={a})
median({r}, axis = {a}) | np.median({r}, axis={a})
quantile({r}, {s}, axis = {a}) | np.quantile({r} * 1.0, {s}, axis={a})
all({b}, axis = {a}) | np.all({b}, axis={a})
any({b}, axis = {a}) | np.any({b}, axis={a})
argmax({r}, axis = {o}) | np.argmax({r}, axis={o})
argmin({r}, axis = {o}) | np.argmin({r}, axis={o})
cumsum({x}, axis = {o}) | np.cumsum({x}, axis={o})
cumprod({r}, axis = {o}) | np.cumprod({r}, axis={o})
cummax({r}, axis = {l}) | np.maximum.accumulate({r}, axis={l})
sort({r}, axis = {l}) | np.sort({r}, axis={l})
argsort({r}, axis = {l}) | np.argsort({r}, axis={l}, stable=True)
lexsort(({r}, {s}), axis = {l}) | np.lexsort(({r}, {s}), axis={l})
unique({r}) | np.unique({r})
unique({r}, counts = true, inverse = true, index = true) | np.unique({r}, True, True, True)
nonzero({x}) | np.nonzero({x})
searchsorted(sort(flatten({s})), {r}) | np.searchsorted(np.sort(np.ravel({s})), {r})
isin({r}, {s}) | np.isin({r}, {s})
bincount({i}) | np.bincount(np.ravel({i}))
bincount({i}, length = {n}) | np.bincount({i}, minlength={n})[:max({n}, 0)]
bincount({i}, weights = {r} * 1.0) | np.bincount({i}, {r}) * 1.0
histogram({r}, {n}) | np.histogram({r}, {n})
histogram({r}, {s}) | np.histogram({r}, {s} * 1.0)
interp({r}, [-1.0, 0.0, 2.0], {t}) | np.interp({r}, [-1, 0, 2], {t})
trapezoid({r}, axis = {l}) | np.trapezoid({r}, axis={l})
diff({x}, n = {n}, axis = {l}) | np.diff({x}, min({n}, 99), {l})
gradient({r}, axis = {l}) | np.gradient({r}, axis={l})
unwrap({r}, axis = {l}) | np.unwrap(np.asarray({r}) * 1.0, axis={l})
convolve({x}, {y}, mode = "same") | np.convolve({x}, {y}, "same")
convolve({x}, {y}) | np.convolve({x}, {y})
cross({x}, {y}, axis = {l}) | np.cross({x}, {y}, axis={l})
kron({x}, {y}) | np.kron({x}, {y})
cov({r}, ddof = 0) | matrix(np.cov({r}, ddof=0), {r})
corrcoef({r}) | matrix(np.corrcoef({r}), {r})
reshape({x}, {h}) | np.reshape({x}, {h})
broadcast({x}, {h}) | np.broadcast_to({x}, {h})
tile({x}, {h}) | np.tile({x}, {h})
repeat({x}, {n}, axis = {o}) | np.repeat({x}, {n}, axis={o})
repeat({x}, {i}, axis = {o}) | np.repeat({x}, {i}, axis={o})
pad({x}, {n}) | np.pad({x}, {n})
pad({x}, ({n}, {m})) | np.pad({x}, ({n}, {m}))
pad({x}, ({n}, {m}), mode = "{e}") | np.pad({x}, ({n}, {m}), "{e}")
roll({x}, {n}, axis = {a}) | np.roll({x}, {n}, {a})
flip({x}, axis = {a}) | np.flip({x}, {a})
transpose({x}, {h}) | np.transpose({x}, {h})
swap({x}, {l}, {k}) | np.swapaxes({x}, {l}, {k})
move_axis({x}, {l}, {k}) | np.moveaxis({x}, {l}, {k})
squeeze({x}, axis = {a}) | np.squeeze({x}, axis={a})
expand({x}, {l}) | np.expand_dims({x}, {l})
concat(({x}, {y}), axis = {l}) | np.concatenate(({x}, {y}), axis={l})
stack(({x}, {y}), axis = {l}) | np.stack(({x}, {y}), axis={l})
split({x}, {n}, axis = {l}) | np.array_split({x}, {n}, {l})
split({x}, ({n}, {m}), axis = {l}) | np.split({x}, ({n}, {m}), {l})
take({x}, {i}, axis = {o}) | np.take({x}, {i}, {o})
take_along_axis({x}, {i}, axis = {l}) | np.take_along_axis({x}, {i}, {l})
tril({x}, k = {n}) | np.tril({x}, nearby({n}))
triu({x}, k = {n}) | np.triu({x}, nearby({n}))
diag({x}, k = {n}) | np.diag({x}, nearby({n}))
diagonal({x}, k = {n}, axes = ({l}, {k})) | np.diagonal({x}, nearby({n}), {l}, {k})
meshgrid(({x}, {y})) | np.meshgrid({x}, {y})
ravel_multi_index(({i}, {j}), {h}) | np.ravel_multi_index(({i}, {j}), {h})
unravel_index({i}, {h}) | np.unravel_index({i}, {h})
bits.pack({b}, axis = {o}) | np.packbits({b}, axis={o})
bits.unpack({u}, axis = {o}, count = {n}) | np.unpackbits({u}, axis={o}, count={n}) * ({u}.size > 0)
zeros({h}) | np.zeros({h})
full({h}, 2.5) | np.full({h}, 2.5)
eye({n}, {m}) | np.eye({n}, {m})
arange({n}, {m}, {p}) | np.arange({n}, {m}, {p})
linspace(-1.0, 2.0, {n}) | np.linspace(-1, 2, {n})
{x} @ {y} | np.matmul({x}, {y})
einsum("ij,jk->ik", {x}, {y}) | np.einsum("ij,jk->ik", {x}, {y})
einsum("ii->i", {r}) | np.einsum("ii->i", {r})
norm({x}, axis = {o}) | np.linalg.norm({x}, axis={o})
linalg.det({x}) | np.linalg.det({x})
linalg.solve({x}, {y}) | np.linalg.solve({x}, {y})
abs(linalg.qr({x})[1]) | np.abs(np.linalg.qr({x})[1])
linalg.svdvals({x}) | np.linalg.svdvals({x})
linalg.eigvalsh({x} + swap(conj({x}), -1, -2)) | np.linalg.eigvalsh({x} + adjoint({x}))
linalg.pinv({x}) | np.linalg.pinv({x} * 1.0)
linalg.matrix_rank({x}) | np.linalg.matrix_rank({x})
fft.fft({x}, n = {n}, axis = {l}) | np.fft.fft({x}, {n}, {l})
fft.ifft({x}, n = {n}, axis = {l}) | np.fft.ifft({x}, {n}, {l})
fft.rfft({r}, n = {n}, axis = {l}) | np.fft.rfft({r}, {n}, {l})
fft.irfft({x}, n = {n}, axis = {l}) | np.fft.irfft({x}, {n}, {l})
fft.fftn({x}, axes = {a}) | np.fft.fftn({x} * (1 + 0j), axes=axes({a}))
fft.fftshift({x}, axes = {a}) | np.fft.fftshift({x}, axes={a})
fft.fftfreq({n}) | np.fft.fftfreq({n})
fft.window({n}) | np.hanning({n})
poly.value({x}, {r} * 1.0) | np.polyval({x}, {r} * 1.0)
poly.mul({x}, {y}) | np.convolve({x} * 1, {y} * 1)
poly.add({x}, {y}) | np.polyadd({x}, {y})
poly.derivative({r}, m = {n}) | np.polyder({r}, min({n}, 99))
poly.integral({x}, m = {n}) | np.polyint({x} * 1.0, min({n}, 99))
special.gammaln(abs({r})) | sc.gammaln(np.abs({r}))
special.xlogy({r}, {s}) | sc.xlogy({r}, {s})
special.expn({n}, {r}) | sc.expn(min({n}, 2**31 - 1), {r})
{x}[{n}] | {x}[{n}]
{x}[{n}:{m}] | {x}[{n}:{m}]
{x}[{n}:{m}:{p}] | {x}[{n}:{m}:{p}]
{x}[{i}] | {x}[{i}]
{x}[..., {n}] | {x}[..., {n}]
"""


# What is refused here, by design, where NumPy answers.
REFUSED = re.compile("|".join([
    r"`[\w.]+` needs ",  # a signature: ranks that the function is not for
    r"needs (an array of )?numbers, (got|[xy] is|`\w+` is) bool",
    r"memory: |limit: ",  # NumPy has more room, or goes on for long
    r"does not fit in i32",
    r"has no elements|needs elements|no values",  # NumPy warns and gives nan
    r"must be (0 or more|>= 0)|needs n >= 0|needs decimals from",
    r"is named twice|is not one of the axes",  # NumPy knows axes of a number
    r"the axis `\w` is \d+ and \d+",  # einsum spreads no axis of 1
    r"is out of range for axis",  # NumPy asks no index where nothing is read
    r"repeat needs a count|holds the size",
    r"cross needs 3 numbers|c\w+ needs a vector or a matrix|histogram needs two edges",
    r"bincount needs ints from 0 to",  # `length` is no least one
    r"reshape needs sizes >= 0",  # NumPy takes any negative one for -1
    r"places are i32",
    r"linalg.solve: x is",  # batches are not spread over each other
]))
# What is answered here where NumPy refuses: mostly for values that a trace does not know.
ANSWERED = ("histogram", "pad(", "round(", "linalg.", "unravel_index", "mean(", "bits.unpack",
            "tile", "diag(", "bincount", "reshape", "broadcast", "quantile", "poly.",
            "ravel_multi_index", "norm(")


# Sums of products, whose order says where an infinity becomes nan.
FINITE = re.compile(r"@|interp|linalg|fft\.|convolve|einsum|poly\.")


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
    """Of a usual shape, the shape of another one, or any."""
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
    """What our side gave: arrays by name, errors by name, and what went wrong with the run."""
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
                                 timeout=90)
        except subprocess.TimeoutExpired:
            return {}, {}, "hangs"
        got = compare.load(after) if after.exists() else {}
    errors = dict(re.findall(r"^@(r\d+) (.*)$", run.stdout, re.M))
    return got, errors, "" if run.returncode == 0 else f"{run.returncode} {run.stderr[:600]}"


def answers(rille, cases):
    """The same with what ends a run found by halves: {name: why}."""
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


def matrix(out, x):
    """numpy.cov makes a number of a matrix of one row; ours stays a matrix."""
    return np.reshape(out, (1, 1)) if np.ndim(x) == 2 and np.ndim(out) == 0 else out


def nearby(k):
    """Of diagonals far outside NumPy reads memory that is not its own."""
    return max(min(k, 99), -99)


def axes(given):
    return (given,) if isinstance(given, int) else given


@contextlib.contextmanager
def little_memory():
    """What NumPy would allocate without end is refused; a child would inherit the limit."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 2**29, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def wanted(case):
    try:
        with little_memory(), np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            names = {n: a.copy() for n, a in case.args.items()}
            return flat(eval(case.theirs, globals(), names)), ""  # the repository's own text
    except Exception as fault:  # whatever NumPy refuses
        return None, f"{type(fault).__name__}: {str(fault)[:100]}"


def differs(mine, theirs):
    if mine.shape != theirs.shape:
        return f"shape {mine.shape}, wanted {theirs.shape}"
    kinds = [x.dtype.kind.replace("u", "i") for x in (mine, theirs)]
    if kinds[0] != kinds[1]:
        return f"dtype {mine.dtype}, wanted {theirs.dtype}"
    if mine.dtype.kind in "biu":  # ours are 32 bits wide where NumPy's are 64
        return "" if np.array_equal(mine, theirs.astype(mine.dtype)) else "other values"
    wide = np.complex128 if mine.dtype.kind == "c" else np.float64
    loose = 1e-2 if np.dtype(np.float16) in (mine.dtype, theirs.dtype) else 3e-4
    mine, theirs = mine.astype(wide), theirs.astype(wide)
    scale = np.max(np.abs(theirs[np.isfinite(theirs)]), initial=1)
    near = np.allclose(mine, theirs, rtol=loose, atol=loose * scale, equal_nan=True)
    return "" if near else "other values"


def judged(case, name, got, errors, faults):
    """(sort, what) of a case that is not as it should be; None."""
    if name in faults:
        return "ends the run", faults[name]
    theirs, refused = wanted(case)
    if name in errors:
        if errors[name].startswith("bug"):
            return "bug", errors[name]
        by_design = theirs is None or REFUSED.search(errors[name])
        return None if by_design else ("only NumPy answers", errors[name])
    mine = {key[len(name):]: a for key, a in got.items() if re.match(rf"{name}(?!\d)", key)}
    if theirs is None and case.row.startswith(ANSWERED):
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
    """Texts of what is wrong, two of a sort and row at most, and all cases."""
    global R
    R = np.random.default_rng(seed)
    rows = [line.split(" | ") for line in ROWS.strip().splitlines() if only in line]
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
