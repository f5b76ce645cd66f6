#!/usr/bin/env python3
"""Property-based test: caches never change results: a transformed function returns what the eager
one returns, after any other calls.

Programs call jit, grad, value_and_grad, vmap, jvp, vjp, and linearize of functions that take, or
capture, a value that differs from call to call: ranges, dicts, strings, structs, closures,
pullbacks, custom rules, functions in records. Their memory is reused: garbage is created in
between. Each function is x => x * c(thing) + 1, so that all its derivatives are c(thing), which
eager code computes. A program prints the number of failed comparisons.
"""
import subprocess

from law import RILLE, Law

PRELUDE = '''
struct Scale {
  by, word
  fn times(self, y) = y * self.by + float(len(self.word))
  fn call(self, y) = self.times(y)
}
struct Pair { f, g; fn at(self, y) = self.f(y) - self.g(y) }
fn scaled(s) = y => y * s
fn shifted(s) { fn inner(y) = y + s; inner }
fn twice(g) = y => g(g(y))
fn over(r) = y => { var s = y * 0.0; for i in r { s += i * 1.0 }; s + y }
fn looked(d) = y => y * d["a"]
fn named(w) = y => y * float(int(w))
fn local_struct(k) { struct Local { a; fn read(self) = self.a * 2.0 }; Local(k) }
fn local_capture(k) { struct Held { a; fn read(self) = self.a * k }; Held(3.0) }
fn garbage(n) { var s = 0; for j in 0..n { let z = "x{j}"; s += len(z) }; s }
fn near(a, b) = abs(float(a) - float(b)) <= 1e-4 * (1.0 + abs(float(b)))
'''

# The values that differ: how each is built from the int k, and the number c of it in eager code.
THINGS = {
    "range": ("0..1 + k % 7", "{ var s = 0.0; for i in t { s += 1.0 }; s }"),
    "range_from": ("k % 5..k % 5 + 3", "{ var s = 0.0; for i in t { s += i * 1.0 }; s }"),
    "long_range": ("0..10 + k % 9", "{ var s = 0.0; for i in t { s += 0.5 }; s }"),
    "dict": ("dict(a = 1.0 * (k % 11), b = 2)", 't["a"] + t["b"]'),
    "dict_array": ("dict(a = [1.0, 1.0 * (k % 6)])", 'sum(t["a"])'),
    "dict_int": ("dict((k % 4, 9), (3.0, 4.0))",
        "{ var s = 0.0; for i in keys(t) { s += i * t[i] }; s }"),
    "dict_string": ('dict(a = "{k % 8}")', 'float(int(t["a"]))'),
    "dict_nested": ("dict(a = dict(a = (k % 3, 1.5)))", 't["a"]["a"][0] + t["a"]["a"][1]'),
    "dict_order": ('if k % 2 == 0 { dict(a = 1.0, b = 2.0) } else { dict(b = 2.0, a = 1.0) }',
                   'if keys(t)[0] == "a" { 1.0 } else { 5.0 }'),
    "dict_function": ("dict(f = scaled(1.0 * (k % 5)))", '(t["f"])(2.0)'),
    "string": ('"{k % 9}"', "float(int(t))"),
    "strings": ('("{k % 3}", "{k % 2}")', "float(int(t[0])) * 2.0 + float(int(t[1]))"),
    "bool": ("k % 2 == 0", "if t { 1.0 } else { 3.0 }"),
    "nil": ("if k % 2 == 0 { nil } else { 2.0 }", "if t == nil { 7.0 } else { t * 1.0 }"),
    "number": ("k % 5", "{ var s = 1.0; for i in 0..t { s *= 1.5 }; s }"),
    "shape": ("k % 5 + 1", "sum(ones(t)) * 1.0"),
    "record": ('(a = 1.0 * (k % 7), b = "{k % 2}")', "t.a + float(int(t.b))"),
    "tuple": ("if k % 2 == 0 { (1.0, 2.0) } else { (1.0, 2.0, 5.0) }",
        "{ var s = 0.0; for i in t { s += i }; s }"),
    "array": ("arange(k % 4 + 1)", "sum(t) * 1.0"),
    "struct": ('Scale(1.0 * (k % 6), "w{10 ^ (k % 3)}")', "t.times(2.0)"),
    "callable": ('Scale(1.0 * (k % 6), "w")', "t(2.0)"),
    "struct_of_functions": ("Pair(scaled(k * 1.0), shifted(2.0))", "t.at(3.0)"),
    "local_struct": ("local_struct(1.0 * (k % 5))", "t.read()"),
    "local_capture": ("local_capture(1.0 * (k % 5))", "t.read()"),
    "closure": ("scaled(1.0 * (k % 13))", "t(2.0)"),
    "closure_int": ("scaled(k % 13)", "t(2.0)"),
    "closure_array": ("scaled([1.0, 1.0 * (k % 13)])", "sum(t(2.0))"),
    "closure_inner": ("shifted(1.0 * k)", "t(2.0)"),
    "closure_of_closure": ("twice(scaled(1.0 * (k % 4)))", "t(2.0)"),
    "closure_range": ("over(0..k % 6)", "t(2.0)"),
    "closure_dict": ("looked(dict(a = 0.5 * (k % 6)))", "t(2.0)"),
    "closure_string": ('named("{k % 7}")', "t(2.0)"),
    "lambda_choice": ("if k % 3 == 0 { y => y + 1.0 } else { y => y * 4.0 }", "t(2.0)"),
    "builtin": ("if k % 2 == 0 { sqrt } else { exp }", "t(2.0)"),
    "functions": ("(f = scaled(1.0 * (k % 3)), g = (over(0..k % 4), sqrt))",
        "t.f(2.0) + t.g[0](1.0) + t.g[1](4.0)"),
    "pullback": ("vjp(scaled(1.0 * (k % 10)), 1.0)[1]", "t(1.0)[0]"),
    "pullback_array": ("vjp(x => sum(x * x), [1.0 * (k % 10), 2.0])[1]", "sum(t(1.0)[0])"),
    "pushforward": ("linearize(x => x * x, 1.0 * (k % 10))[1]", "t(1.0)"),
    "jit": ("jit(scaled(1.0 * (k % 10)))", "t(2.0)"),
    "jit_range": ("jit(over(0..k % 5))", "t(2.0)"),
    "grad": ("grad(y => y * y * (1.0 * (k % 10)))", "t(2.0)"),
    "vmap": ("vmap(scaled(1.0 * (k % 10)))", "sum(t([1.0, 2.0]))"),
    "remat": ("remat(scaled(1.0 * (k % 10)))", "t(2.0)"),
    "custom_jvp": ("{ let s = 1.0 * (k % 7); custom_jvp(y => y * s, (y, dy) => (y * s, dy * s)) }",
        "t(2.0)"),
    "custom_vjp": (
        "{ let r = 0..k % 5; custom_vjp(over(r), y => (over(r)(y), nil), (n, ct) => (ct,)) }",
        "t(2.0)"),
    "schedule": ("optim.cosine_decay_schedule(1.0 * (k % 5), 10)", "t(3)"),
    "linear_schedule": ("optim.linear_schedule(1.0 * (k % 5), 9.0, 10)", "t(3)"),
    "exponential_decay": ("optim.exponential_decay(1.0 + k % 5, 4, 0.5)", "t(3)"),
    "piecewise_schedule": ("optim.piecewise_constant_schedule(1.0 + k % 5, (2,), (0.5,))", "t(3)"),
    "join_schedules": (
        "optim.join_schedules((optim.constant_schedule(1.0), "
        "optim.constant_schedule(1.0 * (k % 5))), (k % 3 + 1,))", "t(2)"),
    "module": ("if k % 2 == 0 { (nn,) } else { (optim,) }", "1.0"),
    "zip": ("zip([1.0, 1.0 * (k % 5)], [2.0, 3.0])",
        "{ var s = 0.0; for (a, b) in t { s += a * b }; s }"),
    "enumerate": ("enumerate([1.0, 1.0 * (k % 5)])",
        "{ var s = 0.0; for (i, b) in t { s += i * b }; s }"),
    "rows": ("rows((a = [1.0, 1.0 * (k % 5)]))", "{ var s = 0.0; for r in t { s += r.a }; s }"),
}

# How a value is passed: as the argument, among other arguments, captured, or both.
SHAPES = {
    "argument": ("(x, t) => x * c(t) + 1.0", "t"),
    "in_tuple": ('(x, a) => x * c(a[1]) + 1.0', '("u", t)'),
    "in_record": ("(x, a) => x * c(a.t) + 1.0 * a.n", "(n = 1.0, t = t)"),
    "default": ("(x, a) => { fn inner(x, t = a) = x * c(t) + 1.0; inner(x) }", "t"),
    "by_closure": ("(x, a) => x * a() + 1.0", "() => c(t)"),
}
CAPTURED = "x => x * c(t) + 1.0"

# The calls, given `f`, a plain number x, and the argument a, each with the expected value.
TRANSFORMS = {
    "jit": ("JIT(x, a)", "x * w + 1.0"),
    "grad": ("GRAD(x, a)", "w"),
    "value_and_grad": ("{ let (y, g) = VALUE(x, a); y + 3.0 * g }", "x * w + 1.0 + 3.0 * w"),
    "vmap": ("sum(VMAP([x, 2.0], a))", "(x + 2.0) * w + 2.0"),
    "jvp": ("jvp(y => f(y, a), (x,), (2.0,))[1]", "2.0 * w"),
    "vjp": ("vjp(f, x, a)[1](1.0)[0]", "w"),
    "linearize": ("linearize(y => f(y, a), x)[1](1.0)", "w"),
    "jit_grad": ("JITGRAD(x, a)", "w"),
    "vmap_grad": ("sum(VMAPGRAD([x, 2.0], a))", "2.0 * w"),
    "jit_inline": ("jit(f)(x, a)", "x * w + 1.0"),
    "jit_lambda": ("jit(y => f(y, a))(x)", "x * w + 1.0"),
    "grad_lambda": ("grad(y => f(y, a))(x)", "w"),
    "identity": ("{ let (y, b) = BACK(x, a); f(y, b) }", "x * w + 1.0"),
}
SETUP = '''
  let JIT = jit(f); let GRAD = grad(f); let VALUE = value_and_grad(f)
  let VMAP = vmap(f, in_axes = (0, nil)); let VMAPGRAD = vmap(grad(f), in_axes = (0, nil))
  let JITGRAD = jit(grad(f)); let BACK = jit((x, a) => (x, a))
'''
NO_VALUE = {"zip", "enumerate", "rows"}  # created in host code; they do not leave a trace


def program(law, calls):
    thing = law.random.choice(list(THINGS))
    make, c = THINGS[thing]
    shape = law.random.choice(list(SHAPES))
    f, argument = SHAPES[shape]
    wanted = law.random.sample(list(TRANSFORMS), 3)
    if thing in NO_VALUE:
        wanted = [w for w in wanted if w != "identity"] or ["jit"]
    noise = law.random.choice([3, 40, 200])
    order = law.random.choice(["i", "i * 7 + 3", "i // 2", "i * i"])
    checks = "".join(
        f'    if not near({TRANSFORMS[w][0]}, {TRANSFORMS[w][1]}) {{ bad += 1 }}\n' for w in wanted)
    name = f"{thing} as {shape}: {', '.join(wanted)}"
    return name, PRELUDE + f'''
fn c(t) = {c}
proc main() {{
  let f = {f}
{SETUP}
  var bad = 0
  for i in 0..{calls} {{
    let k = {order}
    let t = {make}
    let a = {argument}
    let w = c(t)
    let x = 0.5 * (i % 3) + 1.0
{checks}    garbage({noise})
  }}
  print("bad", bad)
}}
''', calls * len(wanted)


def captured(law, calls):
    """The same function literal in a loop, with another captured value in each iteration."""
    thing = law.random.choice(list(THINGS))
    make, c = THINGS[thing]
    return f"{thing} captured", PRELUDE + f'''
fn c(t) = {c}
proc main() {{
  var bad = 0
  for i in 0..{calls} {{
    let k = i
    let t = {make}
    let w = c(t)
    let f = x => x * c(t) + 1.0
    if not near(jit(f)(2.0), 2.0 * w + 1.0) {{ bad += 1 }}
    if not near(grad(f)(2.0), w) {{ bad += 1 }}
    if not near(sum(vmap(f)([1.0, 2.0])), 3.0 * w + 2.0) {{ bad += 1 }}
    garbage(20)
  }}
  print("bad", bad)
}}
''', calls * 3


def expect_all(what, text, calls, bad):
    law.expect(bad == 0, what, text)
    law.passed += calls - max(bad, 1)
    law.failed += max(bad - 1, 0)


def edits(law, steps):
    """A prompt where functions that call each other are redefined; states what it must print."""
    n = law.random.randint(3, 6)
    calls = [[j for j in range(i) if law.random.random() < 0.5] for i in range(n)]
    factor = [law.random.randint(1, 9) for _ in range(n)]
    version = [0] * n
    own = list(factor)  # jit(f) holds the f of its creation; functions that f calls are looked up

    def line(i):
        terms = [f"x * {factor[i]}.0"] + [f"f{j}(x)" for j in calls[i]]
        return f"fn f{i}(x) = " + " + ".join(terms)

    def value(i, mine):
        return mine[i] + sum(value(j, factor) for j in calls[i])

    def behind(i):
        return sorted({i} | {k for j in calls[i] for k in behind(j)})

    text = [line(i) for i in range(n)] + [f"let j{i} = jit(f{i})" for i in range(n)]
    wanted, traced, count = [], {}, [0] * n
    for _ in range(steps):
        if law.random.random() < 0.4:
            i = law.random.randrange(n)
            factor[i], version[i] = law.random.randint(1, 9), version[i] + 1
            text.append(line(i))
            continue
        i = law.random.randrange(n)
        now = [version[k] for k in behind(i) if k != i]
        if traced.get(i) != now:
            traced[i], count[i] = now, count[i] + 1
        text += [f"j{i}(1.0)", f"j{i}.cache().traces"]
        wanted += [str(value(i, own)), str(count[i])]
    return "\n".join(text) + "\n", wanted


def run_prompt(text):
    done = subprocess.run([RILLE, "repl"], input=text, capture_output=True, text=True, timeout=300)
    return done.stdout.split()


law = Law(__doc__)
for _ in range(law.count(12)):
    text, wanted = edits(law, 40)
    got = run_prompt(text)
    for at, want in enumerate(wanted):
        law.expect(got[at:at + 1] == [want], f"an edit is seen: {want} as number {at}",
                   text + "\n" + " ".join(got))
for number in range(law.count(60)):
    name, text, calls = (captured if number % 4 == 3 else program)(law, 300)
    status, out, said = law.run(text)
    found = out.split()
    if status != 0 or found[:1] != ["bad"]:
        expect_all(f"{name}: runs", text + "\n" + out + said, calls, calls)
        continue
    bad = int(found[1])
    expect_all(f"{name}: {bad} of {calls} calls differ", text, calls, bad)
law.done()
