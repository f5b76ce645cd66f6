#!/usr/bin/env python3
"""Property-based test: einsum equals loops: random specs with `...`, broadcast axes, repeated
letters, no `->`.

The oracle loops over all indices in plain Python. A gradient is that of a function that is linear
in each operand, so unit vectors determine it exactly.
"""
import itertools
import json

from law import Law

law = Law(__doc__)
draw = law.random
SIZES = {"a": 2, "b": 3, "c": 1, "d": 2}


def drawn():
    """(operands as letters, output or None, shapes). Unnamed axes have the letters W, X, Y."""
    unnamed = draw.randrange(0, 4)
    inputs, shapes = [], []
    for _ in range(draw.randint(1, 3)):
        letters = [draw.choice("abcd") for _ in range(draw.randint(0, 3))]
        k = draw.randint(0, unnamed) if draw.randrange(4) else None
        if k is not None:
            letters.insert(draw.randint(0, len(letters)), "...")
        names = list("WXY"[3 - unnamed:])
        shape = []
        for c in letters:
            if c == "...":
                for name in names[unnamed - k:]:
                    shape.append(draw.choice([1, 2, 2]) if name != "X" else draw.choice([1, 3, 3]))
            else:
                shape.append(SIZES[c])
        inputs.append((letters, k))
        shapes.append(shape)
    seen = sorted({c for letters, _ in inputs for c in letters if c != "..."})
    out = None
    if draw.randrange(3):
        out = [c for c in seen if draw.randrange(2)]
        draw.shuffle(out)
        if any(k is not None for _, k in inputs):
            out.insert(draw.randint(0, len(out)), "...")
    return inputs, out, shapes


def spelled(inputs, shapes, out):
    """The axis names of each operand and of the result: unnamed axes are numbered from the last."""
    axes = []
    for (letters, k), shape in zip(inputs, shapes):
        names = []
        for c in letters:
            names += [c] if c != "..." else list(range(k, 0, -1))
        axes.append(names)
    most = max((k or 0) for _, k in inputs)
    has = any(k is not None for _, k in inputs)
    if out is None:
        counts = {}
        for letters, _ in inputs:
            for c in letters:
                counts[c] = counts.get(c, 0) + 1
        out = (["..."] if has else []) + sorted(
            c for c, n in counts.items() if c != "..." and n == 1)
    result = []
    for c in out:
        result += [c] if c != "..." else list(range(most, 0, -1))
    return axes, result


def einsum(axes, result, shapes, operands):
    sizes = {}
    for names, shape in zip(axes, shapes):
        for name, size in zip(names, shape):
            sizes[name] = max(sizes.get(name, 1), size)
    every = list(sizes)
    out = {}
    for at in itertools.product(*(range(sizes[n]) for n in every)):
        place, product = dict(zip(every, at)), 1.0
        for names, shape, x in zip(axes, shapes, operands):
            product *= x[tuple(place[n] if s > 1 else 0 for n, s in zip(names, shape))]
        key = tuple(place[n] for n in result)
        out[key] = out.get(key, 0.0) + product
    return [out[key] for key in sorted(out)], [sizes[n] for n in result]


def cells(shape):
    return list(itertools.product(*map(range, shape)))


def written(values, shape):
    return f"reshape(f64({values}), ({', '.join(map(str, shape))}{',' if shape else ''}))"


def judge():
    inputs, out, shapes = drawn()
    axes, result = spelled(inputs, shapes, out)
    sizes = {}
    for names, shape in zip(axes, shapes):
        for name, size in zip(names, shape):
            if size > 1:
                sizes.setdefault(name, size)
    if any(size not in (1, sizes.get(name, 1)) for names, shape in zip(axes, shapes)
           for name, size in zip(names, shape)):
        return None
    values = [[float(draw.randint(-3, 3)) for _ in cells(shape)] for shape in shapes]
    tables = [dict(zip(cells(shape), v)) for shape, v in zip(shapes, values)]
    right, shape = einsum(axes, result, shapes, tables)
    weights = [float(draw.randint(-2, 2)) for _ in right]
    which = draw.randrange(len(inputs))
    slopes = []
    for unit in cells(shapes[which]):
        moved = list(tables)
        moved[which] = {c: float(c == unit) for c in cells(shapes[which])}
        y, _ = einsum(axes, result, shapes, moved)
        slopes.append(sum(w * v for w, v in zip(weights, y)))
    spec = ",".join("".join(letters) for letters, _ in inputs)
    if out is not None:
        spec += "->" + "".join(out)
    names = [f"x{i}" for i in range(len(inputs))]
    lines = [f"let {n} = {written(v, s)}" for n, v, s in zip(names, values, shapes)]
    call = f"einsum({json.dumps(spec)}, {', '.join(names)})"
    lines += [f"print(json.text(({call}.shape, flatten({call}))))",
              f"print(json.text(flatten(jit(() => {call})())))",
              f"print(json.text(flatten(grad({names[which]} => sum({written(weights, shape)} * "
              f"{call}))({names[which]}))))"]
    _, printed, said = law.run("\n".join(lines) + "\n")
    got = [json.loads(line) for line in printed.split("\n") if line.startswith("[")]
    wanted = [[shape, right], right, slopes]
    law.expect(got == wanted, spec, "\n".join(lines) + f"\nwanted {wanted}\ngot {got} {said[:300]}")


for _ in range(law.count(60)):
    judge()
law.done()
