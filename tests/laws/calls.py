#!/usr/bin/env python3
"""Property-based test: a repeated call returns what the first call in a fresh process returns.

One jitted function is called repeatedly with a random tree: numbers, arrays, strings, bools, nil,
structs, tuples, dicts, ranges, and closures, as fields of records and tuples. Between two calls
something in it changes: a type, a shape, a struct, the length of a tuple, a captured value, a
static number; two fields come to share one array; another name refers to the last argument; a call
raises. The function is called directly, with more or fewer arguments, in another trace, in `vmap`,
and as a step that donates its arguments. The oracle is this file, which computes the same with
Python's numbers, and the eager function for dtypes and errors.
"""
import re

from law import Law

law = Law(__doc__)
R = law.random
FORMS = []  # forms of arrays, few in a program: (dtype, shape)
CAPTIONS = ["sum", "or nil", "object", "text", "function", "truth", "count", "index", "items",
            "dict", "range"]

PRELUDE = """
struct Node { a, b; fn total(self, w) = sum(self.a) + sum(self.b) * w }
struct Leaf { a; fn total(self, w) = sum(self.a) * w * 2 }
struct Twin { a, b; fn total(self, w) = sum(self.b) + sum(self.a) * w }
fn scaled(c) = y => y * sum(c)
fn shifted(c) { fn inner(y) = y + sum(c); inner }
fn both(f, g) = y => f(y) + g(y)
fn or_nil(v) = if v == nil { 7 } else { sum(v) * 2 }
fn squares(n) { var s = 0; for i in n { s += i * i }; s }
fn items(t) { var s = 0; for i in t { s += sum(i) * 2 }; s }
fn types(r) = (x.dtype for x in r)
fn line(r) = join(lines("{r}"), " ")
proc said(r) = if r.ok { "{line(r.value)} {types(r.value)}" } else { r.error.kind }
proc beside(name, r, plain) {
  print("{name}|{if r.ok { line(r.value) } else { r.error.kind }}|{said(r)}|{said(plain)}")
}
"""


class Num:
    """A host scalar, or an array that counts up from its first element: text, elements."""

    def __init__(self, whole=False, host=None):
        host = R.random() < 0.35 if host is None else host
        dtype, shape = R.choice([form for form in FORMS if not whole or form[0][0] == "i"])
        start = R.randint(-3, 9)
        if host:
            number = start + (0 if whole or R.random() < 0.5 else 0.5)
            self.text, self.elements = f"({number})", [number]
            return
        count = 1
        for extent in shape:
            count *= extent
        first = start + (0.5 if dtype[0] == "f" and R.random() < 0.5 else 0)
        self.elements = [first + i for i in range(count)]
        made = f"arange({count}, dtype = {dtype})"
        self.text = f"(reshape({made}, {list(shape)}) + {first})".replace("[", "(").replace(
            "]", ",)" if len(shape) == 1 else ")")

    def total(self):
        return sum(self.elements)


def draw_forms():
    """Few forms, so that most calls are equal."""
    shapes = R.sample([(), (1,), (2,), (3,), (2, 2), (0,), (40,)], 2)
    FORMS[:] = [(R.choice(["f32", "f64"]), shapes[0]), (R.choice(["i32", "i64"]), shapes[0]),
                (R.choice(["f32", "f64", "i32", "i64"]), shapes[1])]


class Slot:
    """One slot of the tree: `text` creates the value, `uses` computes with it in the program, and
    `value(w)` computes the same here; None: the call raises."""

    def __init__(self, caption):
        self.caption, self.parts = caption, None
        self.draw()

    def draw(self):
        make = {"sum": self.number, "or nil": self.optional, "object": self.object,
                "text": self.words, "function": self.closure, "truth": self.truth,
                "count": self.count, "index": self.index, "items": self.tuple, "dict": self.dict,
                "range": self.range}
        make[self.caption]()

    uses = {"sum": "sum({}) * w", "or nil": "or_nil({})", "object": "{}.total(w)",
            "text": 'len({0}) + (if {0} == "ab" {{ 10 }} else {{ 0 }})', "function": "{}(3) + w",
            "truth": "if {} {{ w }} else {{ 5 }}", "count": "sum(full(({},), 2))",
            "index": "[10, 20, 30][{}]", "items": "items({})", "dict": 'sum({}["a"]) * w',
            "range": "squares({})"}

    def number(self):
        self.num = num = Num()
        self.text, self.value = num.text, lambda w: num.total() * w

    def optional(self):
        if R.random() < 0.3:
            self.text, self.value = "nil", lambda w: 7
            return
        num = Num(host=R.random() < 0.5)
        self.text, self.value = num.text, lambda w: num.total() * 2

    def object(self):
        if self.parts is None or R.random() < 0.5:
            self.parts = Num(), Num()
        (a, b), kind = self.parts, R.choice(["Node", "Leaf", "Twin"])
        parts = a.text if kind == "Leaf" else f"{a.text}, {b.text}"
        self.text = f"{kind}({parts})"
        self.value = {"Node": lambda w: a.total() + b.total() * w,
                      "Leaf": lambda w: a.total() * w * 2,
                      "Twin": lambda w: b.total() + a.total() * w}[kind]

    def words(self):
        text = R.choice(["", "ab", "ba", "abc", "\\u{e9}"])
        length = {"\\u{e9}": 1}.get(text, len(text))
        self.text, self.value = f'"{text}"', lambda w: length + (10 if text == "ab" else 0)

    def closure(self):
        a, b = Num(), Num()
        one = {"scaled": lambda x: lambda y: y * x.total(),
               "shifted": lambda x: lambda y: y + x.total()}
        f, g = R.choice(list(one)), R.choice(list(one))
        if R.random() < 0.6:
            self.text, function = f"{f}({a.text})", one[f](a)
        else:
            self.text = f"both({f}({a.text}), {g}({b.text}))"
            function = lambda y: one[f](a)(y) + one[g](b)(y)
        self.value = lambda w: function(3) + w

    def truth(self):
        holds = R.random() < 0.5
        self.text, self.value = str(holds).lower(), lambda w: w if holds else 5

    def count(self):
        n = R.choice([0, 1, 2, 3, 5, -1])
        self.text, self.value = f"({n})", (lambda w: 2 * n) if n >= 0 else None

    def index(self):
        n = R.choice([0, 1, 2, -1, 3, -4] if R.random() < 0.4 else [0, 1, 2])
        self.text = R.choice([f"({n})", f"reshape([{n}], ())"])
        self.value = (lambda w: (10, 20, 30)[n]) if -3 <= n < 3 else None

    def tuple(self):
        nums = list(self.parts or ())
        if self.parts is None or R.random() < 0.3:
            nums = [Num() for _ in range(R.randint(0, 3))]
        elif nums and R.random() < 0.5:
            nums.pop()
        else:
            nums.append(Num())
        self.parts = nums
        self.text = "(" + "".join(x.text + ", " for x in nums) + ")"
        self.value = lambda w: sum(2 * x.total() for x in nums)

    def dict(self):
        a, b, more = Num(), Num(), R.random() < 0.5
        self.text = f"dict(a = {a.text}{f', b = {b.text}' if more else ''})"
        self.value = lambda w: a.total() * w

    def range(self):
        n = R.randint(0, 5)
        self.text, self.value = f"0..{n}", lambda w: sum(i * i for i in range(n))


class Tree:
    """Slots in a tree of fixed structure: places[i] is the path of slots[i]."""

    def __init__(self, captions):
        self.slots = [Slot(caption) for caption in captions]
        self.places, self.forms = [], []
        at = 0
        for field in "abcde":
            few = R.randint(1, 3)
            part = list(range(at, min(at + few, len(self.slots))))
            if not part:
                break
            at += len(part)
            form = R.choice(["slot", "tuple", "record"]) if len(part) > 1 else "slot"
            if form == "slot":
                at, part = part[0] + 1, part[:1]
            self.forms.append((field, form, part))
            for i in part:
                inner = {"slot": "", "tuple": f"[{i - part[0]}]",
                         "record": f".{'xyz'[i - part[0]]}"}[form]
                self.places.append(f"t.{field}{inner}")
        self.slots = self.slots[:len(self.places)]

    def text(self):
        fields = []
        for field, form, part in self.forms:
            texts = [self.slots[i].text for i in part]
            whole = texts[0]
            if form == "tuple":
                whole = f"({', '.join(texts)})"
            if form == "record":
                whole = "(" + ", ".join(f"{'xyz'[n]} = {x}" for n, x in enumerate(texts)) + ")"
            fields.append(f"{field} = {whole}")
        return f"({', '.join(fields)})"

    def function(self):
        parts = [Slot.uses[slot.caption].format(place)
                 for slot, place in zip(self.slots, self.places)]
        return f"fn f(t, w = 2, more = 0) = ({', '.join(parts)}, sum(more))"

    def wanted(self, w, more):
        raised = {slot.caption for slot in self.slots if slot.value is None}
        if raised:  # a size raises at compile time, an index at run time: either comes first
            return {{"count": "value", "index": "index"}[caption] for caption in raised}
        return [slot.value(w) for slot in self.slots] + [more]

    def change(self, turn):
        """Replaces some random slots: returns the text that does so."""
        i = R.randrange(len(self.slots))
        slot, place = self.slots[i], self.places[i]
        roll = R.random()
        numbers = [k for k, s in enumerate(self.slots) if s.caption == "sum"]
        if roll < 0.2 and len(numbers) > 1:  # one array in two slots
            one, other = R.sample(numbers, 2)
            a, b = self.slots[one], self.slots[other]
            b.num, b.text, b.value = a.num, a.text, a.value
            return f"{self.places[other]} = {self.places[one]}"
        if roll < 0.3:  # the whole tree
            for one in self.slots:
                one.draw()
            return f"t = {self.text()}"
        slot.draw()
        if roll < 0.4:  # another reference to the old value
            return f"let was{turn} = t; {place} = {slot.text}"
        return f"{place} = {slot.text}"


def calls_of(tree, lines, expected):
    """Calls of one jitted function between changes of its tree."""
    usual = R.choice([None, R.randint(1, 4)])
    for turn in range(R.randint(20, 30)):
        if turn > 0 and R.random() < 0.8:
            lines.append(tree.change(turn))
        weight = usual if R.random() < 0.8 else R.choice([None, 3])
        more = Num() if weight is not None and R.random() < 0.2 else None
        given = ["t"] + ([str(weight)] if weight is not None else [])
        given += [more.text] if more is not None else []
        call = ", ".join(given)
        if R.random() < 0.1:
            call = ", ".join(["t", "more = 3"] + ([f"w = {weight}"] if weight is not None else []))
            more = 3
        way = R.choices(["j", "traced", "mapped"], [12, 1, 1])[0]
        name = f"call{turn}"
        more_total = more.total() if isinstance(more, Num) else (more or 0)
        wanted = tree.wanted(2 if weight is None else weight, more_total)
        plain = f"try(() => f({call}))"
        if way == "mapped":
            if isinstance(wanted, list):
                lines.append(f'print("{name}|{{line(vmap(z => j({call})[-1] + z)([0, 0]))}}||")')
                expected[name] = [more_total, more_total]
            continue
        lines.append(f'beside("{name}", try(() => {way}({call})), {plain})')
        expected[name] = wanted


def steps_of(lines, expected):
    """Steps that donate their arguments: q = q * 2 + k, while other names refer to them."""
    def drawn():
        nums = [Num(whole=R.random() < 0.5) for _ in range(4)]
        return nums, "(a = {}, b = ({}, {}), c = {})".format(*(x.text for x in nums))
    places = ["q.a", "q.b[0]", "q.b[1]", "q.c"]
    nums, text = drawn()
    values = [x.elements for x in nums]
    lines.append(f"var q = {text}")
    for turn in range(R.randint(6, 12)):
        roll, name, k, named = R.random(), f"step{turn}", R.randint(0, 3), ("0", [0])
        kept, before = "q", [list(x) for x in values]
        if roll < 0.3:
            nums, text = drawn()
            values = [x.elements for x in nums]
            lines.append(f"q = {text}")
            before = [list(x) for x in values]
        elif roll < 0.45:  # a view of an array that another name holds
            at, first = R.randrange(4), R.randint(0, 3)
            values[at] = [first + 8 + i for i in range(40)]
            before = [list(x) for x in values]
            lines.append(f"let line{turn} = arange(64, dtype = f32) + {first}")
            lines.append(f"{places[at]} = line{turn}[8:48]")
            named = f"line{turn}", [first + i for i in range(64)]
        elif roll < 0.6:
            one, other = R.sample(range(4), 2)
            values[other] = values[one]
            lines.append(f"{places[other]} = {places[one]}")
            before = [list(x) for x in values]
        holds = R.random() < 0.4
        if holds:
            lines.append(f"let kept{turn} = q")
            kept = f"kept{turn}"
        way, at = R.choice(["whole", "lent", "part", "raises"]), R.randrange(4)
        if way == "whole":
            lines.append(f"q = step(q, {k})")
        elif way == "lent":
            lines.append(f"let sum{turn} = bump(&q, {k})")
        elif way == "part":
            lines.append(f"{places[at]} = step({places[at]}, {k})")
        else:
            lines.append(f"let r{turn} = try(() => bump(q, 99)); assert not r{turn}.ok")
        if way != "raises":
            values = [[x * 2 + k for x in part] if way != "part" or i == at else part
                      for i, part in enumerate(values)]
        total = f", sum{turn}" if way == "lent" else ""
        lines.append(f'print("{name}|{{line(({named[0]}, {kept if holds else 0}, q{total}))}}||")')
        wanted = [x for part in before for x in part] if holds else [0]
        wanted = named[1] + wanted + [x for part in values for x in part]
        expected[name] = wanted + ([sum(before[0]) * 2 + len(before[0]) * k] if total else [])
        if max([abs(x) for part in values for x in part] or [0]) > 500:
            nums, text = drawn()
            values = [x.elements for x in nums]
            lines.append(f"q = {text}")


def judge():
    draw_forms()
    captions = [R.choice(CAPTIONS) for _ in range(R.randint(2, 4))] + ["sum", "sum"]
    R.shuffle(captions)
    tree, lines, expected = Tree(captions), [], {}
    begin = tree.text()
    calls_of(tree, lines, expected)
    steps_of(lines, expected)
    body = "\n  ".join(lines)
    text = f"""{PRELUDE}{tree.function()}
fn bump(inout q, k) {{ assert k < 50, "too much"; q = q * 2 + k; sum(q.a) }}
proc main() {{
  let j = jit(f)
  let traced = jit((t, w = 2, more = 0) => j(t, w, more))
  let step = jit((q, k) => q * 2 + k)
  let bump = jit(bump)
  var t = {begin}
  {body}
}}
"""
    status, out, errors = law.run(text)
    shown = {line.split("|")[0]: line.split("|")[1:] for line in out.splitlines() if "|" in line}
    law.expect(status == 0, "the program ends", f"{text}\n{out}\n{errors}")
    for name, wanted in expected.items():
        value, said, plain = shown.get(name, ("nothing", "", ""))
        numbers = [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", value)]
        if isinstance(wanted, set):
            law.expect(not numbers and said in wanted, "a call raises what the function raises",
                       f"{name}: {said}, not {wanted}, plainly {plain}\n{text}")
            continue
        law.expect(numbers == [float(x) for x in wanted], "a call gives what the function says",
                   f"{name}: {value}, not {wanted}\n{text}")
        law.expect(said == plain, "a call gives what the plain function gives",
                   f"{name}: {said}, plainly {plain}\n{text}")


for _ in range(law.count(80)):
    judge()
law.done()
