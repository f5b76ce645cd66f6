#!/usr/bin/env python3
"""JAX's own cases of its primitives, as programs that check themselves. Started by hand.

usage: harness.py FOLDER [--count N] [--seed N]   (a Python with JAX; RILLE names the program)
Draws cases of the harness that ships with JAX, writes each to FOLDER with inputs and what JAX gives
on a CPU, and runs them op by op and compiled. Aside are calls of LAPACK by name and sorts that need
not be stable, whose equals may stand in any order.
"""
import collections
import os
import pathlib
import random
import re
import subprocess
import sys

import jax
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


def program(harness, seed):
    """The text of a case; None where JAX has none on a CPU, or it is aside."""
    try:
        args = [np.asarray(a) for a in harness.dyn_args_maker(np.random.RandomState(seed))]
        lowered = jax.jit(harness.dyn_fun, keep_unused=True).lower(*args)
        results = [np.asarray(r) for r in jax.tree_util.tree_leaves(lowered.compile()(*args))]
    except Exception as fault:  # whatever JAX says that it cannot
        return None, type(fault).__name__
    text = lowered.as_text()
    if "@lapack_" in text:
        return None, "lapack"
    if "is_stable = false" in text:
        return None, "unstable sort"
    if any(str(x.dtype) not in NAMES for x in args + results):
        return None, "dtype"
    body = text[text.index("\n", text.index("module @")):text.rindex("}")]
    body = body.replace("@main(", "@program(").replace("func.func public", "func.func private")
    lines = [f"// {harness.fullname}", "module {", "  func.func public @main() -> tensor<i32> {"]
    lines += [f"    %in{i} = stablehlo.constant {literal(a)}" for i, a in enumerate(args)]
    given = ", ".join(f"%in{i}" for i in range(len(args)))
    types = f"({', '.join(map(tensor, args))}) -> ({', '.join(map(tensor, results))})"
    named = f"%out:{len(results)} = " if results else ""
    lines.append(f"    {named}func.call @program({given}) : {types}")
    checks = Checks()
    for i, x in enumerate(results):
        checks.lines.append(f"    %want{i} = stablehlo.constant {literal(x)}")
        checks.compare(f"%out#{i}", f"%want{i}", x)
    end = ["    %r = stablehlo.constant dense<0> : tensor<i32>", "    return %r : tensor<i32>",
           "  }"]
    return "\n".join(lines + checks.lines + end) + body + "}\n", None


def main():
    folder, count, seed = pathlib.Path(sys.argv[1]), option("--count", 600), option("--seed", 1)
    folder.mkdir(exist_ok=True)
    cases = list(test_harnesses.all_harnesses)
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
