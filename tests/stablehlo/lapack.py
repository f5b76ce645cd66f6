#!/usr/bin/env python3
"""Writes programs that decompose matrices and check the factors.

usage: lapack.py [--seed N] [--long] > FILE

JAX writes the calls of LAPACK that it makes on a CPU: qr and svd of tall, wide, and square
matrices, full or reduced, real and complex, of several matrices. The factors are checked by their
defining properties: their product is the matrix, their columns are orthonormal, the part below the
diagonal is 0. cases/lapack.mlir is its output for seed 1; --long has all shapes and element types.
Needs a Python with JAX.
"""
import sys

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
SEED = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else 1
NAMES = {"float32": "f32", "float64": "f64", "complex64": "complex<f32>",
         "complex128": "complex<f64>"}
IS_LONG = "--long" in sys.argv
SHAPES = [(4, 2), (2, 2, 3), *([(3, 3), (1, 3), (2, 5, 3), (2, 4)] if IS_LONG else [])]


def literal(x):
    shape = "".join(f"{n}x" for n in x.shape)
    kind = f"tensor<{shape}{NAMES[str(x.dtype)]}>"
    return f'dense<"0x{x.tobytes().hex().upper()}"> : {kind}', kind


def near(x, y):
    limit = 1e-4 if x.dtype in (jnp.float32, jnp.complex64) else 1e-10
    return jnp.all(jnp.abs(x - y) < limit)


def adjoint(x):
    return jnp.conj(jnp.swapaxes(x, -1, -2))


def orthonormal(q):
    return near(adjoint(q) @ q, jnp.eye(q.shape[-1], dtype=q.dtype))


def qr(mode):
    def judged(a):
        q, r = jnp.linalg.qr(a, mode=mode)
        return near(q @ r, a) & orthonormal(q) & jnp.all(r == jnp.triu(r))
    return judged


def svd(full):
    def judged(a):
        u, s, vt = jnp.linalg.svd(a, full_matrices=full)
        k = s.shape[-1]
        product = (u[..., :k] * s[..., None, :].astype(u.dtype)) @ vt[..., :k, :]
        falls = jnp.all(s[..., :-1] >= s[..., 1:]) & jnp.all(s >= 0)
        return near(product, a) & orthonormal(u) & orthonormal(adjoint(vt)) & falls
    return judged


def main():
    rng = np.random.default_rng(SEED)
    made, calls = [], []
    kinds = {"qr": qr("reduced"), "qr_complete": qr("complete"), "svd": svd(False),
             "svd_full": svd(True)}
    for number, (kind, shape, dtype) in enumerate(
            (kind, shape, dtype) for kind in kinds for shape in SHAPES for dtype in
            (NAMES if IS_LONG else ["float32", "complex128"])):
        a = rng.standard_normal(shape)
        if "complex" in dtype:
            a = a + 1j * rng.standard_normal(shape)
        text, given = literal(a.astype(dtype))
        lowered = jax.jit(kinds[kind]).lower(a.astype(dtype)).as_text()
        body = lowered.split("\n", 1)[1].rsplit("}", 1)[0]
        for name in {line.split("@")[1].split("(")[0] for line in body.splitlines()
                     if "func.func" in line}:  # names in a program are unique
            body = body.replace(f"@{name}(", f"@c{number}_{name}(")
        made.append(body.replace("func.func public", "func.func private"))
        x, y = f"%x{number}", f"%y{number}"
        calls += [f"    {x} = stablehlo.constant {text}",
                  f"    {y} = func.call @c{number}_main({x}) : ({given}) -> tensor<i1>",
                  f"    check.expect_eq_const {y}, dense<true> : tensor<i1>"]
    print(f"// Written by lapack.py, seed {SEED}: calls of LAPACK as by JAX {jax.__version__}.")
    print("module {\n  func.func public @main() -> tensor<i32> {\n" + "\n".join(calls))
    print("    %r = stablehlo.constant dense<0> : tensor<i32>\n    return %r : tensor<i32>\n  }")
    print("\n".join(made) + "}")


main()
