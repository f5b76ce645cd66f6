"""The functions of tails.py: expression, exact function, scale of its changes, points."""
import struct

from mpmath import mp, mpf

import exact

ROWS = []
# Odd and even functions: one in six of their negative arguments is tested.
SYMMETRIC = """sin cos tan asin atan sinh cosh tanh asinh atanh erf erf_inv cbrt sinc abs
    nn.soft_sign optim.log_cosh special.i0 special.i1 special.i0e special.i1e""".split()
SYMMETRIC = [f"{name}(x)" for name in SYMMETRIC] + ["1.0 / x", "x ^ 2", "x ^ 3", "x ^ -1", "x ^ -2"]


def small_float(x):
    """The nearest number of 8 bits, the precision of bf16, if it is in f32's range."""
    if x == 0 or not 1e-40 < abs(x) < 3.3e38:
        return x
    bits = struct.unpack("I", struct.pack("f", x))[0]
    return struct.unpack("f", struct.pack("I", (bits + 0x8000) & 0xffff0000))[0]


HUGE = [88.0, 89.0, 104.0, 300.0, 355.0, 372.0, 709.0, 745.0, 1e4, 6e4, 1e10, 3e18, 1e30, 3e38,
        1e76, 1e100, 1e154, 1e200, 1e300, 1.7e308]
TINY = [1e-3, 2e-5, 6e-8, 1e-10, 1e-20, 1e-30, 2e-38, 1e-39, 1e-45, 1e-76, 1e-100, 1e-154, 1e-200,
        3e-308, 5e-324]
TINY = TINY[:7] + [2.0 ** -130, 2.0 ** -133] + TINY[9:]
ORDINARY = [0.125, 0.5, 0.75, 1.0, 1.5, 3.0, 6.0, 9.0, 12.0, 20.0, 40.0]
BELOW_1 = [1 - 2.0 ** -k for k in (3, 7, 10, 24, 53)]
ABOVE_1 = [1 + 2.0 ** -k for k in (3, 7, 10, 23, 52)]
TINY, ORDINARY, HUGE = ([small_float(x) for x in part] for part in (TINY, ORDINARY, HUGE))
SIZES = sorted(TINY + ORDINARY + HUGE)


def both(points):
    return [0.0] + [sign * x for x in points for sign in (1, -1)]


REAL = both(SIZES)
UNIT = both([x for x in SIZES if x < 1] + BELOW_1)
MIDDLE = both(TINY + ORDINARY + HUGE[:8])
POSITIVE = SIZES + BELOW_1 + ABOVE_1


# The distance of the argument over which a function changes.
def one(*x):
    return 1 / (1 + min(abs(x[0]), mpf(10) ** 30))


def bend(*x):
    """For a function with a kink at 0."""
    return min(abs(x[0]), 1 / (1 + min(abs(x[0]), mpf(10) ** 30)))


def size(*x):
    return abs(x[0])


def to(*poles):
    return lambda *x: min(abs(x[0] - p) for p in poles)


def to_whole(x, *rest):
    """From poles at 0, -1, -2 …"""
    return min(abs(x), abs(x - mp.nint(x)) or mpf(1)) if x < 0.5 else abs(x)


def row(text, f, points, scale=one, digits=600, which=0):
    ROWS.append((text, which, f, scale, points, digits))


def special(text, f, points, scale=one, digits=260, which=0):
    row(text, f, points, scale, digits, which)


def sigmoid(x):
    return 1 / (1 + mp.exp(-x))


def softplus(x):
    return mp.log1p(mp.exp(x))


def elu(x, a=1):
    return x if x > 0 else a * mp.expm1(x)


def gelu(x):
    u = mp.sqrt(2 / mp.pi) * (x + mpf("0.044715") * x ** 3)
    return x * sigmoid(2 * u)


I = mp.mpc(0, 1)
row("exp(x)", mp.exp, REAL)
row("exp2(x)", lambda x: mpf(2) ** x, MIDDLE + [1024.0, 1023.9, -1022.0, -1074.0, 128.0, 16.0])
row("expm1(x)", mp.expm1, REAL)
row("log(x)", mp.log, POSITIVE, size)
row("log2(x)", lambda x: mp.log(x) / mp.log(2), POSITIVE, size)
row("log10(x)", lambda x: mp.log(x) / mp.log(10), POSITIVE, size)
row("log1p(x)", mp.log1p, SIZES + [-x for x in SIZES if x < 1] + [-x for x in BELOW_1] + [0.0],
    to(-1))
row("sqrt(x)", mp.sqrt, POSITIVE + [0.0], size)
row("rsqrt(x)", lambda x: 1 / mp.sqrt(x), POSITIVE, size)
row("cbrt(x)", lambda x: mp.sign(x) * mp.cbrt(abs(x)), REAL, size)
TURNS = both(TINY + ORDINARY + [22.0, 355.0, 1e4, 1e10, 3e38, 1e300, 1.5707963267948966])
row("sin(x)", mp.sin, TURNS)
row("cos(x)", mp.cos, TURNS)
row("tan(x)", mp.tan, TURNS, lambda x: min(mpf(1), abs(mp.cos(x))))
row("asin(x)", mp.asin, UNIT, to(1, -1))
row("acos(x)", mp.acos, UNIT, to(1, -1))
row("atan(x)", mp.atan, REAL, to(I, -I))
row("sinh(x)", mp.sinh, MIDDLE + [710.4])
row("cosh(x)", mp.cosh, MIDDLE + [710.4])
row("tanh(x)", mp.tanh, REAL)
row("asinh(x)", mp.asinh, REAL, to(I, -I))
row("acosh(x)", mp.acosh, ABOVE_1 + [1.0] + [x for x in SIZES if x > 1], to(1, -1))
row("atanh(x)", mp.atanh, UNIT, to(1, -1))
row("sigmoid(x)", sigmoid, REAL)
ERROR = both(TINY + ORDINARY + [2.0, 4.0, 13.0, 26.0, 27.0, 300.0, 1e10, 3e38, 1e200])
row("erf(x)", mp.erf, ERROR)
row("special.erfc(x)", mp.erfc, ERROR)
special("erf_inv(x)", exact.erf_inv, UNIT, to(1, -1), 500)
row("sinc(x)", lambda x: mp.sinpi(x) / (mp.pi * x) if x else mpf(1),
    both(TINY + ORDINARY + [0.0625, 0.046875, 0.0546875, 1 - 2.0 ** -7, 1e3, 1e10]))
for power in ("2", "3", "-1", "-2", "0.5", "1.5", "-0.5", "2.5"):
    row(f"x ^ {power}", lambda x, p=mpf(power): x ** p,
        POSITIVE if "." in power else [x for x in REAL if x], size)
row("1.0 / x", lambda x: 1 / x, [x for x in REAL if x], size)
row("abs(x)", abs, [x for x in REAL if x], size)
row("nn.gelu(x)", gelu, REAL)
row("nn.gelu(x, exact = true)", lambda x: x * mp.erfc(-x / mp.sqrt(2)) / 2,
    both(TINY + ORDINARY + [4.0, 13.0, 26.0, 37.0, 88.0, 300.0, 6e4, 1e10, 3e38]))
row("nn.silu(x)", lambda x: x * sigmoid(x), REAL)
row("nn.softplus(x)", softplus, REAL)
row("nn.log_sigmoid(x)", lambda x: -softplus(-x), REAL)
row("nn.elu(x)", elu, [x for x in REAL if x], bend, 1700)
row("nn.elu(x, 6e4)", lambda x: elu(x, 60000), [x for x in REAL if x], bend, 1700)
row("nn.selu(x)", lambda x: mpf("1.0507009873554804934193349852946") *
    elu(x, mpf("1.6732632423543772848170429916717")), [x for x in REAL if x], bend, 1700)
row("nn.celu(x, 0.5)", lambda x: x if x > 0 else mp.expm1(2 * x) / 2, [x for x in REAL if x],
    bend, 1700)
row("nn.celu(x, 0.001)", lambda x: x if x > 0 else mp.expm1(x / mpf(0.001)) * mpf(0.001),
    [-0.0009765625] + [x for x in REAL if x], bend, 1700)
row("nn.mish(x)", lambda x: x * mp.tanh(softplus(x)), REAL)
row("nn.squareplus(x)", lambda x: (x + mp.sqrt(x * x + 4)) / 2, REAL, to(2 * I, -2 * I), 1700)
row("nn.squareplus(x, 1e-6)", lambda x: (x + mp.sqrt(x * x + mpf(1e-6))) / 2, REAL,
    lambda x: mpf(0.001), 1700)
row("nn.soft_sign(x)", lambda x: x / (abs(x) + 1), [x for x in REAL if x], size, 1700)
row("optim.log_cosh(x)", lambda x: mp.log(mp.cosh(x)), REAL)
for label in ("1.0", "0.25"):
    y = mpf(label)
    row(f"optim.sigmoid_binary_cross_entropy(x, {label} * ones_like(x))",
        lambda x, y=y: y * softplus(-x) + (1 - y) * softplus(x), REAL)
    if label == "1.0":
        row(f"optim.sigmoid_focal_loss(x, {label} * ones_like(x))",
            lambda x: softplus(-x) * sigmoid(-x) ** 2, both(TINY + ORDINARY + HUGE[:4]))
PAIR, SMALL = "stack((x, zeros_like(x)), axis = -1)", both(ORDINARY)
row(f"softmax({PAIR})[..., 0]", sigmoid, SMALL)
row(f"softmax({PAIR})[..., 1]", lambda x: sigmoid(-x), SMALL)
row(f"log_softmax({PAIR})[..., 0]", lambda x: -softplus(-x), SMALL)
row(f"logsumexp({PAIR}, axis = -1)", softplus, SMALL)
row("special.logit(x)", lambda x: mp.log(x) - mp.log1p(-x),
    [x for x in SIZES if x < 1] + BELOW_1, to(0, 1))
row("special.entr(x)", exact.entr, POSITIVE, size)

GAMMA = [x for x in SIZES if x < 2e2] + [1e4, 1e10, 3e38, 1e100, 1e300] + BELOW_1 + ABOVE_1 + [
    2.0, 2.0078125, 1.9921875, 1.4609375, 170.0, 34.0, -0.5, -1.5, -0.0078125, -2.015625, -20.5,
    -1e-20]
special("special.gamma(x)", mp.gamma, [x for x in GAMMA if x < 200], to_whole)
special("special.gammaln(x)", exact.gammaln, GAMMA, to_whole)
special("special.digamma(x)", mp.digamma, GAMMA, to_whole)
for order in (1, 4, 14, 20):
    special(f"special.polygamma({order}, x)", lambda x, n=order: mp.psi(n, x),
            [x for x in GAMMA if abs(x) > 1e-60 and x < 1e60] + [7.5, 8.0, 10.0, 10.5], to_whole)
special("special.zeta(2.0, x)", lambda x: mp.zeta(2, x),
        [x for x in GAMMA if 1e-60 < x < 1e4], to_whole)
special("special.factorial(x)", mp.factorial, [0.0, 1.0, 0.5, 1e-10, 20.0, 34.0, 169.0],
        lambda x: x + 1)
special("special.multigammaln(x, 2)", lambda x: exact.multigammaln(x, 2),
        [0.75, 1.0, 1.5, 20.0, 1e4, 1e30], lambda x: x - mpf(1) / 2)
special("special.erfcx(x)", lambda x: mp.exp(x * x) * mp.erfc(x) if x < 40 else far_erfcx(x),
        both(TINY + ORDINARY + [2.0, 4.0, 13.0, 26.0]) +
        [50.0, 100.0, 1e3, 1e4, 6e4, 1e10, 3e18, 1e30, 3e38, 1e76, 1e100, 1e200],
        lambda x: max(1, x) if x > 40 else 1 / (1 + abs(x)), 900)
NORMAL = both(TINY + ORDINARY + [2.0, 4.0, 13.0, 37.0]) + [-300.0, -1e4, -6e4, -1e10, -1e18]
row("special.ndtr(x)", lambda x: mp.erfc(-x / mp.sqrt(2)) / 2, [x for x in NORMAL if x > -38])


def log_ndtr(x):
    if x < -50:
        t = -x / mp.sqrt(2)
        return mp.log(far_erfcx(t) / 2) - t * t
    return exact.log_ndtr(x)


def far_erfcx(x):
    """erfcx by its continued fraction, from the end."""
    tail = x
    for k in range(4000 if x < 1000 else 300, 0, -1):
        tail = x + mpf(k) / 2 / tail
    return 1 / (tail * mp.sqrt(mp.pi))


special("special.log_ndtr(x)", log_ndtr, NORMAL, one, 700)
special("special.ndtri(x)", exact.ndtri,
        [0.5, 0.25, 0.75, 0.5 + 2.0 ** -8, 1e-3, 2e-5, 6e-8, 1e-20, 2e-38, 1e-100, 1e-300] +
        BELOW_1, to(0, 1), 120)
BESSEL = both([x for x in TINY if x > 1e-60] + ORDINARY + [0.0625, 2.0, 30.0])
for order in (0, 1):
    special(f"special.i{order}(x)", lambda x, n=order: mp.besseli(n, x), BESSEL + [88.0, 700.0])
    special(f"special.i{order}e(x)", lambda x, n=order: mp.besseli(n, x) * mp.exp(-abs(x)),
            [x for x in BESSEL if x] + [23.0, 24.0, 24.75, 88.0, 700.0, 1e3, 1e4],
            lambda x: min(abs(x), 1))
for order in (0, 1, 2, 5):
    special(f"special.bessel_jn(x, {order})[-1]", lambda x, n=order: mp.besselj(n, x),
            [x for x in BESSEL if x >= 0] + [100.0])
special("special.expi(x)", mp.ei, [x for x in MIDDLE if x and abs(x) < 740], to(0))
for order in (1, 2, 3):
    special(f"special.expn({order}, x)", lambda x, n=order: mp.expint(n, x),
            [x for x in SIZES if 1e-60 < x < 700], to(0))
special("special.spence(x)", lambda x: mp.re(mp.polylog(2, 1 - x)),
        [x for x in SIZES if 1e-60 < x < 1e40] + BELOW_1 + ABOVE_1 +
        [1 - 2.0 ** -5, 1 + 2.0 ** -5, 1 - 2.0 ** -16, 1 + 2.0 ** -14], size, 160)

SPREAD = [(1e200, 1e200), (1e-200, 1e-200), (1e200, 1e-200), (1e-200, 1e200), (3.0, 4.0),
          (1.0, 1e30), (1e30, 1.0), (1e30, 3e30), (1e-30, 1e-30), (300.0, 400.0), (1.0, 1.0),
          (2e-5, 3e-5), (2e-38, 1e-38), (1e154, 1e160), (6e4, 1.0), (1.0, 6e4), (1e-310, 1e-310),
          (1e308, 1e308), (6e4, 300.0), (3e38, 3e38), (1e-39, 2e-39), (1.0, 2e-20)]


def small(pairs):
    return [tuple(map(small_float, pair)) for pair in pairs]


SPREAD = small(SPREAD)


# The derivative of log(y) is in range for these.
NORMAL_PAIRS = [pair for pair in SPREAD if not 0 < min(pair) < 3e-308 and
                not 1e-40 < min(pair) < 2e-38]


def signs(pairs):
    return pairs + [(-x, y) for x, y in pairs[:6]]


for k in (0, 1):
    row("atan2(x, y)", lambda x, y: mp.atan2(x, y), signs(SPREAD) + [(1.0, -1e-300), (1e200, -1.0)],
        lambda x, y: mp.hypot(x, y), 700, k)
    row("hypot(x, y)", mp.hypot, signs(SPREAD), lambda x, y: mp.hypot(x, y), 700, k)
    row("x / y", lambda x, y: x / y, signs(SPREAD), lambda x, y, k=k: (abs(x), abs(y))[k], 700, k)
    row("x * y", lambda x, y: x * y, signs(SPREAD), lambda x, y, k=k: (abs(x), abs(y))[k], 700, k)
    row("x ^ y", lambda x, y: x ** y, [(1 + 2.0 ** -52, 1e15)] + small(
        [(2.0, 3.5), (2.0, 1024.0), (2.0, 1023.5), (1e200, 1.5), (1e-200, 1.5), (1e-300, 1.0625),
         (1e150, 2.0), (1.75, 900.0), (1e-150, -2.0), (1.0, 1e300),
         (1e-310, 0.5), (300.0, 1.9375), (2e-38, 0.5), (1e30, 1.25), (2.0, 127.5), (2.0, 15.5),
         (1e-5, 0.75), (10.0, -30.0), (10.0, 30.0), (1.5, 100.0), (0.5, 100.0), (2.0, -126.0)]),
        lambda x, y, k=k: abs(x) / (1 + abs(y)) if k == 0 else 1 / (1 + abs(mp.log(x))), 700, k)
    row("logaddexp(x, y)", lambda x, y: x + softplus(y - x),
        small([(0.0, 20.0), (20.0, 0.0), (40.0, 0.0), (0.0, 40.0), (0.0, 88.0), (0.0, 709.0),
               (0.0, 0.0),
         (709.0, 0.0), (1.0, 1.0), (300.0, 296.0), (1e4, 1e4), (6e4, 6e4 - 16), (1e300, 1e300),
         (-1e4, -1e4), (0.0, 9.0), (9.0, 0.0), (0.0, 1e-10), (1.7e308, -1.7e308)]),
        lambda *x: mpf(1), 900, k)
    row("special.xlogy(x, y)", lambda x, y: x * mp.log(y),
        NORMAL_PAIRS, lambda x, y, k=k: (abs(x), abs(y))[k], 700, k)
    row("special.xlog1py(x, y)", lambda x, y: x * mp.log1p(y),
        NORMAL_PAIRS + [(1.0, -1 + 2.0 ** -7), (3.0, -1 + 2.0 ** -53)],
        lambda x, y, k=k: (abs(x), abs(y + 1))[k], 700, k)
    NEAR = [(1.0, 1.0078125), (1.0, 1.0), (1.0, 1 + 2.0 ** -40), (3e3, 3e3 + 16)]
    row("special.rel_entr(x, y)", lambda x, y: x * mp.log(x / y), NORMAL_PAIRS + NEAR,
        lambda x, y, k=k: (abs(x), abs(y))[k], 700, k)
    row("special.kl_div(x, y)", lambda x, y: x * mp.log(x / y) - x + y, NORMAL_PAIRS + NEAR,
        lambda x, y, k=k: (abs(x), abs(y))[k], 700, k)
    row("x % y", lambda x, y: x - mp.floor(x / y) * y,
        [(7.0, 3.0), (-7.0, 3.0), (7.0, -3.0), (1e10, 3.0), (0.5, 0.125), (5.5, 1.25),
         (-1e-3, 20.0), (3.0, 1e30), (1e30, 7.0), (1e200, 3e-7)],
        lambda x, y: min(abs(x), abs(y)) * mpf(10) ** -30 / (1 + abs(x / y)), 700, k)
    BETA = small([(0.5, 0.5), (1.0, 1.0), (2.0, 3.0), (20.0, 30.0), (1e-5, 2.0), (2.0, 1e-5),
                  (100.0, 0.5),
            (1e4, 0.5), (0.5, 1e4), (300.0, 300.0), (1e10, 0.75), (0.75, 1e10)])
    special("special.betaln(x, y)", exact.betaln, BETA, lambda x, y, k=k: (x, y)[k], 300, k)
    special("special.beta(x, y)", exact.beta, BETA, lambda x, y, k=k: (x, y)[k] / (1 + x + y), 300,
            k)
    special("special.poch(x, y)", mp.rf,
            small([(1.0, 2.0), (0.5, 3.0), (20.0, 0.5), (1e4, 0.5), (1e10, 0.5), (1e-5, 2.0),
                   (3.0, 30.0),
             (1e10, 1e-5)]), lambda x, y: mpf(1) if x > 1 else x, 300, k)
# By a: the second has no derivative rule.
FIRST_ONLY = [("special.gammainc(x, y)", "x"), ("special.gammaincc(x, y)", "x")]
INCOMPLETE = small([(1.0, 1.0), (0.5, 3.0), (3.0, 0.5), (20.0, 20.0), (2.0, 40.0), (1.0, 88.0),
              (0.5, 1e-10), (1e-3, 1.0), (300.0, 300.0), (5.0, 0.125), (1.0, 300.0), (40.0, 1.0)])
for k in (0, 1):
    special("special.gammainc(x, y)", exact.gammainc, INCOMPLETE,
            lambda a, x, k=k: (a, x)[k] / (1 + a + x), 400, k)
    special("special.gammaincc(x, y)", exact.gammaincc, INCOMPLETE,
            lambda a, x, k=k: (a, x)[k] / (1 + a + x), 400, k)
special("special.betainc(x, y, z)", exact.betainc,
        [(2.0, 3.0, 0.5), (0.5, 0.5, 0.125), (20.0, 30.0, 0.375), (1.0, 1.0, 0.5),
         (2.0, 3.0, 1e-20), (2.0, 3.0, 1 - 2.0 ** -20), (5.0, 1.0, 0.0078125), (1.0, 5.0, 0.75),
         (100.0, 0.5, 0.875)], lambda a, b, x: min(x, 1 - x) / (1 + a + b), 300, 2)
