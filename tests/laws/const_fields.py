"""Property-based test: `const` fields are part of the structure, wherever the struct occurs.

The test generates trees of random structs, whose fields are plain, `var`, or `const`, in tuples,
records, and each other. Python knows which numbers are leaves: paths, leaves, maps, sums under
`jit`, retraces, gradients, prints, and checkpoints of six formats must agree.
"""
from law import Law

law = Law(__doc__)
draw = law.random
WORDS = ["a", "b", "c", "d", "e"]


def number_text(x):
    if isinstance(x, bool):
        return "true" if x else "false"
    return str(int(x)) if isinstance(x, float) and x == int(x) else str(x)


class Leaf:
    """A host float, or an array of floats; `var` if `is_state`."""

    def __init__(self, values, is_array, is_state):
        self.values, self.is_array, self.is_state = values, is_array, is_state

    def text(self, each=lambda leaf: leaf.values):
        values = each(self)
        if values is None:
            return "nil"
        parts = [f"{float(v)}" for v in values]
        return f"[{', '.join(parts)}]" if self.is_array else parts[0]

    def printed(self):
        parts = [number_text(float(v)) for v in self.values]
        return f"[{', '.join(parts)}]" if self.is_array else parts[0]

    def leaves(self, path):
        return [(path, self)]


class Const:
    """A host value: a number, string, bool, nil, or a tuple or record of these."""

    def __init__(self, depth=2):
        kinds = ["int", "int", "float", "str", "bool", "nil", "tuple", "record"]
        kind = draw.choice(kinds[:6 + depth])
        self.items = ()
        self.kind = kind
        if kind == "tuple":
            self.items = [Const(depth - 1) for _ in range(draw.randint(1, 3))]
        elif kind == "record":
            names = sorted(draw.sample(WORDS, draw.randint(1, 3)))
            self.items = [(name, Const(depth - 1)) for name in names]
        else:
            self.value = {"int": draw.randint(0, 5), "float": draw.randint(1, 9) + 0.5,
                          "str": draw.choice(WORDS), "bool": draw.random() < 0.5, "nil": None}[kind]

    def text(self, each=None):
        if self.kind == "tuple":
            inner = ", ".join(item.text() for item in self.items)
            return f"({inner}{',' if len(self.items) == 1 else ''})"
        if self.kind == "record":
            return "(" + ", ".join(f"{n} = {item.text()}" for n, item in self.items) + ")"
        if self.kind == "str":
            return f'"{self.value}"'
        return "nil" if self.value is None else number_text(self.value)

    printed = text

    def leaves(self, path):
        return []


class Branch:
    """A tuple, a record, or an instance of a random struct with (mark, name, value) for fields."""

    def __init__(self, name, fields):
        self.name, self.fields = name, fields

    def shown(self, one):
        if self.name == "tuple":
            inner = ", ".join(one(value) for _, _, value in self.fields)
            return f"({inner}{',' if len(self.fields) == 1 else ''})"
        head = "" if self.name == "record" else self.name
        return f"{head}(" + ", ".join(f"{n} = {one(v)}" for _, n, v in self.fields) + ")"

    def text(self, each=lambda leaf: leaf.values):
        return self.shown(lambda value: value.text(each))

    def printed(self):
        return self.shown(lambda value: value.printed())

    def leaves(self, path):
        out = []
        for at, (_, name, value) in enumerate(self.fields):
            if self.name == "tuple":
                out += value.leaves(f"{path}[{at}]")
            else:
                out += value.leaves(f"{path}.{name}" if path else name)
        return out


class Tree:
    def __init__(self):
        self.structs = []
        self.consts = []  # expressions of the ints in const fields, and their values
        self.root = self.instance(3, "m", False)

    def value(self, depth, path, in_state):
        kind = draw.choice(["leaf", "leaf", "instance", "tuple", "record"][:5 if depth else 2])
        if kind == "leaf":
            is_array = draw.random() < 0.5
            count = draw.randint(1, 3) if is_array else 1
            return Leaf([draw.randint(-8, 8) / 2 for _ in range(count)], is_array, in_state)
        if kind == "instance":
            return self.instance(depth - 1, path, in_state)
        names = sorted(draw.sample(WORDS, draw.randint(1, 3)))
        fields = []
        for at, name in enumerate(names):
            below = f"{path}[{at}]" if kind == "tuple" else f"{path}.{name}"
            fields.append(("", name, self.value(depth - 1, below, in_state)))
        return Branch(kind, fields)

    def instance(self, depth, path, in_state):
        name = f"S{len(self.structs)}"
        self.structs.append("")
        number = len(self.structs) - 1
        fields, declared = [], []
        for word in sorted(draw.sample(WORDS, draw.randint(1, 4))):
            mark = draw.choice(["", "", "var ", "const ", "const "])
            if mark == "const ":
                value = Const()
                if value.kind == "int":
                    self.consts.append((f"{path}.{word}", value))
            else:
                value = self.value(depth, f"{path}.{word}", in_state or mark == "var ")
            fields.append((mark, word, value))
            declared.append(mark + word)
        self.structs[number] = f"struct {name} {{ {', '.join(declared)} }}\n"
        return Branch(name, fields)


ORBAX = ', format = "orbax"'
FORMATS = [("safetensors", ""), ("safetensors.index.json", ", max_shard_bytes = 64"),
           ("gguf", ', format = "gguf"'), ("orbax", ORBAX), ("orbax3", f"{ORBAX}, zarr = 3"),
           ("ocdbt", f"{ORBAX}, ocdbt = true")]



def expected(leaves, factor):
    return factor * sum(sum(leaf.values) * (i + 1) for i, (_, leaf) in enumerate(leaves))


def doubled(leaf):
    return [2 * v for v in leaf.values]


def judge():
    tree = Tree()
    leaves = tree.root.leaves("")
    text = tree.root.text()
    path, form = draw.choice(FORMATS)
    factor = 1
    for _, const in tree.consts:
        factor *= 1 + const.value
    turns = "".join(f"  for i in 0..{expr} {{ s = s + t{n} }}\n  let t{n + 1} = s\n"
                    for n, (expr, _) in enumerate(tree.consts))
    sums = " + ".join(f"{i + 1} * sum(leaves[{i}])" for i in range(len(leaves))) or "0.0"
    slopes = tree.root.text(lambda leaf: slope(leaves, leaf, factor))
    lines = {
        "paths": ("tree.paths(m)", "(" + ", ".join(f'"{p}"' for p, _ in leaves) +
                  ("," if len(leaves) == 1 else "") + ")"),
        "equal": (f"m == {text}", "true"),
        "map": (f"tree.map(x => 2 * x, m) == {tree.root.text(doubled)}", "true"),
        "times": (f"2 * m == {tree.root.text(doubled)}", "true"),
        "plain": ("close(f(m), total)", "true"),
        "jit": ("close(g(m), total)", "true"),
        "other leaves": ("close(g(2 * m), 2 * total)", "true"),
        "one trace": ("cache(g).traces", "1"),
        "through": ("jit(m => m)(m) == m", "true"),
        "grad": (f"grad(f)(m) == {slopes}", "true"),
        "load": (f'ckpt.load("m.{path}", like = 3 * m) == m', "true"),
    }
    if not leaves:
        for name in ("grad", "through", "load", "other leaves", "one trace"):
            del lines[name]
    else:
        lines["saved constants"] = (f'ckpt.load("m.{path}", like = other) == m', "true")
        if tree.consts:
            lines["another trace"] = ("close(g(other), f(other)) and cache(g).traces == 2", "true")
    if len(tree.root.printed()) < 90:
        lines["print"] = ('"{m}"', f'{tree.root.printed()}')
    program = "".join(tree.structs) + f"""
let m = {text}
let total = {expected(leaves, factor)}
fn f(m) {{
  let leaves = tree.leaves(m)
  var s = {sums}
  let t0 = s
{turns}  s
}}
let g = jit(f)
{other_of(tree)}
""" + (f'ckpt.save("m.{path}", m{form})\n' if leaves else "")
    program += "".join(f"print({expr})\n" for expr, _ in lines.values())
    status, output, said = law.run(program)
    got = output.splitlines()
    for i, (name, (expr, wanted)) in enumerate(lines.items()):
        found = got[i] if i < len(got) else None
        law.expect(found == wanted, f"{name} ({path}): {expr} is {found}, not {wanted}",
                   f"{program}\n{status} {said[-2000:]}")


def slope(leaves, leaf, factor):
    if leaf.is_state:
        return None
    at = next(i for i, (_, other) in enumerate(leaves) if other is leaf)
    return [float(factor * (at + 1)) for _ in leaf.values]


def other_of(tree):
    """The tree with other ints in its const fields."""
    changes = "".join(f"other{expr[1:]} = {const.value + 1}\n" for expr, const in tree.consts)
    return f"var other = m\n{changes}"


for _ in range(law.count(60)):
    judge()
law.done()
