#!/usr/bin/env python3
"""Property-based test of purity: traces reject what they cannot contain, and side effects occur as
often as in an eager run.

1. Wrong programs: builtins with side effects, or that need values, called under each transform
   in many disguises. Each must be an error[trace] that names the builtin; none may return a value.
2. Random functions that print and assert in loops and branches print the same compiled and
   eagerly, and again at the second call.
3. Random functions of random keys and values return the same when they are run twice.
"""
from law import Law

# Builtins, and their calls with the arguments that they need.
BUILTINS = {
    "io.monotonic": "(b, y) => b()",
    "io.read": '(b, y) => b("drawn.rille")',
    "io.write": '(b, y) => b("out.txt", "x")',
    "ckpt.save": '(b, y) => b("out.safetensors", (w = 1.0))',
    "try": "(b, y) => b(() => 1.0)",
    "help": "(b, y) => b(sum)",
}
# How one is called: as a value, since the compiler checks direct calls. X is the traced value.
WAYS = {
    "as a value": "fn run(f, y) { f(y); y }\n{call}(y => run(CALL, y), X)",
    "in a record": "fn run(r, y) { let f = r.f; f(y); y }\n{call}(y => run((f = CALL), y), X)",
    "in a struct": "struct S { f; fn go(self, y) { let f = self.f; f(y); y } }\n"
        "{call}(y => S(CALL).go(y), X)",
    "in a tuple": "fn run(t, y) { t[1](y); y }\n{call}(y => run((1, CALL), y), X)",
    "through tree.map": "fn run(f, y) { tree.map(f, (y, y)); y }\n{call}(y => run(CALL, y), X)",
    "in a default": "fn run(y, f = nil, z = f(y)) = y\n{call}((y) => run(y, f = CALL), X)",
    "in a loop": "fn run(f, y) { for i in 0..20 { f(y) }; y }\n{call}(y => run(CALL, y), X)",
    "in a branch": "fn run(f, y) { if y[0] > 100.0 { f(y) }; y }\n{call}(y => run(CALL, y), X)",
    "in a while": "fn run(f, y) { var z = y; while z[0] < 5.0 { f(y); z = z + 1.0 }; z }\n"
        "{call}(y => run(CALL, y), X)",
    "in a custom rule": "fn run(f) = custom_jvp(y => y * 2.0, "
                        "(y, dy) => { f(y); (y * 2.0, dy * 2.0) })\n{call}(y => run(CALL)(y), X)",
    "in a comprehension": "fn run(f, y) = [{ f(y); v } for v in y]\n{call}(y => run(CALL, y), X)",
    "under remat": "fn run(f, y) { f(y); y }\n{call}(remat(y => run(CALL, y)), X)",
    "by pipe": "fn run(f, y) { y |> f; y }\n{call}(y => run(CALL, y), X)",
    "in a bound closure": "fn bound(f) = y => { f(y); y }\nlet b = bound(CALL)\n{call}(b, X)",
}
TRANSFORMS = {
    "jit": "by_jit", "grad": "by_grad", "vmap": "by_vmap", "jvp": "by_jvp", "vjp": "by_vjp",
    "linearize": "by_linearize", "jit of grad": "by_jit_grad",
}
DRIVERS = '''
fn by_jit(f, x) = jit(f)(x)
fn by_grad(f, x) = grad(y => sum(f(y)))(x)
fn by_vmap(f, x) = vmap(f)([x, x])
fn by_jvp(f, x) = jvp(f, (x,), (x,))
fn by_vjp(f, x) = vjp(f, x)[0]
fn by_linearize(f, x) = linearize(f, x)[0]
fn by_jit_grad(f, x) = jit(grad(y => sum(f(y))))(x)
fn hand(b, e) = y => e(b, y)
'''


def wrong(law):
    name = law.random.choice(list(BUILTINS))
    way = law.random.choice(list(WAYS))
    transform = law.random.choice(list(TRANSFORMS))
    *head, last = WAYS[way].replace("{call}", TRANSFORMS[transform]).split("\n")
    lets = "".join(f"  {line}\n" for line in head if line.startswith("let "))
    head = "\n".join(line for line in head if not line.startswith("let "))
    main = f"{lets}  {last}".replace("CALL", "c").replace("X", "[1.0, 2.0]")
    return f"{name} {way} under {transform}", f'''{DRIVERS}{head}
proc main() {{
  let c = hand({name}, {BUILTINS[name]})
{main}
  print("got through")
}}
''', name


def prints(law):
    """A function of x that prints in loops and branches."""
    lines = []

    def expression(names):
        sign = law.random.choice([" + ", " * ", " - "])
        return law.random.choice(names + ["x", "1.5"]) + sign + \
            law.random.choice(names + ["x", "2.0"])

    def block(names, room, indent, loops):
        pad = "  " * indent
        for _ in range(law.random.randint(1, 3)):
            kind = law.random.choice(
                ["print", "print", "set", "if", "for", "many", "while", "assert"])
            if kind == "print" or room == 0:
                lines.append(f'{pad}print("{len(lines)} {{s:.4f}}")')
            elif kind == "set":
                lines.append(f"{pad}s = clip({expression(names)}, -9.0, 9.0)")
            elif kind == "if":
                lines.append(f"{pad}if s > {law.random.choice(['0.0', '1.0', 'x'])} {{")
                block(names, room - 1, indent + 1, loops)
                lines.append(f"{pad}}} else {{")
                block(names, room - 1, indent + 1, loops)
                lines.append(f"{pad}}}")
            elif kind in ("for", "many"):
                turns = law.random.randint(1, 4) if kind == "for" or loops else 11
                lines.append(f"{pad}for i{indent} in 0..{turns} {{")
                lines.append(f"{pad}  s = s * 0.5 + 1.0 * i{indent}")
                block(names, room - 1, indent + 1, loops + 1)
                lines.append(f"{pad}}}")
            elif kind == "while":
                n = f"n{len(lines)}"
                lines.append(f"{pad}var {n} = {law.random.choice(['0.0', 'abs(s) * 0.0'])}")
                lines.append(f"{pad}while {n} < {law.random.randint(1, 3)}.5 {{")
                lines.append(f"{pad}  {n} += 1.0")
                block(names, room - 1, indent + 1, loops + 1)
                lines.append(f"{pad}}}")
            else:
                lines.append(f'{pad}assert abs(s) < 1e6, "far"')

    lines.append("fn f(x) {")
    lines.append("  var s = x * 1.0")
    block(["s"], 3, 1, 0)
    lines.append("  s\n}")
    return "\n".join(lines)


def same_twice(law):
    kinds = ["rng.normal(&k, 3)", "rng.uniform(&k, (2, 2))", "rng.permutation(&k, 5)",
             "rng.randint(&k, 4, 0, 9)", "sort(rng.normal(&k, 4))", "rng.split(&k, 2)"]
    chosen = law.random.sample(kinds, 3)
    return f'''
fn f(seed, x) {{
  var k = rng.key(seed)
  let a = {chosen[0]}
  let b = {chosen[1]}
  let c = {chosen[2]}
  (a, b, c, x * 2.0)
}}
let j = jit(x => f({law.random.randint(0, 99)}, x))
let p = x => f(7, x)
print(same(tree.map(str, p(1.0)), tree.map(str, p(1.0))), "{{j(1.5)}}" == "{{j(1.5)}}")
'''


law = Law(__doc__)
seen = set()
for _ in range(law.count(80)):
    name, text, builtin = wrong(law)
    if name in seen:
        continue
    seen.add(name)
    status, out, said = law.run(text)
    refused = "error[trace]" in said and f"`{builtin}`" in said and "got through" not in out
    law.expect(refused and "-->" in said, f"{name}: refused", text + "\n" + out + said)

for _ in range(law.count(60)):
    f = prints(law)
    first, second = round(law.random.uniform(-2, 2), 2), round(law.random.uniform(-2, 2), 2)
    calls = lambda g: f"{g}({first}); {g}({second}); {g}({first})\n"
    status, plain, said = law.run(f + "\n" + calls("f"))
    if status != 0:
        law.expect(False, "a plain run", f + plain + said)
        continue
    for how in ("jit(f)", "jit(x => f(x))", "(x => value_and_grad(f)(x)[0])"):
        status, out, said = law.run(f + f"\nlet g = {how}\n" + calls("g"))
        law.expect(status == 0 and out == plain, f"{how} prints what f prints",
                   f"{f}\nplain:\n{plain}\ngot:\n{out}{said}")

for _ in range(law.count(10)):
    text = same_twice(law)
    status, out, said = law.run(text)
    law.expect(status == 0 and out.split() == ["true", "true"], "the same twice", text + out + said)
law.done()
