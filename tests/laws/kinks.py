"""Property-based test: derivatives to third order equal JAX's where functions have kinks, are flat,
end, or overflow: at 0, -0, 1, -1, ties, bounds of domains, for small and large arguments.

tests/laws/kinks.txt has JAX's values; tests/peers/kinks.py rewrites it. Each function is
differentiated by grad of grad, by jvp of jvp, mapped over the points, and jitted. Where JAX returns
NaN any value is accepted: the derivative there is a convention, or JAX's own overflow.
"""
import math
import re

from law import Law

law = Law(__doc__)
ORDERS = ["value", "first", "second", "third"]
TOLERANCE = 1e-6

rows = {}
for line in open(__file__.replace(".py", ".txt")):
    text, t, *wanted = line.rstrip("\n").split("\t")
    rows.setdefault(text, []).append((float.fromhex(t), [float.fromhex(x) for x in wanted]))

FORMS = {
    "grad": "let f0 = t => {f}\nlet f1 = grad(f0)\nlet f2 = grad(f1)\nlet f3 = grad(f2)\n",
    "jvp": "let f0 = t => {f}\nlet f1 = t => jvp(f0, (t,), (1.0,))[1]\n"
           "let f2 = t => jvp(f1, (t,), (1.0,))[1]\nlet f3 = t => jvp(f2, (t,), (1.0,))[1]\n",
    "mixed": "let f0 = t => {f}\nlet f1 = grad(f0)\nlet f2 = t => jvp(f1, (t,), (1.0,))[1]\n"
             "let f3 = grad(f2)\n",
}
ASK = {
    "number": "(f0(t), f1(t), f2(t), f3(t))",
    "jitted": "jit(t => (f0(t), f1(t), f2(t), f3(t)))(t)",
    "array": "{ let y = vmap(t => (f0(t), f1(t), f2(t), f3(t)))(f64([t])); "
             "(y[0][0], y[1][0], y[2][0], y[3][0]) }",
}


def literal(x):
    text = repr(abs(x)).replace("e+", "e")
    if "e" in text and "." not in text.split("e")[0]:
        text = text.replace("e", ".0e")
    return f"-{text}" if math.copysign(1, x) < 0 else text


def close(mine, theirs, noise):
    if math.isnan(theirs):
        return True
    if math.isinf(theirs) or math.isnan(mine) or math.isinf(mine):
        return mine == theirs
    return abs(mine - theirs) <= TOLERANCE * abs(theirs) + noise


# How much the outer function amplifies the rounding error of the inner one.
MAGNIFIES = {"erf_inv(erf(t))": lambda t: math.exp(min(t * t, 700))}


def noise_of(text, t, value, order):
    """The possible effect of rounding of the value on a derivative; 0 at 0."""
    if t == 0 or order == 0:
        return 1e-15
    noise = 1e-14 * max(1e-300, abs(value)) / min(abs(t), 1) ** order + 1e-14
    return noise * MAGNIFIES.get(text, lambda t: 1.0)(t)


for text, points in rows.items():
    if law.slow:
        chosen = [(f, a) for f in FORMS for a in ASK]
    else:
        chosen = [(law.random.choice(list(FORMS)), law.random.choice(list(ASK)))]
    for form, ask in chosen:
        lines = [f"let t{i} = {literal(t)}\nprint(\"@{i}\", {{ let t = t{i}; {ASK[ask]} }})"
                 for i, (t, _) in enumerate(points)]
        program = FORMS[form].replace("{f}", text) + "\n".join(lines)
        status, out, said = law.run(program)
        answers = {}
        for part in out.split("@")[1:]:
            number, _, rest = part.partition(" ")
            answers[int(number)] = [float(x) for x in re.findall(r"[-+.\w]+", rest)]
        for i, (t, wanted) in enumerate(points):
            mine = answers.get(i, [])
            mine += [None] * (4 - len(mine))
            for order, (got, theirs) in enumerate(zip(mine, wanted)):
                noise = noise_of(text, t, wanted[0], order)
                good = got is not None and close(got, theirs, noise)
                law.expect(good, f"{text} at {t}, {ORDERS[order]} by {form}, {ask}",
                           f"got {got}, wanted {theirs}" if got is not None else said[-300:])
law.done()
