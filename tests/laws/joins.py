#!/usr/bin/env python3
"""Property-based test: concatenating, padding, stacking, and splitting yield the elements of
Python's lists.

Rows of lengths around whole vectors and their multiples, of many dtypes, up to nine parts, computed
or stored, along any axis of tables; parts of parts; halves that are swapped and negated, as rotary
embeddings do; rows so long that threads share one. All numbers are small integers, so every result
is exact.
"""
from law import Law

law = Law(__doc__)
draw = law.random
DTYPES = ["f32", "f32", "f64", "i32", "i8", "bf16", "i64", "f16"]
LENGTHS = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128, 129, 160]


def number():
    return draw.randint(-60, 60)


class Table:
    """Rows of integers: how a script creates them, and their values."""

    def __init__(self, text, rows):
        self.text, self.rows = text, rows

    @property
    def width(self):
        return len(self.rows[0])


class Program:
    def __init__(self):
        self.lines, self.dtype = [], draw.choice(DTYPES)
        self.rows = draw.choice([1, 1, 2, 3, 5])
        self.names = []

    def fresh(self, width):
        """An argument of the compiled function: a + b i mod m, minus a constant."""
        a, b, m, less = draw.randint(0, 50), draw.randint(1, 50), draw.randint(1, 50), number()
        name = f"x{len(self.names)}"
        self.names.append(name)
        self.lines.append(f"let {name} = {self.dtype}(({a} + {b} * arange({self.rows * width})) % "
                          f"{m} + {less}).reshape(({self.rows}, {width}))")
        line = [(a + b * i) % m + less for i in range(self.rows * width)]
        return Table(name, [line[r * width:(r + 1) * width] for r in range(self.rows)])

    def part(self, width, depth):
        kind = draw.choice(["plain", "plain", "turned", "moved", "bent", "cut", "joined", "padded"]
                           if depth > 0 else ["plain", "turned", "moved", "bent", "cut"])
        if kind == "turned":
            of = self.part(width, depth - 1)
            return Table(f"(-{of.text})", [[-v for v in row] for row in of.rows])
        if kind == "moved":
            of, by = self.part(width, depth - 1), draw.randint(0, 3)
            return Table(f"({of.text} + {by})", [[v + by for v in row] for row in of.rows])
        if kind == "bent":  # expensive enough to be materialized when it is read repeatedly
            of, by = self.part(width, depth - 1), draw.randint(0, 3)
            return Table(f"(abs(minimum(maximum({of.text}, -20), 30)) + {by})",
                         [[abs(min(max(v, -20), 30)) + by for v in row] for row in of.rows])
        if kind == "cut":
            before, behind = draw.choice([0, 1, 16, 5]), draw.choice([0, 3, 32])
            of = self.part(before + width + behind, depth - 1)
            return Table(f"{of.text}[:, {before}:{before + width}]",
                         [row[before:before + width] for row in of.rows])
        if kind == "joined":
            return self.joined(self.split(width), depth - 1)
        if kind == "padded":
            return self.padded(width, depth - 1)
        return self.fresh(width)

    def split(self, width):
        cuts = sorted(draw.choice([draw.randint(0, width), width // 2, min(width, 32)])
                      for _ in range(draw.choice([1, 1, 2, 3, 7])))
        return [b - a for a, b in zip([0, *cuts], [*cuts, width])]

    def joined(self, widths, depth):
        parts = [self.part(width, depth) for width in widths]
        rows = [sum((part.rows[r] for part in parts), []) for r in range(self.rows)]
        return Table(f"concat(({''.join(p.text + ', ' for p in parts)}), axis = 1)", rows)

    def padded(self, width, depth):
        low = draw.choice([0, 1, 16, 32, width])
        low = min(low, width)
        high = draw.choice([0, 2, 16, width])
        high = min(high, width - low)
        of, value = self.part(width - low - high, depth), number()
        return Table(f"pad({of.text}, ((0, 0), ({low}, {high})), constant_values = {value})",
                     [[value] * low + row + [value] * high for row in of.rows])


def rotated(program):
    half = draw.choice([8, 16, 32, 64, 5])
    x, c, s = (program.fresh(n) for n in (2 * half, half, half))
    x1, x2 = f"{x.text}[:, :{half}]", f"{x.text}[:, {half}:]"
    text = (f"concat(({x1} * {c.text} - {x2} * {s.text}, {x2} * {c.text} + {x1} * {s.text}), "
            "axis = 1)")
    rows = []
    for row, cs, ss in zip(x.rows, c.rows, s.rows):
        a, b = row[:half], row[half:]
        rows.append([p * u - q * v for p, q, u, v in zip(a, b, cs, ss)] +
                    [q * u + p * v for p, q, u, v in zip(a, b, cs, ss)])
    return Table(text, rows)


def stacked(program):
    width, count = draw.choice(LENGTHS[1:]), draw.choice([2, 3, 4])
    parts = [program.part(width, 1) for _ in range(count)]
    rows = [[part.rows[r][i] for i in range(width) for part in parts]
            for r in range(program.rows)]
    return Table(f"stack(({', '.join(p.text for p in parts)}), axis = 2).reshape(({program.rows}, "
                 f"{width * count}))", rows)


def over_rows(program):
    """Along the first axis, and transposed."""
    width = draw.choice(LENGTHS[1:])
    parts = [program.part(width, 1) for _ in range(draw.choice([2, 3, 9]))]
    rows = sum((part.rows for part in parts), [])
    text = f"concat(({', '.join(p.text for p in parts)}), axis = 0)"
    if draw.random() < 0.5:
        return Table(f"{text}.T", [list(column) for column in zip(*rows)])
    return Table(text, rows)


# Programs whose numbers fit in a small dtype: sums and products of a few stay below these.
MOST = {"i8": 127, "bf16": 256, "f16": 2048}

while law.passed + law.failed < law.count(250):
    program = Program()
    make = draw.choice(["joined"] * 6 + ["padded", "rotated", "stacked", "rows"] * 2 + ["long"])
    if make == "long":  # so that threads share a row
        program.rows = draw.randint(1, 3)
        wanted = program.joined(program.split(draw.randint(20_000, 90_000)), 1)
    elif make == "joined":
        wanted = program.joined(program.split(draw.choice(LENGTHS) + draw.choice([0, 64, 128])), 2)
    elif make == "padded":
        wanted = program.padded(draw.choice(LENGTHS) + draw.choice([0, 64]), 2)
    else:
        wanted = {"rotated": rotated, "stacked": stacked, "rows": over_rows}[make](program)
    flat = [v for row in wanted.rows for v in row]
    if max(map(abs, flat), default=0) > MOST.get(program.dtype, 10 ** 6):
        continue
    names = ", ".join(program.names)
    how = draw.choice(["jit", "jit", "plain"])
    call = wanted.text if how == "plain" else f"jit(({names}) => {wanted.text})({names})"
    text = "\n".join(program.lines) + f"\nlet y = {call}\nprint(y.dtype, y.shape)\n" \
        "for v in i64(y).reshape(-1) { print(v) }\n"
    env = {"RILLE_THREADS": str(draw.choice([1, 2, 3])),
           "RILLE_ISA": draw.choice(["avx512", "avx2", "avx2", "baseline"])}
    status, out, said = law.run(text, env=env)
    shape = (len(wanted.rows), len(wanted.rows[0]) if wanted.rows else 0)
    lines = out.split("\n")
    holds = status == 0 and lines[0] == f"{program.dtype} {shape}" and \
        [int(v) for v in lines[1:-1]] == flat
    if len(text) > 3000:
        text = text[:3000] + " ...\n"
    law.expect(holds, f"{make}, {how}, {program.dtype}",
               f"{env}\n{text}{status} {out[:300]} {said}\nwanted {shape} {flat[:80]}")
law.done()
