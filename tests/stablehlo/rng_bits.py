#!/usr/bin/env python3
"""Writes a program whose random bits are JAX's. usage: rng_bits.py [--seed N] > FILE

Each algorithm, element type, and a shape of each kind; cases/rng_bits.mlir is its output for seed
1. Needs a Python with JAX.
"""
import sys

import jax
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)
SEED = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else 1
SHAPES = [(), (1,), (5,), (6,), (3, 4), (4, 3), (3, 5), (7, 1, 3), (2, 3, 5)]
DTYPES = {np.uint8: "ui8", np.uint16: "ui16", np.uint32: "ui32", np.uint64: "ui64"}
ALGORITHMS = {"DEFAULT": lax.RandomAlgorithm.RNG_DEFAULT,
              "THREE_FRY": lax.RandomAlgorithm.RNG_THREE_FRY,
              "PHILOX": lax.RandomAlgorithm.RNG_PHILOX}


def literal(x, kind):
    tensor = "tensor<" + "".join(f"{n}x" for n in x.shape) + kind + ">"
    return f'dense<"0x{x.tobytes().hex().upper()}"> : {tensor}', tensor


def main():
    rng = np.random.default_rng(SEED)
    print(f"// Written by rng_bits.py, seed {SEED}: the bits of JAX {jax.__version__} on a CPU.")
    print("func.func @main() -> tensor<i32> {")
    number = 0
    for name, algorithm in ALGORITHMS.items():
        for dtype, kind in DTYPES.items():
            for shape in SHAPES:
                state = rng.integers(0, 2 ** 32, 4, dtype=np.uint32)
                if number % 3 == 0:
                    state[2] = 2 ** 32 - 2  # the counter carries
                    state[3] = 2 ** 32 - 1
                after, bits = lax.rng_bit_generator(state, shape, dtype=dtype, algorithm=algorithm)
                given, before = literal(state.view(np.uint64), "ui64")
                expected, tensor = literal(np.asarray(bits), kind)
                moved, _ = literal(np.asarray(after).view(np.uint64), "ui64")
                print(f"  %s{number} = stablehlo.constant {given}")
                print(f"  %n{number}, %b{number} = stablehlo.rng_bit_generator %s{number}, "
                      f"algorithm = {name} : ({before}) -> ({before}, {tensor})")
                print(f"  check.expect_eq_const %n{number}, {moved}")
                print(f"  check.expect_eq_const %b{number}, {expected}")
                number += 1
    print("  %r = stablehlo.constant dense<0> : tensor<i32>\n  return %r : tensor<i32>\n}")


main()
