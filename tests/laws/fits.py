"""Property-based test: a host scalar combined with an array takes its dtype, and is error[value] if
out of range: a literal, a variable, eager, compiled, mapped, differentiated, in every form that
combines the two.

The oracle knows the ranges of the dtypes. Numbers in range yield the same array in every form.
"""
import fractions

from law import Law

law = Law(__doc__)
R = law.random
PRECISION = {"f16": 11, "bf16": 8, "f32": 24, "f64": 53}
TOP = {"f16": 16, "bf16": 128, "f32": 128, "f64": 1024}
LARGEST = {d: float((2 - fractions.Fraction(2) ** (1 - PRECISION[d])) * 2 ** (TOP[d] - 1))
           for d in TOP}
DTYPES = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", *LARGEST]


def fits(x, dtype):
    if dtype in LARGEST:
        half = fractions.Fraction(2) ** (TOP[dtype] - 1 - PRECISION[dtype])
        return abs(fractions.Fraction(x)) < fractions.Fraction(LARGEST[dtype]) + half
    bits = int(dtype[1:])
    low, high = (0, 2 ** bits) if dtype[0] == "u" else (-2 ** (bits - 1), 2 ** (bits - 1))
    return low <= x < high


def drawn(dtype):
    if dtype in LARGEST and R.random() < 0.7:
        top = LARGEST[dtype]
        return R.choice([1, -1]) * R.choice([1e6, 65519.0, 65520.0, 65504.0, 1e39, 3e38, 3.4e38,
                                             3.5e38, 1e300, 0.5, 7.0, top, min(top * 1.5, 1e308)])
    return R.choice([0, 1, -1, 100, 127, 128, -128, -129, 255, 256, 300, 32767, 32768, 65535,
                     65536, -32769, 2 ** 31 - 1, 2 ** 31, -2 ** 31, -2 ** 31 - 1, 3000000000,
                     2 ** 32 - 1, 2 ** 32, 2 ** 62, R.randrange(-2 ** 40, 2 ** 40)])


# {a} is an array of two, {n} the number; f takes both.
FORMS = ["a + n", "n - a", "a * n", "maximum(a, n)", "minimum(n, a)", "where([true, false], a, n)",
         "a == n", "a < n", "full((2,), n, {d})", "{d}(n)", "clip(a, n, n)",
         "{ var x = a; x[0] = n; x }", "{ var x = a; x[0:1] = n; x }",
         "{ var x = a; x[[1]] = n; x }",
         "{ var x = a; x[0] += n; x }", "{ var x = a; x += n; x }", "[a[0], n]", "a // n", "a % n",
         "pad(a, 1, n)", "concat((a, {d}(n)[nil]))", "(a, a) + n", "stack((a[0], n))"]
HEAD = """proc say(i, r) {
  if r.ok { print("@{i} = {r.value}") } else { print("@{i} error[{r.error.kind}]") }
}
"""


def texts(form, dtype, x):
    number = f"({x!r})" if x < 0 else repr(x)
    number = number.replace("e+", "e")
    if "e" in number and "." not in number.split("e")[0]:
        number = number.replace("e", ".0e")
    a = f"{dtype}([1, 2])"
    body = form.replace("{d}", dtype)
    out = {"plain": f"((a, n) => {body})({a}, {number})",
           "literal": f"(a => {{ let n = {number}; {body} }})({a})",
           "compiled": f"jit((a, n) => {body})({a}, {number})",
           "captured": f"(n => jit(a => {body})({a}))({number})",
           "computed": f"jit((a, m) => {{ let n = m * 1; {body} }})({a}, {number})",
           "in a branch": f"jit((a, n, c) => if c > 0 {{ {body} }} else {{ {body} }})"
                          f"({a}, {number}, 1)"}
    out["mapped"] = (f"vmap((a, n, z) => {body}, in_axes = (nil, nil, 0), out_axes = nil)"
                     f"({a}, {number}, [1])")
    return out


questions = []
for _ in range(law.count(110)):
    dtype, form = R.choice(DTYPES), R.choice(FORMS)
    x = drawn(dtype)
    wanted = fits(x, dtype)
    group = []
    for name, code in texts(form, dtype, x).items():
        group.append((name, code))
    questions.append((dtype, form, x, wanted, group))

lines, at = [], 0
for *_, group in questions:
    for name, code in group:
        lines.append(f"say({at}, try(() => {code}))")
        at += 1
status, out, said = law.run(HEAD + "\n".join(lines), limit_s=500)
answers = {}
for part in out.split("@")[1:]:
    number, _, rest = part.partition(" ")
    answers[int(number)] = " ".join(rest.split())
at = 0
for dtype, form, x, wanted, group in questions:
    plain = answers.get(at, "no answer " + said[-300:])
    for name, code in group:
        got = answers.get(at, "no answer " + said[-300:])
        good = got == plain if wanted else got == "error[value]"
        good = good and (not wanted or got.startswith("= ") or form in ("a // n", "a % n"))
        law.expect(good, f"{form} of {dtype} and {x}, {name}",
                   f"{code}\n  {got}, " + (f"plain {plain}" if wanted else "wanted error[value]"))
        at += 1
law.done()
