"""Property-based test: every operation records its layer, whatever surrounds the layer.

Random models of structs in structs, tuples, records, and dicts, of layers of scripts and of the
library, called by name, by index, in loops, pipes, branches, and scans, through jit, vmap, remat,
and functions, passed as an argument, captured, or read from the module. Each innermost layer
multiplies by a number of its own: `debug.replay` must report that number's path as it was
generated, also in the gradient of the model, and the error of a failed assertion must name it, in
traces and in eager calls. If an eager call opens a trace inside a layer, paths restart there: such
layers are not generated for eager calls.
"""
import re

from law import Law

law = Law(__doc__)
draw = law.random

LEAF = """struct Leaf {
  w
  fn call(self, x) = x * self.w
}
struct Checked {
  w
  fn call(self, x) {
    assert all(x * self.w < 900.0), "too large"
    x * self.w
  }
}
"""
# name: (fields, the body of call, the fields with layers, how each is called)
ONE, LIST = "inner", "layers"
KINDS = {
    "Named": ("{ inner, b }", "self.inner(x) + self.b", ONE),
    "Piped": ("{ inner }", "x |> self.inner", ONE),
    "Asked": ("{ inner }", "if sum(x) > -1.0e9 { self.inner(x) } else { x }", ONE),
    "Again": ("{ inner }", "remat(self.inner)(x)", ONE),
    "Mapped": ("{ inner }", "vmap(row => self.inner(row))(x)", ONE),
    "Fast": ("{ inner }", "jit((m, x) => m(x))(self.inner, x)", ONE),
    "Taken": ("{ inner }", "{ let f = self.inner; let g = x => f(x); g(x) }", ONE),
    "Counting": ("{ inner, var n }", "{ self.n += 1.0; self.inner(x) }", ONE),
    "Scanned": ("{ inner }", "for row in x { self.inner(row) }", ONE),
    "Turned": ("{ inner }", "{ var h = x; for i in 0..9 { h = self.inner(h) }; h }", ONE),
    "Items": ("{ layers }", "{ var h = x; for l in self.layers { h = l(h) }; h }", LIST),
    "Places": ("{ layers }",
               "{ var h = x; for i in 0..len(self.layers) { h = self.layers[i](h) }; h }", LIST),
    "Remats": ("{ layers }", "{ var h = x; for l in self.layers { h = remat(l)(h) }; h }", LIST),
    "Jits": ("{ layers }",
             "{ let f = jit((m, x) => m(x)); var h = x; for l in self.layers { h = f(l, h) }; h }",
             LIST),
    "Parts": ("{ parts }", "self.parts.q(self.parts.p(x))", "record"),
    "Keys": ("{ table }", 'self.table["second"](self.table["first"](x))', "dict"),
    "Inside": ("{ pair }", "self.pair[1].deep(self.pair[0](x))", "pair"),
}
BY_ROW = {"Mapped", "Scanned"}  # the x of their layers has one axis less
OPENS_TRACES = BY_ROW | {"Again", "Fast", "Remats", "Jits"}
SELF = {"Counting": "inout self"}


class Model:
    """An expression that creates the model, and the paths of its numbers."""

    def __init__(self, kinds=(*KINDS, "sequential")):
        self.kinds = kinds
        self.numbers = {}  # text of the number: path
        self.text = self.layer(draw.randint(1, 4), "", 2)

    def leaf(self, path):
        number = f"{1 - (1 + len(self.numbers)) / 128:.7f}".rstrip("0")
        self.numbers[number] = path
        return f"{draw.choice(['Leaf', 'Leaf', 'Checked'])}({number}0)"

    def layer(self, depth, path, rank):
        if depth == 0:
            return self.leaf(path)
        dot = f"{path}." if path else ""
        kind = draw.choice(self.kinds)
        if kind in BY_ROW:
            if rank == 0:
                return self.layer(depth, path, rank)
            rank -= 1
        if kind == "sequential":
            return f"nn.sequential({self.several(depth, dot + 'layers', rank)})"
        how = KINDS[kind][2]
        if how == ONE:
            inner = self.layer(depth - 1, f"{dot}inner", rank)
            more = {"Named": ", 0.5", "Counting": ", 0.0"}.get(kind, "")
            return f"{kind}({inner}{more})"
        if how == LIST:
            return f"{kind}(({self.several(depth, dot + 'layers', rank)},))"
        if how == "record":
            p, q = (self.layer(depth - 1, f"{dot}parts.{name}", rank) for name in "pq")
            return f"{kind}((p = {p}, q = {q}))"
        if how == "dict":
            first, second = (self.layer(depth - 1, f'{dot}table["{name}"]', rank)
                             for name in ("first", "second"))
            return f"{kind}(dict(first = {first}, second = {second}))"
        first = self.layer(depth - 1, f"{dot}pair[0]", rank)
        deep = self.layer(depth - 1, f"{dot}pair[1].deep", rank)
        return f"{kind}(({first}, (deep = {deep})))"

    def several(self, depth, path, rank):
        return ", ".join(self.layer(depth - 1, f"{path}[{i}]", rank)
                         for i in range(draw.randint(1, 3)))


def structs():
    return LEAF + "".join(
        f"struct {name} {fields[:-1]}\n"
        f"  fn call({SELF.get(name, 'self')}, x) = {body}\n}}\n"
        for name, (fields, body, _) in KINDS.items())


# How the model enters the trace: the call of replay, and the prefix of its paths.
USES = {
    "argument": ("debug.replay((m, x) => m(x))(model, x)", ""),
    "loss": ("debug.replay((m, x) => mean(m(x) ^ 2))(model, x)", ""),
    "gradient": ("debug.replay(grad((m, x) => mean(m(x) ^ 2)))(model, x)", ""),
    "compiled gradient": ("debug.replay(jit(grad((m, x) => mean(m(x) ^ 2))))(model, x)", ""),
    "in a record": ("debug.replay((s, x) => s.net(x))((net = model, step = 1.0), x)", "net"),
    "in a tuple": ("debug.replay((s, x) => s[1](x))((1.0, model), x)", "[1]"),
    "of the module": ("debug.replay(x => model(x))(x)", ""),
    "captured": ("(m => debug.replay(x => m(x))(x))(model)", ""),
    "by itself": ("debug.replay(model)(x)", ""),
}


def program(model, use):
    return f"""{structs()}
let model = {model.text}
let x = [[0.3, 0.7, 0.9], [0.2, 0.5, 0.8]]
for s in {use}.steps {{
  if s.op == "mul" {{
    for g in s.given {{ if min(g) == max(g) {{ print("{{float(max(g))}}|{{s.layer}}") }} }}
  }}
}}
"""


def joined(before, path):
    return before + ("." if before and path and not path.startswith("[") else "") + path


def told(output):
    out = {}
    for line in output.splitlines():
        number, _, layer = line.partition("|")
        out.setdefault(float(number), set()).add(layer)
    return out


def replays(count):
    for _ in range(count):
        model = Model()
        name = draw.choice(list(USES))
        use, before = USES[name]
        text = program(model, use)
        status, output, said = law.run(text)
        found = told(output)
        for number, path in model.numbers.items():
            got = found.get(float(number + "0"), set())
            law.expect(got == {joined(before, path)},
                       f"{name}: {number} is in {joined(before, path)!r}, told {got}",
                       f"{text}\n{status} {said[-2000:]}")


def with_fault(model):
    """The model with a layer in it whose assertion fails, and that layer's path."""
    number, path = draw.choice(list(model.numbers.items()))
    at = re.search(rf"\w+\({re.escape(number)}0\)", model.text)
    return f"{model.text[:at.start()]}Checked(1.0e6){model.text[at.end():]}", path


def expect_path(text, path, which):
    status, _, said = law.run(text)
    notes = re.findall(r"note: in `(.*)`$", said, re.M)
    law.expect(status == 1 and "too large" in said and notes == ([path] if path else []),
               f"an error in {path!r}, {which}", f"{text}\n{status} {said[-2000:]}")


def failures(count):
    """A failed assertion in compiled code names its layer."""
    for _ in range(count):
        bad, path = with_fault(Model())
        expect_path(f"{structs()}\nlet model = {bad}\n"
                    f"jit((m, x) => m(x))(model, ones((2, 3)))\n", path, "compiled")


# The call of a model outside of traces, and the prefix of its paths.
PLAIN = {
    "model(x)": "",
    "model.call(x)": "",
    "{ var s = nn.sequential(model); s!(x) }": "layers[0]",
    "x |> model": "",
    "((net = model, n = 1.0)).net(x)": "",
    "(m => m(x))(model)": "",
    "apply_to(model, x)": "",
    "Trainer(model, 0.1).step(x)": "net",
    "{ let s = nn.sequential(model); s(x) }": "layers[0]",
    "{ let s = nn.sequential(x => 1.0 * x, model); s(x) }": "layers[1]",
    "Trainer(nn.sequential(model), 0.1).step(x)": "net.layers[0]",
}


def plain_failures(count):
    """A failed assertion in eager calls names its layer."""
    not_drawn = OPENS_TRACES | {"Counting"}  # it needs a `!` at each layer around it
    kinds = [kind for kind in (*KINDS, "sequential") if kind not in not_drawn]
    for _ in range(count):
        bad, path = with_fault(Model(kinds))
        call, before = draw.choice(list(PLAIN.items()))
        expect_path(f"""{structs()}
struct Trainer {{
  net, rate
  fn step(self, x) = self.net(x) * self.rate
}}
fn apply_to(m, x) = m(x)
let model = {bad}
let x = ones((2, 3))
print({call})
""", joined(before, path), f"by {call}")


replays(law.count(60))
failures(law.count(15))
plain_failures(law.count(40))
law.done()
