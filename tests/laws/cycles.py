"""Property-based test: values created in a loop are freed once unreachable, including cycles
through C++.

Random bodies create nested functions, to depth 3, each with an array of 20 KB that only it reads.
Ten times the memory limit passes through the loop; functions that are still reachable (those saved
by an iteration, and those of the last one) return what a run of that iteration alone returns. At
the prompt the same bodies are entered repeatedly, with an array of 4 MB each: the memory of earlier
functions, including their traces, is freed.
"""
from law import SANITIZED, Law

law = Law(__doc__)

# {f} is a function of a float, {d} the depth; the text binds f{d}.
FORMS = {
    "jit": "let f{d} = jit({f})",
    "grad": "let f{d} = grad(x => {f}(x) * x)",
    "vmap": "let m{d} = vmap({f}); let f{d} = x => m{d}(x * ones(2))[1] + k[1]",
    "remat": "let f{d} = remat({f})",
    "jvp": "let f{d} = custom_jvp({f}, (x, dx) => ({f}(x), dx * k[2]))",
    "vjp": "let f{d} = custom_vjp({f}, x => ({f}(x), x), (x, ct) => (2.0 * x,))",
    "closure": "let f{d} = x => {f}(x) + k[4]",
    "fn": "fn f{d}(x, g = jit({f})) = g(x) + k[5]",
    "recursion": "fn r{d}(x, n) = if n == 0 {{ {f}(x) }} else {{ jit(r{d})(x, n - 1) + k[1] }}\n"
                 "let f{d} = x => r{d}(x, 2)",
    "struct": "struct S{d} {{ a;  fn call(self, x) = {f}(x) * self.a + k[6] }}\n"
              "let f{d} = S{d}(2.0)",
    "twice a struct": "struct T{d} {{ h;  fn call(self, x) = self.h(x) + k[7];\n"
                      "fn other(self, x) = jit(self)(x) }}\nlet t{d} = T{d}({f})\n"
                      "let f{d} = x => t{d}.other(x)",
    "record": "let r{d} = (a = jit({f}), k = k); let f{d} = x => r{d}.a(x) + r{d}.k[0]",
    "dict": 'let d{d} = dict(a = grad({f}), b = jit({f})); let f{d} = x => d{d}["b"](x)',
    "tuple": "let t{d} = for_each({f}); let f{d} = x => t{d}[0](x) + t{d}[1](x)",
    "vjp's": "let (y{d}, b{d}) = vjp((h, x) => h(x), {f}, 0.5)\n"
             "let f{d} = x => b{d}(x)[1] + {f}(x)",
    "optimizer": "let o{d} = optim.sgd(k, t => {f}(t))\n"
                 "let f{d} = x => {f}(x) + float(len((o{d},)))",
    "error": "let e{d} = try(() => vmap({f}, in_axes = ({f}, 0)))\nlet f{d} = x => {f}(x)",
}
# Additional names: with this many locals, functions capture them through a table.
MANY = "; ".join(f"let v{at} = i + {at}" for at in range(200))
SIZE, TURNS, LIMIT = 5000, 2500, 40  # MB; the array of an iteration is 20 KB
CELLS = 30
if SANITIZED:  # sanitizers keep freed memory in shadow: the same programs, fewer of them
    TURNS, CELLS = 60, 3


# A gradient is f64 where the rule's tangent is f32; a rule would need the g of fn.
def clash(names):
    return any({one, other} <= set(names)
               for one, other in (("grad", "jvp"), ("fn", "jvp"), ("fn", "vjp")))


def body_of(rng):
    depth = rng.randint(1, 3)
    lines = ["let k = full((SIZE,), 0.25 + float(i % 64))"]
    if rng.random() < 0.3:
        lines.append(MANY)
    f = "(x => x * k[0])"
    names = [rng.choice(list(FORMS)) for _ in range(depth)]
    while clash(names):
        names = [rng.choice(list(FORMS)) for _ in range(depth)]
    for at, name in enumerate(names):
        lines.append(FORMS[name].format(f=f, d=at))
        f = f"f{at}"
    return names, "\n".join(lines) + "\n", f


def judge(rng):
    names, body, f = body_of(rng)
    kept = sorted(rng.sample(range(TURNS - 1), 2)) + [TURNS - 1]
    is_made = rng.random() < 0.5 and "error" not in names  # each iteration calls a function
    begin = "fn for_each(f) = (f, jit(f))\n"
    if is_made:
        begin += f"fn make(i) {{\n{body}{f}\n}}\n"
        body, f = "let g = make(i)\n", "g"

    def program(first, end):
        return (f"let SIZE = {SIZE}\n{begin}proc main() {{\nvar kept = ()\n"
                f"for i in {first}..{end} {{\n{body}if {' or '.join(f'i == {at}' for at in kept)} "
                f"{{ kept = (...kept, {f}) }}\n}}\nfor g in kept {{ print(g(0.5)) }}\n}}\n")

    whole = law.run(program(0, TURNS), before=("--memory-limit", str(LIMIT)))
    alone = [law.run(program(at, at + 1)) for at in kept]
    wanted = "".join(out for _, out, _ in alone)
    law.expect(all(status == 0 for status, _, _ in alone), "the turns alone run",
               str(names) + program(0, TURNS) + "".join(said for _, _, said in alone))
    law.expect(whole[:2] == (0, wanted), "what nothing leads to is freed, what is kept stays",
               f"{names}\n{program(0, TURNS)}\n{whole} for {wanted}")


def judge_prompt(rng):
    names, body, f = body_of(rng)

    def typed(first, end):
        return "let SIZE = 1000000\nfn for_each(f) = (f, jit(f))\n" + "".join(
            f"let i = {at}\n{body}print(\"cell\", {f}(0.5), jit({f})(0.5))\n"
            for at in range(first, end))

    def cells_of(text):
        return [line.split("cell ")[1] for line in text.splitlines() if "cell " in line]

    _, out, said = law.prompt(typed(0, CELLS), before=("--memory-limit", "100"), limit_s=600)
    alone = [cells_of(law.prompt(typed(at, at + 1))[1]) for at in (0, CELLS - 1)]
    got = cells_of(out)
    law.expect(len(got) == CELLS and [got[:1], got[-1:]] == alone,
               "a cell that is entered again takes no more than once",
               f"{names}\n{typed(0, 1)}\n{got} for {alone}\n{said[:800]}")


for _ in range(law.count(16)):
    judge(law.random)
for _ in range(law.count(8)):
    judge_prompt(law.random)
law.done()
