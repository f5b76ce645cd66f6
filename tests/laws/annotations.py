"""Property-based test: an annotation accepts the same values at every position and in every mode:
on parameters, results, bindings, fields, and inside of tuples, eager, compiled, mapped together
with another argument, and as a primal.

The oracle is the language page: a host scalar is accepted by every type of its kind, an int by
every number type; an array of shape () is accepted by its own dtype; `float`, `int`, and `any`
leave the dtype open.
"""
from law import Law

law = Law(__doc__)
R = law.random
FLOATS, INTS = ["f16", "bf16", "f32", "f64"], ["i8", "i32", "i64", "u8"]
TYPES = [*FLOATS, *INTS, "bool", "int", "float", "str", "any", "f32[n]", "float[_]", "int[2]",
         "any[...]", "f64[2]", "c64"]
# The values: text, kind, rank (None: host scalar).
VALUES = [("1.5", "float", None), ("2", "int", None), ("true", "bool", None), ('"a"', "str", None),
          ("nil", "nil", None), *((f"{d}([2])[0]", d, 0) for d in FLOATS + INTS),
          ("[true][0]", "bool", 0), *((f"{d}([2, 3])", d, 1) for d in ("f32", "f64", "i32", "u8")),
          ("[true, false]", "bool", 1), ("f32([[1]])", "f32", 2)]


def fits(type_, kind, rank):
    base, _, dims = type_.partition("[")
    if base == "any" and not dims:
        return True
    if kind in ("str", "nil"):
        return kind == base
    if dims:
        if dims != "...]" and rank != 1:
            return False
    elif rank not in (None, 0):
        return False
    if base == "any":
        return True
    if kind == "bool" or base == "bool":
        return kind == base
    if base == "int":
        return kind == "int" or kind in INTS
    if rank is None:
        return base != "str" and (kind == "int" or base in FLOATS or base in ("float", "c64"))
    return base == kind or (base == "float" and kind in FLOATS)


# The function call{i}, which passes x through an annotation, and the arguments that it needs.
FORMS = {"parameter": "fn call{i}(x: {t}) = (x, 1.0)",
         "default": "fn call{i}(y, x: {t} = y) = (x, 1.0)",
         "result": "fn own{i}(x) -> {t} = x\nfn call{i}(x) = (own{i}(x), 1.0)",
         "let": "fn call{i}(x) {{ let y: {t} = x; (y, 1.0) }}",
         "var": "fn call{i}(x) {{ var y: {t} = x; (y, 1.0) }}",
         "tuple": "fn own{i}(t: (int, {t})) = t[1]\nfn call{i}(x) = (own{i}((1, x)), 1.0)",
         "record": "fn own{i}(t: (a = {t})) = t.a\nfn call{i}(x) = (own{i}((a = x)), 1.0)",
         "field": "struct S{i} {{ a: {t} }}\nfn call{i}(x) = (S{i}(x).a, 1.0)",
         "lambda": "fn own{i}(x: {t}) = x\nfn call{i}(x) = ((y => own{i}(y))(x), 1.0)"}
RUNS = {"plain": "{f}({x})", "jit": "jit({f})({x})", "captured": "jit(() => {f}({x}))()",
        "passed on": "(v => jit(() => {f}(v)))({x})()",
        "mapped": "vmap((z, x) => ({f}(x), z), in_axes = (0, nil), out_axes = (nil, 0))"
            "([1.0, 2.0], {x})[0]",
        "primal": "jvp(z => ({f}({x}), z), (1.0,), (1.0,))[0][0]",
        "in a branch": "jit((c, x) => if c > 0 {{ {f}(x) }} else {{ {f}(x) }})(1, {x})"}
HEAD = """proc say(i, r) {
  if r.ok { print("@{i} {r.value[0]}") } else { print("@{i} error[{r.error.kind}]") }
}
"""
cases = [(t, v, form) for t in TYPES for v in VALUES for form in FORMS]
drawn = R.sample(cases, min(len(cases), law.count(120)))
lines, asked = [HEAD], []
for i, (type_, (x, kind, rank), form) in enumerate(drawn):
    made, f = FORMS[form].format(i=i, t=type_), f"call{i}"
    lines.append(made)
    for name, run in RUNS.items():
        if name == "in a branch" and kind in ("str", "nil"):
            continue
        code = run.format(f=f, x=x)
        lines.append(f"say({len(asked)}, try(() => {code}))")
        asked.append((name, f"{made}\n{code}", fits(type_, kind, rank)))
status, out, said = law.run("\n".join(lines), limit_s=500)
answers = {}
for part in out.split("@")[1:]:
    number, _, rest = part.partition(" ")
    answers[int(number)] = " ".join(rest.split())
plain = ""
for at, (name, text, wanted) in enumerate(asked):
    got = answers.get(at, "no answer " + said[-300:])
    if name == "plain":
        plain = got
    good = got == plain if wanted else got in ("error[type]", "error[dtype]", "error[shape]")
    law.expect(good and (not wanted or "error[" not in got and "no answer" not in got),
               "an annotation lets through what fits" if wanted else "and nothing else",
               f"{text}\n  {name} gives {got}, plain {plain}")
law.done()
