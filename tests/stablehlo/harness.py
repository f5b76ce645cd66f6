#!/usr/bin/env python3
"""JAX's own cases of its primitives, as programs that check themselves.

usage: harness.py FOLDER [--count N] [--seed N] [--only GROUP,…] [--sample TO] [--ledger FILE]
Needs a Python with JAX; RILLE names the program. `run --slow` runs all cases. Writes the cases of
the harness that ships with JAX to FOLDER, each with inputs and JAX's results on a CPU, and runs
them eagerly and compiled; an interrupted run is continued. Decompositions, for which JAX calls
LAPACK, are checked by their defining properties, never by signs: a check written in JAX is part of
the program. --sample writes 600 short ones of them, a file for each group of primitives, for `run`;
--ledger records in a file what ran, for docs/conformance.md.
"""
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.internal_test_util import test_harnesses

jax.config.update("jax_enable_x64", True)
RILLE = os.environ.get("RILLE", "build/rille")
NAMES = {"bool": "i1", "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2", "float16": "f16",
         "bfloat16": "bf16", "float32": "f32", "float64": "f64", "complex64": "complex<f32>",
         "complex128": "complex<f64>"}
for width in (4, 8, 16, 32, 64):
    NAMES |= {f"int{width}": f"i{width}", f"uint{width}": f"ui{width}"}
TOLERANCES = {"bf16": 0.05, "f16": 0.01, "f32": 1e-4, "f64": 1e-9}
SAMPLE, SHORT = 600, 6000  # cases, and the maximum bytes of one
KNOWN = {
    "top_k_sort_inf_nan_inshape_float32_5_k_5":
        "chlo.top_k does not define the order of nan. XLA on a CPU orders a nan with a set sign "
        "bit below all numbers; Rille orders each nan above them, as in a sort",
}


def option(name, otherwise):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else otherwise


def tensor(x, kind=None):
    return "tensor<" + "".join(f"{n}x" for n in x.shape) + (kind or NAMES[str(x.dtype)]) + ">"


def literal(x):
    data = np.ascontiguousarray(x).tobytes().hex().upper()
    return f'dense<"0x{data}"> : {tensor(x)}' if x.size else f"dense<> : {tensor(x)}"


class Checks:
    """Lines that compare a result with the wanted one, within the tolerance of its dtype."""

    def __init__(self):
        self.lines, self.number = [], 0

    def value(self, text):
        self.number += 1
        self.lines.append(f"    %c{self.number} = {text}")
        return f"%c{self.number}"

    def compare(self, got, want, x):
        kind = NAMES[str(x.dtype)]
        if kind.startswith("complex"):
            part = kind[8:11]
            norm = self.value(f"stablehlo.abs {want} : ({tensor(x)}) -> {tensor(x, part)}")
            for side in ("real", "imag"):
                pair = [self.value(f"stablehlo.{side} {v} : ({tensor(x)}) -> {tensor(x, part)}")
                        for v in (got, want)]
                self.near(*pair, x, part, norm)
        elif kind in TOLERANCES:
            self.near(got, want, x, kind)
        else:
            self.lines.append(f"    stablehlo.custom_call @check.expect_eq({got}, {want}) : "
                              f"({tensor(x)}, {tensor(x)}) -> ()")

    def near(self, got, want, x, kind, norm=None):
        """Parts of a complex number are compared at its magnitude: rounding errors of a product or
        a power spread to both parts."""
        own, wide, truth = tensor(x, kind), tensor(x, "f64"), tensor(x, "i1")
        a, b = (v if kind == "f64" else self.value(f"stablehlo.convert {v} : ({own}) -> {wide}")
                for v in (got, want))
        same = self.value(f"stablehlo.compare EQ, {a}, {b}, FLOAT : ({wide}, {wide}) -> {truth}")
        nans = [self.value(f"stablehlo.compare NE, {v}, {v}, FLOAT : ({wide}, {wide}) -> {truth}")
                for v in (a, b)]
        both = self.value(f"stablehlo.and {nans[0]}, {nans[1]} : {truth}")
        gap = self.value(f"stablehlo.subtract {a}, {b} : {wide}")
        apart = self.value(f"stablehlo.abs {gap} : {wide}")
        one = self.value(f"stablehlo.constant dense<1.0> : {wide}")
        norm = (self.value(f"stablehlo.abs {b} : {wide}") if norm is None else norm
                if kind == "f64" else self.value(f"stablehlo.convert {norm} : ({own}) -> {wide}"))
        size = self.value(f"stablehlo.maximum {one}, {norm} : {wide}")
        by = self.value(f"stablehlo.constant dense<{TOLERANCES[kind]}> : {wide}")
        most = self.value(f"stablehlo.multiply {size}, {by} : {wide}")
        near = self.value(f"stablehlo.compare LE, {apart}, {most}, FLOAT : "
                          f"({wide}, {wide}) -> {truth}")
        good = self.value(f"stablehlo.or {both}, {near} : {truth}")
        good = self.value(f"stablehlo.or {same}, {good} : {truth}")
        if x.size:
            self.lines.append(f"    check.expect_eq_const {good}, dense<true> : {truth}")


def adjoint(x):
    return jnp.conj(jnp.swapaxes(x, -1, -2))


def near(x, y, unit, size):
    """Whether x is y up to rounding errors of numbers of that magnitude."""
    bound = 300 * unit * jnp.maximum(size, 1)
    return jnp.all((jnp.abs(x - y) <= bound) | (jnp.isnan(x) & jnp.isnan(y)))


def one(q, unit):
    eye = jnp.eye(q.shape[-1], dtype=q.dtype)
    return near(adjoint(q) @ q, eye, unit, q.shape[-2])


def judge(group, options, args, wanted, got):
    """Whether `got` is a valid decomposition; None if it is compared with JAX's."""
    if group == "sort":  # ties may be in any order: the keys, and the rows as a set
        axis, keys = options["dimension"], options["num_keys"]
        rows = [lax.sort(some, axis, num_keys=len(some)) for some in (got, wanted)]
        held = [jnp.all((x == y) | ((x != x) & (y != y)))
                for x, y in zip([*got[:keys], *rows[0]], [*wanted[:keys], *rows[1]])]
        return jnp.all(jnp.stack(held))
    a, unit = args[0], float(jnp.finfo(args[0].dtype).eps)
    n = a.shape[-1]
    size = n * jnp.max(jnp.abs(a), initial=0)
    if group == "cholesky":
        l = jnp.tril(got[0])  # the other triangle is not read
        refused = jnp.isnan(wanted[0]).any() & jnp.isnan(l).any()  # not definite up to rounding
        return near(l @ adjoint(l), a, unit, size) | refused
    if group == "qr":
        q, r = got
        return near(q @ r, a, unit, size) & one(q, unit) & jnp.all(jnp.tril(r, -1) == 0)
    if group == "svd":
        s, *vectors = got if options["compute_uv"] else (got[0],)
        held = near(s, wanted[0], unit, size) & jnp.all(s[..., 1:] <= s[..., :-1])
        if vectors:
            u, vt = vectors
            least = s.shape[-1]
            made = (u[..., :least] * s[..., None, :]) @ vt[..., :least, :]
            held &= near(made, a, unit, size) & one(u, unit) & one(adjoint(vt), unit)
        return held
    if group == "eigh":
        v, w = got
        full = jnp.tril(a) + adjoint(jnp.tril(a, -1)) if options["lower"] else (
            jnp.triu(a) + adjoint(jnp.triu(a, 1)))
        ascends = jnp.all(w[..., 1:] >= w[..., :-1])
        return near(full @ v, v * w[..., None, :], unit, size) & one(v, unit) & ascends & near(
            w, wanted[1], unit, size)
    if group == "eig":
        w, *vectors = got
        roughly = unit ** 0.5  # tolerance of nearly equal values
        gaps = jnp.abs(w[..., :, None] - wanted[0][..., None, :])
        held = jnp.ones((), bool)
        if n > 0:
            held = jnp.all(gaps.min(-1) <= roughly * size) & jnp.all(gaps.min(-2) <= roughly * size)
        sides = [side for side in ("left", "right") if options[f"compute_{side}_eigenvectors"]]
        for side, v in zip(sides, vectors):
            x = a.astype(v.dtype) if side == "right" else adjoint(a.astype(v.dtype))
            value = w if side == "right" else jnp.conj(w)
            held &= near(x @ v, v * value[..., None, :], unit, size)
            held &= near(jnp.linalg.norm(v, axis=-2), 1.0, unit, n)
        return held
    if group == "lu":
        both, _, order = got
        l = jnp.tril(both, -1)[..., :, :min(a.shape[-2:])] + jnp.eye(
            a.shape[-2], min(a.shape[-2:]), dtype=a.dtype)
        u = jnp.triu(both)[..., :min(a.shape[-2:]), :]
        rows = jnp.take_along_axis(a, order[..., None], axis=-2)
        return near(l @ u, rows, unit, size) & jnp.all(jnp.abs(l) <= 1.5)
    if group == "fft":  # rounding errors have the magnitude of the whole
        return near(got[0], wanted[0], unit, jnp.max(jnp.abs(wanted[0]), initial=0))
    if group == "approx_top_k":  # JAX selects any of ties
        there = jnp.take_along_axis(a, got[1], -1)
        return jnp.array_equal(there, wanted[0]) & jnp.array_equal(got[0], wanted[0])
    return None


def function(name, text):
    """The functions of a module of JAX, with new names for the first and all others."""
    body = text[text.index("\n", text.index("module @")):text.rindex("}")]
    body = body.replace("func.func public", "func.func private")
    for other in set(re.findall(r"func.func private @(\w+)", body)):
        new = name if other == "main" else f"{name}_{other}"
        body = re.sub(rf"@{other}\b", f"@{new}", body)
    return body


def program(harness, seed):
    """The text of a case; None if JAX has none on a CPU, or it is skipped."""
    try:
        args = [np.asarray(a) for a in harness.dyn_args_maker(np.random.RandomState(seed))]
        lowered = jax.jit(harness.dyn_fun, keep_unused=True).lower(*args)
        results = [np.asarray(r) for r in jax.tree_util.tree_leaves(lowered.compile()(*args))]
    except Exception as fault:  # any error of JAX
        return None, reason(harness, said(fault))
    text = lowered.as_text()
    if any(str(x.dtype) not in NAMES for x in args + results):
        return None, "dtype"
    by = None
    if ("@lapack_" in text or harness.group_name in ("fft", "approx_top_k") or
            "is_stable = false" in text and harness.group_name == "sort"):
        def by(args, wanted, got):
            return judge(harness.group_name, harness.params, args, wanted, got)
    return written(harness.fullname, text, args, results, by), None


def written(title, text, args, results, by=None):
    """The module of JAX as a program with its inputs and wanted results; `by` checks it."""
    body = function("program", text)
    lines = [f"// {title}", "module {", "  func.func public @main() -> tensor<i32> {"]
    lines += [f"    %in{i} = stablehlo.constant {literal(a)}" for i, a in enumerate(args)]
    given = ", ".join(f"%in{i}" for i in range(len(args)))
    types = f"({', '.join(map(tensor, args))}) -> ({', '.join(map(tensor, results))})"
    named = f"%out:{len(results)} = " if results else ""
    lines.append(f"    {named}func.call @program({given}) : {types}")
    checks = Checks()
    for i, x in enumerate(results):
        checks.lines.append(f"    %want{i} = stablehlo.constant {literal(x)}")
    judged = by and jax.eval_shape(by, args, results, results)
    if judged is None:
        for i, x in enumerate(results):
            checks.compare(f"%out#{i}", f"%want{i}", x)
    else:
        lowered = jax.jit(by, keep_unused=True).lower(args, results, results)
        body += function("judge", lowered.as_text())
        given += "".join(f", %want{i}" for i in range(len(results)))
        given += "".join(f", %out#{i}" for i in range(len(results)))
        types = ", ".join(map(tensor, args + results + results))
        held = checks.value(f"func.call @judge({given}) : ({types}) -> tensor<i1>")
        checks.lines.append(f"    check.expect_eq_const {held}, dense<true> : tensor<i1>")
    end = ["    %r = stablehlo.constant dense<0> : tensor<i32>", "    return %r : tensor<i32>",
           "  }"]
    return "\n".join(lines + checks.lines + end) + body + "}\n"


def reason(case, fault):
    """Why JAX has no such case on a CPU: its own words, and its exception."""
    known = [limit.description for limit in case.jax_unimplemented
             if limit.filter(device="cpu", dtype=case.dtype)]
    return f"JAX on a CPU: {', '.join(known) or 'not foreseen by the harness'}; {fault}"


def said(fault):
    """The words of an error, without Python's types in them."""
    line = re.sub(r"\(KeyError\([^)]*\), '(.*)'\)", r"\1", str(fault).splitlines()[0])
    return re.sub(r" at position 0\. .*", "", line)


def write(folder, cases, count, seed):
    """Paths of the first `count` cases that have a program, and the skipped cases. It continues an
    interrupted run: a case in the directory, or among those skipped, is not written again."""
    paths, log = [], folder / f"aside_{seed}.jsonl"
    aside = dict(map(json.loads, log.read_text().splitlines())) if log.exists() else {}
    for number, case in cases:
        path = folder / f"{seed}_{number:05}.mlir"
        if len(paths) == count:
            break
        if case.fullname in aside:
            continue
        if not path.exists():
            text, why = program(case, seed)
            if text is None:
                aside[case.fullname] = why
                with log.open("a") as out:
                    print(json.dumps([case.fullname, why]), file=out)
                continue
            path.with_suffix(".part").write_text(text)
            path.with_suffix(".part").rename(path)
        paths.append(path)
    names = {case.fullname for _, case in cases}
    return paths, {name: why for name, why in aside.items() if name in names}


def outcome(path, mode):
    """The first error of a program alone."""
    try:
        done = subprocess.run([RILLE, "stablehlo", "run", "--mode", mode, str(path)],
                              capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "over 120 s"
    if done.returncode == 0:
        return None
    return (done.stderr.strip().splitlines() or ["no word"])[0] + f" (status {done.returncode})"


def judged(folder, paths, mode):
    """What is wrong, by path. Slices of 50 that this program has passed or failed are not run
    again."""
    stat = os.stat(RILLE)
    log = folder / f"held_{mode}_{stat.st_size}_{stat.st_mtime_ns}.jsonl"
    known = dict(map(json.loads, log.read_text().splitlines())) if log.exists() else {}
    paths = [path for path in paths if path.name not in known]
    for begin in range(0, len(paths), 50):
        some = paths[begin:begin + 50]
        done = subprocess.run([RILLE, "stablehlo", "run", "--mode", mode, *map(str, some),
                               "/dev/null"], capture_output=True, text=True)
        held = set(re.findall(r"^(.*): (?:no|\d+) checks?", done.stdout, re.M))
        found = {path.name: None if str(path) in held else outcome(path, mode) for path in some}
        with log.open("a") as out:
            for row in found.items():
                print(json.dumps(row), file=out)
        known |= found
    return known


def sample(paths, to):
    """Random cases among the short ones, every group of primitives at least once."""
    short = [path for path in paths if path.stat().st_size < SHORT]
    titles = {path: path.read_text().splitlines()[0] for path in short}
    groups = {case.fullname: case.group_name for case in test_harnesses.all_harnesses}
    texts = collections.defaultdict(list)
    once = {groups[titles[path][3:]]: path for path in reversed(short)}
    chosen = list(once.values())
    chosen += [path for path in short if path not in set(chosen)][:SAMPLE - len(chosen)]
    for path in sorted(chosen):
        if titles[path][3:] not in KNOWN:
            texts[groups[titles[path][3:]]].append(path.read_text())
    to.mkdir(exist_ok=True)
    for group, some in texts.items():
        (to / f"{group}.mlir").write_text("// -----\n".join(some))


def ledger(path, row):
    """One line for each seed."""
    rows = path.read_text().splitlines() if path.exists() else []
    rows = [line for line in rows if json.loads(line)["seed"] != row["seed"]]
    path.write_text("".join(f"{line}\n" for line in sorted([*rows, json.dumps(row)],
                                                           key=lambda r: json.loads(r)["seed"])))


def main():
    folder, count, seed = pathlib.Path(sys.argv[1]), option("--count", 10**6), option("--seed", 1)
    folder.mkdir(exist_ok=True)
    cases = list(enumerate(test_harnesses.all_harnesses))
    if "--only" in sys.argv:
        groups = sys.argv[sys.argv.index("--only") + 1].split(",")
        cases = [case for case in cases if case[1].group_name in groups]
    random.Random(seed).shuffle(cases)
    paths, aside = write(folder, cases, count, seed)
    print(f"{len(paths)} cases of {len(cases)}; {len(aside)} aside:", flush=True)
    for why, times in collections.Counter(aside.values()).most_common():
        print(f"{times:6} {why}", flush=True)
    if "--sample" in sys.argv:
        sample(paths, pathlib.Path(sys.argv[sys.argv.index("--sample") + 1]))
    failed, apart, good = 0, set(), []
    for mode in ("eager", "jit"):
        found = judged(folder, paths, mode)
        bad = [path for path in paths if found[path.name]]
        good.append(len(paths) - len(bad))
        for path in bad:
            title = path.read_text().splitlines()[0].removeprefix("// ")
            failed += title not in KNOWN
            apart |= {title} & set(KNOWN)
            print(f"{mode}: {path} {title}\n    {KNOWN.get(title, found[path.name])}", flush=True)
    print(f"{sum(good)} passed, {failed} failed, {2 * len(paths) - sum(good) - failed} otherwise "
          "by design")
    if "--ledger" in sys.argv:
        ledger(pathlib.Path(sys.argv[sys.argv.index("--ledger") + 1]), {
            "jax": jax.__version__, "seed": seed, "cases": len(cases), "programs": len(paths),
            "eager": good[0], "jit": good[1], "failed": failed,
            "otherwise": {title: KNOWN[title] for title in sorted(apart)},
            "aside": dict(collections.Counter(aside.values()).most_common())})
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
