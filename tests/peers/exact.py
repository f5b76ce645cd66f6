"""Functions with as many digits as needed: mpmath's, or sums where it is slow."""
import mpmath
from mpmath import mp, mpf

mp.dps = 50


def log_size(value):
    return mp.log(abs(value))


def gammaln(x):
    return mp.loggamma(x) if x > 0 else log_size(mp.gamma(x))


def betaln(a, b):
    with mp.extradps(int(abs(mp.log10(max(a, b)))) + 20):
        if min(a, b) > 0:
            return mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)
        return log_size(mp.beta(a, b))


def beta(a, b):
    return mp.exp(betaln(a, b)) if min(a, b) > 0 else mp.beta(a, b)


def lower_gamma(a, x):
    """x^a e^-x / gamma(a + 1) (1 + x / (a + 1) + x^2 / ((a + 1) (a + 2)) …)."""
    term = total = mpf(1)
    n = 0
    while term > total * mp.eps:
        n += 1
        term *= x / (a + n)
        total += term
    return mp.exp(a * mp.log(x) - x - mp.loggamma(a + 1)) * total


def gammainc(a, x):
    with mp.extradps(20):
        return lower_gamma(a, x)


def gammaincc(a, x):
    """The complement of the lower one, with more digits if it is small."""
    if x > a + 1:
        lost = (x - a - a * mp.log(x / a)) / mp.log(10)
        if lost > 300 or x > 2000:
            return mp.gammainc(a, x, regularized=True)
    else:
        lost = -mp.log10(a) if a < 1 else 0
    with mp.extradps(int(abs(lost)) + 30):
        return 1 - lower_gamma(a, x)


def gammainc_slope(a, x):
    step = a * mpf(10) ** -25
    with mp.extradps(60):
        return (gammainc(a + step, x) - gammainc(a - step, x)) / (2 * step)


def betainc(a, b, x):
    with mp.extradps(40):
        if x * (a + b + 2) > a + 1:
            return 1 - lower_beta(b, a, 1 - x)
        return lower_beta(a, b, x)


def lower_beta(a, b, x):
    term = total = mpf(1)
    n = 0
    while term > total * mp.eps:
        term *= (a + b + n) / (a + 1 + n) * x
        total += term
        n += 1
    front = a * mp.log(x) + b * mp.log(1 - x) + mp.loggamma(a + b)
    return mp.exp(front - mp.loggamma(a + 1) - mp.loggamma(b)) * total


def log_ndtr(x):
    return mp.log1p(-mp.erfc(x / mp.sqrt(2)) / 2) if x > 0 else mp.log(mp.erfc(-x / mp.sqrt(2)) / 2)


def solved(f, slope, y, x):
    """The x of f(x) = y by Newton's method from a good start."""
    for _ in range(6):
        x -= (f(x) - y) / slope(x)
    return x


def ndtri(p):
    import scipy.special
    if p > 0.5:
        with mp.extradps(30):
            return -ndtri(1 - p)
    start = mpf(float(scipy.special.ndtri(float(p))))
    if p > 0.25:
        off = p - mpf(1) / 2
        return solved(lambda x: mp.erf(x / mp.sqrt(2)) / 2, mp.npdf, off, start)
    # in logarithms the function is nearly linear
    return solved(lambda x: mp.log(mp.erfc(-x / mp.sqrt(2)) / 2),
                  lambda x: 2 * mp.npdf(x) / mp.erfc(-x / mp.sqrt(2)), mp.log(p), start)


def erf_inv(x):
    import scipy.special
    size = abs(x)
    start = mpf(float(scipy.special.erfinv(float(size))))
    if size < 0.5:
        y = solved(mp.erf, lambda t: 2 / mp.sqrt(mp.pi) * mp.exp(-t * t), size, start)
    else:
        y = solved(lambda t: mp.log(mp.erfc(t)),
                   lambda t: -2 / mp.sqrt(mp.pi) * mp.exp(-t * t) / mp.erfc(t),
                   mp.log(1 - size), start)
    return mp.sign(x) * y


def spence(x):
    return mp.re(mp.polylog(2, 1 - x))


def expm1(x):
    return mp.expm1(x)


def sinc(x):
    return mp.sinpi(x) / (mp.pi * x) if x else mpf(1)


def entr(x):
    return -x * mp.log(x) if x else mpf(0)


def xlogy(x, y):
    return x * mp.log(y)


def polygamma(n, x):
    """At the nearest integer order, since numerical differentiation perturbs the order."""
    return mp.psi(int(mp.nint(n)), x)


def zeta(s, q):
    """mpmath's own sum has a fixed absolute accuracy, so it gets extra digits."""
    with mp.extradps(int(abs(s * mp.log10(abs(q)))) + 20):
        return mp.zeta(s, q) if q > 0 else mp.zeta(int(mp.nint(s)), q)


def erfcx(x):
    if x < 15:
        with mp.extradps(10 if x < 0 else int(x * x / 2.3) + 20):
            return mp.exp(x * x) * mp.erfc(x)
    term = total = mpf(1)
    for k in range(1, 400, 2):
        term *= -k / (2 * x * x)
        total += term
        if abs(term) < mp.eps:
            break
    return total / (x * mp.sqrt(mp.pi))


def multigammaln(a, d):
    return (d * (d - 1) / mpf(4) * mp.log(mp.pi) +
            mp.fsum(mp.loggamma(a - mpf(j) / 2) for j in range(int(d))))


def slopes(f, args):
    """|x f'(x)| for each argument: the sensitivity of the value to the last digit of the argument.
    """
    out = []
    step = mpf(10) ** -18
    for i, x in enumerate(args):
        if not mpmath.isfinite(x) or x == 0:
            continue
        beside = [f(*args[:i], x * (1 + sign * step), *args[i + 1:]) for sign in (1, -1)]
        out.append(abs(beside[0] - beside[1]) / (2 * step))
    return out
