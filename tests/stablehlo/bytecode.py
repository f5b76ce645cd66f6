#!/usr/bin/env python3
"""Programs serialized by jax.export, read and run with arguments from files.

usage: bytecode.py [--count N] [--seed N] [-v]
Needs a Python with JAX; RILLE names the program. Each case of functions.py that exports becomes
bytecode; `rille stablehlo run FILE --args in.npz --out out.npz` must yield XLA's results. MLIR
parses the text that rille reads from it, which must have the operations that MLIR reads from the
bytes. Then the files of export_back_compat_test_data: programs that run must yield their recorded
outputs, others must be rejected by name. Last, damaged bytes end in an error, never in a crash.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import exported  # first: it requests eight XLA devices
import functions
import harness
import jax
import numpy as np
from jax import export
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

RILLE, VERBOSE = harness.RILLE, "-v" in sys.argv
NEAR = {"float16": 1e-2, "bfloat16": 5e-2, "float32": 1e-4, "complex64": 1e-4}


def rille(*words, limit=120):
    return subprocess.run([RILLE, "--memory-limit", "2000", *map(str, words)], capture_output=True,
                          text=True, timeout=limit)


def first(done):
    lines = done.stderr.strip().splitlines()
    return lines[0] if lines else f"status {done.returncode}"


def apart(got, wanted, loose):
    """What is wrong with a result; its parts are compared at the scale of the whole."""
    if got.shape != wanted.shape or got.dtype != wanted.dtype:
        return f"{got.dtype}{got.shape}, expected {wanted.dtype}{wanted.shape}"
    if wanted.dtype.kind not in "fc":
        return None if np.array_equal(got, wanted) else "other numbers"
    if loose:
        got, wanted = np.sort(np.abs(got), None), np.sort(np.abs(wanted), None)
    share = NEAR.get(str(wanted.dtype), 1e-8)
    size = max(1.0, np.max(np.abs(wanted[np.isfinite(wanted)]), initial=0))
    near = (np.abs(got - wanted) <= share * size) | (got == wanted)
    return None if np.all(near | (np.isnan(got) & np.isnan(wanted))) else "other numbers"


def run(path, args, wanted, loose=False):
    """What is wrong with a program, None if it yields the wanted results."""
    given, out = path.with_suffix(".in.npz"), path.with_suffix(".out.npz")
    np.savez(given, *args)
    done = rille("stablehlo", "run", path, *(["--args", given] if args else []), "--out", out)
    if done.returncode != 0:
        return first(done)
    held = np.load(out)
    got = [held[f"arr_{i}"] for i in range(len(wanted))]
    faults = [f"result {i}: {why}" for i, (x, y) in enumerate(zip(got, wanted))
              if y is not None and (why := apart(x, y, loose))]
    return "; ".join(faults) or None


def operations(module):
    """The operations of a module in order, with their operands and the types of results."""
    out = []

    def walk(op):
        if op.name != "builtin.unrealized_conversion_cast":
            out.append((op.name, len(op.operands), [str(r.type) for r in op.results]))
        for region in op.regions:
            for block in region.blocks:
                for inner in block.operations:
                    walk(inner.operation)
    walk(module.operation)
    return out


def same_text(path, data):
    """Whether MLIR reads the operations of the text from the bytes: None if it does."""
    done = rille("stablehlo", "text", path)
    if done.returncode != 0:
        return first(done)
    with mlir.make_ir_context() as context:
        try:
            ours = operations(ir.Module.parse(done.stdout))
        except ir.MLIRError as fault:
            return f"MLIR does not read the text: {str(fault)[:200]}"
        theirs = operations(stablehlo.deserialize_portable_artifact(context, data))
    if ours != theirs:
        at = next((i for i, pair in enumerate(zip(ours, theirs)) if pair[0] != pair[1]), "end")
        return f"the text differs from operation {at} on"
    return None


def exported_cases(seed):
    some = list(functions.cases(np.random.default_rng(seed)))
    random.Random(seed).shuffle(some)
    for name, call, args in some:
        if exported.refusal(name) or "special.refused" in name:
            continue
        flat = [np.asarray(a) for a in jax.tree_util.tree_leaves(args)]
        if any(str(x.dtype) in ("bfloat16", "int4", "uint4") or "float8" in str(x.dtype)
               for x in flat):
            continue  # NumPy's files have none
        try:
            fn = call if hasattr(call, "lower") else jax.jit(call, keep_unused=True)
            made = export.export(fn)(*args)
            wanted = [np.asarray(r) for r in jax.tree_util.tree_leaves(fn(*args))]
        except Exception:  # JAX cannot export it
            continue
        if any(str(x.dtype) not in harness.NAMES or x.dtype.kind == "V" or
               str(x.dtype) == "bfloat16" for x in wanted):
            continue
        kept = [flat[i] for i in made.module_kept_var_idx]
        yield name, made, kept, wanted


def of_functions(folder, count, seed):
    faults, good, datas = [], 0, []
    for number, (name, made, args, wanted) in enumerate(exported_cases(seed)):
        if number == count:
            break
        path = folder / f"{number}.bc"
        data = made.mlir_module_serialized
        path.write_bytes(data)
        if number % 2 == 0 and serialized:
            try:
                path.write_bytes(made.serialize())
            except ValueError:  # a tree of its arguments or results has no form there
                pass
        datas.append(data)
        loose = any(f"linalg.{word}" in name for word in ("svd", "eig", "schur", "rsf", "sqrtm"))
        why = run(path, args, wanted, loose) or same_text(path, data)
        good += why is None
        if why:
            faults.append(name)
            print(f"bytecode: {name}: {why}", flush=True)
    return good, len(faults), datas


def compatible(folder):
    """The programs with which JAX tests that old exports still run."""
    from jax._src.internal_test_util import export_back_compat_test_data as package
    good = bad = named = 0
    for path in sorted(pathlib.Path(package.__path__[0]).rglob("*.py")):
        scope = {}
        exec(compile(path.read_text(), path.name, "exec"), scope)  # data of the installed wheel
        for key, one in dicts(scope):
            file = folder / "old.bc"
            file.write_bytes(one["mlir_module_serialized"])
            args = [np.asarray(a) for a in jax.tree_util.tree_leaves(one["inputs"])]
            wanted = [np.asarray(r) for r in jax.tree_util.tree_leaves(one["expected_outputs"])]
            loose = any(word in path.name for word in ("eig", "svd", "schur", "qr"))
            if any(word in path.name for word in ("eig", "schur")):
                # Vectors of equal values are not unique; harness.py tests their defining
                # properties.
                rank = args[0].ndim if args else wanted[0].ndim
                wanted = [x if x.ndim < rank else None for x in wanted]
            why = run(file, args, wanted, loose)
            is_named = why and re.search(r"not supported|is code for|Python|GSPMD partitioner", why)
            good, named = good + (why is None), named + bool(is_named)
            bad += why is not None and not is_named
            if VERBOSE or (why and not is_named):
                print(f"export_back_compat: {path.name} {key}: {why or 'runs'}", flush=True)
    return good, named, bad


def dicts(scope):
    def within(key, value):
        if isinstance(value, dict) and "mlir_module_serialized" in value:
            yield key, value
        elif isinstance(value, dict):
            for inner, item in value.items():
                yield from within(f"{key}.{inner}", item)
    for key, value in scope.items():
        if key.startswith("data"):
            yield from within(key, value)


def damaged(folder, datas, turns, rng):
    """Bytes changed, truncated, and doubled."""
    bad = 0
    for turn in range(turns):
        data = bytearray(rng.choice(datas))
        for _ in range(rng.choice([1, 1, 2, 8])):
            at = rng.randrange(len(data))
            kind = rng.randrange(5)
            if kind < 3:
                data[at] = rng.randrange(256)
            elif kind == 3:
                del data[at:at + rng.randrange(1, 9)]
            else:
                data[at:at] = data[at:at + rng.randrange(1, 9)]
        path = folder / "damaged.bc"
        path.write_bytes(data)
        done = subprocess.run([RILLE, "--memory-limit", "500", "--time-limit", "20", "stablehlo",
                               "text", str(path)], capture_output=True, timeout=300)
        if done.returncode < 0 or b"error[bug]" in done.stderr:
            bad += 1
            (pathlib.Path(tempfile.gettempdir()) / f"damaged_{turn}.bc").write_bytes(data)
            print(f"damaged: turn {turn}: status {done.returncode} {done.stderr[:200]}", flush=True)
    return turns - bad, bad


def main():
    global serialized
    seed, count = harness.option("--seed", 1), harness.option("--count", 200)
    try:
        import flatbuffers  # noqa: F401
        serialized = True
    except ImportError:
        serialized = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        good, bad, datas = of_functions(folder, count, seed)
        print(f"exported: {good} run, {bad} do not", flush=True)
        old, named, wrong = compatible(folder)
        print(f"export_back_compat_test_data: {old} run, {named} are refused by name, {wrong} fail",
              flush=True)
        sound, broken = damaged(folder, datas, harness.option("--turns", 300), random.Random(seed))
        print(f"damaged: {sound} end in an error or run, {broken} do not")
    print(f"{good + old + named + sound} passed, {bad + wrong + broken} failed")
    sys.exit(bad + wrong + broken > 0)


if __name__ == "__main__":
    main()
