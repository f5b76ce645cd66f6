"""Short sums, of Rille and XLA, compared with f64: windows, convolutions, bf16 running sums,
transforms.

usage: tests/peers/short_sums.py [--write] [--draws N]

The possible error of a sum of a few rounded numbers depends on its cancellation, so an error is
counted in two ways: in units of the last place of the result, if all terms are positive, and in
units of the last place of the root mean square of the results, otherwise. With --write the table is
written to docs/accuracy.md. Needs jax; both sides run on this CPU.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ["JAX_PLATFORMS"] = "cpu"
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402

import accuracy_page  # noqa: E402
import compare  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
RILLE = os.environ.get("RILLE", str(HERE.parents[1] / "build/rille"))
rng = np.random.default_rng(5)
FEW = {"float32": 2.0 ** -23, "bfloat16": 2.0 ** -7, "float16": 2.0 ** -10,
       "complex64": 2.0 ** -23}


def numbers(shape, positive, dtype=np.float32):
    x = rng.random(shape) + 0.5 if positive else rng.normal(size=shape)
    return x.astype(dtype)


def windows(size, stride):
    def f(x):
        return lax.reduce_window(x, np.zeros((), x.dtype)[()], lax.add, (1, size, size, 1),
                                 (1, stride, stride, 1), "VALID")

    return f, lambda p: [numbers((8, 12, 12, 4), p)]


def taps():
    def f(x, w):
        names = ("NWC", "WIO", "NWC")
        return lax.conv_general_dilated(x, w, (1,), "VALID", dimension_numbers=names)

    return f, lambda p: [numbers((8, 64, 1), p), numbers((3, 1, 4), p)]


def running(dtype):
    return lambda x: lax.cumsum(x, axis=1), lambda p: [numbers((16, 64), p, dtype)]


def transform():
    return lambda x: jnp.fft.rfftn(x, axes=(1, 2, 3)), lambda p: [numbers((3, 4, 6, 8), p)]


def triangles():
    def f(a, b):
        return lax.linalg.triangular_solve(a, b, left_side=True, lower=True)

    def draw(positive):
        below = np.tril(numbers((256, 4, 4), positive), -1) / 4
        return [below + 2 * np.eye(4, dtype=np.float32), numbers((256, 4, 2), positive)]

    return f, draw


ROWS = {
    "sums of 2 x 2 windows, f32": windows(2, 2),
    "sums of 3 x 3 windows, f32": windows(3, 2),
    "convolution of 3 taps, f32": taps(),
    "running sum of 64, bf16": running(ml_dtypes.bfloat16),
    "running sum of 64, f16": running(np.float16),
    "running sum of 64, f32": running(np.float32),
    "real transform along 3 axes of [3, 4, 6, 8], f32": transform(),
    "batched triangular systems of 4 x 4, f32": triangles(),
}
CANCEL = list(ROWS)[-2:]  # of positive numbers, too


def ours(f, args):
    """The program that JAX exports, imported."""
    with tempfile.TemporaryDirectory() as folder:
        program, there, back = (pathlib.Path(folder) / name
                                for name in ("f.mlir", "in.safetensors", "out.safetensors"))
        compare.save(there, dict(zip("xy", args)))
        exported = jax.export.export(jax.jit(f), platforms=["cpu"])(*args)
        program.write_text(exported.mlir_module())
        given = ", ".join(f"d.{n}" for n in "xy"[:len(args)])
        subprocess.run([RILLE, "-e", f'let d = ckpt.load("{there}")\nlet f = stablehlo.load("'
                        f'{program}")\nckpt.save("{back}", (r = f({given}),), format = '
                        '"safetensors")'], check=True)
        return compare.load(back)["r"]


def wide(x):
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def places(got, exact, size, few):
    """The largest and the mean error, in units of the last place of `size`."""
    last = 2.0 ** np.floor(np.log2(size)) * few
    error = np.abs(wide(got) - exact) / last
    return float(error.max()), float(np.sqrt((error ** 2).mean()))


def measured(adds_alone, theirs, draw, draws):
    """For each side the largest error for positive numbers, in units of the last place of each
    result if terms do not cancel; the mean one for numbers of both signs. The others are counted in
    units of the last place of the root mean square of the results."""
    out = {"rille": [0.0, []], "jax": [0.0, []]}
    for positive in [True] * draws + [False] * draws:
        args = draw(positive)
        with jax.enable_x64(True):
            exact = np.asarray(theirs(*(jnp.asarray(a.astype(np.float64)) for a in args)))
        with jax.enable_x64(False):
            got = {"jax": np.asarray(jax.jit(theirs)(*map(jnp.asarray, args))),
                   "rille": ours(theirs, args)}
        few = FEW[got["jax"].dtype.name]
        level = np.sqrt((np.abs(exact) ** 2).mean())
        for who, values in got.items():
            everywhere = np.full(exact.shape, level)
            if positive:
                size = np.abs(exact) if adds_alone else everywhere
                out[who][0] = max(out[who][0], places(values, exact, size, few)[0])
            else:
                out[who][1].append(places(values, exact, everywhere, few)[1])
    return {who: [worst, float(np.mean(means))] for who, (worst, means) in out.items()}


def main():
    draws = int(sys.argv[sys.argv.index("--draws") + 1]) if "--draws" in sys.argv else 5
    rows = {name: measured(name not in CANCEL, *row, draws) for name, row in ROWS.items()}
    for name, row in rows.items():
        print(f"{name:50} {row}")
    if "--write" in sys.argv:
        text = json.dumps({"draws": draws, "rows": rows}, indent=1)
        (HERE / "short_sums.json").write_text(text + "\n")
        accuracy_page.PAGE.write_text(accuracy_page.page())


main()
