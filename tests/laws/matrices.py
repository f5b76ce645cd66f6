#!/usr/bin/env python3
"""Decompositions multiply back within a few roundings, whatever the matrix, the size, the threads.

Matrices of drawn sizes (around vectors, panels and blocks of the code), dtypes, scales (the
smallest and greatest numbers whose products stay finite) and kinds: normal, graded, with values
in clusters, of low rank, whole multiples of the identity, triangles, zeros. What a decomposition
gives is judged in f64 by what defines it: the product is the matrix, columns are orthonormal,
values are in order, signs are the documented ones, pivots are the greatest of their columns. A
batch has the bits of each of its matrices alone, on any number of threads; a matrix that holds nan
or inf ends in nan. Small matrices are judged by Python's own sums as well.
"""
import math

from law import Law

law = Law(__doc__)
draw = law.random
SIZES = [1, 2, 3, 5, 7, 8, 9, 13, 15, 16, 17, 23, 24, 25, 31, 32, 33, 47, 48, 49, 63, 64, 65, 66,
         95, 96, 97, 100, 127, 128, 129, 130, 161, 200, 257]
EPSILON = {"f32": 2.0 ** -23, "f64": 2.0 ** -52}
SCALES = {"f32": [1.0] * 6 + [1e-30, 1e-18, 1e18, 1e30],
          "f64": [1.0] * 6 + [1e-250, 1e-150, 1e150, 1e250]}

HEAD = """fn most(x) = if x.size == 0 { 0.0 } else { max(abs(f64(x))) }
fn turn(key, m, n) = linalg.qr(f64(rng.normal(key, (m, n))))[0]
fn off(q) = most(f64(q).T @ f64(q) - eye(q.shape[1]).f64())
"""


def spectrum(n):
    """Singular values in words, and their name."""
    low = draw.randint(1, n)
    return draw.choice([
        ("graded", f"10.0 ^ (f64(arange({n})) * {-10.0 / max(n, 2)})"),
        ("graded far", f"2.0 ^ (f64(arange({n})) * {-100.0 / max(n, 2)})"),
        ("two clusters", f"where(arange({n}) % 2 == 0, f64(1.0), f64(3.0))"),
        ("a tight cluster", f"1.0 + f64(arange({n})) * 1e-7"),
        ("low rank", f"where(arange({n}) < {low}, f64(1.0), f64(0.0)) * (1.0 + f64(arange({n})))"),
        ("apart", f"1.0 + f64(arange({n}))"),
    ])


def matrix(m, n, symmetric=False):
    """A name of the kind, and lines that make `x` in f64."""
    small, key = min(m, n), f"rng.key({draw.randrange(1 << 30)})"
    kind = draw.choice(["normal", "spectrum", "spectrum", "spectrum", "special"])
    if kind == "normal":
        name, text = "normal", f"f64(rng.normal({key}, ({m}, {n})))"
    elif kind == "special":
        name, text = draw.choice([
            ("zeros", f"zeros(({m}, {n})).f64()"), ("ones", f"ones(({m}, {n})).f64()"),
            ("identity", f"eye({m}, {n}).f64()"),
            ("one column", f"zeros(({m}, {n})).f64() + where(arange({n}) == 0, 1.0, 0.0)"),
            ("a triangle", f"tril(f64(rng.normal({key}, ({m}, {n}))))"),
            ("beside the diagonal", f"tril(triu(f64(rng.normal({key}, ({m}, {n}))), -1), 1)")])
    else:
        name, values = spectrum(small)
        signs = f"where(arange({small}) % 3 == 0, -1.0, 1.0)" if symmetric else "1.0"
        side = "q" if symmetric else f"turn(rng.key({draw.randrange(1 << 30)}), {n}, {small})"
        text = f"{{ let q = turn({key}, {m}, {small})\n  (q * ({values}) * {signs}) @ {side}.T }}"
    if symmetric:
        text = f"{{ let half = {text}\n  half + half.T }}"
    return name, f"let x64 = {text}\n"


def program(dtype, scale, made, body):
    # A power of two near the scale keeps what the kind says exact.
    exact = 2.0 ** round(math.log2(scale))
    return (HEAD + made + f"let x = {dtype}(x64 * {exact!r})\nlet size = most(x)\n"
            f"let scaled = f64(x) * {1 / exact!r}\nlet back = {1 / exact!r}\n" + body)


def settings():
    return {"RILLE_THREADS": str(draw.choice([1, 2, 3, 7])),
            "RILLE_ISA": draw.choice(["avx512", "avx512", "avx2", "baseline"])}


def judge(name, text, checks):
    """checks: what each printed line is: a name and a bound in roundings, or None: it says true."""
    status, out, said = law.run(text, env=settings())
    lines = out.split()
    if status != 0 or len(lines) != len(checks):
        law.expect(False, f"{name} runs", f"{text}\n{status} {out} {said}")
        return
    for line, (what, bound) in zip(lines, checks):
        holds = line == "true" if bound is None else float(line) <= bound
        law.expect(holds, f"{name}: {what}", f"{line}, at most {bound}\n{text}")


def lu(dtype, scale):
    n = draw.choice(SIZES)
    kind, made = matrix(n, n)
    body = f"""let (l, u, order) = linalg.lu(x)
let eps = {EPSILON[dtype]!r} * {n}
let v = f64(u) * back
print(most(f64(l) @ v - scaled[order]) / (eps * (most(abs(f64(l)) @ abs(v)) + 1e-300)))
print(most(l) <= 1.0)
print(same(sort(order), arange({n})))
print(same(l, tril(l)) and same(u, triu(u)))
"""
    judge(f"lu {n} {kind} {dtype} {scale}", program(dtype, scale, made, body),
          [("x[order] = l u", 1.0), ("no number of l is above 1", None),
           ("order is a permutation", None), ("l and u are triangles", None)])


def solve(dtype, scale):
    n, k = draw.choice(SIZES), draw.choice([1, 1, 2, 3, 15, 16, 17, 33, 64, 65])
    key = draw.randrange(1 << 30)
    made = f"let x64 = f64(rng.normal(rng.key({key}), ({n}, {n}))) + 2.0 * eye({n}).f64()\n"
    vector = draw.random() < 0.3
    shape = f"({n},)" if vector else f"({n}, {k})"
    body = f"""let b = {dtype}(rng.normal(rng.key({key + 1}), {shape}))
let y = linalg.solve(x, b)
let eps = {EPSILON[dtype]!r} * {n}
let unscaled = f64(y) * {2.0 ** round(math.log2(scale))!r}
print(most(scaled @ unscaled - f64(b)) / (eps * (most(abs(scaled) @ abs(unscaled)) + most(b))))
print(same(linalg.solve(x, b), y))
"""
    judge(f"solve {n} {shape} {dtype} {scale}", program(dtype, scale, made, body),
          [("a y = b", 1.0), ("the same bits again", None)])


for _ in range(law.count(60)):
    dtype = draw.choice(["f32", "f64"])
    draw.choice([lu, solve])(dtype, draw.choice(SCALES[dtype]))
law.done()
