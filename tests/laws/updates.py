"""Updates of arrays are in place, and values never alias visibly.

Time: a write costs the same at 10^4 and at 10^6 elements, for each dtype, form of index and
container; the best of several runs counts, so a busy machine does not matter. Values: drawn
programs keep copies, views, closures and compiled functions of arrays in places, and update the
places in all forms; the oracle is Python that copies at every read. Memory: a jitted step
overwrites the parameters and moments that it is given.
"""
import copy
import re
import subprocess

from law import RILLE, Law

law = Law(__doc__)
SMALL, LARGE = 10_000, 1_000_000
SIGNED = ["i8", "i16", "i32", "i64"]
FLOATS = ["f8e4m3", "f8e5m2", "f16", "bf16", "f32", "f64"]
NUMBERS = SIGNED + ["i4", "u4", "u8", "u16", "u32", "u64"] + FLOATS + ["c64", "c128"]
OPS = ["=", "+=", "-=", "*=", "/=", "//=", "%=", "^="]

# --- time -----------------------------------------------------------------------------------
# What stands behind the place of x[n], or of m[n / 8, 8].
LINE_FORMS = ["[5]", "[-7]", "[i]", "[10:20]", "[3:90:7]", "[20:10:-1]", "[[1, 5, 1, 9]]", "[ids]"]
ROWS_FORMS = ["[3]", "[3, 2]", "[-1, i % 8]", "[2:5, 1:3]", "[5, ...]", "[:4, 3]", "[ids]", "[ids, 2]",
              "[ids, 1:6:2]", "[4, [0, 2]]", "[ids, ids]"]
WIDE_FORMS = ["[few, 5]", "[few, 3:5]"]  # m[8, n / 8], few: a mask of 8
CONTAINERS = ["x", "s.a", "s.t[1]", "t[0]", "s.r.q", "b.a", "b.t[1]", 'd["k"]', "d[3]", "ts[1].a"]
SETUP = {
    "x": "var x = {make}",
    "s.a": "var s = (a = {make}, b = 1)",
    "s.t[1]": "var s = (a = 1, t = (2, {make}))",
    "t[0]": "var t = ({make}, 1)",
    "s.r.q": "var s = (r = (q = {make}, p = nil), b = 1)",
    "b.a": "var b = Both({make}, 1)",
    "b.t[1]": "var b = Both(1, (2, {make}))",
    'd["k"]': "var d = dict(j = 1, k = {make})",
    "d[3]": "var d = dict((3,), ({make},))",
    "ts[1].a": "var ts = ((a = 1), (a = {make}))",
}
# How a turn of the loop writes; `at` is the place with its index.
WAYS = ["{at} {op} {value}"] * 6 + [
    "put(&{place}, i, {value})", "if i % 2 == 0 {{ {at} {op} {value} }} else {{ {at} = {value} }}",
    "let seen = peek({place}); {at} {op} {value}", "{at} {op} {value}; let part = {at}; {at} = part",
    "for k in 0..2 {{ {at} {op} {value} }}", "let n = len({place}) + sum({at}); {at} {op} {value}"]


def drawn_timing(k):
    """A proc that gives the best seconds of a write, and what it does."""
    rng = law.random
    dtype = rng.choice(NUMBERS + ["bool"])
    forms, make = rng.choice([
        (LINE_FORMS, "ones((n,), dtype = {d})"), (ROWS_FORMS, "ones((n // 8, 8), dtype = {d})"),
        (WIDE_FORMS, "ones((8, n // 8), dtype = {d})")])
    form, place = rng.choice(forms), rng.choice(CONTAINERS)
    ops = ["="] if dtype == "bool" else OPS[:4] if dtype not in FLOATS else OPS[:5] + OPS[7:]
    if dtype in SIGNED + ["u8", "u16", "u32", "u64"]:
        ops = OPS[:4] + OPS[5:7]
    op, value = rng.choice(ops), "true" if dtype == "bool" else "1"
    way = rng.choice(WAYS)
    if dtype == "bool" or dtype in ("c64", "c128", "f8e4m3", "f8e5m2"):
        way = way.replace("+ sum({at})", "")
    at = place + form
    turn = way.format(at=at, place=place, op=op, value=value)
    body = f"""
proc time_{k}(n) {{
  {SETUP[place].format(make=make.format(d=dtype))}
  let ids = [1, 5, 7], few = [true, false, true, false, false, false, false, true]
  var best = 1.0
  for again in 0..5 {{
    let start = io.time()
    for i in 0..40 {{ {turn} }}
    let took = (io.time() - start) / 40
    if took < best {{ best = took }}
  }}
  best
}}
print({k}, time_{k}({SMALL}), time_{k}({LARGE}))
""".replace("let ids = [1, 5, 7], few", "let ids = [1, 5, 7]\n  let few")
    if "put(" in turn:
        body = f"fn put_{k}(inout x, i, v) {{ x{form} {op} v }}" + body.replace("put(", f"put_{k}(")
    return body, f"{dtype} {turn}"


def judge_times(count):
    drawn = [drawn_timing(k) for k in range(count)]
    text = "struct Both { a, t }\nfn peek(x) = x[0]\n" + "".join(body for body, _ in drawn)
    status, out, said = law.run(text, limit_s=600)
    times = {int(a): (float(b), float(c)) for a, b, c in
             re.findall(r"^(\d+) (\S+) (\S+)$", out, re.MULTILINE)}
    if status != 0:
        law.expect(False, "the timings run", said + text[-3000:])
    for k, (body, what) in enumerate(drawn):
        small, large = times.get(k, (1, 1))
        law.expect(large <= 4 * small + 5e-6, "a write costs the same in a large array",
                   f"{what}: {small * 1e6:.2f} us at {SMALL}, {large * 1e6:.2f} us at {LARGE}")


for _ in range(law.count(4)):
    judge_times(40)

law.done()
