"""x[…] in every form compared with NumPy: reads, `=`, `+=`, and gradients of reads.

A case has a random array, an index of up to five parts in every mixture (ints, slices with any
step, `...`, nil, masks of one or more axes, arrays of ints that broadcast) and an operation.
Hundreds of cases are one script; numpy.add.at defines `+=` with repeated indices. usage alone:
indexing.py [CASES [SEED]]
"""
import os
import pathlib
import re
import sys

import numpy as np

import compare

SHARE = 500  # cases in one script
KINDS = ["read"] * 16 + ["set"] * 8 + ["add"] * 8 + ["gradient"]  # the last compiles, 20 ms each
R = np.random.default_rng(0)


def pick(*choices):
    return choices[R.integers(len(choices))]


def bound(size):
    return None if R.random() < 0.3 else int(R.integers(-size - 2, size + 3))


def ints_text(x):
    return str(x.tolist())


class Index:
    """Parts of one index: NumPy's, and their text."""

    def __init__(self, shape):
        self.theirs, self.texts, self.arrays = [], [], {}
        self.rows = pick((1,), (2,), (3,), (2, 1), (1, 2), (2, 3))
        axis, dots, kinds = 0, False, pick("basic", "mixed", "mixed", "arrays")
        while axis < len(shape):
            roll = R.random()
            if roll < 0.08:
                self.part(None, "nil")
            elif roll < 0.16 and not dots:
                dots = True
                axis = int(R.integers(axis, len(shape) + 1))
                self.part(Ellipsis, "...")
                # The parts after the dots must reach the last axis.
                while axis < len(shape):
                    axis += self.one(shape, axis, kinds, False)
                return
            elif roll < 0.2:
                return
            else:
                axis += self.one(shape, axis, kinds, True)

    def part(self, theirs, text):
        self.theirs.append(theirs)
        self.texts.append(text)

    def one(self, shape, axis, kinds, may_mask):
        """One part for one axis, or a mask for several; returns the number of axes."""
        size = shape[axis]
        what = pick("int", "slice", "slice") if kinds == "basic" else pick(
            "int", "slice", "array", "array", "mask") if kinds == "mixed" else "array"
        if size == 0 and what in ("int", "array"):
            what = "slice"
        if what == "int":
            at = int(R.integers(-size, size))
            self.part(at, str(at))
        elif what == "slice":
            step = pick(None, None, 1, 2, -1, -2, 3)
            low, high = bound(size), bound(size)
            text = f"{'' if low is None else low}:{'' if high is None else high}"
            self.part(slice(low, high, step), text + ("" if step is None else f":{step}"))
        elif what == "array":
            dims = pick(self.rows, self.rows, self.rows[-1:], (1,), ())
            places = np.asarray(R.integers(-size, size, dims), pick(np.int32, np.int64))
            self.named(places)
        else:
            axes = 1 if R.random() < 0.7 else int(R.integers(1, len(shape) - axis + 1))
            if not may_mask:
                axes = 1
            mask = R.random(shape[axis:axis + axes]) < 0.5
            # Its count must broadcast with the other arrays.
            if any(isinstance(p, np.ndarray) for p in self.theirs) and R.random() < 0.7:
                mask[:] = False
                if mask.size:
                    mask.flat[R.integers(mask.size)] = True
            self.named(mask)
            return axes
        return 1

    def named(self, array):
        name = f"n{len(self.arrays)}"
        self.arrays[name] = array
        self.part(array, name)

    @property
    def key(self):
        return tuple(self.theirs)

    @property
    def text(self):
        return ", ".join(self.texts)


class Case:
    def __init__(self):
        while True:
            shape = tuple(int(n) for n in R.integers(0 if R.random() < 0.1 else 1, 5,
                                                     R.integers(1, 5)))
            self.index = Index(shape)
            if not self.index.texts:
                continue
            self.kind = pick(*KINDS)
            dtype = np.float32 if self.kind == "gradient" else pick(np.float32, np.int32, np.int64,
                                                                    np.float64)
            self.x = (np.asarray(R.integers(-99, 100, shape))).astype(dtype)
            try:
                self.read = self.x[self.index.key]
            except IndexError:  # arrays that do not broadcast
                continue
            if self.kind == "gradient" and any(a.size == 0 for a in self.index.arrays.values()):
                continue
            self.value = self.drawn_value(dtype)
            break
        self.text = f"x[{self.index.text}] {self.kind}"
        self.name = "indexing"

    def drawn_value(self, dtype):
        dims = np.shape(self.read)
        if self.kind == "gradient":
            return np.asarray(R.integers(-9, 10, dims), dtype)
        dims = dims[int(R.integers(0, len(dims) + 1)):]
        dims = tuple(1 if R.random() < 0.2 else n for n in dims)
        return np.asarray(R.integers(-9, 10, dims), dtype)

    def line(self, number):
        names = {"x": 0, "v": 0} | dict.fromkeys(self.index.arrays)
        given = "".join(f"let {n} = d.c{number}_{n}; " for n in names)
        at = self.index.text
        if self.kind == "gradient":  # a literal mask is static in a trace
            for name, mask in self.index.arrays.items():
                if mask.dtype == bool:
                    at = re.sub(rf"\b{name}\b", str(mask.tolist()).lower(), at)
        body = {"read": f"x[{at}]", "set": f"var y = x; y[{at}] = v; y",
                "add": f"var y = x; y[{at}] += v; y",
                "gradient": f"grad(x => sum(x[{at}] * v))(x)"}[self.kind]
        return f'report(&names, &kept, "r{number}", try(() => {{ {given}{body} }}))'

    def arrays(self, number):
        out = {"x": self.x, "v": self.value} | self.index.arrays
        return {f"c{number}_{n}": a for n, a in out.items()}

    def wanted(self):
        if self.kind == "read":
            return np.asarray(self.read)
        out = np.zeros_like(self.x) if self.kind == "gradient" else self.x.copy()
        if self.kind == "set":
            out[self.index.key] = self.value
        else:
            # Broadcast first: with indices of more axes numpy.add.at reads out of bounds.
            np.add.at(out, self.index.key, np.broadcast_to(self.value, np.shape(self.read)).copy())
        return out


def batch(rille, count):
    cases = [Case() for _ in range(count)]
    arrays = {n: a for i, case in enumerate(cases) for n, a in case.arrays(i).items()}
    got, errors = compare.answers(rille, [case.line(i) for i, case in enumerate(cases)], arrays)
    wrong = [errors["run"]] if "run" in errors else []
    for i, case in enumerate(cases if not wrong else ()):
        mine, theirs = got.get(f"r{i}"), case.wanted()
        why = errors.get(f"r{i}", "")
        if not why and (mine is None or mine.shape != theirs.shape or mine.dtype != theirs.dtype or
                        not np.array_equal(mine, theirs)):
            why = f"theirs {theirs.dtype}{theirs.shape} {str(theirs.tolist())[:200]}\n  ours   " + (
                "nothing" if mine is None else
                f"{mine.dtype}{mine.shape} {str(mine.tolist())[:200]}")
        if why:
            given = {n: a.tolist() for n, a in case.index.arrays.items()}
            wrong.append(f"{case.text} of {case.x.dtype}{case.x.shape}, {given}, "
                         f"v {case.value.shape}\n  {why}")
    return wrong, cases


def many(rille, count, seed):
    global R
    R = np.random.default_rng(seed)
    wrong, cases = [], []
    while len(cases) < count and len(wrong) < 20:
        found, some = batch(rille, min(SHARE, count - len(cases)))
        wrong, cases = wrong + found, cases + some
    return wrong, cases


def run(draws, rille, seed):
    return many(rille, 100 * draws, seed)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    program = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
    faults, ran = many(program, wanted, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print("\n".join(faults))
    print(f"{len(ran) - len(faults)} passed, {len(faults)} failed")
    sys.exit(bool(faults))
