#!/usr/bin/env python3
"""Property-based test: concatenated parts and padding are at the right positions.

Random lengths around those of vectors, along random axes, concatenated and split again, read by
further operations, reductions, and products. Values are small integers, so that no order of
summation changes a bit; the oracle is lists of Python. Thread counts and instruction sets are
random.
"""
from law import Law

law = Law(__doc__)
R = law.random
TOGETHER = 10  # cases in one program
SIZES = [0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 63, 64, 65, 70, 100]


def array(rows, columns):
    return [[R.randint(-4, 4) for _ in range(columns)] for _ in range(rows)]


def turned(x, columns):
    return [[row[j] for row in x] for j in range(columns)]


class Made:
    """A matrix, and the text that builds it from the arguments named so far."""

    def __init__(self, text, rows, columns, x):
        self.text, self.rows, self.columns, self.x = text, rows, columns, x


def argument(arguments, rows, columns):
    arguments.append(Made(f"a{len(arguments)}", rows, columns, array(rows, columns)))
    return arguments[-1]


def size():
    return R.choice(SIZES)


def joined(arguments, depth):
    axis = R.choice([0, 1, 1])
    other = max(size(), 1) if axis == 0 else R.choice([1, 2, 3, 5])
    parts = []
    for _ in range(R.randint(2, 4)):
        shape = (R.choice([0, 1, 2, 3]), other) if axis == 0 else (other, size())
        part = argument(arguments, *shape)
        if depth > 0 and min(shape) > 0 and R.random() < 0.3:
            part = padded(part)
            if axis == 0 and part.columns != other or axis == 1 and part.rows != other:
                part = argument(arguments, *shape)
        parts.append(part)
    text = f"concat(({', '.join(p.text for p in parts)}), axis = {axis})"
    if axis == 0:
        return Made(text, sum(p.rows for p in parts), other, [r for p in parts for r in p.x])
    rows = [[v for p in parts for v in p.x[i]] for i in range(other)]
    return Made(text, other, sum(p.columns for p in parts), rows)


def padded(made):
    low, high = R.randint(0, 20), R.randint(0, 20)
    top, bottom = R.choice([(0, 0), (0, 0), (1, 2)])
    fill = R.choice([0, 0, 3])
    text = f"pad({made.text}, (({top}, {bottom}), ({low}, {high})), constant_values = {fill}.0)"
    columns = low + made.columns + high
    rows = [[fill] * low + row + [fill] * high for row in made.x]
    edge = [[fill] * columns for _ in range(top)], [[fill] * columns for _ in range(bottom)]
    return Made(text, made.rows + top + bottom, columns, edge[0] + rows + edge[1])


def cut(made):
    first = R.randint(0, made.columns)
    last = R.randint(first, made.columns)
    return Made(f"({made.text})[:, {first}:{last}]", made.rows, last - first,
                [row[first:last] for row in made.x])


def flipped(made):
    return Made(f"flip({made.text}, axis = 1)", made.rows, made.columns,
                [row[::-1] for row in made.x])


def used(arguments, made):
    """An operation that reads it: the text, and the expected numbers."""
    kind = R.choice(["itself", "scaled", "beside", "rows", "columns", "left", "right", "turned"])
    x, rows, columns = made.x, made.rows, made.columns
    if kind == "itself" or min(rows, columns) == 0:
        return made.text, x
    if kind == "scaled":
        return f"{made.text} * 2.0 + 1.0", [[2 * v + 1 for v in row] for row in x]
    if kind == "beside":
        y = argument(arguments, rows, columns)
        return f"{made.text} + {y.text}", [[a + b for a, b in zip(*pair)] for pair in zip(x, y.x)]
    if kind == "rows":
        return f"sum({made.text}, axis = 1)", [sum(row) for row in x]
    if kind == "columns":
        return f"max({made.text}, axis = 0)", [max(column) for column in turned(x, columns)]
    if kind == "turned":
        return f"({made.text}).T", turned(x, columns)
    if kind == "left":
        y = argument(arguments, columns, R.choice([1, 5, 16, 33]))
        of = turned(y.x, y.columns)
        return f"({made.text}) @ {y.text}", [[sum(a * b for a, b in zip(row, column))
                                              for column in of] for row in x]
    y = argument(arguments, R.choice([1, 3, 20]), rows)
    of = turned(x, columns)
    return f"{y.text} @ ({made.text})", [[sum(a * b for a, b in zip(row, column))
                                          for column in of] for row in y.x]


def numbers(x):
    flat = [v for row in x for v in (row if isinstance(row, list) else [row])]
    return " ".join(str(v) for v in flat)


def literal(of):
    if 0 in (of.rows, of.columns):
        return f"zeros(({of.rows}, {of.columns}))"
    rows = ("[" + ", ".join(f"{v}.0" for v in row) + "]" for row in of.x)
    return "f32([" + ", ".join(rows) + "])"


def case(number):
    arguments = []
    made = joined(arguments, 1)
    for _ in range(R.choice([0, 1, 1, 2])):
        made = R.choice([cut, flipped, padded])(made)
    text, wanted = used(arguments, made)
    return text, arguments, wanted, number


def shown(text, arguments, _, number):
    names = ", ".join(of.text for of in arguments)
    lines = [f"proc case{number}() {{"] + [f"  let {of.text} = {literal(of)}" for of in arguments]
    lines += [f"  let f = jit(({names}) => {text})", f"  let y = f({names})",
              f'  print("{number}", join((str(int(v)) for v in reshape(y, (-1,))), " "))', "}",
              f"case{number}()"]
    return "\n".join(lines)


def main():
    ways = [{}, {"RILLE_ISA": "avx2", "RILLE_THREADS": "3"}, {"RILLE_ISA": "baseline"},
            {"RILLE_TEST_SCHEDULE": "5", "RILLE_THREADS": "7"}]
    for start in range(0, law.count(120), TOGETHER):
        cases = [case(start + i) for i in range(TOGETHER)]
        program = "\n".join(shown(*it) for it in cases)
        status, out, errors = law.run(program, env=R.choice(ways))
        got = dict(line.partition(" ")[::2] for line in out.splitlines())
        for text, _, wanted, number in cases:
            law.expect(status == 0 and got.get(str(number)) == numbers(wanted), text,
                       f"got {got.get(str(number))}\nwanted {numbers(wanted)}\n{errors[:500]}")
    law.done()


main()
