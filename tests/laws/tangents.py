#!/usr/bin/env python3
"""Property-based test: rules that are linear are transposed; for others the error names what
depends on the tangent.

Bodies of a rule (x, t) occur in custom_jvp, custom_vjp, tangent_solve of custom_root, and in
branches, loops, remat, vmap, and jit around them. The matrix of a linear body is that of a Python
function, applied to unit vectors; a body that branches on its tangent, loops over it, or indexes by
it is error[trace] in reverse mode and equals Python in forward mode. No case is error[bug].
"""
import json
import math

from law import Law

law = Law(__doc__)
draw = law.random
X = [1.5, 2.0]


def each(f):
    return lambda x, t: [f(u, v) for u, v in zip(x, t)]


def doubled(x, t):
    y, n = list(t), 0
    while sum(y) < 5 and n < 40:
        y, n = [2 * v for v in y], n + 1
    return y


def grown(x, t):
    y = list(x)
    while sum(y) < 50:
        y = [2 * u + v for u, v in zip(y, t)]
    return y


# (Rille, Python, whether it is linear in t; None: any result of reverse mode except a bug).
BODIES = [
    ("t * 2.0", each(lambda x, t: 2 * t), True),
    ("x * t", each(lambda x, t: x * t), True),
    ("t * sum(x) + flip(t)", lambda x, t: [sum(x) * v + w for v, w in zip(t, t[::-1])], True),
    ("if sum(x) > 0.0 { t * x } else { t }", each(lambda x, t: t * x), True),
    ("where(x > 1.7, t, 3.0 * t)", each(lambda x, t: t if x > 1.7 else 3 * t), True),
    ("match sum(x) > 9.0 { true => t, _ => 2.0 * t }", each(lambda x, t: 2 * t), True),
    ("{ var y = t\nvar n = 0\nwhile n < 3 { y = y * x; n += 1 }\ny }",
     each(lambda x, t: t * x**3), True),
    ("{ var y = t\nvar u = x\nwhile sum(u) < 20.0 { y = y * 2.0; u = u * 2.0 }\ny }",
     each(lambda x, t: 8 * t), True),
    ("cumsum(t)", lambda x, t: [t[0], t[0] + t[1]], True),
    ("t[argmax(x)] * x", lambda x, t: [t[1] * x[0], t[1] * x[1]], True),
    ("sort(x) * t", each(lambda x, t: x * t), True),
    ("{ var y = t\ny[0] = t[1] * x[0]\ny }", lambda x, t: [t[1] * x[0], t[1]], True),
    ("vmap(a => if sum(x) > 9.0 { a } else { 2.0 * a })(t)", each(lambda x, t: 2 * t), True),
    ("remat(a => a * x)(t)", each(lambda x, t: t * x), True),
    ("if sum(t) > 0.0 { 2.0 * t } else { 3.0 * t }",
     lambda x, t: [(2 if sum(t) > 0 else 3) * v for v in t], False),
    ("where(t > 0.0, 2.0 * t, 3.0 * t)", each(lambda x, t: 2 * t if t > 0 else 3 * t), False),
    ("match sum(t) > 0.0 { true => t, _ => 2.0 * t }",
     lambda x, t: [(1 if sum(t) > 0 else 2) * v for v in t], False),
    ("{ var y = t\nvar n = 0\nwhile sum(y) < 5.0 and n < 40 { y = y * 2.0; n += 1 }\ny }",
     doubled, False),
    ("{ var y = x\nwhile sum(y) < 50.0 { y = y * 2.0 + t }\ny }", grown, False),
    ("{ if sum(t) > 0.0 { return 2.0 * t }\nt }",
     lambda x, t: [(2 if sum(t) > 0 else 1) * v for v in t], False),
    ("vmap(a => if a > 0.0 { a } else { 2.0 * a })(t)",
     each(lambda x, t: t if t > 0 else 2 * t), False),
    ("remat(a => if sum(a) > 0.0 { a } else { 2.0 * a })(t)",
     lambda x, t: [(1 if sum(t) > 0 else 2) * v for v in t], False),
    ("jit(a => if sum(a) > 0.0 { a } else { 2.0 * a })(t)",
     lambda x, t: [(1 if sum(t) > 0 else 2) * v for v in t], False),
    ("t[argmax(t)] * x", lambda x, t: [max(t) * v for v in x], False),
    ("x[i32(t[0])] * t", lambda x, t: [x[min(int(t[0]), 1)] * v for v in t], False),
    ("t * t", each(lambda x, t: t * t), False),
    ("sin(t)", each(lambda x, t: math.sin(t)), False),
    ("{ assert sum(t) > -100.0, \"low\"\nt }", each(lambda x, t: t), None),
    ("if sum(x) < 0.0 { if sum(t) > 0.0 { t } else { 2.0 * t } } else { t }",
     each(lambda x, t: t), None),
    ("f64(i32(t))", each(lambda x, t: float(int(t))), None),
    ("maximum(t, 0.0)", each(lambda x, t: max(t, 0.0)), None),
]
FORMS = {
    "jvp": "let h = custom_jvp(x => x * x, (x, t) => (x * x, lin(x, t)))\n",
    "vjp": "let h = custom_vjp(x => x * x, x => (x * x, x), (x, t) => (lin(x, t),))\n",
    "root": "let h = a => custom_root(x => x - a, f64([1.0, 1.0]), (f, x) => a, "
            "(g, t) => lin(f64([1.5, 2.0]), t))\n",
}
W = [1.0, 0.5]
REVERSE = ["grad(x => sum(w * {h}(x)))({x})", "jit(grad(x => sum(w * {h}(x))))({x})",
           "vmap(grad(x => sum(w * {h}(x))))([{x}, {x}])[0]", "vjp({h}, {x})[1](w)[0]"]
FORWARD = ["jvp({h}, ({x},), (w,))[1]", "jit(x => jvp({h}, (x,), (w,))[1])({x})",
           "vmap(x => jvp({h}, (x,), (w,))[1])([{x}, {x}])[0]"]
AROUND = ["h", "(x => if sum(x) > 0.0 { h(x) } else { x })", "remat(h)", "jit(h)",
          "(x => { var y = x\nfor n in 0..1 { y = h(x) }\ny })"]


def matrix(f):
    columns = [f(X, [1.0, 0.0]), f(X, [0.0, 1.0])]
    return [list(row) for row in zip(*columns)]


def cases(form, f, linear):
    """(call, its result: a list, "error", or None if either is accepted)."""
    around = draw.choice(AROUND)
    h, x = around, f"f64({X})"
    rows = matrix(f)
    back = [sum(W[i] * rows[i][k] for i in range(2)) for k in range(2)]
    forth = f(X, W)
    # A reverse rule runs unchanged in reverse mode, and transposed in forward mode.
    one, two = (forth, back) if form == "vjp" else (back, forth)
    asked, free = (FORWARD, REVERSE) if form == "vjp" else (REVERSE, FORWARD)
    result = {True: two if form == "vjp" else one, False: "error", None: None}[linear]
    for call in asked:
        yield call.format(h=h, x=x), result
    for call in free:
        yield call.format(h=h, x=x), one if form == "vjp" else two


def judge(body, f, linear, form):
    text = f"fn lin(x, t) = {body}\nlet w = f64({W})\n" + FORMS[form]
    text += "proc show(g) {\n  let r = try(g)\n  if r.ok { print(json.text(r.value)) } " \
        "else { print(\"! {r.error.kind}\") }\n}\n"
    rows = list(cases(form, f, linear))
    text += "".join(f"show(() => {call})\n" for call, _ in rows)
    _, printed, said = law.run(text)
    lines = printed.split("\n")
    for n, (call, wanted) in enumerate(rows):
        line = lines[n] if n < len(lines) else said[:200]
        if wanted == "error":
            good = line == "! trace"
        elif wanted is None:
            good = line == "! trace" or line.startswith("[")
        else:
            got = json.loads(line) if line.startswith("[") else []
            good = len(got) == 2 and all(abs(u - v) < 1e-9 for u, v in zip(got, wanted))
        law.expect(good, f"{form}: {call}", f"lin(x, t) = {body}\nwanted {wanted}, got {line}")


for body, f, linear in BODIES:
    for form in draw.sample(list(FORMS), 2):
        for _ in range(law.count(1)):
            judge(body, f, linear, form)
law.done()
