"""Writes tests/laws/tails.txt: values and derivatives at the ends of the range, by mpmath.

usage: python tests/peers/tails.py [NAME...] > tests/laws/tails.txt

A line `f`, expression, variable, begins a function; derivatives are with respect to the variable.
The rows below it: its arguments, then value and three derivatives. `n@e`: an error of the result
counts in units of the last place of |n| 2^e, since a unit of the last place of the argument changes
it by as much; `-`: unspecified. Derivatives are finite differences with many digits, with two step
sizes that must agree. Needs mpmath and scipy.
"""
import sys

import mpmath
from mpmath import mp, mpf

import tails_rows

STEPS = mpf(10) ** -40, mpf(10) ** -37
AGREE = mpf(10) ** -19


def derivatives(f, at, scale, step):
    """f and its derivatives to the fourth, each None if it does not exist."""
    h = scale * step
    near = {0: f(at)}
    try:
        for k in (-2, -1, 1, 2):
            near[k] = f(at + k * h)
            if mp.im(near[k]) or not mpmath.isfinite(near[k]):
                raise ValueError
    except (ValueError, ZeroDivisionError, OverflowError, mpmath.libmp.NoConvergence):
        return [near[0], None, None, None, None]
    a, b, c, d, e = (near[k] for k in (-2, -1, 0, 1, 2))
    return [c, (d - b) / (2 * h), (d - 2 * c + b) / h ** 2, (e - 2 * d + 2 * b - a) / (2 * h ** 3),
            (e - 4 * d + 6 * c - 4 * b + a) / h ** 4]


def agreed(x, y):
    if x is None or y is None:
        return None
    return x if abs(x - y) <= AGREE * max(abs(x), abs(y)) or max(abs(x), abs(y)) < 1e-320 else None


def shown(x):
    if x is None or mp.isnan(x):
        return "-"
    if abs(x) < mpf("1e-330"):
        return "0"
    if abs(x) > mpf("1e310"):
        return "inf" if x > 0 else "-inf"
    text = mpmath.nstr(x, 17, min_fixed=-3, max_fixed=6)
    return text[:-2] if text.endswith(".0") else text


def judged(derived, at):
    """The texts of value and three derivatives with the effect of the argument's last place."""
    out = []
    for k in range(4):
        x, after = derived[k], derived[k + 1]
        text = shown(x)
        if x and after is not None and text not in ("-", "0", "inf", "-inf"):
            more = abs(after * at / x)
            if more > 1:
                text += f"@{int(mp.ceil(mp.log(more, 2)))}"
        out.append(text)
    return out


def row(f, scale_of, args, which):
    exacts = [mpf(x) for x in args]
    def along(t):
        got = f(*exacts[:which], t, *exacts[which + 1:])
        return got if isinstance(got, mpf) else mp.mpc(got)
    scale = scale_of(*exacts)
    try:
        if not scale:
            value = along(exacts[which])
            first = second = [value, None, None, None, None]
        else:
            first, second = (derivatives(along, exacts[which], scale, s) for s in STEPS)
    except (ValueError, ZeroDivisionError, OverflowError, mpmath.libmp.NoConvergence):
        return None
    if mp.im(first[0]) or mp.isnan(first[0]):
        return None
    both = [agreed(mp.re(x) if x is not None else None, mp.re(y) if y is not None else None)
            for x, y in zip(first, second)]
    return judged(both, exacts[which])


def hexed(x):
    text = float(x).hex()
    head, _, power = text.partition("p")
    return f"{head.rstrip('0').rstrip('.') if '.' in head else head}p{int(power)}"


def main():
    for text, which, f, scale_of, points, digits in tails_rows.ROWS:
        if sys.argv[1:] and not any(name in text for name in sys.argv[1:]):
            continue
        mp.dps = digits
        print("f", text, "xyz"[which], sep="\t", flush=True)
        for number, args in enumerate(dict.fromkeys(points)):
            args = args if isinstance(args, tuple) else (args,)
            if text in tails_rows.SYMMETRIC and args[0] < 0 and number % 6:
                continue
            got = row(f, scale_of, args, which)
            if got and (text, "xyz"[which]) in tails_rows.FIRST_ONLY:
                got[2:] = ["-", "-"]
            if got and any(part != "-" for part in got):
                print(*map(hexed, args), *got, sep="\t")


main()
