#!/usr/bin/env python3
"""Runs exported programs of rille in XLA on a CPU. Started by hand, with a Python with JAX.

usage: export.py [--only WORD] [--suite] [-v]   (RILLE names the program)
Each function of export/*.rille that has arguments NAME_args becomes a program with these and
Rille's results for them. XLA parses, verifies, compiles, and runs it; the numbers are compared. The
same function with parameters only is verified, too. `# within 1e-2` above a function sets its
tolerance. With --suite, rille rewrites all programs of the public suite, which are verified.
"""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SUITE = HERE.parent.parent.parent / "shared" / "conformance" / "stablehlo"
RILLE = os.environ.get("RILLE", "build/rille")
CHECK = re.compile(r"^ *stablehlo.custom_call @check\.\w+\((%[\w#]+), (%[\w#]+)\).* : "
                   r"\((tensor<[^)]*>), tensor<[^)]*>\) -> \(\)\n", re.M)
# The tolerance between two correct results, relative to the largest element of an array.
NEAR = {"float64": 1e-10, "float32": 3e-5, "float16": 4e-3, "bfloat16": 3e-2, "complex64": 3e-5,
        "complex128": 1e-10}

if not importlib.util.find_spec("jax"):
    print("export: skipped, no jax\n0 passed, 0 failed")
    sys.exit(0)

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax._src import compiler, xla_bridge  # noqa: E402
from jax._src.interpreters import mlir  # noqa: E402
from jax._src.lib import xla_client  # noqa: E402
from jaxlib.mlir import ir  # noqa: E402

jax.config.update("jax_enable_x64", True)


def functions():
    """Each script with the names for which it has arguments."""
    for path in sorted((HERE / "export").glob("*.rille")):
        for name in re.findall(r"^let (\w+)_args = ", path.read_text(), re.M):
            yield path, name


def exported(path, name, *flags):
    return subprocess.run([RILLE, "export", "stablehlo", f"{path}:{name}", "--args",
                           f"...{name}_args", *flags], capture_output=True, text=True, timeout=600)


def verified(text):
    context = mlir.make_ir_context()
    with context:
        module = ir.Module.parse(text)
        module.operation.verify()
    return module


def giving_both(text):
    """The program with its checks as results: its outputs and the expected values, alternating."""
    pairs = CHECK.findall(text)
    text = CHECK.sub("", text)
    values = ", ".join(f"{got}, {want}" for got, want, _ in pairs)
    types = ", ".join(f"{kind}, {kind}" for *_, kind in pairs)
    begin = text.index("@main(")
    head = text.index(" {\n", begin)
    back = text.index("\n    return", head)
    end = text.index("\n", back + 1)
    signature = re.sub(r" -> \(.*", "", text[begin:head])
    return (text[:begin] + signature + f" -> ({types})" + text[head:back]
            + f"\n    return {values} : {types}" + text[end:])


def run(module):
    backend = xla_bridge.get_backend("cpu")
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
    # Sums of constants must be computed at run time, not by the compiler.
    options.executable_build_options.debug_options.xla_disable_hlo_passes = "constant_folding"
    devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
    loaded = backend.compile_and_load(module, devices, options)
    out = loaded.execute_sharded([]).disassemble_into_single_device_arrays()
    return [np.asarray(each[0]) for each in out]


def apart(got, want, allowed):
    """What is wrong; None if two arrays agree."""
    if got.dtype != want.dtype or got.shape != want.shape:
        return f"{got.dtype}{got.shape}, expected {want.dtype}{want.shape}"
    share = NEAR.get(str(got.dtype))
    if share is None:
        differ = np.sum(got.astype(np.float64) != want.astype(np.float64))
        return f"{differ} of {got.size} differ" if differ else None
    wide = np.complex128 if got.dtype.kind == "c" else np.float64
    x, y = got.astype(wide), want.astype(wide)
    if np.any(np.isnan(x) != np.isnan(y)) or np.any(np.isinf(x) != np.isinf(y)):
        return f"nan or infinity stand elsewhere: {x.ravel()[:8]}, expected {y.ravel()[:8]}"
    number = np.isfinite(x)
    if np.any(x[~number & ~np.isnan(x)] != y[~number & ~np.isnan(y)]):
        return "other infinities"
    share = max(share, allowed)
    gap = np.max(np.abs(x[number] - y[number]), initial=0)
    most = share * max(1.0, np.max(np.abs(y[number]), initial=0))
    return f"{gap:.3g} apart, of {most / share:.3g}" if gap > most else None


def judge(path, name):
    done = exported(path, name, "--check", "near")
    if done.returncode != 0:
        return (done.stderr.splitlines() or ["no text"])[0]
    try:
        plain = exported(path, name)
        verified(plain.stdout)
        verified(done.stdout)
        both = run(verified(giving_both(done.stdout)))
    except Exception as fault:  # any error of XLA
        return f"{type(fault).__name__}: {str(fault).splitlines()[0][:300]}"
    more = re.search(rf"^# within ([\d.e-]+).*\nfn {name}\(", path.read_text(), re.M)
    allowed = float(more[1]) if more else 0.0
    wrong = [f"result {i // 2}: {why}" for i in range(0, len(both), 2)
             if (why := apart(both[i], both[i + 1], allowed))]
    if not both:
        return "gives nothing to compare"
    return "; ".join(wrong[:3]) or None


def suite():
    """Texts of the public suite as rille writes them, accepted by XLA's verifier."""
    bad, files = [], sorted(SUITE.glob("*.mlir"))
    for path in files:
        done = subprocess.run([RILLE, "stablehlo", "rewrite", str(path)], capture_output=True,
                              text=True, timeout=600)
        try:
            if done.returncode != 0:
                raise ValueError(done.stderr.splitlines()[0])
            verified(done.stdout)
        except Exception as fault:
            bad.append(path.name)
            print(f"{path.name}: {str(fault).splitlines()[0][:300]}", flush=True)
    return len(files) - len(bad), len(bad)


def main():
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    passed = failed = 0
    for path, name in functions():
        if only not in f"{path.stem}:{name}":
            continue
        why = judge(path, name)
        passed, failed = passed + (why is None), failed + (why is not None)
        if why or "-v" in sys.argv:
            print(f"{path.stem}:{name}: {why or 'agrees'}", flush=True)
    print(f"exported functions: {passed} passed, {failed} failed", flush=True)
    if "--suite" in sys.argv:
        good, bad = suite()
        print(f"suite, written anew: {good} passed, {bad} failed")
        passed, failed = passed + good, failed + bad
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
