#!/usr/bin/env python3
"""Property-based test: homogeneous functions scale with their arguments to the ends of the range:
values and gradients.

f(s x) is s^d f(x) if s is a power of two, and its gradient s^(d - 1) times that of f at x, in exact
arithmetic. So f at random numbers near 1 determines f at the ends of the range: norms, deviations,
medians, interpolation, projections, cosine similarities, clipping, decompositions, linear systems,
in f64 and f32, eager and compiled; in f16 and bf16 if sums do not overflow. The exceptions are in
docs/accuracy.md.
"""
import math
import re

from law import Law

law = Law(__doc__)
draw = law.random
# The exponents of the smallest and the largest normal number.
ENDS = {"f64": (-1022, 1023), "f32": (-126, 127), "f16": (-14, 15), "bf16": (-126, 127)}
# Tolerance of the scaled result: a few roundings, more for solutions and decompositions.
NEAR = {"f64": 1e-12, "f32": 2e-5, "f16": 2e-2, "bf16": 0.1}
# (the function of x, the kind of x, the degree, whether it has a gradient, dtypes; the power of an
# intermediate of x that must be in range too)
ALL, WIDE, BOTH = "f64 f32 f16 bf16", "f64 f32 bf16", "f64 f32"
ROWS = [
    ("norm(x)", "matrix", 1, True, ALL), ("norm(x, axis = 1)", "matrix", 1, True, ALL),
    ("std(x)", "matrix", 1, True, ALL), ("std(x, axis = 0, ddof = 1)", "matrix", 1, True, ALL),
    ("std(x, where = x > 0.0)", "matrix", 1, False, ALL),
    ("median(x)", "matrix", 1, True, ALL), ("quantile(x, 0.3, axis = 0)", "matrix", 1, True, ALL),
    ("max(x, axis = 1)", "matrix", 1, True, ALL), ("sort(x, axis = 1)", "matrix", 1, True, ALL),
    ("hypot(x[0], x[1])", "matrix", 1, True, ALL), ("abs(x)", "matrix", 1, True, ALL),
    ("interp([0.25, 1.5], [0.0, 1.0, 2.0], x[:3])", "vector", 1, True, BOTH),
    ("interp(x[1:2] * 0.5, sort(x), x)", "vector", 1, False, BOTH),
    ("linspace(float(x[0]), float(x[1]), 5, dtype = x.dtype)", "vector", 1, False, "f64 f32 plain"),
    ("trapezoid(x, dx = 0.125)", "vector", 1, True, ALL), ("gradient(x)", "vector", 1, True, ALL),
    ("mean(x)", "vector", 1, True, "f16"), ("nn.avg_pool(x[nil, :, nil], 3)", "vector", 1, True,
                                            "f16"),
    ("optim.safe_norm(x, 0.0)", "matrix", 1, True, ALL),
    ("optim.safe_norm(x, 0.0, ord = 3.0, axis = 1)", "matrix", 1, True, WIDE),
    ("optim.safe_root_mean_squares(x, 0.0)", "matrix", 1, True, ALL),
    ("optim.cosine_similarity(x[0], x[1])", "matrix", 0, True, ALL),
    ("optim.cosine_distance(x[0], x[1])", "matrix", 0, False, ALL),
    ("corrcoef(x)", "matrix", 0, False, ALL),
    ("optim.projection_l2_sphere(x, 2.0)", "matrix", 0, True, ALL),
    ("optim.normalize_by_update_norm(1.0, 0.0).update(x, (), nil)[0]", "matrix", 0, False, ALL),
    ("optim.clip_by_global_norm(1e-36).update(x, (), nil)[0]", "matrix", 0, False, "f32"),
    ("optim.clip_by_global_norm(1e-306).update(x, (), nil)[0]", "matrix", 0, False, "f64"),
    ("optim.clip_by_global_norm(1e-306).update((x[:1], x[1:]), (), nil)[0][1]", "matrix", 0, False,
     "f64"),
    ("optim.scale_by_trust_ratio().update(x, (), ones_like(x))[0]", "matrix", 0, False, WIDE),
    ("optim.power_iteration(x)[0]", "matrix", 1, False, BOTH),
    ("cross(x[0], x[1])", "matrix", 2, True, BOTH), ("x @ x", "matrix", 2, True, BOTH),
    ("convolve(x[0], [0.5, 0.25])", "matrix", 1, True, BOTH),
    ("linalg.expm(x / max(abs(x)))", "matrix", 0, False, BOTH),
    ("linalg.tridiagonal_solve(x[0], x[1] * 8.0, x[2], [1.0, 2.0, 3.0])", "matrix", -1, True,
     BOTH),
    ("real(fft.fft(x, norm = \"ortho\"))", "vector", 1, False, BOTH),
    ("nn.standardize(x, eps = 0.0)", "matrix", 0, True, "f16"),
    ("cov(x)", "matrix", 2, False, BOTH), ("x.var()", "matrix", 2, True, BOTH),
    ("sqrt(abs(x))", "matrix", 0.5, True, BOTH), ("cbrt(x)", "matrix", 1 / 3, True, BOTH),
    ("atan2(x[0], x[1])", "matrix", 0, True, BOTH), ("x[0] / x[1]", "matrix", 0, True, BOTH),
    ("x[0] % x[1]", "matrix", 1, False, BOTH), ("rsqrt(abs(x))", "matrix", -0.5, True, BOTH),
    ("abs(complex(x[0], x[1]))", "matrix", 1, True, BOTH),
    ("angle(complex(x[0], x[1]))", "matrix", 0, True, BOTH),
    ("real(sqrt(complex(x[0], x[1])))", "matrix", 0.5, True, BOTH),
    ("real(complex(x[0], x[1]) / complex(x[1], x[2]))", "matrix", 0, True, BOTH),
    ("real(1.0 / complex(x[0], x[1]))", "matrix", -1, True, BOTH),
    ("linalg.svdvals(x)", "matrix", 1, True, BOTH), ("linalg.cond(x)", "matrix", 0, False, BOTH),
    ("linalg.eigvalsh(x + x.T)", "matrix", 1, True, BOTH),
    ("abs(linalg.eigh(x + x.T)[1])", "matrix", 0, False, BOTH),
    ("real(sum(linalg.eigvals(x @ eye(3))))", "matrix", 1, False, BOTH),
    ("abs(linalg.qr(x)[1])", "matrix", 1, True, BOTH),
    ("abs(linalg.qr(x)[0])", "matrix", 0, True, BOTH),
    ("linalg.inv(x)", "matrix", -1, True, BOTH), ("linalg.pinv(x)", "matrix", -1, True, BOTH),
    ("linalg.pinv(x[:2])", "matrix", -1, True, BOTH), ("linalg.det(x)", "matrix", 3, True, BOTH),
    ("linalg.slogdet(x)[0]", "matrix", 0, False, BOTH),
    ("linalg.solve(x, [1.0, 2.0, 3.0])", "matrix", -1, True, BOTH),
    ("linalg.solve(x, x @ [1.0, 2.0, 3.0])", "matrix", 0, False, BOTH),
    ("linalg.lstsq(x[:2], [1.0, 2.0])", "matrix", -1, True, BOTH, 2),
    ("linalg.lstsq(x, x[0])", "matrix", 0, True, BOTH, 2),
    ("linalg.lu(x)[1]", "matrix", 1, True, BOTH),
    ("linalg.triangular_solve(tril(x), [1.0, 2.0, 3.0], lower = true)", "matrix", -1, True, BOTH),
    ("linalg.cholesky((x + x.T) * 0.125 + eye(3) * max(abs(x)))", "matrix", 0.5, True, BOTH),
    ("real(linalg.sqrtm((x + x.T) * 0.125 + eye(3) * max(abs(x))))", "matrix", 0.5, False, BOTH),
    ("f32(linalg.matrix_rank(x))", "matrix", 0, False, BOTH),
    # of complex matrices
    ("norm(complex(x, x.T))", "matrix", 1, True, BOTH),
    ("std(complex(x, x.T))", "matrix", 1, True, BOTH),
    ("real(linalg.inv(complex(x, x.T * 0.5)))", "matrix", -1, True, BOTH),
    ("real(linalg.solve(complex(x, x.T * 0.5), [1.0, 2.0, 3.0]))", "matrix", -1, True, BOTH),
    ("linalg.svdvals(complex(x, x.T * 0.5))", "matrix", 1, True, BOTH),
    ("linalg.eigvalsh(complex(x + x.T, x - x.T))", "matrix", 1, True, BOTH),
    ("real(linalg.pinv(complex(x, x.T * 0.5)))", "matrix", -1, True, BOTH),
    ("real(linalg.det(complex(x, x.T * 0.5)))", "matrix", 3, True, BOTH),
    ("abs(linalg.qr(complex(x, x.T * 0.5))[1])", "matrix", 1, True, BOTH),
    ("real(complex(x, x.T) @ complex(x.T, x))", "matrix", 2, True, BOTH),
    ("real(linalg.sqrtm(complex(x, x.T * 0.5)))", "matrix", 0.5, False, BOTH),
    ("sort(real(linalg.eigvals(x)))", "matrix", 1, False, BOTH),
    ("abs(linalg.schur(x)[0] @ eye(3))", "matrix", 1, False, BOTH),
    # products, powers, and related functions
    ("x ^ 2.0", "matrix", 2, True, BOTH), ("x ^ 3", "matrix", 3, True, BOTH),
    ("abs(x) ^ 0.5", "matrix", 0.5, True, BOTH), ("x ^ -1.0", "matrix", -1, True, BOTH),
    ("1.0 / x", "matrix", -1, True, BOTH), ("x[0] * x[1]", "matrix", 2, True, BOTH),
    ("prod(x, axis = 1)", "matrix", 3, True, BOTH), ("x[0] @ x[1]", "matrix", 2, True, BOTH),
    ("cumprod(x, axis = 1)[:, 2]", "matrix", 3, True, BOTH),
    ("(optim.l2_loss(x))", "matrix", 2, True, BOTH), ("x[0] // x[1]", "matrix", 0, False, BOTH),
    ("optim.projection_simplex(x, max(x))", "vector", 1, False, BOTH),
    ("optim.projection_l1_ball(x, max(x))", "vector", 1, False, BOTH),
    ("optim.projection_vector(x[0], x[1])", "matrix", 1, True, BOTH),
    ("optim.projection_hyperplane(x[0] / 8.0, x[1], 0.0)", "matrix", 1, True, BOTH),
    ("optim.hinge_loss(x, x * 0.0)", "matrix", 0, False, BOTH),
    ("nn.leaky_relu(x)", "matrix", 1, True, ALL), ("nn.max_pool(x[nil, :, nil], 2)", "vector", 1,
                                                   True, ALL),
    ("real(fft.ifft(x))", "vector", 1, False, BOTH), ("fft.irfft(fft.rfft(x))", "vector", 1, True,
                                                     BOTH),
    ("diff(x)", "vector", 1, True, BOTH), ("roll(x, 1) - x", "vector", 1, True, BOTH),
    ("sum(segment_sum(x, [0, 1, 0, 1, 1, 0], 2))", "vector", 1, True, BOTH),
    ("take_along_axis(x, argsort(x), axis = 0)", "vector", 1, True, BOTH),
    ("clip(x, x[0], x[0] + abs(x[1]))", "vector", 1, True, BOTH),
    ("poly.value(x[:3], x[3] / x[4])", "vector", 1, True, BOTH),
    ("sort(abs(poly.roots(x)))", "vector", 0, False, BOTH),
    ("poly.fit([0.0, 1.0, 2.0, 3.0], x[:4], 2)", "vector", 1, False, BOTH),
]
# Up to the largest numbers, of which a sum overflows.
EDGE = ("std(", "median", "quantile", "interp", "linspace", "trapezoid", "corrcoef", "mean",
        "nn.avg", "nn.standardize", "optim.", "max(x", "sort(x,")
NUMBER = re.compile(r"(?<![\w.])-?(?:inf|nan|\d+\.?\d*(?:e[-+]?\d+)?)(?![\w.])")


def drawn(kind):
    """Numbers with few digits, which every dtype represents, none equal, none near another one."""
    numbers = draw.sample([i / 8 for i in range(-24, 25) if i % 3], 9)
    if kind == "vector":
        return "[" + ", ".join(map(str, numbers[:6])) + "]"
    rows = [numbers[i:i + 3] for i in (0, 3, 6)]
    for i in range(3):
        rows[i][i] += 6 if rows[i][i] > 0 else -6  # far from singular
    return "[" + ", ".join(str(row) for row in rows) + "]"


def exponents(dtype, degree, has_slope, between=()):
    """Even exponents, for roots, for which argument, result, and gradient are normal numbers."""
    low, high = ENDS[dtype]
    room = 4 if dtype == "f16" else 12
    powers = [1, degree, *between] + ([degree - 1] if has_slope else [])
    out = []
    for side in (low + room, high - room):
        for part in (1, 0.5):
            k = side * part / max(abs(p) for p in powers)
            k = int(k / 6) * 6  # an integer, and so are a third and a half of it
            if all(low + room <= k * p <= high - room for p in powers):
                out.append(k)
    return sorted(set(out) - {0})


def program(row, dtype, x, ks, jitted):
    text, _, degree, has_slope = row[:4]
    lines = [f"let x0 = {dtype}({x})", f"fn f(x) = {text}"]
    slope = "grad(x => { let y = f(x); sum(y * w0(y)) })"
    lines.append("fn w0(y) = as_weights(y)" if has_slope else "")
    lines.append("fn as_weights(y) = (0.25 + 0.25 * (arange(y.size) % 3)).reshape(y.shape)")
    for k in [0, *ks]:
        # in two steps, because the power alone may be out of range
        at = f"(x0 * {2.0 ** (k // 2)!r}) * {2.0 ** (k - k // 2)!r}"
        for call in ["f"] + ([slope] if has_slope else []):
            call = f"jit({call})" if jitted else call
            lines.append(f"print(\"@\", f64({call}({at})))")
    return "\n".join(lines) + "\n"


def near(got, want, tolerance, size):
    if math.isnan(want) or math.isinf(want):
        return True  # a kink
    return math.isfinite(got) and abs(got - want) <= tolerance * size


def judge(row, dtype, answers, ks, shown):
    """Each result at an exponent is the result at exponent 0, scaled."""
    text, _, degree, has_slope = row[:4]
    kinds = [("value", degree)] + ([("gradient", degree - 1)] if has_slope else [])
    if not law_holds(len(answers) == len(kinds) * (len(ks) + 1), text, shown):
        return
    first = answers[:len(kinds)]
    for i, k in enumerate(ks):
        for (kind, power), base, got in zip(kinds, first, answers[(i + 1) * len(kinds):]):
            scale = round(k * power)
            # compared at the size of 1, where nothing overflows
            back = [math.ldexp(y, -scale) if math.isfinite(y) else y for y in got]
            size = max([abs(y) for y in base if math.isfinite(y)] or [0.0]) or 1.0
            fine = len(base) == len(got) and all(near(a, b, NEAR[dtype], size)
                                                 for a, b in zip(back, base))
            law.expect(fine, f"{kind} of {text} at 2^{k}, {dtype}",
                       f"got {got[:6]}, at 2^0 {base[:6]}\n{shown}")


def law_holds(holds, what, detail):
    law.expect(holds, what, detail)
    return holds


for _ in range(law.count(1)):
    for row in ROWS:
        for dtype in [word for word in row[4].split() if word in ENDS]:
            x, jitted = drawn(row[1]), draw.random() < 0.5 and "plain" not in row[4]
            ks = exponents(dtype, row[2], row[3], row[5:])
            ks += [ENDS[dtype][1] - 3] if row[0].startswith(EDGE) else []
            text = program(row, dtype, x, ks, jitted)
            status, out, said = law.run(text)
            answers = [[float(w) for w in NUMBER.findall(part)] for part in out.split("@")[1:]]
            judge(row, dtype, answers, ks, text + said[-800:])
law.done()
