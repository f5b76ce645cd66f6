"""Property-based test: a dict is a tree: statements about records hold for dicts with the same
names.

The test generates trees of records, tuples, and arrays, and programs over them: derivatives, maps,
optimizers, loops and branches in traces, checkpoints. Each program is written twice, with records
and with dicts whose keys are in random order; both must print the same values.
"""
from law import Law

NAMES = ["a", "b", "w", "bias", "x1"]


class Form:
    """Writes trees and paths with records or with dicts."""

    def __init__(self, is_dict, random):
        self.is_dict, self.random = is_dict, random

    def path(self, steps):
        return "".join(f"[{s}]" if isinstance(s, int) else f'["{s}"]' if self.is_dict else f".{s}"
                       for s in steps)


def drawn_kind(random, depth=0):
    if depth == 3 or (depth and random.random() < 0.35):
        return "leaf"
    if depth and random.random() < 0.25:
        return [drawn_kind(random, depth + 1) for _ in range(random.randrange(1, 3))]
    names = random.sample(NAMES, random.randrange(1, 4))
    return {name: drawn_kind(random, depth + 1) for name in sorted(names)}


def leaves(kind, steps=()):
    if kind == "leaf":
        return [steps]
    parts = enumerate(kind) if isinstance(kind, list) else kind.items()
    return [leaf for step, part in parts for leaf in leaves(part, (*steps, step))]


def parsed(text):
    """A printed line as Python values: both records and dicts become dicts."""
    at = 0

    def skip():
        nonlocal at
        while at < len(text) and text[at] in " ,\n":
            at += 1

    def value():
        nonlocal at
        skip()
        start = at
        while text[at:at + 1] and (text[at].isalnum() or text[at] in "_.+-<>"):
            at += 1
        word = text[start:at]
        if text[at:at + 1] not in ("(", "["):
            if at == start:
                raise ValueError(f"at {at} of {text}")
            return word
        close, items, at = ")]"[text[at] == "["], [], at + 1
        while True:
            skip()
            if text[at] == close:
                at += 1
                break
            begin = at
            while text[at].isalnum() or text[at] == "_":
                at += 1
            if text[at:at + 3] == " = ":
                name, at = text[begin:at], at + 3
                items.append((name, value()))
            else:
                at = begin
                items.append((None, value()))
        named = items and items[0][0] is not None
        word = "" if word == "dict" else word
        return (word, tuple(sorted(items)) if named else tuple(v for _, v in items))

    out = []
    while at < len(text):
        skip()
        if at < len(text):
            out.append(value())
    return out


class Program:
    """The text of both forms, apart from the trees."""

    def __init__(self, law, number):
        self.random, self.number = law.random, number
        self.kind = drawn_kind(self.random)
        self.leaves = leaves(self.kind)
        self.values = {s: [round(self.random.uniform(0.5, 2.0), 2) for _ in range(2)]
                       for s in self.leaves}
        r = self.random
        self.terms = [(r.choice(self.leaves), r.choice(self.leaves), r.choice([1, 2, 3]),
                       round(r.uniform(-2, 2), 1)) for _ in range(r.randrange(1, 4))]
        self.put = r.choice(self.leaves)
        self.rule = r.choice(["sgd(p, 0.1, momentum = 0.9)", "adam(p, 0.1)", "adamw(p, 0.05)"])
        self.turns = r.choice([3, 20])
        self.shuffle = r.random()

    def text(self, is_dict, folder):
        random = type(self.random)(self.shuffle)
        form = Form(is_dict, random)

        def tree(scale, rows=False):
            values = {}
            for s in self.leaves:
                numbers = [round(x * scale, 3) for x in self.values[s]]
                values[s] = str([numbers, numbers[::-1]] if rows else numbers)
            return self.written(form, self.kind, (), values)

        loss = " + ".join(f"{c} * sum(p{form.path(a)} ^ {k} * p{form.path(b)})"
                          for a, b, k, c in self.terms)
        put = form.path(self.put)
        file = f"{folder}/{self.number}.safetensors"
        return f"""fn loss(p) = {loss}
let p = {tree(1)}
let q = {tree(0.5)}
print(grad(loss)(p), value_and_grad(loss)(p), jit(loss)(p), jit(grad(loss))(p))
print(jvp(loss, (p,), (q,)), vjp(p => p * 2.0, p)[1](q))
print(grad(p => loss(grad(loss)(p)))(p))
print(vmap(loss)({tree(1, rows=True)}), vmap(p => p * 2.0)({tree(1, rows=True)}))
print(p + q, p * 2.0, -p, 1.0 / q, tree.map((x, y) => x - y, p, q))
print(tree.reduce(maximum, tree.map(sum, p)), tree.num_elements(p), same(p, q), p == p, p != q)
print(close(sum(loss(p)), loss(p)))
fn step(p, o) {{ var p = p; var o = o; o.update!(&p, grad(loss)(p)); (p, o) }}
var o = optim.{self.rule}
print(step(p, o), jit(step)(p, o))
fn turns(p, n) {{ var p = p; for i in 0..n {{ p{put} = p{put} * 0.9 + 0.1 }}; p }}
print(turns(p, {self.turns}), jit(p => turns(p, {self.turns}))(p), grad(p => loss(turns(p, 3)))(p))
fn either(p, x) {{ var p = p; if x > 1.0 {{ p{put} += x }} else {{ p = p * 2.0 }}; p }}
print(either(p, 2.0), jit(either)(p, 2.0), jit(either)(p, 0.5))
fn scanned(p) = for i in 0..{self.turns} {{ p * (1.0 * i) }}
print(scanned(p), jit(scanned)(p), (r{put} for r in rows(scanned(p))))
ckpt.save("{file}", (p, q))
print(ckpt.load("{file}", like = (q, p)))
"""

    def written(self, form, kind, steps, values):
        if kind == "leaf":
            return values[steps]
        if isinstance(kind, list):
            return "(" + "".join(self.written(form, part, (*steps, i), values) + ", "
                                 for i, part in enumerate(kind)) + ")"
        parts = [f"{name} = {self.written(form, part, (*steps, name), values)}"
                 for name, part in kind.items()]
        if form.is_dict:
            form.random.shuffle(parts)
        return ("dict(" if form.is_dict else "(") + ", ".join(parts) + ")"


def main():
    law = Law(__doc__)
    for number in range(law.count(25)):
        program = Program(law, number)
        texts = [program.text(is_dict, law.folder) for is_dict in (False, True)]
        (status, wanted, errors), (other, got, wrong) = (law.run(text) for text in texts)
        if status != 0:
            law.expect(False, "the program with records runs", texts[0] + errors)
            continue
        same = other == 0 and parsed(got) == parsed(wanted)
        apart = [] if same else [f"{a}\n  instead of {b}" for a, b in
                                 zip(parsed(got), parsed(wanted)) if a != b][:3]
        law.expect(same, "dicts are trees as records are", "\n".join([texts[1] + wrong, *apart]))
    law.done()


main()
