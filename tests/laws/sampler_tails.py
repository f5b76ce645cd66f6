"""Property-based test: samples at extreme parameters follow their distributions: in the tails of
the normal distribution, with tiny and huge shapes, rates, counts, and widths, in every float dtype;
none is NaN, none is outside the support. At each point of a table the fraction of samples up to it
is near the probability.

tests/laws/sampler_tails.txt has the points by SciPy and mpmath; tests/peers/sampler_tails.py writes
it.
"""
import math
import re

from law import Law

law = Law(__doc__)
R = law.random
COUNT = 20000
FAR = 2.7 / math.sqrt(COUNT)  # difference of fractions: Kolmogorov's bound for one in a million
STEP = {"f16": 2.0**-10, "bf16": 2.0**-7, "f32": 2.0**-22, "f64": 2.0**-51}
LEAST = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 0.0}
LARGEST = {"f16": 65504.0, "bf16": 3.38e38, "f32": 3.4e38, "f64": 1.7e308}

HEAD = """
fn share(x, q) = sum(f64(f64(x) <= q)) / f64(len(x))
proc say(i, f, low, high) {
  let r = try(f)
  if not r.ok { print("@{i}: error {r.error.kind} {r.error.message}") }
  else {
    let (x, below, above) = r.value
    let y = f64(x)
    let (least, most) = (reshape(below, (-1,)), reshape(above, (-1,)))
    print("@{i}: {sum(i32(isnan(y)))} {min(y)} {max(y)} {least} {most}")
  }
}
"""


def row_of(line):
    text, kinds, low, high, points = line.rstrip("\n").split("\t")
    pairs = [tuple(map(float, pair.split(":"))) for pair in points.split()]
    return text, kinds.split(), float(low), float(high), pairs


def number(x):
    return "inf" if x == math.inf else "-inf" if x == -math.inf else repr(x)


def case_of(row, kind):
    """Fractions up to a little below and a little above each point, for the rounding of the dtype.
    """
    text, _, low, high, points = row
    step = STEP[kind] * 2
    code = text.replace("{k}", f"rng.key({R.randrange(2**40)})").replace("{n}", str(COUNT))
    code = code.replace("{d}", kind)
    below = ", ".join(number(q - abs(q) * step - LEAST[kind]) for q, _ in points)
    above = ", ".join(number(q + abs(q) * step + LEAST[kind]) for q, _ in points)
    rows = [f"stack(({''.join(f'share(x, {q}), ' for q in side.split(', '))}))"
            for side in (below, above)]
    return f"() => {{ let x = {code}; (x, {rows[0]}, {rows[1]}) }}", code


def numbers(text):
    return [float(x) for x in re.findall(r"nan|[-+]?(?:inf|[\d.]+(?:e[-+]?\d+)?)", text)]


def judge(row, kind, code, answer):
    _, _, low, high, points = row
    if answer is None or answer.startswith("error"):
        return law.expect(False, "a draw runs", f"{code}\n{answer}")
    got = numbers(answer)
    nans, least, most = got[:3]
    half = (len(got) - 3) // 2
    below, above = got[3:3 + half], got[3 + half:]
    law.expect(nans == 0, "no draw is nan", f"{code}\n{answer[:200]}")
    slack = STEP[kind]
    inside = least >= low - abs(low) * slack if math.isfinite(low) else True
    inside = inside and (most <= high + abs(high) * slack if math.isfinite(high) else True)
    law.expect(inside, "no draw leaves the support", f"{code}\nfrom {least} to {most}")
    # A sample is inf only if the distribution exceeds the dtype's range.
    last = max((abs(q) for q, p in points), default=0)
    may_be_inf = last > LARGEST[kind] ** 0.2
    law.expect(may_be_inf or math.isfinite(least) and math.isfinite(most), "no draw is inf",
               f"{code}\nfrom {least} to {most}")
    narrow = re.search(r"rng\.(uniform|normal|gumbel|exponential|truncated)", code)
    far = FAR + (STEP[kind] * 2 if narrow else 0)
    for (q, p), low_share, high_share in zip(points, below, above):
        law.expect(low_share <= p + far and high_share >= p - far,
                   "shares of draws are probabilities",
                   f"{code}\nup to {q}: {low_share} to {high_share}, not {p}")


rows = [row_of(line) for line in open(__file__.replace(".py", ".txt"))]
cases = [(row, kind) for row in rows for kind in row[1]]
if not law.slow:
    R.shuffle(cases)
    cases = cases[:law.count(130)]
made = [case_of(row, kind) for row, kind in cases]
SHARE = 45
for first in range(0, len(cases), SHARE):
    part = range(first, min(first + SHARE, len(cases)))
    lines = [f"say({i}, {made[i][0]}, 0, 0)" for i in part]
    status, out, said = law.run(HEAD + "\n".join(lines))
    found = dict(re.findall(r"^@(\d+): ((?:.|\n(?!@))*)", out, re.M))
    for i in part:
        judge(*cases[i], made[i][1], found.get(str(i), f"error: none, {status} {said[-300:]}"))
law.done()
