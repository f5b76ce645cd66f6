#!/usr/bin/env python3
"""Property-based test: derivatives exist at singular matrices and equal eigenvalues, and roots of
squares at the ends of the range.

Random matrices of low rank, with equal and nearly equal eigenvalues and singular values: the
derivatives of det (its cofactors, twice), of functions of a matrix by eigh and svd in every way to
write them, of pinv and lstsq, square roots of matrices with zeros. Random vectors of each float
dtype whose squares overflow: norm and std, their derivatives to the second order. The oracle is
Python: fractions, integer roots, and the formula of Daleckii and Krein on the eigenvalues from
which a matrix was built.
"""
import math
from fractions import Fraction

from law import Law

law = Law(__doc__)
draw = law.random
UNIT = {"f64": 2.0 ** -53, "f32": 2.0 ** -24, "bf16": 2.0 ** -8, "f16": 2.0 ** -11}


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def turned(a):
    return [list(row) for row in zip(*a)]


def det(a):
    """The determinant of fractions, by elimination."""
    a, out = [list(row) for row in a], Fraction(1)
    for k in range(len(a)):
        pivot = next((i for i in range(k, len(a)) if a[i][k] != 0), None)
        if pivot is None:
            return Fraction(0)
        if pivot != k:
            a[k], a[pivot] = a[pivot], a[k]
            out = -out
        out *= a[k][k]
        for i in range(k + 1, len(a)):
            by = a[i][k] / a[k][k]
            a[i] = [x - by * y for x, y in zip(a[i], a[k])]
    return out


def inverse(a):
    n = len(a)
    cells = [[det([[a[r][c] for c in range(n) if c != i] for r in range(n) if r != j])
              * (-1) ** (i + j) for j in range(n)] for i in range(n)]
    whole = det(a)
    return [[x / whole for x in row] for row in cells]


def minor(a, rows, columns):
    n = len(a)
    return det([[a[r][c] for c in range(n) if c not in columns] for r in range(n)
                if r not in rows])


def whole_matrix(m, n, rank):
    """An integer matrix of at most that rank, and its two factors."""
    left = [[Fraction(draw.randint(-3, 3)) for _ in range(rank)] for _ in range(m)]
    right = [[Fraction(draw.randint(-3, 3)) for _ in range(n)] for _ in range(rank)]
    return product(left, right), left, right


def text(a, dtype="f64"):
    rows = ", ".join("[" + ", ".join(repr(float(x)) for x in row) + "]" for row in a)
    return f"{dtype}([{rows}])"


def numbers(out):
    words = out.replace("[", " ").replace("]", " ").replace(",", " ").split()
    return [float(w) for w in words]


def near(got, wanted, bound):
    return len(got) == len(wanted) and all(abs(x - float(y)) <= bound for x, y in
                                           zip(got, wanted))


def ways(f):
    """The derivative of a function of x, in random ways."""
    return draw.choice([f"grad({f})(x)", f"jit(grad({f}))(x)", f"jacfwd({f})(x)",
                        f"vmap(grad({f}))(stack((x, x + 1.0)))[0]"])


def det_case():
    n = draw.choice([2, 3, 4, 4, 5, 6, 9])
    rank = n - draw.choice([0, 1, 1, 2, 3])
    a, _, _ = whole_matrix(n, n, max(rank, 0)) if rank > 0 else ([[Fraction(0)] * n] * n, 0, 0)
    slope = [minor(a, {i}, {j}) * (-1) ** (i + j) for i in range(n) for j in range(n)]
    i, j, k, m = (draw.randrange(n) for _ in range(4))
    second = Fraction(0)
    if i != k and j != m:
        sign = (-1) ** (i + j + k + m) * (1 if (i < k) == (j < m) else -1)
        second = minor(a, {i, k}, {j, m}) * sign
    size = max(max(abs(x) for row in a for x in row), 1)
    lines = [f"let x = {text(a)}", f"print({ways('linalg.det')})",
             f"print(grad(y => grad(linalg.det)(y)[{i}, {j}])(x)[{k}, {m}])"]
    bound = float(size) ** (n - 1) * math.factorial(n) * UNIT["f64"] * 8
    return "det", lines, [(slope, bound), ([second], bound)]


def orthogonal(n):
    rows = []
    while len(rows) < n:
        row = [draw.gauss(0, 1) for _ in range(n)]
        for _ in range(2):
            for other in rows:
                along = sum(x * y for x, y in zip(row, other))
                row = [x - along * y for x, y in zip(row, other)]
        length = math.sqrt(sum(x * x for x in row))
        rows.append([x / length for x in row])
    return rows


FUNCTIONS = {"exp({0})": (math.exp, math.exp),
             "{0} * {0} * {0}": (lambda x: x ** 3, lambda x: 3 * x * x),
             "sqrt({0})": (math.sqrt, lambda x: 0.5 / math.sqrt(x)),
             "1.0 / {0}": (lambda x: 1 / x, lambda x: -1 / (x * x)),
             "log({0})": (math.log, lambda x: 1 / x)}
FORMS = ["(v * g) @ v.T", "v @ (g[:, nil] * v.T)", "v @ diag(g) @ v.T",
         'einsum("ik,k,jk->ij", v, g, v)', "(v / (1.0 / g)) @ v.T", "v @ (v * g).T",
         "v @ ((v.T @ one) * g[:, nil])", "stack((v @ (g * (v.T @ e)) for e in one)).T"]


def values(n):
    """Positive values, of which several are equal."""
    few = [draw.uniform(0.5, 3) for _ in range(draw.randint(1, max(1, n - 1)))]
    return [draw.choice(few) for _ in range(n)]


def slope_of(f, df, x, y):
    return df(x) if x == y else (f(x) - f(y)) / (x - y)


def eigh_case():
    n = draw.randint(2, 6)
    w, q = values(n), orthogonal(n)
    if draw.random() < 0.3:  # exactly diagonal, so exactly equal
        q = [[float(i == j) for j in range(n)] for i in range(n)]
    a = product(product(turned(q), [[w[i] * (i == j) for j in range(n)] for i in range(n)]), q)
    a = [[(a[i][j] + a[j][i]) / 2 for j in range(n)] for i in range(n)]
    m = [[draw.uniform(-1, 1) for _ in range(n)] for _ in range(n)]
    name, (f, df) = draw.choice(list(FUNCTIONS.items()))
    both = [[(m[i][j] + m[j][i]) / 2 for j in range(n)] for i in range(n)]
    inner = product(product(q, both), turned(q))
    inner = [[inner[i][j] * slope_of(f, df, w[i], w[j]) for j in range(n)] for i in range(n)]
    wanted = sum(product(product(turned(q), inner), q), [])
    of = (f"x => {{ let (w, v) = linalg.eigh(x); let g = {name.format('w')}; "
          f"sum({draw.choice(FORMS)} * m) }}")
    lines = [f"let x = {text(a)}; let m = {text(m)}; let one = eye({n}, dtype = f64)",
             f"print({ways(of)})"]
    return f"eigh, {name}, {of}", lines, [(wanted, 1e-6)]


def svd_case():
    n = draw.randint(2, 5)
    s, p, q = values(n), orthogonal(n), orthogonal(n)
    if draw.random() < 0.4:
        s[draw.randrange(n)] = 0.0
    a = product(product(turned(p), [[s[i] * (i == j) for j in range(n)] for i in range(n)]), q)
    m = [[draw.uniform(-1, 1) for _ in range(n)] for _ in range(n)]
    name, f, df = draw.choice([("s", lambda x: x, lambda x: 1),
                               ("s * s * s", lambda x: x ** 3, lambda x: 3 * x * x)])
    inner = product(product(p, m), turned(q))
    half = [[[(inner[i][j] + sign * inner[j][i]) / 2 for j in range(n)] for i in range(n)]
            for sign in (1, -1)]

    def over_sum(x, y):
        return (f(x) + f(y)) / (x + y) if x + y > 0 else df(0.0)

    inner = [[half[0][i][j] * slope_of(f, df, s[i], s[j]) + half[1][i][j] * over_sum(s[i], s[j])
              for j in range(n)] for i in range(n)]
    wanted = sum(product(product(turned(p), inner), q), [])
    of = (f"x => {{ let (u, s, vt) = linalg.svd(x); let g = {name}; "
          f"sum({draw.choice(['(u * g) @ vt', 'u @ (g[:, nil] * vt)'])} * m) }}")
    lines = [f"let x = {text(a)}; let m = {text(m)}", f"print({ways(of)})"]
    return f"svd, {name}", lines, [(wanted, 1e-6)]


def lstsq_case():
    m, n = draw.randint(1, 5), draw.randint(1, 5)
    rank = draw.randint(1, min(m, n))
    while True:
        a, left, right = whole_matrix(m, n, rank)
        if det(product(turned(left), left)) != 0 and det(product(right, turned(right))) != 0:
            break
    b = [[Fraction(draw.randint(-4, 4))] for _ in range(m)]
    ct = [[Fraction(draw.randint(-2, 2))] for _ in range(n)]
    pinv = product(product(turned(right), inverse(product(right, turned(right)))),
                   product(inverse(product(turned(left), left)), turned(left)))
    x = product(pinv, b)
    back = product(turned(pinv), ct)  # the derivative by b
    rest = [[p[0] - q[0]] for p, q in zip(b, product(a, x))]
    through = product(pinv, back)
    kept = product(pinv, product(a, ct))
    over = product(turned(pinv), x)
    slope = [[-back[i][0] * x[j][0] + rest[i][0] * through[j][0]
              + over[i][0] * (ct[j][0] - kept[j][0]) for j in range(n)] for i in range(m)]
    line = "[" + ", ".join(str(float(v[0])) for v in b) + "]"
    weights = "[" + ", ".join(str(float(v[0])) for v in ct) + "]"
    of = f"x => sum(linalg.lstsq(x, f64({line})) * f64({weights}))"
    lines = [f"let x = {text(a)}", f"print(linalg.lstsq(x, f64({line})))",
             f"print(grad(b => sum(linalg.lstsq(x, b) * f64({weights})))(f64({line})))",
             f"print({draw.choice(['grad', 'jacfwd'])}({of})(x))"]
    size = max([1] + [abs(v) for row in pinv for v in row])
    bound = 1e-10 * float(size) ** 3
    flat = [v[0] for v in x], [v[0] for v in back], sum(slope, [])
    return "lstsq", lines, [(each, bound) for each in flat]


def root(x, digits=80):
    """sqrt of a fraction, as a fraction."""
    scale = 10 ** digits * x.denominator
    return Fraction(math.isqrt(x.numerator * x.denominator * 10 ** (2 * digits)), scale) \
        if x.numerator * x.denominator > 10 ** 40 else \
        Fraction(math.isqrt(x.numerator * x.denominator * 10 ** 800), 10 ** 400 * x.denominator)


def norm_case():
    dtype, low, high = draw.choice([("f64", -1000, 1000), ("f32", -120, 120), ("bf16", -120, 120),
                                    ("f16", -12, 12)])
    exponent, n = draw.choice([low, high, draw.randint(low, high)]), draw.randint(1, 6)
    xs = [Fraction(draw.choice([-1, 1]) * draw.randint(64, 127)) * Fraction(2) ** (exponent - 6)
          for _ in range(n)]
    length = root(sum(x * x for x in xs))
    average = sum(xs) / n
    apart = [x - average for x in xs]
    deviation = root(sum(x * x for x in apart) / n)
    line = f"{dtype}([{', '.join(repr(float(x)) for x in xs)}])"
    scale = Fraction(2) ** exponent
    lines = [f"let x = {line}", f"print(f64({draw.choice(['norm(x)', 'jit(norm)(x)'])}))",
             f"print(f64({draw.choice(['grad(norm)(x)', 'jit(grad(norm))(x)'])}))",
             f"print(f64({draw.choice(['std(x)', 'jit(std)(x)'])}))"]
    unit = 4 * 2 * UNIT[dtype]
    checks = [([length], unit * float(length)), ([x / length for x in xs], unit),
              ([deviation], 4 * unit * float(length))]
    if dtype == "f64":
        second = [[((i == j) - xs[i] * xs[j] / length ** 2) / length for j in range(n)]
                  for i in range(n)]
        lines.append("print(hessian(norm)(x))")
        checks.append((sum(second, []), 64 * unit / float(length)))
    if deviation > scale / 8:
        lines.append("print(f64(grad(std)(x)))")
        checks.append(([x / (n * deviation) for x in apart], 16 * unit))
    return f"norm of {line}", lines, checks


def root_of_matrix_case():
    n = draw.randint(1, 5)
    on = [draw.choice([0, 0, 1, 4, 9]) for _ in range(n)]
    a = [[Fraction(on[i] if i == j else 0) for j in range(n)] for i in range(n)]
    wanted = [Fraction(math.isqrt(on[i]) if i == j else 0) for i in range(n) for j in range(n)]
    return f"sqrtm of {on}", [f"print(real(linalg.sqrtm({text(a)})))"], [(wanted, 1e-12)]


def judge(name, lines, checks):
    status, out, said = law.run("\n".join(lines) + "\n")
    printed, place, groups = numbers(out) if status == 0 else [], 0, []
    for wanted, _ in checks:
        groups.append(printed[place:place + len(wanted)])
        place += len(wanted)
    for got, (wanted, bound) in zip(groups, checks):
        law.expect(near(got, wanted, bound), name,
                   "\n".join(lines) + f"\n{got}\nwanted {[float(x) for x in wanted]} "
                   f"within {bound}\n{said[:500]}")


CASES = [det_case, eigh_case, eigh_case, svd_case, lstsq_case, norm_case, norm_case,
         root_of_matrix_case]
for k in range(law.count(96)):
    judge(*CASES[k % len(CASES)]())

# A reduction of narrow elements reads them directly: no widened copy is as large.
for fold in ["sum(zeros(30000000, u8))", "mean(zeros(30000000, u8))", "prod(ones(30000000, u8))",
             "std(zeros(30000000, u8))", "mean(zeros(15000000, f16))",
             "sum(zeros(30000000, u8) == 1)"]:
    status, out, said = law.run(f"print({fold})\n", before=("--memory-limit", "80"))
    law.expect(status == 0, f"{fold} within 80 MB", said[:300])
law.done()
