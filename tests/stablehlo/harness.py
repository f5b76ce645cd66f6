#!/usr/bin/env python3
"""JAX's own cases of its primitives, as programs that check themselves. Started by hand.

usage: harness.py FOLDER [--count N] [--seed N] [--only GROUP,…]   (a Python with JAX)
RILLE names the program.
Draws cases of the harness that ships with JAX, writes each to FOLDER with inputs and what JAX gives
on a CPU, and runs them op by op and compiled. Decompositions, which JAX gives to LAPACK, are judged
by what defines them, never by signs: a judge written in JAX is part of the program. Aside are sorts
that need not be stable, whose equals may stand in any order.
"""
import collections
import os
import pathlib
import random
import re
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax._src.internal_test_util import test_harnesses

jax.config.update("jax_enable_x64", True)
RILLE = os.environ.get("RILLE", "build/rille")
NAMES = {"bool": "i1", "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2", "float16": "f16",
         "bfloat16": "bf16", "float32": "f32", "float64": "f64", "complex64": "complex<f32>",
         "complex128": "complex<f64>"}
for width in (4, 8, 16, 32, 64):
    NAMES |= {f"int{width}": f"i{width}", f"uint{width}": f"ui{width}"}
TOLERANCES = {"bf16": 0.05, "f16": 0.01, "f32": 1e-4, "f64": 1e-9}


def option(name, otherwise):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else otherwise


def tensor(x, kind=None):
    return "tensor<" + "".join(f"{n}x" for n in x.shape) + (kind or NAMES[str(x.dtype)]) + ">"


def literal(x):
    data = np.ascontiguousarray(x).tobytes().hex().upper()
    return f'dense<"0x{data}"> : {tensor(x)}' if x.size else f"dense<> : {tensor(x)}"


class Checks:
    """Lines that compare a result with what is wanted, within the tolerance of its dtype."""

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
            for side in ("real", "imag"):
                pair = [self.value(f"stablehlo.{side} {v} : ({tensor(x)}) -> {tensor(x, part)}")
                        for v in (got, want)]
                self.near(*pair, x, part)
        elif kind in TOLERANCES:
            self.near(got, want, x, kind)
        else:
            self.lines.append(f"    stablehlo.custom_call @check.expect_eq({got}, {want}) : "
                              f"({tensor(x)}, {tensor(x)}) -> ()")

    def near(self, got, want, x, kind):
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
        size = self.value(f"stablehlo.maximum {one}, "
                          f"{self.value(f'stablehlo.abs {b} : {wide}')} : {wide}")
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
    """Whether x is y but for roundings of numbers of that size."""
    bound = 300 * unit * jnp.maximum(size, 1)
    return jnp.all((jnp.abs(x - y) <= bound) | (jnp.isnan(x) & jnp.isnan(y)))


def one(q, unit):
    eye = jnp.eye(q.shape[-1], dtype=q.dtype)
    return near(adjoint(q) @ q, eye, unit, q.shape[-2])


def judge(group, options, args, wanted, got):
    """Whether `got` is what the decomposition is to give; None of what is compared with JAX's."""
    a, unit = args[0], float(jnp.finfo(args[0].dtype).eps)
    n = a.shape[-1]
    size = n * jnp.max(jnp.abs(a), initial=0)
    if group == "cholesky":
        l = jnp.tril(got[0])  # what stands above it does not count
        return near(l @ adjoint(l), a, unit, size)
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
        roughly = unit ** 0.5  # of what may be near to each other
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
    return None


def function(name, text):
    """The functions of a module of JAX, of which the first has a new name, and all others too."""
    body = text[text.index("\n", text.index("module @")):text.rindex("}")]
    body = body.replace("func.func public", "func.func private")
    for other in set(re.findall(r"func.func private @(\w+)", body)):
        new = name if other == "main" else f"{name}_{other}"
        body = re.sub(rf"@{other}\b", f"@{new}", body)
    return body


def program(harness, seed):
    """The text of a case; None where JAX has none on a CPU, or it is aside."""
    try:
        args = [np.asarray(a) for a in harness.dyn_args_maker(np.random.RandomState(seed))]
        lowered = jax.jit(harness.dyn_fun, keep_unused=True).lower(*args)
        results = [np.asarray(r) for r in jax.tree_util.tree_leaves(lowered.compile()(*args))]
    except Exception as fault:  # whatever JAX says that it cannot
        return None, type(fault).__name__
    text = lowered.as_text()
    if "is_stable = false" in text:
        return None, "unstable sort"
    if any(str(x.dtype) not in NAMES for x in args + results):
        return None, "dtype"
    body = function("program", text)
    lines = [f"// {harness.fullname}", "module {", "  func.func public @main() -> tensor<i32> {"]
    lines += [f"    %in{i} = stablehlo.constant {literal(a)}" for i, a in enumerate(args)]
    given = ", ".join(f"%in{i}" for i in range(len(args)))
    types = f"({', '.join(map(tensor, args))}) -> ({', '.join(map(tensor, results))})"
    named = f"%out:{len(results)} = " if results else ""
    lines.append(f"    {named}func.call @program({given}) : {types}")
    checks = Checks()
    for i, x in enumerate(results):
        checks.lines.append(f"    %want{i} = stablehlo.constant {literal(x)}")
    judged = None
    if "@lapack_" in text:
        judged = jax.eval_shape(lambda *x: judge(harness.group_name, harness.params, *x), args,
                                results, results)
    if judged is None:
        for i, x in enumerate(results):
            checks.compare(f"%out#{i}", f"%want{i}", x)
    else:
        lowered = jax.jit(lambda *x: judge(harness.group_name, harness.params, *x),
                          keep_unused=True).lower(args, results, results)
        body += function("judge", lowered.as_text())
        given += "".join(f", %want{i}" for i in range(len(results)))
        given += "".join(f", %out#{i}" for i in range(len(results)))
        types = ", ".join(map(tensor, args + results + results))
        held = checks.value(f"func.call @judge({given}) : ({types}) -> tensor<i1>")
        checks.lines.append(f"    check.expect_eq_const {held}, dense<true> : tensor<i1>")
    end = ["    %r = stablehlo.constant dense<0> : tensor<i32>", "    return %r : tensor<i32>",
           "  }"]
    return "\n".join(lines + checks.lines + end) + body + "}\n", None


def main():
    folder, count, seed = pathlib.Path(sys.argv[1]), option("--count", 600), option("--seed", 1)
    folder.mkdir(exist_ok=True)
    cases = list(test_harnesses.all_harnesses)
    if "--only" in sys.argv:
        groups = sys.argv[sys.argv.index("--only") + 1].split(",")
        cases = [case for case in cases if case.group_name in groups]
    random.Random(seed).shuffle(cases)
    paths, aside = [], collections.Counter()
    for case in cases:
        if len(paths) == count:
            break
        text, why = program(case, seed)
        if text is None:
            aside[why] += 1
            continue
        paths.append(folder / f"{len(paths):05}.mlir")
        paths[-1].write_text(text)
    print(f"{len(paths)} cases of {len(cases)}, aside: {dict(aside)}", flush=True)
    failed = 0
    for mode in ("eager", "jit"):
        held = set()
        for begin in range(0, len(paths), 50):
            some = [str(path) for path in paths[begin:begin + 50]]
            done = subprocess.run([RILLE, "stablehlo", "run", "--mode", mode, *some, "/dev/null"],
                                  capture_output=True, text=True)
            held |= set(re.findall(r"^(.*): (?:no|\d+) checks?", done.stdout, re.M))
        for path in paths:
            if str(path) not in held:
                failed += 1
                print(f"{mode}: {path} {path.read_text().splitlines()[0]}")
    print(f"{2 * len(paths) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
