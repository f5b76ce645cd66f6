"""Property-based test: an access to a missing field is an error for values of all kinds: no
internal field can be read, nothing is returned as nil, no internal word is printed. A `zip`, an
`enumerate`, and the rows of arrays behave as the tuples that they represent; a string with a traced
value in it is concatenated and compared correctly or rejected.

Values of all kinds are asked, in eager runs and in traces, for fields with names that the
implementation uses and for others, and for items. The oracle is the language page.
"""
import pathlib
import re

from law import Law

law = Law(__doc__)
R = law.random
# The field names of the implementation: none of them is valid in a script.
TEXTS = "".join(p.read_text() for p in
                sorted((pathlib.Path(__file__).parents[2] / "stdlib/core/prelude").glob("*.lua")))
FOUND = re.findall(r"\w\.([a-z_]\w*)", TEXTS) + re.findall(r"\b([a-z_]\w*) = ", TEXTS)
NOT_ASKED = set("""and assert break continue else false fn for if import in inout let match nil not
or proc return struct true var while T shape dtype""".split())
OWN = sorted({*FOUND, *"k x p n gone words lo hi get parts line traced".split()} - NOT_ASKED)
# A value, and its number of items; None: items are not read.
VALUES = {"(1, 2)": 2, "()": 0, "0..3": 3, "dict(a = 1)": None, "dict()": None, "[1, 2]": 2,
          '"ab"': None, "zip([1, 2], [3, 4])": 2, "enumerate([5, 6, 7])": 3,
          "rows((a = [1, 2]))": 2, "zip((1, 2), (3, 4))": 2, "zip(dict(a = 1), [2])": 1,
          "rng.key(0)": None, "1.5": None,
          "x => x": None, "sqrt": None, "true": None, "Struct(1)": None, "(aa = 1)": None,
          "Struct": None, "jit(sqrt)": None, "enumerate(zip([1], [2]))": 1}
IN_TRACE = {'"{x}"': None, "(x, 1)": 2, "0..i + 1": None, "dict(a = x)": None, "zip([x], [x])": 1,
            "enumerate([x])": 1, "x": None, "rows((a = [x]))": 1}
HEAD = """struct Struct { aa }
proc say(i, r) {
  let said = if r.ok { (r.value,) } else { r.error }
  if r.ok { print("@{i} {said}") } else { print("@{i} error[{said.kind}] {said.message}") }
}
"""
lines, asked = [HEAD], []

same_print = set()  # indices of expressions that print as the eager expression before them


def ask(code, wanted):
    lines.append(f"say({len(asked)}, try(() => {code}))")
    asked.append((code, wanted))


def is_missing(got):
    return got.startswith(("error[name]", "error[type]"))


for _ in range(law.count(300)):
    traced = R.random() < 0.4
    value, n = R.choice(list((IN_TRACE if traced else VALUES).items()))
    wrap = "jit((x, i) => {{ let v = {v}; {b} }})(1.5, 2)" if traced else "{{ let v = {v}; {b} }}"
    word = R.choice([*OWN, *["zzz", "(k)", "é", "_1", "__index"]])
    if R.random() < 0.6 and re.fullmatch(r"\w+", word):
        ask(wrap.format(v=value, b=f"v.{word}"), is_missing)
    elif n is not None:
        i = R.choice([n, n + 1, -n - 1, 99, 10 ** 12])
        ask(wrap.format(v=value, b=f"v[{i}]"), lambda got: got.startswith("error[index]"))
    else:
        ask(wrap.format(v=f"({value},)", b="(v, 1)"), lambda got: True)

# Iterables behave as tuples of the same items.
FORMS = ["z", "z[0]", "z[-1]", "len(z)", '"{z}"', "str(z)", "(...z, 9)",
         "{ let (a, b) = z; (b, a) }",
         "match z { (a, b) => a, _ => 0 }", "match z { (a, ...) => a, _ => 0 }", "z == z",
         "z == ((1, 3), (2, 4))", "((1, 3), (2, 4)) == z", "same(z, w)", "z != w",
         "(q for q in z)", "enumerate(z)", "zip(z, z)", "has(z, (1, 3))", "{ let i = 1; z[i] }",
         "(a = z, b = 1)", "dict(a = z) == dict(a = w)", "{ var (a, b) = z; a }",
         "{ var t = 0; for (a, b) in z { t += a * b }; t }"]
for form in R.sample(FORMS, min(len(FORMS), law.count(24))):
    for lazy, plain in (("zip([1, 2], [3, 4])", "zip((1, 2), (3, 4))"),
                        ("enumerate([3, 4])", "enumerate((3, 4))"),
                        ("zip([1, 2], (3, 4))", "zip((1, 2), (3, 4))")):
        body = f"(z => (w => {form})({plain}))"
        ask(f"{body}({plain})", None)
        ask(f"{body}({lazy})", lambda got, at=len(asked) - 1: got == answers[at])

# The same in a trace.
IN = ["print(z)", 'print("{z} {(z, 1)}")', "z[1][0]", "z[-1]", "z[i][1]", "(0..5)[i] + z[0][0]",
      "(...z, x)", "{ let (a, b) = z; (b, a[0]) }", "match z { (a, b) => b, _ => x }", "len(z)",
      "{ var s = x; for (a, b) in z { s += a * b }; s }", "z == z", "z == w",
      "(z, 1) != (w, 1)"]
for form in IN:
    made = "let z = zip([x, 2.0], [3.0, x]); let w = ((x, 3.0), (2.0, x))"
    body = f"((x, i) => {{ {made}; {form} }})"
    ask(f"{body}(1.5, 1)", None)
    for f in (f"jit{body}(1.5, 1)", f"jvp(x => {body}(x, 1), (1.5,), (1.0,))[0]"):
        ask(f, lambda got, at=len(asked) - 1 - f.startswith("jvp"): got == answers[at])
        same_print.add(len(asked) - 1)
for made in ("zip([x], [x])", "enumerate([x])", "rows((a = [x]))", '"{x}"', "dict(a = () => x)"):
    ask(f"jit(x => {made})(1.5)", lambda got: got.startswith("error[trace]"))

# Strings with traced values.
TEXTS_OF = ['join((x, "b"), ",")', 'join(("{x}", "b"), "-")', 'join(("a", x, 2), "{x}")', "str(x)",
            'join(("a", (x, "c")), "")', "str((x, [x, x]))", "join((x,))", 'join((), "{x}")',
            'join(parts = ("a", x), between = ";")', "format(x, \".2f\")"]
for text in TEXTS_OF:
    ask(f"(x => {{ print(({text})); {text} }})(1.5)", None)
    ask(f"jit(x => {{ print({text}); 0 }})(1.5)", lambda got: got == "(0,)")
    same_print.add(len(asked) - 1)
for claim in ['"{x}" == "1.5"', 'same("{x}", "1.5")', '("{x}",) == ("1.5",)',
              'has(("{x}",), "1.5")',
              'dict(a = "{x}") == dict(a = "1.5")', '(a = "{x}") != (a = "1.5")']:
    ask(f"jit(x => {claim})(1.5)", lambda got: got.startswith("error[trace]"))
for f in ("str", "print", "len", "format", "join"):
    ask(f"str({f})", lambda got, f=f: f"<fn {f}>" in got)
ask("jit(str)(1.5)", lambda got: got.startswith("error[trace]"))

status, out, said = law.run("\n".join(lines))
answers, printed = {}, {}
before = ""
for line in out.split("\n"):
    found = re.match(r"@(\d+) (.*)", line)
    if found:
        answers[int(found[1])], printed[int(found[1])] = found[2], before
        before = ""
    else:
        before += line
for at, (code, wanted) in enumerate(asked):
    got = answers.get(at, "no answer " + said[-300:])
    if wanted is None:
        law.expect(not got.startswith("no answer"), "a question is answered", f"{code}\n  {got}")
        continue
    good = wanted(got) and not re.search("no answer|<table>|(got|type) table", got)
    law.expect(good, "what is not there is an error, what is there is itself", f"{code}\n  {got}")
    if at in same_print:
        plain = next(k for k in range(at - 1, -1, -1) if asked[k][1] is None)
        law.expect(printed.get(at) == printed.get(plain), "a traced text is the plain one",
                   f"{code}\n  {printed.get(at)}, plain {printed.get(plain)}")

# At the prompt, a name whose line has failed has no value.
for line in ('let z = error("no")', 'var z = 1 + "a"', "import nothing as z", "let (z, y) = 1"):
    _, out, said = law.prompt(f"{line}\nz\nz + 1\nlet z = 2\nz\n")
    law.expect(said.count("error[name]: `z` has no value yet") == 2 and out == "2\n",
               "a name whose line has failed has no value", f"{line}\n{out}{said}")
law.done()
