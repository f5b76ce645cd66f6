#!/usr/bin/env python3
"""Property-based test: the factors of a decomposition multiply to the matrix within a few
roundings, for any matrix, size, and thread count.

Matrices of random sizes (around vectors, panels, and blocks of the code), dtypes, scales (the
smallest and largest numbers whose products stay finite), and kinds: normal, graded, clustered
spectrum, low rank, integer multiples of the identity, triangular, zero. The results are checked in
f64 by their defining properties: the product is the matrix, columns are orthonormal, values are
sorted, signs are as documented, pivots are the largest of their columns; eigenvalues of a normal
matrix are those from which it was built, those of a triangular one, in any order of rows, its
diagonal. A batch has the bits of each of its matrices alone, and a matrix has the same bits for any
thread count; a matrix with NaN or inf has the result NaN. Small matrices are also checked by
Python's own sums.
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
let below = -sqrt(c128(f64(-1.0)))
fn re(z) = f64(c128(z))
fn im(z) = f64(c128(z) * below)
fn size2(z) = re(z) ^ 2 + im(z) ^ 2
"""


def spectrum(n):
    """Singular values as text, and the name of the spectrum."""
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
    """The name of the kind, and lines that build `x` in f64."""
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
    # A power of two near the scale keeps the properties of the kind exact.
    exact = 2.0 ** round(math.log2(scale))
    return (HEAD + made + f"let x = {dtype}(x64 * {exact!r})\nlet size = most(x)\n"
            f"let scaled = f64(x) * {1 / exact!r}\nlet back = {1 / exact!r}\n" + body)


def settings():
    return {"RILLE_THREADS": str(draw.choice([1, 2, 3, 7])),
            "RILLE_ISA": draw.choice(["avx512", "avx512", "avx2", "baseline"])}


def judge(name, text, checks):
    """checks: for each printed line a name and a bound in roundings, or None: it must be true."""
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


def eigh(dtype, scale):
    n = draw.choice(SIZES)
    kind, made = matrix(n, n, symmetric=True)
    body = f"""let (w, v) = linalg.eigh(x)
let eps = {EPSILON[dtype]!r} * {n + 8}
let w64 = f64(w) * back
let whole = tril(scaled) + tril(scaled, -1).T
let v64 = f64(v)
print(most(whole @ v64 - v64 * w64) / (eps * (most(w64) + 1e-300)))
print(off(v) / eps)
print(same(sort(w), w))
let signs = max(v64, axis = 0) + min(v64, axis = 0)
print(min(signs) >= 0.0)
print(same(linalg.eigh({dtype}(2.0) * tril(x, -1) + tril(triu(x)))[1], v))
"""
    judge(f"eigh {n} {kind} {dtype} {scale}", program(dtype, scale, made, body),
          [("x v = v w", 1.0), ("v is orthogonal", 1.0), ("w ascends", None),
           ("the greatest of each vector is above 0", None),
           ("the transpose counts as well", None)])


def general(n, scale):
    """The name of the kind, lines that build x64, and its eigenvalues as text if known.

    They are known for a normal matrix, and for a triangular one with permuted rows and columns.
    """
    kind = draw.choice(["any", "any", "turned blocks", "a hidden triangle", "a chain",
                        "a cycle", "graded", "sparse"])
    key = draw.randrange(1 << 30)
    normal = f"f64(rng.normal(rng.key({key}), ({n}, {n})))"
    if kind == "any":
        name, text = matrix(n, n)
        return name, text, None
    if kind == "turned blocks":
        # Blocks a b, -b a and, last, a number.
        pairs = n // 2
        text = f"""let at = arange({n})
let a = f64(at // 2) * 0.5 - 1.0
let b = where(at // 2 * 2 == at, 1.0, -1.0) * f64(at // 2 + 1)
let paired = f64(at < {2 * pairs})
let above = f64(at[:, nil] + 1 == at) * (b * paired * f64(at % 2 == 0))[:, nil]
let lower = f64(at[:, nil] == at + 1) * (b * paired * f64(at % 2 == 1))[:, nil]
let blocks = eye({n}).f64() * a + above + lower
let q = turn(rng.key({key}), {n}, {n})
let x64 = q @ blocks @ q.T
"""
        return kind, text, ("a", "b * paired")
    if kind == "a hidden triangle":
        text = f"""let order = argsort(rng.uniform(rng.key({key}), ({n},)))
let upper = triu({normal})
let x64 = upper[order][:, order]
let values = sort(sum(upper * eye({n}).f64(), axis = 0))
"""
        return kind, text, None
    text = {"a chain": f"eye({n}).f64() * 0.5 + (arange({n})[:, nil] == arange({n}) + 1).f64()",
            "a cycle": f"((arange({n})[:, nil] + 1) % {n} == arange({n})).f64()",
            "graded": f"{normal} * 2.0 ^ ((f64(arange({n}))[:, nil] - f64(arange({n}))) * "
                      f"{(60 if scale == 1.0 else 12) / n})",
            "sparse": f"where(f64(rng.uniform(rng.key({key + 1}), ({n}, {n}))) < {1.5 / n}, "
                      f"{normal}, 0.0)"}[kind]
    return kind, f"let x64 = {text}\n", None


GENERAL = SIZES + [1, 2, 3, 4, 5, 6, 301, 340]


def eig(dtype, scale):
    n = draw.choice(GENERAL)
    kind, made, known = general(n, scale)
    body = f"""let (w, v) = linalg.eig(x)
let eps = {EPSILON[dtype]!r} * {n + 8}
let length = sqrt(sum(scaled ^ 2)) + 1e-300
let w64 = c128(w) * back
let rest = c128(scaled) @ c128(v) - c128(v) * w64
print(sqrt(max(size2(rest))) / (eps * length))
print(most(sum(size2(v), axis = 0) - 1.0) / eps)
print(same(sort(re(w)), re(w)) and same(sort(im(w)), sort(-im(w))))
let most2 = max(size2(v), axis = 0)
print(all(any((im(v) == 0.0) and (re(v) > 0.0) and (size2(v) >= most2 * 0.998), axis = 0)))
print(abs(sum(re(w64)) - sum(scaled * eye({n}).f64())) / (eps * length))
let alone = linalg.eigvals(x)
print(same(alone, w) or most(re(alone) * back - re(w64)) < 1e-3 * length)
"""
    checks = [("x v = v w", 4.0), ("vectors have length 1", 1.0), ("w ascends, in pairs", None),
              ("the greatest of each vector is above 0", None), ("w sums to the trace", 4.0),
              ("eigvals gives the same", None)]
    if known:
        body += f"""print(most(sort(re(w64)) - sort({known[0]})) / (eps * length))
print(most(sort(im(w64)) - sort({known[1]})) / (eps * length))
"""
        checks += [("real parts are known", 1.0), ("imaginary parts are known", 1.0)]
    if kind == "a hidden triangle" and scale == 1.0:
        body += f"print(same(re(linalg.eigvals(x)), f64(sort(values.{dtype}()))))\n"
        checks += [("values stand on the diagonal", None)]
    judge(f"eig {n} {kind} {dtype} {scale}", program(dtype, scale, made, body), checks)


def schur(dtype, scale):
    n = draw.choice(GENERAL)
    kind, made, _ = general(n, scale)
    body = f"""let (t, z) = linalg.schur(x)
let eps = {EPSILON[dtype]!r} * {n + 8}
let length = sqrt(sum(scaled ^ 2)) + 1e-300
let t64 = f64(t) * back
print(most(scaled - f64(z) @ t64 @ f64(z).T) / (eps * length))
print(off(z) / eps)
let (here, next) = (arange({n - 1}), arange({n - 1}) + 1)
let under = t[next, here]
let has = under != 0.0
print(same(t, triu(t, -1)) and not any(has[1:] and has[:-1]))
let pair = (t[here, here] == t[next, next]) and (sign(under) * sign(t[here, next]) == -1.0)
print(all((not has) or pair))
"""
    judge(f"schur {n} {kind} {dtype} {scale}", program(dtype, scale, made, body),
          [("x = z t z'", 2.0), ("z is orthogonal", 2.0), ("t has blocks of two rows", None),
           ("each block has a pair of values", None)])


def tridiagonal(dtype, scale):
    n, k = draw.choice(SIZES + [1000]), draw.choice([1, 2, 3, 16, 17, 65])
    key = draw.randrange(1 << 30)
    middle = draw.choice([0.0, 0.0, 1.0, 3.0])
    text = HEAD + f"""let exact = {2.0 ** round(math.log2(scale))!r}
let made = {dtype}(f64(rng.normal(rng.key({key}), (3, {n}))) * exact)
let dl = made[0]
let d = {dtype}(f64(made[1]) * {1.0 if middle == 0 else 0.3} + {middle} * exact)
let du = made[2]
let b = {dtype}(rng.normal(rng.key({key + 1}), ({n}, {k})))
let y = linalg.tridiagonal_solve(dl, d, du, b)
let eps = {EPSILON[dtype]!r} * 8.0
let big = f64(y) * exact
let (l, m, u) = (f64(dl) / exact, f64(d) / exact, f64(du) / exact)
let none = big[0:1] * 0.0
let before = concat((none, l[1:, nil] * big[:-1]))
let behind = concat((u[:-1, nil] * big[1:], none))
let rest = abs(before + m[:, nil] * big + behind - f64(b))
let sizes = (max(abs(l)) + max(abs(m)) + max(abs(u))) * max(abs(big), axis = 0)
print(most(rest / (sizes + abs(f64(b)))) / eps)
print(same(linalg.tridiagonal_solve(dl, d, du, b), y))
let some = linalg.tridiagonal_solve([dl, dl + du], [d, d], [du, dl], [b, b])
print(same(some[0], y) and same(some[1], linalg.tridiagonal_solve(dl + du, d, dl, b)))
"""
    judge(f"tridiagonal_solve {n} {k} {dtype} {scale}", text,
          [("a y = b", 1.0), ("the same bits again", None), ("a batch has the bits of each", None)])


def svd(dtype, scale):
    m, n = draw.choice(SIZES), draw.choice(SIZES)
    m, n = draw.choice([(m, n), (n, n), (n, n), (m, max(1, m // 8))])
    kind, made = matrix(m, n)
    body = f"""let (u, s, vt) = linalg.svd(x)
let eps = {EPSILON[dtype]!r} * {max(m, n) + 8}
let s64 = f64(s) * back
print(most(scaled - (f64(u) * s64) @ f64(vt)) / (eps * (most(s64) + 1e-300)))
print(maximum(off(u), off(vt.T)) / eps)
print(same(sort(s), s[::-1]) and min(s) >= 0.0)
let side = f64({"vt" if m >= n else "u.T"})
print(min(max(side, axis = 1) + min(side, axis = 1)) >= 0.0)
"""
    judge(f"svd {m} {n} {kind} {dtype} {scale}", program(dtype, scale, made, body),
          [("x = u s vt", 1.0), ("u and v are orthogonal", 1.0), ("s descends to 0", None),
           ("the greatest of each vector is above 0", None)])


def qr(dtype, scale):
    m, n = draw.choice(SIZES), draw.choice(SIZES)
    kind, made = matrix(m, n)
    body = f"""let (q, r) = linalg.qr(x)
let eps = {EPSILON[dtype]!r} * {max(m, n) + 8}
let length = most(scaled) * {n ** 0.5} + 1e-300
print(most(scaled - f64(q) @ (f64(r) * back)) / (eps * length))
print(off(q) / eps)
print(same(r, triu(r)))
"""
    judge(f"qr {m} {n} {kind} {dtype} {scale}", program(dtype, scale, made, body),
          [("x = q r", 1.0), ("q is orthogonal", 1.0), ("r is a triangle", None)])


def batch(dtype, scale):
    """A batch some of whose matrices contain NaN or inf."""
    n, count = draw.choice(SIZES[:20]), draw.choice([2, 3, 9])
    extra = draw.choice([0, 0, 1, 5])
    name = draw.choice(["lu", "eigh", "svd", "qr", "eig", "schur"])
    m = n + extra if name in ("svd", "qr") else n
    bad = draw.choice(["nan", "inf", "-inf"])
    place = f"({count - 1}, {draw.randrange(m)}, {draw.randrange(n)})"
    text = f"""let z = {dtype}(rng.normal(rng.key({draw.randrange(1 << 30)}), ({count}, {m}, {n})))
var x = z * {scale!r}
x[{place[1:-1]}] = {bad}
let all = linalg.{name}(x)
var equal = true
for i in 0..{count - 1} {{
  let one = linalg.{name}(x[i])
  for p in 0..{3 if name in ("lu", "svd") else 2} {{ equal = equal and same(all[p][i], one[p]) }}
}}
print(equal)
print(any(isnan(f64(all[1][{count - 1}]))) or {"true" if name == "lu" else "false"})
"""
    judge(f"{name} of {count} {m} {n} {dtype} {scale}", text,
          [("a batch has the bits of each", None), ("nan where one is no number", None)])


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


def threads(dtype, scale):
    """A matrix whose products are long enough for several threads has the bits of one thread."""
    n = draw.choice([100, 130, 161, 200, 257, 301, 340])
    one = f"eye({n}).{dtype}()"
    k = draw.choice([1, n // 2, n])
    key = draw.randrange(1 << 30)
    name, call = draw.choice([
        ("lu", "linalg.lu(x)"), ("qr", "linalg.qr(x)"), ("svd", "linalg.svd(x)"),
        ("eigh", "linalg.eigh(x + x.T)"), ("schur", "linalg.schur(x)"),
        ("eig", "{ let (w, v) = linalg.eig(x)\n  (re(w), im(w), re(v), im(v)) }"),
        ("cholesky", f"linalg.cholesky(x @ x.T / {n} + {one})"),
        ("solve", f"linalg.solve(x, x[:, :{k}])"),
        ("triangular_solve", f"linalg.triangular_solve(x + {n * scale!r} * {one}, x[:, :{k}])")])
    if name == "cholesky":
        scale = 1.0
    text = HEAD + f"""let x = {dtype}(f64(rng.normal(rng.key({key}), ({n}, {n}))) * {scale!r})
ckpt.save("found.safetensors", (found = {call},))
"""
    env = settings()
    found = []
    for count in ("1", draw.choice(["2", "3", "7"])):
        status, out, said = law.run(text, env={**env, "RILLE_THREADS": count})
        law.expect(status == 0, f"{name} {n} runs", f"{text}\n{status} {out} {said}")
        found.append((law.folder / "found.safetensors").read_bytes() if status == 0 else None)
    law.expect(found[0] == found[1], f"{name} {n} {dtype}: threads change no bit",
               f"{env} {count}\n{text}")


for _ in range(law.count(150)):
    dtype = draw.choice(["f32", "f64"])
    law_of = draw.choice([lu, solve, eigh, eigh, svd, qr, batch, eig, eig, schur, tridiagonal,
                          threads, threads])
    law_of(dtype, draw.choice(SCALES[dtype]))
law.done()
