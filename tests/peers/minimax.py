#!/usr/bin/env python3
"""Computes the coefficients of the elementary functions of floats, jit/codegen/single.cpp.

usage: tests/peers/minimax.py [--check]

Each polynomial minimizes the maximum error relative to the function (the exchange algorithm of
Remez, with 120 bits), and is then rounded to f32: one coefficient after the other from the lowest
power, with the others fitted anew, or, where that system has no unique solution, all at once. The
output is C++ with the maximum error of the rounded polynomial. --check compares the coefficients
with those of the source instead, and fails if they differ. Needs Python with mpmath and numpy.
"""
import argparse
import itertools
import pathlib
import re
import sys

import numpy as np
from mpmath import mp, mpf

mp.prec = 120
SOURCE = pathlib.Path(__file__).resolve().parents[2] / "jit/codegen/single.cpp"


def single(x):
    """The nearest float."""
    return mpf(float(np.float32(float(x))))


def points(low, high, count=600):
    """Chebyshev's points: dense at both ends."""
    return [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * i / count)
            for i in range(count + 1)]


def solved(rows, wanted, weights, reference):
    """The coefficients whose weighted error alternates over the reference points."""
    n = len(reference)
    matrix, right = mp.matrix(n, n), mp.matrix(n, 1)
    for r, i in enumerate(reference):
        for c in range(n - 1):
            matrix[r, c] = rows[i][c] * weights[i]
        matrix[r, n - 1] = (-1) ** r
        right[r] = wanted[i] * weights[i]
    return list(mp.lu_solve(matrix, right))[:-1]


def alternating(errors, count):
    """The indices of `count` extreme errors of alternating sign; None if there are fewer."""
    out = []
    for i, error in enumerate(errors):
        if not out or (error > 0) != (errors[out[-1]] > 0):
            out.append(i)
        elif abs(error) > abs(errors[out[-1]]):
            out[-1] = i
    while len(out) > count:
        out.pop(0 if abs(errors[out[0]]) < abs(errors[out[-1]]) else -1)
    return out if len(out) == count else None


class Fit:
    """A polynomial of `size` coefficients for f on an interval. `weight` makes an error of the
    polynomial one that is relative to the function."""

    def __init__(self, f, weight, size, low, high):
        self.x = points(mpf(low), mpf(high))
        self.wanted = [f(x) for x in self.x]
        self.weights = [abs(weight(x)) for x in self.x]
        self.size = size

    def errors(self, c):
        return [w * (mp.polyval(c[::-1], x) - y)
                for x, y, w in zip(self.x, self.wanted, self.weights)]

    def remez(self, fixed=()):
        """The best coefficients that begin with the fixed ones."""
        first = len(fixed)
        rest = [y - mp.polyval(list(fixed)[::-1] or [mpf(0)], x)
                for x, y in zip(self.x, self.wanted)]
        rows = [[x ** p for p in range(first, self.size)] for x in self.x]
        count = self.size - first + 1
        reference = [round((len(self.x) - 1) * i / (count - 1)) for i in range(count)]
        best = None
        for _ in range(60):
            c = list(fixed) + solved(rows, rest, self.weights, reference)
            errors = self.errors(c)
            size = max(map(abs, errors))
            best = min(best or (size, c), (size, c))
            extremes = alternating(errors, count)
            if extremes is None or extremes == reference:
                break
            reference = extremes
        return best[1]

    def rounded_in_order(self):
        out = []
        for power in range(self.size):
            out.append(single(self.remez(out)[power]))
        return out

    def rounded_at_once(self):
        return [single(c) for c in self.remez()]

    def rounded_near(self, steps):
        """The best of the polynomials whose coefficients are some floats beside the rounded."""
        start = self.rounded_at_once()
        grid = slice(0, None, 12)
        x, y, w = (np.array(list(map(float, part[grid])))
                   for part in (self.x, self.wanted, self.weights))
        best = None
        for shift in itertools.product(*(range(-s, s + 1) for s in steps)):
            c = [float(v) + k * float(np.spacing(np.float32(float(v))))
                 for v, k in zip(start, shift)]
            error = np.max(np.abs(w * (np.polyval(c[::-1], x) - y)))
            best = min(best or (error, c), (error, c))
        return [mpf(c) for c in best[1]]

    def worst(self, c):
        return max(map(abs, self.errors(c)))


def with_series(f, series, near):
    """f, and where |x| < near, where it cancels, the first terms of its series."""
    return lambda x: mp.polyval(series[::-1], x) if abs(x) < mpf(near) else f(x)


def odd_tail(f, series):
    """(f(t) - t) / t^3 in t^2."""
    def tail(z):
        t = mp.sqrt(z)
        return (f(t) - t) / (t * z)
    return with_series(tail, series, "1e-12")


def odd_weight(f):
    return lambda z: z * mp.sqrt(z) / f(mp.sqrt(z)) if z else mpf(0)


def exp_tail():
    tail = with_series(lambda r: (mp.expm1(r) - r) / r ** 2, [mpf(1) / 2, mpf(1) / 6], "1e-12")
    most = mp.log(2) / 2 * mpf("1.0001")
    fit = Fit(tail, lambda r: r * r / mp.exp(r), 5, -most, most)
    return fit, fit.rounded_in_order()


def log_tail():
    tail = with_series(lambda f: (mp.log1p(f) - f) / f ** 2, [-mpf(1) / 2, mpf(1) / 3], "1e-12")
    weight = (lambda f: f * f / mp.log1p(f) if f else mpf(0))
    fit = Fit(tail, weight, 9, -mpf(1) / 4, mpf(1) / 2)
    return fit, fit.rounded_in_order()


def sin_tail():
    middle = mpf(5) / 4

    def tail(x):
        z = x + middle
        if z < mpf("1e-12"):
            return -z / 6
        return mp.sin(mp.sqrt(z)) / mp.sqrt(z) - 1
    high = (mp.pi / 2 * mpf("1.002")) ** 2 - middle
    fit = Fit(tail, lambda x: 1 / (1 + tail(x)), 5, -middle, high)
    return fit, fit.rounded_near((2, 2, 1, 1, 0))


def tanh_tail():
    tail = odd_tail(mp.tanh, [-mpf(1) / 3, mpf(2) / 15])
    fit = Fit(tail, odd_weight(mp.tanh), 6, 0, (mp.log(2) * mpf("1.0005")) ** 2)
    return fit, fit.rounded_in_order()


ERF_WIDTH = mpf("0.534")


def erf_center(interval):
    """Near the middle of the interval, the float whose erf is nearest to a float."""
    if interval == 0:
        return mpf(0)
    middle, span = np.float32(float(ERF_WIDTH * interval)), 0.002 if interval < 6 else 0.06
    best = None
    for step in range(-20000, 20001):
        x = np.float32(float(middle) + span * step / 20000)
        y = mp.erf(mpf(float(x)))
        lost = float(abs(y - single(y)) / mpf(float(np.spacing(np.float32(float(y))))))
        cost = lost + abs(float(x) - float(middle)) * 0.01
        best = min(best or (cost, float(x)), (cost, float(x)))
    return mpf(best[1])


def erf_slope(interval):
    """(erf(c + d) - erf(c)) / d - 1 in d on the interval around its center."""
    c = erf_center(interval)
    low = (interval - mpf(1) / 2) * ERF_WIDTH - c if interval else mpf(0)
    high = (interval + mpf(1) / 2) * ERF_WIDTH - c if interval < 7 else mpf("4.001") - c
    factor = 2 / mp.sqrt(mp.pi) * mp.exp(-c * c)
    tail = with_series(lambda d: (mp.erf(c + d) - mp.erf(c)) / d - 1,
                       [factor - 1, -factor * c, factor * (2 * c * c - 1) / 3], "1e-9")
    weight = (lambda d: d / mp.erf(c + d) if c + d else mp.sqrt(mp.pi) / 2)
    fit = Fit(tail, weight, 7, low - mpf("0.0001") * bool(interval), high + mpf("0.0001"))
    return c, fit, fit.rounded_at_once()


def text(numbers):
    return [re.sub(r"0*p", "p", float(c).hex()).replace(".p", ".0p") for c in numbers]


def tables():
    """(name, rows of coefficients, maximum error)."""
    for make in (exp_tail, log_tail, sin_tail, tanh_tail):
        fit, c = make()
        yield make.__name__, [c], fit.worst(c)
    parts = [erf_slope(i) for i in range(8)]
    centers = [c for c, _, _ in parts]
    yield "erf_center", [centers], mpf(0)
    yield "erf_at_center", [[single(mp.erf(c)) for c in centers]], mpf(0)
    yield ("erf_slope", [[c[k] for _, _, c in parts] for k in range(7)],
           max(fit.worst(c) for _, fit, c in parts))


def in_source(name):
    found = re.search(rf"constexpr double {name}\[\](\[8\])? = \{{(.*?)\}};", SOURCE.read_text(),
                      re.DOTALL)
    return [float.fromhex(c) for c in re.findall(r"-?0x[0-9a-fp.+-]+", found[2])] if found else []


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--check", action="store_true")
    given = options.parse_args()
    wrong = 0
    for name, rows, error in tables():
        if given.check:
            is_equal = in_source(name) == [float(c) for row in rows for c in row]
            wrong += not is_equal
            print(f"{name}: {'the same' if is_equal else 'other coefficients'}", flush=True)
            continue
        print(f"// {name}: {mp.nstr(error, 2)}", flush=True)
        for row in rows:
            print("{" + ", ".join(text(row)) + "},")
    if given.check:
        print(f"{7 - wrong} passed, {wrong} failed")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
