#!/usr/bin/env python3
"""Property-based test: format specs equal Python's: random specs of its mini-language on ints,
floats, and strings.

The oracle is Python's `format`; specs that it rejects are rejected. Numbers print shorter here
(`3`, not `3.0`), so a float without a type is `g` if it has a precision, and left out otherwise.
"""
import json
import math

from law import Law

law = Law(__doc__)
draw = law.random
INTS = [0, 1, -1, 7, -42, 999, 1000, -1000, 65535, 1234567, -1234567, 2**31, 2**53 + 1,
        2**63 - 1, -2**63 + 1]
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, -0.004, 1e-7, 123.456, -98765.4321, 1e10, 999999.5, 1e15,
          1.5e16, -1e22, 1e300, 5e-324, math.inf, -math.inf, math.nan, 0.1, 2.675, 1234567.891]
TEXTS = ["", "a", "word", "two words", "h\u00e9llo", "\u4f60\u597d"]


def spec_for(kind):
    out = ""
    how = draw.randrange(6)
    if how == 0:
        out += draw.choice("*x.0 _\u00e9") + draw.choice("<>^=")
    elif how < 3:
        out += draw.choice("<>^=")
    if draw.randrange(3) == 0:
        out += draw.choice("+- ")
    if draw.randrange(5) == 0:
        out += "z"
    if draw.randrange(4) == 0:
        out += "#"
    if draw.randrange(3) == 0:
        out += "0"
    if draw.randrange(3):
        out += str(draw.choice([1, 2, 3, 5, 8, 9, 10, 12, 13, 17, 20, 30]))
    if draw.randrange(3) == 0:
        out += draw.choice(",_")
    if kind != "int" and draw.randrange(2) or draw.randrange(12) == 0:
        out += "." + str(draw.choice([0, 1, 2, 3, 6, 10, 17]))
    types = {"int": "bcdoxXneEfFgG%", "float": "eEfFgGn%d", "text": "s"}[kind]
    if draw.randrange(8):
        out += draw.choice(types)
    elif draw.randrange(4) == 0:
        out += draw.choice("bcdeEfFgGnosxX%")
    return out


def drawn():
    kind = draw.choice(["int", "float", "text"])
    if kind == "int":
        x = draw.choice(INTS) if draw.randrange(2) else draw.randrange(-10**draw.randrange(1, 18),
                                                                      10**draw.randrange(1, 18))
    elif kind == "float":
        x = draw.choice(FLOATS) if draw.randrange(2) else \
            draw.uniform(-1, 1) * 10.0**draw.randrange(-8, 20)
    else:
        x = draw.choice(TEXTS)
    return x, spec_for(kind)


def has_type(spec):
    return spec[-1:].isalpha() and spec[-1] != "z" or spec.endswith("%")


def right(x, spec):
    """Python's text, None if it raises, or "" if it is not specified: (said, text)."""
    if isinstance(x, float) and not has_type(spec):
        if "." not in spec:
            return False, None
        spec += "g"
    if isinstance(x, int) and spec.endswith("c") and not 0 < x < 0xd800:
        return False, None
    try:
        return True, format(x, spec)
    except (ValueError, OverflowError):
        return True, None


def written(x):
    if isinstance(x, str):
        return json.dumps(x, ensure_ascii=False)
    if isinstance(x, float):
        if math.isnan(x):  # the sign of a computed NaN depends on the CPU
            return draw.choice(["nan", "-nan", "(0.0 / 0.0)"])
        return repr(x)
    return str(x)


HEAD = """proc show(x, spec) {
  let r = try(() => format(x, spec))
  if r.ok { print(json.text(r.value)) } else { print("! {r.error.kind}") }
}
"""
cases = []
for _ in range(law.count(1500)):
    x, spec = drawn()
    said, text = right(x, spec)
    if said and "{" not in spec and "}" not in spec:
        cases.append((x, spec, text))
PART = 1500
for at in range(0, len(cases), PART):
    part = cases[at:at + PART]
    text = HEAD + "".join(f"show({written(x)}, {json.dumps(s, ensure_ascii=False)})\n"
                          for x, s, _ in part)
    _, printed, said = law.run(text)
    lines = printed.split("\n")
    for n, (x, spec, wanted) in enumerate(part):
        line = lines[n] if n < len(lines) else said[:200]
        got = None if line.startswith("! value") else line
        if got is not None and got.startswith('"'):
            got = json.loads(got)
        law.expect(got == wanted, "format(x, spec) = Python's",
                   f"{x!r} {spec!r}: wanted {wanted!r}, got {line}")
law.done()
