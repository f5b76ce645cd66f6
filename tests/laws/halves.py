#!/usr/bin/env python3
"""Property-based test: associative_scan equals Python's accumulate: wrapping integers combined by
random operations.

The operations are associative and mostly not commutative (affine maps, products of matrices, the
last nonzero element, the nearest mark), over arrays and trees of them, along each axis, in both
directions, of every length up to 40: eager, compiled, mapped, compiled and mapped.
"""
import functools
import itertools
import math

from law import Law

law = Law(__doc__)
draw = law.random
WRAP = 2 ** 32


def wrapped(x):
    return (x + WRAP // 2) % WRAP - WRAP // 2


def product(a, b):
    """Product of 2 by 2 matrices stored as four numbers: the later matrix is the left factor."""
    return tuple(wrapped(b[2 * i] * a[j] + b[2 * i + 1] * a[2 + j])
                 for i in range(2) for j in range(2))


# The number of components of an element, the Rille text for two trees a and b, the Python function
# of tuples.
OPERATIONS = {
    "sum": (1, "(a, b) => (a[0] + b[0],)", lambda a, b: (wrapped(a[0] + b[0]),)),
    "product": (1, "(a, b) => (a[0] * b[0],)", lambda a, b: (wrapped(a[0] * b[0]),)),
    "greatest": (1, "(a, b) => (maximum(a[0], b[0]),)", lambda a, b: (max(a[0], b[0]),)),
    "last": (1, "(a, b) => (where(b[0] == 0, a[0], b[0]),)",
             lambda a, b: (b[0] if b[0] else a[0],)),
    "first": (1, "(a, b) => (a[0] + 0 * b[0],)", lambda a, b: a),
    "affine": (2, "(a, b) => (a[0] * b[0], a[1] * b[0] + b[1])",
               lambda a, b: (wrapped(a[0] * b[0]), wrapped(a[1] * b[0] + b[1]))),
    "since": (2, "(a, b) => (maximum(a[0], b[0]), where(b[0] == 1, b[1], a[1] + b[1]))",
              lambda a, b: (max(a[0], b[0]), b[1] if b[0] == 1 else wrapped(a[1] + b[1]))),
    "matrices": (4, "(a, b) => (b[0] * a[0] + b[1] * a[2], b[0] * a[1] + b[1] * a[3], "
                    "b[2] * a[0] + b[3] * a[2], b[2] * a[1] + b[3] * a[3])", product),
}
FORMS = {"plain": "scan(xs)", "jit": "jit(scan)(xs)"}
MAPPED = {"vmap": "vmap(scan)(xs)", "jit of vmap": "jit(vmap(scan))(xs)"}


def nested(numbers, dims):
    """The text of an array of these numbers."""
    if not dims:
        return str(next(numbers))
    if 0 in dims:
        return f"i32(zeros(({''.join(f'{n}, ' for n in dims)})))"
    return "[" + ", ".join(nested(numbers, dims[1:]) for _ in range(dims[0])) + "]"


def lines_along(dims, axis):
    """The indices of each line along the axis, in the order of the elements."""
    step = math.prod(dims[axis + 1:])
    for front in range(math.prod(dims[:axis])):
        for back in range(step):
            yield [(front * dims[axis] + i) * step + back for i in range(dims[axis])]


def scanned(parts, join, dims, axis, reverse):
    out = [list(part) for part in parts]
    for places in lines_along(dims, axis):
        order = places[::-1] if reverse else places
        rows = [tuple(part[i] for part in parts) for i in order]
        for at, row in zip(order, itertools.accumulate(rows, join)):
            for part, x in zip(out, row):
                part[at] = x
    return out


def one(number):
    name = draw.choice(list(OPERATIONS))
    count, text, join = OPERATIONS[name]
    rank = draw.randint(1, 3)
    axis = draw.randrange(rank)
    dims = [draw.randint(1, 3) for _ in range(rank)]
    dims[axis] = draw.randint(0, 40)
    small = draw.choice([2, 9, 2**31 - 1])
    parts = [[draw.randint(0, 1) if name == "since" and i == 0 else draw.randint(-small, small)
              for _ in range(math.prod(dims))] for i in range(count)]
    reverse = draw.random() < 0.5
    wanted = scanned(parts, join, dims, axis, reverse)
    given = axis - rank if draw.random() < 0.5 else axis
    arrays = ", ".join(nested(iter(part), dims) for part in parts)
    lines = [f"let xs = ({arrays},)",
             f"let scan = xs => associative_scan({text}, xs, axis = {given}, "
             f"reverse = {str(reverse).lower()})"]
    forms = dict(FORMS)
    if rank > 1 and axis > 0 and given > 0 or given < 0 and -given < rank:
        lines.append(lines[1].replace("let scan", "let row").replace(
            f"axis = {given}", f"axis = {given - 1 if given > 0 else given}"))
        forms |= {key: call.replace("scan", "row") for key, call in MAPPED.items()}
    for form, call in forms.items():
        lines.append(f'print("@{number} {form}")\nfor x in {call} {{ print("{{flatten(x)}}") }}')
    return "{\n" + "\n".join(lines) + "\n}", list(forms), wanted, name


def judge(drawn):
    status, out, said = law.run("\n".join(text for text, *_ in drawn))
    shown = dict(part.split("\n", 1) for part in out.split("@")[1:])
    for number, (text, forms, wanted, name) in enumerate(drawn):
        for form in forms:
            got = shown.get(f"{number} {form}", said)
            numbers = [[int(x) for x in line.strip("[]").split(",") if x.strip()]
                       for line in joined_lines(got)] if status == 0 else said
            law.expect(numbers == wanted, f"{name}, {form}",
                       f"{text}\ngot {numbers}\nwanted {wanted}")


def joined_lines(text):
    """One line for each array; long arrays are printed over several."""
    return functools.reduce(lambda done, line: done + [line] if line.startswith("[") else
                            done[:-1] + [done[-1] + line], text.strip().split("\n"), [])


for _ in range(law.count(6)):
    judge([one(number) for number in range(25)])
law.done()
