#!/usr/bin/env python3
"""Writes a program whose expected values are SciPy's. usage: fourier.py [--seed N] [--long] > FILE

Every kind of transform, in f32 and f64, of lengths with all radices and of primes: the bits must be
equal. cases/fourier.mlir is its output for seed 1; --long has lengths to 10,000. Needs a Python
with SciPy.
"""
import random
import sys

import numpy as np
import scipy.fft

SEED = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else 1
LENGTHS = [*range(1, 14), 15, 16, 17, 24, 25, 30, 32, 49, 77]
LONG = [*range(1, 130), 211, 243, 256, 343, 509, 512, 625, 1009, 1024, 1331, 2003, 2048, 2310, 4093,
        4096, 6561, 9973, 10_000]
NAMES = {"f4": "f32", "f8": "f64", "c8": "complex<f32>", "c16": "complex<f64>"}


def literal(x):
    kind = NAMES[x.dtype.str[1:]]
    shape = "".join(f"{n}x" for n in x.shape)
    kind = f"tensor<{shape}{kind}>"
    return f'dense<"0x{x.tobytes().hex().upper()}"> : {kind}', kind


def main():
    rng = np.random.default_rng(SEED)
    lengths = LENGTHS
    if "--long" in sys.argv:
        lengths = LONG + [random.Random(SEED).randrange(200, 10_000) for _ in range(20)]
    print(f"// Written by fourier.py, seed {SEED}: what SciPy {scipy.__version__} gives.")
    print("func.func @main() -> tensor<i32> {")
    number = 0
    for n in lengths:
        for real in (np.float32, np.float64):
            x = rng.standard_normal((1 if n > 64 else 2, n)).astype(real)
            z = (x + 1j * rng.standard_normal(x.shape).astype(real)).astype(
                np.complex64 if real == np.float32 else np.complex128)
            half = z[:, :n // 2 + 1]
            for kind, given, wanted in (("FFT", z, scipy.fft.fft(z)),
                                        ("IFFT", z, scipy.fft.ifft(z)),
                                        ("RFFT", x, scipy.fft.rfft(x)),
                                        ("IRFFT", half, scipy.fft.irfft(half, n))):
                (text, before), (expected, after) = literal(given), literal(wanted)
                print(f"  %x{number} = stablehlo.constant {text}")
                print(f"  %y{number} = stablehlo.fft %x{number}, type = {kind}, length = [{n}] : "
                      f"({before}) -> {after}")
                print(f"  check.expect_eq_const %y{number}, {expected}")
                number += 1
    print("  %r = stablehlo.constant dense<0> : tensor<i32>\n  return %r : tensor<i32>\n}")


main()
